"""Pig solved: every probability to win as a fixed-point integer with a proven error, the choices
that this proves, and fractions where they are needed.

Write P(i, j, k) as in `turn`, N for the target and T(x, q) for the worth of the best turn when
holding at k is worth 1 - x(j, i + k) and a bust 1 - q. The two states {i, j} at the start of a turn
call each other, p = T(P, q) and q = T(P, p), and beyond each other only states with more points in
all, so they are solved pair by pair, from i + j = 2N - 2 down.

*One solution.* A turn under a fixed plan is worth a - b q, where b is the probability that it ends
in a bust. Rolling on ends in a bust more often than any other plan, so b <= B = 1 - (the
probability to gain N points without a bust) < 1, and T changes by at most B |dq| when q changes by
dq. So p -> T(P, T(P, p)) is a contraction, p and q exist, are unique, and come from plans.

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

*Fractions.* `WinBounds` proves which action is the only optimal one at almost every state,
reachable or not, with integers of some 150 bits. What it leaves open (exact ties, above all) is
decided here by comparing fractions. Once the plans of a pair are known, its exact chances are one
linear solve: with q = P(j, i, 0), and a turn that ends by holding at k with probability h_k and by
a bust with b,

    P(i, j, 0) = 1 - sum over k of h_k P(j, i + k, 0) - b q.

Only the pairs are solved to which the asked state leads under these plans, about a quarter of them
from the start of Pig to 100.
"""

from __future__ import annotations

from functools import partial
from math import ceil

from flint import fmpq

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import no_progress
from ...exact.cost import refuse_costly, refuse_digits
from ...exact.numbers import Exact, Interval, Progress, as_exact, as_whole, ratio
from ...game.protocol import MAX, MIN, WAITS, Action, Player
from ...game.solution import Enclosure, Lazy, Solution
from ...proofs import family_of, itself
from ...solvers import enclose, solve
from ...solvers.enclosure import check_digits
from ...solvers.evaluation.profiles import best_response, winning_response
from ...solvers.fast_path import exactly, fast_path_of
from .profile import RolledDie, best_turn, ending, safe_probability
from .rules import HOLD, ROLL, Pig, PigState, known_state

Pair = tuple[int, int]
STEPS_A_PAIR = 4  # for the place of a number


