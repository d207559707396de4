"""Writes 2,000 valid and 2,000 broken JSON documents as labelled lines.

A broken document is a valid one with one mistake in its structure: something is
missing, too much, or something else. Which documents are valid, Python's own reader
says. No two have the same tokens.
"""

import json
import random
import sys

source = random.Random(20261115)

NUMBERS = ["0", "-1", "12", "3.25", "-0.5", "1e9", "2E-3", "100"]
STRINGS = ['""', '"a"', '"name"', '"two words"', '"\\"quoted\\""', '"\\u00e9\\n"', '"{[,:]}"', '"caf\u00e9"']
LITERALS = ["true", "false", "null"]


def below(bound):
    return int(source.random() * bound)


def one_of(things):
    return things[below(len(things))]


def scalar():
    return one_of(one_of([NUMBERS, STRINGS, LITERALS]))


def members(depth, brackets):
    """The tokens of an object or an array."""
    tokens = [brackets[0]]
    for place in range(one_of([0, 1, 1, 1, 2, 2, 3])):
        if place:
            tokens.append(",")
        if brackets == "{}":
            tokens += [one_of(STRINGS), ":"]
        tokens += value(depth - 1)
    return [*tokens, brackets[1]]


def value(depth):
    if depth <= 0 or below(10) < 4:
        return [scalar()]
    return members(depth, one_of(["{}", "[]"]))


def broken(tokens):
    """Mostly a mistake that leaves the brackets in pairs: such ones teach most."""
    tokens = list(tokens)
    place = below(len(tokens) + 1)
    tear = below(8) == 0
    new = [one_of("{}[]")] if tear else one_of([[","], [","], [":"], [":"], [scalar()], ["[", "]"], ["{", "}"]])
    keep = place == len(tokens) or (tokens[place] in "{}[]" and not tear)
    what = 0 if keep else below(3)
    tokens[place : place + (what > 0)] = new if what < 2 else []
    return tokens


def spaced(tokens):
    return "".join(token + one_of(["", "", " ", "  ", "\t"]) for token in tokens)


def kind(token):
    return "string" if token[0] == '"' else "number" if token in NUMBERS else token


def is_valid(text):
    try:
        json.loads(text)
    except json.JSONDecodeError:
        return False
    return True


def main():
    lines = {True: [], False: []}
    seen = set()
    while min(map(len, lines.values())) < 2000:
        tokens = value(1 + below(3))
        if below(2):
            tokens = broken(tokens)
        text = spaced(tokens)
        word = tuple(map(kind, tokens))
        if word not in seen and len(lines[is_valid(text)]) < 2000:
            seen.add(word)
            lines[is_valid(text)].append(text)
    for label, texts in (("+", lines[True]), ("-", lines[False])):
        for text in texts:
            sys.stdout.write(f"{label} {text}\n")


sys.stdout.reconfigure(encoding="utf-8")
main()
