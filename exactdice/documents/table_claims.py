"""What a written table says, as claims for `exactdice verify`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ..claims.without_decimals import is_whole
from ..errors import ExactDiceError
from ..exact import Exact, exact_text
from ..parametric.polynomial import Polynomial
from ..printed.numbers import parse_printed
from ..queries.syntax import parse
from ..tables.output_formats import TableFormat
from ..tables.table import Table, label_text, names_taken
from .written_tables import cells_in, printed_for


def claims_text(table: Table, written: str, form: TableFormat) -> str:
    """A claims file (TOML): one claim for each cell of the written table that says a number.

    The number is read back from the text of the cell, so that what is claimed is what the page
    shows. A cell that says a law, a set, bounds or an expression is named in a comment. Raises
    `ExactDiceError` when no cell says a number.
    """
    entries = list(_entries(table, written, form))
    if not any(entry.startswith("[[claim]]") for entry in entries):
        raise ExactDiceError(
            f"the table of {table.query} has no cell with a number, so nothing can be claimed"
        )
    head = (
        "# Every number of a table; check it with: exactdice verify "
        f"FILE\n\n[document]\ntitle = {_text(f'table of {table.query}')}\n"
    )
    return "\n".join([head, *entries])


def _entries(table: Table, written: str, form: TableFormat) -> Iterator[str]:
    lines = cells_in(written, form)
    labels = [] if form == TableFormat.JSON else [line.pop(0) for line in lines]
    name, indices = table.rows
    if labels and labels != [label_text(label) for label in indices]:
        raise ExactDiceError(
            "the rows of the written table do not begin with their indices: this is a defect "
            "of exactdice"
        )
    for row, line, values in zip(indices, lines, table.cells, strict=True):
        for column, cell in enumerate(line):
            query, bound = _column(table, column)
            given, place = {**table.given, name: row, **bound}, {name: row, **bound}
            yield _entry(query, given, place, cell, values[column])


def _column(table: Table, number: int) -> tuple[str, dict[str, object]]:
    """The query of the column, and the index that the column binds."""
    if table.columns is None:
        return table.queries[number], {}
    name, indices = table.columns
    return table.query, {name: indices[number]}


def _entry(
    query: str, given: Mapping[str, object], place: Mapping[str, object], cell: str, value: object
) -> str:
    where = ", ".join(f"{name}={label_text(index)}" for name, index in place.items())
    printed = printed_for(cell)
    if printed is None:
        return (
            f"# {' '.join(query.split())} at {where} says no number: "
            f"{' '.join(cell[:60].split())}\n"
        )
    known = names_taken(parse(query), given)  # of several queries each may take other options
    options = ", ".join(f"{key} = {_toml(value)}" for key, value in given.items() if key in known)
    lines = [
        "[[claim]]",
        f"id = {_text(f'{query} at {where}')}",
        f"printed = {_text(printed)}",
        f"value = {_text(query)}",
    ]
    if is_whole(parse_printed(printed)) and not isinstance(value, int):
        lines.append('kind = "rounded"')
    if options:
        lines.append(f"given = {{ {options} }}")
    return "\n".join([*lines, ""])


def _toml(value: object) -> str:
    """An option's value in TOML: a whole number, a list in brackets, anything else as a text, a
    symbol as its domain.
    """
    if isinstance(value, Polynomial) and value.parameter.is_bounded:
        return _text(str(value.parameter))
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Exact):
        return exact_text(value) if value.denominator == 1 else _text(exact_text(value))
    return _text(str(value))


def _text(text: str) -> str:
    # A text of JSON is one of TOML too, and in ASCII whatever the text holds.
    return json.dumps(text, ensure_ascii=True)
