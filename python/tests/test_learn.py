"""papni.learn: all kinds of samples and options, valid and invalid."""

import enum
import gzip
import inspect
import re
import subprocess
import warnings
from array import array

import numpy as np
import pandas as pd
import papni
import pytest
from conftest import PAPER, random_words

FOREIGN = np.dtype(np.int64).newbyteorder("S")  # the other byte order
PARENTHESES = {"call": "(", "return_": ")"}
TEXT = "%format chars\n%call (\n%return )\n" + "".join(f"{'+' if label else '-'} {word}\n" for word, label in PAPER)


class Kind(enum.Enum):
    OPEN = 1
    CLOSE = 2


def test_the_papers_example():
    model = papni.learn(PAPER, **PARENTHESES, method="rpni", focus="all")
    assert len(model) == 3
    assert model.evaluate(PAPER) == papni.Evaluation(tp=2, fp=0, fn=0, tn=9)
    assert model.statistics == papni.Statistics(
        words=11,
        positive=2,
        negative=9,
        dropped_positive=0,
        dropped_negative=5,
        tree_nodes=13,
        states=3,
        merges=model.statistics.merges,
    )
    assert len(papni.learn(PAPER, model="dfa", method="rpni")) == 5


# ---- samples ----


@pytest.mark.parametrize(
    "word",
    [str, list, tuple, lambda w: np.array(list(w), dtype=object), lambda w: "".join(w)],
)
def test_words_of_every_kind(word):
    expected = papni.learn(PAPER, **PARENTHESES)
    assert papni.learn([(word(w), label) for w, label in PAPER], **PARENTHESES) == expected
    assert papni.learn(((word(w), label) for w, label in PAPER), **PARENTHESES) == expected


@pytest.mark.parametrize("labels", [(True, False), (1, 0), ("+", "-"), (np.True_, np.False_), (1.0, 0.0)])
def test_labels_of_every_kind(labels):
    data = [(w, labels[not label]) for w, label in PAPER]
    assert papni.learn(data, **PARENTHESES) == papni.learn(PAPER, **PARENTHESES)


@pytest.mark.parametrize(
    "pair",
    [
        (1, 2),
        ((1, "x"), (2, "y")),
        (Kind.OPEN, Kind.CLOSE),
        (b"a", b"b"),
        ("begin", "end"),
        (None, frozenset()),
        ("\n", ""),
        (1, "1"),
        (np.int64(4), 5.5),
    ],
)
def test_symbols_of_every_kind(pair):
    renamed = dict(zip("()", pair))
    data = [([renamed[s] for s in w], label) for w, label in PAPER]
    model = papni.learn(data, call=pair[:1], return_=pair[1:])
    assert len(model) == len(papni.learn(PAPER, **PARENTHESES))
    assert model.evaluate(data).accuracy == 1
    assert model.alphabet.call == pair[:1]
    assert model.alphabet.return_ == pair[1:]
    assert {t.symbol for t in model.transitions} == set(pair)
    open_, close = pair
    assert model.accepts([open_] * 3 + [close] * 3)
    assert not model.accepts([open_] * 3 + [close] * 2)


def test_patterns():
    words = [(["enter_f", "enter_g", "exit_g", "exit_f"], True), (["enter_f", "exit_f"], True), ([], False)]
    expected = papni.learn(words, pairs={"enter_f": "exit_f", "enter_g": "exit_g"})
    for patterns in ([("enter_*", "exit_*")], {"enter_*": "exit_*"}):
        model = papni.learn(words, patterns=patterns)
        assert model == expected
        assert model.alphabet.call == ("enter_f", "enter_g")
        assert papni.learn(papni.Tree(words, patterns=patterns)) == expected


