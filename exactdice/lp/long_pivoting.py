"""The simplex method in balls of many bits: to a basis that floats do not see.

It is the method of `pivoting`, but the tableau is not kept: each step solves the two systems of its
basis. A number whose ball holds 0 is taken for 0. So nothing is proved here: the basis at the end
is, by two exact solves.

The variables z are the programme's x and then the activities r of its rows, A x - r = 0, in the
scales of the float copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from flint import arb

from ..exact import Exact, Progress
from ..precision import present_precision, working_precision
from .floats import FloatProgram
from .long_factors import Long, LongFactors, TooDense, Unsure, is_sure
from .pivoting import Basis, Place, slack_basis

PRECISIONS = (512, 2048, 8192)  # bits of the balls, the next when these are not enough
EXCHANGES = 12  # of columns before a basis is factorised again
LOOSE = 2**20  # the least number of units that bounds are moved by
PATIENCE = 30  # steps of length 0 before Bland's rule, which cannot go round in circles
MOST_STEPS = 20  # times as many as there are rows and columns; it was never near it


def long_bases(
    floats: FloatProgram, basis: Basis | None, progress: Progress | None = None
) -> Iterator[Basis]:
    """The bases at which pivoting in balls ends, each in longer ones; nothing more once it sees no
    point or no bound.
    """
    for bits in PRECISIONS:
        with working_precision(bits):
            try:
                basis = LongSimplex(floats, basis).solve(progress)
            except Unsure:
                continue
            except TooDense:
                return
        if basis is None:
            return
        yield basis


@dataclass
class _Block:
    """What blocks a variable on its way: the line, None for the own other bound; and how far off
    it is.
    """

    line: int | None
    length: Long
    size: Long = 0  # of the pivot


class LongSimplex:
    """A programme to be minimised, at a basis."""

    def __init__(self, floats: FloatProgram, basis: Basis | None) -> None:
        program = floats.program
        self.n = len(program.variables)
        self.columns = _columns(floats)
        self.costs = _costs(floats)
        limited = program.limited()
        shifts = _shifts(floats)
        self.fixed = [z.lower is not None and z.lower == z.upper for z in limited]
        self.lower = _bounds([z.lower for z in limited], shifts)
        self.upper = _bounds([z.upper for z in limited], shifts)
        self._loosen()
        self.place = list(slack_basis(program) if basis is None else basis)
        self.basic = [z for z, place in enumerate(self.place) if place == Place.BASIC]
        self.stalled = 0
        self._factorise()

    def _loosen(self) -> None:
        """Move all bounds outward by different, very little numbers.

        Where no two are the same, no step has length 0. A basis that is optimal however little they
        are is optimal without them.
        """
        draw = Random(0)
        for z, is_fixed in enumerate(self.fixed):
            if not is_fixed:
                self.lower[z] = _moved(self.lower[z], -draw.randint(LOOSE, 2 * LOOSE))
                self.upper[z] = _moved(self.upper[z], draw.randint(LOOSE, 2 * LOOSE))

    def _factorise(self) -> None:
        """Factorise the basis, and calculate the values of its variables."""
        self.factors = LongFactors([self.columns[z] for z in self.basic])
        right: list[Long] = [0] * len(self.basic)
        for z, place in enumerate(self.place):
            at = self._resting(z) if place != Place.BASIC else 0
            if at:
                for i, entry in self.columns[z]:
                    right[i] -= entry * at
        self.values = self.factors.solve(right)

    def _resting(self, z: int) -> Long:
        """Where a nonbasic variable rests."""
        bound = {Place.LOWER: self.lower[z], Place.UPPER: self.upper[z]}.get(self.place[z])
        return 0 if bound is None else bound

    def solve(self, progress: Progress | None = None) -> Basis | None:
        """The optimal basis; None when it sees no point or no bound."""
        for steps in range(MOST_STEPS * len(self.place)):
            violated = self._violated()
            entering, direction = self._entering(violated)
            if entering is None and self.factors.exchanges:
                # each exchange takes some digits away, and what is left may be too little to see
                self._factorise()
                continue
            if entering is None:
                return None if violated else self.place
            moves = self.factors.solve(self._column(entering))
            block = self._blocked(entering, direction, moves, violated)
            if block is None:
                return None
            self._take(entering, direction, moves, block)
            if progress:
                progress(steps, None)
        return None

    def _violated(self) -> dict[int, int]:
        """{line: 1 above its bound, -1 below} of the basic variables beyond a bound."""
        violated = {}
        for line, (z, value) in enumerate(zip(self.basic, self.values, strict=True)):
            low, high = self.lower[z], self.upper[z]
            if low is not None and value < low:
                violated[line] = -1
            elif high is not None and value > high:
                violated[line] = 1
        return violated

    def _entering(self, violated: dict[int, int]) -> tuple[int | None, int]:
        """The variable to enter, that of the largest reduced cost, or the first one after many
        steps of length 0; and its direction.
        """
        y = self._dual(violated)
        found: int | None = None
        largest: Long = 0
        direction = 0
        for z, place in enumerate(self.place):
            if place == Place.BASIC or self.fixed[z]:
                continue
            cost = self._reduced(z, y, bool(violated))
            way = self._way(place, cost)
            size = _size(cost)
            if way and (found is None or size > largest):
                found, largest, direction = z, size, way
                if self.stalled > PATIENCE:
                    break
        return found, direction

    def _dual(self, violated: dict[int, int]) -> list[Long]:
        """The dual of the basis, by the costs of the violation while there is one."""
        if not violated:
            return self.factors.solve_transposed([self.costs[z] for z in self.basic])
        right: list[Long] = [0] * len(self.basic)
        for line, sign in violated.items():
            right[line] = arb(sign)
        return self.factors.solve_transposed(right)

    def _reduced(self, z: int, y: list[Long], is_violated: bool) -> Long:
        """The reduced cost of a variable; 0 where it is not known to be another number."""
        cost: Long = 0 if is_violated else self.costs[z]
        for i, entry in self.columns[z]:
            if y[i]:
                cost -= entry * y[i]
        return cost

    def _way(self, place: Place, cost: Long) -> int:
        """1 if the variable may rise and lowers the cost by it, -1 for falling, else 0."""
        if cost < 0 and place != Place.UPPER:
            return 1
        return -1 if cost > 0 and place != Place.LOWER else 0

    def _column(self, z: int) -> list[Long]:
        """The column of the variable, which moves the basic ones the other way."""
        column: list[Long] = [0] * len(self.basic)
        for i, entry in self.columns[z]:
            column[i] = entry
        return column

    def _blocked(
        self, entering: int, direction: int, moves: list[Long], violated: dict[int, int]
    ) -> _Block | None:
        """What blocks the variable first; None when nothing does."""
        low, high = self.lower[entering], self.upper[entering]
        best = None if low is None or high is None else _Block(None, high - low)
        for line, move in enumerate(moves):
            if not move or not (move > 0 or move < 0):
                continue
            rising = (move < 0) == (direction > 0)
            bound = self._bound_ahead(line, rising, violated)
            if bound is None:
                continue
            length = abs((bound - self.values[line]) / move)
            size = _size(move)
            block = _Block(line, length if length > 0 else 0, size)
            if best is None or self._is_before(block, best):
                best = block
        return best

    def _is_before(self, block: _Block, best: _Block) -> bool:
        """Whether it blocks before the other one; of those that block at once the largest pivot,
        or the first variable after many steps of length 0.
        """
        if block.length < best.length:
            return True
        if block.length > best.length or best.line is None or block.line is None:
            return False
        if self.stalled > PATIENCE:
            return self.basic[block.line] < self.basic[best.line]
        return bool(block.size > best.size)

    def _bound_ahead(self, line: int, rising: bool, violated: dict[int, int]) -> arb | None:
        """The bound at which the basic variable of the line blocks; None when it does not.

        A violated variable moves on freely away from its bound, and up to it otherwise.
        """
        z = self.basic[line]
        state = violated.get(line, 0)
        if not state:
            return self.upper[z] if rising else self.lower[z]
        if rising == (state > 0):
            return None
        return self.lower[z] if rising else self.upper[z]

    def _take(self, entering: int, direction: int, moves: list[Long], block: _Block) -> None:
        """Move the entering variable, and exchange it with the one that blocks it."""
        way = block.length * direction
        self.stalled = 0 if way else self.stalled + 1
        reached = self._resting(entering) + way
        if way:
            for line, move in enumerate(moves):
                if move:
                    self.values[line] -= move * way
        if block.line is None:
            self.place[entering] = Place.UPPER if direction > 0 else Place.LOWER
            return
        leaving = self.basic[block.line]
        self.place[leaving] = self._end(leaving, self.values[block.line])
        self.place[entering] = Place.BASIC
        self.basic[block.line] = entering
        self.values[block.line] = reached
        self._exchange(block.line, moves)

    def _end(self, z: int, at: Long) -> Place:
        """The bound that stopped a basic variable, which is the nearer one."""
        low, high = self.lower[z], self.upper[z]
        if low is None or high is None:
            return Place.UPPER if low is None else Place.LOWER
        return Place.LOWER if abs(at - low) < abs(at - high) else Place.UPPER

    def _exchange(self, place: int, moves: list[Long]) -> None:
        """Bring the factors up to date, or factorise again."""
        if len(self.factors.exchanges) < EXCHANGES and is_sure(moves[place]):
            self.factors.exchange(place, moves)
        else:
            self._factorise()


# --- the programme in balls -----------------------------------------------------------------------


def _shifts(floats: FloatProgram) -> list[int]:
    """What a variable is multiplied by, as an exponent of 2, for the scaled copy."""
    return [*floats.across.tolist(), *(-floats.down).tolist()]


def _columns(floats: FloatProgram) -> list[list[tuple[int, arb]]]:
    """The scaled columns of A x - r."""
    columns = []
    down = floats.down.tolist()
    for across, column in zip(floats.across.tolist(), floats.program.columns.rows(), strict=True):
        columns.append([(i, _scaled(arb(int(n)), -down[i] - across)) for i, n in column])
    minus = arb(-1)
    return [*columns, *([(i, minus)] for i in range(len(down)))]


def _costs(floats: FloatProgram) -> list[Long]:
    """The scaled costs, to be minimised."""
    program = floats.program
    sign = -1 if program.maximise else 1
    costs: list[Long] = [0] * len(program.limited())
    across = floats.across.tolist()
    for j, cost in program.objective.items():
        costs[j] = _ball(sign * cost, -across[j])
    return costs


def _bounds(bounds: list[Exact | None], shifts: list[int]) -> list[arb | None]:
    """The scaled bounds, None where there is none."""
    pairs = zip(bounds, shifts, strict=True)
    return [None if bound is None else _ball(bound, shift) for bound, shift in pairs]


def _ball(number: Exact, shift: int) -> arb:
    """number * 2^shift"""
    return _scaled(arb(number.numerator) / number.denominator, shift)


def _size(number: Long) -> Long:
    return -number if number < 0 else number


def _moved(bound: arb | None, by: int) -> arb | None:
    """The bound moved by so many units far behind the binary point."""
    if bound is None:
        return None
    return bound + _scaled(arb(by), -present_precision() // 3) * (1 + abs(bound))


def _scaled(number: arb, shift: int) -> arb:
    """number * 2^shift"""
    return number * arb(2) ** shift
