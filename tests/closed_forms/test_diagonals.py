"""Races between two fixed numbers of dice: the diagonal against the game, and proofs of recurrences
against exact values far beyond the range.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from exactdice.closed_forms import Origin, formula
from exactdice.closed_forms.diagonals import is_proved
from exactdice.closed_forms.models import Asked
from exactdice.queries.evaluate import evaluate_query
from exactdice.queries.syntax import parse

COIN = {"dice": 1, "faces": 2}

PROVED = [
    ("win(dice(1), dice(1))", COIN, 40),
    ("loss(dice(1), dice(1))", COIN, 40),
    ("gain(dice(1), dice(1))", COIN, 40),
    ("turns(dice(1), dice(1))", COIN, 50),
    ("win(dice(1), dice(1))", {"dice": 1, "weights": (1, 2)}, 40),
    ("win(dice(1), dice(1))", {"dice": 1, "weights": (1, 2), "bust": 2, "bust_score": 3}, 60),
    # scores that differ by 2 or 3 alone, where only every second or third power counts
    ("win(dice(1), dice(1))", {"dice": 1, "faces": 2, "bust_score": 0}, 40),
    ("win(dice(2), dice(2))", {"dice": 2, "faces": 2}, 60),
]


@pytest.mark.parametrize(("query", "options", "count"), PROVED)
def test_proved_and_right_far_beyond_the_range(query, options, count):
    found = formula(query, options, {"target": range(1, count + 1)})
    assert found.origin == Origin.PROVED
    values = found.recurrence.continued(5 * count)
    for target in (count + 1, 2 * count, 5 * count):
        assert values[target - 1] == evaluate_query(query, {**options, "target": target})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "options", "count"),
    [
        ("win(dice(1), dice(1))", {"dice": 1, "faces": 3}, 140),
        ("win(dice(1), dice(2))", {"dice": 2, "faces": 2}, 150),
    ],
)
def test_longer_recurrences(query, options, count):
    found = formula(query, options, {"target": range(1, count + 1)})
    assert found.origin == Origin.PROVED
    value = evaluate_query(query, {**options, "target": 2 * count})
    assert found.recurrence.continued(2 * count)[-1] == value


@pytest.mark.parametrize("place", range(6))
def test_a_changed_recurrence_is_not_proved(place):
    query = "gain(dice(1), dice(1))"
    found = formula(query, COIN, {"target": range(1, 41)}).recurrence
    node, asked = parse(query), Asked("target", COIN)
    assert is_proved(found, node, asked)
    parts = [list(part) for part in found.coefficients]
    parts[place][0] += 1
    changed = replace(found, coefficients=tuple(map(tuple, parts)))
    assert not is_proved(changed, node, asked)


def test_wrong_first_values_are_not_proved():
    query = "gain(dice(1), dice(1))"
    found = formula(query, COIN, {"target": range(1, 41)}).recurrence
    wrong = replace(found, start={**found.start, 2: found.start[2] + Fraction(1, 10**9)})
    assert not is_proved(wrong, parse(query), Asked("target", COIN))


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("gain(dice(1), optimal)", COIN),
        ("gain(dice(1), dice(1))", {**COIN, "variant": "simultaneous"}),
        ("gain(dice(1), dice(1))", {**COIN, "game": "pig"}),
        ("gain(dice(1), dice(1))", {**COIN, "digits": 9}),
        ("gain(dice(1), dice(1), target=9)", COIN),
        ("draw(dice(1), dice(1))", COIN),
        ("best_response(dice(1))", COIN),
        ("1 - win(dice(1), dice(1))", COIN),
    ],
)
def test_other_queries_are_no_diagonals(query, options):
    found = formula("gain(dice(1), dice(1))", COIN, {"target": range(1, 41)}).recurrence
    assert not is_proved(found, parse(query), Asked("target", options))


def test_a_range_that_does_not_begin_at_one_is_only_checked():
    found = formula("gain(dice(1), dice(1))", COIN, {"target": range(2, 41)})
    assert found.origin == Origin.FITTED
