"""Shared by the tests."""

import os
import random
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[2]

# Deterministic: the same examples in every run.
hypothesis.settings.register_profile("papni", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("papni")


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def command() -> str:
    """The command papni, whose messages the exceptions share."""
    path = os.environ.get("PAPNI", str(ROOT / "build" / "papni"))
    if not os.path.exists(path):
        pytest.skip(f"there is no {path}")
    return path


PAPER = [
    ("", False),
    ("()", True),
    ("(())", True),
    ("()()", False),
    ("()()()", False),
    ("()(())", False),
    ("(", False),
    ("())", False),
    (")(", False),
    ("(()", False),
    ("(()))(", False),
]


def well_matched(word, call="(", return_=")"):
    depth = 0
    for symbol in word:
        depth += (symbol in call) - (symbol in return_)
        if depth < 0:
            return False
    return depth == 0


def random_words(count, seed, longest=24, letters="()()ab"):
    """Words over a few letters; a word is accepted if it is well-matched and has an even number of a."""
    source = random.Random(seed)
    words = {}
    while len(words) < count:
        word = "".join(source.choices(letters, k=source.randrange(longest)))
        words[word] = well_matched(word) and word.count("a") % 2 == 0
    return list(words.items())
