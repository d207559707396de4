"""Runs the exports of models that were learned through a lexer on texts, with the programs they are for.

    check_texts.py [--all] [MODEL...]

Generators make texts, which papni must accept. Without --all, on 150 texts each of some models; with it, on 1,000 texts each of all."""

import ctypes
import itertools
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import lark
import torch_stub  # noqa: F401
from antlr4 import CommonTokenStream, InputStream
from antlr4.error.ErrorListener import ErrorListener
from grammars import Grammar
from text_models import Models
from texts import label, texts_of
from xgrammar import Grammar as XGrammar
from xgrammar import GrammarCompiler, GrammarMatcher, TokenizerInfo

PAPNI, ROOT = os.environ["PAPNI"], os.environ["ROOT"]
ALL = "--all" in sys.argv[1:]
ONLY = [name for name in sys.argv[1:] if name != "--all"]
SAMPLE = ["json", "lisp", "blocks", "odd"]

DRIVER = r"""
#include "%s"
#include <stdio.h>

/* Texts with their lengths: the verdict of all at once, byte by byte, and the place. */
int main (void)
{
  size_t length;
  while (scanf ("%%zu", &length) == 1 && getchar () == '\n') {
    char *text = malloc (length + 1);
    papni_reader r;
    size_t i;
    if (fread (text, 1, length, stdin) != length)
      return 2;
    papni_reader_begin (&r);
    for (i = 0; i < length; i++)
      papni_reader_read (&r, text + i, 1);
    i = (size_t) papni_reader_end (&r);
    printf ("%%d %%d %%zu:%%zu\n", papni_accepts (text, length), (int) i, r.at.line, r.at.column);
    free (text);
  }
  return 0;
}
"""


def export(model, form):
    done = subprocess.run([PAPNI, "export", model, "--to", form], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (model, form, done.stderr)
    return done.stdout


# ---- the exports: each returns the verdicts ----


def run_c(name, model, texts):
    Path(f"{name}.c").write_text(export(model, "c"))
    Path(f"{name}-driver.c").write_text(DRIVER % f"{name}.c")
    strict = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
    subprocess.run(["cc", "-std=c11", *strict, "-DMAIN", f"{name}.c", "-o", f"./{name}-main"], check=True)
    subprocess.run(["c++", "-std=c++11", *strict, "-fsyntax-only", "-DMAIN", "-x", "c++", f"{name}.c"], check=True)
    safe = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(["cc", "-std=c11", *strict, *safe, f"{name}-driver.c", "-o", f"./{name}-driver"], check=True)
    found = drive(name, [text.encode() for text in texts])
    drive(name, list(broken([text.encode() for text in texts])))
    if name in ("json", "chars"):  # a million levels
        opening, inside, closing = (b"[", b"", b"]") if name == "json" else (b"(", b"1", b")")
        deep = opening * 1_000_000 + inside + closing * 1_000_000
        assert drive(name, [deep, deep[:-1], deep + closing]) == [True, False, False], f"{name}: deep"
    return found


def drive(name, texts):
    """The verdicts, which are the same all at once and byte by byte."""
    data = b"".join(b"%d\n" % len(text) + text for text in texts)
    lines = (
        subprocess.run([f"./{name}-driver"], input=data, capture_output=True, check=True).stdout.decode().splitlines()
    )
    found = [line.split() for line in lines]
    assert len(found) == len(texts)
    assert all(whole == pieces for whole, pieces, _ in found), f"{name}: whole and in pieces differ"
    return [whole == "1" for whole, _, _ in found]


def broken(texts):
    """Texts with random bytes in them, for the sanitizers."""
    rng = random.Random(3)
    for text in texts:
        changed = bytearray(text)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(changed) + 1)
            changed[at : at + rng.randrange(3)] = bytes(
                rng.choice(b'\x00\xff\xc3\xe2\xf0\x80\xbf\xed"\\<&;*/[(') for _ in range(rng.randrange(3))
            )
        yield bytes(changed)


def run_ebnf(name, model, texts):
    if name == "large":  # left recursion, which the reader does not know
        return None
    grammar = Grammar(export(model, "ebnf"), "ebnf")
    return [grammar.accepts(text) for text in texts]


def run_gbnf(_, model, texts):
    compiler = GrammarCompiler(TokenizerInfo([]), cache_enabled=False)
    compiled = compiler.compile_grammar(XGrammar.from_ebnf(export(model, "gbnf")))

    def accepts(text):
        matcher = GrammarMatcher(compiled, terminate_without_stop_token=True)
        return (not text or matcher.accept_string(text)) and matcher.is_terminated()

    return [accepts(text) for text in texts]


def run_lark(_, model, texts):
    parser = lark.Lark(export(model, "lark"), parser="lalr", lexer="basic")

    def accepts(text):
        try:
            parser.parse(text)
        except lark.exceptions.LarkError:
            return False
        return True

    return [accepts(text) for text in texts]


class Errors(ErrorListener):
    """Records that there was an error."""

    def __init__(self):
        self.any = False

    def syntaxError(self, *_):
        self.any = True


