"""Poker with one card each and a single round of betting: the rule sheet.

Both players pay the ante and get a card, which each sees alone. MAX begins to bet; nobody draws
again. Who folds loses what it has paid; otherwise the higher card wins as much, and equal ranks
split the pot.

The literature plays it in three ways:

- `kuhn`: MAX checks or bets, and after a check MIN may bet in its turn. With the ranks 1, 2, 3 of
  one suit this is the game of H. W. Kuhn, "A simplified two-person poker", in Contributions to the
  Theory of Games I (1950), 97-103; E. Prisner, Game Theory through Examples (2014), plays it with
  any number of ranks and suits, and D. H. Miao, Sandbagging in One-Card Poker (Dartmouth College,
  2014) with raises.
- `neumann`: MAX checks, which shows the cards at once, or bets: J. von Neumann and O. Morgenstern,
  Theory of Games and Economic Behavior (1944), section 19.
- `borel`: MAX folds or bets, called la relance: E. Borel, Applications aux jeux de hasard (1938),
  chapter 5. Borel and von Neumann also let the hands be independent numbers between 0 and 1 (C.
  Ferguson and T. S. Ferguson, "On the Borel and von Neumann poker models", 2003); many ranks of
  many suits come as near to that as is wanted.

Cards are dealt by rank, and no state has a suit: payoffs, actions and what is observed depend on
ranks alone, so to follow a deal of cards or the deal of its ranks is the same play with the same
chance. The probability of two ranks is that of all the cards which have them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, shown, shown_when_long
from ...game.dice_options import Named, keep_named, keep_whole
from ...game.protocol import MAX, NAMES, PLAYERS, WAIT, Action, Joint, Player

CHECK = "check"
BET = "bet"
FOLD = "fold"
CALL = "call"
RAISE = "raise"
Played = tuple[str, ...]  # what was done in a round of betting, MAX first and then in turn

BETTING = ("kuhn", "neumann", "borel")


class OneCardState(NamedTuple):
    """The rank of MAX's card and of MIN's (0 before the deal), and what was done since."""

    card_of_max: int
    card_of_min: int
    played: Played = ()


class OneCardRules:
    """The rules of all poker with one card each: the deal and a round of betting, of which a class
    says the stakes, the deck and how often a bet may be made or raised.
    """

    ranks: int
    suits: int
    ante: int
    bet: int
    raises: int
    state: ClassVar[type[Any]] = OneCardState  # of (card of MAX, card of MIN, what was played)

    def deck(self) -> tuple[int, int]:
        """How many ranks there are, and how many cards of each."""
        return self.ranks, self.suits

    def choices(self, played: Played) -> tuple[str, ...]:
        """The actions after this; none when the betting is over."""
        return choices(played, self.raises)

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states: the deals, with every course of the betting."""
        ranks, _ = self.deck()
        return STEPS_A_STATE * ranks**2 * courses(self.raises)

    @property
    def start(self) -> Any:
        """The cards are not dealt yet."""
        return self.state(0, 0)

    def payoff(self, state: Any) -> Exact | None:
        """The stake of the loser, to MAX or by it, once the betting is over."""
        if not state.card_of_max or self.choices(state.played):
            return None
        stake = self.ante + self.bet * bets_lost(state.played)
        return stake * winner(state.played, state.card_of_max, state.card_of_min)

    def actions(self, state: Any, player: Player) -> tuple[Action, ...]:
        """The actions of the mover in the betting, the cheapest first."""
        if not state.card_of_max or player != next_bettor(state.played):
            return (WAIT,)
        # none between two rounds
        return self.choices(state.played) or (WAIT,)

    def outcomes(self, state: Any, joint: Joint) -> Distribution[Any]:
        """The deal, or what the mover does."""
        if not state.card_of_max:
            return deal(*self.deck()).map(lambda cards: self.state(*cards))
        return point(state._replace(played=(*state.played, joint[next_bettor(state.played)])))

    def observation(self, state: Any, player: Player) -> Action | None:
        """The player's card once it is dealt, then each thing that the other does."""
        if state.played:  # nothing of what it did itself
            return state.played[-1] if player == next_bettor(state.played) else None
        return (state.card_of_max, state.card_of_min)[player] or None

    def text(self, state: Any) -> str:
        """The cards and the betting.

        >>> print(OneCardPoker().text(OneCardState(4, 2, ("check", "bet"))))
        MAX 4, MIN 2
        MAX checks, MIN bets
        """
        return "\n".join(
            [cards_text(state.card_of_max, state.card_of_min), betting_text(state.played)]
        )


