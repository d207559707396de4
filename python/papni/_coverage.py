"""Which parts of a model the words of samples take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ._callbacks import freed_before, patiently
from ._errors import fail, new_error
from ._papni import ffi, lib
from ._results import Transition
from ._words import Symbol

if TYPE_CHECKING:
    from ._model import Model
    from ._sources import Samples


class Taken(NamedTuple):
    """How often something is taken, and by how many words; `single` if these are all the same word."""

    times: int
    words: int
    single: bool


class Coverage(NamedTuple):
    """Which parts of a model the accepted words take; the `rejected` ones, which it rejects, do not count.

    `states` is the number of states in which a symbol is read.
    """

    words: int
    rejected: int
    symbols: dict[Symbol, Taken]
    states: dict[Symbol, int]
    pairs: dict[tuple[Symbol, Symbol], Taken]
    transitions: dict[Transition, Taken]

    @property
    def thin(self) -> list[Transition]:
        """The transitions that no word or only a single word takes."""
        return [transition for transition, taken in self.transitions.items() if not taken.words or taken.single]


def _taken(taken: Any) -> Taken:
    return Taken(int(taken.times), int(taken.words), bool(taken.single))


def coverage_of(model: Model, samples: Samples) -> Coverage:
    """The coverage of a model by samples."""
    error, symbols, transitions = new_error(), model._symbols, model.transitions

    def count() -> Any:  # keeps the model and the samples alive
        found = lib.papni_coverage_new(model._handle, samples.handle, error)
        return freed_before(model._handle, found, lib.papni_coverage_free)

    handle = patiently(count)
    if not handle:
        fail(error)
    call, ret = ffi.new("papni_symbol *"), ffi.new("papni_symbol *")
    pairs = {}
    for i in range(lib.papni_coverage_pairs(handle)):
        taken = _taken(lib.papni_coverage_pair(handle, i, call, ret))
        pairs[symbols[call[0]], symbols[ret[0]]] = taken
    return Coverage(
        words=int(lib.papni_coverage_words(handle)),
        rejected=int(lib.papni_coverage_rejected(handle)),
        symbols={symbol: _taken(lib.papni_coverage_symbol(handle, i)) for i, symbol in enumerate(symbols)},
        states={symbol: int(lib.papni_coverage_places(handle, i)) for i, symbol in enumerate(symbols)},
        pairs=pairs,
        transitions={t: _taken(lib.papni_coverage_transition(handle, i)) for i, t in enumerate(transitions)},
    )
