"""Working with samples: splitting, matching, contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._callbacks import patiently
from ._errors import check, fail, new_error
from ._layout import Reading, reading_of
from ._papni import ffi, lib
from ._results import Contradiction, Matching
from ._sources import Samples, Source, samples_of
from ._words import NO_SYMBOL, Symbol

if TYPE_CHECKING:
    from typing_extensions import Unpack

_MISMATCHES = {
    lib.PAPNI_MISMATCH_NO_CALL: "no-call",
    lib.PAPNI_MISMATCH_WRONG_CALL: "wrong-call",
    lib.PAPNI_MISMATCH_OPEN_CALLS: "open-calls",
}

Labelled = list[tuple[tuple[Symbol, ...], bool]]


def split(
    samples: Source,
    ratio: float = 0.5,
    *,
    seed: int = 1,
    **reading: Unpack[Reading],
) -> tuple[Labelled, Labelled]:
    """Splits labelled words into a learning and an evaluation set.

    Accepted and rejected words are split in the same ratio, and equal words stay together. The
    split depends on the seed and on the set of words, not on their order.

    Args:
        samples: as for `papni.learn`.
        ratio: the fraction of the words in the first part.
        seed: the random seed.
        reading: as in `papni.learn`: `word`, `label`, `format`, `chars`, `lexer`, `accept`, `reject`, `case`,
            `event`, `order`, `regex`, `right`, `wrong`. With a lexer, the parts have words of symbols.

    >>> one, other = split([("a", True), ("b", True), ("ab", False), ("ba", False)])
    >>> len(one), len(other)
    (2, 2)
    """
    if isinstance(ratio, bool) or not isinstance(ratio, (int, float)):
        raise TypeError(f"ratio: expected a number from 0 to 1, got {type(ratio).__name__}")
    if not 0 <= ratio <= 1:
        raise ValueError(f"ratio: expected a number from 0 to 1, got {ratio}")
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"seed: expected a number from 0 to 2**64 - 1, got {seed!r}")
    words, error = samples_of(samples, {}, reading_of(reading)), new_error()
    parts = Samples(), Samples()

    def call() -> int:
        return int(lib.papni_split(words.handle, ratio, seed, parts[0].handle, parts[1].handle, error))

    check(patiently(call), error)
    one, other = (
        [(w, v) for w, v, _, _ in part.placed_words([words.symbols.get(n, n) for n in part.letters()])]
        for part in parts
    )
    return one, other


def matching(
    samples: Source,
    *,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    patterns: Iterable[Any] | Mapping[str, str] = (),
    **reading: Unpack[Reading],
) -> list[Matching]:
    """Which call each return pops, and why a word is dropped: as `papni encode` prints it.

    The arguments are those of `papni.learn`. Words that are not well-matched are dropped before
    learning; here they have a `mismatch`.

    >>> for found in matching([("()", True), ("())", False)], call="(", return_=")"):
    ...     print(found.popped, found.mismatch, found.position)
    (None, '(') None None
    (None, '(') no-call 3
    """
    words = samples_of(
        samples,
        {"call": call, "return_": return_, "internal": internal, "pairs": pairs, "patterns": patterns},
        reading_of(reading),
    )
    error = new_error()
    check(patiently(lambda: int(lib.papni_samples_check(words.handle, error))), error)
    encoder = lib.papni_encoder_new(words.alphabet, error)
    if not encoder:
        fail(error)
    encoder = ffi.gc(encoder, lib.papni_encoder_free)
    symbols, found = words.known(), []
    cursor, c_word, encoding = ffi.new("papni_cursor *"), ffi.new("papni_word *"), ffi.new("papni_encoding *")
    while lib.papni_samples_next(words.handle, cursor, c_word):
        check(lib.papni_encode(encoder, c_word.symbols, c_word.length, encoding, error), error)
        found.append(_matching(words.word_of(c_word, symbols), c_word.label, encoding, symbols))
    return found


def _matching(word: tuple[Symbol, ...], label: int, c: Any, symbols: list[Symbol]) -> Matching:
    known = len(word) if not c.mismatch else int(c.at)
    numbers = ffi.unpack(c.popped, known) if known else []
    popped = tuple(None if n == NO_SYMBOL else symbols[n] for n in numbers)
    verdict = None if label == lib.PAPNI_UNKNOWN else label == lib.PAPNI_ACCEPT
    if not c.mismatch:
        return Matching(word, verdict, popped)
    open_call = None if c.open == NO_SYMBOL else symbols[c.open]
    return Matching(word, verdict, popped, _MISMATCHES[c.mismatch], int(c.at) + 1, open_call)


def contradictions(
    samples: Source,
    *,
    well_matched: bool = False,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    patterns: Iterable[Any] | Mapping[str, str] = (),
    **reading: Unpack[Reading],
) -> list[Contradiction]:
    """The words that are both accepted and rejected, each once.

    The arguments are those of `papni.learn`. With `well_matched`, only well-matched words count:
    those that prevent learning a model with a stack.

    >>> contradictions([("a", True), ("b", False), ("a", False)])
    [Contradiction(word=('a',), first=(True, 'samples', 1), second=(False, 'samples', 3))]
    """
    words = samples_of(
        samples,
        {"call": call, "return_": return_, "internal": internal, "pairs": pairs, "patterns": patterns},
        reading_of(reading),
    )
    return words.contradictions(bool(well_matched))
