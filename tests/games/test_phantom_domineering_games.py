"""One game of two lists of Phantom Domineering, alone and in arrays."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sets_of_cells import first_wins, games

from exactdice import MAX, MIN, PhantomDomineering
from exactdice.games.phantom_domineering import (
    first_free,
    listed_solution,
    orders,
    phantom_lines,
)
from exactdice.games.phantom_domineering.rules import (
    move_count,
    permutation,
    winner,
)

# --- one game of two lists ------------------------------------------------------------------------


@given(games(), st.randoms(use_true_random=False))
def test_arrays_of_games_are_the_games_one_by_one(game, rng):
    first, second = (
        [permutation(rng.randrange(10**6), b) if b else () for _ in range(5)]
        for b in (move_count(game, 0), move_count(game, 1))
    )
    for a, b in product(first, second):
        assert winner(game, a, b) == first_wins(game.rows, game.columns, game.banned, a, b)
    drawn = PhantomDomineering(
        game.rows, game.columns, game.banned, lists=8, u0=rng.randrange(64007)
    )
    lines = phantom_lines(drawn)
    columns = [lines.column(j) for j in range(lines.shape[1])]
    for i in range(lines.shape[0]):
        row = [
            winner(game, lines.priorities(MAX, i), lines.priorities(MIN, j))
            for j in range(lines.shape[1])
        ]
        assert lines.row(i).tolist() == row
        assert [int(column[i]) for column in columns] == row
        assert lines.row(i, np.array([lines.shape[1] - 1])).tolist() == row[-1:]


WIDE = [  # a block of free cells far out on a wide board, and the same block alone
    ((1, 300), (0, 290), (1, 3), ()),
    ((2, 140), (0, 135), (2, 3), ((0, 2),)),
    ((130, 2), (126, 0), (4, 2), ((3, 0),)),
    ((3, 200), (0, 180), (3, 3), ((1, 1),)),
]


def wide_and_narrow(size, corner, block, banned):
    cells = set(product(range(block[0]), range(block[1]))) - set(banned)
    free = {(corner[0] + i, corner[1] + j) for i, j in cells}
    outside = tuple(cell for cell in product(range(size[0]), range(size[1])) if cell not in free)
    return PhantomDomineering(*size, outside), PhantomDomineering(*block, banned)


@pytest.mark.parametrize("where", WIDE)
def test_boards_of_more_than_256_moves_are_those_of_their_free_cells(where):
    wide, narrow = wide_and_narrow(*where)
    assert max(move_count(wide, player) for player in (MAX, MIN)) > 256
    assert listed_solution(wide).value == listed_solution(narrow).value
    lines = phantom_lines(wide)
    assert lines.shape == phantom_lines(narrow).shape
    for i, j in product(range(lines.shape[0]), range(lines.shape[1])):
        first, second = lines.priorities(MAX, i), lines.priorities(MIN, j)
        assert int(lines.row(i)[j]) == int(lines.column(j)[i]) == winner(wide, first, second)


@pytest.mark.parametrize("b", [255, 256, 257, 300])
def test_orders_of_many_moves_are_permutations(b):
    assert [tuple(row) for row in orders([0, 5, 64006], b).tolist()] == [
        permutation(n, b) for n in (0, 5, 64006)
    ]


def test_boards_of_more_moves_than_the_table_of_first_bits():
    game = PhantomDomineering(6, 6, ((2, 2),), lists=12, u0=7)
    lines = phantom_lines(game)
    assert lines.first.own.dtype == np.uint64
    for i in range(12):
        expected = [
            first_wins(6, 6, [(2, 2)], lines.priorities(MAX, i), lines.priorities(MIN, j))
            for j in range(12)
        ]
        assert lines.row(i).tolist() == expected


@given(st.lists(st.integers(0, 2**62 - 1), min_size=1))
def test_first_free_bit(numbers):
    expected = [next(k for k in range(64) if not n >> k & 1) for n in numbers]
    assert first_free(np.array(numbers, dtype=np.uint64)).tolist() == expected
    assert first_free(np.array([n % 65535 for n in numbers], dtype=np.uint16)).tolist() == [
        next(k for k in range(17) if not (n % 65535) >> k & 1) for n in numbers
    ]
