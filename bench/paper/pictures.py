"""The report's pictures: charts by matplotlib, automata and prefix trees by Graphviz."""

import subprocess

import costs
import figures
import matplotlib
import summary
import words

matplotlib.use("svg")
import matplotlib.pyplot as plot

matplotlib.rcParams.update({"svg.hashsalt": "papni", "svg.fonttype": "none", "font.size": 11, "axes.grid": True})
matplotlib.rcParams.update({"grid.color": "#dddddd", "axes.axisbelow": True, "axes.spines.top": False})
matplotlib.rcParams.update({"axes.spines.right": False, "font.family": "sans-serif"})

COLOURS = {"uniform": "#0072b2", "walks": "#d55e00", "near": "#009e73", "authors": "#cc79a7"}
MARKS = {"uniform": "o", "walks": "s", "near": "^", "authors": "D"}
NAMES = {"papni-edsm": "PAPNI with EDSM", "rpni": "RPNI"}


def save(figure, path):
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plot.close(figure)


def f1(frame, path):
    """Mean F1 by language: the paper's, and ours for each way of making words."""
    languages = summary.languages(frame)
    ways = [way for way in summary.ways(frame) if way in COLOURS]  # not the checks
    figure, axes = plot.subplots(2, 1, figsize=(10, 7.2), sharex=True)
    for axis, setting in zip(axes, ("papni-edsm", "rpni")):
        _f1_panel(axis, frame, setting, languages, ways)
    axes[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.08), ncols=len(ways) + 1, frameon=False)
    axes[1].set_xticks(range(len(languages)), languages)
    figure.tight_layout()
    save(figure, path)


def _f1_panel(axis, frame, setting, languages, ways):
    paper, column = figures.means().loc[languages], summary.PAPER_SETTINGS[setting]
    width = 0.8 / (len(ways) + 1)
    offsets = [(i - len(ways) / 2) * width for i in range(len(ways) + 1)]
    places = range(len(languages))
    bars = {"capsize": 2, "linestyle": "none", "elinewidth": 1}
    style = {"marker": "o", "markerfacecolor": "white", "color": "black", "label": "the paper"}
    mean, spread = paper[f"{column}_mean"], paper[f"{column}_deviation"]
    axis.errorbar([p + offsets[0] for p in places], mean, _inside(mean, spread), **style, **bars)
    for way, offset in zip(ways, offsets[1:]):
        d = summary.differences(frame, way, setting).reindex(languages)
        style = {"marker": MARKS[way], "color": COLOURS[way], "label": way, "markersize": 5}
        axis.errorbar([p + offset for p in places], d["mean"], _inside(d["mean"], d.deviation), **style, **bars)
    axis.set_ylim(0.28 if setting == "papni-edsm" else -0.03, 1.03)
    axis.set_ylabel("mean F1")
    axis.set_title(NAMES[setting], loc="left", fontweight="bold")
    axis.grid(axis="x", visible=False)
    for p in places[1:]:
        axis.axvline(p - 0.5, color="#eeeeee", linewidth=1)


def _inside(mean, deviation):
    """A standard deviation to each side, but an F1 is from 0 to 1."""
    return [deviation.where(mean - deviation > 0, mean), deviation.where(mean + deviation < 1, 1 - mean)]


