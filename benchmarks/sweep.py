"""Sweeps: what a cell costs beside the queries that are asked of it.

    python benchmarks/sweep.py                  # --quick leaves out the long rows

The queries of all cells are asked once before, so that what is measured is the sweep alone: cells
made and sent, rows written to the journal, the file made and written. The peer asks the same
queries in a loop of Python and keeps nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from rows import Measurement, Row, require, run, time_text

from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew
from exactdice.query.evaluate import evaluate_query
from exactdice.query.syntax import parse
from exactdice.writeup.sweep_table import read_sweep
from exactdice.writeup.sweeps import Sweep, opened, plan_sweep
from exactdice.writeup.tables.number_text import exact

AIM = 0.005  # seconds a cell
CHEAP = plan_sweep(["P(d, k)", "d + k"], {"d": "1..40", "k": "1..100"})
GAMES = plan_sweep(["EG(0,0)", "optimal_actions(0,0)"], {"dice": "1..10", "target": "2..21"})


def loop(sweep: Sweep) -> list[list[str]]:
    """The values of all queries, cell by cell."""
    nodes = [parse(query) for query in sweep.queries]
    names = [name for name, _ in sweep.ranges]
    found = []
    for place in range(sweep.size):
        given = dict(zip(names, sweep.labels_at(place), strict=True))
        found.append([exact(evaluate_query(node, given)) for node in nodes])
    return found


def swept(sweep: Sweep, jobs: int, ending: str) -> list[list[str]]:
    """The same from the file that a sweep has written, by so many workers, or in this process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{ending}"
        with opened(path, sweep, False) as journal, ExitStack() as stack:
            crew = stack.enter_context(Crew(Allowance(jobs))) if jobs else None
            journal.write_output(sweep, crew)
        found = read_sweep(path)
    columns = [map(str, found.column(name)) for name in found.queries]
    return [list(row) for row in zip(*columns, strict=True)]


def timed(work: Callable[[], list[list[str]]]) -> tuple[float, list[list[str]]]:
    began = perf_counter()
    found = work()
    return perf_counter() - began, found


def measured(sweep: Sweep, jobs: int, ending: str, how: str) -> Iterator[Measurement]:
    """A sweep beside the loop, and what it costs more, a cell."""
    loop(sweep)  # what is kept is kept for both
    of_loop, expected = timed(lambda: loop(sweep))
    of_sweep, found = timed(lambda: swept(sweep, jobs, ending))
    require(found == expected, "the loop")
    more = (of_sweep - of_loop) / sweep.size
    yield Measurement(
        f"{sweep.size} cells, {how}, {ending}",
        of_sweep,
        "a loop of queries",
        of_loop,
        f"{time_text(AIM)} a cell more",
        more < AIM,
        f"{time_text(max(more, 0))} a cell more than the loop",
    )


def rows() -> dict[str, Row]:
    """The rows: who works the cells out, and which file is written."""
    return {
        "here": Row(lambda: measured(CHEAP, 0, ".csv", "in this process")),
        "one": Row(lambda: measured(CHEAP, 1, ".csv", "--jobs 1")),
        "two": Row(lambda: measured(CHEAP, 2, ".csv", "--jobs 2")),
        "sqlite": Row(lambda: measured(CHEAP, 2, ".sqlite", "--jobs 2")),
        "parquet": Row(lambda: measured(CHEAP, 2, ".parquet", "--jobs 2")),
        "games": Row(lambda: measured(GAMES, 2, ".csv", "--jobs 2")),
    }


if __name__ == "__main__":
    run(rows(), __doc__)
