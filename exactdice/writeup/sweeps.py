"""Sweeps: queries asked of all combinations of parameters, worked out by this process or by a crew
of workers, and kept beside the output until that is written.

What is sent to a worker is text alone: names of functions and of games, and numbers. A sweep that
was ended goes on where it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from hashlib import file_digest, sha256
from itertools import product
from math import inf, prod
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .. import __version__
from ..exact.argument_checks import a_text
from ..exact.cost import allowed, limit, refuse_costly, refuse_digits
from ..exact.errors import ExactDiceError, QueryError
from ..exact.files import named, write_atomically
from ..exact.numbers import Progress, as_whole, shown
from ..jobs.allowance import Allowance
from ..jobs.crew import Crew, Task
from ..jobs.worker import Lost, answered
from ..query.evaluate import calls_in, check_calls, entries_of, evaluate_query, parse_values
from ..query.ranges import Labels, ranges_and_options, split_words
from ..query.register import Answer
from ..query.strategy_table import READS_FILES
from ..query.syntax import Name, Node, parse, query_text
from ..query.values import said
from ..solvers.stores.base import Base, Damaged
from .sweep_table import ERROR, ROUNDED, SECONDS, Entries, SweepTable, Texts, as_bytes, read_entry
from .tables.number_text import decimal, exact
from .tables.table import count_cells, label_text, names_taken, refuse_unknown

if TYPE_CHECKING:
    from ..jobs.cluster import Cluster

MICROSECONDS = 6  # decimals of the seconds
STEPS_A_CELL = 1000
DECIMALS = 15  # as many as a float holds
SELDOM = 0.1  # seconds between two reports on how far the sweep has come
ENDING = ".sweep"  # of the journal, behind the name of the output
# kinds of entries of a journal
ROW = "row"
OUTPUT = "output"
REPLACES = "replaces"
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")


@dataclass(frozen=True)
class Questions:
    """The questions to every cell: the queries, under options that are the same everywhere, where a
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
    """The questions of a sweep, and the labels of each parameter: their product in this order, the
    last one changing fastest.

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

    def identity(self) -> str:
        """All that the rows depend on."""
        asked = self.questions
        ranges = []
        for name, labels in zip(asked.names, self.labels, strict=True):
            text = ",".join(map(label_text, labels))
            if isinstance(labels, range):
                step = f"..{labels.step}" if labels.step > 1 else ""
                text = f"{labels[0]}..{labels[-1]}{step}"
            ranges.append(f"{name}={text}")
        entry = {
            "version": __version__,
            "queries": asked.queries,
            "ranges": ranges,
            "options": asked.options,
            "where": asked.where,
            "decimals": asked.decimals,
            "seconds": self.has_seconds,
            "limit": None if asked.steps is None else str(asked.steps),
            "files": _digests_of_files([*asked.queries, *ranges, *asked.options, asked.where]),
        }
        return json.dumps(entry)


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
    titles = [*ranges, *given, *(query_text(parse(query)) for query in texts), SECONDS, ERROR]
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
    asked = compile_questions(questions)
    parts = [*asked.queries, *filter(None, [asked.where])]
    for node, _ in parts:
        check_calls(node)
        if isinstance(node, Name) and node.name not in questions.names:
            evaluate_query(node)  # says that a word is no quantity
    known = [names for _, names in parts]
    refuse_unknown([*asked.given, *questions.names], known, parts[0][0], asked.given)
    # What asks for a quantity may take long, and may have no value in some cells.
    if asked.where is not None and not calls_in(asked.where[0]):
        statement_holds(asked, asked.all_given(next(grid.cells())))
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
def compile_questions(questions: Questions) -> Compiled:
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


def statement_holds(asked: Compiled, given: Mapping[str, Answer]) -> bool:
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
    """The results at a cell: of each query the value and its decimals as texts, None where it has
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
            found = failed_row(questions, cell, found.why)
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
                    yield failed_row(questions, cell, answer.why, limits)
                else:
                    yield cast(Row, answer)


def failed_row(
    questions: Questions, cell: Cell, why: str, limits: tuple[float, int] | None = None
) -> Row:
    """The row of a cell that has no values, and why."""
    return Row(cell.place, (None,) * len(questions.queries), None, why, limits=limits)


def row_of(asked: tuple[Questions, Cell]) -> Row:
    """The row of a cell: a game that several queries ask for is solved once."""
    questions, cell = asked
    began = perf_counter()
    with limit(questions.steps):
        meant = compile_questions(questions)
        given = meant.all_given(cell)
        try:
            holds = statement_holds(meant, given)
        except ExactDiceError as error:
            row = failed_row(questions, cell, f"where {questions.where}: {_one_line(error)}")
        else:
            row = (
                _evaluate_queries(questions, given, cell.place)
                if holds
                else Row(cell.place, is_left_out=True)
            )
    return replace(row, seconds=round(perf_counter() - began, MICROSECONDS))


