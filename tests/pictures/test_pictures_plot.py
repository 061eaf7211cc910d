"""A picture that changed is refused, as is one of which something is cut off."""

from pathlib import Path

import pytest
from drawn_pictures import DRAWN_WITH, PICTURES, differs, is_cut_off, kept, rendered, shrunk


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
