"""papni.find_nesting, and learn with nesting="auto"."""

import random
import re
import warnings

import papni
import pytest


def undeclared(name, number=300):
    return papni.language(name).generate(number, length=(0, 14))


@pytest.mark.parametrize("name", ["L1", "L4", "arith", "json", "xml2", "root"])
def test_languages(name):
    model, words = papni.language(name), undeclared(name)
    found = papni.find_nesting(words)
    alphabet = model.alphabet
    calls = {c for c, _ in found.declared["pairs"]}
    returns = {r for _, r in found.declared["pairs"]}
    assert (calls, returns) == (set(alphabet.call), set(alphabet.return_))
    assert found.bits < found.flat_bits
    assert {nest.state for nest in found.candidates} >= {"chosen"}
    automatic = papni.learn(words, nesting="auto")
    assert automatic.alphabet.call == alphabet.call
    assert automatic == papni.learn(words, **found.declared)


def test_sets():
    found = papni.find_nesting(undeclared("L2"))
    assert found.declared == {"call": ["a", "b"], "return_": ["c", "d"]}
    assert found.lines == "%call a b\n%return c d\n"
    (nest,) = found.candidates
    assert nest.calls == ("a", "b")
    assert nest.returns == ("c", "d")
    assert nest.depth > 2
    assert nest.words > 100
    assert nest.breaks > 10


def test_symbols_of_any_kind():
    words = [([(1, 2)] * n + [None] * n, True) for n in range(1, 8)]
    assert papni.find_nesting(words).declared == {"pairs": [((1, 2), None)]}
    model = papni.learn(words, nesting="auto")
    assert model.alphabet.call == ((1, 2),)
    assert model.accepts([(1, 2)] * 20 + [None] * 20)


def test_names_with_spaces():
    nested = ["enter f", "enter g", "exit g", "enter h", "exit h", "exit f"]
    words = [(nested * n + ["x y"] * m, True) for n in range(4) for m in range(3)]
    words += [(["enter h", *nested, "exit h"] * n, True) for n in range(1, 4)]
    words += [(["enter g", "enter h", *nested, "exit h", "exit g"] * n, True) for n in range(1, 4)]
    found = papni.find_nesting(words)
    assert dict(found.declared["pairs"]) == {f"enter {f}": f"exit {f}" for f in "fgh"}
    assert papni.learn(words, nesting="auto").alphabet.call == ("enter f", "enter g", "enter h")


def nested(rng, depth=0):
    if depth > 3 or rng.random() < 0.4:
        return rng.choice(["x", "yy"])
    name = rng.choice(["a", "list"])
    return f"<{name}>" + "".join(nested(rng, depth + 1) for _ in range(rng.randint(1, 3))) + f"</{name}>"


def test_tokens():
    rng = random.Random(1)
    texts = [(nested(rng), True) for _ in range(200)]
    found = papni.find_nesting(texts, lexer="chars")
    assert found.lines == "%pattern <*> </*>\n"
    assert "<list> <list>\n" in found.rules
    assert {nest.calls for nest in found.candidates if nest.state == "chosen"} == {("<a>",), ("<list>",)}
    automatic = papni.learn(texts, lexer="chars", nesting="auto")
    assert automatic == papni.learn(texts, **found.declared)
    assert automatic.alphabet.call == ("<a>", "<list>")
    assert automatic.accepts("<a><list> x </list>yy</a>")
    assert not automatic.accepts("<a><list>x</a></list>")


def test_no_tokens():
    rng = random.Random(1)
    texts = [(nested(rng).replace("<a>", "(").replace("</a>", ")").replace("list", "a"), True) for _ in range(50)]
    brackets = [(text.replace("<a>", "(").replace("</a>", ")"), True) for text, _ in texts]
    found = papni.find_nesting(brackets, lexer="chars")
    assert found.declared == {"pairs": [("(", ")")]}
    assert found.rules == ""


def test_nothing():
    words = [("ab" * n, True) for n in range(8)]
    found = papni.find_nesting(words)
    assert found.declared == {}
    assert found.lines == ""
    assert found.bits == found.flat_bits
    assert [nest.state for nest in found.candidates] == ["flat"]
    assert papni.learn(words, nesting="auto").kind == "dfa"


def test_hint():
    words = [("(" * n + ")" * n, True) for n in range(8)]
    with pytest.warns(papni.PapniWarning, match=re.escape("pairs=[('(', ')')], or let papni find them with nesting=")):
        papni.learn(words)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        papni.learn(words, nesting="auto")
        papni.learn(words, model="dfa", method="contexts")
        papni.learn(words, call="(", return_=")")


def test_mistakes(tmp_path):
    words = [("()", True), ("(())", True)]
    with pytest.raises(ValueError, match="nesting: expected 'declared' or 'auto', got 'yes'"):
        papni.learn(words, nesting="yes")
    with pytest.raises(papni.UsageError, match="nesting: finds calls and returns, but '\\(' is already declared"):
        papni.learn(words, nesting="auto", call="(")
    with pytest.raises(ValueError, match="nesting: cannot be combined with an oracle"):
        papni.learn(["()"], nesting="auto", oracle=bool)
    with pytest.raises(ValueError, match="nesting: has no effect on a Tree"):
        papni.learn(papni.Tree(words), nesting="auto")


def test_events(tmp_path):
    """Every function that takes samples reads tables of events, as the command does."""
    path = tmp_path / "events.csv"
    rows = ["id,name,result"]
    for n in range(1, 7):
        rows += [f"{n},{name},PASS" for name in ["enter f"] * n + ["x"] + ["exit f"] * n]
    path.write_text("\n".join(rows) + "\n")
    how = {"case": "id", "event": "name", "label": "result", "accept": "PASS", "reject": "FAIL"}
    found = papni.find_nesting(path, **how)
    assert found.declared == {"pairs": [("enter f", "exit f")]}
    assert papni.contradictions(path, **how) == []
    assert all(one.mismatch is None for one in papni.matching(path, **how, **found.declared))
    assert sum(map(len, papni.split(path, **how))) == 6
    assert papni.suggest(path, **how, **found.declared, count=1) is not None
    with pytest.raises(TypeError, match="words: no such argument; expected one of word, label"):
        papni.find_nesting(path, words="x")


def test_broken_words():
    rng = random.Random(2)
    words = [(w, True) for w, accepted in undeclared("arith") if accepted]
    pairs = {"pairs": [("(", ")")]}
    broken = [tuple("(1+1"), tuple("1)+1")]
    words += [(w, True) for w in broken]
    rng.shuffle(words)
    found = papni.find_nesting(words)
    assert found.declared == pairs
    assert {b.word for b in found.broken} == set(broken)
    assert {b.reason for b in found.broken} == {"symbol 1, (, is never closed", "symbol 2, ), has no call to pop"}
    assert [nest.missed for nest in found.candidates if nest.state == "chosen"] == [2]
    with pytest.warns(papni.PapniWarning, match=r"2 accepted words are not well-matched"):
        model = papni.learn(words, nesting="auto")
    assert model.accepts("(1+(1))")
    assert papni.find_nesting([w for w in words if w[0] not in broken]).broken == ()


def test_warning_names_the_pattern():
    words = [(["enter_f", "enter_g", "exit_g", "exit_f"], True), (["enter_g", "exit_g"], True), (["exit_g"], False)]
    with pytest.warns(papni.PapniWarning, match=re.escape("patterns=[('enter_*', 'exit_*')]")):
        papni.learn(words)
