"""Kuhn poker: the rule sheet.

Both players pay the ante and get one of the cards 1..n, which each sees alone. MAX checks or bets.
After a bet the other folds or calls; after a check the other checks or bets in its turn. Who folds
loses the ante; otherwise the higher card wins what the other has paid.

Source: H. W. Kuhn, "A simplified two-person poker", in Contributions to the Theory of Games I,
Annals of Mathematics Studies 24 (1950), 97-103, with three cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ...exact.numbers import shown_when_long
from ...game.dice_options import keep_whole
from ..one_card_poker import OneCardRules, Played, refuse_small_deck


class KuhnState(NamedTuple):
    """The card of MAX and that of MIN (0 before the deal), and what was done since."""

    card_of_max: int
    card_of_min: int
    played: Played = ()


@shown_when_long
@dataclass(frozen=True)
class Kuhn(OneCardRules):
    """Kuhn poker with the cards 1..`cards`; `ante` is what both pay before the deal, `bet` what a
    bet adds to it.

    A player observes its card and what the other does. Raises `RulesError` naming the option that
    is off.

    >>> game = Kuhn()
    >>> game.actions(KuhnState(2, 3, ("check", "bet")), 0)
    ('fold', 'call')
    >>> game.payoff(KuhnState(2, 3, ("check", "bet", "call")))
    -2
    >>> game.observation(KuhnState(2, 3), 0), game.observation(KuhnState(2, 3, ("check",)), 1)
    (2, 'check')
    """

    cards: int = 3
    ante: int = 1
    bet: int = 1

    raises = 1  # the bet: nobody raises
    state: ClassVar[type[Any]] = KuhnState

    def __post_init__(self) -> None:
        keep_whole(self, "cards", 2)
        keep_whole(self, "ante", 1)
        keep_whole(self, "bet", 1)
        refuse_small_deck(self.cards, 1, 2)

    def deck(self) -> tuple[int, int]:
        """The ranks, of one suit."""
        return self.cards, 1


GAMES = {"kuhn": Kuhn}
