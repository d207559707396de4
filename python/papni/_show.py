"""Models as text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._check import shown
from ._errors import text
from ._machines import MACHINES
from ._papni import lib

if TYPE_CHECKING:
    from ._model import Model
    from ._results import Transition

_MOST_ROWS = 200  # transitions in a notebook
_MOST_STATES = 100  # states that are drawn there


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count != 1 else ''}"


def summary(model: Model) -> str:
    """The kind and the size of a model."""
    transitions = int(lib.papni_model_transitions(model._handle))
    return f"{model.kind} with {_plural(len(model), 'state')} and {_plural(transitions, 'transition')}"


def _alphabet(model: Model) -> Iterator[tuple[str, list[str]]]:
    names = [shown(name) for name in model._names]
    if model._is_flat:
        yield "symbols", names
        return
    kinds = model._kinds()
    for title, kind in (("internal", lib.PAPNI_INTERNAL), ("call", lib.PAPNI_CALL), ("return", lib.PAPNI_RETURN)):
        found = [name for i, name in enumerate(names) if kinds[i] == kind]
        if found:
            yield title, found


def _reading(model: Model, t: Transition, kinds: list[int]) -> str:
    """What a transition reads, and its effect on the stack."""
    number = model._numbers[t.symbol]
    name = shown(model._names[number])
    if t.popped is not None:
        name += f" / pop {shown(model._names[model._numbers[t.popped]])}"
    elif kinds[number] == lib.PAPNI_CALL:
        name += " / push"
    return name + (f" from {t.caller}" if t.caller is not None else "")


def _state(model: Model, number: int, accepting: bool) -> str:
    start = ", start" if not number else ""
    if model.kind in MACHINES:
        output = lib.papni_model_output(model._handle, number)
        return f"{start}, output {shown(text(output))}" if output else start
    if accepting:
        return f"{start}, accepts"
    return start if lib.papni_model_hopeful(model._handle, number) else f"{start}, only rejects"


def show(model: Model) -> str:
    """A model as `papni show` prints it."""
    kinds = model._kinds()
    entries = {
        (t.symbol, t.target): f"{shown(model._names[model._numbers[t.symbol]])} -> {t.target}"
        for t in model.states[0].transitions
        if model.kind == "sevpa" and kinds[model._numbers[t.symbol]] == lib.PAPNI_CALL
    }
    lines = [summary(model)]
    lines += [f"{title:<9} {' '.join(names)}" for title, names in _alphabet(model)]
    if entries:
        lines.append(f"{'enter':<9} {', '.join(entries.values())}")
    rows = [[t for t in state.transitions if (t.symbol, t.target) not in entries] for state in model]
    chances = {t: f"  {p:.6g}" for t, p in zip(model.transitions, model.probabilities or ())}
    texts = {t: _reading(model, t, kinds) for row in rows for t in row}
    width = min(40, max(map(len, texts.values()), default=0))
    for state, row in zip(model.states, rows):
        lines += ["", f"state {state.number}{_state(model, state.number, state.accepting)}"]
        lines += [f"  {texts[t]:<{width}}  -> {t.target}{chances.get(t, '')}" for t in row]
    return "\n".join(lines)


def as_html(model: Model) -> str:
    """The picture, if Graphviz is installed and the model is not too large, and the table."""
    picture = model._repr_svg_() if len(model) <= _MOST_STATES else None
    parts = [f"<p><b>{html.escape(summary(model))}</b></p>"]
    parts += [f"<p>{title}: {html.escape(' '.join(names))}</p>" for title, names in _alphabet(model)]
    if picture:
        parts.insert(0, picture[picture.index("<svg") :])
    kinds, rows = model._kinds(), []
    for state in model:
        about = html.escape(f"{state.number}{_state(model, state.number, state.accepting)}")
        for t in state.transitions:
            rows.append(
                f"<tr><td>{about}</td><td>{html.escape(_reading(model, t, kinds))}</td><td>{t.target}</td></tr>"
            )
        if not state.transitions:
            rows.append(f"<tr><td>{about}</td><td></td><td></td></tr>")
    more = f"<p>and {len(rows) - _MOST_ROWS} more rows</p>" if len(rows) > _MOST_ROWS else ""
    head = "<tr><th>state</th><th>reads</th><th>next</th></tr>"
    return "\n".join([*parts, f"<table>{head}{''.join(rows[:_MOST_ROWS])}</table>{more}"])
