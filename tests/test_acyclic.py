"""Strongly connected components, against what every vertex reaches."""

from hypothesis import given
from hypothesis import strategies as st

from exactdice.acyclic import components

GRAPHS = st.integers(1, 8).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n)
)


def reached(successors, start):
    """Every vertex that some path leads to, the start itself among them."""
    seen = [start]
    for k in seen:  # which grows meanwhile
        seen += [successor for successor in successors[k] if successor not in seen]
    return set(seen)


@given(GRAPHS)
def test_a_component_is_what_reaches_one_another(successors):
    vertices = range(len(successors))
    leads = [reached(successors, k) for k in vertices]
    together = {frozenset(m for m in leads[k] if k in leads[m]) for k in vertices}
    found = components(successors)
    assert set(map(frozenset, found)) == together
    assert sorted(k for component in found for k in component) == list(vertices)


@given(GRAPHS)
def test_a_component_comes_after_all_that_it_leads_to(successors):
    place = {k: at for at, found in enumerate(components(successors)) for k in found}
    for k, below in enumerate(successors):
        assert all(place[successor] <= place[k] for successor in below)


def test_a_long_cycle_needs_no_recursion():
    n = 20_000
    (found,) = components([[(k + 1) % n] for k in range(n)])
    assert sorted(found) == list(range(n))
