"""Words of a model: random, shortest, covering."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from ._combine import count, long_call
from ._errors import check
from ._papni import ffi, lib
from ._progress import ShowsProgress
from ._sources import Samples
from ._words import Symbol

if TYPE_CHECKING:
    from ._model import Model


def number_of(name: str, value: Any) -> int:
    """A count or a length."""
    if not isinstance(value, int):
        raise TypeError(f"{name}: expected a number, got {type(value).__name__}")
    if value < 0:
        raise ValueError(f"{name}: expected a non-negative number, got {value}")
    if value >= 2**64:
        raise ValueError(f"{name}: {value} is too large")
    return value


def _lengths(length: Any) -> tuple[int, int]:
    try:
        least, most = map(operator.index, length)
    except (TypeError, ValueError):
        raise TypeError(f"length: expected a minimum and a maximum, as in (4, 50), got {length!r}") from None
    if least < 0:
        raise ValueError(f"length: expected non-negative lengths, got {length!r}")
    if most >= 2**64:
        raise ValueError(f"length: {most} is too large")
    if least > most:
        raise ValueError(f"length: expected the smaller length first, got {length!r}")
    return least, most


def _mixture(mix: Any) -> dict[str, float]:
    """The weights of rejected words by kind."""
    try:
        uniform, matched, edits = map(float, mix)
    except (TypeError, ValueError):
        raise TypeError(f"mix: expected three weights, as in (1, 0, 0); got {mix!r}") from None
    if not all(0 <= weight < 1e9 for weight in (uniform, matched, edits)) or uniform + matched + edits <= 0:
        raise ValueError(f"mix: expected non-negative weights, not all 0, got {mix!r}")
    return {"uniform": uniform, "matched": matched, "edits": edits}


def generate(
    model: Model,
    n: int,
    *,
    positive: int | None,
    length: tuple[int, int] | None,
    mix: tuple[float, float, float],
    seed: int,
    replace: bool,
    likely: bool,
    progress: ShowsProgress,
) -> list[tuple[tuple[Symbol, ...], bool]]:
    """Draws labelled words."""
    least, most = _lengths(((0, 1000) if likely else (0, 12)) if length is None else length)
    for name, value in {"n": n, "positive": positive or 0, "seed": seed}.items():
        number_of(name, value)
    if likely and (positive is not None or replace or mix != (1, 1, 1)):
        raise ValueError("likely: words are accepted and repeat: omit positive, mix and replace")
    if likely:
        positive = n
    if positive is None:
        positive = n // 2 if replace else int(min(n // 2, sum(count(model, most)[least:])))
    if positive > n:
        raise ValueError(f"positive: expected at most n = {n}, got {positive}")
    how: dict[str, float] = {"positive": positive, "negative": n - positive, "least": least, "most": most}
    how.update(seed=seed, replace=bool(replace), **_mixture(mix))
    samples, c_how = Samples(), ffi.new("papni_generation *", how)
    function = lib.papni_generate_likely if likely else lib.papni_generate
    status, error = long_call(function, (model._handle, c_how, samples.handle), (model, samples, c_how), progress)
    check(status, error, "n")
    return list(samples.words(_letters_of(model, samples)))


def shortest(model: Model, n: int, longest: int, progress: ShowsProgress) -> list[tuple[Symbol, ...]]:
    """The `n` shortest accepted words."""
    samples = Samples()
    status, error = long_call(
        lib.papni_shortest, (model._handle, n, longest, samples.handle), (model, samples), progress
    )
    check(status, error)
    return [word for word, _ in samples.words(_letters_of(model, samples))]


def cover(model: Model, longest: int, progress: ShowsProgress = None) -> tuple[list[tuple[Symbol, ...]], int]:
    """Accepted words that use every useful transition, and the number of useless ones."""
    samples, useless = Samples(), ffi.new("size_t *")
    status, error = long_call(
        lib.papni_cover, (model._handle, longest, samples.handle, useless), (model, samples, useless), progress
    )
    check(status, error)
    return [word for word, _ in samples.words(_letters_of(model, samples))], int(useless[0])


def _letters_of(model: Model, samples: Samples) -> list[Symbol]:
    symbols = model._by_name()
    return [symbols[name] for name in samples.letters()]
