"""Prefix trees, for samples that arrive in parts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from typing import Any, Union

from ._callbacks import Watcher, patiently, written, written_if_long
from ._combine import long_call
from ._draw import draw
from ._errors import check, fail, new_error, text
from ._files import c_path, file_name, write_whole
from ._papni import ffi, lib
from ._progress import ShowsProgress
from ._results import Gathered
from ._settings import new_options
from ._sources import Samples, Source, samples_of
from ._words import Symbol

# The file of a tree: its name, or its bytes.
Part = Union[str, "os.PathLike[str]", bytes]

# The model whose tree has the words for another one.
_WORDS_OF = {"sevpa": "vpa", "general": "vpa", "auto": "dfa"}


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
        contradictions: str = "refuse",
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
        """The arguments are those of `papni.learn`.

        A tree for ``"vpa"``, ``"sevpa"`` or ``"general"`` has the well-matched words, one for
        ``"dfa"`` or ``"auto"`` all words, so that any model can be learned from it.
        ``count="words"`` keeps how often each word occurs, for learning with that setting and for
        `prune`. With ``contradictions="keep"``, a word that is both accepted and rejected is no
        error before the tree is learned from.
        """
        if contradictions not in ("refuse", "keep"):
            raise ValueError(f"contradictions: expected 'refuse' or 'keep', got {contradictions!r}")
        options = new_options({"model": _WORDS_OF.get(model, model), "count": count, "threads": threads})
        build = lib.papni_tree_new if contradictions == "refuse" else lib.papni_tree_gather
        words = samples_of(
            samples,
            {"call": call, "return_": return_, "internal": internal, "pairs": pairs, "patterns": patterns},
            {
                **{"word": word, "label": label, "format": format, "chars": chars, "lexer": lexer},
                **{"accept": accept, "reject": reject, "case": case, "event": event, "order": order, "regex": regex},
            },
        )
        self._handle, error = long_call(
            lambda *rest: _owned(build(*rest[:-1], ffi.NULL, rest[-1])),
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
        """The tree of all words of these trees. `papni.merge_trees` merges files with less memory."""
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

    def prune(self, at_least: int) -> Tree:
        """The tree of the words that at least so many words begin with, themselves included.

        The tree must count words. Prune the tree of all words: what is rare in each part may
        not be rare.

        >>> import papni
        >>> tree = papni.Tree([("ab", True)] * 5 + [("ac", True)], count="words")
        >>> pruned = tree.prune(2)
        >>> [word for word, _ in pruned.words()], pruned.statistics.pruned
        ([('a', 'b')], 1)
        """
        if isinstance(at_least, bool) or not isinstance(at_least, int):
            raise TypeError(f"at_least: expected a number of words, got {type(at_least).__name__}")
        if at_least < 1:
            raise ValueError(f"at_least: expected at least 1, got {at_least}")
        error = new_error()
        handle = patiently(lambda: _owned(lib.papni_tree_prune(self._handle, at_least, error)))
        return Tree._wrap(handle, self._symbols, error)

    def words(self) -> list[tuple[tuple[Symbol, ...], bool]]:
        """The different words and their labels; one with both labels is there twice."""
        samples = Samples()
        error = new_error()
        check(patiently(lambda: int(lib.papni_tree_samples(self._handle, samples.handle, error))), error)
        symbols = [self._symbols.get(name, name) for name in samples.letters()]
        return [(word, label) for word, label, *_ in samples.placed_words(symbols)]

    @property
    def counts(self) -> bool:
        """Does it count how often each word occurs (``count="words"``)?"""
        return bool(lib.papni_tree_counts(self._handle))

    @property
    def statistics(self) -> Gathered:
        """Counts of all words that the tree was made of, equal ones too."""
        counts = lib.papni_tree_statistics(self._handle)
        numbers = {field: int(getattr(counts, field)) for field in Gathered._fields[:-1]}
        return Gathered(**numbers, contradictions=int(lib.papni_tree_contradictions(self._handle)))

    def dropped(self, label: bool = True) -> tuple[Symbol, ...] | None:
        """The least accepted (or rejected) word that was dropped, None if there is none."""
        word = ffi.new("papni_word *")
        if not lib.papni_tree_dropped(self._handle, lib.PAPNI_ACCEPT if label else lib.PAPNI_REJECT, word):
            return None
        alphabet = lib.papni_tree_alphabet(self._handle)
        names = [text(lib.papni_alphabet_name(alphabet, word.symbols[i])) for i in range(word.length)]
        return tuple(self._symbols.get(name, name) for name in names)

    @property
    def kind(self) -> str:
        """Which words it has: ``"dfa"`` all, ``"vpa"`` the well-matched ones."""
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
        trees = ffi.new("papni_tree *[]", [self._handle])
        return written_if_long(len(self), self, lib.papni_trees_draw, trees, [ffi.NULL], 1).decode()

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook, if Graphviz is installed."""
        return draw(self.to_dot(), "svg").decode() if shutil.which("dot") else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the tree to a file, which `papni learn` and `papni tree merge` read too."""
        error = new_error()
        check(lib.papni_tree_write_file(self._handle, c_path(file_name(path)), error), error)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the bytes of the file, and the symbols."""
        return Tree.from_bytes, (self.to_bytes(), self._symbols)

    def to_bytes(self) -> bytes:
        """The bytes of the file that `save` writes."""
        return written_if_long(len(self), self, lib.papni_tree_write, self._handle)

    @classmethod
    def from_bytes(cls, data: bytes, symbols: Mapping[str, Symbol] | None = None) -> Tree:
        """The tree of a file's bytes; `symbols` as for `load`."""
        error = new_error()

        def call() -> Any:
            with ffi.from_buffer("char[]", data) as buffer:
                return _owned(lib.papni_tree_read(buffer, len(buffer), b"tree", ffi.NULL, error))

        return cls._wrap(patiently(call), dict(symbols or {}), error)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, symbols: Mapping[str, Symbol] | None = None) -> Tree:
        """Reads a file of `save` or ``papni tree``; `symbols` as for `Model.load`."""
        error, name = new_error(), c_path(file_name(path))
        handle = patiently(lambda: _owned(lib.papni_tree_open(name, ffi.NULL, error)))
        return cls._wrap(handle, dict(symbols or {}), error)


