"""Compares the XML lexer with expat.

`compare.py make DOCUMENTS` writes documents that are XML or nearly so, one per line;
`compare.py judge DOCUMENTS ENCODED` reads the output of `papni encode` and reports
differences. What a lexer does not check is ignored: undeclared entities and duplicate
attributes.
"""

import random
import sys
from xml.parsers import expat

SEEDS = [
    "<a x=\"1\" y='2'>text <b/> more</a>",
    "<a><b>one</b><c.d-e_f:g>two</c.d-e_f:g></a>",
    "<a>&amp; &#8364; &#x20AC; &lt;</a>",
    "<a><!-- a comment - with a dash --><?do it?><![CDATA[ <raw> ]] ]]></a>",
    "<!-- before --><a   z = '&quot;'  /><?after?>",
    "<\u00e9l\u00e9ment \u00e0=''>\u20ac</\u00e9l\u00e9ment>",
    "<a>\t<a><a/></a ></a\t>",
]
CHARACTERS = "<>/=\"'&;#!?-[] abx19.:_\u00e9\u00b7\x01\u0300"
FORGIVEN = {
    expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY],
    expat.errors.codes[expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE],
}


def mutated(source, text):
    for _ in range(int(source.random() * 3)):
        place = int(source.random() * (len(text) + 1))
        new = CHARACTERS[int(source.random() * len(CHARACTERS))] if source.random() < 0.7 else ""
        text = text[:place] + new + text[place + int(source.random() * 2) :]
    return text


def is_well_formed(text):
    """What expat says; None where it does not count."""
    parser = expat.ParserCreate("UTF-8")
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        return None if error.code in FORGIVEN else False
    return True


def is_document(row):
    """One element, and around it comments and instructions alone."""
    label, _, word = row.partition("\t")
    if label != "-" or word.startswith("-\t") or not word:
        return False
    depth = elements = 0
    for symbol in word.split(", "):
        name = symbol.split(" pop ")[0]
        if name == "#unlexed" or name == "doctype":
            return False
        returns = name.startswith("</")
        depth -= returns
        element = name.startswith("<") and not name.startswith("<?") and not returns
        if depth == 0 and not returns:
            if name in ("text", "cdata"):
                return False
            elements += element
        depth += element and not name.endswith("/>")
    return elements == 1


def make(path):
    source = random.Random(3)
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(20000):
            file.write("- " + mutated(source, SEEDS[int(source.random() * len(SEEDS))]) + "\n")


def judge(documents, encoded):
    counts = {True: 0, False: 0, None: 0}
    with open(documents, encoding="utf-8", newline="\n") as texts, open(encoded, encoding="utf-8") as rows:
        for text, row in zip(texts.read().split("\n")[:-1], rows.read().split("\n")[:-1], strict=True):
            expected = is_well_formed(text[2:])
            counts[expected] += 1
            if expected is not None and is_document(row) != expected:
                sys.stdout.write(f"expat: {expected}: {text!r}: {row}\n")
    sys.stdout.write(f"{counts[True]} well-formed, {counts[False]} not, {counts[None]} left out\n")


if sys.argv[1] == "make":
    make(sys.argv[2])
else:
    judge(sys.argv[2], sys.argv[3])
