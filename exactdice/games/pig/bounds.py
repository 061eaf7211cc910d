"""Pig within bounds: every chance to win as a fixed-point integer with a proven error, and the
choices that this proves.

Write P(i, j, k) as in `turn`, N for the target and T(x, q) for the worth of the best turn when
holding at k is worth 1 - x(j, i + k) and a bust 1 - q. The two states {i, j} at the start of a turn
call each other, p = T(P, q) and q = T(P, p), and beyond each other only states with more points in
all, so they are solved pair by pair, from i + j = 2N - 2 down.

*One solution.* A turn under a fixed plan is worth a - b q, where b is the chance that it ends in a
bust. Rolling on ends in a bust more often than any other plan, so b <= B = 1 - (the chance to gain
N points without a bust) < 1, and T changes by at most B |dq| when q changes by dq. So p -> T(P,
T(P, p)) is a contraction, p and q exist, are unique, and come from plans.

*Strategy iteration* (Hoffman and Karp). Improve the plan at (j, i) against that at (i, j) until it
is a best answer, then improve the plan at (i, j) once, and start again. Each improvement at (j, i)
raises q, so there are finitely many. Let p and q = T(P, p) be reached, and let a new plan at (i, j)
have the worth a - b q > p as long as q stands. Let p' and its best answer q' follow. If p' <= p
then q' <= q + B (p - p'), so p' = a - b q' > p - b B (p - p'): a contradiction as b B < 1: so p
rises each time, no plan comes back, and the steps end. If i = j both sides have one plan, and the
step is Newton's for p - T(P, p) = 0, concave and increasing.

*Rounding.* p and q are rounded down from the linear solve, and `best_turn` may lose N units; so it
never falls short of a plan's p by more than N + 2. An answer at (j, i) is settled when nothing
gains more than N + 2, thus within 2N + 2 of the best; at (i, j) only what gains more than 3N + 6
counts, which exceeds that slack and all rounding, so the argument above holds for the integers.

*The error.* Suppose that all numbers of later pairs are off by at most E, and that the integers p'
and q' are within r of T(P', q') and T(P', p'). The loop ends only when best_turn says so: within 3N
+ 6, and N more for what it may lose, so r = 4N + 6. Let e be the larger of |p' - p| and |q' - q|.
Changing x by at most E and q by at most e changes the worth of a plan by at most (1 - b) E + b e,
thus that of the best turn by at most E + B (e - E) if e > E. So e <= r + E + B (e - E), that is e
<= E + r / (1 - B): each line i + j = s adds at most r / (1 - B), and at the start the error is 2N -
1 times that. The working precision is chosen from this beforehand.
"""

from __future__ import annotations

from functools import partial
from math import ceil

from ...exact.argument_checks import no_progress
from ...exact.cost import refuse_costly, refuse_digits
from ...exact.numbers import Interval, Progress, as_whole, ratio
from ...solvers.fast_path import exactly
from .rules import HOLD, ROLL, Pig
from .turn import RolledDie, best_turn, ending, straight

Pair = tuple[int, int]
STEPS_A_PAIR = 4  # for the place of a number


