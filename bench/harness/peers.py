"""The peers: fetched into build/bench/ at the versions of bench/peers.txt."""

import shutil
import subprocess
import sys

from .programs import FOLDER, ROOT, Failed

DRIVERS = ROOT / "bench" / "peers"
PLAIN = "plain EDSM in C"
ONE_PROCESS = "papni, in one process"


def versions():
    """Name and version of each line of peers.txt, in its order."""
    lines = (ROOT / "bench" / "peers.txt").read_text().splitlines()
    return [tuple(line.split()) for line in lines if line and not line.startswith("#")]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{command[0]}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def fetch_aalpy(version):
    folder = FOLDER / f"aalpy-{version}"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin" / "pip", "install", "--quiet", f"aalpy=={version}")
        (folder / "complete").touch()
    return [folder / "bin" / "python", DRIVERS / "aalpy_driver.py"]


def fetch_learnlib(named):
    jars = FOLDER / f"learnlib-{named['learnlib']}"
    classes = FOLDER / "learnlib-driver"
    if not (jars / "complete").exists():
        shutil.rmtree(jars, ignore_errors=True)
        options = [f"-D{name}={version}" for name, version in named.items() if name != "aalpy"]
        run("mvn", "--batch-mode", "--quiet", "-f", DRIVERS / "pom.xml", f"-Dmaven.repo.local={FOLDER / 'maven'}",
            f"-Djars={jars}", *options, "dependency:copy")
        (jars / "complete").touch()
    run("javac", "-cp", f"{jars}/*", "-d", classes, DRIVERS / "LearnLibDriver.java")
    return ["java", "-cp", f"{classes}:{jars}/*", "LearnLibDriver"]


def fetch():
    """The command of each peer's driver, by the name in the tables."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    named = versions()
    drivers = {f"AALpy {version}": fetch_aalpy(version) for name, version in named if name == "aalpy"}
    drivers[f"LearnLib {dict(named)['learnlib']}"] = fetch_learnlib(dict(named))
    return drivers


def own():
    """The drivers of bench/peers that need nothing: papni's own, and the plain learner."""
    return {ONE_PROCESS: [FOLDER / "papni_driver"], PLAIN: [FOLDER / "plain_edsm"]}


def runtimes():
    """What the peers run on."""
    java = run("java", "-version").splitlines()[0]
    return {"python": sys.version.split()[0], "java": java}
