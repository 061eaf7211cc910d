"""Recurrences that the model proves: each against exact values ten times as far as those that
determine it, and what only looks like one is not called proved.
"""

from fractions import Fraction

import pytest

from exactdice.closed_forms import Origin, formula
from exactdice.closed_forms.models import Asked, model_of
from exactdice.errors import ExactDiceError
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.syntax import parse

PROVED = [
    "draws_to(d(6), n)",
    "draws_to(throw_law(2), n)",
    "draws_to(uniform(0, 2, 5), n)",
    "draws_to(d(4), 3*n - 2)",
    "hits_total(d(6), n)",
    "hits_total(uniform(2, 4), n)",
    "mean(highest(d(4), n, 2))",
    "mean(lowest(d(4), n))",
    "chance(highest(uniform(1, 1, 2, 5), n) >= 2)",
    "at_least(lowest(d(4), n, 2), 3)",
    "mean(different(uniform(1, 1, 2, 3), n))",
    "grundy(subtraction(n, 1, 3, 4))",
    "grundy(subtraction(n, 2, 5))",
    "draws_to(d(2), n)**2 - n*hits_total(d(2), n)/3",
    "2**n * draws_to(d(3), n) + n**2",
]


def value(query, name, n, options=None):
    return evaluate_query(query, {**(options or {}), name: n})


@pytest.mark.parametrize("query", PROVED)
def test_proved_without_a_range_and_right_ten_times_as_far(query):
    found = formula(query)
    assert found.origin == Origin.PROVED
    first, size = found.recurrence.indices[0], len(found.recurrence.indices)
    values = found.recurrence.continued(min(10 * size, 200))
    for place in (0, size - 1, size, size + 1, len(values) // 2, len(values) - 1):
        assert values[place] == value(query, "n", first + place)


BOARDS = [
    {"jumps": None, "faces": 4},
    {"jumps": None, "faces": 4, "beyond": "arrive"},
    {"jumps": None, "faces": 3, "beyond": "bounce"},
    {"jumps": ((2, 7), (8, 3)), "faces": 4},
    {"jumps": ((2, 7), (8, 3)), "faces": 3, "beyond": "bounce"},
]


@pytest.mark.parametrize("rules", BOARDS)
def test_boards_that_grow_longer(rules):
    options = {"game": parse_option("snakes-and-ladders"), **rules}
    first = 8 * bool(rules["jumps"]) + rules["faces"] + 1
    found = formula("turns(first)", options, {"squares": range(first, first + 9)})
    assert found.origin == Origin.PROVED
    values = found.recurrence.continued(60)
    for place in (0, 20, 59):
        assert values[place] == value("turns(first)", "squares", first + place, options)


def test_a_range_that_begins_before_the_recurrence_holds():
    options = {"game": parse_option("snakes-and-ladders"), "jumps": ((2, 7), (8, 3)), "faces": 3}
    found = formula("turns(first)", options, {"squares": range(9, 14)})
    assert found.origin == Origin.PROVED
    values = found.recurrence.continued(40)
    assert values[39] == value("turns(first)", "squares", 48, options)


NOT_PROVED = [
    ("mean(largest_set(d(2), n))", {}, "n", range(1, 31)),
    ("positions(chomp(2, n))", {}, "n", range(1, 13)),
    ("turns(dice(1), dice(1))", {"dice": 1, "weights": (0, 1), "bust": 1}, "target", range(1, 20)),
    ("wins(wythoff(n, 0))", {}, "n", range(1, 30)),
]


@pytest.mark.parametrize(("query", "options", "name", "indices"), NOT_PROVED)
def test_what_no_model_proves_is_labelled_with_its_range(query, options, name, indices):
    found = formula(query, options, {name: indices})
    assert found.origin == Origin.FITTED
    assert f"checked for {name} = {indices[0]}..{indices[-1]} only" in found.label
    assert found.growth is None


def test_a_sequence_altered_far_beyond_the_range_is_never_proved():
    """The chance that 50 dice or more show a 1 keeps no recurrence that its first values show."""
    query = "at_least(successes(d(2), n, 2), 40)"
    found = formula(query, {}, {"n": range(1, 31)})
    assert found.origin == Origin.FITTED
    assert found.recurrence.continued(30) == [0] * 30
    assert value(query, "n", 40) == Fraction(1, 2**40)


def test_the_period_of_a_subtraction_game():
    found = formula("grundy(subtraction(n, 1, 3, 4))")
    assert found.recurrence.recurrence == (0, 0, 0, 0, 0, 0, 1)
    assert "come again after 7 heaps" in found.label
    # Winning Ways, volume 1, chapter 4: values with pre-period
    found = formula("grundy(subtraction(n, 1, 4, 10))")
    values = found.recurrence.continued(300)
    assert values == [value("grundy(subtraction(n, 1, 4, 10))", "n", n) for n in range(300)]


@pytest.mark.parametrize(
    "query",
    [
        "draws_to(n@d(2), n)",
        "grundy(nim(n, 3))",
        "grundy(subtraction(n, s))",
        "grundy(subtraction(n, 1/2))",
        "grundy(subtraction(n))",
        "1/draws_to(d(2), n)",
        "draws_to(d(2), n**2)",
        "mean(highest(d(4), 2*n, n))",
        "chance(highest(d(4), n) >= n)",
    ],
)
def test_the_model_says_nothing_of(query):
    assert model_of(parse(query), Asked("n", {})) is None


REFUSED = [
    ("draws_to(d(6) - 1/2, n)", {}, "a law of whole numbers of 0 or more, got the outcome"),
    ("draws_to(uniform(1, 10**9), n)", {}, "give a range to fit over"),
    ("draws_to(d(6), n)**(10**9)", {}, "give a range to fit over"),
    ("mean(n@d(6) == 3)", {}, "give a range to fit over"),
    ("draws_to(d(6), n)", {"n": range(1, 99, 2)}, "without a step"),
    ("turns(dice(1), dice(1))", {"target": range(1, 4)}, "a fit needs a range of 8 to 400"),
]


@pytest.mark.parametrize(("query", "ranges", "message"), REFUSED)
def test_refused(query, ranges, message):
    with pytest.raises(ExactDiceError, match=message) as refused:
        formula(query, {}, ranges)
    assert "\n" not in str(refused.value)
