"""The fast path of the simultaneous battle: solve, enclose and evaluate, at every state whether
reachable or not.

`exact_values` solves in fractions while they are short enough, `bounds` encloses, `profile`
evaluates strategies; each says why it is right, and the tests
compare them with the generic solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product, starmap
from math import ceil
from typing import NamedTuple, TypeVar

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
from ...solvers.enclosure import check_digits
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
from .bounds import Cell, Kind, Pass
from .exact_values import Solved
from .profile import ComesBack, bounded, evaluated, law_tables, open_table
from .rules import SimultaneousBattle, SimultaneousState
from .sums import Pair, Payoff, grid_steps, is_draw, nothing, sign_of_lead

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
    return _solution(Solved(game, progress))


def solved_beyond(
    game: SimultaneousBattle, state: SimultaneousState, progress: Progress | None = None
) -> Solution:
    """The exact solution at this state and all that can follow, whose fractions may be short where
    those of the whole game are not.
    """
    # players exchanged, a state has the opposite value: the table holds those with j <= i
    least = max(state), min(state)
    return _solution(Solved(game, progress, least))


def _solution(found: Solved) -> Solution:
    """The solution in the table."""

    def mixtures(state: SimultaneousState) -> tuple[ActionLaw, ActionLaw]:
        i, j = state
        solved = found.mixtures[max(i, j), min(i, j)]
        row, column = (from_probabilities(dict(enumerate(mixture, 1))) for mixture in solved)
        # only j <= i is solved: at the mirrored state the players exchange their mixtures
        return (row, column) if j <= i else (column, row)

    # made when asked for: a caller may look at few of the states
    game = found.pair.game
    values = _table(game, lambda state: as_exact(found.value(*state)))
    return Solution(game, values, {}, "rows over common denominators", _table(game, mixtures))


@fast_path_of(profile_values, SimultaneousBattle, ComesBack)
def profile_values_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Mapping[SimultaneousState, Exact]:
    """The value of a profile at every state."""
    return _table(game, evaluated(game, law_tables(game, profile), progress=progress).value)


@fast_path_of(best_response, SimultaneousBattle, ComesBack)
def best_response_simultaneous(
    game: SimultaneousBattle, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best response to a plan, at every state."""
    plans = against(plan, player)
    worth = evaluated(game, law_tables(game, plans), progress=progress)
    values, optimal = _table(game, worth.value), _table(game, worth.optimal)
    return Solution(Following(game, plans), values, optimal, "sliding sums over rows")


@fast_path_of(payoff_law, SimultaneousBattle, ComesBack)
def payoff_law_simultaneous(
    game: SimultaneousBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the payoff from the start: a win, a draw or a loss."""
    tables = law_tables(game, profile)
    mean, draw = (
        Fraction(evaluated(game, tables, payoff, progress=progress).value(game.start))
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
    worth = evaluated(game, law_tables(game, profile), nothing, 1, progress=progress)
    return worth.value(game.start)


# --- over all ways to break ties ------------------------------------------------------------------


@fast_path_of(payoff_range, SimultaneousBattle, ComesBack)
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
        evaluated(game, tables, payoff, toll, extreme, progress).value(game.start)
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
    pair = Pair(game)
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
    game = swept.pair.game

    # cells are kept for j <= i; the mirrored state has its ends negated and mixtures exchanged
    def cell(state: SimultaneousState) -> Cell:
        return swept.cells[max(state)][min(state)]

    def bounds(state: SimultaneousState) -> Interval:
        known = cell(state)
        lower, upper = (simplest(ratio(end, swept.scale)) for end in (known.lower, known.upper))
        ends = Interval(lower, upper)
        return ends if state.second <= state.first else -ends

    def mixture(player: Player, state: SimultaneousState) -> ActionLaw:
        known, as_solved = cell(state), state.second <= state.first
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
    _asked("profile_bounds", game, progress)
    plans, digits = checked_profile(profile), check_digits(digits)
    worth = bounded(game, law_tables(game, plans), digits, sign_of_lead, progress)
    return _table(game, worth.bounds)


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
    plans, digits = against(strategy(plan), player), check_digits(digits)
    worth = bounded(game, law_tables(game, plans), digits, sign_of_lead, progress)
    return _table(game, worth.bounds)


class Outcomes(NamedTuple):
    """Bounds on the chances that MAX wins, that the battle is a draw, and that MAX loses."""

    win: Interval
    draw: Interval
    loss: Interval


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
    plans, digits = checked_profile(profile), check_digits(digits)
    tables = law_tables(game, plans)
    mean, draw = (
        bounded(game, tables, digits, payoff, progress).bounds(game.start)
        for payoff in (sign_of_lead, is_draw)
    )
    # win - loss is the mean payoff and win + draw + loss = 1
    win = (1 + mean + -draw) / 2
    loss = (1 + -mean + -draw) / 2
    # the part of the bounds that a chance can be in
    return Outcomes(*(Interval(max(one.lower, 0), min(one.upper, 1)) for one in (win, draw, loss)))


def _asked(where: str, game: object, progress: object) -> None:
    """Refuse what is no simultaneous battle, and what cannot be told of progress."""
    exactly(game, SimultaneousBattle, where)
    no_progress(progress)


fast_path_of(family_of, SimultaneousBattle)(itself)
