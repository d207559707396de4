"""Probabilities from counts, compared with a slow twin."""

import math
from collections import Counter

import papni
import pytest
from test_coverage import LANGUAGES

KINDS = ["vpa", "sevpa", "dfa", "general"]


def learned(language, kind):
    truth = papni.language(language)
    words = truth.generate(120, length=(0, 10), seed=7)
    words += words[:30]  # some twice
    how = {"call": truth.alphabet.call, "return_": truth.alphabet.return_} if kind != "dfa" else {}
    return papni.learn(words[::2], model=kind, counts=True, **how), words


class Twin:
    """The probability of what comes next, from the definition."""

    def __init__(self, model):
        self.model, self.counts = model, model.counts
        self.returns = set(model.alphabet.return_) if model.kind != "dfa" else set()
        self.calls = set(model.alphabet.call) if model.kind != "dfa" else set()
        self.accepting = {s.number for s in model if s.accepting}
        self.hopeful = set(self.accepting)
        while True:
            more = {t.source for t in model.transitions if t.target in self.hopeful} - self.hopeful
            if not more:
                break
            self.hopeful |= more

    def pops(self, t, call, caller):
        return t.popped == call and t.caller in (None, caller)

    def useful(self, t):
        popped = t.symbol not in self.calls or any(self.pops(r, t.symbol, t.source) for r in self.model.transitions)
        return t.target in self.hopeful and popped

    def choices(self, state, stack):
        """The possible symbols (None: the end) with their transitions and probabilities."""
        mine = [t for t in self.model.transitions if t.source == state and self.useful(t)]
        stays = [t for t in mine if t.symbol not in self.returns]
        returns = [t for t in mine if t.symbol in self.returns and stack and self.pops(t, *stack[-1])]
        all_returns = [t for t in self.model.transitions if t.source == state and t.symbol in self.returns]
        leaving = self.counts.ended[state] + sum(self.counts.taken[t] for t in all_returns)
        leaves = bool(returns) if stack else state in self.accepting
        whole = 2 * sum(self.counts.taken[t] for t in stays) + len(stays) + (2 * leaving + 1 if leaves else 0)
        found = {t.symbol: (t, (2 * self.counts.taken[t] + 1) / whole) for t in stays}
        if leaves and not stack:
            found[None] = None, (2 * leaving + 1) / whole
        popped = 2 * sum(self.counts.taken[t] for t in returns) + len(returns)
        for t in returns:
            found[t.symbol] = t, (2 * leaving + 1) / whole * (2 * self.counts.taken[t] + 1) / popped
        return found

    def bits(self, word):
        state, stack, found = 0, [], []
        for symbol in [*word, None]:
            choices = self.choices(state, stack)
            assert not choices or math.isclose(sum(p for _, p in choices.values()), 1)
            if symbol not in choices:
                return found + [math.inf] * (len(word) + 1 - len(found))
            t, p = choices[symbol]
            found.append(-math.log2(p))
            if symbol in self.returns:
                stack.pop()
            if symbol in self.calls:
                stack.append((symbol, state))
            state = t.target if t else state
        return found


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_twin(language, kind):
    model, words = learned(language, kind)
    twin, score = Twin(model), model.score(words)
    bits = [twin.bits(word) for word, label in words if label]
    for word, _ in words:
        assert model.bits(word) == pytest.approx(twin.bits(word), abs=1e-3)
    accepted = [b for b in bits if b[-1] < math.inf]
    assert (score.words, score.rejected) == (len(bits), len(bits) - len(accepted))
    assert score.symbols == sum(map(len, accepted))
    assert score.bits == pytest.approx(sum(map(sum, accepted)), abs=1e-3 * score.symbols)
    for word, _ in words:
        for most in (2, 5):
            verdict, odd = model.check(word, unusual=most), [i for i, b in enumerate(model.bits(word)) if b >= most]
            assert verdict.accepted == model.accepts(word)
            if verdict.accepted:
                assert (verdict.unusual.position if verdict.unusual else None) == (odd[0] + 1 if odd else None)
                assert str(verdict).startswith("accept, unusual at" if odd else "accept")
            else:
                assert verdict.unusual is None


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_likely(language, kind):
    """Drawn words are accepted, use only what was counted, and do it as often: a chi-squared test per state."""
    model, _ = learned(language, kind)
    drawn = model.generate(2000, likely=True, seed=3)
    assert drawn == model.generate(2000, likely=True, seed=3)
    assert all(label for _, label in drawn)
    assert model.accepts_many([word for word, _ in drawn]) == [True] * 2000
    again = model.with_counts(drawn).counts
    assert not {t for t, n in again.taken.items() if n and not model.counts.taken[t]}
    returns = set(model.alphabet.return_) if kind != "dfa" else set()
    for state in model:
        expected, observed = Counter(leave=model.counts.ended[state.number]), Counter(leave=again.ended[state.number])
        for t in state.transitions:
            key = "leave" if t.symbol in returns else t
            expected[key] += model.counts.taken[t]
            observed[key] += again.taken[t]
        if kind != "dfa":  # whether leaving is possible depends on the stack
            del expected["leave"], observed["leave"]
        whole, drawn_here = sum(expected.values()), sum(observed.values())
        for key, count in expected.items():
            if not count or not drawn_here:
                continue
            mean, p = drawn_here * count / whole, count / whole
            assert abs(observed[key] - mean) <= 5 * math.sqrt(mean * (1 - p)) + 1e-9


def test_mistakes():
    model = papni.language("arith")
    for call in (lambda: model.score([("1", True)]), lambda: model.bits("1"), lambda: model.check("1", unusual=3)):
        with pytest.raises(ValueError, match="the model has no counts"):
            call()
    with pytest.raises(papni.InputError, match="the model has no counts"):
        model.generate(3, likely=True)
    counted = model.with_counts([("1", True), ("1+1", True)])
    with pytest.raises(ValueError, match="omit positive, mix and replace"):
        counted.generate(3, likely=True, positive=1)
    with pytest.raises(papni.InputError, match="none has 4 to 4 symbols"):
        counted.generate(1, likely=True, length=(4, 4))
    with pytest.raises(ValueError, match="expected a positive number of bits"):
        counted.check("1", unusual=0)
    with pytest.raises(TypeError, match="expected a number of bits"):
        counted.check("1", unusual="3")
    assert counted.bits("1++")[2:] == (math.inf, math.inf)
    assert counted.generate(0, likely=True) == []


def test_documents(root):
    model = papni.learn(root / "examples" / "json", lexer="json", model="sevpa", counts=True)
    assert model.score(root / "examples" / "json").rejected == 0
    verdict = model.check('{"a":\n {"b": []}}', unusual=2.5)
    assert (verdict.line, verdict.column) == (2, 2)
    assert str(verdict) == "2:2: accept, unusual at 4: { takes 2.7 bits"
    assert len(model.bits("[1]")) == 4
