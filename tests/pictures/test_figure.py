"""Every kind of picture is as it was when someone looked at it; sizes, files, and texts broken into
lines that have room.
"""

from pathlib import Path

import pytest
from drawn_pictures import (
    DRAWN_WITH,
    PICTURES,
    check,
    differs,
    is_cut_off,
    kept,
    rendered,
    shrunk,
)
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Look, plot
from exactdice.errors import ExactDiceError
from exactdice.pictures.figure import canvas, lines_of, save_figure, text_inches


@pytest.mark.parametrize("name", PICTURES)
def test_it_is_as_it_was_looked_at(name):
    check(PICTURES[name](), name)


def test_pictures_with_a_size_of_their_own_take_no_other():
    with pytest.raises(ExactDiceError, match="leave --size out"):
        plot("kernel(nim(1,2))", look=Look(size="5x4"))


def test_the_size_that_is_asked_for_is_that_of_the_file():
    figure = plot("EP(d)", d=range(1, 4), title="long " * 30, look=Look(size="10x12.7cm"))
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
    save_figure(plot("EP(d)", d=range(1, 4), look=Look(style="paper")), tmp_path / "a.pdf")
    written = (tmp_path / "a.pdf").read_bytes()
    assert b"STIXGeneral" in written
    assert b"/Type3" not in written


# --- texts in lines -------------------------------------------------------------------------------

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


# --- what the comparison sees ---------------------------------------------------------------------


def recoloured(figure):
    figure.axes[0].images[0].set_cmap("plasma")


def with_another_title(figure):
    figure.suptitle("EG(i,j), where the other player is to move")


def with_one_cell_changed(figure):
    image = figure.axes[0].images[0]
    values = image.get_array().copy()
    values[3, 4] = -1
    image.set_data(values)


def without_its_line(figure):
    figure.axes[0].collections[0].remove()


CHANGES = [recoloured, with_another_title, with_one_cell_changed, without_its_line]


@pytest.mark.parametrize("change", CHANGES)
def test_a_picture_that_changed_is_refused(change):
    figure = PICTURES["map_of_gains"]()
    change(figure)
    assert differs(shrunk(rendered(figure)), kept("map_of_gains"))


def test_what_reaches_the_border_is_seen_as_cut_off():
    figure = PICTURES["map_of_gains"]()
    figure.text(0.9, 0.5, "a text that leads beyond the border of the picture")
    assert is_cut_off(rendered(figure))


def test_the_kept_pictures_are_compared_by_the_matplotlib_that_make_installs():
    """With any other release they are drawn and not compared."""
    locked = Path(__file__).parents[2].joinpath("requirements-demo.txt").read_text(encoding="utf-8")
    assert f"\nmatplotlib=={DRAWN_WITH}." in locked
