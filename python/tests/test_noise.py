"""Wrong labels: the whole method compared with a slow twin, and what models make of them."""

import copy
import math
import pickle
import random

import papni
import pytest

pytestmark = pytest.mark.filterwarnings("ignore::papni.PapniWarning")  # words that are not well-matched

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
VOTERS, ROUNDS, IDLE, GROUP, PRICE = 16, 12, 4, 8, 2


# ---- the slow twin ----


def mix(x):
    x ^= x >> 32
    x = x * GOLDEN & MASK
    return x ^ (x >> 29)


def hash_of(ranks):
    value = 2 * len(ranks)
    whole = len(ranks) // 4 * 4
    for i in range(0, whole, 4):
        value = mix(value ^ sum(rank << 16 * k for k, rank in enumerate(ranks[i : i + 4])))
    return mix(value ^ sum(rank << 16 * k for k, rank in enumerate(ranks[whole:])))


def in_half(value, turn, half):
    return (mix(mix((value + (turn + 1) * GOLDEN) & MASK)) >> (16 + half // 2) & 1) == half % 2


def log2_choose(n, k):
    return (math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)) / math.log(2)


class Twin:
    """What learning with noise="auto" does, step by step; `label` has the words and their labels."""

    def __init__(self, samples, symbols, how):
        count = {}
        for word, label in samples:
            count.setdefault(word, []).append(label)
        rank = {symbol: i for i, symbol in enumerate(symbols)}
        order = sorted(count, key=lambda word: (len(word), [rank[s] for s in word]))
        self.label = {w: sum(count[w]) * 2 > len(count[w]) for w in order if sum(count[w]) * 2 != len(count[w])}
        self.hash = {word: hash_of([rank[s] for s in word]) for word in order}
        self.votes = {word: [0, 0] for word in self.label}  # all, and those that accept
        self.how, self.letters = how, len(symbols)

    def judge(self, words):
        """What a model of these words accepts, its bits and those of what it gets wrong."""
        model = papni.learn([(word, self.label[word]) for word in words], threads=1, **self.how)
        accepted = dict(zip(self.label, model.accepts_many(list(self.label))))
        wrong = sum(accepted[word] != self.label[word] for word in self.label)
        states, calls = max(len(model), 2), set(model.alphabet.call)
        bits = len(model)
        for t in model.transitions:
            if model.kind != "sevpa" or t.symbol not in calls:
                bits += math.log2(states) + math.log2(max(self.letters, 2))
                bits += math.log2(states) if t.caller is not None else 0
        if model.kind == "sevpa":
            bits += len({t.symbol for t in model.transitions} & calls) * math.log2(states)
        for label in (True, False):
            judged = [accepted[word] == label for word in self.label if self.label[word] == label]
            if 2 * sum(judged) < len(judged):
                return accepted, bits, 1e15
        return accepted, bits, log2_choose(len(self.label), wrong) + math.log2(len(self.label) + 1)

    def right(self, accepted):
        return [word for word in self.label if accepted[word] == self.label[word]]

    def against(self, word):
        votes, accepts = self.votes[word]
        return (votes - accepts if self.label[word] else accepts) / (votes or 1)

    def vote(self, kept, turn):
        """The words that are kept after a round."""
        now = {word: [0, 0] for word in self.label}
        for half in range(VOTERS):
            chosen = {word for word in kept if in_half(self.hash[word], turn, half)}
            accepted = self.judge([word for word in self.label if word in chosen])[0]
            for word in set(self.label) - chosen:
                now[word][0] += 1
                now[word][1] += accepted[word]
        for word, (votes, accepts) in now.items():
            self.votes[word][0] += votes
            self.votes[word][1] += accepts
        return [w for w, (n, k) in now.items() if 2 * (n - k if self.label[w] else k) <= n]

    def learn(self):
        """The words from which the model is learned."""
        kept = list(self.label)
        best = self.judge(kept)
        total = lambda found: found[1] + PRICE * found[2]  # noqa: E731
        plain, least, idle = total(best), best[1] + best[2], 0
        for turn in range(ROUNDS):
            if idle == IDLE:
                break
            kept = self.vote(kept, turn)
            found = self.judge(kept)
            idle = 0 if found[1] + found[2] < least else idle + 1
            least = min(least, found[1] + found[2])
            best = found if total(found) < total(best) else best
        again = self.judge(self.right(best[0]))
        best = again if total(again) <= total(best) else best
        waiting = [w for w in self.label if best[0][w] != self.label[w]]
        waiting.sort(key=self.against)  # a stable sort
        while waiting:
            waiting = [w for w in waiting if best[0][w] != self.label[w]]
            group, waiting = waiting[:GROUP], waiting[GROUP:]
            right = self.right(best[0])
            tried = [self.judge([*right, word]) for word in group]
            found = min(tried, key=total, default=best)
            best = found if total(found) < total(best) else best
        return list(self.label) if total(best) >= 0.75 * plain else self.right(best[0])


def flipped(samples, share, seed):
    rng = random.Random(seed)
    return [(word, label != (rng.random() < share)) for word, label in samples]


def of_language(name, count, seed):
    model = papni.language(name)
    words = [(tuple(word), label) for word, label in model.generate(count, length=(2, 14), seed=seed)]
    return words, model


@pytest.mark.parametrize(
    ("name", "kind", "share"), [("L12", "vpa", 0.05), ("arith", "sevpa", 0.05), ("L1", "sevpa", 0), ("L9", "dfa", 0.1)]
)
def test_twin(name, kind, share):
    clean, model = of_language(name, 120, 3)
    samples = flipped(clean, share, 5) + clean[:10]
    how = {"call": model.alphabet.call, "return_": model.alphabet.return_, "model": kind}
    symbols = [*model.alphabet.internal, *model.alphabet.call, *model.alphabet.return_]
    used = {symbol for word, _ in samples for symbol in word}
    twin = Twin(samples, [s for s in symbols if s in used or s not in model.alphabet.internal], how)
    expected = papni.learn([(word, twin.label[word]) for word in twin.learn()], **how)
    found = papni.learn(samples, noise="auto", **how)
    assert found == expected
    assert found.to_json() == expected.to_json()


# ---- as it is used ----


def test_suspects():
    clean, model = of_language("L12", 400, 1)
    rng = random.Random(2)
    wrong = set(rng.sample(range(len(clean)), 10))
    samples = [(word, label != (i in wrong)) for i, (word, label) in enumerate(clean)]
    how = {"call": model.alphabet.call, "return_": model.alphabet.return_}
    learned = papni.learn(samples, noise="auto", **how)
    assert learned == papni.learn(clean, **how)
    assert {s.line - 1 for s in learned.suspects} == wrong
    assert learned.statistics.suspects == 10
    first = learned.suspects[0]
    assert (first.word, first.label) == samples[first.line - 1]
    assert first.file == "samples"
    assert first.against <= first.votes
    assert "models learned without it" in first.reason
    assert pickle.loads(pickle.dumps(learned)).suspects == learned.suspects
    assert copy.copy(learned).suspects == learned.suspects
    assert papni.learn(samples, noise=0.05, **how) == learned
    assert not papni.learn(clean, noise="auto", **how).suspects
    assert not papni.learn(clean, **how).suspects


def test_both_labels():
    clean, model = of_language("L12", 200, 1)
    how = {"call": model.alphabet.call, "return_": model.alphabet.return_}
    word, label = next(sample for sample in clean if sample[1])
    both = [*clean, (word, not label)]
    with pytest.raises(papni.ContradictionError):
        papni.learn(both, **how)
    learned = papni.learn(both, noise="auto", **how)
    assert [(s.word, s.label, s.line) for s in learned.suspects] == [(word, not label, len(both))]


def test_refused():
    samples = [("a", True), ("b", False)]
    with pytest.raises(papni.UsageError, match=r"noise: expected auto, or a number from 0 to below 0\.5"):
        papni.learn(samples, noise=0.5)
    with pytest.raises(TypeError, match="noise: expected a number or 'auto'"):
        papni.learn(samples, noise=True)
    with pytest.raises(papni.UsageError, match="noise: only for models of accepted and rejected words"):
        papni.learn([[("a", "x")]], model="mealy", noise="auto")
    with pytest.raises(papni.UsageError, match="noise: k-tails does not use rejected words"):
        papni.learn(samples, method="k-tails", noise="auto")
    with pytest.raises(papni.InputError, match="no word is rejected"):
        papni.learn([("a", True)], noise="auto")
    with pytest.raises(papni.UsageError, match="noise: needs the words as samples"):
        papni.learn(papni.Tree(samples), noise="auto")
