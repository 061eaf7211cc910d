"""Programmes as problems in the notation of PuLP."""

import warnings

import pulp

from exactdice.linear.lp.pulp.solver import ExactProblem, ExactSolver, exact_dot

MIN, MAX = pulp.LpMinimize, pulp.LpMaximize
NONE = None


def built(sense, variables, constant, rows, cat="Continuous"):
    """The programme as a problem, through the operators that a modeller writes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        problem = ExactProblem("test", sense)
        x = {
            name: problem.add_variable(name, low, up, cat)
            for name, (low, up, _) in variables.items()
        }
        problem += exact_dot([c for *_, c in variables.values()], x.values()) + constant
        for name, form, sign, right in rows:
            left = exact_dot(form.values(), [x[v] for v in form])
            problem += {"<=": left <= right, ">=": left >= right, "=": left == right}[sign], name
    return problem, x


def solved(*programme, **options):
    problem, x = built(*programme)
    problem.solve(ExactSolver(**options))
    return problem, x


def rows_of(problem):
    return {c.name: c for c in problem.constraints()}
