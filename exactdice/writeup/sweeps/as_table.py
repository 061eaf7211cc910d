"""A part of a sweep's file as a table over one range or two: nothing is worked out again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path

from ...exact.errors import ExactDiceError, QueryError, nearest
from ...exact.files import named
from ...exact.numbers import Interval, parse_exact, shown
from ...query.evaluate import parse_option, parse_values
from ...query.ranges import Labels, read_labels, split_words
from ...query.register import Answer
from ...query.syntax import parse, query_text
from ..tables.table import Table, label_text
from .files import read_sweep
from .table import ERROR, Entries, Entry, SweepTable

BOUNDS = re.compile(r"\[([^\[\],]+), ([^\[\],]+)\]")
TRUTHS = {"true": True, "false": False}


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
        (name, rows), *rest = self.ranges.items()
        if len(rest) > 1 or (rest and len(queries) > 1):
            last, labels = rest[-1]
            raise QueryError(
                f"{named(self.path)}: a table has one range, or two and one query, and here are "
                f"{', '.join([*self.ranges, *queries])}: name one value of some, as in "
                f"{last}={label_text(labels[0])}, or one query"
            )
        columns = rest[0] if rest else None
        across = [{columns[0]: label} for label in columns[1]] if columns else [{}]
        cells = [
            tuple(self._cell({name: row, **at}, query)[0] for query in queries for at in across)
            for row in rows
        ]
        fixed = {key: labels[0] for key, labels in self.labels.items() if key not in self.ranges}
        given = {
            key: parse_option(label) if isinstance(label, str) else label
            for key, label in fixed.items()
        }
        nodes = tuple(map(parse, queries))
        return Table(queries, (name, rows), columns, tuple(cells), given, nodes)

    def check_full(self) -> None:
        """Raise `QueryError` naming the first place that has no value."""
        sides = [[(name, label) for label in labels] for name, labels in self.ranges.items()]
        for query, place in product(self.queries, product(*sides)):
            _, why = self._cell(dict(place), query)
            if why:
                said = " ".join(f"{name}={label_text(label)}" for name, label in place)
                raise QueryError(f"{named(self.path)}: there is no {query} at {said}: {why}")

    def _cell(self, place: Mapping[str, Answer], query: str) -> tuple[Answer, str]:
        """The value there, or what stands in a table in its place and why it has none."""
        labels = (place.get(name, labels[0]) for name, labels in self.labels.items())
        row = self._rows.get(tuple(map(label_text, labels)))
        if row is None:
            return "", "it has no such row"
        text, error = (row[self.sweep.columns.index(name)] for name in (query, ERROR))
        return ("error", f"{error}") if text is None else (value_in(str(text)), "")

    @cached_property
    def _rows(self) -> dict[tuple[str, ...], Entries]:
        """{the values of the parameters: the row}."""
        width = len(self.sweep.parameters)
        return {tuple(map(str, row[:width])): row for row in self.sweep.rows}


def selection(path: Path, words: Sequence[str], queries: Sequence[str]) -> Selection:
    """What the words choose in the file: dice=1..3 some values of a parameter, by default all; and
    the queries, by default all.
    """
    sweep = read_sweep(path)
    # With whatever spaces a query is written.
    columns = {query_text(parse(column)): column for column in sweep.queries}
    pairs = split_words(words)
    asked = {query: query_text(parse(query)) for query in queries}
    for kind, names, known in (
        ("parameter ", {name: name for name in pairs}, sweep.parameters),
        ("values of ", asked, tuple(columns)),
    ):
        for name, wanted in names.items():
            if wanted not in known:
                raise QueryError(
                    f"{named(path)} has no {kind}{name}{nearest(name, known)}: it has "
                    f"{', '.join(known)}"
                )
    chosen = tuple(columns[wanted] for wanted in asked.values()) or sweep.queries
    labels = {name: _labels(path, sweep, name, pairs.get(name)) for name in sweep.parameters}
    return Selection(path, sweep, chosen, labels)


def value_in(text: str) -> Answer:
    """The value that the file has as a text: a number, bounds or a truth; any other as a name.

    >>> value_in("-3/8"), value_in("[0, 1/2]"), value_in("true"), value_in("{1, 2}")
    (Fraction(-3, 8), Interval(lower=0, upper=Fraction(1, 2)), True, '{1, 2}')
    """
    if text in TRUTHS:
        return TRUTHS[text]
    ends = BOUNDS.fullmatch(text)
    try:
        return parse_exact(text) if ends is None else Interval(*map(parse_exact, ends.groups()))
    except ExactDiceError:  # a law, a set, an action or an expression
        return text


def _labels(path: Path, sweep: SweepTable, name: str, text: str | None) -> Labels:
    """The labels of a parameter that are asked for."""
    there = dict.fromkeys(map(str, sweep.column(name)))
    if text is None:
        return _range_of(sweep.column(name)) or tuple(map(_label, there))
    # The value of an option such as weights=1,1,2 has commas, as a list has.
    several = None if text in there else read_labels(name, text, True)
    labels = several or (_label(text),)
    for label in labels:
        if label_text(label) not in there:
            known = shown(", ".join(there))[1:-1]
            raise QueryError(f"{named(path)} has no {name}={label_text(label)}: it has {known}")
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
