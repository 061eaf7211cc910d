"""The grids of sweeps: their order, what is asked at each cell, and what is refused at the door."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.cost import limit
from exactdice.errors import ExactDiceError
from exactdice.sweeps.questions import Cell, answer, compiled, grid_of, is_asked


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_the_grid_is_the_product_in_the_stated_order(sizes):
    names = [f"x{k}" for k in range(len(sizes))]
    ranges = {name: f"1..{size}" for name, size in zip(names, sizes, strict=True)}
    cells = list(grid_of(["1+" + "+".join(names)], ranges).cells())
    # As an odometer counts: the last wheel fastest.
    assert [cell.place for cell in cells] == list(range(len(cells)))
    assert [tuple(map(int, cell.values)) for cell in cells] == sorted(
        {tuple(map(int, cell.values)) for cell in cells}
    )
    expected = 1
    for size in sizes:
        expected *= size
    assert len(cells) == len({cell.values for cell in cells}) == expected


def test_steps_and_lists_are_those_of_tables():
    grid = grid_of(["gain(a,blind)"], {"target": "10..30..10", "a": "blind,dice(3)", "dice": "4"})
    assert [cell.values for cell in grid.cells()] == [
        (target, a) for target in ("10", "20", "30") for a in ("blind", "dice(3)")
    ]
    assert grid.questions.options == ("dice=4",)


def test_labels_are_read_again_as_they_were_meant():
    grid = grid_of(["a+n"], {"a": (Fraction(1, 3), 2), "n": "0..1"})
    asked = compiled(grid.questions)
    (node,), (known,) = asked.nodes, asked.known
    values = [answer(node, known, asked.all_given(cell)) for cell in grid.cells()]
    assert values == [Fraction(1, 3), Fraction(4, 3), 2, 3]


def test_where_is_a_statement_of_the_language_over_parameters_and_quantities():
    grid = grid_of(["P(d,k)"], {"d": "1..4", "k": "1..24"}, "k <= 6*d and P(d,k) > 0")
    asked = compiled(grid.questions)
    meant = {cell.values for cell in grid.cells() if is_asked(asked, asked.all_given(cell))}
    # d dice without a one throw 2d..6d, and a one is counted as 1.
    expected = {(d, k) for d in range(1, 5) for k in [1, *range(2 * d, 6 * d + 1)]}
    assert {(int(d), int(k)) for d, k in meant} == expected


WRONG = {
    "unknown": (["EG(0,0)"], {"targt": "1..3"}, "", "unknown option targt (did you mean target?)"),
    "no range": (["EG(0,0)"], {"target": "3"}, "", "a sweep needs a range, as in dice=1..10"),
    "no query": ([], {"target": "1..3"}, "", "a sweep needs a query"),
    "downwards": (["EG(0,0)"], {"target": "3..1"}, "", "a range must go up"),
    "twice": (["EP(d)", "EP( d )"], {"d": "1..3"}, "", "two columns of the sweep would be called"),
    "number": (["EP(d)"], {"d": "1..3"}, "d + 1", "where must be a statement such as"),
    "vast": (
        ["EP(d)"],
        {"d": "1..1" + "0" * 30},
        "",
        "000 cells would cost",
    ),
    "query": (["EP(d"], {"d": "1..3"}, "", "query 'EP(d'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_can_never_be_answered_is_refused_in_one_line(name):
    queries, parameters, where, said = WRONG[name]
    with pytest.raises(ExactDiceError) as error:
        grid_of(queries, parameters, where)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_the_limit_of_cost_is_that_of_the_sweep():
    with limit(7000):
        assert grid_of(["EP(d)"], {"d": "1..3"}).questions.steps == 7000
    with limit(None):
        assert grid_of(["d+1"], {"d": "1..2000000"}).size == 2_000_000


def test_a_cell_is_text_alone():
    (first, *_) = grid_of(["gain(a,blind)"], {"a": "blind,dice(3)", "target": "3"}).cells()
    assert first == Cell(0, ("blind",))
