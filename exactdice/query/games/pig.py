"""The quantities of Pig, and the game as the words of every game see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from ...distributions.distribution import Distribution
from ...exact.argument_checks import kept
from ...exact.cost import bits_for
from ...exact.errors import QueryError
from ...exact.numbers import Exact, Interval, Value, as_exact, shown
from ...exact.session import session
from ...game.protocol import MAX, PLAYERS, Action, ActionDistribution, Player, State, Strategy
from ...games.pig.fast import bounds_steps, exact_steps
from ...games.pig.profile import mean_turns, turn_distribution, turns_moments, turns_steps
from ...games.pig.rules import HOLD, LAWS, Pig, PigState, hold_at, keep_pace, scoring_turns
from ...solvers import enclose, solve
from ...solvers.fast_path import fast_path_of, generic_function
from ..analysis import ANALYSES, Analysis, analysis_of
from ..functions.games import OfRules, state_cost
from ..play import Names
from ..proving import ledger, read_off
from ..register import (
    CHANCE,
    COUNT,
    Argument,
    Arguments,
    Moments,
    Whole,
    quantity,
    whole,
)
from ..strategies import Makers, makers_of, named_strategy, optimal, solved
from ..strategy_table import with_files
from .dice_battle import is_points

STEPS_A_ROLL = 50  # of the law of a turn


# --- the game as the words of every game see it ---------------------------------------------------


class PigAnalysis(Analysis):
    """Pig, of which every state can be asked."""

    game: Pig
    knows_stores = False

    def state_cost(self, given: Arguments) -> int:
        """The cost of the chances to win, or of bounds on them, from all states."""
        if self.digits is None:
            return exact_steps(self.game)
        return bounds_steps(self.game, bits_for(self.digits))

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start."""
        return turns_steps(self.game)

    def length_cost(self) -> int:
        """That of the number of turns, which has infinitely many values where the die can bust."""
        return turns_steps(self.game)

    def is_state(self, state: State) -> bool:
        """Whether it is points of both, a turn total and a player, reached by play or not; once the
        total reaches the target the die may have gone beyond it.
        """
        if not isinstance(state, PigState) or state.to_move not in PLAYERS:
            return False
        if not is_points(state[:3]):
            return False
        points, beyond = range(self.game.target), max(self.game.one_die)
        is_score = state.own in points and state.other in points
        return is_score and state.own + state.turn_total < self.game.target + beyond

    def payoffs(self) -> frozenset[Exact]:
        """A race in turns is won or lost."""
        return frozenset((1, -1))

    def continuation_value(self, state: PigState) -> Value:
        """MAX's expected payoff where play goes on."""
        # proofs state the starts of turns only: what is asked within a turn is read off these
        if not state.turn_total or ledger() is None:
            return super().continuation_value(state)
        if self.digits is None:
            return _solution_unproved(self.game).values[state]
        return _enclosed_unproved(self.game, self.digits).bounds[state]


_solution_unproved = kept(2)(solve)
_enclosed_unproved = kept(2)(enclose)
ANALYSES[Pig] = PigAnalysis


# --- settings -------------------------------------------------------------------------------------


pig = OfRules("pig", Pig)
pig_view = OfRules("pig", Pig, has_digits=True)


def turns_cost(game: Pig, *_: Argument) -> int:
    """The cost of what two strategies are worth."""
    return turns_steps(game)


def _refuse_finished(target: int, i: int, j: int) -> None:
    """Raise `QueryError` naming the points with which the game is over."""
    for name, points in (("i", i), ("j", j)):
        if points >= target:
            raise QueryError(
                f"{name} must be below the target {target}, where the game is over, got "
                f"{shown(points)}"
            )


# --- quantities -----------------------------------------------------------------------------------


@read_off
@quantity(
    pig_view,
    cost=state_cost,
    outcomes=CHANCE,
    i="own points",
    j="points of the other",
    k="turn total",
)
def pig_win(analysis: Analysis, i: Whole, j: Whole, k: Whole) -> Value:
    """Chance to win optimal Pig of the player to move, with i points and turn total k against j
    points.
    """
    target = analysis.game.target  # type: ignore[attr-defined]
    _refuse_finished(target, i, j)
    if i + k >= target:
        return 1
    # a mean payoff is the chance to win minus that to lose
    chance = (1 + analysis.continuation_value(PigState(i, j, k))) / Fraction(2)
    return chance if isinstance(chance, Interval) else as_exact(chance)


