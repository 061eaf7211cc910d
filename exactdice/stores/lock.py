"""A lock, so that two runs never write the same folder: the system lets go of it when its process
ends, however that ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import ExactDiceError
from ..files import named
from .format import LOCK

if os.name == "nt":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """While this lasts no other run writes the folder; `ExactDiceError` where one does already."""
    file = folder / LOCK
    handle = _opened(file)
    try:
        yield
    finally:
        # Removed while it is held: who opened it before finds out that it has no name any more.
        # Windows removes no open file: there it stays behind, and holds nobody up.
        with suppress(OSError):
            file.unlink()
        os.close(handle)


def _opened(file: Path) -> int:
    """The handle of the file, once the lock on it is held."""
    while True:
        try:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise ExactDiceError(f"{named(file)}: cannot be written: {error.strerror}") from error
        try:
            _take(handle)
        except OSError as error:
            os.close(handle)
            raise ExactDiceError(
                f"{named(file.parent)}: another run writes this store: wait for its end, or "
                "choose another folder"
            ) from error
        if _has_name(handle, file):
            return handle
        # Whoever held it has just removed it.
        os.close(handle)


def _has_name(handle: int, file: Path) -> bool:
    """Whether the open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(file))
    except FileNotFoundError:
        return False
