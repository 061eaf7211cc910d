"""Large files of the worst shape are read or refused."""

from contextlib import suppress

import pytest
from worst_shapes import WORST, read_any

from exactdice.errors import ExactDiceError


@pytest.mark.parametrize(
    ("name", "text"), WORST, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.parametrize("n", [300, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("must_end")
def test_a_large_file_of_the_worst_shape_is_read_or_refused(tmp_path, name, text, n):
    """What C does within a step: an exponential reader would not end, whatever the machine."""
    path = tmp_path / name
    path.write_text(text(n))
    with suppress(ExactDiceError, RecursionError):
        read_any(path)
