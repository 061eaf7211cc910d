"""A sweep run: the cells that are not known yet worked out, the rows kept beside the output until
that is written, and the file written. A sweep that was ended goes on where it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from hashlib import file_digest, sha256
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from ... import __version__
from ...exact.errors import ExactDiceError, QueryError
from ...exact.files import named, write_atomically
from ...exact.numbers import Progress, shown
from ...jobs.allowance import Allowance
from ...solvers.stores.base import Base, Damaged
from ..tables.table import label_text
from .cells import Executor, Grid, Row
from .table import SweepTable, as_bytes, sweep_of

SELDOM = 0.1  # seconds between two words on how far the sweep has come
ENDING = ".sweep"  # of the journal, behind the name of the output
# kinds of entries of a journal
ROW = "row"
OUTPUT = "output"
REPLACES = "replaces"
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")


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
    rows = dict[int, Row]()
    tell = _seldom(progress, grid.size)
    for row in executor(grid.questions, grid.cells()):
        rows.setdefault(row.place, row)
        tell(len(rows))
    _refuse_none(grid, rows)
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
    unknown = (cell for cell in grid.cells() if cell.place not in journal.rows)
    for row in executor(grid.questions, unknown):
        journal.keep([row])
        tell(len(journal.rows) - known)
    try:
        _refuse_none(grid, journal.rows)
    except QueryError:
        journal.base.close()
        journal.base.file.unlink()
        raise
    data = as_bytes(sweep_of(grid, journal.rows), output)
    journal.base.keep([(OUTPUT, "", sha256(data).hexdigest())])
    write_atomically(output, data)
    asked = [row for _, row in sorted(journal.rows.items()) if not row.is_left_out]
    errors = [row.error for row in asked if row.error]
    beyond = sum(row.limits is not None for row in asked)
    # The output has all rows; only those that may be tried again within other limits are kept.
    if not beyond:
        journal.base.forget("kind = ?", ROW)
    return Outcome(len(asked), len(errors), next(iter(errors), ""), beyond)


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


def _refuse_none(grid: Grid, rows: Mapping[int, Row]) -> None:
    """Raise `QueryError` where no cell is meant: there is nothing to write."""
    if all(row.is_left_out for row in rows.values()):
        raise QueryError(
            f"the statement {grid.questions.where} holds for none of the {grid.size} combinations"
        )


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
    about = _about(grid)
    if output.exists() and not again and not path.exists():
        raise ExactDiceError(
            f"{named(output)}: it is there already, and no {named(path.name)} says which "
            "sweep it is of: name another file, or write over it with --again"
        )
    base = _opened(path, again)
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


def _opened(path: Path, again: bool) -> Base:
    try:
        return Base(path, alone=True)
    except Damaged:
        if again:
            path.unlink()
            return Base(path, alone=True)
        raise ExactDiceError(
            f"{named(path)}: it is no journal of a sweep: name another file than "
            f"{named(path.name.removesuffix(ENDING))}, or begin anew with --again"
        ) from None


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


# --- what a sweep is ------------------------------------------------------------------------------


def _about(grid: Grid) -> str:
    """All that the rows depend on."""
    asked = grid.questions
    ranges = zip(asked.names, grid.labels, strict=True)
    texts = [f"{name}={_labels_text(labels)}" for name, labels in ranges]
    entry = {
        "version": __version__,
        "queries": asked.queries,
        "ranges": texts,
        "options": asked.options,
        "where": asked.where,
        "decimals": asked.decimals,
        "seconds": grid.has_seconds,
        "limit": None if asked.steps is None else str(asked.steps),
        "files": _files([*asked.queries, *texts, *asked.options, asked.where]),
    }
    return json.dumps(entry)


def _files(texts: Iterable[str]) -> dict[str, str]:
    """{file: its digest as it stands}, of the files with games, strategies and numbers that the
    texts name: rows that come from other files are not rows of this sweep.
    """
    found: dict[str, str] = {}
    for text in texts:
        quoted = [one or other for one, other in QUOTED.findall(text)]
        for path in map(Path, [*quoted, *_before_colons(text)]):
            # A file, or those with code in a folder.
            try:
                files = path.rglob("*.py") if (path / "__init__.py").is_file() else [path]
                there = [file for file in sorted(files) if file.is_file()]
            except (OSError, ValueError):  # a text that can be no path
                continue
            found |= {str(file): _digest_at(file) for file in there}
    return found


def _before_colons(text: str) -> list[str]:
    """What stands before each colon, without the name of an option: it may be a path.

    >>> _before_colons("game=race.py:Race"), _before_colons("C:/games/race.py:Race")
    (['race.py'], ['C:/games/race.py'])
    """
    *before, _ = re.split(r":(?![/\\])", text)
    return [re.sub(r"^\w+=", "", part) for part in before]


def _labels_text(labels: Sequence[object]) -> str:
    if isinstance(labels, range):
        step = f"..{labels.step}" if labels.step > 1 else ""
        return f"{labels[0]}..{labels[-1]}{step}"
    return ",".join(map(label_text, labels))
