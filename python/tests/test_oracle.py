"""Active learning: functions as oracles."""

from __future__ import annotations

import json
import re
from typing import Any

import papni
import pytest


def is_sum(text: str) -> bool:
    """Sums of 1 with brackets."""
    depth, value = 0, True
    for c in text:
        if c == "(" and value:
            depth += 1
        elif c == "1" and value:
            value = False
        elif c == "+" and not value:
            value = True
        elif c == ")" and not value and depth:
            depth -= 1
        else:
            return False
    return not depth and not value


def test_texts() -> None:
    """Texts need no declarations."""
    model = papni.learn(["1", "1+1", "(1)", "1+(1+1)"], oracle=is_sum)
    assert model.alphabet.call == ("(",)
    assert model.accepts_many(["((1)+1)", "(1", "1+", "()"]) == [True, False, False, False]
    assert model.asked is not None
    assert model.asked.complete
    assert not model.asked.disagreements
    assert papni.learn(["1+(1+1)", "(1)", "1+1", "1"], oracle=is_sum).to_json() == model.to_json()


def test_words() -> None:
    """Declared symbols of any kind, and batches."""
    pairs = [(1, 2)]
    asked: list[tuple[Any, ...]] = []

    def balanced(words: list[tuple[Any, ...]]) -> list[bool]:
        asked.extend(words)
        answers = []
        for word in words:
            depth = [sum(1 if s == 1 else -1 for s in word[:i]) for i in range(len(word) + 1)]
            answers.append(min(depth) >= 0 and depth[-1] == 0)
        return answers

    model = papni.learn([[1, 2], [1, 1, 2, 2]], pairs=pairs, oracle_many=balanced)
    assert model.accepts([1, 1, 2, 1, 2, 2])
    assert not model.accepts([2, 1])
    assert model.asked is not None
    assert sum(model.asked.questions.values()) == len(asked)


