"""Counts of words in a model, and how likely words are by them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from ._callbacks import if_long, patiently
from ._combine import owned
from ._errors import PapniWarning, check, fail, new_error
from ._papni import ffi, lib
from ._results import Counts, Score
from ._run import numbers_of, numbers_of_samples, reader_of
from ._sources import Samples
from ._words import NO_SYMBOL, PORTION, Word, Words, plain_words

if TYPE_CHECKING:
    from ._model import Model


def needs_counts(model: Model) -> None:
    """Raises if there are none."""
    if not lib.papni_model_has_counts(model._handle):
        raise ValueError("the model has no counts: use learn(..., counts=True) or Model.with_counts")


def with_given(model: Model, counts: Counts | None) -> Any:
    """A papni_model with these counts, or without any."""
    error, ended, taken = new_error(), ffi.NULL, ffi.NULL
    if counts is not None:
        if len(counts.ended) != len(model) or any(number < 0 for number in counts.ended):
            raise ValueError(f"counts: expected {len(model)} non-negative numbers of words that end in states")
        if set(counts.taken) - set(model.transitions):
            raise ValueError("counts: the model does not have all these transitions")
        ended = ffi.new("uint64_t[]", counts.ended)
        taken = ffi.new("uint64_t[]", [counts.taken.get(t, 0) for t in model.transitions])
    handle = owned(lib.papni_model_with_counts(model._handle, ended, taken, error))
    if not handle:
        fail(error)
    return handle


def with_counted(model: Model, words: Samples) -> Any:
    """A papni_model with the counts of the accepted words."""
    error, rejected = new_error(), ffi.new("size_t *")

    def call() -> Any:
        return owned(lib.papni_model_count(model._handle, words.handle, rejected, error))

    handle = patiently(call)
    if not handle:
        fail(error)
    if rejected[0]:
        message = f"the model rejects {rejected[0]} of the accepted words, which do not count"
        warnings.warn(message, PapniWarning, stacklevel=4)
    return handle


def score(model: Model, words: Samples) -> Score:
    """How likely the accepted words are."""
    error, run, symbols = new_error(), model._new_run(), numbers_of_samples(model, words, model.lexer is not None)
    cursor, sums = ffi.new("papni_cursor *"), ffi.new("double[4]")

    def call() -> int:
        return int(lib.papni_python_score(run, words.handle, symbols, cursor, PORTION, sums, error))

    while cursor.word < len(words):
        check(patiently(call), error)
    return Score(int(sums[0]), int(sums[1]), int(sums[2]), float(sums[3]))


def score_words(model: Model, words: Words) -> list[float]:
    """The bits of each word, per symbol and end."""
    error, run, found = new_error(), model._new_run(), ffi.new("double[]", len(words))
    numbers = ffi.from_buffer("papni_symbol[]", numbers_of(model, words))

    def call() -> int:
        with words.to_c() as c_words:
            return int(lib.papni_python_score_words(run, c_words, numbers, 0, len(words), found, error))

    check(if_long(len(words.ids), call), error)
    return list(found)


def bits(model: Model, word: Word) -> tuple[float, ...]:
    """The bits of each symbol of a word and of its end."""
    needs_counts(model)
    reader = reader_of(model)
    symbols = list(reader(word) if reader is not None and isinstance(word, str) else word)
    plain_words((symbols,), "word")
    numbers = ffi.new("papni_symbol[]", [model._numbers.get(s, NO_SYMBOL) for s in symbols] or [0])
    error, found, run = new_error(), ffi.new("double[]", len(symbols) + 1), model._new_run()

    def call() -> int:
        return int(lib.papni_python_bits(run, numbers, len(symbols), found, error))

    check(if_long(len(symbols), call), error)
    return tuple(float(b) for b in found)
