"""The solver of examples/testing_a_float_solver as it was found, and corrected."""

import difflib
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "testing_a_float_solver"
FOUND, CORRECTED = (
    (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for name in ("solver.py", "solver_corrected.py")
)
CHANGES = [
    change
    for change in difflib.SequenceMatcher(None, FOUND, CORRECTED).get_opcodes()
    if change[0] != "equal"
]
