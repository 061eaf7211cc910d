"""Ranges of expressions of numbers known within bounds, against all of them on a grid."""

from fractions import Fraction
from itertools import product

import pytest

from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import Interval
from exactdice.query.corners import evaluate_tightly
from exactdice.query.evaluate import evaluate_query, names_in
from exactdice.query.syntax import Known, Name, parse, query_latex, query_text, rebuilt

A = Interval(Fraction(645, 1000), Fraction(655, 1000))
B = Interval(Fraction(-3, 10), Fraction(5, 10))  # 0 is on its grid
C = Interval(Fraction(1), Fraction(3))
BOUNDS = {"a": A, "b": B, "c": C}
STEPS = 8


def with_bounds(node, bounds):
    """The query with bounds in place of its names."""
    if isinstance(node, Name) and node.name in bounds:
        return Known(bounds[node.name], node)
    return rebuilt(node, lambda part: with_bounds(part, bounds))


def tight(query, bounds=None):
    return evaluate_tightly(with_bounds(parse(query), bounds or BOUNDS), {})


def plain(query):
    return evaluate_query(with_bounds(parse(query), BOUNDS))


def on_a_grid(query):
    """The values of the query at all points of a grid over the box, with its corners."""
    grids = {
        name: [bounds.lower + bounds.width * Fraction(k, STEPS) for k in range(STEPS + 1)]
        for name, bounds in BOUNDS.items()
    }
    names = sorted(names_in(parse(query)))
    for point in product(*(grids[name] for name in names)):
        yield evaluate_query(query, dict(zip(names, point, strict=True)))


# Quotients of polynomials that are linear in each number: the corners are the extremes.
EXACT = [
    "a",
    "a + b - c",
    "a / c",
    "a / (a + c)",
    "(c - a) / (c + a)",
    "a - a",
    "a / a",
    "a * b + a",
    "1 / (1 + c / a)",
    "a * (b + c) - b * c",
    "b + a / (a + c * 2)",
    # continuous, and each number occurs once
    "abs(b)",
    "min(a, b + c)",
    "max(b, 0) * c",
    "b ** 2",
    "b ** 3 - c ** 4",
]
# Enclosed, but no quotient of that kind.
ENCLOSED = [
    "a * a",
    "a / c - 1 / c",
    "a * (1 - a)",
    "b * b - b",
    "abs(b) + b",
    "b ** 2 - b",
    "a / (a + c) - a * a",
]


@pytest.mark.parametrize("query", EXACT)
def test_the_range_is_that_of_the_grid_whose_corners_are_those_of_the_box(query):
    values = list(on_a_grid(query))
    found = tight(query)
    assert (found.lower, found.upper) == (min(values), max(values))


@pytest.mark.parametrize("query", ENCLOSED)
def test_the_range_encloses_the_grid_and_is_never_wider_than_arithmetic_makes_it(query):
    values = list(on_a_grid(query))
    found, wide = tight(query), plain(query)
    assert wide.lower <= found.lower <= min(values)
    assert max(values) <= found.upper <= wide.upper


def test_what_occurs_twice_is_not_taken_for_two_numbers():
    assert plain("a - a") == Interval(Fraction(-1, 100), Fraction(1, 100))
    assert tight("a - a") == Interval(0, 0)
    assert tight("a <= a") is True
    assert tight("a + b < a + b + 1") is True
    assert tight("a - b < a - b + 1 < 3") is True


@pytest.mark.parametrize("query", ["a / (b + a - a)", "b / b", "a / (a - a) + a"])
def test_a_divisor_that_may_be_0_is_refused(query):
    with pytest.raises(QueryError, match="may be 0 within the rounding, and is divided by"):
        tight(query)


def test_a_known_number_is_written_as_it_was():
    node = rebuilt(parse("1 - 2 * (a + 1)"), lambda part: with_bounds(part, BOUNDS))
    sums = Known(Interval(1, 2), parse("a + b"))
    assert query_text(node) == "1 - 2 * (a + 1)"
    assert query_text(rebuilt(parse("2 * c"), lambda part: sums)) == "(a + b) * (a + b)"
    assert query_latex(sums) == "a + b"
