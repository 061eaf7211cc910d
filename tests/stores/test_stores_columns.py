"""Columns put together from bytes are those that pyarrow makes of lists."""

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.stores.columns import column, numbers_in

KINDS = [
    (pa.int32(), st.integers(-(2**31), 2**31 - 1)),
    (pa.uint64(), st.integers(0, 2**64 - 1)),
    (pa.large_string(), st.text()),
    (pa.large_binary(), st.binary()),
    (pa.large_list(pa.int32()), st.lists(st.integers(0, 9))),
    (pa.large_list(pa.large_binary()), st.lists(st.binary(max_size=3))),
]
columns = st.sampled_from(KINDS).flatmap(
    lambda pair: st.tuples(st.just(pair[0]), st.lists(pair[1], max_size=5))
)


@given(columns)
@settings(max_examples=60)
def test_a_column_is_that_of_the_list(given):
    kind, entries = given
    made = column(entries, kind)
    made.validate(full=True)
    assert made.equals(pa.array(entries, kind))
    assert made.to_pylist() == entries


@given(st.lists(st.integers(0, 2**32 - 1), max_size=5), st.integers(0, 5))
@settings(max_examples=60)
def test_its_numbers_come_back(entries, first):
    whole = column(entries, pa.uint32())
    assert numbers_in(pa.chunked_array([whole, whole])).tolist() == entries + entries
    assert numbers_in(pa.chunked_array([whole.slice(first)])).tolist() == entries[first:]
