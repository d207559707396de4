"""The program that reproduces the paper, and its parts."""

import csv
import itertools
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import figures
import grammar
import papni
import pictures
import pytest
import revisions
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
    done = run("--report", "--publish", "-o", whole)
    assert done.returncode == 1
    assert "so nothing is published" in done.stderr
    parts.mkdir()
    text = (whole / "runs.csv").read_text()
    (parts / "runs.csv").write_text(text[: text.rindex(",") - 5])  # the last line was being written
    (parts / "revisions.csv").write_bytes((whole / "revisions.csv").read_bytes())
    done = run(*FEW, "-o", parts)
    assert "5 runs are already in" in done.stderr
    assert "1 are left" in done.stderr
    assert "revisions" not in done.stderr
    assert (parts / "runs.csv").read_text() == text
    assert (parts / "report.md").read_text() == (whole / "report.md").read_text()


def test_runs_of_another_revision(tmp_path):
    assert revisions.note(tmp_path, [], ["rpni", "vpa"], "one") == []
    assert revisions.note(tmp_path, ["rpni", "vpa"], ["vpa"], "one") == []
    assert revisions.note(tmp_path, ["rpni", "vpa"], ["vpa", "auto"], "two") == ["vpa"]
    assert revisions.read(tmp_path) == {"auto": ["two"], "rpni": ["one"], "vpa": ["one", "two"]}
    assert revisions.groups(tmp_path) == [("two", ["auto"]), ("one", ["rpni"]), ("one and two", ["vpa"])]


def test_runs_of_an_unknown_revision(tmp_path):
    assert revisions.note(tmp_path, ["vpa"], ["vpa"], "one") == ["vpa"]
    assert revisions.read(tmp_path) == {"vpa": [revisions.UNKNOWN, "one"]}


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
    """In the form of AALpy's: for the index of an experiment, what AALpy's generator returns."""
    pool = {i: words.walks(language, 600, 50, seed=1) for i, language in enumerate(figures.ORDER)}
    sample, label = pool[0][0]
    assert isinstance(sample, tuple)
    assert isinstance(label, bool)
    (tmp_path / "words.pickle").write_bytes(pickle.dumps(pool, pickle.HIGHEST_PROTOCOL))
    runs_of = defaultdict(list)
    for i in range(13):
        runs_of[i] += [[9, 3, (0.5, 0.5, 0.5), (1.0, 1.0, 1.0), (13, 4988), (12, 4987)]] * 20
    (tmp_path / "results.pickle").write_bytes(pickle.dumps(runs_of, pickle.HIGHEST_PROTOCOL))
    files = ["--words", tmp_path / "words.pickle", "--results", tmp_path / "results.pickle"]
    done = run(*FEW, "--only", "L1,arith", *files, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    rows = [row for row in runs.read(tmp_path / "out" / "runs.csv") if row["way"] == "authors"]
    assert len(rows) == 12
    for row in rows:
        several = pool[figures.ORDER.index(row["language"])]
        assert int(row["words"]) == len(several) >= 600
        assert int(row["positive"]) == sum(label for _, label in several)
    text = (tmp_path / "out" / "report.md").read_text()
    assert "| authors |" in text
    assert "10 / 9.0 /" in text


def test_the_authors_words_are_those_of_walks_if_the_pool_is(monkeypatch):
    monkeypatch.setattr(words, "POOL", 12_000)
    pool = words.walks("L9", words.POOL, 50, words.seed_of(1))
    assert words.make("authors", "L9", 1, pool) == words.make("walks", "L9", 1)


def test_a_pickle_runs_nothing(tmp_path):
    class Evil:
        def __reduce__(self):
            return os.system, ("touch evil",)

    (tmp_path / "words.pickle").write_bytes(pickle.dumps({0: Evil()}))
    with pytest.raises(ValueError, match="only plain data"):
        words.read_pool(tmp_path / "words.pickle")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"words", "not a pickle"),
        (pickle.dumps({0: [1]})[:-3], "not a pickle"),
        (pickle.dumps([1, 2]), "no words for experiment 1"),
        (pickle.dumps({0: [1, 2]}), "no words for experiment 1"),
        (pickle.dumps({0: []}), "no words for experiment 1"),
        (pickle.dumps({0: [("ab", True)]}), "no words for experiment 2"),
        (pickle.dumps({0: [("ba", True)]}), "experiment 1 are not labelled as those of L1"),
    ],
)
def test_a_file_that_is_not_the_authors_words(tmp_path, content, message):
    path = tmp_path / "words.pickle"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        words.read_pool(path)


def test_a_file_that_is_not_the_authors_runs(tmp_path):
    path = tmp_path / "results.pickle"
    for content in ({0: [[9, 3]]}, [1], {20: [[9, 3, (1, 1, 1), (1, 1, 1)]]}):
        path.write_bytes(pickle.dumps(content))
        with pytest.raises(ValueError, match="not the authors' runs"):
            figures.authors_results(path)


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


