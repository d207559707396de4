"""The words of the benchmark, made on the workers: random words of a built-in language, half of them accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

#: The built-in language of each kind of words.
KINDS = {"brackets": "L12", "json": "json"}
LENGTH = (2, 18)  # 10 in the mean
AT_ONCE = 50_000


def declared(kind: str) -> dict[str, Any]:
    """The arguments of learn that declare calls and returns."""
    import papni

    alphabet = papni.language(KINDS[kind]).alphabet
    return {"call": list(alphabet.call), "return_": list(alphabet.return_)}


def generator(kind: str, words: int, parts: int) -> Any:
    """A function for mapInArrow that makes the words of a partition; a row has its number."""

    def make(batches: Iterator[Any]) -> Iterator[Any]:
        import papni
        import pyarrow

        language = papni.language(KINDS[kind])
        for batch in batches:
            for part in batch.column(0).to_pylist():
                left = words // parts + (part < words % parts)
                seed = part * 1_000_000
                while left:
                    count, seed = min(left, AT_ONCE), seed + 1
                    drawn = language.generate(count, length=LENGTH, seed=seed, replace=True)
                    lists = pyarrow.array([word for word, _ in drawn], pyarrow.list_(pyarrow.string()))
                    labels = pyarrow.array([label for _, label in drawn])
                    yield pyarrow.RecordBatch.from_arrays([lists, labels], names=["word", "label"])
                    left -= count

    return make
