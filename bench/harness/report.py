"""From the measured values to tables and pictures."""

from .peers import ONE_PROCESS, PLAIN
from .plot import MARKS, Picture, bars, panel
from .workloads import exponent

TASKS = {
    "dfa-rpni": "RPNI",
    "dfa-edsm": "EDSM",
    "vpa-rpni": "PAPNI with RPNI",
    "vpa-edsm": "PAPNI with EDSM",
}
COLOURS = {"papni": "#0a7d55", "AALpy 2.0.0": "#c8462e", "AALpy 1.6.2": "#e0982b", "LearnLib 0.18.0": "#3465a4"}
OTHERS = ["#7a5195", "#58508d", "#8c6d31"]
NOISE_SECONDS = 0.02  # shorter times are too noisy to measure growth


# ---- words and numbers ----


def seconds(value):
    if value >= 100:
        return f"{value:.0f} s"
    if value >= 1:
        return f"{value:.2f} s"
    return f"{1000 * value:.1f} ms" if value >= 0.001 else f"{1000 * value:.2f} ms"


def memory(size):
    return f"{size / 1e9:.2f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB" if size >= 1e7 else f"{size / 1e6:.1f} MB"


def count(value):
    return f"{value:,}"


def times(value):
    return f"{value:,.0f} ×" if value >= 10 else f"{value:.1f} ×"


