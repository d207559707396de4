"""AALpy's active learners on top of papni: KV and L* with its systems and equivalence oracles."""

from __future__ import annotations

import time
from typing import Any

from .._learn import learn
from .._model import Model


def _aalpy_sevpa(model: Model, alphabet: Any) -> Any:
    """A sevpa in which all calls lead to the start, as AALpy's."""
    from aalpy.automata import Sevpa, SevpaState, SevpaTransition  # type: ignore[import-untyped,import-not-found,unused-ignore]

    states = [SevpaState(f"q{s.number}", s.accepting) for s in model]
    states[0].prefix = ()
    for t in model.transitions:
        if t.symbol in alphabet.call_alphabet:
            continue
        pops = t.symbol in alphabet.return_alphabet
        guard = (f"q{t.caller}", t.popped) if pops else None
        move = SevpaTransition(states[t.target], t.symbol, "pop" if pops else None, guard)
        states[t.source].transitions[t.symbol].append(move)
    result = Sevpa(states[0], states)
    result.input_alphabet = alphabet
    result.internal_set, result.call_set = set(alphabet.internal_alphabet), set(alphabet.call_alphabet)
    result.return_set = set(alphabet.return_alphabet)
    return result


def _aalpy_dfa(model: Model, alphabet: Any) -> Any:
    """A dfa with a transition for every symbol, as AALpy's."""
    from aalpy.automata import Dfa, DfaState

    states = [DfaState(f"q{s.number}", s.accepting) for s in model]
    sink = DfaState("sink", False)
    for state in [*states, sink]:
        state.transitions = dict.fromkeys(alphabet, sink)
    for t in model.transitions:
        states[t.source].transitions[t.symbol] = states[t.target]
    complete = all(target is not sink for state in states for target in state.transitions.values())
    return Dfa(states[0], states if complete else [*states, sink])


def run_KV(
    alphabet: Any,
    sul: Any,
    eq_oracle: Any,
    automaton_type: str,
    cex_processing: str = "rs",
    max_learning_rounds: int | None = None,
    cache_and_non_det_check: bool = True,
    return_data: bool = False,
    print_level: int = 2,
) -> Any:
    """Learns a ``"dfa"`` or a ``"vpa"`` from a system and an equivalence oracle of AALpy.

    The arguments are those of AALpy's function. Transitions are asked about when a
    counterexample shows them, and counterexamples are always processed by the method of
    Rivest and Schapire. Answers are always kept. The result is an automaton of AALpy.
    """
    if automaton_type not in ("dfa", "vpa"):
        raise ValueError(f"automaton_type: expected 'dfa' or 'vpa', got {automaton_type!r}")
    vpa = automaton_type == "vpa"
    calls = list(alphabet.call_alphabet) if vpa else []
    returns = list(alphabet.return_alphabet) if vpa else []
    internal = list(alphabet.internal_alphabet) if vpa else list(alphabet)
    rounds, started, waiting = 0, time.time(), 0.0
    before = sul.num_queries

    def convert(model: Model) -> Any:
        return _aalpy_sevpa(model, alphabet) if vpa else _aalpy_dfa(model, alphabet)

    def compare(model: Model) -> Any:
        nonlocal rounds, waiting
        rounds += 1
        if max_learning_rounds and rounds > max_learning_rounds:
            return None
        begin = time.time()
        found = eq_oracle.find_cex(convert(model))
        waiting += time.time() - begin
        return found

    def ask(word: Any) -> Any:
        answer = sul.query(tuple(word))[-1]
        return False if answer is None else answer  # as AALpy takes it

    learned = learn(
        [],
        call=calls,
        return_=returns,
        internal=internal,
        oracle=ask,
        equivalence=compare,
    )
    result = convert(learned)
    seconds = time.time() - started
    info = {
        "learning_rounds": rounds,
        "automaton_size": len(learned),
        "queries_learning": sul.num_queries - before - eq_oracle.num_queries,
        "steps_learning": sul.num_steps - eq_oracle.num_steps,
        "queries_eq_oracle": eq_oracle.num_queries,
        "steps_eq_oracle": eq_oracle.num_steps,
        "learning_time": round(seconds - waiting, 2),
        "eq_oracle_time": round(waiting, 2),
        "total_time": round(seconds, 2),
    }
    if print_level > 0:
        print(f"{info['automaton_size']} states, {info['queries_learning']} queries, {rounds} rounds")
    return (result, info) if return_data else result


def run_Lstar(alphabet: Any, sul: Any, eq_oracle: Any, automaton_type: str, **rest: Any) -> Any:
    """The same for AALpy's L*: `samples` and the strategies of its table have no effect."""
    kept = ("max_learning_rounds", "cache_and_non_det_check", "return_data", "print_level", "cex_processing")
    return run_KV(alphabet, sul, eq_oracle, automaton_type, **{name: rest[name] for name in kept if name in rest})