def cost(rows, path):
    """Time and memory over the number of words, ours, AALpy's and the paper's."""
    found, paper = costs.medians(rows), figures.costs()
    figure, axes = plot.subplots(1, 2, figsize=(10, 4.8))
    style = {
        "rpni": ("#0072b2", "o", "papni, RPNI"),
        "papni-edsm": ("#0072b2", "s", "papni, PAPNI with EDSM"),
        "aalpy-rpni": ("#d55e00", "o", "AALpy 1.5.1, RPNI"),
        "aalpy-papni-edsm": ("#d55e00", "s", "AALpy 1.5.1, PAPNI with EDSM"),
    }
    for axis, what, scale in zip(axes, ("seconds", "bytes"), (1, 2**20)):
        for learner, (colour, mark, name) in style.items():
            values = [found[learner, n][what] / scale for n in costs.SIZES]
            line = "--" if mark == "s" else "-"
            axis.plot(
                [n / 1000 for n in costs.SIZES], values, line, marker=mark, color=colour, markersize=5, label=name
            )
        unit = "seconds" if what == "seconds" else "megabytes"
        for column, mark in ("rpni", "o"), ("papni", "s"):
            style_of = {"color": "black", "marker": mark, "markerfacecolor": "white", "markersize": 5, "linewidth": 0.8}
            label = "the paper, RPNI" if column == "rpni" else "the paper, PAPNI"
            axis.plot(
                paper.index / 1000, paper[f"{column}_{unit}"], "--" if mark == "s" else "-", label=label, **style_of
            )
        axis.set_yscale("log")
        axis.set_xlabel("thousand words of L12")
    scaled = paper.papni_megabytes
    axes[1].annotate("scaled, not measured", (30, scaled[30_000]), (0, -20), textcoords="offset points", ha="center")
    axes[0].set_title("seconds", loc="left", fontweight="bold")
    axes[1].set_title("megabytes", loc="left", fontweight="bold")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=3, frameon=False)
    figure.tight_layout(rect=(0, 0, 1, 0.87))
    save(figure, path)


# ---- automata and trees ----


def dot(source, path):
    done = subprocess.run(["dot", "-Tsvg"], input=source.encode(), stdout=subprocess.PIPE, check=True)
    path.write_bytes(done.stdout)


def automaton(model, path):
    dot(model.to_dot(), path)


def encoded(samples, call, return_):
    """Algorithms 1 and 2: without words that are not well-matched, and returns with the call that they pop."""
    for word, label in samples:
        stack, out = [], []
        for symbol in word:
            out.append((symbol, stack.pop()) if symbol in return_ and stack else symbol)
            if symbol in call:
                stack.append(symbol)
            elif symbol in return_ and out[-1] == symbol:
                break  # it pops an empty stack
        else:
            if not stack:
                yield tuple(out), label


def tree(samples):
    """The prefix tree in Graphviz' language: accepting nodes green, rejecting ones red, as in the paper."""
    nodes = {(): None}
    for word, label in samples:
        for i in range(len(word) + 1):
            nodes.setdefault(word[:i], None)
        nodes[word] = label
    order = sorted(nodes, key=lambda word: (len(word), [str(symbol) for symbol in word]))
    number = {word: i for i, word in enumerate(order)}
    colours = {True: "#9ad69a", False: "#f2a3a3", None: "white"}
    lines = [
        'digraph { rankdir=TB; bgcolor="transparent"; node [shape=circle fontname="sans-serif" fontsize=11 label=""'
    ]
    lines.append('width=0.28 fixedsize=true style=filled]; edge [fontname="sans-serif" fontsize=11 arrowsize=0.6];')
    for word in order:
        lines.append(f'{number[word]} [fillcolor="{colours[nodes[word]]}"];')
        if word:
            last = word[-1] if isinstance(word[-1], str) else f"{word[-1][0]} pops {word[-1][1]}"
            lines.append(f'{number[word[:-1]]} -> {number[word]} [label=" {last}"];')
    return "\n".join([*lines, "}"]), len(order)


def of_languages(names, folder):
    """Each language's automaton."""
    import papni

    for name in names:
        automaton(papni.language(name), folder / f"{name}.svg")


def words_of_the_example():
    """The paper's running example, from the project's own file of it."""
    samples = []
    for line in (words.ROOT / "examples" / "paper.txt").read_text().splitlines():
        if line[:1] in "+-":
            samples.append((tuple(line[1:].replace(" ", "")), line[0] == "+"))
    return samples