def run_antlr(name, model, texts):
    folder = Path(f"antlr_{name}")
    folder.mkdir()
    (folder / "Papni.g4").write_text(export(model, "antlr"))
    subprocess.run(["antlr4", "-encoding", "utf8", "-Werror", "-Dlanguage=Python3", "Papni.g4"], cwd=folder, check=True)
    sys.path.insert(0, str(folder.absolute()))
    for module in ["PapniLexer", "PapniParser", "PapniListener"]:
        sys.modules.pop(module, None)
    lexer_class = __import__("PapniLexer").PapniLexer
    parser_class = __import__("PapniParser").PapniParser
    sys.path.pop(0)

    def accepts(text):
        errors = Errors()
        lexer = lexer_class(InputStream(text))
        parser = parser_class(CommonTokenStream(lexer))
        for reader in (lexer, parser):
            reader.removeErrorListeners()
            reader.addErrorListener(errors)
        parser.word()
        return not errors.any

    return [accepts(text) for text in texts]


def run_tree_sitter(name, model, texts):
    """If the program is there: tests/exports/run texts --all builds it."""
    program = f"{ROOT}/build/tree-sitter/bin/tree-sitter"
    if not os.path.exists(program):
        return None
    try:
        import tree_sitter  # noqa: PLC0415
    except ImportError:
        return None
    folder = Path(f"tree_sitter_{name}")
    folder.mkdir()
    (folder / "grammar.js").write_text(export(model, "tree-sitter"))
    done = subprocess.run([program, "generate", "--abi", "14"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (name, done.stderr[:1500])
    library = f"{folder.absolute()}/papni.so"
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-I", "src", "src/parser.c", "-o", library], cwd=folder, check=True
    )
    language = ctypes.CDLL(library).tree_sitter_papni
    language.restype = ctypes.c_void_p
    parser = tree_sitter.Parser(tree_sitter.Language(language()))
    return [not parser.parse(text.encode()).root_node.has_error for text in texts]


# ---- generators: papni accepts what they make ----


def made_by_fuzzing_book(name, model):
    if name in ("large", "script"):  # it would not end
        return None
    try:
        from fuzzingbook.GrammarFuzzer import GrammarFuzzer  # noqa: PLC0415
    except ImportError:
        return None
    found = {}
    exec(export(model, "fuzzingbook"), found)  # noqa: S102
    random.seed(1)
    fuzzer = GrammarFuzzer(found["GRAMMAR"], min_nonterminals=0, max_nonterminals=12)
    return [fuzzer.fuzz() for _ in range(1000 if ALL else 100)]


def made_by_grammarinator(name, model):
    programs = f"{ROOT}/build/grammarinator/bin"
    if not os.path.exists(programs):
        return None
    folder = Path(f"grammarinator_{name}")
    folder.mkdir()
    (folder / "Papni.g4").write_text(export(model, "grammarinator"))
    subprocess.run([f"{programs}/grammarinator-process", "Papni.g4", "-o", ".", "--no-actions"], cwd=folder, check=True)
    subprocess.run(  # a rule may lead to several others: with a bound on the depth alone, texts could be enormous
        [f"{programs}/grammarinator-generate", "PapniGenerator.PapniGenerator", "-r", "word", "-d", "20",
         "--max-tokens", "100", "-n", str(1000 if ALL else 100), "-o", "made/%d", "--sys-path", ".", "--random-seed", "1"],
        cwd=folder,
        check=True,
    )  # fmt: skip
    return [path.read_bytes().decode() for path in sorted((folder / "made").iterdir())]


GENERATORS = {"fuzzingbook": made_by_fuzzing_book, "grammarinator": made_by_grammarinator}
EXPORTS = {
    "c": run_c,
    "ebnf": run_ebnf,
    "gbnf": run_gbnf,
    "lark": run_lark,
    "antlr": run_antlr,
    "tree-sitter": run_tree_sitter,
}


def check_tool_calls():
    """examples/tool-calls: XGrammar accepts exactly the right outputs."""
    example = f"{ROOT}/examples/tool-calls"
    Models(PAPNI, ROOT).learn("calls", "--lexer", f"rules:{example}/calls.rules", f"{example}/outputs.txt")
    Path("calls.gbnf").write_text(export("calls.json", "gbnf"))
    sys.path.insert(0, example)
    sys.dont_write_bytecode = True
    import check  # noqa: PLC0415

    sys.path.pop(0)
    sys.argv[1:] = ["calls.gbnf"]
    return check.main()


def main():
    wrong = 0 if ONLY else check_tool_calls()
    models = Models(PAPNI, ROOT)
    for name, model, lexemes, blanks in itertools.chain(models.all(), models.built_in() if ALL else ()):
        if name not in (ONLY or SAMPLE) and not (ALL and not ONLY):
            continue
        labelled = texts_of(PAPNI, model, lexemes, 1000 if ALL else 150, blanks=tuple(blanks))
        texts, labels = zip(*labelled)
        right = sum(labels)
        assert len(texts) // 8 < right < len(texts), (name, right)
        done = []
        for form, run in EXPORTS.items():
            answers = run(name, model, texts)
            if answers is None:
                continue
            assert len(answers) == len(texts)
            bad = [text for text, expected, answer in zip(texts, labels, answers) if expected != answer]
            wrong += bool(bad)
            done.append(form)
            if bad:
                print(f"{name}: {form} differs on {len(bad)} texts: {bad[:3]!r}")
        for form, make in GENERATORS.items():
            made = make(name, model)
            if made is None:
                continue
            verdicts = label(PAPNI, model, made, Path(f"made-{form}-{name}"))
            bad = [text for text, verdict in zip(made, verdicts) if not verdict]
            wrong += bool(bad)
            done.append(f"{form} ({len(set(made))} texts)")
            if bad:
                print(f"{name}: {form} made {len(bad)} wrong texts: {bad[:3]!r}")
        print(f"{name}, {right} right texts of {len(texts)}: {' '.join(done)}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
