"""Games on graphs: kernels, winning positions, Sprague-Grundy values, sums, and the bridge to the
protocol.
"""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import CHAPTER

from exactdice import MAX, MIN, backward_induction, check, solve
from exactdice.arenas.arena import arena, doubled, explored_arena, renamed, sum_arena
from exactdice.arenas.grundy import grundy_values, mex, nim_sum, winning_moves_of_sum
from exactdice.arenas.kernels import (
    is_kernel,
    kernel,
    kernel_steps,
    winning_moves,
    winning_positions,
    winning_strategy,
)
from exactdice.arenas.normal_play import NormalPlay
from exactdice.errors import RulesError, UnsolvableError
from exactdice.testing import check_game


@st.composite
def graphs(draw, most=8):
    """Acyclic graphs {vertex: successors}: edges go from larger to smaller numbers; the vertices
    are listed in any order.
    """
    count = draw(st.integers(1, most))
    edges = {
        v: draw(st.lists(st.sampled_from(range(v)), max_size=4)) if v else [] for v in range(count)
    }
    return {v: edges[v] for v in draw(st.permutations(range(count)))}


def recursive_value(graph, v):
    """mex by its definition, without any order."""
    below = [recursive_value(graph, s) for s in graph[v]]
    return next(n for n in range(len(below) + 1) if n not in below)


def recursive_win(graph, v, misere=False):
    return misere if not graph[v] else any(not recursive_win(graph, s, misere) for s in graph[v])


def test_the_chapter():
    where = arena(CHAPTER)
    assert kernel(where) == {2, 6, 8}
    assert winning_positions(where) == {0, 1, 3, 4, 5, 7}
    assert winning_strategy(where) == {
        0: 2,
        1: 6,
        3: 6,
        4: 8,
        5: 8,
        7: 8,
    }  # the bold edges of its figure 4
    assert [step.sink for step in kernel_steps(where)] == [8, 6, 2]
    assert [set(step.predecessors) for step in kernel_steps(where)] == [{4, 5, 7}, {1, 3}, {0}]


def test_the_wording_of_the_chapter():
    """Section 1.3 calls a position without successor a winning one. It has value 0 and is lost, as
    section 1.1 itself says of 8.
    """
    where = arena(CHAPTER)
    assert where.options(8) == ()
    assert grundy_values(where)[8] == 0
    assert 8 in kernel(where)
    assert 8 not in winning_positions(where)
    assert 8 in winning_positions(
        where, misere=True
    )  # it would be a winning one if who cannot move won


@given(graphs())
def test_values_are_the_mex_of_the_successors_values(graph):
    assert grundy_values(arena(graph)) == {v: recursive_value(graph, v) for v in graph}


@given(st.lists(st.integers(0, 12)))
def test_mex_by_brute_force(values):
    assert mex(values) == min(set(range(len(values) + 1)) - set(values))


@given(graphs())
def test_the_kernel_is_stable_and_absorbing_and_the_only_such_set(graph):
    where = arena(graph)
    found = kernel(where)
    assert all(not found & set(graph[v]) for v in found)
    assert all(found & set(graph[v]) for v in set(graph) - found)
    subsets = [
        set(chosen) for size in range(len(graph) + 1) for chosen in combinations(graph, size)
    ]
    assert [subset for subset in subsets if is_kernel(where, subset)] == [found]
    assert found == {v for v, value in grundy_values(where).items() if value == 0}
    assert found == {step.sink for step in kernel_steps(where)}


@given(graphs())
def test_the_steps_take_a_vertex_without_successors_and_all_its_predecessors(graph):
    left = {v: set(below) for v, below in graph.items()}
    for step in kernel_steps(arena(graph)):
        assert left[step.sink] == set()
        assert set(step.predecessors) == {v for v, below in left.items() if step.sink in below}
        gone = {step.sink, *step.predecessors}
        left = {v: below - gone for v, below in left.items() if v not in gone}
    assert left == {}


@given(graphs(), st.booleans())
def test_winning_positions_and_strategies(graph, misere):
    where = arena(graph)
    won = winning_positions(where, misere)
    assert won == {v for v in graph if recursive_win(graph, v, misere)}
    strategy = winning_strategy(where, misere)
    assert set(strategy) == {v for v in won if graph[v]}
    for v in graph:
        best = [s for s in dict.fromkeys(graph[v]) if s not in won]
        assert list(winning_moves(where, v, misere)) == best
        assert strategy.get(v) == (best[0] if best else None)


@given(graphs(5), graphs(5))
def test_the_value_of_a_sum_is_the_xor(first, second):
    parts = arena(first), arena(second)
    values = [grundy_values(part) for part in parts]
    together = sum_arena(*parts)
    assert grundy_values(together) == {
        (a, b): values[0][a] ^ values[1][b] for a, b in together.vertices
    }
    moves = {(0, a) if b == together.start[1] else (1, b) for a, b in winning_moves(together)}
    assert set(winning_moves_of_sum(parts)) == moves


def test_nim_sum():
    assert nim_sum([]) == 0
    assert nim_sum([1, 2, 3]) == 0
    assert nim_sum([5]) == 5


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
            winning_moves(where, misere=misere) or where.options(where.start),
        )
        check(solution)
        assert solution.values == backward_induction(game).values
    else:
        assert game.payoff(game.start) == (1 if misere else -1)


def test_the_bridge_keeps_the_rules_of_the_protocol():
    assert (
        check_game(NormalPlay(arena(CHAPTER))) == "the rules are kept at all 16 states"
    )  # all but (0, MIN) and (2, MAX): only 0 leads to 2


def test_renaming_and_other_starts():
    plain = arena({"a": ["b", "c"], "b": ["c"], "c": []})
    assert renamed(plain, {"a": 3, "b": 1, "c": 2}).as_mapping() == {1: [2], 2: [], 3: [1, 2]}
    assert plain.at("b").start == "b"
    with pytest.raises(RulesError, match="one name of its own"):
        renamed(plain, {"a": 1, "b": 1, "c": 2})


def test_a_long_path_needs_no_recursion():
    count = 100_000
    where = arena({v: [v - 1] if v else [] for v in range(count)})
    assert len(kernel(where)) == count // 2
    assert max(grundy_values(where).values()) == 1


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
    with pytest.raises(RulesError, match=r"\[1\] is not a vertex"):
        is_kernel(where, [[1]])
    with pytest.raises(UnsolvableError, match="more than 100 positions"):
        explored_arena(lambda n: [n + 1], 0, most=100)
    with pytest.raises(RulesError, match="misere must be True or False"):
        NormalPlay(where, 2)
    with pytest.raises(RulesError, match="must not be called 'wait'"):
        solve(NormalPlay(arena({"a": ["wait"], "wait": []})))
