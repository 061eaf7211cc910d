"""Whether an optimum of the battle in which both throw at once is pure or mixed: decided from
certified bounds.
"""

from battles_at_once import battles, means
from hypothesis import given, settings

from exactdice import SimultaneousBattle, SimultaneousState, solve
from exactdice.games.simultaneous_battle.bounds import kind_between
from exactdice.games.simultaneous_battle.fast import enclose_simultaneous, kind
from exactdice.games.simultaneous_battle.guide import Kind
from exactdice.matrices.solve import saddle_point


def exact_kind(game, solution, state):
    worth = lambda s: solution.values[s] if game.payoff(s) is None else game.payoff(s)  # noqa: E731
    return Kind.MIXED if saddle_point(means(game, state, worth)) is None else Kind.PURE


@settings(max_examples=25)
@given(battles(most=4))
def test_a_kind_is_never_wrong(game):
    solution, found = solve(game), enclose_simultaneous(game, 20)
    for state in solution.values:
        assert kind(found, state, 30) in (exact_kind(game, solution, state), Kind.UNDECIDED)


def test_the_kinds_of_the_default_dice_are_decided_and_some_are_mixed():
    game = SimultaneousBattle(dice=10, target=12)
    solution, found = solve(game), enclose_simultaneous(game, 20)
    kinds = [found.kinds[i, j] for i in range(12) for j in range(i + 1)]
    assert kinds.count(Kind.UNDECIDED) == 0
    mixed = [(i, j) for i in range(12) for j in range(i + 1) if found.kinds[i, j] == Kind.MIXED]
    assert mixed
    for state in mixed[:3]:
        assert exact_kind(game, solution, SimultaneousState(*state)) == Kind.MIXED


def test_what_no_precision_decides_is_said_to_be_undecided():
    """Entries that overlap between their ends could be ordered either way."""
    assert kind_between([[0, 0], [0, 0]], [[1, 1], [1, 1]]) == Kind.UNDECIDED
    assert kind_between([[5, 7], [2, 3]], [[6, 8], [3, 4]]) == Kind.PURE
    assert kind_between([[1, 9], [9, 1]], [[2, 10], [10, 2]]) == Kind.MIXED
