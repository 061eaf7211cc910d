"""The fast path of the simultaneous battle: solve, enclose and evaluate, at every state whether
reachable or not.

`exact_values` solves in fractions while they are short enough, `bounds` encloses, `profile`
evaluates strategies; each says why it is right, and the tests
compare them with the generic solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import ceil
from typing import TypeVar

from ...distributions.distribution import Distribution, from_probabilities, point
from ...exact.argument_checks import no_progress
from ...exact.cost import bits_for, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Interval, Progress, as_exact, as_whole, ratio, simplest
from ...game.protocol import (
    MAX,
    MIN,
    ActionLaw,
    Player,
    Profile,
    Strategy,
    checked_profile,
    strategy,
)
from ...game.solution import Enclosure, Lazy, Solution
from ...proofs.parts import family_of, itself
from ...solvers import enclose, solve
from ...solvers.bounds import check_digits
from ...solvers.evaluation.profiles import (
    Following,
    against,
    best_response,
    mean_length,
    payoff_law,
    profile_values,
)
from ...solvers.evaluation.ties import OpenProfile, Pays, length_range, paid, payoff_range
from ...solvers.fast_path import exactly, fast_path_of
from .bounds import Cell, Kind, Pass, Weights
from .exact_values import Solved, solve_exactly
from .profile import (
    ComesBack,
    Outcomes,
    bounded,
    bounds_of,
    evaluated,
    evaluated_tables,
    open_table,
    outcomes_from,
)
from .rules import SimultaneousBattle, SimultaneousState
from .sums import Pair, Payoff, grid_steps, is_draw, nothing, sign_of_lead

GUARD = 16  # bits beyond the digits asked, at first
TRIES = 5

V = TypeVar("V")


@dataclass(frozen=True)
class _States:
    """All unfinished states."""

    target: int

    def __iter__(self) -> Iterator[SimultaneousState]:
        points = range(self.target)
        return (SimultaneousState(i, j) for i in points for j in points)

    def known(self, state: object) -> SimultaneousState:
        """The state, given as such or as a plain tuple; KeyError when it is no unfinished state."""
        if (
            isinstance(state, tuple)
            and len(state) == 2
            and all(points in range(self.target) for points in state)
        ):
            return SimultaneousState(*state)
        raise KeyError(state)

    def table(self, get: Callable[[SimultaneousState], V]) -> Lazy[SimultaneousState, V]:
        """The mapping of all unfinished states to what `get` gives."""
        return Lazy(lambda: self, lambda state: get(self.known(state)))


# --- exactly --------------------------------------------------------------------------------------


@fast_path_of(solve, SimultaneousBattle)
def solve_simultaneous(game: SimultaneousBattle, progress: Progress | None = None) -> Solution:
    """The exact solution at every (i, j); `UnsolvableError` when fractions are too long or a bust
    scores nothing.
    """
    return _solution(game, solve_exactly(game, progress))


def solved_beyond(
    game: SimultaneousBattle, state: SimultaneousState, progress: Progress | None = None
) -> Solution:
    """The exact solution at this state and all that can follow, whose fractions may be short where
    those of the whole game are not.
    """
    # players exchanged, a state has the opposite value: the table holds those with j <= i
    least = max(state), min(state)
    return _solution(game, solve_exactly(game, progress, least))


def _solution(game: SimultaneousBattle, found: Solved) -> Solution:
    """The solution in the table."""
    states = _States(game.target)

    def mixtures(state: SimultaneousState) -> tuple[ActionLaw, ActionLaw]:
        i, j = state
        solved = found.mixtures[max(i, j), min(i, j)]
        row, column = (from_probabilities(dict(enumerate(mixture, 1))) for mixture in solved)
        # only j <= i is solved: at the mirrored state the players exchange their mixtures
        return (row, column) if j <= i else (column, row)

    # made when asked for: a caller may look at few of the states
    values = states.table(lambda state: as_exact(found.value(*state)))
    return Solution(game, values, {}, "rows over common denominators", states.table(mixtures))


@fast_path_of(profile_values, SimultaneousBattle, ComesBack)
def profile_values_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Mapping[SimultaneousState, Exact]:
    """The value of a profile at every state."""
    return _States(game.target).table(evaluated(game, profile, progress=progress).value)


@fast_path_of(best_response, SimultaneousBattle, ComesBack)
def best_response_simultaneous(
    game: SimultaneousBattle, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best response to a plan, at every state."""
    plans, states = against(plan, player), _States(game.target)
    found = evaluated(game, plans, progress=progress)
    return Solution(
        Following(game, plans),
        states.table(found.value),
        states.table(found.best),
        "sliding sums over rows",
    )


