"""Recurrences that the model proves: each against exact values ten times as far as those that
determine it, and what only looks like one is not called proved.
"""

from fractions import Fraction

import pytest

from exactdice.exact.errors import ExactDiceError
from exactdice.formulas import Index, Origin, formula, model_of
from exactdice.query.evaluate import evaluate_query
from exactdice.query.syntax import parse

PROVED = [
    "draws_to(d(6), n)",
    "draws_to(roll_distribution(2), n)",
    "draws_to(d(4), n - 2)",
    "hits_total(d(6), n)",
    "mean(highest(d(4), n, 2))",
    "mean(lowest(d(4), n))",
    "probability(highest(uniform(1, 1, 2, 5), n) >= 2)",
    "at_least(lowest(d(4), n, 2), 3)",
    "draws_to(d(2), n) - n*hits_total(d(2), n)/3",
]


def value(query, name, n, options=None):
    return evaluate_query(query, {**(options or {}), name: n})


def continued(found, count):
    """The first values, as the recurrence gives them."""
    values = list(found.start)
    while len(values) < count:
        values.append(sum(c * values[-k] for k, c in enumerate(found.recurrence, 1)))
    return values


@pytest.mark.parametrize("query", PROVED)
def test_proved_without_a_range_and_right_ten_times_as_far(query):
    found = formula(query)
    assert found.origin == Origin.PROVED
    first, size = found.recurrence.indices[0], len(found.recurrence.indices)
    values = continued(found.recurrence, min(10 * size, 200))
    for place in (0, size - 1, size, size + 1, len(values) // 2, len(values) - 1):
        assert values[place] == value(query, "n", first + place)


NOT_PROVED = [
    ("positions(chomp(2, n))", {}, "n", range(1, 13)),
    ("turns(dice(1), dice(1))", {"dice": 1, "weights": (0, 1), "bust": 1}, "target", range(1, 20)),
]


@pytest.mark.parametrize(("query", "options", "name", "indices"), NOT_PROVED)
def test_what_no_model_proves_is_labelled_with_its_range(query, options, name, indices):
    found = formula(query, options, {name: indices})
    assert found.origin == Origin.FITTED
    assert f"checked for {name} = {indices[0]}..{indices[-1]} only" in found.label


def test_a_sequence_altered_far_beyond_the_range_is_never_proved():
    """The chance that 50 dice or more show a 1 keeps no recurrence that its first values show."""
    query = "at_least(successes(d(2), n, 2), 40)"
    found = formula(query, {}, {"n": range(1, 31)})
    assert found.origin == Origin.FITTED
    assert continued(found.recurrence, 30) == [0] * 30
    assert value(query, "n", 40) == Fraction(1, 2**40)


@pytest.mark.parametrize(
    "query",
    [
        "draws_to(n@d(2), n)",
        "grundy(nim(n, 3))",
        "draws_to(d(2), n)**2",
        "mean(highest(d(4), n, n))",
    ],
)
def test_the_model_says_nothing_of(query):
    assert model_of(parse(query), Index("n", {})) is None


REFUSED = [
    ("draws_to(d(6) - 1/2, n)", {}, "a law of whole numbers of 0 or more, got the outcome"),
    ("draws_to(uniform(1, 10**9), n)", {}, "give a range to fit over"),
    ("mean(largest_set(d(2), n))", {"n": range(1, 31)}, "constant coefficients of order 12 or"),
    ("draws_to(d(4), n - 2)", {"n": range(9)}, "0 or more, got -2"),
    ("turns(dice(1), dice(1))", {"target": range(1, 4)}, "a fit needs a range of 8 whole"),
]


@pytest.mark.parametrize(("query", "ranges", "message"), REFUSED)
def test_refused(query, ranges, message):
    with pytest.raises(ExactDiceError, match=message) as refused:
        formula(query, {}, ranges)
    assert "\n" not in str(refused.value)
