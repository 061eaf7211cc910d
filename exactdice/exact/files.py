"""Reading files that are documents, never devices or endless ones, and writing them so that a
reader never sees half of one.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from .errors import ExactDiceError
from .numbers import UNPRINTABLE, printable

HOME = Path(__file__).parents[1]  # the folder of the whole package
MOST_BYTES = 100_000_000  # of a file that is read
MOST_PROOF_BYTES = 1_000_000_000  # of a proof
STANDARD_OUTPUT = Path("/dev/stdout")
STANDARD_OUTPUTS = (STANDARD_OUTPUT, Path("/dev/fd/1"), Path("/proc/self/fd/1"))
CHUNK = 1_000_000
# Opening a pipe waits for a writer, and a terminal may become that of the process.
WITHOUT_WAITING = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


def named(path: Path | str) -> str:
    """The path for messages: in one line, whatever characters it holds."""
    return printable(str(path))


def read_bytes(path: Path | str, most: int = MOST_BYTES) -> bytes:
    """What the regular file at this path holds, a link being followed.

    Raises `ExactDiceError` naming the path when it is missing, no regular file (a folder, a device,
    a pipe), or holds more than `most` bytes. Nothing is waited for, and no more than that is read
    whatever size the file says it has.
    """
    with _open_regular(path, most) as file:
        # Read in chunks, as the size that a file says it has may be wrong or grow.
        data = bytearray()
        for chunk in iter(partial(file.read, CHUNK), b""):
            # A file of the kernel may be called regular and have nothing ready yet.
            if chunk is None:
                raise _refusal(path, "read", "it has nothing to read yet")
            data += chunk
            if len(data) > most:
                raise _size_refusal(path, most, len(data))
        return bytes(data)


def check_readable(path: Path | str, most: int = MOST_BYTES) -> None:
    """Raise `ExactDiceError` when there is no regular file of at most `most` bytes at this path."""
    with _open_regular(path, most):
        pass


@contextmanager
def _open_regular(path: Path | str, most: int) -> Iterator[IO[bytes]]:
    """The file being read; whatever is wrong with it is an `ExactDiceError`."""
    try:
        with open(
            path, "rb", buffering=0, opener=lambda name, _: os.open(name, WITHOUT_WAITING)
        ) as file:
            # Of the file that is open: the name may lead to another one by now.
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                why = "it must be a regular file, not a device, a pipe or a socket"
                raise _refusal(path, "read", why)
            if status.st_size > most:
                raise _size_refusal(path, most, status.st_size)
            yield file
    except IsADirectoryError as error:
        said = "it is a folder" + ", as an empty name says too" * (str(path) == ".")
        raise _refusal(path, "read", f"{said}; name a file") from error
    except OSError as error:
        raise _refusal(path, "read", error.strerror) from error


def _size_refusal(path: Path | str, most: int, size: int) -> ExactDiceError:
    return _refusal(path, "read", f"it must have at most {most} bytes, got {size}")


def _refusal(path: Path | str, done: str, why: object) -> ExactDiceError:
    return ExactDiceError(f"{named(path)}: cannot be {done}: {why}")


def read_text(path: Path | str, most: int = MOST_BYTES) -> str:
    """The text of the file, its lines ending in \\n, without a byte order mark; `ExactDiceError`
    when it cannot be read or is not UTF-8.
    """
    text = decoded(path, read_bytes(path, most)).removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decoded(path: Path | str, data: bytes) -> str:
    """The bytes as UTF-8 text; `ExactDiceError` with the line where they are none: a byte 0 is a
    sign of UTF-16.
    """
    try:
        # Plain text in UTF-16 without its mark decodes as UTF-8, with a byte 0 beside each letter.
        text = data.decode()
        at = data.find(0)
        why = "a byte 0"
        if at < 0:
            return text
    except UnicodeDecodeError as error:
        at = error.start
        why = error.reason
    line = data.count(b"\n", 0, at) + 1
    raise ExactDiceError(
        f"{named(path)}:{line}: cannot be read: it must be UTF-8 text: {why} at byte {at}; "
        "save the file as UTF-8"
    )


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write the whole file or nothing, and have it on the disk: a temporary neighbour is written
    first, then renamed over the target.

    A link is followed and a file keeps its mode. What is no regular file (a terminal, a pipe) is
    written to directly, standard output where it stands. Raises `ExactDiceError` naming the path
    when it cannot be written, `BrokenPipeError` when nobody reads on.
    """
    data = content.encode() if isinstance(content, str) else content
    with _name_failures(path):
        if is_standard_output(path):
            # Behind what stands there: a file that it leads to is not replaced by another of its
            # name. None when the process was started with it closed.
            if sys.stdout is not None:
                sys.stdout.flush()
            with open(1, "wb", closefd=False) as stream:
                stream.write(data)
        # The path itself is asked: what /dev/stdout leads to may be a pipe, which has no path.
        elif path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace_file(path.resolve(), data, lambda: None)


