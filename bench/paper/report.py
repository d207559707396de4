"""The report: Markdown from a template over the files of runs, and a page made of that.

All figures come from runs.csv and costs.csv beside the report and from what the paper
published, so a test can write it again and compare.
"""

import base64
import re
from pathlib import Path

import costs
import figures
import grammar
import jinja2
import revisions
import summary
import words

FOLDER = Path(__file__).parent / "templates"
DASH, MINUS, TIMES = "\u2013", "\u2212", "\u00d7"
BEGIN, END = "<!-- paper: made by bench/paper, not by hand -->", "<!-- end of paper -->"
SETTINGS = {
    "rpni": "RPNI",
    "papni-rpni": "PAPNI, RPNI",
    "papni-edsm": "PAPNI, EDSM",
    "vpa": "`vpa`",
    "sevpa": "`sevpa`",
    "auto": "`auto`",
}
EXAMPLE = {"call": "(", "return_": ")"}


class Figures:
    """What the template asks for."""

    def __init__(self, folder, results=None):
        self.frame = summary.read(folder / "runs.csv")
        self.cost_rows = costs.read(folder / "costs.csv")
        self.results = figures.authors_results(results) if results else None
        all_ways = summary.ways(self.frame)
        self.ways = [way for way in all_ways if way != "long"] or all_ways  # which is not of all languages
        self.main = [way for way in all_ways if way not in words.CHECKS] or all_ways
        self.languages = summary.languages(self.frame)
        self.whole = set(words.WAYS) <= set(all_ways) and self.languages == list(figures.ORDER)
        self.revisions = revisions.groups(folder)
        self.beyond = summary.languages(self.frame, beyond=True)
        self.repeats = int(self.frame.repeat.max())
        by_aalpy = self.frame[self.frame.setting == "aalpy-papni"]
        self.aalpy_repeats = by_aalpy.groupby("way").repeat.max().to_dict()
        self.means = summary.means(self.frame)
        self.distances = summary.distances(self.frame)
        self.agreement = summary.agreement(self.frame)
        self.settings = SETTINGS
        self.paper = figures
        self.differences = {
            (way, setting): summary.differences(self.frame, way, setting)
            for way in all_ways
            for setting in summary.PAPER_SETTINGS
        }

    def mean(self, way, language, setting):
        try:
            found = self.means.loc[(way, language, setting)]
        except KeyError:
            return DASH
        return f"{found['mean']:.3f} ± {found.deviation:.3f}"

    def value(self, way, language, setting, column="f1"):
        """The mean of a column."""
        f = self.frame
        return f[(f.way == way) & (f.language == language) & (f.setting == setting)][column].mean()

    def states(self, way, language, setting):
        return fixed(1)(self.value(way, language, setting, "states"))

    def lowest(self, way, setting):
        """The language with the lowest mean F1, and that."""
        found = self._means_of(way, setting)
        return found.idxmin(), found.min()

    def at_least(self, way, setting, bound):
        """On how many of the paper's languages the mean F1 reaches a bound."""
        return int((self._means_of(way, setting) >= bound).sum())

    def _means_of(self, way, setting):
        """Mean F1 by language, of the paper's."""
        f = self.frame[(self.frame.way == way) & (self.frame.setting == setting)]
        return f[f.language.isin(self.languages)].groupby("language").f1.mean()

    def outside(self, way, setting):
        """The languages on which we are more than a standard deviation off."""
        d = self.differences[way, setting]
        return list(d[d.outside].index)

    def aalpy(self, way, setting):
        """Mean F1 of papni and of AALpy on the repeats that both ran, over all languages."""
        f = self.frame[(self.frame.way == way) & self.frame.language.isin(self.languages)]
        both = f[f.repeat <= self.aalpy_repeats.get(way, 0)]
        ours = both[both.setting == setting].f1.mean()
        return ours, both[both.setting == summary.AALPY_SETTINGS[setting]].f1.mean()

    def matched(self, way, language):
        """The mean share of rejected words to learn from that are well-matched, in percent."""
        f = self.frame
        rows = f[(f.way == way) & (f.language == language) & (f.setting == "papni-edsm")]
        rejected = rows.learning - rows.learning_positive
        return 100 * ((rejected - rows.dropped.astype(int)) / rejected).mean()

    def positive(self, way, language):
        """The mean number of accepted words, to learn from and to evaluate with."""
        f = self.frame
        return f[(f.way == way) & (f.language == language)].positive.mean()

    def length(self, way, language):
        """The mean length of accepted words."""
        f = self.frame
        rows = f[(f.way == way) & (f.language == language)]
        return (rows.symbols.astype(float) / rows.positive).mean()

    def error(self, way, language, setting):
        """The standard error of a mean F1."""
        found = self.means.loc[(way, language, setting)]
        return found.deviation / found.runs**0.5

    def wrongly_accepted(self, way, language, setting):
        """The share of the mistakes that are rejected words which the model accepts."""
        f = self.frame
        rows = f[(f.way == way) & (f.language == language) & (f.setting == setting)]
        return rows.fp.sum() / (rows.fp + rows.fn).sum()

    def between(self, one, other, setting):
        """Of the languages outside in the one way: those whose F1 in the paper lies between both ways."""
        first, second = self.differences[one, setting], self.differences[other, setting]
        signs = first.difference * second.difference
        return [language for language in self.outside(one, setting) if signs[language] <= 0]

    def by_number(self):
        """Of the languages that their words' lengths do not explain: those that the number of words does."""
        if ("long", "rpni") not in self.differences:
            return []
        left = set(self.outside("uniform", "rpni")) - set(self.between("uniform", "short", "rpni"))
        still = self.outside("long", "rpni")
        return [language for language in words.FEW_WORDS if language in left and language not in still]

    def moved(self, one, other, setting, languages):
        """The largest change of a mean F1 from one way to the other."""
        first, second = self.differences[one, setting]["mean"], self.differences[other, setting]["mean"]
        return (second - first).abs()[languages].max()

    def mistakes(self, way, language, setting):
        """The mean number of held-out words on which a model is wrong."""
        f = self.frame
        rows = f[(f.way == way) & (f.language == language) & (f.setting == setting)]
        return (rows.fp + rows.fn).mean()

    def failures(self, way, setting):
        """Runs below 1 by language: how many, and the word that most often is the least difference."""
        f = self.frame
        rows = f[(f.way == way) & (f.setting == setting) & (f.f1 < 1) & f.language.isin(self.languages)]
        for language in self.languages:
            several = rows[rows.language == language]
            if len(several):
                pairs = several.groupby(["differ", "accepted_by"]).size()
                word, by = pairs.idxmax()
                yield language, len(several), word, by, int(pairs.max())

    # ---- the paper's words ----

    def expected(self, language):
        """Of 10,000 words drawn as the paper says, how many would be accepted; and how many exist."""
        import papni

        model = papni.language(language)
        letters = sum(map(len, model.alphabet[:3]))
        least, most = words.LENGTHS
        counts = grammar.counts(model, most)
        share = sum(counts[n] / letters**n for n in range(least, most + 1)) / (most - least + 1)
        exist = sum(counts[least:])
        return words.WORDS * share, exist

    def in_the_paper(self, language):
        return words.in_the_paper(language)

    def longest(self, language):
        return words.longest_of_shortest(language)

    def exist(self, language, most):
        """How many words of up to so many symbols there are."""
        import papni

        return sum(grammar.counts(papni.language(language), most))

    def grammar(self, language):
        import papni

        return grammar.text(papni.language(language))

    def about(self, language):
        import papni

        return papni.languages()[language]

    # ---- the running example ----

    def example(self):
        """What the example's trees and models have."""
        import papni
        import pictures

        samples = pictures.words_of_the_example()
        encoded = list(pictures.encoded(samples, **EXAMPLE))
        model = papni.learn(samples, **EXAMPLE, method="rpni", focus="all")
        dfa = papni.learn(samples, **EXAMPLE, model="dfa", method="rpni")
        return {
            "words": len(samples),
            "kept": len(encoded),
            "nodes": pictures.tree(samples)[1],
            "encoded_nodes": pictures.tree(encoded)[1],
            "grammar": grammar.text(model),
            "rpni": len(dfa),
            "wrong": next(word for word in (")()", "()(", "(()") if dfa.accepts(word)),
            "papni": len(model),
        }

    # ---- costs ----

    def cost_table(self):
        found = costs.medians(self.cost_rows)
        return [(n, {learner: found[learner, n] for learner in costs.LEARNERS}) for n in costs.SIZES]

    def cost_ratio(self, one, other, what):
        """How many times as much the one takes as the other, at the largest size."""
        found, size = costs.medians(self.cost_rows), max(costs.SIZES)
        return found[one, size][what] / found[other, size][what]

    def tree_nodes(self, learner):
        size = str(max(costs.SIZES))
        found = [int(r["tree_nodes"]) for r in self.cost_rows if r["learner"] == learner and r["words"] == size]
        return sum(found) / len(found)

    def memory_ratios(self):
        """The paper's two memory series, divided."""
        paper = figures.costs()
        return paper.rpni_megabytes / paper.papni_megabytes


