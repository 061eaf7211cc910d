"""Dice Battle, played in turns: the rule sheet.

Two players in turn choose 1..dice dice and throw them; the throw scores its sum, or bust_score when
any die shows the bust face; the first to reach the target wins. There is no draw. Source: the
assignment answered by the reports "Projet UE MOGPL - Dice Battle" (Carnielli and Kachaikin) and
"Projet: Dice battle" (Huang and Huang).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ...distributions.distribution import Distribution, point, uniform
from ...distributions.throwing import best_dice, kept_die, roll
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, shown, shown_when_long
from ...game.dice_options import (
    check_rolls,
    keep_whole,
    race_rolls_cost,
    race_rules,
    refuse_no_rolls,
)
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player, Strategy, always
from ...symbolic.rational_function import holds_symbol


class BattleState(NamedTuple):
    """The points of MAX (who moves first), the points of MIN, and who is to throw."""

    first: int
    second: int
    to_move: Player = MAX

    @property
    def own(self) -> int:
        """The points of the player to throw."""
        return self.second if self.to_move else self.first

    @property
    def other(self) -> int:
        """The points of the player who waits."""
        return self.first if self.to_move else self.second

    def payoff(self, goal: int) -> int | None:
        """+1 when MAX has reached the goal, -1 when MIN has."""
        # play stops when one of them has reached it, so both never have
        if self.first >= goal:
            return 1
        return -1 if self.second >= goal else None


@dataclass(frozen=True)
class DiceRace:
    """The options of the races to a target in which players choose how many dice to roll."""

    dice: int = 10
    target: int = 100
    faces: int | None = None
    weights: tuple[Exact, ...] | None = None
    bust: int = 1
    bust_score: int = 1

    def __post_init__(self) -> None:
        check_rolls(self)
        keep_whole(self, "target", 1)

    @property
    def one_die(self) -> Distribution[int]:
        """The distribution of one die."""
        return kept_die(self.faces or 6, self.weights)


@shown_when_long
@dataclass(frozen=True)
class DiceBattle(DiceRace):
    """The rules for any dice: at most `dice` dice with `faces` faces and `weights`, a bust face,
    first to `target`.

    Without `faces` there are as many as weights, or 6. Weights that are all ints are relative;
    otherwise they are probabilities and must sum to 1. Raises `RulesError` naming the option that
    is off, `InexactError` for a float.

    >>> game = DiceBattle(dice=2, target=10)
    >>> game.outcomes(game.start, (1, WAIT)).probability(BattleState(6, 0, MIN))
    Fraction(1, 6)
    """

    @property
    def exploring_cost(self) -> int:
        """The cost of the distributions of all throws, or of comparing symbols in weights."""
        return race_rolls_cost(self)

    @property
    def start(self) -> BattleState:
        """No points yet, MAX to throw."""
        return BattleState(0, 0, MAX)

    def payoff(self, state: BattleState) -> Exact | None:
        """+1 when MAX has reached the target, -1 when MIN has."""
        return state.payoff(self.target)

    def actions(self, state: BattleState, player: Player) -> tuple[Action, ...]:
        """How many dice to throw, fewest first."""
        return tuple(range(1, self.dice + 1)) if player == state.to_move else (WAIT,)

    def outcomes(self, state: BattleState, joint: Joint) -> Distribution[BattleState]:
        """The thrower's points grow by the score of the throw, and the turn passes."""
        first, second, mover = state
        score = roll(self.one_die, joint[mover], self.bust, self.bust_score)
        if mover == MAX:
            return score.map(lambda k: BattleState(first + k, second, MIN))
        return score.map(lambda k: BattleState(first, second + k, MAX))

    def family(self) -> dict[str, object]:
        """The rules in the words of the checker."""
        return {"family": "race", **race_rules(self)}

    def family_states(self) -> Iterable[BattleState]:
        """The states with MAX to throw, by MAX's points and then MIN's: the others are their mirror
        images.
        """
        # a state and its mirror image have opposite values, so half of them say all
        points = range(self.target)
        return (BattleState(i, j, MAX) for i in points for j in points)

    def family_optimal(
        self, state: BattleState, optimal: Callable[[BattleState], object]
    ) -> object:
        """The best numbers of dice."""
        return optimal(state)


def dice(count: int) -> Strategy:
    """The strategy that always throws this many dice."""
    return always(point(as_whole(count, "the number of dice", 1)))


def blind(game: DiceBattle) -> Strategy:
    """The strategy that always throws d*(D) dice, the number with the best expected score on one
    throw.
    """
    refuse_no_rolls(game, "blind")
    if holds_symbol(game):
        raise RulesError(
            f"which number of dice is best on one throw of {shown(game)} depends on its symbol: "
            "name it, as dice(2)"
        )
    return dice(best_dice(game.dice, game.one_die, game.bust, game.bust_score))


def random(game: DiceBattle) -> Strategy:
    """The strategy that throws a number of dice drawn anew each turn, uniformly from 1..dice."""
    refuse_no_rolls(game, "random")
    return always(uniform(range(1, game.dice + 1)))
