"""Sweeps: queries asked at every combination of parameters, worked out by this process or by a crew
of workers, and kept beside the output until that is written.

A sweep is text alone (names of functions and of games, and numbers), which any worker reads. One
that was ended goes on where it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import file_digest, sha256
from math import inf, prod
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NamedTuple

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
from ..query.ranges import ranges_and_options, split_words
from ..query.register import Answer
from ..query.strategy_table import READS_FILES
from ..query.syntax import Name, Node, parse, query_text
from ..query.values import said
from ..solvers.stores.base import Base, Damaged
from .sweep_table import ERROR, ROUNDED, SECONDS, Entries, SweepTable, Texts, as_bytes, read_entry
from .tables.number_text import decimal, exact
from .tables.table import count_cells, label_text, names_taken, refuse_unknown

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
class Sweep:
    """Queries, under options that are the same everywhere, asked at the product of the ranges where
    a statement holds; the last range changes fastest.

    `decimals` are those of the rounded columns, `steps` the limit of cost (None for none).

    >>> sweep = plan_sweep(["EG(0,0)"], {"dice": "1..2", "target": "10..20..10"})
    >>> [sweep.labels_at(place) for place in range(sweep.size)]
    [(1, 10), (1, 20), (2, 10), (2, 20)]
    """

    queries: Texts
    ranges: tuple[tuple[str, range | tuple[int | str, ...]], ...]
    options: Texts = ()  # as words: target=20, weights=1,1,2
    where: str = ""
    decimals: int = DECIMALS
    steps: int | None = None
    has_seconds: bool = True  # whether the file says how long each cell took

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(len(labels) for _, labels in self.ranges)

    def labels_at(self, place: int) -> tuple[int | str, ...]:
        """The labels of the cell at this place, from 0."""
        found = list[int | str]()
        for _, labels in reversed(self.ranges):
            place, k = divmod(place, len(labels))
            found.append(labels[k])
        return tuple(reversed(found))

    @property
    def columns(self) -> Texts:
        """The names of the columns of its table."""
        names = [name for name, _ in self.ranges]
        values = [part for query in self.queries for part in (query, query + ROUNDED)]
        return (*names, *split_words(self.options), *values, *[SECONDS] * self.has_seconds, ERROR)

    def identity(self) -> str:
        """All that the rows depend on."""
        ranges = []
        for name, labels in self.ranges:
            several = [range_text(labels)] if isinstance(labels, range) else map(str, labels)
            ranges.append(f"{name}={','.join(several)}")
        texts = [*self.queries, *ranges, *self.options, self.where]
        files = _digests_of_files(texts)
        steps = None if self.steps is None else str(self.steps)
        entry = {**asdict(self), "ranges": ranges, "steps": steps}
        return json.dumps({**entry, "version": __version__, "files": files})


def range_text(numbers: range) -> str:
    """The range as a query writes it: `1..10`, `0..100..25`."""
    step = f"..{numbers.step}" if numbers.step > 1 else ""
    return f"{numbers[0]}..{numbers[-1]}{step}"


def plan_sweep(
    queries: Sequence[str],
    parameters: Mapping[str, str | tuple[Answer, ...]],
    where: str = "",
    decimals: int = DECIMALS,
    has_seconds: bool = True,
) -> Sweep:
    """The sweep of these queries over the parameters, in their order: those with several values or
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
    # Before any cell is made, so that a vast sweep is refused at once.
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
    written = tuple(
        (name, labels if isinstance(labels, range) else tuple(map(_label_entry, labels)))
        for name, labels in ranges.items()
    )
    sweep = Sweep(texts, written, options, where, places, allowed(), has_seconds)
    # An unknown quantity, a name that no query takes, and what is no statement, as far as the first
    # cell tells without any work.
    _, parts = parse_sweep(sweep)
    for node, _ in parts:
        check_calls(node)
        if isinstance(node, Name) and node.name not in ranges:
            evaluate_query(node)  # says that a word is no quantity
    refuse_unknown([*given, *ranges], [names for _, names in parts], parts[0][0], given)
    # What asks for a quantity may take long, and may have no value in some cells.
    if where and not calls_in(parts[-1][0]):
        statement_holds(sweep, given_at(sweep, 0))
    return sweep


def _label_entry(label: Answer) -> int | str:
    return label if type(label) is int else label_text(label)


# --- at a cell ------------------------------------------------------------------------------------


class Row(NamedTuple):
    """The results at a cell: of each query the value and its decimals as texts, None where there is
    none; the seconds that it took, and what went wrong.

    `limits` are the seconds and the megabytes that were not enough.
    """

    values: Sequence[str | None] = ()
    seconds: float | None = None
    error: str | None = None
    is_left_out: bool = False  # where the statement of the sweep does not hold
    limits: Sequence[float] | None = None


