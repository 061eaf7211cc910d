"""HiGHS's factorisation of the basis at which it stopped, for the two systems of that basis."""

from __future__ import annotations

import numpy as np

from .binary import Binary
from .floats import FloatProgram
from .highs import Highs
from .sparse import Places
from .vertex import Vertex


class Factors:
    """Rough solutions of A[R, J] x = b and of A[R, J]' y = c.

    HiGHS has factorised B, the basic columns of its scaled copy with a unit column for each basic
    row. Basic rows take 0 on the right side, and so change neither x nor y.
    """

    def __init__(self, floats: FloatProgram, model: Highs, vertex: Vertex, order: Places) -> None:
        self.floats = floats
        self.model = model
        self.vertex = vertex
        self.height = len(order)
        # where each of the chosen variables stands among the basic ones of HiGHS
        self.places = np.flatnonzero(order >= 0)
        self.places = self.places[np.argsort(order[self.places])]

    @staticmethod
    def of(floats: FloatProgram, model: Highs, vertex: Vertex) -> Factors | None:
        """The factorisation; None when HiGHS has none of this basis."""
        order = model.basic_order()
        if order is None:
            return None
        # a row i is -1 - i in the order
        loose = np.setdiff1d(np.arange(len(order)), vertex.tight)
        wanted = np.concatenate([-1 - loose, vertex.chosen])
        if not np.array_equal(np.sort(order), np.sort(wanted)):
            return None
        return Factors(floats, model, vertex, order)

    def point(self, right: Binary) -> Binary:
        """About the x of A[R, J] x = right."""
        scaled = right.times_powers(-self.floats.down[self.vertex.tight])
        top = scaled.top()
        whole = np.zeros(self.height)
        whole[self.vertex.tight] = scaled.times_powers(-top).floats()
        found = self.model.solve(whole)[self.places]
        return Binary(found, top - self.floats.across[self.vertex.chosen])

    def dual(self, right: Binary) -> Binary:
        """About the y of A[R, J]' y = right."""
        scaled = right.times_powers(-self.floats.across[self.vertex.chosen])
        top = scaled.top()
        whole = np.zeros(self.height)
        whole[self.places] = scaled.times_powers(-top).floats()
        found = self.model.solve_transposed(whole)[self.vertex.tight]
        return Binary(found, top - self.floats.down[self.vertex.tight])