def _evaluate_queries(questions: Questions, given: Mapping[str, Answer], place: int) -> Row:
    values = list[tuple[str, str] | None]()
    errors = dict[str, str]()
    for query, (node, known) in zip(
        questions.queries, compile_questions(questions).queries, strict=True
    ):
        try:
            value = evaluate_query(node, entries_of(given, known))
            text = exact(value)
        except ExactDiceError as error:
            values.append(None)
            errors[query] = _one_line(error)
            continue
        try:
            values.append((text, decimal(value, questions.decimals)))
        except ExactDiceError:  # an expression without decimals
            values.append((text, ""))
    # One complaint of all queries, or each with its query where there are several.
    each = dict.fromkeys(errors.values())
    complaint = "; ".join(f"{query}: {why}" for query, why in errors.items())
    if len(values) == 1 or (len(errors) == len(values) and len(each) == 1):
        complaint = "".join(each)
    return Row(place, tuple(values), error=complaint)


def _one_line(error: ExactDiceError) -> str:
    return " ".join(str(error).split())


# --- tables and files of sweeps -------------------------------------------------------------------


def columns_of(grid: Grid) -> Texts:
    """The names of the columns."""
    asked = grid.questions
    queries = [part for query in asked.queries for part in (query, query + ROUNDED)]
    seconds = [SECONDS] * grid.has_seconds
    return (*asked.names, *split_words(asked.options), *queries, *seconds, ERROR)


def sweep_of(grid: Grid, rows: Mapping[int, Row]) -> SweepTable:
    """The table of the rows, in the order of the grid, of the cells that are meant.

    Raises `QueryError` where no cell is meant: there is nothing to write.
    """
    if all(row.is_left_out for row in rows.values()):
        raise QueryError(
            f"the statement {grid.questions.where} holds for none of the {grid.size} combinations"
        )
    options = [*map(read_entry, split_words(grid.questions.options).values())]
    labels = [
        [label if type(label) is int else label_text(label) for label in several]
        for several in grid.labels
    ]
    found = list[Entries]()
    for place, parameters in enumerate(product(*labels)):
        row = rows[place]
        if not row.is_left_out:
            # The exact value and the decimals of each query in turn.
            pairs = (pair or (None, None) for pair in row.values)
            values = (part or None for pair in pairs for part in pair)
            seconds = (row.seconds,) * grid.has_seconds
            found.append((*parameters, *options, *values, *seconds, row.error or None))
    return SweepTable(columns_of(grid), tuple(found))


@dataclass(frozen=True)
class Outcome:
    """The outcome of a sweep with a file: its rows, those with an error and the first of these, and
    those that were beyond a limit of time or memory.
    """

    rows: int
    errors: int = 0
    first_error: str = ""
    beyond_limits: int = 0


def swept(grid: Grid, executor: Executor, progress: Progress | None = None) -> SweepTable:
    """The table of the sweep, which is kept nowhere."""
    rows = dict[int, Row]()
    tell = _report_seldom(progress, grid.size)
    for row in executor(grid.questions, grid.cells()):
        rows.setdefault(row.place, row)
        tell(len(rows))
    return sweep_of(grid, rows)


def run(
    grid: Grid,
    executor: Executor,
    journal: Journal,
    output: Path,
    progress: Progress | None = None,
) -> Outcome:
    """Work out the sweep, whose rows are kept in the journal until they are in the file."""
    known = len(journal.rows)
    # Of what is worked out now, so that the time left is that of this run.
    tell = _report_seldom(progress, grid.size - known)
    unknown = (cell for cell in grid.cells() if cell.place not in journal.rows)
    for row in executor(grid.questions, unknown):
        journal.keep([row])
        tell(len(journal.rows) - known)
    try:
        table = sweep_of(grid, journal.rows)
    except QueryError:
        journal.base.close()
        journal.base.file.unlink()
        raise
    data = as_bytes(table, output)
    journal.base.keep([(OUTPUT, "", sha256(data).hexdigest())])
    write_atomically(output, data)
    asked = [row for _, row in sorted(journal.rows.items()) if not row.is_left_out]
    errors = [row.error for row in asked if row.error]
    beyond = sum(row.limits is not None for row in asked)
    # The output has all rows; only those that may be tried again within other limits are kept.
    if not beyond:
        journal.base.forget("kind = ?", ROW)
    return Outcome(len(asked), len(errors), next(iter(errors), ""), beyond)


def _report_seldom(progress: Progress | None, total: int) -> Callable[[int], None]:
    """A function that reports how many cells of the total are done, now and then: cells may take no
    longer than to draw a bar does.
    """
    last = -inf

    def tell(done: int) -> None:
        nonlocal last
        if progress is not None and (monotonic() - last > SELDOM or done == total):
            last = monotonic()
            progress(done, total)

    return tell


# --- journals -------------------------------------------------------------------------------------


