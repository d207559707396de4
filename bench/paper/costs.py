"""What learning costs, as in the paper's last figure: time and memory over the number of words.

The words are those of the figure: AALpy's for L12. Every learner is measured alike: in a
process of its own, which first makes the words, as Python objects. Time is the
processor's, of learning alone. Memory is by how much learning raises the most that the
process ever held. Figures of one machine: no two runs give the same.
"""

import csv
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import words

LANGUAGE, LENGTH = "L12", 30  # the authors' script draws a longest length from 6 to 30 for each size
SIZES = range(5_000, 50_001, 5_000)
REPEATS = 3
LEARNERS = ("rpni", "papni-rpni", "papni-edsm", "aalpy-rpni", "aalpy-papni-rpni", "aalpy-papni-edsm")
COLUMNS = ["learner", "words", "repeat", "seconds", "bytes", "states", "tree_nodes"]


def plan(done=()):
    found = [(learner, size, repeat) for repeat in range(1, REPEATS + 1) for size in SIZES for learner in LEARNERS]
    return [task for task in found if task not in done]


def key(row):
    return row["learner"], int(row["words"]), int(row["repeat"])


def measure(learner, size, repeat):
    """One run, in a process of its own."""
    command = [sys.executable, __file__, learner, str(size), str(repeat)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def _learn(learner, samples):
    """What is timed; what must be there before is made first."""
    if learner.startswith("aalpy-"):
        aalpy = words.aalpy()
        if learner == "aalpy-rpni":
            return lambda: aalpy.run_RPNI(samples, "dfa", print_info=False)
        alphabet = words.automaton(LANGUAGE).input_alphabet
        algorithm = {"rpni": "gsm", "edsm": "edsm"}[learner.rpartition("-")[2]]
        return lambda: aalpy.run_PAPNI(samples, alphabet, algorithm=algorithm, print_info=False)
    import papni
    from runs import SETTINGS

    letters = papni.language(LANGUAGE).alphabet
    options = {"call": letters.call, "return_": letters.return_, "threads": 1, **SETTINGS[learner]}
    return lambda: papni.learn(samples, **options)


def _status(name):
    """What Linux says of this process alone, in bytes; getrusage also counts who started it."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise LookupError(name)


def main(learner, size, repeat):
    samples = words.walks(LANGUAGE, size, LENGTH, words.seed_of(repeat))[:size]
    learn = _learn(learner, samples)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before, started = _status("VmRSS"), time.process_time()
    model = learn()
    seconds, after = time.process_time() - started, _status("VmHWM")
    row = {"learner": learner, "words": size, "repeat": repeat, "seconds": round(seconds, 6), "bytes": after - before}
    states = model.size if learner.startswith("aalpy-") else len(model)
    nodes = "" if learner.startswith("aalpy-") else model.statistics.tree_nodes
    print(json.dumps({**row, "states": states, "tree_nodes": nodes}))


def read(path):
    if not path.exists():
        return []
    text = path.read_text()
    return list(csv.DictReader(text[: text.rfind("\n") + 1].splitlines()))


def do_all(path, tasks, rows, progress):
    if not path.exists():
        path.write_text(",".join(COLUMNS) + "\n")
    with open(path, "a", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        for task in tasks:
            row = measure(*task)
            out.writerow(row)
            file.flush()
            rows.append({name: str(value) for name, value in row.items()})
            progress(1)


def medians(rows):
    """By learner and size: the median of seconds and of bytes."""
    found = {}
    for row in rows:
        found.setdefault((row["learner"], int(row["words"])), []).append(row)
    return {
        task: {name: statistics.median(float(row[name]) for row in several) for name in ("seconds", "bytes")}
        for task, several in found.items()
    }


if __name__ == "__main__":
    os.chdir(Path(__file__).parent)
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
