"""Words whose labels would tell most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._callbacks import Watcher, patiently
from ._errors import fail, new_error, text
from ._layout import Reading, reading_of
from ._model import Model
from ._papni import ffi, lib
from ._results import Suggestion
from ._settings import new_options
from ._sources import Samples, Source, samples_of
from ._words import Symbol

if TYPE_CHECKING:
    from typing_extensions import Unpack


def suggest(
    *sources: Model | Source,
    count: int = 10,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    **reading: Unpack[Reading],
) -> list[Suggestion]:
    """Short words on which models disagree, so that their labels show which are wrong.

    Args:
        *sources: models, and samples as for `papni.learn`. From samples, models are learned
            with the settings that ``model="auto"`` tries; models that misjudge more samples
            than others, or that take more than twice the bits of the best, are left out. A
            single model is compared with models that differ from it in one state or transition,
            or in what follows a transition, and that no sample rules out.
        count: how many words at most. The first divides the models most evenly; each further
            one separates the most of those that are not separated yet.
        call, return_, internal, pairs: for the samples, as in `papni.learn`.
        reading: the same: `word`, `label`, `format`, `chars`, `lexer`, `accept`, `reject`, `case`, `event`,
            `order`, `regex`, `right`, `wrong`.

    >>> import papni
    >>> few = [("1", True), ("1+1", True), ("(1)", True), ("+", False), ("1+", False)]
    >>> papni.suggest(few, call="(", return_=")", count=1)
    [Suggestion(word=('(', ')'), accepting=1, models=2)]
    >>> papni.suggest(papni.language("L1"), papni.language("L1"))
    []
    """
    if not isinstance(count, int):
        raise TypeError(f"count: expected a number, got {type(count).__name__}")
    if count < 0:
        raise ValueError(f"count: expected a non-negative number, got {count}")
    models = [source for source in sources if isinstance(source, Model)]
    given = [source for source in sources if not isinstance(source, Model)]
    if not sources:
        raise TypeError("sources: expected models or samples")
    if len(given) > 1:
        raise TypeError("sources: expected one source of samples; put the words into one list")
    samples = None
    if given:
        declared: dict[str, Any] = {"call": call, "return_": return_, "internal": internal, "pairs": pairs}
        if models and not any(declared.values()):
            known = models[0].alphabet
            declared.update(call=known.call, return_=known.return_, pairs=known.pairs)
        samples = samples_of(given[0], declared, reading_of(reading))
    return _compare(models, samples, count)


def _compare(models: list[Model], samples: Samples | None, count: int) -> list[Suggestion]:
    error, watcher = new_error(), Watcher()
    report = ffi.gc(lib.papni_report_new(ffi.NULL, error), lib.papni_report_free)

    def call() -> Any:
        handles = [model._handle for model in models]
        known = samples.handle if samples else ffi.NULL
        if samples:
            options = new_options({"model": "auto"})
            best = ffi.gc(lib.papni_learn(known, options, watcher.watch, report, error), lib.papni_model_free)
            if not best:
                return ffi.NULL
            tried = [lib.papni_report_attempt(report, i) for i in range(lib.papni_report_attempts(report))]
            least = min(attempt.bits for attempt in tried)
            near = [attempt for attempt in tried if attempt.bits <= 2 * least]
            handles += [best if attempt.chosen else attempt.model for attempt in near]
        found = lib.papni_suggest(handles, len(handles), known, count, watcher.watch, error)
        if found and samples and lib.papni_suggestions_models(found) < 2:
            lib.papni_suggestions_free(found)
            found = lib.papni_suggest(handles, 1, known, count, watcher.watch, error)
        return found

    found = patiently(call, watcher)
    if not found:
        fail(error)
    found = ffi.gc(found, lib.papni_suggestions_free)
    symbols: dict[str, Symbol] = dict(samples.symbols) if samples else {}
    for model in models:
        symbols.update(model._by_name())
    return _listed(found, symbols)


def _listed(found: Any, symbols: Mapping[str, Symbol]) -> list[Suggestion]:
    alphabet = lib.papni_suggestions_alphabet(found)
    names = [text(lib.papni_alphabet_name(alphabet, i)) for i in range(lib.papni_alphabet_size(alphabet))]
    letters = [symbols.get(name, name) for name in names]
    models = int(lib.papni_suggestions_models(found))
    result = []
    for i in range(lib.papni_suggestions_size(found)):
        s = lib.papni_suggestions_at(found, i)
        numbers = ffi.unpack(s.symbols, s.length) if s.length else []
        result.append(Suggestion(tuple(letters[n] for n in numbers), int(s.accepting), models))
    return result
