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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..errors import ExactDiceError
from ..exact import one_of, shown
from ..printed.source import Source
from ..queries.evaluate import names_in
from ..queries.syntax import Comparison, Logic, Node, parse
from .grids import LARGEST_TABLE, TOO_LARGE, Cell, Grid, Row, is_ellipsis, without_markup
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
    is_counted: bool  # whether no heading row and no column of labels is named by its index


@dataclass(frozen=True)
class Body:
    """A table without what is left out: the heading rows, and the rows below them with their
    labels.
    """

    heads: tuple[Row, ...]
    rows: tuple[Row, ...]
    labels: int
    skipped: tuple[Cell, ...]
    width: int  # how many columns stand beside the labels
    headings: tuple[Row, ...]  # all that stands above the first row, and those between rows
    columns: tuple[int, ...]  # the places in these of the columns that are kept, labels first
    # How many rows, and how many columns beside the labels, stand before those that are cut out.
    cuts: tuple[int | None, int | None] = (None, None)


# --- the words ------------------------------------------------------------------------------------


def layout_of(source: Source, mark: Mark, names: Sequence[str]) -> Layout:
    """Which names stand along the rows, which along the columns; refuses words that do not say it
    for these names.
    """
    try:
        return _layout(mark, names)
    except ExactDiceError as error:
        raise source.error(mark.start, str(error)) from error


def _layout(mark: Mark, names: Sequence[str]) -> Layout:
    beside, above = (_lines(mark, word, names) for word in ("labels", "header"))
    said = [name for name in (*beside, *above) if name]
    rest = [name for name in names if name not in said]
    if len(said) > len(set(said)):
        raise ExactDiceError(f"labels= and header= name an index twice: {', '.join(said)}")
    is_transposed = one_of(("yes", "no"), mark.words.get("transpose", "no"), "transpose") == "yes"
    if is_transposed and said:
        raise ExactDiceError(
            "transpose exchanges rows and columns that are counted: labels= and header= already "
            "say where each index stands"
        )
    # A side whose lines are counted takes one of the names that are left.
    free = [side for side, lines in (("rows", beside), ("columns", above)) if not any(lines)]
    if len(rest) > len(free):
        raise ExactDiceError(
            f"a table with the names {', '.join(names)} needs more than rows and columns: {EACH}"
        )
    sides = dict(zip(free[::-1] if is_transposed else free, rest, strict=False))
    rows, columns = _axis(beside, sides.get("rows")), _axis(above, sides.get("columns"))
    return Layout(len(above), len(beside), rows, columns, not said)


