"""What a solver returns, as it is printed."""

from fractions import Fraction

from exactdice import SimultaneousBattle, enclose, solve, solve_matrix_game
from exactdice.game.solution import FIRST, Lazy
from exactdice.games.listed_game import Listed


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


def test_a_notebook_shows_values_and_no_part_of_a_name():
    assert "value <b>1/2</b> to MAX" in solve(Listed({"<script>": Fraction(1, 2)}))._repr_html_()
    assert "<script>" not in solve(Listed({"<script>": Fraction(1, 2)}))._repr_html_()
    assert "between <b>" in enclose(SimultaneousBattle(dice=2, target=3), digits=4)._repr_html_()


def test_a_matrix_game_shows_its_value_and_mixtures():
    page = solve_matrix_game([[3, -1], [-2, 1]])._repr_html_()
    assert "value <b>1/7</b> to MAX" in page  # rows 3/7 and 4/7, columns 2/7 and 5/7
    assert all(f" {p}  " in page for p in ("3/7", "4/7", "2/7", "5/7"))
