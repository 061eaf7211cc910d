"""Numbers as pages keep them."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdice.pages import game_numbers
from exactdice.pages.game_numbers import PLACES, Numbers, cut


@given(st.fractions(min_value=0))
def test_what_is_cut_lies_at_most_one_digit_above(value):
    kept = Fraction(cut((value.numerator, value.denominator)).removeprefix("~"))
    assert 0 <= value - kept < Fraction(1, 10**PLACES)


def test_long_fractions_are_cut_where_all_take_too_much_room(monkeypatch):
    monkeypatch.setattr(game_numbers, "MOST_CHARACTERS", 100)
    numbers = Numbers()
    for value in (Fraction(1, 3), Fraction(1, 7**100), Fraction(10**200 + 1, 3)):
        numbers.number(value)
    first, second, third = numbers.texts()
    assert first == "1/3"
    assert second == "~0." + "0" * PLACES
    assert third == f"~{(10**200 + 1) // 3}.{'6' * PLACES}"
