"""Classes of symbols: candidates compared with a slow twin, and what models make of them."""

import math
import random
from collections import Counter

import papni
import pytest


def log_factorial(n):
    return math.lgamma(n + 1) / math.log(2)


def choose(n, k):
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k)


def histogram(counts, columns):
    counts = [c for c in counts if c]
    n, k = sum(counts), len(counts)
    if not n:
        return 0
    return choose(columns, k) + choose(n - 1, k - 1) + log_factorial(n) - sum(map(log_factorial, counts))


def bits(words, classes):
    """The bits of words, class by class: what follows each class, and which member it is."""
    of = {symbol: members for members in classes for symbol in members}
    rows, inside = {}, {}
    for word in words:
        last = "start"
        for symbol in [*word, "end"]:
            rows.setdefault(last, Counter())[of.get(symbol, symbol)] += 1
            last = of.get(symbol, symbol)
            if symbol in of:
                inside.setdefault(last, Counter())[symbol] += 1
    total = sum(histogram(row.values(), len(classes) + 1) for row in rows.values())
    return total + sum(histogram([row[s] for s in members], len(members)) for members, row in inside.items())


def candidates(words):
    """Joins the two classes that save the most bits, as long as any save bits."""
    classes = sorted({(symbol,) for word in words for symbol in word})
    best = bits(words, classes)
    while len(classes) > 1:
        options = []
        for i, x in enumerate(classes):
            for y in classes[i + 1 :]:
                joined = sorted([c for c in classes if c not in (x, y)] + [tuple(sorted(x + y))])
                options.append((bits(words, joined), joined))
        least = min(options)
        if least[0] >= best - 1e-9:
            break
        best, classes = least
    return {members for members in classes if len(members) > 1}


def identifiers(seed, count, letters="abcdefghijkl", digits="01234567"):
    """Names and numbers with operators between them."""
    r, words = random.Random(seed), set()
    while len(words) < count:
        parts = []
        for _ in range(r.randint(1, 3)):
            of = r.choice([letters, digits])
            parts.append("".join(r.choice(of) for _ in range(r.randint(1, 4))))
        words.add("+".join(parts))
    return sorted(words)


@pytest.mark.parametrize("seed", range(4))
def test_twin(seed):
    """Classes of eight members or more are kept: they must be those of the twin."""
    words = identifiers(seed, 150)
    expected = {members for members in candidates(words) if len(members) >= 8}
    model = papni.learn([(word, True) for word in words])
    assert expected
    assert {members for members in model.classes if len(members) >= 8} == expected


def test_order_and_threads():
    words = [(word, True) for word in identifiers(9, 150)]
    model = papni.learn(words, threads=1)
    assert papni.learn(words[::-1], threads=2).to_json() == model.to_json()
    assert papni.Model.from_json(model.to_json()).classes == model.classes


def test_declared():
    words = [("a1", True), ("b2", True), ("c3", True), ("a", False)]
    model = papni.learn(words, classes=["abcd", "123"])
    assert model.accepts_many(["d1", "a3", "d", "1a"]) == [True, True, False, False]
    assert model.classes == (("1", "2", "3"), ("a", "b", "c", "d"))
    assert papni.learn(words, classes=["abcd", "123"], model="auto").accepts("d3")
    assert papni.learn(words, classes="none").classes == ()
    numbers = papni.learn([([1, 2], True), ([3, 2], True)], classes=[[1, 3, 5]])
    assert numbers.accepts([5, 2])
    with pytest.raises(papni.ContradictionError, match="with the declared classes"):
        papni.learn([("a", True), ("b", False)], classes=["ab"])
    with pytest.raises(papni.InputError, match="is in two classes"):
        papni.learn(words, classes=["ab", "bc"])
    with pytest.raises(papni.InputError, match="only have internal symbols"):
        papni.learn([("()", True), ("", False)], call="(", return_=")", classes=["(x"])


def test_rejected_words_keep_symbols_apart():
    """A class that makes an accepted and a rejected word equal is not used."""
    words = [(word, True) for word in identifiers(5, 150)]
    wrong = [("a+b" if ("a+b", True) not in words else "zz", False)]
    right = [("b+a" if ("b+a", True) not in words else "z", True)]
    model = papni.learn(words + wrong + right, model="dfa", classes="auto")
    assert not model.accepts(wrong[0][0])
