"""Runs AALpy on one sample: aalpy_driver.py TASK TRAINING HELD-BACK.

Speaks the drivers' protocol, a JSON object a line: {"event": "ready"} when the
words are in AALpy's own form, {"event": "learned", ...} after each run of the
learner, {"event": "done", ...} with the results on the held-out words.
"""

import json
import sys
import time

from aalpy.automata import VpaAlphabet
from aalpy.learning_algs import run_EDSM, run_PAPNI, run_RPNI

# The same rule as in bench/run: several runs of what is fast.
RUNS, FAST_SECONDS, BUDGET_SECONDS = 3, 20, 2


def say(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


def read(path):
    """The words of a file as AALpy takes them: (tuple of symbols, label)."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file]
    if lines[0][0].isdigit():
        return [(tuple(fields[2:]), fields[0] == "1") for fields in lines[1:]]
    return [(tuple(fields[1:]), fields[0] == "+") for fields in lines if fields[0] in "+-"]


def peak_memory():
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))


def learners(symbols):
    alphabet = VpaAlphabet([s for s in symbols if s not in "()"], ["("], [")"])
    return {
        "dfa-rpni": lambda data: run_RPNI(data, "dfa", print_info=False),
        "dfa-edsm": lambda data: run_EDSM(data, "dfa", print_info=False),
        "vpa-rpni": lambda data: run_PAPNI(data, alphabet, algorithm="gsm", print_info=False),
        "vpa-edsm": lambda data: run_PAPNI(data, alphabet, algorithm="edsm", print_info=False),
    }


def dfa_accepts(model, word):
    state = model.initial_state
    for symbol in word:
        state = state.transitions.get(symbol)
        if state is None:
            return False
    return bool(state.is_accepting)


def vpa_accepts(model, word):
    model.reset_to_initial()
    for symbol in word:
        model.step(symbol)
    return bool(model.step(None))


def evaluate(accepts, words):
    counts = {"tp": 0, "fp": 0, "fn": 0, "tn": 0}
    for word, label in words:
        verdict = accepts(word)
        counts[("t" if verdict == label else "f") + ("p" if verdict else "n")] += 1
    return counts


def main():
    task, training, held_back = sys.argv[1:]
    data = read(training)
    symbols = sorted({symbol for word, _ in data for symbol in word})
    learn = learners(symbols)[task]
    say("ready")

    runs, spent = 0, 0.0
    while runs < RUNS or spent < BUDGET_SECONDS and runs < 10:
        start = time.perf_counter()
        model = learn(data)
        seconds = time.perf_counter() - start
        say("learned", seconds=seconds, states=len(model.states), peak_rss_bytes=peak_memory())
        runs, spent = runs + 1, spent + seconds
        if seconds > FAST_SECONDS:
            break

    accepts = vpa_accepts if task.startswith("vpa") else dfa_accepts
    say("done", **evaluate(lambda word: accepts(model, word), read(held_back)))


main()
