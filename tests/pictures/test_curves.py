"""Bars and lines: each kind is as it was when someone looked at it."""

import pytest
from drawn_pictures import CURVES, check

from exactdice import Look, plot


@pytest.mark.parametrize("name", CURVES)
def test_it_is_as_it_was_looked_at(name):
    check(CURVES[name](), name)


def test_lines_differ_without_their_colours():
    figure = plot("EP(d)", "d", "d/2", "d/3", d=range(1, 6))
    lines = figure.axes[0].lines[:4]
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 4
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["EP(d)", "d", "d/2", "d/3"]


def test_what_a_word_is_stands_under_that_word_alone():
    alone, within = (plot(query, k=range(1, 10)).axes[0] for query in ("P(3,k)", "P(3,k)*0+1"))
    assert alone.get_title().startswith("Probability")
    assert within.get_title() == ""


def test_labels_say_it_in_other_words():
    axes = plot("EP(d)", d=range(1, 4), look=Look(labels={"d": "dés", "value": "Σ"})).axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("dés", "Σ")


def marked(line):
    """The places of the line that bear its mark, as matplotlib draws them."""
    places = list(line.get_xdata())
    match line.get_markevery():
        case None:
            return places
        case (first, step):
            return places[first::step]
        case step:
            return places[::step]


THREE = ("gain(a, blind)", "gain(a, optimal)", "gain(a, random)")


def test_every_value_over_words_is_seen():
    words = [f"dice({n})" for n in (1, 2, 3)] * 20
    for labels in (words[:2], words):
        lines = plot(*THREE, a=labels, dice=3, target=5).axes[0].lines[:3]
        assert [marked(line) for line in lines] == [list(range(len(labels)))] * 3
        assert {line.get_linestyle() for line in lines} == {"None"}
