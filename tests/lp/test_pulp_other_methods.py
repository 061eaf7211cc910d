"""The exact PuLP back end against enumerated vertices, and its duals against duality."""

from fractions import Fraction as F
from functools import cache
from itertools import combinations

import pulp
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import gauss
from pulp_problems import MAX, MIN, rows_of, solved

from exactdice.testing import exact_numbers


def best_vertex(sense, variables, constant, rows):
    """By enumeration, for variables with two bounds each: the best feasible meeting point of n
    tight limits; None when infeasible.
    """
    names = list(variables)
    limits = [
        ([F(n == v) for n in names], sign, F(b))
        for v in names
        for sign, b in zip((">=", "<="), variables[v][:2], strict=True)
    ]
    limits += [
        ([F(form.get(v, 0)) for v in names], sign, F(right)) for _, form, sign, right in rows
    ]
    found = []
    for tight in combinations(limits, len(names)):
        try:
            point = gauss([[*form, right] for form, _, right in tight])
        except StopIteration:  # they do not meet in one point
            continue
        if all(
            holds(sum(a * b for a, b in zip(form, point, strict=True)), sign, right)
            for form, sign, right in limits
        ):
            found.append(
                constant + sum(variables[v][2] * z for v, z in zip(names, point, strict=True))
            )
    return max(found, key=lambda z: z * -sense) if found else None


def holds(left, sign, right):
    return left <= right if sign == "<=" else left >= right if sign == ">=" else left == right


small = exact_numbers(-3, 3, 4)
widths = exact_numbers(0, 3, 3)


@cache  # to make a strategy takes longer than to draw from it
def rows_on(names):
    form = st.fixed_dictionaries(dict.fromkeys(names, small))
    return st.lists(st.tuples(form, st.sampled_from(["<=", ">=", "="]), small), max_size=3)


@st.composite
def boxed(draw):
    names = ["x", "y", "z"][: draw(st.integers(1, 3))]
    variables = {v: (low := draw(small), low + draw(widths), draw(small)) for v in names}
    rows = draw(rows_on(tuple(names)))
    return (
        draw(st.sampled_from([MIN, MAX])),
        variables,
        draw(small),
        [(f"r{i}", *row) for i, row in enumerate(rows)],
    )


@settings(max_examples=40)
@given(boxed())
def test_agrees_with_the_enumeration_of_vertices(programme):
    best = best_vertex(*programme)
    problem, x = solved(*programme)
    assert problem.status == (-1 if best is None else 1)
    if best is not None:
        assert pulp.value(problem.objective) == best
        assert problem.valid(0)
        check_duals(problem, x, programme)


def check_duals(problem, x, programme):
    """Reduced costs, complementary slackness and strong duality, from what PuLP shows alone."""
    sense, variables, constant, rows = programme
    pi = {n: c.pi for n, c in rows_of(problem).items()}
    value = constant + sum(pi[n] * right for n, _, _, right in rows)
    for v, (low, up, cost) in variables.items():
        dj, at = x[v].dj, x[v].varValue
        assert dj == cost - sum(pi[n] * form.get(v, 0) for n, form, _, _ in rows)
        assert dj == 0 or at in (low, up)
        assert low == up or ((dj * sense >= 0 or at == up) and (dj * sense <= 0 or at == low))
        value += dj * at
    assert value == pulp.value(problem.objective)
    for n, form, sign, right in rows:
        slack = rows_of(problem)[n].slack
        assert slack == right - sum(c * x[v].varValue for v, c in form.items())
        assert pi[n] * slack == 0
        assert sign == "=" or pi[n] * sense * (1 if sign == ">=" else -1) >= 0
