"""Queries on games with thousands of points."""

from exactdice.queries.evaluate import evaluate_query


def test_a_large_target_is_answered_without_a_whole_table():
    # At 999 points any throw wins, so EG(999, j) = 1, and with fewer than 940 points against 999
    # nothing helps.
    assert evaluate_query("EG(999,900)", {"target": 1000}) == 1
    assert evaluate_query("EG(930,999)", {"target": 1000}) == -1
    assert evaluate_query("OPT_all(930,999)", {"target": 1000}) == set(range(1, 11))
