"""Words of the paper's languages, made in several ways, and how they are split.

The paper's text says how its words were drawn, but no words drawn that way come in its
numbers of accepted ones. So there are several ways:

uniform  The plain reading of the text: a rejected word has a length drawn evenly from 4 to
         50, and each of its symbols is drawn evenly from the alphabet. Accepted words are
         drawn evenly from all of a length; there are as many as in the paper's table, or
         all that exist.
walks    How AALpy makes words (`generate_input_output_data_from_vpa` of the release that
         the paper used): all prefixes of random walks on the language's automaton, with
         their labels. From a large pool the authors' script takes up to 5,000 accepted
         words, and rejected ones to make 10,000.
near     Harder words: accepted ones as in `uniform`; of the rejected ones a third is uniform,
         a third well-matched, and a third accepted words after one or two edits.
short    A check, made after the others had been looked at: accepted words as in `walks`,
         which are short, and rejected ones as in `uniform`.
long     Another, for languages with fewer words of 4 to 50 symbols than the paper has: as many
         accepted words as in the paper, the shortest that there are. Rejected ones as in
         `uniform`.
authors  The authors' own pool, if its file is given.
"""

import pickle
import random
import sys
from pathlib import Path

import figures

ROOT = Path(__file__).resolve().parents[2]
AALPY = ROOT / "build" / "paper" / "aalpy-1.5.1"

WAYS = "uniform", "walks", "near", "short", "long"
CHECKS = "short", "long"  # made to explain differences
FEW_WORDS = "L1", "L3", "odd"  # have fewer words of the paper's lengths than the paper's table
AUTHORS = "authors"
WORDS, LENGTHS = 10_000, (4, 50)
MOST_ACCEPTED = 5_000
POOL = 250_000  # the authors' numbers of accepted words are those of pools of 200,000 to 300,000
BEYOND = "json", "xml2", "root", "restore"  # languages that the paper's automata cannot express
BEYOND_WORDS, BEYOND_LENGTHS = 8_000, (0, 20)
FIRST_SEED = 3_000  # plus the repeat: seeds that no choice was made with


def seed_of(repeat):
    return FIRST_SEED + repeat


def make(way, language, repeat, pool=None):
    """Labelled words, all different: a part to learn from and a part to evaluate with.

    The pool is the authors' for this language.
    """
    seed = seed_of(repeat)
    if way == "walks":
        words = draw(walks(language, POOL, LENGTHS[1], seed), seed)
    elif way == "short":
        accepted = [sample for sample in draw(walks(language, POOL, LENGTHS[1], seed), seed) if sample[1]]
        words = accepted + generate(language, (1, 0, 0), seed, len(accepted))
    elif way == "long":
        accepted = shortest(language, seed)
        words = accepted + generate(language, (1, 0, 0), seed, len(accepted))
    elif way == AUTHORS:
        words = draw(pool, seed)
    else:
        words = generate(language, (1, 0, 0) if way == "uniform" else (1, 1, 1), seed)
    return split(words, seed)


def generate(language, mix, seed, other=None):
    """Words drawn by papni, with the paper's number of accepted ones or all that exist.

    If there are other accepted words already, only rejected ones to fill up.
    """
    import papni

    model = papni.language(language)
    if other is not None:
        return model.generate(WORDS - other, positive=0, length=LENGTHS, mix=mix, seed=seed)
    if language in BEYOND:
        return model.generate(BEYOND_WORDS, length=BEYOND_LENGTHS, mix=mix, seed=seed)
    wanted = in_the_paper(language)
    exist = sum(label for _, label in model.generate(2 * wanted, length=LENGTHS, mix=mix, seed=seed))
    return model.generate(WORDS, positive=min(wanted, exist), length=LENGTHS, mix=mix, seed=seed)


def in_the_paper(language):
    """The number of accepted words in the paper's table."""
    paper = figures.table().loc[language]
    return int(paper.learning_positive + paper.evaluation_positive)


def longest_of_shortest(language):
    """The least length up to which there are as many words as in the paper's table."""
    import grammar
    import papni

    counts = grammar.counts(papni.language(language), 4 * LENGTHS[1])
    return next(n for n in range(len(counts)) if sum(counts[: n + 1]) >= in_the_paper(language))


