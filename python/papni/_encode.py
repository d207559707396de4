"""Words over the stack-aware alphabet, for learners of regular languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._callbacks import patiently
from ._errors import check, new_error
from ._papni import ffi, lib
from ._sources import Samples, Source, samples_of
from ._words import Symbol


def encode(
    samples: Source | None = None,
    *,
    call: Iterable[Symbol] = (),
    return_: Iterable[Symbol] = (),
    internal: Iterable[Symbol] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
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
    right: Any = None,
    wrong: Any = None,
) -> list[tuple[tuple[str, ...], bool]]:
    """The well-matched words over the stack-aware alphabet, with their labels.

    Any learner of regular languages can learn from them; `Model.with_stack` makes a vpa of
    its automaton. A call ``(`` becomes ``"(/push"``, and a return ``)`` that pops it
    ``")/pop/("``. The arguments are those of `papni.learn`.

    >>> import papni
    >>> papni.encode([("()", True), ("(", False), ("", False)], call="(", return_=")")
    [(('(/push', ')/pop/('), True), ((), False)]
    """
    declared = {"call": call, "return_": return_, "internal": internal, "pairs": pairs}
    how: dict[str, Any] = {"word": word, "label": label, "format": format, "chars": chars, "lexer": lexer}
    how.update({"accept": accept, "reject": reject, "case": case, "event": event, "order": order, "regex": regex})
    how.update({"right": right, "wrong": wrong})
    words, encoded, error = samples_of(samples, declared, how), Samples(), new_error()

    def encode_all() -> int:
        status = lib.papni_samples_check(words.handle, error)
        return int(status or lib.papni_samples_encode(words.handle, encoded.handle, ffi.NULL, error))

    check(patiently(encode_all), error)
    return [(tuple(map(str, found)), accepted) for found, accepted in encoded.words(list(encoded.letters()))]
