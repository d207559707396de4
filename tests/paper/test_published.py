"""What was published of the reproduction: all figures are recomputed, and a few runs are repeated."""

from pathlib import Path

import costs
import figures
import pytest
import report
import revisions
import runs
import summary
import words

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "reproduction"


def test_the_report_is_that_of_the_runs():
    assert report.markdown(PUBLISHED) == (PUBLISHED / "report.md").read_text()
    text = (PUBLISHED / "report.md").read_text()
    assert report.page(text, PUBLISHED) == (PUBLISHED / "report.html").read_text()
    readme = (ROOT / "README.md").read_text()
    assert report.with_paragraph(readme, PUBLISHED) == readme


def test_a_changed_run_changes_the_report(tmp_path):
    rows = runs.read(PUBLISHED / "runs.csv")
    chosen = next(row for row in rows if runs.key(row) == ("uniform", "L1", 1, "papni-edsm"))
    chosen.update(fn=str(int(chosen["fn"]) + int(chosen["tp"])), tp="0")
    runs.write(tmp_path / "runs.csv", rows)
    for name in ("costs.csv", "revisions.csv"):
        (tmp_path / name).write_bytes((PUBLISHED / name).read_bytes())
    assert report.markdown(tmp_path) != (PUBLISHED / "report.md").read_text()


def test_the_report_with_the_authors_words(tmp_path):
    """Those of walks take their place."""
    rows = runs.read(PUBLISHED / "runs.csv")
    rows += [{**row, "way": words.AUTHORS} for row in rows if row["way"] == "walks"]
    runs.write(tmp_path / "runs.csv", rows)
    for name in ("costs.csv", "revisions.csv"):
        (tmp_path / name).write_bytes((PUBLISHED / name).read_bytes())
    text = report.markdown(tmp_path)
    assert "but could not access it" not in text
    published = (PUBLISHED / "report.md").read_text()
    walks = next(line for line in published.splitlines() if line.startswith("| walks |"))
    assert walks.replace("| walks |", "| **authors** |") in text
    for heading in ("- **PAPNI is confirmed.**", "**Walks.**", "**authors**"):
        assert heading in text


@pytest.mark.parametrize(
    "chosen",
    [
        lambda row: row["language"] in ("L1", "odd") and int(row["repeat"]) <= 2,
        lambda row: row["language"] == "json" and row["repeat"] == "1",
        lambda row: row["way"] == "long",
        lambda row: row["setting"] == "auto" and row["repeat"] == "1",
    ],
)
def test_the_report_of_a_part(tmp_path, chosen):
    runs.write(tmp_path / "runs.csv", [row for row in runs.read(PUBLISHED / "runs.csv") if chosen(row)])
    report.write(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "PAPNI is confirmed" not in text
    assert "nan" not in text


def test_all_runs_are_there():
    rows = runs.read(PUBLISHED / "runs.csv")
    done = {runs.key(row) for row in rows}
    assert len(done) == len(rows)
    assert runs.plan(words.WAYS, figures.ORDER + words.BEYOND, 20, done) == []
    assert len(runs.plan(("uniform", "walks"), ("L1",), 20)) == 40
    assert len(runs.plan(("short",), ("L1",), 20)) == runs.FEW_REPEATS
    assert len(runs.plan(("long",), figures.ORDER, 20)) == 20 * len(words.FEW_WORDS)
    assert set(revisions.read(PUBLISHED)) == {*runs.SETTINGS, revisions.COSTS}
    assert costs.plan({costs.key(row) for row in costs.read(PUBLISHED / "costs.csv")}) == []


def test_large_differences_are_explained():
    """Where RPNI differs from the paper by more than a standard deviation, a check tells why."""
    f = report.Figures(PUBLISHED)
    explained = f.between("uniform", "short", "rpni") + f.by_number()
    assert set(explained) == set(f.outside("uniform", "rpni"))
    assert "not explained" not in (PUBLISHED / "report.md").read_text()


def test_the_distance_is_small():
    """PAPNI with EDSM on uniform words is where the paper has it."""
    frame = summary.read(PUBLISHED / "runs.csv")
    assert summary.distances(frame).loc[("uniform", "papni-edsm")].distance <= 0.02


@pytest.mark.parametrize(
    "task",
    [
        runs.Task("uniform", "L1", 1, tuple(runs.SETTINGS)),
        runs.Task("uniform", "L3", 20, ("rpni", "papni-rpni", "papni-edsm", "vpa", "sevpa")),
        runs.Task("uniform", "arith", 7, ("papni-edsm", "vpa")),
        runs.Task("walks", "L9", 2, ("rpni", "papni-edsm", "vpa", "aalpy-papni")),
        runs.Task("near", "even", 3, ("papni-edsm", "vpa", "sevpa")),
        runs.Task("near", "root", 5, ("vpa", "sevpa")),
        runs.Task("short", "L8", 4, ("rpni", "papni-edsm")),
        runs.Task("long", "L3", 6, ("rpni", "papni-edsm")),
    ],
    ids=lambda task: f"{task.way}-{task.language}-{task.repeat}",
)
def test_a_run_gives_the_same_row(task):
    known = {runs.key(row): row for row in runs.read(PUBLISHED / "runs.csv")}
    for row in runs.do(task):
        assert {name: str(value) for name, value in row.items()} == known[runs.key(row)]
