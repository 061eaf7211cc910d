"""Bars, lines, and functions of a symbol."""

from itertools import pairwise

import pytest
from matplotlib.colors import to_rgba

from exactdice import PlotStyle, plot
from exactdice.query.evaluate import evaluate_query
from exactdice.query.ranges import ranges_and_options
from exactdice.writeup.pictures.by_query import draw_over
from exactdice.writeup.pictures.figure import Axis


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
    axes = plot("EP(d)", d=range(1, 4), look=PlotStyle(labels={"d": "dés", "value": "Σ"})).axes[0]
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


# --- functions of a symbol ------------------------------------------------------------------------

WORDS = ["dice=2", "target=5", "weights=p,1-p"]


def drawn(*queries):
    ranges, given = ranges_and_options(WORDS, queries)
    return draw_over(queries, ranges, given, None, "").axes[0]


def changes(query):
    """The points at which the first best number of dice changes, asked of the function."""
    _, given = ranges_and_options(WORDS, [query])
    function = evaluate_query(query, given)
    firsts = [min(piece.best) for piece in function.pieces]
    pairs = zip(function.breaks, pairwise(firsts), strict=True)
    return [float(point.decimal(9)) for point, (one, other) in pairs if one != other]


def test_each_of_several_values_has_a_strip_of_its_choices():
    queries = ["EG(0,0)", "EG(1,0)"]
    axes = drawn(*queries)
    strips = [(patch.get_x(), patch.get_x() + patch.get_width()) for patch in axes.patches]
    ends = [[0.0, *changes(query), 1.0] for query in reversed(queries)]
    expected = [pair for one in ends for pair in pairwise(one)]
    assert strips == [pytest.approx(pair, abs=1e-8) for pair in expected]
    lines = [to_rgba(line.get_color())[:3] for line in axes.lines[: len(queries)]]
    assert {patch.get_facecolor()[:3] for patch in axes.patches} == set(lines)
    assert [text.get_text() for text in axes.texts[:4]] == ["2", "1", "2", "1"]


def test_where_a_choice_changes_stands_the_number():
    axes = drawn("EG(0,0)")
    marked = [text.get_text() for text in axes.texts]
    assert [float(text) for text in marked] == pytest.approx(changes("EG(0,0)"), abs=5e-5)


def test_labels_at_even_steps_are_told_from_others():
    ranges, _ = ranges_and_options(["weights=p,1-p", "p=0..1..1/4"], ["EG(0,0)"])
    assert Axis("p", ranges["p"]).is_even
    assert Axis("d", range(3)).is_even
    assert not Axis("d", (1, 2, 4)).is_even
    assert not Axis("d", (2, 1, 0)).is_even
    assert not Axis("a", ("blind", "optimal")).is_even


def test_without_choices_there_is_no_legend():
    assert not drawn("EG(0,0) - p").figure.legends
    assert drawn("EG(0,0)").figure.legends
