"""Hog: the worked examples of its rules, an independent recursion for small goals, the laws of win
rates, bad input.

Examples: the project pages of CS 61A (fall 2017 to fall 2024) and the answers its own tests expect,
as found in several copies.
"""

from fractions import Fraction

import pytest
from hog_recursion import RULES, recursion, swine_swap

from exactdice import MAX, MIN, WAIT, Distribution, ExactDiceError, Hog, HogState, solve
from exactdice.exact.errors import RulesError
from exactdice.games.hog import sus_fuss

# --- the worked examples --------------------------------------------------------------------------


def test_no_dice_score_as_in_the_examples():
    for own, other, points in [
        (21, 46, 9), (45, 52, 1), (2, 5, 6), (72, 29, 1), (37, 15, 18), (35, 21, 9)
    ]:  # fmt: skip
        assert Hog().points(0, own, other) == Distribution({points: 1})


def test_the_scores_change_as_in_the_examples():
    becomes = {21: 23, 64: 64, 67: 67, 1: 1, 25: 29, 62: 67, 75: 75, 86: 89, 100: 100}
    assert all(sus_fuss(own, 50) == (after, 50) for own, after in becomes.items())


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
    game = Hog(zero=None, after=swine_swap)
    ended = game.outcomes(HogState(91, 37), (5, WAIT))
    assert game.payoff(HogState(37, 111, MIN)) == -1
    assert ended.probability(HogState(37, 111, MIN)) > 0


@pytest.mark.parametrize("rules", RULES)
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
        ({"zero": "boar-brawn"}, "got 'boar-brawn' (did you mean boar-brawl?)"),
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
    game = Hog(goal=20, zero="boar-brawl", after="sus-fuss")
    assert eval(repr(game)) == game == Hog(goal=20, after=["sus-fuss"])
    assert hash(game) == hash(Hog(goal=20, after=("sus-fuss",)))


# --- at the terminal ------------------------------------------------------------------------------


def run(*words):
    from typer.testing import CliRunner

    from exactdice.cli.terminal.main import app

    return CliRunner().invoke(app, list(words))


def test_rules_are_named_on_the_command_line():
    done = run("solve", "hog", "goal=12", "zero=boar-brawl", "after=sus-fuss,sus-fuss", "sow_sad=1")
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "Hog(goal=12, dice=10, faces=6, sow_sad=True, zero='boar-brawl', after=('sus-fuss', "
        "'sus-fuss'))"
    )
