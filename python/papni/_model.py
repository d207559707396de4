"""Models."""

from __future__ import annotations

import json
import operator
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, Literal, overload

from ._callbacks import freed_before, if_long, written_if_long
from ._check import Checker, Explanation, Verdict, explain
from ._combine import accepts_nothing, combine, count, differences, equivalent, hash_of, minimized, renamed
from ._combine import owned as _owned
from ._counts import bits, needs_counts, score, with_counted, with_given
from ._coverage import Coverage, coverage_of
from ._draw import draw
from ._errors import check, fail, new_error, text
from ._export import PICTURES, export_bytes
from ._files import c_path, file_name, write_whole
from ._generate import cover, generate, number_of, shortest
from ._layout import Layout, layout_of
from ._machines import ANSWERING, OutputEvaluation, evaluate_outputs, output_of, run
from ._papni import ffi, lib
from ._progress import ShowsProgress
from ._results import (
    Alphabet,
    Asked,
    Attempts,
    Counts,
    Difference,
    Evaluation,
    Misjudged,
    Score,
    State,
    Statistics,
    Suspect,
    Transition,
)
from ._run import errors, evaluate, reader_of, run_words, words_of
from ._show import as_html, show
from ._sources import Samples, Source
from ._transitions import new_model
from ._words import NO_SYMBOL, Symbol, Word, Words, is_hashable, plain_words

if TYPE_CHECKING:
    from typing_extensions import Unpack

_source = operator.attrgetter("from")


