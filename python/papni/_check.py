"""Judging a word: where and why it is rejected, and the trace through the model."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ._callbacks import if_long, written
from ._documents import UNLEXED, Token, new_lexer, tokens
from ._errors import check, new_error
from ._papni import ffi, lib
from ._words import NO_SYMBOL, Symbol, name_of, plain_words

if TYPE_CHECKING:
    from ._model import Model

_SHOWN = 12  # expected symbols in a message
_OPEN = 8  # open calls in a line of a trace

# The names of the reasons, and their messages: those of `papni check`.
_REASONS = {
    lib.PAPNI_VERDICT_ACCEPT: ("accepts", ""),
    lib.PAPNI_VERDICT_REJECTING_STATE: ("ends-in-rejecting-state", "the word ends here, in a rejecting state"),
    lib.PAPNI_VERDICT_OPEN_CALLS: ("ends-with-open-calls", "the word ends here, with open calls"),
    lib.PAPNI_VERDICT_NO_TRANSITION: ("no-transition", "not allowed here"),
    lib.PAPNI_VERDICT_DEAD_END: ("leads-nowhere", "no accepted word continues like this"),
    lib.PAPNI_VERDICT_NO_CALL: ("no-call-to-pop", "no call is open"),
    lib.PAPNI_VERDICT_WRONG_CALL: ("wrong-call", "it does not match the open call"),
    lib.PAPNI_VERDICT_UNKNOWN_SYMBOL: ("unknown-symbol", "the model has no such symbol"),
}


class Unusual(NamedTuple):
    """An unlikely step of an accepted word: its position, from 1, the symbol (None for the end), its bits."""

    position: int
    symbol: Symbol
    bits: float


class Verdict(NamedTuple):
    """Whether a model accepts a word; if not, where and why, as `papni check` says it.

    `position` is the number of the first wrong symbol, from 1, and one more than the length if
    the word ends too early; `symbol` is that symbol, or None at the end. `expected` are the
    symbols that were expected, `end_expected` says whether the word could have ended
    there. For a document, `line` and `column` (in bytes) are the place. A verdict is true if the
    word is accepted. `unusual` is the first unlikely step of an accepted word, if asked for.
    """

    accepted: bool
    reason: str
    position: int | None = None
    symbol: Symbol = None
    expected: tuple[Symbol, ...] = ()
    end_expected: bool = False
    line: int | None = None
    column: int | None = None
    message: str = "accept"
    unusual: Unusual | None = None

    def __bool__(self) -> bool:
        """Is the word accepted?"""
        return self.accepted

    def __str__(self) -> str:
        """The line that `papni check` prints."""
        return self.message


class Step(NamedTuple):
    """A symbol that was read, and the state after it.

    `popped` is the call that it popped, `caller` the state in which that call was made, and
    `stack` the open calls afterwards with the states in which they were made, innermost last.
    """

    position: int
    symbol: Symbol
    popped: Symbol
    caller: int | None
    state: int
    stack: tuple[tuple[Symbol, int], ...]


class Explanation(NamedTuple):
    """The trace of a word through a model, and the verdict. `str` prints it as `papni explain` does."""

    steps: tuple[Step, ...]
    verdict: Verdict
    table: str

    def __str__(self) -> str:
        """The trace as a table."""
        return self.table

    def _repr_html_(self) -> str:
        """The trace in a notebook."""
        return f"<pre>{html.escape(self.table)}</pre>"


def shown(name: str) -> str:
    """A name in a message, in which spaces separate."""
    return written(lib.papni_write_name, name.encode()).decode()


class Checker:
    """Runs one word at a time, with look-ahead after the first rejection."""

    def __init__(self, model: Model, unusual: float | None = None) -> None:
        """A run of this model; a step of so many bits is unusual."""
        self.model, self.run, self.ahead = model, model._new_run(), False
        self.unusual = _bits_of(model, unusual)
        self.lexed = model.lexer is not None
        self.names = model._names

    def look_ahead(self) -> None:
        """From now on, stops at the first symbol after which nothing can be accepted."""
        error = new_error()
        if not self.ahead:
            size = int(lib.papni_model_transitions(self.model._handle))
            check(if_long(size, lambda: int(lib.papni_run_look_ahead(self.run, error))), error)
            lib.papni_run_restart(self.run)
        self.ahead = True

    def numbers(self, word: list[Any]) -> Any:
        """The symbols of a word, as the model numbers them."""
        known = self.model._numbers
        return ffi.new("papni_symbol[]", [known.get(symbol, NO_SYMBOL) for symbol in word] or [0])

    def judge(self, word: Any) -> Verdict:
        """The verdict on a word, or on a document if the model has a lexer."""
        if is_document(self.model, word):
            return self._judge_document(word)
        symbols = symbols_of_word(word)
        return self.judge_numbers(self.numbers(symbols), len(symbols), symbols)

    def judge_numbers(self, numbers: Any, length: int, symbols: Any) -> Verdict:
        """The verdict on a word given as numbers; `symbols` is the word, for the answer."""
        error = new_error()
        for _ in range(2):
            lib.papni_run_restart(self.run)
            check(if_long(length, lambda: int(lib.papni_python_run_word(self.run, numbers, length, error))), error)
            if self.ahead or lib.papni_run_verdict(self.run) == lib.PAPNI_VERDICT_ACCEPT:
                break
            self.look_ahead()
        read = int(lib.papni_run_position(self.run))
        found = self.verdict(symbols[read] if read < length else None, read < length)
        if self.unusual is None or not found.accepted:
            return found
        bits = ffi.new("double[]", length + 1)
        check(if_long(length, lambda: int(lib.papni_python_bits(self.run, numbers, length, bits, error))), error)
        for i in range(length + 1):
            if bits[i] >= self.unusual:
                return self._odd(found, Unusual(i + 1, symbols[i] if i < length else None, float(bits[i])), i < length)
        return found

    def _odd(self, found: Verdict, unusual: Unusual, stopped: bool, place: str = "") -> Verdict:
        what = shown(self.name(unusual.symbol)) if stopped else "the end"
        message = f"{place}accept, unusual at {unusual.position}: {what} takes {unusual.bits:.1f} bits"
        return found._replace(message=message, unusual=unusual)

    def verdict(self, symbol: Symbol, stopped: bool) -> Verdict:
        """What the run says now; `symbol` is the one that could not be read."""
        verdict, read = lib.papni_run_verdict(self.run), int(lib.papni_run_position(self.run))
        name, why = _REASONS[verdict]
        if verdict == lib.PAPNI_VERDICT_ACCEPT:
            return Verdict(True, name)
        expected, ends = self.expected()
        unexpected = f"unexpected {shown(self.name(symbol))}: " if stopped else ""
        message = f"reject at {read + 1}: {unexpected}{why}; {self.wanted(expected, ends)}"
        symbols = tuple(self.model._symbols[i] for i in expected)
        return Verdict(False, name, read + 1, symbol, symbols, ends, message=message)

    def name(self, symbol: Symbol) -> str:
        """The name of a symbol, whether the model has it or not."""
        number = self.model._numbers.get(symbol)
        return name_of(symbol) if number is None else self.names[number]

    def expected(self) -> tuple[list[int], bool]:
        """The numbers of the symbols that can be read next, and whether the word may end."""
        numbers = [i for i, name in enumerate(self.names) if not (self.lexed and name == UNLEXED)]
        found = [i for i in numbers if lib.papni_run_expects(self.run, i)]
        state = lib.papni_run_state(self.run)
        ends = not lib.papni_run_depth(self.run) and lib.papni_model_accepting(self.model._handle, state)
        return found, bool(ends)

    def wanted(self, expected: list[int], ends: bool) -> str:
        """The end of a message."""
        words = [f" {shown(self.names[i])}" for i in expected[:_SHOWN]]
        if len(expected) > _SHOWN:
            words.append(f" ... ({len(expected) - _SHOWN} more)")
        if ends:
            words.append(" or end of input" if expected else " end of input")
        return "expected:" + ("".join(words) or " nothing")

    def _judge_document(self, document: Any) -> Verdict:
        self.look_ahead()
        error, known = new_error(), self.model._numbers_by_name()
        known.pop(UNLEXED, None)
        lib.papni_run_restart(self.run)
        odd: tuple[Unusual, Token] | None = None
        for read, token in enumerate(tokens(new_lexer(self.model.lexer), document)):
            number = NO_SYMBOL if token.name is None else known.get(token.name, NO_SYMBOL)
            if self.unusual is not None and odd is None:
                bits = lib.papni_run_end_bits(self.run) if token.name is None else lib.papni_run_bits(self.run, number)
                if bits >= self.unusual:
                    symbol = None if token.name is None else self.model._by_name().get(token.name, token.name)
                    odd = Unusual(read + 1, symbol, float(bits)), token
            if token.name is not None:
                check(lib.papni_run_step(self.run, number, error), error)
            if lib.papni_run_position(self.run) == read:
                break  # it ends here, or cannot be read
        found = self._document_verdict(token)
        if odd is None or not found.accepted:
            return found
        step, token = odd
        found = found._replace(line=token.line, column=token.column)
        return self._odd(found, step, token.name is not None, f"{token.line}:{token.column}: ")

    def _document_verdict(self, token: Token) -> Verdict:
        found = self.verdict(None, False)
        if found.accepted:
            return found
        expected, ends = self.expected()
        symbol = None if token.name is None else self.model._by_name().get(token.name, token.name)
        name, why = _REASONS[lib.papni_run_verdict(self.run)]
        if token.problem:
            name, why = "unlexed", token.problem
        elif token.name is None and name == "ends-with-open-calls":
            why = f"the document ends here, with {shown(self.names[lib.papni_run_open(self.run)])} open"
        elif token.name is None:
            why = "unexpected end of document"
        else:
            why = f"unexpected {shown(token.name)}: {why}"
        place = f"{token.line}:{token.column}: reject: "
        return found._replace(
            reason=name,
            symbol=symbol,
            line=token.line,
            column=token.column,
            message=f"{place}{why}; {self.wanted(expected, ends)}",
        )


def _bits_of(model: Model, unusual: Any) -> float | None:
    """A number of bits, for a model with counts."""
    if unusual is None:
        return None
    if isinstance(unusual, bool) or not isinstance(unusual, (int, float)):
        raise TypeError(f"unusual: expected a number of bits, got {type(unusual).__name__}")
    if not unusual > 0:
        raise ValueError(f"unusual: expected a positive number of bits, got {unusual}")
    if not lib.papni_model_has_counts(model._handle):
        raise ValueError("unusual: the model has no counts: use learn(..., counts=True) or Model.with_counts")
    return float(unusual)


def is_document(model: Model, word: Any) -> bool:
    """Is this a document: a str, or a path, for a model with a lexer?"""
    if isinstance(word, os.PathLike):
        if model.lexer is None:
            raise TypeError("word: the model has no lexer, so it cannot read a file: pass the word itself")
        return True
    return model.lexer is not None and isinstance(word, str)


def symbols_of_word(word: Any) -> list[Any]:
    """The symbols of a word, which is checked."""
    plain_words((word,), "word")
    return list(word)


# ---- traces ----


def explain(model: Model, word: Any) -> Explanation:
    """Traces a word through a model."""
    checker = Checker(model)
    checker.look_ahead()
    if is_document(model, word):
        known = model._by_name()
        read = tokens(new_lexer(model.lexer), word)
        symbols = [known.get(t.name, t.name) if t.name != UNLEXED else UNLEXED for t in read if t.name is not None]
    else:
        symbols = symbols_of_word(word)
    numbers = checker.numbers(symbols)
    for i, symbol in enumerate(symbols):
        if checker.lexed and symbol == UNLEXED:
            numbers[i] = NO_SYMBOL
    steps = tuple(_steps(checker, numbers, len(symbols)))
    read_now = len(steps) - 1
    verdict = checker.verdict(symbols[read_now] if read_now < len(symbols) else None, read_now < len(symbols))
    return Explanation(steps, verdict, "\n".join(_lines(checker, steps, symbols, verdict)))


def _steps(checker: Checker, numbers: Any, length: int) -> Iterator[Step]:
    model, run, error = checker.model, checker.run, new_error()
    kinds = model._kinds()
    stack: list[tuple[Symbol, int]] = []
    state = int(lib.papni_run_state(run))
    yield Step(0, None, None, None, state, ())
    for i in range(length):
        check(lib.papni_run_step(run, numbers[i], error), error)
        if lib.papni_run_position(run) == i:
            return
        symbol, kind, popped, caller = model._symbols[numbers[i]], kinds[numbers[i]], None, None
        if kind == lib.PAPNI_RETURN:
            popped, caller = stack.pop()
        if kind == lib.PAPNI_CALL:
            stack.append((symbol, state))
        state = int(lib.papni_run_state(run))
        yield Step(i + 1, symbol, popped, caller, state, tuple(stack))


def _lines(checker: Checker, steps: tuple[Step, ...], symbols: list[Any], verdict: Verdict) -> Iterator[str]:
    model = checker.model
    kinds, callers, dfa = model._kinds(), model.kind in ("sevpa", "general"), model._is_flat

    def called(symbol: Symbol, state: int | None) -> str:
        return shown(checker.name(symbol)) + (f" from {state}" if callers else "")

    def read(step: Step) -> str:
        if not step.position:
            return ""
        kind, name = kinds[model._numbers[step.symbol]], shown(checker.name(step.symbol))
        if kind == lib.PAPNI_CALL:
            return f"{name} / push"
        return f"{name} / pop {called(step.popped, step.caller)}" if kind == lib.PAPNI_RETURN else name

    width = 4
    for symbol in symbols:
        number = model._numbers.get(symbol)
        kind = lib.PAPNI_INTERNAL if number is None else kinds[number]
        extra = (16 if callers else 8) if kind == lib.PAPNI_RETURN else 7 if kind == lib.PAPNI_CALL else 0
        this = len(shown(checker.name(symbol))) + extra
        width = this if width < this <= 32 else width
    places = len(str(len(symbols)))
    yield f"{'':{places}}  {'read':{width}}  state{'' if dfa else '  stack'}"
    for step in steps:
        calls = [called(*entry) for entry in step.stack[-_OPEN:]]
        more = [f"({len(step.stack) - _OPEN} more)"] if len(step.stack) > _OPEN else []
        stack = " ".join([*more, (", " if callers else " ").join(calls)])
        yield f"{step.position:{places}}  {read(step):{width}}  {step.state:5}{'  ' if step.stack else ''}{stack}"
    state = steps[-1].state
    if verdict.accepted:
        yield f"accept: state {state} accepts{'' if dfa else ', and no call is open'}"
        return
    why = _REASONS[lib.papni_run_verdict(checker.run)][1]
    if len(steps) <= len(symbols):
        why = f"unexpected {shown(checker.name(symbols[len(steps) - 1]))} in state {state}: {why}"
    yield f"reject at {verdict.position}: {why}"
    yield verdict.message[verdict.message.rindex("; expected:") + 2 :]
