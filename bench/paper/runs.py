"""One run: words of a language, made in one way, and a model learned in one setting.

A run is a row of runs.csv, and the same run gives the same row, on any machine and
whatever else is run: no row has a time in it.
"""

import csv
import os
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

import figures
import words

PAPER = {"evidence": "states", "focus": "all"}
SETTINGS = {
    "rpni": {"model": "dfa", "method": "rpni"},
    "papni-rpni": {"model": "vpa", "method": "rpni", **PAPER},
    "papni-edsm": {"model": "vpa", "method": "edsm", **PAPER},
    "vpa": {"model": "vpa"},
    "sevpa": {"model": "sevpa"},
    "auto": {"model": "auto"},
    "aalpy-rpni": None,
    "aalpy-papni": None,
}
AALPY_REPEATS = {"uniform": 3, "walks": 3, "authors": 3}  # it takes up to a hundred times as long
FEW_REPEATS = 5  # of short words, of auto, and of languages that are not the paper's
COLUMNS = [
    "way",
    "language",
    "repeat",
    "setting",
    "words",
    "positive",
    "symbols",
    "learning",
    "learning_positive",
    "dropped",
    "tree_nodes",
    "states",
    "tp",
    "fp",
    "fn",
    "tn",
    "differ",
    "accepted_by",
]


class Task(NamedTuple):
    """What shares its words: a language, a way and a repeat, and the settings to run."""

    way: str
    language: str
    repeat: int
    settings: tuple


def plan(ways, languages, repeats, done=()):
    """The tasks that are left, in a fixed order."""
    tasks = []
    for way in ways:
        for language in languages:
            if language in words.BEYOND and way != "near":
                continue
            if way == "long" and language not in words.FEW_WORDS:
                continue
            for repeat in range(1, repeats + 1):
                settings = tuple(s for s in SETTINGS if _belongs(s, way, language, repeat))
                left = tuple(s for s in settings if (way, language, repeat, s) not in done)
                if left:
                    tasks.append(Task(way, language, repeat, left))
    return tasks


def _belongs(setting, way, language, repeat):
    if repeat > FEW_REPEATS and (way == "short" or language in words.BEYOND or setting == "auto"):
        return False
    if way in words.CHECKS:
        return setting in ("rpni", "papni-edsm")
    return SETTINGS[setting] is not None or (language not in words.BEYOND and repeat <= AALPY_REPEATS.get(way, 0))


def _of_language(pool, task):
    """The authors' words of a task; a task of another way needs none."""
    return pool[figures.ORDER.index(task.language)] if task.way == words.AUTHORS else None


def key(row):
    return row["way"], row["language"], int(row["repeat"]), row["setting"]


def place(row):
    """Where a row stands in the file."""
    languages = figures.ORDER + words.BEYOND
    ways = (*words.WAYS, words.AUTHORS)
    settings = list(SETTINGS)
    return ways.index(row["way"]), languages.index(row["language"]), int(row["repeat"]), settings.index(row["setting"])


def do(task, pool=None):
    """The rows of a task."""
    learning, evaluation = words.make(task.way, task.language, task.repeat, pool)
    rows = []
    for setting in task.settings:
        made = (_by_aalpy if SETTINGS[setting] is None else _by_papni)(setting, task.language, learning, evaluation)
        row = {"way": task.way, "language": task.language, "repeat": task.repeat, "setting": setting}
        row.update(words=len(learning) + len(evaluation), positive=_positive(learning) + _positive(evaluation))
        row.update(symbols=_symbols(task.way, learning + evaluation))
        row.update(learning=len(learning), learning_positive=_positive(learning), **made)
        rows.append(row)
    return rows


def _symbols(way, samples):
    """How many there are in the accepted words; those of walks are in the rows of short, which has the same."""
    return "" if way == "walks" else sum(len(word) for word, label in samples if label)


def _positive(samples):
    return sum(label for _, label in samples)


def _by_papni(setting, language, learning, evaluation):
    import papni

    truth = papni.language(language)
    letters = truth.alphabet
    options = {"call": letters.call, "return_": letters.return_, "threads": 1, **SETTINGS[setting]}
    if letters.pairs:
        options["pairs"] = letters.pairs
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", papni.PapniWarning)  # every well-matched word of L10 is right
        model = papni.learn(learning, **options)
    n, result, differ = model.statistics, model.evaluate(evaluation), truth.diff(model)
    return {
        "dropped": n.dropped_positive + n.dropped_negative,
        "tree_nodes": n.tree_nodes,
        "states": len(model),
        **result._asdict(),
        "differ": " ".join(differ.word) if differ and differ.word is not None else "",
        "accepted_by": ("learned" if differ.second else "truth") if differ else "",
    }


def _by_aalpy(setting, language, learning, evaluation):
    aalpy = words.aalpy()
    if setting == "aalpy-rpni":
        model = aalpy.run_RPNI(learning, "dfa", input_completeness="sink_state", print_info=False)
    else:
        model = aalpy.run_PAPNI(learning, words.automaton(language).input_alphabet, print_info=False)
    counts = dict.fromkeys(("tp", "fp", "fn", "tn"), 0)
    for word, label in evaluation:
        model.reset_to_initial()
        accepted = model.execute_sequence(model.initial_state, word)[-1]
        counts[("tp" if label else "fp") if accepted else ("fn" if label else "tn")] += 1
    return {"dropped": "", "tree_nodes": "", "states": model.size, **counts, "differ": "", "accepted_by": ""}


# ---- the file of runs ----


def read(path):
    """The rows of an earlier run; a last line that was being written is left out."""
    if not path.exists():
        return []
    text = path.read_text()
    lines = text[: text.rfind("\n") + 1].splitlines()
    if not lines:
        return []
    if lines[0] != ",".join(COLUMNS):
        raise ValueError(f"{path}: runs of another version, or no runs: choose another folder, or remove the file")
    return list(csv.DictReader(lines))


def write(path, rows):
    """All rows, in their order; the file is replaced as a whole."""
    draft = path.with_suffix(".draft")
    with open(draft, "w", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(sorted(rows, key=place))
    os.replace(draft, path)


def do_all(path, tasks, rows, jobs, pool, progress):
    """Does the tasks, with as many processes as `jobs`; each row goes to the file when it is made."""
    write(path, rows)
    with open(path, "a", newline="") as file, ProcessPoolExecutor(jobs) as workers:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        futures = [workers.submit(do, task, _of_language(pool, task)) for task in tasks]
        try:
            for future in as_completed(futures):
                made = future.result()
                out.writerows(made)
                file.flush()
                rows += [{name: str(value) for name, value in row.items()} for row in made]
                progress(len(made))
        except BaseException:
            workers.shutdown(cancel_futures=True)
            raise
    write(path, rows)
