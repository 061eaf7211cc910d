"""The engine of pools against all rolls, and what it refuses."""

from collections import Counter
from fractions import Fraction

import pytest
from enumerated import chances, laws, of_pool
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import by_faces, die
from exactdice.exact.cost import limit
from exactdice.exact.errors import ExactDiceError, TooCostly

few = settings(max_examples=40)


def told(state, face, count):
    return (*state, (face, count))


@few
@given(laws, st.integers(1, 4))
def test_every_face_is_told_once_in_order_with_its_count(law, n):
    def counted(roll):
        shown = Counter(roll)
        return tuple((face, shown[face]) for face in sorted(law))

    found = by_faces(law, n, (), told)
    assert chances(found) == of_pool(counted, law, n)
    backwards = by_faces(law, n, (), told, descending=True)
    assert backwards.map(lambda state: state[::-1]) == found


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: by_faces(die(6), 0, 0, told), "must be an int of 1 or more, got 0"),
        (lambda: by_faces(die(6), 2, [], told), "must be hashable"),
        (lambda: by_faces(die(6), 2, 0, 3), "the step of a pool must be a function"),
    ],
)
def test_what_is_no_pool_is_refused(wrong, message):
    with pytest.raises(ExactDiceError, match=message):
        wrong()


@pytest.mark.parametrize("n", [5000, 10**5, 10**30])
def test_pools_that_take_too_long_are_refused_before_any_work(n):
    def never(state, face, count):
        raise AssertionError("work was begun")

    with pytest.raises(TooCostly, match=r"a pool of .* would cost"):
        by_faces(die(6), n, 0, never)


def test_states_that_multiply_are_refused_as_they_do():
    with limit(10**6), pytest.raises(TooCostly, match="fewer dice or faces"):
        by_faces(die(20), 20, (), told)
    with limit(10**6):
        assert by_faces(die(20), 20, 0, lambda most, _, count: max(most, count))[20] == (
            Fraction(20, 20**20)
        )
