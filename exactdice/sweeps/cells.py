"""Cells worked out: the row of each, or why it has none."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from ..cost import limit
from ..errors import ExactDiceError
from ..tables.number_text import decimal, exact
from ..words.register import Answer
from ..workers.worker import Failed, answered
from .questions import Cell, Compiled, Questions, answer, compiled, is_asked

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


@dataclass(frozen=True)
class Batch:
    """Cells that are worked out together: names and numbers alone, so that it can be sent
    anywhere.
    """

    questions: Questions
    cells: tuple[Cell, ...]


def work_out(batch: Batch) -> list[Row]:
    """The row of each cell; whatever fails at one costs its row alone.

    >>> work_out(Batch(Questions(("P(d, k)",), ("d",), ("k=7",)), (Cell(0, ("2",)),)))[0].values
    (('1/9', '0.111111111111111'),)
    """
    return [_row_or_failure(batch.questions, cell) for cell in batch.cells]


def _row_or_failure(questions: Questions, cell: Cell) -> Row:
    found = answered(row_of, (questions, cell))
    if isinstance(found, Row):
        return found
    assert isinstance(found, Failed)
    return failed(questions, cell, found.why or "out of memory")


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
