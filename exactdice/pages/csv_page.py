"""A CSV file as tables, its numbers as buttons; comments stand between them."""

from __future__ import annotations

import csv
from itertools import groupby

from .placing import Places

SEPARATORS = (";", "\t")  # looked for in the first line, before the comma


def csv_page(text: str, places: Places) -> str:
    """The text as HTML; `places` knows the numbers that its stand-ins are of."""
    parts = groupby(text.split("\n"), key=_kind)
    return "".join(_part(kind, [*lines], places) for kind, lines in parts)


def _kind(line: str) -> str:
    if not line.strip():
        return "nothing"
    return "comment" if line.lstrip().startswith("#") else "table"


def _part(kind: str, lines: list[str], places: Places) -> str:
    """Lines of one kind."""
    if kind == "nothing":
        return ""
    if kind == "comment":
        text = "\n".join(lines)
        return f'<pre class="faint">{places.html(text)}</pre>'
    separator = next((one for one in SEPARATORS if one in lines[0]), ",")
    try:
        rows = [*csv.reader(lines, delimiter=separator)]
    except csv.Error:  # of a cell that is longer than such files hold
        text = "\n".join(lines)
        return f"<pre>{places.html(text)}</pre>"
    return table(rows, places)


def table(rows: list[list[str]], places: Places) -> str:
    """A table of these rows, the first of them its heading."""
    heading = _row("th", rows[0], places)
    body = "".join(_row("td", row, places) for row in rows[1:])
    return (
        f'<div class="scrolls"><table><thead>{heading}</thead><tbody>{body}</tbody></table></div>'
    )


def _row(tag: str, cells: list[str], places: Places) -> str:
    inside = "".join(f"<{tag}>{places.html(cell.strip())}</{tag}>" for cell in cells)
    return f"<tr>{inside}</tr>"
