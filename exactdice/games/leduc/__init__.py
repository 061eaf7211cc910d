"""Leduc poker: the rule sheet.

Both players pay the ante and get a card, which each sees alone. A round of betting follows, then
one card of the deck is turned up for both, then a second round with larger bets. MAX begins each
round. Who folds loses what it has paid. Otherwise a pair with the card turned up beats any other
hand, else the higher rank wins; equal ranks split the pot.

Source: F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes'
bluff: opponent modelling in poker", UAI 2005, 550-558, with two suits of three ranks (jack, queen
and king, here 1, 2 and 3), an ante of 1, bets of 2 and then 4, and at most a bet and one raise in a
round.

Cards are dealt by rank, and no state has a suit: payoffs, actions and what is observed depend on
ranks alone, so to follow a deal of cards or the deal of its ranks is the same play with the same
chance. The probability of a rank is that of all the cards left which have it. To see suits as well
would change no value: suits may be renamed without a difference to anybody, and a strategy averaged
over all renamings goes by rank alone and secures as much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.cost import STEPS_A_STATE
from ...exact.numbers import Exact, shown_when_long
from ...game.dice_options import keep_two, keep_whole
from ...game.protocol import Action, Joint, Player
from ..one_card_poker import (
    FOLD,
    OneCardRules,
    Played,
    bets_lost,
    betting_text,
    cards_text,
    courses,
    deal,
    next_bettor,
    refuse_small_deck,
    winner,
)


class LeducState(NamedTuple):
    """The rank of MAX's card and of MIN's (0 before the deal), what was done in the first round,
    the rank of the card turned up (0 before it is), and what was done in the second round.
    """

    card_of_max: int
    card_of_min: int
    first_round: Played = ()
    public: int = 0
    second_round: Played = ()

    @property
    def played(self) -> Played:
        """The betting of the round that goes on, or went on last."""
        return self.second_round if self.public else self.first_round


@shown_when_long
@dataclass(frozen=True)
class Leduc(OneCardRules):
    """Leduc poker with a deck of the ranks 1..`ranks`, each in so many `suits`.

    - `ante`: what both pay before the deal.
    - `bets`: what a bet, and each raise, adds in the first round and in the second.
    - `raises`: how often a bet may be made or raised in a round, the first bet included.

    A player observes its card, what the other does, and the card turned up. Raises `RulesError`
    naming the option that is off.

    >>> game = Leduc()
    >>> game.actions(LeducState(3, 1, ("check", "bet")), 0)
    ('fold', 'call', 'raise')
    >>> game.outcomes(LeducState(3, 1, ("check", "check")), ("wait", "wait")).probability(
    ...     LeducState(3, 1, ("check", "check"), 2)
    ... )
    Fraction(1, 2)
    >>> game.payoff(LeducState(3, 1, ("bet", "call"), 1, ("bet", "call")))
    -7
    """

    ranks: int = 3
    suits: int = 2
    ante: int = 1
    bets: tuple[int, int] = (2, 4)
    raises: int = 2

    state: ClassVar[type[Any]] = LeducState

    def __post_init__(self) -> None:
        for name in ("ranks", "suits", "ante", "raises"):
            keep_whole(self, name, 1)
        keep_two(self, "bets", "one a round")
        refuse_small_deck(self.ranks, self.suits, 3)

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states: the deals, with every course of the betting."""
        # 2 raises + 1 courses of the first round end without a fold, and a card is turned up
        rounds = courses(self.raises) * (1 + (2 * self.raises + 1) * self.ranks)
        return STEPS_A_STATE * self.ranks**2 * rounds

    def payoff(self, state: LeducState) -> Exact | None:
        """The stake of the loser, to MAX or by it, once the betting is over."""
        # a player has folded, or the second round is over
        is_over = state.played and not self.choices(state.played)
        if not is_over or not (state.public or state.played[-1] == FOLD):
            return None
        first, second = self.bets
        stake = self.ante + first * bets_lost(state.first_round)
        stake += second * bets_lost(state.second_round)
        # a pair is above every rank
        hands = (
            card + self.ranks if card == state.public else card
            for card in (state.card_of_max, state.card_of_min)
        )
        return stake * winner(state.played, *hands)

    def outcomes(self, state: LeducState, joint: Joint) -> Distribution[LeducState]:
        """The deal, what the mover does, or the card that is turned up."""
        if not state.card_of_max:
            return deal(*self.deck()).map(lambda cards: LeducState(*cards))
        if not self.choices(state.played):
            held = (state.card_of_max, state.card_of_min)
            left = {rank: self.suits - held.count(rank) for rank in range(1, self.ranks + 1)}
            return Distribution(left).map(lambda rank: state._replace(public=rank))
        played = (*state.played, joint[next_bettor(state.played)])
        if state.public:
            return point(state._replace(second_round=played))
        return point(state._replace(first_round=played))

    def observation(self, state: LeducState, player: Player) -> Action | None:
        """The player's card once it is dealt, each thing that the other does, and the card that is
        turned up.
        """
        if state.public and not state.played:
            return state.public
        return super().observation(state, player)

    def text(self, state: LeducState) -> str:
        """The cards and the betting.

        >>> print(Leduc().text(LeducState(3, 1, ("bet", "call"), 1, ("check",))))
        MAX 3, MIN 1
        MAX bets, MIN calls
        turned up 1
        MAX checks
        """
        lines = [cards_text(state.card_of_max, state.card_of_min), betting_text(state.first_round)]
        if state.public:
            lines += [f"turned up {state.public}", betting_text(state.second_round)]
        return "\n".join(lines)


GAMES = {"leduc": Leduc}
