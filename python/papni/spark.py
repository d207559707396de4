"""papni on Spark: learn from the words of a DataFrame, check and score them.

Each partition becomes a tree of its words (`papni.Tree`), made by the compiled library from
Arrow's arrays. The trees are merged, a few at a time, and the driver learns from the last one.
The model is the one that `papni.learn` learns from the same words, byte for byte.

Workers need the papni of the driver, and pyarrow. See docs/spark.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import __version__
from ._counts import needs_counts, score_words
from ._errors import ContradictionError, fail, new_error
from ._errors import check as checked
from ._learn import learn as learn_from
from ._model import Model
from ._papni import ffi, lib
from ._run import run_words
from ._settings import new_options
from ._sources import Samples
from ._tree import _WORDS_OF, Tree, _owned, merge_trees
from ._words import Words

__all__ = ["check", "learn", "score", "tree"]

# Symbols that a worker keeps before it makes a tree of them; 2 bytes each.
_SYMBOLS = 1 << 26

# Trees that are merged at once.
_TOGETHER = 16


# ---- words in Arrow ----


def _words_of(words: Any, labels: Any = None) -> Words:
    """The words of an array of lists of strings; no Python object is made for a symbol."""
    import numpy  # type: ignore[import-not-found,unused-ignore]

    if words.null_count:
        raise ValueError("a word is null: filter such rows, or use an empty array")
    values = words.flatten()
    if values.null_count:
        raise ValueError("a symbol of a word is null")
    coded = values.dictionary_encode()
    offsets = words.offsets.to_numpy(zero_copy_only=False).astype(numpy.int64)
    return Words(
        coded.indices.to_numpy(zero_copy_only=False),
        offsets - offsets[0],
        coded.dictionary.to_pylist(),
        None if labels is None else labels.to_numpy(zero_copy_only=False),
    )


def _column(batch: Any, name: str) -> Any:
    """A column whose offsets are those of its own values."""
    import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

    column = batch.column(name)
    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
    return column


class _Gatherer:
    """Makes a tree of words, a part at a time."""

    def __init__(self, how: Mapping[str, Any], declared: Mapping[str, Any]) -> None:
        self.how, self.declared = how, declared
        self.parts: list[bytes] = []
        self._begin()

    def _begin(self) -> None:
        self.samples, self.symbols = Samples(**self.declared), 0

    def add(self, words: Words) -> None:
        error = new_error()
        names = [ffi.new("char[]", str(symbol).encode()) for symbol in words.symbols]
        table, origin = ffi.new("char *[]", names), ffi.new("char[]", b"the DataFrame")
        with words.to_c(table, origin) as c_words:
            checked(lib.papni_samples_add_many(self.samples.handle, c_words, error), error)
        self.symbols += len(words.ids) + len(words)
        if self.symbols >= _SYMBOLS:
            self._end_part()

    def _end_part(self) -> None:
        error, options = new_error(), new_options(self.how)
        handle = _owned(lib.papni_tree_gather(self.samples.handle, options, ffi.NULL, ffi.NULL, error))
        if not handle:
            fail(error)
        self.parts.append(Tree._wrap(handle, {}, error).to_bytes())
        self._begin()

    def end(self) -> bytes:
        if self.symbols or not self.parts:
            self._end_part()
        return self.parts[0] if len(self.parts) == 1 else _merged(self.parts)


def _merged(trees: list[bytes]) -> bytes:
    data = merge_trees(trees)
    assert data is not None
    return data


def _check_version(driver: str) -> None:
    if __version__ != driver:
        raise RuntimeError(f"papni {__version__} on this worker, but {driver} on the driver: install the same version")


def _gather(columns: tuple[str, str | None], how: Mapping[str, Any], declared: Mapping[str, Any], version: str) -> Any:
    """The function that makes a tree of a partition."""
    word, label = columns

    def gather(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _check_version(version)
        gatherer = _Gatherer(how, declared)
        for batch in batches:
            if label is None:
                words = _words_of(_column(batch, word))
                words.labels = memoryview(b"\1" * len(words))
                gatherer.add(words)
                continue
            labelled = batch.filter(batch.column(label).is_valid())
            gatherer.add(_words_of(_column(labelled, word), _column(labelled, label)))
            if labelled.num_rows < batch.num_rows:
                gatherer.add(_words_of(_column(batch.filter(batch.column(label).is_null()), word)))
        yield pyarrow.RecordBatch.from_pydict({"tree": pyarrow.array([gatherer.end()], pyarrow.binary())})

    return gather


# ---- traces ----


def _traces(df: Any, case: str, event: str, order: str | None, label: str | None) -> Any:
    """A word for each case: its events, sorted."""
    from pyspark.sql import functions as F  # type: ignore[import-not-found,unused-ignore]

    if order is None:
        raise ValueError("order: name the column to sort the events of a case by; rows of a DataFrame have no order")
    events = F.sort_array(
        F.collect_list(F.struct(F.col(order).alias("order"), F.col(event).cast("string").alias("event")))
    )
    columns = [F.transform(events, lambda e: e["event"]).alias("word")]
    if label is not None:
        different = F.min(label) != F.max(label)
        message = F.concat(F.lit("a case has two labels: "), F.first(F.col(case).cast("string")))
        columns.append(F.when(different, F.raise_error(message).cast("boolean")).otherwise(F.max(label)).alias("label"))
    return df.groupBy(case).agg(*columns)


def _labels(df: Any, label: str | None, accept: Any, reject: Any) -> Any:
    """The column of labels as booleans: accept and reject say what other values mean."""
    from pyspark.sql import functions as F

    if label is None or (accept is None and reject is None):
        return df
    given = F.col(label)
    if accept is not None and reject is not None:
        meaning = F.when(given.isin(list(accept)), True).when(given.isin(list(reject)), False)
    elif accept is not None:
        meaning = given.isin(list(accept))
    else:
        meaning = ~given.isin(list(reject))
    return df.withColumn(label, meaning)


def _check_schema(df: Any, word: str, label: str | None) -> None:
    types = {field.name: field.dataType.simpleString() for field in df.schema.fields}
    for argument, name, wanted in (("word", word, "array<string>"), ("label", label, "boolean")):
        if name is None:
            continue
        if name not in types:
            raise ValueError(f"{argument}: the DataFrame has no column {name!r}")
        if types[name] != wanted:
            raise TypeError(f"{argument}: expected a column of type {wanted}, but {name!r} is {types[name]}")


# ---- learning ----


def _merge_all(trees: Any) -> bytes:
    """Merges the trees of an RDD, `_TOGETHER` at a time, on the workers; the last ones here."""
    count = trees.getNumPartitions()
    while count > _TOGETHER:
        count = -(-count // _TOGETHER)
        keyed = trees.mapPartitionsWithIndex(lambda i, part, n=count: ((i % n, tree) for tree in part))
        grouped = keyed.partitionBy(count, lambda key: key)
        trees = grouped.mapPartitions(lambda part: [_merged(found)] if (found := [tree for _, tree in part]) else [])
    return _merged(trees.collect())


def tree(
    df: Any,
    *,
    word: str = "word",
    label: str | None = "label",
    case: str | None = None,
    event: str | None = None,
    order: str | None = None,
    accept: Any = None,
    reject: Any = None,
    call: Iterable[str] = (),
    return_: Iterable[str] = (),
    internal: Iterable[str] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    patterns: Iterable[Any] | Mapping[str, str] = (),
    model: str = "vpa",
    count: str | None = None,
) -> Tree:
    """The tree of all words of a DataFrame, to learn from in several ways.

    The arguments are those of `learn`. ``model`` and ``count`` are as for `papni.Tree`.
    """
    if (case is None) != (event is None):
        raise ValueError("case and event: name both columns, or neither")
    df = _labels(df, label, accept, reject)
    if case is not None and event is not None:
        df = _traces(df, case, event, order, label)
        word, label = "word", None if label is None else "label"
    _check_schema(df, word, label)
    how = {"model": _WORDS_OF.get(model, model), "count": count, "threads": 1}
    declared: dict[str, Any] = {"call": list(call), "return_": list(return_), "internal": list(internal)}
    declared.update({"pairs": pairs, "patterns": patterns})
    new_options(how)  # check the arguments here, not on the workers
    Samples(**declared)
    columns = [word] if label is None else [word, label]
    parts = df.select(*columns).mapInArrow(_gather((word, label), how, declared, __version__), "tree binary")
    return Tree.from_bytes(_merge_all(parts.rdd.map(lambda row: bytes(row.tree))))


def learn(
    df: Any,
    *,
    word: str = "word",
    label: str | None = "label",
    case: str | None = None,
    event: str | None = None,
    order: str | None = None,
    accept: Any = None,
    reject: Any = None,
    call: Iterable[str] = (),
    return_: Iterable[str] = (),
    internal: Iterable[str] = (),
    pairs: Iterable[Any] | Mapping[Any, Any] = (),
    patterns: Iterable[Any] | Mapping[str, str] = (),
    at_least: int | None = None,
    **chosen: Any,
) -> Model:
    """Learns a model from the words of a DataFrame; the same as `papni.learn` from the same words.

    Args:
        df: a DataFrame with a word per row, or, with `case`, an event per row.
        word: the column of words, of type ``array<string>``.
        label: the column of labels, of type ``boolean``; null means no label. None: all words
            are accepted.
        case: the column of the case of an event; the events of a case are a word.
        event: the column of the event's name.
        order: the column to sort the events of a case by, then by name.
        accept: values of `label` that mean accepted.
        reject: values that mean rejected; with one of the two, all others mean the other.
        call: the symbols that push, as for `papni.learn`.
        return_: the symbols that pop.
        internal: all other symbols; if given, any undeclared symbol is an error.
        pairs: calls and returns that belong together.
        patterns: the same by the form of their names.
        at_least: drop words that fewer words than this begin with (`papni.Tree.prune`).
        **chosen: the other arguments of `papni.learn`, such as `model` and `search`.
    """
    counts = "words" if at_least is not None else chosen.get("count")
    how: dict[str, Any] = {"word": word, "label": label, "case": case, "event": event, "order": order}
    how.update({"accept": accept, "reject": reject, "call": call, "return_": return_, "internal": internal})
    how.update({"pairs": pairs, "patterns": patterns, "model": chosen.get("model") or "vpa", "count": counts})
    gathered = tree(df, **how)
    try:
        return learn_from(gathered if at_least is None else gathered.prune(at_least), **chosen)
    except ContradictionError as contradiction:
        labels = dict(gathered.words())
        both = [found for found, label in gathered.words() if label != labels[found]]
        contradiction.contradictions = tuple(both)
        raise


# ---- columns ----


def _of_arrow(result: str, function: Any) -> Any:
    """A function of columns that gets Arrow's arrays."""
    import pyarrow

    try:
        from pyspark.sql.functions import arrow_udf  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise ImportError("check and score need functions of Arrow's arrays: use Spark 4.1 or later") from None
    function.__annotations__ = {"column": pyarrow.Array, "return": pyarrow.Array}  # by which Spark tells kinds apart
    return arrow_udf(function, result)


class _Judge:
    """A model that is read once on each worker."""

    def __init__(self, model: Model) -> None:
        self.document, self.version = model.to_json(), __version__
        self.model: Model | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"document": self.document, "version": self.version, "model": None}

    def here(self) -> Model:
        if self.model is None:
            _check_version(self.version)
            self.model = Model.from_json(self.document)
        return self.model


def check(words: Any, model: Model) -> Any:
    """A column: does the model accept the word in this column?

    ``df.withColumn("ok", papni.spark.check("events", model))``
    """
    judge = _Judge(model)

    def accepts(column: Any) -> Any:
        import numpy
        import pyarrow

        found = run_words(judge.here(), _words_of(column))
        return pyarrow.array(numpy.frombuffer(found, numpy.bool_))

    return _of_arrow("boolean", accepts)(words)


def score(words: Any, model: Model) -> Any:
    """A column: how many bits a symbol of the word takes on average, by the model's counts.

    The end of a word counts as a symbol. A word that the model rejects takes infinitely many.
    """
    needs_counts(model)
    judge = _Judge(model)

    def bits(column: Any) -> Any:
        import pyarrow

        return pyarrow.array(score_words(judge.here(), _words_of(column)), pyarrow.float64())

    return _of_arrow("double", bits)(words)
