"""Calls and returns that are found in the words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ._callbacks import Watcher, patiently
from ._errors import UsageError, check, fail, new_error, text
from ._layout import Reading, reading_of
from ._papni import ffi, lib
from ._sources import Samples, Source, samples_of
from ._words import Symbol

if TYPE_CHECKING:
    from typing_extensions import Unpack

_STATES = ("chosen", "flat", "shares", "crosses", "saves nothing", "untried")


class Nest(NamedTuple):
    """A candidate: calls and returns under which every accepted word is well-matched, or nearly every one.

    `depth` is how deep it nests, `words` the number of accepted words that have it, `breaks`
    the number of rejected words that are not well-matched with it, and `bits` the total bits
    with it and those chosen before it (0 if it was not tried). `state` is ``"chosen"``,
    ``"flat"`` (it never nests), ``"shares"`` (a symbol, with another), ``"crosses"`` (a chosen
    one), ``"saves nothing"`` or ``"untried"``. `missed` is the number of accepted words that are not
    well-matched with it.
    """

    calls: tuple[Symbol, ...]
    returns: tuple[Symbol, ...]
    depth: int
    words: int
    breaks: int
    bits: float
    state: str
    missed: int = 0


class BrokenWord(NamedTuple):
    """An accepted word that is not well-matched with the calls and returns that were found.

    `at` is the place of the symbol that does not match, from 0; `reason` says why. `file` is empty for words that
    are not from a file.
    """

    word: tuple[Symbol, ...]
    at: int
    reason: str
    file: str
    line: int


class Nesting(NamedTuple):
    """What `papni.find_nesting` found.

    `declared` are arguments for `papni.learn`, `lines` the same for a file of words; both are
    empty if nothing nests. `bits` are the total bits with the chosen candidates, `flat_bits`
    those without any. If tokens of several characters nest, `rules` are those of a lexer that
    reads them, for a file; otherwise `rules` is empty. `broken` are the accepted words that are not
    well-matched with the chosen candidates.
    """

    declared: dict[str, Any]
    lines: str
    bits: float
    flat_bits: float
    candidates: tuple[Nest, ...]
    rules: str = ""
    broken: tuple[BrokenWord, ...] = ()


def find_nesting(
    samples: Source,
    **reading: Unpack[Reading],
) -> Nesting:
    """Finds out which symbols call and which return, from the words alone.

    Args:
        samples: as in `papni.learn`. How files declare symbols does not matter.
        reading: as in `papni.learn`: `word`, `label`, `format`, `chars`, `lexer`, `accept`, `reject`, `case`,
            `event`, `order`, `regex`, `right`, `wrong`. With the lexer ``"chars"``, calls and returns may be
            texts of several characters, such as ``<a>`` and ``</a>``.

    >>> import papni
    >>> words = [("1", True), ("(1)", True), ("(1+1)", True), ("((1))+1", True), ("1+((1+1)+1)", True)]
    >>> found = papni.find_nesting(words)
    >>> found.declared
    {'pairs': [('(', ')')]}
    >>> papni.learn(words, **found.declared).accepts("((1)+1)")
    True
    """
    how = reading_of(reading)
    lexer = how["lexer"]
    words, found = _found(samples_of(samples, {}, how), lexer)
    symbols = [words.symbols.get(name, name) for name in words.letters()]
    nests: list[Nest] = []
    while nest := lib.papni_nesting_at(found, len(nests)):
        numbers = [symbols[n] for n in ffi.unpack(nest.symbols, nest.size)]
        nests.append(
            Nest(
                calls=tuple(numbers[: nest.calls]),
                returns=tuple(numbers[nest.calls :]),
                depth=int(nest.depth),
                words=int(nest.words),
                breaks=int(nest.broken),
                bits=float(nest.bits),
                state=_STATES[nest.state],
                missed=int(lib.papni_nesting_missed(found, len(nests))),
            )
        )
    tokens = lexer == "chars" and words.lexer != lexer
    return Nesting(
        declared={"lexer": words.lexer} if tokens else _declared(found, words),
        lines=text(lib.papni_nesting_lines(found)),
        bits=float(lib.papni_nesting_bits(found)),
        flat_bits=float(lib.papni_nesting_flat_bits(found)),
        candidates=tuple(nests),
        rules=words.lexer.partition("\n")[2] if tokens else "",
        broken=tuple(_broken(found, symbols)),
    )


def _broken(found: Any, symbols: list[Symbol]) -> Iterator[BrokenWord]:
    word, encoding, index = ffi.new("papni_word *"), ffi.new("papni_encoding *"), 0
    while lib.papni_nesting_broken(found, index, word, encoding):
        names = tuple(symbols[n] for n in ffi.unpack(word.symbols, word.length)) if word.length else ()
        at = int(encoding.at)
        reason = f"symbol {at + 1}, {names[at]}, "
        if encoding.mismatch == lib.PAPNI_MISMATCH_NO_CALL:
            reason += "has no call to pop"
        elif encoding.mismatch == lib.PAPNI_MISMATCH_WRONG_CALL:
            reason += f"is not paired with the open call {symbols[encoding.open]}"
        else:
            reason += "is never closed"
        yield BrokenWord(names, at, reason, text(word.file) if word.file else "", int(word.line))
        index += 1


def declare_nesting(samples: Samples, lexer: str | None) -> Samples:
    """Declares what is found; returns the samples, or others with tokens of several characters."""
    for i, name in enumerate(samples.letters()):
        if lib.papni_alphabet_kind(samples.alphabet, i) != lib.PAPNI_INTERNAL:
            raise UsageError(f"nesting: finds calls and returns, but {name!r} is already declared")
    error = new_error()
    words, found = _found(samples, lexer)
    check(lib.papni_nesting_declare(found, words.alphabet, error), error, "nesting")
    return words


def _found(samples: Samples, lexer: str | None) -> tuple[Samples, Any]:
    watcher, error = Watcher(), new_error()

    def call() -> Any:
        _live = samples  # C reads it as long as it runs
        return ffi.gc(lib.papni_find_nesting(samples.handle, watcher.watch, error), lib.papni_nesting_free)

    found = patiently(call, watcher)
    if not found:
        fail(error)
    return _with_tokens(samples, found) if lexer == "chars" else (samples, found)


def _with_tokens(samples: Samples, characters: Any) -> tuple[Samples, Any]:
    """The samples and what was found in them, or samples with tokens and what nests there."""
    watcher, error = Watcher(), new_error()
    tokens, nesting = ffi.new("papni_samples **"), ffi.new("papni_nesting **")

    def call() -> int:
        _live = samples
        return int(lib.papni_find_tokens(samples.handle, characters, watcher.watch, tokens, nesting, error))

    check(patiently(call, watcher), error, "nesting")
    if not tokens[0]:
        return samples, characters
    return Samples.owning(tokens[0]), ffi.gc(nesting[0], lib.papni_nesting_free)


def _declared(found: Any, samples: Samples) -> dict[str, Any]:
    """The arguments of `learn`: what the alphabet of one word with all symbols becomes."""
    lines, error = text(lib.papni_nesting_lines(found)), new_error()
    if not lines:
        return {}
    whole = Samples()
    names = [ffi.new("char[]", name.encode()) for name in samples.letters()]
    check(lib.papni_samples_add(whole.handle, names, len(names), lib.PAPNI_UNKNOWN, error), error)
    check(lib.papni_nesting_declare(found, whole.alphabet, error), error, "nesting")
    by_name = sorted((name, i) for i, name in enumerate(samples.letters()))
    listed = [(i, samples.symbols.get(name, name)) for name, i in by_name]
    calls = [(i, s) for i, s in listed if lib.papni_alphabet_kind(whole.alphabet, i) == lib.PAPNI_CALL]
    returns = [(i, s) for i, s in listed if lib.papni_alphabet_kind(whole.alphabet, i) == lib.PAPNI_RETURN]
    if lines.startswith("%call"):
        return {"call": [s for _, s in calls], "return_": [s for _, s in returns]}
    return {
        "pairs": [(c, r) for i, c in calls for k, r in returns if lib.papni_alphabet_pops(whole.alphabet, k, i)],
    }
