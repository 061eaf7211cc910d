"""Heat maps: tables over two ranges as shades, few of their numbers written into the cells, and
lines of equal values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..by_entry import entrywise
from ..errors import QueryError
from ..exact import Exact
from ..queries.evaluate import quantities_in
from ..tables.number_text import decimal
from ..tables.table import Table
from .axes import Axis, axis_of, write_across, write_upward
from .colours import Colours, bar_text, colours_of, put_bar, shade
from .figure import new_figure, put_legend, put_subtitle, summary
from .look import DEFAULT, Look
from .texts import LINE, POINTS, in_points, text_inches, write
from .ties import mark_ties, sign_of_ties, tied_cells

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_DECIMALS = 8  # rows and columns of a map of words whose cells also show their decimals
MOST_WRITTEN = 24  # rows and columns of a map whose cells also show their whole numbers
LARGEST_WRITTEN = 1000  # a cell has room for 3 digits
Values = list[list[Exact]]
GAINS = {"EG", "gain", "one_shot_gain", "payoff"}
# Options of matplotlib.
CELLS: dict[str, Any] = {"origin": "lower", "aspect": "auto", "interpolation": "nearest"}
ZERO_LINE: dict[str, Any] = {"colors": "black", "linewidths": 1}
LEVEL_LINES: dict[str, Any] = {"colors": "black", "linewidths": 0.8}
CLEAR: dict[str, Any] = {"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.6}


def draw_maps(tables: Sequence[Table], every: Sequence[Values], look: Look) -> Figure:
    """The figure of a map for each table, beside each other where there are several, with one scale
    for all of them.
    """
    rows, columns = panels(len(tables))
    figure, grid = new_figure(*panel_size(rows, columns), rows, columns, look)
    axes = list(grid.flat) if len(tables) > 1 else [grid]
    colours = colours_of([*chain(*chain(*every))], look, are_gains(tables))
    parts = list(zip(axes, tables, every, strict=False))
    ties = [tied_cells(table) for table in tables]
    images = [
        draw_heat_map(figure, *part, colours, look, 1 / columns, cells)
        for part, cells in zip(parts, ties, strict=True)
    ]
    for one in axes[len(tables) :]:
        one.set_axis_off()
    bar = put_bar(figure, images[0], axes, colours, look)
    query = tables[0].query if len(tables) == 1 else look.label("value")
    what = bar_text(colours, look.label("value", query))
    write(bar.set_label, figure, what, 0.7 * figure.get_figheight())
    lines = [put_levels(one, table, values, look) for one, table, values in parts]
    if lines[0] is not None and len(tables) == 1:
        bar.add_lines(lines[0])
    for one, table in zip(axes, tables, strict=False):
        text = table.query if len(tables) > 1 else summary(table.nodes, look)
        put_subtitle(figure, one, text, 0.8 / columns)
    if any(ties):
        sign, text = sign_of_ties(look)
        put_legend(figure, [sign], [text])
    return figure


def are_gains(tables: Sequence[Table]) -> bool:
    """Whether the tables are of gains, each of which is one player's loss below 0."""
    nodes = chain(*(table.nodes for table in tables))
    names = {quantity.name for node in nodes for quantity in quantities_in(node)}
    return bool(names) and names <= GAINS


