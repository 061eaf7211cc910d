"""Kuhn poker: the rule sheet.

Both players pay the ante and get one of the cards 1..n, which each sees alone. MAX checks or bets.
After a bet the other folds or calls; after a check the other checks or bets in its turn. Who folds
loses the ante; otherwise the higher card wins what the other has paid.

Source: H. W. Kuhn, "A simplified two-person poker", in Contributions to the Theory of Games I,
Annals of Mathematics Studies 24 (1950), 97-103, with three cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...cost import STEPS_A_STATE
from ...distribution import Distribution, point
from ...exact import Exact, shown_when_long
from ...game import WAIT, Action, Joint, Player
from ...throws.options import keep_whole
from ..one_card_poker.rules import (
    Played,
    bets_lost,
    cards_text,
    choices,
    courses,
    deal,
    heard,
    refuse_small_deck,
    to_bet,
    told,
    winner,
)

BETS = 1  # nobody raises


class KuhnState(NamedTuple):
    """The card of MAX and that of MIN (0 before the deal), and what was done since."""

    card_of_max: int
    card_of_min: int
    played: Played = ()


@shown_when_long
@dataclass(frozen=True)
class Kuhn:
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

    def __post_init__(self) -> None:
        keep_whole(self, "cards", 2)
        keep_whole(self, "ante", 1)
        keep_whole(self, "bet", 1)
        refuse_small_deck(self.cards, 1, 2)

    @property
    def exploring_cost(self) -> int:
        """What listing all states costs: the deals, with every course of the betting."""
        return STEPS_A_STATE * self.cards**2 * courses(BETS)

    @property
    def start(self) -> KuhnState:
        """The cards are not dealt yet."""
        return KuhnState(0, 0)

    def payoff(self, state: KuhnState) -> Exact | None:
        """What the loser has paid, to MAX or by it, once the betting is over."""
        if not state.card_of_max or choices(state.played, BETS):
            return None
        stake = self.ante + self.bet * bets_lost(state.played)
        return stake * winner(state.played, state.card_of_max, state.card_of_min)

    def actions(self, state: KuhnState, player: Player) -> tuple[Action, ...]:
        """Check or bet; fold or call after a bet."""
        if not state.card_of_max or player != to_bet(state.played):
            return (WAIT,)
        return choices(state.played, BETS)

    def outcomes(self, state: KuhnState, joint: Joint) -> Distribution[KuhnState]:
        """The deal, or what the mover does."""
        if not state.card_of_max:
            return deal(self.cards, suits=1).map(lambda cards: KuhnState(*cards))
        action = joint[to_bet(state.played)]
        return point(state._replace(played=(*state.played, action)))

    def observation(self, state: KuhnState, player: Player) -> Action | None:
        """The player's card once it is dealt, then each thing that the other does."""
        if state.played:
            return heard(state.played, player)
        return (state.card_of_max, state.card_of_min)[player] or None

    def text(self, state: KuhnState) -> str:
        """The cards and the betting.

        >>> print(Kuhn().text(KuhnState(2, 3, ("check", "bet"))))
        MAX 2, MIN 3
        MAX checks, MIN bets
        """
        return "\n".join([cards_text(state.card_of_max, state.card_of_min), told(state.played)])
