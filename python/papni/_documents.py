"""Documents, which a lexer turns into words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from ._errors import InputError, check, fail, new_error, text
from ._papni import ffi, lib

UNLEXED = "#unlexed"  # never accepted, whatever the model has learned


def new_lexer(name: Any) -> Any:
    """A papni_lexer that is freed automatically. Not thread-safe."""
    if not isinstance(name, str):
        raise TypeError(f"lexer: expected a str such as 'json', got {type(name).__name__}")
    error = new_error()
    lexer = lib.papni_lexer_new(name.encode(), ffi.NULL, error)
    if not lexer:
        fail(error, "lexer")
    return ffi.gc(lexer, lib.papni_lexer_free)


def tokens(lexer: Any, document: str) -> Iterator[str]:
    """The names of a document's symbols; `UNLEXED` for invalid tokens."""
    error, token, data = new_error(), ffi.new("papni_token *"), document.encode("utf-8", "surrogatepass")
    buffer = ffi.from_buffer("char[]", data)
    check(lib.papni_lexer_bytes(lexer, buffer, len(data), b"document", 1, error), error)
    while True:
        check(lib.papni_lexer_next(lexer, token, error), error)
        if not token.name:
            return
        yield text(token.name)


def add_document(samples: Any, lexer: Any, document: str, label: bool, name: str) -> None:
    """Adds a document to a papni_samples."""
    error, data = new_error(), document.encode("utf-8", "surrogatepass")
    buffer, verdict = ffi.from_buffer("char[]", data), lib.PAPNI_ACCEPT if label else lib.PAPNI_REJECT
    check(lib.papni_lexer_bytes(lexer, buffer, len(data), name.encode(), 1, error), error)
    check(lib.papni_samples_add_document(samples, lexer, verdict, error), error)


def add_folder(samples: Any, lexer: Any, path: str) -> None:
    """Adds the documents of a folder, or those that a file lists, to a papni_samples."""
    error = new_error()
    documents = lib.papni_documents_open(os.fsencode(path), ffi.NULL, error)
    if not documents:
        fail(error)
    documents = ffi.gc(documents, lib.papni_documents_free)
    for i in range(lib.papni_documents_size(documents)):
        label, file = lib.papni_documents_label(documents, i), lib.papni_documents_path(documents, i)
        if label == lib.PAPNI_UNKNOWN and os.path.isdir(path):
            raise InputError(
                f"{path}: no folder pos or neg inside: pos holds the accepted documents, neg the rejected ones"
            )
        if label == lib.PAPNI_UNKNOWN:
            raise InputError(f"{path}: {text(file)} has no label: write '+ ' or '- ' before its name")
        check(lib.papni_lexer_open(lexer, file, error), error)
        check(lib.papni_samples_add_document(samples, lexer, label, error), error)