class WinBounds:
    """Bounds for P(i, j, k), the probability to win of the mover with i points, j against it and
    turn total k.

    Pairs are solved when they are first asked for; `extend` solves those that one state leads to.
    """

    def __init__(self, game: Pig, accuracy: int) -> None:
        """Bounds of width at most 2^-accuracy."""
        target = game.target
        refuse_costly(game, STEPS_A_PAIR * target**2)
        self.game = game
        self.die = RolledDie(game)
        self.per_line = ceil((4 * target + 6) / safe_probability(self.die, target))  # r / (1 - B)
        largest_error = 2 * target * self.per_line + target  # of any state, in units of 1 / one
        self.bits = accuracy + (2 * largest_error).bit_length()
        self.one = 1 << self.bits
        # P(i, j, 0), -1 where it is not known yet; beyond the target that of a race won or lost
        self.start = [[-1] * target + [0] for _ in range(target)] + [[self.one] * (target + 1)]
        # (i, j): for each k whether to roll, as far as the integers can tell
        self.rolls: dict[Pair, bytearray] = {}
        # (i, j): the k at which they cannot
        self.open: dict[Pair, tuple[int, ...]] = {}

    def extend(self, i: int, j: int, progress: Progress | None = None) -> None:
        """Solve every pair to which i points against j lead."""
        if self.start[i][j] >= 0:
            return
        refuse_costly(self.game, bounds_steps(self.game, self.bits, i, j))
        last = self.game.target - 1
        lines = range(2 * last, i + j - 1, -1)
        for done, s in enumerate(lines, 1):
            # the pairs with s points in all that have at least i and j
            for a in range(max(i, s - last), min(s - j, last) + 1):
                if self.start[a][s - a] < 0:  # a pair is solved once for both its states
                    self._solve(a, s - a)
            if progress:
                progress(done, len(lines))

    def win(self, i: int, j: int, k: int = 0) -> Interval:
        """Bounds around P(i, j, k) whose ends are dyadic rationals.

        >>> 10**10 * win_bounds(Pig(target=20), 10).win(15, 18).width <= 1
        True
        """
        self.extend(i, j)
        near = self.start[i][j]
        if k > 0:
            held = self.start[j]  # [i + k] for holding at k
            # the rest of the turn as a turn of its own, whose total 0 cannot be held
            roll, _ = best_turn(self.die, self.one, [0, *held[i + k + 1 : -1]], held[i])
            near = max(roll, self.one - held[i + k])
        # a turn may lose as many units as there are points to the target
        error = self.error(i + j) + self.game.target
        # the part of the bounds that a probability can be in
        ends = max(near - error, 0), min(near + error, self.one)
        return Interval(*(ratio(end, self.one) for end in ends))

    def actions(self, i: int, j: int, k: int) -> tuple[str, ...]:
        """The actions that may be optimal: one where it is proven to be the only optimal one, else
        both.

        >>> found = win_bounds(Pig(target=50), 10)
        >>> found.actions(40, 40, 8), found.actions(0, 0, 30)
        (('roll',), ('hold',))
        """
        self.extend(i, j)
        if k in self.open[i, j]:
            return (ROLL, HOLD)
        return (self.plan(i, j, k),)

    def plan(self, i: int, j: int, k: int) -> str:
        """The action that guarantees the lower bound for the mover."""
        return ROLL if self.rolls[i, j][k] else HOLD

    def error(self, s: int) -> int:
        """How far, in units of 1 / one, P(i, j, 0) may be from its integer if i + j = s."""
        # no pair has 2 target - 1 points in all
        return (2 * self.game.target - 1 - s) * self.per_line

    def _solve(self, i: int, j: int) -> None:
        """Solve the pair and enter both its states."""
        p = self._guess(i, j)
        q = self._guess(j, i)
        ahead = self.start[j][i:-1]  # after a hold at (i, j)
        behind = self.start[i][j:-1]  # after a hold at (j, i)
        turn = partial(best_turn, self.die, self.one)
        plan = _rolls_at(turn(ahead, q)[1])
        answer = _rolls_at(turn(behind, p)[1])
        target = self.game.target
        # the head of the file proves that the thresholds below end the loop: the answer first
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
            if abs(best_answer - q) > target + 2:
                answer = _rolls_at(answer_margins)
                plan = answer if i == j else plan
            elif abs(best - p) > 3 * target + 6:
                plan = _rolls_at(margins)
            else:
                break
        # both P(j, i + k, 0) and the worth of rolling may be off by the error, the latter by N more
        doubt = 2 * self.error(i + j) + target
        for own, other, win, found in ((i, j, p, margins), (j, i, q, answer_margins)):
            self.start[own][other] = win
            self.rolls[own, other] = _rolls_at(found)
            # a turn starts with a roll, so k > 0
            self.open[own, other] = tuple(
                k for k in range(1, len(found)) if -doubt <= found[k] <= doubt
            )

    def _guess(self, i: int, j: int) -> int:
        """A first P(i, j, 0), continued from the neighbours; any number will do."""
        start = self.start
        guess = start[i + 1][j] + start[i][j + 1] - start[i + 1][j + 1]
        return min(max(guess, 0), self.one)

    def _line(self, plan: bytearray, waiting: list[int]) -> tuple[int, int, int]:
        """x, b and t of p t = x - b q under the plan."""
        turn = ending(self.die, plan)
        lost = sum(weight * waiting[k] for k, weight in turn.holds.items())
        return turn.total * self.one - lost, turn.busts, turn.total


