"""Long calls of C: progress, Ctrl-C and output.

A callback cannot raise through C: its exception is stored, the call is cancelled, and the
exception is raised when it returns. Python handles Ctrl-C only in the main thread, and not
while that is in C. So the main thread lets another thread make the call, and waits.
"""

from __future__ import annotations

import _thread
import contextlib
import contextvars
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any, Callable, TypeVar

from ._errors import check, new_error, text
from ._papni import ffi, lib
from ._progress import Progress

T = TypeVar("T")

# Set by papni.aio: cancels every long call that is made in this context.
cancelling: contextvars.ContextVar[threading.Event | None] = contextvars.ContextVar("cancelling", default=None)

_PHASES = [text(lib.papni_phase_name(phase)) for phase in range(lib.PAPNI_PHASES)]

# Seconds to wait after Ctrl-C; if the call does not stop in time, it ends on its own.
_SECONDS = 0.5

# A call that reads fewer symbols, bytes or transitions is over before anybody could interrupt it.
_LONG = 1 << 20


class Watcher:
    """Passes progress on to a function, if there is one, and can cancel a call."""

    def __init__(self, progress: Progress | None = None) -> None:
        """`progress` is called with phase, done and total."""
        self.progress = progress
        self.stopped = False
        self.cancelling = cancelling.get()
        self.kept: BaseException | None = None
        self.handle = ffi.new_handle(self)
        self.watch = ffi.new("papni_watch *", {"progress": lib.papni_python_progress, "context": self.handle})

    def is_cancelled(self) -> bool:
        """Was the call interrupted, or the task that made it cancelled?"""
        return self.stopped or (self.cancelling is not None and self.cancelling.is_set())

    def raise_kept(self) -> None:
        """Raises the exception of the callback."""
        if self.kept:
            raise self.kept


class Deadline:
    """Ends learning after some seconds, with the best model so far."""

    def __init__(self, seconds: float) -> None:
        """Begins to count now."""
        self.end = time.monotonic() + seconds
        self.passed = False
        self.handle = ffi.new_handle(self)

    def limit(self, options: Any) -> None:
        """Sets it in a papni_options, which it must outlive."""
        lib.papni_options_until(options, lib.papni_python_enough, self.handle)


def _ask(watcher: Watcher, progress: Progress, state: Any) -> bool:
    try:
        return progress(*state) is not False
    except BaseException as error:
        watcher.kept = error
        return False


def patiently(call: Callable[[], T], watcher: Watcher | None = None) -> T:
    """Makes a long call that Ctrl-C can interrupt.

    The call must keep alive everything it needs, because it may continue for a while after
    an interrupt. The watcher's function is called by this thread.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    watcher = watcher or Watcher()
    progress = watcher.progress
    states: SimpleQueue[Any] = SimpleQueue()
    answers: SimpleQueue[bool] = SimpleQueue()
    results: list[T] = []
    errors: list[BaseException] = []

    def ask(*state: Any) -> bool:
        states.put(state)
        return answers.get()

    def work() -> None:
        _live = watcher  # keeps it alive: C has only its address
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)
        finally:
            states.put(None)

    def start() -> bool:
        try:
            _thread.start_new_thread(work, ())
        except RuntimeError:  # the system has no more threads
            return False
        return True

    if progress:
        watcher.progress = ask
    started = False
    try:  # begins before the thread does: Ctrl-C may come while it is started
        started = start()
        for state in iter(states.get, None) if started else ():
            answers.put(_ask(watcher, progress, state) if progress else True)
    except BaseException:
        watcher.stopped = True
        answers.put(False)
        with contextlib.suppress(Empty):
            while states.get(timeout=_SECONDS):
                pass
        raise
    watcher.progress = progress  # for its next call
    if not started:
        return call()
    if errors:
        raise errors[0]
    return results[0]


def if_long(size: float, call: Callable[[], T], watcher: Watcher | None = None) -> T:
    """Makes a call, `patiently` if what it reads is large; a thread would slow down many short calls."""
    return patiently(call, watcher) if size >= _LONG else call()


def freed_before(model: Any, handle: Any, free: Callable[[Any], None]) -> Any:
    """A C object that is freed automatically, before the papni_model that it reads."""

    def end(own: Any) -> None:
        _live = model
        free(own)

    return ffi.gc(handle, end)


class Sink:
    """Collects the bytes that C writes."""

    def __init__(self, watcher: Watcher | None = None) -> None:
        """Begins with nothing; takes no more once the watcher is cancelled."""
        self.bytes = bytearray()
        self.watcher = watcher
        self.handle = ffi.new_handle(self)
        self.kept: BaseException | None = None


def _keep(kind: Any, value: Any, traceback: Any) -> None:
    ffi.from_handle(traceback.tb_frame.f_locals["context"]).kept = value


@ffi.def_extern(name="papni_python_progress", error=False, onerror=_keep)  # type: ignore[untyped-decorator]
def _progress(context: Any, phase: int, done: int, total: int) -> bool:
    watcher = ffi.from_handle(context)
    stopped = watcher.is_cancelled()
    if stopped or watcher.progress is None:
        return not stopped
    return watcher.progress(_PHASES[phase], done, total) is not False


@ffi.def_extern(name="papni_python_enough", error=False)  # type: ignore[untyped-decorator]
def _enough(context: Any) -> bool:
    deadline = ffi.from_handle(context)
    deadline.passed = deadline.passed or time.monotonic() >= deadline.end
    return bool(deadline.passed)


@ffi.def_extern(name="papni_python_write", error=False, onerror=_keep)  # type: ignore[untyped-decorator]
def _write(context: Any, data: Any, size: int) -> bool:
    sink = ffi.from_handle(context)
    if sink.watcher is not None and sink.watcher.is_cancelled():
        return False
    sink.bytes.extend(ffi.buffer(data, size))
    return True


def written(write: Callable[..., int], *arguments: Any, watcher: Watcher | None = None) -> bytes:
    """The output that a C function writes to a papni_writer."""
    sink, error = Sink(watcher), new_error()
    writer = ffi.new("papni_writer *", {"write": lib.papni_python_write, "context": sink.handle})
    status = write(*arguments, writer[0], error)
    if sink.kept:
        raise sink.kept
    check(status, error)
    return bytes(sink.bytes)


def written_if_long(size: int, live: Any, write: Callable[..., int], *arguments: Any) -> bytes:
    """The same for a long output, made of so many parts, which Ctrl-C ends; `live` is what C reads."""
    watcher = Watcher()

    def call() -> bytes:
        _live = live
        return written(write, *arguments, watcher=watcher)

    return if_long(size, call, watcher)


def watched(write: Callable[..., int], watcher: Watcher) -> Callable[..., int]:
    """A function for `written` that takes a watch after the writer."""

    def call(*arguments: Any) -> int:
        *rest, writer, error = arguments
        return write(*rest, writer, watcher.watch, error)

    return call
