"""Cells worked out, by this process or by a crew of workers: the row of each, or why it has
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, cast

from ..cost import limit
from ..errors import ExactDiceError
from ..games.strategy_table import READS_FILES
from ..jobs.allowance import Allowance
from ..jobs.crew import Crew, Lost, Task
from ..jobs.worker import Failed, answered
from ..tables.number_text import decimal, exact
from ..words.register import Answer
from .questions import Cell, Compiled, Questions, answer, compiled, is_asked

if TYPE_CHECKING:
    from ..jobs.cluster import Cluster

MICROSECONDS = 6  # decimals of the seconds


@dataclass(frozen=True)
class Row:
    """What is found at a cell: of each query the value and its decimals as texts, None where it has
    none; the seconds that it took, and what went wrong.

    `limits` are the seconds and the megabytes that were not enough.
    """

    place: int
    values: tuple[tuple[str, str] | None, ...] = ()
    seconds: float | None = None
    error: str = ""
    is_left_out: bool = False  # where the statement of the sweep does not hold
    limits: tuple[float, int] | None = None


# What works out cells somewhere: the rows as they are found, in any order, each cell at least once.
Executor = Callable[[Questions, Iterable[Cell]], Iterator[Row]]


def here(questions: Questions, cells: Iterable[Cell]) -> Iterator[Row]:
    """The rows worked out in this process, one by one and without limits of time and memory;
    whatever fails at a cell costs its row alone.

    >>> (row,) = here(Questions(("P(d, k)",), ("d",), ("k=7",)), [Cell(0, ("2",))])
    >>> row.values
    (('1/9', '0.111111111111111'),)
    """
    for cell in cells:
        try:
            found = answered(row_of, (questions, cell))
        except MemoryError:
            found = Failed("out of memory")
        if isinstance(found, Failed):
            found = failed(questions, cell, found.why)
        assert isinstance(found, Row)
        yield found


class InCrew:
    """Rows worked out by a crew of workers, each cell within limits of time and memory.

    A new interpreter, where the process is not forked, calls `prepare`, as to load a game. With a
    `cluster` its workers are there.
    """

    def __init__(
        self,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self.allowance, self.prepare, self.cluster = allowance, prepare, cluster

    def __call__(self, questions: Questions, cells: Iterable[Cell]) -> Iterator[Row]:
        """The rows of the cells as they are found."""
        # A strategy in a file is on this machine alone.
        stays = any(READS_FILES in text for text in (*questions.queries, *questions.options))
        limits = (self.allowance.seconds, self.allowance.megabytes)
        with Crew(self.allowance, self.prepare, [__name__], cluster=self.cluster) as crew:
            crew.add(Task(row_of, (questions, cell), stays=stays) for cell in cells)
            for task, answer in crew.answers():
                crew.forget()  # a row is no longer the crew's
                _, cell = cast("tuple[Questions, Cell]", task.argument)
                if isinstance(answer, Lost):
                    yield failed(questions, cell, answer.why, limits)
                else:
                    yield cast(Row, answer)


def failed(
    questions: Questions, cell: Cell, why: str, limits: tuple[float, int] | None = None
) -> Row:
    """The row of a cell that has no values, and why."""
    return Row(cell.place, (None,) * len(questions.queries), None, why, limits=limits)


def row_of(asked: tuple[Questions, Cell]) -> Row:
    """The row of a cell: a game that several queries ask for is solved once."""
    questions, cell = asked
    began = perf_counter()
    with limit(questions.steps):
        found = _found(questions, compiled(questions), cell)
    seconds = round(perf_counter() - began, MICROSECONDS)
    return Row(cell.place, found.values, seconds, found.error, found.is_left_out)


def _found(questions: Questions, asked: Compiled, cell: Cell) -> Row:
    """The row without its seconds."""
    given = asked.all_given(cell)
    try:
        if not is_asked(asked, given):
            return Row(cell.place, is_left_out=True)
    except ExactDiceError as error:
        return failed(questions, cell, f"where {questions.where}: {_one_line(error)}")
    values, errors = list[tuple[str, str] | None](), dict[str, str]()
    for query, node, known in zip(questions.queries, asked.nodes, asked.known, strict=True):
        try:
            values.append(_written(answer(node, known, given), questions.decimals))
        except ExactDiceError as error:
            values.append(None)
            errors[query] = _one_line(error)
    return Row(cell.place, tuple(values), error=_together(errors, len(questions.queries)))


def _written(value: Answer, decimals: int) -> tuple[str, str]:
    """The value exactly, and rounded; "" where an expression has no decimals."""
    text = exact(value)
    try:
        return text, decimal(value, decimals)
    except ExactDiceError:
        return text, ""


def _together(errors: dict[str, str], queries: int) -> str:
    """The complaints of a cell in one line, each with its query where there are several."""
    if queries == 1 or (len(errors) == queries and len({*errors.values()}) == 1):
        return next(iter(errors.values()), "")
    return "; ".join(f"{query}: {error}" for query, error in errors.items())


def _one_line(error: ExactDiceError) -> str:
    return " ".join(str(error).split())
