"""Maps of laws over a range: outcomes upward, the brighter the more probable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..by_entry import matrix_of
from ..distribution import Distribution
from ..errors import QueryError
from ..tables.table import Table
from .axes import axis_of, write_across, write_upward
from .colours import bar_text, put_bar, root_colours
from .figure import new_figure, put_subtitle, summary
from .heat_map import CELLS
from .look import Look
from .texts import write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_OUTCOMES = 1000  # along the axis of a map of laws


def draw_law_map(table: Table, look: Look) -> Figure:
    """The figure of a table of laws, one for each place of the range."""
    from numpy import array, ma

    from .ticks import whole_places

    across = axis_of(table, table.rows, look)
    laws: list[Distribution[object]] = [row[0] for row in table.cells]
    upward = _outcomes(laws, table.query)
    figure, axes = new_figure(7.2, 6, look=look)
    chances = matrix_of(lambda outcome, law: float(law.probability(outcome)), upward, laws)
    extent = (*across.ends, upward[0] - 0.5, upward[-1] + 0.5)
    # The scale is that of all probabilities, so that the shades of two pictures mean the same.
    colours = root_colours(1, look)
    shown = ma.masked_equal(array(chances), 0)
    image = axes.imshow(shown, extent=extent, **CELLS, **colours.options())
    bar = put_bar(figure, image, axes, colours, look)
    text = bar_text(colours, look.label("probability"))
    write(bar.set_label, figure, text, 0.7 * figure.get_figheight())
    axes.yaxis.set_major_locator(whole_places())
    across.write(figure, axes.xaxis, 0.72 * figure.get_figwidth())
    write_across(figure, axes, across.title)
    write_upward(figure, axes, look.label("outcome"))
    put_subtitle(figure, axes, summary(table.nodes, look))
    return figure


def _outcomes(laws: list[Distribution[object]], query: str) -> range:
    """All whole numbers from the least outcome to the largest; `QueryError` for other laws."""
    outcomes = {outcome for law in laws for outcome in law}
    numbers = [outcome for outcome in outcomes if isinstance(outcome, int)]
    first, last = min(numbers, default=0), max(numbers, default=0)
    if len(numbers) < len(outcomes) or last - first > MOST_OUTCOMES:
        raise QueryError(
            f"only laws of whole numbers, at most {MOST_OUTCOMES} apart, can be drawn, but "
            f"{query} has others"
        )
    # Those that never come too: the rows of an image are equally high, gaps and all.
    return range(first, last + 1)
