"""Moore and Mealy machines with the attributes and methods of AALpy's."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, TypeVar

from ._graph import Graph, edge, node, quoted


class MooreState:
    """A state of a `MooreMachine`; `transitions` maps inputs to states."""

    def __init__(self, state_id: Any, output: Any = None) -> None:
        """A state without transitions."""
        self.state_id = state_id
        self.output = output
        self.prefix: tuple[Any, ...] | None = None
        self.transitions: dict[Any, MooreState] = {}


class MealyState:
    """A state of a `MealyMachine`; `transitions` maps inputs to states, `output_fun` to outputs."""

    def __init__(self, state_id: Any) -> None:
        """A state without transitions."""
        self.state_id = state_id
        self.prefix: tuple[Any, ...] | None = None
        self.transitions: dict[Any, MealyState] = {}
        self.output_fun: dict[Any, Any] = {}


M = TypeVar("M", MooreState, MealyState)


class _Machine(Graph[M]):
    def get_input_alphabet(self) -> list[Any]:
        """The inputs, in the order in which transitions mention them."""
        return list(dict.fromkeys(letter for state in self.states for letter in state.transitions))

    def is_input_complete(self) -> bool:
        """Does every state have a transition on every input?"""
        letters = set(self.get_input_alphabet())
        return all(set(state.transitions) == letters for state in self.states)

    def step(self, letter: Any) -> Any:
        """Reads an input and returns the output; KeyError if there is no transition."""
        raise NotImplementedError

    def execute_sequence(self, origin_state: M, seq: Iterable[Any]) -> list[Any]:
        """The outputs for a sequence of inputs, from a state."""
        self.current_state = origin_state
        return [self.step(letter) for letter in seq]

    def compute_prefixes(self) -> None:
        """Sets the `prefix` of each state to a shortest sequence that leads to it."""
        found: dict[int, tuple[Any, ...]] = {id(self.initial_state): ()}
        queue: deque[Any] = deque([self.initial_state])
        while queue:
            source: Any = queue.popleft()
            for letter, target in source.transitions.items():
                if id(target) not in found:
                    found[id(target)] = (*found[id(source)], letter)
                    queue.append(target)
        for each in self.states:
            each.prefix = found.get(id(each))

    def _complete(self, where: str, sink: M) -> list[tuple[M, Any]]:
        """Adds the missing transitions, and returns them."""
        if where not in ("self_loop", "sink_state"):
            raise ValueError(f"missing_transition_go_to: expected self_loop or sink_state, got {where!r}")
        if self.is_input_complete():
            return []
        letters, added = self.get_input_alphabet(), []
        if where == "sink_state":
            self.states.append(sink)
        for state in self.states:
            for letter in letters:
                if letter not in state.transitions:
                    state.transitions[letter] = sink if where == "sink_state" else state
                    added.append((state, letter))
        return added


class MooreMachine(_Machine[MooreState]):
    """A machine whose states have outputs.

    >>> off, on = MooreState("off", 0), MooreState("on", 1)
    >>> off.transitions["press"], on.transitions["press"] = on, off
    >>> machine = MooreMachine(off, [off, on])
    >>> machine.execute_sequence(off, ["press", "press", "press"])
    [1, 0, 1]
    """

    def step(self, letter: Any) -> Any:
        """Reads an input (None: nothing) and returns the output of the state."""
        if letter is not None:
            self.current_state = self.current_state.transitions[letter]
        return self.current_state.output

    def make_input_complete(self, missing_transition_go_to: str = "self_loop") -> None:
        """Adds the missing transitions, as loops or to a state ``sink`` with the output ``sink_state``."""
        self._complete(missing_transition_go_to, MooreState("sink", "sink_state"))

    def _lines(self) -> Iterable[str]:
        for state in self.states:
            label = quoted(f"{state.state_id}|{state.output}")
            yield f"{node(state)} [label={label}, shape=record, style=rounded];"
        for state in self.states:
            for letter, target in state.transitions.items():
                yield edge(state, target, letter)

    def to_state_setup(self) -> dict[Any, Any]:
        """What ``aalpy.automata.MooreMachine.from_state_setup`` takes."""
        first = [self.initial_state, *(s for s in self.states if s is not self.initial_state)]
        return {s.state_id: (s.output, {i: t.state_id for i, t in s.transitions.items()}) for s in first}


class MealyMachine(_Machine[MealyState]):
    """A machine whose transitions have outputs.

    >>> closed, open_ = MealyState("closed"), MealyState("open")
    >>> closed.transitions["push"], closed.output_fun["push"] = open_, "creak"
    >>> MealyMachine(closed, [closed, open_]).execute_sequence(closed, ["push"])
    ['creak']
    """

    def step(self, letter: Any) -> Any:
        """Reads an input and returns the output of the transition."""
        output = self.current_state.output_fun[letter]
        self.current_state = self.current_state.transitions[letter]
        return output

    def make_input_complete(self, missing_transition_go_to: str = "self_loop") -> None:
        """Adds the missing transitions with the output ``epsilon``, as loops or to a state ``sink``."""
        for state, letter in self._complete(missing_transition_go_to, MealyState("sink")):
            state.output_fun[letter] = "epsilon"

    def _lines(self) -> Iterable[str]:
        for state in self.states:
            yield f"{node(state)} [label={quoted(state.state_id)}];"
        for state in self.states:
            for letter, target in state.transitions.items():
                yield edge(state, target, f"{letter}/{state.output_fun[letter]}")

    def to_state_setup(self) -> dict[Any, Any]:
        """What ``aalpy.automata.MealyMachine.from_state_setup`` takes."""
        first = [self.initial_state, *(s for s in self.states if s is not self.initial_state)]
        return {s.state_id: {i: (s.output_fun[i], t.state_id) for i, t in s.transitions.items()} for s in first}
