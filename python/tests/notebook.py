"""notebook.py FILE: runs a notebook's cells and writes their outputs into it.

A minimal Jupyter: the printed text, and the value of the last line as text and, if it has
one, as a picture. The tests run the cells and compare.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path


def read(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def _display(value):
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    svg = value._repr_svg_() if hasattr(value, "_repr_svg_") else None
    if svg:
        data["image/svg+xml"] = svg.splitlines(keepends=True)
    return data


def _outputs(source, names, count):
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        yield {"output_type": "stream", "name": "stdout", "text": lines}
    if value is not None:
        yield {"output_type": "execute_result", "execution_count": count, "data": _display(value), "metadata": {}}


def run(notebook):
    """Runs each code cell and yields its outputs."""
    names = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, cell in enumerate(cells, 1):
        yield cell, list(_outputs("".join(cell["source"]), names, count))


def texts(outputs):
    """The text of outputs, without pictures, which depend on the version of Graphviz."""
    return [output.get("text") or output["data"]["text/plain"] for output in outputs]


def main():
    path = Path(sys.argv[1])
    notebook = read(path)
    for count, (cell, outputs) in enumerate(run(notebook), 1):
        cell.update(outputs=outputs, execution_count=count)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