@shown_when_long
@dataclass(frozen=True)
class OneCardPoker(OneCardRules):
    """The rules for a deck of the ranks 1..`ranks`, each in so many `suits`.

    - `ante`: what both pay before the deal; `bet`: what a bet, and each raise, adds to it.
    - `raises`: how often a bet may be made or raised, the first bet included.
    - `betting`: both may begin to bet (`kuhn`); or MAX alone, who else checks and the cards are
      shown (`neumann`), or folds (`borel`).

    A player observes its card and what the other does. Raises `RulesError` naming the option that
    is off.

    >>> game = OneCardPoker(ranks=3, suits=2)
    >>> game.outcomes(game.start, (WAIT, WAIT)).probability(OneCardState(3, 3))
    Fraction(1, 15)
    >>> game.payoff(OneCardState(3, 2, ("check", "bet", "call")))
    2
    """

    ranks: int = 4
    suits: int = 2
    ante: int = 1
    bet: int = 1
    raises: int = 1
    betting: str = "kuhn"

    named: ClassVar[Named] = {"betting": BETTING}

    def __post_init__(self) -> None:
        for name in ("ranks", "suits", "ante", "bet", "raises"):
            keep_whole(self, name, 1)
        keep_named(self, "betting")
        refuse_small_deck(self.ranks, self.suits, 2)

    def choices(self, played: Played) -> tuple[str, ...]:
        """The actions after this; none when the betting is over."""
        if self.betting == "borel" and not played:
            return FOLD, BET
        if self.betting == "neumann" and played == (CHECK,):
            return ()
        return super().choices(played)


# --- a round of betting ---------------------------------------------------------------------------


def choices(played: Played, raises: int) -> tuple[str, ...]:
    """The actions after this in a round where both may bet, and so many bets and raises are
    allowed; nothing when the round is over.

    >>> choices(("check", "bet"), raises=2), choices(("bet", "raise"), raises=2)
    (('fold', 'call', 'raise'), ('fold', 'call'))
    """
    if not played or played == (CHECK,):
        return CHECK, BET
    if played[-1] in (CHECK, FOLD, CALL):
        return ()
    return (FOLD, CALL, RAISE) if _bets(played) < raises else (FOLD, CALL)


def courses(raises: int) -> int:
    """How many beginnings a round of betting has, from none to all of each course."""
    # After a bet there are three at each level: the decision, a fold and a call. A bet comes at
    # once or after a check; beside these are the beginning, one check and two.
    return 6 * raises + 3


def next_bettor(played: Played) -> Player:
    """Whose turn it is; MAX begins."""
    return PLAYERS[len(played) % 2]


def bets_lost(played: Played) -> int:
    """How many bets the loser has paid: all, or all but the one that it folded to.

    >>> bets_lost(("bet", "raise", "fold")), bets_lost(("check", "bet", "call"))
    (1, 1)
    """
    return max(_bets(played) - (played[-1:] == (FOLD,)), 0)


def _bets(played: Played) -> int:
    return played.count(BET) + played.count(RAISE)


def winner(played: Played, hand_of_max: int, hand_of_min: int) -> int:
    """1 when MAX wins, -1 when MIN does, 0 when the pot is split: the other when one folds, else by
    the higher hand.
    """
    if played[-1] == FOLD:
        # After a fold it would be the turn of the player who has won.
        return 1 if next_bettor(played) == MAX else -1
    return (hand_of_max > hand_of_min) - (hand_of_max < hand_of_min)


def betting_text(played: Played) -> str:
    """The betting as a sentence.

    >>> betting_text(("check", "bet", "fold"))
    'MAX checks, MIN bets, MAX folds'
    """
    return ", ".join(f"{NAMES[k % 2]} {action}s" for k, action in enumerate(played)) or "no bet yet"


# --- cards ----------------------------------------------------------------------------------------


def refuse_small_deck(ranks: int, suits: int, least: int) -> None:
    """Refuse a deck of fewer cards than are dealt, and one of more ranks than can be listed."""
    if ranks * suits < least:
        raise RulesError(
            f"the deck must hold {least} cards or more, got ranks={ranks} and suits={suits}"
        )
    deals = f"the deals of two of {shown(ranks * suits)} cards"
    refuse_costly(deals, STEPS_A_MOVE * ranks**2, "fewer ranks")


def deal(ranks: int, suits: int) -> Distribution[tuple[int, int]]:
    """The distribution of the ranks of two cards from one deck.

    >>> deal(2, 2)
    Distribution({(1, 1): 1, (1, 2): 2, (2, 1): 2, (2, 2): 1})
    """
    numbers = range(1, ranks + 1)
    return Distribution({(a, b): suits - (a == b) for a in numbers for b in numbers})


def cards_text(card_of_max: int, card_of_min: int) -> str:
    """Both cards for people."""
    return f"MAX {card_of_max}, MIN {card_of_min}" if card_of_max else "no cards yet"


GAMES = {"one-card-poker": OneCardPoker}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"one-card-poker": {"ranks": 3, "suits": 2}}
