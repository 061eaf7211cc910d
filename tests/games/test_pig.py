"""Pig and Piglet: the rules, the fast path against the equation, published numbers, quantities."""

from fractions import Fraction
from random import Random

import pytest
from drawn_pigs import pigs
from hypothesis import given
from hypothesis import strategies as st
from pig_equation import assert_equation, win_of

from exactdice import MAX, MIN, WAIT, Pig, PigState, decimal_text, piglet, point, solve
from exactdice.exact.errors import InexactError, QueryError, RulesError, UnsolvableError
from exactdice.games.pig.fast import win_bounds
from exactdice.games.pig.profile import RolledDie, ending
from exactdice.query.evaluate import evaluate_query

# --- the rules ------------------------------------------------------------------------------------


def test_the_rules_of_a_turn():
    game = Pig(target=10)
    assert game.start == (0, 0, 0, MAX)
    assert game.actions(game.start, MAX) == ("roll",)
    assert game.actions(game.start, MIN) == (WAIT,)
    state = PigState(3, 5, 4, MIN)
    assert game.actions(state, MIN) == ("roll", "hold")
    assert game.outcomes(state, (WAIT, "hold")) == point(PigState(3, 9, 0, MAX))
    rolled = game.outcomes(state, (WAIT, "roll"))
    assert dict(rolled.weights) == {
        PigState(3, 5, 0, MAX): 1,
        **{PigState(3, 5, 4 + f, MIN): 1 for f in range(2, 7)},
    }


def test_the_target_with_the_turn_total_wins_at_once():
    game = Pig(target=10)
    for state, payoff in [
        ((4, 9, 6, MAX), 1),
        ((4, 9, 1, MIN), -1),
        ((10, 3, 0, MIN), 1),
        ((3, 10, 0, MAX), -1),
        ((9, 9, 0, MAX), None),
    ]:
        assert game.payoff(PigState(*state)) == payoff


def test_piglet_is_pig_with_a_coin():
    assert piglet(4) == Pig(4, faces=2, bust=2)
    assert dict(piglet(4).outcomes(PigState(0, 0, 1), ("roll", WAIT)).weights) == {
        PigState(0, 0, 2): 1,
        PigState(0, 0, 0, MIN): 1,
    }


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"target": 0}, RulesError, "target must be an int of 1 or more, got 0"),
        ({"target": 2.5}, InexactError, "target must be exact"),
        ({"bust": 7}, RulesError, r"bust must be one of the faces 1\.\.6, got 7"),
        ({"weights": (1, 0, 0)}, RulesError, "always shows the bust face"),
    ],
)
def test_options_are_checked(options, error, message):
    with pytest.raises(error, match=message):
        Pig(**options)


# --- published numbers ----------------------------------------------------------------------------

# Neller and Presser 2004, Piglet to 2: P(0,0,0) = 4/7 and the other values of their figure.
PIGLET_2 = {
    (0, 0, 0): "4/7",
    (0, 0, 1): "5/7",
    (0, 1, 0): "2/5",
    (0, 1, 1): "3/5",
    (1, 0, 0): "4/5",
    (1, 1, 0): "2/3",
}

# http://cs.gettysburg.edu/~tneller/cs391/03sp/piglet.html: the least total at which to hold, rows
# i, columns j, "goal = n".
PIGLET_HOLDS = {
    3: ["133", "222", "111"],
    6: ["222226", "122225", "112224", "111133", "111222", "111111"],
    9: [
        "222222339",
        "122222238",
        "112222237",
        "111222226",
        "111122225",
        "111112224",
        "111111133",
        "111111222",
        "111111111",
    ],
}


def test_piglet_to_2():
    solution = solve(piglet(2))
    assert solution.value == Fraction(1, 7)
    for (i, j, k), win in PIGLET_2.items():
        assert win_of(solution, PigState(i, j, k)) == Fraction(win)
        assert solution.optimal_actions[PigState(i, j, k)] == ("roll",)


