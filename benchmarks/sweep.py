"""Sweeps: what a cell costs beside the queries that are asked of it.

    python benchmarks/sweep.py                  # --quick leaves out the long rows

The queries of all cells are asked once before, so that what is measured is the sweep alone: cells
made and sent, rows written to the journal, the file made and written. The peer asks the same
queries in a loop of Python and keeps nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from rows import Measurement, Row, require, run, time_text

from exactdice.jobs.allowance import Allowance
from exactdice.query.evaluate import evaluate_query
from exactdice.query.syntax import parse
from exactdice.writeup.sweep_table import read_sweep
from exactdice.writeup.sweeps import Executor, Grid, InCrew, grid_of, here, opened
from exactdice.writeup.sweeps import run as run_sweep
from exactdice.writeup.tables.number_text import exact

AIM = 0.005  # seconds a cell
CHEAP = grid_of(["P(d, k)", "d + k"], {"d": "1..40", "k": "1..100"})
GAMES = grid_of(["EG(0,0)", "optimal_actions(0,0)"], {"dice": "1..10", "target": "2..21"})


def loop(grid: Grid) -> list[list[str]]:
    """The values of all queries, cell by cell."""
    nodes = [parse(query) for query in grid.questions.queries]
    found = []
    for cell in grid.cells():
        given = dict(zip(grid.questions.names, map(int, cell.values), strict=True))
        found.append([exact(evaluate_query(node, given)) for node in nodes])
    return found


def swept(grid: Grid, executor: Executor, ending: str) -> list[list[str]]:
    """The same from the file that a sweep has written."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{ending}"
        with opened(path, grid, False) as journal:
            run_sweep(grid, executor, journal, path)
        found = read_sweep(path)
    columns = [map(str, found.column(name)) for name in found.queries]
    return [list(row) for row in zip(*columns, strict=True)]


def timed(work: Callable[[], list[list[str]]]) -> tuple[float, list[list[str]]]:
    began = perf_counter()
    found = work()
    return perf_counter() - began, found


def measured(grid: Grid, executor: Executor, ending: str, how: str) -> Iterator[Measurement]:
    """A sweep beside the loop, and what it costs more, a cell."""
    loop(grid)  # what is kept is kept for both
    of_loop, expected = timed(lambda: loop(grid))
    of_sweep, found = timed(lambda: swept(grid, executor, ending))
    require(found == expected, "the loop")
    more = (of_sweep - of_loop) / grid.size
    yield Measurement(
        f"{grid.size} cells, {how}, {ending}",
        of_sweep,
        "a loop of queries",
        of_loop,
        f"{time_text(AIM)} a cell more",
        more < AIM,
        f"{time_text(max(more, 0))} a cell more than the loop",
    )


def rows() -> dict[str, Row]:
    """The rows: who works the cells out, and which file is written."""
    by_crew = InCrew(Allowance(jobs=2))
    alone = InCrew(Allowance(jobs=1))
    return {
        "here": Row(lambda: measured(CHEAP, here, ".csv", "in this process")),
        "one": Row(lambda: measured(CHEAP, alone, ".csv", "--jobs 1")),
        "two": Row(lambda: measured(CHEAP, by_crew, ".csv", "--jobs 2")),
        "sqlite": Row(lambda: measured(CHEAP, by_crew, ".sqlite", "--jobs 2")),
        "parquet": Row(lambda: measured(CHEAP, by_crew, ".parquet", "--jobs 2")),
        "games": Row(lambda: measured(GAMES, by_crew, ".csv", "--jobs 2")),
    }


if __name__ == "__main__":
    run(rows(), __doc__)
