"""A map says which of its choices are ties."""

from typing import NamedTuple

import pytest
from matplotlib.collections import PolyCollection

from exactdice import MAX, WAIT, plot, point, value
from exactdice.games.register import entered
from exactdice.pictures.maps import SEVERAL

SMALL = {"dice": 3, "target": 8, "i": range(8), "j": range(8)}


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
    figure = plot(f"{word}(i,j)", **SMALL)
    cells, _ = filled(figure.axes[0])
    asked = {"dice": 3, "target": 8}
    several = {
        (i, j)
        for i in SMALL["i"]
        for j in SMALL["j"]
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
        figure = plot("first_best(i,j)", i=range(1, 5), j=range(1, 5), game="two-heaps")
    cells, _ = filled(figure.axes[0])
    assert cells == {(i, i) for i in range(1, 5)}
    assert told(figure) == ["left", "right", SEVERAL]


@pytest.mark.parametrize("query", ["OPT_all(i,j)", "EG(i,j)", "OPT(i,j) - 1"])
def test_a_map_of_anything_else_has_no_such_sign(query):
    figure = plot(query, **SMALL)
    assert filled(figure.axes[0])[0] == set()
    assert SEVERAL not in told(figure)
