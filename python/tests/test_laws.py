"""Laws that hold for every sample."""

import io

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


# ---- operators ----

kinds = st.sampled_from(["vpa", "sevpa", "dfa"])


def learned(sample, kind):
    return papni.learn(sample.items(), **ALPHABET, model=kind)


@settings(max_examples=60)
@given(samples, samples, kinds, kinds)
def test_operators_mean_what_they_say(sample, other, kind, other_kind):
    one, two = learned(sample, kind), learned(other, other_kind)
    results = [one & two, one | two, one - two, one ^ two, ~one]
    for word in {*sample, *other, "", "()", "[a]", "(b)a"}:
        if (kind, other_kind) != ("dfa", "dfa") and not well_matched(word, "([", ")]"):
            continue
        a, b = one.accepts(word), two.accepts(word)
        found = [model.accepts(word) for model in results[:4]]
        assert found == [a and b, a or b, a and not b, a != b]
    for word in sample:
        if kind == "dfa" or well_matched(word, "([", ")]"):
            assert results[4].accepts(word) != one.accepts(word) or not set(word) <= set(one._names)


@settings(max_examples=40)
@given(samples, samples, samples, kinds)
def test_the_laws_of_sets(first, second, third, kind):
    a, b, c = (learned(sample, kind) for sample in (first, second, third))
    assert a | b == b | a
    assert a & b == b & a
    assert (a | b) | c == a | (b | c)
    assert (a & b) & c == a & (b & c)
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (b & c) == (a | b) & (a | c)
    assert a | a == a == a & a
    assert (a - b) | (a & b) == a
    assert ((a - b) & b).is_empty()
    assert a ^ b == (a | b) - (a & b)
    assert (a == b) == (a.diff(b) is None) == (a ^ b).is_empty()
    assert hash(a | b) == hash(b | a)
    # over the symbols of both, which the complement needs
    whole = (a | b) | ~(a | b)
    assert whole - (whole - a) == a
    assert ~~a == a
    assert a & ~a == a - a
    assert whole - (a | b) == (whole - a) & (whole - b)


@settings(max_examples=40)
@given(samples, kinds, st.integers(0, 6))
def test_counting_and_listing(sample, kind, most):
    model = learned(sample, kind)
    counts = model.count(most)
    listed = [word for word in model.shortest(200) if len(word) <= most]
    if len(model.shortest(201)) <= 200 or sum(counts) <= 200:
        assert [sum(len(word) == n for word in listed) for n in range(most + 1)] == counts
    assert model.accepts_many(listed) == [True] * len(listed)
    assert model.is_empty() == (not model.shortest(1))
    covered = model.cover()
    assert all(model.accepts(word) for word in covered)


@settings(max_examples=40)
@given(samples, kinds)
def test_exports_and_imports(sample, kind):
    model = learned(sample, kind)
    declared = {} if kind == "dfa" else ALPHABET
    again = papni.import_model(io.StringIO(model.export("table")), "table", **declared)
    assert again == model
    assert papni.Model.from_json(model.export("json")) == model


@settings(max_examples=40)
@given(samples, kinds)
def test_renaming_back(sample, kind):
    model = learned(sample, kind)
    there = {s: ("new", s) for s in model._symbols}
    assert model.rename(there).rename({new: old for old, new in there.items()}).to_json() == model.to_json()


symbols = st.sampled_from(["a", "b", "long name", 1, 2.5, True, None, b"x", (1, 2), frozenset({3}), -7, "\u20ac"])
lists = st.lists(st.lists(symbols, max_size=6) | st.lists(symbols, max_size=6).map(tuple), max_size=8)


@given(lists)
def test_numbering(words):
    """C numbers symbols as Python does."""
    from papni._words import Collector

    fast, slow = Collector("words"), Collector("words")
    fast.add(words)
    for word in words:
        slow.lengths.append(len(word))
    slow._add_ids(words)
    assert list(fast.table.items()) == list(slow.table.items())
    assert list(fast.ids) == list(slow.ids)
    assert fast.lengths == slow.lengths


def test_many_symbols():
    """More symbols than the cache of addresses has places, and than there may be."""
    from papni._words import Collector

    words = [[f"s{i % 9000}" for i in range(start, start + 500)] for start in range(0, 40000, 500)]
    fast, slow = Collector("words"), Collector("words")
    fast.add(words)
    slow._add_ids(words)
    assert list(fast.ids) == list(slow.ids)
    with pytest.raises(ValueError, match="more than 65000 different symbols"):
        fast.add([[*range(70000)]])
