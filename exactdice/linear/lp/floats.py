"""Programmes in floats: scaled copies of exact ones, passed to HiGHS as arrays, the basis at which
it stops, and the factorisation of that basis.

Nothing here is trusted. HiGHS is loaded when it is first needed, since most programmes are small
and go without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...exact.numbers import Exact
from .pivoting import Basis, Place, bound_at, resting_place
from .program import Program, Status
from .systems import (
    FAR_BELOW,
    Exponents,
    Floats,
    Places,
    SparseMatrix,
    binary_of,
    binary_of_exact,
)

Pair = tuple[Floats, Floats]  # of bounds, or of mixtures
HUGE = 1e300  # for HiGHS as good as infinite
OfHiGHS = Any  # its module or what is made with it, which have no complete types
OPTIONS = {
    "output_flag": False,
    "presolve": "off",  # takes longer than it saves in small programmes
    "solver": "simplex",  # an interior point is no basis
    # Not "threads": HiGHS refuses any other number than that of the first run in the process.
    "parallel": "off",
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
}
# Entries of a sparse programme from which HiGHS first makes it smaller, and gives up the simplex
# method after half as many steps as there are rows: interior points, and from there to a basis, are
# then faster. Where rows and columns meet in more than one place of so many, they are not.
LARGE = 20_000
SPARSE = 20


class Highs:
    """A programme to be minimised in HiGHS: costs and bounds of the columns, bounds of the rows,
    and the matrix, whose values are floats.
    """

    def __init__(
        self, costs: Floats, column_bounds: Pair, row_bounds: Pair, matrix: SparseMatrix
    ) -> None:
        import highspy  # here, since loading it takes longer than most programmes

        self.highspy: OfHiGHS = highspy
        # A model that prints nothing, not even while it is made

        class Silent(highspy.Highs):
            # Its constructor calls this, and from HiGHS 1.16 on that prints who wrote HiGHS.
            def enableCallbacks(self) -> None:
                self.setOptionValue("output_flag", False)
                super().enableCallbacks()  # type: ignore[no-untyped-call]

        self.model: OfHiGHS = Silent()  # type: ignore[no-untyped-call]
        self._set(OPTIONS)
        # In HiGHS's own form: one call a row would take longer than the solve
        lp = highspy.HighsLp()
        self.height = lp.num_row_ = matrix.height
        lp.num_col_ = matrix.width
        lp.col_cost_ = costs
        lp.col_lower_, lp.col_upper_ = column_bounds
        lp.row_lower_, lp.row_upper_ = row_bounds
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = matrix.starts.astype(np.int32)
        lp.a_matrix_.index_ = matrix.columns.astype(np.int32)
        lp.a_matrix_.value_ = matrix.values
        self.model.passModel(lp)
        entries = len(matrix.values)
        self.is_large = entries >= LARGE and entries * SPARSE < matrix.height * matrix.width
        status = highspy.HighsBasisStatus
        names = status.kBasic, status.kLower, status.kUpper, status.kZero
        self.statuses = dict(zip(Place, names, strict=True))

    def run(self) -> Status | None:
        """What HiGHS believes of it, solved from the basis that was given when there is one; None
        when it does not know.
        """
        if self.is_large:
            no_limit = {"simplex_iteration_limit": self.highspy.kHighsIInf}
            self._set({"presolve": "on", "simplex_iteration_limit": self.height // 2})
            self.model.run()
            if self.model.getModelStatus() == self.highspy.HighsModelStatus.kIterationLimit:
                self.model.clearSolver()
                self._set({"solver": "ipm", "run_crossover": "on"} | no_limit)
                self.model.run()
            self._set(OPTIONS | no_limit)
        # What presolving alone decides leaves no basis, nor do points that never met one.
        if not self.is_large or not self.model.getBasis().valid or self._believed() is None:
            self.model.run()
        return self._believed()

    def _believed(self) -> Status | None:
        status = self.highspy.HighsModelStatus
        return {
            status.kOptimal: Status.OPTIMAL,
            status.kInfeasible: Status.INFEASIBLE,
            status.kUnbounded: Status.UNBOUNDED,
            status.kUnboundedOrInfeasible: Status.UNBOUNDED,
        }.get(self.model.getModelStatus())

    def places(self) -> Basis | None:
        """Where HiGHS leaves the columns and then the rows; None without a basis."""
        basis = self.model.getBasis()
        if not basis.valid:
            return None
        places = {status: place for place, status in self.statuses.items()}
        return [places.get(s, Place.ZERO) for s in (*basis.col_status, *basis.row_status)]

    def start_from(self, columns: Sequence[Place], rows: Sequence[Place]) -> None:
        """Go on from this basis."""
        basis = self.highspy.HighsBasis()
        basis.col_status = [self.statuses[place] for place in columns]
        basis.row_status = [self.statuses[place] for place in rows]
        basis.valid = True
        self.model.setBasis(basis)

    def change(self, costs: Floats, bounds: Pair) -> None:
        """Give the columns other costs and bounds."""
        columns = np.arange(len(costs), dtype=np.int32)
        self.model.changeColsCost(len(columns), columns, costs)
        self.model.changeColsBounds(len(columns), columns, *bounds)

    def basic_order(self) -> Places | None:
        """The basic columns in HiGHS's order, negative for rows; None without a factorisation."""
        status, order = self.model.getBasicVariables()
        return order.astype(np.int64) if status == self.highspy.HighsStatus.kOk else None

    def _set(self, options: dict[str, Any]) -> None:
        for option, value in options.items():
            self.model.setOptionValue(option, value)