@kept(64)
def _mean_turns(game: Pig, names: Names) -> Exact:
    return mean_turns(game, analysis_of(game).profile(names), session().progress)


def turns_known(game: Pig, a: Argument, b: Argument) -> Moments:
    """Mean and variance of the number of turns, of which there is one at least."""
    profile = analysis_of(game).profile(with_files((a, b)))
    return Moments(*turns_moments(game, profile, session().progress), least=1)


@quantity(pig, cost=turns_cost, law=turns_known, outcomes=COUNT)
def pig_turns(game: Pig, a: Argument, b: Argument) -> Exact:
    """Mean number of turns of a game of Pig, those of both players together, when the first player
    plays a against b.
    """
    return _mean_turns(game, with_files((a, b)))


# --- one turn -------------------------------------------------------------------------------------


def turn_cost(game: Pig, *_: Argument) -> int:
    """The cost of the distribution of one turn."""
    return STEPS_A_ROLL * game.target * max(game.one_die)


@quantity(pig, cost=turn_cost, i="own points", j="points of the other")
def pig_turn_distribution(game: Pig, a: Argument, i: Whole, j: Whole) -> Distribution[int]:
    """Distribution of what one turn of Pig adds to the points of the player to move, who plays a
    and has i points against j; 0 after a bust.
    """
    _refuse_finished(game.target, i, j)
    return turn_distribution(game, named_strategy(game, a, MAX), PigState(i, j))


@quantity(pig, cost=turn_cost, law=pig_turn_distribution, i="own points", j="points of the other")
def pig_turn(game: Pig, a: Argument, i: Whole, j: Whole) -> Exact:
    """Mean of what one turn of Pig adds to the points of the player to move, who plays a and has i
    points against j; 0 after a bust.
    """
    return pig_turn_distribution(game, a, i, j).mean()


# --- when to hold ---------------------------------------------------------------------------------


def hold_cost(game: Pig, i: Whole, j: Whole) -> int:
    """The cost of the chances to win."""
    return exact_steps(game)


@read_off
@quantity(pig, cost=hold_cost, i="own points", j="points of the other")
def pig_hold(game: Pig, i: Whole, j: Whole) -> int:
    """Least turn total at which it is optimal to hold for the player to move, with i points against
    j; what is missing to the target where it is only optimal to roll on. At a larger total it may
    be optimal to roll again: `pig_holds` lists all.
    """
    return min(_holding_totals(game, i, j), default=game.target - i)


@read_off
@quantity(pig, cost=hold_cost, i="own points", j="points of the other")
def pig_holds(game: Pig, i: Whole, j: Whole) -> frozenset[int]:
    """All turn totals at which it is optimal to hold for the player to move, with i points against
    j.
    """
    return frozenset(_holding_totals(game, i, j))


def _holding_totals(game: Pig, own: int, other: int) -> list[int]:
    _refuse_finished(game.target, own, other)
    best = solved(game).optimal_actions
    totals = range(1, game.target - own)
    return [k for k in totals if HOLD in best[PigState(own, other, k)]]


# --- strategies by name ---------------------------------------------------------------------------


@fast_path_of(makers_of, Pig)
def pig_makers(game: Pig, player: Player) -> Makers:
    """The strategies with a name in Pig, for this player."""
    return {
        "hold_at(n)": lambda total: hold_at(whole(total, "the turn total to hold at", 1)),
        "keep_pace": keep_pace,
        "keep_pace(end, base, divisor)": lambda end, base, divisor: keep_pace(
            whole(end, "the points from which on to roll to win"),
            whole(base, "the turn total to hold at when the points are equal", 1),
            whole(divisor, "the divisor of the difference of points", 1),
        ),
        "scoring_turns(n)": lambda turns: scoring_turns(
            game, whole(turns, "the number of scoring turns", 1), player
        ),
        **generic_function(makers_of)(game, player),
    }


@fast_path_of(optimal, Pig)
def optimal_pig(game: Pig, player: Player) -> Strategy:
    """The first of the optimal actions, which is to roll where both are optimal."""
    return partial(_first_optimal, solved(game).optimal_actions)


def _first_optimal(best: Mapping[State, Sequence[Action]], state: State) -> ActionDistribution:
    return LAWS[best[state][0] == HOLD]
