"""Pictures as SVG: panels with lines over two scales, and bars."""

import math
from xml.sax.saxutils import escape

INK, FAINT, GRID, PAPER = "#24292f", "#6e7781", "#e3e6ea", "#ffffff"
FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
MARKS = "circle square diamond triangle cross".split()


class Picture:
    """Collects SVG elements."""

    def __init__(self, width, height, title, note=""):
        self.size = width, height
        self.title = title
        self.elements = []
        self.text(20, 30, title, size=17, weight=600)
        if note:
            self.text(20, 50, note, size=12.5, fill=FAINT)

    def add(self, name, text=None, **attributes):
        written = " ".join(
            f'{key.replace("_", "-")}="{number(value) if isinstance(value, (int, float)) else escape(value, {chr(34): "&quot;"})}"'
            for key, value in attributes.items()
        )
        self.elements.append(f"<{name} {written}/>" if text is None else f"<{name} {written}>{escape(text)}</{name}>")

    def text(self, x, y, words, size=12, anchor="start", fill=INK, weight=400, **more):
        self.add("text", words, x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, font_weight=weight, **more)

    def line(self, x1, y1, x2, y2, stroke=GRID, width=1, **more):
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, **more)

    def mark(self, shape, x, y, fill, hollow=False):
        style = {"fill": PAPER if hollow else fill, "stroke": fill, "stroke_width": 1.8}
        if shape == "circle":
            self.add("circle", cx=x, cy=y, r=4, **style)
        elif shape == "square":
            self.add("rect", x=x - 3.6, y=y - 3.6, width=7.2, height=7.2, **style)
        elif shape == "cross":
            self.add("path", d=f"M{number(x - 3.8)} {number(y - 3.8)}l7.6 7.6m0 -7.6l-7.6 7.6", fill="none", stroke=fill,
                     stroke_width=2)
        else:
            corners = [(0, -5), (5, 0), (0, 5), (-5, 0)] if shape == "diamond" else [(0, -5), (4.8, 3.8), (-4.8, 3.8)]
            self.add("polygon", points=" ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in corners), **style)

    def legend(self, y, entries):
        """Names with their colours and marks, in a row."""
        x = 20
        for name, colour, shape in entries:
            self.line(x, y - 4, x + 22, y - 4, colour, 2)
            self.mark(shape, x + 11, y - 4, colour)
            self.text(x + 28, y, name, size=12.5)
            x += 28 + 7.2 * len(name) + 22

    def svg(self):
        width, height = self.size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{FONT}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        )
        return head + "\n".join(self.elements) + "\n</svg>\n"


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Scale:
    """From values to places; logarithmic or linear."""

    def __init__(self, low, high, start, end, logarithmic):
        self.low, self.high, self.start, self.end, self.logarithmic = low, high, start, end, logarithmic

    def __call__(self, value):
        if self.logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def decades(low, high):
    """The powers of ten around two values, and the ticks between."""
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    last = max(last, first + 1)
    step = 1 if last - first <= 6 else 2
    return 10.0**first, 10.0**last, [10.0**power for power in range(first, last + 1, step)]


def panel(picture, box, title, series, x_ticks, x_name, y_label, x_logarithmic=True, limit=None,
          proportional=False):
    """One diagram. A series is (colour, mark, points, stopped), stopped a list of x at which the limit was met.

    With `proportional`, a dotted line through the last point of the first series grows as x does."""
    left, top, width, height = box
    values = [y for _, _, points, _ in series for _, y in points]
    if limit and any(stopped for *_, stopped in series):
        values.append(limit)
    if not values:
        return
    y_low, y_high, y_ticks = decades(min(values), max(values))
    xs = [x for x, _ in x_ticks]
    if x_logarithmic:
        pad = (max(xs) / min(xs)) ** 0.05
        x = Scale(min(xs) / pad, max(xs) * pad, left, left + width, True)
    else:
        x = Scale(0, max(xs) * 1.04, left, left + width, False)
    y = Scale(y_low, y_high, top + height, top, True)

    picture.text(left, top - 12, title, size=13.5, weight=600)
    for tick in y_ticks:
        picture.line(left, y(tick), left + width, y(tick))
        picture.text(left - 7, y(tick) + 4, y_label(tick), size=11.5, anchor="end", fill=FAINT)
    for tick, label in x_ticks:
        picture.line(x(tick), top, x(tick), top + height)
        picture.text(x(tick), top + height + 17, label, size=11.5, anchor="middle", fill=FAINT)
    picture.line(left, top + height, left + width, top + height, FAINT)
    picture.text(left + width / 2, top + height + 36, x_name, size=12, anchor="middle")
    if limit and any(stopped for *_, stopped in series):
        picture.line(left, y(limit), left + width, y(limit), FAINT, 1.2, stroke_dasharray="5 4")
        picture.text(left + 5, y(limit) - 5, f"stopped after {limit} s", size=11, fill=FAINT)
    if proportional:
        (near, _), (far, value) = series[0][2][0], series[0][2][-1]
        near = max(near, far * y_low / value)
        picture.line(x(near), y(value * near / far), x(far), y(value), FAINT, 1.2, stroke_dasharray="2 4")
    for colour, shape, points, stopped in series:
        path = [(x(a), y(b)) for a, b in points]
        ends = [(x(a), y(limit)) for a in stopped]
        if len(path) > 1:
            picture.add("polyline", points=" ".join(f"{number(a)},{number(b)}" for a, b in path), fill="none",
                        stroke=colour, stroke_width=2, stroke_linejoin="round")
        if path and ends:
            picture.line(*path[-1], *ends[0], colour, 1.6, stroke_dasharray="3 4")
        for a, b in path:
            picture.mark(shape, a, b, colour)
        for a, b in ends:
            picture.mark(shape, a, b, colour, hollow=True)


def bars(picture, box, groups, x_name):
    """Horizontal bars: groups of (name, [(label, note, [(colour, length), ...])])."""
    left, top, width, row = box
    longest = max(sum(length for _, length in parts) for _, rows in groups for _, _, parts in rows)
    step = 10 ** math.floor(math.log10(longest))
    step = next(s for s in (step / 5, step / 2, step, 2 * step) if longest / s <= 6)
    x = Scale(0, longest * 1.02, left, left + width, False)
    height = sum(len(rows) * row + 34 for _, rows in groups)
    for i in range(int(longest / step) + 1):
        place = x(i * step)
        picture.line(place, top, place, top + height)
        picture.text(place, top + height + 17, number(i * step), size=11.5, anchor="middle", fill=FAINT)
    picture.text(left + width / 2, top + height + 37, x_name, size=12, anchor="middle")
    y = top
    for name, rows in groups:
        picture.text(20, y + 20, name, size=13, weight=600)
        y += 26
        for label, note, parts in rows:
            picture.text(left - 9, y + row / 2 + 4, label, size=12, anchor="end")
            start = 0
            for colour, length in parts:
                picture.add("rect", x=x(start), y=y + 3, width=max(x(start + length) - x(start), 0.5), height=row - 6,
                            fill=colour)
                start += length
            picture.text(x(start) + 7, y + row / 2 + 4, note, size=12, fill=FAINT)
            y += row
        y += 8
