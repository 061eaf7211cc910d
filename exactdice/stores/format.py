"""The names and numbers that stores are made of, and pyarrow, which writes and reads levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import ExactDiceError
from ..extras import needed
from ..files import named

FORMAT = "exactdice store 1"
MANIFEST = "manifest.json"
INDEX = "index.arrow"
LOCK = "lock"
MOST_FILES = 400  # at which levels aim: thin ones share a file
MOST_LEVEL_BYTES = 10**11  # of a file that is read
NO_CHOICE = -1  # in the column `chosen`, where the first optimal action is played


def level_name(place: int) -> str:
    """The name of the file of a level."""
    return f"level-{place:05d}.arrow"


def is_store(folder: Path) -> bool:
    """Whether the folder has the manifest of a store."""
    return (folder / MANIFEST).is_file()


def arrow() -> Any:
    """pyarrow; `ExactDiceError` saying how to install it where it is not."""
    with needed("a store", "store"):
        import pyarrow
        import pyarrow.ipc
    return pyarrow


def damaged(file: Path, why: str) -> ExactDiceError:
    """What is raised for a file that is not as it was written."""
    return ExactDiceError(
        f"{named(file)}: {why}: the store is damaged; bring the file back from a copy, or "
        "solve again into an empty folder"
    )
