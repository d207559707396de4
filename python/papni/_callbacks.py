"""What C calls back: progress, and the writing of bytes.

A callback cannot raise through C. What it raises is kept, C is told to stop, and
`raise_kept` raises it on this side. That is how Ctrl-C ends a run: Python raises
KeyboardInterrupt in the callback.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

from ._errors import check, new_error
from ._papni import ffi, lib

Progress = Callable[[str, int, int], Optional[bool]]

_PHASES = {
    lib.PAPNI_ENCODING: "encoding",
    lib.PAPNI_TREE: "tree",
    lib.PAPNI_MERGING: "merging",
    lib.PAPNI_COMPARING: "comparing",
}


class Watcher:
    """Passes progress on to a function, if there is one."""

    def __init__(self, progress: Progress | None) -> None:
        """`progress` is called with phase, done and total."""
        self.progress = progress
        self.kept: BaseException | None = None
        self.handle = ffi.new_handle(self)

    def raise_kept(self) -> None:
        """Raises what the callback raised."""
        if self.kept:
            raise self.kept


class Sink:
    """Collects the bytes that C writes."""

    def __init__(self) -> None:
        """Begins with nothing."""
        self.bytes = bytearray()
        self.handle = ffi.new_handle(self)
        self.kept: BaseException | None = None


def _keep(kind: Any, value: Any, traceback: Any) -> None:
    ffi.from_handle(traceback.tb_frame.f_locals["context"]).kept = value


@ffi.def_extern(name="papni_python_progress", error=False, onerror=_keep)  # type: ignore[untyped-decorator]
def _progress(context: Any, phase: int, done: int, total: int) -> bool:
    progress = ffi.from_handle(context).progress
    return progress is None or progress(_PHASES[phase], done, total) is not False


@ffi.def_extern(name="papni_python_write", error=False, onerror=_keep)  # type: ignore[untyped-decorator]
def _write(context: Any, data: Any, size: int) -> bool:
    ffi.from_handle(context).bytes.extend(ffi.buffer(data, size))
    return True


def written(write: Callable[..., int], *arguments: Any) -> bytes:
    """What a papni_write_ function writes."""
    sink, error = Sink(), new_error()
    writer = ffi.new("papni_writer *", {"write": lib.papni_python_write, "context": sink.handle})
    status = write(*arguments, writer[0], error)
    if sink.kept:
        raise sink.kept
    check(status, error)
    return bytes(sink.bytes)
