"""Moore and Mealy machines: from Python, and in comparison with AALpy."""

import contextlib
import io
import pickle
import random

import papni
import pytest
from papni import aalpy as ours

aalpy = pytest.importorskip("aalpy")

TRACES = ["coin/ok tea/tea coin/ok", "tea/no coin/ok coin/full tea/tea tea/no"]


def test_traces_in_all_forms():
    expected = papni.learn(TRACES, model="mealy")
    pairs = [[tuple(step.split("/")) for step in trace.split()] for trace in TRACES]
    found = papni.learn(pairs, model="mealy")
    assert found.kind == "mealy"
    assert found.to_json() == expected.to_json()
    assert found.outputs(["tea", "coin", "coin", "tea", "jump", "tea"]) == ["no", "ok", "full", "tea"]
    assert found.transitions[0].symbol == ("coin", "ok")


def test_any_values_and_unknown_outputs():
    model = papni.learn([[(1, True), (2, None)], [(2, 3.5)]], model="mealy", method="rpni")
    assert model.outputs([1, 2]) == [True, 3.5]
    assert pickle.loads(pickle.dumps(model)).outputs([1, 2]) == [True, 3.5]


def test_moore_machine():
    model = papni.learn([[(None, 0), ("press", 1), ("press", 0)], [("press", 1), ("hold", 1)]], model="moore")
    assert [model.output(i) for i in range(len(model))] == [0, 1]
    assert model.outputs(["press", "hold", "press"]) == [1, 1, 0]
    again = papni.Model.from_json(model.to_json())
    assert again.kind == "moore"
    assert again.output(0) == "0"
    assert model.minimize().kind == "moore"
    assert "state 1, output 1" in model.show()


def test_from_transitions():
    model = papni.Model.from_transitions([(0, ("a", "x"), 1), (1, ("a", "y"), 0)], [0, 1], model="mealy")
    assert model.outputs("aaa") == ["x", "y", "x"]
    with pytest.raises(papni.InputError, match="second on this input"):
        papni.Model.from_transitions([(0, ("a", "x"), 0), (0, ("a", "y"), 0)], [0], model="mealy")


def test_files(tmp_path):
    file = tmp_path / "traces.csv"
    file.write_text("input,answer\ncoin tea,ok tea\ntea coin,no ?\n")
    model = papni.learn(file, model="mealy", outputs="answer")
    assert model.outputs(["coin", "tea", "tea"]) == ["ok", "tea", "no"]


def test_evaluation():
    model = papni.learn(TRACES, model="mealy")
    found = model.evaluate_outputs(["coin/ok tea/tea", "coin/ok coin/none", "jump/high"])
    assert found == (3, 1, 5, 3)
    assert found.accuracy == 0.6
    assert found.trace_accuracy == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"samples": ["a/x b/"], "model": "mealy"}, "no output after the slash"),
        ({"samples": [[("a", "x/y")]], "model": "mealy"}, "must not contain /"),
        ({"samples": [["a/x"]], "model": "mealy", "call": "a"}, "call: not for machines"),
        ({"samples": [["a/x"]], "model": "mealy", "explain": True}, "explain"),
        ({"samples": [("a", True)], "model": "dfa", "outputs": "answer"}, "outputs: for machines alone"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        papni.learn(**arguments)


def test_other_models_have_no_outputs():
    model = papni.learn([("a", True), ("b", False)], model="dfa")
    for wrong in (lambda: model.outputs("a"), lambda: model.output(0), lambda: model.evaluate_outputs([])):
        with pytest.raises(ValueError, match="dfa"):
            wrong()


def test_contradictions():
    with pytest.raises(papni.ContradictionError, match=r"samples:2.*the output is 'z' here, but 'y'"):
        papni.learn(["a/x b/y", "a/x b/z"], model="mealy")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert ours.run_RPNI([("a", 1), ("a", 2)], "mealy") is None
    assert "contradictory" in said.getvalue()


# ---- AALpy ----


def _system(rng, states, inputs, outputs):
    return [{a: (rng.randrange(states), rng.choice(outputs)) for a in inputs} for _ in range(states)]


def _data(rng, system, inputs, words, moore):
    """All prefixes of random traces, with the output after each."""
    own = [f"o{q % 3}" for q in range(len(system))]
    found = {(): own[0]} if moore else {}
    for _ in range(words):
        state, word = 0, ()
        for _ in range(rng.randrange(1, 12)):
            word += (rng.choice(inputs),)
            state, output = system[state][word[-1]]
            found[word] = own[state] if moore else output
    return sorted(found.items(), key=lambda pair: (len(pair[0]), pair[0]))


def _rows(machine):
    """The transitions, with states numbered breadth-first in the order of inputs."""
    number, queue, rows = {id(machine.initial_state): 0}, [machine.initial_state], []
    for state in queue:
        for letter in sorted(state.transitions):
            target = state.transitions[letter]
            if id(target) not in number:
                number[id(target)] = len(queue)
                queue.append(target)
            output = state.output_fun[letter] if hasattr(state, "output_fun") else target.output
            rows.append((number[id(state)], letter, output, number[id(target)]))
    return rows


@pytest.mark.parametrize("kind", ["moore", "mealy"])
@pytest.mark.parametrize("name", ["run_RPNI", "run_EDSM"])
def test_same_machines_as_aalpy(kind, name):
    import aalpy.learning_algs as theirs

    same = 0
    for seed in range(12):
        rng = random.Random(seed)
        inputs = "abc"[: rng.choice([2, 3])]
        data = _data(rng, _system(rng, rng.randrange(3, 9), inputs, "xyz"), inputs, 60, kind == "moore")
        expected = getattr(theirs, name)(list(data), kind, print_info=False)
        found = getattr(ours, name)(data, kind, print_info=False)
        for word, output in data:
            if word:
                assert found.execute_sequence(found.initial_state, word)[-1] == output
        same += _rows(found) == _rows(expected)
    assert same >= 9  # ties may differ: the order of inputs is another


def test_machines_of_aalpy_read_ours(tmp_path):
    from aalpy.automata import MealyMachine, MooreMachine
    from aalpy.utils import load_automaton_from_file

    data = [(("a",), "x"), (("a", "a"), "y"), (("b",), "x"), (("a", "b"), "x")]
    mealy, moore = (ours.run_RPNI(data, kind, print_info=False) for kind in ("mealy", "moore"))
    theirs = MealyMachine.from_state_setup(mealy.to_state_setup())
    assert theirs.execute_sequence(theirs.initial_state, "aab") == mealy.execute_sequence(mealy.initial_state, "aab")
    other = MooreMachine.from_state_setup(moore.to_state_setup())
    assert other.execute_sequence(other.initial_state, "ab") == moore.execute_sequence(moore.initial_state, "ab")
    model = papni.learn(TRACES, model="mealy")
    model.export("aalpy", tmp_path / "machine.dot")
    read = load_automaton_from_file(tmp_path / "machine.dot", automaton_type="mealy")
    assert read.execute_sequence(read.initial_state, ["tea", "coin"]) == ["no", "ok"]


def test_completeness():
    data = [(("a",), "x"), (("b", "a"), "y")]
    for where in ("self_loop", "sink_state"):
        machine = ours.run_RPNI(data, "mealy", input_completeness=where, print_info=False)
        assert machine.is_input_complete()
