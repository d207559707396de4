"""Learning."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from ._callbacks import Progress, Watcher, patiently
from ._errors import InputError, PapniWarning, fail, new_error
from ._model import Model
from ._papni import ffi, lib
from ._results import Attempt, Evaluation, Statistics
from ._sources import Samples, Source, is_path
from ._words import Symbol, Words, labelled_words

_MODELS = {"vpa": lib.PAPNI_VPA, "sevpa": lib.PAPNI_SEVPA, "dfa": lib.PAPNI_DFA, "auto": lib.PAPNI_VPA}
_METHODS = {"edsm": lib.PAPNI_EDSM, "rpni": lib.PAPNI_RPNI}
_EVIDENCE = {"states": lib.PAPNI_STATES, "labels": lib.PAPNI_LABELS}
_MODULES = {"call": lib.PAPNI_MODULES_CALL, "one": lib.PAPNI_MODULES_ONE}
_FOCUS = {"positive": lib.PAPNI_POSITIVE, "all": lib.PAPNI_ALL}


def learn(
    samples: Source,
    *,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    model: str = "vpa",
    method: str | None = None,
    evidence: str | None = None,
    focus: str | None = None,
    modules: str | None = None,
    search: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    word: str = "word",
    label: str = "label",
    format: str = "auto",
    chars: bool = False,
    lexer: str | None = None,
) -> Model:
    """Learns an automaton from labelled words.

    The same words give the same model, whatever their order.

    Args:
        samples: pairs of a word and a label, where a word is a str of characters or
            a sequence of hashable symbols, and a label True or False (or ``"+"`` and
            ``"-"``). Or a DataFrame with the columns `word` and `label`; or `papni.Words`,
            arrays of ids with offsets; or the name of a file, or a list of paths.
        call: the symbols that push; ``"(["`` are two.
        return_: the symbols that pop.
        internal: all other symbols; if any are given, an unknown one is an error.
        pairs: calls and returns that belong together: such a return pops no other
            call. Pairs such as ``["()", "[]"]``, or a dict from calls to returns.
        model: ``"vpa"``, with a stack of calls; ``"sevpa"``, with a stack of calls and
            the states in which they were made; ``"dfa"``, without a stack; or ``"auto"``,
            which tries settings of the first two on words held back, and takes the smallest
            model of those that do well (`Model.attempts` lists them).
        method: ``"edsm"`` (default), most evidence first, or ``"rpni"``, the first merge
            that works.
        evidence: ``"states"`` or ``"labels"``: what counts as evidence.
        focus: ``"positive"``: learn states of accepted words only; or ``"all"``.
        modules: for ``"sevpa"``: does each call lead to a state of its own (``"call"``),
            or all to the start (``"one"``)?
        search: look for a smaller model: learn again without one of the merges, as long as
            that makes the model smaller. This takes up to 10 times the work of learning, or about a second.
        threads: all cores, unless a number is given; the model does not depend on it.
        progress: called now and then with a phase, and how much of it is done of how
            much; if it returns False, learning ends with `papni.Cancelled`.
        word: a DataFrame's or csv file's column of words.
        label: its column of labels.
        format: for files: ``"auto"``, ``"tokens"``, ``"chars"``, ``"abbadingo"``, ``"csv"`` or ``"jsonl"``.
        chars: for csv files: split words into characters, not at blanks.
        lexer: the words are documents, and this makes symbols of them: ``"json"``, ``"xml"``,
            ``"xml:attributes"``, ``"chars"``, ``"words"`` or ``"rules:FILE"``. A path is then a
            folder with folders pos and neg, or a file with a label and a document a line
            (``format="list"``: and the name of one); in pairs, a document is a str. The
            model remembers the lexer.

    >>> import papni
    >>> model = papni.learn([("()", True), ("(())", True), ("", False)], call="(", return_=")")
    >>> model.accepts_many(["((()))", "()()", "(()"])
    [True, False, False]

    Symbols can be anything hashable:

    >>> nested = [([1, 2], True), ([1, 1, 2, 2], True), ([], False)]
    >>> papni.learn(nested, call=[1], return_=[2]).accepts([1, 1, 1, 2, 2, 2])
    True
    """
    options = _options(model, method, evidence, focus, modules, search, threads)
    if is_path(samples):
        words = Samples(call, return_, internal, pairs)
        words.read(samples, format, chars, word, label, lexer)
    elif lexer is not None:
        words = Samples(call, return_, internal, pairs)
        words.add_documents(samples, lexer, word, label)
    else:
        listed = labelled_words(samples, "samples", word, label)
        words = Samples(call, return_, internal, pairs, more=listed.symbols)
        words.add(listed)
    if not len(words):
        raise InputError("samples: no words")
    return _learn(words, options, progress, choose=model == "auto")


def learn_named(
    words: Words,
    names: dict[Symbol, str],
    *,
    call: Iterable[Symbol],
    return_: Iterable[Symbol],
    model: str,
    method: str,
    evidence: str,
    focus: str,
) -> Model:
    """As `learn`, with names for the symbols, which decide their order."""
    samples = Samples(call, return_, names=names)
    samples.add(words)
    return _learn(samples, _options(model, method, evidence, focus, None, False, None), None)


def _choice(name: str, value: Any, choices: Mapping[str, int]) -> int:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected one of {', '.join(choices)}, got {type(value).__name__}")
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")
    return choices[value]


def _refuse_auto(name: str, model: str) -> None:
    if model == "auto":
        raise ValueError(f"{name}: model='auto' chooses it itself: omit one of them")


def _options(
    model: str,
    method: str | None,
    evidence: str | None,
    focus: str | None,
    modules: str | None,
    search: bool,
    threads: int | None,
) -> Any:
    options = ffi.new("papni_options *", lib.papni_default_options(_choice("model", model, _MODELS)))
    for name, value, choices in (
        ("method", method, _METHODS),
        ("evidence", evidence, _EVIDENCE),
        ("focus", focus, _FOCUS),
        ("modules", modules, _MODULES),
    ):
        if value is not None:
            setattr(options, name, _choice(name, value, choices))
            _refuse_auto(name, model)
    if modules is not None and model != "sevpa":
        raise ValueError("modules: needs model='sevpa': no other model has modules")
    if not isinstance(search, bool):
        raise TypeError(f"search: expected True or False, got {type(search).__name__}")
    if search:
        _refuse_auto("search", model)
        options.search = lib.PAPNI_SEARCH
    if threads is not None and not isinstance(threads, int):
        raise TypeError(f"threads: expected a number from 1 to 1024, got {type(threads).__name__}")
    if threads is not None and not 1 <= threads <= 1024:
        raise ValueError(f"threads: expected a number from 1 to 1024, got {threads}")
    options.threads = min(threads or os.cpu_count() or 1, 1024)
    return options


def _learn(samples: Samples, options: Any, progress: Progress | None, choose: bool = False) -> Model:
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function, got {type(progress).__name__}")
    watcher, error, counts = Watcher(progress), new_error(), ffi.new("papni_statistics *")
    attempts = ffi.new("papni_attempt[]", lib.PAPNI_ATTEMPTS) if choose else None
    options.progress, options.context = lib.papni_python_progress, watcher.handle

    def call() -> Any:
        if attempts is None:
            handle = lib.papni_learn(samples.handle, options, counts, error)
        else:
            handle = lib.papni_learn_auto(samples.handle, options, attempts, counts, error)
        return ffi.gc(handle, lib.papni_model_free)

    handle = patiently(call, watcher)
    watcher.raise_kept()
    if not handle:
        fail(error)
    statistics = Statistics(*(int(getattr(counts, field)) for field in Statistics._fields))
    model = Model._wrap(handle, samples.symbols, statistics)
    model.attempts = tuple(map(_attempt, attempts or ()))
    _warn(samples, statistics, model)
    return model


def _name_of(value: int, choices: Mapping[str, int]) -> str:
    return next(name for name, number in choices.items() if number == value)


def _attempt(attempt: Any) -> Attempt:
    options = attempt.options
    model = _name_of(options.model, _MODELS)
    return Attempt(
        model=model,
        method=_name_of(options.method, _METHODS),
        evidence=_name_of(options.evidence, _EVIDENCE),
        focus=_name_of(options.focus, _FOCUS),
        modules=_name_of(options.modules, _MODULES) if model == "sevpa" else None,
        search=bool(options.search),
        result=Evaluation(attempt.true_positive, attempt.false_positive, attempt.false_negative, attempt.true_negative),
        states=int(attempt.states) or None,
        bits=float(attempt.bits) if attempt.states else None,
        chosen=bool(attempt.chosen),
    )


def _warn(samples: Samples, n: Statistics, model: Model) -> None:
    """What the command warns of."""
    for message in _doubts(samples, n, model):
        warnings.warn(message, PapniWarning, stacklevel=4)


def _doubts(samples: Samples, n: Statistics, model: Model) -> Iterable[str]:
    if n.dropped_positive:
        what = "accepted word is" if n.dropped_positive == 1 else "accepted words are"
        yield (
            f"{n.dropped_positive} {what} not well-matched and dropped: the alphabet is probably wrong:"
            " check call, return_ and pairs"
        )
    if not n.positive and not n.negative:
        yield "no word has a label: the model rejects everything"
    elif n.positive and n.positive == n.dropped_positive:
        yield "no accepted word is well-matched: the model rejects everything"
    else:
        if not n.positive:
            yield "no accepted words: the model rejects everything"
        if not n.negative:
            yield ("no rejected words: nothing prevents a merge, so the model accepts too much; add rejected words")
        elif n.negative == n.dropped_negative:
            yield (
                "no rejected word is well-matched: nothing prevents a merge, so the model accepts too much; add rejected"
                " words that are well-matched"
            )
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
