"""The quantities of Pig."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...cost import bits_for
from ...distribution import Distribution
from ...exact import Bounds, Exact, Value, as_exact
from ...game import MAX
from ...kept import kept
from ...throws.words import checked_numbers, scored_die
from ...words.proving import ledger, read_off
from ...words.register import (
    CHANCE,
    COUNT,
    Argument,
    Moments,
    digits_asked,
    of_game,
    points_below,
    quantity,
    size,
    watcher,
    whole,
)
from ..strategies import enclosed, named_strategy, solved
from ..strategy_table import with_files
from ..view import Names, view_of
from . import view
from .bounds import bounds_steps
from .fast import exact_steps
from .profile import mean_turns, turns_moments, turns_steps
from .rules import HOLD, Pig, PigState
from .turn_law import turn_law
from .view import bounded_wins, exact_wins

STEPS_A_ROLL = 50  # of the law of a turn
VIEWS = (view,)  # which enter how the words of every game see this one


# --- the game as `pig_win` sees it ----------------------------------------------------------------


@dataclass(frozen=True)
class ExactPig:
    """The view of exact chances."""

    game: Pig

    def cost(self, i: int, j: int) -> int:
        """The cost of the chances to win from these points."""
        return exact_steps(self.game, i, j)

    def win(self, i: int, j: int, k: int) -> Exact:
        """The chance to win of the player to move."""
        return as_exact(exact_wins(self.game).win(i, j, k, watcher.get()))

    def proved_win(self, i: int, j: int) -> Exact:
        """The same at the start of a turn, read off a solution of the whole game."""
        return _chance(solved(self.game).values[PigState(i, j, 0, MAX)])


@dataclass(frozen=True)
class EnclosedPig:
    """The view of bounds at most 10^-digits apart."""

    game: Pig
    digits: int

    def cost(self, i: int, j: int) -> int:
        """The cost of the chances to win from these points."""
        return bounds_steps(self.game, bits_for(self.digits), i, j)

    def win(self, i: int, j: int, k: int) -> Bounds:
        """The chance to win of the player to move."""
        bounds = bounded_wins(self.game, self.digits)
        bounds.extend(i, j, watcher.get())
        return bounds.win(i, j, k)

    def proved_win(self, i: int, j: int) -> Bounds:
        """The same at the start of a turn, read off bounds of the whole game."""
        gain = enclosed(self.game, self.digits).bounds[PigState(i, j, 0, MAX)]
        return Bounds(_chance(gain.lower), _chance(gain.upper))


def _chance(gain: Exact) -> Exact:
    """The chance to win behind a mean payoff, which is that chance minus the chance to lose."""
    return as_exact(Fraction(gain + 1) / 2)


# --- settings -------------------------------------------------------------------------------------


@of_game("pig")
def pig(
    target: Argument = 100, faces: Argument = None, weights: Argument = None, bust: Argument = 1
) -> Pig:
    """The setting of the quantities of two strategies."""
    rolled = scored_die(faces, weights, bust)
    checked_numbers(target=target, **rolled._asdict())
    return Pig(whole(target, "target", 1), rolled.faces, rolled.weights, rolled.bust)


@of_game("pig")
def pig_view(
    target: Argument = 100,
    faces: Argument = None,
    weights: Argument = None,
    bust: Argument = 1,
    digits: Argument = None,
) -> ExactPig | EnclosedPig:
    """The setting of `pig_win`; with `digits` it gives bounds of width at most 10^-digits."""
    game, asked = pig(target, faces, weights, bust), digits_asked(digits)
    return ExactPig(game) if asked is None else EnclosedPig(game, asked)


def win_cost(view: ExactPig | EnclosedPig, i: Argument, j: Argument, k: Argument) -> int:
    """The cost of the chances to win that the asked one depends on."""
    target = view.game.target
    # what is beyond the target is refused later; the estimate must not grow with it
    return view.cost(min(size(i), target), min(size(j), target))


def turns_cost(game: Pig, *_: Argument) -> int:
    """The cost of what two strategies are worth."""
    return turns_steps(game)


# --- quantities -----------------------------------------------------------------------------------


@read_off
@quantity(
    pig_view,
    cost=win_cost,
    outcomes=CHANCE,
    i="own points",
    j="points of the other",
    k="turn total",
)
def pig_win(view: ExactPig | EnclosedPig, i: Argument, j: Argument, k: Argument) -> Value:
    """Chance to win optimal Pig of the player to move, with i points and turn total k against j
    points.
    """
    target = view.game.target
    own, other = points_below(target, i=i, j=j)
    held = whole(k, "k")
    if own + held >= target:
        return 1
    # proofs state the starts of turns only
    if held == 0 and ledger.get() is not None:
        return view.proved_win(own, other)
    return view.win(own, other, held)


def pig_law(game: Pig, first: Argument, second: Argument) -> Distribution[Exact]:
    """The law of the first player's payoff."""
    return view_of(game).payoff_law(with_files((first, second)))


