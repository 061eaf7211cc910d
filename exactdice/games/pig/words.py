"""The quantities of Pig."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...cost import bits_for
from ...distribution import Distribution
from ...evaluation import profiles
from ...exact import Bounds, Exact, Value, as_exact
from ...game import MAX, MIN
from ...throws.words import checked_numbers, scored_die
from ...unaltered import kept
from ...words.proving import ledger, read_off
from ...words.register import (
    Argument,
    digits_asked,
    points_below,
    quantity,
    size,
    sized,
    watcher,
    whole,
)
from ..strategies import enclosed, named_strategy, solved
from .bounds import WinBounds, bounds_steps
from .fast import ExactWins, exact_steps
from .profile import turns_steps
from .rules import Pig, PigState

MOST_POINTS = 500  # target of Pig in a query


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
        return as_exact(_exact(self.game).win(i, j, k, watcher.get()))

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
        bounds = _bounds(self.game, self.digits)
        bounds.extend(i, j, watcher.get())
        return bounds.win(i, j, k)

    def proved_win(self, i: int, j: int) -> Bounds:
        """The same at the start of a turn, read off bounds of the whole game."""
        gain = enclosed(self.game, self.digits).bounds[PigState(i, j, 0, MAX)]
        return Bounds(_chance(gain.lower), _chance(gain.upper))


def _chance(gain: Exact) -> Exact:
    """The chance to win behind a mean payoff, which is that chance minus the chance to lose."""
    return as_exact(Fraction(gain + 1) / 2)


@kept(2)
def _exact(game: Pig) -> ExactWins:
    return ExactWins(game)


@kept(4)
def _bounds(game: Pig, digits: int) -> WinBounds:
    return WinBounds(game, (10**digits).bit_length())


# --- settings -------------------------------------------------------------------------------------


def pig(
    target: Argument = 100, faces: Argument = None, weights: Argument = None, bust: Argument = 1
) -> Pig:
    """The setting of the quantities of two strategies."""
    rolled = scored_die(faces, weights, bust)
    checked_numbers(target=target, **rolled._asdict())
    return Pig(sized(target, "target", 1, MOST_POINTS), rolled.faces, rolled.weights, rolled.bust)


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
@quantity(pig_view, cost=win_cost, i="own points", j="points of the other", k="turn total")
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


@kept(64)
def _law(game: Pig, first: Argument, second: Argument) -> Distribution[Exact]:
    profile = (named_strategy(game, first, MAX), named_strategy(game, second, MIN))
    return profiles.payoff_law(game, profile, watcher.get())


def pig_law(game: Pig, first: Argument, second: Argument) -> Distribution[Exact]:
    """The law of the first player's payoff."""
    return _law(game, first, second)


@quantity(pig, cost=turns_cost, law=pig_law)
def pig_gain(game: Pig, a: Argument, b: Argument) -> Exact:
    """Expected payoff to the first player of Pig when it plays a against b: its chance to win minus
    that to lose.
    """
    return pig_law(game, a, b).mean()
