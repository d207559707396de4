"""ALERGIA and a slow twin of it: a direct reading of docs/definitions.md, with 60 digits."""

import random
from decimal import Decimal, getcontext
from fractions import Fraction

import papni
import pytest

KINDS = ("mc", "mdp", "smm")


class _Node:
    """A node of the original tree. `on` is what merging makes of its children."""

    def __init__(self, path=()):
        self.path, self.passes, self.children, self.on = path, 0, {}, {}


def _tree(words):
    root, nodes = _Node(), []
    for word in sorted(words):
        node = root
        for symbol in word:
            node.passes += 1
            if symbol not in node.children:
                node.children[symbol] = _Node((*node.path, symbol))
                nodes.append(node.children[symbol])
            node = node.children[symbol]
        node.passes += 1
    for node in [root, *nodes]:
        node.on = dict(sorted(node.children.items()))
    return root, sum(node.passes for node in nodes)


def _parts(symbol, kind):
    return ("", symbol) if kind == "mc" else symbol.split("/")


def _output(node, start, kind):
    return _parts(node.path[-1], kind)[1] if node.path else start


def _differ(one, other, kind, factor):
    """Is there an input that both have, with an output whose frequencies differ by more than the bound?"""
    inputs = [{_parts(symbol, kind)[0] for symbol in node.children} for node in (one, other)]
    for letter in inputs[0] & inputs[1]:
        tables = [
            {s: child.passes for s, child in node.children.items() if _parts(s, kind)[0] == letter}
            for node in (one, other)
        ]
        n, k = (sum(table.values()) for table in tables)
        bound = factor * (1 / Decimal(n).sqrt() + 1 / Decimal(k).sqrt())
        for symbol in tables[0] | tables[1]:
            gap = abs(Fraction(tables[0].get(symbol, 0), n) - Fraction(tables[1].get(symbol, 0), k))
            if Decimal(gap.numerator) / gap.denominator > bound:
                return True
    return False


def _agree(one, other, kind, factor):
    if one.children and other.children and _differ(one, other, kind, factor):
        return False
    common = one.children.keys() & other.children.keys()
    return all(_agree(one.children[s], other.children[s], kind, factor) for s in common)


def _fold(to, gone):
    for symbol, child in list(gone.on.items()):
        if symbol in to.on:
            _fold(to.on[symbol], child)
        else:
            to.on[symbol] = child


def _merged(root, start, kind, factor):
    reds = [root]
    while blues := [(len(c.path), c.path, r, s) for r in reds for s, c in r.on.items() if c not in reds]:
        _, _, parent, symbol = min(blues, key=lambda blue: blue[:2])
        blue = parent.on[symbol]
        for red in reds:
            same = kind == "smm" or _output(red, start, kind) == _output(blue, start, kind)
            if same and _agree(red, blue, kind, factor):
                parent.on[symbol] = red
                _fold(red, blue)
                break
        else:
            reds.append(blue)


def _alergia(words, start, kind, alpha):
    """Transitions with counts, and how many words end in each state; states are numbered breadth-first."""
    getcontext().prec = 60
    root, steps = _tree(words)
    risk = Decimal(10) / steps if alpha == "auto" else Decimal(str(alpha))
    _merged(root, start, kind, (Decimal("0.5") * (2 / risk).ln()).sqrt())
    number, queue = {root: 0}, [root]
    for state in queue:
        for _, target in sorted(state.on.items()):
            if target not in number:
                number[target] = len(queue)
                queue.append(target)
    taken, ends = {}, [0] * len(queue)
    for word in words:
        state = root
        for symbol in word:
            taken[number[state], symbol] = taken.get((number[state], symbol), 0) + 1
            state = state.on[symbol]
        ends[number[state]] += 1
    rows = [(number[q], symbol, number[target]) for q in queue for symbol, target in sorted(q.on.items())]
    return [(*row, taken[row[:2]]) for row in rows], ends


def _draw(rng, kind):
    """Words of a random system, with outputs x, y and z; the output of the start, or None."""
    states, inputs = rng.randrange(2, 9), "ab"
    own = [rng.choice("xyz") for _ in range(states)]
    ways = {
        (q, a): ([rng.randrange(states) for _ in range(3)], [rng.random() for _ in range(3)])
        for q in range(states)
        for a in inputs
    }
    words = []
    for _ in range(rng.choice([3, 30, 150])):
        state, word = 0, []
        for _ in range(rng.randrange(0, 9)):
            letter = rng.choice(inputs)
            state = rng.choices(*ways[state, letter])[0]
            output = rng.choice("xy") if kind == "smm" else own[state]
            word.append(output if kind == "mc" else f"{letter}/{output}")
        words.append(word)
    return words, None if kind == "smm" or rng.random() < 0.3 else own[0]


@pytest.mark.parametrize("kind", KINDS)
def test_twin(kind):
    for seed in range(40):
        rng = random.Random(f"{kind} {seed}")
        words, start = _draw(rng, kind)
        if not any(words):
            continue
        alpha = rng.choice([0.05, 0.5, 1.5, 0.001, "auto"])
        rows, ends = _alergia(words, start, kind, alpha)
        shuffled = [[f"/{start}", *word] if start else word for word in rng.sample(words, len(words))]
        model = papni.learn([" ".join(word) for word in shuffled], model=kind, alpha=alpha)
        found = [(t.source, _name(t.symbol), t.target, model.counts.taken[t]) for t in model.transitions]
        assert found == rows, (kind, seed)
        assert list(model.counts.ended) == ends


def _name(symbol):
    return symbol if isinstance(symbol, str) else "/".join(symbol)
