"""Models in other formats: writing, drawing, reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._callbacks import Watcher, patiently, watched, written
from ._draw import draw
from ._errors import Cancelled
from ._files import c_path, file_name
from ._papni import ffi, lib
from ._progress import ShowsProgress, reporting
from ._sources import Samples
from ._words import Symbol

if TYPE_CHECKING:
    from ._model import Model

TEXTS = (
    *("table", "dot", "json", "ebnf", "antlr", "gbnf", "lark", "tree-sitter", "grammarinator", "fuzzingbook"),
    *("railroad", "aalpy", "automatalib", "prism", "jani", "mermaid", "c"),
)
_TERMINALS = {
    None: lib.PAPNI_TERMINALS_AUTO,
    "text": lib.PAPNI_TERMINALS_TEXT,
    "names": lib.PAPNI_TERMINALS_NAMES,
}
PICTURES = ("svg", "png", "pdf")
IMPORTS = ("aalpy", "table", "flexfringe")


def export_bytes(model: Model, format: Any, terminals: Any, progress: ShowsProgress) -> bytes:
    """A model in another format."""
    if terminals not in _TERMINALS:
        raise ValueError(f"terminals: expected 'text' or 'names', got {terminals!r}")
    if format not in TEXTS and format not in PICTURES:
        raise ValueError(f"format: expected one of {', '.join((*TEXTS, *PICTURES))}, got {format!r}")
    if format in PICTURES:
        return draw(model.to_dot(), format)
    with reporting(progress) as report:
        watcher = Watcher(report)

        def call() -> bytes:
            _live = model, watcher  # C reads them as long as it runs
            try:
                chosen = format.encode(), _TERMINALS[terminals]
                return written(watched(lib.papni_model_export, watcher), model._handle, *chosen)
            except Cancelled:
                watcher.raise_kept()
                raise

        return patiently(call, watcher)


def import_model(
    source: Any,
    format: str,
    *,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    symbols: Mapping[str, Symbol] | None = None,
) -> Model:
    """Reads a model of another program.

    Args:
        source: the path of a file, or an open file (such as `io.StringIO`).
        format: ``"aalpy"`` (AALpy's DOT of a dfa, a vpa or a machine), ``"table"`` (what
            ``export("table")`` writes) or ``"flexfringe"`` (FlexFringe's JSON).
        call: symbols that push, for formats that do not declare them.
        return_: symbols that pop.
        internal: all other symbols.
        pairs: calls and returns that belong together.
        symbols: maps names to symbols, as for `Model.load`.

    >>> import io, papni
    >>> table = papni.language("L1").export("table")
    >>> papni.import_model(io.StringIO(table), "table") == papni.language("L1")
    True
    """
    from ._model import Model

    if format not in IMPORTS:
        raise ValueError(f"format: expected one of {', '.join(IMPORTS)}, got {format!r}")
    declared = Samples(call, return_, internal, pairs)
    if hasattr(source, "read"):
        content = source.read()
        data = content.encode() if isinstance(content, str) else bytes(content)
        name = str(getattr(source, "name", "document"))
        c_name, buffer = name.encode(), ffi.from_buffer("char[]", data)

        def read(error: Any) -> Any:
            return lib.papni_model_import(buffer, len(data), c_name, format.encode(), declared.alphabet, error)
    else:
        path = c_path(file_name(source))

        def read(error: Any) -> Any:
            return lib.papni_model_import_file(path, format.encode(), declared.alphabet, error)

    return Model._of(read, {**declared.symbols, **(symbols or {})} or None)
