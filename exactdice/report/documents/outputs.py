"""Outputs that code prints: their texts, the numbers in these, and their tables, arrays as text and
tables of HTML, which Markdown documents hold too.

A text is made to read as documents write numbers: `Fraction(3, 8)` is 3/8, `np.float64(0.5)` is
0.5, and `1.` in an array has as many decimals as the numbers beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple

from ...exact.numbers import shown
from ..printed.numbers import is_empty_cell
from ..printed.source import HIDING, Source, Span, skip_blanks_back, with_changes
from .grids import LARGEST_TABLE, TOO_LARGE, Cell, Grid, explain_span, is_ellipsis, make_cell


@dataclass(frozen=True)
class Output:
    """An output of code: where its text stands, and the tables in it, placed from there."""

    start: int
    end: int
    tables: tuple[Grid, ...]


LINE = re.compile(r"[^\r\n]+")


def printed_lines(source: Source, outputs: Iterable[Output]) -> Iterator[Span]:
    """Where the lines of the outputs stand, without empty ones."""
    for output in outputs:
        for line in LINE.finditer(source.text, output.start, output.end):
            if line[0].strip():
                yield line.span()


# --- texts ----------------------------------------------------------------------------------------

COLOURS = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
OBJECT = re.compile(r"<[A-Za-z_][^<>\n]{0,280}>")  # which shows itself by its name
FRACTION = re.compile(r"\bFraction\((-?\d+), (\d+)\)")
DECIMAL = re.compile(r"\bDecimal\('([^'\n]*)'\)")
SCALAR = re.compile(r"\bnp\.(?:float|int|uint|longdouble)\d*\(([^()\n]*)\)")


def printed_text(text: str) -> str:
    """The text of standard output as it is seen.

    >>> printed_text("10 %\\r20 %\\rdone: \\x1b[1m0.5\\x1b[0m")
    'done: 0.5'
    """
    lines = []
    for line in COLOURS.sub("", text).split("\n"):
        # Parts are written over each other from the beginning on, as a bar of progress is.
        seen = ""
        for part in line.removesuffix("\r").split("\r"):
            seen = part + seen[len(part) :]
        lines.append(seen + "\r" * line.endswith("\r"))
    return _simplify_numbers("\n".join(lines))


def result_text(text: str) -> str:
    """The text of a result: objects that show nothing but their names are left out.

    >>> result_text("(Fraction(3, 8), np.float64(0.5), <Axes: 1>)")
    '(3/8, 0.5, )'
    """
    return _simplify_numbers(OBJECT.sub("", text))


def _simplify_numbers(text: str) -> str:
    text = FRACTION.sub(lambda found: found[1] + f"/{found[2]}" * (found[2] != "1"), text)
    return SCALAR.sub(r"\1", DECIMAL.sub(r"\1", text))


# --- numbers --------------------------------------------------------------------------------------

# What touches a number makes it a part of something else: a version 1.2.3, a date, a name.
WORD = re.compile(r"[\w.,/%+\-\u2212]+")
NUMBER = re.compile(
    r"[-+\u2212]?(?:\d+/\d+|(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)%?",
    re.ASCII | re.IGNORECASE,
)


def find_numbers(text: str) -> Iterator[Span]:
    """Where the numbers of the text stand, as Python and its libraries print them.

    >>> text = "EP(5) = 8.636, np2 1.2.3 1e-09 64.9 %"
    >>> [text[start:end] for start, end in find_numbers(text)]
    ['5', '8.636', '1e-09', '64.9 %']
    """
    for found in WORD.finditer(text):
        word = found[0].rstrip(".,")
        if NUMBER.fullmatch(word):
            start = found.start()
            end = found.start() + len(word)
            # A sign that `print("-", 0.5)` shows, not between two operands.
            sign = skip_blanks_back(text, start) - 1
            if 0 <= sign < start - 1 and text[sign] in "-\u2212":
                left = skip_blanks_back(text, sign)
                start = sign if left == 0 or text[left - 1] in "\n=:([,;|" else start
            is_percentage = text.startswith((" %", "\u00a0%"), end)
            yield start, end + 2 * is_percentage


# --- tables ---------------------------------------------------------------------------------------

NO_VALUE = frozenset(["nan", "none", "<na>", "nat", "null"])


def clear_missing(cell: Cell) -> Cell:
    """The cell, empty where it says that a value is missing."""
    return Cell("", cell.start) if cell.text.lower() in NO_VALUE else cell


# An array or a list on lines of its own, but not the size of a data frame; and one anywhere.
ARRAY = re.compile(
    r"^[ \t]*(?:[A-Za-z_]\w{0,80}[ \t]*[=:][ \t]*)?(?:(?:array|matrix)\()?"
    r"(?=\[)(?!\[\d+ rows x \d+ columns\])",
    re.MULTILINE,
)
ARRAY_BEGINS = re.compile(r"(?:(?P<numpy>\b(?:array|matrix)\()|(?<![^\s=:]))(?=\[)")
BRACKET = re.compile(r"[\[\]]")
PART = re.compile(r"[\[\]]|[^\[\],\s()]+")
ENTRY = re.compile(r"[^\[\],\s()]+")
FLOAT = re.compile(r"([-+]?\d+)\.(\d*)((?:e[-+]\d+)?)", re.ASCII)


def _arrays(text: str, beginning: re.Pattern[str]) -> Iterator[tuple[re.Match[str], int]]:
    """(how it begins before its bracket, where that is closed) for each array of the text, up to
    one that is never closed.
    """
    at = 0
    for opened in beginning.finditer(text):
        if opened.start() < at:
            continue
        depth = 0
        for bracket in BRACKET.finditer(text, opened.end()):
            depth += 1 if bracket[0] == "[" else -1
            if depth == 0:
                at = bracket.end()
                yield opened, at
                break
        else:
            return


def tables_in(text: str) -> list[Grid]:
    """The arrays and lists in brackets that a text prints."""
    return [_array(text, opened.end(), end) for opened, end in _arrays(text, ARRAY)]


def _array(text: str, start: int, end: int) -> Grid:
    """The array between these brackets."""
    rows: list[list[Cell]] = [[]]
    depth = deepest = 0
    for part in PART.finditer(text, start, end):
        if part[0] in "[]":
            depth += 1 if part[0] == "[" else -1
            deepest = max(deepest, depth)
            rows.append([])
        else:
            rows[-1].append(clear_missing(make_cell(text, *part.span())))
    filled = [row for row in rows if row]
    if not filled or deepest > 2:
        wrong = "it has more than two dimensions" if filled else "it has no entries"
        return Grid(((Cell("", start),),), wrong=wrong)
    # One list of numbers is a column: a row for each label.
    shaped = [[cell] for cell in filled[0]] if deepest == 1 else filled
    width = max(map(len, shaped))
    # Dots alone stand for rows: then a whole row of them.
    full = (row * width if len(row) == 1 and is_ellipsis(row[0].text) else row for row in shaped)
    return Grid(tuple(map(tuple, full)), usual={"header": "0", "labels": "0"})


def pad_decimals(text: str) -> str:
    """The text with the decimals that numpy leaves out: beside 0.25 it prints 1.00 as `1.  `.

    >>> pad_decimals("array([[0.25, 1.  ], [1.5 , 2.  ]])")
    'array([[0.25, 1.00  ], [1.50 , 2.00  ]])'
    >>> pad_decimals("[1. 2.]"), pad_decimals("[1.5, 0.25]")
    ('[1.0 2.0]', '[1.5, 0.25]')
    """
    changes = []
    for opened, end in _arrays(text, ARRAY_BEGINS):
        body = text[opened.end() : end]
        # A list of Python, or an array of its objects, has each number as Python writes it.
        is_list = opened["numpy"] is None and "," in body
        if not is_list and not text.startswith(", dtype=object", end):
            entries = ENTRY.finditer(text, opened.end(), end)
            floats = list(filter(None, (FLOAT.fullmatch(text, *entry.span()) for entry in entries)))
            places = max([1, *(len(found[2]) for found in floats)])
            changes += [(found.span(2), found[2].ljust(places, "0")) for found in floats]
    return with_changes(text, changes)


# --- tables of HTML -------------------------------------------------------------------------------

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


class HtmlCell(NamedTuple):
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

    rows: list[list[HtmlCell]] = field(default_factory=list)
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

    def laid_out(self) -> list[list[HtmlCell]]:
        """The rows with each cell at every place that it covers; none without cells of its own."""
        below = dict[int, HtmlCell]()  # by column: what spans on, over how many rows
        laid = []
        count = 0
        for k, written in enumerate(self.rows):
            row = list[HtmlCell]()
            if k == self.heads:  # no cell reaches from the heading into the body
                below = {}
            waiting = written[::-1]
            while len(row) in below or waiting:
                at = len(row)
                cell = below.pop(at) if at in below else waiting.pop()
                if cell.rows > 1:
                    rest = cell._replace(columns=1, rows=cell.rows - 1)
                    below |= dict.fromkeys(range(at, at + cell.columns), rest)
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
        self.opened: HtmlCell | None = None  # the cell that is being read
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
                given = dict(attrs)
                spans = (SPAN.fullmatch(given.get(name) or "") for name in ("colspan", "rowspan"))
                columns, rows = (int(span[1]) if span else 1 for span in spans)
                if not 1 <= columns <= LARGEST_TABLE:
                    table.refuse(self.place, explain_span(columns))
                    columns = 1
                start = self.place + len(written)
                rows = rows or LARGEST_TABLE  # 0: to the end of the table
                self.opened = HtmlCell(start, start, "", tag == "th", columns, rows)
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


def html_grid(source: Source, at: int) -> Grid | None:
    """The table that begins here, at most after blanks and a tag such as <div>; None where none
    does.
    """
    text = source.text
    begin = BEGIN.match(text, at)
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
    cells = {cell: _strip_emphasis(text, start, cell) for row in rows for cell in row}
    placed = tuple(tuple(cells[cell] for cell in row) for row in rows)
    return Grid(placed, may_end_early=True, caption=table.caption)


def _strip_emphasis(text: str, by: int, cell: HtmlCell) -> Cell:
    """The cell as it is written, but without emphasis."""
    found = make_cell(text, by + cell.start, by + cell.end)
    while emphasis := EMPHASIS.match(found.text):
        closing = f"</{emphasis['tag'].lower()}>"
        last = len(found.text) - len(closing)
        if last < emphasis.end() or not found.text.lower().endswith(closing):
            break
        inside = make_cell(found.text, emphasis.end(), last)
        found = inside.moved(found.start)
    # Signs such as &mdash; and &nbsp; are written by their names.
    return Cell("", found.start) if is_empty_cell(unescape(found.text)) else found


def html_tables(page: str) -> tuple[str, list[Grid]]:
    """(the tables of the page as lines of cells, as tables whose cells stand in these lines)."""
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
            placed = list[Cell]()
            for text in row:
                placed.append(clear_missing(Cell(text, at)))
                at += len(text) + 1
            cells.append(tuple(placed))
            lines.append("\t".join(row) + "\n")
        if cells:
            tables.append(Grid(tuple(cells), usual=usual, wrong=read.wrong))
    return "".join(lines), tables
