"""The states of Dice Battle with what follows them, without a look at the moves of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...errors import UnsolvableError
from ...exact import Progress, shown
from ...game import MAX, MIN, Player
from ...solvers.fast_path import fast_path_of
from ...throwing import throw
from ..moves import Listing, listing, moves_at
from .rules import BattleState, DiceBattle


@fast_path_of(listing, DiceBattle)
def list_battle(game: DiceBattle, most: int, progress: Progress | None = None) -> Listing:
    """The listing with all points below the target, whether or not play can reach them, as the
    tables of the game have them.

    A throw adds its score to the points of who throws, whatever these are: all states in which the
    same player throws move alike.
    """
    if 2 * game.target**2 > most:
        raise UnsolvableError(f"more than {most} states of {shown(game)}: choose a lower target")
    states = [*_going_on(game), *_won(game, MAX), *_won(game, MIN)]
    return Listing(states, _thrower, partial(moves_at, game))


def _thrower(state: BattleState) -> Player:
    return state.to_move


def _going_on(game: DiceBattle) -> Iterator[BattleState]:
    for first in range(game.target):
        for second in range(game.target):
            yield BattleState(first, second, MAX)
            yield BattleState(first, second, MIN)


def _won(game: DiceBattle, winner: Player) -> Iterator[BattleState]:
    """The states after a last throw of the winner."""
    points = range(game.target)
    scores = {score for count in range(1, game.dice + 1) for score in _scores(game, count)}
    reached = {own + score for own in points for score in scores if own + score >= game.target}
    for own in sorted(reached):
        for other in points:
            yield BattleState(own, other, MIN) if winner == MAX else BattleState(other, own, MAX)


def _scores(game: DiceBattle, count: int) -> Iterator[int]:
    return iter(throw(game.one_die, count, game.bust, game.bust_score))
