"""Files: read as the command reads them, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from typing import Any

from ._errors import FileError, fail, new_error
from ._papni import ffi, lib


def file_name(path: Any) -> str:
    """The name of a file, of the argument `path`."""
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise TypeError(f"path: expected a str or a path, got {type(path).__name__}")
    return name


@contextlib.contextmanager
def read_text(path: str) -> Iterator[Any]:
    """The bytes of a file, decompressed where its name says so."""
    if "\0" in path:
        raise ValueError(f"path: invalid file name {path!r}")
    error = new_error()
    handle = lib.papni_text_open(os.fsencode(path), ffi.NULL, error)
    if not handle:
        fail(error, kind=FileError)
    try:
        yield ffi.buffer(lib.papni_text_bytes(handle), lib.papni_text_size(handle))
    finally:
        lib.papni_text_free(handle)


def write_whole(asked: str, data: bytes) -> None:
    """Writes a file: all of it, or it stays as it was."""
    if os.path.exists(asked) and not stat.S_ISREG(os.stat(asked).st_mode):
        with open(asked, "wb") as file:
            file.write(data)
        return
    path = os.path.realpath(asked)
    temporary = f"{path}.{secrets.token_hex(4)}"
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        if os.path.exists(path):
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, asked) from None
        raise
