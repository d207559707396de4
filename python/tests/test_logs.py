"""Tables of events, logs and traces: the same words as from the command."""

import datetime
import subprocess

import pandas as pd
import papni
import pyarrow as pa
import pyarrow.parquet
import pytest

HOW = {"case": "case", "event": "activity", "order": "time", "label": "outcome", "accept": "ok", "reject": "returned"}


@pytest.fixture
def logs(root):
    return root / "examples" / "logs"


def test_frame_and_csv(logs, tmp_path):
    """A DataFrame, the CSV and the Parquet file it was saved to, and a table of pyarrow give the same model."""
    model = papni.learn(logs / "orders.csv", **HOW)
    frame = pd.read_csv(logs / "orders.csv")
    times = frame.assign(time=pd.to_datetime(frame["time"], utc=True))
    for number, table in enumerate((frame, times, times.sample(frac=1, random_state=3))):
        assert papni.learn(table, **HOW) == model
        assert papni.Tree(table, **HOW).positive == 2
        csv, parquet = tmp_path / f"{number}.csv", tmp_path / f"{number}.parquet"
        table.to_csv(csv, index=False)
        table.to_parquet(parquet)
        assert papni.learn(csv, **HOW) == model
        assert papni.learn(parquet, **HOW) == model
        assert papni.learn(pa.parquet.read_table(parquet), **HOW) == model
        assert model.evaluate(table, **HOW).accuracy == 1
        assert model.evaluate(parquet, **HOW).accuracy == 1


def test_values(tmp_path):
    """Numbers, blanks, quotes and dates, as a frame and as its CSV file."""
    frame = pd.DataFrame(
        {
            "id": [1, 2, 1, 2, 1, 3, 3],
            "what": [7, 8, 9, 7, 8, 7, 9],
            "how": ["x y ", 'a "b"', "c,d", "é", "x y", "c,d", "é"],
            "when": [0.1, 2.0, -3.5, 1e-7, 1e3, 5.0, 4.0],
            "day": [datetime.date(2024, 5, day) for day in (3, 1, 2, 4, 5, 9, 8)],
            "label": [True, False, True, False, True, True, True],
        }
    )
    frame.to_csv(tmp_path / "frame.csv", index=False)
    for event in ("what", "how", ["what", "how"]):
        for order in ("when", "day", None):
            by_frame = papni.learn(frame, case="id", event=event, order=order)
            by_file = papni.learn(tmp_path / "frame.csv", case="id", event=event, order=order)
            assert by_frame.to_json() == by_file.to_json()
    assert papni.learn(frame, case="id", event="what", order="when").accepts([9, 7, 8])


@pytest.mark.filterwarnings("ignore:.*outside of any word")
def test_readers(logs, command):
    """Each reader has the words that the command has."""
    regex = r"^(?<order>\S+ \S+) \w+ +\[(?<case>[^]]+)\] (?<verb>\w+) (?<name>\w+)"
    sources = [
        ("orders.xes", {"label": "outcome", "accept": "ok"}),
        ("chrome.json", {}),
        ("chrome.json", {"case": "thread"}),
        ("spans.json", {"label": "status.code", "accept": ["0", "1"]}),
        ("server.log", {"regex": regex, "event": ["verb", "name"]}),
    ]
    for name, how in sources:
        options = [
            part
            for key, value in how.items()
            for part in (f"--{key}", ",".join([value] if isinstance(value, str) else value))
        ]
        line = [command, "encode", logs / name, "--to", "jsonl", "-q", *options]
        out = subprocess.run(line, capture_output=True, text=True, check=True).stdout
        assert [line.endswith("true}") for line in out.splitlines()] == [v for _, v in papni.encode(logs / name, **how)]
        assert len(out.splitlines()) == len(papni.encode(logs / name, **how))
    model = papni.learn([logs / "chrome.json", logs / "spans.json"])
    assert "<request>" in model.alphabet.call
    assert "</request>" in model.alphabet.return_


