#!/usr/bin/env python3
"""Learns an automaton from accepted words by description length: slow, small, and the definition of what
`papni learn --method contexts` does (docs/definitions.md).

usage: contexts.py SAMPLES --call '{ [' --return '} ]'

A place in a word is described by features of what came before it; classes of places by the events that may follow.
  1. contexts   places with equal features, and how often each event follows (a word counts once)
  2. tree       places are split by features where frequencies say so; subtrees that supports do not pay for are pruned
  3. joins      a class is its support (the set of events that follow); classes too alike to tell apart become one
  4. rules      events are taken away from levels at which they do not occur, then from a class, or from all classes, where a
                feature has a value
  5. automaton  the product of the trackers of the features that are tested, reduced by Moore's algorithm
Steps 2 to 5 are done with the tests at 2 and at 4 times their bits, each with events taken away from levels and without;
the automaton with the fewest total bits is the result.

All bits are integers with 16 fractional bits. Wherever something is the best, the first of equals is taken.
"""
import argparse

ONE = 1 << 16                     # one bit
START, NONE = 0, -1               # before the first symbol of a level; no block was closed just now
S1, S2, S3, FIRST, CALL, P1, P2, ILAST, IFIRST, O1, MANY = range(11)
MOST_STATES = 6000                # tracked states before reduction; 40 times as many transitions, 60 times as many pairs
LOG, FACTORIAL = {}, [0]


def bits(x):
    """log2 x with 16 fractional bits, by repeated squaring."""
    if x not in LOG:
        whole = x.bit_length() - 1
        m = x >> (whole - 31) if whole > 31 else x << (31 - whole)
        result = whole
        for _ in range(16):
            m = m * m >> 31
            bit = m >> 32
            m >>= bit
            result = result << 1 | bit
        LOG[x] = result
    return LOG[x]


def factorial(n):
    while len(FACTORIAL) <= n:
        FACTORIAL.append(FACTORIAL[-1] + bits(len(FACTORIAL)))
    return FACTORIAL[n]


def choose(n, k):
    return factorial(n) - factorial(k) - factorial(n - k)


def size(mask):
    return bin(mask).count("1")


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def gather(table, key, row):
    """Add a sparse row, [(event, count)], to the counts of a key."""
    counts = table.get(key)
    if counts is None:
        counts = table[key] = [0] * row[0]
    for e, n in row[1]:
        counts[e] += n


