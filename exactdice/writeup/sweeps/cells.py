"""What a sweep asks: queries, ranges of parameters, and which combinations are meant; and its
cells worked out, by this process or by a crew of workers: the row of each, or why it has none.

What is sent to who works out cells is text alone: names of words and of games, and numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, cast

from ...exact.argument_checks import a_text
from ...exact.cost import allowed, limit, refuse_costly, refuse_digits
from ...exact.errors import ExactDiceError, QueryError
from ...exact.numbers import as_whole, shown
from ...jobs.allowance import Allowance
from ...jobs.crew import Crew, Task
from ...jobs.worker import Lost, answered
from ...query.evaluate import calls_in, check_calls, entries_of, evaluate_query, parse_values
from ...query.ranges import Labels, ranges_and_options
from ...query.register import Answer
from ...query.strategy_table import READS_FILES
from ...query.syntax import Name, Node, parse, query_text
from ...query.values import said
from ..tables.number_text import decimal, exact
from ..tables.table import count_cells, label_text, names_taken, refuse_unknown

if TYPE_CHECKING:
    from ...jobs.cluster import Cluster

Texts = tuple[str, ...]
MICROSECONDS = 6  # decimals of the seconds
STEPS_A_CELL = 1000
DECIMALS = 15  # as many as a float holds
OWN_COLUMNS = ("seconds", "error")


@dataclass(frozen=True)
class Questions:
    """What is asked of every cell: the queries, under options that are the same everywhere, where a
    statement holds.

    `names` are the parameters, `decimals` those of the rounded columns, `steps` the limit of cost
    (None for none).
    """

    queries: Texts
    names: Texts
    options: Texts = ()  # as words: target=20, weights=1,1,2
    where: str = ""
    decimals: int = DECIMALS
    steps: int | None = None


class Cell(NamedTuple):
    """A combination of the parameters: its place in the grid, from 0, and their values as
    written.
    """

    place: int
    values: Texts


@dataclass(frozen=True)
class Grid:
    """What a sweep asks, and the labels of each parameter: their product in this order, the last
    one changing fastest.

    >>> grid = grid_of(["EG(0,0)"], {"dice": "1..2", "target": "10..20..10"})
    >>> [cell.values for cell in grid.cells()]
    [('1', '10'), ('1', '20'), ('2', '10'), ('2', '20')]
    """

    questions: Questions
    labels: tuple[Labels, ...]
    has_seconds: bool = True  # whether the file says how long each cell took

    @property
    def size(self) -> int:
        """How many cells there are."""
        return prod(map(len, self.labels))

    def cells(self) -> Iterator[Cell]:
        """All of them, in order."""
        texts = [[label_text(label) for label in labels] for labels in self.labels]
        for place, values in enumerate(product(*texts)):
            yield Cell(place, values)


def grid_of(
    queries: Sequence[str],
    parameters: Mapping[str, str | tuple[Answer, ...]],
    where: str = "",
    decimals: int = DECIMALS,
    has_seconds: bool = True,
) -> Grid:
    """The grid of these queries over the parameters, in their order: those with several values or
    with a range such as 1..10 as a text; every other text is an option of the queries.

    Raises `QueryError` for what can never be answered, before anything is worked out.
    """
    texts = tuple(" ".join(a_text(query, "a query").split()) for query in queries)
    words = {key: text for key, text in parameters.items() if isinstance(text, str)}
    in_words, given = ranges_and_options([f"{key}={text}" for key, text in words.items()], texts)
    several = {**parameters, **in_words}
    ranges = {key: labels for key, labels in several.items() if not isinstance(labels, str)}
    if not texts:
        raise QueryError("a sweep needs a query, as in 'EG(0,0)'")
    if not ranges:
        raise QueryError("a sweep needs a range, as in dice=1..10 or target=10..200..10")
    for name, labels in ranges.items():
        if not labels:
            raise QueryError(f"{name} must have at least one value, got none")
    titles = [*ranges, *given, *(query_text(parse(query)) for query in texts), *OWN_COLUMNS]
    for title in titles:
        if titles.count(title) > 1:
            raise QueryError(f"two columns of the sweep would be called {title}: each once")
    # Before any cell is made, so that a vast grid is refused at once.
    cells = count_cells(ranges.values())
    refuse_costly(
        f"a sweep of {shown(cells)} cells",
        STEPS_A_CELL * cells,
        "larger steps, as in 10..200..10, or several sweeps",
    )
    options = tuple(f"{key}={words[key]}" for key in given)
    where = " ".join(a_text(where, "where").split())
    places = as_whole(decimals, "decimals", 0)
    refuse_digits(places)
    questions = Questions(texts, tuple(ranges), options, where, places, allowed())
    grid = Grid(questions, tuple(ranges.values()), has_seconds)
    # An unknown quantity, a name that no query takes, and what is no statement, as far as the first
    # cell tells without any work.
    asked = compiled(questions)
    parts = [*asked.queries, *filter(None, [asked.where])]
    for node, _ in parts:
        check_calls(node)
        if isinstance(node, Name) and node.name not in questions.names:
            evaluate_query(node)  # says that a word is no quantity
    known = [names for _, names in parts]
    refuse_unknown([*asked.given, *questions.names], known, parts[0][0], asked.given)
    # What asks for a quantity may take long, and may have no value in some cells.
    if asked.where is not None and not calls_in(asked.where[0]):
        is_asked(asked, asked.all_given(next(grid.cells())))
    return grid


# --- at the cells ---------------------------------------------------------------------------------


Part = tuple[Node, frozenset[str]]  # a query or a statement, and the names that it takes


@dataclass(frozen=True)
class Compiled:
    """The questions, parsed."""

    queries: tuple[Part, ...]
    where: Part | None
    names: Texts
    given: Mapping[str, Answer]

    def all_given(self, cell: Cell) -> dict[str, Answer]:
        """The options and the parameters at this cell."""
        return {**self.given, **dict(zip(self.names, map(_label, cell.values), strict=True))}


@lru_cache(maxsize=8)
def compiled(questions: Questions) -> Compiled:
    """The questions, parsed once in a process."""
    _, given = ranges_and_options(questions.options, questions.queries)

    def part(text: str) -> Part:
        node = parse(text)
        return node, frozenset(names_taken(node, given))

    where = part(questions.where) if questions.where else None
    return Compiled(tuple(map(part, questions.queries)), where, questions.names, given)


@lru_cache(maxsize=10_000)  # a value of one parameter stands in many cells
def _label(text: str) -> Answer:
    """The value of a parameter as it was before it was written."""
    return parse_values(text)[0]


def is_asked(asked: Compiled, given: Mapping[str, Answer]) -> bool:
    """Whether the statement holds here that says which combinations are meant."""
    if asked.where is None:
        return True
    node, known = asked.where
    holds = evaluate_query(node, entries_of(given, known))
    if isinstance(holds, bool):
        return holds
    raise QueryError(
        f"where must be a statement such as dice <= target, which is true or false; this one is "
        f"{said(holds)}"
    )


# --- rows -----------------------------------------------------------------------------------------


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
            found = Lost("out of memory")
        if isinstance(found, Lost):
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
        self.allowance = allowance
        self.prepare = prepare
        self.cluster = cluster

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
        row = _found(questions, cell)
    return replace(row, seconds=round(perf_counter() - began, MICROSECONDS))


def _found(questions: Questions, cell: Cell) -> Row:
    """The row without its seconds."""
    asked = compiled(questions)
    given = asked.all_given(cell)
    try:
        if not is_asked(asked, given):
            return Row(cell.place, is_left_out=True)
    except ExactDiceError as error:
        return failed(questions, cell, f"where {questions.where}: {_one_line(error)}")
    values = list[tuple[str, str] | None]()
    errors = dict[str, str]()
    for query, (node, known) in zip(questions.queries, asked.queries, strict=True):
        try:
            value = evaluate_query(node, entries_of(given, known))
            values.append(_written(value, questions.decimals))
        except ExactDiceError as error:
            values.append(None)
            errors[query] = _one_line(error)
    # One complaint of all queries, or each with its query where there are several.
    each = dict.fromkeys(errors.values())
    complaint = "; ".join(f"{query}: {why}" for query, why in errors.items())
    if len(values) == 1 or (len(errors) == len(values) and len(each) == 1):
        complaint = "".join(each)
    return Row(cell.place, tuple(values), error=complaint)


def _written(value: Answer, decimals: int) -> tuple[str, str]:
    """The value exactly, and rounded; "" where an expression has no decimals."""
    text = exact(value)
    try:
        return text, decimal(value, decimals)
    except ExactDiceError:
        return text, ""


def _one_line(error: ExactDiceError) -> str:
    return " ".join(str(error).split())
