"""Programmes whose coefficients have very different sizes, built around a known end."""

from fractions import Fraction
from random import Random

import pytest

from exactdice import cost
from exactdice.errors import TooCostly
from exactdice.lp import Engine, Program, Row, Status, Variable, optimum, proved
from exactdice.lp.from_floats import FloatSolve

SIZES = [(30, 20, 30), (60, 40, 6), (60, 40, 15)]  # columns, rows, decimal digits


def ill_scaled(columns, rows, digits, seed):
    """Equations through a point, and costs by a dual that are 0 where the point is not; the value
    of both.
    """
    draw = Random(f"{columns} {rows} {digits} {seed}")
    point = [draw.choice([0, 0, 0, 1, 2, Fraction(1, 3)]) for _ in range(columns)]
    costs = [draw.choice([0, 0, 1, 2]) if at == 0 else 0 for at in point]
    made = []
    for i in range(rows):
        form = {j: number(draw, digits) for j in draw.sample(range(columns), 5)}
        activity = sum(a * point[j] for j, a in form.items())
        made.append(Row(f"r{i}", form, activity, activity))
        dual = draw.randint(-3, 3)
        for j, a in form.items():
            costs[j] += dual * a
    variables = tuple(Variable(f"x{j}") for j in range(columns))
    program = Program(variables, tuple(made), dict(enumerate(costs)))
    return program, sum(c * at for c, at in zip(costs, point, strict=True))


def number(draw, digits):
    size = draw.choice([1, digits // 2, digits])
    return draw.choice([1, -1]) * draw.randint(1, 10**size)


def with_row(program, row):
    return Program(program.variables, (*program.rows, row), program.objective)


@pytest.mark.parametrize(("columns", "rows", "digits"), SIZES)
@pytest.mark.parametrize("seed", range(2))
def test_the_value_is_that_of_the_point_and_the_dual_it_was_built_around(
    columns, rows, digits, seed
):
    program, value = ill_scaled(columns, rows, digits, seed)
    outcome = optimum(program)
    assert (outcome.status, outcome.value) == (Status.OPTIMAL, value)
    assert proved(program, outcome)


@pytest.mark.parametrize(("columns", "rows", "digits"), SIZES[1:])
def test_a_second_equation_that_is_off_by_little_leaves_no_point(columns, rows, digits):
    program, _ = ill_scaled(columns, rows, digits, 0)
    first = program.rows[0]
    off = first.upper + Fraction(1, 10**12)
    outcome = optimum(with_row(program, Row("off", first.coefficients, off)))
    assert outcome.status == Status.INFEASIBLE


@pytest.mark.parametrize(("columns", "rows", "digits"), SIZES[1:])
def test_a_ray_of_long_numbers_that_gains_little_leaves_no_bound(columns, rows, digits):
    program, _ = ill_scaled(columns, rows, digits, 0)
    # one of the two follows the other, at almost the same pace, and both grow for ever
    n = len(program.variables)
    variables = (*program.variables, Variable("x"), Variable("y"))
    balance = Row("balance", {n: 10**digits, n + 1: -(10**digits) + 1}, 0, 0)
    costs = {**program.objective, n: -1}
    outcome = optimum(Program(variables, (*program.rows, balance), costs))
    assert outcome.status == Status.UNBOUNDED


def with_large_limits(count, digits):
    """Amounts that cost little, each allowed up to 10^digits by a share that costs much, and
    demands on sums of them.
    """
    draw = Random(f"limits {count} {digits}")
    amounts = [Variable(f"x{i}") for i in range(count)]
    shares = [Variable(f"y{i}", 0, 1) for i in range(count)]
    rows = [Row(f"limit {i}", {i: 1, count + i: -(10**digits)}, upper=0) for i in range(count)]
    for k in range(count // 3):
        form = {i: draw.randint(1, 9) for i in draw.sample(range(count), 4)}
        rows.append(Row(f"demand {k}", form, lower=draw.randint(10, 10**5)))
    costs = {i: Fraction(draw.randint(1, 99), 100) for i in range(count)}
    costs |= {count + i: draw.randint(1, 99) * 10**4 for i in range(count)}
    return Program((*amounts, *shares), tuple(rows), costs)


@pytest.mark.parametrize("digits", [9, 12])
def test_large_limits_are_magnified_before_floats_see_them(digits):
    program = with_large_limits(45, digits)
    solve = FloatSolve(program, None)
    assert solve.optimum() is None
    assert solve.magnified().value == optimum(program, Engine.PIVOTING).value
    # without a tableau, which the cost of pivoting would be too high for
    with cost.limit(10**4):
        assert optimum(program, Engine.REFINEMENT).status == Status.OPTIMAL
        with pytest.raises(TooCostly, match="exact pivoting on 60 rows and 90 variables"):
            optimum(program, Engine.PIVOTING)
