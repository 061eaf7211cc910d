"""The rows of a sweep that are found, kept beside its output until that is written: a sweep that
was ended goes on where it was.

A journal has a line for each row, behind a digest of the sweep and of the line; the first line says
which sweep it is. A line that was not written whole, or was changed, is passed over: its cell is
worked out again. At last a line says which bytes were written to the output.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ExactDiceError
from ..exact import shown
from ..files import named, read_bytes, write_atomically
from ..jobs.allowance import Allowance
from ..tables.table import label_text
from .cells import Row
from .questions import Grid

ENDING = ".sweep"  # of the journal, behind the name of the output
DIGITS = 16  # of a digest
FORMAT = 1
LARGEST = 1 << 40  # bytes of an output, which this program itself has written
CHUNK = 1_000_000
MOST_NAMED = 80  # characters of a sweep in a message
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")


@dataclass
class Journal:
    """A journal that is open: the rows that are kept, the digest of the output if that is written,
    and that of a file that it takes the place of.
    """

    path: Path
    heading: str
    rows: dict[int, Row]
    output: str | None
    handle: int
    replaces: str | None = None

    def keep(self, rows: Sequence[Row]) -> None:
        """Keep the rows, whatever happens to this process; of several for one cell the first."""
        new = list[Row]()
        for row in rows:
            if row.place not in self.rows:
                self.rows[row.place] = row
                new.append(row)
        self._write(map(_row_text, new))

    @property
    def is_complete(self) -> bool:
        """Whether the output has all rows."""
        output = self.path.with_name(self.path.name.removesuffix(ENDING))
        return output.exists() and digest_of(read_bytes(output, LARGEST)) == self.output

    def forget_lost(self, allowance: Allowance) -> None:
        """Forget the rows of cells that were beyond smaller limits than these."""
        for row in [*self.rows.values()]:
            if row.limits is not None and _is_more(allowance, row.limits):
                del self.rows[row.place]
                self.output = None

    def close_with(self, digest: str) -> None:
        """Enter which bytes the output will have."""
        self._write([json.dumps({"output": digest})])
        os.fsync(self.handle)
        self.output = digest

    def shorten(self) -> None:
        """Keep no row that the output has, unless one may be tried again within other limits."""
        if any(row.limits is not None for row in self.rows.values()):
            return
        lines = [self.heading, json.dumps({"output": self.output})]
        text = "".join(_line(self.heading, line) for line in lines)
        write_atomically(self.path, text)

    def discard(self) -> None:
        """Keep nothing."""
        self.path.unlink(missing_ok=True)

    def _write(self, texts: Iterable[str]) -> None:
        data = "".join(_line(self.heading, text) for text in texts).encode()
        try:
            while data:
                data = data[os.write(self.handle, data) :]
        except OSError as error:
            raise _cannot(self.path, "written", error) from error


def journal_of(output: Path) -> Path:
    """Where the journal of this output lies."""
    return output.with_name(output.name + ENDING)


@contextmanager
def opened(output: Path, grid: Grid, again: bool) -> Iterator[Journal]:
    """The journal of the sweep that is written to the output; a new one when it is made `again`.

    Raises `ExactDiceError` when what is there belongs to another sweep, or somebody is at it.
    """
    path, heading = journal_of(output), _heading(grid)
    handle = _handle(path)
    try:
        _lock(handle, path)
        if again:
            os.ftruncate(handle, 0)
        data = _data(handle)
        journal = _read(path, heading, data, handle)
        if not data:
            _begin(journal, output, again)
        elif not data.endswith(b"\n"):  # what was cut off ends here
            os.write(handle, b"\n")
        _check_output(output, journal)
        yield journal
    finally:
        os.close(handle)


def _data(handle: int) -> bytes:
    """What the journal holds; no other handle is opened, as to close that would end the lock."""
    os.lseek(handle, 0, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(handle, CHUNK), b""))


def _begin(journal: Journal, output: Path, again: bool) -> None:
    """Enter which sweep it is, and which output it may replace."""
    if output.exists() and not again:
        journal.discard()
        raise ExactDiceError(
            f"{named(output)}: it is there already, and no {named(journal.path.name)} says which "
            "sweep it is of: name another file, or write over it with --again"
        )
    journal.replaces = digest_of(read_bytes(output, LARGEST)) if output.exists() else None
    journal._write([journal.heading, json.dumps({"replaces": journal.replaces})])


def _handle(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise _cannot(path, "written", error) from error


def _cannot(path: Path, done: str, error: OSError) -> ExactDiceError:
    return ExactDiceError(f"{named(path)}: cannot be {done}: {error.strerror}")


def _lock(handle: int, path: Path) -> None:
    """Let no other sweep write the journal; systems without such locks do not keep others out."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        # Of this process alone: workers that outlive it for a moment do not have it.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:
        raise ExactDiceError(
            f"{named(path)}: another sweep is writing it: wait for its end, or name another file"
        ) from error
    except OSError:  # a file system that knows no locks
        return


# --- what is read -------------------------------------------------------------------------------


def _read(path: Path, heading: str, data: bytes, handle: int) -> Journal:
    """The journal that holds these bytes."""
    journal = Journal(path, heading, {}, None, handle)
    first, *lines = data.decode(errors="replace").split("\n")
    if data and _content(heading, first) is None:
        _refuse_other(path, first, heading)
    for line in lines:
        entry = _content(heading, line)
        if isinstance(entry, dict) and "output" in entry:
            journal.output = entry["output"]
        elif isinstance(entry, dict) and "replaces" in entry:
            journal.replaces = entry["replaces"]
        elif isinstance(entry, list):
            row = _row(entry)
            journal.rows[row.place] = row
    return journal


