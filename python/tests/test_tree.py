"""papni.Tree: parts of a sample give the model of the whole."""

import papni
import pytest
from conftest import random_words

HOW = {"call": "(", "return_": ")"}
WORDS = [("()", True), ("(())", True), ("", False), ("()()", False)]


@pytest.mark.parametrize("model", ["dfa", "vpa", "sevpa"])
@pytest.mark.parametrize("method", ["edsm", "rpni"])
def test_parts(model, method):
    words = papni.language("L9").generate(200, length=(0, 14))
    how = {"call": papni.language("L9").alphabet.call, "return_": papni.language("L9").alphabet.return_}
    whole = papni.learn(words, model=model, method=method, **how)
    trees = [papni.Tree(words[i::3], model=model, **how) for i in range(3)]
    for order in (trees, trees[::-1]):
        merged = order[0].merge(*order[1:])
        for _ in range(2):  # learning leaves the tree as it is
            assert papni.learn(merged, model=model, method=method).to_json() == whole.to_json()
    assert merged.kind == ("dfa" if model == "dfa" else "vpa")
    assert merged.positive == sum(label for _, label in words)
    statistics = papni.learn(merged, method=method).statistics
    assert statistics.tree_nodes == len(merged)
    assert statistics.words == len(words) == merged.statistics.words
    assert statistics.positive == merged.positive


def test_symbols(tmp_path):
    words = [([1, 2], True), ([1, 1, 2, 2], True), ([], False)]
    tree = papni.Tree(words, call=[1], return_=[2])
    assert papni.learn(tree).accepts([1, 1, 1, 2, 2, 2])
    tree.save(tmp_path / "tree")
    loaded = papni.Tree.load(tmp_path / "tree")
    assert papni.learn(loaded).accepts(["1", "1", "2", "2"])
    assert papni.learn(papni.Tree.load(tmp_path / "tree", symbols={"1": 1, "2": 2})) == papni.learn(tree)
    assert repr(loaded) == f"<papni.Tree: vpa tree with {len(tree)} nodes>"
    with pytest.raises(ValueError, match="'1' stands for 1 and for '1'"):
        tree.merge(papni.Tree([("12", True)], call="1", return_="2"))


def test_documents(tmp_path):
    tree = papni.Tree([("[1]", True), ("[]", True), ("", False)], lexer="json")
    tree.save(tmp_path / "tree")
    model = papni.learn(papni.Tree.load(tmp_path / "tree"))
    assert model.lexer == "json"
    assert model.accepts("[ 7 ]")


def test_one_tree_in_many_ways():
    tree = papni.Tree(random_words(80, 5), **HOW)
    for search in (False, True):
        assert papni.learn(tree, search=search) == papni.learn(random_words(80, 5), search=search, **HOW)


def test_badly(tmp_path):
    tree = papni.Tree(WORDS, **HOW)
    with pytest.raises(ValueError, match="model: expected one of dfa"):
        papni.Tree(WORDS, model="tree", **HOW)
    with pytest.raises(papni.UsageError, match="1 words that are not well-matched were dropped"):
        papni.learn(papni.Tree([*WORDS, ("(", False)], **HOW), model="dfa")
    with pytest.raises(ValueError, match="call: has no effect on a Tree"):
        papni.learn(tree, call="(")
    with pytest.raises(TypeError, match="others: expected a Tree, got int"):
        tree.merge(5)
    with pytest.raises(papni.ContradictionError, match=r"the word '\( \)' is both accepted and rejected"):
        papni.learn(tree.merge(papni.Tree([("()", False)], **HOW)))
    with pytest.raises(ValueError, match="contradictions: expected 'refuse' or 'keep', got 1"):
        papni.Tree(WORDS, contradictions=1, **HOW)
    with pytest.raises(papni.UsageError, match="made without --count words"):
        tree.prune(2)
    with pytest.raises(ValueError, match="at_least: expected at least 1, got 0"):
        tree.prune(0)
    with pytest.raises(papni.UsageError, match="no trees to merge"):
        papni.merge_trees([])
    with pytest.raises(papni.UsageError, match="one tree was made for a dfa"):
        tree.merge(papni.Tree(WORDS, model="dfa", **HOW))
    with pytest.raises(papni.FileError):
        papni.Tree.load(tmp_path / "nothing")
    (tmp_path / "model").write_text("{}")
    with pytest.raises(papni.InputError, match="not a papni tree"):
        papni.Tree.load(tmp_path / "model")
    with pytest.warns(papni.PapniWarning, match="no rejected words"):
        papni.learn(papni.Tree([("()", True)], **HOW), model="vpa")
    data = tree.to_bytes()
    for broken in (data[:20], data[:-1], data + b"0", data[:40] + b"x" + data[41:]):
        with pytest.raises(papni.InputError, match=r"damaged|incomplete|bytes after"):
            papni.Tree.from_bytes(broken)


def test_picture():
    dot = papni.Tree(WORDS, **HOW).to_dot()
    assert dot.startswith("digraph")
    assert ") / pop (" in dot
    assert " / pop " not in papni.Tree(WORDS, model="dfa", **HOW).to_dot()
    assert dot.count("#9ad69a") == 2
    assert dot.count("#f2a3a3") == 2


@pytest.mark.parametrize("model", ["dfa", "vpa", "sevpa", "general", "auto"])
def test_files(tmp_path, model):
    words = papni.language("L9").generate(200, length=(0, 12))
    how = {"call": papni.language("L9").alphabet.call, "return_": papni.language("L9").alphabet.return_}
    whole = papni.Tree(words, model=model, **how)
    paths = [tmp_path / f"{i}.tree" for i in range(7)]
    for i, path in enumerate(paths):
        papni.Tree(words[i::7], model=model, **how).save(path)
    parts = [*paths[:3], *(path.read_bytes() for path in paths[3:])]
    for threads in (0, 1, 3):
        assert papni.merge_trees(reversed(parts), threads=threads) == whole.to_bytes()
    papni.merge_trees(parts, tmp_path / "all.tree")
    merged = papni.Tree.load(tmp_path / "all.tree")
    assert papni.learn(merged, model=model).to_json() == papni.learn(words, model=model, **how).to_json()
    assert sorted(merged.words()) == sorted(whole.words())


def test_accepted_words_alone():
    words = [(word, True) for word, label in papni.language("arith").generate(200) if label]
    how = {"call": "(", "return_": ")"}
    assert papni.learn(papni.Tree(words, **how)).to_json() == papni.learn(words, **how).to_json()


def test_what_travels():
    one = papni.Tree([("()", True), ("()", False), ("(", True), (")", False)], contradictions="keep", **HOW)
    both = one.merge(papni.Tree([("(())", True), ("(", True), ("(((", True)], **HOW))
    assert both.statistics == papni.Gathered(7, 5, 2, 3, 1, 0, 1)
    assert both.dropped() == ("(",)
    assert both.dropped(False) == (")",)
    assert (("(", ")"), True) in both.words()
    assert (("(", ")"), False) in both.words()
    with pytest.raises(papni.ContradictionError):
        papni.Tree([("()", True), ("()", False)], **HOW)


def test_pruning():
    tree = papni.Tree([("()", True)] * 4 + [("(())", True)] * 2 + [("", False)], count="words", **HOW)
    assert len(tree.prune(1)) == len(tree)
    assert tree.counts
    assert not papni.Tree(WORDS, **HOW).counts
    pruned = tree.prune(3)
    assert pruned.words() == [((), False), (("(", ")"), True)]
    assert pruned.statistics.pruned == 2
    assert pruned.statistics.words == 7
