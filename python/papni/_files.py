"""Names of files, and writing them."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from typing import Any

from ._errors import UsageError


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


def _permissions(name: str) -> int:
    """Those of the file that a new one replaces, or those that a new one gets."""
    try:
        return os.stat(name).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _is_device(name: str) -> bool:
    """Is it a device or a pipe, which cannot be replaced?"""
    try:
        return not stat.S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:
        return False


def _sync_folder(folder: str) -> None:
    """Makes sure that a new name survives a crash of the system, where the file system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def write_whole(path: Any, data: bytes) -> None:
    """Writes a file as the C library does: completely or not at all."""
    given = file_name(path)
    c_path(given)
    if _is_device(given):  # not its real path: that of a pipe, as in /dev/stdout, does not exist
        with open(given, "wb") as file:
            file.write(data)
        return
    if given.endswith((".gz", ".zst")):
        raise UsageError(f"{given}: cannot write compressed files: choose another name")
    name = os.path.realpath(given)
    if os.path.exists(name) and not os.access(name, os.W_OK):  # the folder may allow for replacing it
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), given)
    try:
        number, temporary = tempfile.mkstemp(dir=os.path.dirname(name), prefix=".papni-")
    except OSError as error:
        raise type(error)(error.errno, error.strerror, given) from None
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _permissions(name))
        os.replace(temporary, name)
    except BaseException:
        with suppress(FileNotFoundError):  # Ctrl-C may come when it has its name already
            os.unlink(temporary)
        raise
    _sync_folder(os.path.dirname(name))
