"""Chomp, Wythoff, Nim and subtraction games: rules, fast values against the explicit graph, closed
forms.
"""

from itertools import product
from math import comb, isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import CHAPTER, CHAPTER_ORDER

from exactdice import arena, grundy_values, kernel, solve
from exactdice.exact.errors import ExactDiceError, RulesError, TooCostly, UnsolvableError
from exactdice.games.on_graphs import grundy, subtraction, winning_moves
from exactdice.games.on_graphs.rules import Chomp, ChompRows, Nim, Subtraction, Wythoff
from exactdice.query.games_by_name import GAMES
from exactdice.solvers.arenas.arena import explored_arena, mex, winning_positions
from exactdice.solvers.arenas.arena import winning_moves as moves_in


def arena_of(rules):
    return explored_arena(rules.options, rules.start)


# --- Chomp ----------------------------------------------------------------------------------------


def bitten(squares, row, column):
    """Chomp on a set of squares: what is left after a bite."""
    return frozenset((r, c) for r, c in squares if r < row or c < column)


def rows_of(squares):
    return tuple(
        sum(1 for r, _ in squares if r == row) for row in range(1 + max(r for r, _ in squares))
    )


def test_the_numbering_of_the_chapter():
    numbers = {bar: number for number, bar in enumerate(CHAPTER_ORDER)}
    below = arena_of(Chomp(2, 3)).as_mapping()
    where = arena({n: sorted(numbers[one] for one in below[bar]) for bar, n in numbers.items()}, 0)
    assert where.as_mapping() == CHAPTER
    assert where.start == 0
    assert kernel(where) == {2, 6, 8}


def test_the_chapters_graph_fits_no_other_numbering():
    networkx = pytest.importorskip("networkx")
    ours = networkx.DiGraph(arena_of(Chomp(2, 3)).as_mapping())
    matcher = networkx.isomorphism.DiGraphMatcher(ours, networkx.DiGraph(CHAPTER))
    numberings = list(matcher.isomorphisms_iter())
    assert {bar: number for number, bar in enumerate(CHAPTER_ORDER)} in numberings
    assert len(numberings) == 1


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (2, 3), (3, 3), (4, 2), (3, 4)])
def test_bites_on_a_set_of_squares(rows, columns):
    whole = frozenset(product(range(rows), range(columns)))
    found, pending = {whole}, [whole]
    where = arena_of(Chomp(rows, columns))
    for squares in pending:
        after = {bitten(squares, *square) for square in squares - {(0, 0)}}
        assert {rows_of(s) for s in after} == set(where.options(rows_of(squares)))
        pending += after - found
        found |= after
    assert (
        len(found)
        == len(where.vertices)
        == Chomp(rows, columns).positions
        == comb(rows + columns, rows) - 1
    )


def test_strategy_stealing_on_all_boards_up_to_6_by_6():
    """The first player wins all but 1 x 1; and the values do not change when the bar is turned over
    its diagonal.
    """
    for rows, columns in product(range(1, 7), repeat=2):
        where = arena_of(Chomp(rows, columns))
        assert (where.start in winning_positions(where)) == ((rows, columns) != (1, 1))
        assert (grundy(Chomp(rows, columns)) > 0) == ((rows, columns) != (1, 1))
        turned = {
            tuple(sum(1 for left in bar if left > c) for c in range(bar[0])): v
            for bar, v in grundy_values(where).items()
        }
        assert turned == grundy_values(arena_of(Chomp(columns, rows)))


@pytest.mark.parametrize("side", range(2, 9))
def test_known_winning_bites(side):
    """A square bar is won by the bite that leaves one row and one column; of two rows by the bottom
    right square.
    """
    assert (side,) + (1,) * (side - 1) in winning_moves(Chomp(side, side))
    assert winning_moves(Chomp(2, side)) == ((side, side - 1),)


# --- Wythoff --------------------------------------------------------------------------------------


def test_wythoff_values_by_the_definition():
    values = grundy_values(arena_of(Wythoff(14, 17)))
    for a, b in product(range(15), range(18)):
        options = Wythoff(a, b).options((a, b))
        assert grundy(Wythoff(14, 17), (a, b)) == values[a, b] == mex(map(values.get, options))


def test_losing_squares_are_those_of_the_golden_ratio():
    values = grundy_values(arena_of(Wythoff(40, 40)))
    lower = [(k + isqrt(5 * k * k)) // 2 for k in range(40)]  # floor(k phi), by Wythoff (1907)
    formula = {square for k, a in enumerate(lower) for square in ((a, a + k), (a + k, a))}
    lost = {square for square, value in values.items() if value == 0}
    assert lost == {(a, b) for a, b in formula if max(a, b) <= 40}


# --- Nim and subtraction --------------------------------------------------------------------------


@given(st.sets(st.integers(1, 9), min_size=1, max_size=4))
def test_subtraction_values_by_the_definition(takes):
    values = []
    for heap in range(60):
        values.append(mex(values[heap - take] for take in takes if take <= heap))
        assert grundy(Subtraction(heap, tuple(takes))) == values[heap]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3))
def test_nim_is_the_xor(heaps):
    where = arena_of(Nim(heaps))
    values = grundy_values(where)
    assert all(value == grundy(Nim(heaps), position) for position, value in values.items())
    assert set(winning_moves(Nim(heaps))) == set(moves_in(where))


# --- as games of the protocol ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chomp", "wythoff", "nim", "subtraction"])
@pytest.mark.parametrize("misere", [0, 1])
def test_by_name_and_solved(name, misere):
    game = GAMES[name](misere=misere)
    where = arena_of(game.rules)
    solution = solve(game)
    assert solution.value == (1 if where.start in winning_positions(where, bool(misere)) else -1)


REFUSED = [
    (lambda: Chomp(0, 3), "rows must be an int of 1 or more, got 0"),
    (lambda: ChompRows(()), "rows of a bar"),
    (lambda: Nim((3, -1)), "a heap must be an int of 0 or more, got -1"),
    (lambda: Subtraction(4, ()), "at least one number to take"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_refused_in_one_line(make, message):
    with pytest.raises(ExactDiceError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, (RulesError, UnsolvableError, ValueError))


def test_a_subtraction_game_that_takes_minutes_is_refused_before():
    """A million heaps, two states each; it ran for more than 160 seconds."""
    with pytest.raises(TooCostly, match="Subtraction"):
        solve(subtraction(10**6, (1, 2, 3, 500_000)))
