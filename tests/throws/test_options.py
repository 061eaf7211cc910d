"""Where a piece stands after a throw, near the end of the track."""

import pytest

from exactdice.throws.options import BEYOND, moved


@pytest.mark.parametrize(
    ("square", "thrown", "reached"),
    [(0, 1, (1, 1, 1)), (7, 3, (10, 10, 10)), (7, 4, (7, 10, 9)), (9, 6, (9, 10, 5))],
)
def test_beyond_the_last_of_ten_squares(square, thrown, reached):
    assert tuple(moved(square, thrown, 10, beyond) for beyond in BEYOND) == reached


def test_no_piece_bounces_back_beyond_the_start():
    assert moved(1, 6, 2, "bounce") == 0
