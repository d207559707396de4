"""Documents: lexers, and models with a lexer."""

import pickle
import subprocess
import warnings

import papni
import pytest

PAIRS = [("[]", True), ("[1]", True), ("[[1]]", True), ("[[]]", True), ("", False), ("[][]", False), ("[ @", False)]
LINES = "".join(f"{'+' if label else '-'} {document}\n" for document, label in PAIRS)
MODEL = papni.learn(PAIRS, lexer="json")


def test_documents_from_python():
    assert MODEL.lexer == "json"
    assert MODEL.alphabet.pairs == (("[", "]"),)
    assert MODEL.evaluate(PAIRS).accuracy == 1
    assert MODEL.accepts(" [ [ 27 ] ] ")
    assert MODEL.accepts(["[", "number", "]"])
    assert MODEL.accepts_many(["[[[1]]]", "[1", "[x]", "[{}]", ["[", "]"]]) == [True, False, False, False, True]
    assert papni.learn([("()", True), ("", False)], call="(", return_=")").lexer is None


def test_what_does_not_lex(tmp_path):
    """A model may have transitions on invalid tokens, but never accepts documents with them."""
    pairs = [("[]", True), ("[1]", True), ("[@]", False), ("", False), ("[@", False)]
    model = papni.learn(pairs, lexer="json", focus="all")
    assert model.accepts(["#unlexed"])
    assert model.accepts_many(["@", "\ud800", "[1]"]) == [False, False, True]
    path = tmp_path / "lines.txt"
    path.write_text("- @\n+ [1]\n")
    assert model.evaluate(path) == model.evaluate([("@", False), ("[1]", True)]) == papni.Evaluation(1, 0, 0, 1)


def test_documents_in_files(tmp_path, command):
    lines, listed = tmp_path / "lines.txt", tmp_path / "list.txt"
    lines.write_text(LINES)
    for i, (document, label) in enumerate(PAIRS):
        folder = tmp_path / "all" / ("pos" if label else "neg")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{i}.json").write_text(document)
    listed.write_text(
        "".join(f"{'+' if v else '-'} all/{'pos' if v else 'neg'}/{i}.json\n" for i, (_, v) in enumerate(PAIRS))
    )
    for path, how in ((lines, "auto"), (lines, "lines"), (listed, "list"), (tmp_path / "all", "auto")):
        assert papni.learn(path, lexer="json", format=how) == MODEL
        assert MODEL.evaluate(path, format=how) == MODEL.evaluate(PAIRS)
    path = tmp_path / "model.json"
    subprocess.run([command, "learn", "-q", "--lexer", "json", lines, "-o", path], check=True)
    assert papni.Model.load(path) == MODEL
    symbols = tmp_path / "symbols.txt"
    symbols.write_text("+ [ number ]\n- number\n")
    assert MODEL.evaluate(symbols, format="tokens") == papni.Evaluation(1, 0, 0, 1)


def test_the_lexer_stays():
    assert papni.Model.from_json(MODEL.to_json()).lexer == "json"
    assert pickle.loads(pickle.dumps(MODEL)).accepts("[1]")
    assert MODEL.minimize().accepts("[1]")


def test_rules(tmp_path):
    rules = tmp_path / "rules"
    rules.write_text("%pair ( )\n( \\(\n) \\)\n")
    model = papni.learn([("()", True), ("(())", True), ("", False)], lexer=f"rules:{rules}")
    rules.unlink()
    assert model.accepts("((()))")
    assert not model.accepts("((x))")


def test_documents_where_nothing_nests():
    with pytest.warns(papni.PapniWarning, match="no symbol is a call"):
        papni.learn([("a b", True), ("a", False)], lexer="words")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert papni.learn([("a b", True), ("a", False)], lexer="words", model="dfa").accepts(" a  b ")


def test_what_cannot_be_read(tmp_path):
    (tmp_path / "lines.txt").write_text(LINES)
    (tmp_path / "list.txt").write_text("lines.txt\n")
    for change, error, message in [
        ({"lexer": 5}, TypeError, "lexer: expected a str such as 'json', got int"),
        ({"lexer": "cobol"}, ValueError, "lexer: "),
        (
            {"samples": [("[]", True), (["["], True)]},
            TypeError,
            "samples: word 2: expected a str for the lexer, got list",
        ),
        ({"samples": [("[]", "?")]}, ValueError, "samples: word 1: expected the label"),
        ({"samples": [("[]", True), ("[\n@", True)]}, papni.InputError, "document 2:2:1: "),
        ({"samples": []}, papni.InputError, "samples: no words"),
        (
            {"samples": papni.Words(b"", memoryview(bytes(8)).cast("q"), "", [])},
            ValueError,
            "lexer: cannot be combined with papni.Words",
        ),
        ({"samples": tmp_path}, papni.InputError, "no folder pos or neg"),
        ({"samples": tmp_path / "list.txt", "format": "list"}, papni.InputError, "has no label: write"),
        ({"samples": tmp_path / "lines.txt", "format": "tokens"}, ValueError, "format: 'tokens' cannot be combined"),
        ({"samples": tmp_path / "lines.txt", "format": "list", "lexer": None}, ValueError, "format: 'list' needs"),
    ]:
        with pytest.raises(error, match=message):
            papni.learn(**{"samples": PAIRS, "lexer": "json", **change})
