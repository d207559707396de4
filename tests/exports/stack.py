"""Another program learns from the words of `papni encode --to`, and `papni import --stack` makes a vpa of its
automaton: AALpy's RPNI, on random samples of the built-in languages.

The result must accept the language that `papni learn --method rpni --focus all` learns whenever AALpy orders states
as papni does. Two things differ in AALpy as it is, both ties: among blue states whose words are equally long, it takes
them in the order of the data, papni in symbol order; and two states that a fold makes one keep the word of the one
that was there first, in papni the smaller word. `tests/exports/run stack [SAMPLES]` prints how often the languages
differ with none, one and both of these changed."""

import contextlib
import json
import os
import random
import subprocess
import sys

from aalpy.learning_algs import run_RPNI
from aalpy.learning_algs.deterministic_passive.ClassicRPNI import ClassicRPNI
from aalpy.learning_algs.deterministic_passive.rpni_helper_functions import RpniNode
from aalpy.utils import save_automaton_to_file

PAPNI = os.environ["PAPNI"]
LANGUAGES = ["L1", "L2", "L3", "L4", "L6", "L8", "L9", "L10", "L11", "L12", "odd", "even", "arith"]


def papni(*arguments, code=(0,)):
    done = subprocess.run([PAPNI, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode in code, (arguments, done.stderr)
    return done.stdout


def order(name):
    """papni's symbol order: internal symbols, calls, returns with what they pop."""
    symbol, pop, call = name.partition("/pop/")
    return (2, symbol, call) if pop else (int(name.endswith("/push")), name, "")


def shortlex(node):
    return len(node.prefix), list(map(order, node.prefix))


def keeping_the_smaller(fold):
    def folded(self, red_node, blue_node):
        red_node.prefix = min(red_node, blue_node, key=shortlex).prefix
        fold(self, red_node, blue_node)

    return folded


def learn(data, name, algorithm, symbols=False, smaller=False):
    """AALpy's automaton as a vpa, with ties by symbol order, and with the smaller word of two states."""
    before = RpniNode.__lt__, ClassicRPNI._fold
    try:
        if symbols:
            RpniNode.__lt__ = lambda one, other: shortlex(one) < shortlex(other)
        if smaller:
            ClassicRPNI._fold = keeping_the_smaller(ClassicRPNI._fold)
        dfa = run_RPNI([list(pair) for pair in data], "dfa", algorithm=algorithm, print_info=False)
    finally:
        RpniNode.__lt__, ClassicRPNI._fold = before
    with contextlib.redirect_stdout(None):  # it says what it saved
        save_automaton_to_file(dfa, name, "dot")
    papni("import", f"{name}.dot", "--from", "aalpy", "--stack", "-q", "-o", f"{name}.json")


def differs(one, other):
    return papni("diff", one, other, code=(0, 1)).strip() != "equal"


VARIANTS = {
    "gsm, as it is": ("gsm",),
    "classic, as it is": ("classic",),
    "classic, symbol order": ("classic", True),
    "classic, symbol order and the smaller word": ("classic", True, True),
}


def main(samples):
    counts = dict.fromkeys(VARIANTS, 0)
    for i in range(samples):
        language, chance = LANGUAGES[i % len(LANGUAGES)], random.Random(i)
        size = str(chance.choice([20, 40, 80, 150]))
        how = ["--length", "0..12", "--seed", str(i), "--replace"]
        papni("generate", language, "-n", size, *how, "-q", "-o", "words.txt")
        papni("encode", "words.txt", "--to", "jsonl", "-q", "-o", "encoded.jsonl")
        papni("learn", "words.txt", "--method", "rpni", "--focus", "all", "-q", "-o", "papni.json")
        with open("encoded.jsonl") as lines:
            data = [(tuple(row["word"]), row["label"]) for row in map(json.loads, lines)]
        chance.shuffle(data)
        for number, (name, variant) in enumerate(VARIANTS.items()):
            learn(data, str(number), *variant)
            counts[name] += differs(f"{number}.json", "papni.json")
    print(f"AALpy's RPNI on encoded words, {samples} samples; other languages than papni's RPNI:")
    for name, count in counts.items():
        print(f"  {name}: {count}")
    assert not counts["classic, symbol order and the smaller word"]


main(int(sys.argv[1]) if len(sys.argv) > 1 else 26)
