"""Marks in notebooks: in Markdown cells as in Markdown, in code cells comments, which bind what the
code printed.

    EP[5]     # exactdice: EP(5)                      the number that the cell prints
    table     # exactdice table: P(d,k) d=1..3 k=1..6   the table that it shows

The marks of a cell bind its numbers in order: all of them where they are as many, else one of each
line, that which stands alone there or ends it. `at=2` names the line, `at=2:1` the number of it,
of a table which one it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...exact.errors import PlacedError
from ...exact.numbers import shown
from ..printed.source import Source
from .grids import Grid
from .markdown_marks import markdown_grid, markdown_marks
from .marks import Mark, bad_mark, is_mark, read_mark
from .notebooks import CellKind, Notebook, NotebookCell
from .printed_marks import bound_in_order, placed, unbound

SIGN = re.compile(r'\\.|"""|\'\'\'|["\'#\n]', re.DOTALL)  # that begins or ends a text or a comment
OPENING = frozenset(["#", '"', "'", '"""', "'''"])
NOTE = "it is printed by code, so no patch corrects it: correct the code and run the notebook again"
NO_OUTPUT = (
    "the cell has no output: run the notebook and save it, as `jupyter nbconvert --execute "
    "--to notebook --inplace` does"
)
IN_RAW = "a mark in a raw cell binds nothing: write it in a Markdown cell, or as a comment in code"
IN_CODE = (
    "a mark in code binds the number or the table that is printed, as in `# exactdice: EP(5)` or "
    "`# exactdice table: EP(d) d=1..6`; a sentence stands in a Markdown cell"
)


def notebook_marks(source: Source) -> Iterator[Mark]:
    """The marks of the notebook, in order."""
    assert isinstance(source, Notebook)  # as `document_from` opens it
    for cell in source.cells:
        if cell.kind == CellKind.CODE and cell.prose == cell.end:
            yield from _marks_of_code(source, cell)
        else:
            yield from _marks_of_prose(source, cell)


def notebook_grid(source: Source, mark: Mark) -> Grid:
    """The table that the mark binds: the one after it in Markdown, in code one that is printed."""
    assert isinstance(source, Notebook)
    if mark.table is not None:
        return mark.table
    cell = source.cell(mark.start)
    text = Source(source.path, source.text[cell.prose : cell.end])
    try:
        grid = markdown_grid(text, _moved(mark, -cell.prose))
    except PlacedError as error:
        raise source.error(cell.prose + text.starts[error.line - 1], error.message) from error
    return replace(grid, rows=placed(grid.rows, cell.prose))


# --- Markdown cells -------------------------------------------------------------------------------


def _marks_of_prose(source: Notebook, cell: NotebookCell) -> Iterator[Mark]:
    """The marks of the cell's Markdown, which ends with the cell whatever is left open there."""
    start = cell.start if cell.kind == CellKind.RAW else cell.prose
    text = Source(source.path, source.text[start : cell.end])
    try:
        for mark in markdown_marks(text):
            moved = _moved(mark, start)
            is_raw = cell.kind == CellKind.RAW
            yield bad_mark(moved.start, moved.end, IN_RAW) if is_raw else moved
    except PlacedError as error:
        raise source.error(start + text.starts[error.line - 1], error.message) from error


def _moved(mark: Mark, by: int) -> Mark:
    """The same mark further on in the text."""
    number = mark.number and (mark.number[0] + by, mark.number[1] + by)
    table = mark.table and replace(mark.table, rows=placed(mark.table.rows, by))
    return replace(mark, start=mark.start + by, end=mark.end + by, number=number, table=table)


# --- code cells -----------------------------------------------------------------------------------


def _marks_of_code(source: Notebook, cell: NotebookCell) -> Iterator[Mark]:
    """The marks in the comments of a code cell, each with what it binds."""
    found = {}
    binding = []
    for start in _sharps(source.text, cell.start, cell.end):
        end = source.line_end(start)
        body = source.text[start:end].strip("# \t")
        if not is_mark(body):
            continue
        mark = read_mark(source, body, start, end)
        if mark.head in ("number", "table"):
            binding.append(replace(mark, words={"note": NOTE, **mark.words}))
        elif mark.head not in ("document", "unknown"):
            mark = bad_mark(start, end, IN_CODE)
        found[start] = mark
    wrong = "" if cell.outputs else NO_OUTPUT
    if cell.failed:
        wrong = f"the code of the cell ended in {shown(cell.failed)}: correct it and run it again"
    if wrong:
        found |= {mark.start: unbound(mark, wrong) for mark in binding}
    else:
        found |= bound_in_order(source, binding, cell.outputs, "the cell")
    yield from found.values()


def _sharps(text: str, start: int, end: int) -> Iterator[int]:
    """Where the comments of the code begin; a # within a text begins none."""
    opened = ""  # by which sign: a quote, or # for a comment
    for found in SIGN.finditer(text, start, end):
        sign = found[0]
        if not opened:
            if sign == "#":
                yield found.start()
            opened = sign if sign in OPENING else ""
        elif sign == "\n":
            opened = opened if len(opened) == 3 else ""
        elif opened != "#" and sign.startswith(opened):
            opened = ""
