"""The parts and results of models."""

from __future__ import annotations

from typing import NamedTuple

from ._words import Symbol


class Transition(NamedTuple):
    """From `source` with `symbol` to `target`.

    For a return, `popped` is the call that it pops, and `caller` the state in which that
    call was made, or None if the transition does not depend on it.
    """

    source: int
    symbol: Symbol
    target: int
    popped: Symbol = None
    caller: int | None = None


class State(NamedTuple):
    """A state, with the transitions that leave it."""

    number: int
    accepting: bool
    transitions: tuple[Transition, ...]


class Alphabet(NamedTuple):
    """The symbols by kind; `pairs` are (call, return)."""

    internal: tuple[Symbol, ...]
    call: tuple[Symbol, ...]
    return_: tuple[Symbol, ...]
    pairs: tuple[tuple[Symbol, Symbol], ...]


class Statistics(NamedTuple):
    """Numbers of words, of dropped words, and the size of the prefix tree."""

    words: int
    positive: int
    negative: int
    dropped_positive: int
    dropped_negative: int
    tree_nodes: int
    states: int
    merges: int


class Asked(NamedTuple):
    """What active learning asked: the questions by purpose, and what to make of the model.

    `contradictions` are answers that changed when a word was asked again, `disagreements` the
    answers that the model does not agree with (0 if `complete`), `dropped` and `rejected` the
    words to learn from that are not well-matched or that the oracle rejects, and `guesses` the
    transitions that rest on a single answer.
    """

    questions: dict[str, int]
    unanswered: int
    contradictions: int
    disagreements: int
    dropped: int
    rejected: int
    guesses: int
    complete: bool


class Difference(NamedTuple):
    """A word on which two models differ; `first` and `second` say which of them accept it.

    If it is longer than requested, only the length is known.
    """

    word: tuple[Symbol, ...] | None
    length: int
    first: bool | None
    second: bool | None


class Evaluation(NamedTuple):
    """The results of a model on labelled words. 0/0 counts as 0.

    >>> result = Evaluation(tp=3, fp=1, fn=0, tn=4)
    >>> result.precision, result.recall, result.accuracy
    (0.75, 1.0, 0.875)
    """

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def precision(self) -> float:
        """The fraction of accepted words that are labelled as accepted."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """The fraction of words labelled as accepted that are accepted."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float:
        """The fraction of words that are classified correctly."""
        return _ratio(self.tp + self.tn, sum(self))


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


class Attempt(NamedTuple):
    """A setting that ``model="auto"`` tried.

    `bits` is the total length of its model and of the accepted words written down with it,
    `accepted_wrongly` how many rejected words the model accepts.
    """

    settings: dict[str, str | int]
    states: int
    bits: float
    accepted_wrongly: int
    chosen: bool
