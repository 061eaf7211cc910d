"""Cells worked out in this process and by crews: the same rows, whoever finds them."""

import time
from dataclasses import replace

import pytest

from exactdice.jobs.allowance import Allowance
from exactdice.sweeps.cells import InCrew, here, row_of
from exactdice.sweeps.questions import grid_of

GRID = grid_of(["EP(d)", "P(d,k)"], {"d": "0..3", "k": "1..9"}, "k != 5")


def rows_by(executor, grid=GRID):
    found = executor(grid.questions, grid.cells())
    rows = [replace(row, seconds=None) for row in found]
    assert len({row.place for row in rows}) == len(rows)
    return {row.place: row for row in rows}


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_crew_finds_what_this_process_finds(jobs):
    assert rows_by(InCrew(Allowance(jobs))) == rows_by(here)


def slow_at_one(asked):
    _, cell = asked
    time.sleep(60 if cell.place == 1 else 0)
    return row_of(asked)


def test_a_cell_beyond_a_limit_is_a_row_with_the_limits(monkeypatch):
    monkeypatch.setattr("exactdice.sweeps.cells.row_of", slow_at_one)
    found = rows_by(InCrew(Allowance(1, seconds=1, megabytes=500)))
    lost = found.pop(1)
    assert lost.values == (None, None)
    assert lost.error == "over the time limit of 1 s"
    assert lost.limits == (1, 500)
    expected = rows_by(here)
    del expected[1]
    assert found == expected