class Contexts:
    """Features of places, and what follows them."""

    def __init__(self, words, call, ret):
        self.words = [w for w in sorted(set(words)) if self.matched(w, call, ret)]
        seen = {a for w in self.words for a in w}
        self.call, self.ret = set(call), set(ret)
        internal = sorted(seen - self.call - self.ret)
        self.pairs = set()
        for w in self.words:
            stack = []
            for a in w:
                if a in self.call:
                    stack.append(a)
                elif a in self.ret:
                    self.pairs.add((stack.pop(), a))
        self.events = internal + sorted(seen & self.call) + sorted(seen & self.ret) + [""]      # "" is the end
        self.event = {a: i for i, a in enumerate(self.events)}
        symbols = [None] + internal + sorted(seen & self.call) + sorted(self.pairs, key=lambda p: (p[1], p[0]))             # a closed block is one symbol
        self.symbol = {a: i for i, a in enumerate(symbols)}
        self.names = symbols
        s = self.symbols = len(symbols)
        if s > 64:
            raise ValueError("with more than 64 symbols, recency is asked for in another way")
        self.inner0 = MANY + s * s              # features: MANY + y * s + x, then inner0 + x
        self.on = [0] * s
        self.off = [0] * s
        for a in range(1, s):                   # bit y * s + x: x was seen at this level after the last y (START: at all)
            for y in range(s):
                if y != a:
                    self.on[a] |= 1 << (y * s + a)
                self.off[a] |= 1 << (a * s + y)
        self.collect()

    @staticmethod
    def matched(word, call, ret):
        depth = 0
        for a in word:
            depth += (a in call) - (a in ret)
            if depth < 0:
                return False
        return depth == 0

    # a context is (features of many values, recency bits, symbols inside the block just closed)
    def begin(self):
        return (START,) * 7 + (NONE, NONE, START), 0, 0

    def push(self, v, a, ilast=NONE, ifirst=NONE, inner=0):
        m = v[0]
        first = a if m[FIRST] == START else m[FIRST]
        return (a, m[S1], m[S2], first, m[CALL], m[P1], m[P2], ilast, ifirst, m[O1]), (v[1] | self.on[a]) & ~self.off[a], inner

    def enter(self, v, c):
        m = v[0]
        o1 = m[S1] if m[S1] != START else m[O1]
        return (START, START, START, START, c, m[S1], m[S2], NONE, NONE, o1), 0, 0

    def leave(self, p, block, q):
        return self.push(p, block, q[0][S1], q[0][FIRST], q[1] & ((1 << self.symbols) - 1))

    def collect(self):
        table = {}
        for word in self.words:
            v, stack = self.begin(), []
            for a in word + ("",):
                row = table.setdefault(v, [0] * len(self.events))
                row[self.event[a]] += 1
                if a in self.call:
                    stack.append((v, a))
                    v = self.enter(v, self.symbol[a])
                elif a in self.ret:
                    p, c = stack.pop()
                    v = self.leave(p, self.symbol[c, a], v)
                elif a:
                    v = self.push(v, self.symbol[a])
        self.all = sorted(table)
        self.row = [table[v] for v in self.all]
        self.sparse = [(len(row), [(e, n) for e, n in enumerate(row) if n]) for row in self.row]
        self.ones_of = [self.ones(v) for v in self.all]
        used = {f for some in self.ones_of for f in some}
        self.features = MANY + len(used)

    def ones(self, v):
        out = [MANY + b for b in range(self.symbols * self.symbols) if v[1] >> b & 1]
        return out + [self.inner0 + x for x in range(self.symbols) if v[2] >> x & 1]

    def value(self, v, f):
        return v[0][f] if f < MANY else v[1] >> (f - MANY) & 1 if f < self.inner0 else v[2] >> (f - self.inner0) & 1

    def literals(self, v):
        """Tests that hold in a context: (feature, value); of recency after a symbol only that it holds."""
        s = self.symbols
        out = [(f, v[0][f]) for f in range(MANY)]
        out += [(MANY + x, v[1] >> x & 1) for x in range(1, s)]
        out += [(MANY + b, 1) for b in range(s, s * s) if v[1] >> b & 1]
        if v[0][ILAST] != NONE:
            out += [(self.inner0 + x, v[2] >> x & 1) for x in range(1, s)]
        return out


def weight(counts, mask):
    return sum(n for e, n in enumerate(counts) if mask >> e & 1)


def support(counts):
    return sum(1 << e for e, n in enumerate(counts) if n)