def test_the_shortest_words_in_the_papers_number():
    few = []
    for language in figures.ORDER:
        least, most = words.LENGTHS
        if sum(grammar.counts(papni.language(language), most)[least:]) < words.in_the_paper(language):
            few.append(language)
    assert tuple(few) == words.FEW_WORDS
    for language in few:
        samples = words.shortest(language, 1)
        assert len(set(samples)) == len(samples) == words.in_the_paper(language)
        assert all(papni.language(language).accepts(word) and label for word, label in samples)
        assert max(len(word) for word, _ in samples) == words.longest_of_shortest(language)


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


# ---- theorems, and what does not hold ----


def well_matched(internal, calls, returns, longest):
    """All well-matched words up to a length."""
    found = [[()]]
    for n in range(1, longest + 1):
        found.append([(symbol, *rest) for symbol in internal for rest in found[n - 1]])
        for i in range(n - 1):
            parts = itertools.product(calls, found[i], returns, found[n - 2 - i])
            found[n] += [(call, *inside, end, *rest) for call, inside, end, rest in parts]
    return [word for several in found for word in several]


@pytest.mark.parametrize("language", figures.ORDER)
def test_enough_words_give_the_language(language):
    """Theorem 1, for the paper's languages."""
    truth = papni.language(language)
    letters = truth.alphabet
    longest = {"L3": 10, "odd": 8, "even": 12}.get(language, 6)
    listed = well_matched(*letters[:3], longest)
    samples = list(zip(listed, truth.accepts_many(listed)))
    assert papni.learn(samples, call=letters.call, return_=letters.return_, method="rpni", focus="all") == truth


def inside_round(word):
    """Is every x directly inside a parenthesis?"""
    stack = []
    for symbol in word:
        if symbol == "x" and stack[-1:] != ["("]:
            return False
        if symbol in "([":
            stack.append(symbol)
        elif symbol in ")]":
            stack.pop()
    return True


def one_pair_inside(word):
    """Is there one outermost pair, with exactly one pair directly inside it?"""
    depths = list(itertools.accumulate(1 if symbol == "(" else -1 for symbol in word))
    return depths.count(0) == 1 and sum(a == 2 and b == 1 for a, b in zip(depths, depths[1:])) == 1


LIMITS = {  # of docs/paper.md: what is in the language, its alphabet, and a word: k = n decides whether it is in it
    "root": (papni.language("root").accepts, ("", "(", ")"), lambda n, k: [*"(" * k, *")" * n, *"(" * n, *")" * k]),
    "inside": (
        one_pair_inside,
        ("", "(", ")"),
        lambda n, k: ["(", *"(" * k, *")" * n, *"(" * n, *")" * k, ")"],
    ),
    "x": (
        inside_round,
        ("x", "([", ")]"),
        lambda n, k: ["(", *"[" * k, *"]" * n, "x", *"[" * n, *"]" * k, ")"],
    ),
    "json": (
        papni.language("json").accepts,
        (("string", ",", ":"), "{[", "}]"),
        lambda n, k: ["{", "string", ":", *"[" * k, *"]" * n, ",", *"[" * n, *"]" * k, "}"],
    ),
}


@pytest.mark.parametrize("method", ["rpni", "edsm"])
@pytest.mark.parametrize("language", LIMITS)
def test_what_a_stack_of_calls_cannot_express(language, method):
    """A vpa accepts both words or neither, whatever it was learned from."""
    accepts, (internal, calls, returns), word = LIMITS[language]
    for longest in range(4, 9) if internal == "" else range(2, 5):
        listed = well_matched(internal, calls, returns, longest)
        samples = [(w, accepts(w)) for w in listed]
        model = papni.learn(samples, call=list(calls), return_=list(returns), method=method, focus="all")
        n = len(model) + 2  # with a state for what is undefined
        m = math.lcm(*range(1, n + 1))
        assert m < 10**6
        assert accepts(word(n, n)) != accepts(word(n, n + m))
        assert model.accepts(word(n, n)) == model.accepts(word(n, n + m))


@pytest.mark.parametrize("language", ["root", "inside", "x"])
def test_what_a_sevpa_can_express(language):
    accepts, (internal, calls, returns), word = LIMITS[language]
    listed = well_matched(internal, calls, returns, 10 if language == "inside" else 7)
    samples = [(w, accepts(w)) for w in listed]
    model = papni.learn(samples, call=list(calls), return_=list(returns), model="sevpa")
    for n, k in (2, 2), (2, 5), (50, 50), (50, 90):
        assert model.accepts(word(n, k)) == accepts(word(n, k))


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
