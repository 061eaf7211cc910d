"""Linear programmes solved exactly, with a certificate that is checked before anything is returned.

HiGHS finds a basis in floats; two exact solves, sparse ones, turn it into a point and a dual, which
are then checked. Where that fails, HiGHS looks again at a magnified programme, and exact pivoting
is the last resort. Small programmes go to exact pivoting at once: it is faster there.
"""

from .program import Outcome, Program, Row, Status, Variable, proved
from .solve import optimum

__all__ = ["Outcome", "Program", "Row", "Status", "Variable", "optimum", "proved"]
