"""The cells of a table that its mark binds, each to a query of the indices along its row and its
column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..errors import ExactDiceError
from ..exact import shown
from ..printed.numbers import is_empty_cell
from ..printed.source import Source
from ..queries.evaluate import names_in, options_in, parse_word, value_of
from ..queries.ranges import read_labels, symbols_among
from ..queries.symbols import read_domain
from ..queries.syntax import parse
from .grids import Cell, Grid
from .headings import (
    may_scale,
    repeats,
    says_hundredths,
    says_unit,
    scaled_by_label,
    scaled_cell,
)
from .layouts import Axis, Body, Layout, body_of, conditions, layout_of
from .marks import Mark
from .table_labels import (
    PRINTED,
    Labels,
    Printed,
    check_labels,
    check_names,
    printed_labels,
    written_labels,
)

# Words of a table's mark that are no options.
OWN = {"header", "labels", "skip", "transpose", "style", "decimal", "siunitx", "format"}
OWN |= {"separator"}
LONGEST_QUERY = 100  # characters of it that a message shows
NAMES_AND_NUMBERS = re.compile(r"\d+(?:\.\d+)?|(?P<name>[A-Za-z_]\w*)", re.ASCII)
MeansNumber = Callable[[str], bool]  # whether a text has a declared meaning


@dataclass(frozen=True)
class Bound:
    """A cell that prints something, and the query it should equal."""

    cell: Cell
    query: str
    number: int  # of the mark's queries
    given: Mapping[str, str]  # the options that its labels give
    values: Mapping[str, str]  # of the indices
    doubt: str  # why its number may be a percentage; "" where nothing says so


@dataclass(frozen=True)
class BoundTable:
    """What a mark binds of a table, what it leaves out, and how many cells print nothing."""

    cells: tuple[Bound, ...]
    skipped: tuple[Cell, ...]
    empty: int


@dataclass(frozen=True)
class Side:
    """The rows or the columns: what they are called, their names, how many there are, and the
    labels that the mark says; None where it says none.
    """

    what: str
    axis: Axis
    count: int
    labels: list[Labels] | None
    queries: int  # that are parted along it; 0 where it has names
    cut: int | None = None  # how many stand before those that are cut out (...)

    @property
    def needed(self) -> int:
        """How many there must be, those that are cut out too."""
        if self.queries:
            return self.queries
        return self.count if self.labels is None else len(self.labels)

    @property
    def fits(self) -> bool:
        """Whether there are as many as there must be; fewer where some are cut out."""
        if self.cut is None or (self.labels is None and not self.queries):
            return self.count == self.needed
        return self.count < self.needed and not self.queries

    @property
    def labels_printed(self) -> list[Labels] | None:
        """The labels of those that are printed, the last ones behind those that are cut out."""
        if self.labels is None or self.cut is None:
            return self.labels
        return self.labels[: self.cut] + self.labels[len(self.labels) - self.count + self.cut :]

    def query_at(self, place: int) -> int:
        """The number of the query that the row or the column at this place has, 0 where it has
        none of its own.
        """
        return place if self.queries else 0


class Indices(NamedTuple):
    """The names to which a table's mark gives labels, in their order."""

    names: Sequence[str]
    symbols: set[str]  # those of them that stand for numbers in an option, as p in weights=p,1-p


