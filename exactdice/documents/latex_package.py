"""`python -m exactdice.documents.latex_package [FOLDER]` copies exactdice.sty into a
folder, the LaTeX package of the marks.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..errors import ExactDiceError
from ..files import write_atomically

STY = Path(__file__).with_name("exactdice.sty")


def copy_sty(folder: Path = Path()) -> Path:
    """The path of the copy written into the folder; `ExactDiceError` when the folder is none or
    cannot be written.
    """
    if not folder.is_dir():
        raise ExactDiceError(f"{folder}: must be a folder")
    target = folder / STY.name
    write_atomically(target, STY.read_bytes())
    return target


if __name__ == "__main__":
    try:
        print(f"wrote {copy_sty(*map(Path, sys.argv[1:2]))}")
    except ExactDiceError as error:
        sys.exit(f"error: {error}")
