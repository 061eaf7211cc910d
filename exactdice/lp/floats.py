"""A basis from floats: HiGHS solves a scaled copy, and only its basis is kept. Nothing here is
trusted.
"""

from __future__ import annotations

from math import ldexp
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ..exact import Exact
from .pivoting import Basis, Place, resting_place
from .program import Program


def float_basis(program: Program) -> Basis | None:
    """The basis at which HiGHS stops (simplex, no presolve); None when it has none or cannot be
    used.
    """
    model, highspy = _highs()
    if model is None:
        return None
    _pass(model, highspy, program)
    found = _basis(model, highspy)
    return None if found is None else _usable(program, found)


def float_game_basis(payoffs: npt.NDArray[np.float64]) -> tuple[list[int], list[int]] | None:
    """The rows that MAX mixes and the columns that hold it there, in the programme max z, p' A_j >=
    z, sum p = 1; None without HiGHS.
    """
    model, highspy = _game_model(payoffs)
    found = None if model is None else _basis(model, highspy)
    if found is None:
        return None
    m, n = payoffs.shape
    rows = [i for i in range(m) if found[i] == Place.BASIC]
    return rows, [j for j in range(n) if found[m + 1 + j] != Place.BASIC]


def float_game_mixtures(
    payoffs: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
    """Roughly optimal mixtures of the rows and of the columns, of no proven accuracy; None when
    HiGHS gives none.
    """
    model, _ = _game_model(payoffs)
    if model is None:
        return None
    model.run()
    found = model.getSolution()
    m, n = payoffs.shape
    mixtures = [np.abs(np.array(weights)) for weights in (found.col_value[:m], found.row_dual[:n])]
    if any(not 0 < mixture.sum() < np.inf for mixture in mixtures):
        return None
    return mixtures[0] / mixtures[0].sum(), mixtures[1] / mixtures[1].sum()


def _game_model(payoffs: npt.NDArray[np.float64]) -> tuple[Any, Any]:
    """MAX's programme for HiGHS, and its module; None twice when it is not installed."""
    model, highspy = _highs()
    if model is None:
        return None, None
    m, n = payoffs.shape
    by_variable = np.zeros(
        (m + 1, n + 1)
    )  # p_0, ..., p_(m-1), z by the constraints of the columns and of the sum
    by_variable[:m, :n], by_variable[:m, n], by_variable[m, :n] = payoffs, 1, -1
    present, infinity = by_variable != 0, highspy.kHighsInf
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = m + 1, n + 1
    lp.col_cost_ = np.append(np.zeros(m), -1.0)
    lp.col_lower_ = np.append(np.zeros(m), -infinity)
    lp.col_upper_ = np.full(m + 1, infinity)
    lp.row_lower_ = np.append(np.zeros(n), 1.0)
    lp.row_upper_ = np.append(np.full(n, infinity), 1.0)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = np.append(0, np.cumsum(present.sum(axis=1))).astype(np.int32)
    lp.a_matrix_.index_ = np.nonzero(present)[1].astype(np.int32)
    lp.a_matrix_.value_ = by_variable[present]
    model.passModel(lp)
    return model, highspy


def _highs() -> tuple[Any, Any]:
    """A quiet HiGHS for the simplex method, and its module; None twice when it is not installed."""
    try:
        import highspy
    except ImportError:
        return None, None
    model: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in (
        ("output_flag", False),
        ("presolve", "off"),
        ("solver", "simplex"),
        ("threads", 1),
    ):
        model.setOptionValue(option, value)
    for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        model.setOptionValue(option, 1e-9)
    return model, highspy


def _basis(model: Any, highspy: Any) -> Basis | None:
    """Where HiGHS leaves the variables and then the rows."""
    model.run()
    basis = model.getBasis()
    if not basis.valid:
        return None
    status = highspy.HighsBasisStatus
    places = {status.kBasic: Place.BASIC, status.kLower: Place.LOWER, status.kUpper: Place.UPPER}
    return [places.get(s, Place.ZERO) for s in (*basis.col_status, *basis.row_status)]


def _usable(program: Program, basis: Basis) -> Basis | None:
    """The basis with every nonbasic variable at a bound that it has; None when the number of basic
    variables is off.
    """
    if basis.count(Place.BASIC) != len(program.rows):
        return None
    usable = []
    for place, item in zip(basis, program.limited(), strict=True):
        missing = (place == Place.LOWER and item.lower is None) or (
            place == Place.UPPER and item.upper is None
        )
        usable.append(
            resting_place(item.lower, item.upper) if missing or place == Place.ZERO else place
        )
    return usable


def _pass(model: Any, highspy: Any, program: Program) -> None:
    """Give HiGHS the programme with each row, then each column, scaled by a power of 2 to entries
    near 1.
    """
    rows = [dict(entries) for entries, _ in program.forms]
    down = [max((n.bit_length() for n in row.values()), default=0) for row in rows]
    across = [0] * len(program.variables)
    for entries, shift in zip(rows, down, strict=True):
        for column, n in entries.items():
            across[column] = (
                max(across[column], n.bit_length() - shift)
                if across[column]
                else n.bit_length() - shift
            )
    infinity = highspy.kHighsInf
    cost = {column: program.objective.get(column, 0) for column in range(len(program.variables))}
    size = max((_exponent(c) - across[column] for column, c in cost.items() if c), default=0)
    for column, variable in enumerate(program.variables):
        c = _shifted(cost[column], -across[column] - size)
        low, high = (
            _bound(b, across[column], sign * infinity)
            for b, sign in ((variable.lower, -1), (variable.upper, 1))
        )
        model.addCol(-c if program.maximise else c, low, high, 0, [], [])
    for row, form, shift, entries in zip(program.rows, program.forms, down, rows, strict=True):
        scale = form[1]
        low, high = (
            _bound(None if b is None else b * int(scale), -shift, sign * infinity)
            for b, sign in ((row.lower, -1), (row.upper, 1))
        )
        columns = list(entries)
        model.addRow(
            low,
            high,
            len(columns),
            columns,
            [_shifted(int(entries[c]), -shift - across[c]) for c in columns],
        )


def _exponent(number: Exact) -> int:
    return number.numerator.bit_length() - number.denominator.bit_length()


def _bound(bound: Exact | None, shift: int, infinity: float) -> float:
    return infinity if bound is None else _shifted(bound, shift)


def _shifted(number: Exact | fmpz, shift: int) -> float:
    """number * 2^shift as a float, 0 where it underflows and huge where it overflows."""
    top = int(number.numerator)
    bottom = int(number.denominator)
    if not top:
        return 0.0
    cut = max(top.bit_length() - 64, 0)
    lost = max(bottom.bit_length() - 64, 0)
    try:
        return ldexp((abs(top) >> cut) / (bottom >> lost), cut - lost + shift) * (
            -1 if top < 0 else 1
        )
    except OverflowError:
        return 1e300 if top > 0 else -1e300
