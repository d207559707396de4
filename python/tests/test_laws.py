"""Laws that hold for every sample."""

import papni
import pytest
from conftest import well_matched
from hypothesis import given, settings
from hypothesis import strategies as st

words = st.text(alphabet="()[]ab", max_size=12)
samples = st.dictionaries(words, st.booleans(), min_size=1, max_size=25)
options = st.fixed_dictionaries(
    {
        "model": st.sampled_from(["vpa", "sevpa", "dfa"]),
        "method": st.sampled_from(["edsm", "rpni"]),
        "evidence": st.sampled_from(["states", "labels", "bits"]),
        "focus": st.sampled_from(["positive", "all"]),
        "search": st.booleans(),
        "threads": st.integers(1, 3),
    }
)
ALPHABET = {"call": "([", "return_": ")]"}
pytestmark = pytest.mark.filterwarnings("ignore::papni.PapniWarning")


@given(samples, options)
def test_the_model_agrees_with_the_sample(sample, chosen):
    model = papni.learn(sample.items(), **ALPHABET, **chosen)
    for word, label in sample.items():
        if chosen["model"] == "dfa" or well_matched(word, "([", ")]"):
            assert model.accepts(word) == label
        else:
            assert not model.accepts(word)


@given(samples, options, st.randoms(use_true_random=False))
def test_order_and_threads_do_not_matter(sample, chosen, source):
    items = list(sample.items())
    model = papni.learn(items, **ALPHABET, **chosen)
    source.shuffle(items)
    again = papni.learn(items + items[:5], **ALPHABET, **{**chosen, "threads": 1})
    assert again.to_json() == model.to_json()


@given(samples, options)
def test_what_is_written_can_be_read(sample, chosen):
    model = papni.learn(sample.items(), **ALPHABET, **chosen)
    again = papni.Model.from_json(model.to_json())
    assert again == model
    assert again.to_json() == model.to_json()
    accepting = [state.number for state in model if state.accepting]
    made = papni.Model.from_transitions(
        model.transitions, accepting, model=model.kind, internal=model.alphabet.internal, **ALPHABET
    )
    assert [*made.transitions] == [*model.transitions]


@given(samples, options, st.lists(words, max_size=10))
def test_words_one_by_one_and_together(sample, chosen, more):
    model = papni.learn(sample.items(), **ALPHABET, **chosen)
    asked = [*sample, *more]
    assert model.accepts_many(asked) == [model.accepts(word) for word in asked]
    if chosen["model"] != "dfa":
        assert all(well_matched(word, "([", ")]") for word in asked if model.accepts(word))


@given(samples, options, st.permutations([1, "x", (2, 3), b"y", 2.5, None]))
def test_names_do_not_matter(sample, chosen, symbols):
    """Whatever the symbols are, the model agrees with the sample."""
    renamed = dict(zip("()[]ab", symbols))
    items = [(tuple(renamed[s] for s in word), label) for word, label in sample.items()]
    model = papni.learn(items, call=[renamed["("], renamed["["]], return_=[renamed[")"], renamed["]"]], **chosen)
    plain = papni.learn(sample.items(), **ALPHABET, **chosen)
    assert model.statistics[:6] == plain.statistics[:6]
    for (word, label), text in zip(items, sample):
        if chosen["model"] == "dfa" or well_matched(text, "([", ")]"):
            assert model.accepts(word) == label


@given(samples, samples, options)
def test_diff_and_minimize(sample, other, chosen):
    """diff finds a word exactly where there is one, and the least; minimize keeps the language."""
    model, two = (papni.learn(s.items(), **ALPHABET, **chosen) for s in (sample, other))
    small = model.minimize()
    assert len(small) <= len(model)
    assert small.diff(model) is None
    found = model.diff(two)
    asked = [*sample, *other]
    differing = [w for w, a, b in zip(asked, model.accepts_many(asked), two.accepts_many(asked)) if a != b]
    if found is None:
        assert not differing
    else:
        assert (model.accepts(found.word), two.accepts(found.word)) == (found.first, found.second)
        assert found.first != found.second
        assert all(len(found.word) <= len(word) for word in differing)


@settings(max_examples=50)
@given(st.dictionaries(words, st.booleans(), min_size=1, max_size=10), st.data())
def test_contradictions_are_found(sample, data):
    word = data.draw(st.sampled_from(list(sample)))
    items = [*sample.items(), (word, not sample[word])]
    if well_matched(word, "([", ")]"):
        with pytest.raises(papni.ContradictionError) as caught:
            papni.learn(items, **ALPHABET)
        assert caught.value.line == len(items)
    else:
        papni.learn(items, **ALPHABET)