class Classes:
    """Steps 2 to 4: what may follow in a context."""

    def __init__(self, contexts, scale):
        self.c, self.scale = contexts, scale
        self.node, self.members, self.counts, self.mask_of = [], [], [], {}
        self.grow()
        self.prune(0)
        self.mask = [self.tree_mask(v) for v in self.c.all]
        self.rules, self.rule_bits, self.level_rules = [], [], 0
        self.join()

    def total(self, members):
        out = [0] * len(self.c.events)
        for i in members:
            out = plus(out, self.c.row[i])
        return out

    # 2. the tree
    def histogram(self, counts, k):
        """Which of k events occur, how often each, and in which order."""
        some = [n for n in counts if n]
        n, g = sum(some), len(some)
        return choose(k, g) + factorial(n + g - 1) - factorial(g - 1) - sum(map(factorial, some))

    def new(self, members):
        self.node.append(None)              # None: a leaf; else (feature, value -> node, node for other values)
        self.members.append(members)
        self.counts.append(self.total(members))
        return len(self.node) - 1

    def grow(self):
        work = [self.new(list(range(len(self.c.all))))]
        while work:
            x = work.pop()
            found = self.best_split(x)
            if found:
                f, groups = found
                to = {}
                for group in groups:
                    y = self.new([i for i in self.members[x] if self.c.value(self.c.all[i], f) in group])
                    to.update((value, y) for value in group)
                    work.append(y)
                self.node[x] = f, to, to[groups[0][0]]

    def best_split(self, x):
        whole = self.counts[x]
        k = size(support(whole))
        if k < 2:
            return None
        now, best, found = self.histogram(whole, k), 0, None
        for f in range(MANY):
            by = {}
            for i in self.members[x]:
                gather(by, self.c.all[i][0][f], self.c.sparse[i])
            if len(by) > 1:
                cost, groups = self.cluster(by, k)
                saved = now - cost - bits(self.c.features)
                if len(groups) > 1 and saved > best:
                    best, found = saved, (f, groups)
        by = {}
        for i in self.members[x]:
            for f in self.c.ones_of[i]:
                gather(by, f, self.c.sparse[i])
        for f in sorted(by):
            yes = by[f]
            no = [a - b for a, b in zip(whole, yes)]
            if any(no):
                saved = now - self.histogram(yes, k) - self.histogram(no, k) - bits(self.c.features) - ONE
                if saved > best:
                    best, found = saved, (f, [[0], [1]] if sum(no) >= sum(yes) else [[1], [0]])
        return found

    def cluster(self, by, k):
        """Values in groups, joined two by two as long as that saves bits; the largest group first."""
        values = len(by)
        groups = [((v,), by[v], self.histogram(by[v], k)) for v in sorted(by)]
        cache = {}
        while len(groups) > 1:
            best = None
            for i, a in enumerate(groups):
                for j in range(i + 1, len(groups)):
                    b = groups[j]
                    if (a[0], b[0]) not in cache:
                        cache[a[0], b[0]] = self.histogram(plus(a[1], b[1]), k) - a[2] - b[2]
                    d = cache[a[0], b[0]]
                    if best is None or d < best[0]:
                        best = d, i, j
            d, i, j = best
            if d > values * (bits(len(groups)) - bits(len(groups) - 1)):
                break
            a, b = groups[i], groups[j]
            groups = [g for x, g in enumerate(groups) if x not in (i, j)]
            groups.append((tuple(sorted(a[0] + b[0])), plus(a[1], b[1]), d + a[2] + b[2]))
        cost = sum(g[2] for g in groups) + values * bits(len(groups)) + bits(values)
        groups.sort(key=lambda g: (-sum(g[1]), g[0]))
        return cost, [g[0] for g in groups]

    def test_bits(self, x):
        f, to, _ = self.node[x]
        groups = bits(len(to)) + len(to) * bits(len(set(to.values()))) if f < MANY else ONE
        return bits(self.c.features) + groups

    def prune(self, x):
        """Leaves of the subtree that stays, and the bits of its tests."""
        if self.node[x] is None:
            return [x], 0
        leaves, tests = [], self.scale * self.test_bits(x)
        for child in sorted(set(self.node[x][1].values())):
            some, more = self.prune(child)
            leaves += some
            tests += more
        whole = self.counts[x]
        passed = {}
        for leaf in leaves:
            s = support(self.counts[leaf])
            passed[s] = passed.get(s, 0) + sum(self.counts[leaf])
        k, n = size(support(whole)), sum(whole)
        saved = sum(m * (bits(n) - bits(weight(whole, s))) - choose(k, size(s)) for s, m in passed.items())
        if saved <= tests:
            self.node[x] = None
            return [x], 0
        return leaves, tests

    def tree_mask(self, v):
        x = 0
        while self.node[x] is not None:
            f, to, other = self.node[x]
            x = to.get(self.c.value(v, f), other)
        return self.mask_of.get(x, support(self.counts[x]))

    def classes(self):
        out = {}
        for i, m in enumerate(self.mask):
            out[m] = plus(out[m], self.c.row[i]) if m in out else self.c.row[i]
        return out

    # 3. joins
    def join(self):
        counts, became = self.classes(), {}
        while True:
            best, found, order = 0, None, sorted(counts)
            for i, a in enumerate(order):
                for b in order[i + 1:]:
                    both, u = plus(counts[a], counts[b]), a | b
                    charge = bits(self.c.features) + bits(len(order)) + choose(size(u), size(a)) + choose(size(u), size(b))
                    apart = sum(sum(counts[m]) * (bits(sum(both)) - bits(weight(both, m))) for m in (a, b))
                    if charge - apart > best:
                        best, found = charge - apart, (a, b)
            if found is None:
                break
            a, b = found
            both, u = plus(counts.pop(a), counts.pop(b)), a | b
            counts[u] = plus(both, counts[u]) if u in counts else both
            for m in (a, b):
                if m != u:
                    became = {x: u if y == m else y for x, y in became.items()}
                    became[m] = u
                    became.pop(u, None)
        self.collapse(0, became)
        self.mask = [self.tree_mask(v) for v in self.c.all]

    def collapse(self, x, became):
        """A part of the tree whose leaves are all of one class is a leaf."""
        if self.node[x] is None:
            m = support(self.counts[x])
            self.mask_of[x] = became.get(m, m)
            return self.mask_of[x]
        masks = {self.collapse(y, became) for y in sorted(set(self.node[x][1].values()))}
        if len(masks) > 1 or None in masks:
            return None
        self.node[x], self.mask_of[x] = None, masks.pop()
        return self.mask_of[x]

    # 4. rules
    def limit_levels(self):
        """Inside a call, and outside all calls, only the events that some word has there."""
        seen = {}
        for v, row in zip(self.c.all, self.c.row):
            seen[v[0][CALL]] = seen.get(v[0][CALL], 0) | support(row)
        everything = (1 << len(self.c.events)) - 1
        for call, events in sorted(seen.items()):
            if events != everything:
                self.add((None, (CALL, call), events, everything), choose(len(self.c.events), size(events)))
        self.level_rules = len(self.rules)

    def add(self, rule, cost):
        self.rules.append(rule)
        self.rule_bits.append(cost)
        self.mask = [self.apply(rule, v, m) for v, m in zip(self.c.all, self.mask)]

    def find_rules(self, limited):
        self.rules, self.rule_bits, self.level_rules = [], [], 0
        self.mask = [self.tree_mask(v) for v in self.c.all]
        if limited:
            self.limit_levels()
        holding = [self.c.literals(v) for v in self.c.all]
        often = {}
        for some in holding:
            for l in some:
                often[l] = often.get(l, 0) + 1
        holding = [[l for l in some if often[l] < len(holding)] for some in holding]
        literals = max(2, sum(n < len(holding) for n in often.values()))
        while True:
            rule, cost = self.local_rule(holding, literals) or self.global_rule(holding, literals) or (None, 0)
            if rule is None:
                return
            self.add(rule, cost)

    def local_rule(self, holding, literals):
        """(class, test, support where it holds, support where it does not) that saves most, and its bits."""
        classes = self.classes()
        by = {}
        for i, m in enumerate(self.mask):
            for l in holding[i]:
                gather(by, (m, l), self.c.sparse[i])
        best, found = 0, None
        for (m, l), yes in sorted(by.items()):
            whole = classes[m]
            no = [a - b for a, b in zip(whole, yes)]
            s, t, k = support(yes), support(no), size(m)
            if not t or s == t == m:
                continue
            cost = bits(literals) + bits(len(classes)) + min(size(s), size(t)) * bits(len(classes) + 1)
            saved = 0
            for part, part_support in ((yes, s), (no, t)):
                saved += sum(part) * (bits(sum(whole)) - bits(weight(whole, part_support)))
                cost += choose(k, size(part_support))
            if saved - cost > best:
                best, found = saved - cost, ((m, l, s, t), cost)
        return found

    def global_rule(self, holding, literals):
        """(None, test, what may follow where it holds, everything) that saves most, and its bits."""
        classes = self.classes()
        passed, follow = {}, {}
        for i, m in enumerate(self.mask):
            for l in holding[i]:
                per = passed.setdefault(l, {})
                per[m] = per.get(m, 0) + sum(self.c.row[i])
                follow[l] = follow.get(l, 0) | support(self.c.row[i])
        best, found = 0, None
        for l in sorted(passed):
            s, union, saved = follow[l], 0, 0
            for m, n in passed[l].items():
                union |= m
                saved += n * (bits(sum(classes[m])) - bits(weight(classes[m], m & s)))
            cost = bits(literals) + bits(len(classes)) + choose(size(union), size(union & s))
            if saved - cost > best:
                best, found = saved - cost, ((None, l, s, (1 << len(self.c.events)) - 1), cost)
        return found

    def holds(self, v, literal):
        f, value = literal
        return self.c.value(v, f) == value and (f < self.c.inner0 or v[0][ILAST] != NONE)

    def apply(self, rule, v, mask):
        m, literal, yes, no = rule
        return mask & (yes if self.holds(v, literal) else no) if m in (None, mask) else mask

    def allowed(self, v):
        mask = self.tree_mask(v)
        for rule in self.rules:
            mask = self.apply(rule, v, mask)
        return mask

    def described(self):
        """The bits of the tree and the rules: which nodes are leaves, the tests of the others, the sets of events, which set
        each leaf has, and the rules."""
        out, work, masks = 0, [0], []
        while work:
            x = work.pop()
            out += ONE
            if self.node[x] is None:
                masks.append(self.mask_of[x])
            else:
                out += self.test_bits(x)
                work += set(self.node[x][1].values())
        out += sum(choose(len(self.c.events), size(m)) for m in set(masks)) + len(masks) * bits(len(set(masks)))
        return out + sum(self.rule_bits[:len(self.rules)])

    def tests(self):
        """Feature -> the tests made on it, each a function of a value."""
        out, work = {}, [0]
        while work:
            n = self.node[work.pop()]
            if n is not None:
                f, to, other = n
                work += sorted(set(to.values()))
                out.setdefault(f, []).append(lambda value, to=to, other=other: to.get(value, other))
        for _, (f, x), _, _ in self.rules:
            out.setdefault(f, []).append(lambda value, x=x: value == x)
        return out


