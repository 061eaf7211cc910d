"""Marks in CSV files: a line `# exactdice table: QUERY d=1..3 k=1..18` binds the lines after it, up
to an empty line, another # or the end.

The separator is `;` when the first of those lines holds one, else `,`; `separator=;` says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..exact import shown
from ..printed.source import Source
from .grids import Cell, Grid, cell_at
from .marks import Mark, bad_mark, is_mark, is_meant, read_mark

FIELD = {
    mark: re.compile(rf'[ \t]*"((?:[^"\n]|"")*)"[ \t]*(?={mark}|\Z)|([^{mark}\n"]*)(?={mark}|\Z)')
    for mark in ",;\t"
}


ODD_COMMENT = re.compile(
    r"(?:[ \t]*\"[ \t]*(?:#|//|%|<!--)|[ \t]+#|[ \t]*(?://|%|<!--))(?P<body>[^\n]*)"
)
IN_CSV = (
    "a mark in a CSV file is a line that begins with #, without quotes, as in `# "
    "exactdice table: QUERY d=1..3`, got "
)
AS_A_WHOLE = "a CSV file is bound as a whole: expected `# exactdice table: QUERY ...`"


def csv_marks(source: Source) -> Iterator[Mark]:
    """The marks of the file, in order: document and tables; a comment in quotes or of another
    format that is meant as one is unknown.
    """
    for start in source.starts:
        end = source.line_end(start)
        # What looks like a mark but is data to this format would else be passed over.
        if not source.text.startswith("#", start):
            odd = ODD_COMMENT.match(source.text, start, end)
            if odd and is_meant(odd["body"]):
                yield bad_mark(start, end, IN_CSV + shown(source.text[start:end]))
            continue
        body = source.text[start:end].strip("# \t")
        if is_mark(body):
            mark = read_mark(source, body, start, end)
            binds_one = mark.head in ("number", "claim")
            yield bad_mark(start, end, AS_A_WHOLE) if binds_one else mark


def csv_grid(source: Source, mark: Mark) -> Grid:
    """The lines after the mark as cells."""
    lines = []
    for number in range(
        source.line(mark.start), len(source.starts)
    ):  # no slice: a file may hold many tables
        start = source.starts[number]
        end = source.line_end(start)
        if start == end or source.text.startswith("#", start):
            break
        lines.append((start, end))
    if not lines:
        raise source.error(mark.start, "expected the lines of a table after the mark")
    heading = source.text[slice(*lines[0])]
    separator = mark.words.get("separator", ";" if ";" in heading else ",")
    if separator not in FIELD:
        raise source.error(mark.start, f"separator must be ; or , got {shown(separator)}")
    return Grid(tuple(tuple(_fields(source, start, end, separator)) for start, end in lines))


def _fields(source: Source, start: int, end: int, separator: str) -> Iterator[Cell]:
    at = start
    # By a pattern and not by the csv module, which does not say where a cell stands.
    while True:
        found = FIELD[separator].match(source.text, at, end)
        if found is None:
            raise source.error(
                at,
                (
                    f"expected a cell, in quotes when it holds {separator!r} or quotes, got "
                    f"{shown(source.text[at:end][:40])}"
                ),
            )
        group = 1 if found[1] is not None else 2
        yield cell_at(source.text, found.start(group), found.end(group))
        if found.end() >= end:
            return
        at = found.end() + 1
