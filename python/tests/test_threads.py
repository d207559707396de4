"""Parallel learners, other threads, Ctrl-C, and memory."""

import _thread
import array
import gc
import io
import os
import pickle
import random
import signal
import sys
import threading
import types
import weakref
from concurrent.futures import ThreadPoolExecutor

import pandas
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


def noise(count):
    """A model of words with random labels: about a state for every 20 of them."""
    source = random.Random(11)
    words = [(word, source.random() < 0.5) for word, _ in random_words(count, seed=11, longest=30)]
    return papni.learn(words, **PARENTHESES, model="dfa", method="rpni")


@pytest.fixture(scope="module")
def models():
    """A model for what takes long with few states, and one for what needs many."""
    return types.SimpleNamespace(small=noise(1000), large=noise(50_000))


LONG_WORD = papni.Words(bytes(10_000_000), array.array("q", [0, 10_000_000]), "a")
LONG = {
    "learn": lambda m: papni.learn(random_words(2000, seed=3, longest=40), **PARENTHESES),
    "tree": lambda m: papni.Tree(random_words(20000, seed=3, longest=40), **PARENTHESES),
    "minimize": lambda m: m.large.minimize(),
    "combine": lambda m: m.small & m.small.rename({"a": "b", "b": "a"}),
    "diff": lambda m: m.large.diff(m.large.minimize()),
    "equal": lambda m: m.large == m.large.minimize(),
    "generate": lambda m: m.small.generate(20000, length=(0, 30)),
    "count": lambda m: m.large.count(200),
    "cover": lambda m: m.small.cover(),
    "shortest": lambda m: m.small.shortest(20000),
    "export": lambda m: m.large.export("json"),
    "accepts": lambda m: m.small.accepts("a" * 5_000_000),
    "accepts_many": lambda m: m.small.accepts_many(LONG_WORD),
    "evaluate": lambda m: m.small.evaluate(random_words(20000, seed=5)),
}


@pytest.mark.parametrize("name", LONG)
def test_the_gil_is_released(name, models):
    """During every long call another thread runs, although nobody gives up the GIL unasked."""
    go, turns = threading.Event(), []

    def turn():
        go.wait()
        turns.append(None)

    switch = sys.getswitchinterval()
    other = threading.Thread(target=turn)
    other.start()
    sys.setswitchinterval(1000)
    try:
        go.set()
        for _ in range(1000):  # the other thread may wait for a core
            LONG[name](models)
            if turns:
                break
        seen = len(turns)
    finally:
        sys.setswitchinterval(switch)
        other.join()
    assert seen == 1


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


ONE, OTHER = papni.language("arith"), papni.language("arith").rename({"1": "0"})
DOCUMENTS = papni.learn([("[]", True), ("[1]", True), ("", False)], lexer="json", model="sevpa")
SAMPLES = [("1", True), ("(1)", True), ("1+", False), ("(", False)]

OPERATIONS = [
    lambda: ONE & OTHER,
    lambda: ONE | OTHER,
    lambda: ONE - OTHER,
    lambda: ~ONE,
    lambda: ONE == OTHER,
    lambda: hash(ONE.minimize()),
    lambda: ONE.diff(OTHER),
    lambda: ONE.check("(1+"),
    lambda: ONE.explain("(1)"),
    lambda: ONE.export("lark"),
    lambda: ONE.errors(SAMPLES),
    lambda: ONE.cover(),
    lambda: ONE.shortest(3),
    lambda: ONE.count(5),
    lambda: ONE.generate(4),
    lambda: ONE.show(),
    lambda: pickle.loads(pickle.dumps(ONE)),
    lambda: DOCUMENTS.check("[1, 2"),
    lambda: papni.lex("[1, 2", "json"),
    lambda: papni.import_model(io.StringIO(ONE.export("table")), "table"),
    lambda: papni.matching(SAMPLES, call="(", return_=")"),
    lambda: papni.split(SAMPLES),
    lambda: papni.contradictions(SAMPLES),
    lambda: papni.learn(SAMPLES, call="(", return_=")", explain=True),
    lambda: pickle.loads(pickle.dumps(papni.Tree(SAMPLES, call="(", return_=")"))),
]


class Recorder:
    """The C library, with a record of which threads called what."""

    def __init__(self, lib):
        self.lib, self.threads = lib, {}

    def __getattr__(self, name):
        value = getattr(self.lib, name)
        if not isinstance(value, types.BuiltinFunctionType):
            return value

        def call(*arguments):
            self.threads.setdefault(name, set()).add(threading.current_thread())
            return value(*arguments)

        return call


FRAME = pandas.DataFrame({"case": [1, 1, 2], "event": ["(", ")", "1"], "label": ["+", "+", "-"]})
BROKEN = [[("(", None), ("x", "in")], [("(", None), (")", 1)]]

