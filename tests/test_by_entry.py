"""Matrices entry by entry: what stands in place (i, j) is said by i and j alone."""

from hypothesis import given
from hypothesis import strategies as st

from exactdice.by_entry import entrywise, matrix_of, submatrix

counts = st.integers(0, 4)


@given(counts, counts)
def test_every_entry_stands_in_the_place_of_its_row_and_column(m, n):
    matrix = matrix_of(lambda i, j: (i, j), range(m), range(n))
    assert len(matrix) == m
    for i, row in enumerate(matrix):
        assert row == [(i, j) for j in range(n)]


@given(counts, counts)
def test_a_function_of_the_entries_may_as_well_be_applied_when_they_are_made(m, n):
    matrix = matrix_of(lambda i, j: 10 * i + j, range(m), range(n))
    assert entrywise(str, matrix) == matrix_of(lambda i, j: str(10 * i + j), range(m), range(n))


@given(st.lists(st.integers(0, 4)), st.lists(st.integers(0, 4)))
def test_a_part_of_a_matrix_is_the_matrix_of_these_rows_and_columns(rows, columns):
    whole = matrix_of(lambda i, j: (i, j), range(5), range(5))
    assert submatrix(whole, rows, columns) == matrix_of(lambda i, j: (i, j), rows, columns)
