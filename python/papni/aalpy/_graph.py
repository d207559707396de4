"""What all automata with AALpy's attributes have in common: states, and AALpy's DOT."""

from __future__ import annotations

import contextlib
import webbrowser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar

from .._draw import draw

S = TypeVar("S")


def quoted(value: Any) -> str:
    """A string of DOT."""
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def node(state: Any) -> str:
    """The name of a state in DOT."""
    text = str(state.state_id)
    return text if text.isidentifier() and text.isascii() else quoted(text)


def edge(source: Any, target: Any, label: Any) -> str:
    """A line of DOT."""
    return f"{node(source)} -> {node(target)} [label={quoted(label)}];"


class Graph(Generic[S]):
    """States, of which one is the initial and one the current state."""

    initial_state: S
    states: list[S]
    current_state: S

    def __init__(self, initial_state: S, states: list[S]) -> None:
        """States know their transitions."""
        self.initial_state = initial_state
        self.states = states
        self.current_state = initial_state

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.states)

    def reset_to_initial(self) -> Any:
        """Goes back to the initial state."""
        self.current_state = self.initial_state

    def get_state_by_id(self, state_id: Any) -> S | None:
        """The state of this name."""
        states: list[Any] = self.states
        return next((state for state in states if state.state_id == state_id), None)

    def _lines(self) -> Iterable[str]:
        raise NotImplementedError

    def to_dot(self) -> str:
        """AALpy's DOT."""
        lines = [
            *self._lines(),
            '__start0 [label="", shape=none];',
            f'__start0 -> {node(self.initial_state)} [label=""];',
        ]
        return "digraph LearnedModel {\n" + "\n".join(lines) + "\n}\n"

    def __str__(self) -> str:
        """DOT for Graphviz."""
        return self.to_dot()

    def save(self, file_path: Any = "LearnedModel", file_type: str = "dot") -> None:
        """Writes DOT or a picture: `file_type` is dot, svg, png or pdf, and is appended to the path."""
        self._write(file_path, file_type)

    def visualize(
        self, path: Any = "LearnedModel", file_type: str = "pdf", display_same_state_transitions: bool = True
    ) -> None:
        """Draws a picture, and shows it if possible.

        All transitions are drawn: `display_same_state_transitions` is ignored.
        """
        file = self._write(path, file_type)
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(file.resolve().as_uri())

    def _write(self, path: Any, file_type: str) -> Path:
        kind = file_type.lower()
        if kind not in ("dot", "svg", "png", "pdf"):
            raise ValueError(f"file_type: expected dot, svg, png or pdf, got {file_type!r}")
        file = Path(path).with_suffix(f".{kind}")
        dot = self.to_dot()
        file.write_bytes(dot.encode() if kind == "dot" else draw(dot, kind))
        print(f"Model saved to {file.as_posix()}.")
        return file
