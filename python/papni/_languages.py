"""The built-in languages."""

from __future__ import annotations

from ._errors import fail, new_error, text
from ._model import Model
from ._papni import ffi, lib


def language(name: str) -> Model:
    """The automaton of a built-in language, such as the paper's ``"L12"``.

    >>> language("L1")
    <papni.Model: vpa with 2 states and 3 transitions>
    """
    error = new_error()
    if not isinstance(name, str):
        raise TypeError(f"name: expected a str, got {type(name).__name__}")
    index = lib.papni_language_find(name.encode())
    if index == lib.papni_language_count():
        raise ValueError(f"name: expected one of {', '.join(languages())}, got {name!r}")
    handle = lib.papni_language_model(index, ffi.NULL, error)
    if not handle:
        fail(error)
    return Model._wrap(ffi.gc(handle, lib.papni_model_free), {})


def languages() -> dict[str, str]:
    """The built-in languages, with a description of each.

    >>> languages()["L1"]
    'a^n b^n, n at least 1'
    """
    return {
        text(lib.papni_language_name(i)): text(lib.papni_language_about(i)) for i in range(lib.papni_language_count())
    }
