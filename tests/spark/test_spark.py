"""papni.spark: what a DataFrame gives is what one process learns from the same words, to the byte."""

import array
import math
import random

import papni
import papni.spark
import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

L9 = papni.language("L9")
HOW = {"call": list(L9.alphabet.call), "return_": list(L9.alphabet.return_)}
WORDS = [(list(word), label) for word, label in L9.generate(600, length=(0, 14), seed=4)]


@pytest.fixture(scope="session")
def spark():
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "5")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def frame(spark, words, parts=4, seed=0):
    rows = list(words)
    random.Random(seed).shuffle(rows)
    return spark.createDataFrame(rows, "word array<string>, label boolean").repartition(parts)


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"model": "sevpa"},
        {"model": "sevpa", "evidence": "bits", "count": "words"},
        {"model": "dfa", "method": "rpni"},
        {"model": "general"},
        {"model": "auto"},
    ],
    ids=str,
)
def test_the_model_of_one_process(spark, chosen):
    words = [*WORDS, *WORDS[:100]]
    found = papni.spark.learn(frame(spark, words), **HOW, **chosen)
    assert found.to_json() == papni.learn(words, **HOW, **chosen).to_json()


@pytest.mark.parametrize("parts", [1, 3, 17, 64])
def test_partitions(spark, parts):
    found = papni.spark.tree(frame(spark, WORDS, parts, seed=parts), **HOW, count="words")
    assert found.to_bytes() == papni.Tree(WORDS, **HOW, count="words").to_bytes()


def test_parts_of_a_partition(spark, monkeypatch):
    gatherer = papni.spark._Gatherer({"model": "vpa", "count": None, "threads": 1}, HOW)
    monkeypatch.setattr(papni.spark, "_SYMBOLS", 500)
    symbols = sorted({symbol for word, _ in WORDS for symbol in word})
    for word, label in WORDS:
        ids = array.array("i", [symbols.index(symbol) for symbol in word])
        gatherer.add(papni.Words(ids, array.array("q", [0, len(ids)]), symbols, [label]))
    assert len(gatherer.parts) > 5
    assert gatherer.end() == papni.Tree(WORDS, **HOW).to_bytes()


def test_labels(spark):
    accepted = [(word, True) for word, label in WORDS if label]
    expected = papni.learn(accepted, **HOW).to_json()
    df = frame(spark, accepted)
    assert papni.spark.learn(df, **HOW).to_json() == expected
    assert papni.spark.learn(df.drop("label"), label=None, **HOW).to_json() == expected
    named = frame(spark, WORDS).withColumn("label", F.when(F.col("label"), "PASS").otherwise("FAIL"))
    whole = papni.learn(WORDS, **HOW).to_json()
    assert papni.spark.learn(named, accept=["PASS"], **HOW).to_json() == whole
    assert papni.spark.learn(named, reject=["FAIL"], **HOW).to_json() == whole
    assert papni.spark.learn(named, accept=["PASS"], reject=["FAIL"], **HOW).to_json() == whole
    unknown = frame(spark, [*WORDS, (["("], None), (["(", ")", "(", ")"], None)])
    assert papni.spark.tree(unknown, **HOW).statistics.words == len(WORDS) + 2


def test_traces(spark):
    rows = []
    for i, (word, label) in enumerate(WORDS):
        rows += [(i, k, symbol, None if k else label) for k, symbol in enumerate(word)]
    random.Random(1).shuffle(rows)
    events = spark.createDataFrame(rows, "id long, time long, name string, ok boolean").repartition(3)
    found = papni.spark.learn(events, case="id", event="name", order="time", label="ok", **HOW)
    assert found.to_json() == papni.learn([pair for pair in WORDS if pair[0]], **HOW).to_json()
    with pytest.raises(ValueError, match="order: name the column"):
        papni.spark.learn(events, case="id", event="name", label="ok", **HOW)
    with pytest.raises(ValueError, match="case and event"):
        papni.spark.learn(events, case="id", label="ok", **HOW)
    two = spark.createDataFrame([(7, 0, "(", True), (7, 1, ")", False)], events.schema)
    with pytest.raises(Exception, match="a case has two labels: 7"):
        papni.spark.learn(two, case="id", event="name", order="time", label="ok", **HOW)


def test_rare_words(spark):
    words = [*WORDS, *WORDS[:50], *WORDS[:50]]
    found = papni.spark.learn(frame(spark, words), at_least=3, **HOW)
    pruned = papni.Tree(words, count="words", **HOW).prune(3)
    assert found.to_json() == papni.learn(pruned).to_json()


def test_columns(spark):
    model = papni.learn(WORDS, **HOW).with_counts(WORDS)
    df = frame(spark, WORDS)
    rows = df.select("word", papni.spark.check("word", model), papni.spark.score(F.col("word"), model)).collect()
    assert len(rows) == len(WORDS)
    for word, accepted, bits in rows:
        assert accepted == model.accepts(word)
        expected = sum(model.bits(word)) / (len(word) + 1) if accepted else math.inf
        assert bits == expected or abs(bits - expected) < 1e-9
    with pytest.raises(ValueError, match="the model has no counts"):
        papni.spark.score("word", papni.learn(WORDS, **HOW))


def test_badly(spark, monkeypatch):
    df = frame(spark, WORDS)
    with pytest.raises(ValueError, match="word: the DataFrame has no column 'words'"):
        papni.spark.learn(df, word="words")
    with pytest.raises(TypeError, match="label: expected a column of type boolean, but 'word' is array<string>"):
        papni.spark.learn(df, label="word")
    with pytest.raises(ValueError, match="model: expected one of"):
        papni.spark.learn(df, model="tree")
    with pytest.raises(Exception, match="a word is null"):
        papni.spark.learn(spark.createDataFrame([(None, True)], df.schema))
    with pytest.raises(papni.ContradictionError, match="both accepted and rejected") as caught:
        papni.spark.learn(frame(spark, [*WORDS, (["(", ")"], True), (["(", ")"], False)]), **HOW)
    assert ("(", ")") in caught.value.contradictions
    monkeypatch.setattr(papni.spark, "__version__", "9.9.9")
    with pytest.raises(Exception, match=r"on this worker, but 9\.9\.9 on the driver"):
        papni.spark.learn(df, **HOW)
