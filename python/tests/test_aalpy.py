"""papni.aalpy: compatibility with AALpy, and conversions."""

import inspect
import pickle
import shutil
import subprocess
import sys

import aalpy.automata as theirs
import aalpy.learning_algs
import papni
import papni.aalpy as ours
import pytest
from aalpy.utils import load_automaton_from_file
from conftest import PAPER, random_words, well_matched

# The parameters of AALpy's functions, in this order in 1.5.1, 1.6.2 and 2.0.0.
SIGNATURES = {
    "run_RPNI": ["data", "automaton_type", "algorithm", "input_completeness", "print_info"],
    "run_EDSM": ["data", "automaton_type", "input_completeness", "print_info"],
    "run_k_tails": ["data", "automaton_type", "k", "input_completeness", "print_info"],
    "run_Alergia": ["data", "automaton_type", "eps", "compatibility_checker", "print_info"],
}

ALPHABET = ours.VpaAlphabet(["a", "b"], ["("], [")"])
DATA = random_words(400, seed=7)


def vpa_accepts(vpa, word):
    vpa.reset_to_initial()
    for letter in word:
        vpa.step(letter)
    return vpa.step(None)


def test_the_papers_listing(root):
    listing = root / "python" / "tests" / "listing.py"
    done = subprocess.run([sys.executable, listing], capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if "size" in line] == [
        "RPNI model size: 5",
        "PAPNI model size: 3",
    ]


@pytest.mark.parametrize("algorithm", ["gsm", "classic", "edsm"])
def test_run_papni(algorithm, capsys):
    vpa = ours.run_PAPNI(DATA, ALPHABET, algorithm=algorithm)
    assert f"PAPNI learned {vpa.size} states" in capsys.readouterr().out
    assert vpa.size == len(vpa.states)
    assert vpa.states[0] is vpa.initial_state
    assert all(vpa_accepts(vpa, word) == label for word, label in DATA)
    assert vpa.input_alphabet.call_alphabet == ["("]
    assert vpa.get_state_by_id("s0") is vpa.initial_state
    assert vpa.get_state_by_id("none") is None
    ours.run_PAPNI(DATA, ALPHABET, print_info=False, automaton_type="vpa")
    assert capsys.readouterr().out == ""


def test_steps():
    vpa = ours.run_PAPNI(PAPER, ours.VpaAlphabet([], ["("], [")"]), algorithm="gsm", print_info=False)
    vpa.reset_to_initial()
    assert [vpa.step(letter) for letter in "(())"] == [False, False, False, True]
    assert vpa.top() == []
    vpa.reset_to_initial()
    assert vpa.execute_sequence(vpa.initial_state, "()") == [False, True]
    assert vpa.step(")") is False
    assert vpa.current_state is ours.Vpa.error_state
    assert vpa.step("(") is False
    assert vpa.step(None) is False
    vpa.reset_to_initial()
    vpa.step("(")
    assert (vpa.stack, vpa.top()) == (["("], "(")
    t = vpa.initial_state.transitions["("][0]
    assert (t.start, t.letter, t.action, t.stack_guard) == (vpa.initial_state, "(", "push", "(")
    assert str(t) == f"(: s0 --> {t.target_state.state_id} | push: ("
    assert vpa.is_balanced("(())")
    assert not vpa.is_balanced(")(")


@pytest.mark.parametrize("run", [ours.run_RPNI, ours.run_EDSM])
def test_dfas(run, capsys):
    dfa = run(DATA, "dfa")
    assert f"learned {dfa.size} states" in capsys.readouterr().out
    for word, label in DATA:
        state = dfa.initial_state
        for letter in word:
            state = state and state.transitions.get(letter)
        assert (state is not None and state.is_accepting) == label
    complete = run(DATA, "dfa", input_completeness="sink_state", print_info=False)
    assert complete.is_input_complete()
    assert complete.size == dfa.size + (not dfa.is_input_complete())
    looping = run(DATA, "dfa", input_completeness="self_loop", print_info=False)
    assert looping.is_input_complete()
    assert looping.size == dfa.size
    complete.reset_to_initial()
    for word, label in DATA:
        answers = complete.execute_sequence(complete.initial_state, word)
        assert (answers[-1] if word else answers) == label
    with pytest.raises(KeyError):
        dfa.step("unknown")


def test_symbols_of_every_kind():
    data = [(tuple({"(": (1, 2), ")": None, "a": 7, "b": b"x"}[s] for s in word), label) for word, label in DATA]
    vpa = ours.run_PAPNI(data, ours.VpaAlphabet([7, b"x"], [(1, 2)], [None]), print_info=False)
    # None is a letter for the data, and AALpy's step takes it for nothing: run it as a model.
    model = ours.from_aalpy(vpa)
    assert all(model.accepts(word) == label for word, label in data)


