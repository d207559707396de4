"""The table and the plot of bench/spark."""

from __future__ import annotations

import pathlib
from typing import Any

HEAD = (
    "| words | | wall, s | tasks, s | processor, s | of it papni, s | of it Spark, s "
    "| million words per processor second | moved, MB | of the text |\n"
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
)


def _name(count: int) -> str:
    power = len(str(count)) - 1
    return f"10^{power}" if count == 10**power else f"{count:,}"


def _speed(result: dict[str, Any], seconds: float) -> str:
    return f"{result['words'] / seconds / 1e6:.2f}"


def _one(result: dict[str, Any]) -> str:
    one, words = result["one"], f"{_name(result['words'])} {result['kind']}"
    busy, arrow = one["command_processor_seconds"], one["arrow_processor_seconds"]
    return (
        f"| {words} | `papni tree build -j 1`, from a text file | {one['command_seconds']:.1f} | | {busy:.1f} | "
        f"{busy:.1f} | | {_speed(result, busy)} | | |\n"
        f"| {words} | one process, from Arrow in memory | | | {arrow:.1f} | {arrow:.1f} | | "
        f"{_speed(result, arrow)} | | |\n"
    )


def _spark(result: dict[str, Any], run: dict[str, Any]) -> str:
    words, one = f"{_name(result['words'])} {result['kind']}", result["one"]
    moved = run["shuffle_bytes"] + run["result_bytes"]
    what = f"Spark, {run['workers']} worker{'s' if run['workers'] > 1 else ''}"
    start = f"| {words} | {what}"
    end = f"| {moved / 1e6:.1f} | 1/{one['text_bytes'] / moved:.0f} |\n"
    tasks = f"| {run['wall_seconds']:.1f} | {run['task_seconds']:.1f}"
    if run["killed"]:  # its processor time is gone with it
        return f"{start}, an executor killed ({run['failed_tasks']} tasks lost) {tasks} | | | | {end}"
    busy, papni = run["processor_seconds"], one["arrow_processor_seconds"]
    return f"{start} {tasks} | {busy:.1f} | {papni:.1f} | {busy - papni:.1f} | {_speed(result, busy)} {end}"


def _killed(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [result["killed"]] if "killed" in result else []


def table(results: list[dict[str, Any]]) -> str:
    rows = HEAD
    for result in results:
        rows += _one(result) + "".join(_spark(result, run) for run in (*result["spark"], *_killed(result)))
    return rows


def ratios(results: list[dict[str, Any]]) -> str:
    lines = []
    for result in results:
        one, two = (run["task_seconds"] for run in result["spark"][:2])
        busy = [run["processor_seconds"] for run in result["spark"][:2]]
        sizes = {name: result["one"][name] / 1e6 for name in ("text_bytes", "parquet_bytes", "tree_bytes")}
        lines.append(
            f"{_name(result['words'])} {result['kind']}: the tasks of two workers take {two / one:.2f} times as "
            f"long as those of one, in processor time {busy[1] / busy[0]:.2f} times; "
            f"the text has {sizes['text_bytes']:.0f} MB, the Parquet files {sizes['parquet_bytes']:.0f} MB, the tree "
            f"of all words {result['one']['nodes']:,} nodes in {sizes['tree_bytes']:.1f} MB. Learning from it takes "
            f"{result['one']['learn_seconds']:.1f} s on the driver."
        )
    return "\n\n".join(lines)


def plot(results: list[dict[str, Any]], path: pathlib.Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "papni"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 3.2))
    least = min(result["words"] for result in results)
    for result in (result for result in results if result["words"] == least):
        workers = [run["workers"] for run in result["spark"]]
        (line,) = axes.plot(workers, [run["wall_seconds"] for run in result["spark"]], "o-", label=result["kind"])
        seconds = result["one"]["command_seconds"]
        axes.axhline(seconds, linestyle=":", color=line.get_color(), label=f"{result['kind']}, one process")
    axes.set_xticks([1, 2])
    axes.set_xlabel("workers")
    axes.set_ylabel("seconds for the tree")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def report(results: list[dict[str, Any]], into: pathlib.Path) -> None:
    head = "Made by `make spark`; the figures of [docs/spark.md](../../../docs/spark.md)."
    text = f"{head}\n\n{table(results)}\n{ratios(results)}\n"
    (into / "results.md").write_text(text)
    plot(results, into / "workers.svg")
    print(text)
