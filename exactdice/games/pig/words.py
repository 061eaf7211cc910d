"""The quantities of Pig."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ...cost import bits_for
from ...distribution import Distribution
from ...evaluation import profiles
from ...exact import Bounds, Exact, as_exact
from ...game import MAX, MIN
from ...throws.words import checked_numbers, scored_die
from ...unaltered import kept
from ...words.proving import ledger, read_off
from ...words.register import (
    Word,
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


class PigQuestion(NamedTuple):
    """The game, and the digits asked for; None for the exact number."""

    game: Pig
    digits: int | None


def pig(target: Any = 100, faces: Any = None, weights: Any = None, bust: Any = 1) -> Pig:
    """The setting of the quantities of two strategies."""
    rolled = scored_die(faces, weights, bust)
    checked_numbers(target=target, **rolled._asdict())
    return Pig(sized(target, "target", 1, MOST_POINTS), rolled.faces, rolled.weights, rolled.bust)


def pig_question(
    target: Any = 100, faces: Any = None, weights: Any = None, bust: Any = 1, digits: Any = None
) -> PigQuestion:
    """The setting of `pig_win`; with `digits` it gives bounds of width at most 10^-digits."""
    return PigQuestion(pig(target, faces, weights, bust), digits_asked(digits))


@kept(2)
def _exact(game: Pig) -> ExactWins:
    return ExactWins(game)


@kept(4)
def _bounds(game: Pig, digits: int) -> WinBounds:
    return WinBounds(game, (10**digits).bit_length())


def win_cost(question: PigQuestion, i: Any, j: Any, k: Any) -> int:
    """The cost of the chances to win that the asked one depends on."""
    game, digits = question
    # what is beyond the target is refused later; the estimate must not grow with it
    points = min(size(i), game.target), min(size(j), game.target)
    return (
        exact_steps(game, *points)
        if digits is None
        else bounds_steps(game, bits_for(digits), *points)
    )


def turns_cost(game: Pig, *_: Any) -> int:
    """The cost of what two strategies are worth."""
    return turns_steps(game)


@read_off
@quantity(pig_question, cost=win_cost, i="own points", j="points of the other", k="turn total")
def pig_win(question: PigQuestion, i: Any, j: Any, k: Any) -> Exact | Bounds:
    """Chance to win optimal Pig of the player to move, with i points and turn total k against j
    points.
    """
    game, digits = question
    points_below(game.target, i=i, j=j)
    if i + whole(k, "k") >= game.target:
        return 1
    # proofs state the starts of turns only
    if k == 0 and ledger.get() is not None:
        return _proved_win(question, i, j)
    if digits is None:
        return as_exact(_exact(game).win(i, j, k, watcher.get()))
    bounds = _bounds(game, digits)
    bounds.extend(i, j, watcher.get())
    return bounds.win(i, j, k)


def _proved_win(question: PigQuestion, i: int, j: int) -> Exact | Bounds:
    """The same at the start of a turn, read off a solution of the whole game: the payoff is the
    chance to win minus that to lose.
    """
    game, digits = question
    state = PigState(i, j, 0, MAX)
    if digits is None:
        return as_exact(Fraction(solved(game).values[state] + 1) / 2)
    gain = enclosed(game, digits).bounds[state]
    return Bounds(as_exact(Fraction(gain.lower + 1) / 2), as_exact(Fraction(gain.upper + 1) / 2))


@kept(64)
def _law(game: Pig, first: Word, second: Word) -> Distribution[Exact]:
    profile = (named_strategy(game, first, MAX), named_strategy(game, second, MIN))
    return profiles.payoff_law(game, profile, watcher.get())


def pig_law(game: Pig, first: Any, second: Any) -> Distribution[Exact]:
    """The law of the first player's payoff."""
    return _law(game, first, second)


@quantity(pig, cost=turns_cost, law=pig_law)
def pig_gain(game: Pig, a: Any, b: Any) -> Exact:
    """Expected payoff to the first player of Pig when it plays a against b: its chance to win minus
    that to lose.
    """
    return pig_law(game, a, b).mean()
