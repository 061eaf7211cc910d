"""What work may use."""

import pytest

from exactdice.errors import ExactDiceError
from exactdice.jobs.allowance import Allowance, cores


def test_there_is_a_limit_for_each_question_and_none_for_all_of_them():
    usual = Allowance()
    assert (usual.jobs, usual.seconds, usual.megabytes) == (cores(), 60, 1000)
    assert usual.total_seconds > 10**9


@pytest.mark.parametrize("name", ["jobs", "seconds", "megabytes", "total_seconds"])
@pytest.mark.parametrize("most", [0, -1, float("nan")])
def test_a_limit_that_is_not_above_0_is_refused_by_its_name(name, most):
    with pytest.raises(ExactDiceError, match=f"^{name} must be above 0, got"):
        Allowance(**{name: most})


def test_a_limit_is_not_changed_later():
    with pytest.raises(AttributeError):
        Allowance().seconds = 1000
