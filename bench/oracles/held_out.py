"""Languages that were held out: not looked at while the learner was made."""

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


# ---- terms as in Prolog: atoms, variables, lists ----
def term(t):
    if t.take("["):
        if not t.take("]"):
            term(t)
            while t.take(","):
                term(t)
            if t.take("|"):
                term(t)
            t.need("]")
        return
    if t.at < len(t.text) and t.text[t.at] in "XYZ":
        t.at += 1
        t.run(DIGITS)
        return
    t.run(LOWER, 1)
    if t.take("("):
        term(t)
        while t.take(","):
            term(t)
        t.need(")")


def draw_term(r, depth=3):
    x = r.random()
    if depth == 0 or x < 0.4:
        return r.choice([r.choice("XYZ") + name(r, DIGITS, 0, 1), name(r, LOWER, 1, 2)])
    inside = ",".join(draw_term(r, depth - 1) for _ in range(r.randint(1, 2)))
    if x < 0.7:
        return name(r, LOWER, 1, 2) + "(" + inside + ")"
    return "[" + r.choice(["", inside, inside, inside + "|" + draw_term(r, depth - 1)]) + "]"


# ---- environments as in LaTeX ----
def latex(t):
    while t.at < len(t.text) and not t.peek("\\end") and not t.peek("\\item"):
        if t.take("\\begin{list}"):
            latex_items(t)
            t.need("\\end{list}")
        elif t.take("\\begin{box}"):
            latex(t)
            t.need("\\end{box}")
        else:
            t.run(LOWER + " ", 1)


def latex_items(t):
    t.need("\\item ")
    latex(t)
    while t.take("\\item "):
        latex(t)


def draw_latex(r, depth=2):
    out = ""
    for _ in range(r.randint(0, 2)):
        x = r.random()
        if depth == 0 or x < 0.5:
            out += name(r, LOWER, 1, 2)
        elif x < 0.75:
            out += "\\begin{box}" + draw_latex(r, depth - 1) + "\\end{box}"
        else:
            items = "".join("\\item " + draw_latex(r, depth - 1) for _ in range(r.randint(1, 2)))
            out += "\\begin{list}" + items + "\\end{list}"
    return out


# ---- queries within queries ----
def query(t):
    t.need("select ")
    t.run("abc", 1)
    while t.take(","):
        t.run("abc", 1)
    t.need(" from ")
    if t.take("("):
        query(t)
        t.need(")")
    else:
        t.run("uvw", 1)
    if t.take(" where "):
        query_test(t)


def query_test(t):
    while True:
        if t.take("("):
            query_test(t)
            t.need(")")
        else:
            t.run("abc", 1)
            t.need("=")
            t.run(DIGITS, 1)
        if not (t.take(" and ") or t.take(" or ")):
            return


def draw_query_test(r, depth=2):
    out = []
    for _ in range(r.choice([1, 1, 2])):
        if depth and r.random() < 0.3:
            out.append("(" + draw_query_test(r, depth - 1) + ")")
        else:
            out.append(r.choice("abc") + "=" + name(r, DIGITS, 1, 2))
    return r.choice([" and ", " or "]).join(out)


def draw_query(r, depth=2):
    columns = ",".join(r.choice("abc") for _ in range(r.randint(1, 2)))
    source = "(" + draw_query(r, depth - 1) + ")" if depth and r.random() < 0.4 else name(r, "uvw", 1, 1)
    return "select " + columns + " from " + source + (" where " + draw_query_test(r) if r.random() < 0.5 else "")


# ---- processes: sending, receiving, in parallel ----
def process(t):
    process_one(t)
    while t.take("|"):
        process_one(t)


def process_one(t):
    if t.take("0"):
        return
    if t.take("{"):
        process(t)
        t.need("}")
        return
    t.run("abc", 1)
    t.take("!") or t.need("?")
    t.run("xyz", 1)
    t.need(".")
    process_one(t)


def draw_process(r, depth=2):
    out = []
    for _ in range(r.choice([1, 1, 2])):
        prefix = "".join(r.choice("abc") + r.choice("!?") + r.choice("xyz") + "." for _ in range(r.randint(0, 2)))
        nested = depth and r.random() < 0.4
        out.append(prefix + ("{" + draw_process(r, depth - 1) + "}" if nested else "0"))
    return "|".join(out)


# ---- let ... in ..., with calls ----
def let(t):
    if t.take("let "):
        t.run("xyz", 1)
        t.need(" = ")
        let(t)
        t.need(" in ")
        return let(t)
    let_term(t)
    while t.take(" + "):
        let_term(t)


def let_term(t):
    if t.at < len(t.text) and t.text[t.at] in DIGITS:
        return t.run(DIGITS, 1)
    if t.take("("):
        let(t)
        return t.need(")")
    t.run("xyz", 1)


def draw_let(r, depth=2):
    if depth and r.random() < 0.4:
        return "let " + r.choice("xyz") + " = " + draw_let(r, depth - 1) + " in " + draw_let(r, depth - 1)
    out = []
    for _ in range(r.choice([1, 1, 2])):
        x = r.random()
        nested = depth and x < 0.3
        out.append("(" + draw_let(r, depth - 1) + ")" if nested else r.choice(["x", "y", "z", name(r, DIGITS, 1, 2)]))
    return " + ".join(out)


HELD_OUT = {
    "regex": (recogniser(regex), draw_regex),
    "style": (recogniser(style), draw_style),
    "block": (recogniser(block), draw_block),
    "latex": (recogniser(latex), draw_latex),
    "process": (recogniser(process), draw_process),
    "let": (recogniser(let), draw_let),
}

# Were held out, too, until a failure on them was mended.
USED = {
    "types": (recogniser(type_name), draw_type),
    "term": (recogniser(term), draw_term),
    "query": (recogniser(query), draw_query),
}
