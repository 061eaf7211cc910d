"""Chomp, Wythoff, Nim and subtraction games: rules, fast values against the explicit graph, closed
forms.
"""

from decimal import Decimal, getcontext
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import CHAPTER

from exactdice import solve
from exactdice.arenas.arena import explored_arena, renamed
from exactdice.arenas.kernels import grundy_values, kernel, mex, winning_positions
from exactdice.arenas.kernels import winning_moves as moves_in
from exactdice.errors import ExactDiceError, RulesError, TooCostly, UnsolvableError
from exactdice.games import GAMES
from exactdice.games.chomp.fast import chomp_values
from exactdice.games.chomp.rules import CHAPTER_ORDER, Chomp, ChompRows
from exactdice.games.nim.fast import subtraction_values
from exactdice.games.nim.rules import Nim, Subtraction
from exactdice.games.on_graphs.by_name import best_move, grundy, subtraction, winning_moves
from exactdice.games.wythoff.fast import (
    losing_square,
    partner,
    winning_squares,
    wythoff_value,
    wythoff_values,
)
from exactdice.games.wythoff.rules import Wythoff


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
    where = renamed(
        arena_of(Chomp(2, 3)), {bar: number for number, bar in enumerate(CHAPTER_ORDER)}
    )
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


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 6), (6, 1), (2, 5), (3, 3), (4, 4), (3, 5)]
)
def test_chomp_values_against_the_graph(rows, columns):
    assert chomp_values(Chomp(rows, columns)) == grundy_values(arena_of(Chomp(rows, columns)))


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
            for bar, v in chomp_values(Chomp(rows, columns)).items()
        }
        assert turned == chomp_values(Chomp(columns, rows))


@pytest.mark.parametrize("side", range(2, 9))
def test_known_winning_bites(side):
    """A square bar is won by the bite that leaves one row and one column; of two rows by the bottom
    right square.
    """
    assert (side,) + (1,) * (side - 1) in winning_moves(Chomp(side, side))
    assert winning_moves(Chomp(2, side)) == ((side, side - 1),)


# --- Wythoff --------------------------------------------------------------------------------------


def test_wythoff_values_by_the_definition():
    size = 14
    table = wythoff_values(size, size + 3)
    for a, b in product(range(size), range(size + 3)):
        assert table[a][b] == mex(table[x][y] for x, y in Wythoff(a, b).options((a, b)))
    assert wythoff_values(9, 4) == tuple(zip(*wythoff_values(4, 9), strict=True))


def test_losing_squares_are_those_of_value_0():
    size = 120
    table = wythoff_values(size, size)
    lost = {(a, b) for a, b in product(range(size), repeat=2) if table[a][b] == 0}
    formula = {square for k in range(size) for square in (losing_square(k), losing_square(k)[::-1])}
    assert lost == {(a, b) for a, b in formula if max(a, b) < size}
    assert all((partner(a) == b) == ((a, b) in lost) for a, b in product(range(size), repeat=2))


def test_the_golden_ratio_in_many_digits():
    getcontext().prec = 120
    phi = (1 + Decimal(5).sqrt()) / 2
    for k in [0, 1, 2, 3, 10**6 + 7, 10**30, 10**50 + 1]:
        assert losing_square(k) == (
            int(k * phi),
            int(k * phi) + k,
        )  # 120 digits are far more than k * phi needs


def test_beatty_every_number_is_in_one_losing_square():
    squares = [losing_square(k) for k in range(1, 2000)]
    numbers = sorted(number for square in squares for number in square)
    assert numbers[:3000] == list(range(1, 3001))


@given(st.integers(0, 30), st.integers(0, 30))
def test_winning_squares(a, b):
    table = wythoff_values(31, 31)
    found = winning_squares((a, b))
    assert len(found) == len(set(found))
    assert set(found) == {
        square for square in Wythoff(a, b).options((a, b)) if table[square[0]][square[1]] == 0
    }
    assert wythoff_value((a, b)) == table[a][b]


@given(st.integers(0, 10**60), st.integers(0, 10**60))
def test_winning_squares_of_any_size(a, b):
    found = winning_squares((a, b))
    assert bool(found) == (partner(a) != b)
    for x, y in found:
        assert partner(x) == y
        assert (x, y) != (a, b)
        assert (x == a and y < b) or (y == b and x < a) or a - x == b - y > 0


