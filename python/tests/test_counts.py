"""Counts of models, compared with a slow twin."""

import pickle
from collections import Counter

import papni
import pytest
from test_coverage import LANGUAGES, steps


def twin(model, words):
    """How many words end in each state, and how often words take each transition."""
    ended, taken = Counter(), Counter()
    for word, label in words:
        found = steps(model, word) if label else None
        if found is not None:
            ended[found[-1].target if found else 0] += 1
            taken.update(found)
    return papni.Counts(tuple(ended[q] for q in range(len(model))), {t: taken[t] for t in model.transitions})


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", ["vpa", "sevpa", "dfa"])
def test_twin(language, model):
    truth = papni.language(language)
    words = truth.generate(120, length=(0, 10), seed=7)
    words += words[:30]  # some twice
    how = {"call": truth.alphabet.call, "return_": truth.alphabet.return_} if model != "dfa" else {}
    learned = papni.learn(words[::2], model=model, **how)
    assert learned.counts is None
    counted = learned.with_counts(words)
    assert counted.counts == twin(learned, words)
    assert counted == learned
    assert papni.Model.from_json(counted.to_json()).to_json() == counted.to_json()
    assert pickle.loads(pickle.dumps(counted)).counts == counted.counts
    assert learned.with_counts(counted.counts).to_json() == counted.to_json()
    assert counted.with_counts(None).to_json() == learned.to_json()
    assert counted.minimize().counts is None


def test_learning(root):
    samples = root / "examples" / "arith.txt"
    model = papni.learn(samples, counts=True)
    assert model.counts == papni.learn(samples).with_counts(samples).counts
    assert sum(model.counts.ended) == 11
    assert model.statistics.positive == 11
    with pytest.raises(ValueError, match="a Tree does not keep the words"):
        papni.learn(papni.Tree(samples), counts=True)
    with pytest.raises(ValueError, match="counts: cannot be combined with an oracle"):
        papni.learn(["()"], oracle=lambda text: text == "()", counts=True)


def test_mistakes():
    model = papni.language("arith")
    with pytest.warns(papni.PapniWarning, match="the model rejects 1 of the accepted words"):
        assert sum(model.with_counts([("1", True), ("1+", True)]).counts.ended) == 1
    none = dict.fromkeys(model.transitions, 0)
    with pytest.raises(papni.InputError, match="words end in state 0, which does not accept"):
        model.with_counts(papni.Counts((1, 0), none))
    with pytest.raises(papni.InputError, match="their sum is greater than"):
        model.with_counts(papni.Counts((0, 2**53 + 1), none))
    with pytest.raises(ValueError, match="expected 2 non-negative numbers"):
        model.with_counts(papni.Counts((0,), none))
    with pytest.raises(ValueError, match="does not have all these transitions"):
        model.with_counts(papni.Counts((0, 1), {papni.Transition(0, "x", 0): 1}))
