"""The LaTeX package of the marks, copied beside a document."""

from __future__ import annotations

from pathlib import Path

from ...exact.errors import ExactDiceError
from ...exact.files import named, write_atomically

STY = Path(__file__).with_name("exactdice.sty")


def copy_sty(folder: Path = Path()) -> Path:
    """The path of the copy written into the folder; `ExactDiceError` when the folder is none or
    cannot be written.
    """
    if not folder.is_dir():
        raise ExactDiceError(f"{named(folder)}: must be a folder")
    target = folder / STY.name
    write_atomically(target, STY.read_bytes())
    return target