class Automaton:
    """A general one as a table: (state, symbol or call) or (caller, call, state, return) -> state."""

    def __init__(self, call, ret, start, next_, accept):
        self.call, self.ret, self.start, self.next, self.accept = set(call), set(ret), start, next_, set(accept)

    def run(self, word):
        """States at each place, or None where the word is not accepted."""
        q, stack, path = self.start, [], [self.start]
        for a in word:
            if a in self.ret and not stack:
                return None
            key = stack.pop() + (q, a) if a in self.ret else (q, a)
            if a in self.call:
                stack.append((q, a))
            if key not in self.next:
                return None
            q = self.next[key]
            path.append(q)
        return path if not stack and q in self.accept else None

    def accepts(self, word):
        return self.run(word) is not None

    def states(self):
        return {self.start} | set(self.next.values())

    def total_bits(self, c, wrong=()):
        """The automaton, the words, and wrong words to be named."""
        return sum(self.lengths(c)) + sum(self.accepts(w) for w in wrong) * (bits(max(2, len(wrong))) + ONE)

    def auto_bits(self, c, wrong):
        """What --model auto compares: the automaton or its tests and rules, whichever is shorter; the words; and wrong words,
        which are written out."""
        automaton, words = self.lengths(c)
        events = len({a for w in wrong for a in w}) + 1
        each = bits(max(1, len(wrong))) + ONE
        return min(automaton, self.described) + words + sum((len(w) + 1) * bits(events) + each for w in wrong if self.accepts(w))

    def lengths(self, c):
        """Events of each state and targets of transitions that are no returns; the words. A call that no return pops does not
        count."""
        out, passed = {q: set() for q in self.states()}, {q: 0 for q in self.states()}
        popped = {key[:2] for key in self.next if len(key) == 4}
        useful = [key for key in self.next if key[-1] not in self.call or key in popped]
        for key in useful:
            out[key[-2]].add(key[-1])
        for q in self.accept:
            out[q].add("")
        for word in c.words:
            for q in self.run(word):
                passed[q] += 1
        automaton = sum(choose(len(c.events), len(out[q])) for q in out)
        automaton += sum(len(key) == 2 for key in useful) * bits(max(2, len(out)))
        return automaton, sum(passed[q] * bits(max(1, len(out[q]))) for q in out)


