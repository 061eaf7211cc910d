"""What the colours of maps mean, what is written on them, and what cannot be drawn."""

import re
from typing import NamedTuple

import pytest
from matplotlib.collections import PolyCollection

from exactdice import MAX, WAIT, PlotStyle, plot, point, value
from exactdice.exact.errors import ExactDiceError
from exactdice.query.games_by_name import entered
from exactdice.writeup.pictures.maps import SEVERAL

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
    axes = plot("EG(i,j)", look=PlotStyle(levels="0.5, -1/4", decimal=","), **SMALL).axes[0]
    texts = {text.get_text() for text in axes.texts}
    assert texts == {"-0,25", "0,5"}


REFUSED = [
    ({"levels": "7"}, {}, "no line at the level 7: the values of"),
    ({"levels": "0"}, {"i": range(1)}, "level lines need a map over two ranges of numbers"),
    ({"levels": "0"}, {"i": 3}, "--levels needs two ranges"),
    ({"labels": {"x": "y"}}, {}, "the name of a label must be one of i, j, subtitle"),
]


@pytest.mark.parametrize(("look", "words", "message"), REFUSED)
def test_what_cannot_be_drawn_is_refused_in_one_line(look, words, message):
    with pytest.raises(ExactDiceError, match=re.escape(message)) as caught:
        plot("EG(i,j)", look=PlotStyle(**look), **{**SMALL, **words})
    assert "\n" not in str(caught.value)


def test_a_map_of_actions_has_no_heights():
    with pytest.raises(
        ExactDiceError, match=r"needs a map of numbers, but optimal_actions\(i,j\) has actions"
    ):
        plot("optimal_actions(i,j)", game="dice-battle", look=PlotStyle(levels="auto"), **SMALL)


@pytest.mark.parametrize("power", [281, 300, 400])
def test_a_map_that_would_be_drawn_as_zero_is_refused(power):
    with pytest.raises(ExactDiceError, match="values too small to draw"):
        plot(f"P(d,k)/10**{power}", d=range(1, 5), k=range(1, 10))


def test_a_title_without_room_or_signs_is_refused():
    with pytest.raises(ExactDiceError, match="leave no room for the picture"):
        plot("EG(i,j)", title="long " * 1000, look=PlotStyle(size="5x4"), **SMALL)
    with pytest.raises(ExactDiceError, match="the font has no sign for Glyph"):
        plot("EG(i,j)", title="\U00012000", **SMALL)


# --- ties -----------------------------------------------------------------------------------------

TIED = {"dice": 3, "target": 8, "i": range(8), "j": range(8)}


def filled(axes):
    """The cells with a filled corner, and the inks of the corners."""
    found = [one for one in axes.collections if isinstance(one, PolyCollection)]
    corners = [path.get_extents() for one in found for path in one.get_paths()]
    cells = {(round(box.ymin), round(box.xmax)) for box in corners}
    return cells, {tuple(ink[:3]) for one in found for ink in one.get_facecolors()}


def told(figure):
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


@pytest.mark.parametrize("word", ["OPT", "OPT_last"])
def test_the_first_and_the_last_choice_differ_at_the_marked_cells(word):
    """With one point missing every throw wins: in that row all numbers of dice are as good."""
    figure = plot(f"{word}(i,j)", **TIED)
    cells, _ = filled(figure.axes[0])
    asked = {"dice": 3, "target": 8}
    several = {
        (i, j)
        for i in TIED["i"]
        for j in TIED["j"]
        if value(f"OPT({i},{j})", **asked) != value(f"OPT_last({i},{j})", **asked)
    }
    assert {(7, j) for j in range(8)} <= several == cells
    assert told(figure) == [SEVERAL]


class Two(NamedTuple):
    left: int
    right: int


class TwoHeaps:
    """One takes a token from the left or the right heap until one of them is empty, and is paid
    what is left: it is best to take from the smaller one.
    """

    solo = True
    start = Two(4, 4)

    def payoff(self, state):
        return None if all(state) else sum(state)

    def actions(self, state, player):
        return ("left", "right") if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        took_left = joint[0] == "left"
        return point(Two(state.left - took_left, state.right - (not took_left)))


def test_a_map_of_named_actions_has_the_sign_in_its_legend():
    """By symmetry both heaps are as good where they are equal, and nowhere else."""
    with entered("two-heaps", TwoHeaps()):
        figure = plot("first(optimal_actions(i,j))", i=range(1, 5), j=range(1, 5), game="two-heaps")
    cells, _ = filled(figure.axes[0])
    assert cells == {(i, i) for i in range(1, 5)}
    assert told(figure) == ["left", "right", SEVERAL]


@pytest.mark.parametrize("query", ["OPT_all(i,j)", "EG(i,j)", "OPT(i,j) - 1"])
def test_a_map_of_anything_else_has_no_such_sign(query):
    figure = plot(query, **TIED)
    assert filled(figure.axes[0])[0] == set()
    assert SEVERAL not in told(figure)