@quantity(pig, cost=turns_cost, law=pig_law)
def pig_gain(game: Pig, a: Argument, b: Argument) -> Exact:
    """Expected payoff to the first player of Pig when it plays a against b: its chance to win minus
    that to lose.
    """
    return pig_law(game, a, b).mean()


@kept(64)
def _turns(game: Pig, names: Names) -> Exact:
    return mean_turns(game, view_of(game).profile(names), watcher.get())


def turns_known(game: Pig, a: Argument, b: Argument) -> Moments:
    """Mean and variance of the number of turns, of which there is one at least."""
    profile = view_of(game).profile(with_files((a, b)))
    return Moments(*turns_moments(game, profile, watcher.get()), least=1)


@quantity(pig, cost=turns_cost, law=turns_known, outcomes=COUNT)
def pig_turns(game: Pig, a: Argument, b: Argument) -> Exact:
    """Mean number of turns of a game of Pig, those of both players together, when the first player
    plays a against b.
    """
    return _turns(game, with_files((a, b)))


# --- one turn -------------------------------------------------------------------------------------


def turn_cost(game: Pig, *_: Argument) -> int:
    """The cost of the law of one turn."""
    return STEPS_A_ROLL * game.target * max(game.one_die)


def turn_law_of(game: Pig, a: Argument, i: Argument, j: Argument) -> Distribution[int]:
    """The law of what one turn adds."""
    own, other = points_below(game.target, i=i, j=j)
    return turn_law(game, named_strategy(game, a, MAX), PigState(own, other))


@quantity(pig, cost=turn_cost, law=turn_law_of, i="own points", j="points of the other")
def pig_turn(game: Pig, a: Argument, i: Argument, j: Argument) -> Exact:
    """Mean of what one turn of Pig adds to the points of the player to move, who plays a and has i
    points against j; 0 after a bust.
    """
    return turn_law_of(game, a, i, j).mean()


@quantity(pig, cost=turn_cost, i="own points", j="points of the other")
def pig_turn_law(game: Pig, a: Argument, i: Argument, j: Argument) -> Distribution[int]:
    """Law of what one turn of Pig adds to the points of the player to move, who plays a and has i
    points against j; 0 after a bust.
    """
    return turn_law_of(game, a, i, j)


# --- when to hold ---------------------------------------------------------------------------------


def hold_cost(game: Pig, i: Argument, j: Argument) -> int:
    """The cost of the choices that bounds prove; ties are decided by fractions."""
    first, second = (min(size(one), game.target) for one in (i, j))
    return bounds_steps(game, 0, first, second)


@read_off
@quantity(pig, cost=hold_cost, i="own points", j="points of the other")
def pig_hold(game: Pig, i: Argument, j: Argument) -> int:
    """Least turn total at which it is optimal to hold for the player to move, with i points against
    j; what is missing to the target where it is only optimal to roll on. At a larger total it may
    be optimal to roll again: `pig_holds` lists all.
    """
    own, other = points_below(game.target, i=i, j=j)
    return min(_holds(game, own, other), default=game.target - own)


@read_off
@quantity(pig, cost=hold_cost, i="own points", j="points of the other")
def pig_holds(game: Pig, i: Argument, j: Argument) -> frozenset[int]:
    """All turn totals at which it is optimal to hold for the player to move, with i points against
    j.
    """
    return frozenset(_holds(game, *points_below(game.target, i=i, j=j)))


def _holds(game: Pig, own: int, other: int) -> list[int]:
    seen = view.PigView(game)
    totals = range(1, game.target - own)
    return [k for k in totals if HOLD in seen.best_within(PigState(own, other, k))]
