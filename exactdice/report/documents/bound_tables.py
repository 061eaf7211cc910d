"""The cells of a table that its mark binds, each to a query of the indices along its row and its
column, and the labels of rows and columns: those that the mark says, or with `*` those that are
printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import shown
from ...game.text_of_values import abridged
from ...query.evaluate import Scope, names_in, options_in, parse_word, value_of
from ...query.ranges import Labels as IndexLabels
from ...query.ranges import read_labels, symbols_among
from ...query.symbols import read_domain
from ...query.syntax import parse
from ...writeup.tables.table import label_text
from ..printed.numbers import is_empty_cell, parse_printed
from ..printed.source import Source
from ..printed.spellings import unwrapped
from .grids import (
    Axis,
    Body,
    Cell,
    Grid,
    body_of,
    conditions,
    explain_heading,
    explain_label,
    may_scale,
    plain_label,
    read_layout,
    repeats,
    says_hundredths,
    says_unit,
)
from .marks import Mark, Words

# Words of a table's mark that are no options.
OWN = {"header", "labels", "skip", "transpose", "style", "decimal", "siunitx", "format"}
OWN |= {"separator"}
NAMES_AND_NUMBERS = re.compile(r"\d+(?:\.\d+)?|(?P<name>[A-Za-z_]\w*)", re.ASCII)
PRINTED = "*"  # of an index whose labels are those that the table prints
MeansNumber = Callable[[str], bool]  # whether a text has a declared meaning
Labels = tuple[str, ...]  # of a row or a column: one for each name along it
Printed = Sequence[Cell | None]  # the cells that print these; None where nothing does


@dataclass(frozen=True)
class Bound:
    """A cell that prints something, and the query it should equal."""

    cell: Cell
    query: str
    number: int  # of the mark's queries
    given: Words  # the options that its labels give
    values: Words  # of the indices
    doubt: str  # why its number may be a percentage; "" where nothing says so


@dataclass(frozen=True)
class Side:
    """The rows or the columns: what they are called, their names, what prints the labels of each,
    and the labels that the mark says for each name; None where it says none.
    """

    what: str
    axis: Axis
    printed: Sequence[Printed]
    cut: int | None  # how many stand before those that are cut out (...)
    queries: int  # that are parted along it; 0 where it has names
    labels: Sequence[IndexLabels] | None

    @property
    def needed(self) -> int:
        """How many there must be, those that are cut out too."""
        if self.labels is not None:
            return prod(map(_size, self.labels))
        return self.queries or len(self.printed)

    @property
    def fits(self) -> bool:
        """Whether there are as many as there must be; fewer where some are cut out."""
        if self.cut is None or (self.labels is None and not self.queries):
            return len(self.printed) == self.needed
        return len(self.printed) < self.needed and not self.queries

    def expected_labels(self, place: int) -> Labels:
        """The labels that the mark says for this row or column, the last name varying fastest."""
        if self.cut is not None and place >= self.cut:
            place += self.needed - len(self.printed)
        found = []
        for labels in reversed(self.labels or ()):
            place, k = divmod(place, _size(labels))
            found.append(label_text(labels[k]))
        return tuple(reversed(found))


def _query_number(rows: Side, columns: Side, r: int, c: int) -> int:
    """The number of the query of this cell: that of its row or of its column where these part
    the queries.
    """
    if rows.queries:
        return r
    return c if columns.queries else 0


def _size(labels: IndexLabels) -> int:
    """How many labels; of a range by its ends, as it may be longer than len() can say."""
    if isinstance(labels, range):
        return (labels[-1] - labels[0]) // labels.step + 1
    return len(labels)


class Indices(NamedTuple):
    """The names to which a table's mark gives labels, in their order."""

    names: Sequence[str]
    symbols: set[str]  # those of them that stand for numbers in an option, as p in weights=p,1-p


