"""Typed code that uses the package: must pass mypy --strict."""

from __future__ import annotations

from pathlib import Path

import papni
from papni.aalpy import Vpa, VpaAlphabet, from_aalpy, run_PAPNI


def report(phase: str, done: int, total: int) -> None:
    """A progress callback that never cancels."""


def learn(path: Path, words: list[tuple[list[int], bool]]) -> papni.Evaluation:
    """Every way in, and most ways out."""
    model: papni.Model = papni.learn(path, model="dfa", progress=report)
    numbers = papni.learn(words, call=[1], return_=[2], pairs={1: 2}, search=True)
    papni.learn({"()": True}.items(), call="(", return_=")", progress=lambda phase, done, total: done < total)
    accepted: list[bool] = numbers.accepts_many([[1, 2], (1,), "()"])
    difference = model.diff(numbers)
    if difference is not None and difference.word is not None:
        accepted.append(model.accepts(difference.word))
    sizes: list[int | None] = [attempt.states for attempt in papni.learn(words, model="auto").attempts]
    targets: set[int] = {t.target for state in numbers for t in state.transitions}
    vpa: Vpa | None = run_PAPNI([("()", True)], VpaAlphabet([], ["("], [")"]), algorithm="gsm")
    if vpa is not None and vpa.size > len(targets) + len(sizes):
        from_aalpy(vpa).save(path)
    return numbers.evaluate(model.generate(10))
