"""Graphs that tests draw."""

from functools import cache

from hypothesis import strategies as st


@cache  # to make a strategy takes longer than to draw from it
def successors_below(v):
    return st.lists(st.sampled_from(range(v)), max_size=4)


@cache
def orders_of(count):
    return st.permutations(range(count))


@st.composite
def graphs(draw, most=8):
    """Acyclic graphs {vertex: successors}: edges go from larger to smaller numbers; the vertices
    are listed in any order.
    """
    count = draw(st.integers(1, most))
    edges = {v: draw(successors_below(v)) if v else [] for v in range(count)}
    return {v: edges[v] for v in draw(orders_of(count))}