def bind_cells(
    source: Source, mark: Mark, indices: Indices, grid: Grid, is_word: MeansNumber
) -> tuple[list[Bound], list[Cell], int]:
    """(the cells with their queries of these indices, those that are left out, how many print
    nothing); `ClaimsError` where the table and the mark do not fit.
    """
    queries = [query.strip() for query in mark.query.split(";")]
    down, across = read_layout(mark.words, indices.names)
    if len(queries) > 1 and down.names and across.names:
        raise ClaimsError(
            f"a table's mark with several queries (;) parts them along its rows or its columns, "
            f"and all indices stand along the other side: got {len(queries)} queries with "
            f"{', '.join(down.names)} in rows and {', '.join(across.names)} in "
            "columns",
        )
    body = body_of(source, mark.words, grid, down, across)
    table = body.table
    rows, columns = _sides(mark, down, across, body, len(queries))
    doubts = _doubts(source, body, grid.caption, queries, rows, columns)
    values = [_values(source, mark, side) for side in (rows, columns)]
    left_out = _left_out(mark, indices.names, *values)
    known = [indices.symbols.union(options_in(parse(query), mark.words)) for query in queries]
    cells = []
    skipped = []
    empty = 0
    for (r, row), (c, column) in product(enumerate(body.rows), enumerate(body.columns)):
        cell = table[row][column]
        # Half of a symmetric table is often left out.
        if is_empty_cell(cell.text) and not is_word(cell.text):
            empty += 1
        elif (r, c) in left_out:
            skipped.append(cell)
        else:
            here = {**values[0][r], **values[1][c]}
            number = _query_number(rows, columns, r, c)
            query = substituted(queries[number], here)
            # An index may be a name in the query, and an option of it or a symbol in one: text is
            # put in for the name, the others are given.
            given = {name: text for name, text in here.items() if name in known[number]}
            cells.append(Bound(cell, query, number, given, here, doubts.get((r, c), "")))
    if skipped and not cells:
        raise ClaimsError(f"{SKIPS}: no cell is left to bind")
    return cells, [*body.skipped, *skipped], empty


SKIPS = "table: skip leaves out cells by the indices"


def _left_out(
    mark: Mark,
    names: Sequence[str],
    down: Sequence[Words],
    across: Sequence[Words],
) -> set[tuple[int, int]]:
    """The rows and columns of the cells that a condition of skip= leaves out, such as j > i; raises
    the complaint about one that no cell meets.
    """
    places = set()
    for word, node in conditions(mark.words, names).items():
        try:
            rows, columns = (
                [{name: parse_word(text) for name, text in here.items()} for here in side]
                for side in (down, across)
            )
            met = {
                (r, c)
                for (r, row), (c, column) in product(enumerate(rows), enumerate(columns))
                if value_of(node, Scope({}, {**row, **column}))
            }
        except ExactDiceError as error:
            raise ClaimsError(f"table: skip: {error}") from error
        if not met:
            raise ClaimsError(f"{SKIPS}: no cell meets {shown(word)}")
        places |= met
    return places


def find_indices(mark: Mark, common: Words) -> Indices:
    """The names in a table's queries, or of symbols in their options, that the mark's words give
    labels, in their order; `common` are the options of the document.
    """
    nodes = [parse(query) for query in mark.query.split(";")]
    open_names = {name for node in nodes for name in names_in(node)}
    own = {name: text for name, text in mark.words.items() if name not in OWN}
    symbols = symbols_among(own, nodes, common)
    known = open_names.union(symbols, *map(options_in, nodes))
    # Of a symbol that no query names low..high is the domain.
    known -= {name for name in symbols - open_names if read_domain(name, mark.words[name])}
    names = [
        name
        for name, text in mark.words.items()
        if name in known
        # An open name may have a list too.
        and (text == PRINTED or read_labels(name, text, name in open_names | symbols) is not None)
    ]
    if not names:
        raise ClaimsError(
            "a table's mark needs one range (rows) or two (rows, then columns), as in d=1..3 "
            "k=1..18 or a=blind,optimal; several queries (;) take one, got none"
        )
    return Indices(names, symbols.intersection(names))


# --- numbers that may be percentages --------------------------------------------------------------


def _doubts(
    source: Source, body: Body, caption: str, queries: Sequence[str], rows: Side, columns: Side
) -> dict[tuple[int, int], str]:
    """{(row, column): the complaint about a heading such as `chance in %`, or a caption such as
    `values in percent`, of a number that does not say so itself}, and where rows have queries of
    their own about such labels beside it; raised where a heading says more than a percentage.
    """
    speaking = [*_scaling(body, not rows.axis.names)]
    if says_unit(caption):
        whole = product(range(len(body.rows)), range(len(body.columns)))
        speaking.append((Cell(caption, -1), whole))
    found = {}
    for heading, places in speaking:
        is_caption = heading.start < 0
        # A heading that repeats the query says what the numbers are.
        if not is_caption and any(repeats(heading.text, query) for query in queries):
            continue
        for r, c in places:
            number = body.table[body.rows[r]][body.columns[c]].text
            query = queries[_query_number(rows, columns, r, c)]
            scaled = explain_label if is_caption else explain_heading
            unclear = "" if is_empty_cell(number) else scaled(number, heading.text, query)
            if unclear and not is_caption and not says_hundredths(heading.text):
                raise source.error(heading.start, unclear)
            if unclear:
                found[r, c] = unclear
    return found


