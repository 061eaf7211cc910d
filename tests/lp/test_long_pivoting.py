"""Programmes whose coefficients have very different sizes, built around a known end."""

from fractions import Fraction
from random import Random

import pytest

from exactdice.lp import Program, Row, Status, Variable, optimum, proved
from exactdice.lp.floats import FloatProgram
from exactdice.lp.long_pivoting import long_bases
from exactdice.lp.pivoting import Place

SIZES = [(30, 20, 30), (60, 40, 6), (60, 40, 15), (90, 60, 15)]  # columns, rows, decimal digits


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


@pytest.mark.parametrize(("columns", "rows", "digits"), SIZES[1:3])
def test_a_second_equation_that_is_off_by_little_leaves_no_point(columns, rows, digits):
    program, _ = ill_scaled(columns, rows, digits, 0)
    first = program.rows[0]
    off = first.upper + Fraction(1, 10**12)
    outcome = optimum(with_row(program, Row("off", first.coefficients, off)))
    assert outcome.status == Status.INFEASIBLE


@pytest.mark.parametrize(("columns", "rows", "digits"), SIZES[1:3])
def test_a_ray_of_long_numbers_that_gains_little_leaves_no_bound(columns, rows, digits):
    program, _ = ill_scaled(columns, rows, digits, 0)
    # one of the two follows the other, at almost the same pace, and both grow for ever
    n = len(program.variables)
    variables = (*program.variables, Variable("x"), Variable("y"))
    balance = Row("balance", {n: 10**digits, n + 1: -(10**digits) + 1}, 0, 0)
    costs = {**program.objective, n: -1}
    outcome = optimum(Program(variables, (*program.rows, balance), costs))
    assert outcome.status == Status.UNBOUNDED


def test_balls_find_an_optimal_basis_without_any_floats():
    program, value = ill_scaled(60, 40, 15, 1)
    basis = next(long_bases(FloatProgram.of(program), None))
    assert basis.count(Place.BASIC) == len(program.rows)
    # the costs of the variables that are at rest, at 0 all of them, tell nothing of the value
    chosen = [j for j in range(60) if basis[j] == Place.BASIC]
    only = Program(
        tuple(Variable(f"x{j}", 0, None if j in chosen else 0) for j in range(60)),
        program.rows,
        program.objective,
    )
    assert optimum(only).value == value


def test_balls_see_no_point_where_there_is_none():
    program, _ = ill_scaled(30, 20, 15, 0)
    off = Row("off", program.rows[0].coefficients, program.rows[0].upper + Fraction(1, 10**12))
    assert not list(long_bases(FloatProgram.of(with_row(program, off)), None))
