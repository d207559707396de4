"""Which revision of papni the figures are of: revisions.csv, beside the runs.

There is a row for each setting and one for time and memory, or several if a run was
resumed with another revision. A revision is the last commit that changed what learns:
documents and tests have no part in it.
"""

import csv
import subprocess

import words

COLUMNS = ["what", "revision"]
COSTS = "costs"
SOURCES = "src", "include", "python/papni"
UNKNOWN = "unknown"


def current():
    """The revision of the sources, with a mark if they have been changed since."""
    revision = _git("log", "-1", "--format=%h", "--abbrev=10", "--", *SOURCES)
    if not revision:
        import papni

        return f"papni {papni.__version__}"  # not a clone
    return revision + ("-changed" if _git("status", "--porcelain", "--", *SOURCES) else "")


def _git(*arguments):
    done = subprocess.run(["git", "-C", words.ROOT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode().strip() if done.returncode == 0 else ""


def read(folder):
    """By setting, or COSTS: its revisions in order."""
    found = {}
    path = folder / "revisions.csv"
    if path.exists():
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["what"], []).append(row["revision"])
    return found


def note(folder, before, new, revision):
    """What there are runs of before, and what is run now, with this revision.

    Returns what has runs of more than one.
    """
    found = read(folder)
    for what in before:
        found.setdefault(what, [UNKNOWN])
    for what in new:
        if revision not in found.setdefault(what, []):
            found[what].append(revision)
    with open(folder / "revisions.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(COLUMNS)
        out.writerows((what, revision) for what in sorted(found) for revision in found[what])
    return [what for what in new if len(found[what]) > 1]


def groups(folder):
    """What shares its revisions: (those, the list of what)."""
    found = {}
    for what, several in read(folder).items():
        found.setdefault(tuple(several), []).append(what)
    return [(" and ".join(several), names) for several, names in found.items()]
