"""What is kept on the disk of work that was done, so that the next run finds it.

A cache is a convenience: where it cannot be read or written, the work is done again. What is kept
is text that is read as data, and it is found only by a key of everything that the result depends
on: this program as it is installed, and the question.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import time

from .. import __version__
from ..errors import ExactDiceError

MOST_BYTES = 200_000_000  # of the file; what was made last is kept
LONGEST_TEXT = 1_000_000  # of one result: a longer one is not kept
MOST_UNWRITTEN = 50_000_000  # of what is new, until it is written
DIGITS = 16  # of a digest, which a text that a disk has altered does not have
NAME = "results.sqlite"
VARIABLE = "EXACTDICE_CACHE"
SECONDS = 5  # for which another process is waited for
AT_ONCE = 500  # keys that are looked up together
TABLE = "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, text TEXT, made INTEGER)"


def folder() -> Path:
    """The folder of the cache: what EXACTDICE_CACHE says, or where this system has the caches of
    its user.
    """
    said = os.environ.get(VARIABLE)
    if said:
        return Path(said)
    from platformdirs import user_cache_path

    return user_cache_path("exactdice", appauthor=False)


def clear() -> int:
    """Delete the cache; how many bytes it had. `ExactDiceError` where it cannot be deleted."""
    file, size = folder() / NAME, 0
    for path in (file, *(file.with_name(NAME + ending) for ending in ("-journal", "-wal", "-shm"))):
        try:
            size += path.stat().st_size
            path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise ExactDiceError(f"{path}: cannot be deleted: {error.strerror}") from error
    return size


def key_of(question: str) -> str:
    """The key of the question, for this program as it is installed."""
    return sha256(f"{_program()}\n{question}".encode()).hexdigest()


@cache
def _program() -> str:
    """What tells this program from all others, as it was when it was first asked."""
    return _files()


def _files() -> str:
    """The version, and names, sizes and times of all files of code."""
    home = Path(__file__).parent.parent
    states = sorted((str(path), path.stat()) for path in home.rglob("*.py"))
    listed = [f"{path} {state.st_size} {state.st_mtime_ns}" for path, state in states]
    digest = sha256("\n".join(listed).encode()).hexdigest()
    return f"{__version__} {sys.version} {digest}"


class Cache:
    """Texts by their keys, in a file."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._base = _opened(file)
        self._new: dict[str, str] = {}
        self._size = 0  # of what is new

    def found(self, keys: Iterable[str]) -> dict[str, str]:
        """{key: text} of those that are kept."""
        wanted, found = [*dict.fromkeys(keys)], dict[str, str]()
        for first in range(0, len(wanted), AT_ONCE):
            found |= self._of(wanted[first : first + AT_ONCE])
        return found

    def _of(self, keys: list[str]) -> Mapping[str, str]:
        if self._base is None:
            return {}
        marks = ", ".join("?" * len(keys))
        try:
            rows = self._base.execute(
                f"SELECT key, text FROM results WHERE key IN ({marks})", keys
            ).fetchall()
        except sqlite3.Error:  # what is no data base any more
            return {}
        return {key: text[DIGITS:] for key, text in rows if _is_whole(text)}

    def keep(self, key: str, text: str) -> None:
        """Keep the text, at the latest once the cache is closed."""
        if self._base is None or len(text) > LONGEST_TEXT:
            return
        self._new[key] = _digest(text) + text
        self._size += len(text)
        if self._size > MOST_UNWRITTEN:
            self._write(self._base)

    def close(self) -> None:
        """Write what is new, forgetting the older half where it is too much."""
        if self._base is None:
            return
        if self._new:
            self._write(self._base)
        self._base.close()

    def _write(self, base: sqlite3.Connection) -> None:
        """Write what is new, where that is possible."""
        now = int(time())
        rows = [(key, text, now) for key, text in self._new.items()]
        self._new, self._size = {}, 0
        with suppress(OSError, sqlite3.Error):
            with base:
                base.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)
            self._forget_the_older(base)

    def _forget_the_older(self, base: sqlite3.Connection) -> None:
        if self.file is not None and self.file.stat().st_size > MOST_BYTES:
            with base:
                base.execute(
                    "DELETE FROM results WHERE rowid IN "
                    "(SELECT rowid FROM results ORDER BY made LIMIT "
                    "(SELECT count(*) / 2 FROM results))"
                )
            base.execute("VACUUM")


def _opened(file: Path | None) -> sqlite3.Connection | None:
    """The data base in this file, made where there is none; None where it cannot be used."""
    if file is None:
        return None
    try:
        # Results tell what somebody works on.
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _connected(file)
    except sqlite3.DatabaseError as error:
        return _opened_anew(file, error)
    except OSError:
        return None


def _opened_anew(file: Path, error: sqlite3.Error) -> sqlite3.Connection | None:
    """The same, of an empty file in place of one that is no data base."""
    if isinstance(error, sqlite3.OperationalError):  # it is locked, or cannot be written
        return None
    try:
        file.unlink()
        return _connected(file)
    except (OSError, sqlite3.Error):
        return None


def _connected(file: Path) -> sqlite3.Connection:
    base = sqlite3.connect(file, timeout=SECONDS)
    base.execute(TABLE)
    return base


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _is_whole(kept: object) -> bool:
    """Whether it is a text behind its digest."""
    return isinstance(kept, str) and kept[:DIGITS] == _digest(kept[DIGITS:])


@contextmanager
def opened(is_used: bool = True) -> Iterator[Cache]:
    """The user's cache; an empty one that keeps nothing where it is not to be used."""
    kept = Cache(folder() / NAME if is_used else None)
    try:
        yield kept
    finally:
        kept.close()