def rewrite_atomically(path: Path, before: bytes | None, content: str | bytes) -> None:
    """Write a file anew, as `write_atomically` does, while it still holds what was read of it; None
    when there was no such file. `ExactDiceError` for a file that was changed or deleted meanwhile:
    nobody's change is lost.
    """
    after = content.encode() if isinstance(content, str) else content
    if after == before:
        return

    def check() -> None:
        # Last of all, so that hardly any time is left in which a change would go unseen. Who else
        # has written the same has done the work.
        if (read_bytes(path) if path.exists() else None) not in (before, after):
            raise ExactDiceError(
                f"{named(path)}: not written, since it was changed or deleted meanwhile: run the "
                "command again"
            )

    with _name_failures(path):
        _replace_file(path.resolve(), after, check)


@contextmanager
def _name_failures(path: Path) -> Iterator[None]:
    """Turn what the system refuses inside the block into an `ExactDiceError` naming the path."""
    try:
        yield
    except BrokenPipeError:  # no fault of the file: its reader has had enough
        raise
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "its links lead in a circle"
        raise _refusal(path, "written", why) from error


def is_standard_output(path: Path | None) -> bool:
    """Whether the path is one of the names of standard output."""
    return path in STANDARD_OUTPUTS


def check_writable(path: Path) -> None:
    """Raise `ExactDiceError` when the file surely cannot be written, before long work is begun."""
    with _name_failures(path):
        has_folder = path.resolve().parent.is_dir()
    if path.is_dir():
        raise _refusal(path, "written", "it is a folder")
    if not has_folder:
        raise _refusal(path, "written", "its folder does not exist")


def check_apart(written: Path, read: Path) -> None:
    """Raise `ExactDiceError` when a file would be written over the one that is read."""
    if written.exists() and read.exists() and written.samefile(read):
        raise _refusal(written, "written", "it is the file that is read; choose another name")


def check_two_files(first: Path, second: Path) -> None:
    """Raise `ExactDiceError` when two files are to be written under one name, so that the second
    would be all that is left. Devices and pipes take both.
    """
    if first.exists() and not first.is_file():
        return
    of_several_names = first.exists() and second.exists() and first.samefile(second)
    if of_several_names or first.resolve() == second.resolve():
        why = "another part of what is asked for is written to the same file; choose another name"
        raise _refusal(second, "written", why)


def _replace_file(target: Path, data: bytes, check: Callable[[], None]) -> None:
    """Write the file, unless `check`, called directly before, raises."""
    if target.exists():
        mode = stat.S_IMODE(target.stat().st_mode)
    else:
        # A temporary file is for nobody else; the mask can only be read by setting it.
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    # Its name is short, however long the target's is.
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".exactdice-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        check()
        os.replace(temporary, target)
    # Also when it is interrupted, so that no temporary file stays behind.
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    # Have the new name on the disk too; Windows opens no folder, nor is one opened that may be
    # written but not listed.
    with suppress(PermissionError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def json_text(document: object) -> str:
    """The document as JSON, one space of indent, ending in a newline, with an escape for every
    character that a terminal would obey.
    """
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    return "\n".join(
        UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in text.split("\n")
    )