def table(head, rows):
    """Markdown; columns of numbers are put to the right."""
    numbers = [any(row[i][:1].isdigit() for row in rows) for i in range(len(head))]
    lines = [head, ["---:" if right else "---" for right in numbers], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def finished(row):
    return "seconds" in row and not row["stopped"]


def is_papni(row):
    return row["tool"].startswith("papni")


# ---- papni and its peers ----


def comparison(rows, task, size_name, limit):
    head = [size_name, "tool", "learning", "first run", "whole process", "memory", "states", "accuracy",
            "time / papni's process", "time / papni's learning", "memory / papni's"]
    own = {row["size"]: row for row in rows if row["task"] == task and row["tool"] == "papni"}
    lines = []
    for row in (row for row in rows if row["task"] == task):
        papni = own[row["size"]]
        line = [count(row["size"]), row["tool"]]
        if "skipped" in row:
            line += [f"not run: stopped at {count(row['skipped'])}"] + [""] * 8
        elif "failed" in row:
            line += [f"failed: {row['failed'][:60]}"] + [""] * 8
        elif row["stopped"]:
            line += [f"> {limit} s", "", "", f"> {memory(row['peak_rss_bytes'])}", "", ""]
            line += [f"> {times(limit / papni['process_seconds'])}", f"> {times(limit / papni['seconds'])}", ""]
        else:
            line += [seconds(row["seconds"]), seconds(first_run(row)), seconds(row["process_seconds"]) if "process_seconds" in row else "",
                     memory(row["peak_rss_bytes"]), count(row["states"]), f"{row['accuracy']:.4f}"]
            line += ["", "", ""] if is_papni(row) else [
                times(row["seconds"] / papni["process_seconds"]), times(row["seconds"] / papni["seconds"]),
                times(row["peak_rss_bytes"] / papni["peak_rss_bytes"])]
        lines.append(line)
    return table(head, lines)


def first_run(row):
    """The learning of the first run: cold, which matters where a program is compiled while it runs."""
    first = row["runs"][0]
    return first["stats"]["tree_seconds"] + first["stats"]["learn_seconds"] if "stats" in first else first["seconds"]


def tools_of(rows):
    return list(dict.fromkeys(row["tool"] for row in rows if row["tool"] == "papni" or not is_papni(row)))


def look_of(tools):
    """Colour and mark of each tool."""
    spare = iter(OTHERS * 9)
    return {tool: (COLOURS.get(tool) or next(spare), MARKS[i % len(MARKS)]) for i, tool in enumerate(tools)}


def series_of(rows, task, looks, value):
    series = []
    for tool, (colour, shape) in looks.items():
        mine = [row for row in rows if row["task"] == task and row["tool"] == tool]
        points = [(row["size"], value(row)) for row in mine if finished(row)]
        stopped = [row["size"] for row in mine if row.get("stopped")]
        series.append((colour, shape, points, stopped))
    return series


def whole(row):
    """What the pictures show: papni's whole process, a peer's learning call alone."""
    return row.get("process_seconds", row["seconds"])


def clock(value):
    return f"{value:g} s" if value >= 1 else f"{1000 * value:g} ms"


def size_label(value):
    return f"{value / 1e9:g} GB" if value >= 1e9 else f"{value / 1e6:g} MB"


NOTE = "papni: the whole process, files and all. The others: the learning call alone."


def abbadingo_picture(rows, limit):
    looks = look_of(tools_of(rows))
    picture = Picture(960, 440, "Learning random DFAs: time by size", NOTE)
    picture.legend(80, [(tool, *look) for tool, look in looks.items()])
    sizes = sorted({row["size"] for row in rows})
    ticks = [(size, str(size)) for size in sizes]
    for i, task in enumerate(("dfa-rpni", "dfa-edsm")):
        panel(picture, (80 + 465 * i, 125, 395, 250), TASKS[task], series_of(rows, task, looks, whole), ticks,
              "states of the target", clock, limit=limit)
    return picture.svg()


def paper_picture(rows, limit):
    looks = look_of(tools_of(rows))
    picture = Picture(1080, 710, "The paper's runtime figure: words of L12", NOTE)
    picture.legend(80, [(tool, *look) for tool, look in looks.items()])
    sizes = sorted({row["size"] for row in rows})
    ticks = [(size, f"{size / 1000:g}") for size in sizes]
    for i, task in enumerate(("dfa-rpni", "vpa-rpni", "vpa-edsm")):
        left = 80 + 340 * i
        title = TASKS[task] + (" (no stack)" if task.startswith("dfa") else "")
        used = [(*series[:3], []) for series in series_of(rows, task, looks, lambda row: row["peak_rss_bytes"])]
        panel(picture, (left, 125, 265, 215), f"{title}: time", series_of(rows, task, looks, whole), ticks,
              "thousand words", clock, x_logarithmic=False, limit=limit)
        panel(picture, (left, 430, 265, 215), "peak memory", used, ticks, "thousand words", size_label,
              x_logarithmic=False)
    return picture.svg()


# ---- ingest ----


def ingest_table(rows):
    head = ["words", "file", "wc -w", "reading", "tree", "reading / wc", "reading + tree / wc", "nodes of the tree",
            "tree, bytes per node", "peak memory", "without the file", "of the bound"]
    lines = []
    for row in rows:
        nodes = row["stats"]["tree_nodes"]
        # Three finished trees of 10 bytes per node, 8 bytes per word and 2 per symbol.
        bound = 30 * nodes + 8 * row["words"] + 2 * row["symbols"]
        tree = row["stats"].get("tree_bytes")
        lines.append([
            count(row["words"]), memory(row["bytes"]), seconds(row["wc_seconds"]), seconds(row["read_seconds"]),
            seconds(row["tree_seconds"]), f"{row['read_seconds'] / row['wc_seconds']:.2f}",
            f"{(row['read_seconds'] + row['tree_seconds']) / row['wc_seconds']:.2f}", count(nodes),
            f"{tree / nodes:.2f}" if tree else "", memory(row["peak_rss_bytes"]), memory(row["peak_anonymous_bytes"]),
            f"{row['peak_anonymous_bytes'] / bound:.2f}"])
    return table(head, lines)


def ingest_picture(rows):
    groups = []
    for row in rows:
        scale = 1e6 / row["words"]
        wc, read, tree = (scale * row[key] for key in ("wc_seconds", "read_seconds", "tree_seconds"))
        groups.append((f"{count(row['words'])} words, {memory(row['bytes'])}", [
            ("wc -w", f"{row['bytes'] / row['wc_seconds'] / 1e6:,.0f} MB/s", [("#9aa4ae", wc)]),
            ("reading and encoding", f"{read / wc:.2f} of wc -w", [("#0a7d55", read)]),
            ("with the tree", f"{(read + tree) / wc:.2f} of wc -w", [("#0a7d55", read), ("#7cc4a6", tree)]),
        ]))
    picture = Picture(960, 130 + sum(len(g[1]) * 28 + 34 for g in groups), "From a file to the tree, beside wc -w",
                      "Dark: reading and encoding. Light: building the tree.")
    bars(picture, (235, 68, 580, 28), groups, "seconds for a million words")
    return picture.svg()


# ---- growth ----

GROWTH = {"process_seconds": "whole process", "read_seconds": "reading", "tree_seconds": "tree",
          "learn_seconds": "merging", "peak_rss_bytes": "peak memory"}


def exponents(rows):
    """For each quantity the fitted exponent, from the sizes at which it is more than noise."""
    result = {}
    for key in GROWTH:
        points = [(row["words"], row[key]) for row in rows if not row["stopped"]]
        if key == "peak_rss_bytes":
            points = points[len(points) // 2:]  # before that the program itself is most of it
        else:
            points = [(x, y) for x, y in points if y >= NOISE_SECONDS]
        if len(points) >= 2:
            result[key] = {"exponent": exponent(points), "from_words": points[0][0], "points": len(points)}
    return result


def growth_table(rows):
    head = ["words", *GROWTH.values(), "nodes of the tree", "states"]
    lines = []
    for row in rows:
        if row["stopped"]:
            lines.append([count(row["words"]), "stopped"] + [""] * 6)
            continue
        lines.append([count(row["words"]), *(seconds(row[key]) for key in list(GROWTH)[:4]),
                      memory(row["peak_rss_bytes"]), count(row["stats"]["tree_nodes"]), count(row["states"])])
    fits = exponents(rows)
    lines.append(["exponent", *(
        f"{fits[key]['exponent']:.2f} (from {count(fits[key]['from_words'])})" if key in fits else "" for key in GROWTH),
        "", ""])
    return table(head, lines)


def growth_picture(rows):
    rows = [row for row in rows if not row["stopped"]]
    fits = exponents(rows)
    looks = {"process_seconds": ("#0a7d55", "circle"), "learn_seconds": ("#3465a4", "square"),
             "peak_rss_bytes": ("#7a5195", "diamond")}
    picture = Picture(960, 460, "Growth with the number of words",
                      "papni learn --model vpa --method rpni on words of L12. Dotted: growing as the words do.")
    picture.legend(80, [
        (GROWTH[key] + (f", exponent {fits[key]['exponent']:.2f}" if key in fits else ""), *look)
        for key, look in looks.items()])
    ticks = [(row["words"], power(row["words"])) for row in rows]
    ticks = [tick for tick in ticks if tick[1]]

    def series(*keys):
        return [(*looks[key], [(row["words"], row[key]) for row in rows], []) for key in keys]

    panel(picture, (80, 130, 395, 265), "Time", series("process_seconds", "learn_seconds"), ticks, "words", clock,
          proportional=True)
    panel(picture, (545, 130, 395, 265), "Peak memory", series("peak_rss_bytes"), ticks, "words", size_label,
          proportional=True)
    return picture.svg()


def power(words):
    digits = str(words)
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(d)] for d in str(len(digits) - 1)) if digits.strip("0") == "1" else ""


