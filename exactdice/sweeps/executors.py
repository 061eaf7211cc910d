"""Who works out the cells of a sweep: this process, or a crew of workers.

An executor is given questions and cells, and gives back rows, in any order and in portions of any
size; a row that comes twice is harmless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

from ..games.strategy_table import READS_FILES
from ..workers.allowance import Allowance
from ..workers.crew import Crew, Crews, Lost, Task
from .cells import Batch, Row, failed, row_of, work_out
from .questions import Cell, Questions

AT_ONCE = 10_000  # cells of one crew, which counts the bytes of all its answers


class Executor(Protocol):
    """What works out cells somewhere."""

    def __call__(self, questions: Questions, cells: Iterable[Cell]) -> Iterator[Sequence[Row]]:
        """The rows of the cells as they are found, each cell at least once."""


def batches(questions: Questions, cells: Iterable[Cell], size: int) -> Iterator[Batch]:
    """The cells in batches of at most this size, in order.

    >>> cells = [Cell(k, (str(k),)) for k in range(3)]
    >>> [len(batch.cells) for batch in batches(Questions(("EP(d)",), ("d",)), cells, 2)]
    [2, 1]
    """
    left = iter(cells)
    while portion := tuple(islice(left, size)):
        yield Batch(questions, portion)


def here(questions: Questions, cells: Iterable[Cell]) -> Iterator[Sequence[Row]]:
    """The rows worked out in this process, one by one and without limits of time and memory."""
    for batch in batches(questions, cells, 1):
        yield work_out(batch)


class InCrew:
    """Rows worked out by a crew of workers, each cell within limits of time and memory.

    A new interpreter, where the process is not forked, calls `prepare`, as to load a game. `crews`
    makes the crew, of this machine or of others.
    """

    def __init__(
        self,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        crews: Crews = Crew,
    ) -> None:
        self.allowance, self.prepare, self.crews = allowance, prepare, crews

    def __call__(self, questions: Questions, cells: Iterable[Cell]) -> Iterator[Sequence[Row]]:
        """The rows of the cells as they are found."""
        # A strategy in a file is on this machine alone.
        stays = any(READS_FILES in text for text in (*questions.queries, *questions.options))
        for batch in batches(questions, cells, AT_ONCE):
            tasks = (Task(row_of, (questions, cell), stays=stays) for cell in batch.cells)
            waiting = dict(zip(tasks, batch.cells, strict=True))
            with self.crews(self.allowance, self.prepare, [__name__]) as crew:
                crew.add(waiting)
                for task, answer in crew.answers():
                    yield [self._row(batch.questions, waiting.pop(task), answer)]

    def _row(self, questions: Questions, cell: Cell, answer: object) -> Row:
        if isinstance(answer, Row):
            return answer
        assert isinstance(answer, Lost)
        limits = (self.allowance.seconds, self.allowance.megabytes)
        return failed(questions, cell, answer.why, limits)
