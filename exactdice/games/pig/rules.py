"""Pig and Piglet: the rule sheet, and the strategies that people play.

In a turn the mover rolls one die again and again. A face other than the bust face adds its number
to the turn total; the bust face loses the turn total and ends the turn; holding adds the turn total
to the mover's points and ends the turn. The first to reach the target wins. Play can come back: a
bust leaves the points as they were. Source: T. W. Neller and C. G. M. Presser, "Optimal Play of the
Dice Game Pig", The UMAP Journal 25 (2004), 25-47, where a turn total that reaches the target wins
at once.

The policies for people are those of T. W. Neller and C. G. M. Presser, "Practical Play of the Dice
Game Pig", The UMAP Journal 31 (2010), 5-19, with parameters in the place of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ...distributions.distribution import Distribution, point
from ...distributions.throwing import kept_die
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, shown_when_long
from ...game.dice_options import check_die, face_weights, keep_whole
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAIT,
    Action,
    Joint,
    JointAction,
    Player,
    Strategy,
    WithMemory,
)

ROLL = "roll"
HOLD = "hold"


class PigState(NamedTuple):
    """The points of MAX (who moves first), the points of MIN, the turn total, and who
    is to move.
    """

    first: int
    second: int
    turn_total: int = 0
    to_move: Player = MAX

    @property
    def own(self) -> int:
        """The points of the player to move."""
        return self.second if self.to_move else self.first

    @property
    def other(self) -> int:
        """The points of the player who waits."""
        return self.first if self.to_move else self.second

    def passed(self, gained: int) -> PigState:
        """The state after the mover gains this many points and the turn passes."""
        if self.to_move == MAX:
            return PigState(self.first + gained, self.second, 0, MIN)
        return PigState(self.first, self.second + gained, 0, MAX)


@shown_when_long
@dataclass(frozen=True)
class Pig:
    """The rules for any die: `faces` faces with `weights`, a bust face, first to `target`.

    Without `faces` there are as many as weights, or 6. Weights that are all ints are relative;
    otherwise they are probabilities and must sum to 1. Raises `RulesError` naming the option that
    is off, `InexactError` for a float.

    >>> game = Pig(target=10)
    >>> game.actions(PigState(0, 0, 5), MAX)
    ('roll', 'hold')
    >>> game.outcomes(PigState(0, 0, 5), ("roll", WAIT)).probability(PigState(0, 0, 0, MIN))
    Fraction(1, 6)
    """

    target: int = 100
    faces: int | None = None
    weights: tuple[Exact, ...] | None = None
    bust: int = 1

    def __post_init__(self) -> None:
        keep_whole(self, "target", 1)
        check_die(self)
        # then no roll would ever score, and play would not end
        if set(self.one_die) == {self.bust}:
            raise RulesError("some face must score, but the die always shows the bust face")

    @property
    def one_die(self) -> Distribution[int]:
        """The distribution of the die."""
        return kept_die(self.faces or 6, self.weights)

    @property
    def start(self) -> PigState:
        """No points yet, MAX to move."""
        return PigState(0, 0, 0, MAX)

    def payoff(self, state: PigState) -> Exact | None:
        """+1 when MAX has reached the target, its turn total included; -1 when MIN has."""
        # at once, without a hold, as in the source
        if state.own + state.turn_total >= self.target:
            return 1 if state.to_move == MAX else -1
        if state.other >= self.target:
            return -1 if state.to_move == MAX else 1
        return None

    def actions(self, state: PigState, player: Player) -> tuple[Action, ...]:
        """Roll or hold; a turn starts with a roll."""
        if player != state.to_move:
            return (WAIT,)
        # to hold at 0 would pass the turn for nothing, and play might never end
        return (ROLL, HOLD) if state.turn_total else (ROLL,)

    def outcomes(self, state: PigState, joint: Joint) -> Distribution[PigState]:
        """The turn total grows by the face rolled, or the turn passes."""
        if joint[state.to_move] == HOLD:
            return point(state.passed(state.turn_total))
        first, second, total, mover = state
        busted = state.passed(0)
        return self.one_die.map(
            lambda face: (
                busted if face == self.bust else PigState(first, second, total + face, mover)
            )
        )

    def family(self) -> dict[str, object]:
        """The rules in the words of the checker."""
        return {
            "family": "pig",
            "target": self.target,
            "weights": face_weights(self),
            "bust": self.bust,
        }

    def family_states(self) -> Iterable[PigState]:
        """The starts of turns with MAX to move, by MAX's points and then MIN's."""
        # the game is symmetric: MIN to move is the mirror image
        return (PigState(i, j) for i in range(self.target) for j in range(self.target))

    def family_optimal(
        self, state: PigState, optimal: Callable[[PigState], Iterable[Action]]
    ) -> str:
        """For each turn total from 1 on a letter: r (roll), h (hold) or b (both)."""
        letters: dict[tuple[Action, ...], str] = {(ROLL,): "r", (HOLD,): "h", (ROLL, HOLD): "b"}
        return "".join(
            letters[tuple(optimal(state._replace(turn_total=k)))]
            for k in range(1, self.target - state.own)
        )

    def unfinished(self) -> Iterable[PigState]:
        """Every state in which play goes on, reachable from the start or not."""
        points = range(self.target)
        for player in PLAYERS:
            for i in points:
                for j in points:
                    left = self.target - (i if player == MAX else j)
                    yield from (PigState(i, j, k, player) for k in range(left))


def known_state(game: Pig, state: PigState) -> PigState:
    """The state, given as such or as a plain tuple; KeyError when it is no unfinished state."""
    if isinstance(state, tuple) and len(state) == 4 and state[3] in PLAYERS:
        found = state if isinstance(state, PigState) else PigState(*state)
        points = range(game.target)
        is_score = found.own in points and found.other in points
        if is_score and found.turn_total in range(game.target - found.own):
            return found
    raise KeyError(state)


def piglet(target: int = 10) -> Pig:
    """Pig with a fair coin: face 1 adds one point, face 2 loses the turn total.

    >>> from exactdice import solve
    >>> solve(piglet(2)).value             # the first player wins with probability 4/7
    Fraction(1, 7)
    """
    return Pig(target, faces=2, bust=2)


# --- strategies -----------------------------------------------------------------------------------


def hold_at(total: int) -> Strategy:
    """The strategy that rolls until the turn total is `total` or more, or enough to win, and then
    holds.

    Source: R. Knizia, Dice Games Properly Explained (1999), p. 129, for `hold_at(20)`.

    >>> hold_at(20)(PigState(0, 0, 19)), hold_at(20)(PigState(0, 0, 20))
    (Distribution({'roll': 1}), Distribution({'hold': 1}))
    """
    total = as_whole(total, "the turn total to hold at", 1)
    return partial(hold_or_roll, total)


# one law an action, not one a state: the profile of Pig asks it for every state
LAWS: tuple[Distribution[Action], Distribution[Action]] = (point(ROLL), point(HOLD))


def hold_or_roll(total: int, state: PigState) -> Distribution[Action]:
    """To hold from the turn total on, and to roll before it."""
    # a turn starts with a roll, whatever the total to hold at; one that reaches the target has won
    return LAWS[state.turn_total >= max(total, 1)]


def keep_pace(end: int = 71, base: int = 21, divisor: int = 8) -> Strategy:
    """The strategy that rolls to win once either player has `end` points, and before that holds at
    base + (points of the other - own points) / divisor, the quotient rounded to the nearest whole
    number, halves up.

    It is the "score base, keep pace, and end race" of Neller and Presser, whose numbers are the
    defaults.

    >>> plan = keep_pace()
    >>> plan(PigState(0, 20, 23)), plan(PigState(0, 20, 24)), plan(PigState(70, 71, 28))
    (Distribution({'roll': 1}), Distribution({'hold': 1}), Distribution({'roll': 1}))
    """
    return partial(
        _pace_choice,
        as_whole(end, "the points from which on to roll to win", 0),
        as_whole(base, "the turn total to hold at when the points are equal", 1),
        as_whole(divisor, "the divisor of the difference of points", 1),
    )


def _pace_choice(end: int, base: int, divisor: int, state: PigState) -> Distribution[Action]:
    if max(state.own, state.other) >= end:
        return LAWS[False]
    # floor(x + 1/2) in whole numbers
    rounded = (2 * (state.other - state.own) + divisor) // (2 * divisor)
    return hold_or_roll(base + rounded, state)


@dataclass(frozen=True)
class HoldCounter(WithMemory):
    """A strategy that counts how often it has held: only its own holds change what it remembers.

    Within a turn its memory thus stands still, and a turn that is lost leaves it as it was.
    """

    player: Player


def _count_holds(
    player: Player, holds: int, state: PigState, joint: JointAction, after: PigState
) -> int:
    return holds + (state.to_move == player and joint[player] == HOLD)


def scoring_turns(game: Pig, turns: int, player: Player) -> HoldCounter:
    """The player's strategy that means to reach the target in so many scoring turns.

    After t of them it holds at floor((target - own points) / (turns - t)), or at 1 where that is 0.
    With 4 turns it is the "4 scoring turns" of the source. Its memory is t.
    """
    turns = as_whole(turns, "the number of scoring turns", 1)
    return HoldCounter(
        f"scoring_turns({turns})",
        0,
        partial(_share_choice, game.target, turns),
        partial(_count_holds, player),
        player,
    )


def _share_choice(target: int, turns: int, scored: int, state: PigState) -> Distribution[Action]:
    # the last of the turns rolls to win, so there is always one left
    return hold_or_roll((target - state.own) // (turns - scored), state)
