"""A notebook cell by cell, with what its code printed, its numbers as buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..documents.notebooks import CellKind, Json, Notebook, NotebookCell, Output, read_json
from .csv_page import table
from .markdown_page import markdown_page, without_front_matter
from .placing import Places, Span


def notebook_page(notebook: Notebook, places: Places, marks: Sequence[Span]) -> str:
    """The cells as HTML; `marks` are where the marks of Markdown cells stand, which are hidden."""
    pictures = [*_pictures(notebook)]
    shown = zip(notebook.cells, pictures, strict=True)
    return "".join(_cell(notebook, cell, places, marks, count) for cell, count in shown)


def _cell(
    notebook: Notebook, cell: NotebookCell, places: Places, marks: Sequence[Span], pictures: int
) -> str:
    kind = cell.kind if cell.kind != CellKind.RAW else CellKind.CODE
    parts = [*_written(notebook, cell, places, marks)]
    parts += [_output(notebook.text, output, places) for output in cell.outputs]
    if pictures:
        parts.append(f'<p class="picture">pictures, not shown here: {pictures}</p>')
    if cell.failed:
        parts.append(f'<p class="faint">ended in {places.html(cell.failed)}</p>')
    number = f'<p class="cell-number faint">cell {cell.number}</p>'
    return f'<div class="cell {kind}">{number}{"".join(parts)}</div>'


def _written(
    notebook: Notebook, cell: NotebookCell, places: Places, marks: Sequence[Span]
) -> Iterator[str]:
    """The text of the cell: its code, and its prose."""
    code = notebook.text[cell.start : cell.prose]
    if code.strip():
        text = places.with_stand_ins(code, (), cell.start)
        yield f"<pre><code>{places.html(text)}</code></pre>"
    if cell.prose < cell.end:
        prose = notebook.text[cell.prose : cell.end]
        text = places.with_stand_ins(prose, marks, cell.prose)
        is_first = cell.number == 1
        yield markdown_page(without_front_matter(text) if is_first else text, places)


def _output(text: str, output: Output, places: Places) -> str:
    """What an output printed: tables of HTML as such, all else as lines."""
    lines = places.with_stand_ins(text[output.start : output.end], (), output.start)
    rows = [line.split("\t") for line in lines.split("\n") if line]
    is_table = sum(len(one.rows) for one in output.tables) == len(rows) and "\t" in lines
    if is_table:
        return f'<div class="output">{table(rows, places)}</div>'
    return f'<pre class="output">{places.html(lines)}</pre>'


# --- pictures, of which only the number is told ---------------------------------------------------


def _pictures(notebook: Notebook) -> Iterator[int]:
    """How many pictures each cell shows."""
    document = read_json(notebook.file)
    assert isinstance(document, dict)  # as every notebook that was read is
    cells = document["cells"]
    assert isinstance(cells, list)
    for cell in cells:
        assert isinstance(cell, dict)
        outputs = cell.get("outputs")
        yield sum(map(_is_picture, outputs)) if isinstance(outputs, list) else 0


def _is_picture(output: Json) -> bool:
    if not isinstance(output, Mapping):
        return False
    data = output.get("data")
    return isinstance(data, Mapping) and any(kind.startswith("image/") for kind in data)
