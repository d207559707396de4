#!/usr/bin/env python3
"""`check.py GRAMMAR.gbnf`: does XGrammar accept exactly the right outputs? Needs xgrammar from PyPI."""

import random
import sys

from outputs import is_right, outputs
from xgrammar import Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo


def near_miss(text, rng):
    """One character is lost, doubled or replaced, or a piece is moved."""
    at, to = rng.randrange(len(text)), rng.randrange(len(text))
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at] + text[at:]
    if kind == 2:
        return text[:at] + rng.choice('{}[]<>,:"x1 ') + text[at + 1 :]
    return text[: min(at, to)] + text[max(at, to) :]


def main():
    compiler = GrammarCompiler(TokenizerInfo([]), cache_enabled=False)
    with open(sys.argv[1], encoding="utf-8") as file:
        compiled = compiler.compile_grammar(Grammar.from_ebnf(file.read()))

    def accepts(text):
        matcher = GrammarMatcher(compiled, terminate_without_stop_token=True)
        return matcher.accept_string(text) and matcher.is_terminated()

    rng = random.Random(2)
    right = outputs(1, 500)  # others than those it was learned from
    texts = right + [near_miss(text, rng) for text in right]
    labels = [is_right(text) for text in texts]
    assert all(labels[: len(right)])
    wrong = [text for text, label in zip(texts, labels) if accepts(text) != label]
    print(
        f"{sum(labels)} right outputs and {len(labels) - sum(labels)} wrong ones: XGrammar is wrong about {len(wrong)}"
    )
    for text in wrong[:5]:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
