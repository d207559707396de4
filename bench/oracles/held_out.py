"""Held-out languages: measured, never tuned on."""

from languages import LOWER, DIGITS, recogniser, name, Wrong


# ---- regular expressions: letters, groups, sets, bars, stars ----
def regex(t):
    regex_row(t)
    while t.take("|"):
        regex_row(t)


def regex_row(t):
    some = False
    while True:
        if t.at < len(t.text) and t.text[t.at] in LOWER:
            t.at += 1
        elif t.take("("):
            regex(t)
            t.need(")")
        elif t.take("["):
            t.take("^")
            t.run(LOWER, 1)
            t.need("]")
        else:
            break
        some = True
        t.take("*") or t.take("+") or t.take("?")
    if not some:
        raise Wrong


def draw_regex(r, depth=3):
    rows = []
    for _ in range(r.choice([1, 1, 2])):
        row = ""
        for _ in range(r.randint(1, 3)):
            x = r.random()
            if x < 0.5 or depth == 0:
                row += r.choice(LOWER)
            elif x < 0.65:
                row += "[" + r.choice(["", "^"]) + name(r) + "]"
            else:
                row += "(" + draw_regex(r, depth - 1) + ")"
            row += r.choice(["", "", "*", "+", "?"])
        rows.append(row)
    return "|".join(rows)


# ---- nested blocks of properties, as in style sheets ----
def style(t):
    style_rule(t)
    while t.at < len(t.text):
        style_rule(t)


def style_rule(t):
    t.take(".") or t.take("#")
    t.run(LOWER, 1)
    t.need("{")
    style_body(t)


def style_body(t):
    while not t.take("}"):
        if t.take(".") or t.take("#"):
            t.run(LOWER, 1)
            t.need("{")
            style_body(t)
            continue
        t.run(LOWER, 1)
        if t.take("{"):
            style_body(t)
            continue
        t.need(":")
        if t.at < len(t.text) and t.text[t.at] in DIGITS:
            t.run(DIGITS, 1)
            t.take("px") or t.take("%")
        else:
            t.run(LOWER, 1)
        t.need(";")


def draw_style(r, depth=2, top=True):
    out = ""
    for _ in range(r.randint(1, 2) if top else r.randint(0, 3)):
        if top or (depth and r.random() < 0.4):
            out += r.choice(["", ".", "#"]) + name(r, LOWER, 1, 2) + "{" + draw_style(r, depth - 1, False) + "}"
        else:
            value = name(r, DIGITS, 1, 2) + r.choice(["", "px", "%"]) if r.random() < 0.5 else name(r, LOWER, 1, 2)
            out += name(r, LOWER, 1, 2) + ":" + value + ";"
    return out


# ---- begin ... end, with lists and calls ----
def block(t):
    t.need("begin ")
    while not t.peek("end"):
        if t.peek("begin "):
            block(t)
            t.need(" ")
        else:
            t.run("xyz", 1)
            t.need(":=")
            call(t)
            t.need("; ")
    t.need("end")


def call(t):
    if t.at < len(t.text) and t.text[t.at] in DIGITS:
        return t.run(DIGITS, 1)
    t.run("xyz", 1)
    if t.take("("):
        if not t.take(")"):
            call(t)
            while t.take(","):
                call(t)
            t.need(")")


def draw_call(r, depth=2):
    x = r.random()
    if x < 0.3:
        return name(r, DIGITS, 1, 2)
    if x < 0.6 or depth == 0:
        return name(r, "xyz", 1, 2)
    return name(r, "xyz", 1, 1) + "(" + ",".join(draw_call(r, depth - 1) for _ in range(r.randint(0, 2))) + ")"


def draw_block(r, depth=2):
    out = "begin "
    for _ in range(r.randint(0, 3)):
        if depth and r.random() < 0.4:
            out += draw_block(r, depth - 1) + " "
        else:
            out += name(r, "xyz", 1, 1) + ":=" + draw_call(r) + "; "
    return out + "end"


# ---- types with parameters ----
def type_name(t):
    if t.take("fn("):
        if not t.take(")"):
            type_name(t)
            while t.take(","):
                type_name(t)
            t.need(")")
        t.need("->")
        return type_name(t)
    t.run("ABC", 1)
    if t.take("<"):
        type_name(t)
        while t.take(","):
            type_name(t)
        t.need(">")
    while t.take("[]"):
        pass


def draw_type(r, depth=3):
    x = r.random()
    if depth and x < 0.3:
        return (
            "fn(" + ",".join(draw_type(r, depth - 1) for _ in range(r.randint(0, 2))) + ")->" + draw_type(r, depth - 1)
        )
    out = name(r, "ABC", 1, 2)
    if depth and x < 0.65:
        out += "<" + ",".join(draw_type(r, depth - 1) for _ in range(r.randint(1, 2))) + ">"
    return out + r.choice(["", "", "[]"])


HELD_OUT = {
    "regex": (recogniser(regex), draw_regex),
    "style": (recogniser(style), draw_style),
    "block": (recogniser(block), draw_block),
    "types": (recogniser(type_name), draw_type),
}
