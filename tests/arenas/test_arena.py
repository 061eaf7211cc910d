"""Games on graphs: the arena, Sprague-Grundy values, sums, and the bridge to the protocol."""

import pytest
from drawn_graphs import graphs
from hypothesis import given
from hypothesis import strategies as st
from oracles import CHAPTER

from exactdice import MAX, MIN, NormalPlay, backward_induction, check, grundy_values, kernel, solve
from exactdice.exact.errors import RulesError, UnsolvableError
from exactdice.solvers.arenas.arena import (
    arena,
    doubled,
    explored_arena,
    mex,
    winning_moves,
    winning_positions,
)
from exactdice.testing import check_game


def recursive_value(graph, v):
    """mex by its definition, without any order."""
    below = [recursive_value(graph, s) for s in graph[v]]
    return next(n for n in range(len(below) + 1) if n not in below)


@given(graphs())
def test_values_are_the_mex_of_the_successors_values(graph):
    assert grundy_values(arena(graph)) == {v: recursive_value(graph, v) for v in graph}


@given(st.lists(st.integers(0, 12)))
def test_mex_by_brute_force(values):
    assert mex(values) == min(set(range(len(values) + 1)) - set(values))


@given(graphs(5), graphs(5))
def test_the_value_of_a_sum_is_the_xor(first, second):
    parts = arena(first), arena(second)
    values = [grundy_values(part) for part in parts]
    together = explored_arena(
        lambda at: [
            *((successor, at[1]) for successor in parts[0].options(at[0])),
            *((at[0], successor) for successor in parts[1].options(at[1])),
        ],
        (parts[0].start, parts[1].start),
    )
    assert grundy_values(together) == {
        (a, b): values[0][a] ^ values[1][b] for a, b in together.vertices
    }
    assert bool(winning_moves(together)) == (values[0][parts[0].start] != values[1][parts[1].start])


@given(graphs())
def test_the_double_is_bipartite_and_plays_the_same(graph):
    where = arena(graph)
    both = doubled(where)
    assert set(both.vertices) == {(v, player) for v in graph for player in (MAX, MIN)}
    assert all(
        player != other
        for (_, player) in both.vertices
        for (_, other) in both.options((both.vertices[0][0], player))
    )
    assert kernel(both) == {(v, player) for v in kernel(where) for player in (MAX, MIN)}


@given(graphs(6), st.booleans())
def test_the_solver_over_the_protocol_agrees(graph, misere):
    where = arena(graph)
    game = NormalPlay(where, misere)
    won = winning_positions(where, misere)
    if graph[where.start]:
        solution = solve(game)
        assert solution.value == (1 if where.start in won else -1)
        assert set(solution.optimal_actions[game.start]) == set(
            winning_moves(where, misere=misere) or where.options(where.start)
        )
        check(solution)
        assert solution.values == backward_induction(game).values
    else:
        assert game.payoff(game.start) == (1 if misere else -1)


def test_the_bridge_keeps_the_rules_of_the_protocol():
    assert (
        check_game(NormalPlay(arena(CHAPTER))) == "the rules are kept at all 16 states"
    )  # all but (0, MIN) and (2, MAX): only 0 leads to 2


def test_a_graph_of_networkx():
    networkx = pytest.importorskip("networkx")
    where = arena(networkx.DiGraph(CHAPTER), 0)
    assert kernel(where) == {2, 6, 8}
    assert where.as_mapping() == CHAPTER
    with pytest.raises(RulesError, match="directed graph of networkx"):
        arena(networkx.path_graph(3))


REFUSED = [
    ({1: [2], 2: [3], 3: [1]}, "cycle: 1 -> 2 -> 3 -> 1"),
    ({"a": ["a"]}, "cycle: 'a' -> 'a'"),
    ({0: [1], 1: [2], 2: [1], 3: []}, "cycle: 1 -> 2 -> 1"),
    ({v: [(v + 1) % 50] for v in range(50)}, r"cycle: 0 -> 1 -> 2 -> 3 -> \.\.\. -> 49 -> 0"),
    ({"a": ["b"]}, "'a' leads to 'b', which is no vertex: add it"),
    ({"a": [[1]]}, r"'a' leads to \[1\], which is no vertex"),
    ({"a": "bc"}, "successors of 'a' must be a list of vertices, got 'bc'"),
    ({"a": 3}, "successors of 'a' must be a list"),
    ({}, "at least one vertex"),
    ([1, 2], "an arena must be"),
]


@pytest.mark.parametrize(("graph", "message"), REFUSED)
def test_refused_in_one_line(graph, message):
    with pytest.raises(RulesError, match=message) as caught:
        arena(graph)
    assert "\n" not in str(caught.value)


def test_other_refusals():
    where = arena(CHAPTER)
    with pytest.raises(RulesError, match="9 is not a vertex"):
        where.options(9)
    with pytest.raises(RulesError, match="9 is not a vertex"):
        arena(CHAPTER, 9)
    with pytest.raises(UnsolvableError, match="more than 100 positions"):
        explored_arena(lambda n: [n + 1], 0, most=100)
    with pytest.raises(RulesError, match="misere must be True or False"):
        NormalPlay(where, 2)
    with pytest.raises(RulesError, match="must not be called 'wait'"):
        solve(NormalPlay(arena({"a": ["wait"], "wait": []})))