def _owned(handle: Any) -> Any:
    return ffi.gc(handle, lib.papni_tree_free)


def merge_trees(parts: Iterable[Part], path: str | os.PathLike[str] | None = None, threads: int = 1) -> bytes | None:
    """Merges files of trees, given by name or as bytes, and writes the file of the result.

    Without a path, the bytes of the result are returned. The files are read and written in
    pieces. With several threads (0: all cores), groups of parts are merged first, in memory,
    compressed.

    >>> import papni
    >>> parts = [papni.Tree([(word, True)]).to_bytes() for word in ("ab", "cd")]
    >>> papni.Tree.from_bytes(papni.merge_trees(parts)).positive
    2
    """
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 0:
        raise ValueError(f"threads: expected a number, got {threads!r}")
    items = [part if isinstance(part, bytes) else file_name(part) for part in parts]
    names = [ffi.new("char[]", b"tree" if isinstance(item, bytes) else c_path(item)) for item in items]
    buffers = [ffi.from_buffer("char[]", item) if isinstance(item, bytes) else ffi.NULL for item in items]
    table = ffi.new("papni_tree_part[]", max(len(items), 1))
    for i, (name, buffer) in enumerate(zip(names, buffers)):
        table[i].path, table[i].bytes = name, buffer
        table[i].size = len(buffer) if buffer != ffi.NULL else 0

    def merge(writer: Any, error: Any) -> int:
        _live = names, buffers
        return int(lib.papni_tree_merge_parts(table, len(items), threads, writer, ffi.NULL, error))

    def merged() -> bytes:
        watcher = Watcher()
        return patiently(lambda: written(merge, watcher=watcher), watcher)

    if path is None:
        return merged()
    write_whole(path, merged())
    return None
