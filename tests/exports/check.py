"""Runs the exports of several models on 1,000 words each."""

import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import lark
import torch_stub  # noqa: F401
from aalpy.utils import load_automaton_from_file, save_automaton_to_file
from antlr4 import CommonTokenStream, InputStream
from antlr4.error.ErrorListener import ErrorListener
from grammars import Grammar
from xgrammar import Grammar as XGrammar
from xgrammar import GrammarCompiler, GrammarMatcher, TokenizerInfo

PAPNI, ROOT = os.environ["PAPNI"], os.environ["ROOT"]
LANGUAGES = [
    "L1",
    "L2",
    "L3",
    "L4",
    "L6",
    "L8",
    "L9",
    "L10",
    "L11",
    "L12",
    "odd",
    "even",
    "arith",
    "json",
    "xml2",
    "root",
    "restore",
]
WITH_PARSERS = ["L3", "L12", "arith", "json", "restore", "union", "odd-names", "flat", "empty", "classes"]


def papni(*arguments):
    done = subprocess.run([PAPNI, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


# ---- models and words ----


def odd_names():
    """Symbols that need quoting."""
    internal = ["'", '"', "\\", "#", "?*", "é", "a|b", "'\""]
    model = {
        "format": "papni-model",
        "version": 1,
        "model": "vpa",
        "alphabet": {"internal": internal, "call": ["<!--", "=>"], "return": ["-->", "}"], "pairs": [["<!--", "-->"]]},
        "states": 2,
        "accept": [1],
        "transitions": [[0, name, 1] for name in internal]
        + [[1, "#", 0], [0, "<!--", 0], [1, "-->", "<!--", 1], [1, "=>", 1], [1, "}", "=>", 0]],
    }
    Path("odd-names.json").write_text(json.dumps(model))
    return "odd-names.json"


def character_classes():
    """Classes of characters, some of which have a meaning in sets."""
    classes = [list("'\"\\][-^/~é😀|#*.$&"), list("abc"), list("AZ"), list("019")]
    model = {
        "format": "papni-model",
        "version": 1,
        "model": "vpa",
        "alphabet": {"internal": [*sum(classes, []), "+"], "call": ["("], "return": [")"], "pairs": [], "classes": classes},
        "states": 3,
        "accept": [1],
        "transitions": [[0, name, 1] for name in sum(classes, [])]
        + [[1, name, 1] for name in classes[1]]
        + [[1, name, 2] for name in classes[0] + classes[3]]
        + [[2, name, 1] for name in classes[2]]
        + [[1, "+", 0], [0, "(", 0], [1, ")", "(", 1]],
    }
    Path("classes.json").write_text(json.dumps(model))
    for form in ("lark", "antlr"):
        text = papni("export", "classes.json", "--to", form)
        assert len(re.findall(r"^(?:CHARACTER|LETTER|LETTER_2|DIGIT) ?: ", text, re.M)) == 4, text
    return "classes.json"


def models():
    for name in LANGUAGES:
        yield name, name
    papni("ops", "union", "L1", "root", "-q", "-o", "union.json")
    yield "union", "union.json"
    papni("learn", f"{ROOT}/examples/arith.txt", "--model", "dfa", "-q", "-o", "flat.json")
    yield "flat", "flat.json"
    papni("ops", "intersection", "L1", "L1", "-q", "--as-is", "-o", "product.json")
    yield "product", "product.json"
    papni("ops", "complement", "root", "-q", "-o", "empty.json")  # accepts the empty word
    yield "empty", "empty.json"
    yield "odd-names", odd_names()
    yield "classes", character_classes()


def noisy(kind, count):
    """A model with many states: three labels in ten are wrong. Its grammar is large, so it is written in the other way."""
    lines = papni("generate", "L12", "-n", str(count), "--positive", "30%", "--length", "0..16", "-q").splitlines()
    for i, line in enumerate(lines):
        if line[0] in "+-" and zlib.crc32(line[1:].encode()) % 10 < 3:
            lines[i] = ("-" if line[0] == "+" else "+") + line[1:]
    Path("noisy.txt").write_text("\n".join(lines) + "\n")
    papni("learn", "noisy.txt", "--model", kind, "--method", "rpni", "-q", "-o", f"noisy-{kind}.json")
    return f"noisy-{kind}.json"


def check_large():
    """Large grammars are LALR(1), too, and in GBNF they have no left recursion."""
    wrong = 0
    for kind, count in [("vpa", 600), ("sevpa", 2500)]:
        model = noisy(kind, count)
        text = papni("export", model, "--to", "lark")
        assert re.search(r"^w0_\d+: ", text, re.M), f"{kind}: the grammar is not large"
        parser = lark.Lark(text, parser="lalr", lexer="basic")
        labelled = words(model)
        bad = [word for word, label in labelled if lark_accepts(parser, word) != label]
        text = papni("export", model, "--to", "gbnf")
        assert re.search(r"^[xp]\d+-\d+ ::= ", text, re.M), f"{kind}: the grammar is not large"
        accepts = xgrammar_accepts(text)
        bad += [word for word, label in labelled[:300] if accepts("".join(word)) != label]
        wrong += bool(bad)
        print(f"large {kind}: {sum(label for _, label in labelled)} of {len(labelled)} words accepted; {bad[:2]}")
    return wrong


def xgrammar_accepts(text):
    compiled = GrammarCompiler(TokenizerInfo([]), cache_enabled=False).compile_grammar(XGrammar.from_ebnf(text))

    def accepts(word):
        matcher = GrammarMatcher(compiled, terminate_without_stop_token=True)
        return (not word or matcher.accept_string(word)) and matcher.is_terminated()

    return accepts


def lark_accepts(parser, word):
    try:
        parser.parse(" ".join(word))
    except lark.exceptions.LarkError:
        return False
    return True


def unescape(name):
    return re.sub(r"\\(\\|x20)", lambda m: " " if m[1] == "x20" else "\\", name)


def words(model):
    """1,000 words with their labels."""
    text = papni("generate", model, "-n", "1000", "--length", "0..12", "--replace", "-q")
    lines = [line for line in text.splitlines() if line[:1] in "+-"]
    found = [(line[1:].split(), line[0] == "+") for line in lines]
    assert len(found) == 1000
    return found


# ---- the exports ----


def run_c(name, model):
    """The exported file, compiled with every warning an error."""
    Path(f"{name}.c").write_text(papni("export", model, "--to", "c"))
    flags = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-DMAIN"]
    subprocess.run(["cc", *flags, f"{name}.c", "-o", f"./run-{name}"], check=True)
    plus = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-DMAIN", "-x", "c++"]
    subprocess.run(["c++", *plus, f"{name}.c"], check=True)

    def accepts(all_words):
        text = "".join(" ".join(word) + "\n" for word in all_words)
        done = subprocess.run([f"./run-{name}"], input=text, capture_output=True, text=True, check=False)
        found = [line == "accept" for line in done.stdout.splitlines()]
        assert done.returncode == (not all(found)), (name, done.returncode, done.stderr)
        return found

    if model == "arith":  # a line of more than a megabyte
        assert accepts([["("] * 300000 + ["1"] + [")"] * 300000, ["("]]) == [True, False]
    return accepts


class Tokens(Grammar):
    """EBNF over symbols: each becomes one character."""

    def __init__(self, text):
        super().__init__(text, "ebnf")
        self.codes = {}
        self.sets = set()  # the characters of classes
        self.rules = {name: self.encode(part) for name, part in self.rules.items()}

    def code(self, symbol):
        return self.codes.setdefault(symbol, chr(0xE000 + len(self.codes))) if symbol else ""

    def encode(self, part):
        if part[0] == "literal":
            return ("literal", self.code(part[1]))
        if part[0] == "set":
            self.sets.update(chr(c) for first, last in part[1] for c in range(ord(first), ord(last) + 1))
            return part
        if part[0] == "sequence" and all(x[0] == "literal" and len(x[1]) == 1 for x in part[1:]) and len(part) > 2:
            whole = "".join(x[1] for x in part[1:])
            if "'" in whole and '"' in whole:  # a symbol that stands as codes
                return ("literal", self.code(whole))
        return (part[0], *(self.encode(x) if isinstance(x, tuple) else x for x in part[1:]))


def run_ebnf(name, model):
    if name == "classes":  # sets of characters
        own = Grammar(papni("export", model, "--to", "ebnf"), "ebnf")
        return lambda all_words: [own.accepts("".join(word)) for word in all_words]
    grammar = Tokens(papni("export", model, "--to", "ebnf"))
    return lambda all_words: [grammar.accepts("".join(grammar.code(s) for s in word)) for word in all_words]


def run_gbnf(_, model):
    grammar = Grammar(papni("export", model, "--to", "gbnf"), "gbnf")
    symbols = re.findall(r"^(?:internal|call|return|symbols) (.*)", papni("show", model), re.M)
    single = all(len(unescape(s)) == 1 for line in symbols for s in line.split())
    return lambda all_words: [grammar.accepts("".join(s if single else s + " " for s in word)) for word in all_words]


def run_lark(name, model):
    parser = lark.Lark(papni("export", model, "--to", "lark"), parser="lalr", lexer="basic")
    return lambda all_words: [lark_accepts(parser, word) for word in all_words]


class Errors(ErrorListener):
    """Records that there was an error."""

    def __init__(self):
        self.any = False

    def syntaxError(self, *_):
        self.any = True


def run_antlr(name, model):
    if name not in WITH_PARSERS:
        return None
    folder = Path(f"antlr_{re.sub('[^a-zA-Z0-9]', '_', name)}")
    folder.mkdir()
    (folder / "Papni.g4").write_text(papni("export", model, "--to", "antlr"))
    subprocess.run(["antlr4", "-encoding", "utf8", "-Werror", "-Dlanguage=Python3", "Papni.g4"], cwd=folder, check=True)
    sys.path.insert(0, str(folder.absolute()))
    for module in ["PapniLexer", "PapniParser", "PapniListener"]:
        sys.modules.pop(module, None)
    lexer_class = __import__("PapniLexer").PapniLexer
    parser_class = __import__("PapniParser").PapniParser
    sys.path.pop(0)

    def accepts(word):
        errors = Errors()
        lexer = lexer_class(InputStream(" ".join(word)))
        parser = parser_class(CommonTokenStream(lexer))
        for reader in (lexer, parser):
            reader.removeErrorListeners()
            reader.addErrorListener(errors)
        parser.word()
        return not errors.any

    return lambda all_words: [accepts(word) for word in all_words]


def run_aalpy(name, model):
    if name in ("odd-names", "classes"):  # which AALpy does not quote
        return None
    kind = "dfa" if name == "flat" else "vpa"
    Path(f"{name}.dot").write_text(papni("export", model, "--to", "aalpy"))
    automaton = load_automaton_from_file(f"{name}.dot", kind)
    save_automaton_to_file(automaton, f"{name}-back", "dot")  # and in again
    papni("import", f"{name}-back.dot", "--from", "aalpy", "-q", "-o", "back.json")
    papni("diff", "back.json", model)
    known = {str(s) for q in automaton.states for s in q.transitions}

    def accepts(word):
        if not set(word) <= known:
            return False
        automaton.reset_to_initial()
        result = automaton.current_state.is_accepting
        for symbol in word:
            result = automaton.step(int(symbol) if symbol.isdigit() else symbol)
        return bool(result)

    return lambda all_words: [accepts(word) for word in all_words]


def run_automatalib(name, model):
    """DOT read back: s0 -> s1 [label="a"]."""
    if name != "flat":
        return None
    text = papni("export", model, "--to", "automatalib")
    edges = {(p, a): q for p, q, a in re.findall(r'^(s\d+) -> (s\d+) \[label="(.*)"\];$', text, re.M)}
    accepting = set(re.findall(r"^(s\d+) \[.*doublecircle", text, re.M))
    start = re.search(r"^__start0 -> (s\d+)", text, re.M)[1]

    def accepts(word):
        state = start
        for symbol in word:
            state = edges.get((state, symbol))
        return state in accepting

    return lambda all_words: [accepts(word) for word in all_words]


def check_mermaid(model):
    """The flowchart has the table's transitions and states."""

    def name(text):
        return re.sub(r"#(\d+);", lambda m: chr(int(m[1])), text)

    found = set()
    chart = papni("export", model, "--to", "mermaid")
    for p, label, q in re.findall(r'^  s(\d+) -->\|"(.*)"\| s(\d+)$', chart, re.M):
        for line in label.split("<br>"):
            read, _, stack = line.partition(" / ")
            popped, _, caller = stack[4:].partition(" from ") if stack.startswith("pop ") else ("", "", "")
            found.add((p, name(read), name(popped), caller, q))
    expected = set()
    entries, returns = [], r"(\d+) (\S+) pop (?:(\d+) )?(\S+) (\d+)"
    table = papni("export", model, "--to", "table")
    states = int(re.search(r"states (\d+)", table)[1])
    for line in table.splitlines()[2:]:
        if line.startswith("model "):
            continue
        if match := re.fullmatch(r"enter (\S+) (\d+)", line):
            entries.append((unescape(match[1]), match[2]))
        elif match := re.fullmatch(returns, line):
            p, a, caller, popped, q = match.groups("")
            expected.add((p, unescape(a), unescape(popped), caller, q))
        else:
            p, a, q = line.split()
            expected.add((p, unescape(a), "", "", q))
    expected |= {(str(p), call, "", "", q) for p in range(states) for call, q in entries}
    assert found == expected, (model, found ^ expected)
    accepting = set(re.search(r"accept(.*)", table)[1].split())
    assert set(re.findall(r"^  s(\d+)\(\(\(", chart, re.M)) == accepting


def members(text):
    """The characters of a class, such as [a-c]; anything else is itself."""
    if len(text) < 3 or text[0] + text[-1] != "[]":
        return [text]
    found = []
    for first, last in re.findall(r"(\\?.)(?:-(\\?.))?", text[1:-1]):
        found += map(chr, range(ord(first[-1]), ord((last or first)[-1]) + 1))
    return found


def check_railroad(model):
    """The picture is XML, and its texts are the names of rules and symbols of the EBNF."""
    root = ElementTree.fromstring(papni("export", model, "--to", "railroad"))
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    grammar = Tokens(papni("export", model, "--to", "ebnf"))
    expected = set(grammar.rules) | set(grammar.codes) | grammar.sets
    shown = {member for text in texts for member in members(text)}
    assert shown == expected, (model, shown ^ expected)
    boxes = [element for element in root.iter("{http://www.w3.org/2000/svg}rect") if element.get("class")]
    assert len(boxes) + len(grammar.rules) == len(texts)


EXPORTS = {
    "c": run_c,
    "ebnf": run_ebnf,
    "gbnf": run_gbnf,
    "lark": run_lark,
    "antlr": run_antlr,
    "aalpy": run_aalpy,
    "automatalib": run_automatalib,
}


def main():
    wrong = check_large()
    for name, model in models():
        labelled = words(model)
        check_mermaid(model)
        check_railroad(model)
        done = []
        for form, prepare in EXPORTS.items():
            accepts = prepare(name, model)
            if not accepts:
                continue
            answers = accepts([word for word, _ in labelled])
            assert len(answers) == len(labelled)
            bad = [word for (word, label), answer in zip(labelled, answers) if label != answer]
            wrong += bool(bad)
            done.append(form)
            if bad:
                print(f"{name}: {form} differs on {len(bad)} words: {bad[:3]}")
        print(f"{name}: {' '.join(done)} mermaid")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
