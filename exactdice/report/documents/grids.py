"""Tables of a document as grids of cells, which each reader returns: their headings, which may
scale the numbers below them, as `P (×10³)` does, and the rows and columns that a mark binds.

A cell that spans several rows or columns stands in the grid at every place that it covers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from itertools import chain, product
from typing import NamedTuple

from ...exact.errors import ClaimsError, ExactDiceError, QueryError
from ...exact.numbers import Exact, one_of, shown
from ...query.evaluate import names_in
from ...query.syntax import Arithmetic, Comparison, Logic, Node, Number, parse, query_latex
from ..printed.delimiters import IN_PERCENT, PER_CENT, UNITS
from ..printed.source import Source, Span

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


def plain_label(text: str) -> str:
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

    def moved(self, by: int) -> Cell:
        """The cell, so many characters further on in the source."""
        return Cell(self.text, self.start + by)


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
    usual: Mapping[str, str] = field(default_factory=dict, hash=False)
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


def make_cell(text: str, start: int, end: int) -> Cell:
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
            raise source.error(cell.start, explain_span(columns))
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


def explain_span(columns: int) -> str:
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


def explain_label(number: str, label: str, query: str) -> str:
    """The complaint about a number beside such a label, or below such a caption, "" when it is
    clear.
    """
    return (
        ""
        if not says_unit(label) or _says_percentage(number, label, query)
        else explain_scaling(label)
    )


def explain_heading(number: str, heading: str, query: str) -> str:
    """The complaint about a number marked in a cell below this heading, "" when it is clear."""
    if not may_scale(heading) or repeats(heading, query):
        return ""
    only_percent = not _is_changed(PERCENT.sub(" ", _plain(heading)))
    return (
        ""
        if only_percent and _says_percentage(number, heading, query)
        else explain_scaling(heading)
    )


def _says_percentage(number: str, heading: str, query: str) -> bool:
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
    return plain_label(heading) in (plain_label(query), plain_label(written))


def explain_scaling(heading: str) -> str:
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


# --- what stands along the rows and the columns ---------------------------------------------------

# The words header=, labels=, skip= and transpose of a table's mark say its shape:
#
# header=1         one heading row, as without the word; the last of several holds the labels
# header=d,-       two heading rows: the first holds the labels of d, the second none
# labels=1         one column of labels, as without the word; the last of several holds the labels
# labels=i,j       two columns of labels: the first holds those of i, the second those of j
# skip="Total"     rows and columns of this label are left out; also "row 5", "last column"
# skip="j > i"     cells are left out where this holds of the indices
# transpose        rows and columns exchanged: the first name has its labels in the heading

COUNT = re.compile(r"\d", re.ASCII)
PLACE = re.compile(r"(?:(row|column) (\d{1,9})|last (row|column))", re.ASCII)
NO_NAME = "-"  # of a heading row, or a column of labels, that holds no index
EACH = "say which heading row or column of labels holds each of them, as in labels=i,j header=d"


@dataclass(frozen=True)
class Axis:
    """The rows, or the columns: how many columns of labels, or heading rows, print their labels,
    the names that have labels, the one that varies slowest first, and in which of these lines each
    has them; without names each row, or column, has a query of its own.
    """

    lines: int
    names: tuple[str, ...] = ()
    places: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Body:
    """A table whose rows have one width, and the places in it of its heading rows, of the rows and
    columns that its mark binds, and of its columns of labels.
    """

    table: Rows
    heads: Sequence[int]
    rows: Sequence[int]
    labels: Sequence[int]
    columns: Sequence[int]
    headings: Sequence[int]  # of all rows above the first that is bound, and of those between rows
    skipped: Sequence[Cell]
    # How many rows, and how many columns, stand before those that are cut out.
    cuts: tuple[int | None, int | None]


# --- the words ------------------------------------------------------------------------------------


def read_layout(words: Mapping[str, str], names: Sequence[str]) -> tuple[Axis, Axis]:
    """The rows and the columns, by which names stand along them; refuses words that do not say it
    for these names.
    """
    beside, above = (_lines(words, word, names) for word in ("labels", "header"))
    placed = [name for name in (*beside, *above) if name]
    rest = [name for name in names if name not in placed]
    turned = one_of(("yes", "no"), words.get("transpose", "no"), "transpose") == "yes"
    # A side whose lines are counted takes one of the names that are left.
    free = [side for side, lines in (("rows", beside), ("columns", above)) if not any(lines)]
    if len(placed) > len(set(placed)):
        raise ClaimsError(f"labels= and header= name an index twice: {', '.join(placed)}")
    if turned and placed:
        raise ClaimsError(
            "transpose exchanges rows and columns that are counted: labels= and header= already "
            "say where each index stands"
        )
    if len(rest) > len(free):
        raise ClaimsError(
            f"a table with the names {', '.join(names)} needs more than rows and columns: {EACH}"
        )
    sides = dict(zip(free[::-1] if turned else free, rest, strict=False))
    return _axis(beside, sides.get("rows")), _axis(above, sides.get("columns"))


def _lines(words: Mapping[str, str], word: str, names: Sequence[str]) -> list[str]:
    """The name of the index that each heading row, or column of labels, holds; "" for none."""
    text = words.get(word, "1")
    if COUNT.fullmatch(text):
        return [""] * int(text)
    lines = [part.strip() for part in text.split(",")]
    if not any(line in names for line in lines) or set(lines) - {*names, NO_NAME}:
        raise ClaimsError(
            f"{word} must be a number from 0 to 9, or for each of them the index that it holds or "
            f"{NO_NAME}, of the indices that have labels in this mark: {', '.join(names)}; got "
            f"{shown(text)}"
        )
    return ["" if line == NO_NAME else line for line in lines]


def _axis(lines: Sequence[str], name: str | None) -> Axis:
    """The axis of lines that say their names, or of a name whose labels stand in the last."""
    places = tuple(k for k, line in enumerate(lines) if line)
    if name is None:
        return Axis(len(lines), tuple(filter(None, lines)), places)
    return Axis(len(lines), (name,), (len(lines) - 1 if lines else None,))


# --- what is left out -----------------------------------------------------------------------------


def body_of(source: Source, words: Mapping[str, str], grid: Grid, down: Axis, across: Axis) -> Body:
    """The rows and columns of the table that the mark binds, and its headings."""
    table, heads, below, labels, columns = _select_lines(source, words, grid, down, across)
    # One cell that spans the whole row is a heading between rows.
    between = {
        k
        for k in below
        if labels and len(table[k]) > 1 and table[k][0].text and table[k][0] is table[k][-1]
    }
    bound = [k for k in below if k not in between]
    bound_cells = set(product(bound, [*labels, *columns]))
    left_out = [
        cell
        for k, row in enumerate(grid.rows)
        for at, cell in enumerate(row)
        if k not in heads and (k, at) not in bound_cells
    ]
    # A row and a column of dots stand for others that are not printed.
    dots = [k for k in bound if columns and all(is_ellipsis(table[k][c].text) for c in columns)]
    rows = [k for k in bound if k not in dots]
    dotted = [c for c in columns if rows and all(is_ellipsis(table[k][c].text) for k in rows)]
    if len(dots) > 1 or len(dotted) > 1:
        at = table[dots[0]][-1] if dots else table[rows[0]][dotted[0]]
        raise source.error(
            at.start, "the table is cut (...) at several places: have it printed whole"
        )
    return Body(
        table,
        heads,
        rows,
        labels,
        [c for c in columns if c not in dotted],
        sorted({*range(bound[0] if bound else 0), *between}),
        left_out,
        (bound.index(dots[0]) if dots else None, columns.index(dotted[0]) if dotted else None),
    )


def _select_lines(
    source: Source, words: Mapping[str, str], grid: Grid, down: Axis, across: Axis
) -> tuple[Rows, list[int], list[int], list[int], list[int]]:
    """(the rows, all of one width, the places of the heading rows, of the rows below them, of the
    columns of labels, of the columns beside them), but for what skip= names.
    """
    header, labels = across.lines, down.lines
    unbound = conditions(words, (*down.names, *across.names))
    skipped = [word for word in _skip_words(words) if word and word not in unbound]
    skipped_rows = _places(skipped, "row", len(grid.rows))
    numbers = [k for k in range(len(grid.rows)) if k not in skipped_rows]
    # Each row should have as many cells as the heading, where it has labels.
    measured = numbers[:header] if header and across.names else numbers
    width = max((len(grid.rows[k]) for k in measured), default=0)
    skipped_columns = _places(skipped, "column", width)
    columns = [k for k in range(width) if k not in skipped_columns]
    if len(numbers) <= header or len(columns) <= labels:
        raise ClaimsError(
            f"the table has {len(numbers)} rows, of which {header} are its heading, and "
            f"{len(columns)} columns, of which {labels} hold labels: expected more, with numbers"
        )
    if width * len(grid.rows) > LARGEST_TABLE:
        raise ClaimsError(TOO_LARGE)
    rows = list[Row]()
    for k, row in enumerate(grid.rows):
        missing = width - len(row)
        if k not in skipped_rows and (missing < 0 or (missing and not grid.may_end_early)):
            raise source.error(
                row[0].start,
                f"this row has {len(row) - labels} cells after its labels, the table has "
                f"{width - labels}: each cell must stand in the row, also one that prints nothing",
            )
        rows.append((*row[:width], *[Cell("", row[-1].span[1])] * missing))
    heads, beside = numbers[:header], columns[:labels]
    named = {plain_label(word): word for word in skipped if not PLACE.fullmatch(word)}
    found = set[str]()

    def is_named(cells: Iterable[Cell]) -> bool:
        here = {plain_label(cell.text) for cell in cells} & named.keys() - {""}
        found.update(here)
        return bool(here)

    below = [k for k in numbers[header:] if not is_named(rows[k][at] for at in beside)]
    right = [k for k in columns[labels:] if not is_named(rows[at][k] for at in heads)]
    for name in named.keys() - found:
        raise ClaimsError(
            f"skip names {shown(named[name])}, but no row and no column has this label; a place "
            'is said as "row 5" or "last column"'
        )
    return tuple(rows), heads, below, beside, right


def _places(words: Sequence[str], what: str, size: int) -> set[int]:
    """The rows or the columns, of so many, that skip= names by their places: counted from 0."""
    chosen = set()
    for found in map(PLACE.fullmatch, words):
        if found and what in found.groups():
            number = int(found[2] or size)
            if not 1 <= number <= size:
                raise ClaimsError(f"skip names {found[0]}, but the table has {size} {what}s")
            chosen.add(number - 1)
    return chosen


def _skip_words(words: Mapping[str, str]) -> list[str]:
    return [" ".join(word.split()) for word in words.get("skip", "").split(",")]


def conditions(words: Mapping[str, str], names: Sequence[str]) -> dict[str, Node]:
    """The conditions on the indices, such as j > i, under which skip= leaves a cell out."""
    found = dict[str, Node]()
    for word in _skip_words(words):
        with suppress(ExactDiceError):  # of a label that is no query
            node = parse(word)
            held = names_in(node)
            if isinstance(node, Comparison | Logic) and held and held <= set(names):
                found[word] = node
    return found
