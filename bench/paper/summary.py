"""Figures from the file of runs: means, deviations, and how far they are from the paper's."""

import figures
import pandas
import words

NONE = float("nan")  # no such run
PAPER_SETTINGS = {"papni-edsm": "papni", "rpni": "rpni"}  # ours, and the paper's column
AALPY_SETTINGS = {"papni-edsm": "aalpy-papni", "rpni": "aalpy-rpni"}


def read(path):
    frame = pandas.read_csv(path, keep_default_na=False)
    hits = 2 * frame.tp
    frame["f1"] = (hits / (hits + frame.fp + frame.fn)).where(frame.tp > 0, 0.0)
    frame["precision"] = (frame.tp / (frame.tp + frame.fp)).where(frame.tp > 0, 0.0)
    frame["recall"] = (frame.tp / (frame.tp + frame.fn)).where(frame.tp > 0, 0.0)
    return frame


def ways(frame):
    """Those that there are runs of, in their order."""
    return [way for way in (*words.WAYS, words.AUTHORS) if (frame.way == way).any()]


def languages(frame, beyond=False):
    return [name for name in (words.BEYOND if beyond else figures.ORDER) if (frame.language == name).any()]


def means(frame, column="f1"):
    """Mean and standard deviation by way, language and setting."""
    groups = frame.groupby(["way", "language", "setting"], sort=False)[column]
    return pandas.DataFrame({"mean": groups.mean(), "deviation": groups.std().fillna(0.0), "runs": groups.size()})


def differences(frame, way, setting):
    """By language: our mean F1, the paper's, the difference, and the paper's standard deviation."""
    ours = means(frame[(frame.way == way) & (frame.setting == setting)])
    paper, column = figures.means(), PAPER_SETTINGS[setting]
    rows = []
    for language in languages(frame):
        known = (way, language, setting) in ours.index
        mean, deviation, _ = ours.loc[(way, language, setting)] if known else (NONE,) * 3
        theirs, spread = paper.loc[language, f"{column}_mean"], paper.loc[language, f"{column}_deviation"]
        rows.append(
            (language, mean, deviation, theirs, spread, mean - theirs, abs(mean - theirs) > max(spread, 0.0005))
        )
    names = ["language", "mean", "deviation", "paper", "spread", "difference", "outside"]
    return pandas.DataFrame(rows, columns=names).set_index("language")


def distances(frame):
    """For each way and learner: the mean distance to the paper, if there are runs, and on which side we are."""
    rows = []
    for way in ways(frame):
        for setting in PAPER_SETTINGS:
            d = differences(frame, way, setting).dropna()
            off = d.difference.abs()
            largest = off.idxmax() if len(d) else None
            rows.append(
                {
                    "way": way,
                    "setting": setting,
                    "distance": off.mean(),
                    "above": int((d.difference > 0.0005).sum()),
                    "below": int((d.difference < -0.0005).sum()),
                    "largest": largest,
                    "largest_difference": d.difference[largest] if len(d) else NONE,
                    "outside": int(d.outside.sum()),
                    "languages": len(d),
                }
            )
    return pandas.DataFrame(rows).set_index(["way", "setting"])


def agreement(frame):
    """On how many runs papni's PAPNI and AALpy 1.5.1's make the same mistakes with as many states."""
    columns = ["way", "language", "repeat"]
    ours = frame[frame.setting == "papni-edsm"].set_index(columns)
    theirs = frame[frame.setting == "aalpy-papni"].set_index(columns)
    both = ours.index.intersection(theirs.index)
    what = ["tp", "fp", "fn", "tn", "states"]
    return int((ours.loc[both, what] == theirs.loc[both, what]).all(axis=1).sum()), len(both)
