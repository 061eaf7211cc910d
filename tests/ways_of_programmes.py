"""The ways to solve a linear program, each alone: from floats, and by exact pivoting."""

from exactdice.linear.lp import optimum, proved
from exactdice.linear.lp.pivoting import Tableau
from exactdice.linear.lp.program import is_crossed
from exactdice.linear.lp.solve import FloatSolve


def refined(program, progress=None):
    """The proved outcome from floats; by pivoting where they find none."""
    if any(map(is_crossed, program.limited())):
        return optimum(program)
    outcome = FloatSolve(program, progress).outcome()
    assert outcome is None or proved(program, outcome)
    return outcome or pivoted(program)


def pivoted(program, progress=None):
    """The proved outcome by pivoting alone."""
    if any(map(is_crossed, program.limited())):
        return optimum(program)
    outcome = Tableau(program).solve(progress)
    assert proved(program, outcome)
    return outcome


WAYS = (optimum, refined, pivoted)