def _scaling(body: Body, labels_too: bool) -> Iterator[tuple[Cell, Iterable[tuple[int, int]]]]:
    """Each heading that may scale numbers, with the rows and columns of those it speaks of."""
    rows = range(len(body.rows))
    columns = range(len(body.columns))
    for heads in (body.table[k] for k in body.headings):
        is_filled = all(heads[place].text for place in body.columns)
        for place in (*body.labels, *body.columns):
            # One in the corner speaks for the whole table, and so may one beside an empty cell.
            speaks_for_all = place in body.labels or not is_filled
            own = [c for c in columns if speaks_for_all or body.columns[c] == place]
            if may_scale(heads[place].text):
                yield heads[place], product(rows, own)
    for r, row in enumerate(body.rows if labels_too else ()):
        for label in (body.table[row][place] for place in body.labels):
            if may_scale(label.text):
                yield label, product([r], columns)


# --- the shape ------------------------------------------------------------------------------------


def _side(
    mark: Mark, what: str, axis: Axis, printed: Sequence[Printed], cut: int | None, queries: int
) -> Side:
    """The rows or the columns, which part the queries where they have no names."""
    texts = [mark.words[name] for name in axis.names]
    if not texts:
        return Side(what, axis, printed, cut, queries, None)
    if 0 < texts.count(PRINTED) < len(texts):
        raise ClaimsError(
            f"table: {' and '.join(axis.names)} stand along one side, so all of them must take the "
            f"labels that are printed, as {axis.names[0]}=*, or none",
        )
    labels = None
    if PRINTED not in texts:
        read = (read_labels(name, text, True) for name, text in zip(axis.names, texts, strict=True))
        labels = [one for one in read if one is not None]  # all, as the names are of `find_indices`
    return Side(what, axis, printed, cut, 0, labels)


def _sides(mark: Mark, down: Axis, across: Axis, body: Body, queries: int) -> tuple[Side, Side]:
    """The rows and the columns; refused, with both shapes, where the table has not that of the
    query.
    """
    table = body.table
    printed = [
        [None if at is None else table[k][body.labels[at]] for at in down.places] for k in body.rows
    ]
    rows = _side(mark, "row", down, printed, body.cuts[0], queries)
    printed = [
        [None if at is None else table[body.heads[at]][c] for at in across.places]
        for c in body.columns
    ]
    columns = _side(mark, "column", across, printed, body.cuts[1], queries)
    wrong = next((side for side in (rows, columns) if not side.fits), None)
    if wrong is None:
        return rows, columns
    words = " ".join(f"{name}={mark.words[name]}" for name in wrong.axis.names)
    needed = f"{words} has {_of(wrong.needed, 'label')}" if words else f"it needs {_along(wrong)}"
    more = "" if wrong.cut is None else " and dots for more"
    raise ClaimsError(
        f"{needed}, but the table has {_of(len(wrong.printed), wrong.what)}{more} for them: "
        f"the table has {len(rows.printed) + across.lines} rows and "
        f"{len(columns.printed) + down.lines} columns, of which "
        f"{_of(across.lines, 'heading row')} and {_of(down.lines, 'column')} of labels; "
        f"{abridged(' '.join(mark.query.split()))} has {_along(rows)}, and {_along(columns)}; say "
        "the ranges, header= and labels= that the table has, skip= for what is not bound, or "
        "transpose",
    )


