"""The solver of the simultaneous battle: it solves, encloses and evaluates at every state,
reachable or not. `ExactValues` works in fractions while they are short enough, `bounds` encloses,
and the tests compare both with the generic solvers.

*Evaluating strategies* takes one pass over rows, in integers over one scale. A pass holds floor(V *
scale) for every state, V being the mean payoff when each player follows a plan or, where a plan is
None, plays best against the other's. Two scales serve:

- 2^bits. Each state loses less than 1 / scale and a mean, a minimum or a maximum loses no more than
  the numbers it is taken of, so V lies between the number and the number + n / scale, n being the
  most rounds left: target - max(i, j), as every round scores. Where a bust scores nothing, a round
  that leaves both where they were is taken out by V = (rest) / (1 - P(stay)), which loses no
  more either, and n is 2 target - 1 - i - j, as any other round raises i + j.
- S^target with S = W^2D times the totals of the plans' distributions. V has a denominator that
  divides S^(rounds left), every division is exact and so is the answer. For games that always move
  on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import product, starmap
from math import ceil, lcm
from typing import Any, NamedTuple, TypeVar

from flint import fmpz

from ...distributions.distribution import Distribution, from_probabilities, point
from ...exact.argument_checks import no_progress
from ...exact.cost import bits_for, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Interval, Progress, as_exact, as_whole, ratio, shown, simplest
from ...game.protocol import (
    MAX,
    MIN,
    ActionDistribution,
    Plans,
    Player,
    Profile,
    Strategy,
    checked_profile,
    strategy,
)
from ...game.solution import Enclosure, Lazy, Solution
from ...proofs import family_of, itself
from ...solvers import enclose, solve
from ...solvers.enclosure import check_digits
from ...solvers.evaluation.profiles import (
    Following,
    against,
    best_response,
    mean_length,
    payoff_distribution,
    profile_values,
)
from ...solvers.evaluation.ties import (
    OpenPlan,
    OpenProfile,
    Pays,
    WithoutTies,
    length_range,
    paid,
    payoff_range,
)
from ...solvers.fast_path import exactly, fast_path_of
from ...solvers.values import BIT_BUDGET
from ..dice_battle.sweep import distribution_table
from .bounds import Cell, Kind, Pass
from .rules import SimultaneousBattle, SimultaneousState
from .sums import (
    Entries,
    ExactValues,
    Pair,
    Payoff,
    grid_steps,
    is_draw,
    sign_of_lead,
    zero,
)

SMALL = 100  # dice * target up to which the generic functions answer in reasonable time

Law = Distribution[Any]  # of the number of dice
Laws = tuple[Law, ...]  # that a plan may take at a state: one, but where it leaves ties
LawTable = Sequence[Sequence[Laws]]
LawTables = tuple[LawTable | None, LawTable | None]  # of MAX and of MIN; None for who chooses
Extreme = Callable[[Sequence[Any]], Any]  # min or max


@dataclass
class StrategyValues:
    """The pass; `rows[i][j]` is floor(V(i, j) * scale), and `best[i][j]` every best number of dice
    where one player chooses.

    `toll` is paid to MAX at every round: 1 on payoffs of 0 counts the rounds. Among the
    distributions that plans leave open the extreme is taken.
    """

    pair: Pair
    laws: LawTables
    scale: fmpz
    payoff: Payoff = sign_of_lead
    toll: int = 0
    extreme: Extreme | None = None  # of what is left open; None: what is best for who chooses
    rows: list[list[fmpz]] = field(default_factory=list)
    best: list[list[tuple[int, ...]]] = field(default_factory=list)

    def run(self, progress: Progress | None = None) -> StrategyValues:
        """Fill the rows, from the last one down, and return itself."""
        target = self.pair.game.target
        self.rows = [[] for _ in range(target)]
        self.best = [[] for _ in range(target)]
        finished = self.pair.finished_sums(self.payoff).times(self.scale)
        entries = Entries(self.pair, finished, self.scale * self.payoff(0, target))
        # the extreme that is given, else the best for who chooses
        extreme = self.extreme or (max if self.laws[MAX] is None else min)
        for i in reversed(range(target)):
            entries.begin_row(target)
            for j in reversed(range(target)):
                entries.enter(j)
                # of each number of dice of the player who chooses, or each way to break the ties
                one, two = (self.pair.pure if laws is None else laws[i][j] for laws in self.laws)
                means = [self._mean(entries, *pair) for pair in product(one, two)]
                chosen = extreme(means)
                self.rows[i].append(chosen)
                self.best[i].append(tuple(d for d, mean in enumerate(means, 1) if mean == chosen))
                entries.settle(chosen)
            # settled from the last column down: where a bust of MAX scores nothing, a state needs
            # the later columns of its own row
            self.rows[i].reverse()
            self.best[i].reverse()
            entries.end_row(self.rows[i], target)
            if progress:
                progress(target - i, target)
        return self

    def _mean(self, entries: Entries, first: Law, second: Law) -> fmpz:
        """floor(scale * mean over the joint distribution), the probability to stay taken out."""
        summed = stay = fmpz(0)
        for a, x in first.items():
            inner = sum((entries.entry(a, b) * y for b, y in second.items()), fmpz(0))
            summed += inner * (self.pair.lift[a] * x)
            if self.pair.recurs:
                both = self.pair.both_bust[a]
                stay += sum((both[b] * y for b, y in second.items()), fmpz(0)) * x
        total = self.pair.all_ways * first.total * second.total
        return (summed + self.scale * self.toll * total) // (total - stay)

    def value(self, state: SimultaneousState) -> Exact:
        """V at a state, when the pass is exact."""
        return simplest(ratio(self.rows[state.first][state.second], self.scale))

    def optimal(self, state: SimultaneousState) -> tuple[int, ...]:
        """Every best number of dice at a state, where one player chooses."""
        return self.best[state.first][state.second]

    @cached_property
    def antisymmetric(self) -> bool:
        """Whether V(i, j) = -V(j, i) by symmetry, where nothing is paid at each round: both follow
        one plan, for a payoff that the one wins from the other.

        Exchanging the players turns the game into itself with the payoff negated, and the plans
        into themselves.
        """
        first, second = self.laws
        if first is None or second is None or self.payoff is not sign_of_lead or self.toll:
            return False
        # MIN looks at (i, j) as MAX looks at (j, i)
        return first == tuple(zip(*second, strict=True))

    def bounds(self, state: SimultaneousState) -> Interval:
        """The bounds on V at a state after a pass over 2^bits that leaves no ties open; both 0
        where that is known by symmetry.
        """
        i, j = state
        if i == j and self.antisymmetric:
            return Interval(0, 0)
        target = self.pair.game.target
        # the most rounds that can follow, each of which lost less than 1 / scale
        left = 2 * target - 1 - i - j if self.pair.recurs else target - max(i, j)
        lower = self.rows[i][j]
        return Interval(*(simplest(ratio(end, self.scale)) for end in (lower, lower + left)))


# --- laws of plans --------------------------------------------------------------------------------


def strategy_tables(game: SimultaneousBattle, plans: Plans) -> LawTables:
    """The distribution of the number of dice at every state for each player with a plan."""
    first, second = (None if plan is None else WithoutTies(strategy(plan)) for plan in plans)
    return strategy_table(game, first, MAX), strategy_table(game, second, MIN)


def strategy_table(
    game: SimultaneousBattle, plan: OpenPlan | None, player: Player
) -> LawTable | None:
    """The distributions of the number of dice at every state among which the plan leaves the
    choice.
    """
    if plan is None:
        return None
    refuse_costly(game, grid_steps(game))  # before a plan is asked at every state
    return distribution_table(game, plan, player, SimultaneousState, lambda law: law)


class RecurringState(UnsolvableError):
    """A state can come back to itself: the fast path has no exact answer."""


def evaluate_exactly(
    game: SimultaneousBattle,
    tables: LawTables,
    payoff: Payoff = sign_of_lead,
    toll: int = 0,
    extreme: Extreme | None = None,
    progress: Progress | None = None,
) -> StrategyValues:
    """V exactly at every state, over one scale; where distributions leave ties, the extreme over
    all ways to break them, which is that of each state's own ways, as what can follow it has more
    points.

    Raises `RecurringState` where that scale is too long, or a state of a small game can come back
    to itself: the generic functions then answer. `UnsolvableError` when it is a larger game.
    """
    pair = Pair(game)
    if pair.recurs:
        # `RecurringState` lets the generic functions take over, as they may for a small game; a
        # large one has no other way, since they would take hours
        refusal = RecurringState if game.dice * game.target <= SMALL else UnsolvableError
        raise refusal(
            f"{shown(game)} can come back to a state: profile_bounds(game, profile, digits=50) "
            "gives certified bounds"
        )
    step = pair.all_ways
    for table in tables:
        if table is not None:
            step *= lcm(*{law.total for row in table for laws in row for law in laws})
    # the length is estimated before the power is made
    if step.bit_length() * game.target > BIT_BUDGET:
        raise RecurringState(f"values of {shown(game)} under these strategies share no short scale")
    return StrategyValues(pair, tables, step**game.target, payoff, toll, extreme).run(progress)


def evaluate_bounds(
    game: SimultaneousBattle,
    tables: LawTables,
    digits: int,
    payoff: Payoff,
    progress: Progress | None,
) -> StrategyValues:
    """A pass whose bounds are no further apart than 10^-digits."""
    refuse_costly(game, grid_steps(game, bits_for(digits)), "fewer digits")
    # each round left loses one last place, and there are fewer than 2 target
    scale = fmpz(1) << (10**digits * 2 * game.target).bit_length()
    return StrategyValues(Pair(game), tables, scale, payoff).run(progress)


GUARD = 16  # bits beyond the digits asked, at first
TRIES = 5

V = TypeVar("V")


def _table(
    game: SimultaneousBattle, get: Callable[[SimultaneousState], V]
) -> Lazy[SimultaneousState, V]:
    """{each unfinished state, given as such or as a plain tuple: what `get` gives}."""
    points = range(game.target)

    def found(state: object) -> V:
        if not isinstance(state, tuple) or len(state) != 2 or not all(n in points for n in state):
            raise KeyError(state)
        return get(SimultaneousState(*state))

    return Lazy(lambda: starmap(SimultaneousState, product(points, points)), found)


# --- exactly --------------------------------------------------------------------------------------


@fast_path_of(solve, SimultaneousBattle)
def solve_simultaneous(game: SimultaneousBattle, progress: Progress | None = None) -> Solution:
    """The exact solution at every (i, j); `UnsolvableError` when fractions are too long or a bust
    scores nothing.
    """
    return _solution(ExactValues(game, progress))


def solved_beyond(
    game: SimultaneousBattle, state: SimultaneousState, progress: Progress | None = None
) -> Solution:
    """The exact solution at this state and all that can follow, whose fractions may be short where
    those of the whole game are not.
    """
    # players exchanged, a state has the opposite value: the table holds those with j <= i
    return _solution(ExactValues(game, progress, (max(state), min(state))))


def _solution(found: ExactValues) -> Solution:
    """The solution in the table."""

    def mixtures(state: SimultaneousState) -> tuple[ActionDistribution, ActionDistribution]:
        i, j = state
        solved = found.mixtures[max(i, j), min(i, j)]
        row, column = (from_probabilities(dict(enumerate(mixture, 1))) for mixture in solved)
        # only j <= i is solved: at the mirrored state the players exchange their mixtures
        return (row, column) if j <= i else (column, row)

    # made when asked for: a caller may look at few of the states
    game = found.pair.game
    values = _table(game, lambda state: as_exact(found.value(*state)))
    return Solution(game, values, {}, "rows over common denominators", _table(game, mixtures))


@fast_path_of(profile_values, SimultaneousBattle, RecurringState)
def profile_values_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Mapping[SimultaneousState, Exact]:
    """The value of a profile at every state."""
    return _table(
        game, evaluate_exactly(game, strategy_tables(game, profile), progress=progress).value
    )


@fast_path_of(best_response, SimultaneousBattle, RecurringState)
def best_response_simultaneous(
    game: SimultaneousBattle, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best response to a plan, at every state."""
    plans = against(plan, player)
    worth = evaluate_exactly(game, strategy_tables(game, plans), progress=progress)
    values = _table(game, worth.value)
    optimal = _table(game, worth.optimal)
    return Solution(Following(game, plans), values, optimal, "sliding sums over rows")