class WinBounds:
    """Bounds for P(i, j, k), the chance to win of the mover with i points, j against it and turn
    total k.

    Pairs are solved when they are first asked for; `extend` solves those that one state leads to.
    """

    def __init__(self, game: Pig, accuracy: int) -> None:
        """Bounds of width at most 2^-accuracy."""
        target = game.target
        refuse_costly(game, STEPS_A_PAIR * target**2)
        self.game = game
        self.die = RolledDie(game)
        off = 4 * target + 6  # r
        self.per_line = ceil(off / straight(self.die, target))  # r / (1 - B)
        largest_error = 2 * target * self.per_line + target  # of any state, in units of 1 / one
        self.bits = accuracy + (2 * largest_error).bit_length()
        self.one = 1 << self.bits
        # P(i, j, 0), -1 where it is not known yet
        self.start = [[-1] * target for _ in range(target)]
        # (i, j): for each k whether to roll, as far as the integers can tell
        self.rolls: dict[Pair, bytearray] = {}
        # (i, j): the k at which they cannot
        self.open: dict[Pair, tuple[int, ...]] = {}

    def extend(self, i: int, j: int, progress: Progress | None = None) -> None:
        """Solve every pair to which i points against j lead."""
        if self.start[i][j] >= 0:
            return
        refuse_costly(self.game, bounds_steps(self.game, self.bits, i, j))
        highest = 2 * self.game.target - 2
        lines = highest + 1 - i - j
        for done, s in enumerate(range(highest, i + j - 1, -1), 1):
            # the pairs with s points in all that have at least i and j
            lowest = max(i, s - highest // 2)
            last = min(s - j, highest // 2)
            for a in range(lowest, last + 1):
                if self.start[a][s - a] < 0:  # a pair is solved once for both its states
                    self._solve(a, s - a)
            if progress:
                progress(done, lines)

    def win(self, i: int, j: int, k: int = 0) -> Interval:
        """Bounds around P(i, j, k) whose ends are dyadic rationals.

        >>> 10**10 * win_bounds(Pig(target=20), 10).win(15, 18).width <= 1
        True
        """
        self.game.refuse_finished(i, j, k)
        self.extend(i, j)
        near = self.start[i][j]
        if k > 0:
            held = self.start[j]  # [i + k] for holding at k
            # the rest of the turn as a turn of its own, whose total 0 cannot be held
            roll, _ = best_turn(self.die, self.one, [0, *held[i + k + 1 :]], held[i])
            near = max(roll, self.one - held[i + k])
        # a turn may lose as many units as there are points to the target
        error = self.error(i + j) + self.game.target
        lower = max(near - error, 0)  # of a probability
        upper = min(near + error, self.one)
        return Interval(ratio(lower, self.one), ratio(upper, self.one))

    def actions(self, i: int, j: int, k: int) -> tuple[str, ...]:
        """The actions that may be optimal: one where it is proven to be the only optimal one, else
        both.

        >>> found = win_bounds(Pig(target=50), 10)
        >>> found.actions(40, 40, 8), found.actions(0, 0, 30)
        (('roll',), ('hold',))
        """
        self.game.refuse_finished(i, j, k)
        self.extend(i, j)
        if k in self.open[i, j]:
            return (ROLL, HOLD)
        return (self.plan(i, j, k),)

    def plan(self, i: int, j: int, k: int) -> str:
        """The action that guarantees the lower bound for the mover."""
        return ROLL if self.rolls[i, j][k] else HOLD

    def error(self, s: int) -> int:
        """How far, in units of 1 / one, P(i, j, 0) may be from its integer if i + j = s."""
        above = 2 * self.game.target - 1  # no pair has so many points in all
        return (above - s) * self.per_line

    def _solve(self, i: int, j: int) -> None:
        """Solve the pair and enter both its states."""
        p = self._guess(i, j)
        q = self._guess(j, i)
        ahead = self.start[j][i:]  # after a hold at (i, j)
        behind = self.start[i][j:]  # after a hold at (j, i)
        turn = partial(best_turn, self.die, self.one)
        plan = _plan_of(turn(ahead, q)[1])
        answer = _plan_of(turn(behind, p)[1])
        # the head of the file proves that these thresholds end the loop: the answer first
        target = self.game.target
        most_answer_gains = target + 2
        most_plan_gains = 3 * target + 6
        while True:
            # p t = x - b q and q u = y - d p under the plans, each rounded down by less than one
            # unit; the determinant is positive as a turn ends in a bust with a chance below 1
            x, b, t = self._line(plan, ahead)
            y, d, u = self._line(answer, behind)
            determinant = t * u - b * d
            p = (x * u - b * y) // determinant
            q = (y * t - d * x) // determinant
            best, margins = turn(ahead, q)
            best_answer, answer_margins = turn(behind, p)
            if abs(best_answer - q) > most_answer_gains:
                answer = _plan_of(answer_margins)
                plan = answer if i == j else plan
            elif abs(best - p) > most_plan_gains:
                plan = _plan_of(margins)
            else:
                break
        # both P(j, i + k, 0) and the worth of rolling may be off by the error, the latter by N more
        doubt = 2 * self.error(i + j) + target
        for own, other, win, found in ((i, j, p, margins), (j, i, q, answer_margins)):
            self.start[own][other] = win
            self.rolls[own, other] = _plan_of(found)
            # a turn starts with a roll, so k > 0
            self.open[own, other] = tuple(
                k for k in range(1, len(found)) if -doubt <= found[k] <= doubt
            )

    def _guess(self, i: int, j: int) -> int:
        """A first P(i, j, 0), continued from the neighbours; any number will do."""
        last = self.game.target - 1
        near = self.start[i + 1][j] if i < last else self.one
        far = self.start[i][j + 1] if j < last else 0
        both = self.one // 2
        if i < last and j < last:
            both = self.start[i + 1][j + 1]
        guessed = max(near + far - both, 0)
        return min(guessed, self.one)

    def _line(self, plan: bytearray, waiting: list[int]) -> tuple[int, int, int]:
        """x, b and t of p t = x - b q under the plan."""
        turn = ending(self.die, plan)
        lost = sum(weight * waiting[k] for k, weight in turn.holds.items())
        return turn.total * self.one - lost, turn.busts, turn.total


def bounds_steps(game: Pig, bits: int, i: int = 0, j: int = 0) -> int:
    """What the bounds cost where i points are played against j: a turn for each pair, in numbers of
    so many bits.
    """
    left = game.target - min(i, j)
    arithmetic = 7 + bits // 60
    faces = max(game.one_die)
    return left**3 * arithmetic * faces // 6


def _plan_of(margins: list[int]) -> bytearray:
    return bytearray(margin >= 0 for margin in margins)  # 0 of k = 0: a turn starts with a roll


def win_bounds(game: Pig, digits: int, progress: Progress | None = None) -> WinBounds:
    """Bounds of width at most 10^-digits for the chance to win from every state.

    The head of the file proves them. Raises `RulesError` unless digits is an int of 1 or more.

    >>> from exactdice import decimal_text
    >>> found = win_bounds(Pig(target=20), 30).win(0, 0)
    >>> decimal_text(found.lower, 29), decimal_text(found.upper, 29)
    ('0.61555854980504281329289861326', '0.61555854980504281329289861326')
    """
    exactly(game, Pig, "win_bounds")
    no_progress(progress)
    digits = as_whole(digits, "digits", 1)
    refuse_digits(digits)
    accuracy = (10**digits).bit_length()  # 2^-accuracy < 10^-digits
    found = WinBounds(game, accuracy)
    found.extend(0, 0, progress)
    return found
