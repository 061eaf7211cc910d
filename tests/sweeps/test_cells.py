"""The rows of cells: what `value` says, exactly and in decimals, and errors where it says none."""

from fractions import Fraction

import pytest

from exactdice.exact import decimal_text, exact_text
from exactdice.jobs.worker import Failed
from exactdice.queries.evaluate import evaluate_query
from exactdice.sweeps.cells import here
from exactdice.sweeps.questions import grid_of
from exactdice.tables.number_text import exact


def rows_of(queries, parameters, where="", decimals=15):
    grid = grid_of(queries, parameters, where, decimals)
    return list(here(grid.questions, grid.cells()))


def test_numbers_are_those_of_value_and_their_decimals():
    rows = rows_of(["EG(0,0)", "P(target,dice)"], {"dice": "1..2", "target": "2..4"}, decimals=7)
    places = [(dice, target) for dice in (1, 2) for target in (2, 3, 4)]
    for row, (dice, target) in zip(rows, places, strict=True):
        gain = evaluate_query("EG(0,0)", {"dice": dice, "target": target})
        chance = evaluate_query("P(d,k)", {"d": target, "k": dice})
        # A whole number has no decimals, as `value` prints it.
        decimals = [
            exact_text(x) if isinstance(x, int) else decimal_text(Fraction(x), 7)
            for x in (gain, chance)
        ]
        assert row.values == tuple(zip(map(exact_text, (gain, chance)), decimals, strict=True))


ANY_KIND = {
    "best(0,0)": "target",
    "payoff_law(optimal, blind)": "target",
    "EG(0,0) > 0": "target",
    "EG(0,0,digits=3)": "target",
    "n @ d(6)": "n",
    "EP(n)": "n",
}


@pytest.mark.parametrize("query", ANY_KIND)
def test_values_of_every_kind_are_written_as_value_writes_them(query):
    name = ANY_KIND[query]
    rows = rows_of([query], {name: "2..3"})
    expected = [exact(evaluate_query(query, {name: number})) for number in (2, 3)]
    assert [row.values[0][0] for row in rows] == expected


def test_an_error_costs_the_value_of_its_query_alone():
    first, second = rows_of(["EP(d)", "d+1"], {"d": "0..1"})
    assert first.values == (None, ("1", "1"))
    assert first.error == "EP(d): d must be a whole number of 1 or more, got 0"
    assert second.values == (("7/2", "3.500000000000000"), ("2", "2"))
    assert second.error == ""


def test_queries_with_one_complaint_say_it_once():
    (row, _) = rows_of(["EG(0,0)", "EG(1,0)"], {"dice": "0..1"})
    assert row.error == "dice must be a whole number of 1 or more, got 0"


def test_where_leaves_a_cell_out_and_its_errors_are_rows():
    rows = rows_of(["d+1"], {"d": "0..2"}, "EP(d) > 4")
    assert rows[0].error.startswith("where EP(d) > 4: d must be a whole number")
    assert [row.is_left_out for row in rows] == [False, True, False]  # EP(1) is 7/2


def test_a_defect_costs_its_row_alone(monkeypatch):
    grid = grid_of(["EP(d)"], {"d": "1..2"})

    def failing(work, argument):
        return Failed("why") if argument[1].place == 0 else work(argument)

    monkeypatch.setattr("exactdice.sweeps.cells.answered", failing)
    first, second = here(grid.questions, grid.cells())
    assert (first.values, first.error, first.seconds) == ((None,), "why", None)
    assert second.values[0][0] == "211/36"


def test_the_limit_of_cost_goes_with_the_questions():
    from exactdice.cost import limit

    with limit(2000):
        grid = grid_of(["EG(0,0)"], {"target": "2..3", "dice": "300"})
    (row, _) = here(grid.questions, grid.cells())
    assert "the limit is 2*10^3" in row.error
