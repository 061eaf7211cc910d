"""Tables of a document as grids of cells, which the reader of each format returns, and headings
that may scale the numbers below them, as `chance in %` or `P (×10³)` do.

A cell that spans several rows or columns stands in the grid at every place that it covers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from itertools import chain
from typing import NamedTuple

from ...exact.errors import QueryError
from ...exact.numbers import Exact, shown
from ...query.syntax import Arithmetic, Number, parse, query_latex
from ..printed.beside import IN_PERCENT, PER_CENT, UNITS
from ..printed.markdown import Span
from ..printed.source import Source

LARGEST_TABLE = 1_000_000  # cells of a table that is read, those that are missing too
TOO_LARGE = f"a table must have at most {LARGEST_TABLE} cells"


# What stands in a row or a column for others that are not printed.
ELLIPSES = frozenset(["...", "…", "..", r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots"])


def is_ellipsis(text: str) -> bool:
    """Whether a cell stands for others that are not printed.

    >>> is_ellipsis("..."), is_ellipsis(r"$\\vdots$"), is_ellipsis("")
    (True, True, False)
    """
    return text.strip("$ ") in ELLIPSES


def without_markup(text: str) -> str:
    """The label in small letters, without markup and blanks."""
    return re.sub(r"\\[A-Za-z]+|[\\$*_`{}\s]", "", text).lower()


@dataclass(frozen=True)
class Cell:
    """The text of a cell and where it begins in the source."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where the text stands."""
        return self.start, self.start + len(self.text)


