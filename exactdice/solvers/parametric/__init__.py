"""Games that hold a symbol, solved in pieces: on each interval between exact points every value is
one rational function of the symbol.
"""

from .solution import PiecewiseSolution
from .solve import solve_pieces

__all__ = ["PiecewiseSolution", "solve_pieces"]