def representatives(c, classes):
    """For each feature of many values: value -> the least value that all tests it can come to treat alike."""
    flow = {S1: (S1, S2, S3, P1, P2, ILAST, O1), S2: (S2, S3, P2), FIRST: (FIRST, IFIRST)}
    tests = classes.tests()
    out = []
    for f in range(MANY):
        names, row = {}, {NONE: NONE}
        for value in range(c.symbols):
            answers = tuple(t(value) for g in flow.get(f, (f,)) for t in tests.get(g, ())) + (value == START,)
            row[value] = names.setdefault(answers, value)
        out.append(row)
    recent = sum(1 << (f - MANY) for f in tests if MANY <= f < c.inner0)
    inner = sum(1 << (f - c.inner0) for f in tests if f >= c.inner0)
    return out, recent | inner, inner


def build(c, classes):
    """5. The automaton, or None where it has too many states before it is reduced."""
    rep, recent, inner = representatives(c, classes)
    number, contexts, masks, kind_number, kind_sample = {}, [], [], {}, []

    def state(v):
        v = tuple(rep[f][x] for f, x in enumerate(v[0])), v[1] & recent, v[2] & inner
        if v not in number:
            number[v] = len(contexts)
            contexts.append(v)
            masks.append(classes.allowed(v))
        return number[v]

    def kind(q):
        """What a caller can learn of the block that ends in q."""
        m, seen, _ = contexts[q]
        k = rep[ILAST][m[S1]], rep[IFIRST][m[FIRST]], seen & inner
        if k not in kind_number:
            kind_number[k] = len(kind_sample)
            kind_sample.append(q)
        return kind_number[k]

    start = state(c.begin())
    table, accept, kinds, pairs = {}, set(), {}, 0
    reach, closers, callers, work = {start: {start}}, {start: set()}, {start: set()}, [(start, start)]

    def add(e, q):
        if q not in reach[e]:
            reach[e].add(q)
            work.append((e, q))

    def leave(e, p, a, k, r):
        if (a, r) in c.pairs:
            if (p, a, k, r) not in table:
                table[p, a, k, r] = state(c.leave(contexts[p], c.symbol[a, r], contexts[kind_sample[k]]))
            add(e, table[p, a, k, r])

    while work:                             # (entry of a level, state at that level)
        e, q = work.pop()
        pairs += 1
        if len(contexts) > MOST_STATES or len(table) > 40 * MOST_STATES or pairs > 60 * MOST_STATES:
            return None
        for i, a in enumerate(c.events):
            if not masks[q] >> i & 1:
                continue
            if a == "":
                if e == start:
                    accept.add(q)
            elif a in c.call:
                if (q, a) not in table:
                    table[q, a] = state(c.enter(contexts[q], c.symbol[a]))
                x = table[q, a]
                if x not in reach:
                    reach[x], closers[x], callers[x] = set(), set(), set()
                    add(x, x)
                callers[x].add((e, q, a))
                for k, r in sorted(closers[x]):
                    leave(e, q, a, k, r)
            elif a in c.ret:
                kinds[q] = kind(q)
                if (kinds[q], a) not in closers[e]:
                    closers[e].add((kinds[q], a))
                    for e2, p, b in sorted(callers[e]):
                        leave(e2, p, b, kinds[q], a)
            else:
                if (q, a) not in table:
                    table[q, a] = state(c.push(contexts[q], c.symbol[a]))
                add(e, table[q, a])
    return reduce(c, (start, table, accept), masks, kinds, reach)