@lru_cache(maxsize=8)
def parse_sweep(sweep: Sweep) -> tuple[dict[str, Answer], list[tuple[Node, set[str]]]]:
    """The options of the sweep; and its queries and then its statement, each with the names that it
    takes: parsed once in a process.
    """
    _, given = ranges_and_options(sweep.options, sweep.queries)
    nodes = map(parse, filter(None, (*sweep.queries, sweep.where)))
    return given, [(node, names_taken(node, given)) for node in nodes]


@lru_cache(maxsize=10_000)  # a value of one parameter stands in many cells
def _label(text: str) -> Answer:
    """The value of a parameter as it was before it was written."""
    return parse_values(text)[0]


def given_at(sweep: Sweep, place: int) -> dict[str, Answer]:
    """The options of the sweep and the parameters at this place."""
    given, _ = parse_sweep(sweep)
    labels = (_label(one) if isinstance(one, str) else one for one in sweep.labels_at(place))
    return {**given, **dict(zip((name for name, _ in sweep.ranges), labels, strict=True))}


def statement_holds(sweep: Sweep, given: Mapping[str, Answer]) -> bool:
    """Whether the statement holds here that says which combinations are meant."""
    if not sweep.where:
        return True
    node, known = parse_sweep(sweep)[1][-1]
    holds = evaluate_query(node, entries_of(given, known))
    if isinstance(holds, bool):
        return holds
    raise QueryError(
        f"where must be a statement such as dice <= target, which is true or false; this one is "
        f"{said(holds)}"
    )


def row_at(cell: tuple[Sweep, int]) -> Row:
    """The row of the sweep at this place; a game that several queries ask for is solved once."""
    sweep, place = cell
    began = perf_counter()
    with limit(sweep.steps):
        given = given_at(sweep, place)
        try:
            row = _evaluate(sweep, given) if statement_holds(sweep, given) else LEFT_OUT
        except ExactDiceError as error:
            row = _failed(sweep, f"where {sweep.where}: {_one_line(error)}")
    return row._replace(seconds=round(perf_counter() - began, MICROSECONDS))


LEFT_OUT = Row(is_left_out=True)


def _evaluate(sweep: Sweep, given: Mapping[str, Answer]) -> Row:
    values = list[str | None]()
    errors = dict[str, str]()
    for query, (node, known) in zip(sweep.queries, parse_sweep(sweep)[1], strict=False):
        try:
            value = evaluate_query(node, entries_of(given, known))
            text = exact(value)
        except ExactDiceError as error:
            values += None, None
            errors[query] = _one_line(error)
            continue
        try:
            values += text, decimal(value, sweep.decimals)
        except ExactDiceError:  # an expression without decimals
            values += text, None
    # One complaint of all queries, or each with its query where there are several.
    complaints = {*errors.values()}
    if len(errors) == len(sweep.queries) and len(complaints) == 1:
        return Row(tuple(values), error=complaints.pop())
    each = "; ".join(f"{query}: {why}" for query, why in errors.items())
    return Row(tuple(values), error=each or None)


def _failed(sweep: Sweep, why: str, limits: Sequence[float] | None = None) -> Row:
    """The row of a cell that has no values, and why."""
    return Row((None,) * (2 * len(sweep.queries)), None, why, limits=limits)


def _one_line(error: ExactDiceError) -> str:
    return " ".join(str(error).split())


# --- all cells ------------------------------------------------------------------------------------


def find_rows(
    sweep: Sweep, places: Iterable[int], crew: Crew | None = None
) -> Iterator[tuple[int, Row]]:
    """The places, each with its row, as they are found: by the crew within its allowance, or one by
    one in this process without limits of time and memory. What fails at a cell costs its row alone.

    >>> sweep = plan_sweep(["P(d, k)"], {"d": "1..2", "k": "7"})
    >>> [row.values for place, row in find_rows(sweep, [1])]
    [('1/9', '0.111111111111111')]
    """
    # A strategy in a file is on this machine alone.
    stays = any(READS_FILES in text for text in (*sweep.queries, *sweep.options))
    tasks = (Task(row_at, (sweep, place), stays=stays) for place in places)
    limits = None
    if crew is None:
        answers = _answers_here(tasks)
    else:
        crew.add(tasks)
        answers = crew.answers()
        limits = (crew.allowance.seconds, crew.allowance.megabytes)
    for task, answer in answers:
        if crew is not None:
            crew.forget()  # a row is no longer the crew's
        row = _failed(sweep, answer.why, limits) if isinstance(answer, Lost) else answer
        yield task.argument[1], row


