"""Reads W3C EBNF and GBNF as published, and matches words and texts."""

import re
import sys

sys.setrecursionlimit(100_000)

LITERAL = {
    "ebnf": r""" "(?P<double>[^"]*)" | '(?P<single>[^']*)' | \#x(?P<code>[0-9A-Fa-f]+) | (?P<set>\[[^\]]+\]) """,
    "gbnf": r""" "(?P<double>(?:[^"\\]|\\.)*)" | (?P<set>\[(?:[^\]\\]|\\.)+\]) """,
}
NAME = {"ebnf": r"[A-Za-z_][A-Za-z0-9_]*", "gbnf": r"[A-Za-z][A-Za-z0-9-]*"}
ESCAPE = re.compile(r"\\(?:x([0-9A-F]{2})|u([0-9A-F]{4})|U([0-9A-F]{8})|(.))", re.S)
CODE = re.compile(r"#x([0-9A-Fa-f]+)")
LETTERS = {"n": "\n", "r": "\r", "t": "\t"}


def unescape(text):
    return ESCAPE.sub(lambda m: LETTERS.get(m[4], m[4]) if m[4] else chr(int(m[1] or m[2] or m[3], 16)), text)


def read_set(text, notation):
    """[^a-z] as a function of a character."""
    inside = text[1:-1]
    negated = inside.startswith("^")
    item = ESCAPE if notation == "gbnf" else CODE
    found, at, inside = [], 0, inside[negated:]
    while at < len(inside):
        match = item.match(inside, at)
        if match:
            found.append(unescape(match[0]) if notation == "gbnf" else chr(int(match[1], 16)))
            at = match.end()
        else:
            found.append(None if inside[at] == "-" else inside[at])
            at += 1
    ranges = []
    while found:
        first = found.pop(0)
        last = first
        if found and found[0] is None:
            found.pop(0)
            last = found.pop(0)
        ranges.append((first, last))
    return ("set", tuple(ranges), negated)


class Grammar:
    """A grammar as nested tuples: ("literal", text), ("set", ranges, negated), ("rule", name), ("sequence", ...),
    ("choice", ...), ("optional", x), ("repeat", x), ("plus", x). With `blanks`, the rule BLANK may stand any number
    of times before a terminal and at the end."""

    def __init__(self, text, notation):
        token = re.compile(
            rf"\s*(?:(?P<comment>/\*.*?\*/)|(?P<rule>{NAME[notation]})\s*::=|(?P<name>{NAME[notation]})|{LITERAL[notation]}"
            r"|(?P<sign>[()|*?+]))",
            re.VERBOSE | re.S,
        )
        self.tokens, at, self.notation = [], 0, notation
        self.blanks = notation == "ebnf" and "BLANK* may stand" in text
        while text[at:].strip():
            match = token.match(text, at)
            if not match:
                raise SyntaxError(f"{notation}: {text[at : at + 40]!r}")
            if match.lastgroup != "comment":
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
            while self.peek()[0] == "sign" and self.peek()[1] in "*?+":
                item = ({"*": "repeat", "?": "optional", "+": "plus"}[self.next()[1]], item)
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
        if kind == "set":
            return read_set(text, self.notation)
        if kind == "code":
            return ("literal", chr(int(text, 16)))
        return ("literal", unescape(text) if self.notation == "gbnf" else text)

    def accepts(self, text):
        """Does the grammar match the whole text?"""
        known = {}

        def after_blanks(at):
            return ends(("repeat", ("rule", "BLANK")), at, True)

        def ends(part, at, inside):
            """The positions where a part that begins here can end. Inside a terminal there are no blanks."""
            if (part, at, inside) in known:
                return known[part, at, inside]
            kind = part[0]
            terminal = kind in ("literal", "set") or (kind == "rule" and part[1].isupper())
            if terminal and not inside:
                begins = {at} if part == ("rule", "BLANK") else after_blanks(at)
                result = {end for begin in begins for end in ends(part, begin, True)}
            elif kind == "literal":
                result = {at + len(part[1])} if text.startswith(part[1], at) else set()
            elif kind == "set":
                found = at < len(text) and any(first <= text[at] <= last for first, last in part[1])
                result = {at + 1} if at < len(text) and found != part[2] else set()
            elif kind == "rule":
                result = ends(self.rules[part[1]], at, inside)
            elif kind == "sequence":
                result = {at}
                for item in part[1:]:
                    result = {end for begin in result for end in ends(item, begin, inside)}
            elif kind == "choice":
                result = {end for item in part[1:] for end in ends(item, at, inside)}
            else:
                result, new = set() if kind == "plus" else {at}, {at}
                while new:
                    new = {end for begin in new for end in ends(part[1], begin, inside)} - result
                    result |= new
                    if kind == "optional":
                        break
            known[part, at, inside] = result
            return result

        found = ends(("rule", self.start), 0, not self.blanks)
        if not self.blanks and (self.notation == "gbnf" or "END" not in self.rules):
            return len(text) in found
        last = ("rule", "END") if "END" in self.rules else ("repeat", ("rule", "BLANK"))
        return any(len(text) in ends(last, end, True) for end in found)
