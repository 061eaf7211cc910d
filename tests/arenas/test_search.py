"""Minimax and alpha-beta: equal values, no more nodes, any window; written trees and games of the
protocol.
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import MAX, MIN, WAIT, DiceBattle, die, point
from exactdice.exact.errors import RulesError
from exactdice.solvers.arenas.search import (
    Tree,
    Turns,
    Valued,
    alpha_beta,
    iterative_deepening,
    minimax,
    searchable,
    searcher,
)

numbers = st.integers(-4, 4)
trees = st.recursive(numbers, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=40)
players = st.sampled_from([MAX, MIN])


def value_of(node, player):
    """Minimax in two lines."""
    return (
        node
        if isinstance(node, int)
        else (max if player == MAX else min)(value_of(below, 1 - player) for below in node)
    )


def size_of(node):
    return 1 if isinstance(node, int) else 1 + sum(map(size_of, node))


@given(trees, players)
def test_minimax_and_alpha_beta_agree(root, first):
    tree = Tree(root, first)
    full, pruned = minimax(tree), alpha_beta(tree)
    assert full.value == pruned.value == value_of(root, first)
    assert full.nodes == size_of(root)
    assert pruned.nodes <= full.nodes
    assert (pruned.cuts > 0) == (pruned.nodes < full.nodes)
    assert full.variation == pruned.variation
    assert tree.payoff(pruned.variation) == pruned.value


@given(trees, players, st.integers(-5, 5), st.integers(-5, 5))
def test_any_window(root, first, low, high):
    alpha, beta = min(low, high), max(low, high) + 1
    value, tree = value_of(root, first), Tree(root, first)
    found = alpha_beta(tree, window=(alpha, beta))
    assert found.nodes <= size_of(root)
    if alpha < value < beta:
        assert found.value == value
    elif value <= alpha:
        assert value <= found.value <= alpha
    else:
        assert beta <= found.value <= value


class Shared:
    """A game in which many ways lead to the same state: a walk over residues, valued at the end by
    a table.
    """

    start = (0, 0)

    def __init__(self, length, steps, worth):
        self.length, self.steps, self.worth = length, steps, worth

    def payoff(self, state):
        return self.worth[state[1]] if state[0] == self.length else None

    def mover(self, state):
        return state[0] % 2

    def moves(self, _state):
        return self.steps

    def play(self, state, move):
        return state[0] + 1, (state[1] * move + move) % len(self.worth)

    def heuristic(self, state):
        return self.worth[state[1] - 1]


@given(
    st.integers(1, 6),
    st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True),
    st.lists(numbers, min_size=2, max_size=7),
    st.data(),
)
def test_a_table_changes_no_value_and_best_play_reaches_it(length, steps, worth, data):
    game = Shared(length, steps, worth)
    depth = data.draw(st.one_of(st.none(), st.integers(0, length)))
    table = {}
    full, found = minimax(game, depth=depth), alpha_beta(game, depth=depth, table=table)
    assert found.value == full.value
    assert found.nodes <= full.nodes
    assert (
        alpha_beta(game, depth=depth, table=table).value == full.value
    )  # what the table keeps is right
    low = data.draw(numbers)
    bound = alpha_beta(game, depth=depth, table=table, window=(low, low + 1)).value
    assert (bound <= low) == (full.value <= low)
    state = game.start
    for move in found.variation:
        state = game.play(state, move)
    payoff = game.payoff(state)
    assert found.value == (
        payoff if payoff is not None and depth is None else game.heuristic(state)
    )


def test_a_tree_by_hand():
    """MAX picks the largest of min(3, 12, 8) = 3, of at most 2 (the rest is left out) and of
    min(14, 5, 2) = 2.
    """
    found = alpha_beta(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    assert (found.value, found.variation, found.nodes, found.cuts) == (3, (0, 0), 11, 1)
    assert alpha_beta(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]], first=MIN)).value == 6


def test_trees_with_values_inside():
    tree = Tree([Valued(10, (4, 9)), Valued(3, (8, 6)), Valued(7, (5,))])
    assert [minimax(tree, depth=depth).value for depth in (1, 2)] == [10, 6]
    assert minimax(tree, depth=1).variation == (0,)
    assert minimax(tree, depth=2).variation == (1, 1)
    with pytest.raises(RulesError, match="the search stops at the inner node"):
        minimax(Tree([[1, 2], 3]), depth=0)
    assert minimax(Tree(Fraction(1, 2))).value == Fraction(1, 2)


@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_refused(search):
    for depth in (-1, 1.5, True):
        with pytest.raises(RulesError, match="depth of a search must be an int of 0 or more"):
            search(Tree([1, 2]), depth=depth)
    with pytest.raises(RulesError, match=r"must be an int or a Fraction, got 0\.5"):
        search(Tree([0.5, 1]))


def test_other_refusals():
    with pytest.raises(RulesError, match="lower end below its upper end"):
        alpha_beta(Tree([1, 2]), window=(3, 3))
    with pytest.raises(RulesError, match="needs a method heuristic"):
        searchable(DiceBattle(dice=1))
    with pytest.raises(RulesError, match="1 move ahead or more"):
        iterative_deepening(Tree([1, 2]), (), 0)
    with pytest.raises(RulesError, match="must have a move or be over"):
        alpha_beta(Shared(2, [], [1, 2]))


class Countdown:
    """A game of the protocol: take 1 or 2 from a heap; who takes the last wins."""

    start = (5, MAX)

    def payoff(self, state):
        return None if state[0] else (1 if state[1] == MIN else -1)

    def actions(self, state, player):
        return tuple(n for n in (1, 2) if n <= state[0]) if player == state[1] else (WAIT,)

    def outcomes(self, state, joint):
        heap, player = state
        return die(2) if heap == 9 else point((heap - joint[player], 1 - player))

    def heuristic(self, state):
        return 5 * (self.payoff(state) or 0)


def test_a_game_of_the_protocol():
    rules = searchable(Countdown())
    assert isinstance(rules, Turns)
    assert minimax(rules).value == alpha_beta(rules).value == 1  # leave a multiple of 3
    assert alpha_beta(rules, depth=5).value == 5
    assert dict(searcher(Countdown(), 6)((5, MAX)).items()) == {2: 1}
    with pytest.raises(RulesError, match="only a game without chance"):
        alpha_beta(rules, (9, MAX))


def test_the_shortest_win_and_the_longest_defence():
    later = Valued(0, (Valued(0, (9,)),))  # a win in three moves
    assert iterative_deepening(Tree([later, 9]), (), 3).variation == (1,)
    assert iterative_deepening(Tree([later, Valued(5, (0,))]), (), 1).variation == (
        1,
    )  # one move deep, 5 looks better than 0
    assert iterative_deepening(Tree([later, Valued(5, (0,))]), (), 3).variation[0] == 0
    soon, late = Valued(0, (-9,)), Valued(0, (Valued(0, (Valued(0, (-9,)),)),))
    assert minimax(Tree([soon, late, soon])).value == -9
    assert iterative_deepening(Tree([soon, late, soon]), (), 4).variation[0] == 1