def reduce(c, raw, masks, kinds, reach):
    """Moore: states with the same events that lead to the same; blocks of states and of kinds are refined in turn."""
    start, table, accept = raw
    block = [(m, q in accept) for q, m in enumerate(masks)]
    kind_block = {k: 0 for k in kinds.values()}
    before = None
    while before != (len(set(block)), len(set(kind_block.values()))):
        before = len(set(block)), len(set(kind_block.values()))
        by_kind = {k: set() for k in kind_block}
        for key, t in table.items():
            if len(key) == 4:
                by_kind[key[2]].add((block[key[0]], key[1], key[3], block[t]))
        names = {}
        new_kinds = {k: names.setdefault((kind_block[k], frozenset(by_kind[k])), len(names)) for k in sorted(kind_block)}
        out = [set() for _ in masks]
        for key, t in table.items():
            out[key[0]].add((key[1], block[t]) if len(key) == 2 else (key[1], new_kinds[key[2]], key[3], block[t]))
        names = {}
        block = [names.setdefault((block[q], kind_block[kinds[q]] if q in kinds else None, frozenset(out[q])), len(names))
                 for q in range(len(masks))]
        kind_block = new_kinds
    ends = {}                               # (entry, kind, return) -> states
    for e, states in reach.items():
        for q in states:
            if q in kinds:
                for i, a in enumerate(c.events):
                    if a in c.ret and masks[q] >> i & 1:
                        ends.setdefault((e, kinds[q], a), set()).add(block[q])
    final = {}
    for key, t in table.items():
        if len(key) == 2:
            final[block[key[0]], key[1]] = block[t]
        else:
            p, a, k, r = key
            for q in ends.get((table[p, a], k, r), ()):
                final[block[p], a, q, r] = block[t]
    return Automaton(c.call, c.ret, block[start], final, {block[q] for q in accept})


