"""Conversions between papni's models, the automata of `papni.aalpy`, and AALpy's classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._model import Model
from .._results import Transition
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


def automaton(model: Model) -> Dfa | Vpa | Sevpa:
    """A model as an automaton of `papni.aalpy`. States are named s0, s1, and so on.

    >>> from papni import Model
    >>> a = automaton(Model.from_transitions([(0, "a", 1), (1, "a", 0)], accepting=[1], model="dfa"))
    >>> a.size, a.initial_state.state_id, a.execute_sequence(a.initial_state, "aaa")
    (2, 's0', [True, False, True])
    """
    if not isinstance(model, Model):
        raise TypeError(f"model: expected a papni.Model, got {type(model).__name__}")
    if model.kind == "dfa":
        dfa_states = [DfaState(f"s{s.number}", s.accepting) for s in model]
        for t in model.transitions:
            dfa_states[t.source].transitions[t.symbol] = dfa_states[t.target]
        return Dfa(dfa_states[0], dfa_states)
    if model.kind == "sevpa":
        return _sevpa(model)
    if model.kind != "vpa":
        raise ValueError(f"model: AALpy cannot express a {model.kind}, only a dfa, a vpa or a sevpa with one module")
    states = [VpaState(f"s{s.number}", s.accepting) for s in model]
    alphabet = model.alphabet
    calls, returns = set(alphabet.call), set(alphabet.return_)
    for t in model.transitions:
        action = "push" if t.symbol in calls else "pop" if t.symbol in returns else None
        guard = t.symbol if action == "push" else t.popped
        states[t.source].transitions[t.symbol].append(
            VpaTransition(states[t.source], states[t.target], t.symbol, action, guard)
        )
    lists = VpaAlphabet(list(alphabet.internal), list(alphabet.call), list(alphabet.return_))
    return Vpa(states[0], states, lists)


def _sevpa(model: Model) -> Sevpa:
    alphabet = model.alphabet
    calls, returns = set(alphabet.call), set(alphabet.return_)
    if any(t.symbol in calls and t.target != 0 for t in model.transitions):
        raise ValueError("model: in AALpy, all calls of a sevpa lead to the initial state: learn it with modules='one'")
    states = [SevpaState(f"q{s.number}", s.accepting) for s in model]
    for t in model.transitions:
        if t.symbol not in calls:
            pops = t.symbol in returns
            guard = (f"q{t.caller}", t.popped) if pops else None
            move = SevpaTransition(states[t.target], t.symbol, "pop" if pops else None, guard)
            states[t.source].transitions[t.symbol].append(move)
    lists = SevpaAlphabet(list(alphabet.internal), list(alphabet.call), list(alphabet.return_))
    return Sevpa(states[0], states, lists)


def to_aalpy(model: Model | Dfa | Vpa | Sevpa) -> Any:
    """The same automaton as an ``aalpy.automata.Dfa``, ``Vpa`` or ``Sevpa``. AALpy must be installed."""
    if not isinstance(model, (Model, Dfa, Vpa, Sevpa)):
        kind = type(model).__name__
        raise TypeError(f"model: expected a papni.Model, or a Dfa, Vpa or Sevpa of papni.aalpy, got {kind}")
    import aalpy.automata as theirs  # type: ignore[import-untyped,import-not-found,unused-ignore]

    source = automaton(model) if isinstance(model, Model) else model
    setup = source.to_state_setup()
    if isinstance(source, Dfa):
        return theirs.Dfa.from_state_setup(setup)
    if isinstance(source, Sevpa):
        return _aalpy_sevpa(source, setup, theirs)
    states = {name: theirs.VpaState(name, accepting) for name, (accepting, _) in setup.items()}
    for name, (_, transitions) in setup.items():
        for letter, rows in transitions.items():
            for target, action, guard in rows:
                states[name].transitions[letter].append(
                    theirs.VpaTransition(states[name], states[target], letter, action, guard)
                )
    return theirs.Vpa(states[source.initial_state.state_id], list(states.values()))


def _aalpy_sevpa(source: Sevpa, setup: dict[Any, Any], theirs: Any) -> Any:
    states = {name: theirs.SevpaState(name, accepting) for name, (accepting, _) in setup.items()}
    for name, (_, transitions) in setup.items():
        for letter, rows in transitions.items():
            for target, action, guard in rows:
                states[name].transitions[letter].append(theirs.SevpaTransition(states[target], letter, action, guard))
    return theirs.Sevpa(states[source.initial_state.state_id], list(states.values()))


def from_aalpy(automaton: Any) -> Model:
    """Converts an automaton of `papni.aalpy` or of AALpy to a `papni.Model`.

    >>> dfa = Dfa.from_state_setup({"even": (True, {"a": "odd"}), "odd": (False, {"a": "even"})})
    >>> from_aalpy(dfa).accepts_many(["", "a", "aa"])
    [True, False, True]
    """
    start = getattr(automaton, "initial_state", None)
    states = [start, *(s for s in getattr(automaton, "states", ()) if s is not start)]
    if not all(hasattr(state, "is_accepting") for state in states):
        raise TypeError(f"automaton: expected a Dfa, Vpa or Sevpa, got {type(automaton).__name__}")
    numbers = {state.state_id: i for i, state in enumerate(states)}
    accepting = [i for i, state in enumerate(states) if state.is_accepting]
    if not hasattr(automaton, "input_alphabet"):
        rows = [
            Transition(i, letter, numbers[target.state_id])
            for i, state in enumerate(states)
            for letter, target in state.transitions.items()
        ]
        return Model.from_transitions(rows, accepting, model="dfa")
    alphabet = automaton.input_alphabet
    listed = [(i, t) for i, state in enumerate(states) for ts in state.transitions.values() for t in ts]
    rows = list(_pushdown(listed, numbers))
    single_entry = not any(t.action == "push" for _, t in listed) and type(automaton).__name__ == "Sevpa"
    if single_entry:
        rows += [Transition(i, call, 0) for i in range(len(states)) for call in alphabet.call_alphabet]
    return Model.from_transitions(
        rows,
        accepting,
        call=alphabet.call_alphabet,
        return_=alphabet.return_alphabet,
        model="vpa" if all(t.caller is None for t in rows) else "sevpa" if single_entry else "general",
    )


def _pushdown(listed: Iterable[tuple[int, Any]], numbers: dict[Any, int]) -> Iterable[Transition]:
    """The call is pushed, alone or with the state in which it is made."""
    for i, t in listed:
        target = numbers[t.target_state.state_id]
        pair = isinstance(t.stack_guard, tuple) and len(t.stack_guard) == 2 and t.stack_guard[0] in numbers
        if t.action == "pop" and pair:
            yield Transition(i, t.letter, target, t.stack_guard[1], numbers[t.stack_guard[0]])
        elif t.action == "pop":
            yield Transition(i, t.letter, target, t.stack_guard)
        elif t.action is None or t.stack_guard == t.letter or (pair and t.stack_guard[1] == t.letter):
            yield Transition(i, t.letter, target)
        else:
            raise ValueError(
                f"automaton: on {t.letter!r} it pushes {t.stack_guard!r}: expected the letter, alone or with a state"
            )