def bound_table(
    source: Source, mark: Mark, indices: Indices, grid: Grid, is_word: MeansNumber
) -> BoundTable:
    """The cells with their queries of these indices; `ClaimsError` where the table and the mark do
    not fit.
    """
    queries = [query.strip() for query in mark.query.split(";")]
    layout = layout_of(source, mark, indices.names)
    _check_queries(source, mark, queries, layout)
    body = body_of(source, mark, grid, layout)
    rows = _side(source, mark, "row", layout.rows, (len(body.rows), len(queries), body.cuts[0]))
    columns = _side(
        source, mark, "column", layout.columns, (body.width, len(queries), body.cuts[1])
    )
    _check_shape(source, mark, layout, (rows, columns))
    doubts = _doubts_of_scale(source, body, queries, (rows, columns))
    if says_unit(grid.caption):
        doubts |= _doubts_of_caption(grid.caption, body, queries, (rows, columns))
    down = _values(source, mark, rows, list(_printed_beside(body, layout.rows)))
    across = _values(source, mark, columns, list(_printed_above(body, layout.columns)))
    known = [indices.symbols.union(options_in(parse(query), mark.words)) for query in queries]
    cells, empty = list[Bound](), 0
    left_out = _LeftOut(source, mark, indices.names)
    for r, row in enumerate(body.rows):
        for c, cell in enumerate(row[body.labels :]):
            values = {**down[r], **across[c]}
            # Half of a symmetric table is often left out.
            if is_empty_cell(cell.text) and not is_word(cell.text):
                empty += 1
            elif not left_out.holds(cell, values):
                number = rows.query_at(r) or columns.query_at(c)
                query = substituted(queries[number], values)
                # An index may be a name in the query, and an option of it or a symbol in one: text
                # is put in for the name, the others are given.
                given = {name: text for name, text in values.items() if name in known[number]}
                doubt = doubts.get((r, c), "")
                cells.append(Bound(cell, query, number, given, values, doubt))
    left_out.refuse_unused(cells)
    return BoundTable(tuple(cells), (*body.skipped, *left_out.cells), empty)


class _LeftOut:
    """The cells that conditions of skip= leave out, such as j > i."""

    def __init__(self, source: Source, mark: Mark, names: Sequence[str]) -> None:
        self.source, self.mark = source, mark
        self.conditions = conditions(mark, names)
        self.read = lru_cache(maxsize=4096)(parse_word)  # cells share few labels
        self.met = set[str]()
        self.cells = list[Cell]()

    def holds(self, cell: Cell, values: Mapping[str, str]) -> bool:
        """Whether a condition holds of these values of the indices; the cell is noted then."""
        if not self.conditions:
            return False
        try:
            read = {name: self.read(text) for name, text in values.items()}
            met = [word for word, node in self.conditions.items() if value_of(node, {}, read)]
        except ExactDiceError as error:
            raise self.source.error(self.mark.start, f"table: skip: {error}") from error
        self.met.update(met)
        self.cells += [cell] if met else []
        return bool(met)

    def refuse_unused(self, bound: Sequence[Bound]) -> None:
        """Raise the complaint about a condition that no cell meets, or that all meet."""
        unused = next((word for word in self.conditions if word not in self.met), None)
        if unused is None and (bound or not self.conditions):
            return
        met = f"no cell meets {shown(unused)}" if unused else "no cell is left to bind"
        raise self.source.error(
            self.mark.start, f"table: skip leaves out cells by the indices: {met}"
        )


def indices_of(source: Source, mark: Mark, common: Mapping[str, str]) -> Indices:
    """The names in a table's queries, or of symbols in their options, that the mark's words give
    labels, in their order; `common` are the options of the document.
    """
    queries = mark.query.split(";")
    try:
        nodes = [parse(query) for query in queries]
        open_names = {name for node in nodes for name in names_in(node)}
        own = {name: text for name, text in mark.words.items() if name not in OWN}
        symbols = symbols_among(own, nodes, common)
        known = open_names.union(symbols, *map(options_in, nodes))
        # Of a symbol that no query names low..high is the domain.
        known -= {name for name in symbols - open_names if read_domain(name, mark.words[name])}
        words = {name: text for name, text in mark.words.items() if name in known}
        listed = open_names | symbols
        names = [name for name in words if _has_labels(name, words[name], name in listed)]
    except ExactDiceError as error:
        raise source.error(mark.start, f"table: {error}") from error
    if not names:
        expected = (
            "one range (rows) or two (rows, then columns), as in d=1..3 k=1..18 or "
            "a=blind,optimal; several queries (;) take one"
        )
        raise source.error(mark.start, f"a table's mark needs {expected}, got none")
    return Indices(names, symbols.intersection(names))


