"""Tables of HTML, in a Markdown document and in the outputs of a notebook: rows of cells with
colspan and rowspan.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

from ...exact.numbers import shown
from ..printed.markdown import HIDING
from ..printed.numbers import is_empty_cell
from ..printed.source import Source
from .grids import LARGEST_TABLE, TOO_LARGE, Cell, Grid, cell_at, spans_too_much
from .outputs import without_no_value

# May stand before a table.
AROUND = r"<(?:div|center|figure|p|section)(?=[\s>])[^<>]*>"
BEGIN = re.compile(rf"\s*(?:{AROUND}\s*)*(?=<table[\s>])", re.IGNORECASE)
TABLE = re.compile(r"<(/?)table(?=[\s/>])[^<>]*>", re.IGNORECASE)
SPAN = re.compile(r"\s*(\d{1,9})\s*", re.ASCII)
EMPHASIS = re.compile(r"<(?P<tag>b|strong|i|em|tt|span|p|div|small)(?=[\s>])[^<>]*>", re.IGNORECASE)
UNSEEN = ("script", "style", "template", "title")  # whose text is no text of the page
# What these hold stands apart from the text beside it, on a line or a level of its own.
APART = frozenset(
    ["br", "dd", "div", "dl", "dt", "hr", "li", "ol", "p", "pre", "sub", "sup", "ul"],
)


class Written(NamedTuple):
    """A cell as it is written: where it stands, the text that is seen, and what it spans."""

    start: int
    end: int
    text: str
    is_label: bool
    columns: int
    rows: int


@dataclass
class HtmlTable:
    """A table as it is read: the cells of its rows, how many of these are its heading, and where
    what is wrong with it.
    """

    rows: list[list[Written]] = field(default_factory=list)
    heads: int = 0
    caption: str = ""
    is_closed: bool = False
    wrong: str = ""
    wrong_at: int = 0

    def refuse(self, at: int, wrong: str) -> None:
        """Note what is wrong first."""
        if not self.wrong:
            self.wrong = wrong
            self.wrong_at = at

    def laid_out(self) -> list[list[Written]]:
        """The rows with each cell at every place that it covers; none without cells of its own."""
        below = dict[int, tuple[Written, int]]()  # by column: what spans on, over how many rows
        laid = []
        count = 0
        for k, written in enumerate(self.rows):
            row = list[Written]()
            if k == self.heads:  # no cell reaches from the heading into the body
                below = {}
            for cell in [*written, None]:
                while len(row) in below:
                    above, left = below.pop(len(row))
                    if left > 1:
                        below[len(row)] = (above, left - 1)
                    row.append(above)
                if cell is not None:
                    if cell.rows > 1:
                        places = range(len(row), len(row) + cell.columns)
                        below |= dict.fromkeys(places, (cell, cell.rows - 1))
                    row += [cell] * cell.columns
                if count + len(row) > LARGEST_TABLE:
                    self.refuse(self.rows[0][0].start if self.rows[0] else 0, TOO_LARGE)
                    return []
            count += len(row)
            laid.append(row if written else [])
        self.heads = sum(map(bool, laid[: self.heads]))
        return [row for row in laid if row]


class _Reader(HTMLParser):
    """Reads the tables of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables = list[HtmlTable]()
        self.starts = [0, *(found.end() for found in re.finditer("\n", page))]
        self.opened: Written | None = None  # the cell that is being read
        self.words = list[str]()
        self.unseen = ""  # the tag whose text is passed over
        self.in_head = self.in_caption = self.in_row = False
        self.feed(page)
        self.close()

    @property
    def place(self) -> int:
        """Where the tag that is read begins."""
        line, column = self.getpos()
        return self.starts[line - 1] + column

    @property
    def table(self) -> HtmlTable | None:
        """The table that is open."""
        last = self.tables[-1] if self.tables else None
        return None if last is None or last.is_closed else last

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A table, a row or a cell begins; another of them ends with it."""
        table = self.table
        written = self.get_starttag_text() or ""
        if tag == "table":
            if table is not None:
                self._end_cell()
                table.refuse(self.place, "a table within a table cannot be bound")
            self.tables.append(HtmlTable())
            self.in_head = self.in_caption = self.in_row = False
        elif table is not None and tag in ("thead", "tbody"):
            self.in_head = tag == "thead"
            self.in_row = False
        elif table is not None and tag in ("tr", "td", "th", "caption"):
            self._end_cell()
            self.in_caption = tag == "caption"
            if tag == "tr" or (tag != "caption" and not self.in_row):
                table.rows.append([])
                self.in_row = True
            if tag in ("td", "th"):
                spans = {name: SPAN.fullmatch(value or "") for name, value in attrs}
                across = spans.get("colspan")
                down = spans.get("rowspan")
                columns = int(across[1]) if across else 1
                rows = int(down[1]) if down else 1
                if not 1 <= columns <= LARGEST_TABLE:
                    table.refuse(self.place, spans_too_much(columns))
                    columns = 1
                start = self.place + len(written)
                rows = rows or LARGEST_TABLE  # 0: to the end of the table
                self.opened = Written(start, start, "", tag == "th", columns, rows)
        elif tag in UNSEEN:
            self.unseen = self.unseen or tag
        elif tag in APART:
            self.words.append("\n")
        if table is not None and self.opened and HIDING.search(written[1 + len(tag) :]):
            table.refuse(self.place, f"readers may not see this cell, got {shown(written)}")

    def handle_endtag(self, tag: str) -> None:
        """A cell, a row, the heading or the table ends."""
        if tag == self.unseen:
            self.unseen = ""
        elif tag in APART:
            self.words.append("\n")
        if self.table is not None and tag in ("td", "th", "tr", "caption", "table"):
            self._end_cell()
            self.in_caption = False
            self.in_row = self.in_row and tag != "tr"
            self.table.is_closed = tag == "table"
        elif tag == "thead":
            self.in_head = self.in_row = False

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Pass over `<![...>`, whatever it is, as browsers do."""
        return self.parse_bogus_comment(i, report)

    def handle_data(self, data: str) -> None:
        """Text, which counts within a cell where it is seen."""
        if self.opened and not self.unseen:
            self.words.append(" ".join(re.split(r"\s+", data)))
        elif self.table is not None and self.in_caption:
            self.table.caption += data

    def _end_cell(self) -> None:
        if self.opened is not None and self.tables:
            # What stands apart makes no number together: 7.36 above 6 is not 7.366.
            lines = (" ".join(line.split()) for line in "".join(self.words).split("\n"))
            text = " | ".join(filter(None, lines))
            table = self.tables[-1]
            table.rows[-1].append(self.opened._replace(text=text, end=self.place))
            if self.in_head:
                table.heads = len(table.rows)
        self.opened = None
        self.words = []


