"""papni.Tree: parts of a sample give the model of the whole."""

import papni
import pytest
from conftest import random_words

HOW = {"call": "(", "return_": ")"}
WORDS = [("()", True), ("(())", True), ("", False), ("()()", False)]


@pytest.mark.parametrize("model", ["dfa", "vpa"])
@pytest.mark.parametrize("method", ["edsm", "rpni"])
def test_parts(model, method):
    words = papni.language("L9").generate(200, length=(0, 14))
    how = {"call": papni.language("L9").alphabet.call, "return_": papni.language("L9").alphabet.return_}
    whole = papni.learn(words, model=model, method=method, **how)
    trees = [papni.Tree(words[i::3], model=model, **how) for i in range(3)]
    for order in (trees, trees[::-1]):
        merged = order[0].merge(*order[1:])
        for _ in range(2):  # learning leaves the tree as it is
            assert papni.learn(merged, method=method) == whole
    assert merged.kind == model
    assert merged.positive == sum(label for _, label in words)
    statistics = papni.learn(merged, method=method).statistics
    assert statistics.tree_nodes == len(merged)
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
    with pytest.raises(papni.UsageError, match="sevpa is not supported yet"):
        papni.Tree(WORDS, model="sevpa", **HOW)
    with pytest.raises(ValueError, match="model: the tree was built for 'vpa', not for 'dfa'"):
        papni.learn(tree, model="dfa")
    with pytest.raises(ValueError, match="call: has no effect on a Tree"):
        papni.learn(tree, call="(")
    with pytest.raises(TypeError, match="others: expected a Tree, got int"):
        tree.merge(5)
    with pytest.raises(papni.ContradictionError, match=r"the word '\( \)' is accepted in one tree"):
        tree.merge(papni.Tree([("()", False)], **HOW))
    with pytest.raises(papni.UsageError, match="one tree was made for a dfa"):
        tree.merge(papni.Tree(WORDS, model="dfa", **HOW))
    with pytest.raises(papni.FileError):
        papni.Tree.load(tmp_path / "nothing")
    (tmp_path / "model").write_text("{}")
    with pytest.raises(papni.InputError, match="not a papni tree"):
        papni.Tree.load(tmp_path / "model")
    with pytest.warns(papni.PapniWarning, match="no rejected words"):
        papni.learn(papni.Tree([("()", True)], **HOW))


def test_picture():
    dot = papni.Tree(WORDS, **HOW).to_dot()
    assert dot.startswith("digraph")
    assert ") / pop (" in dot
    assert " / pop " not in papni.Tree(WORDS, model="dfa", **HOW).to_dot()
    assert dot.count("#9ad69a") == 2
    assert dot.count("#f2a3a3") == 2
