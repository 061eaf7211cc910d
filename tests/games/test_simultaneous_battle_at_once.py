"""The quantities with variant=simultaneous: against the generic solver and evaluator, exactly and
within bounds.
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import (
    MAX,
    DiceBattle,
    Distribution,
    Interval,
    OneShotBattle,
    SimultaneousBattle,
    decimal_text,
    solve,
)
from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word
from exactdice.query.strategies import named_strategy
from exactdice.solvers import strategy_iteration
from exactdice.solvers.evaluation.profiles import payoff_distribution
from exactdice.solvers.fast_path import generic_function

OPTIONS = {"dice": 3, "target": 5, "variant": Word("simultaneous")}
NAMES = ["blind", "random", "optimal", "in_turns", "one_shot", "dice(2)"]


def value(query, **given):
    return evaluate_query(query, OPTIONS | given)


@pytest.fixture(scope="module")
def generic():
    return strategy_iteration(SimultaneousBattle(dice=3, target=5))


@pytest.mark.parametrize("i", range(5))
@pytest.mark.parametrize("j", range(5))
def test_EG_is_the_generic_solvers_and_lies_in_its_bounds(generic, i, j):
    found = value(f"EG({i},{j})")
    if (i, j) in generic.values:
        assert found == generic.values[i, j]
    bounds = value(f"EG({i},{j})", digits=20)
    if i == j:
        assert found == bounds == 0
    else:
        assert bounds.lower <= found <= bounds.upper
        assert bounds.width <= Fraction(1, 10**20)


@pytest.mark.parametrize("a", NAMES)
@pytest.mark.parametrize("b", NAMES)
def test_gains_and_chances_agree_with_the_law_of_the_payoff(a, b):
    game = SimultaneousBattle(dice=3, target=5)
    words = [Word("dice", (2,)) if name == "dice(2)" else Word(name) for name in (a, b)]
    generic_law = generic_function(payoff_distribution)(
        game, tuple(named_strategy(game, word, k) for k, word in enumerate(words))
    )
    exact = [value(f"{name}({a},{b})") for name in ("win", "draw", "loss", "gain")]
    assert exact == [
        *(generic_law.probability(payoff) for payoff in (1, 0, -1)),
        generic_law.mean(),
    ]
    if "optimal" not in (
        a,
        b,
    ):  # with digits `optimal` is another strategy, as good up to 10^-digits
        for name, number in zip(("win", "draw", "loss", "gain"), exact, strict=True):
            bounds = value(f"{name}({a},{b})", digits=15)
            if (
                name == "gain" and bounds == 0
            ):  # by symmetry: the two names mean the same choices here
                assert number == 0
                continue
            assert isinstance(bounds, Interval)
            assert bounds.lower <= number <= bounds.upper


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bust_score", [0, 1])
def test_nothing_gains_against_itself(name, bust_score):
    """By symmetry, also where the players have as many points later on, and also with digits, where
    other values are bounds.
    """
    given = {"digits": 15, "bust_score": bust_score}
    assert (
        value(f"gain({name},{name})", **given)
        == value(f"gain_from({name},{name},3,3)", **given)
        == 0
    )
    ahead, behind = (
        value(f"gain_from({name},{name},{i},{j})", **given) for i, j in ((3, 1), (1, 3))
    )
    assert ahead.lower <= -behind.lower
    assert -behind.upper <= ahead.upper
    assert 0 < ahead.width <= Fraction(1, 10**15)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_gains_against_the_optimum(name):
    assert value(f"gain({name},optimal)") <= 0 <= value(f"best_response_value({name})")
    bounds = value(f"gain({name},optimal)", digits=20)  # 0 exactly where the optimum is blind too
    assert (bounds.lower if isinstance(bounds, Interval) else bounds) <= Fraction(1, 10**19)


def test_the_strategies_of_other_games_are_those_of_other_games():
    game = SimultaneousBattle(dice=3, target=9)
    in_turns = solve(DiceBattle(dice=3, target=9)).optimal_actions
    for player in (0, 1):
        plan = named_strategy(game, Word("in_turns"), player)
        for i in range(9):
            for j in range(9):
                own, other = (i, j) if player == MAX else (j, i)
                assert plan((i, j)) == Distribution({in_turns[own, other, MAX][0]: 1})
    one_shot = named_strategy(game, Word("one_shot"), MAX)
    assert one_shot((3, 4)) == solve(OneShotBattle(dice=3)).mixtures["choose"][0]


@settings(max_examples=20)
@given(st.integers(0, 4), st.integers(0, 4), st.sampled_from([None, 10]))
def test_a_mixture_is_a_law_of_the_dice_and_counted_by_mixed_over(i, j, digits):
    given_digits = {} if digits is None else {"digits": digits}
    law = value(f"strategy({i},{j})", **given_digits)
    assert isinstance(law, Distribution)
    assert set(law) <= {1, 2, 3}
    assert value(f"mixed_over({i},{j})", **given_digits) == len(law)


@pytest.mark.parametrize(
    ("query", "given_options", "said"),
    [
        (
            "OPT(1,2)",
            {},
            "both players choose at .1, 2., so optimal play is mixed: ask for strategy",
        ),
        ("strategy(5,2)", {}, "the game is over at"),
        ("EG(1,2)", {"digits": 0}, "digits must be a whole number of 1 or more, got 0"),
        ("EG(1,2)", {"digits": 10**9}, "digits would cost"),
    ],
)
def test_bad_input_gets_one_clear_line(query, given_options, said):
    with pytest.raises(ExactDiceError, match=said) as caught:
        value(query, **given_options)
    assert "\n" not in str(caught.value)


def test_in_turns_digits_round_outwards():
    exact = evaluate_query("EG(0,0)", {"dice": 3, "target": 9})
    bounds = evaluate_query("EG(0,0)", {"dice": 3, "target": 9, "digits": 12})
    assert bounds.lower <= exact <= bounds.upper
    assert decimal_text(bounds.lower, 11) == decimal_text(exact, 11)
