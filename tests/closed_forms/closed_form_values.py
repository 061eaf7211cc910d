"""The exact value of a closed form at given numbers."""

from fractions import Fraction

import sympy

from exactdice.exact import as_exact
from exactdice.symbolic import symbol


def at(found, **values):
    result = sympy.simplify(
        found.expression.subs({symbol(name): value for name, value in values.items()}).doit()
    )
    return as_exact(Fraction(int(result.p), int(result.q)))
