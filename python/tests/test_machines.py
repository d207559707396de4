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


# ---- with a stack ----

SESSIONS = ["begin insert/ok end/saved", "begin begin end/kept insert/ok end/saved", "insert/lost begin end/saved"]


def test_machine_with_a_stack(tmp_path):
    file = tmp_path / "sessions.txt"
    file.write_text("%call begin\n%return end\n" + "\n".join(SESSIONS) + "\n")
    expected = papni.learn(file, model="vpt", method="rpni")
    found = papni.learn(SESSIONS, model="vpt", method="rpni", call=["begin"], return_=["end"])
    assert found.kind == "vpt"
    assert found.to_json() == expected.to_json()
    assert found.outputs(["begin", "insert", "end", "end"]) == [None, "ok", "saved"]
    assert found.evaluate_outputs(SESSIONS).accuracy == 1
    assert found.alphabet.call == (("begin", None),)
    assert pickle.loads(pickle.dumps(found)).outputs(["begin", "insert"]) == [None, "ok"]
    again = papni.Model.from_transitions(
        found.transitions, range(len(found)), call=["begin"], return_=["end"], model="vpt"
    )
    assert again.outputs(["begin", "begin", "end", "insert"]) == found.outputs(["begin", "begin", "end", "insert"])
    assert found.minimize().kind == "vpt"
    assert papni.learn(SESSIONS, model="vpa", outputs="output", call=["begin"], return_=["end"]).kind == "vpt"


def test_pairs_of_a_machine_with_a_stack():
    traces = [[("f", 1), ("x", 1), ("g", 1)], [("x", 1), ("f", 2), ("x", 2), ("g", 1)], [("h", 1), ("k", 1)]]
    model = papni.learn(traces, model="vpt", pairs=[("f", "g"), ("h", "k")], method="rpni")
    assert model.outputs(["f", "x", "g"]) == [1, 1, 1]
    assert set(model.alphabet.pairs) == {(("f", 1), ("g", 1)), (("f", 2), ("g", 1)), (("h", 1), ("k", 1))}
    again = papni.Model.from_transitions(
        model.transitions, range(len(model)), pairs=[("f", "g"), ("h", "k")], model="vpt"
    )
    assert again.to_json() == model.to_json()


def test_doubts_of_traces():
    with pytest.warns(papni.PapniWarning, match="1 trace is not well-matched and dropped, such as 'begin'"):
        papni.learn([*SESSIONS, "begin"], model="vpt", call=["begin"], return_=["end"])
    with pytest.warns(papni.PapniWarning, match="no input is a call"):
        papni.learn(["a/x"], model="vpt")


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


# ---- probabilities ----


def _chain_data(rng, kind):
    states, inputs = rng.randrange(3, 12), "ab"
    own = [rng.choice([1, 2, 3]) for _ in range(states)]
    table = {
        (q, a): ([rng.randrange(states) for _ in range(3)], [rng.random() for _ in range(3)])
        for q in range(states)
        for a in inputs
    }
    data = []
    for _ in range(200):
        state, steps = 0, []
        for _ in range(rng.randrange(1, 12)):
            letter = rng.choice(inputs)
            state = rng.choices(*table[state, letter])[0]
            steps.append((letter, own[state]))
        outputs = [output for _, output in steps]
        data.append(steps if kind == "smm" else [own[0], *(steps if kind == "mdp" else outputs)])
    return sorted(data, key=lambda word: word if kind == "smm" else word[1:])


def _chances(machine, kind):
    """The transitions with probabilities, with states numbered breadth-first."""
    number, queue, rows = {machine.initial_state.state_id: 0}, [machine.initial_state], []
    for state in queue:
        if kind == "mc":
            moves = [(str(target.output), p, target) for target, p in state.transitions]
        elif kind == "mdp":
            moves = [((i, t.output), p, t) for i, listed in state.transitions.items() for t, p in listed]
        else:
            moves = [((i, o), p, t) for i, listed in state.transitions.items() for t, o, p in listed]
        for key, p, target in sorted(moves, key=lambda move: move[0]):
            if target.state_id not in number:
                number[target.state_id] = len(queue)
                queue.append(target)
            rows.append((number[state.state_id], key, round(p, 9), number[target.state_id]))
    return rows


@pytest.mark.parametrize("kind", ["mc", "mdp", "smm"])
def test_same_chains_as_aalpy(kind):
    import aalpy.learning_algs as theirs

    for seed in range(10):
        rng = random.Random(seed)
        data, eps = _chain_data(rng, kind), rng.choice([0.05, 0.5, "auto"])
        expected = theirs.run_Alergia([list(word) for word in data], kind, eps=eps)
        assert _chances(ours.run_Alergia(data, kind, eps=eps), kind) == _chances(expected, kind)


def test_chains():
    chain = papni.learn(["a b", "a b", "a c", "a b"], model="mc")
    assert chain.probabilities == (1.0, 0.75, 0.25)
    assert papni.learn(["a b", "a c"], method="alergia", alpha="auto").kind == "mc"
    assert papni.Model.from_json(chain.to_json()).probabilities == chain.probabilities
    assert papni.learn([("a", True), ("b", False)], model="dfa").probabilities is None
    with pytest.raises(papni.UsageError, match="above 0"):
        papni.learn(["a b"], model="mc", alpha=0)
    with pytest.raises(TypeError, match="alpha"):
        papni.learn(["a b"], model="mc", alpha="x")
    process = papni.learn([[(None, "s"), ("i", "x")], [(None, "s"), ("i", "y")]], model="mdp")
    assert process.output(0) == "s"
    assert "dtmc" in chain.export("prism")
    assert ours.run_Alergia([["s", "a"]], "mc").step() == "a"
    with pytest.raises(ValueError, match="same output"):
        ours.run_Alergia([["s", "a"], ["t"]], "mc")


