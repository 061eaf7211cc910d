"""A better basis than floats find at first: the programme around a point, under a magnifying glass.

Where floats stop, a bound may be missed by less than they can see, or a cost be of the wrong sign.
So bounds are counted from the exact point and costs are taken less the exact dual, both multiplied
until what is wrong is near 1, and HiGHS goes on from its basis (iterative refinement of linear
programmes: Gleixner, Steffy, Wolter 2016). The activities r = A x are variables here: A x - r = 0,
so that the dual can be taken off their costs as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ..exact import Exact
from .binary import Binary, Floats, binary_of
from .floats import FloatProgram
from .highs import Arrays, Highs
from .pivoting import Basis, Place
from .program import Outcome, Scaled, weights_of, with_activity
from .sparse import array_of

FAR = 1e12  # of a magnified bound or cost: what is farther off is left where it is
MOST_ZOOMS = 12  # each sees some 30 bits more


class Zoom:
    """The magnified programme in HiGHS."""

    def __init__(self, floats: FloatProgram, model: Highs) -> None:
        self.program = floats.program
        # a variable times 2^shift is what HiGHS sees
        self.shift = np.concatenate([floats.across, -floats.down])
        self.model = model
        limited = self.program.limited()
        self.lower = [0 if item.lower is None else item.lower for item in limited]
        self.upper = [0 if item.upper is None else item.upper for item in limited]
        self.has_lower = np.array([item.lower is not None for item in limited], dtype=bool)
        self.has_upper = np.array([item.upper is not None for item in limited], dtype=bool)
        pairs = zip(self.lower, self.upper, strict=True)
        same = np.array([low == high for low, high in pairs], dtype=bool)
        self.fixed = self.has_lower & self.has_upper & same
        forms = self.program.forms
        self.scales = [*repeat(fmpz(1), len(floats.across)), *(scale for _, scale in forms)]
        self.closer = 0  # the power of 2 by which bounds are multiplied,
        self.steeper = 0  # and that of the costs

    @staticmethod
    def of(floats: FloatProgram) -> Zoom | None:
        """The programme, not yet magnified; None without HiGHS."""
        model = Highs.of(_with_activities(floats))
        return None if model is None else Zoom(floats, model)

    def basis(self, basis: Basis, outcome: Outcome) -> Basis | None:
        """The basis at which HiGHS stops when it goes on from this one and its exact outcome."""
        at = with_activity(self.program, outcome.x)
        lower, upper = (self._room(at, bounds) for bounds in (self.lower, self.upper))
        costs = self._costs(weights_of(self.program, outcome.y))
        below = lower.tops()[self.has_lower & (lower.mantissas > 0)]
        above = upper.tops()[self.has_upper & (upper.mantissas < 0)]
        wrong = costs.tops()[self._improving(costs.mantissas, basis)]
        self.closer = max(self.closer, -_largest(np.concatenate([below, above])))
        self.steeper = max(self.steeper, -_largest(wrong))
        bounds = (
            np.where(self.has_lower, _magnified(lower, self.closer), -np.inf),
            np.where(self.has_upper, _magnified(upper, self.closer), np.inf),
        )
        self.model.change(_magnified(costs, self.steeper), bounds)
        self.model.start_from(basis, [Place.LOWER] * len(self.program.rows))
        self.model.run()
        found = self.model.places()
        return None if found is None else found[: len(basis)]

    def _room(self, at: Scaled, bounds: list[Exact]) -> Binary:
        """How far each bound is from where its variable is."""
        ways, below = [], []
        for bound, n, scale in zip(bounds, at.numerators, self.scales, strict=True):
            ways.append(bound.numerator * scale * at.denominator - n * bound.denominator)
            below.append(at.denominator * bound.denominator)
        return _quotients(ways, below).times_powers(self.shift)

    def _costs(self, weights: Scaled) -> Binary:
        """The costs less the dual, to be minimised."""
        sign = -1 if self.program.maximise else 1
        below = [sign * scale * weights.denominator for scale in self.scales]
        return _quotients(weights.numerators, below).times_powers(-self.shift)

    def _improving(self, costs: Floats, basis: Basis) -> npt.NDArray[np.bool_]:
        """Which nonbasic variables would lower the objective by leaving their bounds."""
        places = np.array(basis)
        rising = (places != Place.BASIC) & (places != Place.UPPER) & (costs < 0)
        falling = (places != Place.BASIC) & (places != Place.LOWER) & (costs > 0)
        improving: npt.NDArray[np.bool_] = (rising | falling) & ~self.fixed
        return improving


def _quotients(tops: Sequence[fmpz], bottoms: Sequence[fmpz]) -> Binary:
    """tops / bottoms"""
    above = binary_of(array_of(tops))
    below = binary_of(array_of(bottoms))
    return Binary(above.mantissas / below.mantissas, above.exponents - below.exponents)


def _largest(tops: npt.NDArray[np.int64]) -> int:
    """The largest exponent; that of 1 for none."""
    return int(tops.max()) if len(tops) else 0


def _with_activities(floats: FloatProgram) -> Arrays:
    """A x - r = 0 for the variables x and r, with the bounds and costs of the programme."""
    arrays = floats.arrays()
    height, width = len(floats.down), len(floats.across)
    ends = arrays.starts[1:]
    none = np.zeros(height)
    return Arrays(
        np.append(arrays.costs, none),
        (
            np.append(arrays.column_bounds[0], arrays.row_bounds[0]),
            np.append(arrays.column_bounds[1], arrays.row_bounds[1]),
        ),
        (none, none),
        arrays.starts + np.arange(height + 1),
        np.insert(arrays.columns, ends, width + np.arange(height)),
        np.insert(arrays.values, ends, -1.0),
    )


def _magnified(room: Binary, power: int) -> Floats:
    return np.clip(room.times_powers(power).floats(), -FAR, FAR)
