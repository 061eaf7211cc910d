"""Every public function, given an int that Python refuses to print, says so in one line."""

import inspect

import pytest
from test_wrong_things import (
    ALL_CALLS,
    COSTLY,
    function_of,
    in_a_folder_of_its_own,  # noqa: F401 - a fixture of every test here too
    parameters_of,
    refuse_in_one_line,
    right_arguments,
    why_right,
)


@pytest.mark.parametrize(("name", "parameter"), parameters_of(ALL_CALLS))
def test_an_int_longer_than_python_prints_is_refused_in_one_line(name, parameter):
    """Where a large int is right, or a matter of cost, so is a longer one."""
    asked = inspect.signature(function_of(name)).parameters[parameter]
    if parameter not in COSTLY and why_right(name, asked, "a huge int") is None:
        refuse_in_one_line(name, {**right_arguments(name), parameter: 10**5000})
