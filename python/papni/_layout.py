"""Where files and tables have their words and labels."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypedDict

from ._errors import check, new_error
from ._papni import ffi, lib

#: The arguments of `learn` about tables, logs and labels.
DEFAULTS: dict[str, Any] = {
    "accept": None,
    "reject": None,
    "case": None,
    "event": None,
    "order": None,
    "regex": None,
    "outputs": None,
}


def listed(argument: str, values: Any) -> list[str]:
    """One value, or several."""
    if isinstance(values, str):
        return values.split(",")
    if isinstance(values, Iterable) and not isinstance(values, Mapping):
        return [str(value) for value in values]
    return [str(values)]


def new_layout(how: Mapping[str, Any], format: str, lexer: Any) -> Any:
    """A papni_layout that is freed automatically."""
    error = new_error()
    layout = ffi.gc(lib.papni_layout_new(ffi.NULL, error), lib.papni_layout_free)
    chosen = {name: how[name] if how[name] != name else None for name in ("word", "label")}  # None: papni's default
    chosen["format"] = format
    if how["chars"]:
        chosen["chars"] = "yes"
    for name in (*DEFAULTS, "traces"):
        value = how.get(name)
        many = name in ("accept", "reject", "event") and value is not None
        chosen[name] = ",".join(listed(name, value)) if many else value
    if chosen["regex"] is not None and format == "auto":
        chosen["format"] = "log"
    for name, value in chosen.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name}: expected a str, got {type(value).__name__}")
        if value is not None:
            check(lib.papni_layout_set(layout, name.encode(), value.encode(), error), error, name)
    lib.papni_layout_use_lexer(layout, lexer)
    return layout


class Layout(TypedDict, total=False):
    """Where samples have their words and labels: arguments of the methods of a model that take samples."""

    word: str
    label: str
    format: str
    chars: bool
    accept: Any
    reject: Any
    case: str | None
    event: Any
    order: str | None
    regex: str | None


class Reading(Layout, total=False):
    """The same without a model, which has a lexer: arguments of every function that takes samples."""

    lexer: str | None
    right: Any
    wrong: Any


def layout_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The layout with defaults for what is not given."""
    return _whole(given, [*Layout.__annotations__])


def reading_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same for how samples are read."""
    return _whole(given, [*Layout.__annotations__, *Reading.__annotations__])


def _whole(given: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    how: dict[str, Any] = dict.fromkeys(names)
    how.update(word="word", label="label", format="auto", chars=False)
    for name in given:
        if name not in how:
            raise TypeError(f"{name}: no such argument; expected one of {', '.join(how)}")
    return {**how, **given}


def has_events(how: Mapping[str, Any]) -> bool:
    """Are words made of events, one per row?"""
    return how.get("case") is not None or how.get("event") is not None


def label_function(how: Mapping[str, Any]) -> Any:
    """What labels mean, if `accept` or `reject` says so; otherwise None."""
    if how.get("accept") is None and how.get("reject") is None:
        return None
    accept = None if how.get("accept") is None else set(map(str.strip, listed("accept", how["accept"])))
    reject = None if how.get("reject") is None else set(map(str.strip, listed("reject", how["reject"])))
    for label in sorted((accept or set()) & (reject or set())):
        raise ValueError(f"{label!r} is both in accept and in reject")

    def meaning(label: Any) -> bool:
        text = str(label)
        if accept is not None and text in accept:
            return True
        if reject is not None and text in reject:
            return False
        if accept is not None and reject is not None:
            raise ValueError(f"samples: the label {label!r} is neither in accept nor in reject")
        return accept is None

    return meaning


def with_labels(source: Any, how: Mapping[str, Any]) -> Any:
    """The words with the labels that `accept` and `reject` give them, if they do; otherwise as they are."""
    meaning = label_function(how)
    if meaning is None:
        return source
    pairs = zip(source[how["word"]], source[how["label"]]) if hasattr(source, "columns") else source
    return [(word, meaning(label)) for word, label in pairs]


# ---- tables ----


class Columns:
    """A table of pyarrow, with the part of a DataFrame that is used here."""

    def __init__(self, table: Any) -> None:
        """The columns become lists when they are used."""
        self._table = table
        self.columns = list(table.column_names)

    def __getitem__(self, name: str) -> list[Any]:
        """A column."""
        values: list[Any] = self._table.column(name).to_pylist()
        return values


def table_of(samples: Any) -> Any:
    """A table of pyarrow, or the file of one, as columns; anything else as it is."""
    if isinstance(samples, (str, os.PathLike)) and os.fspath(samples).endswith(".parquet"):
        try:
            import pyarrow.parquet as parquet  # type: ignore[import-untyped]
        except ImportError:
            raise ImportError("reading Parquet needs pyarrow: pip install pyarrow") from None
        return Columns(parquet.read_table(os.fspath(samples)))
    return Columns(samples) if hasattr(samples, "column_names") and hasattr(samples, "column") else samples


def _text(value: Any) -> str:
    """A value as a CSV file has it; a missing one is empty."""
    return "" if value is None or value != value else str(value)


def events_as_csv(frame: Any, how: Mapping[str, Any]) -> tuple[bytes, dict[str, Any]]:
    """The rows of a table of events as CSV, and the symbols by their names."""
    events = listed("event", how.get("event") or "event")
    wanted = [how.get("case") or "case", *events]
    wanted += [how["order"]] if how.get("order") is not None else []
    if how["label"] in frame.columns or how["label"] != "label":
        wanted.append(how["label"])
    columns = list(dict.fromkeys(wanted))
    for column in columns:
        if column not in frame.columns:
            raise ValueError(f"samples: no column {column!r}")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(_rows(frame, columns))
    symbols: dict[str, Any] = {}
    if len(events) == 1:
        for value in frame[events[0]]:
            symbols.setdefault(_text(value).strip(" \t"), value if not isinstance(value, str) else value.strip(" \t"))
    return out.getvalue().encode(), symbols


def _rows(frame: Any, columns: list[str]) -> Iterator[list[str]]:
    for row in zip(*(frame[column] for column in columns)):
        yield list(map(_text, row))
