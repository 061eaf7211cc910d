"""A part of a sweep's file as a table over one range or two: nothing is worked out again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import ExactDiceError, QueryError, nearest
from ..exact import Bounds, parse_exact
from ..files import named
from ..queries.evaluate import parse_option, parse_values
from ..queries.ranges import Labels, read_labels, split_words
from ..queries.syntax import parse, query_text
from ..tables.table import Table, label_text
from ..words.register import Answer
from .files import read_sweep
from .table import ERROR, Entry, SweepTable

BOUNDS = re.compile(r"\[([^\[\],]+), ([^\[\],]+)\]")
TRUTHS = {"true": True, "false": False}
MOST_LISTED = 10  # values of a parameter in a message
NO_ROW, NO_VALUE = "", "error"  # what stands in a table for them

Key = tuple[str, ...]


@dataclass(frozen=True)
class Selection:
    """Columns of values in the file of a sweep, and of each parameter the labels that are asked
    for: several of a range, one of the others.
    """

    path: Path
    sweep: SweepTable
    queries: tuple[str, ...]
    labels: Mapping[str, Labels]

    @property
    def ranges(self) -> dict[str, Labels]:
        """The parameters with several labels; where none has, the first one."""
        several = {name: labels for name, labels in self.labels.items() if len(labels) > 1}
        return several or dict([*self.labels.items()][:1])

    def table(self, *queries: str) -> Table:
        """The table of these columns; empty where the sweep has no row, and with the word `error`
        where that has no value.

        Raises `QueryError` where it would have more than two sides.
        """
        self._check_shape(queries)
        (name, rows), *rest = self.ranges.items()
        columns = rest[0] if rest else None
        across = [{columns[0]: label} for label in columns[1]] if columns else [{}]
        found = _by_parameters(self.sweep)
        cells = list[tuple[Answer, ...]]()
        for row in rows:
            keys = [self._key({name: row, **column}) for column in across]
            cells.append(tuple(self._cell(found, key, query) for query in queries for key in keys))
        fixed = {key: labels[0] for key, labels in self.labels.items() if key not in self.ranges}
        given = {key: _option(label) for key, label in fixed.items()}
        nodes = tuple(map(parse, queries))
        return Table(queries, (name, rows), columns, tuple(cells), given, nodes)

    def _check_shape(self, queries: Sequence[str]) -> None:
        several = [*self.ranges]
        if len(several) > 2:
            raise QueryError(
                f"{named(self.path)}: a table has one or two ranges, and here "
                f"{', '.join(several)} have several values: name one value of the others, as in "
                f"{several[-1]}={label_text(self.ranges[several[-1]][0])}"
            )
        if len(several) == 2 and len(queries) > 1:
            raise QueryError(
                f"{named(self.path)}: a table over two ranges has one query, and here are "
                f"{', '.join(queries)}: name one of them, or one value of {several[-1]}"
            )

    def _key(self, place: Mapping[str, Answer]) -> Key:
        values = (place.get(name, labels[0]) for name, labels in self.labels.items())
        return tuple(map(label_text, values))

    def _cell(self, found: Mapping[Key, int], key: Key, query: str) -> Answer:
        if key not in found:
            return NO_ROW
        text = self.sweep.rows[found[key]][self.sweep.columns.index(query)]
        return NO_VALUE if text is None else value_in(str(text))

    def check_full(self) -> None:
        """Raise `QueryError` naming the first place that has no value."""
        for query in self.queries:
            table = self.table(query)
            for row, cells in zip(table.rows[1], table.cells, strict=True):
                for place, cell in enumerate(cells):
                    if cell in (NO_ROW, NO_VALUE):
                        raise self._missing(table, row, place)

    def _missing(self, table: Table, row: Answer, place: int) -> QueryError:
        where = {table.rows[0]: row}
        if table.columns is not None:
            where[table.columns[0]] = table.columns[1][place]
        said = " ".join(f"{name}={label_text(label)}" for name, label in where.items())
        line = _by_parameters(self.sweep).get(self._key(where))
        why = "it has no such row" if line is None else self._error(line)
        return QueryError(f"{named(self.path)}: there is no {table.query} at {said}: {why}")

    def _error(self, line: int) -> str:
        return str(self.sweep.rows[line][self.sweep.columns.index(ERROR)])


def selection(path: Path, words: Sequence[str], queries: Sequence[str]) -> Selection:
    """What the words choose in the file: dice=1..3 some values of a parameter, by default all; and
    the queries, by default all.
    """
    sweep = read_sweep(path)
    chosen = tuple(_column(path, sweep, query) for query in queries) or sweep.queries
    pairs = split_words(words)
    for name in pairs:
        if name not in sweep.parameters:
            raise QueryError(
                f"{named(path)} has no parameter {name}{nearest(name, sweep.parameters)}: it has "
                f"{', '.join(sweep.parameters)}"
            )
    labels = {name: _labels(path, sweep, name, pairs.get(name)) for name in sweep.parameters}
    return Selection(path, sweep, chosen, labels)


def value_in(text: str) -> Answer:
    """The value that the file has as a text: a number, bounds or a truth; any other as a name.

    >>> value_in("-3/8"), value_in("[0, 1/2]"), value_in("true"), value_in("{1, 2}")
    (Fraction(-3, 8), Bounds(lower=0, upper=Fraction(1, 2)), True, '{1, 2}')
    """
    if text in TRUTHS:
        return TRUTHS[text]
    ends = BOUNDS.fullmatch(text)
    try:
        return parse_exact(text) if ends is None else Bounds(*map(parse_exact, ends.groups()))
    except ExactDiceError:  # a law, a set, an action or an expression
        return text


def _by_parameters(sweep: SweepTable) -> dict[Key, int]:
    """{the values of the parameters: the row}."""
    width = len(sweep.parameters)
    return {tuple(map(str, row[:width])): place for place, row in enumerate(sweep.rows)}


def _column(path: Path, sweep: SweepTable, query: str) -> str:
    """The column of the query, with whatever spaces it is written."""
    wanted = query_text(parse(query))
    for column in sweep.queries:
        if query_text(parse(column)) == wanted:
            return column
    raise QueryError(
        f"{named(path)} has no values of {query}{nearest(query, sweep.queries)}: it has "
        f"{', '.join(sweep.queries)}"
    )


def _labels(path: Path, sweep: SweepTable, name: str, text: str | None) -> Labels:
    """The labels of a parameter that are asked for."""
    there = {str(entry): entry for entry in sweep.column(name)}
    if text is None:
        return _range_of(sweep.column(name)) or tuple(map(_label, there))
    # The value of an option such as weights=1,1,2 has commas, as a list has.
    several = None if text in there else read_labels(name, text, True)
    labels = several or (_label(text),)
    for label in labels:
        if label_text(label) not in there:
            raise QueryError(
                f"{named(path)} has no {name}={label_text(label)}: it has {_listed([*there])}"
            )
    return labels


def _range_of(entries: Sequence[Entry]) -> range | None:
    """The range whose numbers the entries are; None where they are none."""
    numbers = sorted({entry for entry in entries if isinstance(entry, int)})
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    found = range(numbers[0], numbers[-1] + 1, step) if numbers else range(0)
    return found if set(found) == set(entries) else None


def _label(text: str) -> Answer:
    """The value of a parameter; one of several numbers, as of weights, as its text."""
    return text if "," in text else parse_values(text)[0]


def _option(label: Answer) -> Answer:
    """The value of an option that its text says."""
    return parse_option(label) if isinstance(label, str) else label


def _listed(values: list[str]) -> str:
    more = f" and {len(values) - MOST_LISTED} more" * (len(values) > MOST_LISTED)
    return ", ".join(values[:MOST_LISTED]) + more