def _answers_here(tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
    for task in tasks:
        try:
            yield task, answered(task.work, task.argument)
        except MemoryError:
            yield task, Lost("out of memory")


def tabulate(
    sweep: Sweep,
    crew: Crew | None = None,
    progress: Progress | None = None,
    rows: MutableMapping[int, Row] | None = None,
) -> SweepTable:
    """The table of the sweep, in its order, of the cells that are meant: `rows` are those that are
    known already, where the others are entered as they are found.

    Raises `QueryError` where no cell is meant: there is nothing to write.
    """
    rows = {} if rows is None else rows
    # Of what is worked out now, so that the time left is that of this run.
    known, told = len(rows), -inf
    for place, row in find_rows(sweep, [k for k in range(sweep.size) if k not in rows], crew):
        rows[place] = row
        # Cells may take no longer than to draw a bar does.
        if progress and (monotonic() - told > SELDOM or len(rows) == sweep.size):
            told = monotonic()
            progress(len(rows) - known, sweep.size - known)
    options = [*map(read_entry, split_words(sweep.options).values())]
    found = list[Entries]()
    for place in range(sweep.size):
        row = rows[place]
        if not row.is_left_out:
            seconds = (row.seconds,) * sweep.has_seconds
            found.append((*sweep.labels_at(place), *options, *row.values, *seconds, row.error))
    if not found:
        raise QueryError(
            f"the statement {sweep.where} holds for none of the {sweep.size} combinations"
        )
    return SweepTable(sweep.columns, tuple(found))


# --- journals -------------------------------------------------------------------------------------


class Journal(dict[int, Row]):
    """The rows that are known of the sweep that goes into a file, each written beside it at once,
    whatever happens to this process.
    """

    def __init__(self, base: Base, output: Path) -> None:
        self.base, self.output = base, output
        # A row that was changed is passed over: its cell is worked out again.
        for place, text in base.entries(ROW, passes_over=True):
            super().__setitem__(int(place), Row(*json.loads(text)))
        self.written = base.content(OUTPUT, "")  # the digest of the output, once that is written

    def __setitem__(self, place: int, row: Row) -> None:
        self.base.keep([(ROW, place, json.dumps(row))])
        super().__setitem__(place, row)

    @property
    def is_complete(self) -> bool:
        """Whether the output has all rows."""
        return self.output.exists() and _digest_at(self.output) == self.written

    def forget_lost(self, allowance: Allowance) -> None:
        """Forget the rows of cells that were beyond smaller limits than these."""
        for place, row in [*self.items()]:
            seconds, megabytes = row.limits or (inf, inf)
            if allowance.seconds > seconds or allowance.megabytes > megabytes:
                del self[place]
                self.written = None

    def write_output(
        self, sweep: Sweep, crew: Crew | None = None, progress: Progress | None = None
    ) -> list[Row]:
        """Work out the sweep and write its file; the rows that this has."""
        try:
            table = tabulate(sweep, crew, progress, self)
        except QueryError:
            self.base.close()
            self.base.file.unlink()
            raise
        data = as_bytes(table, self.output)
        self.base.keep([(OUTPUT, "", sha256(data).hexdigest())])
        write_atomically(self.output, data)
        rows = [row for _, row in sorted(self.items()) if not row.is_left_out]
        # The output has all rows; only those that may be tried again within other limits are kept.
        if not any(row.limits for row in rows):
            self.base.forget("kind = ?", ROW)
        return rows


def journal_of(output: Path) -> Path:
    """Where the journal of this output lies."""
    return output.with_name(output.name + ENDING)


@contextmanager
def opened(output: Path, sweep: Sweep, again: bool) -> Iterator[Journal]:
    """The journal of the sweep that is written to the output; a new one when it is made `again`.

    Raises `ExactDiceError` when what is there belongs to another sweep, or somebody is at it.
    """
    path = journal_of(output)
    about = sweep.identity()
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
        now = _digest_at(output) if output.exists() else None
        if again or not base.about:
            base.begin(about)
            base.keep([(REPLACES, "", now)] if now else ())
        journal = Journal(base, output)
        if now not in (None, journal.written, base.content(REPLACES, "")):
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
    before, now = other["files"], asked["files"]
    if {**other, "files": now} == asked:
        changed = next(name for name in before | now if before.get(name) != now.get(name))
        told = f"{named(changed)}, which the sweep asks, has changed since it was begun"
    else:
        where = [f"where {other['where']}"] if other["where"] else []
        words = shown(" ".join([*other["queries"], *other["ranges"], *other["options"], *where]))
        version = other["version"]
        by = f", by version {version}" if version != __version__ else ""
        told = f"it belongs to another sweep ({words}{by})"
    raise ExactDiceError(f"{named(output)}: {told}: name another file, or begin anew with --again")


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