@fast_path_of(payoff_distribution, SimultaneousBattle, RecurringState)
def payoff_distribution_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The distribution of the payoff from the start: a win, a draw or a loss."""
    tables = strategy_tables(game, profile)
    mean, draw = (
        Fraction(evaluate_exactly(game, tables, payoff, progress=progress).value(game.start))
        for payoff in (sign_of_lead, is_draw)
    )
    # win - loss is the mean, and win + loss is what a draw leaves
    win = (1 - draw + mean) / 2
    loss = (1 - draw - mean) / 2
    return from_probabilities({1: win, 0: draw, -1: loss})


@fast_path_of(mean_length, SimultaneousBattle, RecurringState)
def mean_length_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Exact:
    """The mean number of rounds from the start."""
    worth = evaluate_exactly(game, strategy_tables(game, profile), zero, 1, progress=progress)
    return worth.value(game.start)


# --- over all ways to break ties ------------------------------------------------------------------


@fast_path_of(payoff_range, SimultaneousBattle, RecurringState)
def payoff_range_simultaneous(
    game: SimultaneousBattle,
    plans: OpenProfile,
    pays: Pays = paid,
    progress: Progress | None = None,
) -> Interval:
    """The least and the largest mean of what is paid at the end."""

    def payoff(i: int, j: int) -> int:
        return as_whole(pays(sign_of_lead(i, j)), "what is asked about the payoff")

    return _range(game, plans, payoff, 0, progress)


@fast_path_of(length_range, SimultaneousBattle, RecurringState)
def length_range_simultaneous(
    game: SimultaneousBattle, plans: OpenProfile, progress: Progress | None = None
) -> Interval:
    """The least and the largest mean number of rounds."""
    return _range(game, plans, zero, 1, progress)


def _range(
    game: SimultaneousBattle,
    plans: OpenProfile,
    payoff: Payoff,
    toll: int,
    progress: Progress | None,
) -> Interval:
    first, second = plans
    tables = strategy_table(game, first, MAX), strategy_table(game, second, MIN)
    return Interval(
        *(
            evaluate_exactly(game, tables, payoff, toll, extreme, progress).value(game.start)
            for extreme in (min, max)
        )
    )


# --- within bounds --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SimultaneousEnclosure(Enclosure):
    """An enclosure that also says of every state whether its matrix has a saddle point.

    - `kinds[state]`: `pure` or `mixed` when every matrix within the bounds is so, `undecided`
      otherwise.
    """

    kinds: Mapping[SimultaneousState, Kind] = field(default_factory=dict)


@fast_path_of(enclose, SimultaneousBattle)
def enclose_simultaneous(
    game: SimultaneousBattle, digits: int, progress: Progress | None = None
) -> SimultaneousEnclosure:
    """Bounds no further apart than 10^-digits at every (i, j), with mixtures that prove them.

    The bounds of (j, i) are minus those of (i, j), so that those of (i, i) hold 0 in their middle:
    there the value is 0 by symmetry, while the mixtures alone guarantee it up to the width.

    >>> found = enclose_simultaneous(SimultaneousBattle(dice=2, target=3), digits=20)
    >>> found.bounds[1, 2] == -found.bounds[2, 1], found.kinds[0, 0]
    (True, <Kind.PURE: 'pure'>)
    """
    digits = check_digits(digits)
    allowed = Fraction(1, 10**digits)
    refuse_costly(game, grid_steps(game, bits_for(digits)))
    pair = Pair(game)
    bits = (10**digits).bit_length() + GUARD
    for _ in range(TRIES):
        swept = Pass(pair, bits)
        swept.run(progress)
        width = Fraction(swept.widest, 2**bits)
        if width <= allowed:
            return _make_enclosure(swept)
        # the width shrinks with the last place: as many bits more as it is too wide by
        bits += ceil(width / allowed).bit_length()
    raise UnsolvableError(
        "the bounds of the simultaneous battle stay wider than asked: please report the options"
    )


def _make_enclosure(swept: Pass) -> SimultaneousEnclosure:
    game = swept.pair.game

    # cells are kept for j <= i; the mirrored state has its ends negated and mixtures exchanged
    def cell(state: SimultaneousState) -> Cell:
        return swept.cells[max(state)][min(state)]

    def bounds(state: SimultaneousState) -> Interval:
        known = cell(state)
        lower, upper = (simplest(ratio(end, swept.scale)) for end in (known.lower, known.upper))
        ends = Interval(lower, upper)
        return ends if state.second <= state.first else -ends

    def mixture(player: Player, state: SimultaneousState) -> ActionDistribution:
        known = cell(state)
        as_solved = state.second <= state.first
        weights = known.row if (player == MAX) == as_solved else known.column
        return point(weights[0][0]) if len(weights) == 1 else Distribution(dict(weights))

    return SimultaneousEnclosure(
        game,
        _table(game, bounds),
        (_table(game, partial(mixture, MAX)), _table(game, partial(mixture, MIN))),
        "rows of dyadic numbers with outward rounding",
        kinds=_table(game, lambda state: cell(state).kind),
    )


def profile_bounds(
    game: SimultaneousBattle, profile: Profile, digits: int, progress: Progress | None = None
) -> Mapping[SimultaneousState, Interval]:
    """{state: bounds no further apart than 10^-digits on what MAX is paid on average when both
    follow the profile}.

    >>> from exactdice import dice
    >>> game = SimultaneousBattle(dice=3, target=2)
    >>> bounds = profile_bounds(game, (dice(3), dice(1)), digits=12)[game.start]
    >>> bounds.lower <= profile_values(game, (dice(3), dice(1)))[game.start] <= bounds.upper
    True
    """
    return _bounds("profile_bounds", game, checked_profile(profile), digits, progress)


def reply_bounds(
    game: SimultaneousBattle,
    plan: Strategy,
    player: Player,
    digits: int,
    progress: Progress | None = None,
) -> Mapping[SimultaneousState, Interval]:
    """{state: bounds on what MAX is paid on average when `player` replies as well as it can to the
    other's plan}.

    What a plan of MAX gives away to the best reply of MIN is the value of the game minus this.
    """
    return _bounds("reply_bounds", game, against(strategy(plan), player), digits, progress)


def _bounds(
    where: str, game: SimultaneousBattle, plans: Plans, digits: int, progress: Progress | None
) -> Mapping[SimultaneousState, Interval]:
    digits = _check_arguments(where, game, digits, progress)
    tables = strategy_tables(game, plans)
    return _table(game, evaluate_bounds(game, tables, digits, sign_of_lead, progress).bounds)


class Outcomes(NamedTuple):
    """Bounds on the probabilities that MAX wins, that the battle is a draw, and that MAX loses."""

    win: Interval
    draw: Interval
    loss: Interval


def outcome_bounds(
    game: SimultaneousBattle, profile: Profile, digits: int, progress: Progress | None = None
) -> Outcomes:
    """Bounds no further apart than 10^-digits on MAX's probabilities of a win, a draw and a loss
    from the start.

    >>> from exactdice import dice
    >>> law = payoff_distribution(SimultaneousBattle(dice=3, target=2), (dice(3), dice(1)))
    >>> chances = outcome_bounds(SimultaneousBattle(dice=3, target=2), (dice(3), dice(1)), digits=9)
    >>> chances.draw.lower <= law.probability(0) <= chances.draw.upper
    True
    """
    digits = _check_arguments("outcome_bounds", game, digits, progress)
    tables = strategy_tables(game, checked_profile(profile))
    mean, draw = (
        evaluate_bounds(game, tables, digits, payoff, progress).bounds(game.start)
        for payoff in (sign_of_lead, is_draw)
    )
    # win - loss is the mean payoff and win + draw + loss = 1
    win = (1 + mean + -draw) / 2
    loss = (1 + -mean + -draw) / 2
    # the part of the bounds that a chance can be in
    return Outcomes(*(Interval(max(one.lower, 0), min(one.upper, 1)) for one in (win, draw, loss)))


def _check_arguments(where: str, game: object, digits: object, progress: object) -> int:
    """The digits; refuses what is no simultaneous battle, and what cannot be told of progress."""
    exactly(game, SimultaneousBattle, where)
    no_progress(progress)
    return check_digits(digits)


fast_path_of(family_of, SimultaneousBattle)(itself)
