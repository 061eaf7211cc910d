"""Poker with one card each: published values, all pure strategies against each other where MAX
alone may bet, deals of cards with suits, what the players know, payoffs, bad options.

Sources: D. H. Miao, Sandbagging in One-Card Poker (Dartmouth College, 2014), and those named in
`test_kuhn.py`.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

import pytest
from brute_force import all_states
from sequence_form_oracle import Tree, value_of

from exactdice import Kuhn, OneCardPoker, OneCardState, solve
from exactdice.distributions.distribution import uniform
from exactdice.linear.matrices.solve import solve_matrix_game


@pytest.mark.parametrize("cards", [2, 3, 4, 6])
def test_one_suit_and_one_bet_is_kuhn_poker(cards):
    tree = Tree(OneCardPoker(cards, 1, ante=2, bet=3))
    kuhn = Tree(Kuhn(cards, ante=2, bet=3))
    assert tree.payoffs == kuhn.payoffs
    assert [own.of for own in tree.sequences] == [own.of for own in kuhn.sequences]


@pytest.mark.parametrize("raises", [1, 2, 3, 5])
def test_raises_change_nothing_with_three_cards(raises):
    """Miao's theorem: the value stays what it is in Kuhn poker."""
    assert value_of(Tree(OneCardPoker(3, 1, raises=raises))) == Fraction(-1, 18)


# --- all pure strategies, from the rules in words -------------------------------------------------

SINGLE = [  # ranks, suits, ante, bet
    (2, 2, 1, 1),
    (3, 1, 1, 1),
    (3, 1, 1, 2),
    (4, 2, 2, 3),
    (5, 1, 1, 2),
    (5, 3, 1, 1),
]


def sign(number):
    return (number > 0) - (number < 0)


def value_of_single_bets(ranks, suits, ante, bet, without_a_bet):
    """The value when MAX bets with some ranks and MIN calls with some."""
    deck = [rank for rank in range(1, ranks + 1) for _ in range(suits)]
    deals = list(permutations(deck, 2))

    def paid(a, b, betting, calling):
        if not betting[a - 1]:
            return without_a_bet(a, b, ante)
        return (ante + bet) * sign(a - b) if calling[b - 1] else ante

    plans = list(product([False, True], repeat=ranks))
    counted = Counter(deals).items()
    matrix = [
        [sum(n * paid(a, b, betting, calling) for (a, b), n in counted) for calling in plans]
        for betting in plans
    ]
    return Fraction(solve_matrix_game(matrix).value) / len(deals)


WITHOUT_A_BET = {
    "neumann": lambda a, b, ante: ante * sign(a - b),
    "borel": lambda a, b, ante: -ante,
}


@pytest.mark.parametrize("betting", WITHOUT_A_BET)
@pytest.mark.parametrize(("ranks", "suits", "ante", "bet"), SINGLE)
def test_the_value_is_that_of_all_pure_strategies(betting, ranks, suits, ante, bet):
    game = OneCardPoker(ranks, suits, ante, bet, betting=betting)
    expected = value_of_single_bets(ranks, suits, ante, bet, WITHOUT_A_BET[betting])
    assert value_of(Tree(game)) == expected


@pytest.mark.parametrize("bet", [1, 2, 3])
def test_many_cards_come_near_to_independent_numbers(bet):
    """Where hands are numbers between 0 and 1: C. Ferguson and T. S. Ferguson, "On the Borel and
    von Neumann poker models" (2003).
    """
    published = {
        "neumann": Fraction(bet, (bet + 1) * (bet + 4)),
        "borel": -(Fraction(bet, bet + 2) ** 2),
    }
    for betting, value in published.items():
        found = solve(OneCardPoker(20, 1000, bet=bet, betting=betting)).value
        assert abs(found - value) < Fraction(1, 400)


@pytest.mark.parametrize("options", [{}, {"raises": 3}, {"suits": 1}, {"betting": "neumann"}])
def test_it_is_solved(options):
    game = OneCardPoker(**options)
    assert solve(game).value == value_of(Tree(game))