def word(text):
    return f"`{text}`" if text else "the empty word"


def fixed(digits):
    """A filter that writes a number with so many digits, and a dash where there is none."""
    return lambda number: f"{number:,.{digits}f}" if number == number else DASH


def large(number):
    """A number of words: from a hundred thousand on, its first digit and a power of ten."""
    if number < 100_000:
        return f"{number:,}"
    digit, _, power = f"{number:.0e}".partition("e+")
    return f"{digit} {TIMES} 10" + str(int(power)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def signed(number):
    return f"{number:+.3f}".replace("-", MINUS) if number == number else DASH


def environment():
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(f0=fixed(0), f1=fixed(1), f2=fixed(2), f3=fixed(3), signed=signed, word=word, large=large)
    return made


def markdown(folder, results=None):
    return environment().get_template("report.md").render(f=Figures(folder, results))


def paragraph(folder):
    return environment().get_template("readme.md").render(f=Figures(folder)).strip()


def with_paragraph(text, folder):
    """README.md with its paragraph on the paper updated."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{paragraph(folder)}\n{END}{rest.split(END)[1]}"


# ---- the page ----


def page(text, folder):
    """The Markdown as a page of its own, with its pictures in it."""
    import markdown as converter

    body = converter.markdown(text, extensions=["tables", "fenced_code", "toc", "md_in_html"])
    body = re.sub(r"<table>", '<div class="wide"><table>', body).replace("</table>", "</table></div>")
    body = re.sub(r'<img alt="([^"]*)" src="([^"]*)" ?/?>', lambda m: _picture(m[1], folder / m[2]), body)
    title = re.search(r"^# (.*)$", text, re.MULTILINE)[1]
    return environment().get_template("report.html").render(title=title, body=body)


def _picture(alt, path):
    data = base64.b64encode(path.read_bytes()).decode()
    kind = "chart" if path.stem in ("f1", "costs") else "drawing"
    return f'<span class="{kind}"><img alt="{alt}" src="data:image/svg+xml;base64,{data}"></span>'


def draw(folder):
    """All pictures of the report."""
    import papni
    import pictures

    images = folder / "images"
    images.mkdir(exist_ok=True)
    frame = summary.read(folder / "runs.csv")
    if summary.languages(frame):
        pictures.f1(frame, images / "f1.svg")
    rows = costs.read(folder / "costs.csv")
    if not costs.plan({costs.key(row) for row in rows}):
        pictures.cost(rows, images / "costs.svg")
    samples = pictures.words_of_the_example()
    encoded = list(pictures.encoded(samples, **EXAMPLE))
    pictures.dot(pictures.tree(samples)[0], images / "tree-rpni.svg")
    pictures.dot(pictures.tree(encoded)[0], images / "tree-papni.svg")
    options = {"model": "dfa", "method": "rpni"}, {"method": "rpni", "focus": "all"}
    for name, how in zip(("example-rpni", "example-papni"), options):
        pictures.automaton(papni.learn(samples, **EXAMPLE, **how), images / f"{name}.svg")
    pictures.of_languages(summary.languages(frame), images)


def write(folder, results=None):
    draw(folder)
    text = markdown(folder, results)
    (folder / "report.md").write_text(text)
    (folder / "report.html").write_text(page(text, folder))
