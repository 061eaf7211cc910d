"""What the words header=, labels=, skip= and transpose of a table's mark say of its shape.

header=1         one heading row, as without the word; the last of several holds the labels
header=d,-       two heading rows: the first holds the labels of d, the second none
labels=1         one column of labels, as without the word; the last of several holds the labels
labels=i,j       two columns of labels: the first holds those of i, the second those of j
skip="Total"     rows and columns of this label are left out; also "row 5", "last column"
skip="j > i"     cells are left out where this holds of the indices
transpose        rows and columns exchanged: the first name has its labels in the heading
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import one_of, shown
from ...query.evaluate import names_in
from ...query.syntax import Comparison, Logic, Node, parse
from ..printed.source import Source
from .grids import LARGEST_TABLE, TOO_LARGE, Cell, Grid, Row, Rows, is_ellipsis, without_markup
from .marks import Mark

COUNT = re.compile(r"\d", re.ASCII)
PLACE = re.compile(r"(?:(row|column) (\d{1,9})|last (row|column))", re.ASCII)
NO_NAME = "-"  # of a heading row, or a column of labels, that holds no index
EACH = "say which heading row or column of labels holds each of them, as in labels=i,j header=d"


@dataclass(frozen=True)
class Axis:
    """The names whose labels stand along the rows or the columns, the one that varies slowest
    first, and the heading row or column of labels that prints them; without names each row, or
    column, has a query of its own.
    """

    names: tuple[str, ...] = ()
    places: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Layout:
    """How many heading rows and columns of labels a table has, and what its rows and columns
    stand for.
    """

    header: int
    labels: int
    rows: Axis
    columns: Axis


@dataclass(frozen=True)
class Body:
    """A table without what is left out: the heading rows, and the rows below them with their
    labels.
    """

    heads: Rows
    rows: Rows
    labels: int
    skipped: tuple[Cell, ...]
    width: int  # how many columns stand beside the labels
    headings: Rows  # all that stands above the first row, and those between rows
    columns: tuple[int, ...]  # the places in these of the columns that are kept, labels first
    # How many rows, and how many columns beside the labels, stand before those that are cut out.
    cuts: tuple[int | None, int | None] = (None, None)


# --- the words ------------------------------------------------------------------------------------


def layout_of(mark: Mark, names: Sequence[str]) -> Layout:
    """Which names stand along the rows, which along the columns; refuses words that do not say it
    for these names.
    """
    beside, above = (_lines(mark, word, names) for word in ("labels", "header"))
    said = [name for name in (*beside, *above) if name]
    rest = [name for name in names if name not in said]
    turned = one_of(("yes", "no"), mark.words.get("transpose", "no"), "transpose") == "yes"
    # A side whose lines are counted takes one of the names that are left.
    free = [side for side, lines in (("rows", beside), ("columns", above)) if not any(lines)]
    if len(said) > len(set(said)):
        raise ClaimsError(f"labels= and header= name an index twice: {', '.join(said)}")
    if turned and said:
        raise ClaimsError(
            "transpose exchanges rows and columns that are counted: labels= and header= already "
            "say where each index stands"
        )
    if len(rest) > len(free):
        raise ClaimsError(
            f"a table with the names {', '.join(names)} needs more than rows and columns: {EACH}"
        )
    sides = dict(zip(free[::-1] if turned else free, rest, strict=False))
    rows = _axis(beside, sides.get("rows"))
    return Layout(len(above), len(beside), rows, _axis(above, sides.get("columns")))


def _lines(mark: Mark, word: str, names: Sequence[str]) -> list[str]:
    """The name of the index that each heading row, or column of labels, holds; "" for none."""
    text = mark.words.get(word, "1")
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
    places = [k for k, line in enumerate(lines) if line]
    if places:
        return Axis(tuple(lines[k] for k in places), tuple(places))
    if name is None:
        return Axis()
    return Axis((name,), (len(lines) - 1 if lines else None,))


# --- what is left out -----------------------------------------------------------------------------


def body_of(source: Source, mark: Mark, grid: Grid, layout: Layout) -> Body:
    """The rows and columns of the table that the mark binds, and its headings."""
    header = layout.header
    labels = layout.labels
    said = conditions(mark, (*layout.rows.names, *layout.columns.names))
    words = [word for word in _skip_words(mark) if word and word not in said]
    skipped_rows = _places(words, "row", len(grid.rows))
    kept = [k for k in range(len(grid.rows)) if k not in skipped_rows]
    # Each row should have as many cells as the heading, where it has labels.
    measured = kept[:header] if header and layout.columns.names else kept
    width = max((len(grid.rows[k]) for k in measured), default=0)
    skipped = _places(words, "column", width)
    columns = [k for k in range(width) if k not in skipped]
    if len(kept) <= header or len(columns) <= labels:
        raise ClaimsError(
            f"the table has {len(kept)} rows, of which {header} are its heading, and "
            f"{len(columns)} columns, of which {labels} hold labels: expected more, with numbers"
        )
    rows = _of_equal_width(source, grid, width, labels, skipped_rows)
    heads = kept[:header]
    below = kept[header:]
    beside = columns[:labels]
    across = columns[labels:]
    rows_left, columns_left = _by_label(
        words,
        {k: [rows[k][at] for at in beside] for k in below},
        {k: [rows[at][k] for at in heads] for k in across},
    )
    across = [k for k in across if k not in columns_left]
    below = [k for k in below if k not in rows_left]
    # One cell that spans the whole row is a heading between rows.
    ends = [(k, rows[k][0], rows[k][-1]) for k in below if labels and len(rows[k]) > 1]
    between = {k for k, first, last in ends if first.text and first is last}
    bound = [k for k in below if k not in between]
    kept_cells = set(product(bound, [*beside, *across]))
    left_out = [
        cell
        for k, row in enumerate(grid.rows)
        for at, cell in enumerate(row)
        if k not in heads and (k, at) not in kept_cells
    ]
    headings = tuple(rows[k] for k in sorted({*range(bound[0] if bound else 0), *between}))
    # A row and a column of dots stand for others that are not printed.
    dots = [k for k in bound if across and all(is_ellipsis(rows[k][c].text) for c in across)]
    shown_rows = [k for k in bound if k not in dots]
    dotted = [
        c for c in across if shown_rows and all(is_ellipsis(rows[k][c].text) for k in shown_rows)
    ]
    if len(dots) > 1 or len(dotted) > 1:
        at = rows[dots[0]][-1] if dots else rows[shown_rows[0]][dotted[0]]
        raise source.error(
            at.start, "the table is cut (...) at several places: have it printed whole"
        )
    shown_columns = [*beside, *(c for c in across if c not in dotted)]
    cuts = bound.index(dots[0]) if dots else None, across.index(dotted[0]) if dotted else None
    return Body(
        tuple(_chosen(rows[k], shown_columns) for k in heads),
        tuple(_chosen(rows[k], shown_columns) for k in shown_rows),
        labels,
        tuple(left_out),
        len(shown_columns) - labels,
        headings,
        tuple(shown_columns),
        cuts,
    )


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


def _by_label(words: Sequence[str], *printed: Mapping[int, list[Cell]]) -> list[set[int]]:
    """The rows, and the columns, one of whose labels skip= names."""
    labels = {without_markup(word): word for word in words if not PLACE.fullmatch(word)}
    chosen = []
    found = set[str]()
    for lines in printed:
        said = {
            k: {without_markup(cell.text) for cell in cells} & labels.keys() - {""}
            for k, cells in lines.items()
        }
        found.update(*said.values())
        chosen.append({k for k, names in said.items() if names})
    for name in labels.keys() - found:
        raise ClaimsError(
            f"skip names {shown(labels[name])}, but no row and no column has this label; a place "
            'is said as "row 5" or "last column"'
        )
    return chosen


def _of_equal_width(
    source: Source, grid: Grid, width: int, labels: int, left_out: set[int]
) -> list[Row]:
    """The rows, each of this width but for those left out; those that end early with empty
    cells.
    """
    if width * len(grid.rows) > LARGEST_TABLE:
        raise ClaimsError(TOO_LARGE)
    rows = []
    for k, row in enumerate(grid.rows):
        missing = width - len(row)
        if k not in left_out and (missing < 0 or (missing and not grid.may_end_early)):
            raise source.error(
                row[0].start,
                f"this row has {len(row) - labels} cells after its labels, the table has "
                f"{width - labels}: each cell must stand in the row, also one that prints nothing",
            )
        rows.append((*row[:width], *[Cell("", row[-1].span[1])] * missing))
    return rows


def _chosen(row: Row, columns: Sequence[int]) -> Row:
    return tuple(row[k] for k in columns)


def _skip_words(mark: Mark) -> list[str]:
    return [" ".join(word.split()) for word in mark.words.get("skip", "").split(",")]


def conditions(mark: Mark, names: Sequence[str]) -> dict[str, Node]:
    """The conditions on the indices, such as j > i, under which skip= leaves a cell out."""
    found = dict[str, Node]()
    for word in _skip_words(mark):
        with suppress(ExactDiceError):  # of a label that is no query
            node = parse(word)
            said = names_in(node)
            if isinstance(node, Comparison | Logic) and said and said <= set(names):
                found[word] = node
    return found
