"""Hog: the worked examples of its rules, an independent recursion for small goals, the laws of win
rates, bad input.

Examples: the project pages of CS 61A (fall 2017 to fall 2024) and the answers its own tests expect,
as found in several copies.
"""

from fractions import Fraction

import pytest
from hog_recursion import RULES, recursion

from exactdice import MAX, MIN, WAIT, Distribution, ExactDiceError, Hog, HogState, solve
from exactdice.exact.errors import RulesError
from exactdice.games.hog import AFTER_RULES, ZERO_RULES

# --- the worked examples --------------------------------------------------------------------------


NO_DICE = {  # {rule: [(own score, other score, points)]}
    "boar-brawl": [(21, 46, 9), (45, 52, 1), (2, 5, 6), (72, 29, 1), (37, 15, 18), (35, 21, 9)],
    "pig-tail": [(0, 46, 5), (0, 73, 9), (0, 69, 7)],
    "picky-piggy": [(0, 3, 2), (0, 14, 4), (0, 0, 7)],
    "free-bacon": [(0, 42, 5), (0, 48, 9), (0, 7, 8)],
    "free-bacon-doubled-tens": [(0, 46, 2), (0, 73, 11), (0, 27, 1), (0, 7, 1)],
    "free-bacon-least": [(0, 10, 1), (0, 39, 4)],
    "free-bacon-product": [(0, 46, 5), (0, 28, 7), (0, 5, 1)],
}


@pytest.mark.parametrize("rule", NO_DICE)
def test_no_dice_score_as_in_the_examples(rule):
    for own, other, points in NO_DICE[rule]:
        assert ZERO_RULES[rule](own, other) == points
        assert Hog(zero=rule).points(0, own, other) == Distribution({points: 1})


OWN = {  # {rule: {own score before: after}}
    "sus-fuss": {21: 23, 64: 64, 67: 67, 1: 1, 25: 29, 62: 67, 75: 75, 86: 89, 100: 100},
    "square-swine": {25: 36, 24: 24, 1: 4, 81: 100, 36: 49, 20: 20},
}
BOTH = {  # {rule: {both scores before: after}}
    "hog-pile": {(5, 0): (5, 0), (5, 5): (10, 5), (11, 10): (11, 10), (11, 11): (22, 11)},
    "swine-swap": {(10, 20): (20, 10), (100, 50): (50, 100), (21, 10): (21, 10)},
    "swine-swap-multiple": {
        (46, 92): (92, 46), (111, 37): (37, 111), (1, 7): (1, 7), (7, 0): (7, 0)
    },
    "swine-swap-difference": {(31, 42): (42, 31), (13, 86): (86, 13), (46, 73): (46, 73)},
    "swine-swap-digit": {
        (43, 83): (83, 43), (51, 52): (52, 51), (8, 2): (8, 2), (117, 14): (14, 117),
        (20, 0): (20, 0), (20, 30): (30, 20), (5, 23): (5, 23),
    },
    "swine-swap-ones-tens": {(49, 92): (92, 49), (49, 82): (49, 82)},
}  # fmt: skip
BOTH |= {rule: {(a, 50): (b, 50) for a, b in own.items()} for rule, own in OWN.items()}


@pytest.mark.parametrize("rule", BOTH)
def test_the_scores_change_as_in_the_examples(rule):
    for before, after in BOTH[rule].items():
        assert AFTER_RULES[rule](*before) == after


@pytest.mark.parametrize(("own", "other", "reached"), [(15, 37, 23), (41, 42, 50), (40, 22, 47)])
def test_no_dice_are_followed_by_sus_fuss(own, other, reached):
    """`sus_update(0, own, other)` in the tests of the project."""
    assert Hog().outcomes(HogState(own, other), (0, WAIT)) == Distribution(
        {HogState(reached, other, MIN): 1}
    )


def test_a_one_spoils_a_throw_only_under_sow_sad():
    assert Hog(after=None).points(2, 0, 0).probability(1) == Fraction(11, 36)
    assert Hog(after=None, sow_sad=False).points(2, 0, 0).probability(7) == Fraction(1, 6)
    assert Hog(after=None, sow_sad=False).points(2, 0, 0).probability(1) == 0


def test_a_swap_at_the_end_makes_the_other_win():
    game = Hog(zero=None, after="swine-swap-multiple")
    ended = game.outcomes(HogState(91, 37), (5, WAIT))
    assert game.payoff(HogState(37, 111, MIN)) == -1
    assert ended.probability(HogState(37, 111, MIN)) > 0


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize(("goal", "count", "faces"), [(20, 3, 6), (13, 5, 4)])
def test_solve_agrees_with_the_recursion(rules, goal, count, faces):
    game = Hog(goal=goal, dice=count, faces=faces, **rules)
    solution, w = solve(game), recursion(game)
    assert solution.method == "backward induction"
    for state, value in solution.values.items():
        chance, best = w(state.own, state.other)
        gain = 2 * chance - 1
        assert value == (gain if state.to_move == MAX else -gain)
        assert solution.optimal_actions[state] == best


# --- options and rules of one's own ---------------------------------------------------------------


def halved(own, other):
    return own / 2


def sinking(own, other):
    return own - 60, other


def generous(own, other):
    return own + 50, other + 50


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": 0}, "goal must be an int of 1 or more, got 0"),
        ({"zero": "pig-tial"}, "got 'pig-tial' (did you mean pig-tail?)"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, message):
    with pytest.raises(ExactDiceError) as caught:
        Hog(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"zero": halved}, "halved(0, 0) must give whole points of 0 or more, got 0.0"),
        (
            {"after": sinking},
            (
                "sinking(1, 0) must give (own score, other score), two whole numbers of 0 or more, "
                "got (-59, 0)"
            ),
        ),
        (
            {"goal": 20, "after": generous},
            "generous(1, 0) must leave at most one score at the goal of 20, got (51, 50)",
        ),
    ],
)
def test_a_rule_that_breaks_the_race_is_named_with_the_scores(options, message):
    with pytest.raises(RulesError) as caught:
        solve(Hog(**{"zero": None, "dice": 1, "goal": 40} | options))
    assert str(caught.value) == message


def test_a_rule_that_fails_where_play_never_comes_is_no_obstacle():
    def odd(own, other):
        return own | 1, other // (other % 2 or other == 0)  # every score is odd after a turn

    game = Hog(goal=9, dice=2, zero=None, after=odd)
    solution = solve(game)
    assert solution.method == "backward induction"
    assert solution.value == 2 * recursion(game)(0, 0)[0] - 1


def test_names_survive_repr_and_make_equal_games():
    game = Hog(goal=20, zero="pig-tail", after="square-swine")
    assert eval(repr(game)) == game == Hog(goal=20, zero="pig-tail", after=["square-swine"])
    assert hash(game) == hash(Hog(goal=20, zero="pig-tail", after=("square-swine",)))


# --- at the terminal ------------------------------------------------------------------------------


def run(*words):
    from typer.testing import CliRunner

    from exactdice.cli.terminal.main import app

    return CliRunner().invoke(app, list(words))


def test_rules_are_named_on_the_command_line():
    done = run(
        "solve", "hog", "goal=12", "zero=pig-tail", "after=square-swine,hog-pile", "sow_sad=1"
    )
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "Hog(goal=12, dice=10, faces=6, sow_sad=True, zero='pig-tail', after=('square-swine', "
        "'hog-pile'))"
    )
