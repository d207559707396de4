"""papni.Model: running words, inspecting, saving, drawing."""

import copy
import os
import pickle
import shutil
import stat
import subprocess
import xml.etree.ElementTree as ElementTree

import pandas as pd
import papni
import pytest
from conftest import PAPER, random_words

MODEL = papni.learn(PAPER, call="(", return_=")")


def test_looking_inside():
    assert MODEL.kind == "vpa"
    assert len(MODEL) == 2
    assert repr(MODEL) == "<papni.Model: vpa with 2 states and 3 transitions>"
    assert MODEL.alphabet == papni.Alphabet(internal=(), call=("(",), return_=(")",), pairs=())
    assert MODEL.transitions == (
        papni.Transition(0, "(", 0),
        papni.Transition(0, ")", 1, popped="("),
        papni.Transition(1, ")", 1, popped="("),
    )
    assert [(s.number, s.accepting, len(s.transitions)) for s in MODEL] == [(0, False, 2), (1, True, 1)]
    assert list(MODEL) == list(MODEL.states)
    with pytest.raises(TypeError, match=r"papni\.learn"):
        papni.Model()


def test_running():
    assert MODEL.accepts("((()))")
    assert MODEL.accepts(["(", ")"])
    assert not MODEL.accepts("(()")
    assert not MODEL.accepts("())")
    assert not MODEL.accepts("(x)")
    assert not MODEL.accepts("")
    assert MODEL.accepts_many(["()", "x", "(())"]) == [True, False, True]
    assert MODEL.accepts_many(iter([])) == []
    with pytest.raises(TypeError, match="word: expected a str or a sequence of symbols, got int"):
        MODEL.accepts(5)
    with pytest.raises(TypeError, match="words: expected an iterable, got int"):
        MODEL.accepts_many(5)
    with pytest.raises(TypeError, match="words: word 2: expected a str or a sequence of symbols, got NoneType"):
        MODEL.accepts_many(["", None])
    for word in ({"(", ")"}, frozenset("()"), {"(": 1}):
        with pytest.raises(TypeError, match=f"word: a {type(word).__name__} has no order"):
            MODEL.accepts(word)
    with pytest.raises(TypeError, match=r"words: expected an iterable of words, got a str: .* as in \['\(\)'\]"):
        MODEL.accepts_many("()")
    with pytest.raises(TypeError, match=r"words: .* got a DataFrame: pass its column of words"):
        MODEL.accepts_many(pd.DataFrame(PAPER, columns=["word", "label"]))
    assert MODEL.states[1] in MODEL
    with pytest.raises(TypeError, match=r"model\.accepts\(word\)"):
        assert "()" in MODEL


def test_deep_nesting():
    deep = 1_000_000
    assert MODEL.accepts("(" * deep + ")" * deep)
    assert not MODEL.accepts("(" * deep + ")" * (deep - 1))


def test_evaluating():
    result = MODEL.evaluate([("()", True), ("()", False), ("(", True), ("(", False), ("", False)])
    assert result == (1, 1, 1, 2)
    assert (result.precision, result.recall, result.f1, result.accuracy) == (0.5, 0.5, 0.5, 0.6)
    nothing = MODEL.evaluate([])
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.accuracy) == (0, 0, 0, 0)
    many = random_words(20000, seed=5)
    accepted = MODEL.accepts_many(word for word, _ in many)
    assert MODEL.evaluate(many).tp == sum(a and label for a, (_, label) in zip(accepted, many))


def test_comparing():
    other = papni.learn(PAPER, call="(", return_=")", focus="all")
    assert MODEL.diff(other) is None
    assert MODEL.diff(papni.Model.from_json(MODEL.to_json())) is None
    dyck = papni.language("L10")
    found = MODEL.diff(dyck)
    assert found == papni.Difference(word=("a",), length=1, first=False, second=True)
    assert dyck.accepts(found.word)
    assert dyck.diff(MODEL) == found._replace(first=True, second=False)
    assert MODEL.diff(dyck, longest=0) == papni.Difference(word=None, length=1, first=None, second=None)
    numbers = [papni.Model.from_transitions([(0, 7, 1)], [q], model="dfa") for q in (0, 1)]
    assert numbers[0].diff(numbers[1]).word == ()
    assert papni.Model.from_transitions([(0, 7, 1)], [0, 1], model="dfa").diff(numbers[0]).word == (7,)
    for bad, error, message in [
        ((5,), TypeError, "other: expected a Model, got int"),
        ((papni.Model.from_transitions([], [0], call=")", return_="("),), ValueError, "other: "),
    ]:
        with pytest.raises(error, match=message):
            MODEL.diff(*bad)
    with pytest.raises(TypeError, match="longest: expected a number"):
        MODEL.diff(dyck, longest="long")
    with pytest.raises(ValueError, match="longest: expected a non-negative number"):
        MODEL.diff(dyck, longest=-1)


