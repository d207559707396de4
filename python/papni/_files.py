"""Names of files, and writing them."""

from __future__ import annotations

import os
from typing import Any

from ._errors import check, new_error
from ._papni import ffi, lib


def file_name(path: Any) -> str:
    """The name of a file, of the argument `path`."""
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise TypeError(f"path: expected a str or a path, got {type(path).__name__}")
    return name


def c_path(path: str) -> bytes:
    """The name of a file for C."""
    if "\0" in path:
        raise ValueError(f"path: invalid file name {path!r}")
    return os.fsencode(path)


def write_whole(path: Any, data: bytes) -> None:
    """Writes a file completely or not at all."""
    error = new_error()
    check(lib.papni_write_file(c_path(file_name(path)), ffi.from_buffer("char[]", data), len(data), error), error)
