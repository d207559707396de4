"""What the paper reports: its table, its figure of means, and its figure of costs.

published/table.csv is Table 2, one run for each language; published/figure.csv Figure 6,
means and standard deviations of 20 runs, with all digits that its source has;
published/costs.csv Figure 7.
"""

import functools
from pathlib import Path

PUBLISHED = Path(__file__).parent / "published"
ORDER = ("L1", "L2", "L3", "L4", "L6", "L8", "L9", "L10", "L11", "L12", "odd", "even", "arith")


def _read(name, index):
    import pandas  # not above: it takes long, and not everybody needs it

    return pandas.read_csv(PUBLISHED / name).set_index(index)


@functools.cache
def table():
    return _read("table.csv", "language")


@functools.cache
def means():
    return _read("figure.csv", "language")


@functools.cache
def costs():
    return _read("costs.csv", "words")


def authors_results(path):
    """Benchmarking/all_results.pickle of AALpy 1.5.1: mean sizes and F1 of all runs, by language.

    A run is RPNI's size, PAPNI's size, precision, recall and F1 of each, and the numbers
    of words.
    """
    import pandas
    from words import read_pickle

    found = read_pickle(path)
    rows = []
    try:
        for experiment, runs in found.items():
            for run in runs:
                rows.append((ORDER[experiment], run[0], run[1], run[2][2], run[3][2]))
    except (LookupError, TypeError, ValueError, AttributeError):
        raise ValueError(f"{path}: not the authors' runs; is it all_results.pickle?") from None
    frame = pandas.DataFrame(rows, columns=["language", "rpni_size", "papni_size", "rpni_f1", "papni_f1"])
    return frame.groupby("language").mean().reindex(ORDER)