class Model:
    """A learned automaton. It is immutable and thread-safe.

    >>> import papni
    >>> model = papni.learn([("()", True), ("(())", True), ("", False)], call="(", return_=")")
    >>> model
    <papni.Model: vpa with 2 states and 3 transitions>
    >>> model.accepts("((()))")
    True

    `len` is the number of states, and iterating yields the states:

    >>> for state in model:
    ...     print(state.number, state.accepting, [(t.symbol, t.popped, t.target) for t in state.transitions])
    0 False [('(', None, 0), (')', '(', 1)]
    1 True [(')', '(', 1)]
    """

    def __init__(self) -> None:
        """Models come from `papni.learn`, `Model.load` and `Model.from_transitions`."""
        raise TypeError("create a Model with papni.learn, Model.load or Model.from_transitions")

    _handle: Any
    _names: list[str]
    _symbols: list[Symbol]
    _numbers: dict[Symbol, int]
    _hash: int | None
    statistics: Statistics | None
    """What learning met; None for a model that was not learned here."""
    attempts: Attempts
    """What ``model="auto"`` tried."""
    suspects: tuple[Suspect, ...]
    """The words whose labels seem wrong, after ``learn(..., noise="auto")``, the most suspicious first."""
    story: str | None
    """The log of merges, after ``learn(..., explain=True)``."""
    asked: Asked | None
    """What active learning asked; None for a model that was learned otherwise."""

    @classmethod
    def _wrap(cls, handle: Any, symbols: Mapping[str, Symbol], statistics: Statistics | None = None) -> Model:
        """Wraps a papni_model, which is freed automatically; `symbols` maps names to symbols."""
        model = object.__new__(cls)
        model._handle = handle
        alphabet = lib.papni_model_alphabet(handle)
        names = [text(lib.papni_alphabet_name(alphabet, i)) for i in range(lib.papni_alphabet_size(alphabet))]
        model._names = names
        model._symbols = [symbols.get(name, name) for name in names]
        model._numbers = {symbol: number for number, symbol in enumerate(model._symbols)}
        model.statistics = statistics
        model.attempts = Attempts()
        model.suspects = ()
        model.asked = model.story = model._hash = None
        return model

    # ---- running words ----

    def accepts(self, word: Word) -> bool:
        """Is this word accepted? If the model has a lexer, a str is a document.

        >>> Model.from_transitions([(0, "a", 1), (1, "b", 0)], accepting=[1], model="dfa").accepts("aba")
        True
        """
        return run_words(self, plain_words((word,), "word", reader_of(self)))[0] == 1

    def accepts_many(self, words: Iterable[Word] | Words) -> list[bool]:
        """Which of these words are accepted?

        >>> model = Model.from_transitions([(0, "a", 1), (1, "b", 0)], accepting=[1], model="dfa")
        >>> model.accepts_many(["a", "ab", "aba", "c"])
        [True, False, True, False]
        """
        return list(map(bool, run_words(self, plain_words(words, "words", reader_of(self)))))

    def check(self, word: Word | os.PathLike[str], *, unusual: float | None = None) -> Verdict:
        """Is this word accepted? If not: where, why, and what was expected.

        If the model has a lexer, a str is a document, and a path the file of one; the verdict then
        has its line and column. With `unusual`, a number of bits, the verdict on an accepted word says
        where it first has a step of that many bits or more, by the model's counts.

        >>> import papni
        >>> verdict = papni.language("arith").check("1+(1+)")
        >>> verdict.accepted, verdict.position, verdict.symbol, verdict.expected
        (False, 6, ')', ('1', '('))
        >>> print(verdict)
        reject at 6: unexpected ): not allowed here; expected: 1 (
        """
        return Checker(self, unusual).judge(word)

    def check_many(self, words: Iterable[Word | os.PathLike[str]], *, unusual: float | None = None) -> list[Verdict]:
        """The verdicts on these words.

        >>> import papni
        >>> [verdict.reason for verdict in papni.language("arith").check_many(["1", "(1", "1)"])]
        ['accepts', 'ends-with-open-calls', 'no-call-to-pop']
        """
        if isinstance(words, str):
            raise TypeError(f"words: expected an iterable of words, got a str: use check, or [{words!r}]")
        checker = Checker(self, unusual)
        return [checker.judge(word) for word in words]

    def explain(self, word: Word | os.PathLike[str]) -> Explanation:
        """Traces a word: the state and the open calls after each symbol, and the verdict.

        >>> import papni
        >>> print(papni.language("arith").explain("(1)"))
           read       state  stack
        0                 0
        1  ( / push       0  (
        2  1              1  (
        3  ) / pop (      1
        accept: state 1 accepts, and no call is open
        """
        return explain(self, word)

    def evaluate(self, samples: Source, **layout: Unpack[Layout]) -> Evaluation:
        """Evaluates the model on labelled words, given in any form that `papni.learn` takes.

        If the model has a lexer, it reads documents, unless `format` selects another format.

        >>> model = Model.from_transitions([(0, "a", 1), (1, "b", 0)], accepting=[1], model="dfa")
        >>> model.evaluate([("a", True), ("ab", False), ("b", True)])
        Evaluation(tp=1, fp=0, fn=1, tn=1)
        """
        return evaluate(self, samples, layout_of(layout))

    def errors(self, samples: Source, **layout: Unpack[Layout]) -> list[Misjudged]:
        """The labelled words that the model judges wrong, with the reason; the arguments are those of `evaluate`.

        >>> import papni
        >>> for error in papni.language("arith").errors([("1", True), ("1+", True), ("(1)", False)]):
        ...     print(error.line, "".join(error.word), error.label, error.verdict)
        2 1+ True reject at 3: the word ends here, in a rejecting state; expected: 1 (
        3 (1) False accept
        """
        return errors(self, samples, layout_of(layout))

    def coverage(self, samples: Source, **layout: Unpack[Layout]) -> Coverage:
        """Which transitions, symbols and pairs the accepted words take; the arguments are those of `evaluate`.

        >>> import papni
        >>> coverage = papni.language("arith").coverage([("1", True), ("1+1", True), ("1+", False)])
        >>> coverage.symbols["+"]
        Taken(times=1, words=1, single=True)
        >>> [transition.symbol for transition in coverage.thin]
        ['(', '+', ')']
        """
        return coverage_of(self, words_of(self, samples, layout_of(layout)))

    def with_counts(self, samples: Source | Counts | None, **layout: Unpack[Layout]) -> Model:
        """The same model with the counts of the accepted words; the arguments are those of `evaluate`.

        Equal words count as often as they occur. Words that the model rejects do not count, and
        there is a `papni.PapniWarning`. Instead of words, `papni.Counts` are taken as they are, and
        None removes the counts.

        >>> import papni
        >>> model = papni.language("arith").with_counts([("1", True), ("1+1", True), ("1+", False)])
        >>> model.counts.ended
        (0, 2)
        >>> {t.symbol: count for t, count in model.counts.taken.items()}
        {'1': 3, '(': 0, '+': 1, ')': 0}
        """
        if samples is None or isinstance(samples, Counts):
            return self._with_handle(with_given(self, samples))
        return self._counted(words_of(self, samples, layout_of(layout)))

    def score(self, samples: Source, **layout: Unpack[Layout]) -> Score:
        """How likely the accepted words are, by the model's counts; the arguments are those of `evaluate`.

        >>> import papni
        >>> words = [("1", True), ("1+1", True), ("(1)", True)]
        >>> score = papni.language("arith").with_counts(words).score(words)
        >>> round(score.bits_per_symbol, 3), round(score.perplexity, 3)
        (0.732, 1.661)
        """
        needs_counts(self)
        return score(self, words_of(self, samples, layout_of(layout)))

    def bits(self, word: Word) -> tuple[float, ...]:
        """The bits of each symbol of a word and of its end, by the model's counts.

        Their sum is the negative logarithm, to base 2, of the probability of the word. A symbol that is
        not possible, and all after it, have infinitely many.

        >>> import papni
        >>> model = papni.language("arith").with_counts([("1", True), ("1+1", True), ("(1)", True)])
        >>> [round(bits, 2) for bits in model.bits("1+1")]
        [0.42, 2.0, 0.42, 0.42]
        """
        return bits(self, word)

    def _counted(self, words: Samples) -> Model:
        return self._with_handle(with_counted(self, words))

    def _with_handle(self, handle: Any) -> Model:
        """This model as another papni_model."""
        model = Model._wrap(handle, self._by_name(), self.statistics)
        model.attempts, model.asked, model.story = self.attempts, self.asked, self.story
        model.suspects = self.suspects
        return model

    def _kinds(self) -> list[int]:
        """The kind of each symbol; a dfa has no stack."""
        if self._is_flat:
            return [lib.PAPNI_INTERNAL] * len(self._symbols)
        alphabet = lib.papni_model_alphabet(self._handle)
        return [int(lib.papni_alphabet_kind(alphabet, i)) for i in range(len(self._symbols))]

    def _new_run(self) -> Any:
        error = new_error()
        run = lib.papni_run_new(self._handle, error)
        if not run:
            fail(error)
        return freed_before(self._handle, run, lib.papni_run_free)

    def _by_name(self) -> dict[str, Symbol]:
        """The symbols by their names."""
        return dict(zip(self._names, self._symbols))

    def _numbers_by_name(self) -> dict[str, int]:
        """The numbers of the symbols by their names."""
        return {name: number for number, name in enumerate(self._names)}

    # ---- drawing words ----

    def generate(
        self,
        n: int,
        *,
        positive: int | None = None,
        length: tuple[int, int] | None = None,
        mix: tuple[float, float, float] = (1, 1, 1),
        seed: int = 1,
        replace: bool = False,
        likely: bool = False,
        progress: ShowsProgress = None,
    ) -> list[tuple[tuple[Symbol, ...], bool]]:
        """Draws labelled words, for example for `papni.learn`.

        Args:
            n: the number of words.
            positive: the number of accepted words; by default half, or all that exist.
            length: the minimum and maximum length; by default (0, 12), or (0, 1000) with `likely`.
            mix: weights of the rejected words: drawn from all words, drawn from the well-matched
                words, accepted words with one or two edits.
            seed: the random seed.
            replace: draw with replacement.
            likely: draw accepted words by the probabilities of the model's counts; words may repeat.
            progress: as for `papni.learn`.

        >>> dyck = Model.from_transitions([(0, "(", 0), (0, ")", 0, "(")], [0], call="(", return_=")")
        >>> dyck.generate(2, length=(1, 4), seed=2)
        [(('(', '('), False), (('(', ')'), True)]
        """
        return generate(
            self,
            n,
            positive=positive,
            length=length,
            mix=mix,
            seed=seed,
            replace=replace,
            likely=likely,
            progress=progress,
        )

    def shortest(self, n: int = 1, *, longest: int = 1000, progress: ShowsProgress = None) -> list[tuple[Symbol, ...]]:
        """The `n` shortest accepted words, or all if there are fewer; none has more than `longest` symbols.

        >>> import papni
        >>> ["".join(word) for word in papni.language("arith").shortest(4)]
        ['1', '1+1', '(1)', '1+1+1']
        """
        return shortest(self, number_of("n", n), number_of("longest", longest), progress)

    def cover(self, *, longest: int = 1000, progress: ShowsProgress = None) -> list[tuple[Symbol, ...]]:
        """Accepted words that together use every transition that any accepted word uses.

        >>> import papni
        >>> ["".join(word) for word in papni.language("arith").cover()]
        ['1', '(1)', '1+1']
        """
        return cover(self, number_of("longest", longest), progress)[0]

    def useless(self, *, longest: int = 1000) -> int:
        """The number of transitions that no accepted word uses; `minimize` removes them.

        >>> import papni
        >>> papni.language("arith").useless()
        0
        """
        return cover(self, number_of("longest", longest))[1]

    def count(self, length: int = 10, *, progress: ShowsProgress = None) -> list[int | float]:
        """The number of accepted words of each length from 0 to `length`: exact below 2**53, then a float.

        >>> import papni
        >>> papni.language("arith").count(7)
        [0, 1, 0, 2, 0, 5, 0, 14]
        """
        return count(self, number_of("length", length), progress)

    def is_empty(self) -> bool:
        """Does the model accept nothing at all?

        >>> import papni
        >>> (papni.language("L1") - papni.language("L1")).is_empty()
        True
        """
        return accepts_nothing(self)

    # ---- comparing ----

    def diff(self, other: Model, *, longest: int = 1000, progress: ShowsProgress = None) -> Difference | None:
        """The shortest word on which two models differ; None if they are equivalent.

        Symbols are compared by name. For a word of more than `longest` symbols, only the
        length is given.

        >>> one = Model.from_transitions([(0, "a", 1), (1, "a", 0)], accepting=[1], model="dfa")
        >>> two = Model.from_transitions([(0, "a", 1), (1, "a", 1)], accepting=[1], model="dfa")
        >>> one.diff(two)
        Difference(word=('a', 'a'), length=2, first=False, second=True)
        >>> one.diff(one) is None
        True
        """
        found = self.differences(other, 1, longest=longest, progress=progress)
        return found[0] if found else None

    def differences(
        self, other: Model, n: int, *, longest: int = 1000, progress: ShowsProgress = None
    ) -> list[Difference]:
        """The `n` shortest words on which two models differ, or all if there are fewer.

        >>> one = Model.from_transitions([(0, "a", 1), (1, "a", 0)], accepting=[1], model="dfa")
        >>> two = Model.from_transitions([(0, "a", 1), (1, "a", 1)], accepting=[1], model="dfa")
        >>> [len(difference.word) for difference in one.differences(two, 3)]
        [2, 4, 6]
        """
        if not isinstance(other, Model):
            raise TypeError(f"other: expected a Model, got {type(other).__name__}")
        return differences(self, other, number_of("n", n), number_of("longest", longest), progress)

    def minimize(self, *, progress: ShowsProgress = None) -> Model:
        """The minimal equivalent model of the same kind.

        >>> dfa = Model.from_transitions([(0, "a", 1), (1, "a", 2), (2, "a", 1)], accepting=[1, 2], model="dfa")
        >>> dfa.minimize()
        <papni.Model: dfa with 2 states and 2 transitions>
        """
        return Model._wrap(minimized(self._handle, progress), self._by_name())

    def with_stack(self) -> Model:
        """The vpa of a dfa that was learned from the words of `papni.encode`.

        >>> import papni
        >>> words = papni.encode([("()", True), ("(())", True), ("()()", False)], call="(", return_=")")
        >>> papni.learn(words, model="dfa").with_stack().accepts_many(["((()))", "(()"])
        [True, False]
        """
        error = new_error()
        handle = _owned(lib.papni_model_with_stack(self._handle, ffi.NULL, error))
        if not handle:
            fail(error)
        return Model._wrap(handle, {})

    def __and__(self, other: object) -> Model:
        """The words that both accept; the result is minimal, as for all operators.

        >>> import papni
        >>> both = papni.language("L4") & papni.language("L9")
        >>> both.accepts("[]"), (both - papni.language("L4")).is_empty()
        (True, True)
        """
        return self._combined(other, lib.PAPNI_INTERSECTION) if isinstance(other, Model) else NotImplemented

    def __or__(self, other: object) -> Model:
        """The words that one of them accepts."""
        return self._combined(other, lib.PAPNI_UNION) if isinstance(other, Model) else NotImplemented

    def __sub__(self, other: object) -> Model:
        """The words that this model accepts, but not the other."""
        return self._combined(other, lib.PAPNI_DIFFERENCE) if isinstance(other, Model) else NotImplemented

    def __xor__(self, other: object) -> Model:
        """The words that exactly one of them accepts."""
        return self._combined(other, lib.PAPNI_EITHER) if isinstance(other, Model) else NotImplemented

    def __invert__(self) -> Model:
        """The well-matched words that the model does not accept; for a dfa, all such words."""
        return self._combined(None, lib.PAPNI_COMPLEMENT)

    def _combined(self, other: Model | None, operation: int) -> Model:
        return Model._wrap(*combine(self, other, operation))

    def rename(self, names: Mapping[Symbol, Symbol]) -> Model:
        """The same words with other symbols: `names` says what becomes what.

        A symbol keeps what it does to the stack. Where several become one, a model with a
        stack becomes a general one, with up to exponentially many states.

        >>> dfa = Model.from_transitions([(0, "a", 1), (1, "b", 0)], accepting=[1], model="dfa")
        >>> dfa.rename({"a": "x", "b": "x"}).accepts_many(["x", "xx", "xxx"])
        [True, False, True]
        """
        return Model._wrap(*renamed(self, names))

    # ---- looking inside ----

    @property
    def kind(self) -> str:
        """``"dfa"``, ``"vpa"``, ``"sevpa"``, ``"general"``, or of a machine ``"moore"``, ``"mealy"``, ..."""
        return text(lib.papni_model_type(self._handle))

    @property
    def _is_flat(self) -> bool:
        """Is there no stack?"""
        return bool(lib.papni_model_kind_of(self._handle) == lib.PAPNI_DFA)

    # ---- machines with outputs ----

    def outputs(self, inputs: Iterable[Any]) -> list[Any]:
        """The outputs of a machine (moore, mealy, vpt) for these inputs; None where one is unknown.

        The list ends where the machine has no transition.

        >>> import papni
        >>> model = papni.learn(["coin/ok tea/tea tea/no", "tea/no coin/ok"], model="mealy", method="rpni")
        >>> model.outputs(["tea", "coin", "tea"])
        ['no', 'ok', 'tea']
        """
        if self.kind not in ANSWERING:
            raise ValueError(f"outputs: a {self.kind} has none: learn a machine, with model='mealy', 'moore' or 'vpt'")
        return run(self, inputs)

    def output(self, state: int = 0) -> Any:
        """The output of a state of a Moore machine; None if it is unknown."""
        if self.kind not in ("moore", "mc", "mdp"):
            raise ValueError(f"output: the states of a {self.kind} have none: learn one with model='moore'")
        if not 0 <= state < len(self):
            raise IndexError(f"state: expected a number below {len(self)}, got {state}")
        return output_of(self, state)

    @property
    def probabilities(self) -> tuple[float, ...] | None:
        """Those of `transitions`, in a Markov chain or a decision process; None in other models.

        In a decision process, the probabilities of the transitions of a state on one input add up to 1.

        >>> import papni
        >>> chain = papni.learn(["a b", "a b", "a c", "a b"], model="mc")
        >>> [(t.source, t.symbol, p) for t, p in zip(chain.transitions, chain.probabilities)]
        [(0, 'a', 1.0), (1, 'b', 0.75), (1, 'c', 0.25)]
        """
        found, value = [], ffi.new("double *")
        for i in range(lib.papni_model_transitions(self._handle)):
            if not lib.papni_machine_probability(self._handle, i, value):
                return None
            found.append(float(value[0]))
        return tuple(found)

    def evaluate_outputs(self, traces: Iterable[Any]) -> OutputEvaluation:
        """Compares the outputs of traces with those of a machine.

        >>> import papni
        >>> model = papni.learn(["coin/ok tea/tea tea/no", "tea/no coin/ok"], model="mealy", method="rpni")
        >>> model.evaluate_outputs(["coin/ok tea/tea", "coin/ok coin/full"])
        OutputEvaluation(traces=2, right_traces=1, outputs=4, right_outputs=3)
        """
        if self.kind not in ANSWERING:
            raise ValueError(f"evaluate_outputs: a {self.kind} has no outputs: use evaluate")
        return evaluate_outputs(self, traces)

    @property
    def lexer(self) -> str | None:
        """The lexer of the documents that the model was learned from, or None."""
        name = lib.papni_alphabet_lexer(lib.papni_model_alphabet(self._handle))
        return text(name) if name else None

    @property
    def alphabet(self) -> Alphabet:
        """The symbols by kind."""
        symbols = self._by_name()
        listed = json.loads(self.to_json())["alphabet"]
        internal, call, return_ = (tuple(symbols[name] for name in listed[k]) for k in ("internal", "call", "return"))
        return Alphabet(internal, call, return_, tuple((symbols[c], symbols[r]) for c, r in listed["pairs"]))

    @property
    def classes(self) -> tuple[tuple[Symbol, ...], ...]:
        """The classes of symbols that were learned as one.

        >>> import papni
        >>> words = [(f"{a}{b}", True) for a in range(10) for b in "+-"]
        >>> papni.learn(words, classes=["0123456789"]).classes
        (('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),)
        """
        alphabet = lib.papni_model_alphabet(self._handle)
        found: dict[int, list[Symbol]] = {}
        for number, symbol in enumerate(self._symbols):
            found.setdefault(int(lib.papni_alphabet_class_of(alphabet, number)), []).append(symbol)
        return tuple(tuple(found[number]) for number in sorted(found) if number)

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """All transitions, ordered by state, symbol, popped call and caller."""
        symbols = self._symbols
        found = []
        for i in range(lib.papni_model_transitions(self._handle)):
            t = lib.papni_model_transition(self._handle, i)
            popped = None if t.popped == NO_SYMBOL else symbols[t.popped]
            caller = None if t.caller == lib.PAPNI_NO_STATE else int(t.caller)
            found.append(Transition(_source(t), symbols[t.symbol], t.to, popped, caller))
        return tuple(found)

    @property
    def counts(self) -> Counts | None:
        """How often words take each transition; None for a model without counts (see `with_counts`)."""
        if not lib.papni_model_has_counts(self._handle):
            return None
        taken = {t: int(lib.papni_model_taken(self._handle, i)) for i, t in enumerate(self.transitions)}
        return Counts(tuple(int(lib.papni_model_ended(self._handle, q)) for q in range(len(self))), taken)

    @property
    def states(self) -> tuple[State, ...]:
        """All states; the first one is the start."""
        leaving: list[list[Transition]] = [[] for _ in range(len(self))]
        for t in self.transitions:
            leaving[t.source].append(t)
        return tuple(
            State(i, bool(lib.papni_model_accepting(self._handle, i)), tuple(ts)) for i, ts in enumerate(leaving)
        )

    def __iter__(self) -> Iterator[State]:
        """Iterates over the states."""
        return iter(self.states)

    def __contains__(self, state: object) -> bool:
        """Is this one of the states? (For words, use `accepts`.)"""
        if not isinstance(state, State):
            raise TypeError("a model contains states: to test a word, use model.accepts(word)")
        return state in self.states

    def __len__(self) -> int:
        """The number of states."""
        return int(lib.papni_model_states(self._handle))

    def __repr__(self) -> str:
        """A short description."""
        states, transitions = len(self), lib.papni_model_transitions(self._handle)
        return (
            f"<papni.Model: {self.kind} with {states} state{'s'[: states != 1]}"
            f" and {transitions} transition{'s'[: transitions != 1]}>"
        )

    def __eq__(self, other: object) -> bool:
        """Do the models accept the same words? Their states and kinds may differ.

        >>> one = Model.from_transitions([(0, "a", 1), (1, "a", 0)], accepting=[0], model="dfa")
        >>> same = Model.from_transitions([(0, "a", 1), (1, "a", 2), (2, "a", 1)], accepting=[0, 2], model="dfa")
        >>> one == same, one == ~same
        (True, False)
        """
        return equivalent(self, other) if isinstance(other, Model) else NotImplemented

    def __hash__(self) -> int:
        """Models that accept the same words have the same hash."""
        if self._hash is None:
            self._hash = hash_of(self)
        return self._hash

    # ---- drawing and writing ----

    def show(self) -> str:
        """The model as text: its alphabet, then each state with its transitions.

        >>> import papni
        >>> print(papni.language("arith").show())
        vpa with 2 states and 4 transitions
        internal  + 1
        call      (
        return    )
        <BLANKLINE>
        state 0, start
          1          -> 1
          ( / push   -> 0
        <BLANKLINE>
        state 1, accepts
          +          -> 0
          ) / pop (  -> 1
        """
        return show(self)

    @overload
    def export(  # type: ignore[overload-overlap]
        self,
        format: Literal["png", "pdf"],
        path: str | os.PathLike[str] | None = ...,
        *,
        terminals: str | None = ...,
        progress: ShowsProgress = ...,
    ) -> bytes: ...

    @overload
    def export(
        self,
        format: str,
        path: str | os.PathLike[str] | None = ...,
        *,
        terminals: str | None = ...,
        progress: ShowsProgress = ...,
    ) -> str: ...

    def export(
        self,
        format: str,
        path: str | os.PathLike[str] | None = None,
        *,
        terminals: str | None = None,
        progress: ShowsProgress = None,
    ) -> str | bytes:
        """The model in another format; with `path`, also written to this file, completely or not at all.

        Args:
            format: ``"ebnf"``, ``"antlr"``, ``"lark"``, ``"gbnf"``, ``"tree-sitter"``,
                ``"grammarinator"``, ``"fuzzingbook"``, ``"railroad"`` (grammars), ``"table"``, ``"json"``, ``"c"``,
                ``"aalpy"``, ``"automatalib"``, ``"prism"``, ``"jani"``, ``"dot"``, ``"mermaid"``, or a picture:
                ``"svg"``, ``"png"``, ``"pdf"`` (bytes for the last two), for which Graphviz must be installed.
            path: where to write it.
            terminals: of a grammar or a C file: ``"text"``, as the lexer reads it, or ``"names"``
                of symbols; by default text if the model has a lexer.
            progress: as for `papni.learn`; only grammars take long.

        >>> import papni
        >>> print(papni.language("arith").export("ebnf"), end="")
        start ::= ("1" | "(" start ")") ("+" start)?
        """
        data = export_bytes(self, format, terminals, progress)
        if path is not None:
            write_whole(path, data)
        return data if format in PICTURES and format != "svg" else data.decode()

    def to_dot(self) -> str:
        """DOT for Graphviz."""
        return self._written(b"dot")

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook, if Graphviz is installed."""
        return draw(self.to_dot(), "svg").decode() if shutil.which("dot") else None

    def _repr_html_(self) -> str:
        """The picture and the table in a notebook."""
        return as_html(self)

    # ---- keeping ----

    def to_json(self) -> str:
        """The text of the model file; equal models give equal texts."""
        return self._written(b"json")

    def _written(self, format: bytes) -> str:
        size = int(lib.papni_model_transitions(self._handle))
        return written_if_long(size, self, lib.papni_model_write, self._handle, format).decode()

    @classmethod
    def from_json(cls, document: str, *, symbols: Mapping[str, Symbol] | None = None) -> Model:
        """Reads the text of a model file. `symbols` maps names to symbols.

        >>> model = Model.from_transitions([(0, 7, 1)], accepting=[1], model="dfa")
        >>> Model.from_json(model.to_json()).accepts([7])
        False
        >>> Model.from_json(model.to_json(), symbols={"7": 7}).accepts([7])
        True
        """
        if not isinstance(document, str):
            raise TypeError(f"document: expected a str, got {type(document).__name__}")
        data = document.encode()
        buffer = ffi.from_buffer("char[]", data)

        def read(error: Any) -> Any:
            return lib.papni_model_read(buffer, len(data), b"document", ffi.NULL, error)

        return cls._of(read, symbols, len(data))

    @classmethod
    def _of(cls, read: Callable[[Any], Any], symbols: Mapping[str, Symbol] | None, size: float = float("inf")) -> Model:
        """Wraps a model that C reads from so many bytes, or raises."""
        error = new_error()
        handle = if_long(size, lambda: _owned(read(error)))
        if not handle:
            fail(error)
        model = cls._wrap(handle, {})
        return model if symbols is None else model._rename(symbols)

    def _rename(self, symbols: Mapping[str, Symbol]) -> Model:
        """The same model with these symbols in place of names."""
        if not isinstance(symbols, Mapping):
            raise TypeError(f"symbols: expected a dict from names to symbols, got {type(symbols).__name__}")
        known = self._by_name()
        for name, symbol in symbols.items():
            if name not in known:
                raise ValueError(f"symbols: the model has no symbol named {name!r}")
            if not is_hashable(symbol):
                raise TypeError(f"symbols: {name!r} maps to {symbol!r}, which is not hashable")
        names: dict[Symbol, str] = {}
        for name, symbol in {**known, **symbols}.items():
            if names.setdefault(symbol, name) != name:
                raise ValueError(f"symbols: {names[symbol]!r} and {name!r} both map to {symbol!r}")
        return Model._wrap(self._handle, symbols)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, completely or not at all."""
        error = new_error()
        check(lib.papni_model_write_file(self._handle, c_path(file_name(path)), b"json", error), error)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, symbols: Mapping[str, Symbol] | None = None) -> Model:
        """Reads a model file, written by `save` or ``papni learn -o``."""
        name = c_path(file_name(path))
        return cls._of(lambda error: lib.papni_model_read_file(name, ffi.NULL, error), symbols)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the file's text, and the symbols."""
        return _restore, (
            self.to_json(),
            self._by_name(),
            self.statistics,
            tuple(self.attempts),
            self.asked,
            self.story,
            self.suspects,
        )

    # ---- making ----

    @classmethod
    def from_transitions(
        cls,
        transitions: Iterable[tuple[Any, ...]],
        accepting: Iterable[int],
        *,
        call: Iterable[Symbol] = (),
        return_: Iterable[Symbol] = (),
        internal: Iterable[Symbol] = (),
        pairs: Iterable[Any] | Mapping[Any, Any] = (),
        model: str = "vpa",
        output: Any = None,
    ) -> Model:
        """The automaton with these transitions, as `Model.transitions` lists them. State 0 is the start.

        The symbols of a machine (``model="mealy"``, ``"moore"`` or ``"vpt"``) are pairs of an input and an
        output; `output` is that of the start of a Moore machine. The calls and returns of a vpt are inputs.

        >>> nested = Model.from_transitions([(0, "(", 0), (0, "x", 1), (1, ")", 1, "(")], [1], call="(", return_=")")
        >>> nested.accepts_many(["x", "((x))", "(x", "(x))"])
        [True, True, False, False]
        """
        alphabet = {"call": call, "return_": return_, "internal": internal, "pairs": pairs}
        return cls._wrap(*new_model(transitions, accepting, alphabet, model, output))


def _restore(
    document: str,
    symbols: Mapping[str, Symbol],
    statistics: Statistics | None,
    attempts: tuple[Any, ...],
    asked: Asked | None = None,
    story: str | None = None,
    suspects: tuple[Suspect, ...] = (),
) -> Model:
    model = Model.from_json(document, symbols=symbols)
    model.statistics, model.attempts, model.asked, model.story = statistics, Attempts(attempts), asked, story
    model.suspects = suspects
    return model
