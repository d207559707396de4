"""Automata with the attributes and methods of AALpy's.

They are plain, mutable Python objects. `papni.aalpy.from_aalpy` converts them to a
`papni.Model`, which is faster for running many words.
"""

from __future__ import annotations

import random
import warnings
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from .._words import Symbol
from ._graph import Graph, edge, node, quoted


class VpaAlphabet:
    """The symbols by kind: internal, call, return.

    >>> print(VpaAlphabet(["x"], ["("], [")"]))
    Internal: ['x'] Call: ['('] Return: [')']
    """

    def __init__(
        self,
        internal_alphabet: Sequence[Any],
        call_alphabet: Sequence[Any],
        return_alphabet: Sequence[Any],
        exclusive_call_return_pairs: dict[Any, Any] | None = None,
    ) -> None:
        """As in AALpy, `exclusive_call_return_pairs` does not affect learning."""
        self.internal_alphabet = internal_alphabet
        self.call_alphabet = call_alphabet
        self.return_alphabet = return_alphabet
        self.exclusive_call_return_pairs = exclusive_call_return_pairs

    def get_merged_alphabet(self) -> list[Any]:
        """All symbols."""
        return [*self.internal_alphabet, *self.call_alphabet, *self.return_alphabet]

    def __str__(self) -> str:
        """The three lists."""
        return f"Internal: {self.internal_alphabet} Call: {self.call_alphabet} Return: {self.return_alphabet}"


class _State:
    def __init__(self, state_id: Any, is_accepting: bool = False) -> None:
        self.state_id = state_id
        self.is_accepting = is_accepting
        self.prefix: tuple[Any, ...] | None = None

    def _leads_to(self, letter: Any) -> list[Any]:
        raise NotImplementedError

    def get_diff_state_transitions(self) -> list[Any]:
        """The letters that lead to another state."""
        return [letter for letter in self._letters() if any(q is not self for q in self._leads_to(letter))]

    def get_same_state_transitions(self) -> list[Any]:
        """The letters that lead only to this state again."""
        return [letter for letter in self._letters() if all(q is self for q in self._leads_to(letter))]

    def _letters(self) -> list[Any]:
        return list(self.transitions)  # type: ignore[attr-defined]


class DfaState(_State):
    """A state of a `Dfa`; `transitions` maps letters to states."""

    def __init__(self, state_id: Any, is_accepting: bool = False) -> None:
        """A state without transitions."""
        super().__init__(state_id, is_accepting)
        self.transitions: dict[Any, DfaState] = {}

    def _leads_to(self, letter: Any) -> list[Any]:
        return [self.transitions[letter]]

    @property
    def output(self) -> bool:
        """The same as `is_accepting`."""
        return self.is_accepting


class VpaState(_State):
    """A state of a `Vpa`; `transitions` maps letters to lists of `VpaTransition`."""

    def __init__(self, state_id: Any, is_accepting: bool = False) -> None:
        """A state without transitions."""
        super().__init__(state_id, is_accepting)
        self.transitions: defaultdict[Any, list[VpaTransition]] = defaultdict(list)

    def _leads_to(self, letter: Any) -> list[Any]:
        return [t.target_state for t in self.transitions[letter]]


class VpaTransition:
    """A transition of a `Vpa`; `action` is ``"push"``, ``"pop"`` or None."""

    def __init__(
        self, start: VpaState, target: VpaState, symbol: Symbol, action: str | None, stack_guard: Any = None
    ) -> None:
        """`stack_guard` is what is pushed, or must be on top to be popped."""
        self.start = start
        self.target_state = target
        self.letter = symbol
        self.action = action
        self.stack_guard = stack_guard

    def __str__(self) -> str:
        """Its target and its effect on the stack."""
        return (
            f"{self.letter}: {self.start.state_id} --> {self.target_state.state_id} | {self.action}: {self.stack_guard}"
        )


class SevpaState(_State):
    """A state of a `Sevpa`; `transitions` maps letters to lists of `SevpaTransition`, without calls."""

    def __init__(self, state_id: Any, is_accepting: bool = False) -> None:
        """A state without transitions."""
        super().__init__(state_id, is_accepting)
        self.transitions: defaultdict[Any, list[SevpaTransition]] = defaultdict(list)

    def _leads_to(self, letter: Any) -> list[Any]:
        return [t.target_state for t in self.transitions[letter]]


