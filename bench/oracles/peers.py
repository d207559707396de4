"""peers.py [SYSTEMS [STATES]]: questions and time of papni, AALpy's KV and LearnLib's TTT on random 1-SEVPAs.

All three get the same perfect equivalence oracle: the shortest word on which the hypothesis and the system differ.
Questions are different words. Time is the learner's own, without the system's answers and the comparison of models: CPU
time for papni and AALpy, less what the clocks themselves cost. papni's is given with and without the Python functions
that C calls ("in C": a run of its own). Needs papni and AALpy (build/python/environment has them), Java and Maven,
which fetches LearnLib into build/bench; without these two, LearnLib is left out."""

import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import papni
from aalpy.base import Oracle
from aalpy.learning_algs import run_KV
from aalpy.SULs import AutomatonSUL
from aalpy.utils import generate_random_sevpa
from papni import _oracle
from papni.aalpy import from_aalpy

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent.parent / "build" / "bench"


class Clock:
    """Counts calls of a function, and the seconds that they take."""

    cost = 0.0  # of one call, outside of its own seconds

    def __init__(self, function):
        """Wraps the function."""
        self.function, self.calls, self.seconds = function, 0, 0.0

    @classmethod
    def calibrate(cls, calls=100_000):
        """Measures the cost."""
        empty = cls(lambda _: None)
        begin = time.thread_time()
        for i in range(calls):
            empty(i)
        cls.cost = (time.thread_time() - begin - empty.seconds) / calls

    def total(self):
        """The seconds to take off: the function's and the clock's."""
        return self.seconds + self.calls * self.cost

    def __call__(self, *arguments):
        """Calls it."""
        begin = time.thread_time()
        try:
            return self.function(*arguments)
        finally:
            self.calls += 1
            self.seconds += time.thread_time() - begin


class Perfect(Oracle):
    """Compares AALpy's hypothesis with the truth."""

    def __init__(self, alphabet, sul, compare):
        """`compare` takes a model."""
        super().__init__(alphabet, sul)
        self.compare = compare

    def find_cex(self, hypothesis):
        """A word on which they differ, or None."""
        return self.compare(hypothesis)


def fetch_learnlib():
    """The command that runs LearnLib, or None."""
    if not shutil.which("mvn") or not shutil.which("javac"):
        return None
    jars, classes = FOLDER / "learnlib-vpa", FOLDER / "learnlib-vpa-driver"
    if not (jars / "complete").exists():
        shutil.rmtree(jars, ignore_errors=True)
        lines = (HERE.parent / "peers.txt").read_text().splitlines()
        options = ["-D" + "=".join(line.split()) for line in lines if line and line[0] not in "#"]
        maven = ["mvn", "--batch-mode", "--quiet", "-f", HERE / "pom.xml", f"-Dmaven.repo.local={FOLDER / 'maven'}"]
        subprocess.run([*maven, f"-Djars={jars}", *options, "dependency:copy"], check=True)
        (jars / "complete").touch()
    subprocess.run(["javac", "-nowarn", "-cp", f"{jars}/*", "-d", classes, HERE / "Ttt.java"], check=True)
    return ["java", "-cp", f"{classes}:{jars}/*", "Ttt"]


class LearnLib:
    """A process that runs TTT."""

    def __init__(self, command):
        """Starts it."""
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *lines):
        """Writes lines."""
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def learn(self, truth, difference):
        """Questions and seconds for one system."""
        alphabet = truth.alphabet
        kinds = [("internal", alphabet.internal), ("call", alphabet.call), ("return", alphabet.return_)]
        self.send("system", *(" ".join([kind, *symbols]) for kind, symbols in kinds))
        self.send(f"states {len(truth)}", *(f"accepts {state.number}" for state in truth if state.accepting))
        for t in truth.transitions:
            if t.symbol in alphabet.return_:
                self.send(f"pop {t.source} {t.symbol} {t.caller} {t.popped} {t.target}")
            elif t.symbol in alphabet.internal:
                self.send(f"step {t.source} {t.symbol} {t.target}")
        self.send("end")
        while True:
            found = self.receive(alphabet)
            if not isinstance(found, papni.Model):
                return found
            word = difference(found)
            self.send("equal" if word is None else " ".join(["word", *word]))

    def receive(self, alphabet):
        """A hypothesis, or questions and seconds."""
        accepting, steps, start, states = [], [], 0, 1
        for line in self.process.stdout:
            kind, *rest = line.split()
            if kind == "done":
                return int(rest[0]), float(rest[1])
            if kind == "states":
                states = int(rest[0])
            elif kind == "start":
                start = int(rest[0])
            elif kind == "accepts":
                accepting.append(int(rest[0]))
            elif kind == "step":
                steps.append((int(rest[0]), rest[1], int(rest[2])))
            elif kind == "pop":
                steps.append((int(rest[0]), rest[1], int(rest[4]), rest[3], int(rest[2])))
            elif kind == "end":
                break
        assert start == 0
        calls = [(state, call, 0) for state in range(states) for call in alphabet.call]
        declared = {"call": alphabet.call, "return_": alphabet.return_, "internal": alphabet.internal}
        return papni.Model.from_transitions(steps + calls, accepting, model="sevpa", **declared)