@fast_path_of(payoff_law, SimultaneousBattle, ComesBack)
def payoff_law_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the payoff from the start: a win, a draw or a loss."""
    mean, draw = (
        Fraction(evaluated(game, profile, payoff, 0, progress).value(game.start))
        for payoff in (sign_of_lead, is_draw)
    )
    # win - loss is the mean, and win + loss is what a draw leaves
    win = (1 - draw + mean) / 2
    loss = (1 - draw - mean) / 2
    return from_probabilities({1: win, 0: draw, -1: loss})


@fast_path_of(mean_length, SimultaneousBattle, ComesBack)
def mean_length_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Exact:
    """The mean number of rounds from the start."""
    return evaluated(game, profile, nothing, 1, progress).value(game.start)


# --- over all ways to break ties ------------------------------------------------------------------


@fast_path_of(payoff_range, SimultaneousBattle, ComesBack)
def payoff_range_simultaneous(
    game: SimultaneousBattle,
    plans: OpenProfile,
    pays: Pays = paid,
    progress: Progress | None = None,
) -> Interval:
    """The least and the largest mean of what is paid at the end."""
    return _range(game, plans, partial(_paid_at, pays), 0, progress)


def _paid_at(pays: Pays, i: int, j: int) -> int:
    return as_whole(pays(sign_of_lead(i, j)), "what is asked about the payoff")


@fast_path_of(length_range, SimultaneousBattle, ComesBack)
def length_range_simultaneous(
    game: SimultaneousBattle, plans: OpenProfile, progress: Progress | None = None
) -> Interval:
    """The least and the largest mean number of rounds."""
    return _range(game, plans, nothing, 1, progress)


def _range(
    game: SimultaneousBattle,
    plans: OpenProfile,
    payoff: Payoff,
    toll: int,
    progress: Progress | None,
) -> Interval:
    first, second = plans
    tables = open_table(game, first, MAX), open_table(game, second, MIN)
    least, most = (
        evaluated_tables(game, tables, payoff, toll, extreme, progress).value(game.start)
        for extreme in (min, max)
    )
    return Interval(least, most)


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
    pair = Pair.of(game)
    bits = (10**digits).bit_length() + GUARD
    for _ in range(TRIES):
        swept = Pass(pair, bits)
        swept.run(progress)
        width = Fraction(swept.widest, 2**bits)
        if width <= allowed:
            return _enclosure(swept)
        # the width shrinks with the last place: as many bits more as it is too wide by
        bits += ceil(width / allowed).bit_length()
    raise UnsolvableError(
        "the bounds of the simultaneous battle stay wider than asked: please report the options"
    )


def _enclosure(swept: Pass) -> SimultaneousEnclosure:
    states = _States(swept.pair.game.target)

    # cells are kept for j <= i; the mirrored state has its ends negated and mixtures exchanged
    def cell(state: SimultaneousState) -> Cell:
        return swept.cells[max(state)][min(state)]

    def bounds(state: SimultaneousState) -> Interval:
        known = cell(state)
        lower = simplest(ratio(known.lower, swept.scale))
        upper = simplest(ratio(known.upper, swept.scale))
        ends = Interval(lower, upper)
        return ends if state.second <= state.first else -ends

    def mixture(player: Player, state: SimultaneousState) -> ActionLaw:
        known, as_solved = cell(state), state.second <= state.first
        return _law(known.row if (player == MAX) == as_solved else known.column)

    strategies = (states.table(partial(mixture, MAX)), states.table(partial(mixture, MIN)))
    kinds = states.table(lambda state: cell(state).kind)
    game, method = swept.pair.game, "rows of dyadic numbers with outward rounding"
    return SimultaneousEnclosure(game, states.table(bounds), strategies, method, kinds=kinds)


def _law(weights: Weights) -> ActionLaw:
    if len(weights) == 1:
        return point(weights[0][0])
    return Distribution(dict(weights))


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
    _asked("profile_bounds", game, progress)
    worth = bounded(game, checked_profile(profile), check_digits(digits), sign_of_lead, progress)
    return _States(game.target).table(lambda state: bounds_of(worth, state))


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
    _asked("reply_bounds", game, progress)
    worth = bounded(
        game, against(strategy(plan), player), check_digits(digits), sign_of_lead, progress
    )
    return _States(game.target).table(lambda state: bounds_of(worth, state))


def outcome_bounds(
    game: SimultaneousBattle, profile: Profile, digits: int, progress: Progress | None = None
) -> Outcomes:
    """Bounds no further apart than 10^-digits on MAX's chances of a win, a draw and a loss from the
    start.

    >>> from exactdice import dice
    >>> law = payoff_law(SimultaneousBattle(dice=3, target=2), (dice(3), dice(1)))
    >>> chances = outcome_bounds(SimultaneousBattle(dice=3, target=2), (dice(3), dice(1)), digits=9)
    >>> chances.draw.lower <= law.probability(0) <= chances.draw.upper
    True
    """
    _asked("outcome_bounds", game, progress)
    return outcomes_from(game, checked_profile(profile), check_digits(digits), progress)


def _asked(where: str, game: object, progress: object) -> None:
    """Refuse what is no simultaneous battle, and what cannot be told of progress."""
    exactly(game, SimultaneousBattle, where)
    no_progress(progress)


fast_path_of(family_of, SimultaneousBattle)(itself)
