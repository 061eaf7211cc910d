"""Every kind of picture is as it was when someone looked at it; sizes, files, and texts broken into
lines that have room.
"""

import pytest
from drawn_pictures import PICTURES, check
from hypothesis import given
from hypothesis import strategies as st

from exactdice import PlotStyle, plot
from exactdice.exact.errors import ExactDiceError
from exactdice.writeup.pictures.figure import break_lines, new_figure, save_figure, text_inches


@pytest.mark.parametrize("name", PICTURES)
def test_it_is_as_it_was_looked_at(name):
    check(PICTURES[name](), name)


def test_pictures_with_a_size_of_their_own_take_no_other():
    with pytest.raises(ExactDiceError, match="leave --size out"):
        plot("kernel(nim(1,2))", look=PlotStyle(size="5x4"))


def test_the_size_that_is_asked_for_is_that_of_the_file():
    figure = plot("EP(d)", d=range(1, 4), title="long " * 30, look=PlotStyle(size="10x12.7cm"))
    assert list(figure.get_size_inches() * 2.54) == pytest.approx([10, 12.7])
    # Without, the picture grows with its title.
    short, long = (plot("EP(d)", d=range(1, 4), title="long " * k) for k in (1, 30))
    assert short.get_figheight() < long.get_figheight()


# --- files ----------------------------------------------------------------------------------------


def test_a_vector_format_holds_no_path_for_each_cell(tmp_path):
    """Of 2,500 cells: they are one image, whose letters and axes are paths."""
    figure = plot("P(d,k) + 0 * d", d=range(1, 51), k=range(1, 51))
    for name in ("map.svg", "map.pdf"):
        save_figure(figure, tmp_path / name)
        assert (tmp_path / name).stat().st_size < 200_000
    text = (tmp_path / "map.svg").read_text()
    assert text.count("<path") < 300
    assert 1 <= text.count("<image") <= 3


def test_letters_in_a_pdf_on_paper_are_letters(tmp_path):
    """Fonts of type 42 can be searched and copied; those of type 3 are refused by printers."""
    save_figure(plot("EP(d)", d=range(1, 4), look=PlotStyle(style="paper")), tmp_path / "a.pdf")
    written = (tmp_path / "a.pdf").read_bytes()
    assert b"STIXGeneral" in written
    assert b"/Type3" not in written


# --- texts in lines -------------------------------------------------------------------------------

FIGURE, _ = new_figure(4, 3)
SIGNS = st.text("abW +*(),$_^{}", max_size=60)


@given(SIGNS, st.sampled_from([0.6, 1.0, 2.5]))
def test_no_line_is_wider_than_its_room_and_nothing_is_lost(text, inches):
    lines = break_lines(FIGURE, text, inches, 10)
    assert "".join("".join(lines).split()) == "".join(text.split())
    formulas = "$" in text
    assert formulas or all(text_inches(FIGURE, line) <= inches for line in lines)


def test_a_formula_is_kept_in_one_line():
    lines = break_lines(FIGURE, "the chance $P(d, k)$ of a throw", 1.2, 10)
    assert len(lines) > 1
    assert any("$P(d, k)$" in line for line in lines)


@pytest.mark.parametrize("word", ["EG(i,j)" * 20, "W" * 100])
def test_a_word_without_blanks_is_broken(word):
    assert len(break_lines(FIGURE, word, 2, 10)) > 3
