"""The matrix of all lists of Phantom Domineering."""

from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sets_of_cells import dominoes, games

from exactdice import MAX, MIN, PhantomDomineering, solve, solve_matrix_game
from exactdice.games.domineering.rules import open_moves
from exactdice.games.phantom_domineering import (
    listed_solution,
    phantom_lines,
    sure_list,
)
from exactdice.games.phantom_domineering.rules import list_at, played, winner
from exactdice.linear.matrices.double_oracle import solve_large_game

# --- the matrix of all lists ----------------------------------------------------------------------


def every_list(game, player):
    """All lists, as far as they differ in moves that can ever be legal; the other moves
    come last.
    """
    moves = dominoes(game.rows, game.columns, player + 1)
    legal = [m for m, cells in enumerate(moves) if not cells & set(game.banned)]
    return [
        (*order, *(m for m in range(len(moves)) if m not in legal)) for order in permutations(legal)
    ]


def odds(found, player):
    """The lists of an optimal mixture and their probabilities."""
    law = found.strategies[player]["choose"]
    return [(n, law.probability(n)) for n in law]


SMALL = [
    PhantomDomineering(2, 2),
    PhantomDomineering(2, 3),
    PhantomDomineering(3, 2),
    PhantomDomineering(2, 4),
    PhantomDomineering(1, 4, ((0, 0),)),
    PhantomDomineering(3, 3, ((0, 1),)),
    PhantomDomineering(3, 3, ((1, 1),)),  # value 1/2
    PhantomDomineering(4, 2, ((2, 0),)),
    pytest.param(PhantomDomineering(3, 4, ((1, 0), (1, 2))), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_all_lists_full_matrix_and_double_oracle_agree(game):
    first, second = every_list(game, MAX), every_list(game, MIN)
    plays = [[tuple(played(game, a, b)) for b in second] for a in first]
    # who makes the last move wins, and MAX makes the first
    matrix = [[len(play) % 2 for play in row] for row in plays]
    found = solve(game)
    assert found.value == solve_matrix_game(matrix).value
    against = [
        sum(p * winner(game, list_at(game, MAX, n), other) for n, p in odds(found, MAX))
        for other in second
    ]
    conceded = [
        sum(q * winner(game, other, list_at(game, MIN, n)) for n, q in odds(found, MIN))
        for other in first
    ]
    assert min(against) == found.value == max(conceded)
    # lists are alike that do the same against every list of the other
    expected = len(set(map(tuple, plays))), len(set(zip(*plays, strict=True)))
    assert phantom_lines(game).shape == expected
    assert listed_solution(game).value == found.value


@pytest.mark.parametrize(
    ("sides", "player"),
    [((3, 4), MAX), ((4, 3), MIN), ((3, 5), MAX), ((4, 4), MAX), ((4, 5), MIN), ((5, 4), MAX)],
)
def test_a_sure_list_wins_against_every_sequence_of_replies(sides, player):
    """Every legal reply is tried in turn, by the rules on sets of cells."""
    rows, columns = sides
    order = sure_list(PhantomDomineering(rows, columns), player)
    moves = [dominoes(rows, columns, k) for k in (1, 2)]

    @cache
    def wins(taken, turn):
        tried = order if turn == player else range(len(moves[turn]))
        legal = [moves[turn][m] for m in tried if not moves[turn][m] & taken]
        if turn == player:
            return bool(legal) and wins(taken | legal[0], 1 - turn)
        return all(wins(taken | d, 1 - turn) for d in legal)

    assert sorted(order) == list(range(len(moves[player])))
    assert wins(frozenset(), MAX)


@settings(max_examples=30)
@given(games())
def test_there_is_a_sure_list_exactly_when_the_value_is_0_or_1(game):
    if max(len(open_moves(game, game.board.start.occupied, p)) for p in (MAX, MIN)) <= 7:
        value = listed_solution(game).value
        assert [sure_list(game, p) is not None for p in (MAX, MIN)] == [value == 1, value == 0]


def test_a_player_without_moves_has_the_empty_list_and_loses():
    assert solve(PhantomDomineering(1, 4)).value == 1
    assert solve(PhantomDomineering(4, 1)).value == 0


@settings(max_examples=15)
@given(
    st.sampled_from([(3, 4), (4, 4), (4, 5), (5, 4), (3, 6)]),
    st.integers(1, 64006),
    st.integers(2, 40),
)
def test_some_lists_full_matrix_and_double_oracle_agree(sides, u0, lists):
    game = PhantomDomineering(*sides, lists=lists, u0=u0)
    lines = phantom_lines(game)
    matrix = lines.matrix().tolist()
    found = solve_large_game(lines)
    assert found.value == solve_matrix_game(matrix).value
    won = [sum(p * matrix[i][j] for i, p in found.row.items()) for j in range(lines.shape[1])]
    conceded = [sum(q * line[j] for j, q in found.column.items()) for line in matrix]
    assert min(won) == found.value == max(conceded)
    assert sum(found.row.values()) == sum(found.column.values()) == 1
