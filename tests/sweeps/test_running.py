"""Sweeps run: in the order of the grid, whoever works them out; ended and begun again."""

import pytest
from ended_sweeps import QUERIES, RANGES, check_kills, made

from exactdice.errors import ExactDiceError
from exactdice.queries.evaluate import evaluate_query
from exactdice.sweeps.cells import here
from exactdice.sweeps.files import read_sweep
from exactdice.sweeps.questions import grid_of
from exactdice.sweeps.running import opened, swept
from exactdice.tables.number_text import exact


def test_rows_are_in_order_and_equal_to_value(tmp_path):
    _, outcome = made(tmp_path / "a.csv")
    found = read_sweep(tmp_path / "a.csv")
    expected = [
        (
            dice,
            target,
            *(exact(evaluate_query(q, {"dice": dice, "target": target})) for q in QUERIES),
        )
        for dice in (1, 2, 3)
        for target in range(2, 9)
        if dice < target
    ]
    names = ["dice", "target", *QUERIES]
    columns = [[str(entry) for entry in found.column(name)] for name in names]
    assert list(zip(*columns, strict=True)) == [tuple(map(str, row)) for row in expected]
    assert (outcome.rows, outcome.errors) == (len(expected), 0)


def test_errors_are_rows_and_the_sweep_goes_on(tmp_path):
    grid = grid_of(["EG(0,0)"], {"dice": "0..2", "target": "3..4"})
    _, outcome = made(tmp_path / "a.csv", grid=grid)
    assert (outcome.rows, outcome.errors) == (6, 2)
    assert outcome.first_error == "dice must be a whole number of 1 or more, got 0"
    found = read_sweep(tmp_path / "a.csv")
    assert [entry is None for entry in found.column("EG(0,0)")] == [True] * 2 + [False] * 4
    assert [entry is None for entry in found.column("error")] == [False] * 2 + [True] * 4


def test_where_nothing_is_meant_nothing_is_left(tmp_path):
    grid = grid_of(["EP(d)"], {"d": "1..3"}, "EP(d) < 0")
    with pytest.raises(ExactDiceError, match="holds for none of the 3 combinations"):
        made(tmp_path / "a.csv", grid=grid)
    with pytest.raises(ExactDiceError, match="holds for none of the 3 combinations"):
        swept(grid, here)
    assert list(tmp_path.iterdir()) == []


def test_rows_that_are_kept_keep_their_seconds(tmp_path):
    grid = grid_of(QUERIES, RANGES)
    path = tmp_path / "a.csv"
    with opened(path, grid, False) as journal:
        journal.keep([*here(grid.questions, list(grid.cells())[:5])])
        known = [row.seconds for row in journal.rows.values()]
    made(path, grid=grid)
    assert list(map(float, read_sweep(path).column("seconds")[:5])) == known


# --- ended at any moment --------------------------------------------------------------------------


def test_a_sweep_that_is_killed_at_random_goes_on(tmp_path):
    check_kills(tmp_path / "a.csv", kills=5, longest=0.08, seed=24)