def shortest(language, seed):
    """The shortest accepted words, as many as in the paper's table."""
    import papni

    wanted, longest = in_the_paper(language), longest_of_shortest(language)
    return papni.language(language).generate(wanted, positive=wanted, length=(0, longest), seed=seed)


def draw(pool, seed):
    """What the authors' script takes from a pool."""
    pool = [(tuple(word), bool(label)) for word, label in pool]
    random.Random(seed).shuffle(pool)
    accepted = [sample for sample in pool if sample[1]][:MOST_ACCEPTED]
    rejected = [sample for sample in pool if not sample[1]]
    return accepted + rejected[: WORDS - len(accepted)]


def split(words, seed):
    """Of each label one more than half to learn from, and the rest: as in the paper's table."""
    words = sorted(words)
    random.Random(seed).shuffle(words)
    learning, evaluation = [], []
    for label in True, False:
        chosen = [sample for sample in words if sample[1] == label]
        half = len(chosen) // 2 + 1
        learning += chosen[:half]
        evaluation += chosen[half:]
    return learning, evaluation


# ---- AALpy's words, by AALpy ----


def aalpy():
    """AALpy 1.5.1, which is beside the environment's own, and not in it."""
    if not AALPY.is_dir():
        raise FileNotFoundError(f"{AALPY}: not there; `make reproduce` installs it")
    if str(AALPY) not in sys.path:
        sys.path.insert(0, str(AALPY))
    import aalpy

    if AALPY not in Path(aalpy.__file__).parents:
        raise RuntimeError(f"{aalpy.__file__}: another AALpy was imported before {AALPY}")
    return aalpy


def automaton(language):
    """AALpy's automaton of the language."""
    aalpy()
    from aalpy.automata.Vpa import Vpa, VpaAlphabet
    from aalpy.utils import BenchmarkVpaModels as models

    if language == "arith":  # AALpy reads it from a file that is not in the package
        states = {
            "s0": (False, {"(": [("s0", "push", "(")], "1": [("s1", None, None)]}),
            "s1": (True, {")": [("s1", "pop", "(")], "+": [("s0", None, None)]}),
        }
        alphabet = VpaAlphabet(["1", "+"], ["("], [")"])
        return Vpa.from_state_setup(states, init_state_id="s0", input_alphabet=alphabet)
    name = {"odd": "vpa_for_odd_parentheses", "even": "vpa_for_even_parentheses"}.get(language, f"vpa_{language}")
    return getattr(models, name)()


def walks(language, size, length, seed):
    """So many prefixes of random walks, with their labels; AALpy draws from the global generator."""
    model = automaton(language)
    from aalpy.utils import generate_input_output_data_from_vpa

    state = random.getstate()
    random.seed(seed)
    try:
        return generate_input_output_data_from_vpa(model, size, length)
    finally:
        random.setstate(state)


# ---- the authors' files ----


class PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings, lists, tuples and dicts; anything else is refused, so nothing can run."""

    def find_class(self, module, name):
        if (module, name) == ("collections", "defaultdict"):
            return lambda *_: {}
        if (module, name) == ("builtins", "list"):
            return list
        raise pickle.UnpicklingError(f"{module}.{name} in it: only plain data is read")


def read_pickle(path):
    with open(path, "rb") as file:
        try:
            return PlainUnpickler(file).load()
        except (pickle.UnpicklingError, EOFError, LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"{path}: not a pickle of plain data: {error}") from None


def read_pool(path):
    """Benchmarking/papni_sequences.pickle of AALpy 1.5.1: by experiment, a list of (word, label)."""
    import papni

    pool = read_pickle(path)
    for i, language in enumerate(figures.ORDER):
        try:
            some = [(tuple(word), bool(label)) for word, label in pool[i][:100]]
        except (LookupError, TypeError, ValueError):
            some = []
        if not some:
            raise ValueError(f"{path}: no words for experiment {i + 1}; is it papni_sequences.pickle?")
        truth = papni.language(language)
        if any(truth.accepts(word) != label for word, label in some):
            raise ValueError(f"{path}: the words of experiment {i + 1} are not labelled as those of {language}")
    return pool
