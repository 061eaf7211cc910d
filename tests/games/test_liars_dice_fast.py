"""Bounds of liar's dice from its tree of bids: published and exact values lie within, the
strategies are worth what they claim by the generic best response, rounding loses no chance.

Source: T. D. Ahle, An analysis of the endgame of Liar's Dice (github.com/thomasahle/snyd).
"""

from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from exactdice import (
    MAX,
    MIN,
    LiarsDice,
    best_response,
    enclose,
    solve,
)
from exactdice.errors import TooCostly, UnsolvableError
from exactdice.games.liars_dice import fast
from exactdice.games.liars_dice.bidding import Bidding, Plan
from exactdice.games.liars_dice.fast import learned_bounds
from exactdice.games.liars_dice.plans import best_paid, exact_plan, units
from exactdice.hidden.tree import game_tree
from exactdice.queries.evaluate import evaluate_query

JOKER = {"wild": True, "wild_rank": "low"}
DUDO = {"wild": True}
PUBLISHED = [  # dice, faces, ones, value, digits
    ((1, 1), 3, {}, "-1/9", 4),
    ((1, 1), 4, {}, "-1/8", 3),
    ((1, 1), 5, {}, "-3/25", 2),
    ((1, 1), 4, JOKER, "0", 3),
    ((2, 1), 2, {}, "1/4", 4),
    ((2, 1), 3, {}, "1/9", 3),
    ((1, 2), 3, {}, "-1/27", 3),
    ((2, 1), 3, JOKER, "1/3", 3),
    ((2, 1), 4, {}, "345/1696", 2),
]


@pytest.mark.parametrize(("dice", "faces", "ones", "value", "digits"), PUBLISHED)
def test_a_published_value_is_enclosed(dice, faces, ones, value, digits):
    bounds = learned_bounds(LiarsDice(dice, faces, **ones), digits).value
    assert bounds.lower <= Fraction(value) <= bounds.upper
    assert bounds.width <= Fraction(1, 10**digits)


SMALL = [
    LiarsDice(faces=2),
    LiarsDice(faces=3, **DUDO),
    LiarsDice((2, 1), 2),
    LiarsDice((1, 2), 2, **DUDO),
    LiarsDice((2, 1), 2, **JOKER),
    LiarsDice((2, 2), 2, **DUDO),
    LiarsDice((3, 1), 2),
]
by_options = pytest.mark.parametrize("game", SMALL, ids=str)


@by_options
def test_the_ends_are_what_generic_best_responses_find(game):
    found = learned_bounds(game, 2)
    first, second = found.strategies
    assert found.value.lower == best_response(game, first, MIN).value
    assert found.value.upper == best_response(game, second, MAX).value
    assert found.value.lower <= solve(game).value <= found.value.upper


@by_options
def test_there_is_a_law_wherever_a_player_decides(game):
    tree = game_tree(game)
    for player, strategy in zip((MAX, MIN), learned_bounds(game, 1).strategies, strict=True):
        sets = tree.information_sets[player]
        known = {tree.information(place, player): info.actions for place, info in sets.items()}
        assert set(strategy) == set(known)
        assert all(set(strategy[known]) <= set(actions) for known, actions in known.items())


NOWHERE = [
    (),
    ((7,),),
    ((1,), (1, 2)),
    ((1,), (2, 1), (1, 2)),
    ((1,), (1, 2), (1, 2)),
    (1,),
    ("a",),
]


@pytest.mark.parametrize("known", NOWHERE, ids=str)
def test_what_a_player_never_knows_has_no_law(known):
    first, _ = learned_bounds(LiarsDice(faces=3), 1).strategies
    assert ((1,), (1, 1), (1, 2)) in first
    with pytest.raises(KeyError):
        first[known]


WAYS = [(LiarsDice(faces=3), 3, False), (LiarsDice((2, 1), 3), 3, True), (LiarsDice(), 9, False)]


@pytest.mark.parametrize(("game", "digits", "learned"), WAYS, ids=str)
def test_learned_where_that_costs_less_than_listing_all(monkeypatch, game, digits, learned):
    monkeypatch.setattr(fast, "learned_bounds", lambda *_: "learned")
    monkeypatch.setattr(fast, "the_generic", lambda _: lambda *_: "listed")
    assert enclose(game, digits) == ("learned" if learned else "listed")


# --- exact plans ----------------------------------------------------------------------------------


def any_plan(bidding, player, seed, spread):
    """Shares of very different sizes, many of them none."""
    rng = np.random.default_rng(seed)
    shape = bidding.shape(player)
    bids, calls = (
        rng.random(shape) * 10.0 ** rng.integers(-spread, 1, shape) * (rng.random(shape) < 0.7)
        for _ in range(2)
    )
    if player == MAX:
        calls[0] = 0
        bids[0] += 1
    return Plan(bids, calls)