# ---- sevpa ----


def sevpa_exponents(rows):
    """By method and threads: the exponent of the learning time between the smallest and the largest sample."""
    points = {}
    for row in rows:
        if not row["stopped"]:
            points.setdefault((row["method"], row["threads"]), []).append((row["words"], row["seconds"]))
    return {key: exponent(mine) for key, mine in points.items() if len(mine) >= 2}


def sevpa_table(rows):
    head = ["words", "method", "threads", "terms", "learning", "whole process", "peak memory", "states", "growth"]
    fits, last = sevpa_exponents(rows), max(row["words"] for row in rows)
    lines = []
    for row in rows:
        line = [count(row["words"]), TASKS["dfa-" + row["method"]], row["threads"]]
        if row["stopped"]:
            lines.append([*line, "", "stopped", "", "", "", ""])
            continue
        fit = fits.get((row["method"], row["threads"])) if row["words"] == last else None
        lines.append([*line, count(row["stats"]["tree_nodes"]), seconds(row["seconds"]), seconds(row["process_seconds"]),
                      memory(row["peak_rss_bytes"]), count(row["states"]), f"{fit:.2f}" if fit else ""])
    return table(head, lines)


# ---- what it should reach ----


def goals(results):
    """What the engine is built for, as (what, at least or at most, measured, held)."""
    rows = []

    def at_least(what, bound, value):
        rows.append((what, f"at least {bound:,}", f"{value:,.0f}" if value >= 10 else f"{value:.2f}", value >= bound))

    def at_most(what, bound, value, unit=""):
        rows.append((what, f"at most {bound:g}{unit}", f"{value:.2f}{unit}", value <= bound))

    def ratio(row, papni, key, limit):
        """How many times papni's; for a tool that was stopped, what it is at least."""
        return (limit if row["stopped"] else row["seconds"]) / papni[key]

    limit = results["limit_seconds"]
    for workload in ("abbadingo", "paper"):
        every = [row for row in results.get(workload, []) if "stopped" in row and "failed" not in row]
        own = {(row["task"], row["size"]): row for row in every if row["tool"] == "papni"}
        for row in every:
            papni = own[row["task"], row["size"]]
            place = f"{workload} {count(row['size'])}, {TASKS[row['task']]}"
            if workload == "abbadingo":
                if row["tool"] == "papni" and row["task"] == "dfa-edsm" and row["size"] == 512:
                    at_most(f"{place}: learning", 1.03, row["seconds"], " s")
                    at_most(f"{place}: memory", 100, row["peak_rss_bytes"] / 1e6, " MB")
                elif row["tool"].startswith("AALpy") and row["task"] == "dfa-edsm" and row["size"] == 64:
                    at_least(f"{place}: {row['tool']}'s time / papni's", 1000, ratio(row, papni, "seconds", limit))
                elif row["tool"] == PLAIN and row["size"] == 512:
                    alone = next(other for other in every if other["tool"] == "papni -j 1"
                                 and (other["task"], other["size"]) == (row["task"], row["size"]))
                    at_least(f"{place}, one thread: {row['tool']}'s time / papni's", 6,
                             ratio(row, alone, "seconds", limit))
                    at_least(f"{place}: papni's time on one thread / on all cores", 1.7,
                             alone["seconds"] / papni["seconds"])
                elif row["tool"].startswith("LearnLib"):
                    alike = next((other for other in every if other["tool"] == ONE_PROCESS
                                  and (other["task"], other["size"]) == (row["task"], row["size"])), papni)
                    how = "" if alike is papni else ", each in one process"
                    at_least(f"{place}: {row['tool']}'s time / papni's{how}", 10, ratio(row, alike, "seconds", limit))
                    at_least(f"{place}: {row['tool']}'s memory / papni's", 10,
                             row["peak_rss_bytes"] / papni["peak_rss_bytes"])
            elif row["tool"].startswith("AALpy") and row["task"] == "vpa-rpni" and row["size"] == 50000:
                at_least(f"{place}: {row['tool']}'s learning / papni's whole process", 100,
                         ratio(row, papni, "process_seconds", limit))
    for row in results.get("ingest", []):
        place = f"ingest {count(row['words'])}"
        at_most(f"{place}: reading / wc -w", 2, row["read_seconds"] / row["wc_seconds"])
        at_most(f"{place}: reading and tree / wc -w", 4,
                (row["read_seconds"] + row["tree_seconds"]) / row["wc_seconds"])
    fits = exponents(results.get("growth", []))
    for key in ("process_seconds", "learn_seconds"):
        if key in fits:
            at_most(f"growth: exponent, {GROWTH[key]}", 1.1, fits[key]["exponent"])
    for (method, threads), fit in sevpa_exponents(results.get("sevpa", [])).items():
        if threads == "1":
            at_most(f"sevpa, {TASKS['dfa-' + method]}, one thread: exponent, learning", 1.1, fit)
    return rows


