"""Pictures, drawn by Graphviz."""

from __future__ import annotations

import shutil
import subprocess


def draw(dot: str, kind: str) -> bytes:
    """Draws DOT as svg, png or pdf."""
    program = shutil.which("dot")
    if not program:
        raise FileNotFoundError("drawing needs the program 'dot' of Graphviz, which is not on the PATH")
    return subprocess.run([program, f"-T{kind}"], input=dot.encode(), stdout=subprocess.PIPE, check=True).stdout