@pytest.mark.parametrize(
    ("patterns", "message"),
    [
        ("enter_* exit_*", "patterns: expected pairs of the forms of calls and returns, as in patterns="),
        (["enter_* exit_*"], "patterns: expected pairs"),
        ([(1, 2)], "patterns: expected pairs"),
        (7, "patterns: expected pairs"),
    ],
)
def test_patterns_of_a_wrong_kind(patterns, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        papni.learn(PAPER, patterns=patterns)


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ({"()": True}, "samples: got a dict: for a dict from words to labels, pass its items, samples.items()"),
        (
            (w for w in ["()", "(())"]),
            "samples: item 1 is the str '()', not a pair of a word and a label: for accepted",
        ),
        (["abc"], "write [(word, True) for word in words]"),
        ([("ab", True), "ab"], "samples: item 2 is the str 'ab', not a pair"),
        (["a.txt", "b.txt"], "for files, write [pathlib.Path(name) for name in names]"),
        (
            [("ab", True, 1)],
            "samples: item 1: expected a pair of a word and a label, as in ('ab', True); got ('ab', True, 1)",
        ),
        ([7], "samples: item 1: expected a pair of a word and a label, as in ('ab', True); got 7"),
        (["x" * 100], "samples: item 1 is the str 'xxx"),
    ],
)
def test_samples_that_are_not_pairs(samples, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        papni.learn(samples)


def test_items_of_a_dict():
    words = dict(PAPER)
    assert papni.learn(words.items(), **PARENTHESES) == papni.learn(PAPER, **PARENTHESES)


def test_patterns_without_a_star():
    with pytest.raises(papni.InputError, match="patterns: a pattern has one star and something beside it"):
        papni.learn(PAPER, patterns=[("enter", "exit")])


@pytest.mark.parametrize(
    "words",
    [
        [["a", "b"], ["ab"], [], [""], ["a", ""]],
        [["", "ab"], ["a", "b"]],
        [["a\0b", ""], ["a", "b"]],
        [["\0"], ["\0", "\0"], ["a"]],
        ["é", ["é"], ["é", "é"], "ée", ("e",)],
        [["я"], ["a"], ["яa"], ["я", "a"]],
        [[1], ["1"], [1, "1"], ["1", 1]],
        [[chr(i)] for i in range(300)],
        [chr(i) for i in range(300)],
        [[i] for i in range(300)] + [["a"]],
    ],
)
def test_symbols_are_told_apart(words):
    """Words with the same joined text but different symbols are different."""
    for i in range(0, len(words), 1 + len(words) // 10):
        data = [(word, list(word) == list(words[i])) for word in words]
        model = papni.learn(data, model="dfa", focus="all")
        assert model.evaluate(data).accuracy == 1
        assert sorted(map(repr, model.alphabet.internal)) == sorted(map(repr, {s for word in words for s in word}))


def test_many_symbols():
    data = [((i, i + 1), True) for i in range(0, 1000, 2)] + [((i,), False) for i in range(1000)]
    model = papni.learn(data, model="dfa")
    assert model.evaluate(data) == papni.Evaluation(500, 0, 0, 1000)
    with pytest.raises(ValueError, match="samples: more than 65000 different symbols"):
        papni.learn([((i,), True) for i in range(70000)])


def test_files(tmp_path):
    expected = papni.learn(PAPER, **PARENTHESES)
    path = tmp_path / "words.txt"
    path.write_text(TEXT)
    assert papni.learn(path) == expected
    assert papni.learn(str(path)) == expected
    packed = tmp_path / "words.txt.gz"
    packed.write_bytes(gzip.compress(TEXT.encode()))
    assert papni.learn(packed) == expected
    assert papni.learn([path, packed]) == expected
    assert expected.evaluate(path) == papni.Evaluation(2, 0, 0, 9)
    table = tmp_path / "words.csv"
    table.write_text("text,good\n" + "".join(f"{w},{int(label)}\n" for w, label in PAPER))
    assert papni.learn(table, **PARENTHESES, word="text", label="good", chars=True) == expected
    assert expected.evaluate(table, word="text", label="good", chars=True).accuracy == 1


def test_data_frames():
    frame = pd.DataFrame({"word": [w for w, _ in PAPER], "label": [label for _, label in PAPER]})
    expected = papni.learn(PAPER, **PARENTHESES)
    assert papni.learn(frame, **PARENTHESES) == expected
    assert expected.evaluate(frame).accuracy == 1
    renamed = frame.rename(columns={"word": "text", "label": "good"})
    assert papni.learn(renamed, **PARENTHESES, word="text", label="good") == expected
    with pytest.raises(ValueError, match="samples: no column 'word'"):
        papni.learn(renamed, **PARENTHESES)


@pytest.mark.parametrize("kind", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"])
def test_arrays(kind):
    ids = np.array(["()".index(s) for w, _ in PAPER for s in w], dtype=kind)
    offsets = np.cumsum([0, *(len(w) for w, _ in PAPER)])
    labels = np.array([label for _, label in PAPER])
    words = papni.Words(ids, offsets, symbols="()", labels=labels)
    expected = papni.learn(PAPER, **PARENTHESES)
    assert papni.learn(words, **PARENTHESES) == expected
    narrow = papni.Words(ids, offsets.astype("i4"), symbols="()", labels=labels)
    assert papni.learn(narrow, **PARENTHESES) == expected
    assert expected.evaluate(words).accuracy == 1
    assert expected.accepts_many(words) == labels.tolist()
    # Nothing was copied: what is written into the arrays shows.
    ids[0] = 1
    labels[1] = False
    assert words.ids[0] == 1
    assert not words.labels[1]
    with pytest.raises(ValueError, match="samples: the words have no labels"):
        papni.learn(papni.Words(ids, offsets, "()"), **PARENTHESES)


def test_bad_arrays():
    good = {"ids": array("H", [0, 1]), "offsets": array("q", [0, 2]), "symbols": "()", "labels": [True]}
    model = papni.learn(PAPER, **PARENTHESES)
    for change, error, message in [
        ({"ids": [0, 1]}, TypeError, "ids: expected an array of integers, got list"),
        ({"ids": np.array([0.0, 1.0])}, TypeError, "ids: expected a contiguous one-dimensional array of integers"),
        ({"ids": np.arange(4)[::2]}, TypeError, "ids: expected a contiguous one-dimensional array of integers"),
        ({"ids": np.zeros((1, 2), int)}, TypeError, "ids: expected a contiguous one-dimensional array of integers"),
        ({"offsets": array("h", [0, 2])}, TypeError, "offsets: expected integers of 4 or 8 bytes, got 2"),
        (
            {"ids": np.array([0, 1]).astype(FOREIGN)},
            TypeError,
            "ids: expected integers in this machine's byte order",
        ),
        ({"symbols": "(("}, ValueError, "symbols: '\\(' occurs twice"),
        ({"symbols": [[]]}, TypeError, r"symbols: the symbol \[\] is not hashable"),
        ({"offsets": array("q")}, ValueError, "offsets: expected one more"),
        ({"symbols": 5}, TypeError, "symbols: expected a sequence of symbols, got int"),
        ({"labels": [True, False]}, ValueError, "labels: expected 1, one per word, got 2"),
        ({"labels": ["yes"]}, ValueError, "labels: word 1: expected the label .*, got 'yes'"),
    ]:
        with pytest.raises(error, match=message):
            papni.Words(**{**good, **change})
    for change, learning, running in [
        (
            {"ids": array("H", [0, 7])},
            "samples:1: symbol 2 of this word has id 7, but",
            "words:1: this word has an id",
        ),
        (
            {"ids": array("q", [0, -1])},
            "samples:1: symbol 2 of this word has id -1, but",
            "words:1: this word has an id",
        ),
        (
            {"offsets": array("q", [0, 3])},
            "samples:1: the offsets 0 and 3 of this word are out",
            "words:1: the offsets",
        ),
        (
            {"offsets": array("q", [2, 0])},
            "samples:1: the offsets 2 and 0 of this word are out",
            "words:1: the offsets",
        ),
        (
            {"offsets": array("i", [0, -1])},
            "samples:1: the offsets 0 and -1 of this word are out",
            "words:1: the offsets",
        ),
    ]:
        words = papni.Words(**{**good, **change})
        with pytest.raises(papni.UsageError, match=learning):
            papni.learn(words, **PARENTHESES)
        with pytest.raises(papni.UsageError, match=running):
            model.accepts_many(words)


# ---- options ----


def test_pairs():
    data = [("()", True), ("[]", True), ("([])", True), ("(]", True), ("", False)]
    with pytest.warns(papni.PapniWarning, match="1 accepted word is not well-matched and dropped"):
        model = papni.learn(data, pairs=["()", "[]"])
    assert model.alphabet.pairs == (("(", ")"), ("[", "]"))
    assert not model.accepts("(]")
    with pytest.warns(papni.PapniWarning):
        assert papni.learn(data, pairs={"(": ")", "[": "]"}) == model
    assert papni.learn(data, call="([", return_=")]").accepts("(]")


def test_modules():
    """One outermost pair: a vpa cannot express it, a sevpa can."""
    root = papni.language("root")
    words = root.generate(400, length=(0, 12))
    chosen = {"call": root.alphabet.call, "return_": root.alphabet.return_, "model": "sevpa"}
    model = papni.learn(words, **chosen)
    assert model.kind == "sevpa"
    assert model.diff(root) is None
    assert papni.learn(words, **chosen, modules="call") == model
    assert papni.learn(words, **chosen, modules="one").evaluate(words).accuracy == 1
    assert any(t.caller is not None for t in model.transitions)


def restore():
    """Words of a language for which the first merges are often wrong, and how to learn them."""
    language = papni.language("restore")
    return language.generate(200, length=(0, 12), seed=2), {
        "call": language.alphabet.call,
        "return_": language.alphabet.return_,
        "model": "sevpa",
        "modules": "one",
    }


def test_search():
    words, how = restore()
    model = papni.learn(words, **how, search=True)
    assert len(model) < len(papni.learn(words, **how))
    assert len(model) == model.statistics.states
    assert model.evaluate(words).accuracy == 1
    assert papni.learn(words, **how, search=True, threads=1) == papni.learn(words, **how, search=True, threads=3)
    assert papni.learn(words, **how, search=False) == papni.learn(words, **how)


def test_search_as_the_command_does(command, tmp_path):
    words, how = restore()
    path, found = tmp_path / "words.txt", tmp_path / "model.json"
    path.write_text("%call (\n%return )\n" + "".join(f"{'-+'[label]} {' '.join(word)}\n" for word, label in words))
    subprocess.run(
        [command, "learn", path, "--model", "sevpa", "--modules", "one", "--search", "-q", "-o", found], check=True
    )
    assert papni.learn(words, **how, search=True).to_json() == found.read_text()


def test_auto():
    root = papni.language("root")
    words = root.generate(300, length=(0, 12))
    model = papni.learn(words, call=root.alphabet.call, return_=root.alphabet.return_, model="auto")
    assert model.diff(root) is None
    assert len(model.attempts) > 2
    (chosen,) = (attempt for attempt in model.attempts if attempt.chosen)
    again = papni.learn(words, call=root.alphabet.call, return_=root.alphabet.return_, **chosen.settings)
    assert again == model
    assert again.attempts == ()
    assert chosen.states == len(model)
    assert chosen.accepted_wrongly == 0
    assert chosen.bits == min(attempt.bits for attempt in model.attempts if not attempt.accepted_wrongly)


def test_accepted_words_alone():
    words = [("1", True), ("1+1", True), ("(1)", True), ("(1+1)", True), ("((1))", True), ("(1+(1))+1", True)]
    model = papni.learn(words, call="(", return_=")")
    assert model.kind == "general"
    assert model.accepts_many(["((1+1)+1)", "1+", "(1+)", "1)"]) == [True, False, False, False]


def test_settings():
    settings = papni.settings()
    assert settings["model"].values == (
        "dfa",
        "vpa",
        "sevpa",
        "auto",
        "general",
        "moore",
        "mealy",
        "mc",
        "mdp",
        "smm",
        "vpt",
    )
    assert settings["evidence"].default == "states; dfa: labels; moore: labels; mealy: labels; vpt: labels"
    assert settings["threads"].values == ()
    assert all(setting.help for setting in settings.values())
    parameters = inspect.signature(papni.learn).parameters
    assert set(settings) < set(parameters)
    words = [("()", True), ("(())", True), ("", False)]
    by_default = papni.learn(words, call="(", return_=")")
    assert papni.learn(words, call="(", return_=")", model=None, search=False, threads=0) == by_default


def test_labels_of_any_byte():
    for byte in (b"\x01", b"\x02", b"\x40", b"\x80", b"\xff"):
        labels = np.frombuffer(byte + b"\0", bool)
        words = papni.Words(np.array([0], np.uint8), np.array([0, 1, 1], np.uint64), "ab", labels=labels)
        model = papni.learn(words)
        assert model.accepts_many(["a", ""]) == [True, False]
        assert model.evaluate(words) == (1, 0, 0, 1)


def test_options_that_differ():
    data = random_words(400, seed=1)
    for model in ("vpa", "sevpa", "dfa"):
        found = {
            papni.learn(data, **PARENTHESES, model=model, method=method, evidence=evidence, focus=focus).to_json()
            for method in ("edsm", "rpni")
            for evidence in ("states", "labels", "bits")
            for focus in ("positive", "all")
        }
        assert len(found) > 2
    assert papni.learn(data, **PARENTHESES, threads=1) == papni.learn(data, **PARENTHESES, threads=5)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"samples": 5}, TypeError, "samples: expected an iterable, got int"),
        ({"samples": [5]}, TypeError, "samples: item 1: expected a pair of a word and a label"),
        ({"samples": [("()", True), ("()", True, 1)]}, TypeError, "samples: item 2: expected a pair"),
        ({"samples": [(5, True)]}, TypeError, "samples: word 1: expected a str or a sequence of symbols, got int"),
        ({"samples": [("", True), ([[]], True)]}, TypeError, r"samples: word 2: the symbol \[\] is not hashable"),
        ({"samples": [("", True), ("(", None)]}, ValueError, "samples: word 2: expected the label .*, got None"),
        ({"samples": [("", [])]}, ValueError, r"samples: word 1: expected the label .*, got \[\]"),
        ({"samples": []}, ValueError, "samples: no words"),
        ({"samples": [("", True), ({"("}, True)]}, TypeError, "samples: word 2: a set has no order"),
        ({"samples": [({"(": 1}, True)]}, TypeError, "samples: word 1: a dict has no order"),
        ({"call": 5}, TypeError, "call: expected hashable symbols"),
        ({"return_": [[]]}, TypeError, "return_: expected hashable symbols"),
        ({"return_": "("}, ValueError, "return_: "),
        ({"internal": "("}, ValueError, "internal: "),
        ({"pairs": ["("]}, TypeError, "pairs: expected pairs of a call and a return"),
        ({"pairs": [")("]}, ValueError, "pairs: "),
        ({"model": "pda"}, ValueError, "model: expected one of "),
        ({"model": 1}, TypeError, "model: expected one of "),
        ({"method": "best"}, ValueError, "method: expected one of edsm, rpni, contexts, k-tails, alergia, got 'best'"),
        ({"evidence": "none"}, ValueError, "evidence: expected one of"),
        ({"focus": "none"}, ValueError, "focus: expected one of"),
        ({"model": "auto", "method": "rpni"}, ValueError, "method: the model auto chooses it"),
        ({"model": "auto", "search": True}, ValueError, "search: the model auto chooses it"),
        ({"search": "yes"}, TypeError, "search: expected a number from 0 to 1000000, got str"),
        ({"search": -1}, ValueError, "search: expected a number from 0 to 1000000, got -1"),
        ({"serach": True}, TypeError, "unexpected keyword argument 'serach'"),
        ({"modules": "one"}, ValueError, "modules: only for the model sevpa, not for vpa"),
        ({"model": "sevpa", "modules": "two"}, ValueError, "modules: expected one of call, one, got 'two'"),
        ({"threads": 1025}, ValueError, "threads: expected a number from 0 to 1024"),
        ({"threads": True}, TypeError, "threads: expected a number from 0 to 1024, got bool"),
        ({"threads": "two"}, TypeError, "threads: expected a number"),
        ({"progress": 5}, TypeError, "progress: expected a function, True, 'tqdm' or 'rich', got int"),
        ({"progress": "bar"}, TypeError, "progress: expected a function, .*, got 'bar'"),
    ],
)
def test_bad_arguments(change, error, message):
    with pytest.raises(error, match=message):
        papni.learn(**{"samples": PAPER, **PARENTHESES, **change})


