"""The grids of sweeps, and the rows of their cells: what `value` says, exactly and in decimals, or
why there is none, whoever finds them.
"""

import time
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.cost import limit
from exactdice.exact.errors import ExactDiceError
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew
from exactdice.jobs.worker import Lost
from exactdice.query.evaluate import evaluate_query
from exactdice.writeup.sweeps import (
    find_rows,
    given_at,
    plan_sweep,
    row_at,
    statement_holds,
)
from exactdice.writeup.tables.number_text import exact


def cells_of(sweep):
    return [sweep.labels_at(place) for place in range(sweep.size)]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_the_grid_is_the_product_in_the_stated_order(sizes):
    names = [f"x{k}" for k in range(len(sizes))]
    ranges = {name: f"1..{size}" for name, size in zip(names, sizes, strict=True)}
    cells = cells_of(plan_sweep(["1+" + "+".join(names)], ranges))
    # As an odometer counts: the last wheel fastest.
    assert cells == sorted(set(cells))
    assert len(cells) == prod(sizes)


def test_steps_and_lists_are_those_of_tables():
    ranges = {"target": "10..30..10", "a": "blind,dice(3)", "dice": "4"}
    sweep = plan_sweep(["gain(a,blind)"], ranges)
    assert cells_of(sweep) == [(target, a) for target in (10, 20, 30) for a in ("blind", "dice(3)")]
    assert sweep.options == ("dice=4",)


def test_labels_are_read_again_as_they_were_meant():
    sweep = plan_sweep(["a+n"], {"a": (Fraction(1, 3), 2), "n": "0..1"})
    given = [given_at(sweep, place) for place in range(sweep.size)]
    assert [one["a"] + one["n"] for one in given] == [Fraction(1, 3), Fraction(4, 3), 2, 3]


def test_where_is_a_statement_of_the_language_over_parameters_and_quantities():
    sweep = plan_sweep(["P(d,k)"], {"d": "1..4", "k": "1..24"}, "k <= 6*d and P(d,k) > 0")
    places = [k for k in range(sweep.size) if statement_holds(sweep, given_at(sweep, k))]
    meant = {sweep.labels_at(place) for place in places}
    # d dice without a one throw 2d..6d, and a one is counted as 1.
    expected = {(d, k) for d in range(1, 5) for k in [1, *range(2 * d, 6 * d + 1)]}
    assert meant == expected


WRONG = {
    "unknown": (["EG(0,0)"], {"targt": "1..3"}, "", "unknown option targt (did you mean target?)"),
    "no range": (["EG(0,0)"], {"target": "3"}, "", "a sweep needs a range, as in dice=1..10"),
    "no query": ([], {"target": "1..3"}, "", "a sweep needs a query"),
    "downwards": (["EG(0,0)"], {"target": "3..1"}, "", "a range must go up"),
    "twice": (["EP(d)", "EP( d )"], {"d": "1..3"}, "", "two columns of the sweep would be called"),
    "number": (["EP(d)"], {"d": "1..3"}, "d + 1", "where must be a statement such as"),
    "vast": (["EP(d)"], {"d": "1..1" + "0" * 30}, "", "000 cells would cost"),
    "query": (["EP(d"], {"d": "1..3"}, "", "query 'EP(d'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_can_never_be_answered_is_refused_in_one_line(name):
    queries, parameters, where, said = WRONG[name]
    with pytest.raises(ExactDiceError) as error:
        plan_sweep(queries, parameters, where)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_the_limit_of_cost_is_that_of_the_sweep():
    with limit(7000):
        assert plan_sweep(["EP(d)"], {"d": "1..3"}).steps == 7000
    with limit(None):
        assert plan_sweep(["d+1"], {"d": "1..2000000"}).size == 2_000_000


# --- rows ---


def rows_of(queries, parameters, where="", decimals=15):
    sweep = plan_sweep(queries, parameters, where, decimals)
    return [row for _, row in find_rows(sweep, range(sweep.size))]


ANY_KIND = {
    "optimal_actions(0,0)": "target",
    "payoff_distribution(optimal, blind)": "target",
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
    assert [row.values[0] for row in rows] == expected


def test_an_error_costs_the_value_of_its_query_alone():
    first, second = rows_of(["EP(d)", "d+1"], {"d": "0..1"})
    assert first.values == (None, None, "1", "1")
    assert first.error == "EP(d): d must be a whole number of 1 or more, got 0"
    assert second.values == ("7/2", "3.500000000000000", "2", "2")
    assert second.error is None


def test_queries_with_one_complaint_say_it_once():
    (row, _) = rows_of(["EG(0,0)", "EG(1,0)"], {"dice": "0..1"})
    assert row.error == "dice must be a whole number of 1 or more, got 0"


def test_where_leaves_a_cell_out_and_its_errors_are_rows():
    rows = rows_of(["d+1"], {"d": "0..2"}, "EP(d) > 4")
    assert rows[0].error.startswith("where EP(d) > 4: d must be a whole number")
    assert [row.is_left_out for row in rows] == [False, True, False]  # EP(1) is 7/2


def test_a_defect_costs_its_row_alone(monkeypatch):
    def failing(work, argument):
        return Lost("why") if argument[1] == 0 else work(argument)

    monkeypatch.setattr("exactdice.writeup.sweeps.answered", failing)
    first, second = rows_of(["EP(d)"], {"d": "1..2"})
    assert (first.values, first.error, first.seconds) == ((None, None), "why", None)
    assert second.values[0] == "211/36"


def test_the_limit_of_cost_goes_with_the_questions():
    with limit(2000):
        sweep = plan_sweep(["EG(0,0)"], {"target": "2..3", "dice": "300"})
    ((_, row),) = find_rows(sweep, [0])
    assert "the limit is 2*10^3" in row.error


# --- in crews ---

SWEPT = plan_sweep(["EP(d)", "P(d,k)"], {"d": "0..3", "k": "1..9"}, "k != 5")


def rows_by(crew):
    found = [(k, row._replace(seconds=None)) for k, row in find_rows(SWEPT, range(36), crew)]
    assert len(dict(found)) == len(found)
    return dict(found)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_crew_finds_what_this_process_finds(jobs):
    with Crew(Allowance(jobs)) as crew:
        assert rows_by(crew) == rows_by(None)


def slow_at_one(cell):
    time.sleep(60 if cell[1] == 1 else 0)
    return row_at(cell)


def test_a_cell_beyond_a_limit_is_a_row_with_the_limits(monkeypatch):
    expected = rows_by(None)
    monkeypatch.setattr("exactdice.writeup.sweeps.row_at", slow_at_one)
    with Crew(Allowance(1, seconds=4, megabytes=500)) as crew:
        found = rows_by(crew)
    lost = found.pop(1)
    assert lost.values == (None,) * 4
    assert lost.error == "over the time limit of 4 s"
    assert lost.limits == (4, 500)
    del expected[1]
    assert found == expected
