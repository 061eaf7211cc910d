"""Matrices drawn at random."""

from hypothesis import settings
from hypothesis import strategies as st

ENTRIES = st.one_of(st.integers(-3, 3), st.fractions(-3, 3, max_denominator=6))
MATRICES = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda size: st.lists(
        st.lists(ENTRIES, min_size=size[1], max_size=size[1]).map(tuple),
        min_size=size[0],
        max_size=size[0],
    ).map(tuple)
)
law = settings(max_examples=60)
