"""Progress bars, and asyncio."""

import asyncio
import sys
import time

import papni
import papni.aio
import pytest
from conftest import random_words

HOW = {"call": "(", "return_": ")"}
DATA = random_words(300, seed=6)


@pytest.mark.parametrize("progress", [True, "tqdm", "rich"])
def test_bars(progress, capfd):
    pytest.importorskip("tqdm")
    pytest.importorskip("rich")
    assert papni.learn(DATA, **HOW, progress=progress).to_json() == papni.learn(DATA, **HOW).to_json()
    shown = "".join(capfd.readouterr())
    assert "merging" in shown


def test_every_long_call_reports():
    model, other = papni.language("json"), papni.language("arith")
    for call in (
        lambda p: papni.learn(DATA, **HOW, progress=p),
        lambda p: papni.auto(DATA[:60], **HOW, threads=1, progress=p),
        lambda p: papni.Tree(DATA, **HOW, progress=p),
        lambda p: model.export("ebnf", progress=p),
        lambda p: model.minimize(progress=p),
        lambda p: model.diff(other, progress=p),
        lambda p: model.generate(50, progress=p),
        lambda p: model.count(300, progress=p),
        lambda p: model.cover(progress=p),
        lambda p: model.shortest(20, progress=p),
    ):
        seen = []
        call(lambda *step, seen=seen: seen.append(step))
        assert seen
        with pytest.raises(papni.Cancelled):
            call(lambda *step: False)
        with pytest.raises(ZeroDivisionError):
            call(lambda *step: 1 / 0)


def test_no_bar_to_be_had(monkeypatch):
    for name in ("tqdm", "tqdm.auto", "rich", "rich.progress"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        papni.learn(DATA, **HOW, progress=True)


def test_bars_go_on_after_errors():
    pytest.importorskip("tqdm")
    with pytest.raises(papni.ContradictionError):
        papni.learn([("a", True), ("a", False)], progress=True)
    assert papni.learn(DATA, **HOW, progress=True)


def test_asyncio():
    async def main():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        models = await asyncio.gather(*(papni.aio.learn(random_words(200, seed), **HOW) for seed in range(4)))
        ticking.cancel()
        return ticks, models

    ticks, models = asyncio.run(main())
    assert ticks > 4
    for seed, model in enumerate(models):
        assert model.to_json() == papni.learn(random_words(200, seed), **HOW).to_json()


def test_asyncio_runs_anything():
    async def main():
        model = await papni.aio.auto(DATA[:50], **HOW)
        return await papni.aio.run(model.accepts_many, ["()", "a"]), model

    answers, model = asyncio.run(main())
    assert answers == model.accepts_many(["()", "a"])
    with pytest.raises(papni.InputError):
        asyncio.run(papni.aio.learn([]))


def test_asyncio_cancels():
    """A cancelled task stops the work, and does not wait for its end."""
    data = papni.language("json").generate(20000, length=(1, 40), replace=True)
    calls = []

    def progress(*step):
        calls.append(step)
        time.sleep(0.001)

    async def main():
        task = asyncio.create_task(papni.aio.learn(data, model="dfa", search=1000, progress=progress))
        while not calls:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        seen = len(calls)
        await asyncio.sleep(0.1)
        assert len(calls) <= seen + 1

    asyncio.run(main())
