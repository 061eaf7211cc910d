"""The laws, matrices, battles and graphs that the testing kit draws shrink to a few characters, and
reach all that there are.
"""

from fractions import Fraction
from itertools import product

from smallest import smallest

from exactdice import DiceBattle, Distribution, die
from exactdice.distribution import point
from exactdice.testing import arenas, battles, die_laws, laws, matrix_games, solved_matrix_games


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
