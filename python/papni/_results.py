"""The parts and results of models."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._check import Verdict
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


class Counts(NamedTuple):
    """How many words end in each state, and how often words take each transition."""

    ended: tuple[int, ...]
    taken: dict[Transition, int]


class Score(NamedTuple):
    """How likely words are, by the counts of a model: the bits of the words that it accepts.

    `symbols` counts the symbols of these words, and one more for the end of each; `rejected` are the
    words that the model rejects, which have no probability.

    >>> score = Score(words=2, rejected=0, symbols=6, bits=12.0)
    >>> score.bits_per_symbol, score.perplexity
    (2.0, 4.0)
    """

    words: int
    rejected: int
    symbols: int
    bits: float

    @property
    def bits_per_symbol(self) -> float:
        """The mean over the symbols and ends of the words."""
        return self.bits / self.symbols if self.symbols else 0.0

    @property
    def bits_per_word(self) -> float:
        """The mean over the words."""
        scored = self.words - self.rejected
        return self.bits / scored if scored else 0.0

    @property
    def perplexity(self) -> float:
        """2 to the power of the bits per symbol."""
        return float(2**self.bits_per_symbol)


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
    ambiguous: int = 0
    suspects: int = 0


class Gathered(NamedTuple):
    """How many words a tree was made of, how many of them are missing in it, and contradictions.

    `dropped_positive` and `dropped_negative` are not well-matched, `pruned` were removed by
    `Tree.prune`. `contradictions` are different words with both labels.
    """

    words: int
    positive: int
    negative: int
    dropped_positive: int
    dropped_negative: int
    pruned: int
    contradictions: int


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


class Suggestion(NamedTuple):
    """A word on which `models` disagree: `accepting` of them accept it."""

    word: tuple[Symbol, ...]
    accepting: int
    models: int


class Difference(NamedTuple):
    """A word on which two models differ; `first` and `second` say which of them accept it.

    If it is longer than requested, only the length is known.
    """

    word: tuple[Symbol, ...] | None
    length: int
    first: bool | None
    second: bool | None


class Misjudged(NamedTuple):
    """A labelled word on which a model and the label disagree. A document from Python is a str.

    `file` and `line` say where it comes from; for words from Python, the file is ``"samples"``
    and the line is the number of the word, from 1.
    """

    word: tuple[Symbol, ...] | str
    label: bool
    file: str
    line: int
    verdict: Verdict


class Contradiction(NamedTuple):
    """A word with two labels: its first occurrence, and the first one with the other label.

    An occurrence is (label, file, line).
    """

    word: tuple[Symbol, ...]
    first: tuple[bool, str, int]
    second: tuple[bool, str, int]


class Suspect(NamedTuple):
    """A word whose label is taken for wrong, after ``learn(..., noise="auto")``.

    It first has this `label` at `line` of `file`, and `times` times in all. `against` of `votes` models
    that were learned without it judge it otherwise; a model that has it right takes `bits` more bits
    (0: not computed). `reason` says so in words.
    """

    word: tuple[Symbol, ...]
    label: bool
    file: str
    line: int
    times: int
    against: int
    votes: int
    bits: float
    reason: str


class Matching(NamedTuple):
    """A word with the calls that its returns pop, as the learner of a vpa sees it.

    `popped` has, for each symbol, the call that it pops, or None. A word that is not
    well-matched is dropped: then `mismatch` says why (``"no-call"``, ``"wrong-call"`` or
    ``"open-calls"``), `position` is the number of the symbol, from 1, and `open` the call that is
    open there.
    """

    word: tuple[Symbol, ...]
    label: bool | None
    popped: tuple[Symbol, ...]
    mismatch: str | None = None
    position: int | None = None
    open: Symbol = None

    @property
    def dropped(self) -> bool:
        """Is the word not well-matched?"""
        return self.mismatch is not None


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

    settings: dict[str, str | int | float]
    states: int
    bits: float
    accepted_wrongly: int
    chosen: bool


class Attempts(tuple[Attempt, ...]):
    """What ``model="auto"`` tried: a tuple, and a table.

    >>> Attempts([Attempt({"model": "vpa", "search": 10}, 2, 84.5, 0, True)]).rows()
    [{'model': 'vpa', 'search': 10, 'states': 2, 'bits': 84.5, 'accepted_wrongly': 0, 'chosen': True}]
    """

    __slots__ = ()

    def rows(self) -> list[dict[str, Any]]:
        """A dict for each attempt: its settings, and the results."""
        return [{**a.settings, **{k: v for k, v in a._asdict().items() if k != "settings"}} for a in self]

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each attempt."""
        try:
            import pandas as pd  # type: ignore[import-untyped,import-not-found,unused-ignore]
        except ImportError:
            raise ImportError("to_frame needs pandas: pip install pandas; rows() needs nothing") from None
        return pd.DataFrame(self.rows())
