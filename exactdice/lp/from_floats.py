"""The outcome of a programme from floats, nothing dense beyond a stated size.

HiGHS finds a basis, its systems are solved exactly; where floats were misled by little, HiGHS is
asked again under a magnifying glass. Programmes without a point or a bound are proved so by the
optimum of another programme.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..exact import Progress
from .elimination import eliminated
from .factors import Factors
from .floats import FloatProgram
from .highs import Ending, Highs
from .phases import infeasible, unbounded
from .pivoting import Basis
from .program import Outcome, Program, proved
from .refinement import approached, refined
from .vertex import Vertex, Ways
from .zoom import MOST_ZOOMS, Zoom

FEW = 60  # basic variables up to which elimination is faster than refinement


class FloatSolve:
    """A programme, the basis at which HiGHS stops, and what can be made of it exactly."""

    def __init__(self, program: Program, progress: Progress | None, few: int = FEW) -> None:
        self.program = program
        self.progress = progress
        self.few = few
        self.seen: Outcome | None = None  # that of the first basis, unchecked
        self.floats = FloatProgram.of(program)
        self.model = Highs.of(self.floats.arrays())
        self.ending = Ending.UNKNOWN if self.model is None else self.model.run()
        found = None if self.model is None else self.model.places()
        self.basis = self.floats.usable(found)

    def optimum(self) -> Outcome | None:
        """The proved outcome at the basis; None when it has none."""
        outcome = self.seen = self._at(self.basis)
        return outcome if outcome is not None and proved(self.program, outcome) else None

    def near(self, places: int) -> Outcome | None:
        """About the point and the dual of the basis, to so many binary places; None where there is
        none. It proves nothing.
        """
        if self.basis is None or self.model is None:
            return None
        vertex = Vertex(self.program, self.basis)
        factors = self._factors(self.model, vertex)
        if factors is None:
            return None
        return vertex.outcome(
            Ways(
                "float basis, to some places",
                partial(approached, approximate=factors.point, places=places),
                partial(approached, approximate=factors.dual, places=places),
            )
        )

    def magnified(self) -> Outcome | None:
        """The proved outcome at a basis that HiGHS finds when errors are magnified."""
        outcome = self.seen or self._at(self.basis)
        zoom = None if outcome is None else Zoom.of(self.floats)
        if zoom is None:
            return None
        seen = []
        for _ in range(MOST_ZOOMS):
            if outcome is None or self.basis is None:
                return None
            if proved(self.program, outcome):
                return outcome
            better = self.floats.usable(zoom.basis(self.basis, outcome))
            seen.append(self.basis)
            if better is None or better in seen:
                return None
            self.basis = better
            outcome = self._at(better)
        return None

    def without_optimum(self) -> Outcome | None:
        """The proved outcome that there is no point or no bound."""
        for prove in (infeasible, unbounded):
            outcome = prove(self.program, self._optimum_of)
            if outcome is not None and proved(self.program, outcome):
                return outcome
        return None

    def _optimum_of(self, program: Program) -> Outcome | None:
        solve = FloatSolve(program, self.progress, self.few)
        return solve.optimum() or solve.magnified()

    def _at(self, basis: Basis | None) -> Outcome | None:
        """The unchecked outcome at the basis."""
        if basis is None or self.model is None:
            return None
        vertex = Vertex(self.program, basis)
        for ways in self._ways(self.model, vertex):
            outcome = vertex.outcome(ways)
            if outcome is not None:
                return outcome
        return None

    def _ways(self, model: Highs, vertex: Vertex) -> Iterator[Ways]:
        """How the systems of the basis can be solved, the fastest first."""
        by_elimination = Ways("float basis, exact solves", eliminated, eliminated)
        if len(vertex.chosen) <= self.few:
            yield by_elimination
            return
        factors = self._factors(model, vertex)
        if factors is not None:
            tell = self.progress
            yield Ways(
                "float basis, refined",
                partial(refined, approximate=factors.point, progress=tell),
                partial(refined, approximate=factors.dual, progress=tell),
            )
        yield by_elimination

    def _factors(self, model: Highs, vertex: Vertex) -> Factors | None:
        factors = Factors.of(self.floats, model, vertex)
        if factors is None:
            # The basis comes from elsewhere, and HiGHS has still to factorise it.
            n = len(self.program.variables)
            model.start_from(vertex.basis[:n], vertex.basis[n:])
            factors = Factors.of(self.floats, model, vertex)
        return factors