# ---- the page ----


def environment(results):
    machine, tools = results["machine"], results["versions"]
    lines = [
        f"- papni {results['papni']['version']}, revision {results['papni']['revision']}, built by "
        f"{results['papni']['compiler']} with `{results['papni']['flags']}`",
        "- " + "; ".join(f"{name} {version}" for name, version in tools.items()),
        f"- {machine['processor']}, {machine['cores']} cores, {memory(machine['memory_bytes'])}; {machine['system']}, "
        f"Linux {machine['kernel']}",
        "- " + ", went on at ".join(f"{part['date']} (load {part['load']:.2f})" for part in results["parts"]),
        *(["", f"**{results['note']}**"] if "note" in results else []),
    ]
    if results["quick"]:
        lines.append("- **a quick run**: small sizes, to see that everything works")
    return "\n".join(lines)


def page(results):
    limit = results["limit_seconds"]
    parts = [
        "# papni beside its peers",
        "Made by `make bench`; what is measured and how is in [bench/README.md](../README.md), every single value in "
        "[results.json](results.json).",
        environment(results),
    ]
    reached = goals(results)
    if reached:
        parts.append("## What it should reach\n\n" + table(
            ["what", "wanted", "measured", ""],
            [[what, wanted, got, "yes" if held else "**no**"] for what, wanted, got, held in reached]))
    sections = [
        ("abbadingo", "Abbadingo: random DFAs", ("dfa-rpni", "dfa-edsm"), "target"),
        ("paper", "Paper: words of L12", ("dfa-rpni", "vpa-rpni", "vpa-edsm"), "words"),
    ]
    for key, title, tasks, size_name in sections:
        if key in results:
            parts.append(f"## {title}\n\n![{title}]({key}.svg)")
            for task in tasks:
                parts.append(f"### {TASKS[task]}\n\n{comparison(results[key], task, size_name, limit)}")
    if "ingest" in results:
        parts.append(f"## Ingest: from a file to the tree\n\n![Ingest](ingest.svg)\n\n{ingest_table(results['ingest'])}")
    if "growth" in results:
        parts.append(f"## Growth with the number of words\n\n![Growth](growth.svg)\n\n{growth_table(results['growth'])}")
    if "sevpa" in results:
        parts.append(f"## A sevpa from JSON words of 4 to 60 symbols\n\n{sevpa_table(results['sevpa'])}")
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def write(results, folder):
    limit = results["limit_seconds"]
    (folder / "results.md").write_text(page(results))
    pictures = {
        "abbadingo": lambda rows: abbadingo_picture(rows, limit),
        "paper": lambda rows: paper_picture(rows, limit),
        "ingest": ingest_picture,
        "growth": growth_picture,
    }
    for key, draw in pictures.items():
        if key in results:
            (folder / f"{key}.svg").write_text(draw(results[key]))
