"""Games whose players both choose on a cycle: certified bounds."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import listed

from exactdice import MAX, MIN, check, point, solve, solve_matrix_game
from exactdice.exact.errors import UnsolvableError
from exactdice.solvers import enclose, strategy_iteration

# --- both choosing on a cycle: bounds -------------------------------------------------------------


SIZES = st.integers(1, 3)
AGAIN = sorted({Fraction(k, n) for n in range(1, 7) for k in range(n)})
ENTRIES = st.tuples(st.integers(-3, 3), st.sampled_from(AGAIN))


@st.composite
def repeated_matrices(draw):
    """One state with a matrix of (payoff, chance to play again), the other chance ending with the
    payoff.
    """
    rows, columns = draw(SIZES), draw(SIZES)
    return [[draw(ENTRIES) for _ in range(columns)] for _ in range(rows)]


def repeated(matrix):
    moves = {}
    for a, row in enumerate(matrix):
        for b, (payoff, again) in enumerate(row):
            law = {f"paid {payoff}": again.denominator - again.numerator, "s0": again.numerator}
            moves[a, b] = {t: w for t, w in law.items() if w}
    return listed({"s0": moves} | {f"paid {payoff}": payoff for row in matrix for payoff, _ in row})


@settings(max_examples=60)
@given(repeated_matrices(), st.integers(2, 40))
def test_bounds_hold_the_fixed_point_of_a_repeated_matrix_game(matrix, digits):
    # v -> val(A + v B) - v falls, so its sign at the ends tells on which side of them the value is
    if (
        len(matrix) == 1
        or len(matrix[0]) == 1
        or all(again == 0 for row in matrix for _, again in row)
    ):
        return  # no cycle on which both choose
    bounds = enclose(repeated(matrix), digits).value
    assert bounds.width <= Fraction(1, 10**digits)

    def after(v):
        return solve_matrix_game(
            [[payoff * (1 - again) + v * again for payoff, again in row] for row in matrix]
        ).value

    assert after(bounds.lower) >= bounds.lower
    assert after(bounds.upper) <= bounds.upper


def test_the_bounds_of_a_repeated_matrix_game_are_proved():
    matrix = [[(1, Fraction(1, 2)), (-1, Fraction(1, 3))], [(-1, Fraction(0)), (2, Fraction(1, 2))]]
    enclosed = enclose(repeated(matrix), 30)
    assert check(enclosed).startswith("value ")
    with pytest.raises(
        UnsolvableError,
        match=(
            r"can come back to 's0', where both players choose at once: its value need not "
            r"be a fraction"
        ),
    ):
        solve(repeated(matrix))


def test_matching_pennies_played_until_they_match_is_refused_by_both():
    # MAX could let play go on for ever with the help of MIN
    game = listed(
        {"s0": {(a, b): {"end" if a == b else "s0": 1} for a in "xy" for b in "xy"}, "end": 1}
    )
    for solver in (solve, lambda game: enclose(game, 5)):
        with pytest.raises(
            UnsolvableError, match=r"can come back to 's0', where both players choose at once"
        ):
            solver(game)


@st.composite
def concurrent_games(draw):
    """Two or three states, 2 x 2 actions each; every law may end the game, so play ends whatever
    the players do.
    """
    states = [f"s{k}" for k in range(draw(st.integers(2, 3)))]
    game = {}
    for state in states:
        laws = {(a, b): {draw(st.sampled_from(["win", "loss"])): 1} for a in "xy" for b in "xy"}
        for law in laws.values():
            law.update(
                draw(st.dictionaries(st.sampled_from(states), st.integers(1, 3), max_size=2))
            )
        game[state] = laws
    return game | {"win": 1, "loss": -1}


@settings(max_examples=60)
@given(concurrent_games(), st.integers(1, 30))
def test_bounds_on_cycles_of_simultaneous_choices_are_proved_by_the_checker(game, digits):
    enclosed = enclose(listed(game), digits)
    assert all(bounds.width <= Fraction(1, 10**digits) for bounds in enclosed.bounds.values())
    assert check(enclosed).startswith("value ")


@pytest.mark.parametrize("stay", [10**3, 10**8, 10**400])
def test_bounds_on_a_simultaneous_cycle_that_is_rarely_left(stay):
    laws = [
        {"s1": stay, "win": 1},
        {"s0": stay, "loss": 1},
        {"s0": stay, "loss": 1},
        {"s1": stay, "win": 1},
    ]
    game = {
        s: dict(zip([(a, b) for a in "xy" for b in "xy"], laws, strict=True)) for s in ("s0", "s1")
    } | {"win": 1, "loss": -1}
    enclosed = enclose(listed(game), 5)
    assert enclosed.value.width <= Fraction(1, 10**5)
    assert check(enclosed).startswith("value ")


def test_few_digits_suffice_where_play_hardly_ever_ends():
    game = {
        "s0": (MAX, {"go": {"s1": 10**50, "loss": 1}, "leave": {"win": 1}}),
        "s1": (MIN, {"back": {"s0": 10**50, "win": 1}, "leave": {"loss": 1}}),
    }
    game |= {"win": -1, "loss": 1}
    exact = strategy_iteration(listed(game)).value
    bounds = enclose(listed(game), 5).value
    assert bounds.lower <= exact <= bounds.upper
    assert bounds.width <= Fraction(1, 10**5)


def test_a_forced_action_that_is_not_called_wait_is_no_choice():
    laws = {("a", "forced"): {"s0": 1, "win": 1}, ("b", "forced"): {"s0": 1, "win": 1, "loss": 1}}
    solution = strategy_iteration(listed({"s0": laws, "win": 1, "loss": -1}))
    assert solution.value == 1
    assert solution.strategies[MIN]["s0"] == point("forced")
    assert check(solution).startswith("value 1 ")


def test_linear_layers_of_long_ladders_are_solved():
    # the gambler's ruin: the chance to reach n before 0 from k with even odds is k/n
    n = 400
    game = {
        f"s{k}": (
            MAX,
            {"go": {f"s{k - 1}" if k > 1 else "ruin": 1, f"s{k + 1}" if k < n - 1 else "rich": 1}},
        )
        for k in range(1, n)
    }
    game = {"s200": game["s200"]} | game | {"ruin": 0, "rich": 1}
    values = strategy_iteration(listed(game)).values
    assert all(values[f"s{k}"] == Fraction(k, n) for k in range(1, n))
