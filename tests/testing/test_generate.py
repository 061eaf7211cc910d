"""The laws, matrices, battles and graphs that the testing kit draws shrink to a few characters, and
reach all that there are.
"""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import Phase, find, settings
from hypothesis.errors import InvalidArgument
from kinds_of_games import KINDS

from exactdice import MIN, DiceBattle, Distribution, die, solve
from exactdice.distributions.distribution import point
from exactdice.game.graph import explore
from exactdice.game.graph.order import is_acyclic
from exactdice.testing import (
    Listed,
    arenas,
    battles,
    die_distributions,
    exact_numbers,
    games_in_turns,
    laws,
    matrix_games,
    recurring_games,
    simultaneous_games,
    solved_matrix_games,
)

SHRINKING = settings(
    max_examples=500, database=None, derandomize=True, phases=[Phase.generate, Phase.shrink]
)


def smallest(strategy, condition=lambda _: True):
    return find(strategy, condition, settings=SHRINKING)


def test_what_shrinks_is_short():
    assert smallest(laws()) == point(0)
    assert smallest(die_distributions()) == die(2)
    assert smallest(battles()) == DiceBattle(dice=1, target=1)
    assert smallest(matrix_games()) == ((0,),)
    assert smallest(arenas()) == {0: ()}
    assert smallest(die_distributions(), lambda one: len(set(one.weights.values())) > 1) in (
        Distribution({1: 1, 2: 2}),
        Distribution({1: 2, 2: 1}),
    )
    matrix, solution = smallest(
        solved_matrix_games(), lambda drawn: min(drawn[1].row) > 0 and len(drawn[1].row) == 2
    )
    assert solution.row == (Fraction(1, 2), Fraction(1, 2))
    assert set(sum(matrix, ())) == {0}


def test_arenas_reach_every_small_graph():
    edges = list(product(*[[(), (1,), (2,), (1, 2)], [(), (2,)], [()]]))
    for successors in edges:
        wanted = dict(enumerate(successors))
        assert smallest(arenas(3), lambda arena, wanted=wanted: arena == wanted) == wanted


@pytest.mark.parametrize("arguments", [(0.5,), (2, 1), (0, 3, 0)])
def test_bounds_that_are_none_are_refused_by_hypothesis(arguments):
    with pytest.raises(InvalidArgument):
        smallest(exact_numbers(*arguments), lambda number: number.denominator > 1)


def test_recurring_games_come_back():
    cyclic = smallest(recurring_games(2), lambda game: not is_acyclic(explore(game)))
    assert repr(cyclic) == "Listed({0: {('a', 'wait'): {0: 1, 1: 1}}, 1: 0})"


def test_games_played_at_once_need_mixtures():
    mixing = smallest(
        simultaneous_games(4, 2),
        lambda game: any(len(law) > 1 for pair in solve(game).mixtures.values() for law in pair),
    )
    (matrix,) = (
        entry for entry in mixing.table.values() if isinstance(entry, dict) and len(entry) > 1
    )
    assert set(matrix) == {("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")}
    assert {len(law) for law in matrix.values()} <= {1, 2}
    assert sorted(entry for entry in mixing.table.values() if isinstance(entry, int)) == [0, 1]


def test_games_in_turns_are_moved_by_both():
    reply = smallest(
        games_in_turns(3),
        lambda game: any(node.mover == MIN for node in explore(game).nodes if node.payoff is None),
    )
    assert repr(reply) == "Listed({0: {('wait', 'a'): {1: 1}}, 1: 0})"


@pytest.mark.parametrize("name", KINDS)
def test_games_shrink_to_one_finished_state(name):
    assert repr(smallest(KINDS[name]())) == "Listed({0: 0})"


def test_a_counterexample_is_small_and_its_repr_is_the_game():
    """A wrong law, that the value of a game is a payoff of it, gets a counterexample of three
    states and one coin.
    """
    game = smallest(
        games_in_turns(4),
        lambda game: (
            solve(game).value not in [v for v in game.table.values() if not isinstance(v, dict)]
        ),
    )
    assert repr(game) == "Listed({0: {('a', 'wait'): {1: 1, 2: 1}}, 1: 0, 2: 1})"
    again = eval(repr(game), {"Listed": Listed})
    assert again == game
    assert hash(again) == hash(game)
