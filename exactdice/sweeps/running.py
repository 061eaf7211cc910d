"""A sweep run: the cells that are not known yet worked out, the rows kept, the file written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic

from ..errors import QueryError
from ..exact import Progress
from ..files import write_atomically
from .cells import Executor, Row
from .files import as_bytes
from .journal import Journal, digest_of
from .questions import Cell, Grid
from .table import SweepTable, sweep_of

SELDOM = 0.1  # seconds between two words on how far the sweep has come


@dataclass(frozen=True)
class Outcome:
    """What became of a sweep with a file: its rows, those with an error and the first of these, and
    those that were beyond a limit of time or memory.
    """

    rows: int
    errors: int = 0
    first_error: str = ""
    beyond_limits: int = 0


def swept(grid: Grid, executor: Executor, progress: Progress | None = None) -> SweepTable:
    """The table of the sweep, which is kept nowhere."""
    rows, tell = dict[int, Row](), _seldom(progress, grid.size)
    for row in executor(grid.questions, grid.cells()):
        rows.setdefault(row.place, row)
        tell(len(rows))
    if all(row.is_left_out for row in rows.values()):
        raise _none(grid)
    return sweep_of(grid, rows)


def run(
    grid: Grid,
    executor: Executor,
    journal: Journal,
    output: Path,
    progress: Progress | None = None,
) -> Outcome:
    """What became of the sweep, whose rows are kept in the journal until they are in the file."""
    known = len(journal.rows)
    # Of what is worked out now, so that the time left is that of this run.
    tell = _seldom(progress, grid.size - known)
    for row in executor(grid.questions, _unknown(grid, journal)):
        journal.keep([row])
        tell(len(journal.rows) - known)
    if all(row.is_left_out for row in journal.rows.values()):
        journal.discard()
        raise _none(grid)
    data = as_bytes(sweep_of(grid, journal.rows), output)
    journal.close_with(digest_of(data))
    write_atomically(output, data)
    journal.shorten()
    return _outcome(journal.rows)


def _seldom(progress: Progress | None, total: int) -> Callable[[int], None]:
    """What tells how many cells of the total are done, now and then: cells may take no longer than
    to draw a bar does.
    """
    last = -inf

    def tell(done: int) -> None:
        nonlocal last
        if progress is not None and (monotonic() - last > SELDOM or done == total):
            last = monotonic()
            progress(done, total)

    return tell


def _unknown(grid: Grid, journal: Journal) -> Iterator[Cell]:
    """The cells whose rows are not kept."""
    return (cell for cell in grid.cells() if cell.place not in journal.rows)


def _none(grid: Grid) -> QueryError:
    """The complaint that no cell is meant: there is nothing to write."""
    return QueryError(
        f"the statement {grid.questions.where} holds for none of the {grid.size} combinations"
    )


def _outcome(rows: Mapping[int, Row]) -> Outcome:
    asked = [rows[place] for place in sorted(rows) if not rows[place].is_left_out]
    errors = [row.error for row in asked if row.error]
    beyond = sum(row.limits is not None for row in asked)
    return Outcome(len(asked), len(errors), next(iter(errors), ""), beyond)
