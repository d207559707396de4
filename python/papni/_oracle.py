"""Active learning: a function says which words are right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Callable, Optional

from ._callbacks import Watcher
from ._errors import InputError, check, fail, new_error
from ._model import Model
from ._papni import ffi, lib
from ._progress import reporting
from ._results import Asked
from ._sources import Samples
from ._words import LABELS, Label, Symbol, is_label, shown_item

Oracle = Callable[[Any], Optional[Label]]
Oracles = Callable[[list[Any]], Iterable[Optional[Label]]]
Equivalence = Callable[[Model], Any]

_PURPOSES = ("tokens", "samples", "symbols", "blocks", "pieces", "transitions", "checks", "repeated")


class _Teacher:
    """Calls the function for C; keeps its exception."""

    def __init__(self, many: Oracles, name: str) -> None:
        self.many = many
        self.name = name  # of the argument
        self.kept: BaseException | None = None
        self.handle = ffi.new_handle(self)

    def answer(self, words: list[Any], answers: Any) -> int:
        """Fills in the answers, as many as there are words."""
        found = list(self.many(words))
        if len(found) != len(words):
            raise ValueError(f"oracle_many: expected {len(words)} answers, got {len(found)}")
        if not lib.papni_python_answers(ffi.cast("void *", id(found)), answers, len(words)):
            found = [self.verdict(word, answer) for word, answer in zip(words, found)]
            lib.papni_python_answers(ffi.cast("void *", id(found)), answers, len(words))
        return int(lib.PAPNI_OK)

    def verdict(self, word: Any, answer: Any) -> bool | None:
        """An answer, which is None or a label."""
        if answer is None:
            return None
        if not is_label(answer):
            raise TypeError(
                f"{self.name}: expected True, False, '+', '-', or None for no answer, got {shown_item(answer)}"
                f" for the word {shown_item(word)}"
            )
        return LABELS[answer]


class _WordTeacher(_Teacher):
    def __init__(self, many: Oracles, name: str, symbols: list[Symbol], joined: bool) -> None:
        super().__init__(many, name)
        self.equivalence: Equivalence | None = None
        self.numbers = {symbol: number for number, symbol in enumerate(symbols)}
        self.names: Mapping[str, Symbol] = {}
        self.symbols = symbols
        self.joined = joined

    def words(self, questions: Any, count: int) -> list[Any]:
        """The words of a batch."""
        found: list[Any] = []
        objects = ffi.cast("void *", id(self.symbols)), ffi.cast("void *", id(found))
        if not lib.papni_python_words(questions, count, *objects):
            raise MemoryError
        return list(map("".join, found)) if self.joined else found

    def compare(self, model: Any, question: Any) -> bool:
        """Looks for a word that the model judges wrongly."""
        assert self.equivalence is not None
        found = self.equivalence(Model._wrap(model, self.names))
        if found is None:
            return False
        if not isinstance(found, Iterable):
            raise TypeError(
                f"equivalence: expected a word that the model classifies wrongly, or None, got {shown_item(found)}"
            )
        found = list(found)
        unknown = [symbol for symbol in found if symbol not in self.numbers]
        if unknown:
            raise ValueError(f"equivalence: {unknown[0]!r} is not in the alphabet")
        self.found = ffi.new("papni_symbol[]", [self.numbers[symbol] for symbol in found] or [0])
        question.symbols, question.length = self.found, len(found)
        return True


def _keep(kind: Any, value: Any, traceback: Any) -> None:
    ffi.from_handle(traceback.tb_frame.f_locals["context"]).kept = value


@ffi.def_extern(name="papni_python_ask_words", error=lib.PAPNI_CANCELLED, onerror=_keep)  # type: ignore[untyped-decorator]
def _ask_words(context: Any, questions: Any, count: int, answers: Any, error: Any) -> int:
    teacher = ffi.from_handle(context)
    return int(teacher.answer(teacher.words(questions, count), answers))


@ffi.def_extern(name="papni_python_ask_texts", error=lib.PAPNI_CANCELLED, onerror=_keep)  # type: ignore[untyped-decorator]
def _ask_texts(context: Any, texts: Any, count: int, answers: Any, error: Any) -> int:
    teacher = ffi.from_handle(context)
    words = [ffi.buffer(texts[i].bytes, texts[i].size)[:].decode() if texts[i].size else "" for i in range(count)]
    return int(teacher.answer(words, answers))


@ffi.def_extern(name="papni_python_equivalence", error=lib.PAPNI_CANCELLED, onerror=_keep)  # type: ignore[untyped-decorator]
def _equivalence(context: Any, model: Any, word: Any, found: Any, error: Any) -> int:
    found[0] = ffi.from_handle(context).compare(model, word)
    return int(lib.PAPNI_OK)


def learn_oracle(
    seeds: Any,
    oracle: Oracle | None,
    oracle_many: Oracles | None,
    declared: Mapping[str, Any],
    limits: Mapping[str, Any],
) -> Model:
    """Learns from right words and a function; without declared symbols, words are texts."""
    if oracle is not None and oracle_many is not None:
        raise ValueError("oracle_many: cannot be combined with oracle")
    function = oracle if oracle is not None else oracle_many
    if not callable(function):
        raise TypeError(f"oracle: expected a function, got {type(function).__name__}")
    name = "oracle" if oracle is not None else "oracle_many"
    many = oracle_many or (lambda words: [oracle(word) for word in words])  # type: ignore[misc]
    words, labels = _labelled(list(seeds), any(declared.values()))
    if limits["equivalence"] is None and not words:
        raise InputError("samples: no words")
    if limits["equivalence"] is None and not any(declared.values()) and all(isinstance(word, str) for word in words):
        return _learn_texts(words, labels, _Teacher(many, name), limits)
    return _learn_words(words, labels, (many, name), declared, limits)


def _labelled(seeds: list[Any], declared: bool) -> tuple[list[Any], list[int]]:
    """Words and their labels: a seed is a word, or a pair of a word and True or False."""
    pairs = [isinstance(seed, tuple) and len(seed) == 2 and isinstance(seed[1], bool) for seed in seeds]
    for seed in seeds:
        if not declared and isinstance(seed, tuple) and len(seed) == 2 and seed[1] in ("+", "-"):
            raise ValueError(
                f"samples: {shown_item(seed)} may be a word with a label, or a word of two symbols: "
                "write labels of seeds as True and False, and words of symbols as lists"
            )
    words = [seed[0] if pair else seed for seed, pair in zip(seeds, pairs)]
    codes = {True: int(lib.PAPNI_ACCEPT), False: int(lib.PAPNI_REJECT)}
    return words, [codes[seed[1]] if pair else int(lib.PAPNI_UNKNOWN) for seed, pair in zip(seeds, pairs)]


def _asking(kind: str, function: Any, teacher: _Teacher) -> Any:
    return ffi.new(
        f"{kind} *",
        {
            "size": ffi.sizeof(kind),
            "report_size": ffi.sizeof("papni_asked"),
            "oracle": function,
            "context": teacher.handle,
            "seed": 1,
        },
    )


def _learn_texts(words: Sequence[str], labels: list[int], teacher: _Teacher, limits: Mapping[str, Any]) -> Model:
    how = _asking("papni_text_asking", lib.papni_python_ask_texts, teacher)
    texts = [word.encode() for word in words]
    kept = [ffi.new("char[]", text) for text in texts]
    alphabet = ffi.new("char[]", limits["alphabet"].encode()) if limits["alphabet"] is not None else ffi.NULL
    how.alphabet = alphabet
    c_labels = ffi.new("papni_label[]", labels)
    how.labels = c_labels
    strings = ffi.new("papni_string[]", [(c, len(text)) for c, text in zip(kept, texts)])
    return _finish(teacher, how, limits, {}, lambda *rest: lib.papni_learn_text(strings, len(texts), how, *rest))


def _learn_words(
    words: Sequence[Any],
    labels: list[int],
    oracle: tuple[Oracles, str],
    declared: Mapping[str, Any],
    limits: Mapping[str, Any],
) -> Model:
    samples = Samples(**declared, more=dict.fromkeys(symbol for word in words for symbol in word))
    error = new_error()
    for word, label in zip(words, labels):
        names = [ffi.new("char[]", samples.c_name(symbol)) for symbol in word]
        table = ffi.new("char *[]", [*names, ffi.NULL])
        check(lib.papni_samples_add(samples.handle, table, len(names), label, error), error)
    symbols = [samples.symbols[name] for name in samples.letters()]
    joined = bool(words) and all(isinstance(word, str) for word in words)
    teacher = _WordTeacher(*oracle, symbols, joined)
    teacher.equivalence = limits["equivalence"]
    teacher.names = samples.symbols
    how = _asking("papni_asking", lib.papni_python_ask_words, teacher)
    if limits["equivalence"] is not None:
        how.equivalence = lib.papni_python_equivalence
    return _finish(
        teacher, how, limits, samples.symbols, lambda *rest: lib.papni_learn_oracle(samples.handle, how, *rest)
    )


def _finish(
    teacher: _Teacher, how: Any, limits: Mapping[str, Any], symbols: Mapping[str, Symbol], call: Callable[..., Any]
) -> Model:
    how.most, how.agree = limits["questions"] or 0, limits["agree"]
    report, error = ffi.new("papni_asked *"), new_error()
    with reporting(limits["progress"]) as report_progress:
        watcher = Watcher(report_progress)
        how.watch = watcher.watch[0]
        handle = ffi.gc(call(report, error), lib.papni_model_free)
    watcher.raise_kept()
    if teacher.kept:
        raise teacher.kept
    if not handle:
        fail(error)
    model = Model._wrap(handle, symbols)
    model.asked = Asked(
        questions=dict(zip(_PURPOSES, (int(n) for n in report.questions))),
        unanswered=int(report.unanswered),
        contradictions=int(report.contradictions),
        disagreements=int(report.disagreements),
        dropped=int(report.dropped),
        rejected=int(report.rejected),
        guesses=int(report.guesses),
        complete=bool(report.complete),
    )
    return model
