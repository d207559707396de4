"""The program that reproduces the paper, and its parts."""

import csv
import itertools
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import figures
import grammar
import papni
import pictures
import pytest
import runs
import words

ROOT = Path(__file__).parents[2]
RUN = [sys.executable, ROOT / "bench" / "paper" / "run"]
FEW = ["--only", "L1", "--ways", "uniform", "--settings", "rpni,papni-edsm,vpa", "--repeats", "2", "--no-costs"]

# ---- the program ----


def run(*arguments, **how):
    return subprocess.run([*RUN, *map(str, arguments)], text=True, capture_output=True, **how)


def test_it_goes_on_where_it_was_stopped(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    done = run(*FEW, "-o", whole)
    assert done.returncode == 0, done.stderr
    assert (whole / "report.html").exists()
    parts.mkdir()
    text = (whole / "runs.csv").read_text()
    (parts / "runs.csv").write_text(text[: text.rindex(",") - 5])  # the last line was being written
    done = run(*FEW, "-o", parts)
    assert "5 runs are already in" in done.stderr
    assert "1 are left" in done.stderr
    assert (parts / "runs.csv").read_text() == text
    assert (parts / "report.md").read_text() == (whole / "report.md").read_text()


def test_it_can_be_interrupted(tmp_path):
    path = tmp_path / "runs.csv"
    many = ["--only", "L12", "--ways", "uniform", "--settings", "vpa", "--repeats", "1000", "--no-costs", "-j", "1"]
    program = subprocess.Popen([*RUN, *many, "-o", tmp_path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while program.poll() is None and not (path.exists() and len(path.read_text().splitlines()) > 1):
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=120)
    assert program.returncode == 1
    assert "run the command again to resume" in said
    assert len(runs.read(path)) >= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "L5"], "expected one of L1, L2"),
        (["--ways", "best"], "expected one of uniform"),
        (["--repeats", "0"], "expected a positive number"),
    ],
)
def test_wrong_arguments(arguments, message):
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_one_at_a_time(tmp_path):
    import fcntl

    with open(tmp_path / ".lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = run(*FEW, "-o", tmp_path)
    assert done.returncode == 1
    assert "in use by another run" in done.stderr


# ---- the authors' files ----


def test_the_authors_words(tmp_path):
    truth = papni.language("L1")
    pool = {i: truth.generate(300, length=(0, 20), mix=(1, 0, 0)) for i in range(len(figures.ORDER))}
    (tmp_path / "words.pickle").write_bytes(pickle.dumps(pool))
    runs_of = {i: [[9, 3, (0.5, 0.5, 0.5), (1.0, 1.0, 1.0), (13, 4988), (12, 4987)]] * 20 for i in range(13)}
    (tmp_path / "results.pickle").write_bytes(pickle.dumps(runs_of))
    files = ["--words", tmp_path / "words.pickle", "--results", tmp_path / "results.pickle"]
    done = run(*FEW, *files, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    rows = [row for row in runs.read(tmp_path / "out" / "runs.csv") if row["way"] == "authors"]
    assert len(rows) == 6
    assert {int(row["words"]) for row in rows} == {300}
    text = (tmp_path / "out" / "report.md").read_text()
    assert "| authors |" in text
    assert "10 / 9.0 /" in text


def test_a_pickle_runs_nothing(tmp_path):
    class Evil:
        def __reduce__(self):
            return os.system, ("touch evil",)

    (tmp_path / "words.pickle").write_bytes(pickle.dumps({0: Evil()}))
    with pytest.raises(pickle.UnpicklingError, match="only plain data"):
        words.read_pool(tmp_path / "words.pickle")


# ---- parts ----


def test_words_are_split_as_in_the_paper():
    learning, evaluation = words.make("uniform", "L4", 1)
    assert len(learning) + len(evaluation) == 10_000
    assert not set(learning) & set(evaluation)
    table = figures.table().loc["L4"]
    assert sum(label for _, label in learning) == table.learning_positive
    assert sum(label for _, label in evaluation) == table.evaluation_positive
    truth = papni.language("L4")
    assert all(truth.accepts(word) == label for word, label in evaluation[:300])
    assert all(4 <= len(word) <= 50 for word, _ in learning)


@pytest.mark.parametrize("language", figures.ORDER)
def test_grammars(language):
    model = papni.language(language)
    letters = model.alphabet
    symbols = letters.internal + letters.call + letters.return_
    longest = {2: 12, 4: 7, 5: 6, 6: 6}.get(len(symbols), 5)
    accepted = set()
    for n in range(longest + 1):
        listed = list(itertools.product(symbols, repeat=n))
        accepted.update(word for word, right in zip(listed, model.accepts_many(listed)) if right)
    assert grammar.words(model, longest) == accepted
    counts = grammar.counts(model, longest)
    assert counts == [sum(len(word) == n for word in accepted) for n in range(longest + 1)]
    kinds = {1: (), 2: letters.internal, 4: letters.call}
    for rules in grammar.rules(model).values():
        for rule in rules:
            assert rule == () or rule[0] in kinds[len(rule)]
            assert len(rule) < 4 or rule[2] in letters.return_


def test_the_trees_of_the_example():
    samples = pictures.words_of_the_example()
    kept = list(pictures.encoded(samples, "(", ")"))
    assert len(samples) == 11
    assert len(kept) == papni.learn(samples, call="(", return_=")").statistics.words - 5
    assert pictures.tree(samples)[1] == papni.learn(samples, model="dfa").statistics.tree_nodes
    assert pictures.tree(kept)[1] == papni.learn(samples, call="(", return_=")").statistics.tree_nodes


def test_the_papers_memory_series_is_scaled():
    ratios = figures.costs().rpni_megabytes / figures.costs().papni_megabytes
    assert ratios.max() - ratios.min() < 1e-3 * ratios.mean()


def test_published_figures():
    """The paper's table agrees with itself where it can be checked."""
    table = figures.table()
    assert (table.learning_positive + table.learning_negative).between(5001, 5002).all()
    assert list(table.index) == list(figures.ORDER) == list(figures.means().index)
    with open(figures.PUBLISHED / "table.csv", newline="") as file:
        assert len(list(csv.DictReader(file))) == 13
