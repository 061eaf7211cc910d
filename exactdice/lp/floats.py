"""A basis from floats: HiGHS solves a scaled copy, and only its basis is kept.

Nothing here is trusted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..exact import Exact
from .binary import FAR_BELOW, Binary, Exponents, Floats, binary_of, binary_of_exact
from .highs import Arrays, Highs
from .pivoting import Basis, Place, resting_place
from .program import Program, Row, Variable
from .sparse import SparseMatrix

HUGE = 1e300  # for HiGHS as good as infinite


@dataclass(frozen=True)
class FloatProgram:
    """A programme in floats.

    Each row is scaled by a power of 2, `down`, and then each column, `across`, to entries near 1:
    exact entries may have hundreds of digits, and floats end at 10^308. Powers of 2 keep the digits
    of a float as they are.
    """

    program: Program
    down: Exponents
    across: Exponents
    entries: Floats

    @staticmethod
    def of(program: Program) -> FloatProgram:
        """The programme, scaled."""
        matrix = program.matrix
        exact = binary_of(matrix.values)
        down, across = _sizes(matrix, exact)
        scaled = exact.times_powers(-down[matrix.row_of] - across[matrix.columns])
        return FloatProgram(program, down, across, scaled.floats())

    def arrays(self) -> Arrays:
        """It as HiGHS takes it."""
        program, matrix = self.program, self.program.matrix
        scales = [int(scale) for _, scale in program.forms]
        pairs = list(zip(program.rows, scales, strict=True))
        lower = [_times(row.lower, scale) for row, scale in pairs]
        upper = [_times(row.upper, scale) for row, scale in pairs]
        return Arrays(
            self._costs(),
            (
                _bounds([v.lower for v in program.variables], self.across, -np.inf),
                _bounds([v.upper for v in program.variables], self.across, np.inf),
            ),
            (_bounds(lower, -self.down, -np.inf), _bounds(upper, -self.down, np.inf)),
            matrix.starts,
            matrix.columns,
            self.entries,
        )

    def _costs(self) -> Floats:
        """The costs, to be minimised, with the largest one near 1."""
        program = self.program
        given = [program.objective.get(column, 0) for column in range(len(program.variables))]
        costs = binary_of_exact(given).times_powers(-self.across)
        sign = -1 if program.maximise else 1
        return sign * costs.times_powers(-costs.top()).floats()

    def usable(self, basis: Basis | None) -> Basis | None:
        """The basis with every nonbasic variable at a bound that it has.

        None when the number of basic variables is off.
        """
        # An exact solve needs as many equations as unknowns, whatever HiGHS says.
        if basis is None or basis.count(Place.BASIC) != len(self.program.rows):
            return None
        limited = self.program.limited()
        return [_place_it_has(place, item) for place, item in zip(basis, limited, strict=True)]


def float_game_basis(payoffs: Floats) -> tuple[list[int], list[int]] | None:
    """The rows that MAX mixes and the columns that hold it there; None without HiGHS.

    The programme is max z, p' A_j >= z, sum p = 1.
    """
    model = Highs.of(_game_arrays(payoffs))
    if model is None:
        return None
    model.run()
    found = model.places()
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
    model = Highs.of(_game_arrays(payoffs))
    if model is None:
        return None
    model.run()
    values, duals = model.solution()
    m, n = payoffs.shape
    row = np.abs(values[:m])  # a little below 0 it may be, by HiGHS's tolerance
    column = np.abs(duals[:n])  # of a row that is at least 0, so negative
    # A run that failed may leave zeros, or nothing finite, and a sum of those makes no mixture.
    if not _can_be_scaled(row) or not _can_be_scaled(column):
        return None
    return row / row.sum(), column / column.sum()


def _can_be_scaled(weights: Floats) -> bool:
    return bool(0 < weights.sum() < np.inf)


def _game_arrays(payoffs: Floats) -> Arrays:
    """MAX's programme, with the zeros of the matrix left out."""
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
    columns = np.nonzero(present)[1]
    return Arrays(costs, column_bounds, row_bounds, starts, columns, by_row[present])


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


def _bounds(bounds: list[Exact | None], shift: Exponents, endless: float) -> Floats:
    """The bounds times 2^shift, endless where there is none."""
    exact = [0 if bound is None else bound for bound in bounds]
    scaled = binary_of_exact(exact).times_powers(shift).floats()
    absent = np.array([bound is None for bound in bounds], dtype=bool)
    # A bound beyond the floats still says that it is far, which is all a guess at a basis needs.
    return np.where(absent, endless, np.clip(scaled, -HUGE, HUGE))


def _times(bound: Exact | None, scale: int) -> Exact | None:
    return bound if bound is None or scale == 1 else bound * scale
