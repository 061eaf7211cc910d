"""`python -m exactdice.documents.latex_package [FOLDER]` copies exactdice.sty into a
folder, the LaTeX package of the marks.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..errors import ExactDiceError
from ..files import write_atomically

USAGE = (
    "usage: python -m exactdice.documents.latex_package [FOLDER]: copies exactdice.sty into the "
    "folder, by default the current one"
)
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


def main(arguments: list[str]) -> None:
    """Copy the package into the folder named on the command line; one line says why that cannot be
    done.
    """
    # No folder is likely to have the name of an option.
    asks_for_help = arguments in (["-h"], ["--help"])
    if asks_for_help or len(arguments) > 1 or any(word.startswith("-") for word in arguments):
        print(USAGE, file=sys.stdout if asks_for_help else sys.stderr)
        sys.exit(0 if asks_for_help else 2)
    try:
        print(f"wrote {copy_sty(*map(Path, arguments))}")
    except ExactDiceError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