def test_labels(tmp_path):
    words = [("()", "yes"), ("(())", "PASS"), ("", "no"), ("()()", "FAIL")]
    how = {"call": "(", "return_": ")"}
    model = papni.learn([(w, v in ("yes", "PASS")) for w, v in words], **how)
    assert papni.learn(words, accept=["yes", "PASS"], reject="no,FAIL", **how) == model
    assert papni.learn(words, accept="yes,PASS", **how) == model
    assert papni.learn(pd.DataFrame(words, columns=["word", "label"]), reject=["no", "FAIL"], **how) == model
    assert papni.learn(right=["()", "(())"], wrong=["", "()()"], **how) == model
    assert papni.learn([("()", True)], right=["(())"], wrong=["", "()()"], **how) == model
    assert model.evaluate(words, accept=["yes", "PASS"]).accuracy == 1
    (tmp_path / "right").write_text("( )\n( ( ) )\n")
    (tmp_path / "wrong").write_text("( ) ( )\n")
    (tmp_path / "all").write_text("-\n")
    assert papni.learn(tmp_path / "all", right=tmp_path / "right", wrong=[tmp_path / "wrong"], **how) == model


@pytest.mark.filterwarnings("ignore::papni.PapniWarning")
def test_mistakes(logs, tmp_path):
    frame = pd.read_csv(logs / "orders.csv")
    with pytest.raises(ValueError, match="samples: no column 'id'"):
        papni.learn(frame, case="id", event="activity")
    with pytest.raises(papni.InputError, match=r"samples:9:.*'ok' is not a label"):
        papni.learn(frame, case="case", event="activity", label="outcome")
    with pytest.raises(papni.InputError, match=r"samples:3:.*the event has no name here"):
        papni.learn(pd.DataFrame({"case": [1, 1], "event": ["a", None]}), case="case")
    with pytest.raises(ValueError, match="'maybe' is neither in accept nor in reject"):
        papni.learn([("a", "maybe")], accept="yes", reject="no")
    with pytest.raises(ValueError, match="'no' is both in accept and in reject"):
        papni.learn([("a", "yes")], accept=["yes", "no"], reject="no")
    with pytest.raises(TypeError, match="right, wrong: expected iterables of words"):
        papni.learn([("a", True)], right="file.txt")
    with pytest.raises(TypeError, match="samples: expected labelled words"):
        papni.learn()
    with pytest.warns(papni.PapniWarning, match="ignored 1 lines or events outside of any word"):
        papni.learn(logs / "server.log", regex=r"\[(?<case>.*?)\] (?<event>.*)", model="dfa", method="contexts")
    with pytest.raises(papni.UsageError, match="no group 'event'"):
        papni.learn(logs / "server.log", regex="x")
    (tmp_path / "cut.xes").write_text((logs / "orders.xes").read_text()[:900])
    with pytest.raises(papni.InputError, match=r"cut.xes:\d+:\d+: invalid XML"):
        papni.learn(tmp_path / "cut.xes")


def test_errors_take_the_same_arguments_as_evaluate(tmp_path):
    model = papni.learn([(["open", "close"], True), ([], False)], call=["open"], return_=["close"])
    table = tmp_path / "events.csv"
    table.write_text("case,event,label\n1,open,PASS\n1,close,PASS\n2,open,PASS\n3,close,FAIL\n")
    how = {"case": "case", "event": "event", "label": "label", "accept": ["PASS"], "reject": ["FAIL"]}
    assert model.evaluate(table, **how) == papni.Evaluation(tp=1, fp=0, fn=1, tn=1)
    [error] = model.errors(table, **how)
    assert (error.word, error.label, error.verdict.reason) == (("open",), True, "ends-with-open-calls")
    pairs = [(["open", "close"], "FAIL"), (["open"], "FAIL")]
    assert [found.word for found in model.errors(pairs, accept=["PASS"], reject=["FAIL"])] == [("open", "close")]
    with pytest.raises(TypeError, match="lexr: no such argument"):
        model.errors(pairs, lexr="json")
