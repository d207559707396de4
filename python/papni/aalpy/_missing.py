"""Learners of AALpy that papni does not have: they say so, and what to do."""

from __future__ import annotations

from typing import Any, NoReturn


def _missing(name: str, kind: str) -> NoReturn:
    raise NotImplementedError(
        f"{name}: papni does not learn {kind} yet, so there is nothing behind this function:"
        f" use AALpy's own, from aalpy.learning_algs import {name}"
    )


def run_Alergia_EDSM(data: Any, automaton_type: str, eps: float = 0.05, print_info: bool = False) -> NoReturn:
    """Not available: papni does not learn probabilistic automata yet."""
    _missing("run_Alergia_EDSM", "probabilistic automata")


def run_JAlergia(
    path_to_data_file: Any,
    automaton_type: str,
    path_to_jAlergia_jar: str,
    eps: float = 0.05,
    heap_memory: str = "-Xmx2048M",
) -> NoReturn:
    """Not available: papni does not learn probabilistic automata yet."""
    _missing("run_JAlergia", "probabilistic automata")


def run_active_Alergia(*arguments: Any, **keywords: Any) -> NoReturn:
    """Not available: papni does not learn probabilistic automata yet."""
    _missing("run_active_Alergia", "probabilistic automata")


def run_GSM(data: Any, **how: Any) -> NoReturn:
    """Not available: papni's state merging cannot be configured with Python functions."""
    _missing("run_GSM", "with scores and compatibility checks given as functions")