def _of(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _along(side: Side) -> str:
    """The names or the queries along this side, and how often they stand there."""
    if side.queries:
        each = "one for each query" if side.queries > 1 else "for its one query"
        return f"{_of(side.queries, side.what)}, {each}"
    return f"{', '.join(side.axis.names)} in {_of(side.needed, side.what)}"


# --- the labels -----------------------------------------------------------------------------------

# A name in LaTeX.
UPRIGHT = re.compile(r"\\(?:mathrm|operatorname|text|textrm)\{((?:[^\\{}]|\\_)*)\}")
LABEL = re.compile(r"-?\d+(?:/\d+|\.\d+)?|[A-Za-z_]\w*(?:\(\d+\))?", re.ASCII)
# Several values, such as 1-2 or 3 to 5, without markup and blanks.
SEVERAL = re.compile(r"\d(?:[-\u2010-\u2015\u2212]+|\.\.+|\u2026|to|or|and)\d", re.ASCII)
# A number with the marks within it, and what touches it.
MARKS = ".,'\u2019\u00a0\u202f"
NUMBER = re.compile(rf"\d[\d{MARKS}]*")
TOUCHING = re.compile(r"[^\W_]+|[%‰²³⁰-₉]")
ORDINALS = frozenset(["st", "nd", "rd", "th", "er", "re", "e", "ère", "ème"])
SIGNS = ("-", "\u2212", "\u2013", "+", "±", "minus", "moins", "negative", "negativ", "négatif")


def _values(source: Source, mark: Mark, side: Side) -> list[Words]:
    """The values of the indices in each row or column, where these labels are printed."""
    names, printed = side.axis.names, side.printed
    if not names:
        return [{}] * len(side.printed)
    for cells in printed:
        for name, cell in zip(names, cells, strict=True):
            # A label such as `r = 1` where another index of the mark stands.
            before = cell.text.rpartition("=")[0] if cell else ""
            symbol = UPRIGHT.sub(r"\1", unwrapped(before)[1]).strip("$ ")
            if cell and symbol != name and symbol in mark.words:
                raise source.error(
                    cell.start, f"the label printed is {shown(cell.text)}, where {name} stands"
                )
    if side.labels is None:
        labels = _printed_labels(source, names, printed)
    else:
        labels = [side.expected_labels(k) for k in range(len(side.printed))]
        # Compared, so that a row left out is no shift of all values below it.
        of_each_name = [{plain_label(one[k]) for one in labels} for k in range(len(names))]
        for own, cells in zip(labels, printed, strict=True):
            for name, label, cell, known in zip(names, own, cells, of_each_name, strict=True):
                if cell is not None and _is_another(label, known, cell.text):
                    raise source.error(
                        cell.start,
                        f"the label printed is {shown(cell.text)}, the mark expects {name}={label}",
                    )
    return [dict(zip(names, here, strict=True)) for here in labels]


def _printed_labels(
    source: Source, names: Sequence[str], printed: Sequence[Printed]
) -> list[Labels]:
    """The labels that the table prints, for each of its rows or columns.

    Below or beside a label of a group nothing is printed for the others of the group: it holds for
    them too.
    """
    found = []
    last: list[Cell | None] = [None] * len(names)
    for cells in printed:
        labels = []
        for k, (name, cell) in enumerate(zip(names, cells, strict=True)):
            is_inner = k == len(names) - 1
            last[k] = one = cell if is_inner or (cell and cell.text) else last[k]
            if one is None:
                raise ClaimsError(
                    f"{name}=* takes the labels that the table prints, but it prints none",
                )
            label = UPRIGHT.sub(r"\1", unwrapped(one.text)[1].rpartition("=")[2])
            label = label.replace(r"\_", "_").strip()
            if not LABEL.fullmatch(label):
                raise source.error(
                    one.start,
                    f"the label {shown(one.text)} must be a number or a word of the query, such as "
                    "3, d = 3 or blind; a row or a column that is not bound is named in skip=",
                )
            labels.append(label)
        found.append(tuple(labels))
    return found


def _is_another(label: str, labels: set[str], printed: str) -> bool:
    """Whether what is printed is another number or another of these labels, which are without
    markup, or its only number, as in `3 dice`, is another, or it says several where the label is
    one number.
    """
    beside = printed.strip("$ ").rpartition("=")[2]  # `d = 3` says 3
    with suppress(ExactDiceError):  # not both are numbers
        if parse_printed(label).value != parse_printed(beside).value:
            return True
    plain = plain_label(printed)
    if plain == plain_label(label):
        return False
    if plain in labels or not label.isdecimal():
        return plain in labels
    text = re.sub(r"[\\$*_`{}]", "", printed)
    numbers = list(NUMBER.finditer(text))
    if len(numbers) != 1:
        return SEVERAL.search(plain) is not None
    number = numbers[0][0].rstrip(MARKS)
    start = numbers[0].start()
    touching = TOUCHING.match(text, start + len(number))
    is_scaled = touching is not None and touching[0].lower() not in ORDINALS
    return number != label or is_scaled or text[:start].rstrip().lower().endswith(SIGNS)


def substituted(query: str, values: Words) -> str:
    """The query with the names replaced by texts.

    >>> substituted("gain(a, b)", {"a": "blind", "b": "dice(3)"})
    'gain(blind, dice(3))'
    >>> substituted("P(d,k)/d", {"d": "-1"})
    'P((-1),k)/(-1)'
    """
    parts = []
    at = 0
    for found in NAMES_AND_NUMBERS.finditer(query):
        if found["name"] in values and not re.match(r"\s*[(=]", query[found.end() :]):
            text = values[found["name"]]
            # What is no single number or word needs parentheses, as -1 does in P(d,k)/d.
            plain = re.fullmatch(r"\d+|[A-Za-z_]\w*(?:\([^()]*\))?", text, re.ASCII)
            parts += [query[at : found.start("name")], text if plain else f"({text})"]
            at = found.end()
    return "".join(parts) + query[at:]
