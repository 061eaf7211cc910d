"""The user's cache: what was found is kept for the next run.

It is a convenience: where it cannot be read or written, the work is done again. What is kept is
text that is read as data, and it is found only by a key of everything that the result depends on:
this program as it is installed, and the question.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import flint

from ... import __version__
from ...exact.errors import ExactDiceError
from ...exact.files import HOME, read_bytes
from .base import Base, Damaged

MOST_BYTES = 200_000_000  # bytes of the file, beyond which the older half is forgotten
NAME = "results.sqlite"
VARIABLE = "EXACTDICE_CACHE"
RESULT = "result"
DIGITS = 12  # of the digest of the code: enough to tell one state of it from another
OLDER = "rowid IN (SELECT rowid FROM kept ORDER BY rowid LIMIT (SELECT count(*) / 2 FROM kept))"


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
    for path in (file, file.with_name(f"{NAME}-journal")):
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
    return sha256(f"{this_program()}\n{question}".encode()).hexdigest()


@cache
def this_program() -> str:
    """The version of this package and of its code, wherever that lies, of Python and of
    python-flint, in a line: results are of one program, and machines work together, only where it
    is the same.
    """
    code = sha256()
    for path in sorted(HOME.rglob("*.py")):
        code.update(f"{path.relative_to(HOME).as_posix()}\n".encode())
        code.update(read_bytes(path))
    python = ".".join(platform.python_version_tuple()[:2])
    return (
        f"exactdice {__version__} (code {code.hexdigest()[:DIGITS]}), Python {python}, "
        f"python-flint {flint.__version__}"
    )


class Cache:
    """Texts by their keys, in a file; with None nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._base: Base | None = None
        self._new: dict[str, str] = {}
        if file is None:
            return
        # Where it cannot be used nothing is kept.
        with suppress(OSError, ExactDiceError):
            # Results tell what somebody works on.
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                self._base = Base(file)
            except Damaged:
                file.unlink()
                self._base = Base(file)

    def found(self, keys: Iterable[str]) -> dict[str, str]:
        """{key: text} of those that are kept."""
        found: dict[str, str] = {}
        for key in dict.fromkeys(keys):
            with suppress(ExactDiceError):
                text = None if self._base is None else self._base.content(RESULT, key)
                if isinstance(text, str):
                    found[key] = text
        return found

    def keep(self, key: str, text: str) -> None:
        """Keep the text once the cache is closed."""
        self._new[key] = text

    def close(self) -> None:
        """Write what is new, forgetting the older half where it is too much."""
        if self._base is None or self.file is None:
            return
        with suppress(ExactDiceError, OSError):
            if self._new:
                self._base.keep((RESULT, key, text) for key, text in self._new.items())
                if self.file.stat().st_size > MOST_BYTES:
                    self._base.forget(OLDER)
        self._base.close()


@contextmanager
def opened(is_used: bool = True) -> Iterator[Cache]:
    """The user's cache; an empty one that keeps nothing where it is not to be used."""
    cache = Cache(folder() / NAME if is_used else None)
    try:
        yield cache
    finally:
        cache.close()
