"""Models that are learned from texts, with what their symbols may look like."""

import itertools
import json
import subprocess
from pathlib import Path

from texts import BLANKS, JSON, XML

LISP = {"number": ["1", "-2", "+3.5"], "name": ["a", "b1", "1.x", "-", "λ"], "text": ['"q"', '"\\""', '""']}
CODE = {"name": ["x", "if1", "y_2", "ifx"], "number": ["0", "12"]}
ODD = ["'", '"', "\\", "]]>", "*/", "??/", "😀", "/*", "%", "#a", "$$", "`", "${x}", "</script>"]

CODE_RULES = """%pair { }
%skip blank comment
if if
name [a-z][a-z_0-9]*
number [0-9]+
. \\.
/ /
= =
== ==
; ;
{ \\{
} \\}
blank [ \\t\\n]+
comment /\\*(?:[^*]|\\*+[^*/])*\\*+/
"""

# Rules that overlap: by their beginnings, by whole texts, or beyond the character that follows.
OVERLAPS = {
    "comments": (
        "x x\ny y\nblank [ \\n]+\ncomment #[^\\n]*|//[^\\n]*|/\\*[^*]*\\*/\n%skip blank comment\n",
        {"a": "x x", "b": "y", "c": "x y"},
        {},
        ["", "", " ", "\n", "#c\n", "/* c */", "/**/", "//x\n ", "#"],
    ),
    "decimals": (
        "float [0-9]+\\.[0-9]+\nint [0-9]+\ndot \\.\nend ;\n",
        {"a": "1.5.;", "b": "7;", "c": "2..;"},
        {"float": ["1.5", "20.25"], "int": ["0", "12"], "dot": ["."], "end": [";"]},
        [""],
    ),
    "dots": (
        "dot \\.\ndots \\.\\.\\.\nend ;\n",
        {"a": "..;", "b": "...;", "c": ".....;"},
        {"dot": ["."], "dots": ["..."], "end": [";"]},
        [""],
    ),
    "lines": (
        "n \\n|;\nid [a-z]+\nblank [ \\t]+\ncomment #.*|//[^\\n]*\n%skip comment blank\n",
        {"a": "x;", "b": "x y;", "c": ";"},
        {"n": ["\n", "\n", ";", "#c\n", " //\n", "\t# d;\n"], "id": ["x", "yz"]},
        ["", "", "", " ", "#"],
    ),
    "remarks": (
        "n \\n|;\nid [a-z]+\ncomment #.*\n%skip comment\n",
        {"a": "x;", "b": "y;;", "c": ";"},
        {"n": ["\n", "\n", ";", "#c\n", "#\n"], "id": ["x", "yz"]},
        ["", "", "", "", "#", "#x"],
    ),
    "tags": (
        "id [a-z]+\ntag #[ab]*\n%skip tag\n",
        {"a": "x", "b": "a#c", "c": "b#a#cd"},
        {"id": ["x", "ab", "ca"]},
        ["", "#", "#a", "#b#", "##ab"],
    ),
    "keywords": (
        "if if\nelse else\nname [a-z]+\nblank [ ]+\n%skip blank\n",
        {"a": "if x ", "b": "else ", "c": "elsey "},
        {"name": ["x", "i", "iff", "els", "elsewhere", "if", "else"]},
        [" ", " ", "  ", ""],
    ),
    "unused": (  # no text has the symbol if
        "if if\nname [a-z]+\nblank [ ]+\n; ;\n%skip blank\n",
        {"a": "x y;", "b": "y;", "c": "then;"},
        {"name": ["x", "i", "iff", "if", "f"]},
        [" ", " ", "  ", ""],
    ),
    "raw": (  # a longer text begins with one that two rules match
        'r r\nname [a-z]\nraw r"[^"]*"\n; ;\n',
        {"a": 'r"a"', "b": "r;", "c": "x;r"},
        {"r": ["r"], "name": ["x", "r", "q"], "raw": ['r"a"', 'r""', 'r"r'], ";": [";"]},
        [""],
    ),
    "choices": (
        "kw (?:true|false|null)(?![a-z])\nid [a-z]+\nnum 0|[1-9][0-9]*\nop \\+|-|\\*\nsp [ ]+|\\t\n",
        {"1": ["true", "x", "0", "12 ", "nulls"], "+": ["+", "*\t", "*\t "]},
        {"kw": ["true", "null"], "id": ["x", "nul", "falsey", "true"], "num": ["0", "10"], "op": ["+", "*"], "sp": [" ", "\t"]},
        [""],
    ),
    "script": (
        "if if(?![A-Za-z0-9_])\nwhile while\nname [A-Za-z_][A-Za-z0-9_]*\nfloat [0-9]+\\.[0-9]*\nint [0-9]+\n"
        "op ==|=|<=|<\ndots \\.\\.\\.\ndot \\.\nstr '(?:[^'\\\\]|\\\\.)*'\nuni [α-ωА-я\\x{1F600}-\\x{1F64F}]+\nsemi ;\n"
        "blank \\s+\ncomment //[^\\n]*|/\\*(?:[^*]|\\*+[^*/])*\\*+/\n%skip blank comment\n",
        {"1": ["x", "1", "1.5", "'a'", "α", "while "], "+": ["==", ".", "...", " . .", "<"]},
        {"name": ["x", "_y", "if1", "whiles", "If"], "float": ["1.", "2.5"], "int": ["0", "12"], "op": ["=", "==", "<"],
         "dots": ["..."], "dot": ["."], "str": ["''", "'a'", "'\\''"], "uni": ["α", "я😀"], "semi": [";"]},
        ["", "", "", " ", "\n", "//c\n", "/**/", "//"],
    ),
}  # fmt: skip


