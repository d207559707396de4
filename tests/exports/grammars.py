"""Reads W3C EBNF and GBNF as published, and matches words."""

import re
import sys

sys.setrecursionlimit(100_000)

LITERAL = {
    "ebnf": r""" "(?P<double>[^"]*)" | '(?P<single>[^']*)' | \#x(?P<code>[0-9A-Fa-f]+) """,
    "gbnf": r""" "(?P<double>(?:[^"\\]|\\["\\])*)" """,
}
NAME = {"ebnf": r"[A-Za-z_][A-Za-z0-9_]*", "gbnf": r"[a-z][a-z0-9-]*"}


class Grammar:
    """A grammar as nested tuples: ("literal", text), ("rule", name), ("sequence", ...),
    ("choice", ...), ("optional", x), ("repeat", x)."""

    def __init__(self, text, notation):
        token = re.compile(
            rf"\s*(?:(?P<rule>{NAME[notation]})\s*::=|(?P<name>{NAME[notation]})|{LITERAL[notation]}|(?P<sign>[()|*?]))",
            re.VERBOSE,
        )
        self.tokens, at, self.notation = [], 0, notation
        while text[at:].strip():
            match = token.match(text, at)
            if not match:
                raise SyntaxError(f"{notation}: {text[at : at + 40]!r}")
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            at = match.end()
        self.rules, self.at = {}, 0
        while self.at < len(self.tokens):
            kind, name = self.next()
            if kind != "rule" or name in self.rules:
                raise SyntaxError(f"{notation}: a rule is wanted, not {name}")
            self.rules[name] = self.choice()
        self.start = next(iter(self.rules))
        if notation == "gbnf" and self.start != "root":
            raise SyntaxError("gbnf begins with root")
        for name in self.used:
            if name not in self.rules:
                raise SyntaxError(f"there is no rule {name}")

    used = ()

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def choice(self):
        found = [self.sequence()]
        while self.peek() == ("sign", "|"):
            self.next()
            found.append(self.sequence())
        return ("choice", *found) if len(found) > 1 else found[0]

    def sequence(self):
        found = []
        while self.peek()[0] not in ("end", "rule") and self.peek() not in (("sign", "|"), ("sign", ")")):
            item = self.item()
            while self.peek() in (("sign", "*"), ("sign", "?")):
                item = ("repeat" if self.next()[1] == "*" else "optional", item)
            found.append(item)
        if not found:
            raise SyntaxError("nothing stands between signs")
        return ("sequence", *found)

    def item(self):
        kind, text = self.next()
        if kind == "sign":
            if text != "(":
                raise SyntaxError(f"{text} out of place")
            inside = self.choice()
            if self.next() != ("sign", ")"):
                raise SyntaxError(") is missing")
            return inside
        if kind == "name":
            self.used = (*self.used, text)
            return ("rule", text)
        if kind == "code":
            return ("literal", chr(int(text, 16)))
        return ("literal", re.sub(r"\\(.)", r"\1", text) if self.notation == "gbnf" else text)

    def accepts(self, text):
        """Does the grammar match the whole text?"""
        known = {}

        def ends(part, at):
            """The positions where a part that begins here can end."""
            if (part, at) in known:
                return known[part, at]
            kind = part[0]
            if kind == "literal":
                result = {at + len(part[1])} if text.startswith(part[1], at) else set()
            elif kind == "rule":
                result = ends(self.rules[part[1]], at)
            elif kind == "sequence":
                result = {at}
                for item in part[1:]:
                    result = {end for begin in result for end in ends(item, begin)}
            elif kind == "choice":
                result = {end for item in part[1:] for end in ends(item, at)}
            else:
                result, new = {at}, {at}
                while new:
                    new = {end for begin in new for end in ends(part[1], begin)} - result
                    result |= new
                    if kind == "optional":
                        break
            known[part, at] = result
            return result

        return len(text) in ends(self.rules[self.start], 0)
