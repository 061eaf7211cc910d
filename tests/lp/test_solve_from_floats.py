"""The way of large programmes, on programmes that pivoting can still decide."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from ways_of_programmes import pivoted, refined

from exactdice.exact import cost
from exactdice.exact.errors import TooCostly
from exactdice.linear.lp import (
    Outcome,
    Program,
    Row,
    Status,
    Variable,
    floats,
    optimum,
    proved,
)
from exactdice.linear.lp.solve import FloatSolve, directions, elastic

PIVOTED = "exact pivoting"
REFINED = "float basis, refined"


def sparse(rng, m, n, entries, number, slack):
    """A programme with a point: rows of so many entries, some equations and some ranges, variables
    of every kind.
    """
    at = [rng.randint(-3, 5) for _ in range(n)]
    variables = []
    for j, x in enumerate(at):
        bounds = [(x, x), (None, None), (x - 1, x + 3), (x, None), (None, x + slack())]
        variables.append(Variable(f"x{j}", *rng.choice(bounds)))
    rows = []
    for i in range(m):
        form = {j: number() for j in rng.sample(range(n), entries)}
        r = sum(a * at[j] for j, a in form.items())
        bounds = [(r, r), (None, r + slack()), (r - slack(), None), (r - 1, r + slack())]
        rows.append(Row(f"r{i}", form, *rng.choice(bounds)))
    # With costs that are a sum of rows most of these programmes have an optimum.
    costs = dict.fromkeys(range(n), 0)
    for row in rows:
        weight = (row.lower is None) - (row.upper is None)
        for j, a in row.coefficients.items():
            costs[j] += -weight * rng.randint(0, 2) * a
    return Program(tuple(variables), tuple(rows), costs, rng.randint(-5, 5))


def kinds(rng):
    """Numbers that are small, that differ by very little, and that are long."""
    tiny = Fraction(1, 10 ** rng.randint(6, 20))
    return {
        "small": lambda: rng.choice([-2, -1, 1, 3]),
        "near": lambda: 1 + rng.randint(-9, 9) * tiny,
        "long": lambda: rng.randint(2**300, 2**301),
        "fractions": lambda: Fraction(rng.randint(1, 99), rng.randint(1, 99)),
    }


@pytest.mark.parametrize(
    ("kind", "count", "most"),
    [("small", 20, 30), ("near", 20, 20), ("long", 10, 12), ("fractions", 20, 20)],
)
def test_sparse_programmes_against_pivoting(kind, count, most):
    rng, ways = Random(f"sparse {kind}"), Counter()
    for _ in range(count):
        number = kinds(rng)[kind]
        slack = rng.choice([lambda: 0, lambda: rng.randint(0, 3), lambda: Fraction(1, 10**20)])
        program = sparse(rng, rng.randint(5, most), rng.randint(5, most), 3, number, slack)
        outcome = refined(program)
        exact = pivoted(program)
        assert (outcome.status, outcome.value) == (exact.status, exact.value)
        ways[outcome.method] += 1
    # Pivoting is the way out where the matrix itself cannot be told from a singular one in floats.
    assert ways[PIVOTED] <= count // 2
    assert ways[REFINED] >= count // 4


def test_the_ways_of_highs_with_large_programmes(monkeypatch):
    # It makes them smaller first, and turns to interior points after a number of steps.
    monkeypatch.setattr(floats, "LARGE", 1)
    rng, ends = Random("large"), Counter()
    number = kinds(rng)["small"]
    programmes = [sparse(rng, 25, 25, 3, number, lambda: rng.randint(0, 3)) for _ in range(12)]
    for program in (*programmes, without_point(20), without_bound(20)):
        outcome = refined(program)
        exact = pivoted(program)
        assert (outcome.status, outcome.value) == (exact.status, exact.value)
        assert outcome.method != PIVOTED
        ends[outcome.status] += 1
    assert set(ends) == set(Status)


def close_payoffs(n, tiny):
    """max v, p' A_j >= v, sum p = 1 with payoffs that differ by multiples of `tiny`."""
    rng = Random(f"close {n} {tiny}")
    rows = [
        Row(f"c{j}", {**{i: 1 + rng.randint(-9, 9) * tiny for i in range(n)}, n: -1}, lower=0)
        for j in range(n)
    ]
    rows.append(Row("sum", dict.fromkeys(range(n), 1), 1, 1))
    variables = (*(Variable(f"p{i}") for i in range(n)), Variable("v", None))
    return Program(variables, tuple(rows), {n: 1}, maximise=True)


