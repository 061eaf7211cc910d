"""Results on the disk: a file of SQLite with entries, each under a digest.

Levels of a solved game, rows of a sweep and findings of `verify` are stored so. `keep` writes all
its entries or none, however the process ends. A digest is of the entry and of the description of
the whole file: an entry that was changed, or comes from another file, is refused.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...exact.errors import ExactDiceError
from ...exact.files import named

COLUMNS = "kind TEXT, key, content, digest TEXT, PRIMARY KEY (kind, key)"
ALL = "SELECT kind, key, content, digest FROM kept"
FIND = f"{ALL} WHERE kind = ?"
ABOUT = "about"  # the kind of the one entry that says what the file is about
DIGITS = 16  # of a digest: a disk that alters a byte does not hit the same
SECONDS = 5.0  # for which another process is waited for

Key = str | int
Content = Any  # a text or bytes
Entry = tuple[str, Key, Content]  # its kind, its key and what it holds


class Damaged(ExactDiceError):
    """A file is not as it was written."""


class Busy(ExactDiceError):
    """Another process writes the file."""


class Base:
    """The entries in a file, which is made where there is none.

    `alone` keeps all others out until it is closed; where nothing is to be written, `is_read`. A
    fork that reads opens the file anew, as SQLite asks for.
    """

    def __init__(self, file: Path, *, alone: bool = False, is_read: bool = False) -> None:
        self.file, self.alone, self.is_read = file, alone, is_read
        self.about: str = ""
        self._opened: tuple[int, sqlite3.Connection] | None = None
        try:
            self.about = self.content(ABOUT, "") or ""
        except BaseException:
            self.close()
            raise

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_opened": None}

    @property
    def _base(self) -> sqlite3.Connection:
        """The connection of this process."""
        if self._opened is None or self._opened[0] != os.getpid():
            # What a text is read as that is no UTF-8 any more, its digest tells.
            base = _connected(self.file, self.alone, self.is_read)
            base.text_factory = lambda data: data.decode(errors="replace")
            self._opened = os.getpid(), base
        return self._opened[1]

    def __len__(self) -> int:
        ((count,),) = self._rows("SELECT count(*) FROM kept")
        return int(count)

    def _rows(self, query: str, *given: object) -> Iterator[Any]:
        with _sqlite_errors(self.file):
            yield from self._base.execute(query, given)

    def begin(self, about: str) -> None:
        """Say what the file is about, before anything is kept in it."""
        self.keep([(ABOUT, "", about)])
        self.about = about

    def keep(self, entries: Iterable[Entry]) -> None:
        """Keep all of them or none, in place of those with the same kinds and keys."""
        rows = ((kind, key, held, self._digest(kind, key, held)) for kind, key, held in entries)
        with _sqlite_errors(self.file), self._base as base:
            base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)

    def content(self, kind: str, key: Key) -> Content:
        """The content of the entry; None where there is none. `Damaged` where it was changed."""
        row = next(self._rows(f"{FIND} AND key = ?", kind, key), None)
        return None if row is None else self._checked_content(row)

    def entries(self, kind: str, *, passes_over: bool = False) -> Iterator[tuple[Key, Content]]:
        """All keys of the kind and what they hold, in the order in which they were kept; `Damaged`
        at one that was changed, unless it is to be passed over.
        """
        for row in self._rows(f"{FIND} ORDER BY rowid", kind):
            if not passes_over or self._is_whole(row):
                yield row[1], self._checked_content(row)

    def check(self) -> None:
        """Raise `Damaged` at the first entry that was changed."""
        for row in self._rows(f"{ALL} ORDER BY rowid"):
            self._checked_content(row)

    def forget(self, which: str = "TRUE", *given: object) -> None:
        """Forget the entries for which this condition of SQL holds, and make the file shorter."""
        with _sqlite_errors(self.file):
            with self._base as base:
                base.execute(f"DELETE FROM kept WHERE {which}", given)
            self._base.execute("VACUUM")

    def close(self) -> None:
        """Leave the file to others, with nothing beside it."""
        if self._opened is None or self._opened[0] != os.getpid():
            return
        _, base = self._opened
        self._opened = None
        try:
            if self.alone:
                with _sqlite_errors(self.file):
                    base.execute("PRAGMA journal_mode = DELETE")
        finally:
            base.close()

    def _checked_content(self, row: tuple[str, Key, Content, str]) -> Content:
        if not self._is_whole(row):
            place = named(f"{row[0]} {row[1]}".strip())
            raise damaged(self.file, f"what it says of {place} was changed")
        return row[2]

    def _is_whole(self, row: tuple[str, Key, Content, str]) -> bool:
        return isinstance(row[2], (str, bytes)) and self._digest(*row[:3]) == row[3]

    def _digest(self, kind: str, key: Key, content: Content) -> str:
        about = "" if kind == ABOUT else self.about
        place = f"{about}\n{kind}\n{key!r}\n{type(content).__name__}\n".encode(errors="replace")
        data = content.encode(errors="replace") if isinstance(content, str) else content
        return sha256(place + data).hexdigest()[:DIGITS]


def _connected(file: Path, alone: bool, is_read: bool) -> sqlite3.Connection:
    with _sqlite_errors(file):
        if is_read:
            address = f"{file.absolute().as_uri()}?mode=ro"
            return sqlite3.connect(address, SECONDS, uri=True, check_same_thread=False)
        base = sqlite3.connect(file, 0 if alone else SECONDS, check_same_thread=False)
        try:
            if alone:
                # Held until the end; a log that is written on takes no word to the disk each time.
                base.execute("PRAGMA locking_mode = EXCLUSIVE")
                base.execute("PRAGMA journal_mode = WAL")
                base.execute("PRAGMA synchronous = NORMAL")
            base.execute(f"CREATE TABLE IF NOT EXISTS kept ({COLUMNS})")
            return base
        except BaseException:
            base.close()
            raise


@contextmanager
def _sqlite_errors(file: Path) -> Iterator[None]:
    """Turn what SQLite refuses inside the block into an `ExactDiceError` naming the file."""
    try:
        yield
    # Of a damaged file SQLite may say what is no text.
    except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            said = "another run is writing it: wait for its end, or name another"
            raise Busy(f"{named(file)}: {said}") from error
        is_damaged = name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR"))
        if is_damaged or isinstance(error, UnicodeDecodeError):
            raise damaged(file, f"{error}") from error
        raise ExactDiceError(f"{named(file)}: cannot be read or written: {error}") from error


def damaged(file: Path, why: str) -> Damaged:
    """The error for a file that is not as it was written."""
    return Damaged(f"{named(file)}: {why}: it is damaged; bring it back from a copy, or begin anew")
