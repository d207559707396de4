"""Every example in docstrings, in docs/python.md, in README.md and in the notebook."""

import doctest
import importlib
import os
import pkgutil
import re
import shutil

import notebook
import papni
import pytest

MODULES = ["papni", *(m.name for m in pkgutil.walk_packages(papni.__path__, "papni.") if m.name != "papni._papni")]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    for item in (papni.learn, papni.Model, papni.Words, papni.Model.generate, papni.Model.accepts_many):
        assert any(test.examples for test in finder.find(item))


@pytest.mark.parametrize("document", ["docs/python.md", "README.md"])
def test_documents(document, root, tmp_path, monkeypatch):
    shutil.copytree(root / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    # A fence ends an example's output as a blank line does.
    text = re.sub(r"^```.*$", "", (root / document).read_text(), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, document, document, 0)
    assert len(test.examples) > 2
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_notebook(root, tmp_path, monkeypatch):
    if not shutil.which("dot"):
        pytest.skip("Graphviz is not installed")
    path = root / "examples" / "papni.ipynb"
    shutil.copytree(root / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    pictures = [0]
    for cell, outputs in notebook.run(notebook.read(path)):
        shown = notebook.texts(cell["outputs"])
        assert notebook.texts(outputs) == shown, "".join(cell["source"])
        pictures.append(sum("image/svg+xml" in output.get("data", {}) for output in outputs))
    assert sum(pictures) >= 1
    assert os.listdir()
