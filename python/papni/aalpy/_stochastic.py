"""ALERGIA and k-tails with AALpy's arguments and results."""

from __future__ import annotations

from typing import Any, Union

from .._learn import learn_named
from .._model import Model
from .._words import names_of, plain_words
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

Chain = Union[MarkovChain, Mdp, StochasticMealyMachine]


class _Places:
    """Names that sort as the values do."""

    def __init__(self, values: Any) -> None:
        listed = list(dict.fromkeys(values))
        try:
            listed.sort()
        except TypeError:
            names = names_of(listed)
            listed.sort(key=lambda value: names[value])
        self.values = listed
        self.name = {value: f"{i:05}" for i, value in enumerate(listed)}


def _words(data: Any, kind: str) -> tuple[list[list[Any]], _Places, _Places]:
    """Each word as names of symbols, and what the names mean."""
    rows = [list(word) for word in data]
    if kind != "smm" and any(not row or row[0] != rows[0][0] for row in rows):
        raise ValueError("data: all sequences must begin with the same output, that of the start")
    steps = [row if kind == "smm" else row[1:] for row in rows]
    if kind == "mc":
        outputs, inputs = _Places([o for row in rows for o in row]), _Places([])
        named = [[outputs.name[o] for o in row] for row in steps]
    else:
        outputs = _Places([step[1] for row in steps for step in row] + [row[0] for row in rows if kind == "mdp"])
        inputs = _Places(step[0] for row in steps for step in row)
        named = [[f"{inputs.name[i]}/{outputs.name[o]}" for i, o in row] for row in steps]
    if kind != "smm":
        start = f"/{outputs.name[rows[0][0]]}"
        named = [[start, *row] for row in named]
    return named, inputs, outputs


def _epsilon(eps: Any, data: Any, kind: str) -> Any:
    """AALpy's "auto" subtracts one step of each sequence, whether or not it begins with an output."""
    if eps == "auto":
        return "auto" if kind != "smm" else 10 / max(1, sum(len(word) - 1 for word in data))
    if not 0 < eps <= 2:
        raise ValueError(f"eps: expected 'auto', or a number above 0 and at most 2, got {eps!r}")
    return eps


def learn_chain(data: Any, kind: str, eps: Any) -> Chain:
    """Learns by ALERGIA or IOALERGIA."""
    rows = [list(word) for word in data]
    if not rows:
        raise ValueError("data: no sequences")
    named, inputs, outputs = _words(rows, kind)
    words = plain_words(named, "data")
    names: dict[Any, str] = {symbol: str(symbol) for symbol in words.symbols}
    how: Any = {"alpha": _epsilon(eps, rows, kind)}
    model = learn_named(words, names, call=(), return_=(), model=kind, **how)
    return _chain(model, kind, inputs, outputs)


def _chain(model: Model, kind: str, inputs: _Places, outputs: _Places) -> Chain:
    def output(name: str) -> Any:
        return outputs.values[int(name)]

    probabilities = model.probabilities or ()
    moves = [(t.source, t.target, str(t.symbol).rpartition("/"), p) for t, p in zip(model.transitions, probabilities)]
    if kind == "smm":
        mealy = [StochasticMealyState(f"q{i}") for i in range(len(model))]
        for source, target, (given, _, result), p in moves:
            mealy[source].transitions[inputs.values[int(given)]].append((mealy[target], output(result), p))
        return StochasticMealyMachine(mealy[0], mealy)
    owns = [model.output(i) for i in range(len(model))]
    if kind == "mc":
        chain = [McState(f"q{i}", None if o is None else output(o)) for i, o in enumerate(owns)]
        for source, target, _, p in moves:
            chain[source].transitions.append((chain[target], p))
        return MarkovChain(chain[0], chain)
    process = [MdpState(f"q{i}", None if o is None else output(o)) for i, o in enumerate(owns)]
    for source, target, (given, _, _), p in moves:
        process[source].transitions[inputs.values[int(given)]].append((process[target], p))
    return Mdp(process[0], process)


def learn_k_tails(data: Any, k: int) -> Onfsm:
    """Learns by k-tails from traces of pairs of an input and an output."""
    rows = [[tuple(step) for step in word] for word in data]
    inputs, outputs = (_Places(step[i] for row in rows for step in row) for i in (0, 1))
    words = plain_words([[f"{inputs.name[i]}/{outputs.name[o]}" for i, o in row] for row in rows], "data")
    words.labels = bytearray(b"\x01" * len(words))
    names: dict[Any, str] = {symbol: str(symbol) for symbol in words.symbols}
    model = learn_named(words, names, call=(), return_=(), model="dfa", method="k-tails", k=k)
    states = [OnfsmState(f"s{i}") for i in range(len(model))]
    for t in model.transitions:
        given, _, result = str(t.symbol).rpartition("/")
        move = (outputs.values[int(result)], states[t.target])
        states[t.source].transitions[inputs.values[int(given)]].append(move)
    return Onfsm(states[0], states)
