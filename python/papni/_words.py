"""Words from Python: any iterable, a DataFrame, arrays of ids.

All of them become arrays of ids with offsets, which the C library takes.
"""

from __future__ import annotations

import contextlib
import enum
import numbers
import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, islice
from typing import Any, Callable, Protocol, Union

from ._papni import ffi, lib

Symbol = Hashable
Word = Union[str, Sequence[Any]]
Label = Union[bool, int, str]

NO_SYMBOL = int(lib.PAPNI_NO_SYMBOL)

# Python handles signals between two portions, so that Ctrl-C works.
PORTION = 8192

# Iterable, but without a meaningful order.
_UNORDERED = (set, frozenset, Mapping)

LABELS: dict[Any, bool] = {True: True, False: False, "+": True, "-": False}


class Frame(Protocol):
    """The part of pandas.DataFrame that is used here."""

    @property
    def columns(self) -> Any:
        """Its columns' names."""
        ...

    def __getitem__(self, key: Any, /) -> Any:
        """A column."""
        ...


class Words:
    """Words as arrays of ids with offsets; they are not copied.

    Word ``i`` is ``ids[offsets[i]:offsets[i + 1]]``, and each id is an index into
    `symbols`. Any array with a buffer works: NumPy's, ``array.array``, ``memoryview``.
    Ids are integers of 1, 2, 4 or 8 bytes, offsets of 8 bytes, and labels NumPy's bool
    (offsets of 4 bytes and other labels are copied).

    >>> from array import array
    >>> words = Words(array("H", [0, 1, 0, 0, 1, 1, 1]), array("q", [0, 2, 6, 7]),
    ...               symbols="()", labels=[True, True, False])
    >>> len(words)
    3
    """

    def __init__(self, ids: Any, offsets: Any, symbols: Sequence[Symbol], labels: Any = None) -> None:
        """Checks the shape of the arrays; their contents are checked when they are used."""
        self.ids = _array("ids", ids, (1, 2, 4, 8))
        self.offsets = _wide(_array("offsets", offsets, (4, 8)))
        if not len(self.offsets):
            raise ValueError("offsets: expected one more than the number of words, so at least one")
        try:
            self.symbols = list(symbols)
        except TypeError:
            raise TypeError(f"symbols: expected a sequence of symbols, got {_kind(symbols)}") from None
        _check_symbols(self.symbols)
        self.labels = None if labels is None else _labels("labels", labels)
        if self.labels is not None and len(self.labels) != len(self):
            raise ValueError(f"labels: expected {len(self)}, one per word, got {len(self.labels)}")

    def __len__(self) -> int:
        """The number of words."""
        return len(self.offsets) - 1

    @contextlib.contextmanager
    def to_c(self, names: Any = ffi.NULL, origin: Any = ffi.NULL) -> Iterator[Any]:
        """A papni_words for the arrays, valid inside a with block.

        The arrays are released at its end: before Python 3.13, garbage collection fails on a
        memoryview with exported buffers.
        """
        with contextlib.ExitStack() as lent:
            labels = self.labels
            yield ffi.new(
                "papni_words *",
                {
                    "ids": lent.enter_context(ffi.from_buffer(self.ids)),
                    "id_bytes": self.ids.itemsize,
                    "id_count": len(self.ids),
                    "offsets": lent.enter_context(ffi.from_buffer("uint64_t[]", self.offsets)),
                    "accepted": ffi.NULL
                    if labels is None
                    else lent.enter_context(ffi.from_buffer("uint8_t[]", labels)),
                    "count": len(self),
                    "names": names,
                    "name_count": len(self.symbols),
                    "origin": origin,
                },
            )

    def count_ids(self) -> list[int]:
        """The number of occurrences of each symbol."""
        counts = ffi.new("size_t[]", len(self.symbols))
        with self.to_c() as words:
            lib.papni_python_count_ids(words, counts)
        return list(counts)


class _Table(dict[Any, int]):
    """Numbers symbols in the order of their first occurrence."""

    def __missing__(self, symbol: Any) -> int:
        number = self[symbol] = len(self)
        return number


