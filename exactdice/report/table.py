"""Tables of a query over one or two ranges, in the formats that write-ups use."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from ..errors import QueryError
from ..exact import Progress, shown
from ..files import json_text
from ..query import evaluate_query, parse_option
from ..syntax import parse
from .style import as_json, cell_style, latex

LARGEST = 1_000_000  # cells of a table


class TableFormat(StrEnum):
    """The formats of a table."""

    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"
    HTML = "html"
    TYPST = "typst"
    JSON = "json"


@dataclass(frozen=True)
class Table:
    """cells[row][column] is the query's value with the row's and the column's index; one range has a single column."""

    query: str
    rows: tuple[str, range]
    columns: tuple[str, range] | None
    cells: tuple[tuple[Any, ...], ...]

    @property
    def heading(self) -> list[str]:
        """The titles of all columns, the row index first."""
        if self.columns is None:
            return [self.rows[0], self.query]
        name, indices = self.columns
        return [f"{self.rows[0]} \\ {name}", *map(str, indices)]


def parse_range(text: str) -> range | None:
    """The range written `a..b` (both ends included) or `a..b..step`; None when the text is no range.

    >>> parse_range("1..4"), parse_range("0..100..25"), parse_range("7")
    (range(1, 5), range(0, 101, 25), None)
    """
    parts = text.split("..")
    if len(parts) == 1:
        return None
    numbers: list[Any] = [parse_option(part) if part.strip() else None for part in parts]
    if len(parts) > 3 or not all(isinstance(n, int) for n in numbers):
        raise QueryError(f"a range must look like 1..10 or 0..100..10, got {text}")
    first, last, step = (*numbers, 1)[:3]
    if step < 1 or last < first:
        raise QueryError(f"a range must go up, from the smaller number to the larger, got {text}")
    return range(first, last + 1, step)


def make_table(query: str, ranges: Mapping[str, range], given: Mapping[str, Any], progress: Progress | None = None) -> Table:
    """The values of the query over one range (rows) or two (rows, then columns)."""
    if not 1 <= len(ranges) <= 2:
        raise QueryError(f"a table needs one or two ranges, as in d=1..10 k=1..60, got {len(ranges)}")
    (row_name, rows), *rest = ranges.items()
    columns = rest[0] if rest else None
    cells_in_all = _length(rows) * (_length(columns[1]) if columns else 1)
    if cells_in_all > LARGEST:
        raise QueryError(f"a table must have at most {LARGEST} cells, got {shown(cells_in_all)}")
    across = [{columns[0]: index} for index in columns[1]] if columns else [{}]
    node, cells = parse(query), []
    for done, row in enumerate(rows, 1):
        cells.append(tuple(evaluate_query(node, {**given, row_name: row, **column}) for column in across))
        if progress:
            progress(done, len(rows))
    return Table(query, (row_name, rows), columns, tuple(cells))


def _length(indices: range) -> int:
    """How many indices; len() refuses huge ranges."""
    return (indices[-1] - indices[0]) // indices.step + 1


# --- writing --------------------------------------------------------------------------------------------------------


def render(table: Table, form: TableFormat, style: str = "frac") -> str:
    """The table as text in this format, ending in a newline."""
    if form == TableFormat.JSON:
        return _json(table)
    write = latex if form == TableFormat.LATEX and style == "frac" else cell_style(style)
    lines = [[str(index), *map(write, row)] for index, row in zip(table.rows[1], table.cells, strict=True)]
    writers: dict[TableFormat, Callable[[list[str], list[list[str]]], str]] = {
        TableFormat.MARKDOWN: _markdown,
        TableFormat.LATEX: partial(_latex, cell=str if style == "frac" else _latex_cell),
        TableFormat.CSV: _csv,
        TableFormat.HTML: _html,
        TableFormat.TYPST: _typst,
    }
    return writers[form](table.heading, lines)


def _markdown(heading: list[str], lines: list[list[str]]) -> str:
    heading = [title.replace("\\", "\\\\").replace("|", "\\|") for title in heading]
    widths = [max(map(len, column)) for column in zip(heading, *lines, strict=True)]

    def row(cells: list[str]) -> str:
        return "| " + " | ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)) + " |\n"

    return row(heading) + "|" + "|".join("-" * (width + 1) + ":" for width in widths) + "|\n" + "".join(map(row, lines))


def _latex(heading: list[str], lines: list[list[str]], cell: Callable[[str], str]) -> str:
    def row(cells: list[str], write: Callable[[str], str]) -> str:
        return "  " + " & ".join(f"${write(text)}$" for text in cells) + " \\\\\n"

    body = "".join(row(line, cell) for line in lines)
    top = f"\\begin{{tabular}}{{{'r' * len(heading)}}}\n  \\toprule\n{row(heading, _latex_cell)}"
    return f"{top}  \\midrule\n{body}  \\bottomrule\n\\end{{tabular}}\n"


def _latex_cell(text: str) -> str:
    for plain, command in (("\\", r"\backslash "), ("_", r"\_"), ("{", r"\{"), ("}", r"\}"), ("·", r"\cdot "), ("^", "^")):
        text = text.replace(plain, command)
    return text.replace(" ", r"\ ")


def _csv(heading: list[str], lines: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([heading, *lines])
    return out.getvalue()


def _html(heading: list[str], lines: list[list[str]]) -> str:
    def row(cells: list[str], tag: str) -> str:
        return "  <tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>\n"

    return "<table>\n" + row(heading, "th") + "".join(row(line, "td") for line in lines) + "</table>\n"


def _typst(heading: list[str], lines: list[list[str]]) -> str:
    def escaped(cell: str) -> str:
        return "".join("\\" + c if c in "\\[]#$*_`<>@" else c for c in cell)

    def row(cells: list[str]) -> str:
        return "  " + ", ".join(f"[{escaped(cell)}]" for cell in cells) + ",\n"

    return f"#table(\n  columns: {len(heading)},\n{row(heading)}{''.join(map(row, lines))})\n"


def _json(table: Table) -> str:
    document = {"query": table.query, "rows": {table.rows[0]: list(table.rows[1])}}
    if table.columns:
        document["columns"] = {table.columns[0]: list(table.columns[1])}
    return json_text(document | {"cells": [[as_json(cell) for cell in row] for row in table.cells]})
