"""Model.coverage, compared with a slow twin."""

from collections import defaultdict

import papni
import pytest

LANGUAGES = ["L3", "L12", "arith", "json", "root", "restore"]


def steps(model, word):
    """The transitions that a word takes; None if the model rejects it."""
    by_key = {(t.source, t.symbol, t.popped, t.caller): t for t in model.transitions}
    accepting = {s.number for s in model if s.accepting}
    state, stack, found = 0, [], []
    for symbol in word:
        if symbol in model.alphabet.return_:
            if not stack:
                return None
            call, caller = stack.pop()
            t = by_key.get((state, symbol, call, caller)) or by_key.get((state, symbol, call, None))
        else:
            t = by_key.get((state, symbol, None, None))
        if t is None:
            return None
        if symbol in model.alphabet.call:
            stack.append((symbol, state))
        found.append(t)
        state = t.target
    return found if not stack and state in accepting else None


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", ["vpa", "sevpa"])
def test_twin(language, model):
    truth = papni.language(language)
    words = truth.generate(120, length=(0, 10), seed=7)
    words += words[:30]  # some twice
    how = {"call": truth.alphabet.call, "return_": truth.alphabet.return_}
    learned = papni.learn(words[::2], model=model, **how)
    times, by = defaultdict(int), defaultdict(list)
    places, accepted, rejected = defaultdict(set), 0, 0
    for number, (word, label) in enumerate(words):
        if not label:
            continue
        accepted += 1
        taken = steps(learned, word)
        if taken is None:
            rejected += 1
            continue
        for t in taken:
            places[t.symbol].add(t.source)
            for item in (t, t.symbol, (t.popped, t.symbol)):
                times[item] += 1
                by[item].append((number, tuple(word)))
    coverage = learned.coverage(words)
    assert (coverage.words, coverage.rejected) == (accepted, rejected)

    def expected(item):
        numbers, different = {n for n, _ in by[item]}, {w for _, w in by[item]}
        return papni.Taken(times[item], len(numbers), len(different) == 1)

    for t in learned.transitions:
        assert coverage.transitions[t] == expected(t)
    for symbol, taken in coverage.symbols.items():
        assert taken == expected(symbol)
        assert coverage.states[symbol] == len(places[symbol])
    for pair, taken in coverage.pairs.items():
        assert taken == expected(pair)
    assert set(coverage.thin) == {t for t in learned.transitions if expected(t).words == 0 or expected(t).single}


def test_files(root, tmp_path):
    model = papni.learn(root / "examples" / "arith.txt")
    assert model.coverage(root / "examples" / "arith.txt").words == 11
    assert not model.coverage(root / "examples" / "arith.txt").thin
    assert len(model.coverage([("1", True), ("1", True), ("(", False)]).thin) == 4
    orders = root / "examples" / "logs" / "orders.csv"
    how = {"case": "case", "event": "activity", "label": "outcome", "accept": "ok"}
    assert papni.learn(orders, **how).coverage(orders, **how).rejected == 0
    documents = papni.learn(root / "examples" / "json", lexer="json", model="sevpa")
    assert documents.coverage(root / "examples" / "json").rejected == 0
