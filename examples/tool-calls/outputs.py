#!/usr/bin/env python3
"""Right outputs of a made-up assistant: `outputs.py SEED COUNT`. outputs.txt is `outputs.py 7 300`.

An output is one or more calls; a call is the name of a tool and an object of JSON."""

import json
import random
import re
import sys


def make(rng):
    """A right output."""

    def blank():
        return rng.choice(["", "", " "])

    def string():
        return json.dumps(rng.choice(["", "Kiel", "two words", "x", "a/b", "</call>"]))

    def value(depth):
        kind = rng.randrange(7 if depth > 0 else 5)
        if kind == 0:
            return str(rng.choice([0, 1, -3, 2.5]))
        if kind == 1:
            return rng.choice(["true", "false", "null"])
        if kind == 2:
            return rng.choice(["{}", "[]"])
        if kind == 5:
            return "[" + ("," + blank()).join(value(depth - 1) for _ in range(rng.randrange(5))) + "]"
        return members(depth - 1) if kind == 6 else string()

    def members(depth):
        inside = [string() + ":" + blank() + value(depth) for _ in range(rng.randrange(5))]
        return "{" + blank() + ("," + blank()).join(inside) + "}"

    def call():
        return (
            "<call>"
            + rng.choice(["files.read", "web.search", "calendar.add"])
            + " "
            + members(rng.randrange(3))
            + "</call>"
        )

    return "<calls>" + blank().join(call() for _ in range(rng.randrange(1, 7))) + "</calls>"


def outputs(seed, count):
    rng, found = random.Random(seed), set()
    while len(found) < count:
        found.add(make(rng))
    return sorted(found, key=lambda text: (len(text), text))


def is_right(text):
    """What papni is to learn, written by hand: the reference for check.py."""
    decoder, at = json.JSONDecoder(strict=True), 0
    blank, tool = re.compile(r"[ \t\n\r]*"), re.compile(r"[a-z][a-z0-9_]*\.[a-z0-9_]+")

    def expect(word):
        nonlocal at
        at = blank.match(text, at).end()
        found = text.startswith(word, at)
        at += len(word) * found
        return found

    calls = 0
    if not expect("<calls>"):
        return False
    while expect("<call>"):
        at = blank.match(text, at).end()
        name = tool.match(text, at)
        at = blank.match(text, name.end()).end() if name else at
        if not name or text[at : at + 1] != "{":
            return False
        try:
            _, at = decoder.raw_decode(text, at)
        except ValueError:
            return False
        if re.search(r"NaN|Infinity", text) or not expect("</call>"):
            return False
        calls += 1
    return calls > 0 and expect("</calls>") and blank.match(text, at).end() == len(text)


if __name__ == "__main__":
    for text in outputs(int(sys.argv[1]), int(sys.argv[2])):
        print("+", text)