def _has_labels(name: str, text: str, is_open: bool) -> bool:
    """Whether the word gives labels: a range or `*`, or for an open name a list too."""
    return text == PRINTED or read_labels(name, text, is_open) is not None


def _check_queries(source: Source, mark: Mark, queries: Sequence[str], layout: Layout) -> None:
    if len(queries) > 1 and layout.rows.names and layout.columns.names:
        raise source.error(
            mark.start,
            f"a table's mark with several queries (;) parts them along its rows or its columns, "
            f"and all indices stand along the other side: got {len(queries)} queries with "
            f"{_said(layout.rows)} in rows and {_said(layout.columns)} in columns",
        )


def _said(axis: Axis) -> str:
    return ", ".join(axis.names)


def _doubts_of_scale(
    source: Source, body: Body, queries: Sequence[str], sides: tuple[Side, Side]
) -> dict[tuple[int, int], str]:
    """{(row, column): the complaint about a heading such as `chance in %` above a number that does
    not say so itself}, and where rows have queries of their own about such labels beside it; raised
    where a heading says more than a percentage.
    """
    rows, columns = sides
    found = {}
    # A heading that repeats the query says what the numbers are.
    for heading, places in _scaling(body, labels_too=not rows.axis.names):
        if any(repeats(heading.text, query) for query in queries):
            continue
        for r, c in places:
            number = body.rows[r][body.labels + c].text
            query = queries[rows.query_at(r) or columns.query_at(c)]
            unclear = "" if is_empty_cell(number) else scaled_cell(number, heading.text, query)
            if unclear and not says_hundredths(heading.text):
                raise source.error(heading.start, unclear)
            if unclear:
                found[r, c] = unclear
    return found


def _doubts_of_caption(
    caption: str, body: Body, queries: Sequence[str], sides: tuple[Side, Side]
) -> dict[tuple[int, int], str]:
    """The same for a caption such as `values in percent`."""
    rows, columns = sides
    found = {}
    for r, c in product(range(len(body.rows)), range(body.width)):
        number, query = body.rows[r][body.labels + c].text, rows.query_at(r) or columns.query_at(c)
        unclear = scaled_by_label(number, caption, queries[query])
        if unclear and not is_empty_cell(number):
            found[r, c] = unclear
    return found


def _scaling(body: Body, labels_too: bool) -> Iterator[tuple[Cell, Iterable[tuple[int, int]]]]:
    """Each heading that may scale numbers, with the rows and columns of those it speaks of."""
    rows, columns = range(len(body.rows)), range(body.width)
    corner, places = body.columns[: body.labels], body.columns[body.labels :]
    for heads in body.headings:
        is_filled = all(heads[place].text for place in places)
        for place, cell in enumerate(heads):
            # One in the corner speaks for the whole table, and so may one beside an empty cell.
            own = [c for c in columns if place in corner or not is_filled or places[c] == place]
            if may_scale(cell.text):
                yield cell, product(rows, own)
    for r, row in enumerate(body.rows if labels_too else ()):
        for cell in filter(lambda label: may_scale(label.text), row[: body.labels]):
            yield cell, product([r], columns)


# --- the shape ------------------------------------------------------------------------------------


def _side(
    source: Source, mark: Mark, what: str, axis: Axis, counts: tuple[int, int, int | None]
) -> Side:
    """The rows or the columns, counted, which part the queries where they have no names."""
    count, queries, cut = counts
    if not axis.names:
        return Side(what, axis, count, None, queries, cut)
    return Side(what, axis, count, written_labels(source, mark, axis.names), 0, cut)


def _check_shape(source: Source, mark: Mark, layout: Layout, sides: tuple[Side, Side]) -> None:
    """Refuse a table that has not the shape of the query, and say both."""
    wrong = next((side for side in sides if not side.fits), None)
    if wrong is None:
        return
    rows, columns = sides
    read = (
        f"the table has {rows.count + layout.header} rows and {columns.count + layout.labels} "
        f"columns, of which {_of(layout.header, 'heading row')} and "
        f"{_of(layout.labels, 'column')} of labels"
    )
    query = f"{_short(mark.query)} has {_along(rows)}, and {_along(columns)}"
    message = f"{_amount(wrong, mark)}: {read}; {query}; {_advice(layout, rows, columns)}"
    raise source.error(mark.start, message)


