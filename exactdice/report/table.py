"""Tables of queries over one or two ranges, in the formats that write-ups use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import ExactDiceError, QueryError
from ..exact import Progress, one_of, shown
from ..files import json_text
from ..query import evaluate_query, names_in, parse_option, quantities_in, sorted_out
from ..syntax import Node, parse
from .cells import cell_style
from .formats import TableFormat, siunitx_table, written
from .style import as_json

LARGEST = 1_000_000  # cells of a table


@dataclass(frozen=True)
class Table:
    """The values of queries: over two ranges cells[row][column] has both indices, over one it is the query of its column at the row's.

    `given` holds the options.
    """

    queries: tuple[str, ...]
    rows: tuple[str, range]
    columns: tuple[str, range] | None
    cells: tuple[tuple[Any, ...], ...]
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def query(self) -> str:
        """The query, or all of them."""
        return "; ".join(self.queries)

    @property
    def heading(self) -> list[str]:
        """The titles of all columns, the row index first."""
        if self.columns is None:
            return [self.rows[0], *self.queries]
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


def make_table(
    queries: str | Sequence[str], ranges: Mapping[str, range], given: Mapping[str, Any], progress: Progress | None = None
) -> Table:
    """The values of one query over one range (rows) or two (rows, then columns), or of several queries over one range."""
    texts = (queries,) if isinstance(queries, str) else tuple(queries)
    _check_shape(texts, ranges)
    (row_name, rows), *rest = ranges.items()
    columns = rest[0] if rest else None
    nodes = [parse(text) for text in texts]
    known = [_takes(node) for node in nodes]
    for key in {**given, **ranges}:
        if not any(key in names for names in known):
            sorted_out(nodes[0], {key: 0})
    across = [{columns[0]: index} for index in columns[1]] if columns else [{}]
    cells = []
    for done, row in enumerate(rows, 1):
        bound = [{**given, row_name: row, **column} for column in across]
        cells.append(tuple(_cell(node, names, one) for node, names in zip(nodes, known, strict=True) for one in bound))
        if progress:
            progress(done, len(rows))
    return Table(texts, (row_name, rows), columns, tuple(cells), dict(given))


def _check_shape(queries: tuple[str, ...], ranges: Mapping[str, range]) -> None:
    if not 1 <= len(ranges) <= 2:
        raise QueryError(f"a table needs one or two ranges, as in d=1..10 k=1..60, got {len(ranges)}")
    if not queries or (len(queries) > 1 and len(ranges) > 1):
        raise QueryError(f"a table has one query over one or two ranges or several over one range, got {len(queries)} over {len(ranges)}")
    cells_in_all = len(queries)
    for indices in ranges.values():
        cells_in_all *= _length(indices)
    if cells_in_all > LARGEST:
        raise QueryError(f"a table must have at most {LARGEST} cells, got {shown(cells_in_all)}")


def _takes(node: Node) -> set[str]:
    """The options and open names of the query."""
    return {option for quantity in quantities_in(node) for option in quantity.options} | names_in(node)


def _cell(node: Node, known: set[str], given: Mapping[str, Any]) -> Any:
    return evaluate_query(node, {key: value for key, value in given.items() if key in known})


def _length(indices: range) -> int:
    """How many indices; len() refuses huge ranges."""
    return (indices[-1] - indices[0]) // indices.step + 1


# --- writing --------------------------------------------------------------------------------------------------------


def render(table: Table, form: TableFormat, style: str = "frac", mark: str = ".", siunitx: bool = False) -> str:
    """The table as text in this format, style and decimal mark, ending in a newline; siunitx: S columns, for decimals in LaTeX."""
    form = one_of(TableFormat, form, "the format")
    if siunitx and not (form == TableFormat.LATEX and style.startswith("dec:")):
        raise ExactDiceError(f"siunitx columns need LaTeX and decimals, as in --format latex --style dec:4, got {form} and {style}")
    cells = cell_style(style, "." if siunitx else mark)
    if form == TableFormat.JSON:
        return _json(table)
    write = cells.latex if form == TableFormat.LATEX and not siunitx else cells.plain
    lines = [[str(index), *map(write, row)] for index, row in zip(table.rows[1], table.cells, strict=True)]
    return siunitx_table(table.heading, lines, mark) if siunitx else written(form, table.heading, lines, mark)


def _json(table: Table) -> str:
    document: dict[str, Any] = {"query": table.query} if len(table.queries) == 1 else {"queries": list(table.queries)}
    document["rows"] = {table.rows[0]: list(table.rows[1])}
    if table.columns:
        document["columns"] = {table.columns[0]: list(table.columns[1])}
    return json_text(document | {"cells": [[as_json(cell) for cell in row] for row in table.cells]})