def test_an_alphabet_that_is_closed():
    with pytest.raises(papni.InputError, match="'b' is not declared") as caught:
        papni.learn([("(a)", True), ("(b)", False)], **PARENTHESES, internal="a")
    assert (caught.value.file, caught.value.line) == ("samples", 2)


def test_contradictions():
    with pytest.raises(papni.ContradictionError, match="rejected at samples:1: remove one of them") as caught:
        papni.learn([("()", False), ("", True), ("()", True)], **PARENTHESES)
    assert (caught.value.file, caught.value.line) == ("samples", 3)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "text",
    ["+ a\n- a\n", "a\n", "%call (\n%return (\n+\n", "", "+ a\n? b\n", "%internal a\n+ b\n", "word,label\na,x\n"],
)
def test_the_words_of_the_command(text, command, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(text)
    said = subprocess.run([command, "learn", path], capture_output=True, text=True).stderr
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the command says what
        papni.learn(path)
    assert said.startswith(f"papni: {caught.value}\n")


def test_a_file_that_is_not_there(command, tmp_path):
    path = str(tmp_path / "nothing.txt")
    said = subprocess.run([command, "learn", path], capture_output=True, text=True).stderr
    with pytest.raises(OSError, match="nothing") as caught:
        papni.learn(path)
    assert said == f"papni: {caught.value}\n"
    assert isinstance(caught.value, papni.InputError)
    assert caught.value.file == path


def test_merging_without_rejected_words():
    with pytest.warns(papni.PapniWarning, match="no rejected words"):
        papni.learn([("()", True)], call="(", return_=")", model="vpa")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([("(", True)], "no accepted word is well-matched"),
        ([("()", False)], "no accepted words"),
        ([("()", True), ("(", False)], "no rejected word is well-matched"),
        ([("a", True), ("", False)], "no word contains '\\('"),
    ],
)
def test_doubts(data, message):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        papni.learn(data, **PARENTHESES)
    assert any(w.category is papni.PapniWarning and re.search(message, str(w.message)) for w in caught)
    assert all(w.filename == __file__ for w in caught)


