"""A basis from floats: HiGHS solves a scaled copy, and only its basis is kept.

Nothing here is trusted. HiGHS is loaded when it is first needed, since most programmes are small
and go without it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..exact import Exact
from .binary import FAR_BELOW, Binary, Exponents, Floats, binary_of, binary_of_exact
from .pivoting import Basis, Place, resting_place
from .program import Program, Row, Variable
from .sparse import Places, SparseMatrix

OfHiGHS = Any  # its module or what is made with it, which have no complete types
HUGE = 1e300  # for HiGHS as good as infinite
OPTIONS = {
    "output_flag": False,
    "presolve": "off",  # it would leave no basis of the programme as it was passed
    "solver": "simplex",  # an interior point is no basis
    "threads": 1,
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
}


class FloatProgram:
    """A scaled copy of a programme in HiGHS, which keeps the factorisation of its last basis.

    Each row is scaled by a power of 2 and then each column, to entries near 1: exact entries may
    have hundreds of digits, and floats end at 10^308. Powers of 2 keep the digits of a float as
    they are.
    """

    def __init__(self, program: Program, model: OfHiGHS, highspy: OfHiGHS) -> None:
        self.program = program
        self.model = model
        self.highspy = highspy
        entries = binary_of(program.matrix.values)
        self.down, self.across = _sizes(program.matrix, entries)
        self._pass(entries)

    @staticmethod
    def of(program: Program) -> FloatProgram | None:
        """The copy; None without HiGHS."""
        model, highspy = _highs()
        return None if model is None else FloatProgram(program, model, highspy)

    def basis(self) -> Basis | None:
        """The basis at which HiGHS stops; None when it has none or cannot be used."""
        found = _basis(self.model, self.highspy)
        return None if found is None else _usable(self.program, found)

    def basic_order(self) -> Places | None:
        """The basic columns in HiGHS's order, negative for rows; None without a factorisation."""
        status, order = self.model.getBasicVariables()
        return order.astype(np.int64) if status == self.highspy.HighsStatus.kOk else None

    def solve(self, right: Floats) -> Floats:
        """About the solution of B x = right, by the basic order."""
        _, solution = self.model.getBasisSolve(right)
        return np.array(solution)

    def solve_transposed(self, right: Floats) -> Floats:
        """About the solution of B' y = right, where `right` is by the basic order."""
        _, solution = self.model.getBasisTransposeSolve(right)
        return np.array(solution)

    def _pass(self, entries: Binary) -> None:
        """Give HiGHS the programme, as arrays: one call a row would take longer than the solve."""
        program, matrix = self.program, self.program.matrix
        scaled = entries.times_powers(-self.down[matrix.row_of] - self.across[matrix.columns])
        lp = self.highspy.HighsLp()
        lp.num_col_ = matrix.width
        lp.num_row_ = matrix.height
        lp.col_cost_ = self._costs()
        scales = [int(scale) for _, scale in program.forms]
        lp.col_lower_ = _bounds([v.lower for v in program.variables], self.across, -HUGE)
        lp.col_upper_ = _bounds([v.upper for v in program.variables], self.across, HUGE)
        lower = [_times(row.lower, scale) for row, scale in zip(program.rows, scales, strict=True)]
        upper = [_times(row.upper, scale) for row, scale in zip(program.rows, scales, strict=True)]
        lp.row_lower_ = _bounds(lower, -self.down, -HUGE)
        lp.row_upper_ = _bounds(upper, -self.down, HUGE)
        lp.a_matrix_.format_ = self.highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = matrix.starts.astype(np.int32)
        lp.a_matrix_.index_ = matrix.columns.astype(np.int32)
        lp.a_matrix_.value_ = np.clip(scaled.floats(), -HUGE, HUGE)
        self.model.passModel(lp)

    def _costs(self) -> Floats:
        """The scaled costs, to be minimised, with the largest one near 1."""
        program = self.program
        given = [program.objective.get(column, 0) for column in range(len(program.variables))]
        costs = binary_of_exact(given).times_powers(-self.across)
        sign = -1 if program.maximise else 1
        return sign * costs.times_powers(-costs.top()).floats()

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


def _sizes(matrix: SparseMatrix, entries: Binary) -> tuple[Exponents, Exponents]:
    """The bits of the largest entry of each row, and of each column when the rows are scaled."""
    tops = entries.tops()
    down = np.zeros(matrix.height, dtype=np.int64)
    np.maximum.at(down, matrix.row_of, tops)
    across = np.full(matrix.width, FAR_BELOW, dtype=np.int64)
    np.maximum.at(across, matrix.columns, tops - down[matrix.row_of])
    across[across == FAR_BELOW] = 0  # an empty column
    return down, across


def _bounds(bounds: list[Exact | None], shift: Exponents, missing: float) -> Floats:
    """The bounds times 2^shift, infinite where there is none."""
    exact = [0 if bound is None else bound for bound in bounds]
    scaled = binary_of_exact(exact).times_powers(shift).floats()
    absent = np.array([bound is None for bound in bounds], dtype=bool)
    # A bound beyond the floats still says that it is far, which is all a guess at a basis needs.
    return np.where(absent, np.copysign(np.inf, missing), np.clip(scaled, -HUGE, HUGE))


def _times(bound: Exact | None, scale: int) -> Exact | None:
    return bound if bound is None or scale == 1 else bound * scale
