"""PuLP with exact answers.

    >>> from fractions import Fraction
    >>> import pulp
    >>> from exactdice.lp.pulp.solver import ExactProblem, ExactSolver, exact_dot, exact_sum
    >>> problem = ExactProblem("blend", pulp.LpMinimize)
    >>> a, b = problem.add_variable("a", lowBound=0), problem.add_variable("b", lowBound=0)
    >>> problem += 3 * a + 2 * b
    >>> problem += a + b == 1, "whole"
    >>> problem += a / 3 + b / 7 >= Fraction(1, 4), "strength"
    >>> _ = problem.solve(ExactSolver())
    >>> a.varValue, b.varValue, pulp.value(problem.objective), problem.valid(0)
    (Fraction(9, 16), Fraction(7, 16), Fraction(41, 16), True)

Model as in any PuLP programme, with ints and Fractions for numbers. Nothing is rounded: the value,
the solution, the duals and the verdict (optimal, infeasible, unbounded) are exact, and each was
checked against its certificate before the solve returned.

**Which class.** `ExactProblem` works the same under PuLP 3.3 and PuLP 4 and is the one to choose.
It is an `LpProblem` whose variables, made by `add_variable`, `add_variable_dict`,
`add_variable_dicts` or `add_variable_matrix`, calculate exactly; a float is refused where it
enters, and so is an expression that PuLP itself has made. A plain `pulp.LpProblem` can be solved
under PuLP 3.3 (see below). PuLP 4 has rounded a plain `LpProblem` before any solver sees it, so it
is refused there.

**Sums.** `exact_sum` stands for `lpSum` and `exact_dot` for `lpDot`, in both classes. Python's own
`sum` is exact too.

    >>> problem = ExactProblem("one", pulp.LpMaximize)
    >>> p = problem.add_variable_matrix("p", range(3), 0)
    >>> problem += exact_sum(p) <= 1 - Fraction(1, 6**40), "total"
    >>> problem += exact_dot([1, 2, 3], p)
    >>> _ = problem.solve()
    >>> pulp.value(problem.objective) == 3 - Fraction(3, 6**40)
    True
    >>> pulp.lpSum(p)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdice.errors.InexactError: PuLP's own sums (lpSum, lpDot) add in floats...

**What comes back**, as Fractions:

- `variable.varValue`, `pulp.value(problem.objective)`, `constraint.value()`;
- `constraint.pi`, as in `problem.constraints["strength"].pi`: how fast the optimal objective grows
  with the right-hand side, whatever the sense, as PuLP reports from CBC and (from PuLP 4 on)
  HiGHS; `variable.dj`: the objective's coefficient minus `pi` times the column;
- `constraint.slack`: right-hand side minus left-hand side, as in `LpProblem.assignConsSlack`
  (negative in a `>=` row with room; PuLP's HiGHS reports the distance instead);
- `problem.status`: 1, -1 or -2 (`pulp.LpStatus` of PuLP 3.3, `pulp.LpSolveStatus` of PuLP 4).
  `solve` returns this number, under PuLP 4 an `LpSolveStats`. Without an optimum the values, `pi`,
  `dj` and `slack` are None;
- `problem.solverModel.outcome`: the certificate itself. For an infeasible problem `y` combines the
  rows into a contradiction; for an unbounded one `ray` is a direction of endless gain.

    >>> problem = ExactProblem("impossible")
    >>> x = problem.add_variable("x", 0, 1)
    >>> problem += 3 * x >= 3 + Fraction(1, 10**30), "more"
    >>> _ = problem.solve()
    >>> problem.status, problem.solverModel.outcome.status.value
    (-1, 'infeasible')

- A proof file for anyone to check: `write_proof(programme_proof(solved.program, solved.outcome),
  path)`, where `solved` is `problem.solverModel`.

    >>> from exactdice import checker, programme_proof
    >>> checker.check(programme_proof(problem.solverModel.program, problem.solverModel.outcome))
    'no x satisfies the constraints of a programme of 3 constraints on 1 variables, minimised'

**A plain LpProblem under PuLP 3.3.** PuLP keeps Fractions in `F * x`, `x <= F` and bounds, and
turns them to floats in `x / 3` and in every constant added to an `lpSum`, `lpDot` or
`LpAffineExpression()`, which start at 0.0. `ExactSolver()` refuses every float coefficient, bound
and constant, with its name, except the constant 0.0 that such a sum starts with. So `lpSum(x) <= 1`
is refused too, since `lpSum(x) <= 1 - F(1, 6**40)` stores the same -1.0: write `exact_sum(x) <= 1`.
Three things leave no trace in a plain problem, and only `ExactProblem` excludes them:

- constants whose rounded sum is exactly 0.0, as in `lpSum(x) + 1 <= 1 - F(1, 6**40)`;
- a constant below 10^-323 in such a sum, which underflows to 0.0;
- a variable that occurs only as `0 * x`: PuLP drops it, so that it gets no value (`exact_dot` keeps
  it).

PuLP 3.3 also refuses numbers above 10^308, which `ExactProblem` takes.
`ExactSolver(accept_floats=True)` takes every float as the binary number it is. After a solve the
floats left in the problem are replaced by the Fractions they stand for, so that `problem.valid(0)`
and `pulp.value` calculate exactly.

**Not offered.** Integer variables are refused by name: there is no exact branch and bound here.
`ExactSolver(mip=False)` solves the relaxation. An `ExactProblem` cannot go to another solver or
into a file exactly; `problem.rounded()` is the plain, rounded `LpProblem` for both. `a <=
expression <= b` raises, since Python would drop its first half: write two constraints.
"""

