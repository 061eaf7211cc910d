"""What is taken out comes back: the certificate is one of the given programme."""

from collections import Counter
from fractions import Fraction
from random import Random

from exactdice.lp import Engine, Program, Row, Status, Variable, optimum, proved
from exactdice.lp.presolve import Presolved, is_worth
from exactdice.lp.program import crossed_bounds

DRAWN = 1000


def drawn(rng):
    """A programme in which most rows have one or two entries."""

    def number():
        return rng.choice([0, 0, 1, -1, 2, -3, Fraction(1, 2), Fraction(-5, 3)])

    def bounds():
        low, high = sorted((number(), number()))
        return rng.choice([(0, None), (None, None), (None, high), (low, low), (low, high)])

    n, m = rng.randint(1, 6), rng.randint(1, 6)
    variables = tuple(Variable(f"x{j}", *bounds()) for j in range(n))
    rows = []
    for i in range(m):
        columns = rng.sample(range(n), min(n, rng.choice([0, 1, 1, 2, 2, 4])))
        rows.append(Row(f"r{i}", {j: number() for j in columns}, *bounds()))
    objective = {j: number() for j in range(n)}
    return Program(variables, tuple(rows), objective, number(), rng.random() < 0.5)


def test_outcomes_of_the_given_programmes():
    rng, ends = Random(11), Counter()
    for _ in range(DRAWN):
        program = drawn(rng)
        if crossed_bounds(program):
            continue
        expected = optimum(program, Engine.PIVOTING)
        presolved = Presolved(program)
        if presolved.has_no_point:
            assert expected.status == Status.INFEASIBLE
            continue
        left = presolved.program()
        outcome = presolved.outcome(optimum(left, Engine.PIVOTING))
        assert (outcome.status, outcome.value) == (expected.status, expected.value)
        assert proved(program, outcome)
        ends[outcome.status] += len(left.rows) < len(program.rows)
    assert min(ends[status] for status in Status) >= 5


def test_nothing_is_left_of_a_chain():
    # x_0 = 1 and x_i = 2 x_(i-1): each row has one entry as soon as the one before is gone
    n = 210
    rows = [Row("first", {0: 1}, 1, 1)]
    rows += [Row(f"r{i}", {i: 1, i - 1: -2}, 0, 0) for i in range(1, n)]
    program = Program(tuple(Variable(f"x{i}", None) for i in range(n)), tuple(rows), {n - 1: 3})
    left = Presolved(program).program()
    assert (len(left.rows), len(left.variables)) == (0, 0)
    outcome = optimum(program)
    assert outcome.value == 3 * 2 ** (n - 1)
    assert outcome.x == tuple(2**i for i in range(n))
    assert outcome.y == tuple(3 * 2 ** (n - 1 - i) for i in range(n))


def test_a_thousand_rows_of_one_entry():
    n = 1000
    rows = tuple(Row(f"r{i}", {i: Fraction(i + 1, 3)}, upper=i % 7) for i in range(n))
    variables = tuple(Variable(f"x{i}", None) for i in range(n))
    program = Program(variables, rows, dict.fromkeys(range(n), 1), maximise=True)
    assert is_worth(program)
    outcome = optimum(program)
    assert outcome.y == tuple(Fraction(3, i + 1) for i in range(n))
    assert outcome.value == sum(Fraction(3 * (i % 7), i + 1) for i in range(n))
