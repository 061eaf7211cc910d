"""HiGHS: programmes in floats, passed as arrays, and the factorisation of its last basis.

Nothing here is trusted. HiGHS is loaded when it is first needed, since most programmes are small
and go without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import numpy as np

from .binary import Floats
from .pivoting import Basis, Place
from .sparse import Places

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


@dataclass(frozen=True)
class Arrays:
    """A programme to be minimised, its matrix row by row as in `SparseMatrix`."""

    costs: Floats
    column_bounds: tuple[Floats, Floats]
    row_bounds: tuple[Floats, Floats]
    starts: Places
    columns: Places
    values: Floats


class Ending(Enum):
    """What HiGHS believes."""

    OPTIMAL = auto()
    INFEASIBLE = auto()
    UNBOUNDED = auto()
    UNKNOWN = auto()


class Highs:
    """A programme in HiGHS."""

    def __init__(self, arrays: Arrays, highspy: OfHiGHS) -> None:
        self.highspy = highspy
        self.model: OfHiGHS = _silent(highspy)
        self._set(OPTIONS)
        self.model.passModel(_as_passed(arrays, highspy))
        self.height = len(arrays.row_bounds[0])
        entries, places = len(arrays.values), self.height * len(arrays.costs)
        self.is_large = entries >= LARGE and entries * SPARSE < places

    @staticmethod
    def of(arrays: Arrays) -> Highs | None:
        """The programme in HiGHS; None where it is not installed."""
        try:
            import highspy  # here, since loading it takes longer than most programmes
        except ImportError:
            return None
        return Highs(arrays, highspy)

    def run(self) -> Ending:
        """Solve it, from the basis that was given when there is one."""
        if self.is_large:
            self._run_large()
        else:
            self.model.run()
        return self._believed()

    def _believed(self) -> Ending:
        status = self.highspy.HighsModelStatus
        believed = {
            status.kOptimal: Ending.OPTIMAL,
            status.kInfeasible: Ending.INFEASIBLE,
            status.kUnbounded: Ending.UNBOUNDED,
            status.kUnboundedOrInfeasible: Ending.UNBOUNDED,
        }
        return believed.get(self.model.getModelStatus(), Ending.UNKNOWN)

    def _run_large(self) -> None:
        self._set({"presolve": "on", "simplex_iteration_limit": self.height // 2})
        self.model.run()
        if self.model.getModelStatus() == self.highspy.HighsModelStatus.kIterationLimit:
            self.model.clearSolver()
            self._set({"solver": "ipm", "run_crossover": "on"} | self._no_limit())
            self.model.run()
        self._set(OPTIONS | self._no_limit())
        if not self.model.getBasis().valid or self._believed() == Ending.UNKNOWN:
            # What presolving alone decides leaves no basis, nor do points that never met one.
            self.model.run()

    def _no_limit(self) -> dict[str, Any]:
        return {"simplex_iteration_limit": self.highspy.kHighsIInf}

    def places(self) -> Basis | None:
        """Where HiGHS leaves the columns and then the rows; None without a basis."""
        basis = self.model.getBasis()
        if not basis.valid:
            return None
        status = self.highspy.HighsBasisStatus
        places = {
            status.kBasic: Place.BASIC,
            status.kLower: Place.LOWER,
            status.kUpper: Place.UPPER,
        }
        return [places.get(s, Place.ZERO) for s in (*basis.col_status, *basis.row_status)]

    def start_from(self, columns: Sequence[Place], rows: Sequence[Place]) -> None:
        """Go on from this basis."""
        status = self.highspy.HighsBasisStatus
        statuses = {
            Place.BASIC: status.kBasic,
            Place.LOWER: status.kLower,
            Place.UPPER: status.kUpper,
            Place.ZERO: status.kZero,
        }
        basis = self.highspy.HighsBasis()
        basis.col_status = [statuses[place] for place in columns]
        basis.row_status = [statuses[place] for place in rows]
        basis.valid = True
        self.model.setBasis(basis)

    def change(self, costs: Floats, bounds: tuple[Floats, Floats]) -> None:
        """Give the columns other costs and bounds."""
        columns = np.arange(len(costs), dtype=np.int32)
        self.model.changeColsCost(len(columns), columns, costs)
        self.model.changeColsBounds(len(columns), columns, *bounds)

    def solution(self) -> tuple[Floats, Floats]:
        """Its columns, and the duals of its rows."""
        found = self.model.getSolution()
        return np.array(found.col_value), np.array(found.row_dual)

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

    def _set(self, options: dict[str, Any]) -> None:
        for option, value in options.items():
            self.model.setOptionValue(option, value)


def _silent(highspy: OfHiGHS) -> OfHiGHS:
    """A model that prints nothing, not even while it is made."""

    class Silent(highspy.Highs):
        # Its constructor calls this, and from HiGHS 1.16 on that prints who wrote HiGHS.
        def enableCallbacks(self) -> None:
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return Silent()


def _as_passed(arrays: Arrays, highspy: OfHiGHS) -> OfHiGHS:
    """The arrays in HiGHS's own form: one call a row would take longer than the solve."""
    lp = highspy.HighsLp()
    lp.num_col_ = len(arrays.costs)
    lp.num_row_ = len(arrays.row_bounds[0])
    lp.col_cost_ = arrays.costs
    lp.col_lower_, lp.col_upper_ = arrays.column_bounds
    lp.row_lower_, lp.row_upper_ = arrays.row_bounds
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = arrays.starts.astype(np.int32)
    lp.a_matrix_.index_ = arrays.columns.astype(np.int32)
    lp.a_matrix_.value_ = arrays.values
    return lp
