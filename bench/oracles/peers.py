"""peers.py [SYSTEMS [STATES]]: questions and time of papni and of AALpy's KV on random 1-SEVPAs.

Both get the same perfect equivalence oracle. Time is the learner's own: without the system's answers and without
the comparison of models, but with the calls of Python functions. Needs papni and AALpy."""

import random
import statistics
import sys
import time

import papni
from aalpy.base import Oracle
from aalpy.learning_algs import run_KV
from aalpy.SULs import AutomatonSUL
from aalpy.utils import generate_random_sevpa
from papni.aalpy import from_aalpy


class Clock:
    """Counts calls of a function, and the seconds that they take."""

    def __init__(self, function):
        """Wraps the function."""
        self.function, self.calls, self.seconds = function, 0, 0.0

    def __call__(self, *arguments):
        """Calls it."""
        begin = time.perf_counter()
        try:
            return self.function(*arguments)
        finally:
            self.calls += 1
            self.seconds += time.perf_counter() - begin


class Perfect(Oracle):
    """Compares AALpy's hypothesis with the truth."""

    def __init__(self, alphabet, sul, compare):
        """`compare` takes a model."""
        super().__init__(alphabet, sul)
        self.compare = compare

    def find_cex(self, hypothesis):
        """A word on which they differ, or None."""
        return self.compare(hypothesis)


def measure(seed, size):
    """One system; returns questions and seconds of both."""
    random.seed(seed)
    machine = generate_random_sevpa(size, 3, 2, 2, 0.3, 0.7)
    truth, alphabet = from_aalpy(machine), machine.input_alphabet

    def difference(model):
        found = truth.diff(model)
        return None if found is None else found.word

    sul = AutomatonSUL(machine)
    oracle, compare = Clock(lambda word: sul.query(tuple(word))[-1]), Clock(difference)
    begin = time.perf_counter()
    model = papni.learn(
        [],
        call=alphabet.call_alphabet,
        return_=alphabet.return_alphabet,
        internal=alphabet.internal_alphabet,
        oracle=oracle,
        equivalence=compare,
    )
    own = time.perf_counter() - begin - oracle.seconds - compare.seconds
    assert truth.diff(model) is None
    sul = AutomatonSUL(machine)
    sul.query = Clock(sul.query)
    theirs = Clock(lambda hypothesis: difference(from_aalpy(hypothesis)))
    begin = time.perf_counter()
    _, info = run_KV(alphabet, sul, Perfect(alphabet, sul, theirs), "vpa", return_data=True, print_level=0)
    other = time.perf_counter() - begin - sul.query.seconds - theirs.seconds
    return oracle.calls, info["queries_learning"], own, other


systems, states = [int(x) for x in sys.argv[1:3]] + [50, 50][len(sys.argv) - 1 :]
rows = [measure(seed, 5 + seed * (states - 5) // max(1, systems - 1)) for seed in range(systems)]
print(f"{systems} systems of 5 to {states} states")
print("median questions: papni", statistics.median(r[0] for r in rows), "AALpy", statistics.median(r[1] for r in rows))
ratios = [r[0] / r[1] for r in rows]
print(f"questions, papni / AALpy: median {statistics.median(ratios):.2f}, largest {max(ratios):.2f}")
print(f"time, AALpy / papni: median {statistics.median(r[3] / r[2] for r in rows):.1f}")