# ---- k-tails ----


def _k_tails(words, k):
    """A slow twin: trees as dicts, tails as frozen trees, folding by recursion."""
    tree = {"end": False, "on": {}}
    nodes = [((), tree)]
    for word in sorted(words, key=lambda w: (len(w), w)):
        node = tree
        for i, symbol in enumerate(word):
            if symbol not in node["on"]:
                node["on"][symbol] = {"end": False, "on": {}}
                nodes.append((tuple(word[: i + 1]), node["on"][symbol]))
            node = node["on"][symbol]
        node["end"] = True

    def tail(node, depth):
        below = frozenset((s, tail(c, depth - 1)) for s, c in node["on"].items()) if depth else None
        return node["end"], below

    rank = {id(node): i for i, (_, node) in enumerate(sorted(nodes, key=lambda n: (len(n[0]), n[0])))}
    tails = {id(node): tail(node, k) for _, node in nodes}
    ends = {id(node): node["end"] for _, node in nodes}
    on = {id(node): {s: id(c) for s, c in sorted(node["on"].items())} for _, node in nodes}

    def fold(to, gone):
        ends[to] |= ends[gone]
        for symbol, child in on[gone].items():
            if symbol in on[to]:
                fold(on[to][symbol], child)
            else:
                on[to][symbol] = child

    reds = [id(tree)]
    while blues := [(rank[c], r, s, c) for r in reds for s, c in on[r].items() if c not in reds]:
        _, parent, symbol, blue = min(blues)
        same = next((red for red in reds if tails[red] == tails[blue]), None)
        if same is None:
            reds.append(blue)
        else:
            on[parent][symbol] = same
            fold(same, blue)
    number, queue, rows = {id(tree): 0}, [id(tree)], []
    for state in queue:
        for symbol, target in sorted(on[state].items()):
            if target not in number:
                number[target] = len(queue)
                queue.append(target)
            rows.append((number[state], symbol, number[target]))
    return rows, [ends[state] for state in queue]


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
def test_k_tails():
    for seed in range(60):
        rng = random.Random(seed)
        words = {"".join(rng.choice("abc") for _ in range(rng.randrange(0, 8))) for _ in range(rng.randrange(1, 25))}
        k = rng.randrange(0, 4)
        model = papni.learn([(word, True) for word in words], method="k-tails", k=k)
        rows, ends = _k_tails(words, k)
        assert [(t.source, t.symbol, t.target) for t in model.transitions] == rows
        assert [state.accepting for state in model] == ends


def test_k_tails_of_traces():
    with pytest.warns(papni.PapniWarning, match="nondeterministic"):
        papni.learn([("ab", True), ("aab", True), ("aaab", True)], method="k-tails", k=1)
    machine = ours.run_k_tails([[("a", 1), ("a", 2)], [("a", 1), ("a", 2), ("a", 1)]], "mealy", 1, print_info=False)
    assert machine.outputs_on_input("a") == [1]
    assert machine.step_to("a", 1) == 1
    assert machine.step_to("a", 3) is None


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
def test_k_tails_of_aalpy():
    """AALpy merges states that do not contradict each other to depth k; ours must have the same tails."""
    import aalpy.learning_algs as theirs

    data = [[("a", 1), ("a", 1), ("b", 2)], [("b", 1)]]
    states = [len(module.run_k_tails(data, "mealy", 1, print_info=False).states) for module in (ours, theirs)]
    assert states == [4, 1]
    for seed in range(30):
        rng = random.Random(seed)
        system, k = _system(rng, rng.randrange(2, 6), "ab", "xy"), rng.randrange(0, 4)
        data = []
        for _ in range(rng.randrange(1, 30)):
            state, trace = 0, []
            for letter in rng.choices("ab", k=rng.randrange(1, 9)):
                state, output = system[state][letter]
                trace.append((letter, output))
            data.append(trace)
        found = ours.run_k_tails(data, "mealy", k, print_info=False)
        expected = theirs.run_k_tails(data, "mealy", k, print_info=False)
        for machine in (found, expected):
            for trace in data:
                machine.reset_to_initial()
                assert all(machine.step_to(letter, output) == output for letter, output in trace)
        assert len(found.states) >= len(expected.states) or k == 0


def test_completeness():
    data = [(("a",), "x"), (("b", "a"), "y")]
    for where in ("self_loop", "sink_state"):
        machine = ours.run_RPNI(data, "mealy", input_completeness=where, print_info=False)
        assert machine.is_input_complete()


@pytest.mark.parametrize("line", ['{"input": ["a", "c"], "output": ["x", "z"]}', '{"word": ["a/x", "c/z"]}'])
def test_jsonl(tmp_path, line):
    """Both forms of traces are read."""
    file = tmp_path / "traces.jsonl"
    file.write_text(line + "\n")
    assert papni.learn(file, model="mealy").outputs(["a", "c"]) == ["x", "z"]
    with pytest.raises(papni.InputError, match='"answer" is missing, which --outputs names'):
        papni.learn(file, model="mealy", outputs="answer")


def test_outputs_beside_words(tmp_path):
    """Outputs are never ignored."""
    file = tmp_path / "traces.jsonl"
    file.write_text('{"word": ["a/b", "c"], "output": ["x", "z"]}\n')
    with pytest.raises(papni.InputError, match='"output" needs its inputs in an array "input"'):
        papni.learn(file, model="mealy")