Row = tuple[Cell, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Grid:
    """The rows of a table, headings first."""

    rows: Rows
    either_mark: bool = False  # whether its numbers have either decimal mark, as siunitx takes them
    may_end_early: bool = False  # whether a row may leave its last cells out
    caption: str = ""  # and lines beside the table that may be one
    # Of a table that code printed: its usual header and labels, and what is wrong with it where it
    # does not show all of itself.
    usual: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.rows[0][0].start, self.rows[-1][-1].span[1]


class Spanning(NamedTuple):
    """A cell as it is written, and how many columns and rows it spans; above 0 downwards."""

    cell: Cell
    columns: int = 1
    rows: int = 1

    def moved(self, by: int) -> Spanning:
        """The same cell, so many characters further on in the source."""
        return self._replace(cell=Cell(self.cell.text, self.cell.start + by))


def cell_at(text: str, start: int, end: int) -> Cell:
    """The cell that stands at start..end, spaces around its text left out."""
    inside = text[start:end]
    return Cell(inside.strip(), start + len(inside) - len(inside.lstrip()))


def spread(source: Source, written: Sequence[Sequence[Spanning]]) -> Rows:
    """The rows with each cell at every place that it covers; rows in which nothing is written are
    left out.

    A cell that spans rows has an empty cell of its own in each of them. It ends where a cell has a
    text, and with the table.
    """
    count = 0
    for cell, columns, _ in chain.from_iterable(written):
        if not 1 <= columns <= LARGEST_TABLE:
            raise source.error(cell.start, spans_too_much(columns))
        count += columns
        if count > LARGEST_TABLE:
            raise source.error(cell.start, TOO_LARGE)
    rows = [[one.cell for one in row for _ in range(one.columns)] for row in written]
    for direction in (1, -1):  # what spans rows downwards, then upwards
        spanning: dict[int, tuple[Cell, int]] = {}  # by column: what spans on, over how many rows
        for row, cells in [*zip(written, rows, strict=True)][::direction]:
            for column, (cell, left) in list(spanning.items()):
                if left and column < len(cells) and not cells[column].text:
                    cells[column] = cell
                    spanning[column] = (cell, left - 1)
                else:
                    del spanning[column]
            column = 0
            for cell, columns, count in row:
                more = count * direction - 1
                if cell.text and more > 0:
                    spanning |= dict.fromkeys(range(column, column + columns), (cell, more))
                column += columns
    pairs = zip(written, rows, strict=True)
    return tuple(tuple(cells) for row, cells in pairs if any(one.cell.text for one in row))


def spans_too_much(columns: int) -> str:
    """The complaint about a cell that spans so many columns."""
    return f"a cell must span 1 to {LARGEST_TABLE} columns, got {columns}"


# --- headings that may scale the numbers below them -----------------------------------------------

# A heading is harmless when it holds words, names and calls of a query, symbols with an index and
# digits as labels, such as `d = 1`. A factor, a power, a unit of scale, a sum with a number and a
# leading minus make it unclear what the numbers below mean. A percentage is clear where the number
# says it too, or the query is a hundred times something, as `100*win(a)` below `win%` is.
PERCENT = re.compile(
    r"[%‰％]|per ?cent|permil|prozent|promille|pour ?cent|pourmille|\bpct\b|\bv\. ?H\b|\bvH\b"
    r"|\bp\. ?c\b",
    re.IGNORECASE,
)
PER_MILLE = re.compile(r"‰|permil|pro ?mille|pour ?mille", re.IGNORECASE)
CHANGING_WORDS = """
    minus moins negative negativ neg log ln lg sqrt frac dfrac tfrac exp logarithm logarithme
    logarithmus double doubled triple complement complément komplement opposite inverse
    reciprocal square cube root units pp
"""
CHANGING = frozenset(CHANGING_WORDS.split())
POINTS = re.compile(r"\bbasis[ -]?(?:points?|punkte?n?)\b|\bpoints? de base\b", re.IGNORECASE)
THOUSANDS = re.compile(r"[(\[]\s?[kKM]\s?[€$]?\s?[)\]]")
PER_TEN = re.compile(
    r"\b(?:in|en|per|pro|pour|par|of|sur|von|auf|to)\s+1(?:/1)?(?:[ .,'\u00a0\u202f]?0){1,9}(?!\d)",
    re.IGNORECASE,
)
SYMBOL = r"(?:[A-Za-zα-ω](?![^\W_])|[A-Z]{2,3}(?![^\W_])|[A-Za-z][A-Za-z_]{0,20}\()"  # no word
TIMES = "×·⋅∙"
OPERATIONS = re.compile(
    rf"(?<!\d)\s?[{TIMES}]|[{TIMES}]\s?(?:10(?!\d)|[^\d\s]|\Z)"  # `2×2` is a label
    r"|\^[\s{]{0,3}[-+\u2212\u2013\d]|[²³⁰⁴-⁹⁺⁻]|¹⁰|[√÷∕⁄]"
    r"|(?<![A-Za-z0-9])(?:e|10|2)\s?\^|[^\W\d_)]\s[xX]\s?\d|\b1\s?/\s?10{1,9}\b"
    r"|(?:\A|\s)[xX*]\s?\d|(?:mal|fois|times)\s\d|\b(?:half|twice)\s\w"
    r"|\d[eE][-+\u2212]?\d|(?<!\w)e[-\u2212]\d|(?<!\w)x ?10(?!\d)"
    rf"|\d\s?[*+/\u2212\u2013-]\s?\(|\d\s?\*\s?{SYMBOL}|[^\W\d_)\]]\s?\*\s?\d|[)\]]\s?\*\s?\d"
    rf"|\d(?:\s?[-\u2212\u2013+/]\s?)?{SYMBOL}|(?<!\d)10+\s{SYMBOL}|\d\s[A-Za-z][A-Za-z_]{{0,20}}\("
    r"|\s[(\[]1\s?/\s?\d|[^\W\d_]\s?/\s?\d|[)\]]\s?/\s?\d"
    r"|[\w)\]]\s[-\u2212+]\s[\d(]|[)\]]\s?[-\u2212+]\s?\d"
    r"|(?:\A|[(\[{=:])\s?[-\u2212\u2013]\s?[^\W\d_(]|(?:\A|[(\[{=:])\s?[-\u2212\u2013]\s?\("
    r"|\s[-\u2212][^\W\d_(]"
)
# An index, and the arguments of a call, hold labels.
INDEX = re.compile(r"_(?:\{[^{}]{0,60}\}|\w)|\([\w, ;.=]{0,60}\)", re.ASCII)
COMMANDS = {r"\times": "×", r"\cdot": "·", r"\ast": "·", r"\textminus": "\u2212", r"\div": "÷"}
COMMAND = re.compile("|".join(rf"{re.escape(name)}(?![A-Za-z])" for name in COMMANDS))
MARKUP = re.compile(r"\\[()]|[\\$`]|\*\*|</?(?:sup|b|i|em|strong|span)>")


@lru_cache(maxsize=256)  # each marked cell of a column asks for it
def may_scale(heading: str) -> bool:
    """Whether numbers below this heading may be scaled by it.

    >>> [may_scale(text) for text in ("d = 1", "EP(d)", "$v_{2}$", "2 dice", "P in %", "$10^{2}E$")]
    [False, False, False, False, True, True]
    """
    text = _plain(heading)
    return PERCENT.search(text) is not None or _is_changed(text)


def says_hundredths(heading: str) -> bool:
    """Whether the heading says, and only says, that the numbers below are percentages."""
    text = _plain(heading)
    return not _is_changed(PERCENT.sub(" ", text)) and PER_MILLE.search(text) is None


def says_unit(text: str) -> bool:
    """Whether a caption or the label of a row says that numbers are parts of more than 1.

    >>> [says_unit(text) for text in ("values in percent", "win (%)", "in thousands:", "5 % rule")]
    [True, True, True, False]
    """
    return any(IN_PERCENT.search(part) for part in re.split(r"[)\].,;:]", _plain(text)))


def scaled_by_label(number: str, label: str, query: str) -> str:
    """The complaint about a number beside such a label, or below such a caption, "" when it is
    clear.
    """
    return "" if not says_unit(label) or _is_said(number, label, query) else scaled_by(label)


def scaled_cell(number: str, heading: str, query: str) -> str:
    """The complaint about a number marked in a cell below this heading, "" when it is clear."""
    if not may_scale(heading) or repeats(heading, query):
        return ""
    only_percent = not _is_changed(PERCENT.sub(" ", _plain(heading)))
    return "" if only_percent and _is_said(number, heading, query) else scaled_by(heading)


def _is_said(number: str, heading: str, query: str) -> bool:
    """Whether the number says a percentage itself, or the query multiplies by as many parts."""
    parts = 1000 if PER_MILLE.search(_plain(heading)) else 100
    return PERCENT.search(number) is not None or _factor_of(query) == parts


@lru_cache(maxsize=256)  # each cell of a column asks for it
def _factor_of(query: str) -> Exact | None:
    """The number by which the query multiplies all the rest; None where it multiplies by none.

    >>> _factor_of("100*win(a, b)"), _factor_of("(1 - p)*1000"), _factor_of("100*p/2")
    (100, 1000, None)
    """
    try:
        node = parse(query)
    except QueryError:  # complained about where the query is read
        return None
    match node:
        case Arithmetic("*", Number(times), _) | Arithmetic("*", _, Number(times)):
            return times
    return None


def repeats(heading: str, query: str) -> bool:
    """Whether the heading is the query, as it is asked or as `table` writes it in LaTeX: then it
    says what the numbers below are.

    >>> repeats("$(-d)/3$", "-d/3"), repeats("$d^{2}$", "d**2"), repeats("$d^{2}$", "d")
    (True, True, False)
    """
    try:
        written = query_latex(parse(query))
    except QueryError:  # which is told where the query is asked
        written = query
    return without_markup(heading) in (without_markup(query), without_markup(written))


def scaled_by(heading: str) -> str:
    """The complaint about a heading that may scale the numbers below it."""
    return (
        f"the heading {shown(heading)} may scale the numbers below it: write the percent sign "
        "into each cell, the query of percentages as 100*(...), or the numbers without a factor"
    )


def _plain(heading: str) -> str:
    """The heading as it is printed, as far as matters here."""
    text = re.sub(r"<sup>", "^", unescape(heading))
    text = COMMAND.sub(lambda found: COMMANDS[found[0]], text)
    return MARKUP.sub("", text).strip(" {}*_\t")


def _is_changed(text: str) -> bool:
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    labels_left_out = INDEX.sub(lambda found: found[0][0].strip("_"), text)
    return (
        not words.isdisjoint(UNITS | CHANGING)
        or any(pattern.search(text) for pattern in (POINTS, THOUSANDS, PER_TEN, PER_CENT))
        or OPERATIONS.search(labels_left_out) is not None
    )
