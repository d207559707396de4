"""Learning."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ._callbacks import Deadline, Watcher, patiently, written_if_long
from ._errors import ContradictionError, PapniWarning, check, fail, new_error, text
from ._machines import MACHINES, dropped_trace, machine_samples
from ._model import Model
from ._nesting import declare_nesting
from ._oracle import Equivalence, Oracle, Oracles, learn_oracle
from ._papni import ffi, lib
from ._progress import ShowsProgress, reporting
from ._results import Attempt, Attempts, Statistics, Suspect
from ._settings import as_dict, new_options, with_settings
from ._sources import Samples, Source, occurrence, samples_of
from ._tree import Tree
from ._words import Symbol, Words


class Wanted(NamedTuple):
    """What is wanted of learning beside the model."""

    progress: ShowsProgress = None
    explain: bool = False
    deadline: Deadline | None = None


@with_settings
def learn(
    samples: Source | Tree | None = None,
    *,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    patterns: Iterable[Any] | Mapping[str, str] = (),
    nesting: str = "declared",
    progress: ShowsProgress = None,
    explain: bool = False,
    counts: bool = False,
    time_limit: float | None = None,
    word: str = "word",
    label: str = "label",
    format: str = "auto",
    chars: bool = False,
    lexer: str | None = None,
    accept: Any = None,
    reject: Any = None,
    case: str | None = None,
    event: Any = None,
    order: str | None = None,
    regex: str | None = None,
    outputs: str | None = None,
    right: Any = None,
    wrong: Any = None,
    oracle: Oracle | None = None,
    oracle_many: Oracles | None = None,
    equivalence: Equivalence | None = None,
    questions: int | None = None,
    agree: int = 300,
    alphabet: str | None = None,
    **chosen: Any,
) -> Model:
    """Learns an automaton from labelled words, or from right words and an oracle.

    The same words give the same model, in any order.

    Args:
        samples: pairs of a word and a label, where a word is a str of characters or
            a sequence of hashable symbols, and a label True or False (or ``"+"`` and
            ``"-"``). Or a DataFrame with the columns `word` and `label`; or `papni.Words`,
            arrays of ids with offsets; or the name of a file, or a list of paths; or a
            `papni.Tree`, which has its own alphabet.
        call: the symbols that push; ``"(["`` are two.
        return_: the symbols that pop.
        internal: all other symbols; if given, any undeclared symbol is an error.
        pairs: calls and returns that belong together: such a return pops only its own
            calls. Pairs such as ``["()", "[]"]``, or a dict from calls to returns.
        patterns: the same by the form of their names, as in ``[("enter_*", "exit_*")]``: the
            star is one or more characters, the same in the call and its return.
        nesting: ``"auto"`` finds the calls and returns in the words, as `papni.find_nesting` does.
        progress: called regularly with the phase, the amount done and the total; if it
            returns False, learning ends with `papni.Cancelled`. True shows a progress bar, in
            notebooks too (``"tqdm"`` or ``"rich"`` chooses the package that draws it).
        explain: keep the log of merges, with the samples that ruled out the others, in
            `Model.story`; this takes time and memory.
        counts: keep in the model how often accepted words take each transition, as `Model.with_counts`
            does, for `Model.score`.
        time_limit: after so many seconds, learning ends with the best model so far, and a
            `papni.PapniWarning`.
        word: the column of words in a DataFrame or csv file.
        label: the column of labels.
        format: for files: ``"auto"``, ``"tokens"``, ``"chars"``, ``"abbadingo"``, ``"csv"``, ``"jsonl"``,
            ``"xes"``, ``"chrome"``, ``"otlp"`` or ``"log"``.
        chars: for csv files: split words into characters instead of at spaces.
        lexer: read documents with ``"json"``, ``"xml"``, ``"xml:attributes"``, ``"chars"``,
            ``"words"`` or ``"rules:FILE"``. A path is then a folder with subfolders pos and
            neg, or a file with a label and a document per line (with ``format="list"``, a
            label and a file name per line); in pairs, a document is a str. The model
            records the lexer.
        accept: labels that mean accepted, such as ``["yes", "PASS"]`` or ``"yes,PASS"``.
        reject: labels that mean rejected; with one of the two, all others mean the other.
        case: the column of the case in a table with one event per row (a DataFrame, a table of
            pyarrow, or a csv or Parquet file); the events of a case are a word.
        event: the column of the event's name, or a list of columns.
        order: the column to order the events of a case by.
        regex: for logs: a regular expression with the groups case, event, order and label.
        outputs: for files of traces: the column of the outputs, beside that of the inputs, which is `word`
            or `event` (default: ``"output"``).
        right: words without labels that are all accepted, or the names of their files.
        wrong: words without labels that are all rejected.
        oracle: a function that decides whether a word is accepted: True or False (or ``"+"`` and
            ``"-"``), or None for no answer; anything else is a TypeError. Then `samples` are accepted words
            without labels, or pairs of a word and a label, which is not asked about; and of the other
            arguments only `call`, `return_`, `internal`, `pairs`, `patterns` and `progress` apply. Without the first
            five, a word is a str, and the calls and returns are inferred. `Model.asked` has the
            numbers of questions. If `progress` returns False, the result is the model so far.
        oracle_many: the same for a list of words.
        equivalence: with an oracle for words, a function that takes a model and returns a
            word that it classifies wrongly, or None. It replaces the checks; samples may then
            be empty, if all symbols are declared.
        questions: with an oracle, the maximum number of questions.
        agree: with an oracle, the number of checks in a row that must agree at the end.
        alphabet: with an oracle, characters to try in addition to those of the samples
            (default: a space, and the letters and digits of ASCII if the samples have any).
        **chosen: the settings of ``papni learn``, with the same defaults; `papni.settings`
            lists them. Among them are `model`: ``"dfa"``, ``"vpa"``, ``"sevpa"`` or ``"auto"``
            (which chooses by total bits; `Model.attempts` lists the settings), `method`:
            ``"edsm"`` or ``"rpni"``, `classes`: ``"auto"``, ``"none"``, or a list of classes of
            symbols that do the same, as in ``["0123456789"]``, `search`: True, or a budget as a multiple of the
            learning cost, and `noise`: the share of wrong labels that is expected, or ``"auto"``;
            `Model.suspects` lists the words whose labels seem wrong.

    >>> import papni
    >>> model = papni.learn([("()", True), ("(())", True), ("", False)], call="(", return_=")")
    >>> model.accepts_many(["((()))", "()()", "(()"])
    [True, False, False]

    With ``model="mealy"`` or ``"moore"``, samples are traces: lists of pairs of an input and an
    output, or texts such as ``"coin/ok tea/tea"``, or files of them; see `Model.outputs`. With
    ``"mdp"`` and ``"smm"``, too, and with ``"mc"``, they are words without labels: these models have
    probabilities, see `Model.probabilities`. With ``"vpt"``, inputs may be calls and returns: declare
    them with `call`, `return_` and `pairs`.

    >>> nested = [[("(", None), ("x", "in"), (")", 1)], [("x", "out"), ("(", None), (")", 0)]]
    >>> papni.learn(nested, model="vpt", call="(", return_=")", method="rpni").outputs("x(x)")
    ['out', None, 'in', 1]

    With an oracle, no labels and no declarations are needed:

    >>> import ast
    >>> def is_list(text):
    ...     try:
    ...         return isinstance(ast.literal_eval(text), list) and not set(text) - set("[],")
    ...     except (SyntaxError, ValueError):
    ...         return False
    >>> model = papni.learn(["[]", "[[]]", "[[],[]]"], oracle=is_list)
    >>> model.accepts_many(["[[[]],[],[[],],]", "[[]", "[,]"])
    [True, False, False]

    Symbols can be anything hashable:

    >>> nested = [([1, 2], True), ([1, 1, 2, 2], True), ([], False)]
    >>> papni.learn(nested, call=[1], return_=[2]).accepts([1, 1, 1, 2, 2, 2])
    True
    """
    if samples is None and right is None and wrong is None:
        raise TypeError("samples: expected labelled words, or right and wrong words with right= and wrong=")
    declared = {"call": call, "return_": return_, "internal": internal, "pairs": pairs, "patterns": patterns}
    how: dict[str, Any] = {"word": word, "label": label, "format": format, "chars": chars, "lexer": lexer}
    how.update({"accept": accept, "reject": reject, "case": case, "event": event, "order": order, "regex": regex})
    how.update({"right": right, "wrong": wrong, "outputs": outputs})
    if chosen.get("method") == "alergia" and chosen.get("model") is None:
        chosen["model"] = "mc"
    if outputs is not None and chosen.get("model") == "vpa":
        chosen["model"] = "vpt"
    if outputs is not None and chosen.get("model") not in MACHINES:
        raise ValueError("outputs: for machines alone, with model='moore', 'mealy' or 'vpt'")
    if nesting not in ("declared", "auto"):
        raise ValueError(f"nesting: expected 'declared' or 'auto', got {nesting!r}")
    if oracle is not None or oracle_many is not None:
        _refuse({**how, "explain": explain, "counts": counts, "nesting": nesting}, {**chosen, "time_limit": time_limit})
        limits = {
            "equivalence": equivalence,
            "questions": questions,
            "agree": agree,
            "alphabet": alphabet,
            "progress": progress,
        }
        return learn_oracle(samples, oracle, oracle_many, declared, limits)
    wanted = Wanted(progress, explain, _deadline(time_limit))
    if isinstance(samples, Tree):
        if counts:
            raise ValueError("counts: a Tree does not keep the words: use Model.with_counts")
        unused = {**declared, "lexer": lexer, "nesting": None if nesting == "declared" else nesting}
        return _learn_tree(samples, unused, chosen, wanted)
    if chosen.get("model") in MACHINES:
        return _learn_machine(samples, {**declared, **how, "nesting": nesting, "explain": explain}, chosen, wanted)
    classes = chosen.get("classes")
    listed = classes is not None and not isinstance(classes, str)
    options = new_options({**chosen, "classes": "declared"} if listed else chosen)
    words = samples_of(samples, declared, how)
    if listed:
        words.declare_classes(classes)
    if nesting == "auto":
        words = declare_nesting(words, lexer)
    model = _learn(words, options, wanted, hint=nesting == "declared" and chosen.get("model") != "dfa")
    return model._counted(words) if counts else model


_DECLARED = ("call", "return_", "internal", "pairs", "patterns")


def _learn_machine(samples: Any, how: Mapping[str, Any], chosen: Mapping[str, Any], wanted: Wanted) -> Model:
    nested = chosen["model"] == "vpt"
    for name in (*_DECLARED, "lexer", "accept", "reject", "right", "wrong"):
        if how[name] not in ((), None) and not (nested and name in _DECLARED):
            raise ValueError(f"{name}: not for machines: they are learned from traces without labels")
    if how["explain"] or how["nesting"] != "declared":
        raise ValueError("explain, nesting: not for machines: they are learned from traces without labels")
    declared = {name: how[name] for name in _DECLARED} if nested else {}
    words = machine_samples(samples, {**how, "traces": "yes"}, chosen["model"], declared)
    model = _learn_from(lib.papni_learn, words, words.handle, words.symbols, new_options(chosen), wanted)
    _warn(_doubts_of_traces(words, model) if nested else ())
    return model


def _doubts_of_traces(samples: Samples, model: Model) -> Iterable[str]:
    letters = range(lib.papni_alphabet_size(samples.alphabet))
    if not any(lib.papni_alphabet_kind(samples.alphabet, i) == lib.PAPNI_CALL for i in letters):
        yield "no input is a call, so nothing nests: declare call and return_, or use model='mealy'"
    if model.statistics and (dropped := model.statistics.dropped_positive):
        what = "trace is" if dropped == 1 else "traces are"
        yield f"{dropped} {what} not well-matched and dropped, such as {dropped_trace(samples)!r}"


def auto(samples: Source, **how: Any) -> Model:
    """Learns with the settings that describe the words in the fewest bits.

    The same as ``learn(samples, model="auto", ...)``, with the arguments of `papni.learn`. The
    table of what was tried is ``model.attempts``, and ``model.attempts.to_frame()`` a DataFrame.

    >>> import papni
    >>> arith = papni.language("arith")
    >>> model = papni.auto(arith.generate(200), call="(", return_=")")
    >>> model == arith
    True
    >>> sorted({row["model"] for row in model.attempts.rows()})
    ['general', 'sevpa', 'vpa']
    """
    return learn(samples, model="auto", **how)


def _deadline(time_limit: float | None) -> Deadline | None:
    if time_limit is None:
        return None
    if isinstance(time_limit, bool) or not isinstance(time_limit, (int, float)):
        raise TypeError(f"time_limit: expected a number of seconds, got {type(time_limit).__name__}")
    if not 0 < time_limit < 1e9:
        raise ValueError(f"time_limit: expected a positive number of seconds, got {time_limit}")
    return Deadline(time_limit)


def _refuse(how: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    """Refuses arguments that have no effect with an oracle."""
    defaults = {"word": "word", "label": "label", "format": "auto", "chars": False, "explain": False, "counts": False}
    defaults["nesting"] = "declared"
    unused = [name for name, value in how.items() if value != defaults.get(name)]
    unused += [name for name, value in chosen.items() if value is not None]
    if unused:
        raise ValueError(f"{unused[0]}: cannot be combined with an oracle")


def learn_named(
    words: Words,
    names: dict[Symbol, str],
    *,
    call: Iterable[Symbol],
    return_: Iterable[Symbol],
    **chosen: str | int | None,
) -> Model:
    """Like `learn`, with given names of symbols, which determine their order."""
    samples = Samples(call, return_, names=names)
    samples.add(words)
    if chosen.get("model") in MACHINES:
        return _learn_from(lib.papni_learn, samples, samples.handle, samples.symbols, new_options(chosen), Wanted())
    return _learn(samples, new_options(chosen), Wanted())


def _learn(samples: Samples, options: Any, wanted: Wanted, hint: bool = False) -> Model:
    error = new_error()
    if lib.papni_options_suit(options, samples.handle, error):
        fail(error)
    try:
        model = _learn_from(lib.papni_learn, samples, samples.handle, samples.symbols, options, wanted)
    except ContradictionError as contradiction:
        stack = as_dict(options).get("model") != "dfa"
        contradiction.contradictions = tuple(samples.contradictions(well_matched=stack))
        raise
    assert model.statistics is not None
    chosen = as_dict(options)
    merges = chosen.get("method") not in ("contexts", "k-tails") and chosen.get("evidence") != "bits"
    if count := model.statistics.ambiguous:
        _warn([f"k-tails: {count} classes of states that agree to depth k are nondeterministic: try a larger k"])
    _warn([*_doubts(samples, model.statistics, model, merges), *(_doubts_of_nesting(samples) if hint else ())])
    return model


def _learn_tree(tree: Tree, unused: Mapping[str, Any], chosen: Mapping[str, Any], wanted: Wanted) -> Model:
    for name, value in unused.items():
        if value not in ((), None):
            raise ValueError(f"{name}: has no effect on a Tree: use it when the tree is built")
    options, error = new_options(chosen), new_error()
    check(lib.papni_options_suit_tree(options, tree._handle, error), error)
    if not lib.papni_options_is_set(options, b"model"):
        check(lib.papni_options_set(options, b"model", tree.kind.encode(), error), error)
    learned = _learn_from(lib.papni_tree_learn, tree, tree._handle, tree._symbols, options, wanted)
    assert learned.statistics is not None
    _warn([*_doubts_of_tree(tree), *_doubts_of_labels(learned.statistics, _merges(options))])
    return learned


def _merges(options: Any) -> bool:
    chosen = as_dict(options)
    return chosen.get("method") != "contexts" and chosen.get("model") not in ("auto", "general")


def _doubts_of_tree(tree: Tree) -> Iterable[str]:
    dropped, example = tree.statistics.dropped_positive, tree.dropped()
    if dropped and example is not None:
        what = "accepted word is" if dropped == 1 else "accepted words are"
        yield f"{dropped} {what} not well-matched and missing in the tree, such as {' '.join(map(str, example))!r}"


def _learn_from(
    function: Any,
    source: Any,
    handle: Any,
    symbols: Mapping[str, Symbol],
    options: Any,
    wanted: Wanted,
) -> Model:
    deadline = wanted.deadline
    if deadline:
        deadline.limit(options)
    with reporting(wanted.progress) as report_progress:
        watcher, error = Watcher(report_progress), new_error()
        report = ffi.gc(lib.papni_report_new(ffi.NULL, error), lib.papni_report_free)
        if wanted.explain:
            lib.papni_report_want_story(report)

        def call() -> Any:
            _live = source, options, deadline  # C reads them as long as it runs
            return ffi.gc(function(handle, options, watcher.watch, report, error), lib.papni_model_free)

        model_handle = patiently(call, watcher)
    watcher.raise_kept()
    if not model_handle:
        fail(error)
    counts = lib.papni_report_statistics(report)
    statistics = Statistics(*(int(getattr(counts, field)) for field in Statistics._fields))
    model = Model._wrap(model_handle, symbols, statistics)
    tried = (lib.papni_report_attempt(report, i) for i in range(lib.papni_report_attempts(report)))
    model.attempts = Attempts(map(_attempt, tried))
    if isinstance(source, Samples):
        model.suspects = tuple(_suspects(source, report))
    story = lib.papni_report_story(report)
    if story:
        size, live = statistics.tree_nodes, (report, model, source)
        model.story = written_if_long(size, live, lib.papni_story_write, story).decode()
    if deadline and deadline.passed:
        _warn(["the time limit was reached: this is the best model so far"])
    return model


def _suspects(samples: Samples, report: Any) -> Iterable[Suspect]:
    known = samples.known() if lib.papni_report_suspects(report) else []
    for i in range(lib.papni_report_suspects(report)):
        found = lib.papni_report_suspect(report, i)
        word, counts = samples.word_of(found.word, known), (int(found.times), int(found.against), int(found.votes))
        yield Suspect(word, *occurrence(found.word), *counts, float(found.bits), text(found.reason))


def _attempt(attempt: Any) -> Attempt:
    return Attempt(
        settings=as_dict(attempt.options),
        states=int(attempt.states),
        bits=float(attempt.bits),
        accepted_wrongly=int(attempt.accepted_wrongly),
        chosen=bool(attempt.chosen),
    )


def _warn(doubts: Iterable[str]) -> None:
    """Issues the warnings of the command."""
    for message in doubts:
        warnings.warn(message, PapniWarning, stacklevel=4)


def _doubts(samples: Samples, n: Statistics, model: Model, merges: bool) -> Iterable[str]:
    if n.dropped_positive and not (model.suspects and 2 * n.dropped_positive < n.positive):  # they are suspects
        what = "accepted word is" if n.dropped_positive == 1 else "accepted words are"
        few = 10 * n.dropped_positive <= n.positive  # then the words are wrong rather than the declarations
        advice = (
            "all other accepted words are well-matched: correct them, or label them as rejected"
            if few
            else "the alphabet is probably wrong: check call, return_ and pairs"
        )
        yield f"{n.dropped_positive} {what} not well-matched and dropped: {advice}"
    yield from _doubts_of_labels(n, merges)
    yield from _doubts_of_stack(samples, model)


def _doubts_of_labels(n: Statistics, merges: bool = True) -> Iterable[str]:
    if not n.positive and not n.negative:
        yield "no word has a label: the model rejects everything"
    elif n.positive and n.positive == n.dropped_positive:
        yield "no accepted word is well-matched: the model rejects everything"
    else:
        if not n.positive:
            yield "no accepted words: the model rejects everything"
        if not merges:
            return
        if not n.negative:
            yield ("no rejected words: nothing prevents a merge, so the model accepts too much; add rejected words")
        elif n.negative == n.dropped_negative:
            yield (
                "no rejected word is well-matched: nothing prevents a merge, so the model accepts too much; add"
                " rejected words that are well-matched"
            )


def _doubts_of_nesting(samples: Samples) -> Iterable[str]:
    call, ret = ffi.new("papni_symbol *"), ffi.new("papni_symbol *")
    if lib.papni_looks_nested(samples.handle, call, ret):
        one, other = samples.letters()[call[0]], samples.letters()[ret[0]]
        form, how = ffi.new("char[]", lib.PAPNI_PATTERN_SIZE), f"pairs=[({one!r}, {other!r})]"
        if lib.papni_looks_like_pattern(samples.handle, form):
            how = "patterns=[({!r}, {!r})]".format(*text(form).split(" "))
        yield (
            f"nothing nests: no call or return is declared, but there are {one!r} and {other!r}: declare them with"
            f" {how}, or let papni find them with nesting='auto'"
        )


def _doubts_of_stack(samples: Samples, model: Model) -> Iterable[str]:
    declared = lib.papni_alphabet_size(samples.alphabet)
    stack = [i for i in range(declared) if lib.papni_alphabet_kind(samples.alphabet, i) != lib.PAPNI_INTERNAL]
    if model.lexer is not None and model.kind != "dfa" and not stack:
        yield (
            "no symbol is a call, so nothing nests: declare calls and returns (%call, %return or %pair"
            " in the rules, or call, return_ and pairs), or use model='dfa'"
        )
    if stack and not lib.papni_python_uses_stack(samples.handle):
        name = samples.letters()[stack[0]]
        yield (f"no word contains {name!r} or any other declared call or return: are the words split correctly?")
