"""Learning machines from AALpy's data: pairs of an input sequence and the output after it."""

from __future__ import annotations

from array import array
from typing import Any

from .._learn import learn_named
from .._model import Model
from .._words import Words, plain_words
from ._stack import in_order
from .machines import MealyMachine, MealyState, MooreMachine, MooreState


def learn_machine(data: Any, kind: str, method: str, evidence: str) -> MooreMachine | MealyMachine:
    """The machine of labelled input sequences."""
    pairs = [(tuple(word), output) for word, output in data]
    words = plain_words([word for word, _ in pairs], "data")
    outputs: dict[Any, int] = {}
    model = _learn(words, [outputs.setdefault(output, len(outputs)) for _, output in pairs], kind, method, evidence)
    return _machine(model, words.symbols, list(outputs), kind)


def _learn(words: Words, labels: list[int], kind: str, method: str, evidence: str) -> Model:
    """Names are the places of inputs, in the order that decides ties, and the numbers of outputs."""
    inputs = len(words.symbols)
    place = {number: i for i, number in enumerate(in_order(words, list(words.symbols)))}
    names: dict[Any, str] = {number: f"{place[number]:05}.{number}/?" for number in range(inputs)}
    known: dict[tuple[int | None, int], int] = {}
    ids, offsets = array("I", words.ids), array("Q", words.offsets)
    for i, label in enumerate(labels):
        end = offsets[i + 1]
        last = ids[end - 1] if end > offsets[i] else None
        if last is None and kind == "mealy":
            raise ValueError(f"data: word {i + 1} is empty: a Mealy machine has no output before its first input")
        number = known.setdefault((last, label), inputs + len(known))
        if last is not None:
            ids[end - 1] = number
        names[number] = ("" if last is None else f"{place[last]:05}.{last}") + f"/{label}"
    for (last, _), number in known.items():
        if last is None:  # the output of the start: a trace of its own
            ids.append(number)
            offsets.append(len(ids))
    how: Any = {"method": method, "evidence": evidence if method == "edsm" else None}
    numbered = Words(ids, offsets, range(len(names)))
    return learn_named(numbered, names, call=(), return_=(), model=kind, **how)


def _machine(model: Model, inputs: Any, outputs: list[Any], kind: str) -> MooreMachine | MealyMachine:
    def part(name: str) -> tuple[Any, Any]:
        given, _, output = name.rpartition("/")
        return inputs[int(given.partition(".")[2])], None if output == "?" else outputs[int(output)]

    names = dict(zip(model._symbols, model._names))
    if kind == "mealy":
        mealy = [MealyState(f"s{i}") for i in range(len(model))]
        for t in model.transitions:
            given, output = part(names[t.symbol])
            mealy[t.source].transitions[given] = mealy[t.target]
            mealy[t.source].output_fun[given] = output
        return MealyMachine(mealy[0], mealy)
    moore = [MooreState(f"s{i}") for i in range(len(model))]
    first = model.output(0)
    moore[0].output = None if first is None else outputs[int(first)]
    for t in model.transitions:
        given, output = part(names[t.symbol])
        moore[t.source].transitions[given] = moore[t.target]
        moore[t.target].output = output
    return MooreMachine(moore[0], moore)
