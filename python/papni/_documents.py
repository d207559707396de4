"""Documents, which a lexer turns into words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from ._callbacks import if_long
from ._errors import InputError, check, fail, new_error, text
from ._files import c_path
from ._papni import ffi, lib

UNLEXED = "#unlexed"  # never accepted, whatever the model has learned

_KINDS = {lib.PAPNI_INTERNAL: "internal", lib.PAPNI_CALL: "call", lib.PAPNI_RETURN: "return"}


class Token(NamedTuple):
    """A token of a document: the name of its symbol, and where it begins.

    `kind` is ``"internal"``, ``"call"`` or ``"return"``, `partner` the call or return that is
    paired with it, and `problem` says why it is not a valid token (its name is then
    ``"#unlexed"``). Columns count bytes.
    """

    name: str | None
    kind: str
    partner: str | None
    problem: str | None
    line: int
    column: int


def lex(document: str | os.PathLike[str], lexer: str) -> list[Token]:
    """The tokens of a document: a str, or the path of a file (a `pathlib.Path`).

    Args:
        document: the text, or the path of a file, which may be compressed.
        lexer: ``"json"``, ``"xml"``, ``"xml:attributes"``, ``"chars"``, ``"words"``, ``"rules:FILE"``,
            or ``"rules:"`` followed by a newline and the rules themselves.

    >>> [token.name for token in lex('{"a": [1]}', "json")]
    ['{', 'string', ':', '[', 'number', ']', '}']
    >>> lex("[", "json")[0]
    Token(name='[', kind='call', partner=']', problem=None, line=1, column=1)
    """
    if not isinstance(document, (str, os.PathLike)):
        raise TypeError(f"document: expected a str or a path, got {type(document).__name__}")
    return list(tokens(new_lexer(lexer), document))[:-1]


def new_lexer(name: Any) -> Any:
    """A papni_lexer that is freed automatically. Not thread-safe."""
    if not isinstance(name, str):
        raise TypeError(f"lexer: expected a str such as 'json', got {type(name).__name__}")
    error = new_error()
    lexer = lib.papni_lexer_new(name.encode(), ffi.NULL, error)
    if not lexer:
        fail(error, "lexer")
    return ffi.gc(lexer, lib.papni_lexer_free)


def tokens(lexer: Any, document: str | os.PathLike[str]) -> Iterator[Token]:
    """The tokens of a document; the last one, at its end, has no name."""
    error, token = new_error(), ffi.new("papni_token *")
    if isinstance(document, str):
        data = document.encode("utf-8", "surrogatepass")
        buffer = ffi.from_buffer("char[]", data)
        check(lib.papni_lexer_bytes(lexer, buffer, len(data), b"document", 1, error), error)
    else:
        check(lib.papni_lexer_open(lexer, c_path(os.fspath(document)), error), error)
    while True:
        check(lib.papni_lexer_next(lexer, token, error), error)
        name = text(token.name) if token.name else None
        partner, problem = (text(p) if name is not None and p else None for p in (token.partner, token.problem))
        yield Token(name, _KINDS[token.kind], partner, problem, int(token.line), int(token.column))
        if name is None:
            return


def add_document(samples: Any, lexer: Any, document: str, label: bool, name: str) -> None:
    """Adds a document to `Samples`."""
    error, data = new_error(), document.encode("utf-8", "surrogatepass")
    buffer, verdict = ffi.from_buffer("char[]", data), lib.PAPNI_ACCEPT if label else lib.PAPNI_REJECT
    check(lib.papni_lexer_bytes(lexer, buffer, len(data), name.encode(), 1, error), error)

    def call() -> int:
        _live = buffer  # the lexer has only its address
        return int(lib.papni_samples_add_document(samples.handle, lexer, verdict, error))

    check(if_long(len(data), call), error)


def add_folder(samples: Any, lexer: Any, path: str, verdict: bool | None = None) -> None:
    """Adds the documents of a folder, or those that a file lists, to `Samples`."""
    error = new_error()
    documents = lib.papni_documents_open(os.fsencode(path), ffi.NULL, error)
    if not documents:
        fail(error)
    documents = ffi.gc(documents, lib.papni_documents_free)
    for i in range(lib.papni_documents_size(documents)):
        label, file = lib.papni_documents_label(documents, i), lib.papni_documents_path(documents, i)
        if verdict is not None:
            label = lib.PAPNI_ACCEPT if verdict else lib.PAPNI_REJECT
        if label == lib.PAPNI_UNKNOWN and os.path.isdir(path):
            raise InputError(
                f"{path}: no folder pos or neg inside: pos holds the accepted documents, neg the rejected ones"
            )
        if label == lib.PAPNI_UNKNOWN:
            raise InputError(f"{path}: {text(file)} has no label: write '+ ' or '- ' before its name")
        check(lib.papni_lexer_open(lexer, file, error), error)
        check(lib.papni_samples_add_document(samples.handle, lexer, label, error), error)