def test_no_doubts():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        papni.learn(PAPER, **PARENTHESES)


# ---- progress ----


def test_progress():
    seen = []
    papni.learn(random_words(500, seed=2), **PARENTHESES, progress=lambda *step: seen.append(step))
    assert [phase for phase, done, _ in seen if not done] == ["encoding", "tree", "merging"]
    assert all(done <= total for _, done, total in seen)


def test_progress_of_a_search():
    words, how = restore()
    seen = []
    papni.learn(words, **how, search=True, progress=lambda *step: seen.append(step))
    phases = [phase for phase, _, _ in seen]
    assert "searching" in phases
    assert phases.index("merging") < phases.index("searching")
    with pytest.raises(papni.Cancelled, match="cancelled"):
        papni.learn(words, **how, search=True, progress=lambda phase, done, total: phase != "searching")


def test_cancelling():
    data = random_words(500, seed=2)
    with pytest.raises(papni.Cancelled, match="cancelled"):
        papni.learn(data, **PARENTHESES, progress=lambda phase, done, total: phase != "merging")

    def fail(phase, done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        papni.learn(data, **PARENTHESES, progress=fail)
    assert papni.learn(data, **PARENTHESES).evaluate(data).accuracy == 1


def test_limits() -> None:
    words = [("ab" * n + end, True) for n in range(1, 6) for end in ("", "c")]
    assert len(papni.learn(words, max_states=1).states) == 1
    with pytest.raises(papni.InputError, match="max-states: 1"):
        papni.learn([("a", True), ("aa", False)], model="dfa", max_states=1)
    with pytest.warns(papni.PapniWarning, match="the best model so far"):
        early = papni.learn([("abab", True), ("ab", True), ("a", False)], model="dfa", time_limit=1e-9)
    assert early.accepts_many(["abab", "ab", "a"]) == [True, True, False]
    assert papni.learn([("ab", True), ("a", False)], time_limit=1000).accepts("ab")
    for wrong, error in (("soon", TypeError), (True, TypeError), (-1, ValueError), (0, ValueError)):
        with pytest.raises(error, match="time_limit"):
            papni.learn([("a", True)], time_limit=wrong)  # type: ignore[arg-type]


def test_the_message_lists_contradictions():
    words = [(w, accepted) for w in ("a", "b", "") for accepted in (True, False)]
    with pytest.raises(papni.ContradictionError, match="3 words are both accepted and rejected") as found:
        papni.learn(words)
    assert str(found.value).splitlines()[1] == "  a (samples:1 and samples:2)"
    with pytest.raises(papni.ContradictionError) as found:
        papni.learn([(str(i), accepted) for i in range(30) for accepted in (True, False)])
    assert str(found.value).endswith("  and 20 more")
    found.value.contradictions = (("a", "b"), ())  # as papni.spark has them
    assert str(found.value).splitlines()[1:] == ["  a b", "  the empty word"]
