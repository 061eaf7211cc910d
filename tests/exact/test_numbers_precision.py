"""Balls in many threads: the working precision is one for the whole process, and no thread may
compute with another's.
"""

import ast
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import flint
import mpmath
import pytest
import sympy

import exactdice
from exactdice import Distribution
from exactdice.distributions.binomial import at_least, lower_end, off_probability, upper_end
from exactdice.exact.numbers import Interval, working_precision
from exactdice.query.evaluate import evaluate_query
from exactdice.query.strategies import _solution, enclosed
from exactdice.report.claims.montecarlo import chernoff, estimate, near, normal_p
from exactdice.symbolic import algebraic_numbers
from exactdice.symbolic.expressions import enclosure

ROOT = Path(exactdice.__file__).parent
SKEWED = Distribution({0: 5, 1: 1, 7: 1})


def roots(k):
    """The ends of the real roots of (x^3 - k)(x^2 - k - 1), without what an earlier call found."""
    polynomial = flint.fmpq_poly([-k, 0, 0, 1]) * flint.fmpq_poly([-k - 1, 0, 1])
    return [root.bounds(200) for root in algebraic_numbers.real_roots(polynomial)]


def ends(ball):
    return lower_end(ball), upper_end(ball)


WORK = {
    "tail": lambda k: ends(at_least(Fraction(1, 6), 10**6 + k, 167_000)),
    "off_probability": lambda k: off_probability(Fraction(1, 3), 10**5 + k, Fraction(1, 300)),
    "estimate of wins": lambda k: estimate(
        Distribution({0: 2, 1: 1}), 1000 + k, Interval(Fraction(3, 10), Fraction(4, 10))
    ),
    "estimate of points": lambda k: estimate(
        SKEWED, 1000 + k, Interval(Fraction(12, 10), Fraction(13, 10))
    ),
    "chernoff": lambda k: chernoff(SKEWED, 1000 + k, Fraction(13, 10)),
    "near": lambda k: near(SKEWED, 10**6 + k, Interval(Fraction(114, 100), Fraction(115, 100))),
    "normal": lambda k: normal_p(Fraction(k + 1, 3)),
    "enclosure": lambda k: enclosure(sympy.log(sympy.Rational(k + 3, 2)) ** 2, 64 + 7 * k),
    "roots": roots,
}


@pytest.fixture
def switching():
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def answers(tasks):
    return [WORK[name](k) for name, k in tasks]


@pytest.mark.usefixtures("switching")
def test_eight_threads_find_what_one_finds():
    precisions = flint.ctx.prec, mpmath.mp.prec
    tasks = [(name, k) for name in WORK for k in range(2)]
    alone = dict(zip(tasks, answers(tasks), strict=True))
    algebraic_numbers._isolate_all.cache_clear()
    algebraic_numbers._narrow_root.cache_clear()
    orders = [random.Random(seed).sample(tasks, len(tasks)) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for order, found in zip(orders, pool.map(answers, orders), strict=True):
            assert dict(zip(order, found, strict=True)) == alone
    assert (flint.ctx.prec, mpmath.mp.prec) == precisions


QUERIES = [
    ("EG(0,0)", {"dice": 2, "target": 15}),
    ("win(optimal, blind)", {"dice": 2, "target": 12}),
    ("EG(1,2)", {"variant": "simultaneous", "dice": 2, "target": 5}),
    ("gain(optimal, dice(1))", {"variant": "simultaneous", "dice": 2, "target": 20, "digits": 15}),
    ("pig_win(0,0,0)", {"target": 10}),
    ("grundy(subtraction(1000,1,3,4))", {}),
    ("connect_four_value()", {"rows": 3, "columns": 4}),
]


def replies(order):
    return {QUERIES[k][0]: evaluate_query(*QUERIES[k]) for k in order}


@pytest.mark.usefixtures("switching")
def test_eight_threads_are_told_what_one_is_told():
    alone = replies(range(len(QUERIES)))
    _solution.cache_clear()
    enclosed.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        orders = [
            random.Random(seed).sample(range(len(QUERIES)), len(QUERIES)) for seed in range(8)
        ]
        assert all(found == alone for found in pool.map(replies, orders))


@pytest.mark.parametrize("name", WORK)
@pytest.mark.parametrize("ambient", [30, 53, 1000])
def test_the_answer_does_not_depend_on_the_precision_outside(name, ambient):
    usual = WORK[name](2)
    algebraic_numbers._isolate_all.cache_clear()
    algebraic_numbers._narrow_root.cache_clear()
    with working_precision(ambient):
        assert WORK[name](2) == usual
        assert flint.ctx.prec == ambient


def test_the_precision_is_put_back():
    before = flint.ctx.prec
    with working_precision(100):
        with pytest.raises(ZeroDivisionError), working_precision(200):
            divmod(1, 0)
        assert flint.ctx.prec == 100
    assert flint.ctx.prec == before


def test_one_module_alone_changes_the_precision():
    """The context of flint, or a precision of mpmath, is named nowhere else, and no block waits
    half way for the next of a generator.
    """
    for path in {*ROOT.rglob("*.py")} - {ROOT / "exact" / "numbers.py"}:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?<!\")\b(ctx|workprec|workdps|dps)\b", text), path
        for block in ast.walk(ast.parse(text)) if "working_precision" in text else ():
            if isinstance(block, ast.With) and "working_precision" in ast.unparse(block.items[0]):
                inside = ast.walk(block)
                assert not any(isinstance(one, ast.Yield | ast.YieldFrom) for one in inside), path