def test_contradictions(capsys):
    assert ours.run_PAPNI([("()", True), ("()", False)], ALPHABET) is None
    assert ours.run_RPNI([("()", True), ("()", False)], "dfa") is None
    assert "contradictory data: samples:2:1: this word is" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ours.run_PAPNI(DATA, ALPHABET, algorithm="best"), ValueError, "algorithm: "),
        (lambda: ours.run_RPNI(DATA, "dfa", algorithm="edsm"), ValueError, "algorithm: "),
        (lambda: ours.run_EDSM(DATA, "dfa", evidence="bits"), ValueError, "evidence: "),
        (lambda: ours.run_PAPNI(DATA, ALPHABET, evidence="all"), ValueError, "evidence: "),
        (lambda: ours.run_PAPNI(DATA, ALPHABET, "vpa", False, "gsm", 1), TypeError, "at most 5 positional"),
        (lambda: ours.run_PAPNI(DATA, ALPHABET, "gsm", False, "vpa"), TypeError, "at most 4 positional"),
        (lambda: ours.run_Alergia([], "mc", 0.1), ValueError, "data: no sequences"),
        (lambda: ours.run_GSM([]), NotImplementedError, "run_GSM: "),
        (lambda: ours.run_EDSM(DATA, "nfa"), ValueError, "automaton_type: "),
        (lambda: ours.run_EDSM(DATA, "dfa", input_completeness="yes"), ValueError, "input_completeness: "),
        (lambda: ours.run_PAPNI(5, ALPHABET), TypeError, "data: expected an iterable"),
        (lambda: ours.run_PAPNI([("a", "?")], ALPHABET), ValueError, "data: word 1: expected the label"),
        (lambda: ours.run_PAPNI(DATA, None), TypeError, "vpa_alphabet: expected a VpaAlphabet, got NoneType"),
        (
            lambda: ours.run_PAPNI(DATA, ours.VpaAlphabet([], ["("], ["("])),
            ValueError,
            r"vpa_alphabet: '\(' is listed both as call and as return",
        ),
        (
            lambda: ours.run_PAPNI(DATA, ours.VpaAlphabet(["("], ["("], [")"])),
            ValueError,
            r"vpa_alphabet: '\(' is listed both as internal and as call",
        ),
        (lambda: ours.run_PAPNI(DATA, ours.VpaAlphabet([], [[]], [])), TypeError, "vpa_alphabet.call_alphabet: "),
        (lambda: ours.run_PAPNI(DATA, ALPHABET, automaton_type="dfa"), ValueError, "automaton_type: "),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    vpa = ours.run_PAPNI(DATA, ALPHABET, print_info=False)
    vpa.save("model")
    assert "Model saved to model.dot." in capsys.readouterr().out
    again = load_automaton_from_file("model.dot", "vpa")
    for word, _ in DATA:
        assert vpa_accepts(again, word) == vpa_accepts(vpa, word)
    dfa = ours.run_RPNI(DATA, "dfa", input_completeness="sink_state", print_info=False)
    dfa.save("dfa", file_type="dot")
    again = load_automaton_from_file("dfa.dot", "dfa")
    assert again.size == dfa.size
    with pytest.raises(ValueError, match="file_type: "):
        dfa.save("dfa", file_type="doc")
    if not shutil.which("dot"):
        pytest.skip("Graphviz is not installed")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    vpa.visualize(path="./picture", file_type="svg")
    assert "<svg" in (tmp_path / "picture.svg").read_text()
    assert opened == [(tmp_path / "picture.svg").as_uri()]


def test_copies():
    vpa = ours.run_PAPNI(DATA, ALPHABET, print_info=False)
    dfa = ours.run_RPNI(DATA, "dfa", print_info=False)
    for twin in (vpa.copy(), pickle.loads(pickle.dumps(vpa))):
        assert ours.from_aalpy(twin) == ours.from_aalpy(vpa)
    for twin in (dfa.copy(), pickle.loads(pickle.dumps(dfa))):
        assert ours.from_aalpy(twin) == ours.from_aalpy(dfa)


def test_there_and_back():
    words = [word for word, _ in random_words(500, seed=8)]
    for model in (papni.learn(DATA, call="(", return_=")"), papni.learn(DATA, model="dfa")):
        there = ours.to_aalpy(model)
        assert isinstance(there, theirs.Vpa if model.kind == "vpa" else theirs.Dfa)
        assert there.size == len(model)
        back = ours.from_aalpy(there)
        assert back == model
        if model.kind == "vpa":
            assert model.accepts_many(words) == [vpa_accepts(there, word) for word in words]
    vpa = ours.run_PAPNI(DATA, ALPHABET, print_info=False)
    assert ours.from_aalpy(ours.to_aalpy(vpa)) == ours.from_aalpy(vpa)


