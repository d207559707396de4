"""papni.encode and Model.with_stack: other learners of regular languages."""

import papni
import pytest
from conftest import random_words

HOW = {"call": "([", "return_": ")]"}


def test_names():
    odd = ["a b", "\\", "/push", "x/pop", "/pop/", "(/push"]
    words = [(["f (", "a", ")/pop"], True), (odd, False), (["f (", *odd, ")/pop"], True), (["f ("], False)]
    how = {"call": ["f ("], "return_": [")/pop"]}
    encoded = papni.encode(words, **how)
    assert encoded[0] == (("f\\x20(/push", "a", ")\\x2fpop/pop/f\\x20("), True)
    assert len(encoded) == 3
    model = papni.learn(encoded, model="dfa", method="rpni", focus="all").with_stack()
    assert model.alphabet.call == ("f (",)
    assert model.alphabet.return_ == (")/pop",)
    assert model.accepts_many([w for w, _ in words]) == [label for _, label in words]


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
@pytest.mark.parametrize("seed", range(20))
def test_same_model(seed):
    """Symbol order is the same for both, so RPNI must learn the same model."""
    words = random_words(60, seed, longest=9, letters="ab([)]")
    encoded = papni.encode(words, **HOW)
    by_stack = papni.learn(words, method="rpni", focus="all", **HOW)
    if not encoded:
        return
    # renamed so that the names have papni's symbol order
    order = {s: ("0" if "/" not in s else "1" if s.endswith("/push") else "2") + s for w, _ in encoded for s in w}
    dfa = papni.learn([([order[s] for s in w], b) for w, b in encoded], model="dfa", method="rpni", focus="all")
    back = dfa.rename({new: old for old, new in order.items() if new in dfa.alphabet.internal})
    assert not by_stack.alphabet.call or back.with_stack().diff(by_stack) is None


def test_refused():
    with pytest.raises(papni.InputError, match="no symbol pushes or pops"):
        papni.learn([("a", True), ("", False)], model="dfa").with_stack()
    with pytest.raises(papni.UsageError, match="expected a dfa"):
        papni.language("L1").with_stack()
