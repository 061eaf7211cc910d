"""Games that hold a symbol, solved in pieces: on each interval between exact points every value is
one rational function of the symbol.
"""

from .solution import PiecewiseSolution, RationalSolution
from .solve import solve_pieces, solve_with_symbols

__all__ = ["PiecewiseSolution", "RationalSolution", "solve_pieces", "solve_with_symbols"]
