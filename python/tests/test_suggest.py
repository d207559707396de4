"""Words whose labels would tell most."""

from __future__ import annotations

import itertools
from typing import Any

import papni
import pytest


def test_answers_determine_the_language() -> None:
    """Labels of the suggested words lead to the language."""
    truth = papni.language("root")
    samples = [("()", True), ("(())", True), ("", False)]
    for _ in range(25):
        found = papni.suggest(samples, call="(", return_=")", count=1)
        if not found:
            break
        samples.append(("".join(found[0].word), truth.accepts(found[0].word)))
    assert papni.learn(samples, call="(", return_=")", model="auto").diff(truth) is None


def test_words_differ() -> None:
    """Every word divides the models, and is new."""
    samples = [("ab", True), ("aabb", True), ("a", False), ("ba", False)]
    found = papni.suggest(samples, call="a", return_="b")
    assert found
    assert all(0 < s.accepting < s.models for s in found)
    words = ["".join(s.word) for s in found]
    assert len(set(words)) == len(words)
    assert not set(words) & {word for word, _ in samples}
    assert papni.suggest(reversed(samples), call="a", return_="b") == found  # any order


@pytest.mark.parametrize(("one", "other"), [("L9", "L4"), ("L4", "root"), ("arith", "odd"), ("root", "even")])
def test_two_models(one: str, other: str) -> None:
    """Both judge the words differently, and the first is the shortest."""
    first, second = papni.language(one), papni.language(other)
    found = papni.suggest(first, second)
    assert found
    assert all(first.accepts(s.word) != second.accepts(s.word) for s in found)
    difference = first.diff(second)
    assert difference is not None
    assert found[0].word == difference.word


def test_one_model_covers_its_transitions() -> None:
    """Without any transition of the model, one of the words is judged differently."""
    model = papni.language("L12").minimize()
    words = [s.word for s in papni.suggest(model, count=1000)]
    for state, symbol in itertools.product(range(len(model)), model.alphabet.internal):
        kept = [t for t in model.transitions if (t.source, t.symbol) != (state, symbol)]
        accepting = [s.number for s in model if s.accepting]
        less = papni.Model.from_transitions(
            kept,
            accepting=accepting,
            call=model.alphabet.call,
            return_=model.alphabet.return_,
            model="vpa",
        )
        if less.diff(model) is not None:
            assert any(less.accepts(word) != model.accepts(word) for word in words), (state, symbol)


def test_model_and_samples() -> None:
    """A model takes part, with its declarations."""
    found = papni.suggest(papni.language("arith"), [("1", True), ("1+1", True), ("+", False)])
    assert any(("(" in s.word) for s in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "sources"),
        ([[("a", True)], [("b", True)]], "sources"),
        ([[("a", True), ("a", False)]], "samples"),
    ],
)
def test_mistakes(arguments: list[Any], message: str) -> None:
    """Messages name the argument."""
    with pytest.raises((TypeError, ValueError), match=message):
        papni.suggest(*arguments)
    with pytest.raises((TypeError, ValueError), match="count"):
        papni.suggest(papni.language("L1"), count=-1)
