"""Running programs: papni and wc under the stopwatch, the peers by their drivers.

What is fast runs several times and the best run counts: three times at least, up
to ten while that takes less than two seconds, once when it takes more than twenty.
"""

import json
import os
import queue
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
FOLDER = BUILD / "bench"
DATA = FOLDER / "data"
PAPNI = BUILD / "papni"

RUNS, MOST_RUNS, FAST_SECONDS, BUDGET_SECONDS = 3, 10, 20, 2


class Failed(Exception):
    """A program failed."""


def generate(*arguments):
    """Writes words with bench/generate; paths among the arguments are made below build/bench/data."""
    DATA.mkdir(parents=True, exist_ok=True)
    command = [FOLDER / "generate", *(str(argument) for argument in arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"generate: {done.stderr.strip()}")
    return done.stderr


def measured(command, limit, environment=None):
    """One run of a command under the stopwatch."""
    with tempfile.NamedTemporaryFile(dir=FOLDER, suffix=".json") as result:
        done = subprocess.run(
            [FOLDER / "measure", result.name, str(limit), *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        if done.returncode:
            raise Failed(done.stderr.decode())
        values = json.load(result)
    if values["exit"] and not values["stopped"]:
        raise Failed(f"{command[0]} ended with {values['exit']}: {done.stderr.decode().strip()}")
    return values


def several(run):
    """The results of `run` as often as the rule above says."""
    results = []
    spent = 0
    while len(results) < RUNS or (spent < BUDGET_SECONDS and len(results) < MOST_RUNS):
        results.append(run())
        seconds = results[-1]["seconds"]
        spent += seconds
        if seconds > FAST_SECONDS or results[-1]["stopped"]:
            break
    return results


def best(results, key):
    return min(result[key] for result in results)


# ---- papni ----


def papni_learn(sample, options, limit, held_back=None):
    """`papni learn`: its own statistics, and the process as a whole."""
    model, stats = FOLDER / "model.json", FOLDER / "stats.json"

    def run():
        command = [PAPNI, "learn", sample, *options, "--quiet", "-o", model, "--stats", stats]
        values = measured(command, limit)
        if not values["stopped"]:
            values["stats"] = json.loads(stats.read_text())
        return values

    runs = several(run)
    result = {"stopped": runs[0]["stopped"], "runs": runs}
    if result["stopped"]:
        result["peak_rss_bytes"] = runs[0]["peak_rss_bytes"]
        return result
    stats_of_runs = [values["stats"] for values in runs]
    for key in ("read_seconds", "tree_seconds", "learn_seconds"):
        result[key] = best(stats_of_runs, key)
    result["seconds"] = min(s["tree_seconds"] + s["learn_seconds"] for s in stats_of_runs)
    result["process_seconds"] = best(runs, "seconds")
    result["peak_rss_bytes"] = best(runs, "peak_rss_bytes")
    result["peak_anonymous_bytes"] = min(values["peak_anonymous_bytes"] for values in runs)
    result["states"] = stats_of_runs[0]["states"]
    result["stats"] = stats_of_runs[0]
    if held_back:
        done = subprocess.run([PAPNI, "eval", model, held_back, "--json"], capture_output=True, check=True)
        counts = json.loads(done.stdout)
        result.update(quality({key: counts[key] for key in ("tp", "fp", "fn", "tn")}))
    return result


def quality(counts):
    """Accuracy and F1 from the four counts."""
    right = counts["tp"] + counts["tn"]
    doubled = 2 * counts["tp"] + counts["fp"] + counts["fn"]
    return {
        "counts": counts,
        "accuracy": right / sum(counts.values()),
        "f1": 2 * counts["tp"] / doubled if doubled else 0.0,
    }


# ---- peers ----


def follow(process, limit):
    """The events of a driver; ends early when the learner needs longer than the limit."""
    lines = queue.Queue()

    def pump():
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=pump, daemon=True).start()
    events = []
    deadline = time.monotonic() + limit
    while True:
        try:
            line = lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return events
        if line is None:
            return events
        events.append(json.loads(line))
        deadline = time.monotonic() + limit


def peak_memory(process):
    """The peak so far of a process that still runs."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def peer_learn(command, task, sample, held_back, limit, seconds=None):
    """A peer's learner on a sample; the clock runs in its driver, around the learning call alone.
    It learns repeatedly for so many seconds, or as often as the rule above says."""
    with open(FOLDER / "driver.log", "w+", encoding="utf-8") as log:
        arguments = [*command, task, sample, held_back, *([str(seconds)] if seconds else [])]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            events = follow(process, limit)
            stopped = process.poll() is None and [event["event"] for event in events] == ["ready"]
            memory = peak_memory(process) if stopped else 0
            if events and events[-1]["event"] == "done":
                process.wait()
        finally:
            process.kill()
            process.wait()
        log.seek(0)
        complaint = log.read().strip().splitlines()[-1:]
    if stopped:
        return {"stopped": True, "peak_rss_bytes": memory}
    if process.returncode:
        return {"stopped": False, "failed": " ".join(complaint) or f"ended with {process.returncode}"}
    learned = [event for event in events if event["event"] == "learned"]
    return {
        "stopped": False,
        "runs": learned,
        "seconds": best(learned, "seconds"),
        "peak_rss_bytes": learned[0]["peak_rss_bytes"],
        "states": learned[-1]["states"],
        **quality({key: events[-1][key] for key in ("tp", "fp", "fn", "tn")}),
    }