def escaped(text):
    return "".join(c if c.isalnum() else f"\\x{{{ord(c):x}}}" for c in text)


def odd_rules():
    """Names that could break out of a string or a comment."""
    rules = ["%pair (( ))", "%skip blank", "(( \\(\\(", ")) \\)\\)", "blank \\s+"]
    rules += [f"{'x' if name[0] in '#%' else ''}{name} {escaped(name)}" for name in ODD]
    return "\n".join(rules) + "\n"


def odd_texts():
    return {("x" if name[0] in "#%" else "") + name: [name] for name in ODD}


LANGUAGES = "L1 L2 L3 L4 L6 L8 L9 L10 L11 L12 odd even arith json xml2 root restore".split()
WORD_BLANKS = [" "] * 12 + ["", "\n", "\t "]

LARGE = ["--model", "sevpa", "--method", "rpni", "--call", "[ {", "--return", "] }"]


class Models:
    def __init__(self, papni, root):
        self.papni, self.root = papni, root

    def run(self, *arguments):
        done = subprocess.run([self.papni, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def learn(self, name, *arguments):
        self.run("learn", *arguments, "--counts", "-q", "-o", f"{name}.json")  # comments, too
        return f"{name}.json"

    def lines(self, name, texts):
        Path(f"{name}.txt").write_text("".join(f"{label} {text}\n" for label, text in texts))
        return f"{name}.txt"

    def words(self, language, rename, between=" "):
        """Labelled words of a language as texts."""
        for line in self.run("generate", language, "-n", "1500", "--length", "0..12", "-q").splitlines():
            if line[:1] in ("+", "-"):
                yield line[0], between.join(rename.get(s, s) for s in line[1:].split())

    def renamed(self, rename):
        """Words of L10, or accepted ones of arith with each of several numbers and signs."""
        if "a" in rename:
            yield from self.words("L10", rename, "")
        else:
            for number, sign in itertools.product(rename["1"], rename["+"]):
                words = self.words("arith", {"1": number, "+": sign}, "")
                yield from itertools.islice((word for word in words if word[0] == "+"), 60)

    def all(self):
        """Name, model file, texts of symbols, blanks."""
        examples = f"{self.root}/examples"
        sevpa = ("--model", "sevpa")
        yield "json", self.learn("json", *sevpa, "--lexer", "json", f"{examples}/json"), JSON, BLANKS
        yield "feed", self.learn("feed", *sevpa, "--lexer", "xml", f"{examples}/xml"), XML, BLANKS
        lisp = f"{examples}/s-expressions"
        model = self.learn("lisp", *sevpa, "--lexer", f"rules:{lisp}/lisp.rules", lisp, f"{lisp}/lines.txt")
        yield "lisp", model, LISP, [*BLANKS, ";c\n", " ;\n"]
        call = ("--call", "(", "--return", ")")
        lines = self.lines("chars", self.words("arith", {}, ""))
        yield "chars", self.learn("chars", "--lexer", "chars", *call, lines), {}, BLANKS
        names = [line for line in Path(f"{examples}/assignments.txt").read_text().splitlines() if line[:1] in "+-"]
        Path("names.txt").write_text("\n".join(names) + "\n")
        yield "names", self.learn("names", "--lexer", "chars", "names.txt"), {}, BLANKS  # with classes
        lines = self.lines("marks", self.words("arith", {"1": "\u0301", "+": "\u203f"}, ""))
        yield "marks", self.learn("marks", "--lexer", "chars", *call, lines), {}, BLANKS
        lines = self.lines("flat", self.words("arith", {}, ""))
        yield "flat", self.learn("flat", "--model", "dfa", "--lexer", "chars", *call, lines), {}, BLANKS
        rename = {"a": "if", "b": "ifx", "c": "then", "(": "begin", ")": "end"}
        lines = self.lines("blocks", self.words("L10", rename))
        call = ("--call", "begin", "--return", "end")
        yield "blocks", self.learn("blocks", "--lexer", "words", *call, lines), {}, WORD_BLANKS
        rename = {"(": "[", ")": "]", "a": "1", "b": '"s"', "c": "true"}
        lines = self.lines("values", self.words("L10", rename))
        yield "values", self.learn("values", *sevpa, "--lexer", "json", lines), JSON, BLANKS
        rename = {"text": "t"}
        lines = self.lines("elements", self.words("xml2", rename, ""))
        yield "elements", self.learn("elements", *sevpa, "--lexer", "xml", lines), XML, BLANKS
        Path("code.rules").write_text(CODE_RULES)
        rename = {"(": "if {", ")": "}", "a": "x = 1 ;", "b": "y == 2 . z ;", "c": "if x / y ;"}
        lines = self.lines("code", self.words("L10", rename))
        model = self.learn("code", "--model", "vpa", "--lexer", "rules:code.rules", lines)
        yield "code", model, CODE, [*BLANKS, "/**/", " /* x* */ "]
        Path("odd.rules").write_text(odd_rules())
        rename = {"(": "((", ")": "))", "a": " ".join(ODD[:5]), "b": " ".join(ODD[5:10]), "c": " ".join(ODD[10:])}
        lines = self.lines("odd", self.words("L10", rename))
        yield "odd", self.learn("odd", *sevpa, "--lexer", "rules:odd.rules", lines), odd_texts(), BLANKS

        for name, (rules, rename, lexemes, blanks) in OVERLAPS.items():
            Path(f"{name}.rules").write_text("%pair ( )\n( \\(\n) \\)\n" + rules)
            lines = self.lines(name, self.renamed(rename))
            yield name, self.learn(name, *sevpa, "--lexer", f"rules:{name}.rules", lines), lexemes, blanks

        yield "large", self.large(), {}, WORD_BLANKS

    def large(self):
        """Learned from words of which a third have a wrong label, so its grammar is not for reading. Nothing leads
        back to its start."""
        words = self.run("generate", "json", "-n", "1000", "--positive", "30%", "--length", "0..24", "-q").splitlines()
        lines = [(line[0] if i % 3 else "+-"[line[0] == "+"], line[2:]) for i, line in enumerate(words) if line[0] in "+-"]
        self.run("learn", self.lines("large", lines), *LARGE, "-q", "-o", "large.json")
        content = json.loads(Path("large.json").read_text())
        old = content["states"]  # the number of the former start
        new = [t for t in content["transitions"] if t[0] == 0 or (len(t) == 5 and t[2] == 0)]
        content["transitions"] = [[old if s == 0 else s for s in t] for t in content["transitions"]] + [
            [t[0], *t[1:-1], old if t[-1] == 0 else t[-1]] for t in new
        ]
        content["accept"] = sorted([old if q == 0 else q for q in content["accept"]] + [0] * (0 not in content["accept"]))
        content["states"] += 1
        Path("large.json").write_text(json.dumps(content))
        return self.with_words("large", "large.json")

    def with_words(self, name, model):
        """The same model, of texts: words with blanks between them."""
        content = json.loads(Path(model).read_text())
        content["alphabet"]["lexer"] = "words"
        Path(f"{name}.json").write_text(json.dumps(content))
        return f"{name}.json"

    def built_in(self):
        """The built-in languages and the examples that are words, likewise."""
        for name in LANGUAGES:
            self.run("minimize", name, "-q", "-o", "minimal.json")
            yield f"built-in-{name}", self.with_words(f"built-in-{name}", "minimal.json"), {}, WORD_BLANKS
        for name in ("arith", "paper", "traces"):
            model = self.learn("words", f"{self.root}/examples/{name}.txt")
            yield f"example-{name}", self.with_words(f"example-{name}", model), {}, WORD_BLANKS
