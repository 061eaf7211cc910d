"""Values, best responses and laws of a pair of strategies, against every play listed one by one."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Climb, RockPaperScissors, every_play, law_of, listed

from exactdice import (
    MAX,
    MIN,
    DiceBattle,
    Distribution,
    best_response,
    length_distribution,
    mean_length,
    mixed,
    payoff_distribution,
    point,
    profile_values,
    strategy,
)
from exactdice.exact.errors import RulesError, UnsolvableError
from exactdice.game.graph import explore
from exactdice.game.protocol import always

STEP, LEAP, EITHER = (
    always(point("step")),
    always(point("leap")),
    always(Distribution({"step": 1, "leap": 2})),
)
CAREFUL = strategy(lambda state: "step" if state.lead > 0 else "leap")
MIXED = mixed((STEP, Fraction(1, 7)), (CAREFUL, Fraction(6, 7)))
PLANS = [STEP, LEAP, EITHER, CAREFUL, MIXED]


def expected(game, profile, state=None):
    return sum((p * paid for p, paid, _ in every_play(game, profile, state)), Fraction(0))


# --- a game with draws ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "profile",
    list(product(PLANS, PLANS)),
    ids=lambda pair: "-".join(str(PLANS.index(plan)) for plan in pair),
)
def test_a_profile_is_worth_the_average_over_all_plays(profile):
    game = Climb(3)
    values = profile_values(game, profile)
    assert game.start in values
    assert all(values[state] == expected(game, profile, state) for state in values)


@pytest.mark.parametrize(
    "profile", [(STEP, LEAP), (MIXED, EITHER), (CAREFUL, CAREFUL)], ids=range(3)
)
def test_the_laws_of_payoff_and_length_are_those_of_all_plays(profile):
    game = Climb(4)
    payoffs, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for p, paid, length in every_play(game, profile):
        payoffs[paid] += p
        lengths[length] += p
    assert law_of(payoff_distribution(game, profile)) == payoffs
    assert law_of(length_distribution(game, profile)) == lengths == {4: 1}
    assert payoff_distribution(game, profile).mean() == profile_values(game, profile)[game.start]
    assert mean_length(game, profile) == 4


def test_plays_of_different_lengths():
    game = listed(
        {
            "s": (MAX, {"on": {"t": 1, "won": 1}}),
            "t": (MIN, {"on": {"won": 1, "u": 2}}),
            "u": (MAX, {"on": {"won": 1}}),
            "won": 5,
        }
    )
    profile = (always(point("on")), always(point("on")))
    assert length_distribution(game, profile) == Distribution({1: 3, 2: 1, 3: 2})
    assert mean_length(game, profile) == Fraction(11, 6)
    assert payoff_distribution(game, profile) == point(5)


# --- best responses -------------------------------------------------------------------------------


def every_table(game, player):
    """Every pure strategy of the player over all states of the game."""
    states = [
        node.state
        for node in explore(game).nodes
        if node.payoff is None and node.state.to_move == player
    ]
    for actions in product(("step", "leap"), repeat=len(states)):
        yield strategy(dict(zip(states, actions, strict=True)))


@pytest.mark.parametrize("plan", [STEP, EITHER, CAREFUL], ids=range(3))
@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_best_response_is_the_best_of_all_pure_strategies(plan, player):
    game = Climb(3)
    profiles = [
        (table, plan) if player == MAX else (plan, table) for table in every_table(game, player)
    ]
    gains = [profile_values(game, profile)[game.start] for profile in profiles]
    assert best_response(game, plan, player).value == (max, min)[player](gains)


# --- both at once ---------------------------------------------------------------------------------


hands = st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any)


@settings(max_examples=25)
@given(hands, hands)
def test_mixed_hands_are_worth_what_all_plays_average(first, second):
    game = RockPaperScissors(2)
    names = ("rock", "paper", "scissors")
    profile = tuple(
        always(Distribution(dict(zip(names, weights, strict=True)))) for weights in (first, second)
    )
    assert profile_values(game, profile)[game.start] == expected(game, profile)
    assert payoff_distribution(game, profile).mean() == expected(game, profile)
    best = best_response(game, profile[1], MAX).value
    assert best == 2 * max((second[k - 1] - second[(k + 1) % 3]) for k in range(3)) / Fraction(
        sum(second)
    )


# --- refusals -------------------------------------------------------------------------------------

BATTLE = DiceBattle(dice=2, target=4)
HOP = always(point("hop"))


@pytest.mark.parametrize(
    ("game", "profile", "message"),
    [
        (
            Climb(2),
            (HOP, STEP),
            (
                "the strategy of MAX plays 'hop' at Climber(0, 2, 0), where the actions are "
                "'step', 'leap'"
            ),
        ),
        (Climb(2), (strategy({}), STEP), "the strategy's table has no entry for Climber(0, 2, 0)"),
    ],
    ids=range(2),
)
def test_an_illegal_strategy_is_refused_naming_player_and_state(game, profile, message):
    for function in (profile_values, payoff_distribution, length_distribution, mean_length):
        with pytest.raises(RulesError) as caught:
            function(game, profile)
        assert str(caught.value) == message


@pytest.mark.parametrize("game", [Climb(2), BATTLE])
@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_best_response_to_an_illegal_plan_is_refused(game, player):
    with pytest.raises(RulesError, match=f"^the strategy of {('MIN', 'MAX')[player]} plays "):
        best_response(game, HOP, player)


def test_play_that_can_come_back_is_refused_but_only_when_the_profile_lets_it():
    game = listed(
        {
            "a": (MAX, {"on": {"b": 1}, "off": {"end": 1}}),
            "b": (MIN, {"on": {"a": 1}, "off": {"end": 1}}),
            "end": 1,
        }
    )
    on, off = always(point("on")), always(point("off"))
    for function in (profile_values, payoff_distribution, mean_length, length_distribution):
        with pytest.raises(
            UnsolvableError, match=r"^play need not end from 'a', 'b': nobody can end it there, "
        ):
            function(game, (on, on))
    assert profile_values(game, (on, off))["a"] == 1
    assert length_distribution(game, (on, off)) == point(2)
    with pytest.raises(
        UnsolvableError, match=r"^play need not end from 'a', 'b': MAX cannot end it there, "
    ):
        best_response(game, on, MIN)
