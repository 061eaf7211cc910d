"""Maps of names: which action is chosen where, with a legend of the actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ..by_entry import entrywise
from ..errors import QueryError
from ..tables.number_text import exact, is_name
from ..tables.table import Table
from ..words.written import in_order
from .axes import write_across, write_upward
from .colours import shade, steps, steps_table
from .figure import new_figure, put_legend, put_subtitle, summary
from .heat_map import CELLS, both_axes, panel_size, panels
from .look import Look
from .ties import mark_ties, sign_of_ties, tied_cells

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NAMES = 16  # that can still be told apart


def are_named(tables: Sequence[Table]) -> bool:
    """Whether all cells are actions or sets of them, of which there is a map."""
    cells = chain(*chain(*(table.cells for table in tables)))
    return all(is_name(cell) or isinstance(cell, frozenset) for cell in cells)


def draw_named_maps(tables: Sequence[Table], look: Look) -> Figure:
    """The figure of a map for each table, whose legend has the name of each colour."""
    from matplotlib.patches import Patch

    names = [exact(name) for name in in_order(set(chain(*chain(*(t.cells for t in tables)))))]
    if len(names) > MOST_NAMES:
        raise QueryError(
            f"a map has colours for {MOST_NAMES} actions or sets, but {tables[0].query} has "
            f"{len(names)}"
        )
    rows, columns = panels(len(tables))
    figure, grid = new_figure(*panel_size(rows, columns), rows, columns, look)
    axes = list(grid.flat) if len(tables) > 1 else [grid]
    ties = [tied_cells(table) for table in tables]
    for one, table, cells in zip(axes, tables, ties, strict=False):
        _draw_map(figure, one, table, names, look, columns, cells)
        text = table.query if len(tables) > 1 else summary(table.nodes, look)
        put_subtitle(figure, one, text, 0.8 / columns)
    for one in axes[len(tables) :]:
        one.set_axis_off()
    colours = steps_table(len(names))
    signs = [Patch(facecolor=colours(k), edgecolor="black") for k in range(len(names))]
    if any(ties):
        sign, text = sign_of_ties(look)
        put_legend(figure, [*signs, sign], [*names, text])
    else:
        put_legend(figure, signs, names)
    return figure


def _draw_map(
    figure: Figure,
    axes: Axes,
    table: Table,
    names: Sequence[str],
    look: Look,
    columns: int,
    ties: Sequence[tuple[int, int]],
) -> None:
    """Draw the map of the table, one of so many that stand side by side, with what its axes say."""
    number = {name: k for k, name in enumerate(names)}
    colours = steps(0, len(names) - 1)
    up, across = both_axes(table, look)
    image = entrywise(lambda cell: number[exact(cell)], table.cells)
    axes.imshow(image, extent=(*across.ends, *up.ends), **CELLS, **colours.options())
    mark_ties(axes, ties, up, across, lambda row, column: shade(colours, image[row][column]))
    up.write(figure, axes.yaxis, 0.7 * figure.get_figheight())
    across.write(figure, axes.xaxis, 0.8 * figure.get_figwidth() / columns)
    write_across(figure, axes, across.title, 0.8 / columns)
    write_upward(figure, axes, up.title, 0.7)
