"""A standalone cluster of Spark on this machine, with real worker processes."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pyspark

HOME = pathlib.Path(pyspark.__file__).parent
MEMORY = "1536m"


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _start(log: pathlib.Path, *words: str, core: int | None = None) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "SPARK_HOME": str(HOME),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    environment["PYTHONPATH"] = os.pathsep.join(sys.path[:1])  # the modules of this folder
    pinned = [] if core is None else ["taskset", "--cpu-list", str(core)]
    command = [*pinned, str(HOME / "bin" / "spark-class"), *words]
    return subprocess.Popen(command, env=environment, stdout=log.open("ab"), stderr=subprocess.STDOUT)


def _await_port(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise RuntimeError("the master does not start")


@contextlib.contextmanager
def cluster(workers: int, folder: pathlib.Path) -> Iterator[tuple[str, list[int]]]:
    """The address of the master, and the processes of the workers.

    Each worker, with its executor and Python process, is kept on a core of its own: these two work at the same
    time, and one worker alone would take two cores.
    """
    folder.mkdir(parents=True, exist_ok=True)
    port, log = _free_port(), folder / "cluster.log"
    cores = sorted(os.sched_getaffinity(0))
    names = ["org.apache.spark.deploy.master.Master", "org.apache.spark.deploy.worker.Worker"]
    started = [_start(log, names[0], "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(_free_port()))]
    try:
        _await_port(port)
        address = f"spark://127.0.0.1:{port}"
        for i in range(workers):
            how = ["--cores", "1", "--memory", "2g", "--webui-port", str(_free_port())]
            how += ["--work-dir", str(folder / f"worker{i}"), address]
            started.append(_start(log, names[1], *how, core=cores[i % len(cores)]))
        yield address, [process.pid for process in started[1:]]
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


@contextlib.contextmanager
def session(address: str, cores: int, folder: pathlib.Path) -> Iterator[Any]:
    """A session that uses all workers, and logs its tasks in a folder."""
    from pyspark.sql import SparkSession

    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(address).appName("papni")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.cores": 1,
        "spark.executor.memory": MEMORY,
        "spark.cores.max": cores,
        "spark.eventLog.enabled": "true",
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": folder.as_uri(),
        "spark.scheduler.minRegisteredResourcesRatio": 1.0,
        "spark.sql.files.maxPartitionBytes": "8m",
        "spark.executorEnv.PYTHONPATH": sys.path[0],
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    found = builder.getOrCreate()
    found.sparkContext.setLogLevel("OFF")
    try:
        yield found
    finally:
        found.stop()


def _processes() -> dict[int, tuple[int, float, bytes]]:
    """Of each process: its parent, its processor time with that of children that have ended, its command."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            ticks = sum(map(int, fields[11:15]))
            command = (entry / "cmdline").read_bytes()
            found[int(entry.name)] = int(fields[1]), ticks / os.sysconf("SC_CLK_TCK"), command
    return found


def processor_seconds(workers: list[int]) -> float:
    """The processor time of the executors, with their Python processes."""
    processes = _processes()
    total, below = 0.0, set(workers)
    for _ in range(6):  # a few levels
        below |= {process for process, (parent, *_) in processes.items() if parent in below}
    for process in below - set(workers):
        total += processes[process][1]
    return total


def _executors(workers: list[int]) -> list[int]:
    """The processes of executors, which are children of the workers."""
    return [
        process
        for process, (parent, _, command) in _processes().items()
        if parent in workers and b"CoarseGrainedExecutorBackend" in command
    ]


def kill_one_later(workers: list[int], seconds: float) -> tuple[threading.Thread, list[int]]:
    """Kills an executor after a while; the list has its process then."""
    killed: list[int] = []

    def kill() -> None:
        time.sleep(seconds)
        if found := _executors(workers):
            os.kill(found[0], signal.SIGKILL)
            killed.append(found[0])

    thread = threading.Thread(target=kill)
    thread.start()
    return thread, killed
