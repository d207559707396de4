"""The settings of learning, by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Callable, NamedTuple, TypeVar

from ._errors import check, new_error, text
from ._papni import ffi, lib

F = TypeVar("F", bound=Callable[..., Any])


class Setting(NamedTuple):
    """A setting of `papni.learn`.

    `values` are its possible values, () for a number. `default` may depend on the
    model: ``"states; dfa: labels"``.
    """

    values: tuple[str, ...]
    default: str
    help: str


def _rows() -> dict[str, Any]:
    rows: dict[str, Any] = {}
    while row := lib.papni_setting_at(len(rows)):
        rows[text(row.name)] = row
    return rows


_ROWS = _rows()
_NAMES = {name.replace("-", "_"): name for name in _ROWS}  # as Python spells them


def _values(row: Any) -> tuple[str, ...]:
    values = text(row.values).split("|")
    return tuple(values) if len(values) > 1 else ()


def settings() -> dict[str, Setting]:
    """The settings that `papni.learn` takes as keyword arguments.

    >>> settings()["evidence"].values
    ('states', 'labels', 'bits')
    """
    return {
        name: Setting(_values(row), text(row.defaults), text(row.help)) for name, row in zip(_NAMES, _ROWS.values())
    }


def _value(keyword: str, row: Any, value: Any) -> bytes:
    """A value as text for C."""
    if values := _values(row):
        if not isinstance(value, str):
            raise TypeError(f"{keyword}: expected one of {', '.join(values)}, got {type(value).__name__}")
        if value not in values:
            raise ValueError(f"{keyword}: expected one of {', '.join(values)}, got {value!r}")
        return value.encode()
    if text(row.values) in ("PROBABILITY", "RATE"):
        if value != "auto" and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise TypeError(f"{keyword}: expected a number or 'auto', got {type(value).__name__}")
        return (value if value == "auto" else f"{value:.9f}").encode()
    if isinstance(value, bool) and row.bare:
        return bytes(ffi.string(row.bare)) if value else b"0"
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{keyword}: expected a number from 0 to {row.most}, got {type(value).__name__}")
    if not 0 <= value <= row.most:
        raise ValueError(f"{keyword}: expected a number from 0 to {row.most}, got {value}")
    return str(value).encode()


def new_options(chosen: Mapping[str, Any]) -> Any:
    """A papni_options that is freed automatically; None means the default."""
    error = new_error()
    options = ffi.gc(lib.papni_options_new(ffi.NULL, error), lib.papni_options_free)
    for keyword, value in chosen.items():
        if keyword not in _NAMES:
            raise TypeError(f"learn() got an unexpected keyword argument {keyword!r}")
        name = _NAMES[keyword]
        if value is not None:
            check(lib.papni_options_set(options, name.encode(), _value(keyword, _ROWS[name], value), error), error)
    check(lib.papni_options_check(options, error), error)
    return options


def _read(row: Any, value: str) -> str | int | float:
    """A value as Python has it."""
    if _values(row) or value == "auto":
        return value
    return float(value) if text(row.values) in ("PROBABILITY", "RATE") else int(value)


def as_dict(options: Any) -> dict[str, str | int | float]:
    """The settings, except for the number of threads, which does not affect models."""
    found: dict[str, str | int | float] = {}
    for keyword, name in _NAMES.items():
        if name != "threads" and lib.papni_options_is_set(options, name.encode()):
            value = text(lib.papni_options_get(options, name.encode()))
            found[keyword] = _read(_ROWS[name], value)
    return found


def with_settings(function: F) -> F:
    """Names the settings in the signature of a function that takes them as ``**chosen``."""
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _NAMES]
    function.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    return function
