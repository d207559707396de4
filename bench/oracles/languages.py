"""Languages for learning by questions: each a recogniser of text and a generator, in plain Python.

    accepts(text) -> bool      draw(random) -> a right text

The five of DEVELOPMENT are what the learner was built on; those of HELD_OUT were only measured."""

import string

LOWER, DIGITS = string.ascii_lowercase, string.digits


class Wrong(Exception):
    pass


class Reader:
    """What every recogniser here is made of."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def peek(self, token):
        return self.text.startswith(token, self.at)

    def take(self, token):
        if not self.peek(token):
            return False
        self.at += len(token)
        return True

    def need(self, token):
        if not self.take(token):
            raise Wrong

    def run(self, characters, least=0):
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
        if self.at - begin < least:
            raise Wrong


def recogniser(rule):
    def accepts(text):
        reader = Reader(text)
        try:
            rule(reader)
        except (Wrong, RecursionError):
            return False
        return reader.at == len(text)

    return accepts


def name(r, characters=LOWER, least=1, most=3):
    return "".join(r.choice(characters) for _ in range(r.randint(least, most)))


# ---- JSON without numbers and escapes ----
INSIDE = string.ascii_letters + DIGITS + " "


def json_value(t):
    if t.take("true") or t.take("false") or t.take("null"):
        return
    if t.take('"'):
        t.run(INSIDE)
        return t.need('"')
    if t.take("["):
        if not t.take("]"):
            json_value(t)
            while t.take(","):
                json_value(t)
            t.need("]")
        return
    t.need("{")
    if not t.take("}"):
        json_member(t)
        while t.take(","):
            json_member(t)
        t.need("}")


def json_member(t):
    t.need('"')
    t.run(INSIDE)
    t.need('":')
    json_value(t)


def draw_json(r, depth=3):
    x = r.random()
    if depth == 0 or x < 0.3:
        return r.choice(["true", "false", "null", '"%s"' % name(r, INSIDE, 0), '"%s"' % name(r, LOWER, 0)])
    if x < 0.65:
        return "[%s]" % ",".join(draw_json(r, depth - 1) for _ in range(r.randint(0, 3)))
    return "{%s}" % ",".join('"%s":%s' % (name(r, INSIDE, 0), draw_json(r, depth - 1)) for _ in range(r.randint(0, 3)))


# ---- s-expressions ----
def lisp_value(t):
    if t.take("("):
        if not t.take(")"):
            lisp_value(t)
            while t.take(" "):
                lisp_value(t)
            t.need(")")
        return
    t.run(LOWER, 1)
    t.run(LOWER + DIGITS)


def draw_lisp(r, depth=3):
    if depth == 0 or r.random() < 0.4:
        return name(r, LOWER, 1, 1) + name(r, LOWER + DIGITS, 0, 2)
    return "(%s)" % " ".join(draw_lisp(r, depth - 1) for _ in range(r.randint(0, 3)))


# ---- XML: two tags, attributes, text ----
TEXT = LOWER + DIGITS + " "


def xml_element(t):
    t.need("<")
    tag = "a" if t.peek("a") else "b"
    t.need(tag)
    while t.take(" "):
        t.run(LOWER, 1)
        t.need('="')
        t.run(TEXT)
        t.need('"')
    t.need(">")
    while not t.peek("</"):
        if t.peek("<"):
            xml_element(t)
        else:
            t.run(TEXT, 1)
    t.need("</" + tag + ">")


def draw_xml(r, depth=3):
    tag = r.choice("ab")
    attributes = "".join(' %s="%s"' % (name(r, LOWER, 1, 2), name(r, TEXT, 0)) for _ in range(r.choice([0, 0, 1, 2])))
    inside = ""
    for _ in range(r.randint(0, 2)):
        inside += draw_xml(r, depth - 1) if depth and r.random() < 0.6 else name(r, TEXT)
    return "<%s%s>%s</%s>" % (tag, attributes, inside, tag)


# ---- arithmetic with function names ----
FUNCTIONS = ["sin", "cos", "tan", "sqrt", "log", "exp", "abs"]


def math_sum(t):
    math_factor(t)
    while t.take("+") or t.take("-") or t.take("*") or t.take("/") or t.take("^"):
        math_factor(t)


def math_factor(t):
    if t.at < len(t.text) and t.text[t.at] in DIGITS:
        t.run(DIGITS, 1)
        if t.take("."):
            t.run(DIGITS, 1)
        return
    if t.take("pi") or t.take("x") or t.take("y"):
        return
    for f in FUNCTIONS:
        if t.take(f):
            break
    t.need("(")
    math_sum(t)
    t.need(")")


def draw_math(r, depth=3):
    out = []
    for _ in range(r.choice([1, 1, 2, 3])):
        x = r.random()
        if depth == 0 or x < 0.5:
            out.append(
                r.choice([name(r, DIGITS, 1, 2), name(r, DIGITS, 1, 2) + "." + name(r, DIGITS, 1, 2), "pi", "x", "y"])
            )
        else:
            out.append((r.choice(FUNCTIONS) if x < 0.8 else "") + "(" + draw_math(r, depth - 1) + ")")
    word = out[0]
    for o in out[1:]:
        word += r.choice("+-*/^") + o
    return word


# ---- a small while-language ----
def while_statement(t):
    while_one(t)
    while t.take(" ; "):
        while_one(t)


def while_one(t):
    if t.take("skip"):
        return
    if t.take("L = "):
        return while_number(t)
    if t.take("while "):
        while_truth(t)
        t.need(" do ")
        return while_one(t)
    t.need("if ")
    while_truth(t)
    t.need(" then ")
    while_statement(t)
    t.need(" else ")
    while_one(t)


def while_truth(t):
    while True:
        while t.take("~"):
            pass
        if not (t.take("true") or t.take("false")):
            while_number(t)
            t.need(" == ")
            while_number(t)
        if not t.take(" & "):
            return


def while_number(t):
    if t.take("L") or t.take("n"):
        return
    t.need("(")
    while_number(t)
    t.need("+")
    while_number(t)
    t.need(")")


def draw_number(r, depth=2):
    if depth == 0 or r.random() < 0.6:
        return r.choice("Ln")
    return "(%s+%s)" % (draw_number(r, depth - 1), draw_number(r, depth - 1))


def draw_truth(r):
    out = []
    for _ in range(r.choice([1, 1, 1, 2])):
        out.append(r.choice(["", "", "~"]) + r.choice(["true", "false", draw_number(r) + " == " + draw_number(r)]))
    return " & ".join(out)


def draw_while(r, depth=2):
    out = []
    for _ in range(r.choice([1, 1, 2])):
        x = r.random()
        if depth == 0 or x < 0.3:
            out.append(r.choice(["skip", "L = " + draw_number(r)]))
        elif x < 0.65:
            out.append("while %s do %s" % (draw_truth(r), draw_while(r, depth - 1)))
        else:
            out.append("if %s then %s else %s" % (draw_truth(r), draw_while(r, depth - 1), draw_while(r, depth - 1)))
    return " ; ".join(out)


DEVELOPMENT = {
    "json": (recogniser(json_value), draw_json),
    "lisp": (recogniser(lisp_value), draw_lisp),
    "xml": (recogniser(xml_element), draw_xml),
    "while": (recogniser(while_statement), draw_while),
    "mathexpr": (recogniser(math_sum), draw_math),
}
