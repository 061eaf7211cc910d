"""Which program this is: two machines work together only where it is the same."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import sha256
from pathlib import Path

import flint

from .. import __version__
from ..files import read_bytes

DIGITS = 12  # of the digest of the code: enough to tell one state of it from another


@cache
def this_program() -> str:
    """The version of this package and of its code, of Python and of python-flint, in a line."""
    python = ".".join(platform.python_version_tuple()[:2])
    code = _digest(Path(__file__).parent.parent)
    return (
        f"exactdice {__version__} (code {code}), Python {python}, python-flint {flint.__version__}"
    )


def program_there() -> str:
    """The same of the machine that is asked."""
    return this_program()


def _digest(home: Path) -> str:
    """The first digits of the digest of all code below the folder, wherever that lies."""
    found = sha256()
    for path in sorted(home.rglob("*.py")):
        found.update(f"{path.relative_to(home).as_posix()}\n".encode())
        found.update(read_bytes(path))
    return found.hexdigest()[:DIGITS]
