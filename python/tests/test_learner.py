"""papni.Learner with scikit-learn, and without."""

import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import papni
import pytest
from conftest import random_words
from sklearn.base import clone, is_classifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

DATA = random_words(300, seed=1)
X, Y = [word for word, _ in DATA], [label for _, label in DATA]
pytestmark = pytest.mark.filterwarnings("ignore::papni.PapniWarning")


def learner(**more):
    return papni.Learner(call="(", return_=")", **more)


def test_fitting():
    found = learner().fit(X, Y)
    assert found.model_.to_json() == papni.learn(DATA, call="(", return_=")").to_json()
    assert found.score(X, Y) == 1
    assert list(found.predict(["()", "a"])) == [True, False]
    assert list(found.classes_) == [False, True]
    assert found.predict(X).dtype == bool


@pytest.mark.parametrize(("yes", "no"), [(1, 0), ("+", "-"), ("yes", "no"), (True, False), (1, -1)])
def test_labels(yes, no):
    found = learner().fit(X, [yes if label else no for label in Y])
    assert list(found.predict(["()", "a"])) == [yes, no]
    assert found.model_.accepts("()")


def test_one_class():
    assert list(learner().fit(["()", "(())"]).predict(["()"])) == [True]
    assert list(learner(method="edsm", model="vpa").fit(["(", "a"], [False, False]).predict(["()"])) == [False]


def test_cross_validation():
    scores = cross_val_score(learner(), X, Y, cv=3)
    assert len(scores) == 3
    assert scores.mean() > 0.7
    assert cross_val_score(learner(), np.array(X, dtype=object), np.array(Y), cv=3).tolist() == scores.tolist()
    assert cross_val_score(learner(), pd.Series(X), pd.Series(Y), cv=3).tolist() == scores.tolist()
    assert cross_val_score(learner(), X, Y, cv=3, scoring="f1").mean() > 0.5


def test_grid_search():
    search = GridSearchCV(learner(), {"model": ["dfa", "vpa", "sevpa"], "method": ["edsm", "rpni"]}, cv=3)
    search.fit(X, Y)
    assert search.best_params_["model"] in ("vpa", "sevpa")
    assert search.best_estimator_.model_.kind == search.best_params_["model"]
    assert search.score(X, Y) == 1


def test_pipelines():
    swap = FunctionTransformer(lambda words: [word.replace("a", "c") for word in words])
    pipeline = make_pipeline(swap, learner()).fit(X, Y)
    assert pipeline.score(X, Y) == 1
    assert "c" in pipeline[-1].model_.alphabet.internal


def test_parameters():
    one = learner(model="sevpa", search=True)
    assert is_classifier(one)
    twin = clone(one)
    assert twin.get_params() == one.get_params()
    assert repr(twin) == "Learner(call='(', return_=')', model='sevpa', search=True)"
    assert set(papni.settings()) <= set(one.get_params())
    assert twin.set_params(model="dfa", search=None).fit(X, Y).model_.kind == "dfa"
    with pytest.raises(ValueError, match="kind: Learner has no such parameter; it has call, "):
        one.set_params(kind="dfa")
    with pytest.raises(TypeError, match="unexpected keyword argument 'kind'"):
        papni.Learner(kind="dfa")
    fitted = pickle.loads(pickle.dumps(twin.fit(X, Y)))
    assert fitted.predict(X).tolist() == twin.predict(X).tolist()


def test_documents():
    texts, labels = ["[1]", "[]", "[1, 2]", "[1", "]", "1]"], [True, True, True, False, False, False]
    found = papni.Learner(lexer="json", model="sevpa").fit(texts, labels)
    assert list(found.predict(["[3, 4, 5]", "[", "?"])) == [True, False, False]


def test_badly():
    for bad, error, message in [
        (lambda: learner().predict(X), ValueError, "not fitted"),
        (lambda: learner().fit(X, Y[1:]), ValueError, "y: expected 300 labels"),
        (lambda: learner().fit(X, range(300)), ValueError, "Only binary classification is supported"),
        (lambda: learner().fit(["a", "b"], [1, "x"]), ValueError, "Unknown label type"),
        (lambda: learner().fit("()", [True]), TypeError, "X: expected a list of words, got a str"),
        (lambda: learner().fit([], []), ValueError, "X: no words"),
        (lambda: learner().fit(X, Y).score(X, Y[1:]), ValueError, "y: expected 300 labels"),
        (lambda: learner(model="pda").fit(X, Y), ValueError, "model: expected one of"),
        (lambda: learner().fit(["()", "()"], [True, False]), papni.ContradictionError, "rejected"),
    ]:
        with pytest.raises(error, match=message):
            bad()


@pytest.mark.filterwarnings("ignore")
def test_the_checks_of_scikit_learn():
    """All checks of numeric classifiers but one: words may have different lengths."""
    expected = {"check_classifiers_train": "wants words of one length"}
    results = check_estimator(papni.Learner(), expected_failed_checks=expected, on_skip=None)
    assert sum(result["status"] == "passed" for result in results) >= 45


def test_without_scikit_learn():
    program = (
        "import papni, sys\n"
        "found = papni.Learner(call='(', return_=')').fit(['()', '(())', ''], [True, True, False])\n"
        "assert found.predict(['((()))', 'x']) == [True, False]\n"
        "assert not {'numpy', 'sklearn'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