def attempts(c, scale):
    """With events taken away from levels, and without."""
    classes = Classes(c, scale)
    found = []
    for limited in (True, False):
        classes.find_rules(limited)
        found.append(fitting(c, classes))
    return [m for m in found if m is not None]


def fitting(c, classes):
    """With the rules of levels, and all others, or the first 3/4, 1/2, 1/4 or none of them, whatever fits first."""
    rules, levels = classes.rules, classes.level_rules
    for part in (4, 3, 2, 1, 0):
        count = levels + (len(rules) - levels) * part // 4
        if part == 4 or count < len(classes.rules):
            classes.rules = rules[:count]
            m = build(c, classes)
            if m is not None:
                m.described, m.contexts = classes.described(), c
                return m
    return None


def learn(right, wrong, call, ret):
    c = Contexts(right, call, ret)
    found = attempts(c, 2) + attempts(c, 4)
    scale = 8
    while not found:
        found, scale = attempts(c, scale), 2 * scale
    return min(found, key=lambda m: m.total_bits(c, wrong))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("samples")
    p.add_argument("--call", default="")
    p.add_argument("--return", dest="ret", default="")
    o = p.parse_args()
    lines = [line.split() for line in open(o.samples)]
    words = {sign: [tuple(f[1:]) for f in lines if f and f[0] == sign] for sign in "+-"}
    m = learn(words["+"], words["-"], o.call.split(), o.ret.split())
    print("states", len(m.states()))
    print("accept", *sorted(m.accept))
    print("start", m.start)
    for key, q in sorted(m.next.items(), key=str):
        print(*key, "->", q)


if __name__ == "__main__":
    main()
