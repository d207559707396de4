"""AALpy's passive learners on top of papni: only the import changes.

>>> from papni.aalpy import run_PAPNI, VpaAlphabet
>>> data = [("", False), ("()", True), ("(())", True), ("()()", False)]
>>> model = run_PAPNI(data, VpaAlphabet([], ["("], [")"]), algorithm="gsm", print_info=False)
>>> model.size
3

The arguments are those of AALpy 1.6.2. The results have the attributes of AALpy's automata;
`to_aalpy` converts them to AALpy's own, `from_aalpy` to a `papni.Model`.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

from .._errors import ContradictionError, PapniWarning
from .._learn import learn_named
from .._model import Model
from .._sources import symbols_in
from .._words import Words, labelled_words, names_of
from ._active import run_KV, run_Lstar
from ._convert import automaton, from_aalpy, to_aalpy
from .automata import Dfa, DfaState, Vpa, VpaAlphabet, VpaState, VpaTransition

__all__ = [
    "Dfa",
    "DfaState",
    "Vpa",
    "VpaAlphabet",
    "VpaState",
    "VpaTransition",
    "automaton",
    "from_aalpy",
    "run_EDSM",
    "run_KV",
    "run_Lstar",
    "run_PAPNI",
    "run_RPNI",
    "to_aalpy",
]


def run_PAPNI(
    data: Any,
    vpa_alphabet: Any,
    algorithm: str = "edsm",
    print_info: bool = True,
    *,
    automaton_type: str = "vpa",
) -> Vpa | None:
    """Learns a `Vpa` from pairs of a word and a label; None if they contradict each other.

    Args:
        data: pairs of a word (a str or a sequence of hashable symbols) and a label.
        vpa_alphabet: the symbols that push and that pop; all others are internal.
        algorithm: ``"edsm"``, or ``"gsm"`` or ``"classic"`` for RPNI.
        print_info: print the time and the number of states.
        automaton_type: ``"vpa"``; AALpy 2.0 has this argument.
    """
    _check("algorithm", algorithm, ("gsm", "classic", "edsm"))
    if automaton_type == "sevpa":
        raise NotImplementedError("automaton_type: expected 'vpa'; for a sevpa, use papni.learn(..., model='sevpa')")
    _check("automaton_type", automaton_type, ("vpa",))
    _check_alphabet(vpa_alphabet)
    method = "edsm" if algorithm == "edsm" else "rpni"
    found = _run("PAPNI", data, method, print_info, vpa_alphabet)
    return found if isinstance(found, Vpa) else None


def run_RPNI(
    data: Any,
    automaton_type: str,
    algorithm: str = "gsm",
    input_completeness: str | None = None,
    print_info: bool = True,
) -> Dfa | None:
    """Learns a `Dfa` by RPNI; None if the words contradict each other.

    Args:
        data: pairs of a word (a str or a sequence of hashable symbols) and a label.
        automaton_type: ``"dfa"``.
        algorithm: ``"gsm"`` or ``"classic"``, which do the same.
        input_completeness: where missing transitions go: None, ``"self_loop"`` or ``"sink_state"``.
        print_info: print the time and the number of states.
    """
    _check("algorithm", algorithm, ("gsm", "classic"))
    return _run_dfa("RPNI", data, automaton_type, input_completeness, print_info)


def run_EDSM(
    data: Any, automaton_type: str, input_completeness: str | None = None, print_info: bool = True
) -> Dfa | None:
    """Learns a `Dfa` by EDSM; None if the words contradict each other.

    The arguments are those of `run_RPNI`.
    """
    return _run_dfa("EDSM", data, automaton_type, input_completeness, print_info)


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


def _run_dfa(title: str, data: Any, automaton_type: str, completeness: str | None, print_info: bool) -> Dfa | None:
    if automaton_type in ("mealy", "moore"):
        raise NotImplementedError(f"automaton_type: expected 'dfa', got {automaton_type!r}")
    _check("automaton_type", automaton_type, ("dfa",))
    _check("input_completeness", completeness, (None, "self_loop", "sink_state"))
    found = _run(title, data, title.lower(), print_info, None)
    if not isinstance(found, Dfa):
        return None
    if completeness:
        found.make_input_complete(completeness)
    return found


def _run(title: str, data: Any, method: str, print_info: bool, alphabet: Any) -> Dfa | Vpa | None:
    start = time.perf_counter()
    try:
        model = _learn(data, method, alphabet)
    except ContradictionError as error:
        print(f"{title}: contradictory data: {error}")
        return None
    if print_info:
        print(f"{title} learned {len(model)} states in {time.perf_counter() - start:.2f} seconds.")
    return automaton(model)


def _learn(data: Any, method: str, alphabet: Any) -> Model:
    words = labelled_words(data, "data", "word", "label")
    names = {symbol: f"{place:05}" for place, symbol in enumerate(_in_order(words, alphabet))}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PapniWarning)
        return learn_named(
            words,
            names,
            call=alphabet.call_alphabet if alphabet else (),
            return_=alphabet.return_alphabet if alphabet else (),
            model="vpa" if alphabet else "dfa",
            method=method,
            evidence="labels",
            focus="all",
        )


def _in_order(words: Words, alphabet: Any) -> list[Any]:
    """All symbols, the most frequent first.

    papni breaks ties by the order of symbols, AALpy by the order of the data, in which
    frequent symbols tend to come first.
    """
    counts: dict[Any, int] = dict.fromkeys([*alphabet.call_alphabet, *alphabet.return_alphabet] if alphabet else (), 0)
    counts.update(zip(words.symbols, words.count_ids()))
    names = names_of(counts)
    return sorted(counts, key=lambda symbol: (-counts[symbol], names[symbol]))
