"""Texts of pictures are broken into lines that have room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.pictures.figure import canvas, lines_of, text_inches

FIGURE = canvas(4, 3)
SIGNS = st.text("abW +*(),$_^{}", max_size=60)


@given(SIGNS, st.sampled_from([0.6, 1.0, 2.5]))
def test_no_line_is_wider_than_its_room_and_nothing_is_lost(text, inches):
    lines = lines_of(FIGURE, text, inches, 10)
    assert "".join("".join(lines).split()) == "".join(text.split())
    formulas = "$" in text
    assert formulas or all(text_inches(FIGURE, line) <= inches for line in lines)


def test_a_formula_is_kept_in_one_line():
    lines = lines_of(FIGURE, "the chance $P(d, k)$ of a throw", 1.2, 10)
    assert len(lines) > 1
    assert any("$P(d, k)$" in line for line in lines)


@pytest.mark.parametrize("word", ["EG(i,j)" * 20, "W" * 100])
def test_a_word_without_blanks_is_broken(word):
    assert len(lines_of(FIGURE, word, 2, 10)) > 3
