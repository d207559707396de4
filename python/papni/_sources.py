"""Words from files and from Python, with a common alphabet."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Union

from ._callbacks import if_long, patiently
from ._documents import add_document, add_folder, new_lexer
from ._errors import InputError, PapniWarning, check, new_error, text
from ._files import c_path
from ._layout import events_as_csv, has_events, label_function, new_layout, table_of
from ._papni import ffi, lib
from ._results import Contradiction
from ._words import (
    NO_SYMBOL,
    Collector,
    Frame,
    Label,
    Symbol,
    Word,
    Words,
    labelled_portions,
    labelled_words,
    name_of,
    names_of,
)

if TYPE_CHECKING:
    from ._model import Model

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Iterable[tuple[Word, Label]], Iterable["os.PathLike[str]"], Frame, Words]

_FORMATS = ("auto", "tokens", "chars", "abbadingo", "csv", "jsonl", "xes", "chrome", "otlp", "log")
_DOCUMENTS = ("auto", "lines", "list")  # what a lexer reads


def is_path(samples: Any) -> bool:
    """Is this a path, or a list of paths?"""
    if isinstance(samples, (str, os.PathLike)):
        return True
    return isinstance(samples, (list, tuple)) and bool(samples) and all(isinstance(p, os.PathLike) for p in samples)


def samples_of(samples: Any, declared: Mapping[str, Any], how: Mapping[str, Any]) -> Samples:
    """Samples of any source, with the arguments of `learn` that declare symbols and say how to read."""
    word, label, lexer = how["word"], how["label"], how["lexer"]
    samples, one_sided = table_of(samples), [(how.get("right"), True), (how.get("wrong"), False)]
    one_sided = [(words, verdict) for words, verdict in one_sided if words is not None]
    if is_path(samples) or (samples is None and one_sided and all(is_path(words) for words, _ in one_sided)):
        words = Samples(**declared)
        if samples is not None:
            words.read(samples, how)
        for paths, verdict in one_sided:
            if not is_path(paths):
                raise TypeError("right, wrong: expected paths, as samples are")
            words.read(paths, how, verdict)
    elif lexer is not None:
        words = Samples(**declared)
        words.add_documents(_with_sides(samples, one_sided, how), lexer, word, label)
    elif hasattr(samples, "columns") and has_events(how):
        words = Samples(**declared)
        words.add_events(samples, how)
    else:
        listed = labelled_words(_with_sides(samples, one_sided, how), "samples", word, label)
        words = Samples(**declared, more=listed.symbols)
        words.add(listed)
    if not len(words):
        raise InputError("samples: no words")
    return words


def _place(word: Any) -> tuple[str, int]:
    """The file and the line of a papni_word."""
    return (text(word.file) if word.file else "", int(word.line))


def occurrence(word: Any) -> tuple[bool, str, int]:
    """The label, file and line of a papni_word."""
    return (word.label == lib.PAPNI_ACCEPT, *_place(word))


def _with_sides(samples: Any, one_sided: list[tuple[Any, bool]], how: Mapping[str, Any]) -> Any:
    """Labelled words, with the labels that `accept` and `reject` give them, and those of `right` and `wrong`."""
    meaning = label_function(how)
    if not one_sided and meaning is None:
        return samples
    if isinstance(samples, Words):
        raise ValueError("accept, reject, right, wrong: cannot be combined with papni.Words, which has its labels")
    pairs = [] if samples is None else samples
    if hasattr(samples, "columns"):
        pairs = zip(samples[how["word"]], samples[how["label"]])
    found = [(w, meaning(v)) for w, v in pairs] if meaning else list(pairs)
    for words, verdict in one_sided:
        if isinstance(words, str) or is_path(words):
            raise TypeError("right, wrong: expected iterables of words, as samples are")
        found += [(w, verdict) for w in words]
    return found


def symbols_in(name: str, symbols: Any) -> list[Symbol]:
    """The symbols of an argument such as `call`."""
    try:
        found = list(symbols)
        dict.fromkeys(found)
    except TypeError:
        raise TypeError(f"{name}: expected hashable symbols, as in {name}='(['; got {symbols!r}") from None
    return found


def pairs_in(pairs: Any) -> list[tuple[Symbol, Symbol]]:
    """The pairs of a call and a return that the argument `pairs` lists."""
    try:
        found = [(c, r) for c, r in (pairs.items() if isinstance(pairs, Mapping) else pairs)]
        dict.fromkeys(found)
    except (TypeError, ValueError):
        raise TypeError(
            f"pairs: expected pairs of a call and a return, as in pairs=['()', '[]']; got {pairs!r}"
        ) from None
    return found


def patterns_in(patterns: Any) -> list[tuple[str, str]]:
    """The forms of calls and returns that the argument `patterns` lists."""
    try:
        found = [(c, r) for c, r in (patterns.items() if isinstance(patterns, Mapping) else patterns)]
    except (TypeError, ValueError):
        found = [(None, None)]
    if isinstance(patterns, str) or not all(isinstance(side, str) for pattern in found for side in pattern):
        raise TypeError(
            "patterns: expected pairs of the forms of calls and returns, as in"
            f" patterns=[('enter_*', 'exit_*')]; got {patterns!r}"
        )
    return found


class Samples:
    """A papni_samples with its alphabet, and the symbols for its names."""

    def __init__(
        self,
        call: Iterable[Symbol] = (),
        return_: Iterable[Symbol] = (),
        internal: Iterable[Symbol] = (),
        pairs: Iterable[Any] | Mapping[Any, Any] = (),
        patterns: Iterable[Any] | Mapping[str, str] = (),
        more: Iterable[Symbol] = (),
        names: dict[Symbol, str] | None = None,
    ) -> None:
        """`more` are the symbols of words that will be added, `names` the names of all symbols."""
        error = new_error()
        self.alphabet = ffi.gc(lib.papni_alphabet_new(ffi.NULL, error), lib.papni_alphabet_free)
        self.handle = ffi.gc(lib.papni_samples_new(self.alphabet, error), lib.papni_samples_free)
        declared = [
            ("call", lib.PAPNI_CALL, symbols_in("call", call)),
            ("return_", lib.PAPNI_RETURN, symbols_in("return_", return_)),
            ("internal", lib.PAPNI_INTERNAL, symbols_in("internal", internal)),
        ]
        paired = pairs_in(pairs)
        mentioned = [s for _, _, symbols in declared for s in symbols] + [s for p in paired for s in p]
        self.names = names or names_of([*mentioned, *more])
        self.symbols = {name: symbol for symbol, name in self.names.items()}
        for argument, kind, symbols in declared:
            for symbol in symbols:
                check(lib.papni_alphabet_declare(self.alphabet, kind, self.c_name(symbol), error), error, argument)
        for c, r in paired:
            check(lib.papni_alphabet_pair(self.alphabet, self.c_name(c), self.c_name(r), error), error, "pairs")
        for form, other in patterns_in(patterns):
            check(lib.papni_alphabet_pattern(self.alphabet, form.encode(), other.encode(), error), error, "patterns")

    @classmethod
    def owning(cls, handle: Any) -> Samples:
        """Samples that C has made, with an alphabet of their own."""
        samples = cls()
        samples.alphabet = ffi.gc(lib.papni_samples_alphabet(handle), lib.papni_alphabet_free)
        samples.handle = ffi.gc(handle, lib.papni_samples_free)
        return samples

    @property
    def lexer(self) -> str:
        """The name of the lexer that has read the words, or ""."""
        found = lib.papni_alphabet_lexer(self.alphabet)
        return text(found) if found else ""

    def declare_classes(self, classes: Any) -> None:
        """Declares symbols that do the same: an iterable of iterables of symbols."""
        for members in classes:
            symbols = symbols_in("classes", members)
            for symbol in symbols:
                if symbol not in self.names:
                    name = name_of(symbol)
                    if name in self.symbols:
                        raise ValueError(f"classes: {symbol!r} and {self.symbols[name]!r} have the same name")
                    self.names[symbol], self.symbols[name] = name, symbol
            error, names = new_error(), [ffi.new("char[]", self.c_name(symbol)) for symbol in symbols]
            status = lib.papni_alphabet_class(
                self.alphabet, ffi.new("char *[]", names or [ffi.NULL]), len(names), error
            )
            check(status, error, "classes")

    def c_name(self, symbol: Symbol) -> bytes:
        """The name of a symbol for C."""
        return self.names[symbol].encode()

    def number(self, symbol: Symbol) -> int:
        """The number of a symbol, which is added to the alphabet if it is new."""
        name = self.c_name(symbol)
        found = int(lib.papni_alphabet_find(self.alphabet, name, len(name)))
        if found == NO_SYMBOL:
            error = new_error()
            check(lib.papni_alphabet_declare(self.alphabet, lib.PAPNI_INTERNAL, name, error), error, "internal")
            found = int(lib.papni_alphabet_find(self.alphabet, name, len(name)))
        return found

    def __len__(self) -> int:
        """The number of words."""
        return int(lib.papni_samples_size(self.handle))

    def letters(self) -> list[str]:
        """The names of the alphabet, by number."""
        return [text(lib.papni_alphabet_name(self.alphabet, i)) for i in range(lib.papni_alphabet_size(self.alphabet))]

    def words(self, symbols: list[Symbol]) -> Iterator[tuple[tuple[Symbol, ...], bool]]:
        """The words and their labels; `symbols` maps the alphabet's numbers to symbols."""
        cursor, word = ffi.new("papni_cursor *"), ffi.new("papni_word *")
        while lib.papni_samples_next(self.handle, cursor, word):
            numbers = ffi.unpack(word.symbols, word.length) if word.length else []
            yield tuple(symbols[number] for number in numbers), word.label == lib.PAPNI_ACCEPT

    def placed_words(self, symbols: list[Symbol]) -> Iterator[tuple[tuple[Symbol, ...], bool, str, int]]:
        """The labelled words, with the file and the line of each."""
        cursor, word = ffi.new("papni_cursor *"), ffi.new("papni_word *")
        while lib.papni_samples_next(self.handle, cursor, word):
            if word.label != lib.PAPNI_UNKNOWN:
                yield (self.word_of(word, symbols), word.label == lib.PAPNI_ACCEPT, *_place(word))

    def word_of(self, word: Any, symbols: list[Symbol]) -> tuple[Symbol, ...]:
        """The symbols of a papni_word."""
        numbers = ffi.unpack(word.symbols, word.length) if word.length else []
        return tuple(symbols[number] for number in numbers)

    def known(self) -> list[Symbol]:
        """The symbols of the alphabet, by number."""
        return [self.symbols.get(name, name) for name in self.letters()]

    def contradictions(self, well_matched: bool) -> list[Contradiction]:
        """The words with two labels."""
        error, count = new_error(), ffi.new("size_t *")

        def find(room: int) -> Any:
            found = ffi.new("papni_contradiction[]", max(room, 1))

            def call() -> int:
                return int(lib.papni_samples_contradictions(self.handle, well_matched, found, room, count, error))

            check(patiently(call), error)
            return found

        find(0)
        found, symbols = find(count[0]), self.known()
        return [
            Contradiction(self.word_of(c.first, symbols), occurrence(c.first), occurrence(c.second))
            for c in found[0 : count[0]]
        ]

    def add(self, words: Words) -> None:
        """Adds words; their symbols must be in `more`."""
        error = new_error()
        names = [ffi.new("char[]", self.c_name(symbol)) for symbol in words.symbols]
        table, origin = ffi.new("char *[]", names), ffi.new("char[]", b"samples")

        def call() -> int:
            _live = names  # keeps them alive: the table has only their addresses
            with words.to_c(table, origin) as c_words:
                return int(lib.papni_samples_add_many(self.handle, c_words, error))

        check(patiently(call), error)

    def add_documents(self, samples: Any, lexer: str, word: str, label: str) -> None:
        """Adds documents from Python, with their labels."""
        if isinstance(samples, Words):
            raise ValueError("lexer: cannot be combined with papni.Words, which are symbols already")
        collector, c_lexer, count = Collector("samples"), new_lexer(lexer), 0
        for documents, labels in labelled_portions(samples, "samples", word, label):
            collector.add_labels(labels)
            for document in documents:
                if not isinstance(document, str):
                    kind = type(document).__name__
                    raise TypeError(f"samples: word {count + 1}: expected a str for the lexer, got {kind}")
                verdict, count = bool(collector.labels[count]), count + 1
                add_document(self, c_lexer, document, verdict, f"document {count}")

    def add_events(self, frame: Any, how: Mapping[str, Any]) -> None:
        """Adds the words of a table of events: as a CSV file with the same rows."""
        data, symbols = events_as_csv(frame, how)
        error, layout = new_error(), new_layout(how, "csv", ffi.NULL)
        buffer = ffi.from_buffer("char[]", data)

        def call() -> int:
            return int(lib.papni_layout_read(layout, self.handle, buffer, len(data), b"samples", error))

        check(if_long(len(data), call), error)
        for name in self.letters():
            self.symbols.setdefault(name, symbols.get(name, name))

    def read(self, paths: Any, how: Mapping[str, Any], verdict: bool | None = None) -> None:
        """Reads files of words, or of documents; all have the label `verdict`, unless it is None."""
        format, lexer = how["format"], how["lexer"]
        if format not in (*_FORMATS, *_DOCUMENTS):
            known = ", ".join(dict.fromkeys((*_FORMATS, *_DOCUMENTS)))
            raise ValueError(f"format: expected one of {known}, got {format!r}")
        if lexer is None and format not in _FORMATS:
            raise ValueError(f"format: {format!r} needs a lexer")
        if lexer is not None and format not in _DOCUMENTS:
            raise ValueError(f"format: {format!r} cannot be combined with a lexer")
        for argument in ("word", "label"):
            if not isinstance(how[argument], str):
                raise TypeError(f"{argument}: expected the name of a column, got {type(how[argument]).__name__}")
        c_lexer = ffi.NULL if lexer is None else new_lexer(lexer)
        layout, error, path = new_layout(how, format if lexer is None else "auto", c_lexer), new_error(), ""
        if verdict is not None:
            check(lib.papni_layout_set(layout, b"labels", b"accept" if verdict else b"reject", error), error)
        for path in map(os.fspath, [paths] if isinstance(paths, (str, os.PathLike)) else paths):
            if lexer is not None and (format == "list" or os.path.isdir(path)):
                patiently(functools.partial(add_folder, self, c_lexer, path, verdict))
            else:
                patiently(functools.partial(self._read_file, path, layout, c_lexer))
        if not len(self):
            raise InputError(f"{path}: no words")

    def _read_file(self, path: str, layout: Any, _lexer: Any) -> None:
        error = new_error()
        check(lib.papni_layout_read_file(layout, self.handle, c_path(path), error), error)
        if ignored := int(lib.papni_layout_ignored(layout)):
            message = f"{path}: ignored {ignored} lines or events outside of any word"
            warnings.warn(message, PapniWarning, stacklevel=2)

    def declare_model(self, model: Model) -> None:
        """Declares the symbols of a model, which files must not contradict."""
        error = new_error()
        known = lib.papni_model_alphabet(model._handle)
        for i in range(lib.papni_alphabet_size(known)):
            kind, name = lib.papni_alphabet_kind(known, i), lib.papni_alphabet_name(known, i)
            check(lib.papni_alphabet_declare(self.alphabet, kind, name, error), error)
