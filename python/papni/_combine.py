"""Combining and comparing models."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._callbacks import Watcher, patiently
from ._errors import PapniWarning, check, fail, new_error, text
from ._papni import ffi, lib
from ._progress import ShowsProgress, reporting
from ._results import Difference
from ._words import Symbol, names_of

if TYPE_CHECKING:
    from ._model import Model

_HASHED = 3  # words of up to this length count for the hash


def owned(handle: Any) -> Any:
    """A papni_model that is freed automatically."""
    return ffi.gc(handle, lib.papni_model_free)


def long_call(function: Any, arguments: tuple[Any, ...], live: Any, progress: ShowsProgress = None) -> tuple[Any, Any]:
    """Calls ``function(*arguments, watch, error)``, which may take long; the result and the error."""
    with reporting(progress) as report:
        watcher, error = Watcher(report), new_error()

        def call() -> Any:
            _live = live, watcher  # C reads them as long as it runs
            return function(*arguments, watcher.watch, error)

        result = patiently(call, watcher)
    watcher.raise_kept()
    return result, error


def common_symbols(one: Model, other: Model) -> dict[str, Symbol]:
    """The symbols of both models by name; a name must stand for the same symbol in both."""
    symbols = one._by_name()
    for name, symbol in other._by_name().items():
        if symbols.setdefault(name, symbol) != symbol:
            raise ValueError(f"the name {name!r} stands for {symbols[name]!r} and for {symbol!r}")
    return symbols


def combine(one: Model, other: Model | None, operation: int) -> tuple[Any, dict[str, Symbol]]:
    """The minimal papni_model of a combination, and its symbols by their names."""
    symbols = one._by_name() if other is None else common_symbols(one, other)
    _warn(one, other)
    other_handle = ffi.NULL if other is None else other._handle
    handle, error = long_call(
        lambda *rest: owned(lib.papni_combine(*rest)), (one._handle, other_handle, operation), (one, other)
    )
    if not handle:
        fail(error)
    return minimized(handle), symbols


def minimized(handle: Any, progress: ShowsProgress = None) -> Any:
    """The minimal papni_model that is equivalent to another."""
    found, error = long_call(lambda *rest: owned(lib.papni_minimize(*rest)), (handle,), handle, progress)
    if not found:
        fail(error)
    return found


def _warn(one: Model, other: Model | None) -> None:
    """The warnings of `papni ops`."""
    if other is None:
        return
    if one._is_flat != other._is_flat:
        which = "first" if one._is_flat else "second"
        message = f"the {which} model is a dfa: with a model with a stack, only its well-matched words count"
        warnings.warn(message, PapniWarning, stacklevel=5)
    if one.lexer and other.lexer and one.lexer != other.lexer:
        message = "the models were learned with different lexers: the result has none"
        warnings.warn(message, PapniWarning, stacklevel=5)


def new_least(one: Model, other: Model | None, operation: int, watcher: Watcher) -> Any:
    """A papni_least that is freed automatically."""
    error = new_error()
    other_handle = ffi.NULL if other is None else other._handle

    def call() -> Any:
        _live = one, other
        least = lib.papni_least_new(one._handle, other_handle, operation, watcher.watch, error)
        return ffi.gc(least, lib.papni_least_free)

    least = patiently(call, watcher)
    watcher.raise_kept()
    if not least:
        fail(error, "other")
    return least


def next_least(least: Any, longest: int, watcher: Watcher, live: Any) -> Any:
    """The next papni_least_word, or None after the last."""
    error, word, found = new_error(), ffi.new("papni_least_word *"), ffi.new("bool *")

    def call() -> int:
        _live = live, least  # keeps them alive while C compares them
        return int(lib.papni_least_next(least, longest, word, found, error))

    status = patiently(call, watcher)
    watcher.raise_kept()
    check(status, error)
    return word if found[0] else None


def equivalent(one: Model, other: Model) -> bool:
    """Do the models accept the same words?"""
    if one.to_json() == other.to_json():
        return one._symbols == other._symbols
    try:
        common_symbols(one, other)
        watcher = Watcher()
        least = new_least(one, other, lib.PAPNI_EITHER, watcher)
    except ValueError:  # a symbol that means different things
        return False
    return next_least(least, 0, watcher, (one, other)) is None


def hash_of(model: Model) -> int:
    """Equal for models that accept the same words: the numbers of short words."""
    return hash(tuple(count(model, _HASHED)))


def count(model: Model, most: int, progress: ShowsProgress = None) -> list[int | float]:
    """The number of accepted words of each length up to `most`."""
    counter, error = long_call(lib.papni_counter_new, (model._handle, most), model, progress)
    if not counter:
        fail(error, "length")
    try:
        found = [float(lib.papni_counter_count(counter, i)) for i in range(most + 1)]
    finally:
        lib.papni_counter_free(counter)
    return [int(n) if n < 2.0**53 else n for n in found]


def renamed(model: Model, names: Mapping[Symbol, Symbol]) -> tuple[Any, dict[str, Symbol]]:
    """A papni_model with other symbols, and the symbols by their names."""
    if not isinstance(names, Mapping):
        raise TypeError(f"names: expected a mapping of symbols, got {type(names).__name__}")
    for symbol in names:
        if symbol not in model._numbers:
            raise ValueError(f"names: the model has no symbol {symbol!r}")
    table = names_of(dict.fromkeys([*model._symbols, *names.values()]))
    new = [ffi.new("char[]", table[names[s]].encode()) if s in names else ffi.NULL for s in model._symbols]
    c_names, error, watcher = ffi.new("char *[]", [*new, ffi.NULL]), new_error(), Watcher()

    def call() -> Any:
        _live = new  # C reads them as long as it runs
        return owned(lib.papni_rename(model._handle, c_names, watcher.watch, error))

    handle = patiently(call, watcher)
    if not handle:
        fail(error, "names")
    return handle, {name: symbol for symbol, name in table.items()}


def differences(one: Model, other: Model, n: int, longest: int, progress: ShowsProgress) -> list[Difference]:
    """The `n` shortest words on which two models differ."""
    found: list[Difference] = []
    with reporting(progress) as report:
        watcher = Watcher(report)
        least = new_least(one, other, lib.PAPNI_EITHER, watcher)
        alphabet = lib.papni_least_alphabet(least)
        while len(found) < n:
            word = next_least(least, longest, watcher, (one, other))
            if word is None:
                break
            found.append(_difference(one, other, alphabet, word))
            if found[-1].word is None:
                break
    return found


def _difference(one: Model, other: Model, alphabet: Any, word: Any) -> Difference:
    symbols = {**other._by_name(), **one._by_name()}
    if not word.symbols:
        return Difference(None, int(word.length), None, None)
    letters = named(symbols, alphabet, word.symbols, int(word.length))
    return Difference(letters, len(letters), bool(word.first), bool(word.second))


def accepts_nothing(model: Model) -> bool:
    """Does the model accept no word?"""
    watcher = Watcher()
    least = new_least(model, None, lib.PAPNI_UNION, watcher)
    return next_least(least, 0, watcher, model) is None


def named(names: Mapping[str, Symbol], alphabet: Any, numbers: Any, length: int) -> tuple[Symbol, ...]:
    """A word of C in the symbols of Python."""
    found = ffi.unpack(numbers, length) if length else []
    return tuple(names[text(lib.papni_alphabet_name(alphabet, i))] for i in found)
