"""What a solver returns, as it is printed."""

from fractions import Fraction

from exactdice.solution import FIRST, Lazy


def test_a_table_is_printed_with_its_first_entries():
    """Of a long one no more entries are computed than are shown."""
    asked = []

    def half(n):
        asked.append(n)
        return Fraction(n, 2)

    assert str(Lazy(lambda: range(4), half)) == "{0: 0, 1: 1/2, 2: 1, 3: 3/2}"
    assert str(Lazy(lambda: (), half)) == "{}"
    asked.clear()
    long = str(Lazy(lambda: iter(range(10**9)), half))
    assert long.startswith("{0: 0, 1: 1/2, ")
    assert long.endswith(f"{FIRST - 1}: 9/2, ...}}")
    assert asked == list(range(FIRST))
