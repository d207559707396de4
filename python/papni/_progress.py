"""Progress bars, for `progress=True`, `progress="tqdm"` and `progress="rich"`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Callable, Optional, Union

Progress = Callable[[str, int, int], Optional[bool]]
ShowsProgress = Union[Progress, bool, str, None]


@contextlib.contextmanager
def reporting(progress: ShowsProgress) -> Iterator[Progress | None]:
    """The function that reports progress, with a bar if one was asked for."""
    if progress is None or progress is False:
        yield None
    elif progress is True or progress in ("tqdm", "rich"):
        bar = _bar(progress)
        try:
            yield bar
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        expected = "a function, True, 'tqdm' or 'rich'"
        given = repr(progress) if isinstance(progress, str) else type(progress).__name__
        raise TypeError(f"progress: expected {expected}, got {given}")


def _bar(which: Any) -> Any:
    """tqdm's bar, which notebooks show as a widget, or rich's."""
    if which != "rich":
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,import-not-found,unused-ignore]

            return _Tqdm(tqdm)
        except ImportError:
            if which == "tqdm":
                raise
    try:
        from rich.progress import Progress as Rich

        return _Rich(Rich())
    except ImportError:
        message = "progress: a bar needs the package tqdm or rich: pip install tqdm"
        raise ImportError(message) from None


class _Tqdm:
    """One bar for all phases; it begins again with each of them."""

    def __init__(self, tqdm: Any) -> None:
        self.bar = tqdm(leave=False)
        self.phase = ""

    def __call__(self, phase: str, done: int, total: int) -> None:
        if phase != self.phase:
            self.phase = phase
            self.bar.reset(total=total or None)
            self.bar.set_description(phase)
        self.bar.total = total or None
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Removes the bar."""
        self.bar.close()


class _Rich:
    """A line for each phase."""

    def __init__(self, bars: Any) -> None:
        self.bars = bars
        self.tasks: dict[str, Any] = {}
        bars.start()

    def __call__(self, phase: str, done: int, total: int) -> None:
        if phase not in self.tasks:
            self.tasks[phase] = self.bars.add_task(phase, total=total or None)
        self.bars.update(self.tasks[phase], completed=done, total=total or None)

    def close(self) -> None:
        """Stops drawing."""
        self.bars.stop()