def _refuse_other(path: Path, first: str, heading: str) -> None:
    output = named(path.with_name(path.name.removesuffix(ENDING)))
    try:
        other = json.loads(first[DIGITS + 1 :])
        changed = _changed_file(other, json.loads(heading))
        said = " ".join([*other["queries"], *other["ranges"], *other["options"]])
        where = f" where {other['where']}" if other["where"] else ""
        asked = shown(said + where, MOST_NAMED)
        version = other["version"]
    except (ValueError, LookupError, TypeError):
        raise ExactDiceError(
            f"{named(path)}: it is no journal of a sweep: name another file than {output}, or "
            "begin anew with --again"
        ) from None
    if changed is not None:
        raise ExactDiceError(
            f"{output}: {named(changed)}, which the sweep asks, has changed since it was begun: "
            "name another file, or begin anew with --again"
        )
    by = f", by version {version}" if version != __version__ else ""
    raise ExactDiceError(
        f"{output}: it belongs to another sweep ({asked}{by}): name another file, or begin anew "
        "with --again"
    )


def _changed_file(other: dict[str, Any], asked: dict[str, Any]) -> str | None:
    """The first file that has changed where two sweeps differ in nothing else."""
    if {**other, "files": None} != {**asked, "files": None}:
        return None
    before: dict[str, str] = other["files"]
    now: dict[str, str] = asked["files"]
    return next((name for name in {**before, **now} if before.get(name) != now.get(name)), None)


def _check_output(output: Path, journal: Journal) -> None:
    """Raise `ExactDiceError` when the output is there and is not what this sweep has written or
    replaces.
    """
    known = (journal.output, journal.replaces)
    if output.exists() and digest_of(read_bytes(output, LARGEST)) not in known:
        raise ExactDiceError(
            f"{named(output)}: it was changed after the sweep wrote it: name another file, or "
            "write over it with --again"
        )


def digest_of(data: bytes) -> str:
    """The digest of the output."""
    return sha256(data).hexdigest()


# --- lines --------------------------------------------------------------------------------------


def _heading(grid: Grid) -> str:
    """All that the rows depend on."""
    asked = grid.questions
    ranges = zip(asked.names, grid.labels, strict=True)
    texts = [f"{name}={_labels_text(labels)}" for name, labels in ranges]
    entry = {
        "format": FORMAT,
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
    return json.dumps(entry, ensure_ascii=False)


def _files(texts: Iterable[str]) -> dict[str, str]:
    """{file: its digest as it stands}, of the files with games, strategies and numbers that the
    texts name: rows that come from other files are not rows of this sweep.
    """
    found: dict[str, str] = {}
    for text in texts:
        quoted = [one or other for one, other in QUOTED.findall(text)]
        for name in [*quoted, *_before_colons(text)]:
            for file in _files_at(Path(name)):
                found[str(file)] = digest_of(read_bytes(file, LARGEST))
    return found


def _before_colons(text: str) -> list[str]:
    """What stands before each colon, without the name of an option: it may be a path.

    >>> _before_colons("game=race.py:Race"), _before_colons("C:/games/race.py:Race")
    (['race.py'], ['C:/games/race.py'])
    """
    found: list[str] = []
    drive = ""
    *before, _ = text.split(":")
    for part in before:
        option, is_given, value = part.partition("=")
        path = drive + (value if is_given and option.isidentifier() else part)
        is_drive = len(path) == 1 and path.isalpha()
        drive = f"{path}:" if is_drive else ""
        if not is_drive:
            found.append(path)
    return found


def _files_at(path: Path) -> Iterator[Path]:
    """The file, or those with code in the folder."""
    try:
        yield from sorted(path.rglob("*.py")) if (path / "__init__.py").is_file() else ()
        if path.is_file():
            yield path
    except (OSError, ValueError):  # a text that can be no path
        return


def _labels_text(labels: Sequence[object]) -> str:
    if isinstance(labels, range):
        step = f"..{labels.step}" if labels.step > 1 else ""
        return f"{labels[0]}..{labels[-1]}{step}"
    return ",".join(map(label_text, labels))


def _line(heading: str, text: str) -> str:
    return f"{_digest(heading, text)} {text}\n"


def _digest(heading: str, text: str) -> str:
    return sha256(f"{heading}\n{text}".encode()).hexdigest()[:DIGITS]


def _content(heading: str, line: str) -> object:
    """What the line holds; None where it is not as it was written, for this sweep."""
    digest, _, text = line.partition(" ")
    if digest != _digest(heading, text):
        return None
    content: object = json.loads(text)
    return content


def _row_text(row: Row) -> str:
    return json.dumps(astuple(row), ensure_ascii=False, separators=(",", ":"))


def _row(entry: list[Any]) -> Row:
    place, values, seconds, error, is_left_out, limits = entry
    pairs = tuple(None if pair is None else tuple(pair) for pair in values)
    return Row(place, pairs, seconds, error, is_left_out, limits and tuple(limits))


def _is_more(allowance: Allowance, limits: tuple[float, int]) -> bool:
    """Whether the allowance is more than these seconds and megabytes."""
    seconds, megabytes = limits
    return allowance.seconds > seconds or allowance.megabytes > megabytes
