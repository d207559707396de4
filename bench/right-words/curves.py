"""curves.py [--set held-out] [--words 30,60,125,250] [--draws 5] [--only NAME] [-o CSV]: F1 against the number of words.
curves.py --plot CSV SVG

With --only, the learners whose names begin with NAME are measured, and their rows in the CSV are replaced.

Learners: papni from accepted words alone; papni --model auto with as many near misses as rejected words; AALpy's PAPNI
(EDSM) with the same rejected words; AALpy's ALERGIA from accepted words alone, over the stack-aware alphabet, with its
default eps and with 'auto'. A word is accepted by a Markov chain if it has a probability. F1 is that of 500 other words
and 500 near misses, with the seeds of bench/right-words/run. AALpy 1.6.2 has no learner by description length. Needs
papni and AALpy: build/python/environment has them.
"""

import argparse
import contextlib
import csv
import io
import random
import sys
import time
import warnings
from pathlib import Path

import languages
import papni
from aalpy.automata import VpaAlphabet
from aalpy.learning_algs import run_Alergia, run_PAPNI
from papni.aalpy import from_aalpy

FIRST_SEED = 2001
COLOURS = {
    "papni, accepted words": "#0b6e4f",
    "papni, with rejected words": "#1b9aaa",
    "AALpy PAPNI, with rejected words": "#d1495b",
    "AALpy ALERGIA, eps .05": "#edae49",
    "AALpy ALERGIA, eps auto": "#8d6a9f",
}


def stack_aware(language, word):
    """The word with each return named after the call it pops, or None."""
    stack, found = [], []
    for symbol in word:
        if symbol in language.call:
            stack.append(symbol)
        if symbol in language.ret:
            if not stack or (stack[-1], symbol) not in language.pairs:
                return None
            found.append(f"{symbol} {stack.pop()}")
        else:
            found.append(symbol)
    return None if stack else found


def alergia(language, right, eps):
    """A function that says whether a word has a probability."""
    data = [["begin", *stack_aware(language, word), "end"] for word in right]
    chain = run_Alergia(data, "mc", eps=eps)

    def accepts(word):
        encoded = stack_aware(language, word)
        state = chain.initial_state
        for symbol in [] if encoded is None else [*encoded, "end"]:
            state = next((s for s, probability in state.transitions if s.output == symbol and probability > 0), None)
            if state is None:
                return False
        return encoded is not None

    return accepts


def aalpy_papni(language, right, wrong):
    """The model of AALpy's PAPNI, as one of papni."""
    internal = [token for token in language.tokens if token not in language.call + language.ret]
    alphabet = VpaAlphabet(internal_alphabet=internal, call_alphabet=language.call, return_alphabet=language.ret)
    data = [(tuple(word), True) for word in right] + [(tuple(word), False) for word in wrong]
    with contextlib.redirect_stdout(io.StringIO()):
        learned = run_PAPNI(data, alphabet, algorithm="edsm", print_info=False)
    return from_aalpy(learned).accepts


def with_papni(language, right, wrong):
    samples = [(word, True) for word in right] + [(word, False) for word in wrong]
    declared = {"pairs": language.pairs} if language.pairs else {}
    return papni.learn(samples, **declared, **({"model": "auto"} if wrong else {}), progress=False).accepts


def f1_of(accepts, right, wrong):
    hits, alarms = sum(map(bool, map(accepts, right))), sum(map(bool, map(accepts, wrong)))
    return 2 * hits / (hits + alarms + len(right)) if hits else 0.0


def measure(language, words, seed, only):
    """F1 and seconds by learner."""
    rng = random.Random(f"{language.name} {words} {seed}")
    right = languages.several(lambda: language.draw(rng), words)
    wrong = languages.several(lambda: language.miss(rng), words)
    test = (
        languages.several(lambda: language.draw(rng), 500, right),
        languages.several(lambda: language.miss(rng), 500, wrong),
    )
    learners = dict(
        zip(
            COLOURS,
            [
                lambda: with_papni(language, right, []),
                lambda: with_papni(language, right, wrong),
                lambda: aalpy_papni(language, right, wrong),
                lambda: alergia(language, right, 0.05),
                lambda: alergia(language, right, "auto"),
            ],
            strict=True,
        )
    )
    for name, learn in learners.items():
        if not name.startswith(only):
            continue
        begin = time.process_time()
        accepts = learn()
        yield name, f1_of(accepts, *test), time.process_time() - begin


def plot(source, target):
    """One chart for each language, one line for each learner."""
    import matplotlib  # noqa: PLC0415

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "papni"
    from matplotlib import pyplot  # noqa: PLC0415

    rows = list(csv.DictReader(Path(source).open()))
    names = list(dict.fromkeys(row["language"] for row in rows))
    figure, axes = pyplot.subplots((len(names) + 3) // 4, 4, figsize=(12, 2.6 * ((len(names) + 3) // 4)), sharey=True)
    for axis, name in zip(axes.flat, names):
        for learner, colour in COLOURS.items():
            points = {}
            for row in rows:
                if (row["language"], row["learner"]) == (name, learner):
                    points.setdefault(int(row["words"]), []).append(float(row["f1"]))
            means = [sum(values) / len(values) for values in points.values()]
            axis.plot(list(points), means, color=colour, label=learner, marker=".")
        axis.set_title(name, fontsize=10)
        axis.set_xscale("log")
        axis.set_xticks(sorted({int(row["words"]) for row in rows}), minor=False)
        axis.get_xaxis().set_major_formatter(matplotlib.ticker.ScalarFormatter())
        axis.minorticks_off()
        axis.set_ylim(0.4, 1.02)
        axis.grid(alpha=0.3)
    for axis in list(axes.flat)[len(names) :]:
        axis.axis("off")
    figure.supxlabel("accepted words", fontsize=10)
    figure.supylabel("F1", fontsize=10)
    figure.legend(
        *axes.flat[0].get_legend_handles_labels(), loc="lower center", ncol=3, fontsize=9, bbox_to_anchor=(0.5, -0.14)
    )
    figure.tight_layout()
    figure.savefig(target, bbox_inches="tight", metadata={"Date": None})


def main():
    """Measures or plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="held-out", choices=languages.SETS)
    parser.add_argument("--words", default="30,60,125,250")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--plot", nargs=2, metavar=("CSV", "SVG"))
    parser.add_argument("-o", "--output", default="-")
    o = parser.parse_args()
    if o.plot:
        return plot(*o.plot)
    chosen = languages.SETS[o.set]
    known = {}
    if o.only:
        with open(o.output, newline="") as file:
            known = {tuple(row[:4]): row for row in list(csv.reader(file))[1:]}
    warnings.simplefilter("ignore", papni.PapniWarning)  # brackets that are not declared, on purpose
    with contextlib.ExitStack() as stack:
        file = sys.stdout if o.output == "-" else stack.enter_context(open(o.output, "w", newline=""))
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["language", "words", "draw", "learner", "f1", "seconds"])
        for words in map(int, o.words.split(",")):
            for language in chosen:
                for draw in range(o.draws):
                    found = {}
                    for name, f1, seconds in measure(language, words, FIRST_SEED + draw, o.only):
                        found[name] = [language.name, words, draw, name, f"{f1:.4f}", f"{seconds:.3f}"]
                    for name in COLOURS:
                        row = found.get(name, known.get((language.name, str(words), str(draw), name)))
                        table.writerows([row] if row else [])
                    file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
