"""What Python answers is what the command prints."""

import contextlib
import functools
import io
import json
import os
import pickle
import shutil
import subprocess

import pandas as pd
import papni
import papni._export
import pytest
from conftest import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

HOW = {"call": "([", "return_": ")]"}
WORDS = [word for word, _ in random_words(150, seed=2, longest=9, letters="()[]abx")]
pytestmark = pytest.mark.filterwarnings("ignore::papni.PapniWarning")


def run(*arguments, **more):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, **more)


@pytest.fixture(params=["vpa", "sevpa", "dfa", "general", "json", "L9"])
def model(request):
    if request.param in papni.languages():
        return papni.language(request.param)
    if request.param == "general":
        return ~papni.language("L4") | papni.learn(random_words(80, 4), model="sevpa", **HOW)
    return papni.learn(random_words(80, 4), model=request.param, **HOW)


@pytest.fixture
def path(model, tmp_path):
    model.save(tmp_path / "model.json")
    return tmp_path / "model.json"


def test_check(model, path, command):
    done = run(command, "check", path, "--format", "chars", input="\n".join(WORDS) + "\n")
    assert [str(v) for v in model.check_many(WORDS)] == done.stdout.splitlines()
    for word, line in list(zip(WORDS, done.stdout.splitlines()))[:20]:
        verdict = model.check(word)
        assert str(verdict) == line
        assert bool(verdict) == verdict.accepted == model.accepts(word)
    done = run(command, "check", path, "--json", "--format", "chars", input="\n".join(WORDS) + "\n")
    for word, line in zip(WORDS, done.stdout.splitlines()):
        expected, verdict = json.loads(line), model.check(word)
        assert expected.pop("accept") == verdict.accepted
        if expected:
            expected["expected"] = tuple(expected["expected"])
            assert {name: getattr(verdict, name) for name in expected} == expected


def test_explain(model, path, command):
    for word in WORDS[:25]:
        done = run(command, "explain", path, word, "--format", "chars")
        if done.returncode > 1:  # a word of spaces
            continue
        explanation = model.explain(word)
        assert str(explanation) + "\n" == done.stdout
        assert explanation.verdict == model.check(word)
        assert len(explanation.steps) - 1 == (explanation.verdict.position or len(word) + 1) - 1
        assert "<pre>" in explanation._repr_html_()
    deep = model.explain("(" * 12)
    assert str(deep) + "\n" == run(command, "explain", path, "(" * 12, "--format", "chars").stdout


def test_show(model, path, command):
    assert model.show() + "\n" == run(command, "show", path).stdout


def test_export(model, path, command, tmp_path):
    for format in papni._export.TEXTS:
        done = run(command, "export", path, "--to", format)
        if done.returncode:
            with pytest.raises(papni.InputError) as caught:
                model.export(format)
            assert str(caught.value) in done.stderr
        else:
            assert model.export(format) == done.stdout
            assert model.export(format, tmp_path / "out") == (tmp_path / "out").read_text()


@contextlib.contextmanager
def without_root():
    """Root may write what is read-only; the system asks what the real user may."""
    root = os.getuid() == 0
    try:
        if root:
            os.setreuid(65534, 0)
    except OSError:
        pytest.skip("root cannot be another user")
    try:
        yield
    finally:
        if root:
            os.setreuid(0, 0)