def without_point(n):
    """x_0 <= x_1 <= ... <= x_(n-1) <= x_0 - 1/10^30"""
    rows = [Row(f"r{i}", {i: 1, i + 1: -1}, upper=0) for i in range(n - 1)]
    rows.append(Row("back", {n - 1: 1, 0: -1}, upper=Fraction(-1, 10**30)))
    return Program(tuple(Variable(f"x{i}", None) for i in range(n)), tuple(rows), {0: 1})


def without_bound(n):
    """x_i = x_(i+1) for all i, and the sum of all x is to be as large as possible."""
    rows = [Row(f"r{i}", {i: 1, i + 1: -1}, 0, 0) for i in range(n - 1)]
    variables = tuple(Variable(f"x{i}", 1 if i == 0 else None) for i in range(n))
    return Program(variables, tuple(rows), dict.fromkeys(range(n), 1), maximise=True)


def test_no_point_is_proved_by_an_optimum():
    program = without_point(200)
    found = FloatSolve(program, None).without_optimum()
    assert found.status == Status.INFEASIBLE
    assert proved(program, found)
    assert optimum(elastic(program)).value == Fraction(1, 10**30)
    assert refined(program).status == Status.INFEASIBLE


def test_no_bound_is_proved_by_an_optimum():
    program = without_bound(200)
    outcome = refined(program)
    assert (outcome.status, outcome.method) == (Status.UNBOUNDED, REFINED)
    assert len(set(outcome.ray)) == 1
    assert optimum(directions(program)).value == 1


def test_progress_is_told():
    told = []
    program = close_payoffs(25, 1)
    for way in (refined, pivoted):
        told.clear()
        assert isinstance(way(program, lambda *done: told.append(done)), Outcome)
        assert told
        assert all(whole is None for _, whole in told)


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
def test_large_limits_are_magnified_before_floats_see_them(digits, monkeypatch):
    program = with_large_limits(45, digits)
    solve = FloatSolve(program, None)
    assert solve.optimum() is None
    assert solve.magnified().value == pivoted(program).value
    # without a tableau, which the cost of pivoting would be too high for
    with cost.limit(10**4):
        assert optimum(program).status == Status.OPTIMAL
        monkeypatch.setattr(FloatSolve, "outcome", lambda _: None)
        with pytest.raises(TooCostly, match="exact pivoting on 60 rows and 90 variables"):
            optimum(program)


@pytest.mark.parametrize("power", [10, 14, 20, 60])
def test_what_floats_cannot_see_is_magnified(power):
    # Each x_i goes up to where its two bounds, by rows, nearly agree; floats take any of them.
    tiny, n = Fraction(1, 10**power), 30
    rows = []
    for i in range(n):
        rows.append(Row(f"a{i}", {i: 1, (i + 1) % n: Fraction(1, 7)}, upper=1 + (i % 3) * tiny))
        rows.append(Row(f"b{i}", {i: 1, (i + 1) % n: Fraction(1, 7)}, upper=1 + (2 - i % 3) * tiny))
    costs = {i: 1 + (i % 5) * tiny for i in range(n)}
    variables = tuple(Variable(f"x{i}") for i in range(n))
    program = Program(variables, tuple(rows), costs, maximise=True)
    outcome = refined(program)
    assert outcome.method == REFINED
    assert outcome.value == pivoted(program).value
