"""Words over the stack-aware alphabet, in the order of symbols that `run_PAPNI` uses."""

from __future__ import annotations

from array import array
from typing import Any

from .._papni import ffi, lib
from .._words import Words, names_of


def stack_aware(words: Words, alphabet: Any) -> tuple[Words, list[Any]]:
    """The well-matched words, and what their symbols stand for.

    Each return is a symbol of its own for each call that it pops; it stands for (return, call),
    other symbols for themselves.
    """
    calls, returns = list(dict.fromkeys(alphabet.call_alphabet)), list(dict.fromkeys(alphabet.return_alphabet))
    kinds, slots = bytearray(len(words.symbols)), array("I", bytes(4 * len(words.symbols)))
    for kind, listed in ((lib.PAPNI_CALL, calls), (lib.PAPNI_RETURN, returns)):
        places = {symbol: place for place, symbol in enumerate(listed)}
        for i, symbol in enumerate(words.symbols):
            if symbol in places:
                kinds[i], slots[i] = kind, places[symbol]
    ids, offsets = array("I", bytes(4 * len(words.ids))), array("Q", bytes(8 * len(words.offsets)))
    labels, depth = bytearray(len(words)), ffi.new("uint32_t[]", _longest(words) + 1)
    lent = [ffi.from_buffer(t, b) for t, b in (("uint8_t[]", kinds), ("uint32_t[]", slots), ("uint32_t[]", ids))]
    more = [ffi.from_buffer(t, b) for t, b in (("uint64_t[]", offsets), ("uint8_t[]", labels))]
    stack = ffi.new("papni_python_stack *", [*lent[:2], len(calls), depth, lent[2], *more])
    with words.to_c() as c_words:
        kept = lib.papni_python_encode(c_words, stack)
    for buffer in (*lent, *more):
        ffi.release(buffer)
    meanings = [*words.symbols, *((r, c) for r in returns for c in calls)]
    found = Words(memoryview(ids)[: offsets[kept]], memoryview(offsets)[: kept + 1], range(len(meanings)))
    found.labels = memoryview(labels)[:kept]
    return found, meanings


def _longest(words: Words) -> int:
    offsets = words.offsets.tolist()
    return max((b - a for a, b in zip(offsets, offsets[1:])), default=0)


def in_order(words: Words, meanings: list[Any]) -> list[int]:
    """The numbers of the symbols, the most frequent first; equally frequent ones by name.

    RPNI takes the states in the order of their shortest words, so the order of symbols decides
    which merges are tried first, and the first merges decide the rest. The states behind
    frequent symbols are those that most words pass through: a wrong merge there contradicts
    some word, so it is not made.
    """
    counts = words.count_ids()
    names = names_of(meanings)
    return sorted(range(len(meanings)), key=lambda i: (-counts[i], names[meanings[i]]))
