"""A basis from floats: HiGHS solves a scaled copy, and only its basis is kept.

Nothing here is trusted. HiGHS is loaded when it is first needed, since most programmes are small
and go without it.
"""

from __future__ import annotations

from math import ldexp
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ..exact import Exact
from .pivoting import Basis, Place, resting_place
from .program import Program, Row, Variable

Floats = npt.NDArray[np.float64]
OfHiGHS = Any  # its module or what is made with it, which have no complete types
# Kept of a numerator and of a denominator; a float has 53.
BITS = 64
HUGE = 1e300  # for HiGHS as good as infinite
OPTIONS = {
    "output_flag": False,
    "presolve": "off",  # it would leave no basis of the programme as it was passed
    "solver": "simplex",  # an interior point is no basis
    "threads": 1,
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
}


def float_basis(program: Program) -> Basis | None:
    """The basis at which HiGHS stops; None when it has none or cannot be used."""
    model, highspy = _highs()
    if model is None:
        return None
    _pass(model, highspy, program)
    found = _basis(model, highspy)
    return None if found is None else _usable(program, found)


def float_game_basis(payoffs: Floats) -> tuple[list[int], list[int]] | None:
    """The rows that MAX mixes and the columns that hold it there; None without HiGHS.

    The programme is max z, p' A_j >= z, sum p = 1.
    """
    model, highspy = _game_model(payoffs)
    found = None if model is None else _basis(model, highspy)
    if found is None:
        return None
    m, n = payoffs.shape
    # Guesses both: a basic p may still be 0, and the exact solve decides.
    rows = [i for i in range(m) if found[i] == Place.BASIC]
    # after p and z come the constraints: one that is not basic holds with equality
    columns = [j for j in range(n) if found[m + 1 + j] != Place.BASIC]
    return rows, columns


def float_game_mixtures(payoffs: Floats) -> tuple[Floats, Floats] | None:
    """Roughly optimal mixtures of the rows and of the columns; None when HiGHS gives none.

    They are of no proven accuracy.
    """
    model, _ = _game_model(payoffs)
    if model is None:
        return None
    model.run()
    found = model.getSolution()
    m, n = payoffs.shape
    row = np.abs(np.array(found.col_value[:m]))  # a little below 0 it may be, by HiGHS's tolerance
    column = np.abs(np.array(found.row_dual[:n]))  # of a row that is at least 0, so negative
    # A run that failed may leave zeros, or nothing finite, and a sum of those makes no mixture.
    if not _can_be_scaled(row) or not _can_be_scaled(column):
        return None
    return row / row.sum(), column / column.sum()


def _can_be_scaled(weights: Floats) -> bool:
    return bool(0 < weights.sum() < np.inf)


def _game_model(payoffs: Floats) -> tuple[OfHiGHS, OfHiGHS]:
    """MAX's programme for HiGHS, and its module; None twice when it is not installed.

    It is passed as arrays: one call a row would take longer than the solve.
    """
    model, highspy = _highs()
    if model is None:
        return None, None
    lp = highspy.HighsLp()
    m, n = payoffs.shape
    _enter_limits(lp, m, n, highspy.kHighsInf)
    _enter_coefficients(lp, payoffs, highspy.MatrixFormat.kColwise)
    model.passModel(lp)
    return model, highspy


def _enter_limits(lp: OfHiGHS, m: int, n: int, infinity: float) -> None:
    """The costs, and the bounds of the variables and rows, for m rows and n columns of the game."""
    # p_0, ..., p_(m-1) and z; HiGHS minimises -z
    lp.num_col_ = m + 1
    lp.col_cost_ = np.append(np.zeros(m), -1.0)
    lp.col_lower_ = np.append(np.zeros(m), -infinity)
    lp.col_upper_ = np.full(m + 1, infinity)
    # p' A_j - z >= 0 for each column j of the game, then sum p = 1
    lp.num_row_ = n + 1
    lp.row_lower_ = np.append(np.zeros(n), 1.0)
    lp.row_upper_ = np.append(np.full(n, infinity), 1.0)


def _enter_coefficients(lp: OfHiGHS, payoffs: Floats, by_columns: OfHiGHS) -> None:
    """The matrix of the programme, column by column, with the zeros left out."""
    m, n = payoffs.shape
    by_variable = np.zeros((m + 1, n + 1))
    by_variable[:m, :n] = payoffs
    by_variable[:m, n] = 1
    by_variable[m, :n] = -1
    present = by_variable != 0
    lp.a_matrix_.format_ = by_columns
    # Column k of the programme is line k here; starts are where its entries begin in the list.
    lp.a_matrix_.start_ = np.append(0, np.cumsum(present.sum(axis=1))).astype(np.int32)
    lp.a_matrix_.index_ = np.nonzero(present)[1].astype(np.int32)
    lp.a_matrix_.value_ = by_variable[present]