def _short(query: str) -> str:
    """The query on one line."""
    text = " ".join(query.split())
    return text if len(text) <= LONGEST_QUERY else f"{text[: LONGEST_QUERY - 3]}..."


def _of(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _amount(side: Side, mark: Mark) -> str:
    """What does not fit along this side."""
    words = " ".join(f"{name}={mark.words[name]}" for name in side.axis.names)
    needed = f"{words} has {_of(side.needed, 'label')}" if words else f"it needs {_along(side)}"
    more = "" if side.cut is None else " and dots for more"
    return f"{needed}, but the table has {_of(side.count, side.what)}{more} for them"


def _along(side: Side) -> str:
    """What stands along this side, and how often."""
    if side.queries:
        each = "one for each query" if side.queries > 1 else "for its one query"
        return f"{_of(side.queries, side.what)}, {each}"
    return f"{_said(side.axis)} in {_of(side.needed, side.what)}"


def _advice(layout: Layout, rows: Side, columns: Side) -> str:
    """Words with which the table has the shape of the query, or what to do where none are known."""
    if not layout.is_counted:
        return "say the labels that the table has, and skip= for what is not bound"
    if (rows.count, columns.count) == (columns.needed, rows.needed):
        return "say transpose where rows and columns are exchanged"
    header = layout.header + rows.count - rows.needed
    labels = layout.labels + columns.count - columns.needed
    lines = f"header={header} labels={labels}"
    if header >= layout.header and labels >= layout.labels:
        return f'say skip= for what is not bound, as in skip="Total", or {lines} if it is labels'
    if min(header, labels) >= 0:
        return f"say {lines} if the table has so many"
    return "say the ranges that the table has, and skip= for what is not bound"


# --- the labels -----------------------------------------------------------------------------------


def _values(
    source: Source, mark: Mark, side: Side, printed: Sequence[Printed]
) -> list[Mapping[str, str]]:
    """The values of the indices in each row or column."""
    names = side.axis.names
    if not names:
        return [{}] * side.count
    labels = side.labels_printed
    check_names(source, mark, names, printed)
    if labels is None:
        labels = printed_labels(source, mark, names, printed)
    else:
        check_labels(source, names, labels, printed)
    return [dict(zip(names, here, strict=True)) for here in labels]


def _printed_beside(body: Body, axis: Axis) -> Iterator[Printed]:
    """The labels beside each row, one for each name."""
    for row in body.rows:
        yield [None if place is None else row[place] for place in axis.places]


def _printed_above(body: Body, axis: Axis) -> Iterator[Printed]:
    """The labels above each column, one for each name."""
    for column in range(body.labels, body.labels + body.width):
        yield [None if place is None else body.heads[place][column] for place in axis.places]


def substituted(query: str, values: Mapping[str, str]) -> str:
    """The query with the names replaced by texts.

    >>> substituted("gain(a, b)", {"a": "blind", "b": "dice(3)"})
    'gain(blind, dice(3))'
    >>> substituted("P(d,k)/d", {"d": "-1"})
    'P((-1),k)/(-1)'
    """
    parts, at = [], 0
    for found in NAMES_AND_NUMBERS.finditer(query):
        if found["name"] in values and not re.match(r"\s*[(=]", query[found.end() :]):
            text = values[found["name"]]
            # What is no single number or word needs parentheses, as -1 does in P(d,k)/d.
            plain = re.fullmatch(r"\d+|[A-Za-z_]\w*(?:\([^()]*\))?", text, re.ASCII)
            parts += [query[at : found.start("name")], text if plain else f"({text})"]
            at = found.end()
    return "".join(parts) + query[at:]
