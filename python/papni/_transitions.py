"""Models from lists of transitions."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from typing import Any

from ._combine import owned
from ._errors import fail, new_error
from ._machines import PairNames, step_of, with_outputs
from ._papni import ffi, lib
from ._results import Transition
from ._sources import Samples
from ._words import NO_SYMBOL, Symbol, is_hashable

# What `Model.from_transitions` makes: the kind of automaton, and of machine.
_MODELS = {
    "dfa": (lib.PAPNI_DFA, lib.PAPNI_ACCEPTOR),
    "vpa": (lib.PAPNI_VPA, lib.PAPNI_ACCEPTOR),
    "sevpa": (lib.PAPNI_SEVPA, lib.PAPNI_ACCEPTOR),
    "general": (lib.PAPNI_GENERAL, lib.PAPNI_ACCEPTOR),
    "moore": (lib.PAPNI_DFA, lib.PAPNI_MOORE),
    "mealy": (lib.PAPNI_DFA, lib.PAPNI_MEALY),
    "vpt": (lib.PAPNI_VPA, lib.PAPNI_MEALY),
}

# The number of states that need not be mentioned; more are probably a mistake.
_GAPS = 1_000_000


def _checked(transitions: Any, accepting: Any) -> tuple[list[Transition], set[int], int]:
    """The transitions, the accepting states, and the number of states."""
    try:
        rows = [Transition(*t) for t in transitions]
    except TypeError:
        raise TypeError("transitions: expected tuples like papni.Transition") from None
    try:
        accept = set(accepting)
    except TypeError:
        raise TypeError(f"accepting: expected numbers of states, as in [1]; got {accepting!r}") from None
    mentioned = [q for t in rows for q in (t.source, t.target)] + [t.caller for t in rows if t.caller is not None]
    limit = _GAPS + len(rows)
    states = max(_count("transitions", mentioned, limit), _count("accepting", accept, limit))
    return rows, accept, states


def _count(argument: str, states: Any, limit: int) -> int:
    for state in states:
        if not isinstance(state, numbers.Integral):
            raise TypeError(f"{argument}: expected the number of a state, got {state!r}")
        if not 0 <= int(state) < limit:
            raise ValueError(f"{argument}: invalid state {state}: states are numbered from 0 without gaps")
    return 1 + max(map(int, states), default=0)


def _symbols_of(rows: list[Transition]) -> list[Symbol]:
    """The symbols that are read and popped."""
    symbols = [s for t in rows for s in ((t.symbol,) if t.popped is None else (t.symbol, t.popped))]
    for symbol in symbols:
        if not is_hashable(symbol):
            raise TypeError(f"transitions: the symbol {symbol!r} is not hashable")
    return symbols


def new_model(
    transitions: Any, accepting: Any, declared: dict[str, Any], model: str, output: Any
) -> tuple[Any, Mapping[str, Symbol]]:
    """A papni_model with these transitions, and its symbols by their names."""
    if model not in _MODELS:
        raise ValueError(f"model: expected one of {', '.join(_MODELS)}, got {model!r}")
    kind, machine = _MODELS[model]
    rows, accept, states = _checked(transitions, accepting)
    symbols, names = _symbols_of(rows), None
    if machine != lib.PAPNI_ACCEPTOR:
        pairs = PairNames(step_of(s, 1) for s in symbols)
        names = {s: pairs.name(step_of(s, 1)) for s in symbols}
    if model == "vpt":
        call, return_, paired = with_outputs(symbols, declared["call"], declared["return_"], declared["pairs"])
        declared = {**declared, "call": call, "return_": return_, "pairs": paired}
    samples = Samples(**declared, more=symbols, names=names)
    items = [
        (
            t.source,
            lib.PAPNI_NO_STATE if t.caller is None else t.caller,
            t.target,
            samples.number(t.symbol),
            NO_SYMBOL if t.popped is None else samples.number(t.popped),
        )
        for t in rows
    ]
    error = new_error()
    flags = ffi.new("bool[]", [i in accept for i in range(states)])
    table = ffi.new("papni_transition[]", items)
    parts = ffi.new("papni_parts *", (kind, samples.alphabet, states, flags, table, len(items)))
    start = ffi.NULL if output is None else ffi.new("char[]", str(output).encode())
    handle = lib.papni_machine_new(parts, machine, start, error)
    if not handle:
        fail(error, "transitions")
    return owned(handle), samples.symbols