def test_from_single_entry():
    """Calls push their states, so one outermost pair can be distinguished from two."""
    state, after, dead = (theirs.SevpaState(name, name == "after") for name in ("start", "after", "dead"))
    for source, caller, target in [(state, "start", after), (after, "start", after), (state, "after", dead)]:
        source.transitions[")"].append(theirs.SevpaTransition(target, ")", "pop", (caller, "(")))
    sevpa = theirs.Sevpa(state, [state, after, dead])
    model = ours.from_aalpy(sevpa)
    words = [word for word, _ in random_words(300, seed=9, letters="()")]
    for word in words:
        sevpa.reset_to_initial()
        assert model.accepts(word) == bool(word and [sevpa.step(letter) for letter in word][-1])


def test_what_cannot_be_converted():
    machine = theirs.MooreMachine(theirs.MooreState("q", 1), [theirs.MooreState("q", 1)])
    with pytest.raises(TypeError, match="automaton: expected a Dfa, Vpa or Sevpa, got MooreMachine"):
        ours.from_aalpy(machine)
    for convert in (ours.from_aalpy, ours.to_aalpy, ours.automaton):
        with pytest.raises(TypeError, match=r"expected a .*, got int"):
            convert(5)
    vpa = ours.Vpa.from_state_setup({"q": (True, {"(": [("q", "push", "X")], ")": [("q", "pop", "X")]})})
    with pytest.raises(ValueError, match="automaton: on '\\(' it pushes 'X'"):
        ours.from_aalpy(vpa)


def test_unbalanced_words_are_left_out():
    vpa = ours.run_PAPNI([("(", True), ("()", True), ("", False)], ALPHABET, print_info=False)
    assert not vpa_accepts(vpa, "(")
    assert vpa_accepts(vpa, "()")
    assert all(well_matched(word) for word, _ in DATA if vpa_accepts(vpa, word))


def test_signatures():
    """The arguments of 1.5 and 1.6, and those of 2.0, by position and by name."""
    old = [
        ours.run_PAPNI(DATA, ALPHABET, "gsm", False),
        ours.run_PAPNI(DATA, ALPHABET, algorithm="gsm", print_info=False),
    ]
    new = [
        ours.run_PAPNI(DATA, ALPHABET, "vpa", False, "gsm"),
        ours.run_PAPNI(DATA, ALPHABET, automaton_type="vpa", print_info=False, algorithm="gsm"),
    ]
    assert len({str(vpa) for vpa in old + new}) == 1
    sevpa = ours.run_PAPNI(DATA, ALPHABET, "sevpa", False)
    assert isinstance(sevpa, ours.Sevpa)
    assert all(sevpa.accepts(word) == label for word, label in DATA)
    for name, release in (
        ("run_PAPNI", "1.6.2"),
        ("run_RPNI", "1.6.2"),
        ("run_EDSM", "1.6.2"),
        ("run_k_tails", "1.6.2"),
    ):
        theirs_signature = inspect.signature(getattr(aalpy.learning_algs, name))
        taken = inspect.signature(getattr(ours, name)).parameters
        assert set(theirs_signature.parameters) <= set(taken), (name, release)
    for name, given in SIGNATURES.items():
        assert list(inspect.signature(getattr(aalpy.learning_algs, name)).parameters) == given
        assert list(inspect.signature(getattr(ours, name)).parameters)[: len(given)] == given


def test_evidence():
    """The scores of 1.5.1 and of 1.6.2 can lead to different models; both agree with the data."""
    found = {}
    for evidence in ("labels", "states"):
        vpa = ours.run_PAPNI(DATA, ALPHABET, print_info=False, evidence=evidence)
        assert all(vpa.accepts(word) == label for word, label in DATA)
        direct = papni.learn(DATA, call="(", return_=")", evidence=evidence, focus="all")
        found[evidence] = vpa.size
        assert abs(vpa.size - len(direct)) <= 3
    dfa = ours.run_EDSM(DATA, "dfa", None, False, evidence="states")
    assert all(dfa.size and (dfa.execute_sequence(dfa.initial_state, w) or [0])[-1] == v for w, v in DATA[:1] if w)


