"""Tables of HTML in a Markdown document: rows of cells with colspan and rowspan."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from ..exact import shown
from ..printed.declared import is_empty_cell
from ..printed.markdown import HIDING
from ..printed.source import Source
from .grids import (
    LARGEST_TABLE,
    TOO_LARGE,
    Cell,
    Grid,
    Row,
    Spanning,
    cell_at,
    spans_too_much,
)

# May stand before a table.
AROUND = r"<(?:div|center|figure|p|section)(?=[\s>])[^<>]*>"
BEGIN = re.compile(rf"\s*(?:{AROUND}\s*)*<table(?=[\s>])[^<>]*>", re.IGNORECASE)
TAG = re.compile(r"<(/?)(table|tr|td|th|caption)(?=[\s/>])([^<>]*)>|<!--|-->", re.IGNORECASE)
SPAN = re.compile(r"(?<![\w-])(colspan|rowspan)\s?=\s?[\"']?(\d{1,9})(?!\d)", re.IGNORECASE)
EMPHASIS = re.compile(r"<(?P<tag>b|strong|i|em|tt|span|p|div|small)(?=[\s>])[^<>]*>", re.IGNORECASE)
CAPTION = re.compile(r"\s*<caption(?=[\s>])[^<>]*>([\s\S]{0,1000}?)</caption", re.IGNORECASE)
MOST_EMPHASES = 4  # around one another


def html_grid(source: Source, at: int) -> Grid | None:
    """The table that begins here, at most after blanks and a tag such as <div>; None where none
    does.
    """
    begin = BEGIN.match(source.text, at)
    if begin is None:
        return None
    rows = tuple(row for row in _rows(source, begin.end()) if row)
    if not rows:
        raise source.error(begin.end(), "expected rows of cells in the table after the mark")
    return Grid(rows, may_end_early=True, caption=caption_from(source, begin.end()))


def caption_from(source: Source, start: int) -> str:
    """The caption of the table whose rows begin here, "" where it has none."""
    found = CAPTION.match(source.text, start)
    return found[1] if found else ""


def _rows(source: Source, start: int) -> Iterator[Row]:
    """The rows, each cell at every place that it covers; empty ones too."""
    spanning: dict[int, tuple[Cell, int]] = {}  # by column: what spans on, and over how many rows
    count = 0
    for written in _written(source, start):
        row: list[Cell] = []
        for cell, columns, rows in written:
            _go_on(row, spanning)
            if rows > 1:
                places = range(len(row), len(row) + columns)
                spanning |= dict.fromkeys(places, (cell, rows - 1))
            row += [cell] * columns
            if count + len(row) > LARGEST_TABLE:
                raise source.error(start, TOO_LARGE)
        _go_on(row, spanning)
        count += len(row)
        yield tuple(row) if written else ()


def _go_on(row: list[Cell], spanning: dict[int, tuple[Cell, int]]) -> None:
    """Put what spans on from the rows above at the end of this row."""
    while len(row) in spanning:
        cell, left = spanning.pop(len(row))
        if left > 1:
            spanning[len(row)] = (cell, left - 1)
        row.append(cell)


def _written(source: Source, start: int) -> Iterator[list[Spanning]]:
    """The cells of each row as they are written, up to the end of the table."""
    row: list[Spanning] = []
    opened: re.Match[str] | None = None
    for tag in _tags(source, start):
        name, closes = tag[2].lower(), bool(tag[1])
        if opened:
            row.append(_spanning(source, opened, tag.start()))
        opened = tag if name in ("td", "th") and not closes else None
        if name == "table" and not closes:
            raise source.error(tag.start(), "a table within a table cannot be bound")
        if name == "table" or (name == "tr" and (row or closes)):
            yield row
            row = []
        if name == "table":
            return
    raise source.error(start, "expected </table> before the end of the document")


def _tags(source: Source, start: int) -> Iterator[re.Match[str]]:
    """The tags from here on that stand in no comment."""
    is_comment = False
    for found in TAG.finditer(source.text, start):
        if found[2] is None:
            is_comment = found[0] == "<!--"
        elif not is_comment:
            yield found


def _spanning(source: Source, tag: re.Match[str], end: int) -> Spanning:
    """The cell that the tag opens, without emphasis, and how many columns and rows it spans."""
    if HIDING.search(tag[3]):
        raise source.error(tag.start(), f"readers may not see this cell, got {shown(tag[0])}")
    cell = cell_at(source.text, tag.end(), end)
    for _ in range(MOST_EMPHASES):
        found = EMPHASIS.match(cell.text)
        closing = f"</{found['tag'].lower()}>" if found else ""
        if found is None or not cell.text.lower().endswith(closing):
            break
        last = len(cell.text) - len(closing)
        inside = cell_at(cell.text, min(found.end(), last), last)
        cell = Cell(inside.text, cell.start + inside.start)
    spans = {found[1].lower(): int(found[2]) for found in SPAN.finditer(tag[3])}
    columns = spans.get("colspan", 1)
    if not 1 <= columns <= LARGEST_TABLE:
        raise source.error(tag.start(), spans_too_much(columns))
    # Signs such as &mdash; and &nbsp; are written by their names.
    if is_empty_cell(unescape(cell.text)):
        cell = Cell("", cell.start)
    return Spanning(cell, columns, spans.get("rowspan", 1) or LARGEST_TABLE)