def test_minimizing():
    many = papni.learn(PAPER, call="(", return_=")", method="rpni", focus="all")
    few = many.minimize()
    assert len(few) < len(many)
    assert few.kind == many.kind
    assert few.diff(many) is None
    assert few.minimize() == few
    renamed = papni.learn([((1, 2), True), ((), False)], call=[1], return_=[2]).minimize()
    assert renamed.accepts([1, 2])


def test_renaming():
    swapped = MODEL.rename({"(": "<", ")": ">"})
    assert swapped.kind == "vpa"
    assert swapped.accepts("<<>>")
    assert swapped.rename({"<": "(", ">": ")"}) == MODEL
    dyck = papni.language("L4").rename({"[": "(", "]": ")"})
    assert dyck.kind == "general"
    assert dyck.accepts_many(["()(())", "(()", "", "[]"]) == [True, False, False, False]
    numbers = papni.learn([((1, 2), True), ((), False)], call=[1], return_=[2]).rename({1: ("open", 1)})
    assert numbers.accepts([("open", 1), 2])
    with pytest.raises(ValueError, match="names: the model has no symbol 'x'"):
        MODEL.rename({"x": "y"})
    with pytest.raises(TypeError, match="names: expected a mapping"):
        MODEL.rename("()")
    with pytest.raises(ValueError, match="cannot be both"):
        MODEL.rename({"(": ")"})


def test_generating():
    words = MODEL.generate(10, length=(0, 8), seed=3)
    assert words == MODEL.generate(10, length=(0, 8), seed=3)
    assert words != MODEL.generate(10, length=(0, 8), seed=4)
    assert len({word for word, _ in words}) == 10
    assert MODEL.evaluate(words).accuracy == 1
    assert sum(label for _, label in words) == 4  # there are no more than 4 of up to 8 symbols
    assert sum(label for _, label in MODEL.generate(10, length=(0, 8), replace=True)) == 5
    assert all(label for _, label in MODEL.generate(2, positive=2))
    assert MODEL.generate(0) == []
    matched = [word for word, label in MODEL.generate(10, positive=0, length=(2, 8), mix=(0, 1, 0)) if not label]
    assert all(word.count("(") == word.count(")") for word in matched)
    uniform = [word for word, label in MODEL.generate(10, positive=0, length=(2, 8), mix=(1, 0, 0)) if not label]
    assert not all(word.count("(") == word.count(")") for word in uniform)
    symbols = papni.Model.from_transitions([(0, 7, 1)], [1], model="dfa").generate(1, positive=1)
    assert symbols == [((7,), True)]
    for change, error, message in [
        ({"n": "many"}, TypeError, "n: expected a number, got str"),
        ({"n": -1}, ValueError, "n: expected a non-negative number"),
        ({"n": 5, "positive": 6}, ValueError, "positive: expected at most n = 5, got 6"),
        ({"n": 5, "positive": 5, "length": (2, 2)}, ValueError, "n: "),
        ({"n": 5, "length": 5}, TypeError, "length: expected a minimum and a maximum"),
        ({"n": 5, "length": (5, 4)}, ValueError, "length: expected the smaller length first"),
        ({"n": 5, "length": (-1, 4)}, ValueError, "length: expected non-negative lengths"),
        ({"n": 5, "length": (0, 2**70)}, ValueError, "length: .* is too large"),
        ({"n": 2**70}, ValueError, "n: .* is too large"),
        ({"n": 5, "seed": 2**64}, ValueError, "seed: .* is too large"),
        ({"n": 5, "mix": 1}, TypeError, "mix: expected three weights"),
        ({"n": 5, "mix": (1, -1, 0)}, ValueError, "mix: expected non-negative weights"),
        ({"n": 5, "mix": (0, 0, 0)}, ValueError, "mix: expected non-negative weights, not all 0"),
        ({"n": 5, "seed": 1.5}, TypeError, "seed: expected a number, got float"),
    ]:
        with pytest.raises(error, match=message):
            MODEL.generate(**change)


def test_languages():
    assert "L12" in papni.languages()
    for name in papni.languages():
        assert len(papni.language(name)) > 0
    with pytest.raises(ValueError, match=r"name: expected one of L1, .*, got 'L99'"):
        papni.language("L99")
    with pytest.raises(TypeError, match="name: expected a str, got int"):
        papni.language(5)


def test_keeping(tmp_path, command):
    path = tmp_path / "model.json"
    MODEL.save(path)
    assert papni.Model.load(path) == MODEL
    assert papni.Model.load(str(path)).statistics is None
    assert papni.Model.from_json(MODEL.to_json()) == MODEL
    assert os.listdir(tmp_path) == ["model.json"]
    os.chmod(path, 0o600)
    other = papni.learn(PAPER, model="dfa")
    other.save(str(path))
    assert papni.Model.load(path) == other
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    words = tmp_path / "words.txt"
    words.write_text("".join(f"{'+' if label else '-'} {' '.join(word)}\n" for word, label in PAPER))
    subprocess.run([command, "learn", words, "--call", "(", "--return", ")", "-q", "-o", path], check=True)
    assert path.read_text() == MODEL.to_json()


