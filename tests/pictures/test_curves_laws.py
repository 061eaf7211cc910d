"""Pictures of laws."""

from fractions import Fraction

import pytest

from exactdice import PlotStyle, plot
from exactdice.exact.errors import ExactDiceError


def test_a_law_shows_its_mean_median_and_quartiles():
    """Those of two dice: 7, 7, and 5 and 9, as 10 of 36 throws are up to 5 and 30 up to 9."""
    figure = plot("2d6", look=PlotStyle(decimal=","))
    (legend,) = figure.legends
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == ["mean 7", "median 7", "quartiles 5; 9"]
    lines = {line.get_xdata()[0] for line in figure.axes[0].lines if line.get_xdata()[0]}
    assert lines == {5, 7, 9}
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert heights == pytest.approx([float(Fraction(way, 36)) for way in ways])


MIDDLES = [
    ("10**30*d(6)", "mean 3.5e30"),  # (1 + ... + 6) / 6 = 7/2
    ("10**30*d(3)/7", "mean ≈ 2.8571e29"),
    ("d(3)*123456789/2", "mean 123456789"),
    ("d(3)*1234567/6", "mean ≈ 411522.3333"),
]


@pytest.mark.parametrize(("query", "expected"), MIDDLES)
def test_a_number_in_a_legend_is_called_rounded_only_where_it_is(query, expected):
    (legend,) = plot(query).legends
    assert legend.get_texts()[0].get_text() == expected


def test_a_law_of_huge_outcomes_is_refused():
    with pytest.raises(ExactDiceError, match="has outcomes too large to draw"):
        plot("d(6) * 10**400")