def bounds_steps(game: Pig, bits: int, i: int = 0, j: int = 0) -> int:
    """The cost of the bounds where i points are played against j: a turn for each pair, in numbers
    of so many bits.
    """
    return (game.target - min(i, j)) ** 3 * (7 + bits // 60) * max(game.one_die) // 6


def _rolls_at(margins: list[int]) -> bytearray:
    return bytearray(margin >= 0 for margin in margins)  # 0 of k = 0: a turn starts with a roll


def win_bounds(game: Pig, digits: int, progress: Progress | None = None) -> WinBounds:
    """Bounds of width at most 10^-digits for the probability to win from every state.

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
    found = WinBounds(game, accuracy=(10**digits).bit_length())  # 2^-accuracy < 10^-digits
    found.extend(0, 0, progress)
    return found


# bits of the bounds that prove choices, beyond those of the square of the chance to win in one turn
ACCURACY = 64
# what to ask for instead of exact fractions, whose size grows as the square of the points to go
BOUNDS_INSTEAD = (
    "bounds, by digits=50 in a query or at the terminal, enclose(game, digits=50) in Python"
)
METHOD = "strategy iteration on pairs of states"


class ExactWins:
    """P(i, j, k) as fractions, and every optimal action; what is computed once is kept."""

    def __init__(self, game: Pig, accuracy: int = ACCURACY) -> None:
        """With more or fewer bits of accuracy the answers are the same; fewer leave more choices to
        fractions.
        """
        self.game = game
        unlikely = 1 / safe_probability(RolledDie(game), game.target)
        self.bounds = WinBounds(game, accuracy + 2 * int(unlikely).bit_length())
        self.start: dict[Pair, fmpq] = {}  # P(i, j, 0)
        # the optimal actions where the bounds leave them open
        self.decided: dict[tuple[int, int, int], tuple[str, ...]] = {}

    def win(self, i: int, j: int, k: int = 0) -> fmpq:
        """P(i, j, k).

        >>> ExactWins(Pig(target=2, faces=2, bust=2)).win(0, 0)
        4/7
        """
        self.extend(i, j)
        if k == 0:
            return self.start[i, j]
        if ROLL not in self.actions(i, j, k):
            self.extend(j, i + k)
            return 1 - self.start[j, i + k]
        x, b = self._rolling(i, j, k)
        return x - b * self.start[j, i]

    def actions(self, i: int, j: int, k: int) -> tuple[str, ...]:
        """Every optimal action."""
        proven = self.bounds.actions(i, j, k)
        if len(proven) == 1:
            return proven
        self.extend(i, j)
        return self.decided[i, j, k]

    def extend(self, i: int, j: int, progress: Progress | None = None) -> None:
        """Solve the pair {i, j} exactly, and every pair to which it leads under optimal play."""
        if (i, j) in self.start:
            return
        refuse_costly(self.game, exact_steps(self.game, i, j), BOUNDS_INSTEAD)
        above = 2 * self.game.target - 1  # no pair has so many points in all
        lines = above - i - j
        # progress counts each line twice: once for its bounds, once for its fractions
        self.bounds.extend(i, j, progress and (lambda done, _: progress(done, 2 * lines)))
        # a pair leads to pairs with more points in all, which must be known before it
        for a, b in sorted(self._required_pairs(i, j), key=sum, reverse=True):
            self._solve(a, b)
            if progress:
                progress(min(2 * lines, lines + above - a - b), 2 * lines)

    def _required_pairs(self, i: int, j: int) -> set[Pair]:
        """The unsolved pairs, the lower points first, whose fractions the pair {i, j} needs,
        whatever is decided where the bounds leave it open.
        """
        found: set[Pair] = set()
        pending = [(i, j)]
        while pending:
            a, b = pending.pop()
            pair = (min(a, b), max(a, b))
            if pair in found or pair in self.start:
                continue
            found.add(pair)
            for own, other in ((a, b), (b, a)):
                doubtful = self.bounds.open[own, other]
                plan = self.bounds.rolls[own, other]
                held = {*doubtful}
                for start in (0, *doubtful):
                    held.update(ending(self.bounds.die, plan, start).holds)
                pending += [(other, own + k) for k in held]
        return found

    # --- one pair ---------------------------------------------------------------------------------

    def _solve(self, i: int, j: int) -> None:
        """Solve the pair, deciding what the bounds leave open: strategy iteration as in
        `bounds`, on fractions.

        The totals that are not open keep their proven action, so this is the iteration for a game
        with fewer plans that still has the optimal ones. Solving again after each improvement, of
        (j, i) first, keeps to the order of Hoffman and Karp.
        """
        improved = True
        while improved:
            # p = x - b q and q = y - d p under the present plans
            x, b = self._rolling(i, j)
            y, d = self._rolling(j, i)
            p = (x - b * y) / (1 - b * d)
            self.start[i, j] = p
            self.start[j, i] = y - d * p
            improved = self._improve(j, i) or self._improve(i, j)

    def _rolling(self, i: int, j: int, k: int = 0) -> tuple[fmpq, fmpq]:
        """x and b: rolling at the turn total k is worth x - b P(j, i, 0) under the plan."""
        turn = ending(self.bounds.die, self.bounds.rolls[i, j], k)
        for held in turn.holds:
            self.extend(j, i + held)
        lost = sum((self.start[j, i + held] * w for held, w in turn.holds.items()), fmpq(0))
        return 1 - lost / turn.total, fmpq(turn.busts, turn.total)

    def _improve(self, i: int, j: int) -> bool:
        """Decide the open totals of (i, j), highest first, by comparing fractions; whether the plan
        changed.
        """
        plan = self.bounds.rolls[i, j]
        before = bytes(plan)
        # highest first: the worth of rolling at k rests on the plan above k
        for k in reversed(self.bounds.open[i, j]):
            x, b = self._rolling(i, j, k)
            roll = x - b * self.start[j, i]
            hold = 1 - self.start[j, i + k]
            if roll == hold:  # the plan stays as it is, so that the iteration ends
                self.decided[i, j, k] = (ROLL, HOLD)
            else:
                plan[k] = roll > hold
                self.decided[i, j, k] = (ROLL,) if roll > hold else (HOLD,)
        return plan != before


def exact_steps(game: Pig, i: int = 0, j: int = 0) -> int:
    """The cost of the fractions where i points are played against j: their bits grow as the square
    of the points left, and faster.
    """
    left = game.target - min(i, j)
    bits_of_roll = game.one_die.total.bit_length()
    return bounds_steps(game, 0, i, j) + left**6 * bits_of_roll // 300_000


# --- the solution ---------------------------------------------------------------------------------


@fast_path_of(solve, Pig)
def solve_pig(game: Pig, progress: Progress | None = None) -> Solution:
    """The solution of Pig at every state, reachable or not.

    The choices are proven at every state (where a tie is possible, when it is asked for); the
    fractions of the states to which optimal play leads from the start are computed at once, the
    others when they are asked for. Raises `TooCostly` for a target far above 150.

    >>> from exactdice import solve
    >>> solution = solve(Pig(target=20))
    >>> solution.optimal_actions[PigState(0, 0, 10)], solution.optimal_actions[PigState(10, 12, 9)]
    (('roll',), ('roll',))
    >>> solution.value
    Fraction(5675645, 24557443)
    """
    refuse_costly(game, exact_steps(game), BOUNDS_INSTEAD)
    wins = ExactWins(game)
    wins.extend(0, 0, progress)

    def value(state: PigState) -> Exact:
        """The mean payoff to MAX: 2 P - 1, or 1 - 2 P with MIN to move."""
        state = known_state(game, state)
        gain = as_exact(2 * wins.win(state.own, state.other, state.turn_total) - 1)
        return gain if state.to_move == MAX else -gain

    def best(state: PigState) -> tuple[Action, ...]:
        state = known_state(game, state)
        return wins.actions(state.own, state.other, state.turn_total)

    return Solution(game, Lazy(game.unfinished, value), Lazy(game.unfinished, best), METHOD)


@fast_path_of(enclose, Pig)
def enclose_pig(game: Pig, digits: int, progress: Progress | None = None) -> Enclosure:
    """Bounds at every state, reachable or not, and for each player the plan that guarantees its
    end of them.
    """
    # one digit more, as bounds for a payoff, 2 P - 1, are twice as wide as for the chance P
    wins = win_bounds(game, check_digits(digits) + 1, progress)

    def bounds(state: PigState) -> Interval:
        state = known_state(game, state)
        gain = 2 * wins.win(state.own, state.other, state.turn_total) - 1
        return gain if state.to_move == MAX else -gain

    def law(player: Player, state: PigState) -> Distribution[Action]:
        state = known_state(game, state)
        if state.to_move != player:
            return WAITS
        return point(wins.plan(state.own, state.other, state.turn_total))

    states = game.unfinished
    laws = (Lazy(states, partial(law, MAX)), Lazy(states, partial(law, MIN)))
    return Enclosure(game, Lazy(states, bounds), laws, "strategy iteration in fixed-point integers")


fast_path_of(family_of, Pig)(itself)

# Somebody always wins.
fast_path_of(winning_response, Pig)(best_response)
