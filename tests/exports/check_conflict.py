"""A grammar that is not LALR(1), as docs/grammars.md says: Earley parses it."""

import json
import sys
from pathlib import Path

import lark
from check import lark_accepts, papni, words

MODEL = {
    "format": "papni-model",
    "version": 1,
    "model": "sevpa",
    "alphabet": {"internal": ["a", "b"], "call": ["("], "return": [")"], "pairs": []},
    "states": 2,
    "enter": [["(", 1]],
    "accept": [0],
    "transitions": [[0, "b", 1], [0, ")", 1, "(", 1], [1, "a", 1], [1, ")", 1, "(", 0]],
}


def main():
    Path("conflict.json").write_text(json.dumps(MODEL))
    text = papni("export", "conflict.json", "--to", "lark")
    try:
        lark.Lark(text, parser="lalr", lexer="basic")
        print("conflict: the grammar is LALR(1) now: fix docs/grammars.md")
        return 1
    except lark.exceptions.GrammarError as error:
        assert "Reduce/Reduce" in str(error)
    parser = lark.Lark(text, parser="earley", lexer="basic")
    labelled = words("conflict.json")
    bad = [word for word, label in labelled if lark_accepts(parser, word) != label]
    print(f"conflict: {sum(label for _, label in labelled)} of {len(labelled)} words accepted; {bad[:2]}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