# --- Nim and subtraction --------------------------------------------------------------------------


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3))
def test_nim_is_the_xor(heaps):
    where = arena_of(Nim(heaps))
    values = grundy_values(where)
    assert all(value == grundy(Nim(heaps), position) for position, value in values.items())
    assert set(winning_moves(Nim(heaps))) == set(moves_in(where))


@given(st.sets(st.integers(1, 9), min_size=1, max_size=4))
def test_subtraction_values_and_their_period(takes):
    takes = tuple(sorted(takes))
    values = []
    for heap in range(400):
        values.append(mex(values[heap - take] for take in takes if take <= heap))
    found = subtraction_values(takes)
    assert [found.value(heap) for heap in range(400)] == values
    assert found.before == 0 or values[found.before - 1] != values[found.before - 1 + found.period]
    shorter = range(1, found.period)
    assert all(
        any(values[found.before + k] != values[found.before + k + p] for k in range(found.period))
        for p in shorter
    )


def test_a_subtraction_game_everyone_knows():
    """Taking 1 to 3: the multiples of 4 are lost."""
    assert [grundy(Subtraction(heap, (1, 2, 3))) for heap in (0, 1, 4, 21, 10**40)] == [
        0,
        1,
        0,
        1,
        0,
    ]
    assert winning_moves(Subtraction(21, (1, 2, 3))) == (20,)


# --- as games of the protocol ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chomp", "wythoff", "nim", "subtraction"])
@pytest.mark.parametrize("misere", [0, 1])
def test_by_name_and_solved(name, misere):
    game = GAMES[name](misere=misere)
    where = arena_of(game.rules)
    solution = solve(game)
    assert solution.value == (1 if where.start in winning_positions(where, bool(misere)) else -1)
    won = {
        state: best
        for state, best in solution.optimal_actions.items()
        if (solution.values[state] > 0) == (state.to_move == 0)
    }
    assert all(best_move(game, state.position) in best for state, best in won.items())


REFUSED = [
    (lambda: Chomp(0, 3), "rows must be an int of 1 or more, got 0"),
    (lambda: Chomp(2, "3"), "columns must be"),
    (lambda: Chomp(2, 2.0), "columns must be exact"),
    (lambda: ChompRows((1, 2)), "none longer than the one above"),
    (lambda: ChompRows(()), "rows of a bar"),
    (lambda: chomp_values(Chomp(12, 13)), "would cost"),
    (lambda: Wythoff(-1, 2), "column must be an int of 0 or more"),
    (lambda: Wythoff(1, -2), "row must be an int of 0 or more"),
    (lambda: wythoff_values(0, 3), "columns must be an int of 1 or more"),
    (lambda: wythoff_values(10**4, 10**4), "would cost"),
    (lambda: losing_square(-1), "k must be an int of 0 or more"),
    (lambda: Nim((3, -1)), "a heap must be an int of 0 or more, got -1"),
    (lambda: Nim(1.5), "a heap must be an int of 0 or more"),
    (lambda: Subtraction(-4, (1,)), "the heap must be an int of 0 or more, got -4"),
    (lambda: Subtraction(4, (0,)), "a number to take must be an int of 1 or more, got 0"),
    (lambda: Subtraction(4, ()), "at least one number to take"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_refused_in_one_line(make, message):
    with pytest.raises(ExactDiceError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, (RulesError, UnsolvableError, ValueError))


@pytest.mark.parametrize(
    "takes", [(1, 2, 3, 40), (2, 6, 7, 11, 50), (3, 5, 128), tuple(range(1, 200, 2))]
)
def test_the_values_of_subtraction_are_the_mex_of_the_values_below(takes):
    """By the definition, far beyond the first period; with many takes a value is above 127."""
    values = []
    for heap in range(2000):
        below = {values[heap - take] for take in takes if take <= heap}
        values.append(next(k for k in range(len(takes) + 1) if k not in below))
    found = subtraction_values(takes)
    assert [found.value(heap) for heap in range(2000)] == values


def test_a_subtraction_game_that_takes_minutes_is_refused_before():
    """A million heaps, two states each; it ran for more than 160 seconds."""
    with pytest.raises(TooCostly, match="Subtraction"):
        solve(subtraction(10**6, (1, 2, 3, 500_000)))
