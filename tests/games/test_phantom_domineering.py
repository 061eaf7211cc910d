"""Domineering, and the generator and the permutations of Phantom Domineering."""

from functools import cache
from itertools import pairwise, permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sets_of_cells import dominoes, games

from exactdice import Domineering, backward_induction, solve
from exactdice.games.phantom_domineering import orders
from exactdice.games.phantom_domineering.rules import index_of, permutation, sequence
from exactdice.query.evaluate import evaluate_query


def mover_wins(rows, columns, banned):
    """Whether the first player, horizontal, wins when both see everything."""

    @cache
    def wins(taken, player):
        return any(
            not wins(taken | frozenset(d), 3 - player)
            for d in dominoes(rows, columns, player)
            if not d & taken
        )

    return wins(frozenset(banned), 1)


# --- the generator and the permutations -----------------------------------------------------------


@pytest.mark.parametrize("b", range(1, 8))
def test_each_permutation_has_one_index_in_a_period(b):
    lists = [permutation(n, b) for n in range(factorial(b))]
    assert set(lists) == set(permutations(range(b)))
    assert [index_of(order) for order in lists] == list(range(factorial(b)))
    assert [permutation(n + factorial(b), b) for n in range(0, factorial(b), 7)] == lists[::7]


def test_a_permutation_by_hand():
    # n = 7, e = 0123: 7 mod 4 = 3 takes 3; n = 1, e = 012: takes 1, e = 02; n = 0: takes 0, e = 2:
    # takes 2
    assert permutation(7, 4) == (3, 1, 0, 2)


@given(st.integers(1, 20), st.lists(st.integers(0, 64006), min_size=1, max_size=20))
def test_permutations_in_arrays_are_the_same(b, indices):
    assert orders(indices, b).tolist() == [list(permutation(n, b)) for n in indices]


@given(st.integers(0, 64006))
def test_the_generator_follows_its_recurrence(u0):
    terms = sequence(u0, 30)
    assert terms[0] == u0
    assert all(b == 15091 * a % 64007 for a, b in pairwise(terms))
    assert evaluate_query("u(29)", {"u0": u0}) == terms[29]


# --- Domineering ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "value"), [(2, 1), (3, 1), (4, 1), (5, -1), (6, 1)])
def test_known_outcomes_of_square_boards(size, value):
    """Breuker, Uiterwijk and van den Herik, Solving 8 x 8 Domineering (2000): the second player
    wins on 5 x 5, the first on the others.
    """
    assert solve(Domineering(size, size)).value == value


@settings(max_examples=25)
@given(games())
def test_proof_search_agrees_with_the_rules_on_sets_and_with_backward_induction(game):
    board = game.board
    if board.rows * board.columns <= 12:
        generic, found = backward_induction(board), solve(board)
        assert (found.value == 1) == mover_wins(board.rows, board.columns, board.banned)
        assert {state: found.values[state] for state in generic.values} == dict(generic.values)
        assert {state: found.optimal_actions[state] for state in generic.values} == dict(
            generic.optimal_actions
        )


def test_mirrors_that_move_a_banned_cell_are_not_used():
    game = Domineering(3, 4, banned=((0, 0), (2, 2)))
    assert set(solve(game).values) <= set(backward_induction(game).values)
