"""Readers take time linear in the file: the work grows as the input does. That no regular
expression is ambiguous is for test_ambiguity.
"""

from contextlib import suppress

import pytest
from worst_shapes import WORST, read_any, steps

from exactdice.errors import ExactDiceError


@pytest.mark.parametrize(
    ("name", "text"), WORST, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.usefixtures("must_end")
def test_work_grows_as_the_file_does(tmp_path, name, text):
    """Four times the file is at most about four times the work (a quadratic reader needs sixteen
    times).
    """
    path = tmp_path / name
    path.write_text(text(40))
    with suppress(ExactDiceError, RecursionError):
        read_any(path)  # what is loaded once is loaded
    counts = []
    for n in (40, 160):
        path.write_text(text(n))
        counts.append(steps(path))
    assert counts[1] <= 6 * counts[0] + 500, counts