from __future__ import annotations

from collections.abc import Iterable

import pulp

from ...errors import ExactDiceError, InexactError
from ...exact import Exact, as_exact
from .engine import PULP_4, ROUNDS, ExactSolver, OfPuLP, Solved
from .expressions import total_of
from .problem import ExactProblem

__all__ = ["ExactProblem", "ExactSolver", "Solved", "exact_dot", "exact_sum"]


def exact_sum(terms: Iterable[object]) -> OfPuLP:
    """The sum of the variables, expressions and exact numbers, nothing rounded: the exact `lpSum`.

    >>> x = ExactProblem().add_variable("x")
    >>> exact_sum([x, x, 1])
    2*x + 1
    """
    return _added([(1, term) for term in terms])


def exact_dot(coefficients: Iterable[object], variables: Iterable[object]) -> OfPuLP:
    """The sum of coefficient times variable, nothing rounded: the exact `lpDot`.

    Both lists must have the same length.

    >>> problem = ExactProblem()
    >>> exact_dot([1, 2], [problem.add_variable("x"), problem.add_variable("y")])
    x + 2*y
    """
    # Both are read to their end first, so that a shorter list is refused and not cut off.
    factors, terms = list(coefficients), list(variables)
    if len(factors) != len(terms):
        raise ExactDiceError(
            f"exact_dot needs as many coefficients as variables, got {len(factors)} and "
            f"{len(terms)}"
        )
    return _added(
        [
            (as_exact(f, f"coefficient {k} of exact_dot"), term)
            for k, (f, term) in enumerate(zip(factors, terms, strict=True))
        ]
    )


def _added(products: list[tuple[Exact, object]]) -> OfPuLP:
    # In PuLP 4 a plain variable cannot be kept exactly, and total_of refuses it with the reason.
    of_pulp = any(
        isinstance(term, (pulp.LpVariable, pulp.LpAffineExpression)) for _, term in products
    )
    return _added_by_pulp(products) if of_pulp and not PULP_4 else total_of(products)


def _added_by_pulp(products: list[tuple[Exact, object]]) -> OfPuLP:
    """The sum as PuLP's own expression (PuLP 3.3), in exact numbers from the start."""
    # The int 0 keeps the total exact; the default is 0.0, which rounds all that is added.
    total = pulp.LpAffineExpression(constant=0)
    for place, (factor, term) in enumerate(products):
        for variable, coefficient in _pulp_terms(term, f"term {place} of the sum"):
            if variable is None:
                total.constant += factor * coefficient
            else:
                total.addterm(variable, factor * coefficient)
    return total


def _pulp_terms(term: object, where: str) -> list[tuple[OfPuLP, Exact]]:
    """(variable, coefficient) for each term, and (None, constant)."""
    if isinstance(term, pulp.LpVariable):
        return [(term, 1)]
    if not isinstance(term, pulp.LpAffineExpression):
        return [(None, as_exact(term, where))]
    constant = term.constant
    if isinstance(constant, float):
        if constant:
            raise InexactError(
                f"the constant of {where} is the float {constant!r}, which may be rounded: {ROUNDS}"
            )
        constant = 0
    return [
        *((v, as_exact(c, f"the coefficient of {v.name} in {where}")) for v, c in term.items()),
        (None, as_exact(constant)),
    ]