class SevpaTransition:
    """A transition of a `Sevpa`; `action` is ``"pop"`` or None."""

    def __init__(self, target: SevpaState, letter: Any, action: str | None, stack_guard: Any = None) -> None:
        """`stack_guard` is (state id, call): the call that is popped, and where it was made."""
        self.target_state = target
        self.letter = letter
        self.action = action
        self.stack_guard = stack_guard

    def __str__(self) -> str:
        """Its target and its effect on the stack."""
        return f"{self.letter} --> {self.target_state.state_id} | {self.action}: {self.stack_guard}"


S = TypeVar("S", DfaState, VpaState, SevpaState)
T = TypeVar("T", VpaState, SevpaState)


class _Automaton(Graph[S]):
    def step(self, letter: Any) -> bool:
        """Reads a letter (None: nothing) and returns whether the word so far is accepted."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        """AALpy has more methods than this class."""
        if name.startswith("_") or name in type(self).__annotations__ or name in Graph.__annotations__:
            raise AttributeError(name)
        raise AttributeError(
            f"{type(self).__name__} has no {name!r}; papni.aalpy.to_aalpy(automaton) converts it to AALpy's own class,"
            " papni.aalpy.from_aalpy(automaton) to a papni.Model"
        )

    def __eq__(self, other: object) -> bool:
        """Do they accept the same words?"""
        if not isinstance(other, _Automaton):
            return NotImplemented
        from ._convert import from_aalpy

        return from_aalpy(self) == from_aalpy(other)

    __hash__ = None  # type: ignore[assignment] # as in AALpy: automata can change

    def compute_prefixes(self) -> None:
        """Sets the `prefix` of each state to a shortest sequence that leads to it, where the stack permits."""
        found: dict[int, tuple[Any, ...]] = {id(self.initial_state): ()}
        queue: deque[Any] = deque([self.initial_state])
        while queue:
            source: Any = queue.popleft()
            for letter in source._letters():
                for target in source._leads_to(letter):
                    if id(target) not in found:
                        found[id(target)] = (*found[id(source)], letter)
                        queue.append(target)
        for each in self.states:
            each.prefix = found.get(id(each))

    def _edges(self) -> Iterable[tuple[S, S, str]]:
        raise NotImplementedError

    def _lines(self) -> Iterable[str]:
        for state in self.states:
            shape = ", shape=doublecircle" if state.is_accepting else ""
            yield f"{node(state)} [label={quoted(state.state_id)}{shape}];"
        for source, target, label in self._edges():
            yield edge(source, target, label)


class Dfa(_Automaton[DfaState]):
    """A finite automaton.

    >>> dfa = Dfa.from_state_setup({"even": (True, {"a": "odd"}), "odd": (False, {"a": "even"})})
    >>> dfa.execute_sequence(dfa.initial_state, "aaa")
    [False, True, False]
    """

    def __init__(self, initial_state: DfaState, states: list[DfaState]) -> None:
        """States know their transitions."""
        self.initial_state = initial_state
        self.states = states
        self.current_state = initial_state

    def step(self, letter: Any) -> bool:
        """Reads a letter (None: nothing) and returns whether the word so far is accepted.

        Raises KeyError if there is no transition.
        """
        if letter is not None:
            self.current_state = self.current_state.transitions[letter]
        return self.current_state.is_accepting

    def execute_sequence(self, origin_state: DfaState, seq: Iterable[Any]) -> Any:
        """The results of `step` from a state; for an empty sequence, whether that state accepts."""
        self.current_state = origin_state
        return [self.step(letter) for letter in seq] or origin_state.is_accepting

    def get_input_alphabet(self) -> list[Any]:
        """The letters, in the order in which transitions mention them."""
        return list(dict.fromkeys(letter for state in self.states for letter in state.transitions))

    def is_input_complete(self) -> bool:
        """Does every state have a transition on every letter?"""
        letters = set(self.get_input_alphabet())
        return all(set(state.transitions) == letters for state in self.states)

    def make_input_complete(self, missing_transition_go_to: str = "self_loop") -> None:
        """Adds the missing transitions, as loops (``"self_loop"``) or to a state that rejects (``"sink_state"``)."""
        if missing_transition_go_to not in ("self_loop", "sink_state"):
            raise ValueError(
                f"missing_transition_go_to: expected self_loop or sink_state, got {missing_transition_go_to!r}"
            )
        if self.is_input_complete():
            return
        letters = self.get_input_alphabet()
        sink = DfaState("sink") if missing_transition_go_to == "sink_state" else None
        if sink:
            self.states.append(sink)
        for state in self.states:
            for letter in letters:
                state.transitions.setdefault(letter, sink or state)

    def get_shortest_path(self, origin_state: DfaState, target_state: DfaState) -> tuple[Any, ...] | None:
        """A shortest sequence from one state to another; None if there is none."""
        paths: dict[int, tuple[Any, ...]] = {id(origin_state): ()}
        queue = deque([origin_state])
        while queue and id(target_state) not in paths:
            state = queue.popleft()
            for letter, target in state.transitions.items():
                if id(target) not in paths:
                    paths[id(target)] = (*paths[id(state)], letter)
                    queue.append(target)
        return paths.get(id(target_state))

    def is_strongly_connected(self) -> bool:
        """Can every state be reached from every other one?"""
        forward: dict[int, list[int]] = {id(s): [id(t) for t in s.transitions.values()] for s in self.states}
        backward: dict[int, list[int]] = {id(s): [] for s in self.states}
        for source, targets in forward.items():
            for target in targets:
                backward[target].append(source)
        return all(len(_reached(edges, id(self.initial_state))) == len(self.states) for edges in (forward, backward))

    def output_step(self, state: DfaState, letter: Any) -> bool:
        """Reads a letter in this state; the current state stays."""
        return state.transitions[letter].is_accepting

    def compute_output_seq(self, state: DfaState, sequence: Sequence[Any]) -> list[bool]:
        """The results of `step` from this state; for an empty sequence, whether it accepts."""
        if not sequence:
            return [state.is_accepting]
        found = []
        for letter in sequence:
            state = state.transitions[letter]
            found.append(state.is_accepting)
        return found

    def find_distinguishing_seq(self, state1: DfaState, state2: DfaState, alphabet: Iterable[Any]) -> Any:
        """A shortest sequence after which one of the states accepts and the other does not; None if there is none."""
        letters, queue = list(alphabet), deque([(state1, state2, ())])
        seen = {(id(state1), id(state2))}
        while queue:
            one, other, word = queue.popleft()
            for letter in letters:
                if letter not in one.transitions or letter not in other.transitions:
                    continue
                pair = one.transitions[letter], other.transitions[letter]
                if pair[0].is_accepting != pair[1].is_accepting:
                    return [*word, letter]
                if (id(pair[0]), id(pair[1])) not in seen:
                    seen.add((id(pair[0]), id(pair[1])))
                    queue.append((*pair, (*word, letter)))  # type: ignore[arg-type]
        return None

    def compute_characterization_set(
        self,
        char_set_init: Iterable[Any] | None = None,
        online_suffix_closure: bool = True,
        split_all_blocks: bool = True,
        return_same_states: bool = False,
        raise_warning: bool = True,
    ) -> Any:
        """Sequences that tell all states apart; None, with a warning, if two states are equivalent.

        With `return_same_states`, two equivalent states, or (None, None).
        """
        chosen = [tuple(seq) for seq in char_set_init or [()]]
        blocks, letters = [list(self.states)], self.get_input_alphabet()
        for seq in chosen:
            blocks = self._split(blocks, seq)
        while block := next((b for b in blocks if len(b) > 1), None):
            found = self.find_distinguishing_seq(block[0], block[1], letters)
            if found is None:
                if return_same_states:
                    return block[0], block[1]
                if raise_warning:
                    warnings.warn("the automaton is not minimal: it has no characterization set", stacklevel=2)
                return None
            starts = range(len(found) - 1, -1, -1) if online_suffix_closure else (0,)
            for seq in (tuple(found[start:]) for start in starts):
                if split_all_blocks:
                    blocks = self._split(blocks, seq)
                else:
                    blocks = [b for b in blocks if b is not block] + self._split([block], seq)
                    block = blocks[-1]
                chosen.append(seq)
        return (None, None) if return_same_states else list(dict.fromkeys(chosen))

    def _split(self, blocks: list[list[DfaState]], seq: tuple[Any, ...]) -> list[list[DfaState]]:
        found: list[list[DfaState]] = []
        for block in blocks:
            parts: dict[tuple[bool, ...], list[DfaState]] = {}
            for state in block:
                parts.setdefault(tuple(self.compute_output_seq(state, seq)), []).append(state)
            found += parts.values()
        return found

    def is_minimal(self) -> bool:
        """Are no two states equivalent?"""
        return bool(self.compute_characterization_set(return_same_states=True) == (None, None))

    def minimize(self) -> None:
        """Joins equivalent states; the automaton must be input complete."""
        if not self.is_input_complete():
            warnings.warn("not input complete, so not minimized: call make_input_complete first", stacklevel=2)
            return
        from ._convert import automaton, from_aalpy

        small = automaton(from_aalpy(self).minimize())
        assert isinstance(small, Dfa)
        letters = self.get_input_alphabet()
        if not small.is_input_complete() or set(small.get_input_alphabet()) != set(letters):
            sink = DfaState("sink")
            small.states.append(sink)
            for state in small.states:
                for letter in letters:
                    state.transitions.setdefault(letter, sink)
        self.states, self.initial_state = small.states, small.initial_state
        self.current_state = self.initial_state
        self.compute_prefixes()

    def _edges(self) -> Iterable[tuple[DfaState, DfaState, str]]:
        return [(s, target, str(letter)) for s in self.states for letter, target in s.transitions.items()]

    def to_state_setup(self) -> dict[Any, Any]:
        """The states as a dict: acceptance and transitions; the initial state comes first."""
        ordered = sorted(self.states, key=lambda state: state is not self.initial_state)
        return {s.state_id: (s.is_accepting, {k: t.state_id for k, t in s.transitions.items()}) for s in ordered}

    @staticmethod
    def from_state_setup(state_setup: dict[Any, Any], **kwargs: Any) -> Dfa:
        """The automaton of such a dict."""
        states = {name: DfaState(name, accepting) for name, (accepting, _) in state_setup.items()}
        for name, (_, transitions) in state_setup.items():
            states[name].transitions.update({letter: states[target] for letter, target in transitions.items()})
        listed = list(states.values())
        return Dfa(listed[0], listed)

    def copy(self) -> Dfa:
        """A copy."""
        return Dfa.from_state_setup(self.to_state_setup())

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: states are cyclic, so the dict is pickled."""
        return Dfa.from_state_setup, (self.to_state_setup(),)