def _kind(value: object) -> str:
    return type(value).__name__


def is_hashable(value: object) -> bool:
    """Is this hashable, so that it can be a symbol?"""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _array(name: str, value: Any, sizes: tuple[int, ...]) -> memoryview:
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"{name}: expected an array of integers, got {_kind(value)}") from None
    if view.format[:1] in (">!" if sys.byteorder == "little" else "<"):
        raise TypeError(f"{name}: expected integers in this machine's byte order ({sys.byteorder} endian)")
    if view.ndim != 1 or not view.c_contiguous or view.format.lstrip("@=") not in set("bBhHiIlLqQnN"):
        raise TypeError(f"{name}: expected a contiguous one-dimensional array of integers")
    if view.itemsize not in sizes:
        wanted = " or ".join(map(str, sizes))
        raise TypeError(f"{name}: expected integers of {wanted} bytes, got {view.itemsize}")
    return view


def _wide(offsets: memoryview) -> memoryview:
    return offsets if offsets.itemsize == 8 else memoryview(array("q", offsets.tolist()))


def _check_symbols(symbols: list[Any]) -> None:
    seen: set[Any] = set()
    for symbol in symbols:
        if not is_hashable(symbol):
            raise TypeError(f"symbols: the symbol {symbol!r} is not hashable")
        if symbol in seen:
            raise ValueError(f"symbols: {symbol!r} occurs twice")
        seen.add(symbol)


def _labels(name: str, labels: Any) -> Any:
    """One byte per label: the array itself, if it has bools."""
    try:
        view = memoryview(labels)
        if view.format == "?" and view.ndim == 1 and view.c_contiguous:
            return view
    except TypeError:
        pass
    labels = list(labels)
    try:
        return bytearray(map(LABELS.__getitem__, labels))
    except (KeyError, TypeError):
        raise _bad_label(name, 0, labels) from None


def is_label(label: Any) -> bool:
    """Is it True, False, "+" or "-", or equal to one of them?"""
    try:
        return label in LABELS
    except TypeError:
        return False


def _place(name: str, place: int) -> str:
    """The prefix of a message about a word; words count from 1, like lines."""
    return "" if name == "word" else f"word {place + 1}: "


def _bad_label(name: str, start: int, labels: list[Any]) -> ValueError:
    place, label = next((start + i, label) for i, label in enumerate(labels) if not is_label(label))
    return ValueError(f"{name}: {_place(name, place)}expected the label True, False, '+' or '-', got {label!r}")


def _portions(name: str, words: Iterable[Any]) -> Iterator[list[Any]]:
    try:
        rest = iter(words)
    except TypeError:
        raise TypeError(f"{name}: expected an iterable, got {_kind(words)}") from None
    return iter(lambda: list(islice(rest, PORTION)), [])


def _bad_word(name: str, place: int, word: Any) -> Exception:
    """The exception for an invalid word."""
    which = _place(name, place)
    if isinstance(word, _UNORDERED):
        return TypeError(f"{name}: {which}a {_kind(word)} has no order: use a list or a tuple")
    if hasattr(word, "__len__") and hasattr(word, "__iter__"):
        for symbol in word:
            if not is_hashable(symbol):
                return TypeError(f"{name}: {which}the symbol {symbol!r} is not hashable")
    return TypeError(f"{name}: {which}expected a str or a sequence of symbols, got {_kind(word)}")


def _letters(words: list[Any]) -> bytes | None:
    """The symbols of all words, one byte each, if all are single characters up to U+00FF.

    Joining text is fastest in Python. If symbols are joined by a mark, and marks and other
    characters alternate in the result, every symbol is a single character.
    """
    try:
        if set(map(type, words)) == {str}:
            return "".join(words).encode("latin-1")
        joined = "\0".join(chain.from_iterable(words)).encode("latin-1")
    except (TypeError, UnicodeEncodeError):
        return None
    letters, marks = joined[::2], joined[1::2]
    single = len(letters) == sum(map(len, words)) == len(marks) + 1 and marks == bytes(len(marks)) and 0 not in letters
    return letters if single else None