@pytest.mark.parametrize("target", PIGLET_HOLDS)
def test_the_least_totals_at_which_to_hold_in_piglet(target):
    best = solve(piglet(target)).optimal_actions

    def least(i, j):
        return next(
            (k for k in range(1, target - i) if "hold" in best[PigState(i, j, k)]), target - i
        )

    assert [
        "".join(str(least(i, j)) for j in range(target)) for i in range(target)
    ] == PIGLET_HOLDS[target]


def test_pig_to_100():
    """0.5306 to win: Neller and Presser 2004. 41 against 49: hold from 22 on, but not at 27
    (possiblywrong.wordpress.com, 2014).
    """
    solution = solve(Pig())
    assert decimal_text((1 + solution.value) / 2, 4) == "0.5306"
    holds = {
        k for k in range(2, 34) if "hold" in solution.optimal_actions[PigState(41, 49, k)]
    }  # play never comes beyond 27 + 6
    assert holds == {22, 23, 24, 25, 26, 28, 29, 30, 31, 32, 33}
    assert_equation(
        solution,
        [
            PigState(0, 0),
            PigState(0, 0, 20),
            PigState(0, 0, 21, MIN),
            PigState(41, 49, 27),
            PigState(85, 20, 9),
        ],
    )
    bounds = win_bounds(Pig(), 50)
    assert bounds.win(0, 0).lower <= (1 + solution.value) / 2 <= bounds.win(0, 0).upper
    assert not any(bounds.open.values())  # every choice is proven


# --- how a turn ends ------------------------------------------------------------------------------


@given(pigs(6), st.integers(0, 2**32), st.integers(0, 5))
def test_the_ending_of_a_turn_is_that_of_its_rolls(game, seed, start):
    """By following each roll, instead of adding up chances total by total."""
    rolls = [1, *(Random(f"{seed} {k}").randrange(2) for k in range(game.target - 1))]
    start = min(start, game.target - 1)
    chances = {}

    def follow(total, chance, first):
        if total >= game.target:
            return
        if not first and not rolls[total]:
            chances[total] = chances.get(total, 0) + chance
            return
        for face, weight in game.one_die.items():
            p = chance * Fraction(weight, game.one_die.total)
            if face == game.bust:
                chances["bust"] = chances.get("bust", 0) + p
            else:
                follow(total + face, p, False)

    follow(start, Fraction(1), True)
    found = ending(RolledDie(game), rolls, start)
    assert {k: Fraction(w, found.total) for k, w in found.holds.items()} == {
        k: p for k, p in chances.items() if k != "bust"
    }
    assert Fraction(found.busts, found.total) == chances.get("bust", 0)


# --- progress and limits --------------------------------------------------------------------------


def test_a_large_target_is_refused_with_the_way_out():
    with pytest.raises(UnsolvableError, match="digits=50"):
        solve(Pig(1000))


# --- the quantity ---------------------------------------------------------------------------------


def test_pig_win():
    assert evaluate_query("pig_win(0,0,0)", {"target": 2, "faces": 2, "bust": 2}) == Fraction(4, 7)
    assert evaluate_query("pig_win(1,0,1)", {"target": 2}) == 1
    assert evaluate_query("1 - pig_win(99,99,0)", {}) == 1 - Fraction(6, 7)  # p = 5/6 + (1 - p)/6
    assert evaluate_query("pig_win(99,99,0)", {"weights": (1, 1), "bust": 2}) == Fraction(
        2, 3
    )  # p = 1/2 + (1 - p)/2


@pytest.mark.parametrize(
    ("query", "options", "message"),
    [
        ("pig_win(100,0,0)", {}, "i must be below the target 100, where the game is over, got 100"),
        ("pig_win(0,0,-1)", {}, "k must be a whole number of 0 or more"),
        ("pig_win(0,0,0)", {"digits": 0}, "digits must be a whole number of 1 or more"),
    ],
)
def test_pig_win_refuses(query, options, message):
    with pytest.raises(QueryError, match=message):
        evaluate_query(query, options)