def test_keeping_badly(tmp_path):
    with pytest.raises(papni.FileError, match="nothing"):
        papni.Model.load(tmp_path / "nothing.json")
    with pytest.raises(papni.InputError, match="document:1"):
        papni.Model.from_json("{")
    for call in (papni.Model.load, MODEL.save):
        with pytest.raises(TypeError, match="path: expected a str or a path, got int"):
            call(5)
    with pytest.raises(ValueError, match="path: invalid file name"):
        papni.Model.load("a\0b")
    with pytest.raises(TypeError, match="document: expected a str, got int"):
        papni.Model.from_json(5)
    path = str(tmp_path / "nothing" / "model.json")
    with pytest.raises(FileNotFoundError) as caught:
        MODEL.save(path)
    assert caught.value.filename == path
    assert os.listdir(tmp_path) == []


def test_symbols_for_names():
    document = papni.Model.from_transitions([(0, 7, 1), (1, 8, 1)], [1], model="dfa").to_json()
    assert papni.Model.from_json(document, symbols={"7": 7}).accepts([7, "8"])
    assert papni.Model.from_json(document, symbols={"7": "8", "8": "7"}).accepts("87")
    for symbols, error, message in [
        ({"9": 9}, ValueError, "symbols: the model has no symbol named '9'"),
        ({"7": 7, "8": 7}, ValueError, "symbols: '7' and '8' both map to 7"),
        ({"7": "8"}, ValueError, "symbols: '7' and '8' both map to '8'"),
        ({"7": []}, TypeError, "symbols: '7' maps to .*, which is not hashable"),
        ([7], TypeError, "symbols: expected a dict"),
    ]:
        with pytest.raises(error, match=message):
            papni.Model.from_json(document, symbols=symbols)


def test_name_that_is_its_own():
    """A symbol without a name of its own does not take that of another one."""
    for odd in ("", "\n"):
        plain = ascii(odd)
        for symbols in ([odd, plain], [plain, odd]):
            model = papni.Model.from_transitions([(0, s, int(s == plain)) for s in symbols], [1], model="dfa")
            assert papni.Model.from_json(model.to_json()).accepts([plain])


def test_copies():
    data = [([1, 2], True), ([(), 2], True), ([], False)]
    model = papni.learn(data, call=[1, ()], return_=[2], internal=[])
    for twin in (pickle.loads(pickle.dumps(model)), copy.copy(model), copy.deepcopy(model)):
        assert twin == model
        assert hash(twin) == hash(model)
        assert twin.alphabet == model.alphabet
        assert twin.statistics == model.statistics
        assert twin.accepts([1, 2])
    assert model != MODEL
    assert model != 5


def test_drawing(monkeypatch):
    assert MODEL.to_dot().startswith("digraph")
    if not shutil.which("dot"):
        pytest.skip("Graphviz is not installed")
    svg = MODEL._repr_svg_()
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    monkeypatch.setenv("PATH", "")
    assert MODEL._repr_svg_() is None


def test_making():
    same = papni.Model.from_transitions(MODEL.transitions, accepting=[1], call="(", return_=")")
    assert same == MODEL
    single = papni.Model.from_transitions(
        [(0, "(", 1), (1, "(", 1), (1, ")", 2, "(", 0), (1, ")", 1, "(", 1)],
        accepting=[2],
        call="(",
        return_=")",
        model="general",
    )
    assert single.kind == "general"
    assert single.accepts_many(["(())", "()()", "()", ""]) == [True, False, True, False]
    assert single.transitions[3].caller == 1
    for bad, error, message in [
        ({"transitions": [5]}, TypeError, "transitions: expected tuples"),
        ({"transitions": [(0, "a", 1), (0, "a", 0)]}, ValueError, "transitions: "),
        ({"transitions": [(0, ")", 0)]}, ValueError, "transitions: "),
        ({"transitions": [(0, "a", 10**12)]}, ValueError, "transitions: invalid state 1000000000000"),
        ({"transitions": [(-1, "a", 0)]}, ValueError, "transitions: invalid state -1"),
        ({"transitions": [(0, ")", 0, "(", -1)]}, ValueError, "transitions: invalid state -1"),
        ({"transitions": [(0, "a", 1.5)]}, TypeError, "transitions: expected the number of a state, got 1.5"),
        ({"transitions": [("0", "a", 1)]}, TypeError, "transitions: expected the number of a state, got '0'"),
        ({"transitions": [(0, [], 1)]}, TypeError, r"transitions: the symbol \[\] is not hashable"),
        ({"accepting": [10**12]}, ValueError, "accepting: invalid state 1000000000000"),
        ({"accepting": ["1"]}, TypeError, "accepting: expected the number of a state, got '1'"),
        ({"accepting": 1}, TypeError, "accepting: expected numbers of states"),
        ({"model": "pda"}, ValueError, "model: expected one of"),
        ({"call": ")"}, ValueError, "return_: "),
    ]:
        with pytest.raises(error, match=message):
            papni.Model.from_transitions(**{"transitions": [], "accepting": [0], "call": "(", "return_": ")", **bad})
