"""Linear equations with rational functions: x[s] = constants[s] + sum over t of rows[s][t] x[t]."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpz_poly

from ...parametric.rational import Quotient

Row = dict[int, Quotient]
ONE = Quotient(fmpz_poly([1]))


def solve_equations(
    rows: Mapping[int, Row], constants: Mapping[int, Quotient], one: Quotient = ONE
) -> dict[int, Quotient]:
    """The solution x, which must be unique; `one` is 1 among the coefficients.

    Unknowns are eliminated one by one, each time one that costs few products.
    """
    left = {s: dict(row) for s, row in rows.items()}
    right = dict(constants)
    eliminated: list[tuple[int, Row]] = []
    while left:
        users = _users(left)
        s = min(left, key=lambda s: (len(left[s]) * len(users[s]), s))
        row = _without_itself(left.pop(s), s, right, one)
        eliminated.append((s, row))
        for u in users[s]:
            if u != s:
                _put_in(left[u], row, s, right, u)
    x: dict[int, Quotient] = {}
    # The row of an unknown holds only those that are eliminated after it.
    for s, row in reversed(eliminated):
        x[s] = right[s]
        for t, share in row.items():
            x[s] += share * x[t]
    return x


def _users(rows: Mapping[int, Row]) -> dict[int, list[int]]:
    """For each unknown the rows that hold it."""
    users: dict[int, list[int]] = {s: [] for s in rows}
    for s, row in rows.items():
        for t in row:
            users[t].append(s)
    return users


def _without_itself(row: Row, s: int, right: dict[int, Quotient], one: Quotient) -> Row:
    """The row solved for its own unknown; its constant is changed in place."""
    itself = row.pop(s, None)
    if itself is None:
        return row
    rest = one - itself
    right[s] /= rest
    return {t: share / rest for t, share in row.items()}


def _put_in(other: Row, row: Row, s: int, right: dict[int, Quotient], u: int) -> None:
    """Put x[s] into the row of another unknown."""
    share = other.pop(s)
    right[u] += share * right[s]
    for t, part in row.items():
        added = share * part
        other[t] = other[t] + added if t in other else added


def solve_equations_at_once(lines: list[list[Quotient]]) -> list[Quotient] | None:
    """The solution of as many equations as unknowns, each a line of coefficients and what they sum
    to; None when there is no single one.
    """
    lines = [list(line) for line in lines]
    for k in range(len(lines)):
        pivot = next((i for i in range(k, len(lines)) if not lines[i][k].is_zero), None)
        if pivot is None:
            return None
        lines[k], lines[pivot] = lines[pivot], lines[k]
        first = lines[k][k]
        lines[k] = [entry / first for entry in lines[k]]
        for i, line in enumerate(lines):
            if i != k and not line[k].is_zero:
                lines[i] = _less(line, line[k], lines[k])
    return [line[-1] for line in lines]


def _less(line: list[Quotient], share: Quotient, other: list[Quotient]) -> list[Quotient]:
    """The line less a multiple of another."""
    return [a - share * b for a, b in zip(line, other, strict=True)]
