"""A vpa as a grammar whose rules are X -> empty, X -> a Y and X -> ( Y ) Z.

A nonterminal [p, q] stands for the well-matched words that lead from state p to state q:
it is empty if p = q; or begins with an internal symbol and goes on from where that leads;
or begins with a call, whose return comes from some state r of the words in between. The
start is [0, f] for an accepting state f; if there are several, it has the rules of all.
"""

import string
from collections import defaultdict

START = "S"


def rules(model):
    """The rules by nonterminal, each a tuple of symbols and nonterminals; what derives nothing is left out."""
    letters = model.alphabet
    inner, calls, returns = defaultdict(list), defaultdict(list), defaultdict(list)
    for t in model.transitions:
        if t.popped is not None:
            returns[t.popped].append((t.source, t.symbol, t.target))
        elif t.symbol in letters.call:
            calls[t.source].append((t.symbol, t.target))
        else:
            inner[t.source].append((t.symbol, t.target))
    states, accepting = range(len(model)), [state.number for state in model if state.accepting]

    def of(p, q):
        found = [()] if p == q else []
        found += [(symbol, (target, q)) for symbol, target in inner[p]]
        for call, target in calls[p]:
            found += [(call, (target, r), symbol, (to, q)) for r, symbol, to in returns[call]]
        return found

    table = {(p, q): of(p, q) for p in states for q in states}
    table[START] = [rule for f in accepting for rule in of(0, f)]
    return _named(_reachable(_productive(table)))


def _productive(table):
    """Without rules that never become a word."""
    known, grown = set(), True
    while grown:
        new = {x for x, found in table.items() if any(all(i in known for i in r if i in table) for r in found)}
        grown, known = new != known, new
    return {x: [r for r in table[x] if all(i in known for i in r if i in table)] for x in table if x in known}


def _reachable(table):
    order = [START] if START in table else []
    for x in order:
        for rule in table[x]:
            order += [item for item in rule if item in table and item not in order]
    return {x: table[x] for x in order}


def _named(table):
    """S, A, B and so on; a nonterminal with the rules of another is that other."""
    same, found = {}, {}
    for x, found_rules in table.items():
        same[x] = found.setdefault(tuple(found_rules), x)
    names, letters = {}, (c for c in string.ascii_uppercase if c != START)
    for x in table:
        if same[x] == x:
            names[x] = START if x == START else next(letters)
    name = {x: names[same[x]] for x in table}
    return {name[x]: [tuple(name.get(i, i) for i in rule) for rule in table[x]] for x in table if same[x] == x}


def text(model):
    """A line for each nonterminal."""
    table = rules(model)
    lines = []
    for x, found in table.items():
        lines.append(f"{x} -> " + " | ".join(" ".join(map(str, rule)) or "ε" for rule in found))
    return "\n".join(lines)


def words(model, longest):
    """All words that the grammar derives, up to a length: slow, for tests."""
    table, found = rules(model), defaultdict(set)
    grown = True
    while grown:
        grown = False
        for x, several in table.items():
            for rule in several:
                parts = {()}
                for item in rule:
                    tails = found[item] if item in table else {(item,)}
                    parts = {a + b for a in parts for b in tails if len(a) + len(b) <= longest}
                if not parts <= found[x]:
                    found[x] |= parts
                    grown = True
    return found[START]


def counts(model, longest):
    """How many words of each length there are. The automaton is deterministic, so each has one derivation."""
    table = rules(model)
    found = {x: [0] * (longest + 1) for x in table}
    for n in range(longest + 1):
        for x, several in table.items():
            found[x][n] = sum(_count(rule, n, table, found) for rule in several)
    return found.get(START, [0] * (longest + 1))


def _count(rule, n, table, found):
    parts = [found[item] for item in rule if item in table]
    left = n - (len(rule) - len(parts))  # symbols that the nonterminals are for
    if left < 0 or not parts:
        return int(left == 0)
    if len(parts) == 1:
        return parts[0][left]
    return sum(parts[0][i] * parts[1][left - i] for i in range(left + 1))
