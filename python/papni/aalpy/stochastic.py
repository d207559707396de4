"""Markov chains, decision processes and nondeterministic machines with the attributes of AALpy's."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TypeVar

from ._graph import Graph, edge, node, quoted


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


class _Process(Graph[S]):
    def reset_to_initial(self) -> Any:
        """Goes back to the initial state, and returns its output if it has one."""
        self.current_state = self.initial_state
        return getattr(self.initial_state, "output", None)

    def _lines(self) -> Iterable[str]:
        states: list[Any] = self.states
        for state in states:
            yield f"{node(state)} [label={quoted(getattr(state, 'output', state.state_id))}];"
        yield from self._edges()

    def _edges(self) -> Iterable[str]:
        raise NotImplementedError


class MarkovChain(_Process[McState]):
    """A Markov chain whose states have outputs."""

    def step(self) -> Any:
        """Goes to a random next state, and returns its output."""
        targets, weights = zip(*self.current_state.transitions)
        self.current_state = random.choices(targets, weights)[0]
        return self.current_state.output

    def _edges(self) -> Iterable[str]:
        return [edge(s, t, p) for s in self.states for t, p in s.transitions]


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

    def _edges(self) -> Iterable[str]:
        return [edge(s, t, f"{i}:{p}") for s in self.states for i, moves in s.transitions.items() for t, p in moves]


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

    def _edges(self) -> Iterable[str]:
        for s in self.states:
            for i, moves in s.transitions.items():
                for t, o, p in moves:
                    yield edge(s, t, f"{i}/{o}:{p}")


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

    def _edges(self) -> Iterable[str]:
        for s in self.states:
            for i, moves in s.transitions.items():
                for o, t in moves:
                    yield edge(s, t, f"{i}/{o}")
