"""Exceptions, with the messages of the command."""

from __future__ import annotations

import os
from typing import Any, NoReturn

from ._papni import ffi, lib


class Error(Exception):
    """Base class of papni's exceptions.

    ``file``, ``line`` and ``column`` are the position, or ``""`` and 0 if there is none.
    For words from Python, ``file`` is ``"samples"`` and ``line`` is the number of the word,
    from 1.
    """

    file: str = ""
    line: int = 0
    column: int = 0


class UsageError(Error, ValueError):
    """Invalid or inconsistent arguments."""


class InputError(Error, ValueError):
    """Malformed words or files."""


class FileError(InputError, OSError):
    """A file that cannot be opened or read; also an OSError."""


class ContradictionError(Error, ValueError):
    """A word that is both accepted and rejected; `contradictions` lists all such words."""

    contradictions: tuple[Any, ...] = ()

    def __str__(self) -> str:
        """The message, with the places of up to ten such words if there are several."""
        several, most = self.contradictions, 10
        if len(several) < 2:
            return super().__str__()
        lines = [f"{len(several)} words are both accepted and rejected: remove one label of each"]
        for found in several[:most]:  # a Contradiction, or only its word
            word = getattr(found, "word", found)
            seen = (getattr(found, name, (False, "", 0)) for name in ("first", "second"))
            places = " and ".join(f"{file}:{line}" for _, file, line in seen if file)
            lines.append(f"  {' '.join(map(str, word)) or 'the empty word'}" + (f" ({places})" if places else ""))
        if len(several) > most:
            lines.append(f"  and {len(several) - most} more")
        return "\n".join(lines)


class Cancelled(Error):
    """The progress callback returned False."""


class PapniWarning(UserWarning):
    """Samples that are probably not as intended."""


def new_error() -> Any:
    """A papni_error for a C function."""
    return ffi.new("papni_error *")


def text(pointer: Any) -> str:
    """The str of a C string."""
    return str(ffi.string(pointer).decode("utf-8", "replace"))


def fail(error: Any, about: str = "") -> NoReturn:
    """Raises the exception for an error; `about` is the name of the argument."""
    if error.code == lib.PAPNI_MEMORY:
        raise MemoryError(text(error.message))
    if error.code == lib.PAPNI_SYSTEM and error.number:
        raise OSError(error.number, os.strerror(error.number), os.fsdecode(ffi.string(error.file)))
    kinds = {
        lib.PAPNI_USAGE: UsageError,
        lib.PAPNI_INPUT: InputError,
        lib.PAPNI_FILE: FileError,
        lib.PAPNI_CONTRADICTION: ContradictionError,
        lib.PAPNI_CANCELLED: Cancelled,
    }
    file, line, column = text(error.file), int(error.line), int(error.column)
    place = f"{file}:{line}:{column}: " if file and line and column else f"{file}:{line}: " if file and line else ""
    exception = kinds.get(error.code, Error)(
        (f"{about}: " if about else "") + (place or (f"{file}: " if file else "")) + text(error.message)
    )
    exception.file, exception.line, exception.column = file, line, column
    raise exception


def check(status: int, error: Any, about: str = "") -> None:
    """Raises unless the status is PAPNI_OK."""
    if status:
        fail(error, about)
