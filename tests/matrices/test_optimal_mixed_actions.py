"""All optimal laws of a matrix game, against its extreme mixtures."""

from drawn_matrices import MATRICES, law, value
from hypothesis import given

from exactdice import MAX
from exactdice.exact.numbers import Interval
from exactdice.linear.matrices.optimal_mixed_actions import (
    Condition,
    extreme_mixtures,
    mixed_actions_of_choice,
    mixed_actions_of_matrix,
)

# MAX may mix the three rows as it likes.
ZEROS = mixed_actions_of_matrix([[0], [0], [0]], 0, "abc", MAX, "zeros")


@given(MATRICES)
@law
def test_each_probability_is_between_those_of_the_extreme_mixtures(matrix):
    for player, corners in enumerate(extreme_mixtures(matrix)):
        actions = range(len(corners[0]))
        laws = mixed_actions_of_matrix(matrix, value(matrix), actions, player, "drawn")
        for action, chances in zip(actions, zip(*corners, strict=True), strict=True):
            found = laws.strategies.extent({laws.columns[action]: 1}, laws.unit)
            assert found == Interval(min(chances), max(chances))


@given(MATRICES)
@law
def test_bounds_on_the_entries_leave_no_optimal_law_out(matrix):
    v = value(matrix)
    around = [[Interval(entry - 1, entry + 1) for entry in row] for row in matrix]
    exact, outer = (
        mixed_actions_of_matrix(entries, worth, range(len(matrix)), MAX, "drawn")
        for entries, worth in ((matrix, v), (around, Interval(v - 1, v + 1)))
    )
    for column in exact.columns.values():
        inside = exact.strategies.extent({column: 1}, exact.unit)
        outside = outer.strategies.extent({column: 1}, outer.unit)
        assert outside.lower <= inside.lower <= inside.upper <= outside.upper
    assert (exact.strategies.is_outer, outer.strategies.is_outer) == (False, True)


def test_conditions_are_kept_together_or_contradict_each_other():
    a, b, c = (ZEROS.columns[name] for name in "abc")
    strategies, whole = ZEROS.strategies, ZEROS.unit
    half = [Condition({one: 2, whole: -1}, ">=") for one in (a, b)]
    assert strategies.possible(half)
    assert not strategies.possible([*half, Condition({c: 1}, ">")])
    assert not strategies.possible([Condition({a: 1}, "<")])
    assert strategies.possible([Condition({a: 1, b: -1}, "!="), Condition({c: 1}, "==")])
    third = Condition({c: 3, whole: -1}, "==")
    assert strategies.conflict([*half, third]) == [0, 1, 2]
    assert strategies.conflict([half[0], third]) == []


def test_a_choice_in_turns_is_drawn_among_the_optimal_actions():
    laws = mixed_actions_of_choice(("a", "b", "c"), ("a", "c"), "turns")
    extents = [laws.strategies.extent({k: 1}, laws.unit) for k in laws.columns.values()]
    assert extents == [Interval(0, 1), Interval(0, 0), Interval(0, 1)]
    assert not laws.may_pass_by
