"""The workloads: samples, learners and measurements."""

import functools
import math
import subprocess

from . import programs
from .peers import ONE_PROCESS, PLAIN
from .programs import DATA, generate, papni_learn, peer_learn

# What papni is asked to do for a task, and which peers can do it.
PAPNI_OPTIONS = {
    "dfa-rpni": ["--model", "dfa", "--method", "rpni"],
    "dfa-edsm": ["--model", "dfa", "--method", "edsm"],
    "vpa-rpni": ["--model", "vpa", "--method", "rpni"],
    "vpa-edsm": ["--model", "vpa", "--method", "edsm"],
}
ABBADINGO_WORDS = {64: 4400, 128: 14000, 256: 37000, 512: 115000}  # by the states of the target
VARIANTS = {
    "dfa-edsm": {"papni -j 1": ["-j", "1"]},
    "vpa-rpni": {"papni --focus all": ["--focus", "all"]},
    "vpa-edsm": {"papni --focus all": ["--focus", "all"]},
}


def can(tool, task, tools):
    """Only the first version of AALpy learns without a stack: there all of them do the same."""
    if tool == PLAIN:
        return task == "dfa-edsm"
    if tool == ONE_PROCESS:
        return task == "dfa-rpni"
    if task.startswith("vpa"):
        return not tool.startswith("LearnLib")
    return not tool.startswith("AALpy") or tool == next(name for name in tools if name.startswith("AALpy"))


class Workloads:
    """One run of the benchmark: the sizes, the peers, what an interrupted run has left, and a place to say what happens."""

    def __init__(self, quick, drivers, unfinished, say):
        self.quick = quick
        self.limit = 20 if quick else 120
        self.drivers = drivers
        self.unfinished = unfinished
        self.say = say

    def row(self, name, key, run):
        """A row of a workload: measured, unless the run that goes on has it already."""
        rows = self.unfinished.rows(name)
        known = next((row for row in rows if all(row[part] == value for part, value in key.items())), None)
        if known:
            return known
        row = {**key, **run()}
        rows.append(row)
        self.unfinished.save()
        self.say(f"{name} {' '.join(str(value) for value in key.values())}: {outcome(row)}")
        return row

    def tools(self, task):
        """Every tool that can do a task, and how it is run on a sample."""
        for tool, options in {"papni": [], **VARIANTS.get(task, {})}.items():
            yield tool, lambda sample, held_back, more=options: papni_learn(
                sample, PAPNI_OPTIONS[task] + more, self.limit, held_back)
        for tool, command in self.drivers.items():
            if can(tool, task, self.drivers):
                yield tool, lambda sample, held_back, driver=command: peer_learn(
                    driver, task, sample, held_back, self.limit)

    def compare(self, name, tasks, sizes, draw):
        """Rows of all tools, for all tasks and sizes. Who was stopped at one size is not run at the next."""
        rows, given_up = [], {}
        for size in sizes:
            sample = Sample(draw, size)
            for task in tasks:
                for tool, learn in self.tools(task):
                    key = {"size": size, "task": task, "tool": tool}

                    def run(tool=tool, task=task, learn=learn, sample=sample):
                        if (tool, task) in given_up:
                            return {**sample.facts, "skipped": given_up[tool, task]}
                        return {**sample.facts, **learn(sample.path, sample.held_back)}

                    row = self.row(name, key, run)
                    if row.get("stopped") or "failed" in row:
                        given_up.setdefault((tool, task), size)
                    rows.append(row)
            sample.remove()
        return rows

    def abbadingo(self):
        words_of = {32: 1500, 64: 4400} if self.quick else ABBADINGO_WORDS

        def draw(states, sample, held_back):
            drawn = generate("abbadingo", states, words_of[states], 1, sample, held_back)
            return {"words": words_of[states], "target_states": int(drawn.split()[0])}

        return self.compare("abbadingo", ["dfa-rpni", "dfa-edsm"], list(words_of), draw)

    def paper(self):
        def draw(words, sample, held_back):
            generate("l12", words, 1, sample, held_back)
            return {"words": words}

        sizes = [500, 1000, 2000] if self.quick else [5000, 10000, 20000, 50000]
        return self.compare("paper", ["dfa-rpni", "vpa-rpni", "vpa-edsm"], sizes, draw)

    def ingest(self):
        sizes = [20000, 100000, 200000] if self.quick else [2000000, 10000000, 20000000]
        return [self.row("ingest", {"words": words}, lambda words=words: self.ingest_row(words)) for words in sizes]

    def ingest_row(self, words):
        sample = DATA / "ingest.txt"
        generate("ingest", words, 1, sample)
        counted = int(subprocess.run(["wc", "-w", sample], capture_output=True, check=True).stdout.split()[0])
        # wc is faster in one locale or the other, depending on its version.
        wc = {
            locale: programs.several(lambda: programs.measured(["wc", "-w", sample], self.limit, {"LC_ALL": locale}))
            for locale in ("C", "C.UTF-8")
        }
        result = papni_learn(sample, ["--model", "vpa", "--method", "rpni"], 4 * self.limit)
        size = sample.stat().st_size
        sample.unlink()
        return {
            "bytes": size,
            "symbols": counted - words - 4,  # the labels, and the two lines that declare ( and )
            "wc_seconds": min(programs.best(runs, "seconds") for runs in wc.values()),
            "wc_runs": wc,
            **result,
        }

    def growth(self):
        first, last = (3, 5) if self.quick else (4, 7)
        sizes = [round(10 ** (first + step / 2)) for step in range(2 * (last - first) + 1)]
        return [self.row("growth", {"words": words}, lambda words=words: self.growth_row(words)) for words in sizes]

    def growth_row(self, words):
        sample = DATA / "growth.txt"
        generate("growth", words, 1, sample)
        result = papni_learn(sample, ["--model", "vpa", "--method", "rpni"], 4 * self.limit)
        size = sample.stat().st_size
        sample.unlink()
        return {"bytes": size, **result}

    def sevpa(self):
        rows = []
        for words in [1000, 10000] if self.quick else [10000, 100000]:
            sample = JsonWords(words)
            for method in ("rpni", "edsm"):
                for threads in ("1", "all"):
                    key = {"words": words, "method": method, "threads": threads}
                    rows.append(self.row("sevpa", key, lambda key=key, sample=sample: self.sevpa_row(key, sample.path)))
            sample.remove()
        return rows

    def sevpa_row(self, key, sample):
        options = ["--model", "sevpa", "--method", key["method"]]
        return papni_learn(sample, options + (["-j", "1"] if key["threads"] == "1" else []), 4 * self.limit)