class Collector:
    """Converts words to ids, portion by portion."""

    def __init__(self, name: str) -> None:
        """`name` is the name of the argument, for messages."""
        self.name = name
        self.table = _Table()
        self.ids: Any = bytearray()  # two bytes per id if one is not enough
        self.lengths = array("Q")
        self.labels = bytearray()

    def add(self, words: list[Any]) -> None:
        """Adds a portion of words."""
        try:
            if any(issubclass(kind, _UNORDERED) for kind in set(map(type, words))):
                raise TypeError
            first = len(self.lengths)
            self.lengths.extend(map(len, words))
            if not self._add_numbers(words, sum(self.lengths[first:])):
                self._add_ids(words)
        except OverflowError:
            raise ValueError(f"{self.name}: more than 65000 different symbols") from None
        except TypeError:
            start = len(self.labels)
            for i, word in enumerate(words):
                try:
                    if isinstance(word, _UNORDERED):
                        raise TypeError
                    len(word)
                    dict.fromkeys(word)
                except TypeError:
                    raise _bad_word(self.name, start + i, word) from None
            raise

    def _add_numbers(self, words: list[Any], length: int) -> bool:
        """Adds lists and tuples of symbols; False if Python has to do it."""
        if not length or not isinstance(words[0], (list, tuple)):
            return False
        found = array("H", bytes(2 * length))
        with ffi.from_buffer("uint16_t[]", found, require_writable=True) as numbers:
            objects = ffi.cast("void *", id(words)), ffi.cast("void *", id(self.table))
            if lib.papni_python_number(*objects, numbers, length) != length:
                return False
        if isinstance(self.ids, bytearray):
            self.ids = array("H", self.ids)
        self.ids += found
        return True

    def _add_ids(self, words: list[Any]) -> None:
        number = self.table.__getitem__
        if isinstance(self.ids, bytearray):
            try:
                letters = _letters(words)
                if letters is None:
                    self.ids += bytes(map(number, chain.from_iterable(words)))
                else:
                    self.ids += letters.translate(self._numbers_of(letters))
                return
            except ValueError:  # an id that does not fit a byte
                self.ids = array("H", self.ids)
        self.ids.extend(map(number, chain.from_iterable(words)))

    def _numbers_of(self, letters: bytes) -> bytearray:
        """The id of each letter that occurs."""
        numbers = bytearray(256)
        while letters:
            numbers[letters[0]] = self.table[chr(letters[0])]
            letters = letters.translate(None, letters[:1])
        return numbers

    def add_labels(self, labels: list[Any]) -> None:
        """Adds the labels of a portion."""
        try:
            self.labels += bytes(map(LABELS.__getitem__, labels))
        except (KeyError, TypeError):
            raise _bad_label(self.name, len(self.labels), labels) from None

    def finish(self, labelled: bool) -> Words:
        """All words that were added."""
        offsets = array("Q", accumulate(self.lengths, initial=0))
        words = Words(self.ids, offsets, list(self.table))
        if labelled:
            words.labels = self.labels
        return words


# Converts a document to a word.
Reader = Callable[[str], list[Any]]


def plain_words(words: Iterable[Word] | Words, name: str, read: Reader | None = None) -> Words:
    """Words without labels; `read` converts words that are a str."""
    if isinstance(words, Words):
        return words
    if isinstance(words, str):
        raise TypeError(
            f"{name}: expected an iterable of words, got a str: put a single word into a list, as in [{words!r}]"
        )
    if hasattr(words, "columns"):
        raise TypeError(f"{name}: expected an iterable of words, got a {_kind(words)}: pass its column of words")
    collector = Collector(name)
    for portion in _portions(name, words):
        collector.add(_read_all(portion, read))
        collector.labels.extend(bytes(len(portion)))
    return collector.finish(labelled=False)


def _read_all(words: list[Any], read: Reader | None) -> list[Any]:
    return [read(word) if isinstance(word, str) else word for word in words] if read else words


