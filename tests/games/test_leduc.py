"""Leduc poker: the published value, what the players know counted by hand, deals of cards with
suits, hands and payoffs, bad options.

Source: F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005, 550-558; the value
as floating-point solvers of today print it.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from sequence_form_oracle import Tree, value_of

from exactdice import Leduc, LeducState, solve


def test_the_published_value():
    tree = Tree(Leduc())
    value = value_of(tree)
    assert round(value * 10**12) == -85606424078
    # One fraction of 101 over 104 bits.
    assert (value.numerator.bit_length(), value.denominator.bit_length()) == (101, 104)
    assert solve(Leduc()).value == value


def test_what_the_players_know_is_counted_by_hand():
    # In a round each player decides at three of the courses -, c, b, cb, br, cbr. Five go on to the
    # second round: cc, bc, brc, cbc, cbrc; one of three ranks is turned up then.
    for own in Tree(Leduc()).sequences:
        assert len(own.states) == 3 * (3 + 5 * 3 * 3)
        assert len(own.numbers) == 336


def test_what_is_known_is_told_in_order():
    of_max, of_min = (own.states for own in Tree(Leduc()).sequences)
    assert of_max[(3, "bet", "call", 1)] == {
        LeducState(3, other, ("bet", "call"), 1) for other in (1, 2, 3)
    }
    assert of_min[(3, "check", "check", 3, "bet")] == {
        LeducState(other, 3, ("check", "check"), 3, ("bet",)) for other in (1, 2)
    }
    assert (1, "check", "bet", "raise", "call", 2) in of_max


@pytest.mark.parametrize(("ranks", "suits"), [(3, 2), (3, 1), (2, 3), (1, 3)])
def test_ranks_are_dealt_as_cards_are(ranks, suits):
    game = Leduc(ranks, suits)
    deck = [rank for rank in range(1, ranks + 1) for _ in range(suits)]
    dealt = Counter(permutations(deck, 3))
    law = game.outcomes(game.start, ("wait", "wait"))
    chances = {}
    for state in law:
        turned = game.outcomes(state._replace(first_round=("check", "check")), ("wait", "wait"))
        for after in turned:
            ranks_seen = (*state[:2], after.public)
            chances[ranks_seen] = law.probability(state) * turned.probability(after)
    assert chances == {deal: Fraction(n, dealt.total()) for deal, n in dealt.items()}


@pytest.mark.parametrize("options", [{"raises": 1}, {"ranks": 2}, {"suits": 1, "bets": (1, 3)}])
def test_it_is_solved(options):
    game = Leduc(**options)
    assert solve(game).value == value_of(Tree(game))


# --- the rules ------------------------------------------------------------------------------------

CALLED = ("bet", "call")
HANDS = [  # card of MAX, card of MIN, turned up, who wins
    (3, 1, 2, 1),
    (3, 1, 1, -1),
    (1, 3, 1, 1),
    (2, 2, 2, 0),
    (2, 2, 1, 0),
    (1, 2, 3, -1),
]


@pytest.mark.parametrize(("own", "other", "public", "sign"), HANDS)
def test_a_pair_beats_the_higher_rank(own, other, public, sign):
    game = Leduc(suits=3)
    state = LeducState(own, other, CALLED, public, CALLED)
    assert game.payoff(state) == sign * (1 + 2 + 4)


PAID = [  # first round, second round, to MAX with the higher hand
    (("check", "check"), ("check", "check"), 1),
    (("bet", "fold"), None, 1),
    (("check", "bet", "fold"), None, -1),
    (("bet", "raise", "fold"), None, -3),
    (("check", "bet", "raise", "fold"), None, 3),
    (("bet", "raise", "call"), ("check", "check"), 5),
    (("bet", "call"), ("bet", "fold"), 3),
    (("bet", "call"), ("check", "bet", "fold"), -3),
    (("bet", "call"), ("bet", "raise", "fold"), -7),
    (("bet", "raise", "call"), ("check", "bet", "raise", "call"), 13),
]


@pytest.mark.parametrize(("first", "second", "paid"), PAID)
def test_each_course_of_the_betting_is_paid(first, second, paid):
    state = LeducState(3, 1, first) if second is None else LeducState(3, 1, first, 2, second)
    assert Leduc().payoff(state) == paid