def nothing(bidding, player):
    """No share of anything."""
    return Plan(np.zeros(bidding.shape(player)), np.zeros(bidding.shape(player)))


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("spread", [0, 8, 300, None])
def test_rounding_shares_out_all_units(player, spread):
    bidding = Bidding(LiarsDice((2, 1), 2, **DUDO))
    by_size = nothing if spread is None else partial(any_plan, seed=1, spread=spread)
    proposed = by_size(bidding, player)
    plan = exact_plan(bidding, player, proposed)
    own = np.zeros(bidding.shape(player), dtype=object)
    shared = plan.calls.astype(object)
    own[0] = units(bidding)
    if player == MAX:
        shared[0] += plan.bids[0]
    for history in range(1, bidding.histories):
        before = history - (1 << history.bit_length() - 1)
        own[history] = plan.bids[before]
        shared[before] += plan.bids[history]
    assert (shared == own).all()
    assert plan.bids.min() >= 0
    assert plan.calls.min() >= 0
    if player == MAX:
        assert not plan.calls[0].any()
    if spread is not None:
        # A bid that is not proposed is not made.
        assert not plan.bids[1:][proposed.bids[1:] == 0].any()


def test_sums_of_units_fit_a_machine_word():
    for game in (*SMALL, LiarsDice((2, 1)), LiarsDice((2, 2), 6), LiarsDice((5, 5), 2)):
        bidding = Bidding(game)
        assert np.abs(bidding.stakes[MAX]).sum(axis=(1, 2)).max() == bidding.all_throws
        assert bidding.all_throws * units(bidding) < 2**62


@pytest.mark.parametrize("game", [LiarsDice((2, 1), 2), LiarsDice((1, 2), 2, **DUDO)], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_best_response_to_any_plan_is_the_generic_one(game, seed):
    bidding = Bidding(game)
    for player, other in ((MAX, MIN), (MIN, MAX)):
        plan = exact_plan(bidding, player, any_plan(bidding, player, seed, 3))
        table = fast.PlanTable(bidding, player, plan).table()
        paid = best_paid(bidding, other, plan)
        generic = best_response(game, dict(table), other).value
        assert generic == (paid if other == MAX else -paid)


# --- what is refused, and what is told ------------------------------------------------------------


TOO_LARGE = [(LiarsDice((2, 2), **DUDO), 2), (LiarsDice((2, 1), **DUDO), 5)]


@pytest.mark.parametrize(("game", "digits"), TOO_LARGE, ids=str)
def test_large_games_are_refused_before_any_work(game, digits):
    with pytest.raises(TooCostly, match="fewer digits, dice or faces"):
        enclose(game, digits)
    with pytest.raises(TooCostly):
        evaluate_query("value()", {"game": "liars-dice", **vars(game), "digits": digits})


def test_two_dice_against_one_are_affordable(monkeypatch):
    game = LiarsDice((2, 1), **DUDO)
    found = learned_bounds(LiarsDice((2, 1), 2), 1)
    monkeypatch.setattr(fast, "learned_bounds", lambda *_: found)
    assert (
        evaluate_query("value()", {"game": "liars-dice", **vars(game), "digits": 3}) == found.value
    )


def test_bounds_that_stay_apart_are_refused_in_one_line(monkeypatch):
    apart = fast.enclosure(Bidding(SMALL[0]), fast.Learning(Bidding(SMALL[0])))
    monkeypatch.setattr(fast, "PATIENCE", 1)
    monkeypatch.setattr(fast, "enclosure", lambda *_: apart)
    with pytest.raises(UnsolvableError, match="ask for fewer digits") as caught:
        learned_bounds(SMALL[0], 2)
    assert "\n" not in str(caught.value)


def test_every_round_is_told():
    told = []
    learned_bounds(
        LiarsDice(faces=2), 2, lambda done, all_of_them: told.append((done, all_of_them))
    )
    rounds = [done for done, _ in told]
    assert rounds[0] == 1
    assert all(b == a + 1 for a, b in pairwise(rounds))
    assert {all_of_them for _, all_of_them in told} == {None}


def test_before_anything_is_learned_the_bounds_hold_already():
    game = LiarsDice((2, 1), 3)
    found = fast.enclosure(Bidding(game), fast.Learning(Bidding(game)))
    assert -1 <= found.value.lower <= Fraction(1, 9) <= found.value.upper <= 1
    for player, other in ((MAX, MIN), (MIN, MAX)):
        end = found.value.upper if other == MAX else found.value.lower
        assert best_response(game, found.strategies[player], other).value == end
