"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from .errors import ExactDiceError


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write the whole file or nothing: a temporary neighbour is written first, then renamed over the target.

    A link is followed, a file keeps its mode, and what is no regular file (a terminal, a pipe) is written to directly.
    Raises `ExactDiceError` naming the path when it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise ExactDiceError(f"{path}: cannot be written: {error.strerror}") from error


def check_writable(path: Path) -> None:
    """Raise `ExactDiceError` when the file surely cannot be written, before long work is begun."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise ExactDiceError(f"{path}: cannot be written: {'it is a folder' if path.is_dir() else 'its folder does not exist'}")


def check_apart(written: Path, read: Path) -> None:
    """Raise `ExactDiceError` when a file would be written over the one that is read."""
    if written.exists() and read.exists() and written.samefile(read):
        raise ExactDiceError(f"{written}: cannot be written: it is the file that is read; choose another name")


def _replace(target: Path, data: bytes) -> None:
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def json_text(document: Any) -> str:
    """The document as JSON, one space of indent, ending in a newline."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