def labelled_words(samples: Any, name: str, word: str, label: str, read: Reader | None = None) -> Words:
    """Words with labels, from an iterable of pairs, a DataFrame or arrays."""
    if isinstance(samples, Words):
        if samples.labels is None:
            raise ValueError(f"{name}: the words have no labels")
        return samples
    collector = Collector(name)
    for words, labels in labelled_portions(samples, name, word, label):
        collector.add(_read_all(words, read))
        collector.add_labels(labels)
    return collector.finish(labelled=True)


def labelled_pairs(samples: Any, name: str, word: str, label: str) -> Iterator[tuple[Any, bool]]:
    """Words with labels, one by one."""
    collector = Collector(name)
    for words, labels in labelled_portions(samples, name, word, label):
        collector.labels.clear()
        collector.add_labels(labels)
        yield from zip(words, map(bool, collector.labels))


def shown_item(item: Any) -> str:
    """An item for a message, shortened."""
    shown = repr(item)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _unlabelled(name: str, start: int, portion: list[Any]) -> TypeError:
    """The exception for a str where a pair is expected."""
    place, item = next((start + i + 1, item) for i, item in enumerate(portion) if isinstance(item, str))
    return TypeError(
        f"{name}: item {place} is the str {shown_item(item)}, not a pair of a word and a label: for accepted"
        " words alone, write [(word, True) for word in words]; for files, write [pathlib.Path(name) for name in names]"
    )


def labelled_portions(samples: Any, name: str, word: str, label: str) -> Iterator[tuple[list[Any], list[Any]]]:
    """Words and labels, from an iterable of pairs or a DataFrame."""
    if hasattr(samples, "columns"):
        for column in (word, label):
            if column not in samples.columns:
                raise ValueError(f"{name}: no column {column!r}")
        samples = zip(samples[word], samples[label])
    if isinstance(samples, Mapping):
        raise TypeError(
            f"{name}: got a {_kind(samples)}: for a dict from words to labels, pass its items, samples.items()"
        )
    start = 0
    for portion in _portions(name, samples):
        if str in set(map(type, portion)):
            raise _unlabelled(name, start, portion)
        try:
            words, labels = [w for w, _ in portion], [v for _, v in portion]
        except (TypeError, ValueError):
            for i, item in enumerate(portion):
                if not (isinstance(item, Sequence) or hasattr(item, "__len__")) or len(item) != 2:
                    raise TypeError(
                        f"{name}: item {start + i + 1}: expected a pair of a word and a label, as in ('ab', True);"
                        f" got {shown_item(item)}"
                    ) from None
            raise
        yield words, labels
        start += len(portion)


# ---- names ----


def _is_name(text: str) -> bool:
    return bool(text) and not any(c < " " or "\x7f" <= c < "\xa0" or "\ud800" <= c < "\ue000" for c in text)


def name_of(symbol: Symbol) -> str:
    """The name of a symbol in files, pictures and messages.

    >>> [name_of(s) for s in ("(", 7, ("a", 1), "")]
    ['(', '7', "('a', 1)", "''"]
    """
    if isinstance(symbol, enum.Enum):
        name = f"{_kind(symbol)}.{symbol.name}"
    elif isinstance(symbol, str):
        name = str.__str__(symbol)
    elif isinstance(symbol, numbers.Integral) and not isinstance(symbol, bool):
        name = str(int(symbol))
    else:
        name = repr(symbol)
    return name if _is_name(name) else ascii(name)


def names_of(symbols: Iterable[Symbol]) -> dict[Symbol, str]:
    """A unique name for each symbol."""
    names: dict[Symbol, str] = {}
    taken: set[str] = set()
    symbols = list(dict.fromkeys(symbols))
    # A str that can be a name is always its own.
    for symbol in sorted(symbols, key=lambda s: not (isinstance(s, str) and _is_name(s))):
        name = name_of(symbol)
        if name in taken:
            name = f"{name} ({_kind(symbol)})"
        tries = 2
        while name in taken:
            name = f"{name_of(symbol)} ({_kind(symbol)} {tries})"
            tries += 1
        taken.add(name)
        names[symbol] = name
    return names
