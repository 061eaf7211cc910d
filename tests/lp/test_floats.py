"""HiGHS says nothing, whichever version it is."""

import os
import subprocess
import sys

import numpy as np
import pytest

from exactdice.linear.lp import Status
from exactdice.linear.lp.floats import Highs
from exactdice.linear.lp.systems import SparseMatrix

PATHS = {"PYTHONPATH": os.pathsep.join(sys.path)}
highspy = pytest.importorskip("highspy")
Installed = highspy.Highs


AFTER_ANOTHER = """
import sys
import highspy
import test_floats
other = highspy.Highs()
other.setOptionValue("output_flag", False)
other.setOptionValue("threads", int(sys.argv[1]))
other.addVariable(0, 1, 1.0)
other.run()
print(test_floats.minimum_of_x_from(2.0).run())
"""


class Greeting(Installed):
    """HiGHS 1.16, which greets on standard output as it is made, where it may print."""

    def __init__(self):
        super().__init__()
        self.enableCallbacks()

    def enableCallbacks(self):
        _, may_print = self.getOptionValue("output_flag")
        if may_print:
            print("Running HiGHS")
        if hasattr(Installed, "enableCallbacks"):  # as versions before 1.8 have not
            super().enableCallbacks()


def minimum_of_x_from(least):
    """x is at least this much and at most 9, and x - y = 0."""
    bounds = np.array([least, 0.0]), np.array([9.0, 9.0])
    row = np.array([0.0]), np.array([0.0])
    matrix = SparseMatrix(np.array([0, 2]), np.array([0, 1]), np.array([1.0, -1.0]), 2)
    return Highs(np.array([1.0, 0.0]), bounds, row, matrix)


@pytest.mark.parametrize("kind", [Installed, Greeting], ids=["installed", "greeting"])
def test_floats_prints_nothing_as_it_is_made_and_solves(kind, monkeypatch, capfd):
    monkeypatch.setattr(highspy, "Highs", kind)
    model = minimum_of_x_from(2.0)
    assert model.run() is Status.OPTIMAL
    assert list(model.model.getSolution().col_value) == [2, 2]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("threads", [1, 2])
def test_another_user_of_highs_in_the_same_process_changes_nothing(threads):
    """The first run in a process settles for all later ones how many threads there may be."""
    done = subprocess.run(
        [sys.executable, "-c", AFTER_ANOTHER, str(threads)],
        capture_output=True,
        text=True,
        env={**os.environ, **PATHS},
    )
    assert done.stdout.splitlines()[-1:] == ["optimal"], done.stderr


def test_this_file_sees_a_greeting(capfd):
    """The test of the test."""
    Greeting()
    assert capfd.readouterr().out.endswith("Running HiGHS\n")
