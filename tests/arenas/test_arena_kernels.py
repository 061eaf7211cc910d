"""Kernels of games on graphs, winning positions and moves."""

from itertools import combinations

from drawn_graphs import graphs
from hypothesis import given
from hypothesis import strategies as st
from oracles import CHAPTER

from exactdice.solvers.arenas.arena import (
    arena,
    grundy_values,
    kernel,
    winning_moves,
    winning_positions,
    winning_strategy,
)


def is_kernel(where, vertices):
    """Stable: from inside no edge leads inside; absorbing: from outside one does."""
    inside = {where.number(vertex) for vertex in vertices}
    return all((k in inside) == inside.isdisjoint(s) for k, s in enumerate(where.successors))


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
def test_the_kernel_is_stable_and_absorbing_and_the_only_such_set(graph):
    where = arena(graph)
    found = kernel(where)
    subsets = [
        set(chosen) for size in range(len(graph) + 1) for chosen in combinations(graph, size)
    ]
    assert [subset for subset in subsets if is_kernel(where, subset)] == [found]
    assert found == {v for v, value in grundy_values(where).items() if value == 0}


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


def test_a_long_path_needs_no_recursion():
    count = 100_000
    where = arena({v: [v - 1] if v else [] for v in range(count)})
    assert len(kernel(where)) == count // 2
    assert max(grundy_values(where).values()) == 1
