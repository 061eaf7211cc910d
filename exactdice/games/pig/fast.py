"""The fast path of Pig: the exact solution, its choices proven by bounds and its fractions computed
where they are needed.

`bounds` proves which action is the only optimal one at almost every state, reachable or not,
with integers of some 150 bits. What it leaves open (exact ties, above all) is decided here by
comparing fractions. Once the plans of a pair are known, its exact chances are one linear solve:
with q = P(j, i, 0), and a turn that ends by holding at k with probability h_k and by a bust with b,

    P(i, j, 0) = 1 - sum over k of h_k P(j, i + k, 0) - b q.

Only the pairs are solved to which the asked state leads under these plans, about a quarter of them
from the start of Pig to 100.
"""

from __future__ import annotations

from functools import partial

from flint import fmpq

from ...distributions.distribution import Distribution, point
from ...exact.cost import refuse_costly
from ...exact.numbers import Exact, Interval, Progress, as_exact
from ...game.protocol import MAX, MIN, PLAYERS, WAITS, Action, Player
from ...game.solution import Enclosure, Lazy, Solution
from ...proofs.parts import family_of, itself
from ...solvers import enclose, solve
from ...solvers.enclosure import check_digits
from ...solvers.evaluation.profiles import best_response, winning_response
from ...solvers.fast_path import fast_path_of
from .bounds import Pair, WinBounds, bounds_steps, win_bounds
from .rules import HOLD, ROLL, Pig, PigState
from .turn import RolledDie, ending, straight

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
        unlikely = 1 / straight(RolledDie(game), game.target)
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
        found = self.bounds.actions(i, j, k)
        if k not in self.bounds.open[i, j]:
            return found
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
        for a, b in sorted(self._ahead(i, j), key=sum, reverse=True):
            self._solve(a, b)
            if progress:
                progress(min(2 * lines, lines + above - a - b), 2 * lines)

    def _ahead(self, i: int, j: int) -> set[Pair]:
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
    """What the fractions cost where i points are played against j: their bits grow as the square of
    the points left, and faster.
    """
    left = game.target - min(i, j)
    of_bounds = bounds_steps(game, 0, i, j)
    bits_of_throw = game.one_die.total.bit_length()
    return of_bounds + left**6 * bits_of_throw // 300_000


# --- the solution ---------------------------------------------------------------------------------


def known_state(game: Pig, state: PigState) -> PigState:
    """The state, given as such or as a plain tuple; KeyError when it is no unfinished state."""
    if isinstance(state, tuple) and len(state) == 4 and state[3] in PLAYERS:
        found = state if isinstance(state, PigState) else PigState(*state)
        points = range(game.target)
        is_score = found.own in points and found.other in points
        if is_score and found.turn_total in range(game.target - found.own):
            return found
    raise KeyError(state)


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
        """What MAX is paid on average: 2 P - 1, or 1 - 2 P with MIN to move."""
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
    method = "strategy iteration in fixed-point integers"
    return Enclosure(game, Lazy(states, bounds), laws, method)


fast_path_of(family_of, Pig)(itself)

# Somebody always wins.
fast_path_of(winning_response, Pig)(best_response)
