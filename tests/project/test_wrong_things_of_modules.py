"""Every function of a module that README or docs show, given a wrong thing for each argument."""

import pytest
from test_wrong_things import (
    CALLS_OF_MODULES,
    called,
    in_a_folder_of_its_own,  # noqa: F401 - a fixture of every test here too
    parameters_of,
    refuse_wrong_things,
    right_arguments,
)


@pytest.mark.parametrize("name", CALLS_OF_MODULES)
def test_the_right_arguments_are_right(name):
    called(name, right_arguments(name))


@pytest.mark.parametrize(("name", "parameter"), parameters_of(CALLS_OF_MODULES))
def test_a_wrong_thing_is_refused_in_one_line(name, parameter):
    refuse_wrong_things(name, parameter)