def _lines(mark: Mark, word: str, names: Sequence[str]) -> list[str]:
    """The name of the index that each heading row, or column of labels, holds; "" for none."""
    text = mark.words.get(word, "1")
    if COUNT.fullmatch(text):
        return [""] * int(text)
    lines = [part.strip() for part in text.split(",")]
    if not any(line in names for line in lines) or set(lines) - {*names, NO_NAME}:
        raise ExactDiceError(
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
    skipped = _Skipped(source, mark, (*layout.rows.names, *layout.columns.names))
    rows, kept, columns = _left_by_place(source, mark, grid, layout, skipped)
    heads, below = kept[: layout.header], kept[layout.header :]
    labels, beside = columns[: layout.labels], columns[layout.labels :]
    _refuse_nothing_left(source, mark, layout, (len(kept), len(columns)))
    lines = skipped.by_label({k: [rows[k][at] for at in labels] for k in below})
    across = skipped.by_label({k: [rows[at][k] for at in heads] for k in beside})
    skipped.refuse_unused()
    between = {k for k in below if k not in lines and _is_one_cell(rows[k], layout)}
    bound = [k for k in below if k not in lines | between]
    columns = [k for k in columns if k not in across]
    headings = sorted({*range(bound[0] if bound else 0), *between})
    body = Body(
        tuple(_chosen(rows[k], columns) for k in heads),
        tuple(_chosen(rows[k], columns) for k in bound),
        len(labels),
        tuple(_left_out(grid, set(heads), set(bound), set(columns))),
        len(columns) - len(labels),
        tuple(rows[k] for k in headings),
        tuple(columns),
    )
    return _without_cuts(source, body)


def _without_cuts(source: Source, body: Body) -> Body:
    """The table without a row and a column of dots, which stand for others that are not printed."""
    if not body.width:
        return body
    is_cut = [all(is_ellipsis(cell.text) for cell in row[body.labels :]) for row in body.rows]
    rows = [row for row, cut in zip(body.rows, is_cut, strict=True) if not cut]
    beside = range(body.labels, body.labels + body.width)
    across = [bool(rows) and all(is_ellipsis(row[c].text) for row in rows) for c in beside]
    if max(is_cut.count(True), across.count(True)) > 1:
        at = body.rows[is_cut.index(True)][-1] if True in is_cut else rows[0][across.index(True)]
        raise source.error(
            at.start, "the table is cut (...) at several places: have it printed whole"
        )
    kept = [*range(body.labels), *(c for c, cut in zip(beside, across, strict=True) if not cut)]
    return replace(
        body,
        heads=tuple(_chosen(row, kept) for row in body.heads),
        rows=tuple(_chosen(row, kept) for row in rows),
        width=len(kept) - body.labels,
        columns=tuple(body.columns[c] for c in kept),
        cuts=(_first(is_cut), _first(across)),
    )


def _first(found: list[bool]) -> int | None:
    return found.index(True) if True in found else None


def _left_by_place(
    source: Source, mark: Mark, grid: Grid, layout: Layout, skipped: _Skipped
) -> tuple[list[Row], list[int], list[int]]:
    """The rows, all of one width, and the numbers of the rows and columns that are not left out by
    their places.
    """
    lines = skipped.by_place("row", len(grid.rows))
    kept = [k for k in range(len(grid.rows)) if k not in lines]
    width = _width([grid.rows[k] for k in kept], layout)
    across = skipped.by_place("column", width)
    rows = _of_equal_width(source, mark, grid, (width, layout.labels, lines))
    return rows, kept, [k for k in range(width) if k not in across]


def _width(rows: Sequence[Row], layout: Layout) -> int:
    """How many cells each row should have: as many as the heading, where it has labels."""
    has_labels = layout.header > 0 and bool(layout.columns.names)
    return max(map(len, rows[: layout.header] if has_labels else rows), default=0)


def _of_equal_width(
    source: Source, mark: Mark, grid: Grid, shape: tuple[int, int, set[int]]
) -> list[Row]:
    """The rows, each of this width but for those left out; those that end early with empty
    cells.
    """
    width, labels, left_out = shape
    if width * len(grid.rows) > LARGEST_TABLE:
        raise source.error(mark.start, TOO_LARGE)
    rows: list[Row] = []
    for k, row in enumerate(grid.rows):
        missing = width - len(row)
        is_short = missing > 0 and not grid.may_end_early
        if k not in left_out and (missing < 0 or is_short):
            raise source.error(
                row[0].start,
                f"this row has {len(row) - labels} cells after its labels, the table has "
                f"{width - labels}: each cell must stand in the row, also one that prints nothing",
            )
        rows.append((*row[:width], *[Cell("", row[-1].span[1])] * missing))
    return rows


def _refuse_nothing_left(
    source: Source, mark: Mark, layout: Layout, shape: tuple[int, int]
) -> None:
    """Raise the complaint about a table, of so many rows and columns, of headings and labels
    alone.
    """
    rows, columns = shape
    if rows <= layout.header or columns <= layout.labels:
        raise source.error(
            mark.start,
            f"the table has {rows} rows, of which {layout.header} are its heading, and {columns} "
            f"columns, of which {layout.labels} hold labels: expected more, with numbers",
        )


def _is_one_cell(row: Row, layout: Layout) -> bool:
    """Whether one cell spans the whole row, as a heading between rows does."""
    return layout.labels > 0 and len(row) > 1 and bool(row[0].text) and row[0] is row[-1]


def _chosen(row: Row, columns: Sequence[int]) -> Row:
    return tuple(row[k] for k in columns)


def _left_out(grid: Grid, heads: set[int], bound: set[int], columns: set[int]) -> Iterator[Cell]:
    """The cells below the heading that are not bound."""
    for k, row in enumerate(grid.rows):
        for at, cell in enumerate(row):
            if k not in heads and not (k in bound and at in columns):
                yield cell


def _skip_words(mark: Mark) -> list[str]:
    return [" ".join(word.split()) for word in mark.words.get("skip", "").split(",")]


def condition_in(word: str, names: Sequence[str]) -> Node | None:
    """The condition on the indices that the word of skip= is, such as j > i; None for any other."""
    try:
        node = parse(word)
        said = names_in(node)
    except ExactDiceError:  # of a label that is no query
        return None
    is_condition = isinstance(node, Comparison | Logic) and said and said <= set(names)
    return node if is_condition else None


def conditions(mark: Mark, names: Sequence[str]) -> dict[str, Node]:
    """The conditions on the indices under which skip= leaves a cell out."""
    found = {word: condition_in(word, names) for word in _skip_words(mark)}
    return {word: node for word, node in found.items() if node is not None}


class _Skipped:
    """The rows and columns that skip= leaves out."""

    def __init__(self, source: Source, mark: Mark, names: Sequence[str]) -> None:
        self.source, self.mark = source, mark
        words = [word for word in _skip_words(mark) if condition_in(word, names) is None]
        self.places = [found for found in map(PLACE.fullmatch, words) if found]
        labels = [word for word in words if word and not PLACE.fullmatch(word)]
        self.names = {without_markup(word): word for word in labels}
        self.found = set[str]()

    def by_place(self, what: str, size: int) -> set[int]:
        """The rows or the columns, of so many, that are named by their places: counted from 0."""
        chosen = set[int]()
        for found in self.places:
            if what not in found.groups():
                continue
            number = int(found[2] or size)
            if not 1 <= number <= size:
                raise self.error(f"{found[0]}, but the table has {size} {what}s")
            chosen.add(number - 1)
        return chosen

    def by_label(self, printed: dict[int, list[Cell]]) -> set[int]:
        """The rows, or the columns, one of whose labels is named."""
        if not self.names:
            return set()
        chosen = set[int]()
        for place, cells in printed.items():
            said = {without_markup(cell.text) for cell in cells} & self.names.keys() - {""}
            self.found |= said
            if said:
                chosen.add(place)
        return chosen

    def refuse_unused(self) -> None:
        """Raise the complaint about a name that no row and no column has."""
        for name in self.names.keys() - self.found:
            raise self.error(
                f"{shown(self.names[name])}, but no row and no column has this label; a place is "
                'said as "row 5" or "last column"'
            )

    def error(self, message: str) -> ExactDiceError:
        """The complaint about the word."""
        return self.source.error(self.mark.start, f"skip names {message}")
