"""The workloads: what is generated, who learns from it, and what is written down."""

import math
import subprocess

from . import programs
from .programs import DATA, generate, papni_learn, peer_learn

# What papni is asked to do for a task, and which peers can do it.
PAPNI_OPTIONS = {
    "dfa-rpni": ["--model", "dfa", "--method", "rpni"],
    "dfa-edsm": ["--model", "dfa", "--method", "edsm"],
    "vpa-rpni": ["--model", "vpa", "--method", "rpni"],
    "vpa-edsm": ["--model", "vpa", "--method", "edsm"],
}
VARIANTS = {
    "dfa-edsm": {"papni -j 1": ["-j", "1"]},
    "vpa-rpni": {"papni --focus all": ["--focus", "all"]},
    "vpa-edsm": {"papni --focus all": ["--focus", "all"]},
}


def can(tool, task):
    return task.startswith("dfa") or not tool.startswith("LearnLib")


class Workloads:
    """One run of the benchmark: the sizes, the peers, and a place to say what happens."""

    def __init__(self, quick, drivers, say):
        self.quick = quick
        self.limit = 20 if quick else 300
        self.drivers = drivers
        self.say = say

    def learners(self, task, size, sample, held_back, given_up):
        """Every tool that can do a task on one sample. A tool that was stopped at a smaller size is not run again."""
        for tool, options in {"papni": [], **VARIANTS.get(task, {})}.items():
            yield tool, papni_learn(sample, PAPNI_OPTIONS[task] + options, self.limit, held_back)
        for tool, command in self.drivers.items():
            if not can(tool, task):
                continue
            if (tool, task) in given_up:
                yield tool, {"skipped": given_up[tool, task]}
                continue
            result = peer_learn(command, task, sample, held_back, self.limit)
            if result["stopped"] or "failed" in result:
                given_up[tool, task] = size
            yield tool, result

    def compare(self, name, tasks, sizes, sample_of):
        """Rows of all tools, for all tasks and sizes."""
        rows, given_up = [], {}
        for size in sizes:
            facts, sample, held_back = sample_of(size)
            for task in tasks:
                for tool, result in self.learners(task, facts["size"], sample, held_back, given_up):
                    rows.append({"task": task, "tool": tool, **facts, **result})
                    self.say(f"{name} {facts['size']} {task} {tool}: {outcome(result)}")
            sample.unlink()
            held_back.unlink()
        return rows

    def abbadingo(self):
        sizes = [(32, 1500), (64, 4400)] if self.quick else [
            (64, 4400), (128, 14000), (256, 37000), (512, 115000)]

        def sample_of(size):
            states, words = size
            sample, held_back = DATA / "abbadingo.txt", DATA / "abbadingo-held-back.txt"
            drawn = generate("abbadingo", states, words, 1, sample, held_back)
            return {"size": states, "words": words, "target_states": int(drawn.split()[0])}, sample, held_back

        return self.compare("abbadingo", ["dfa-rpni", "dfa-edsm"], sizes, sample_of)

    def paper(self):
        sizes = [500, 1000, 2000] if self.quick else [5000, 10000, 20000, 30000, 40000, 50000]

        def sample_of(words):
            sample, held_back = DATA / "l12.txt", DATA / "l12-held-back.txt"
            generate("l12", words, 1, sample, held_back)
            return {"size": words, "words": words}, sample, held_back

        return self.compare("paper", ["dfa-rpni", "vpa-rpni", "vpa-edsm"], sizes, sample_of)

    def ingest(self):
        rows = []
        for words in [20000, 100000, 200000] if self.quick else [2000000, 10000000, 20000000]:
            sample = DATA / "ingest.txt"
            generate("ingest", words, 1, sample)
            counted = int(subprocess.run(["wc", "-w", sample], capture_output=True, check=True).stdout.split()[0])
            # wc is faster in one locale or the other, depending on its version.
            wc = {
                locale: programs.several(lambda: programs.measured(["wc", "-w", sample], self.limit, {"LC_ALL": locale}))
                for locale in ("C", "C.UTF-8")
            }
            result = papni_learn(sample, ["--model", "vpa", "--method", "rpni"], 4 * self.limit)
            row = {
                "words": words,
                "bytes": sample.stat().st_size,
                "symbols": counted - words - 4,  # the labels, and the two lines that declare ( and )
                "wc_seconds": min(programs.best(runs, "seconds") for runs in wc.values()),
                "wc_runs": wc,
                **result,
            }
            rows.append(row)
            self.say(f"ingest {words}: wc -w {row['wc_seconds']:.3f} s, {outcome(row)}")
            sample.unlink()
        return rows

    def growth(self):
        rows = []
        first, last = (3, 5) if self.quick else (4, 7)
        for step in range(2 * (last - first) + 1):
            words = round(10 ** (first + step / 2))
            sample = DATA / "growth.txt"
            generate("growth", words, 1, sample)
            result = papni_learn(sample, ["--model", "vpa", "--method", "rpni"], 4 * self.limit)
            rows.append({"words": words, "bytes": sample.stat().st_size, **result})
            self.say(f"growth {words}: {outcome(result)}")
            sample.unlink()
        return rows


def outcome(result):
    """A result in a few words."""
    if "skipped" in result:
        return "not run"
    if "failed" in result:
        return f"failed: {result['failed']}"
    if result["stopped"]:
        return "stopped"
    words = f"{result['seconds']:.4f} s, {result['states']} states, {result['peak_rss_bytes'] / 1e6:.1f} MB"
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
