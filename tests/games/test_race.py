"""A race of two pawns: optimal play by iterating over floats, races without knocks as two chains
apart, bad options.
"""

from fractions import Fraction
from itertools import product

import pytest

from exactdice import MAX, MIN, WAIT, Race, RaceState, check, solve
from exactdice.exact.errors import RulesError
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word


def asked(query, **options):
    return evaluate_query(query, {"game": Word("race"), **options})


def landing(square, thrown, last, beyond):
    if square + thrown <= last:
        return square + thrown
    return {"stay": square, "arrive": last, "bounce": 2 * last - square - thrown}[beyond]


def chances(squares, dice, knock, beyond):
    """{(own, other): the mover's chance to win}, by iterating over floats."""
    wins = dict.fromkeys(product(range(squares), repeat=2), 0.5)

    def after(own, other, thrown):
        reached = landing(own, thrown, squares, beyond)
        if reached == squares:
            return 1.0
        return 1 - wins[0 if knock and reached == other else other, reached]

    for _ in range(3000):
        change = 0.0
        for own, other in wins:
            best = max(sum(after(own, other, k) for k in range(1, die + 1)) / die for die in dice)
            change = max(change, abs(best - wins[own, other]))
            wins[own, other] = best
        if change < 1e-13:
            break
    return wins


@pytest.mark.parametrize(
    ("squares", "dice", "knock", "beyond"),
    [
        (6, (4, 6), True, "stay"),
        (7, (2, 3, 6), True, "stay"),
        (8, (3, 4), True, "arrive"),
        (7, (2, 6), True, "bounce"),
        (8, (4, 6), False, "stay"),
        (9, (6,), True, "stay"),
    ],
)
def test_optimal_play_is_what_iterating_over_floats_finds(squares, dice, knock, beyond):
    solution = solve(Race(squares, dice, knock, beyond))
    wins = chances(squares, dice, knock, beyond)
    for state, value in solution.values.items():
        pair = (state.first, state.second)
        mover = 2 * wins[pair] - 1 if state.to_move == MAX else 1 - 2 * wins[pair[::-1]]
        assert float(value) == pytest.approx(mover, abs=1e-9), state
    assert check(solution)


def throws_home(squares, faces):
    """{number of throws: its chance}, where a throw beyond the end arrives."""
    standing, found = {0: Fraction(1)}, {}
    for count in range(1, squares + 1):
        onwards = {}
        for square, chance in standing.items():
            for thrown in range(1, faces + 1):
                reached = min(square + thrown, squares)
                onwards[reached] = onwards.get(reached, 0) + chance / faces
        found[count] = onwards.pop(squares, Fraction(0))
        standing = onwards
    return found


@pytest.mark.parametrize(("squares", "faces"), [(1, 2), (6, 6), (10, 4)])
def test_without_knocks_the_first_wins_as_two_chains_apart_say(squares, faces):
    home = throws_home(squares, faces)
    expected = sum(p * q for k, p in home.items() for m, q in home.items() if k <= m)
    options = {"squares": squares, "dice": faces, "knock": Word("False")}
    assert asked("win(optimal, optimal)", beyond=Word("arrive"), **options) == expected


def test_on_one_square_every_throw_arrives_or_stays():
    """With a die of n faces the mover wins with w = 1/n + (1 - 1/n) (1 - w)."""
    for faces in (2, 4, 6):
        assert asked("win(optimal, optimal)", squares=1, dice=faces) == Fraction(
            faces, 2 * faces - 1
        )


def test_a_pawn_knocks_the_other_back_but_not_from_the_start():
    game = Race(8, (4, 6))
    law = game.outcomes(RaceState(1, 3, MAX), (4, WAIT))
    assert set(law) == {RaceState(k, 0 if k == 3 else 3, MIN) for k in (2, 3, 4, 5)}
    law = game.outcomes(RaceState(3, 1, MIN), (WAIT, 4))
    assert set(law) == {RaceState(0 if k == 3 else 3, k, MAX) for k in (2, 3, 4, 5)}
    stays = game.outcomes(RaceState(7, 0, MAX), (4, WAIT))
    assert stays.weights == {RaceState(8, 0, MIN): 1, RaceState(7, 0, MIN): 3}
    apart = Race(8, (4, 6), knock=False).outcomes(RaceState(1, 3, MAX), (4, WAIT))
    assert set(apart) == {RaceState(k, 3, MIN) for k in (2, 3, 4, 5)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dice": ()}, "dice must be the faces of one die or more, got none"),
        ({"dice": (4, 4)}, "dice must differ in their faces, got (4, 4)"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, message):
    with pytest.raises(RulesError) as caught:
        Race(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
