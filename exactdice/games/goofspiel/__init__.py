"""Goofspiel, the game of pure strategy, with open or hidden bids: the rule sheet.

Each player holds the cards 1..n, and as many prizes lie face down. In a round one prize is turned
up and both bid one of their cards at once; the higher bid wins the prize, and both cards are gone.
A prize on which the bids are equal is discarded, or added to the next one. When the cards are gone
the players are paid the difference of their prizes, or whoever has more wins.

Open bids are shown, so both players know everything. Hidden bids go to an umpire, who says who has
won the prize, or that nobody has: a player does not know which cards the other still holds.

Source: G. C. Rhoads and L. Bartholdi, "Computer solution to the game of pure strategy", Games 3
(2012), 150-156, where the prizes are shuffled and equal bids split the prize, which leaves the
difference as a discarded prize does.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point, uniform
from ...exact.cost import STEPS_A_STATE, refuse_costly
from ...exact.numbers import Exact, shown, shown_when_long
from ...game.dice_options import Named, keep_named, keep_whole
from ...game.protocol import MAX, WAIT, Action, Joint, Player, Strategy

Cards = tuple[int, ...]  # in ascending order

PRIZES = ("random", "order", "reversed")
TIED = ("discarded", "carried")
PAYS = ("difference", "win")
BIDS = ("open", "hidden")
COUNTED = 20  # the cost of more cards than these is as good as that of these: nobody can pay it


class GoofspielState(NamedTuple):
    """The prize that is bid for (0 before the first prize is turned up), the cards of MAX and of
    MIN, the prizes face down, and by how much the prizes of MAX exceed those of MIN.
    """

    prize: int
    cards_of_max: Cards
    cards_of_min: Cards
    face_down: Cards
    lead: int = 0


class GoofspielSeen(NamedTuple):
    """The observation under hidden bids: the prize that is bid for, and the lead of MAX."""

    prize: int
    lead: int


@shown_when_long
@dataclass(frozen=True)
class Goofspiel:
    """The rules for the cards 1..`cards`.

    - `prizes`: turned up at `random`, in ascending `order`, or `reversed`.
    - `tied`: a prize on which the bids are equal is `discarded`, or `carried` on to the next one.
    - `pays`: the `difference` of the prizes, or 1 for a `win`, 0 for a draw, -1 for a loss.
    - `bids`: `open`, or `hidden`, where a player learns only who has won the prize.

    Raises `RulesError` naming the option that is off.

    >>> from exactdice import solve
    >>> game = Goofspiel(cards=3, prizes="order")
    >>> game.outcomes(game.start, (2, 1))
    Distribution({GoofspielState(2, (1, 3), (2, 3), (3,), 1): 1})
    >>> game = Goofspiel(cards=4, prizes="order")
    >>> solve(game).mixtures[game.start][MAX]
    Distribution({1: 3, 2: 179, 3: 3})
    >>> game = Goofspiel(cards=3, prizes="order", bids="hidden")
    >>> game.observation(GoofspielState(2, (1, 3), (2, 3), (3,), 1), MAX)
    GoofspielSeen(prize=2, lead=1)
    """

    cards: int = 4
    prizes: str = "random"
    tied: str = "discarded"
    pays: str = "difference"
    bids: str = "open"

    named: ClassVar[Named] = {
        "prizes": PRIZES,
        "tied": TIED,
        "pays": PAYS,
        "bids": BIDS,
    }

    def __post_init__(self) -> None:
        keep_whole(self, "cards", 1)
        for name in self.named:
            keep_named(self, name)
        # before the cards are listed, which may be too many for the memory
        refuse_costly(f"the cards 1..{shown(self.cards)}", self.cards**2, "fewer cards")

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states and solving their matrices: the hands of both and the
        prizes after each round, with the leads that are possible then.
        """
        n = min(self.cards, COUNTED)
        power = 3 if self.prizes == "random" else 2
        states: int = sum(n * k * comb(n, k) ** power for k in range(n))
        return 10 * STEPS_A_STATE * states

    @property
    def start(self) -> GoofspielState:
        """All cards in hand; the first prize lies face up where the prizes come in an order."""
        hand = tuple(range(1, self.cards + 1))
        before = GoofspielState(0, hand, hand, hand)
        return before if self.prizes == "random" else self._reveal_prize(before, self._next(hand))

    def _next(self, face_down: Cards) -> int:
        """The prize that is turned up next, where there is an order."""
        return face_down[0] if self.prizes == "order" else face_down[-1]

    def _reveal_prize(self, state: GoofspielState, prize: int) -> GoofspielState:
        """The state once this prize is turned up, and added to what is bid for."""
        return state._replace(
            prize=state.prize + prize, face_down=_remove_card(state.face_down, prize)
        )

    def payoff(self, state: GoofspielState) -> Exact | None:
        """The lead of MAX, or its sign, once the cards are gone."""
        if state.cards_of_max:
            return None
        return state.lead if self.pays == "difference" else _sign(state.lead)

    def actions(self, state: GoofspielState, player: Player) -> tuple[Action, ...]:
        """The cards in hand, lowest first, once a prize is turned up."""
        if not state.prize:
            return (WAIT,)
        return state.cards_of_max if player == MAX else state.cards_of_min

    def outcomes(self, state: GoofspielState, joint: Joint) -> Distribution[GoofspielState]:
        """The bids decide on the prize, and the next one is turned up."""
        after = state
        if state.prize:
            of_max, of_min = joint
            is_carried = of_max == of_min and self.tied == "carried" and state.face_down
            after = GoofspielState(
                state.prize if is_carried else 0,
                _remove_card(state.cards_of_max, of_max),
                _remove_card(state.cards_of_min, of_min),
                state.face_down,
                state.lead + state.prize * _sign(of_max - of_min),
            )
        if not after.face_down:
            return point(after)
        if self.prizes == "random":
            return uniform(after.face_down).map(lambda prize: self._reveal_prize(after, prize))
        return point(self._reveal_prize(after, self._next(after.face_down)))

    @property
    def hides(self) -> bool:
        """Whether the bids are hidden."""
        return self.bids == "hidden"

    def observation(self, state: GoofspielState, player: Player) -> Hashable:
        """Once a prize is turned up what is bid for and the lead of MAX, from which each knows who
        has won the last prize; with open bids all there is.
        """
        if not self.hides:
            return state
        # Its own cards each player knows by its own bids.
        return GoofspielSeen(state.prize, state.lead) if state.prize else None

    def text(self, state: GoofspielState) -> str:
        """The table: the prizes, both hands with a dot for each card that is gone, and the lead.

        >>> game = Goofspiel(cards=3, prizes="order")
        >>> print(game.text(game.start))
        prize 1, face down . 2 3
        MAX  1 2 3
        MIN  1 2 3
        lead 0
        """
        prize = f"prize {state.prize}" if state.prize else "no prize yet"
        face_down, of_max, of_min = (
            " ".join(str(card) if card in cards else "." for card in range(1, self.cards + 1))
            for cards in (state.face_down, state.cards_of_max, state.cards_of_min)
        )
        return f"{prize}, face down {face_down}\nMAX  {of_max}\nMIN  {of_min}\nlead {state.lead}"


def _remove_card(cards: Cards, card: int) -> Cards:
    return tuple(other for other in cards if other != card)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# --- a strategy -----------------------------------------------------------------------------------


def match(player: Player) -> Strategy:
    """The player's strategy that bids what the prize is worth, or the highest card that is left
    where the prize is worth more or that card is gone.

    It is best against bids at random when the difference is paid. Source: S. M. Ross, "Goofspiel,
    the game of pure strategy", Journal of Applied Probability 8 (1971), 621-625.

    >>> match(MAX)(GoofspielState(2, (1, 2, 3), (1, 2, 3), (1, 3)))
    Distribution({2: 1})
    """
    return partial(_bid_prize, player)


def _bid_prize(player: Player, state: GoofspielState) -> Distribution[Action]:
    if not state.prize:
        return point(WAIT)
    hand = state.cards_of_max if player == MAX else state.cards_of_min
    return point(state.prize if state.prize in hand else hand[-1])


GAMES = {"goofspiel": Goofspiel}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"goofspiel": {"cards": 4, "prizes": "order"}}