# Calls whose time depends on their input, by the function of C: all that have no watch.
LISTENING = {
    "papni_split": lambda tmp: papni.split(SAMPLES),
    "papni_samples_contradictions": lambda tmp: papni.contradictions(SAMPLES),
    "papni_samples_check": lambda tmp: papni.matching(SAMPLES, **PARENTHESES),
    "papni_samples_encode": lambda tmp: papni.encode(SAMPLES, **PARENTHESES),
    "papni_samples_inputs": lambda tmp: papni.learn(BROKEN, model="vpt", **PARENTHESES),
    "papni_samples_add_document": lambda tmp: papni.split([("[1]", True), ("[", False)], lexer="json"),
    "papni_layout_read": lambda tmp: papni.split(FRAME, case="case", event="event"),
    "papni_layout_read_file": lambda tmp: papni.split(tmp / "words"),
    "papni_coverage_new": lambda tmp: ONE.coverage(SAMPLES),
    "papni_model_count": lambda tmp: ONE.with_counts(SAMPLES),
    "papni_python_score": lambda tmp: ONE.with_counts(SAMPLES).score(SAMPLES),
    "papni_python_bits": lambda tmp: ONE.with_counts(SAMPLES).bits("1+1"),
    "papni_python_run_words": lambda tmp: ONE.accepts("1+1"),
    "papni_python_run_word": lambda tmp: ONE.check("1+1"),
    "papni_python_run_samples": lambda tmp: ONE.evaluate(tmp / "words"),
    "papni_run_look_ahead": lambda tmp: ONE.check("1+"),
    "papni_least_new": lambda tmp: ONE.diff(OTHER),
    "papni_model_write": lambda tmp: ONE.to_json(),
    "papni_model_read": lambda tmp: papni.Model.from_json(ONE.to_json()),
    "papni_model_read_file": lambda tmp: papni.Model.load(tmp / "model"),
    "papni_model_import": lambda tmp: papni.import_model(io.StringIO(ONE.export("table")), "table"),
    "papni_model_import_file": lambda tmp: papni.import_model(tmp / "table", "table"),
    "papni_story_write": lambda tmp: papni.learn(SAMPLES, **PARENTHESES, explain=True),
    "papni_tree_prune": lambda tmp: papni.Tree(SAMPLES, count="words").prune(1),
    "papni_tree_samples": lambda tmp: papni.Tree(SAMPLES).words(),
    "papni_tree_write": lambda tmp: papni.Tree(SAMPLES).to_bytes(),
    "papni_trees_draw": lambda tmp: papni.Tree(SAMPLES).to_dot(),
    "papni_tree_read": lambda tmp: papni.Tree.from_bytes(papni.Tree(SAMPLES).to_bytes()),
    "papni_tree_open": lambda tmp: papni.Tree.load(tmp / "tree"),
    "papni_tree_merge_parts": lambda tmp: papni.merge_trees([papni.Tree(SAMPLES).to_bytes()] * 2),
}


@pytest.mark.parametrize("function", LISTENING)
@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
def test_the_main_thread_listens(function, tmp_path, monkeypatch):
    """Another thread makes every long call, and the main thread waits for Ctrl-C."""
    ONE.save(tmp_path / "model")
    ONE.export("table", tmp_path / "table")
    papni.Tree(SAMPLES).save(tmp_path / "tree")
    (tmp_path / "words").write_text("+ 1\n- 1 +\n")
    modules = [m for name, m in sys.modules.items() if name.split(".")[0] == "papni" and hasattr(m, "ffi")]
    recorder = Recorder(papni._papni.lib)
    for module in modules:
        if getattr(module, "lib", None) is recorder.lib:
            monkeypatch.setattr(module, "lib", recorder)
    monkeypatch.setattr(papni._callbacks, "_LONG", 0, raising=False)  # everything is long
    LISTENING[function](tmp_path)
    assert recorder.threads[function]
    assert threading.main_thread() not in recorder.threads[function]


def test_a_watcher_for_several_calls():
    steps = []
    watcher = papni._callbacks.Watcher(lambda *step: steps.append(step))
    progress = watcher.progress
    for _ in range(2):
        papni._callbacks.patiently(lambda: watcher.progress("merging", 1, 2), watcher)
        assert watcher.progress is progress  # otherwise the next call would wait for the last one
    assert steps == [("merging", 1, 2)] * 2


def test_an_interrupted_writer_stops():
    """After Ctrl-C, C is not allowed to write on in the background."""
    watcher = papni._callbacks.Watcher()
    watcher.stopped = True
    with pytest.raises(papni.Error, match="cannot write"):
        papni._callbacks.written(papni._papni.lib.papni_model_write, ONE._handle, b"json", watcher=watcher)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
def test_no_operation_leaks():
    """10,000 operations; 100 bytes each would show."""
    for _ in range(40):
        for operation in OPERATIONS:
            operation()
    before = memory()
    for _ in range(10_000 // len(OPERATIONS)):
        for operation in OPERATIONS:
            operation()
    assert memory() - before < 1_000_000


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


def test_ctrl_c_while_a_thread_starts(monkeypatch):
    start = _thread.start_new_thread

    def interrupted(work, arguments):
        start(work, arguments)
        raise KeyboardInterrupt

    watcher, ended = papni._callbacks.Watcher(), threading.Event()

    def call():
        while not watcher.is_cancelled():
            pass
        ended.set()

    monkeypatch.setattr(_thread, "start_new_thread", interrupted)
    with pytest.raises(KeyboardInterrupt):
        papni._callbacks.patiently(call, watcher)
    assert watcher.is_cancelled()
    ended.wait()


def test_no_thread_can_start(monkeypatch, tmp_path):
    papni.language("arith").save(tmp_path / "model.json")

    def refuse(*arguments):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refuse)
    assert papni.Model.load(tmp_path / "model.json") == papni.language("arith")


def test_a_run_keeps_its_model():
    model = papni.learn([("ab", True), ("a", False)])
    run, handle = model._new_run(), weakref.ref(model._handle)
    del model
    gc.collect()
    assert handle() is not None
    del run
    gc.collect()
    assert handle() is None
