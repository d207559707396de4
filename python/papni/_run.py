"""Running many words: which of them a model accepts."""

from __future__ import annotations

import functools
import itertools
from array import array
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._callbacks import if_long, patiently
from ._check import Checker, is_document
from ._documents import UNLEXED, new_lexer, tokens
from ._errors import check, new_error
from ._layout import has_events, table_of, with_labels
from ._papni import ffi, lib
from ._results import Evaluation, Misjudged
from ._sources import Samples, Source, is_path, samples_of
from ._words import NO_SYMBOL, PORTION, Reader, Words, labelled_pairs, labelled_words

if TYPE_CHECKING:
    from ._model import Model

_UNKNOWN = object()  # not a symbol of any model


# ---- words for a model ----


def reader_of(model: Model) -> Reader | None:
    """A function from documents to words, if the model has a lexer."""
    if model.lexer is None:
        return None
    lexer, known = new_lexer(model.lexer), model._by_name()
    known.pop(UNLEXED, None)
    return lambda document: [known.get(t.name, _UNKNOWN) for t in tokens(lexer, document) if t.name is not None]


def words_of(model: Model, samples: Source, how: dict[str, Any]) -> Samples:
    """Labelled words for a model, in any form that `papni.learn` takes."""
    lexer = _lexer_for(model, how)
    return samples_of(samples, {} if lexer is not None else _declaration(model), {**how, "lexer": lexer})


def numbers_of(model: Model, words: Words) -> array[int]:
    """The symbols of words, as the model numbers them."""
    return array("H", [model._numbers.get(symbol, NO_SYMBOL) for symbol in words.symbols])


def numbers_of_samples(model: Model, samples: Samples, lexed: bool) -> Any:
    """The same for samples; what a lexer cannot read is no symbol."""
    known = model._numbers_by_name()
    if lexed:
        known.pop(UNLEXED, None)
    return ffi.new("papni_symbol[]", [known.get(name, NO_SYMBOL) for name in samples.letters()] or [0])


def _lexer_for(model: Model, how: dict[str, Any]) -> str | None:
    """The model's lexer, unless the samples are tokens already."""
    logs = has_events(how) or how["regex"] is not None
    return model.lexer if how["format"] in ("auto", "lines", "list") and not logs else None


def _declaration(model: Model) -> dict[str, Any]:
    """The model's calls and returns, as arguments, which files must not contradict."""
    kinds = list(zip(model._symbols, model._kinds()))
    return {
        "call": [symbol for symbol, kind in kinds if kind == lib.PAPNI_CALL],
        "return_": [symbol for symbol, kind in kinds if kind == lib.PAPNI_RETURN],
    }


def _is_read(source: Any, how: Mapping[str, Any]) -> bool:
    """Is it a file, or a table of events, instead of words?"""
    return is_path(source) or (hasattr(source, "columns") and has_events(how))


# ---- running them ----


def run_words(model: Model, words: Words) -> bytearray:
    """A byte for each word: 1 if it is accepted."""
    error, run, accepted = new_error(), model._new_run(), bytearray(len(words))
    symbols = numbers_of(model, words)
    verdicts, numbers = ffi.from_buffer("bool[]", accepted), ffi.from_buffer("papni_symbol[]", symbols)

    def call(first: int, last: int) -> int:
        with words.to_c() as c_words:
            return int(lib.papni_python_run_words(run, c_words, numbers, first, last, verdicts, error))

    for first in range(0, len(words), PORTION):
        portion = functools.partial(call, first, min(first + PORTION, len(words)))
        check(if_long(len(words.ids), portion), error)
    return accepted


def evaluate(model: Model, samples: Source, how: dict[str, Any]) -> Evaluation:
    """How many labelled words the model judges right and wrong."""
    source: Any = table_of(samples)
    if _is_read(source, how):
        return _evaluate_files(model, source, how)
    words = labelled_words(with_labels(source, how), "samples", how["word"], how["label"], reader_of(model))
    counts = Counter(zip(map(int, map(bool, bytes(words.labels or b""))), run_words(model, words)))
    return Evaluation(counts[1, 1], counts[0, 1], counts[1, 0], counts[0, 0])


def _evaluate_files(model: Model, source: Any, how: dict[str, Any]) -> Evaluation:
    lexer = _lexer_for(model, how)
    samples = _read(model, source, {**how, "lexer": lexer})
    error, run, symbols = new_error(), model._new_run(), numbers_of_samples(model, samples, lexer is not None)
    cursor, counts = ffi.new("papni_cursor *"), ffi.new("size_t[6]")

    def call() -> int:
        return int(lib.papni_python_run_samples(run, samples.handle, symbols, cursor, PORTION, counts, error))

    while cursor.word < len(samples):
        check(patiently(call), error)
    return Evaluation(tp=counts[5], fp=counts[4], fn=counts[2], tn=counts[1])


def _read(model: Model, source: Any, how: dict[str, Any]) -> Samples:
    """The words of files or of a table of events, with the model's symbols."""
    samples = Samples()
    if not model._is_flat:
        samples.declare_model(model)
    if is_path(source):
        samples.read(source, how)
    else:
        samples.add_events(source, how)
    return samples


def errors(model: Model, samples: Source, how: dict[str, Any]) -> list[Misjudged]:
    """The labelled words that the model judges wrong."""
    checker, source = Checker(model), table_of(samples)
    if not _is_read(source, how) and not isinstance(source, Words):
        pairs = labelled_pairs(with_labels(source, how), "samples", how["word"], how["label"])
        given = zip(itertools.count(1), pairs)
        return [
            Misjudged(item if is_document(model, item) else tuple(item), accepted, "samples", line, verdict)
            for line, (item, accepted) in given
            if (verdict := checker.judge(item)).accepted != accepted
        ]
    lexer = _lexer_for(model, how) if is_path(source) else None
    read, known = samples_of(source, _declaration(model), {**how, "lexer": lexer}), model._by_name()
    symbols = [_UNKNOWN if lexer and n == UNLEXED else known.get(n, n) for n in read.letters()]
    return [
        Misjudged(letters, accepted, file, line, verdict)
        for letters, accepted, file, line in read.placed_words(symbols)
        if (verdict := checker.judge(list(letters))).accepted != accepted
    ]