def _highs() -> tuple[OfHiGHS, OfHiGHS]:
    """A quiet HiGHS for the simplex method, and its module; None twice when it is not installed."""
    try:
        import highspy  # here, since loading it takes longer than most programmes
    except ImportError:
        return None, None
    model: OfHiGHS = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in OPTIONS.items():
        model.setOptionValue(option, value)
    return model, highspy


def _basis(model: OfHiGHS, highspy: OfHiGHS) -> Basis | None:
    """Where HiGHS leaves the variables and then the rows."""
    model.run()
    basis = model.getBasis()
    if not basis.valid:
        return None
    status = highspy.HighsBasisStatus
    places = {status.kBasic: Place.BASIC, status.kLower: Place.LOWER, status.kUpper: Place.UPPER}
    return [places.get(s, Place.ZERO) for s in (*basis.col_status, *basis.row_status)]


def _usable(program: Program, basis: Basis) -> Basis | None:
    """The basis with every nonbasic variable at a bound that it has.

    None when the number of basic variables is off.
    """
    # An exact solve needs as many equations as unknowns, whatever HiGHS says.
    if basis.count(Place.BASIC) != len(program.rows):
        return None
    limited = program.limited()
    return [_place_it_has(place, item) for place, item in zip(basis, limited, strict=True)]


def _place_it_has(place: Place, item: Variable | Row) -> Place:
    if place == Place.BASIC:
        return place
    if place == Place.LOWER and item.lower is not None:
        return place
    if place == Place.UPPER and item.upper is not None:
        return place
    # Places must be those of the exact programme, and HiGHS saw a rounded copy.
    return resting_place(item.lower, item.upper)


def _pass(model: OfHiGHS, highspy: OfHiGHS, program: Program) -> None:
    """Give HiGHS the programme, scaled by powers of 2 to entries near 1.

    Each row is scaled, then each column. Powers of 2 keep the digits of a float as they are.
    """
    rows = [dict(entries) for entries, _ in program.forms]
    # Exact entries may have hundreds of digits, and floats end at 10^308.
    down = [max(map(fmpz.bit_length, row.values()), default=0) for row in rows]
    across = _column_sizes(rows, down, len(program.variables))
    infinity = highspy.kHighsInf
    costs = _scaled_costs(program, across)
    for variable, cost, shift in zip(program.variables, costs, across, strict=True):
        low = _bound(variable.lower, shift, -infinity)
        high = _bound(variable.upper, shift, infinity)
        model.addCol(cost, low, high, 0, [], [])
    for row, form, shift, entries in zip(program.rows, program.forms, down, rows, strict=True):
        _, scale = form
        low = _bound(_times(row.lower, scale), -shift, -infinity)
        high = _bound(_times(row.upper, scale), -shift, infinity)
        columns = list(entries)
        values = [_shifted(entries[column], -shift - across[column]) for column in columns]
        model.addRow(low, high, len(columns), columns, values)


def _column_sizes(rows: list[dict[int, fmpz]], down: list[int], count: int) -> list[int]:
    """The bits of the largest entry of each column, when the rows are scaled down."""
    across = [0] * count
    for entries, shift in zip(rows, down, strict=True):
        for column, n in entries.items():
            bits = n.bit_length() - shift
            # Sizes are 0 or negative, and 0 also stands for none so far: a slip costs a worse scale
            # alone.
            across[column] = max(across[column], bits) if across[column] else bits
    return across


def _scaled_costs(program: Program, across: list[int]) -> list[float]:
    """The cost of each column, to be minimised, with the largest one near 1."""
    costs = [program.objective.get(column, 0) for column in range(len(across))]
    sizes = [_exponent(c) - shift for c, shift in zip(costs, across, strict=True) if c]
    size = max(sizes, default=0)
    sign = -1 if program.maximise else 1
    return [sign * _shifted(c, -shift - size) for c, shift in zip(costs, across, strict=True)]


def _times(bound: Exact | None, scale: fmpz) -> Exact | None:
    return None if bound is None else bound * int(scale)


def _exponent(number: Exact) -> int:
    """About the logarithm of the number to base 2."""
    return number.numerator.bit_length() - number.denominator.bit_length()


def _bound(bound: Exact | None, shift: int, infinity: float) -> float:
    return infinity if bound is None else _shifted(bound, shift)


def _shifted(number: Exact | fmpz, shift: int) -> float:
    """number * 2^shift as a float, 0 where it underflows and huge where it overflows."""
    top = int(number.numerator)
    bottom = int(number.denominator)
    if not top:
        return 0.0
    sign = -1 if top < 0 else 1
    # 64 bits of each are more than a float holds, and their quotient never overflows
    cut = max(top.bit_length() - BITS, 0)
    lost = max(bottom.bit_length() - BITS, 0)
    leading = (abs(top) >> cut) / (bottom >> lost)
    try:
        return sign * ldexp(leading, cut - lost + shift)
    except OverflowError:
        # An entry beyond the floats still says that it is large, which is all a guess at a basis
        # needs.
        return sign * HUGE
