"""Every function of the public header and every command has a Python counterpart, or a reason why not."""

import re
import subprocess

import papni
import pytest

# Functions that the package does not call, and why.
REASONS = {
    "papni_text_open": "Python reads files itself",
    "papni_text_free": "Python reads files itself",
    "papni_text_bytes": "Python reads files itself",
    "papni_text_size": "Python reads files itself",
    "papni_samples_read": "a str is words from Python, or a document for a lexer; files are read by name",
    "papni_samples_read_file": "papni_layout_read_file reads more",
    "papni_alphabet_record_lexer": "papni_model_read reads models",
    "papni_options_copy": "a dict of settings is copied",
    "papni_tree_learn_and_free": "a Tree never changes",
    "papni_tree_is_file": "Tree.load and learn know what they are given",
    "papni_random_begin": "for papni_counter_draw",
    "papni_counter_draw": "Model.generate draws words",
    "papni_documents_line": "only for messages about lists, which have the position",
    "papni_nesting_is_whole": "the command's table",
    "papni_documents_ignored": "the command's summary",
    "papni_layout_label": "the command's line about labels",
    "papni_model_new": "papni_machine_new makes all models",
    "papni_machine_step": "papni_run_answer answers with a stack, too",
    "papni_machine_fraction": "papni_machine_probability is the quotient",
    "papni_model_machine": "papni_model_type names machines too",
    "papni_model_write_watched": "papni_model_export does the same",
}

# The counterpart of each command, and of each operation of `papni ops` and `papni tree`.
COMMANDS = {
    "learn": ["learn", "auto"],
    "nesting": ["find_nesting"],
    "check": ["Model.check", "Model.check_many", "Model.accepts"],
    "eval": ["Model.evaluate", "Model.errors", "Model.evaluate_outputs"],
    "coverage": ["Model.coverage"],
    "count": ["Model.with_counts"],
    "score": ["Model.score", "Model.bits"],
    "encode": ["encode", "matching"],
    "show": ["Model.show"],
    "export": ["Model.export"],
    "import": ["import_model"],
    "generate": ["Model.generate", "Model.shortest", "Model.cover"],
    "split": ["split"],
    "languages": ["languages", "language"],
    "explain": ["Model.explain"],
    "diff": ["Model.diff", "Model.differences"],
    "minimize": ["Model.minimize"],
    "ops": ["Model.__or__", "Model.__and__", "Model.__sub__", "Model.__invert__", "Model.rename", "Model.is_empty"],
    "ops count": ["Model.count"],
    "tree": ["Tree", "Tree.merge", "Tree.prune", "Tree.to_dot", "merge_trees"],
    "suggest": ["suggest"],
}

# Commands without a counterpart, and why.
COMMAND_REASONS = {
    "ask": "an oracle is a function in Python: [(text, oracle(text)) for text in texts]",
}


def functions(root):
    header = (root / "include" / "papni.h").read_text()
    return set(re.findall(r"^PAPNI_API [^;(]*?\b(papni_\w+) \(", header, flags=re.MULTILINE))


def used(root):
    sources = [*(root / "python" / "papni").rglob("*.py"), root / "python" / "run.c"]
    return set(re.findall(r"\bpapni_\w+", "\n".join(path.read_text() for path in sources)))


def test_the_header(root):
    declared, mentioned = functions(root), used(root)
    assert len(declared) > 100
    assert sorted(declared - mentioned - set(REASONS)) == [], "bind these in python/papni, or give a reason here"
    assert sorted(set(REASONS) & mentioned) == [], "these are used: their reasons are out of date"
    assert sorted(set(REASONS) - declared) == [], "these do not exist any more"


def commands(command):
    listed = subprocess.run([command, "--completion", "bash"], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^  ([a-z-]+)\)\n    options='([^']*)'", listed, flags=re.MULTILINE))


def find(path):
    item = papni
    for name in path.split("."):
        item = getattr(item, name)
    return item


def test_the_commands(command):
    listed = set(commands(command))
    assert len(listed) > 10
    known = {name.split()[0] for name in COMMANDS}
    assert sorted(listed - known - set(COMMAND_REASONS)) == [], "add the counterpart in Python, or give a reason here"
    assert sorted((known | set(COMMAND_REASONS)) - listed) == [], "there is no such command"
    for paths in COMMANDS.values():
        for path in paths:
            assert callable(find(path))
            assert path == "Tree" or find(path).__doc__, path


def choices(command, name, option):
    listed = subprocess.run([command, "--completion", "bash"], capture_output=True, text=True, check=True).stdout
    block = listed[listed.index(f"\n  {name})\n") :]
    return re.search(rf"--{option}\) COMPREPLY=\(\$\(compgen -W '([^']*)'", block)[1].split()


def test_the_formats(command):
    from papni._export import IMPORTS, PICTURES, TEXTS

    assert sorted(choices(command, "export", "to")) == sorted((*TEXTS, *PICTURES))
    own = ["json"]  # for --stack: Model.load, and then with_stack
    assert sorted(choices(command, "import", "from")) == sorted([*IMPORTS, *own])


def test_the_documentation(root):
    """docs/python.md names everything that the package has."""
    text = (root / "docs" / "python.md").read_text()
    for name in papni.__all__:
        if callable(getattr(papni, name)):
            assert re.search(rf"\b{name}\b", text), name
    for name in vars(papni.Model):
        if not name.startswith("_"):
            assert re.search(rf"\b{name}\b", text), f"Model.{name}"


@pytest.mark.parametrize("name", papni.settings())
def test_the_settings(name, command):
    assert f"--{name.replace('_', '-')}" in commands(command)["learn"].split()
