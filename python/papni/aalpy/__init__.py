"""AALpy's passive learners on top of papni: only the import changes.

>>> from papni.aalpy import run_PAPNI, VpaAlphabet
>>> data = [("", False), ("()", True), ("(())", True), ("()()", False)]
>>> model = run_PAPNI(data, VpaAlphabet([], ["("], [")"]), algorithm="gsm", print_info=False)
>>> model.size
3

The arguments are those of AALpy 1.5, 1.6 and 2.0. The results have the attributes of AALpy's
automata; `to_aalpy` converts them to AALpy's own, `from_aalpy` to a `papni.Model`.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

from .._errors import ContradictionError, PapniWarning
from .._learn import learn, learn_named
from .._model import Model
from .._sources import symbols_in
from .._words import Words, labelled_words
from ._active import run_KV, run_Lstar
from ._convert import automaton, from_aalpy, to_aalpy
from ._learn_machines import learn_machine
from ._missing import run_active_Alergia, run_Alergia_EDSM, run_GSM, run_JAlergia
from ._stack import in_order, stack_aware
from ._stochastic import learn_chain, learn_k_tails
from .automata import (
    Dfa,
    DfaState,
    Sevpa,
    SevpaAlphabet,
    SevpaState,
    SevpaTransition,
    Vpa,
    VpaAlphabet,
    VpaState,
    VpaTransition,
)
from .machines import MealyMachine, MealyState, MooreMachine, MooreState
from .stochastic import (
    MarkovChain,
    McState,
    Mdp,
    MdpState,
    Onfsm,
    OnfsmState,
    StochasticMealyMachine,
    StochasticMealyState,
)

__all__ = [
    "Dfa",
    "DfaState",
    "MarkovChain",
    "McState",
    "Mdp",
    "MdpState",
    "MealyMachine",
    "MealyState",
    "MooreMachine",
    "MooreState",
    "Onfsm",
    "OnfsmState",
    "Sevpa",
    "SevpaAlphabet",
    "SevpaState",
    "SevpaTransition",
    "StochasticMealyMachine",
    "StochasticMealyState",
    "Vpa",
    "VpaAlphabet",
    "VpaState",
    "VpaTransition",
    "automaton",
    "from_aalpy",
    "run_Alergia",
    "run_Alergia_EDSM",
    "run_EDSM",
    "run_GSM",
    "run_JAlergia",
    "run_KV",
    "run_Lstar",
    "run_PAPNI",
    "run_RPNI",
    "run_active_Alergia",
    "run_k_tails",
    "to_aalpy",
]

_ALGORITHMS = ("gsm", "classic", "edsm")
_TYPES = ("vpa", "sevpa")
_EVIDENCE = ("labels", "states")


def run_PAPNI(
    data: Any,
    vpa_alphabet: Any,
    *positional: Any,
    algorithm: str = "edsm",
    print_info: bool = True,
    automaton_type: str = "vpa",
    evidence: str = "labels",
) -> Any:
    """Learns a `Vpa` from pairs of a word and a label; None if they contradict each other.

    Further arguments may be given by position, in the order of AALpy 1.5 and 1.6 (algorithm,
    print_info) or in that of 2.0 (automaton_type, print_info, algorithm).

    Args:
        data: pairs of a word (a str or a sequence of hashable symbols) and a label.
        vpa_alphabet: the symbols that push and that pop; all others are internal.
        *positional: see above.
        algorithm: ``"edsm"``, or ``"gsm"`` or ``"classic"`` for RPNI.
        print_info: print the time and the number of states.
        automaton_type: ``"vpa"``, the paper's automaton, or ``"sevpa"`` for a `Sevpa`, which AALpy
            2.0 learns.
        evidence: how EDSM scores a merge: ``"labels"`` as AALpy 1.6.2 and 2.0, ``"states"`` as
            AALpy 1.5 to 1.6.1 and the paper.

    >>> data = [("", False), ("()", True), ("(())", True), ("()()", False)]
    >>> alphabet = VpaAlphabet([], ["("], [")"])
    >>> run_PAPNI(data, alphabet, "gsm", False).size
    3
    >>> run_PAPNI(data, alphabet, "sevpa", False, "gsm").accepts("((()))")
    True
    """
    given: dict[str, Any] = {"algorithm": algorithm, "print_info": print_info, "automaton_type": automaton_type}
    given.update(_by_position(positional))
    _check("algorithm", given["algorithm"], _ALGORITHMS)
    _check("automaton_type", given["automaton_type"], _TYPES)
    _check("evidence", evidence, _EVIDENCE)
    _check_alphabet(vpa_alphabet)
    method = "edsm" if given["algorithm"] == "edsm" else "rpni"
    if given["automaton_type"] == "sevpa":
        return _run("PAPNI", given["print_info"], lambda: _learn_sevpa(data, method, evidence, vpa_alphabet))
    return _run("PAPNI", given["print_info"], lambda: _learn_vpa(data, method, evidence, vpa_alphabet))


def _by_position(arguments: tuple[Any, ...]) -> dict[str, Any]:
    """The arguments after the alphabet: the first one tells which release they are for."""
    first = arguments[0] if arguments else "edsm"
    order = ("automaton_type", "print_info", "algorithm") if first in _TYPES else ("algorithm", "print_info")
    if len(arguments) > len(order):
        raise TypeError(f"run_PAPNI: expected at most {2 + len(order)} positional arguments, got {2 + len(arguments)}")
    return dict(zip(order, arguments))


def run_RPNI(
    data: Any,
    automaton_type: str,
    algorithm: str = "gsm",
    input_completeness: str | None = None,
    print_info: bool = True,
) -> Dfa | MooreMachine | MealyMachine | None:
    """Learns a `Dfa`, a `MooreMachine` or a `MealyMachine` by RPNI; None if the words contradict each other.

    Args:
        data: pairs of a word (a str or a sequence of hashable symbols) and a label: True or False,
            or the output after the last input. The data of a Mealy machine need not be prefix-closed.
        automaton_type: ``"dfa"``, ``"moore"`` or ``"mealy"``.
        algorithm: ``"gsm"`` or ``"classic"``, which do the same.
        input_completeness: where missing transitions go: None, ``"self_loop"`` or ``"sink_state"``.
        print_info: print the time and the number of states.
    """
    _check("algorithm", algorithm, ("gsm", "classic"))
    return _run_dfa("RPNI", data, automaton_type, input_completeness, print_info, "labels")


def run_EDSM(
    data: Any,
    automaton_type: str,
    input_completeness: str | None = None,
    print_info: bool = True,
    *,
    evidence: str = "labels",
) -> Dfa | MooreMachine | MealyMachine | None:
    """Learns a `Dfa`, a `MooreMachine` or a `MealyMachine` by EDSM; None if the words contradict each other.

    The arguments are those of `run_RPNI`; `evidence` as for `run_PAPNI`.
    """
    _check("evidence", evidence, _EVIDENCE)
    return _run_dfa("EDSM", data, automaton_type, input_completeness, print_info, evidence)


def run_Alergia(
    data: Any, automaton_type: str, eps: Any = 0.05, compatibility_checker: None = None, print_info: bool = False
) -> MarkovChain | Mdp | StochasticMealyMachine:
    """Learns a Markov chain by ALERGIA, or a decision process by IOALERGIA.

    Args:
        data: sequences of outputs for ``"mc"``; an output, then pairs of an input and an output, for
            ``"mdp"``; such pairs for ``"smm"``. The first output is that of the start, the same in all.
        automaton_type: ``"mc"``, ``"mdp"`` or ``"smm"``.
        eps: the parameter of the Hoeffding bound, or ``"auto"``: ten divided by the number of steps.
        compatibility_checker: None: papni has the Hoeffding test alone.
        print_info: print the time and the number of states.

    >>> chain = run_Alergia([["s", "a"], ["s", "b"], ["s", "a"], ["s", "a"]], "mc")
    >>> [(state.output, p) for state, p in chain.initial_state.transitions]
    [('a', 0.75), ('b', 0.25)]
    """
    _check("automaton_type", automaton_type, ("mc", "mdp", "smm"))
    if compatibility_checker is not None:
        raise NotImplementedError("compatibility_checker: papni has the Hoeffding test alone")
    found: MarkovChain | Mdp | StochasticMealyMachine = _run(
        "Alergia", print_info, lambda: learn_chain(data, automaton_type, eps)
    )
    return found


def run_k_tails(
    data: Any, automaton_type: str, k: int, input_completeness: None = None, print_info: bool = True
) -> Onfsm:
    """Learns by k-tails: states are merged if what follows them is the same to depth `k`.

    What follows are the next `k` inputs with their outputs, and the ends of traces. AALpy merges states, too,
    that merely do not contradict each other to depth `k`: it compares the outputs of inputs that both states
    have. So its machines have fewer states, and are more often nondeterministic.

    Args:
        data: traces, lists of pairs of an input and an output.
        automaton_type: ``"mealy"``.
        k: the depth.
        input_completeness: None.
        print_info: print the time and the number of states.
    """
    _check("automaton_type", automaton_type, ("mealy",))
    _check("input_completeness", input_completeness, (None,))
    found: Onfsm = _run("k-tails", print_info, lambda: learn_k_tails(data, k))
    return found


def _check(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(map(str, choices))}, got {value!r}")


def _check_alphabet(alphabet: Any) -> None:
    kinds: dict[Any, str] = {}
    for kind in ("internal", "call", "return"):
        symbols = getattr(alphabet, f"{kind}_alphabet", None)
        if symbols is None:
            raise TypeError(f"vpa_alphabet: expected a VpaAlphabet, got {type(alphabet).__name__}")
        for symbol in symbols_in(f"vpa_alphabet.{kind}_alphabet", symbols):
            if kinds.setdefault(symbol, kind) != kind:
                raise ValueError(f"vpa_alphabet: {symbol!r} is listed both as {kinds[symbol]} and as {kind}")


def _run_dfa(
    title: str, data: Any, automaton_type: str, completeness: str | None, print_info: bool, evidence: str
) -> Dfa | MooreMachine | MealyMachine | None:
    _check("automaton_type", automaton_type, ("dfa", "moore", "mealy"))
    _check("input_completeness", completeness, (None, "self_loop", "sink_state"))

    def learned() -> Any:
        if automaton_type == "dfa":
            return _learn_dfa(data, title.lower(), evidence)
        return learn_machine(data, automaton_type, title.lower(), evidence)

    found: Dfa | MooreMachine | MealyMachine | None = _run(title, print_info, learned)
    if found is not None and completeness:
        found.make_input_complete(completeness)
    return found


def _run(title: str, print_info: bool, learned: Any) -> Any:
    start = time.perf_counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PapniWarning)
            found = learned()
    except ContradictionError as error:
        print(f"{title}: contradictory data: {error}")
        return None
    if print_info:
        print(f"{title} learned {found.size} states in {time.perf_counter() - start:.2f} seconds.")
    return found


def _ordered(words: Words, meanings: list[Any], method: str, evidence: str) -> Model:
    """The dfa of words whose symbols are numbers, with ties broken by the order of `in_order`."""
    names: dict[Any, str] = {number: f"{place:05}" for place, number in enumerate(in_order(words, meanings))}
    how: Any = {"method": method, "evidence": evidence if method == "edsm" else None, "focus": "all"}
    return learn_named(words, names, call=(), return_=(), model="dfa", **how)


def _learn_dfa(data: Any, method: str, evidence: str) -> Dfa:
    words = labelled_words(data, "data", "word", "label")
    meanings = words.symbols
    numbered = Words(words.ids, words.offsets, range(len(meanings)))
    numbered.labels = words.labels
    model = _ordered(numbered, meanings, method, evidence)
    states = [DfaState(f"s{s.number}", s.accepting) for s in model]
    for t in model.transitions:
        states[t.source].transitions[meanings[t.symbol]] = states[t.target]  # type: ignore[call-overload]
    return Dfa(states[0], states)


def _learn_vpa(data: Any, method: str, evidence: str, alphabet: Any) -> Vpa:
    words = labelled_words(data, "data", "word", "label")
    encoded, meanings = stack_aware(words, alphabet)
    try:
        model = _ordered(encoded, meanings, method, evidence)
    except ContradictionError:
        _raise_contradiction(words, alphabet)
        raise
    calls, known = set(alphabet.call_alphabet), len(words.symbols)
    states = [VpaState(f"s{s.number}", s.accepting) for s in model]
    for t in model.transitions:
        number: Any = t.symbol
        source, target = states[t.source], states[t.target]
        if number >= known:
            letter, guard = meanings[number]
            move = VpaTransition(source, target, letter, "pop", guard)
        elif meanings[number] in calls:
            letter = meanings[number]
            move = VpaTransition(source, target, letter, "push", letter)
        else:
            letter = meanings[number]
            move = VpaTransition(source, target, letter, None)
        source.transitions[letter].append(move)
    declared = {*calls, *alphabet.return_alphabet}
    internal = [symbol for symbol in words.symbols if symbol not in declared]
    return Vpa(states[0], states, VpaAlphabet(internal, list(alphabet.call_alphabet), list(alphabet.return_alphabet)))


def _raise_contradiction(words: Words, alphabet: Any) -> None:
    """Raises the error with the numbers of the words as they were given."""
    learn(words, call=alphabet.call_alphabet, return_=alphabet.return_alphabet, method="rpni")


def _learn_sevpa(data: Any, method: str, evidence: str, alphabet: Any) -> Sevpa:
    words = labelled_words(data, "data", "word", "label")
    how: Any = {"method": method, "focus": "all", "modules": "one", "evidence": evidence if method == "edsm" else None}
    model = learn(words, call=alphabet.call_alphabet, return_=alphabet.return_alphabet, model="sevpa", **how)
    found = automaton(model)
    assert isinstance(found, Sevpa)
    return found
