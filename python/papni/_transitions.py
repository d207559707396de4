"""Validates the arguments of `Model.from_transitions`."""

from __future__ import annotations

import numbers
from typing import Any

from ._results import Transition
from ._words import Symbol, is_hashable

# The number of states that need not be mentioned; more are probably a mistake.
_GAPS = 1_000_000


def checked(transitions: Any, accepting: Any) -> tuple[list[Transition], set[int], int]:
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


def symbols_of(rows: list[Transition]) -> list[Symbol]:
    """The symbols that are read and popped."""
    symbols = [s for t in rows for s in ((t.symbol,) if t.popped is None else (t.symbol, t.popped))]
    for symbol in symbols:
        if not is_hashable(symbol):
            raise TypeError(f"transitions: the symbol {symbol!r} is not hashable")
    return symbols
