"""The speed tables of README.md and docs/performance.md, from the measured values."""

from .peers import ONE_PROCESS, PLAIN
from .programs import ROOT
from .report import TASKS, exponents, finished, memory, table, tools_of

BEGIN, END = "<!-- speed: made by bench/run, not by hand -->", "<!-- end of speed -->"


def digits(value):
    """Two significant digits."""
    for bound, places in ((10, 0), (1, 1), (0.1, 2), (0.01, 3)):
        if value >= bound:
            return f"{value:,.{places}f}"
    return f"{value:.4f}"


def cell(row, limit):
    if row is None:
        return "–"
    if "skipped" in row:
        return "not run"
    if "failed" in row:
        return "failed"
    if row["stopped"]:
        return f"over {limit} s"
    return f"{digits(row['seconds'])} s ({row['accuracy']:.3f}), {memory(row['peak_rss_bytes'])}"


def comparison(results):
    rows = results["abbadingo"] + results["paper"]
    tools = [tool for tool in tools_of(rows) if tool != PLAIN]
    largest = max(row["size"] for row in results["paper"])
    wanted = [(results["abbadingo"], f"Abbadingo, {row['size']} states", "dfa-edsm", row["size"])
              for row in results["abbadingo"] if row["tool"] == "papni" and row["task"] == "dfa-edsm"]
    wanted += [(results["abbadingo"], f"Abbadingo, {wanted[-1][3]} states", "dfa-rpni", wanted[-1][3]),
               (results["paper"], f"L12, {largest:,} words", "vpa-rpni", largest),
               (results["paper"], f"L12, {largest:,} words", "vpa-edsm", largest)]
    lines = []
    for workload, name, task, size in wanted:
        found = {row["tool"]: row for row in workload if row["task"] == task and row["size"] == size}
        lines.append([f"{name}, {TASKS[task]}", *(cell(found.get(tool), results["limit_seconds"]) for tool in tools)])
    return table(["", *tools], lines)


def between(values):
    low, high = digits(min(values)), digits(max(values))
    return low if low == high else f"{low} to {high}"


def plain_sentence(edsm, size, cores):
    """Compared with the plain learner, if it was measured."""
    if not {PLAIN, "papni", "papni -j 1"} <= edsm.keys():
        return ""
    return (
        f" EDSM with {size} states is {digits(edsm[PLAIN] / edsm['papni -j 1'])} times as fast on one thread as the plain "
        f"EDSM of `bench/peers/plain_edsm.c`, and {digits(edsm['papni -j 1'] / edsm['papni'])} times faster again on "
        f"{cores} cores."
    )


def sentences(results):
    ingest = [row for row in results["ingest"] if finished(row)]
    reading = [row["read_seconds"] / row["wc_seconds"] for row in ingest]
    tree = [(row["read_seconds"] + row["tree_seconds"]) / row["wc_seconds"] for row in ingest]
    fits = exponents(results["growth"])
    rpni = {}
    for row in results["abbadingo"]:
        if row["task"] == "dfa-rpni" and finished(row):
            rpni.setdefault("LearnLib" if row["tool"].startswith("LearnLib") else row["tool"], {})[row["size"]] = row["seconds"]
    own = rpni.get(ONE_PROCESS, rpni["papni"])  # as LearnLib runs, if it was measured
    ratios = [value / own[size] for size, value in rpni["LearnLib"].items()]
    largest = max(row["size"] for row in results["abbadingo"])
    edsm = {row["tool"]: row["seconds"] for row in results["abbadingo"]
            if row["task"] == "dfa-edsm" and row["size"] == largest and finished(row)}
    return (
        f"Reading and encoding take {between(reading)} times as long as `wc -w` on the same file, with the prefix tree "
        f"{between(tree)} times ({ingest[0]['words']:,} to {ingest[-1]['words']:,} words). The time of the whole process "
        f"grows with the number of words to the power of {fits['process_seconds']['exponent']:.2f}, up to ten million "
        f"words; merging alone to the power of {fits['learn_seconds']['exponent']:.2f}. RPNI is {between(ratios)} times "
        f"as fast as LearnLib's after warm-up{', each in one process' if ONE_PROCESS in rpni else ''}." + plain_sentence(edsm, largest, results["machine"]["cores"])
    )


def text(results):
    note = results.get("note", "")
    return "\n\n".join([
        "Learning time on all cores (best of several runs), accuracy on held-out words in parentheses, and peak memory:",
        comparison(results).rstrip(), sentences(results), *([f"({note})"] if note else [])])


def replace(path, made):
    before, rest = path.read_text().split(BEGIN)
    path.write_text(f"{before}{BEGIN}\n{made}\n{END}{rest.split(END)[1]}")


def write(results):
    replace(ROOT / "README.md", comparison(results).rstrip())
    replace(ROOT / "docs/performance.md", text(results))
