"""Maps as surfaces in three dimensions: the value of each cell as a height."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..errors import QueryError
from ..tables.table import Table
from .colours import Colours, colours_of
from .figure import canvas, put_subtitle, summary
from .heat_map import (
    Values,
    are_gains,
    are_whole,
    both_axes,
    can_be_crossed,
    floats,
    panel_size,
    panels,
)
from .look import Look
from .texts import write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_FACES = 100  # of a side; a longer one is drawn by as many of its rows
FEW_FACES = 40  # of a side, whose edges are drawn
SEEN_FROM = {"elev": 28, "azim": -125}  # with the start in front
EDGES = {"edgecolor": "black", "linewidth": 0.15}


def draw_surfaces(tables: Sequence[Table], every: Sequence[Values], look: Look) -> Figure:
    """The figure of a surface for each table, with one scale of heights for all."""
    for table in tables:
        if not can_be_crossed(*both_axes(table, look)):
            raise QueryError(
                "a surface needs two ranges of numbers, each with two or more, as in i=0..9 j=0..9"
            )
    rows, columns = panels(len(tables))
    figure = canvas(*panel_size(rows, columns), look)
    colours = colours_of([*chain(*chain(*every))], look, are_gains(tables))
    for place, (table, values) in enumerate(zip(tables, every, strict=True), 1):
        axes = figure.add_subplot(rows, columns, place, projection="3d")
        _draw(figure, axes, table, values, colours, look)
        text = table.query if len(tables) > 1 else summary(table.nodes, look)
        put_subtitle(figure, axes, text, 0.8 / columns)
    return figure


def _draw(
    figure: Figure, axes: Any, table: Table, values: Values, colours: Colours, look: Look
) -> None:
    """Draw one surface into its axes, which are Axes3D of matplotlib's toolkit without types."""
    from numpy import meshgrid

    from .ticks import Numbers, whole_places

    up, across = both_axes(table, look)
    heights = floats(values)
    places = meshgrid(list(across.places), list(up.places))
    most = {"rcount": MOST_FACES, "ccount": MOST_FACES}
    # Between many faces the edges would hide the colours.
    edges = EDGES if max(heights.shape) <= FEW_FACES else {"linewidth": 0, "antialiased": False}
    surface = axes.plot_surface(*places, heights, **most, **colours.options(), **edges)
    # As an image: a vector format would hold each face as a path.
    surface.set_rasterized(True)
    axes.view_init(**SEEN_FROM)
    axes.set_box_aspect(None, zoom=0.92)
    axes.zaxis.labelpad = 10  # beyond the numbers, which it would else cross
    low, high = colours.norm.vmin, colours.norm.vmax
    if low != high:
        axes.set_zlim(low, high)
    for axis, whole in ((axes.xaxis, True), (axes.yaxis, True), (axes.zaxis, are_whole(values))):
        axis.set_major_formatter(Numbers(look.decimal))
        if whole:
            axis.set_major_locator(whole_places())
    room = 0.4 * figure.get_figwidth()
    write(axes.set_xlabel, figure, across.title, room, "small")
    write(axes.set_ylabel, figure, up.title, room, "small")
    write(axes.set_zlabel, figure, look.label("value", table.query), room, "small")