# --- suits ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Suited:
    """The same rules for cards that have a suit, which their holder sees."""

    ranked: OneCardPoker
    start = (None, None, ())

    def as_ranked(self, state):
        *cards, played = state
        return OneCardState(*(card[0] if card else 0 for card in cards), played)

    def payoff(self, state):
        return self.ranked.payoff(self.as_ranked(state))

    def actions(self, state, player):
        return self.ranked.actions(self.as_ranked(state), player)

    def outcomes(self, state, joint):
        if state[0] is None:
            deck = list(product(range(1, self.ranked.ranks + 1), range(self.ranked.suits)))
            return uniform((*cards, ()) for cards in permutations(deck, 2))
        law = self.ranked.outcomes(self.as_ranked(state), joint)
        return law.map(lambda after: (*state[:2], after.played))

    def observation(self, state, player):
        heard = self.ranked.observation(self.as_ranked(state), player)
        return state[player] if state[0] and not state[2] else heard


@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (3, 2), (2, 4)])
@pytest.mark.parametrize("betting", ["kuhn", "neumann", "borel"])
def test_to_see_suits_changes_no_value(ranks, suits, betting):
    game = OneCardPoker(ranks, suits, betting=betting)
    assert value_of(Tree(Suited(game))) == value_of(Tree(game))


@pytest.mark.parametrize(("ranks", "suits"), [(1, 2), (2, 1), (3, 2), (4, 4)])
def test_ranks_are_dealt_as_cards_are(ranks, suits):
    game = OneCardPoker(ranks, suits)
    deck = [rank for rank in range(1, ranks + 1) for _ in range(suits)]
    deals = Counter(permutations(deck, 2))
    law = game.outcomes(game.start, ("wait", "wait"))
    assert {state[:2]: law.probability(state) for state in law} == {
        deal: Fraction(count, deals.total()) for deal, count in deals.items()
    }


# --- the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("raises", [1, 2, 4])
def test_the_states_of_a_deal_are_counted(raises):
    # After a bet at the level k: the decision, a fold, a call, and one level more.
    assert len(all_states(OneCardPoker(1, 2, raises=raises))) == 1 + 3 + 2 * 3 * raises


PAID = [  # betting, played, with the higher card, with an equal one, with the lower one
    ("kuhn", ("check", "check"), 1, 0, -1),
    ("kuhn", ("bet", "fold"), 1, 1, 1),
    ("kuhn", ("bet", "call"), 4, 0, -4),
    ("kuhn", ("bet", "raise", "fold"), -4, -4, -4),
    ("kuhn", ("bet", "raise", "call"), 7, 0, -7),
    ("kuhn", ("check", "bet", "raise", "fold"), 4, 4, 4),
    ("kuhn", ("check", "bet", "fold"), -1, -1, -1),
    ("neumann", ("check",), 1, 0, -1),
    ("neumann", ("bet", "call"), 4, 0, -4),
    ("borel", ("fold",), -1, -1, -1),
    ("borel", ("bet", "fold"), 1, 1, 1),
    ("borel", ("bet", "raise", "call"), 7, 0, -7),
]


@pytest.mark.parametrize(("betting", "played", "higher", "equal", "lower"), PAID)
def test_each_course_of_the_betting_is_paid(betting, played, higher, equal, lower):
    game = OneCardPoker(4, 2, ante=1, bet=3, raises=2, betting=betting)
    paid = [game.payoff(OneCardState(3, other, played)) for other in (1, 3, 4)]
    assert paid == [higher, equal, lower]
    assert game.payoff(OneCardState(3, 3, played[:-1])) is None


def test_what_the_players_know_where_they_decide():
    of_max, of_min = (own.states for own in Tree(OneCardPoker(2, 2, raises=2)).sequences)
    assert (2, "bet", "raise") in of_max
    assert (1, "check", "bet", "raise") in of_min
    assert of_max[(2,)] == {OneCardState(2, 1), OneCardState(2, 2)}
