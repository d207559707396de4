"""papni with asyncio: long work in a thread, which a cancelled task stops.

>>> import asyncio, papni.aio
>>> async def main():
...     model = await papni.aio.learn([("()", True), ("(())", True), ("", False)], call="(", return_=")")
...     return await papni.aio.run(model.accepts, "((()))")
>>> asyncio.run(main())
True
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from typing import Any, Callable, TypeVar

from ._callbacks import cancelling
from ._learn import auto as _auto
from ._learn import learn as _learn
from ._model import Model

__all__ = ["auto", "learn", "run"]

T = TypeVar("T")


async def run(function: Callable[..., T], /, *arguments: Any, **keywords: Any) -> T:
    """Calls a function of papni, or a method of a model, in a thread, and waits for it.

    The event loop keeps running. If the task is cancelled, learning, minimizing, comparing,
    generating and exporting stop soon; other work ends on its own.
    """
    stop, context = threading.Event(), contextvars.copy_context()
    context.run(cancelling.set, stop)
    call = functools.partial(context.run, function, *arguments, **keywords)
    future = asyncio.get_running_loop().run_in_executor(None, call)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([future], timeout=1)
        if future.done() and not future.cancelled():
            future.exception()  # the call was stopped: nobody else asks why
        raise


async def learn(samples: Any, **how: Any) -> Model:
    """The same as `papni.learn`, in a thread. Progress callbacks are called by that thread."""
    return await run(_learn, samples, **how)


async def auto(samples: Any, **how: Any) -> Model:
    """The same as `papni.auto`, in a thread."""
    return await run(_auto, samples, **how)