class Journal:
    """A journal that is open: the rows that are kept, the digest of the output if that is written,
    and that of a file that it takes the place of.
    """

    def __init__(self, base: Base) -> None:
        self.base = base
        self.rows: dict[int, Row] = {}
        # A row that was changed is passed over: its cell is worked out again.
        for _, text in base.entries(ROW, passes_over=True):
            place, values, seconds, error, is_left_out, limits = json.loads(text)
            pairs = tuple(None if pair is None else tuple(pair) for pair in values)
            limits = limits and tuple(limits)
            self.rows[place] = Row(place, pairs, seconds, error, is_left_out, limits)
        self.output = base.content(OUTPUT, "")
        self.replaces = base.content(REPLACES, "")

    def keep(self, rows: Sequence[Row]) -> None:
        """Keep the rows, whatever happens to this process; of several for one cell the first."""
        new: dict[int, Row] = {}
        for row in rows:
            if row.place not in self.rows:
                new.setdefault(row.place, row)
        self.base.keep((ROW, place, json.dumps(astuple(row))) for place, row in new.items())
        self.rows |= new

    @property
    def is_complete(self) -> bool:
        """Whether the output has all rows."""
        output = self.base.file.with_name(self.base.file.name.removesuffix(ENDING))
        return output.exists() and _digest_at(output) == self.output

    def forget_lost(self, allowance: Allowance) -> None:
        """Forget the rows of cells that were beyond smaller limits than these."""
        for row in [*self.rows.values()]:
            seconds, megabytes = row.limits or (inf, inf)
            if allowance.seconds > seconds or allowance.megabytes > megabytes:
                del self.rows[row.place]
                self.output = None


def journal_of(output: Path) -> Path:
    """Where the journal of this output lies."""
    return output.with_name(output.name + ENDING)


@contextmanager
def opened(output: Path, grid: Grid, again: bool) -> Iterator[Journal]:
    """The journal of the sweep that is written to the output; a new one when it is made `again`.

    Raises `ExactDiceError` when what is there belongs to another sweep, or somebody is at it.
    """
    path = journal_of(output)
    about = grid.identity()
    if output.exists() and not again and not path.exists():
        raise ExactDiceError(
            f"{named(output)}: it is there already, and no {named(path.name)} says which "
            "sweep it is of: name another file, or write over it with --again"
        )
    try:
        base = Base(path, alone=True)
    except Damaged:
        if not again:
            raise ExactDiceError(
                f"{named(path)}: it is no journal of a sweep: name another file than "
                f"{named(output.name)}, or begin anew with --again"
            ) from None
        path.unlink()
        base = Base(path, alone=True)
    try:
        if again:
            base.forget()
        elif base.about not in ("", about):
            _refuse_other(output, json.loads(base.about), json.loads(about))
        if again or not base.about:
            base.begin(about)
            base.keep([(REPLACES, "", _digest_at(output))] if output.exists() else ())
        journal = Journal(base)
        known = (journal.output, journal.replaces)
        if output.exists() and _digest_at(output) not in known:
            raise ExactDiceError(
                f"{named(output)}: it was changed after the sweep wrote it: name another file, or "
                "write over it with --again"
            )
        yield journal
    finally:
        base.close()


def _digest_at(output: Path) -> str:
    with output.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _refuse_other(output: Path, other: dict[str, Any], asked: dict[str, Any]) -> None:
    """Say which other sweep the journal is of, or which file has changed where nothing else has."""
    if {**other, "files": None} == {**asked, "files": None}:
        before = other["files"]
        now = asked["files"]
        changed = next(name for name in before | now if before.get(name) != now.get(name))
        said = f"{named(changed)}, which the sweep asks, has changed since it was begun"
    else:
        where = [f"where {other['where']}"] if other["where"] else []
        words = shown(" ".join([*other["queries"], *other["ranges"], *other["options"], *where]))
        version = other["version"]
        by = f", by version {version}" if version != __version__ else ""
        said = f"it belongs to another sweep ({words}{by})"
    raise ExactDiceError(f"{named(output)}: {said}: name another file, or begin anew with --again")


def _digests_of_files(texts: Iterable[str]) -> dict[str, str]:
    """{file: its digest as it stands}, of the files with games, strategies and numbers that the
    texts name: rows that come from other files are not rows of this sweep.
    """
    digests: dict[str, str] = {}
    for text in texts:
        quoted = ["".join(either) for either in QUOTED.findall(text)]
        # game=race.py:Race, also C:/games/race.py:Race
        *before_colons, _ = re.split(r":(?![/\\])", text)
        files_of_games = [re.sub(r"^\w+=", "", part) for part in before_colons]
        for path in map(Path, [*quoted, *files_of_games]):
            # A file, or those with code in a folder.
            try:
                files = path.rglob("*.py") if (path / "__init__.py").is_file() else [path]
                there = [file for file in sorted(files) if file.is_file()]
            except (OSError, ValueError):  # a text that can be no path
                continue
            digests |= {str(file): _digest_at(file) for file in there}
    return digests