# --- in Markdown ----------------------------------------------------------------------------------


def html_grid(source: Source, at: int) -> Grid | None:
    """The table that begins here, at most after blanks and a tag such as <div>; None where none
    does.
    """
    text = source.text
    begin = BEGIN.match(source.text, at)
    if begin is None:
        return None
    start = begin.end()
    # The text behind the table is Markdown, and no HTML to be read.
    end = TABLE.search(text, start + 1)
    if end and not end[1]:
        raise source.error(end.start(), "a table within a table cannot be bound")
    tables = _Reader(text[start : end.end()]).tables if end else []
    if not tables or not tables[0].is_closed:  # as by a comment that is never closed
        raise source.error(start, "expected </table> before the end of the document")
    table = tables[0]
    rows = table.laid_out()
    if table.wrong:
        raise source.error(start + table.wrong_at, table.wrong)
    if not rows:
        raise source.error(start, "expected rows of cells in the table after the mark")
    cells = {cell: _marked(text, start, cell) for row in rows for cell in row}
    placed = tuple(tuple(cells[cell] for cell in row) for row in rows)
    return Grid(placed, may_end_early=True, caption=table.caption)


def _marked(text: str, by: int, cell: Written) -> Cell:
    """The cell as it is written, but without emphasis."""
    found = cell_at(text, by + cell.start, by + cell.end)
    while emphasis := EMPHASIS.match(found.text):
        closing = f"</{emphasis['tag'].lower()}>"
        last = len(found.text) - len(closing)
        if last < emphasis.end() or not found.text.lower().endswith(closing):
            break
        inside = cell_at(found.text, emphasis.end(), last)
        found = Cell(inside.text, found.start + inside.start)
    # Signs such as &mdash; and &nbsp; are written by their names.
    return Cell("", found.start) if is_empty_cell(unescape(found.text)) else found


# --- in the outputs of a notebook -----------------------------------------------------------------


def html_tables(page: str) -> tuple[str, list[Grid]]:
    """(the tables of the page as lines of cells, the same as tables whose cells stand there)."""
    lines = []
    tables = []
    at = 0
    for read in _Reader(page).tables:
        rows = read.laid_out()
        body = rows[read.heads :]
        labels = [cell.is_label for cell in dict.fromkeys(body[0])] if body else []
        count = [*labels, False].index(False)
        texts = [[cell.text for cell in row] for row in rows]
        # A row of the heading may name the labels alone.
        heads = [row for row in texts[: read.heads] if any(row[count:])] or texts[: read.heads]
        usual = {"header": str(len(heads))} if heads else {}
        usual |= {"labels": str(count)} if count else {}
        cells = []
        for row in [*heads, *texts[read.heads :]] if rows or not read.wrong else [["..."]]:
            starts = [0, *accumulate(len(text) + 1 for text in row)]
            placed = (Cell(text, at + start) for text, start in zip(row, starts, strict=False))
            cells.append(tuple(map(without_no_value, placed)))
            lines.append("\t".join(row) + "\n")
            at += starts[-1]
        if cells:
            tables.append(Grid(tuple(cells), usual=usual, wrong=read.wrong))
    return "".join(lines), tables