def measure_papni(machine, difference, inside=()):
    """Questions and seconds, without the methods `inside` of the class that C calls."""
    alphabet, sul = machine.input_alphabet, AutomatonSUL(machine)
    asked = []
    clocks = [
        Clock(lambda words: asked.append(len(words)) or [sul.query(word)[-1] for word in words]),
        Clock(difference),
    ]
    teacher = _oracle._WordTeacher
    inner = {name: Clock(getattr(teacher, name)) for name in inside}
    for name, clock in inner.items():
        setattr(teacher, name, lambda *arguments, clock=clock: clock(*arguments))
    begin = time.thread_time()
    model = papni.learn(
        [],
        call=alphabet.call_alphabet,
        return_=alphabet.return_alphabet,
        internal=alphabet.internal_alphabet,
        oracle_many=clocks[0],
        equivalence=clocks[1],
    )
    seconds = time.thread_time() - begin
    for name, clock in inner.items():
        setattr(teacher, name, clock.function)
    assert difference(model) is None
    return sum(asked), seconds - sum(clock.total() for clock in inner.values() or clocks)


def measure(seed, size, learnlib):
    """One system; returns questions and seconds of each."""
    random.seed(seed)
    machine = generate_random_sevpa(size, 3, 2, 2, 0.3, 0.7)
    truth, alphabet = from_aalpy(machine), machine.input_alphabet

    def difference(model):
        found = truth.diff(model)
        return None if found is None else found.word

    row = {"papni": measure_papni(machine, difference)}
    row["papni in C"] = measure_papni(machine, difference, ("words", "answer", "compare"))
    sul = AutomatonSUL(machine)
    sul.query = Clock(sul.query)
    theirs = Clock(lambda hypothesis: difference(from_aalpy(hypothesis)))
    begin = time.thread_time()
    _, info = run_KV(alphabet, sul, Perfect(alphabet, sul, theirs), "vpa", return_data=True, print_level=0)
    seconds = time.thread_time() - begin - sul.query.total() - theirs.total()
    row["AALpy KV"] = info["queries_learning"], seconds
    if learnlib:
        row["LearnLib TTT"] = learnlib.learn(truth, difference)
    print(seed, len(truth), row, flush=True, file=sys.stderr)
    return row


def main():
    """Prints a table."""
    systems, states = [int(x) for x in sys.argv[1:3]] + [50, 50][len(sys.argv) - 1 :]
    command = fetch_learnlib()
    Clock.calibrate()
    learnlib = LearnLib(command) if command else None
    rows = [measure(seed, 5 + seed * (states - 5) // max(1, systems - 1), learnlib) for seed in range(systems)]
    print(f"{systems} random 1-SEVPAs of 5 to {states} states\n")
    print("| | questions, median | questions / papni's, median | time, total | time / papni's, median | smallest |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in rows[0]:
        questions = statistics.median(row[name][0] for row in rows)
        more = statistics.median(row[name][0] / row["papni"][0] for row in rows)
        slower = [row[name][1] / row["papni"][1] for row in rows]
        total = sum(row[name][1] for row in rows)
        middle = statistics.median(slower)
        print(f"| {name} | {questions:,.0f} | {more:.2f} | {total:.2f} s | {middle:.1f} | {min(slower):.1f} |")


main()
