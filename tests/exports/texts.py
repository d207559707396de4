"""Texts of models that were learned through a lexer: symbols rendered as texts, with blanks between them, and texts
with a character changed. papni itself says which are right."""

import random
import re
import subprocess
from pathlib import Path

JSON = {
    "string": ['""', '"a"', '"b c"', '"\\n\\u00e9"', '"é\\"]"', '"😀"', '"*/]]>"', '"??/"'],
    "number": ["0", "7", "-12", "3.25", "1e9", "-0.5E-3", "120"],
}
XML = {"text": ["a", "b c", "x &amp; y", "]", "] ]>", "é&eacute;", "1 > 0"], "comment": ["<!-- c -->", "<!---->"]}
BLANKS = ["", "", "", " ", "\n", " \t"]


def tag(symbol, rng):
    if symbol.startswith("</"):
        return symbol[:-1] + rng.choice(["", "", " "]) + ">"
    if symbol.startswith("<?"):
        return symbol[:-2] + rng.choice(["", " a", ' version="1.0"']) + "?>"
    name, end = (symbol[:-2], "/>") if symbol.endswith("/>") else (symbol[:-1], ">")
    return (
        name
        + rng.choice(["", "", "", ' a="1"', " b = '<'".replace("<", "&lt;"), '\nc="\'"'])
        + rng.choice(["", " "])
        + end
    )


def render(word, lexemes, rng, blanks):
    text = rng.choice(blanks)
    for symbol in word:
        if symbol in lexemes:
            text += rng.choice(lexemes[symbol])
        elif lexemes is XML or lexemes.get("tags"):
            text += tag(symbol, rng)
        else:
            text += symbol
        text += rng.choice(blanks)
    return text


def change(text, rng):
    """A near miss: one character is lost, doubled, replaced, or two change places."""
    if not text:
        return rng.choice("x1({[<")
    at, kind = rng.randrange(len(text)), rng.randrange(5)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at] + text[at:]
    if kind == 2:
        return text[:at] + rng.choice("x10(){}[]<>/,:;\"'. \n+-é#") + text[at + 1 :]
    if kind == 3:
        return text[:at] + rng.choice("x10(){}[]<>/,:;\"'. \n+-é#") + text[at:]
    return text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]


def unescape(name):
    return re.sub(r"\\(\\|x20)", lambda m: " " if m[1] == "x20" else "\\", name)


def label(papni, model, texts, folder):
    """What papni says of each text."""
    folder.mkdir()
    for i, text in enumerate(texts):
        (folder / f"{i:05}").write_bytes(text.encode())
    names = [f"{folder}/{i:05}" for i in range(len(texts))]
    done = subprocess.run([papni, "check", model, *names], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    lines = [line for line in done.stdout.splitlines() if re.match(rf"{re.escape(str(folder))}/\d{{5}}[: ]", line)]
    assert len(lines) == len(texts), (len(lines), done.stdout[:300], done.stderr[:300])
    return [line.endswith(": accept") for line in lines]


def texts_of(papni, model, lexemes, count, seed=1, blanks=tuple(BLANKS)):
    """`count` texts with their labels; half of those that were to be right are."""
    rng = random.Random(seed)
    name = Path(model).stem
    listed = subprocess.run(
        [papni, "generate", model, "-n", str(count // 2), "--length", "0..14", "--replace", "-q"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    words = [[unescape(s) for s in line[1:].split()] for line in listed.splitlines() if line[:1] in "+-"]
    texts = [render(word, lexemes, rng, blanks) for word in words]
    texts += [change(rng.choice(texts[: len(words)]), rng) for _ in range(count - len(texts))]
    texts = [text for text in texts if "\0" not in text]
    return list(zip(texts, label(papni, model, texts, Path(f"texts-{name}"))))
