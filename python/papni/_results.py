"""What models are made of, and what they answer."""

from __future__ import annotations

from typing import NamedTuple

from ._words import Symbol


class Transition(NamedTuple):
    """From `source` with `symbol` to `target`.

    For a return, `popped` is the call that it takes off the stack, and `caller` the
    state in which that call was made; None where the transition does not look at it.
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
    """What each symbol does to the stack; `pairs` are (call, return)."""

    internal: tuple[Symbol, ...]
    call: tuple[Symbol, ...]
    return_: tuple[Symbol, ...]
    pairs: tuple[tuple[Symbol, Symbol], ...]


class Statistics(NamedTuple):
    """What learning met: words, words that are not well-matched, the prefix tree."""

    words: int
    positive: int
    negative: int
    dropped_positive: int
    dropped_negative: int
    tree_nodes: int
    states: int
    merges: int


class Difference(NamedTuple):
    """A word on which two models differ; `first` and `second` say which of them accept it.

    Where it is longer than was asked for, only the length is known.
    """

    word: tuple[Symbol, ...] | None
    length: int
    first: bool | None
    second: bool | None


class Evaluation(NamedTuple):
    """How often a model and the labels agree. Nothing divided by nothing is 0.

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
        """The share of accepted words that are labelled so."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """The share of words labelled accepted that are accepted."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float:
        """The share of words on which both agree."""
        return _ratio(self.tp + self.tn, sum(self))


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


class Attempt(NamedTuple):
    """A setting that ``model="auto"`` tried, and how it did on words that were held back.

    Those that came near the best F1 learned from all words, with a search: `states` are
    those of that model, `bits` is how many it takes to write it down, which decides. For
    all others, both are None.
    """

    settings: dict[str, str | int]
    result: Evaluation
    states: int | None
    bits: float | None
    chosen: bool
