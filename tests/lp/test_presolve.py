"""What is taken out comes back: the certificate is one of the given programme."""

from collections import Counter
from fractions import Fraction
from random import Random

from exactdice.lp import Engine, Program, Row, Status, Variable, optimum, proved
from exactdice.lp.presolve import Presolved
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
