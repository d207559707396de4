"""Storm, a probabilistic model checker, reads the exports to PRISM and JANI of chains and decision processes.

For each output and up to six steps, the least and the greatest probability of reaching it must be those of the model.
"""

import json
import os
import random
import subprocess
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import stormpy

STEPS = (1, 2, 4, 6)


def draw(rng, kind):
    """Words of a random system; the first symbol of some kinds is the output of the start."""
    states, inputs = rng.randrange(2, 8), "ab"
    own = [rng.choice("xyz") for _ in range(states)]
    ways = {(q, i): [rng.randrange(states) for _ in range(3)] for q in range(states) for i in inputs}
    words = []
    for _ in range(300):
        state, word = 0, [] if kind == "smm" else [f"/{own[0]}"]
        for _ in range(rng.randrange(1, 8)):
            key = state, rng.choice(inputs)
            state = rng.choices(ways[key], [4, 2, 1])[0]
            output = rng.choice("xyz") if kind == "smm" else own[state]
            word.append(output if kind == "mc" else f"{key[1]}/{output}")
        words.append(" ".join(word))
    return words


def papni(*arguments):
    subprocess.run([os.environ["PAPNI"], *arguments], check=True)


def expected(model, output, steps, best):
    """The probability of reaching an output; `best` is min or max."""
    rows, counts = {}, model["counts"]["transitions"]
    for (source, symbol, target), count in zip(model["transitions"], counts):
        letter, _, said = symbol.rpartition("/")
        rows.setdefault(source, {}).setdefault(letter, []).append((count, said, target))

    @lru_cache(maxsize=None)
    def reach(state, said, left):
        if said == output or not left or state not in rows:
            return Fraction(said == output)
        return best(
            sum(Fraction(n, sum(m for m, _, _ in row)) * reach(to, o, left - 1) for n, o, to in row)
            for row in rows[state].values()
        )

    return reach(0, model.get("output"), steps)


def condition(kind, output, outputs, jani):
    if kind == "smm" and jani:
        return f"(out={1 + outputs.index(output)})"
    return f'"{output}"'


def ask(path, text):
    """What Storm answers."""
    program = (
        stormpy.parse_prism_program(str(path)) if path.suffix == ".prism" else stormpy.parse_jani_model(str(path))[0]
    )
    properties = stormpy.parse_properties(text, program)
    model = stormpy.build_model(program, properties)
    return stormpy.model_checking(model, properties[0]).get_value(model.initial_states[0])


def check(kind, seed):
    """Returns the number of probabilities that were compared."""
    Path("words").write_text("\n".join(draw(random.Random(seed), kind)) + "\n")
    papni("learn", "words", "--model", kind, "--quiet", "-o", "model.json")
    for form in ("prism", "jani"):
        papni("export", "model.json", "--to", form, "-o", f"model.{form}")
    model = json.loads(Path("model.json").read_text())
    outputs = sorted({symbol.rpartition("/")[2] for _, symbol, _ in model["transitions"]})
    compared = 0
    for output in outputs:
        for steps in STEPS:
            for operator, best in (("P", max),) if kind == "mc" else (("Pmin", min), ("Pmax", max)):
                value = float(expected(model, output, steps, best))
                for form in ("prism", "jani"):
                    text = f"{operator}=? [F<={steps} {condition(kind, output, outputs, form == 'jani')}]"
                    found = ask(Path(f"model.{form}"), text)
                    assert abs(found - value) < 1e-9, (kind, seed, form, text, found, value)
                    compared += 1
    return compared


for each in ("mc", "mdp", "smm"):
    print(f"{each}: {sum(check(each, seed) for seed in range(5))} probabilities, the same in Storm")
