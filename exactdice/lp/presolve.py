"""Rows and columns of one entry taken out of a programme, and put back into its outcome.

A row of one entry is a bound on its variable. A variable of one entry, which costs nothing or is in
an equation, is room between the rest of its row and the row's bounds. Fixed variables and empty
rows and columns go as well, until nothing more does. No other entry changes, so that duals are
found back from the columns as they were given: the certificate of the outcome is one of the given
programme.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ..exact import Exact, simplest
from .program import Outcome, Program, Row, Status, Variable

ENOUGH = 10  # one row or column in so many has a single entry: fewer are not worth the search
Bounds = tuple[Exact | None, Exact | None]


def is_worth(program: Program) -> bool:
    """Whether enough rows and columns have one entry."""
    matrix = program.matrix
    columns = np.bincount(matrix.columns, minlength=matrix.width)
    single = int((matrix.lengths <= 1).sum() + (columns <= 1).sum())
    return ENOUGH * single >= matrix.height + matrix.width


class Presolved:
    """A programme with its rows and columns of one entry taken out."""

    def __init__(self, program: Program) -> None:
        self.given = program
        self.rows = [{j: c for j, c in row.coefficients.items() if c} for row in program.rows]
        self.columns: list[set[int]] = [set() for _ in program.variables]
        for i, row in enumerate(self.rows):
            for j in row:
                self.columns[j].add(i)
        self.given_columns = [tuple(column) for column in self.columns]
        self.costs = [program.objective.get(j, 0) for j in range(len(program.variables))]
        self.variable_bounds: list[Bounds] = [(v.lower, v.upper) for v in program.variables]
        self.row_bounds: list[Bounds] = [(row.lower, row.upper) for row in program.rows]
        self.taken: list[_Taken] = []
        self.rows_left = dict.fromkeys(range(len(self.rows)))
        self.columns_left = dict.fromkeys(range(len(self.columns)))
        # A bound below another: the programme as it was given is to show that it has no point.
        self.has_no_point = False
        self._take_out()

    # -- taking out --

    def _take_out(self) -> None:
        """Look at every row and column, and again at those that lose an entry."""
        waiting = [("row", i) for i in self.rows_left] + [("column", j) for j in self.columns_left]
        while waiting and not self.has_no_point:
            kind, k = waiting.pop()
            if kind == "row" and k in self.rows_left:
                waiting += self._row(k)
            elif kind == "column" and k in self.columns_left:
                waiting += self._column(k)

    def _row(self, i: int) -> Iterator[tuple[str, int]]:
        """Take the row out if it can be; what is to be looked at then."""
        lower, upper = self.row_bounds[i]
        row = self.rows[i]
        if lower is None and upper is None:
            yield from self._without_row(i)
        elif not row:
            self.has_no_point |= not _is_within(0, self.row_bounds[i])
            del self.rows_left[i]
        elif len(row) == 1:
            (j,) = row
            self._bound(i, j)
            yield from self._without_row(i)

    def _bound(self, i: int, j: int) -> None:
        """Make a bound of the row, whose one entry is in column j."""
        entry = self.rows[i][j]
        old = self.variable_bounds[j]
        new = _common(old, _divided(self.row_bounds[i], entry))
        self.variable_bounds[j] = new
        self.taken.append(_BoundRow(i, j, self.costs[j], new[0] != old[0], new[1] != old[1]))
        self.has_no_point |= _is_empty(new)

    def _without_row(self, i: int) -> Iterator[tuple[str, int]]:
        del self.rows_left[i]
        for j in self.rows[i]:
            self.columns[j].discard(i)
            yield "column", j

    def _column(self, j: int) -> Iterator[tuple[str, int]]:
        """Take the variable out if it can be; what is to be looked at then."""
        lower, upper = self.variable_bounds[j]
        if lower is not None and lower == upper:
            yield from self._fixed(j, lower)
        elif not self.columns[j]:
            at = self._best(j)
            if at is not None:
                self.taken.append(_FixedColumn(j, at))
                del self.columns_left[j]
        elif len(self.columns[j]) == 1:
            (i,) = self.columns[j]
            low, high = self.row_bounds[i]
            if not self.costs[j] or (low is not None and low == high):
                yield from self._room(i, j)

    def _best(self, j: int) -> Exact | None:
        """Where a variable without rows is best; None when it has no end there."""
        lower, upper = self.variable_bounds[j]
        if self.costs[j]:
            return upper if (self.costs[j] > 0) == self.given.maximise else lower
        return next((bound for bound in (lower, upper) if bound is not None), 0)

    def _fixed(self, j: int, at: Exact) -> Iterator[tuple[str, int]]:
        self.taken.append(_FixedColumn(j, at))
        del self.columns_left[j]
        for i in self.columns[j]:
            moved = self.rows[i].pop(j) * at
            self.row_bounds[i] = _less(self.row_bounds[i], (moved, moved))
            yield "row", i

    def _room(self, i: int, j: int) -> Iterator[tuple[str, int]]:
        """Let the rest of the row have the room that the variable leaves it."""
        entry = self.rows[i].pop(j)
        bounds = self.row_bounds[i]
        slope: Exact = 0
        if self.costs[j]:
            # In an equation the variable is (bound - rest) / entry, and the rest takes its cost.
            slope = simplest(Fraction(self.costs[j]) / entry)
            for k, other in self.rows[i].items():
                self.costs[k] -= slope * other
        own = _times(self.variable_bounds[j], entry)
        self.row_bounds[i] = _less(bounds, own)
        rest = tuple(self.rows[i].items())
        own_bounds = self.variable_bounds[j]
        self.taken.append(_RoomColumn(i, j, entry, rest, bounds, own_bounds, slope))
        del self.columns_left[j]
        yield "row", i
        yield from (("column", k) for k in self.rows[i])

    def program(self) -> Program:
        """What is left."""
        places = {j: place for place, j in enumerate(self.columns_left)}
        variables = []
        for j in places:
            lower, upper = self.variable_bounds[j]
            variables.append(Variable(self.given.variables[j].name, lower, upper))
        rows = []
        for i in self.rows_left:
            form = {places[j]: c for j, c in self.rows[i].items()}
            lower, upper = self.row_bounds[i]
            rows.append(Row(self.given.rows[i].name, form, lower, upper))
        objective = {places[j]: self.costs[j] for j in places if self.costs[j]}
        return replace(
            self.given, variables=tuple(variables), rows=tuple(rows), objective=objective
        )

    # -- putting back --

    def outcome(self, found: Outcome) -> Outcome:
        """The outcome of the given programme, unchecked, from that of what is left."""
        x = self._columns_of(found.x, False) if found.x else ()
        ray = self._columns_of(found.ray, True) if found.ray else ()
        y = self._weights(found) if found.status != Status.UNBOUNDED else ()
        value = None
        if found.status == Status.OPTIMAL:
            x = self._columns_of(found.x, False)
            gained = sum(c * x[j] for j, c in self.given.objective.items())
            value = simplest(self.given.constant + gained)
        return replace(found, value=value, x=x, ray=ray, y=y)

    def _columns_of(self, found: tuple[Exact, ...], is_ray: bool) -> tuple[Exact, ...]:
        x: list[Exact] = [0] * len(self.columns)
        for j, at in zip(self.columns_left, found, strict=True):
            x[j] = at
        for taken in reversed(self.taken):
            taken.put_point(x, is_ray)
        return tuple(x)

    def _weights(self, found: Outcome) -> tuple[Exact, ...]:
        y: list[Exact] = [0] * len(self.rows)
        for i, weight in zip(self.rows_left, found.y, strict=True):
            y[i] = weight
        for taken in reversed(self.taken):
            taken.put_weight(self, y, found.status == Status.OPTIMAL)
        return tuple(y)

    def combined(self, j: int, y: list[Exact]) -> Exact:
        """(y A)_j, as the programme was given"""
        rows = self.given.rows
        return sum(y[i] * rows[i].coefficients[j] for i in self.given_columns[j] if y[i])


class _Taken:
    """What was taken out, and how it comes back."""

    def put_point(self, x: list[Exact], is_ray: bool) -> None:
        """Enter what x (or the direction) has here."""

    def put_weight(self, presolved: Presolved, y: list[Exact], is_optimal: bool) -> None:
        """Enter what the dual (or the contradiction) has here."""


@dataclass(frozen=True)
class _BoundRow(_Taken):
    """Row i, which bounds variable j; whether its lower and upper bound come from the row."""

    row: int
    column: int
    cost: Exact
    gives_lower: bool
    gives_upper: bool

    def put_weight(self, presolved: Presolved, y: list[Exact], is_optimal: bool) -> None:
        left = (self.cost if is_optimal else 0) - presolved.combined(self.column, y)
        # A contradiction weighs as a programme to be maximised does: the larger, the nearer to 0.
        rises = (left > 0) == (presolved.given.maximise or not is_optimal)
        if left and (self.gives_upper if rises else self.gives_lower):
            entry = presolved.given.rows[self.row].coefficients[self.column]
            y[self.row] = simplest(Fraction(left) / entry)


@dataclass(frozen=True)
class _FixedColumn(_Taken):
    """Variable j, which has one value."""

    column: int
    at: Exact

    def put_point(self, x: list[Exact], is_ray: bool) -> None:
        x[self.column] = 0 if is_ray else self.at


@dataclass(frozen=True)
class _RoomColumn(_Taken):
    """Variable j, of one entry in row i; the rest of the row then, the bounds of both, and how the
    rest took its cost.
    """

    row: int
    column: int
    entry: Exact
    rest: tuple[tuple[int, Exact], ...]
    row_bounds: Bounds
    bounds: Bounds
    slope: Exact

    def put_point(self, x: list[Exact], is_ray: bool) -> None:
        at = sum(c * x[j] for j, c in self.rest if x[j])
        rows, own = self.row_bounds, self.bounds
        if is_ray:
            rows, own = _without_end(rows), _without_end(own)
        room = _common(own, _divided(_less(rows, (at, at)), self.entry))
        x[self.column] = next((bound for bound in room if bound is not None), 0)

    def put_weight(self, _: Presolved, y: list[Exact], is_optimal: bool) -> None:
        if is_optimal:
            y[self.row] = simplest(y[self.row] + self.slope)


# --- bounds ---------------------------------------------------------------------------------------


def _common(first: Bounds, second: Bounds) -> Bounds:
    """The bounds that hold where both hold."""
    lower = [bound for bound in (first[0], second[0]) if bound is not None]
    upper = [bound for bound in (first[1], second[1]) if bound is not None]
    return max(lower, default=None), min(upper, default=None)


def _divided(bounds: Bounds, entry: Exact) -> Bounds:
    """The bounds of x when those of entry * x are given."""
    return _times(bounds, Fraction(1) / entry)


def _times(bounds: Bounds, factor: Exact) -> Bounds:
    """The bounds of factor * x."""
    lower, upper = (None if b is None else simplest(b * factor) for b in bounds)
    return (lower, upper) if factor > 0 else (upper, lower)


def _less(bounds: Bounds, taken: Bounds) -> Bounds:
    """The bounds of what is left of a sum within the bounds, when a part of it is free to be
    anywhere between those of `taken`.
    """
    (lower, upper), (least, most) = bounds, taken
    return (
        None if lower is None or most is None else simplest(lower - most),
        None if upper is None or least is None else simplest(upper - least),
    )


def _without_end(bounds: Bounds) -> Bounds:
    """The bounds of a direction that never leaves the bounds."""
    lower, upper = bounds
    return None if lower is None else 0, None if upper is None else 0


def _is_within(at: Exact, bounds: Bounds) -> bool:
    lower, upper = bounds
    return (lower is None or lower <= at) and (upper is None or at <= upper)


def _is_empty(bounds: Bounds) -> bool:
    lower, upper = bounds
    return lower is not None and upper is not None and lower > upper
