"""Prefix trees, for samples that arrive in parts."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any

from ._callbacks import patiently, written
from ._combine import long_call
from ._draw import draw
from ._errors import check, fail, new_error, text
from ._files import c_path, file_name
from ._papni import ffi, lib
from ._progress import ShowsProgress
from ._settings import new_options
from ._sources import Source, samples_of
from ._words import Symbol


class Tree:
    """The prefix tree of labelled words, which `papni.learn` takes instead of samples.

    A tree never changes. Learning from the merged trees of some samples gives the model of
    all the samples.

    >>> import papni
    >>> one = papni.Tree([("()", True), ("", False)], call="(", return_=")")
    >>> other = papni.Tree([("(())", True)], call="(", return_=")")
    >>> papni.learn(one.merge(other)).accepts_many(["((()))", "()()", "(()"])
    [True, False, False]
    """

    _handle: Any
    _symbols: dict[str, Symbol]

    def __init__(
        self,
        samples: Source,
        *,
        model: str = "vpa",
        count: str | None = None,
        threads: int | None = None,
        progress: ShowsProgress = None,
        call: Iterable[Symbol] = (),
        return_: Iterable[Symbol] = (),
        internal: Iterable[Symbol] = (),
        pairs: Iterable[Any] | Mapping[Any, Any] = (),
        patterns: Iterable[Any] | Mapping[str, str] = (),
        word: str = "word",
        label: str = "label",
        format: str = "auto",
        chars: bool = False,
        lexer: str | None = None,
        accept: Any = None,
        reject: Any = None,
        case: str | None = None,
        event: Any = None,
        order: str | None = None,
        regex: str | None = None,
    ) -> None:
        """The arguments are those of `papni.learn`; the model is ``"vpa"`` or ``"dfa"``.

        ``count="words"`` keeps how often each word occurs, for learning with that setting.
        """
        options = new_options({"model": model, "count": count, "threads": threads})
        words = samples_of(
            samples,
            {"call": call, "return_": return_, "internal": internal, "pairs": pairs, "patterns": patterns},
            {
                **{"word": word, "label": label, "format": format, "chars": chars, "lexer": lexer},
                **{"accept": accept, "reject": reject, "case": case, "event": event, "order": order, "regex": regex},
            },
        )
        self._handle, error = long_call(
            lambda *rest: _owned(lib.papni_tree_new(*rest[:-1], ffi.NULL, rest[-1])),
            (words.handle, options),
            (words, options),
            progress,
        )
        self._symbols = dict(words.symbols)
        if not self._handle:
            fail(error)

    @classmethod
    def _wrap(cls, handle: Any, symbols: dict[str, Symbol], error: Any) -> Tree:
        if not handle:
            fail(error)
        tree = object.__new__(cls)
        tree._handle, tree._symbols = handle, symbols
        return tree

    def merge(self, *others: Tree) -> Tree:
        """The tree of all words of these trees."""
        merged = self
        for other in others:
            if not isinstance(other, Tree):
                raise TypeError(f"others: expected a Tree, got {type(other).__name__}")
            merged = merged._merge(other)
        return merged

    def _merge(self, other: Tree) -> Tree:
        for name, symbol in other._symbols.items():
            if self._symbols.get(name, symbol) != symbol:
                raise ValueError(f"others: {name!r} stands for {self._symbols[name]!r} and for {symbol!r}")
        error = new_error()

        def call() -> Any:
            _live = self, other  # C reads them as long as it runs
            return _owned(lib.papni_tree_merge(self._handle, other._handle, error))

        return Tree._wrap(patiently(call), {**self._symbols, **other._symbols}, error)

    @property
    def kind(self) -> str:
        """The model that it was built for: ``"dfa"`` or ``"vpa"``."""
        return text(lib.papni_model_kind_name(lib.papni_tree_kind_of(self._handle)))

    @property
    def positive(self) -> int:
        """The number of different accepted words."""
        return int(lib.papni_tree_words(self._handle, lib.PAPNI_ACCEPT))

    @property
    def negative(self) -> int:
        """The number of different rejected words."""
        return int(lib.papni_tree_words(self._handle, lib.PAPNI_REJECT))

    def __len__(self) -> int:
        """The number of nodes."""
        return int(lib.papni_tree_nodes(self._handle))

    def __repr__(self) -> str:
        """What `papni tree` says of it."""
        return f"<papni.Tree: {self.kind} tree with {len(self)} nodes>"

    def to_dot(self) -> str:
        """DOT for Graphviz: accepted words are green, rejected words red."""
        return written(lib.papni_trees_draw, ffi.new("papni_tree *[]", [self._handle]), [ffi.NULL], 1).decode()

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook, if Graphviz is installed."""
        return draw(self.to_dot(), "svg").decode() if shutil.which("dot") else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the tree to a file, which `papni learn` and `papni tree merge` read too."""
        error = new_error()
        check(lib.papni_tree_write_file(self._handle, c_path(file_name(path)), error), error)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the bytes of the file, and the symbols."""
        return _restore, (written(lib.papni_tree_write, self._handle), self._symbols)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, symbols: Mapping[str, Symbol] | None = None) -> Tree:
        """Reads a file of `save` or ``papni tree``; `symbols` as for `Model.load`."""
        error = new_error()
        handle = _owned(lib.papni_tree_open(c_path(file_name(path)), ffi.NULL, error))
        return cls._wrap(handle, dict(symbols or {}), error)


def _owned(handle: Any) -> Any:
    return ffi.gc(handle, lib.papni_tree_free)


def _restore(data: bytes, symbols: dict[str, Symbol]) -> Tree:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tree")
        with open(path, "wb") as file:
            file.write(data)
        return Tree.load(path, symbols=symbols)
