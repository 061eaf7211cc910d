"""The laws, matrices, battles and graphs that the testing kit draws shrink to a few characters, and
reach all that there are.
"""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from smallest import smallest

from exactdice import DiceBattle, Distribution, die
from exactdice.distribution import point
from exactdice.errors import RulesError
from exactdice.testing import (
    arenas,
    battles,
    die_laws,
    exact_numbers,
    laws,
    matrix_games,
    solved_matrix_games,
)


def test_what_shrinks_is_short():
    assert smallest(laws()) == point(0)
    assert smallest(die_laws()) == die(2)
    assert smallest(battles()) == DiceBattle(dice=1, target=1)
    assert smallest(matrix_games()) == ((0,),)
    assert smallest(arenas()) == {0: ()}
    assert smallest(die_laws(), lambda one: len(set(one.weights.values())) > 1) in (
        Distribution({1: 1, 2: 2}),
        Distribution({1: 2, 2: 1}),
    )
    matrix, solution = smallest(
        solved_matrix_games(), lambda drawn: min(drawn[1].row) > 0 and len(drawn[1].row) == 2
    )
    assert solution.row == (Fraction(1, 2), Fraction(1, 2))
    assert set(sum(matrix, ())) == {0}


def test_arenas_reach_every_small_graph():
    edges = list(product(*[[(), (1,), (2,), (1, 2)], [(), (2,)], [()]]))
    for successors in edges:
        wanted = dict(enumerate(successors))
        assert smallest(arenas(3), lambda arena, wanted=wanted: arena == wanted) == wanted


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((0.5,), "least must be an int, got 0.5"),
        (([1],), r"least must be an int, got \[1\]"),
        ((0, None), "most must be an int, got None"),
        ((0, 3, 0), "largest_denominator must be 1 or more, got 0"),
    ],
)
def test_bounds_that_are_no_ints_are_refused_in_one_line(arguments, said):
    with pytest.raises(RulesError, match=said):
        exact_numbers(*arguments)


@given(st.data())
def test_entries_of_a_matrix_are_drawn(data):
    with pytest.raises(RulesError, match=r"entries must be a strategy of hypothesis, got \[1\]"):
        data.draw(matrix_games(entries=[1]))