class JsonWords:
    """Words of JSON of 4 to 60 symbols, generated on first use."""

    def __init__(self, words):
        self.words = words

    @functools.cached_property
    def path(self):
        DATA.mkdir(parents=True, exist_ok=True)
        path = DATA / "json.txt"
        command = [programs.PAPNI, "generate", "json", "-n", str(self.words), "--length", "4..60", "--replace", "-o", path]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise programs.Failed(f"papni generate: {done.stderr.strip()}")
        return path

    def remove(self):
        (DATA / "json.txt").unlink(missing_ok=True)


class Sample:
    """Training words and held-out words, generated on first use."""

    def __init__(self, draw, size):
        self.draw, self.size = draw, size
        self.path, self.held_back = DATA / "sample.txt", DATA / "held-back.txt"

    @functools.cached_property
    def facts(self):
        return self.draw(self.size, self.path, self.held_back)

    def remove(self):
        self.path.unlink(missing_ok=True)
        self.held_back.unlink(missing_ok=True)


def outcome(result):
    """A short description of a result."""
    if "skipped" in result:
        return "not run"
    if "failed" in result:
        return f"failed: {result['failed']}"
    if result["stopped"]:
        return "stopped"
    wc = f"wc -w {result['wc_seconds']:.3f} s, " if "wc_seconds" in result else ""
    words = f"{wc}{result['seconds']:.4f} s, {result['states']} states, {result['peak_rss_bytes'] / 1e6:.1f} MB"
    if "read_seconds" in result:
        words += f", reading {result['read_seconds']:.4f} s, whole {result['process_seconds']:.4f} s"
    if "accuracy" in result:
        words += f", accuracy {result['accuracy']:.4f}"
    return words


def exponent(points):
    """The slope of a line through (x, y) on logarithmic scales, by least squares."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    above = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return above / sum((x - mean_x) ** 2 for x, _ in logs)