# --- exact programmes -----------------------------------------------------------------------------


class FloatProgram:
    """A programme in floats, scaled by the bits of the largest entry of each row, and then of each
    column when the rows are scaled.

    Each row is scaled by a power of 2, `down`, and then each column, `across`, to entries near 1:
    exact entries may have hundreds of digits, and floats end at 10^308. Powers of 2 keep the digits
    of a float as they are.
    """

    def __init__(self, program: Program) -> None:
        matrix = program.matrix
        exact = binary_of(matrix.values)
        tops = exact.tops()
        self.down: Exponents = np.zeros(matrix.height, dtype=np.int64)
        np.maximum.at(self.down, matrix.row_of, tops)
        self.across: Exponents = np.full(matrix.width, FAR_BELOW, dtype=np.int64)
        np.maximum.at(self.across, matrix.columns, tops - self.down[matrix.row_of])
        self.across[self.across == FAR_BELOW] = 0  # an empty column
        scaled = exact.times_powers(-self.down[matrix.row_of] - self.across[matrix.columns])
        self.program = program
        self.entries = scaled.floats()

    def model(self) -> Highs:
        """It in HiGHS, the largest cost near 1."""
        program = self.program
        matrix = program.matrix
        n = matrix.width
        costs = binary_of_exact([program.objective.get(column, 0) for column in range(n)])
        costs = costs.times_powers(-self.across)
        sign = -1 if program.maximise else 1
        shift = np.concatenate([self.across, -self.down])
        lower = _bounds([low for low, _ in program.bounds], shift, -np.inf)
        upper = _bounds([high for _, high in program.bounds], shift, np.inf)
        return Highs(
            sign * costs.times_powers(-costs.top()).floats(),
            (lower[:n], upper[:n]),
            (lower[n:], upper[n:]),
            SparseMatrix(matrix.starts, matrix.columns, self.entries, n),
        )

    def usable(self, basis: Basis | None) -> Basis | None:
        """The basis with every nonbasic variable at a bound that it has.

        None when the number of basic variables is off.
        """
        # An exact solve needs as many equations as unknowns, whatever HiGHS says.
        if basis is None or basis.count(Place.BASIC) != len(self.program.rows):
            return None
        # Places must be those of the exact programme, and HiGHS saw a rounded copy.
        return [
            resting_place(low, high)
            if place != Place.BASIC and bound_at(place, low, high) is None
            else place
            for place, (low, high) in zip(basis, self.program.bounds, strict=True)
        ]


def float_game_basis(payoffs: Floats) -> tuple[list[int], list[int]] | None:
    """The rows that MAX mixes and the columns that hold it there; None when HiGHS gives none.

    The programme is max z, p' A_j >= z, sum p = 1.
    """
    found = _game_solved(payoffs).places()
    if found is None:
        return None
    m, n = payoffs.shape
    # Guesses both: a basic p may still be 0, and the exact solve decides.
    rows = [i for i in range(m) if found[i] == Place.BASIC]
    # after p and z come the constraints: one that is not basic holds with equality
    columns = [j for j in range(n) if found[m + 1 + j] != Place.BASIC]
    return rows, columns


def float_game_mixtures(payoffs: Floats) -> Pair | None:
    """Roughly optimal mixtures of the rows and of the columns; None when HiGHS gives none.

    They are of no proven accuracy.
    """
    found = _game_solved(payoffs).model.getSolution()
    m, n = payoffs.shape
    row = np.abs(found.col_value[:m])  # a little below 0 it may be, by HiGHS's tolerance
    column = np.abs(found.row_dual[:n])  # of a row that is at least 0, so negative
    # A run that failed may leave zeros, or nothing finite, and a sum of those makes no mixture.
    if not (0 < row.sum() < np.inf and 0 < column.sum() < np.inf):
        return None
    return row / row.sum(), column / column.sum()


def _game_solved(payoffs: Floats) -> Highs:
    """MAX's programme, with the zeros of the matrix left out, as HiGHS solved it."""
    m, n = payoffs.shape
    # p_0, ..., p_(m-1) and z; HiGHS minimises -z
    costs = np.append(np.zeros(m), -1.0)
    column_bounds = np.append(np.zeros(m), -np.inf), np.full(m + 1, np.inf)
    # p' A_j - z >= 0 for each column j of the game, then sum p = 1
    row_bounds = np.append(np.zeros(n), 1.0), np.append(np.full(n, np.inf), 1.0)
    by_row = np.zeros((n + 1, m + 1))
    by_row[:n, :m] = payoffs.T
    by_row[n, :m] = 1
    by_row[:n, m] = -1
    present = by_row != 0
    starts = np.append(0, np.cumsum(present.sum(axis=1)))
    matrix = SparseMatrix(starts, np.nonzero(present)[1], by_row[present], m + 1)
    model = Highs(costs, column_bounds, row_bounds, matrix)
    model.run()
    return model


def _bounds(bounds: list[Exact | None], shift: Exponents, endless: float) -> Floats:
    """The bounds times 2^shift, endless where there is none."""
    exact = [0 if bound is None else bound for bound in bounds]
    scaled = binary_of_exact(exact).times_powers(shift).floats()
    absent = np.array([bound is None for bound in bounds], dtype=bool)
    # A bound beyond the floats still says that it is far, which is all a guess at a basis needs.
    return np.where(absent, endless, np.clip(scaled, -HUGE, HUGE))
