"""Liar's dice: published values, throws by enumeration, the order of bids, which bids are true,
what the players know, bad options.

Source: T. D. Ahle, An analysis of the endgame of Liar's Dice (github.com/thomasahle/snyd), whose
jokers are wild ones that rank below the other faces.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from sequence_form_oracle import Tree, value_of

from exactdice import MAX, MIN, LiarsDice, LiarsDiceState, best_response, solve
from exactdice.exact.errors import TooCostly
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word

NORMAL, JOKER = {}, {"wild": True, "wild_rank": "low"}
slow = pytest.mark.slow
PUBLISHED = [  # dice, faces, ones, value
    ((1, 1), 2, NORMAL, "0"),
    ((1, 1), 3, NORMAL, "-1/9"),
    ((1, 1), 2, JOKER, "1"),
    ((1, 1), 3, JOKER, "1/3"),
    ((2, 1), 2, NORMAL, "1/4"),
    ((2, 1), 2, JOKER, "1"),
    ((1, 2), 2, NORMAL, "0"),
    ((1, 2), 2, JOKER, "1"),
    pytest.param((1, 1), 4, NORMAL, "-1/8", marks=slow),
    pytest.param((1, 1), 4, JOKER, "0", marks=slow),
    pytest.param((2, 1), 3, NORMAL, "1/9", marks=slow),
    pytest.param((2, 1), 3, JOKER, "1/3", marks=slow),
    pytest.param((1, 2), 3, NORMAL, "-1/27", marks=slow),
    pytest.param((1, 2), 3, JOKER, "-1/27", marks=slow),
]


@pytest.mark.parametrize(("dice", "faces", "ones", "value"), PUBLISHED)
def test_the_published_values(dice, faces, ones, value):
    game = LiarsDice(dice, faces, **ones)
    assert value_of(Tree(game)) == solve(game).value == Fraction(value)


WHOLE_DICE = [  # faces, ones, value; Dudo's is in no table
    (5, NORMAL, "-3/25"),
    (6, NORMAL, "-1/9"),
    (5, JOKER, "0"),
    (6, JOKER, "-7/327"),
    (6, {"wild": True}, "-7/258"),
]


@slow
@pytest.mark.parametrize(("faces", "ones", "value"), WHOLE_DICE)
def test_dice_with_more_faces_have_a_value_that_no_answer_changes(faces, ones, value):
    game = LiarsDice(faces=faces, **ones)
    solution = solve(game)
    assert solution.value == Fraction(value)
    of_max, of_min = solution.strategies
    assert best_response(game, of_max, MIN).value == Fraction(value)
    assert best_response(game, of_min, MAX).value == Fraction(value)


@pytest.mark.parametrize(("dice", "faces"), [((1, 1), 3), ((1, 2), 2)])
def test_dudo_is_solved(dice, faces):
    game = LiarsDice(dice, faces, wild=True)
    assert solve(game).value == value_of(Tree(game))


@pytest.mark.parametrize(("dice", "faces"), [((1, 1), 3), ((2, 1), 2)])
def test_every_rising_sequence_of_bids_is_a_history(dice, faces):
    game = LiarsDice(dice, faces)
    law = game.outcomes(game.start, ("wait", "wait"))
    bids = sum(dice) * faces
    # Each may be called where there is a bid, and the start is one more.
    assert Tree(game).histories == 1 + len(law) * (2**bids + 2**bids - 1)


@pytest.mark.parametrize(("dice", "faces"), [((1, 1), 6), ((2, 1), 3), ((3, 2), 2)])
def test_dice_fall_as_their_enumeration_says(dice, faces):
    game = LiarsDice(dice, faces)
    law = game.outcomes(game.start, ("wait", "wait"))
    counted = Counter(
        tuple(sorted(shown[: dice[0]])) + tuple(sorted(shown[dice[0] :]))
        for shown in product(range(1, faces + 1), repeat=sum(dice))
    )
    thrown = {state.dice_of_max + state.dice_of_min: law.probability(state) for state in law}
    assert thrown == {dice: Fraction(n, counted.total()) for dice, n in counted.items()}


ORDERS = [
    ({}, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]),
    (JOKER, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]),
    ({"wild": True}, [(1, 2), (1, 3), (1, 1), (2, 2), (2, 3), (2, 1)]),
    ({"wild_rank": "high"}, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]),
]


@pytest.mark.parametrize(("ones", "order"), ORDERS)
def test_bids_rise_by_count_and_then_by_face(ones, order):
    game = LiarsDice(faces=3, **ones)
    assert list(game.actions(LiarsDiceState((1,), (2,)), MAX)) == order
    for place, bid in enumerate(order, 1):
        after = LiarsDiceState((1,), (2,), bid, MIN)
        assert list(game.actions(after, MIN)) == [*order[place:], "call"]
        assert game.actions(after, MAX) == ("wait",)


TRUTH = [  # dice of MAX, dice of MIN, bid, is true when ones are plain, is true when they are wild
    ((3,), (3,), (2, 3), True, True),
    ((3,), (2,), (1, 3), True, True),
    ((3,), (2,), (2, 3), False, False),
    ((1,), (3,), (2, 3), False, True),
    ((1,), (1,), (2, 3), False, True),
    ((1,), (3,), (1, 1), True, True),
    ((1,), (3,), (2, 1), False, False),
    ((1, 4), (3,), (1, 5), False, True),
    ((1, 4), (4, 4), (4, 4), False, True),
]


@pytest.mark.parametrize(("of_max", "of_min", "bid", "plain", "wild"), TRUTH)
def test_who_called_a_true_bid_loses(of_max, of_min, bid, plain, wild):
    dice = len(of_max), len(of_min)
    for game, is_true in ((LiarsDice(dice), plain), (LiarsDice(dice, wild=True), wild)):
        called_by_max = LiarsDiceState(of_max, of_min, bid, MAX, called=True)
        called_by_min = LiarsDiceState(of_max, of_min, bid, MIN, called=True)
        assert game.payoff(called_by_max) == (-1 if is_true else 1)
        assert game.payoff(called_by_min) == (1 if is_true else -1)
        assert game.payoff(called_by_min._replace(called=False)) is None


def test_what_the_players_know_where_they_decide():
    of_max, of_min = (own.states for own in Tree(LiarsDice((1, 2), 2)).sequences)
    assert of_max[((2,),)] == {LiarsDiceState((2,), b) for b in ((1, 1), (1, 2), (2, 2))}
    assert of_min[((1, 2), (1, 1))] == {LiarsDiceState((a,), (1, 2), (1, 1), MIN) for a in (1, 2)}
    assert ((2,), (1, 1), (1, 2)) in of_max
    assert ((1, 1), (1, 1), (1, 2), (3, 2)) in of_min


def test_it_is_drawn():
    game = LiarsDice(dice=(2, 1))
    assert game.text(game.start) == "no dice yet"
    assert game.text(LiarsDiceState((2, 5), (1,))) == "MAX 2 5, MIN 1\nMAX to move"
    called = LiarsDiceState((2, 5), (1,), (1, 5), MIN, called=True)
    assert game.text(called) == "MAX 2 5, MIN 1\nMAX bids 1 die of face 5\nMIN calls"


@pytest.mark.parametrize("options", [{"dice": (10**9, 1)}, {"faces": 10**6}])
def test_throws_too_many_to_list_are_refused(options):
    with pytest.raises(TooCostly, match="the throws of"):
        LiarsDice(**options)


@pytest.mark.parametrize("written", ["true", "True", "TRUE", "1"])
def test_wild_is_written_in_any_case(written):
    options = {"game": Word("liars-dice"), "faces": 3}
    truth = 1 if written == "1" else Word(written)
    game = solve(LiarsDice(faces=3, wild=True))
    assert evaluate_query("value()", {**options, "wild": truth}) == game.value
    assert evaluate_query("value()", {**options, "wild": Word("false")}) != game.value
