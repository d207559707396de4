"""Markov chains, decision processes and nondeterministic machines with the attributes of AALpy's."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from .automata import _file, _id, _quoted


class McState:
    """A state of a `MarkovChain`; `transitions` lists pairs of a state and a probability."""

    def __init__(self, state_id: Any, output: Any) -> None:
        """A state without transitions."""
        self.state_id = state_id
        self.output = output
        self.transitions: list[tuple[McState, float]] = []


class MdpState:
    """A state of an `Mdp`; `transitions` maps inputs to lists of a state and a probability."""

    def __init__(self, state_id: Any, output: Any = None) -> None:
        """A state without transitions."""
        self.state_id = state_id
        self.output = output
        self.transitions: defaultdict[Any, list[tuple[MdpState, float]]] = defaultdict(list)


class StochasticMealyState:
    """A state of a `StochasticMealyMachine`; `transitions` maps inputs to (state, output, probability)."""

    def __init__(self, state_id: Any) -> None:
        """A state without transitions."""
        self.state_id = state_id
        self.transitions: defaultdict[Any, list[tuple[StochasticMealyState, Any, float]]] = defaultdict(list)


class OnfsmState:
    """A state of an `Onfsm`; `transitions` maps inputs to lists of an output and a state."""

    def __init__(self, state_id: Any) -> None:
        """A state without transitions."""
        self.state_id = state_id
        self.transitions: defaultdict[Any, list[tuple[Any, OnfsmState]]] = defaultdict(list)


S = TypeVar("S", McState, MdpState, StochasticMealyState, OnfsmState)


class _Process(Generic[S]):
    initial_state: S
    states: list[S]
    current_state: S

    def __init__(self, initial_state: S, states: list[S]) -> None:
        """States know their transitions."""
        self.initial_state = initial_state
        self.states = states
        self.current_state = initial_state

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.states)

    def reset_to_initial(self) -> Any:
        """Goes back to the initial state, and returns its output if it has one."""
        self.current_state = self.initial_state
        return getattr(self.initial_state, "output", None)

    def get_state_by_id(self, state_id: Any) -> S | None:
        """The state of this name."""
        return next((state for state in self.states if state.state_id == state_id), None)

    def _lines(self) -> Iterable[str]:
        raise NotImplementedError

    def _node(self, state: Any) -> str:
        label = getattr(state, "output", state.state_id)
        return f"{_id(state)} [label={_quoted(label)}];"

    def to_dot(self) -> str:
        """AALpy's DOT."""
        lines = [self._node(state) for state in self.states] + list(self._lines())
        start: Any = self.initial_state
        lines += ['__start0 [label="", shape=none];', f'__start0 -> {_id(start)} [label=""];']
        return "digraph LearnedModel {\n" + "\n".join(lines) + "\n}\n"

    def __str__(self) -> str:
        """DOT for Graphviz."""
        return self.to_dot()

    def save(self, file_path: Any = "LearnedModel", file_type: str = "dot") -> None:
        """Writes DOT or a picture: `file_type` is dot, svg, png or pdf, and is appended to the path."""
        machine: Any = self
        _file(machine, file_path, file_type)

    def _edge(self, source: Any, target: Any, label: Any) -> str:
        return f"{_id(source)} -> {_id(target)} [label={_quoted(label)}];"


class MarkovChain(_Process[McState]):
    """A Markov chain whose states have outputs."""

    def step(self) -> Any:
        """Goes to a random next state, and returns its output."""
        targets, weights = zip(*self.current_state.transitions)
        self.current_state = random.choices(targets, weights)[0]
        return self.current_state.output

    def _lines(self) -> Iterable[str]:
        return [self._edge(s, t, p) for s in self.states for t, p in s.transitions]


class Mdp(_Process[MdpState]):
    """A Markov decision process whose states have outputs."""

    def step(self, letter: Any) -> Any:
        """Reads an input, and returns the output of a random next state; KeyError if there is none."""
        if letter not in self.current_state.transitions:
            raise KeyError(letter)
        targets, weights = zip(*self.current_state.transitions[letter])
        self.current_state = random.choices(targets, weights)[0]
        return self.current_state.output

    def get_input_alphabet(self) -> list[Any]:
        """The inputs."""
        return list(dict.fromkeys(i for state in self.states for i in state.transitions))

    def _lines(self) -> Iterable[str]:
        return [
            self._edge(s, t, f"{i}:{p}") for s in self.states for i, moves in s.transitions.items() for t, p in moves
        ]


class StochasticMealyMachine(_Process[StochasticMealyState]):
    """A machine whose transitions have outputs and probabilities."""

    def step(self, letter: Any) -> Any:
        """Reads an input, and returns the output of a random transition; KeyError if there is none."""
        if letter not in self.current_state.transitions:
            raise KeyError(letter)
        moves = self.current_state.transitions[letter]
        move = random.choices(moves, [p for _, _, p in moves])[0]
        self.current_state = move[0]
        return move[1]

    def get_input_alphabet(self) -> list[Any]:
        """The inputs."""
        return list(dict.fromkeys(i for state in self.states for i in state.transitions))

    def _lines(self) -> Iterable[str]:
        for s in self.states:
            for i, moves in s.transitions.items():
                for t, o, p in moves:
                    yield self._edge(s, t, f"{i}/{o}:{p}")


class Onfsm(_Process[OnfsmState]):
    """A machine that may have several outputs for an input, each leading to one state."""

    def outputs_on_input(self, letter: Any) -> list[Any]:
        """The possible outputs of the current state."""
        return [o for o, _ in self.current_state.transitions.get(letter, ())]

    def step_to(self, letter: Any, output: Any) -> Any:
        """Takes the transition with this input and output; None if there is none."""
        for o, target in self.current_state.transitions.get(letter, ()):
            if o == output:
                self.current_state = target
                return output
        return None

    def _lines(self) -> Iterable[str]:
        for s in self.states:
            for i, moves in s.transitions.items():
                for o, t in moves:
                    yield self._edge(s, t, f"{i}/{o}")
