"""Bars and lines: each kind is as it was when someone looked at it."""

import pytest
from drawn_pictures import CURVES, check

from exactdice import Look, plot
from exactdice.errors import ExactDiceError


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


def test_whole_numbers_have_whole_ticks():
    """Five values from 1 to 3 would else be written at halves too."""
    figure = plot("best_dice(d)", d=range(1, 4), look=Look(size="8x6"))
    figure.draw_without_rendering()
    axes = figure.axes[0]
    for axis in (axes.xaxis, axes.yaxis):
        assert all(place == int(place) for place in axis.get_majorticklocs())
        assert all("." not in label.get_text() for label in axis.get_ticklabels())


def test_decimals_are_written_with_the_mark():
    figure = plot("EP(d)", d=range(1, 4), look=Look(decimal=",", size="5x8"))
    figure.draw_without_rendering()
    texts = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert any("," in text for text in texts) or all(text.isdigit() for text in texts)


def test_labels_say_it_in_other_words():
    axes = plot("EP(d)", d=range(1, 4), look=Look(labels={"d": "dés", "value": "Σ"})).axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("dés", "Σ")


def test_more_lines_than_can_be_told_apart_are_refused():
    with pytest.raises(ExactDiceError, match="12 lines that can be told apart, got 13 queries"):
        plot(*[f"d + {k}" for k in range(13)], d=range(1, 3))


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


def test_the_marks_of_short_lines_stand_at_every_value_and_of_long_ones_begin_within_a_step():
    for count in (1, 2, 20, 39, 100):
        queries = [f"d + {k}" for k in range(12)]
        lines = plot(*queries, d=range(1, count + 1)).axes[0].lines[:12]
        step = max(1, count // 20)
        firsts = [marked(line)[0] for line in lines]
        assert firsts == [1 + k % step for k in range(12)]
        assert all(len(marked(line)) >= min(count, 20) for line in lines)


def test_no_line_leads_from_word_to_word():
    axes = plot("gain(a, blind)", a=["blind", "random"] * 40, dice=2, target=3).axes[0]
    assert len(axes.patches) == 80
