"""The strategies of Pig: the policies for people of T. W. Neller and C. G. M. Presser, "Practical
Play of the Dice Game Pig", The UMAP Journal 31 (2010), 5-19, with parameters in the place of their
numbers, and all strategies by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ...distributions.distribution import Distribution
from ...exact.numbers import as_whole
from ...game.protocol import Action, JointAction, Player, Strategy, WithMemory
from .rules import HOLD, LAWS, Pig, PigState, held_at


def keep_pace(end: int = 71, base: int = 21, divisor: int = 8) -> Strategy:
    """The strategy that rolls to win once either player has `end` points, and before that holds at
    base + (points of the other - own points) / divisor, the quotient rounded to the nearest whole
    number, halves up.

    It is the "score base, keep pace, and end race" of the source, whose numbers are the defaults.

    >>> plan = keep_pace()
    >>> plan(PigState(0, 20, 23)), plan(PigState(0, 20, 24)), plan(PigState(70, 71, 28))
    (Distribution({'roll': 1}), Distribution({'hold': 1}), Distribution({'roll': 1}))
    """
    return partial(
        _paced,
        as_whole(end, "the points from which on to roll to win", 0),
        as_whole(base, "the turn total to hold at when the points are equal", 1),
        as_whole(divisor, "the divisor of the difference of points", 1),
    )


def _paced(end: int, base: int, divisor: int, state: PigState) -> Distribution[Action]:
    if max(state.own, state.other) >= end:
        return LAWS[False]
    # floor(x + 1/2) in whole numbers
    rounded = (2 * (state.other - state.own) + divisor) // (2 * divisor)
    return held_at(base + rounded, state)


# --- with memory ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ByHolds(WithMemory):
    """A strategy that counts how often it has held: only its own holds change what it remembers.

    Within a turn its memory thus stands still, and a turn that is lost leaves it as it was.
    """

    player: Player


def by_holds(name: str, choose: Callable[[int, PigState], object], player: Player) -> ByHolds:
    """The player's strategy that chooses by the number of its holds so far and the state."""
    return ByHolds(name, 0, choose, partial(_counted, player), player)


def _counted(
    player: Player, holds: int, state: PigState, joint: JointAction, after: PigState
) -> int:
    return holds + (state.to_move == player and joint[player] == HOLD)


def scoring_turns(game: Pig, turns: int, player: Player) -> ByHolds:
    """The player's strategy that means to reach the target in so many scoring turns.

    After t of them it holds at floor((target - own points) / (turns - t)), or at 1 where that is 0.
    With 4 turns it is the "4 scoring turns" of the source. Its memory is t.
    """
    turns = as_whole(turns, "the number of scoring turns", 1)
    return by_holds(f"scoring_turns({turns})", partial(_shared, game.target, turns), player)


def _shared(target: int, turns: int, scored: int, state: PigState) -> Distribution[Action]:
    # the last of the turns rolls to win, so there is always one left
    return held_at((target - state.own) // (turns - scored), state)