def test_strings_with_symbols() -> None:
    """A word of characters stays a str."""
    model = papni.learn(
        ["()", "(())"],
        call="(",
        return_=")",
        oracle=lambda word: word == "(" * (len(word) // 2) + ")" * (len(word) // 2),
    )
    assert model.accepts_many(["((()))", "()()"]) == [True, False]


def test_json() -> None:
    """A real parser; strings of JSON may contain brackets, so no brackets in letters here."""

    def right(text: str) -> bool:
        try:
            json.loads(text)
        except ValueError:
            return False
        return '"' not in text and " " not in text

    model = papni.learn(["null", "true", "[]", "[null]", "[null,true]", "[[],null]"], oracle=right, alphabet="")
    assert model.accepts_many(["[[[true]],null]", "[null,]", "nul"]) == [True, False, False]


def test_labels() -> None:
    """Labelled words are answers; others are asked about."""
    asked: list[str] = []

    def right(text: str) -> bool:
        asked.append(text)
        return is_sum(text)

    model = papni.learn(["1", ("1+", False), ("(1)", True), "1+1"], oracle=right)
    assert model.accepts_many(["((1))", "1+"]) == [True, False]
    assert "1" in asked
    assert not {"1+", "(1)"} & set(asked)
    declared = papni.learn([("1", True), "1+1", ("(1)", True)], call="(", return_=")", oracle=right)
    assert declared.accepts("((1)+1)")


def test_labels_of_seeds_that_could_be_symbols() -> None:
    """A pair that may be a word of two symbols is refused."""
    with pytest.raises(ValueError, match=r"\('1\+', '-'\) may be a word with a label"):
        papni.learn(["1", ("1+", "-")], oracle=is_sum)
    model = papni.learn([["1", "+", "1"], ["1"]], oracle=lambda word: is_sum("".join(word)))
    assert model.accepts(["1", "+", "1"])


def test_progress() -> None:
    """Progress is reported, and can end learning with the model so far."""
    seen: list[tuple[str, int, int]] = []

    def progress(phase: str, done: int, total: int) -> bool:
        seen.append((phase, done, total))
        return len(seen) < 20

    model = papni.learn(["1", "1+1", "(1)"], oracle=is_sum, progress=progress)
    assert {phase for phase, _, _ in seen} == {"asking"}
    assert model.asked is not None
    assert not model.asked.complete
    with pytest.raises(ZeroDivisionError):
        papni.learn(["1"], oracle=is_sum, progress=lambda *_: 1 // 0)  # type: ignore[arg-type]


def test_limits_and_trouble() -> None:
    """Limits, exceptions and wrong arguments."""
    model = papni.learn(["1", "(1)"], oracle=is_sum, questions=30)
    assert model.asked is not None
    assert not model.asked.complete
    assert sum(model.asked.questions.values()) == 30

    def broken(text: str) -> bool:
        raise KeyError(text)

    with pytest.raises(KeyError):
        papni.learn(["1"], oracle=broken)
    silent = papni.learn(["1", "(1)"], oracle=lambda text: None if "+" in text else is_sum(text))
    assert not silent.accepts("1+1")
    with pytest.raises(ValueError, match="method"):
        papni.learn(["1"], oracle=is_sum, method="rpni")
    with pytest.raises(TypeError, match="oracle"):
        papni.learn(["1"], oracle="yes")  # type: ignore[arg-type]
    with pytest.raises(papni.InputError):
        papni.learn([], oracle=is_sum)
    with pytest.raises(ValueError, match="answers"):
        papni.learn(["1"], oracle_many=lambda words: [])


def test_answers() -> None:
    """An answer is read as a label is."""
    seeds = ["a"], ["a", "a"]
    model = papni.learn(seeds, internal="a", oracle_many=lambda words: [len(word) % 2 for word in words])
    assert model.accepts(["a"])
    assert not model.accepts(["a", "a"])
    right = ("<>", "<<>>")
    expected = papni.learn(right, oracle=lambda text: text in right, questions=100).to_json()
    assert papni.learn(right, oracle=lambda text: "+" if text in right else "-", questions=100).to_json() == expected
    with pytest.raises(ValueError, match="expected 2 answers, got 3"):
        papni.learn(seeds, internal="a", oracle_many=lambda words: [True] * 3)


def test_answers_of_numpy() -> None:
    """Bools of NumPy, also as an array."""
    numpy = pytest.importorskip("numpy")
    odd = papni.learn(
        ["a", "aaa"], internal="a", oracle_many=lambda words: numpy.array([len(w) % 2 == 1 for w in words])
    )
    assert odd.accepts_many(["a", "aa", "aaaaa"]) == [True, False, True]


@pytest.mark.parametrize("answer", ["no", "", "true", 2, [True], object()])
def test_answers_that_are_none(answer: Any) -> None:
    """Anything else is refused, by its name."""
    shown = re.escape(repr(answer))
    expected = f"oracle: expected True, False, '\\+', '-', or None for no answer, got {shown} for the word '"
    with pytest.raises(TypeError, match=expected):
        papni.learn(["1"], oracle=lambda text: answer)
    with pytest.raises(TypeError, match=f"oracle_many: .* got {shown} for the word "):
        papni.learn([["a"]], internal="a", oracle_many=lambda words: [answer for _ in words])


def test_equivalence_that_is_no_word() -> None:
    """A verdict is not a word."""
    with pytest.raises(TypeError, match=r"equivalence: expected a word .*, or None, got True"):
        papni.learn([], internal="a", oracle=lambda word: True, equivalence=lambda model: True)


def test_equivalence() -> None:
    """An equivalence oracle makes it exact, without samples."""
    truth = papni.language("json")
    alphabet = truth.alphabet

    def difference(model: papni.Model) -> Any:
        found = truth.diff(model)
        return None if found is None else found.word

    model = papni.learn(
        [],
        call=alphabet.call,
        return_=alphabet.return_,
        internal=alphabet.internal,
        oracle=truth.accepts,
        equivalence=difference,
    )
    assert truth.diff(model) is None


def test_aalpy() -> None:
    """AALpy's arguments and results."""
    aalpy = pytest.importorskip("aalpy")
    from aalpy.oracles import RandomWordEqOracle
    from aalpy.SULs import AutomatonSUL
    from papni.aalpy import from_aalpy, run_KV, run_Lstar

    dfa = aalpy.utils.get_Angluin_dfa()
    for run in (run_KV, run_Lstar):
        sul = AutomatonSUL(dfa)
        oracle = RandomWordEqOracle(dfa.get_input_alphabet(), sul, num_walks=500)
        learned, info = run(dfa.get_input_alphabet(), sul, oracle, "dfa", return_data=True, print_level=0)
        assert from_aalpy(learned).diff(from_aalpy(dfa)) is None
        assert info["automaton_size"] == 4


def test_aalpy_answers() -> None:
    """A system's answers are read as labels are."""
    pytest.importorskip("aalpy")
    from aalpy.base import SUL
    from aalpy.oracles import RandomWordEqOracle
    from papni.aalpy import from_aalpy, run_KV

    class Even(SUL):  # type: ignore[misc]
        """Accepts an even number of letters, in its own words."""

        def __init__(self, words: tuple[Any, Any]) -> None:
            super().__init__()
            self.words = words
            self.odd = False

        def pre(self) -> None:
            self.odd = False

        def post(self) -> None:
            pass

        def step(self, letter: Any) -> Any:
            self.odd ^= letter is not None
            return self.words[self.odd]

    class Equal(RandomWordEqOracle):  # type: ignore[misc]
        """Knows the truth; AALpy's own would compare "+" with True."""

        def find_cex(self, hypothesis: Any) -> Any:
            model = from_aalpy(hypothesis)
            return next(("a" * n for n in range(5) if model.accepts("a" * n) != (n % 2 == 0)), None)

    for words in (("+", "-"), (True, None)):
        system = Even(words)

        learned = run_KV(["a"], system, Equal(["a"], system), "dfa", print_level=0)
        assert from_aalpy(learned).accepts_many(["", "a", "aa"]) == [True, False, True]
    wrong = Even(("yes", "no"))
    with pytest.raises(TypeError, match="got 'yes'"):
        run_KV(["a"], wrong, RandomWordEqOracle(["a"], wrong), "dfa", print_level=0)
