"""Parallel learners, other threads, Ctrl-C, and memory."""

import gc
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import papni
import pytest
from conftest import random_words

PARENTHESES = {"call": "(", "return_": ")"}


def test_learners_at_once():
    samples = [random_words(300, seed) for seed in range(12)]
    alone = [papni.learn(data, **PARENTHESES).to_json() for data in samples]

    def learn(data):
        model = papni.learn(data, **PARENTHESES, progress=lambda *step: None)
        assert model.evaluate(data).accuracy == 1
        return model.to_json()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(learn, samples * 4)) == alone * 4


def test_a_model_for_many_threads():
    data = random_words(2000, seed=1)
    model = papni.learn(data, **PARENTHESES)
    words = [word for word, _ in data]
    expected = model.accepts_many(words)
    with ThreadPoolExecutor(6) as pool:
        assert all(found == expected for found in pool.map(lambda _: model.accepts_many(words), range(48)))


def test_other_threads_go_on():
    """Other threads run during a call of C: otherwise they could not cancel it."""
    data = random_words(3000, seed=3, longest=40)
    started, turns = threading.Event(), []

    def turn():
        started.wait()
        while len(turns) < 1000 and threading.main_thread().is_alive():
            turns.append(None)

    switch = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # nobody gives up the GIL unasked
    try:
        other = threading.Thread(target=turn)
        other.start()
        words = papni.Words(
            bytes(10_000_000), memoryview(bytes(8) + (10_000_000).to_bytes(8, sys.byteorder)).cast("q"), "a"
        )
        model = papni.learn(data, **PARENTHESES)
        started.set()
        model.accepts_many(words)
        assert len(turns) == 1000
    finally:
        sys.setswitchinterval(switch)
        other.join()


@pytest.mark.parametrize("progress", [None, lambda *step: True])
def test_interrupts(progress):
    data = random_words(3000, seed=3, longest=40)
    expected = papni.learn(data, **PARENTHESES, method="rpni", focus="all").to_json()
    for _ in range(5):
        timer = threading.Timer(0.01, os.kill, [os.getpid(), signal.SIGINT])
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it may come at any time
            timer.start()
            for _ in range(1000):
                papni.learn(data, **PARENTHESES, method="rpni", focus="all", progress=progress)
        timer.join()
        assert papni.learn(data, **PARENTHESES, method="rpni", focus="all").to_json() == expected


def test_an_interrupt_in_the_callback():
    def interrupt(phase, done, total):
        if phase == "merging":
            signal.raise_signal(signal.SIGINT)

    data = random_words(300, seed=4)
    with pytest.raises(KeyboardInterrupt):
        papni.learn(data, **PARENTHESES, progress=interrupt)
    assert papni.learn(data, **PARENTHESES).evaluate(data).accuracy == 1


def memory():
    """Bytes that are resident and belong to no file."""
    gc.collect()
    with open("/proc/self/smaps_rollup") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Anonymous:"))


def learn_and_use(data):
    model = papni.learn(data, **PARENTHESES, progress=lambda *step: None, threads=1)
    assert model.accepts("()")
    model.transitions  # noqa: B018 - memory is what this is about
    papni.Model.from_json(model.to_json())
    for bad in ([("()", True), ("()", False)], [("", None)]):
        with pytest.raises(ValueError):  # noqa: PT011
            papni.learn(bad, **PARENTHESES)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
def test_nothing_leaks():
    data = [("()", True), ("(a)", True), ("", False), ("(())", True), ("a", False)]
    for _ in range(300):
        learn_and_use(data)
    before = memory()
    for _ in range(1000):
        learn_and_use(data)
    assert memory() - before < 500_000  # 500 bytes a learn would show