def test_what_is_not_replaced(model, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    tree = papni.Tree([("ab", True)]).to_bytes()
    for write, expected in (
        (functools.partial(model.export, "table", pipe), model.export("table").encode()),
        (functools.partial(papni.merge_trees, [tree], pipe), tree),
    ):
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        write()
        assert os.read(reader, 1 << 16) == expected
        os.close(reader)
        assert pipe.is_fifo()
    reader, writer = os.pipe()
    model.export("table", f"/dev/fd/{writer}")
    assert os.read(reader, 1 << 16) == model.export("table").encode()
    os.close(reader)
    os.close(writer)
    with pytest.raises(papni.UsageError, match="cannot write compressed files: choose another name"):
        model.export("table", tmp_path / "out.gz")
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        model.export("table", "/dev/full")
    old = tmp_path / "old"
    old.write_text("old")
    old.chmod(0o444)
    for write in (lambda: model.export("table", old), lambda: papni.merge_trees([tree], old)):
        with pytest.raises(PermissionError) as caught, without_root():
            write()
        assert caught.value.filename == str(old)
        assert old.read_text() == "old"


def test_pictures(model, tmp_path):
    if not shutil.which("dot"):
        pytest.skip("Graphviz is not installed")
    assert model.export("png").startswith(b"\x89PNG")
    assert model.export("svg", tmp_path / "out.svg") == model._repr_svg_()
    html = model._repr_html_()
    assert html.startswith("<svg")
    assert "<table>" in html
    assert "<th>state</th>" in html


def test_html_without_graphviz(model, monkeypatch):
    monkeypatch.setenv("PATH", "")
    html = model._repr_html_()
    assert "<svg" not in html
    assert html.count("<tr>") >= len(model)


def test_terminals(root, command, tmp_path):
    model = papni.learn(root / "examples" / "json", lexer="json", model="sevpa")
    model.save(tmp_path / "model.json")
    for terminals in ("text", "names"):
        done = run(command, "export", tmp_path / "model.json", "--to", "lark", "--terminals", terminals)
        assert model.export("lark", terminals=terminals) == done.stdout
    assert model.export("lark") == model.export("lark", terminals="text") != model.export("lark", terminals="names")
    with pytest.raises(ValueError, match="terminals: expected 'text' or 'names', got 'none'"):
        model.export("lark", terminals="none")


def test_export_badly(tmp_path):
    model = papni.language("L1")
    with pytest.raises(ValueError, match=r"format: expected one of table, .*, got 'word'"):
        model.export("word")
    with pytest.raises(FileNotFoundError) as caught:
        model.export("c", tmp_path / "none" / "file")
    assert caught.value.filename == str(tmp_path / "none" / "file")
    with pytest.raises(TypeError, match="path: expected a str or a path, got int"):
        model.export("c", 5)
    os.chmod(tmp_path, 0o700)
    assert os.listdir(tmp_path) == []
    with pytest.raises(papni.Cancelled):
        papni.language("json").export("ebnf", progress=lambda *step: False)


def test_import(command, tmp_path):
    arith = papni.language("arith")
    for format in ("table", "aalpy"):
        text = arith.export(format, tmp_path / "file")
        for source in (tmp_path / "file", str(tmp_path / "file"), io.StringIO(text), io.BytesIO(text.encode())):
            assert papni.import_model(source, format) == arith
        run(command, "import", tmp_path / "file", "--from", format, "-o", tmp_path / "model.json", check=True)
        assert papni.import_model(tmp_path / "file", format).to_json() == (tmp_path / "model.json").read_text()
    numbers = papni.Model.from_transitions([(0, 7, 1)], [1], model="dfa")
    assert papni.import_model(io.StringIO(numbers.export("table")), "table", symbols={"7": 7}).accepts([7])
    declared = papni.import_model(io.StringIO(numbers.export("table")), "table", call="(", return_=")")
    assert declared.alphabet.call == ("(",) or declared.kind == "dfa"
    with pytest.raises(ValueError, match="format: expected one of aalpy, table, flexfringe, got 'dot'"):
        papni.import_model(tmp_path / "file", "dot")
    with pytest.raises(papni.FileError):
        papni.import_model(tmp_path / "nothing", "table")
    with pytest.raises(papni.InputError, match="document:1"):
        papni.import_model(io.StringIO("nonsense"), "flexfringe")


def test_words_of_a_model(command):
    for name in ("arith", "L9", "json"):
        model = papni.language(name)
        for option, words in (("--shortest", model.shortest(5)), ("--cover", model.cover())):
            done = run(command, "generate", name, option, *(["5"] if option == "--shortest" else []))
            lines = [line.split(" ") for line in done.stdout.splitlines() if line.startswith("+")]
            assert [tuple(line[1:]) for line in lines] == words
        done = run(command, "ops", "count", name, "--length", "9")
        assert [f"{i} {n}" for i, n in enumerate(model.count(9))] == done.stdout.splitlines()
    useless = papni.Model.from_transitions([(0, "a", 1), (0, "b", 2)], [1], model="dfa")
    assert useless.useless() == 1
    assert useless.minimize().useless() == 0
    for call in (useless.shortest, useless.count):
        with pytest.raises(ValueError, match="expected a non-negative number"):
            call(-1)
        with pytest.raises(TypeError, match="expected a number"):
            call("many")
    with pytest.raises(papni.UsageError, match="length"):
        useless.count(10**6)


def test_differences(command):
    one, other = papni.language("L4"), papni.language("L9")
    done = run(command, "diff", "L4", "L9", "-n", "6")
    expected = [(line[0], tuple(line[2:].split())) for line in done.stdout.splitlines()]
    assert [("<" if d.first else ">", d.word) for d in one.differences(other, 6)] == expected
    assert one.differences(one, 6) == []
    assert one.differences(other, 6, longest=0)[-1].word is None


def test_combining(command, tmp_path):
    one, other = papni.language("L4"), papni.language("L9")
    for operation, result in (
        ("union", one | other),
        ("intersection", one & other),
        ("difference", one - other),
        ("complement", ~one),
    ):
        names = ["L4"] if operation == "complement" else ["L4", "L9"]
        run(command, "ops", operation, *names, "-q", "-o", tmp_path / "model.json", check=True)
        assert result.to_json() == (tmp_path / "model.json").read_text()
    assert (one ^ other) == ((one | other) - (one & other))
    for bad in (lambda: one & 5, lambda: "x" | one, lambda: one - None):
        with pytest.raises(TypeError, match="unsupported operand"):
            bad()
    numbers = papni.Model.from_transitions([(0, 7, 1)], [1], model="dfa")
    names = papni.Model.from_transitions([(0, "7", 1)], [1], model="dfa")
    with pytest.raises(ValueError, match="the name '7' stands for 7 and for '7'"):
        numbers & names
    assert numbers != names
    assert numbers.diff(names) is None  # by name
    assert (numbers | papni.Model.from_transitions([(0, 8, 1)], [1], model="dfa")).accepts_many([[7], [8]]) == [
        True
    ] * 2
    calls = papni.Model.from_transitions([(0, "[", 0)], [0], call="[")
    returns = papni.Model.from_transitions([], [0], return_="[")
    assert calls != returns
    with pytest.raises(papni.InputError):
        calls & returns


@pytest.mark.filterwarnings("error")
def test_warnings_of_operators():
    dfa = papni.Model.from_transitions([(0, "a", 1)], [1], model="dfa")
    with pytest.warns(papni.PapniWarning, match="the second model is a dfa") as caught:
        papni.language("L1") & dfa
    assert caught[0].filename == __file__


def test_equality():
    one = papni.learn(random_words(100, 3), **HOW)
    small = one.minimize()
    assert one == small
    assert hash(one) == hash(small)
    assert one in {small}
    assert one != ~one
    assert len({papni.language(name) for name in papni.languages()}) == len(papni.languages())
    dfa = papni.Model.from_transitions([(0, "a", 0)], [0], model="dfa")
    vpa = papni.Model.from_transitions([(0, "a", 0)], [0], internal="a")
    assert dfa == vpa
    assert hash(dfa) == hash(vpa)


def test_story(command, tmp_path, root):
    words = root / "examples" / "paper.txt"
    for how in ([], ["--model", "sevpa"], ["--model", "dfa"]):
        run(command, "learn", words, *how, "-q", "--explain", tmp_path / "log", "-o", tmp_path / "m.json", check=True)
        model = papni.learn(words, explain=True, **({"model": how[1]} if how else {}))
        assert model.story == (tmp_path / "log").read_text()
        assert pickle.loads(pickle.dumps(model)).story == model.story
    assert papni.learn(words).story is None
    tree = papni.Tree(words)
    assert "merge" in papni.learn(tree, explain=True).story


def test_errors(command, root, tmp_path):
    words = root / "examples" / "arith.txt"
    model = papni.language("L1")
    done = run(command, "eval", "L1", words, "--errors")
    listed = [line for line in done.stdout.splitlines() if ": labelled " in line]
    found = model.errors(words)
    assert len(found) == len(listed) == model.evaluate(words).fp + model.evaluate(words).fn > 0
    for error, line in zip(found, listed):
        sign = "+" if error.label else "-"
        assert line.startswith(f"{error.file}:{error.line}: labelled {sign}, ")
        assert line.endswith(str(error.verdict)) or error.verdict
    samples = [("ab", True), ("b", True), ("aabb", False)]
    assert [(e.word, e.label, e.line, e.verdict.accepted) for e in model.errors(samples)] == [
        (("b",), True, 2, False),
        (("a", "a", "b", "b"), False, 3, True),
    ]
    with pytest.raises(ValueError, match="samples: word 1: expected the label"):
        model.errors([("a", "?")])


def test_errors_in_documents(root):
    model = papni.learn(root / "examples" / "json", lexer="json", model="sevpa")
    assert model.errors(root / "examples" / "json") == []
    wrong = model.errors([("[1]", True), ("[1,]", True), (["[", "]"], False)])
    assert [(e.word, e.verdict.line, e.verdict.column) for e in wrong] == [("[1,]", 1, 4), (("[", "]"), None, None)]


def test_documents(root, command, tmp_path):
    model = papni.learn(root / "examples" / "json", lexer="json", model="sevpa")
    model.save(tmp_path / "model.json")
    for text in ('{"a": [1, 2]}', '{\n "a": [1,\n]}', "[1, 2", "", "[1] ?", "{]", "nul"):
        file = tmp_path / "document.json"
        file.write_text(text)
        done = run(command, "check", tmp_path / "model.json", file)
        verdict = model.check(file)
        assert verdict == model.check(text)
        assert verdict.accepted == (done.returncode == 0)
        if not verdict:
            assert done.stdout == f"{file}:{verdict}\n"
        assert model.explain(text).verdict.accepted == verdict.accepted
        data = json.loads(run(command, "check", tmp_path / "model.json", file, "--json").stdout)
        if not verdict:
            assert (data["reason"], data["position"], data["symbol"]) == verdict[1:4]
    with pytest.raises(TypeError, match="the model has no lexer"):
        papni.language("L1").check(tmp_path / "document.json")


def test_lexers(tmp_path):
    (tmp_path / "a.xml").write_text("<a>\n<b/></a>")
    tokens = papni.lex(tmp_path / "a.xml", "xml")
    assert [(t.name, t.kind, t.line, t.column) for t in tokens] == [
        ("<a>", "call", 1, 1),
        ("<b/>", "internal", 2, 1),
        ("</a>", "return", 2, 5),
    ]
    assert papni.lex((tmp_path / "a.xml").read_text(), "xml") == tokens
    assert [
        t.name for t in papni.lex("if (x)", "rules:\n%pair ( )\n%skip blank\nblank \\s+\n( \\(\n) \\)\nword \\w+\n")
    ] == [
        "word",
        "(",
        "word",
        ")",
    ]
    bad = papni.lex("[?", "json")[1]
    assert bad.name == "#unlexed"
    assert bad.problem
    with pytest.raises(ValueError, match="lexer: "):
        papni.lex("", "yaml")
    with pytest.raises(TypeError, match="document: expected a str or a path, got int"):
        papni.lex(5, "json")
    with pytest.raises(papni.FileError):
        papni.lex(tmp_path / "nothing", "json")


def test_matching(command, root):
    words = root / "examples" / "paper.txt"
    found = papni.matching(words)
    done = run(command, "encode", words).stdout.splitlines()
    assert len(done) == len(found)
    for encoding, line in zip(found, done):
        sign, rest = line.split("\t", 1)
        assert sign == ("+" if encoding.label else "-")
        assert encoding.dropped == rest.startswith("-\t")
        if encoding.dropped:
            assert f"symbol {encoding.position}, " in rest
        else:
            shown = [s if p is None else f"{s} pop {p}" for s, p in zip(encoding.word, encoding.popped)]
            assert ", ".join(shown) == rest
    wrong = papni.matching([("(]", True), ("(", False)], pairs=["()", "[]"])
    assert [(e.mismatch, e.position, e.open) for e in wrong] == [("wrong-call", 2, "("), ("open-calls", 1, "(")]


def test_split(command, tmp_path):
    words = papni.language("L9").generate(60, length=(2, 20))
    one, other = papni.split(words, 0.3, seed=5)
    assert sorted(one + other) == sorted(words)
    assert len(one) == pytest.approx(18, abs=1)
    assert papni.split(words[::-1], 0.3, seed=5) == (one, other) or {*one} == {
        *papni.split(words[::-1], 0.3, seed=5)[0]
    }
    file = tmp_path / "words.txt"
    file.write_text("".join(f"{'+' if label else '-'} {' '.join(word)}\n" for word, label in words))
    run(command, "split", file, "--ratio", ".3", "--seed", "5", "-q", cwd=tmp_path, check=True)
    lines = [line.split() for line in (tmp_path / "learn.txt").read_text().splitlines() if line[0] in "+-"]
    assert {(tuple(line[1:]), line[0] == "+") for line in lines} == {*one}
    numbers = papni.split([([1], True), ([2], False), ([3], True), ([4], False)])
    assert all(isinstance(symbol, int) for part in numbers for word, _ in part for symbol in word)
    for bad, error in (({"ratio": 2}, ValueError), ({"ratio": "half"}, TypeError), ({"seed": -1}, ValueError)):
        with pytest.raises(error, match=next(iter(bad))):
            papni.split(words, **bad)


def test_contradictions():
    samples = [("()", True), ("a", True), ("()", False), ("a", False), ("(", True), ("(", False), ("()", False)]
    found = papni.contradictions(samples, call="(", return_=")")
    assert [(c.word, c.first[2], c.second[2]) for c in found] == [(("(", ")"), 1, 3), (("a",), 2, 4), (("(",), 5, 6)]
    with pytest.raises(papni.ContradictionError) as caught:
        papni.learn(samples, call="(", return_=")")
    assert list(caught.value.contradictions) == papni.contradictions(samples, call="(", return_=")", well_matched=True)
    assert len(caught.value.contradictions) == 2
    with pytest.raises(papni.ContradictionError) as caught:
        papni.learn(samples, model="dfa")
    assert len(caught.value.contradictions) == 3
    assert papni.contradictions([("a", True), ("b", False)]) == []


def test_auto():
    words = papni.language("arith").generate(100)
    model = papni.auto(words, call="(", return_=")")
    frame = model.attempts.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert len(frame) == len(model.attempts) > 5
    assert frame[frame.chosen].states.tolist() == [len(model)]
    assert {"model", "method", "bits", "accepted_wrongly"} <= set(frame.columns)
    assert pickle.loads(pickle.dumps(model)).attempts.to_frame().equals(frame)
    with pytest.raises(ValueError, match="method: the model auto chooses it"):
        papni.auto(words, method="rpni")


def test_trees_are_pickled():
    words = [([1, 2], True), ([1, 1, 2, 2], True), ([], False)]
    tree = papni.Tree(words, call=[1], return_=[2], count="words")
    twin = pickle.loads(pickle.dumps(tree))
    assert len(twin) == len(tree)
    assert papni.learn(twin).to_json() == papni.learn(tree).to_json()
    assert papni.learn(twin).accepts([1, 2])


@settings(max_examples=60)
@given(
    st.lists(st.text(alphabet="()[]ab", max_size=8), min_size=1, max_size=6), st.sampled_from(["vpa", "sevpa", "dfa"])
)
def test_check_agrees_with_accepts(words, kind):
    """What is expected can be read, and what is not expected cannot."""
    model = papni.learn(random_words(40, 1), model=kind, **HOW)
    for word in words:
        verdict = model.check(word)
        assert verdict.accepted == model.accepts(word)
        if verdict:
            continue
        before = list(word[: verdict.position - 1])
        assert verdict.end_expected == model.accepts(before)
        assert verdict.symbol not in verdict.expected
        for symbol in verdict.expected:
            assert (model.check([*before, symbol]).position or 99) > verdict.position
