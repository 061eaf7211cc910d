"""Pictures over one range: bars or a line for one query, a line for each of several."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ..errors import QueryError
from ..exact import Exact
from ..tables.table import Table
from .axes import Axis, axis_of, write_across, write_upward
from .figure import (
    COLOURS,
    MOST_LINES,
    new_figure,
    put_legend,
    put_subtitle,
    stroke,
    summary,
)
from .look import TRUTHS, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS = 60  # more numbers are drawn as a line
MARKED = 20  # points of a line that bear its mark, about


def draw_curves(table: Table, values: list[list[Exact]], look: Look) -> Figure:
    """The figure of the values of each query, those of a row in a list."""
    figure, axes = new_figure(7.2, 4.2, look=look)
    across = axis_of(table, table.rows, look)
    columns = list(zip(*values, strict=True))
    if len(columns) == 1:
        _one(axes, across, columns[0])
    else:
        _several(figure, axes, across, table, columns)
    _write_values(axes, [*chain(*values)], look)
    across.write(figure, axes.xaxis, 0.8 * figure.get_figwidth())
    axes.axhline(0, color="black", linewidth=0.6)
    write_across(figure, axes, across.title)
    query = table.query if len(columns) == 1 else ""
    write_upward(figure, axes, look.label("value", query))
    axes.grid(axis="y", alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    text = summary(table.nodes, look) if len(columns) == 1 else look.labels.get("subtitle", "")
    put_subtitle(figure, axes, text, 0.9)
    return figure


def _one(axes: Axes, across: Axis, values: tuple[Exact, ...]) -> None:
    # Exact until here: a float is rounded once and never calculated with.
    heights = [float(value) for value in values]
    if len(heights) <= MOST_BARS or not across.are_numbers:
        axes.bar(across.places, heights, color=COLOURS[0], width=0.8 * across.places.step)
    else:
        axes.plot(across.places, heights, color=COLOURS[0])


def _several(
    figure: Figure, axes: Axes, across: Axis, table: Table, columns: list[tuple[Exact, ...]]
) -> None:
    """A line for each query, and the legend of them."""
    if len(columns) > MOST_LINES:
        raise QueryError(
            f"a picture has {MOST_LINES} lines that can be told apart, got {len(columns)} queries"
        )
    lines = []
    every = max(1, len(across.places) // MARKED)
    for number, values in enumerate(columns):
        style = stroke(number) | {"markevery": (number % every, every)}  # so that marks hide few
        # Between words there is nothing that a line could lead through: each value has its mark.
        if not across.are_numbers:
            style |= {"linestyle": "none", "markevery": 1}
        heights = [float(value) for value in values]
        lines += axes.plot(across.places, heights, **style)
    put_legend(figure, lines, table.queries)


def _write_values(axes: Axes, values: list[Exact], look: Look) -> None:
    """The numbers along the axis upward; the words of a statement."""
    if all(isinstance(value, bool) for value in values):
        axes.set_yticks([0, 1], [look.label(word) for word in TRUTHS[::-1]])
        return
    from .ticks import write_numbers

    write_numbers(axes.yaxis, look.decimal, all(isinstance(value, int) for value in values))
