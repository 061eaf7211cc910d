"""Graphs that tests draw."""

from hypothesis import strategies as st


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