def panels(count: int) -> tuple[int, int]:
    """The rows and columns of so many panels."""
    columns = min(count, 2 if count in (2, 4) else 3)
    return -(-count // columns), columns


def panel_size(rows: int, columns: int) -> tuple[float, float]:
    """The inches of a figure of so many panels."""
    return (7.2, 6) if columns == 1 else (1.5 + 4.2 * columns, 0.6 + 3.9 * rows)


def draw_heat_map(
    figure: Figure,
    axes: Axes,
    table: Table,
    values: Values,
    colours: Colours,
    look: Look = DEFAULT,
    part: float = 1,
    ties: Sequence[tuple[int, int]] = (),
) -> Any:
    """Draw the values of a table over two ranges into the axes, which take this part of the
    picture's width, the cells of ties marked; the image of matplotlib.
    """
    up, across = both_axes(table, look)
    extent = (*across.ends, *up.ends)
    heights = floats(values)
    if colours.is_root:  # what is masked has the colour of no value
        from numpy import ma

        heights = ma.masked_equal(heights, 0)
    image = axes.imshow(heights, extent=extent, **CELLS, **colours.options())
    mark_ties(axes, ties, up, across, lambda row, column: shade(colours, values[row][column]))
    room = _room(figure, part)
    _write_cells(figure, axes, (up, across), values, colours, look, room)
    up.write(figure, axes.yaxis, room[1])
    across.write(figure, axes.xaxis, room[0])
    write_across(figure, axes, across.title, 0.8 * part)
    write_upward(figure, axes, up.title, 0.7)
    return image


def _room(figure: Figure, part: float) -> tuple[float, float]:
    """About how many inches the axes of a map have."""
    return 0.72 * part * figure.get_figwidth(), 0.72 * figure.get_figheight()


def both_axes(table: Table, look: Look) -> tuple[Axis, Axis]:
    """The axis upward and the one across."""
    assert table.columns is not None
    return axis_of(table, table.rows, look), axis_of(table, table.columns, look)


def floats(values: Values) -> Any:
    """The values as an array to be drawn, each rounded once."""
    from numpy import array

    return array(entrywise(float, values))


def are_whole(values: Values) -> bool:
    """Whether all values are whole numbers."""
    return all(isinstance(value, int) for value in chain(*values))


def can_be_crossed(up: Axis, across: Axis) -> bool:
    """Whether lines of equal values can lead between the cells: both axes are of numbers at even
    steps, two or more.
    """
    shortest = min(len(up.places), len(across.places))
    return up.is_even and across.is_even and shortest > 1


def put_levels(axes: Axes, table: Table, values: Values, look: Look) -> Any:
    """Draw the lines of equal values with their values, else that of 0, where nobody is ahead; what
    matplotlib draws, None without a line.
    """
    up, across = both_axes(table, look)
    low, high = min(chain(*values)), max(chain(*values))
    places, heights = (across.places, up.places), floats(values)
    if look.level_values is None:
        if are_whole(values) or not low < 0 < high or not can_be_crossed(up, across):
            return None
        return axes.contour(*places, heights, levels=[0], **ZERO_LINE)
    check_levels(table, up, across, low, high, look)
    levels = list(map(float, look.level_values)) or _round_levels(float(low), float(high))
    lines = axes.contour(*places, heights, levels=levels, **LEVEL_LINES)
    texts = _level_texts(list(lines.levels), look)
    axes.clabel(lines, fmt=texts, fontsize=in_points("small"), inline=True)
    for text in lines.labelTexts:
        text.set_bbox(CLEAR)
    return lines


def _round_levels(low: float, high: float) -> list[float]:
    """About seven round numbers between the two."""
    from matplotlib.ticker import MaxNLocator

    if low == high:
        raise QueryError("a map of one value has no level lines: leave --levels out")
    found = MaxNLocator(8).tick_values(low, high)
    return [float(level) for level in found if low < level < high]


def check_levels(table: Table, up: Axis, across: Axis, low: Exact, high: Exact, look: Look) -> None:
    """Raise `QueryError` where no level line can be drawn."""
    if not can_be_crossed(up, across):
        raise QueryError(
            "level lines need a map over two ranges of numbers, each with two or more, as in "
            "i=0..9 j=0..9"
        )
    outside = [value for value in look.level_values or () if not low <= value <= high]
    if outside:
        raise QueryError(
            f"there is no line at the level {decimal(outside[0])}: the values of {table.query} are "
            f"between {decimal(low)} and {decimal(high)}"
        )


def _level_texts(levels: Sequence[float], look: Look) -> dict[float, str]:
    """What is written at the line of each level: the number as it was given, in decimals."""
    given = {float(value): decimal(value, 4, look.decimal) for value in look.level_values or ()}
    texts = {}
    for level in levels:
        text = given.get(float(level), f"{level:g}".replace(".", look.decimal))
        texts[level] = text.rstrip("0").rstrip(look.decimal) if look.decimal in text else text
    return texts


def _write_cells(
    figure: Figure,
    axes: Axes,
    both: tuple[Axis, Axis],
    values: Values,
    colours: Colours,
    look: Look,
    room: tuple[float, float],
) -> None:
    """Each cell's number, dark on bright colours and bright on dark ones, where all have room."""
    up, across = both
    whole, size = are_whole(values), max(len(up.places), len(across.places))
    largest = max(max(chain(*values)), -min(chain(*values)))
    are_truths = all(isinstance(value, bool) for value in chain(*values))
    are_numbers = up.are_numbers and across.are_numbers
    if are_truths or look.level_values is not None or largest >= LARGEST_WRITTEN:
        return
    if size > _most_written(whole, are_numbers):
        return
    texts = entrywise(lambda value: decimal(value, 4, look.decimal), values)
    widest = max(text_inches(figure, text, "small") for text in chain(*texts))
    high = LINE * in_points("small") / POINTS
    if widest > room[0] / len(across.places) or high > room[1] / len(up.places):
        return
    for row, line, written in zip(up.places, values, texts, strict=True):
        for column, value, text in zip(across.places, line, written, strict=True):
            ink, points = shade(colours, value), in_points("small")
            axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=points)


def _most_written(whole: bool, are_numbers: bool) -> int:
    """Up to how many rows and columns the cells show their values; 0 where colours say enough."""
    if whole:
        return MOST_WRITTEN
    return 0 if are_numbers else MOST_DECIMALS