def test_sevpa():
    sevpa = ours.run_PAPNI(DATA, ALPHABET, automaton_type="sevpa", print_info=False)
    model = ours.from_aalpy(sevpa)
    assert model.kind == "sevpa"
    words = [word for word, _ in random_words(300, seed=10)]
    assert [sevpa.accepts(word) for word in words] == model.accepts_many(words)
    there = ours.to_aalpy(sevpa)
    assert isinstance(there, theirs.Sevpa)
    assert ours.from_aalpy(there) == model
    for twin in (sevpa.copy(), pickle.loads(pickle.dumps(sevpa))):
        assert twin == sevpa
    assert sevpa.execute_sequence(sevpa.initial_state, "()", [])[-1] == sevpa.accepts("()")
    assert "digraph" in str(sevpa)
    assert sevpa.is_balanced("(a)")
    with pytest.raises(ValueError, match="modules='one'"):
        ours.automaton(
            papni.learn([("(a)", True), ("[b]", True), ("(b)", False), ("", False)], model="sevpa", pairs=["()", "[]"])
        )


def test_methods_of_dfas():
    """The same answers as AALpy's class."""
    mine = ours.run_RPNI(DATA, "dfa", input_completeness="sink_state", print_info=False)
    own = ours.to_aalpy(mine)
    by_id = {state.state_id: state for state in own.states}
    assert mine.is_strongly_connected() == own.is_strongly_connected()
    letters = mine.get_input_alphabet()
    for state in mine.states[:6]:
        path, other = mine.get_shortest_path(mine.initial_state, state), by_id[state.state_id]
        expected = own.get_shortest_path(own.initial_state, other)
        assert (path is None) == (expected is None)
        assert path is None or len(path) == len(expected)
        assert mine.compute_output_seq(state, "ab(") == own.compute_output_seq(other, "ab(")
        assert mine.output_step(state, "a") == own.output_step(other, "a")
        assert set(state.get_diff_state_transitions()) == set(other.get_diff_state_transitions())
        assert set(state.get_same_state_transitions()) == set(other.get_same_state_transitions())
        found = mine.find_distinguishing_seq(mine.initial_state, state, letters)
        theirs_found = own.find_distinguishing_seq(own.initial_state, other, letters)
        assert (found is None) == (theirs_found is None)
        assert found is None or len(found) == len(theirs_found)
    mine.minimize()
    assert mine.is_minimal()
    assert mine.is_input_complete()
    assert mine == ours.run_RPNI(DATA, "dfa", input_completeness="sink_state", print_info=False)
    for how in ({}, {"online_suffix_closure": False}, {"split_all_blocks": False}):
        chosen = mine.compute_characterization_set(**how)
        rows = {tuple(tuple(mine.compute_output_seq(state, seq)) for seq in chosen) for state in mine.states}
        assert len(rows) == mine.size
    assert all(
        mine.compute_output_seq(mine.initial_state, s.prefix)[-1] == s.is_accepting for s in mine.states if s.prefix
    )
    double = ours.Dfa.from_state_setup({"x": (True, {"a": "y"}), "y": (True, {"a": "x"})})
    with pytest.warns(UserWarning, match="not minimal"):
        assert double.compute_characterization_set() is None
    assert double.compute_characterization_set(return_same_states=True) == tuple(double.states)
    double.minimize()
    assert double.size == 1


def test_methods_of_vpas():
    vpa = ours.run_PAPNI(DATA, ALPHABET, print_info=False)
    assert vpa.execute_sequence(vpa.initial_state, "()", []) == vpa.execute_sequence(vpa.initial_state, "()", stack=[])
    words = [vpa.generate_random_accepting_word(2, 12) for _ in range(50)]
    assert all(vpa.accepts(word) for word in words if word is not None)
    assert vpa == vpa.copy()
    assert vpa != ours.run_PAPNI([("", True), ("()", False)], ALPHABET, print_info=False)
    vpa.compute_prefixes()
    assert vpa.initial_state.prefix == ()
    for name in ("is_strongly_connected", "minimize"):
        with pytest.raises(AttributeError, match=r"to_aalpy\(automaton\)"):
            getattr(vpa, name)
    with pytest.raises(TypeError, match="unhashable"):
        hash(vpa)


def test_every_method():
    """Whatever AALpy's automata have, these have, or say how to convert."""
    missing = {ours.Vpa: ["make_input_complete"]}  # AALpy's is for automata without a stack
    for mine, own in ((ours.Dfa, theirs.Dfa), (ours.Vpa, theirs.Vpa), (ours.DfaState, theirs.DfaState)):
        public = {name for name in dir(own) if not name.startswith("_")}
        assert sorted(public - set(dir(mine))) == missing.get(mine, []), mine


def test_the_order_of_symbols():
    """The most frequent first, whatever they do to the stack; equally frequent ones by name."""
    from papni._words import labelled_words
    from papni.aalpy._stack import in_order, stack_aware

    words = labelled_words([("(b)(b)b", True), ("()", False), (")(", False)], "data", "", "")
    encoded, meanings = stack_aware(words, ALPHABET)
    assert len(encoded) == 2
    order = [meanings[number] for number in in_order(encoded, meanings)]
    assert order[:3] == ["(", (")", "("), "b"]
