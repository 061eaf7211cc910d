"""Dice Battle, simultaneous, to a target: the rule sheet.

Each round both players choose 1..dice dice at once and throw them; a throw scores its sum, or
bust_score when any die shows the bust face. When a round leaves someone with the target or more,
the larger total wins and equal totals are a draw. Source: the same assignment as `dice_battle`, its
last part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ...distributions.distribution import Distribution
from ...distributions.throwing import roll
from ...exact.numbers import Exact, shown_when_long
from ...game.dice_options import pairs_of_rolls, race_rules
from ...game.protocol import Action, Joint, Player
from ..dice_battle.rules import DiceRace


class SimultaneousState(NamedTuple):
    """The points of MAX and the points of MIN."""

    first: int
    second: int


@shown_when_long
@dataclass(frozen=True)
class SimultaneousBattle(DiceRace):
    """The rules for any dice; options and errors are those of `DiceBattle`.

    >>> game = SimultaneousBattle(dice=2, target=10)
    >>> game.outcomes(game.start, (1, 2)).probability(SimultaneousState(6, 12))
    Fraction(1, 216)
    """

    @property
    def exploring_cost(self) -> int:
        """The cost of the distributions of all joint actions in one state."""
        return pairs_of_rolls(self)

    @property
    def start(self) -> SimultaneousState:
        """No points yet."""
        return SimultaneousState(0, 0)

    def payoff(self, state: SimultaneousState) -> Exact | None:
        """The sign of MAX's points minus MIN's once someone has reached the target."""
        first, second = state
        if max(state) < self.target:
            return None
        return (first > second) - (first < second)

    def actions(self, state: SimultaneousState, player: Player) -> tuple[Action, ...]:
        """How many dice to throw, fewest first, for both players at once."""
        return tuple(range(1, self.dice + 1))

    def outcomes(self, state: SimultaneousState, joint: Joint) -> Distribution[SimultaneousState]:
        """Both throws are scored, independently."""
        first, second = (roll(self.one_die, count, self.bust, self.bust_score) for count in joint)
        return Distribution(
            {
                SimultaneousState(state.first + k, state.second + l): w * v
                for k, w in first.items()
                for l, v in second.items()
            }
        )

    def family(self) -> dict[str, object]:
        """The rules in the words of the checker."""
        return {"family": "simultaneous", **race_rules(self)}

    def family_states(self) -> Iterable[SimultaneousState]:
        """The unfinished states, by MAX's points and then MIN's."""
        points = range(self.target)
        return (SimultaneousState(i, j) for i in points for j in points)

    def family_optimal(
        self, state: SimultaneousState, optimal: Callable[[SimultaneousState], object]
    ) -> object:
        """Both mixtures, also when there is a single number of dice and so no choice."""
        return optimal(state) if self.dice > 1 else {"row": ["0x1"], "column": ["0x1"]}
