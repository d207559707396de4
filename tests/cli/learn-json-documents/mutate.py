"""Writes lines of text that are JSON or nearly so, and what Python says of each.

`mutate.py WORDS VERDICTS`: strings and numbers with a character changed, and whole
documents likewise; `accept` or `reject` for each.
"""

import json
import random
import sys

source = random.Random(7)

SEEDS = [
    '"a\\u00e9\\n\\"b\\\\"',
    '"caf\u00e9 \u20ac"',
    "-12.50e+3",
    "0",
    "-0.0E-0",
    "1234567890",
    "true",
    "false",
    "null",
    '{"a": [1, 2.5, {"b": null}], "c": "d", "e": {}}',
    '[[], {}, "x", [true, false]]',
]
CHARACTERS = "{}[]:,\"\\/bfnrtu0123456789eE+-.tralsfn \t\u00e9\x01\x7f'NaI"


def below(bound):
    return int(source.random() * bound)


def refuse(name):
    raise ValueError(name)


def verdict(text):
    try:
        json.loads(text, parse_constant=refuse)
    except ValueError:
        return "reject"
    return "accept"


def mutated(text):
    for _ in range(below(3)):
        place = below(len(text) + 1)
        new = CHARACTERS[below(len(CHARACTERS))] if below(3) else ""
        text = text[:place] + new + text[place + below(2) :]
    return text


with open(sys.argv[1], "w", encoding="utf-8") as words, open(sys.argv[2], "w", encoding="utf-8") as verdicts:
    for _ in range(5000):
        text = mutated(SEEDS[below(len(SEEDS))])
        words.write(text + "\n")
        verdicts.write(verdict(text) + "\n")