def _reached(edges: dict[int, list[int]], start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        for target in edges[waiting.pop()]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


class _StackAutomaton(_Automaton[T]):
    """What automata with a stack have in common."""

    stack: list[Any]
    input_alphabet: VpaAlphabet

    def __init__(self, initial_state: T, states: list[T], input_alphabet: VpaAlphabet | None = None) -> None:
        """By default, the alphabet is that of the transitions."""
        self.initial_state = initial_state
        self.states = states
        self.current_state = initial_state
        self.stack: list[Any] = []
        self.input_alphabet = input_alphabet or self.get_input_alphabet()

    def reset_to_initial(self) -> None:
        """Goes back to the initial state, with an empty stack."""
        self.current_state = self.initial_state
        self.stack = []

    def step(self, letter: Any) -> bool:
        """Reads a letter (None: nothing); is what was read so far accepted?"""
        if letter is not None:
            self._move(letter)
        return self.current_state.is_accepting and not self.stack

    def _move(self, letter: Any) -> None:
        raise NotImplementedError

    def get_input_alphabet(self) -> VpaAlphabet:
        """The alphabet that the transitions use."""
        raise NotImplementedError

    def execute_sequence(self, origin_state: T, seq: Iterable[Any], stack: Sequence[Any] | None = None) -> list[bool]:
        """The results of `step` from a state, with this stack (AALpy 2.0) or the current one."""
        self.current_state = origin_state
        if stack is not None:
            self.stack = list(stack)
        return [self.step(letter) for letter in seq]

    def accepts(self, seq: Iterable[Any]) -> bool:
        """Is the word accepted?"""
        self.reset_to_initial()
        for letter in seq:
            self.step(letter)
        return self.step(None)

    def is_balanced(self, seq: Iterable[Any]) -> bool:
        """Is the word well-matched?"""
        return is_balanced(seq, self.input_alphabet)

    def _transitions(self) -> list[Any]:
        return [t for state in self.states for ts in state.transitions.values() for t in ts]

    def to_state_setup(self) -> dict[Any, Any]:
        """The states as a dict: acceptance, and lists of (target, action, stack guard) by letter."""
        ordered = sorted(self.states, key=lambda state: state is not self.initial_state)
        return {
            s.state_id: (
                s.is_accepting,
                {
                    k: [(t.target_state.state_id, t.action, t.stack_guard) for t in ts]
                    for k, ts in s.transitions.items()
                },
            )
            for s in ordered
        }


class Vpa(_StackAutomaton[VpaState]):
    """A visibly pushdown automaton. It accepts with an empty stack, in an accepting state.

    >>> transitions = {"(": [("q", "push", "(")], ")": [("q", "pop", "(")]}
    >>> vpa = Vpa.from_state_setup({"q": (True, transitions)}, init_state_id="q")
    >>> vpa.reset_to_initial()
    >>> [vpa.step(letter) for letter in "(())"]
    [False, False, False, True]
    """

    error_state = VpaState("ErrorSinkState", False)

    def top(self) -> Any:
        """The top of the stack, or an empty list."""
        return self.stack[-1] if self.stack else []

    def _move(self, letter: Any) -> None:
        for t in self.current_state.transitions.get(letter, ()):
            if t.action == "pop":
                if not self.stack or self.stack[-1] != t.stack_guard:
                    continue
                self.stack.pop()
            elif t.action == "push":
                self.stack.append(t.stack_guard)
            self.current_state = t.target_state
            return
        self.current_state = Vpa.error_state

    def generate_random_accepting_word(self, min_steps: int = 4, max_steps: int = 20) -> list[Any] | None:
        """An accepted word of these lengths, by a random walk; None if the walk finds none."""
        self.reset_to_initial()
        word: list[Any] = []
        while len(word) < max_steps:
            if len(word) >= min_steps and self.step(None):
                return word
            moves = [
                t
                for ts in self.current_state.transitions.values()
                for t in ts
                if t.action != "pop" or (self.stack and self.stack[-1] == t.stack_guard)
            ]
            if not moves:
                return None
            word.append(random.choice(moves).letter)
            self.step(word[-1])
        return None

    def get_input_alphabet(self) -> VpaAlphabet:
        """The alphabet that the transitions use."""
        letters: dict[str | None, dict[Any, None]] = {None: {}, "push": {}, "pop": {}}
        for t in self._transitions():
            letters[t.action][t.letter] = None
        return VpaAlphabet(list(letters[None]), list(letters["push"]), list(letters["pop"]))

    def is_input_complete(self) -> bool:
        """Does every state have a transition on every letter?"""
        letters = set(self.get_input_alphabet().get_merged_alphabet())
        return all({k for k, ts in state.transitions.items() if ts} == letters for state in self.states)

    def _edges(self) -> Iterable[tuple[VpaState, VpaState, str]]:
        for t in self._transitions():
            yield t.start, t.target_state, f"{t.letter} / {t.action}({t.stack_guard})" if t.action else str(t.letter)

    @staticmethod
    def from_state_setup(state_setup: dict[Any, Any], **kwargs: Any) -> Vpa:
        """The automaton of such a dict; `init_state_id` is its initial state, by default the first."""
        states = {name: VpaState(name, accepting) for name, (accepting, _) in state_setup.items()}
        for name, (_, transitions) in state_setup.items():
            for letter, rows in transitions.items():
                for target, action, guard in rows:
                    states[name].transitions[letter].append(
                        VpaTransition(states[name], states[target], letter, action, guard)
                    )
        listed = list(states.values())
        return Vpa(states[kwargs["init_state_id"]] if "init_state_id" in kwargs else listed[0], listed)

    def copy(self) -> Vpa:
        """A copy."""
        return Vpa.from_state_setup(self.to_state_setup())

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: states are cyclic, so the dict is pickled."""
        return Vpa.from_state_setup, (self.to_state_setup(),)


class SevpaAlphabet(VpaAlphabet):
    """The same as `VpaAlphabet`."""


class Sevpa(_StackAutomaton[SevpaState]):
    """A single-entry automaton: a call pushes itself and the state, and leads to the initial state.

    >>> states = {"q": (False, {")": [("r", "pop", ("q", "("))]}), "r": (True, {})}
    >>> sevpa = Sevpa.from_state_setup(states, call_alphabet=["("])
    >>> sevpa.accepts("()"), sevpa.accepts("()()"), sevpa.accepts("(")
    (True, False, False)
    """

    error_state = SevpaState("ErrorSinkState", False)

    def _move(self, letter: Any) -> None:
        if self.current_state is not Sevpa.error_state and letter in self.input_alphabet.call_alphabet:
            self.stack.append((self.current_state.state_id, letter))
            self.current_state = self.initial_state
            return
        for t in self.current_state.transitions.get(letter, ()):
            if t.action == "pop":
                if not self.stack or self.stack[-1] != t.stack_guard:
                    continue
                self.stack.pop()
            self.current_state = t.target_state
            return
        self.current_state = Sevpa.error_state

    def get_input_alphabet(self) -> SevpaAlphabet:
        """The alphabet that the transitions use."""
        moves = self._transitions()
        internal = dict.fromkeys(t.letter for t in moves if t.action is None)
        calls = dict.fromkeys(t.stack_guard[1] for t in moves if t.action == "pop")
        returns = dict.fromkeys(t.letter for t in moves if t.action == "pop")
        return SevpaAlphabet(list(internal), list(calls), list(returns))

    def _edges(self) -> Iterable[tuple[SevpaState, SevpaState, str]]:
        for state in self.states:
            for t in (t for ts in state.transitions.values() for t in ts):
                yield state, t.target_state, f"{t.letter} / {t.action}({t.stack_guard})" if t.action else str(t.letter)

    @staticmethod
    def from_state_setup(state_setup: dict[Any, Any], **kwargs: Any) -> Sevpa:
        """The automaton of such a dict; `call_alphabet` lists calls that no return pops."""
        states = {name: SevpaState(name, accepting) for name, (accepting, _) in state_setup.items()}
        for name, (_, transitions) in state_setup.items():
            for letter, rows in transitions.items():
                for target, action, guard in rows:
                    states[name].transitions[letter].append(SevpaTransition(states[target], letter, action, guard))
        listed = list(states.values())
        found = Sevpa(states[kwargs["init_state_id"]] if "init_state_id" in kwargs else listed[0], listed)
        calls = dict.fromkeys([*found.input_alphabet.call_alphabet, *kwargs.get("call_alphabet", ())])
        found.input_alphabet.call_alphabet = list(calls)
        return found

    def copy(self) -> Sevpa:
        """A copy."""
        return _restore_sevpa(self.to_state_setup(), list(self.input_alphabet.call_alphabet))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: states are cyclic, so the dict is pickled."""
        return _restore_sevpa, (self.to_state_setup(), list(self.input_alphabet.call_alphabet))


def _restore_sevpa(setup: dict[Any, Any], calls: list[Any]) -> Sevpa:
    return Sevpa.from_state_setup(setup, call_alphabet=calls)


def is_balanced(seq: Iterable[Any], alphabet: VpaAlphabet) -> bool:
    """Is the word well-matched?"""
    depth = 0
    for letter in seq:
        depth += (letter in alphabet.call_alphabet) - (letter in alphabet.return_alphabet)
        if depth < 0:
            return False
    return depth == 0
