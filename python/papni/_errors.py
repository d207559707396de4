"""Exceptions, with the words that the command would print."""

from __future__ import annotations

import os
from typing import Any, NoReturn

from ._papni import ffi, lib


class Error(Exception):
    """What papni has to say when it cannot go on.

    ``file``, ``line`` and ``column`` say where; they are ``""`` and 0 where they
    mean nothing. For words that came from Python, ``file`` is ``"samples"`` and
    ``line`` counts the words from 1.
    """

    file: str = ""
    line: int = 0
    column: int = 0


class UsageError(Error, ValueError):
    """Arguments that make no sense together."""


class InputError(Error, ValueError):
    """A file or words that cannot be understood."""


class FileError(InputError, OSError):
    """A file that cannot be opened or read; an OSError too."""


class ContradictionError(Error, ValueError):
    """The same word, accepted and rejected."""


class Cancelled(Error):
    """The progress callback returned False."""


class PapniWarning(UserWarning):
    """Something that learns, but probably not what was meant."""


def new_error() -> Any:
    """Where a C function writes what went wrong."""
    return ffi.new("papni_error *")


def text(pointer: Any) -> str:
    """The str of a C string."""
    return str(ffi.string(pointer).decode("utf-8", "replace"))


def fail(error: Any, about: str = "") -> NoReturn:
    """Raises what a C function wrote; `about` names the argument that it is about."""
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
