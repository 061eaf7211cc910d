"""What the colours of maps mean, what is written on them, and what cannot be drawn."""

import re

import pytest

from exactdice import Look, plot, value
from exactdice.errors import ExactDiceError

SMALL = {"dice": 2, "target": 10, "i": range(10), "j": range(10)}


def test_gains_are_coloured_around_zero_and_maps_share_one_scale():
    figure = plot("EG(i,j)", "gain(blind, blind) + 0 * i * j", **SMALL)
    first, second = (axes.images[0] for axes in figure.axes[:2])
    size = max(abs(value("EG(i,j)", dice=2, target=10, i=i, j=j)) for i in (0, 9) for j in (0, 9))
    assert first.norm is second.norm
    assert (first.norm.vmin, first.norm.vmax) == (-float(size), float(size))
    # Here one player is always ahead, and the colours have the same meaning.
    ahead = plot("EG(i,j)", **{**SMALL, "j": range(1)}).axes[0].images[0]
    assert ahead.norm.vmin == -ahead.norm.vmax


def test_the_bar_of_a_bent_scale_says_true_values_where_they_stand():
    figure = plot("P(d,k)", d=range(1, 9), k=range(1, 31))
    image, bar = figure.axes[0].images[0], figure.axes[1]
    texts = [label.get_text() for label in bar.get_yticklabels()]
    assert "cube-root scale" in bar.get_ylabel()
    places = list(bar.get_yticks())
    assert [float(text) for text in texts] == pytest.approx(places)
    # On a linear scale the second row would be a twentieth as bright as the brightest cell.
    assert image.norm(1 / 36) == pytest.approx((1 / 36 / image.norm.vmax) ** (1 / 3))
    assert image.norm(image.norm.vmax) == 1


def test_what_never_happens_has_a_colour_of_its_own():
    never = plot("P(d,k)", d=range(1, 9), k=range(1, 31)).axes[0].images[0].get_array().mask
    # One die never scores 7 or more, and two never 2, 3, 13 or more.
    assert [sum(row) for row in never[:2]] == [24, 20]


def test_level_lines_bear_the_numbers_that_were_asked_for():
    axes = plot("EG(i,j)", look=Look(levels="0.5, -1/4", decimal=","), **SMALL).axes[0]
    texts = {text.get_text() for text in axes.texts}
    assert texts == {"-0,25", "0,5"}


REFUSED = [
    ({"levels": "7"}, {}, "no line at the level 7: the values of"),
    ({"levels": "0"}, {"i": range(1)}, "level lines need a map over two ranges of numbers"),
    ({"surface": True}, {"i": range(1)}, "a surface needs two ranges of numbers"),
    ({"surface": True}, {"i": 3}, "--surface needs two ranges"),
    ({"surface": True, "levels": "0"}, {}, "leave one of --levels and --surface out"),
    ({"labels": {"x": "y"}}, {}, "the name of a label must be one of i, j, subtitle"),
]


@pytest.mark.parametrize(("look", "words", "message"), REFUSED)
def test_what_cannot_be_drawn_is_refused_in_one_line(look, words, message):
    with pytest.raises(ExactDiceError, match=re.escape(message)) as caught:
        plot("EG(i,j)", look=Look(**look), **{**SMALL, **words})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("look", [{"surface": True}, {"levels": "auto"}, {"scale": "root"}])
def test_a_map_of_actions_has_no_heights(look):
    with pytest.raises(
        ExactDiceError, match=r"needs a map of numbers, but best\(i,j\) has actions"
    ):
        plot("best(i,j)", game="dice-battle", look=Look(**look), **SMALL)


@pytest.mark.parametrize("power", [281, 300, 400])
def test_a_map_that_would_be_drawn_as_zero_is_refused(power):
    with pytest.raises(ExactDiceError, match="values too small to draw"):
        plot(f"P(d,k)/10**{power}", d=range(1, 5), k=range(1, 10))


def test_a_title_without_room_or_signs_is_refused():
    with pytest.raises(ExactDiceError, match="leave no room for the picture"):
        plot("EG(i,j)", title="long " * 1000, look=Look(size="5x4"), **SMALL)
    with pytest.raises(ExactDiceError, match="the font has no sign for Glyph"):
        plot("EG(i,j)", title="\U00012000", **SMALL)
