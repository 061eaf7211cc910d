"""Heat maps: a table of numbers as shades, few of them written into their cells."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..by_entry import entrywise
from ..exact import Exact
from ..tables.number_text import decimal
from ..tables.table import Table
from .axes import axis_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_DECIMALS = 8  # rows and columns of a map of words whose cells also show their decimals


MOST_WRITTEN = 24  # rows and columns of a map whose cells also show their whole numbers


LARGEST_WRITTEN = 1000  # a cell has room for 3 digits


MOST_COLOURS = 40  # that can still be told apart


def draw_heat_map(figure: Figure, axes: Axes, table: Table, values: list[list[Exact]]) -> None:
    """Draw the values of a table over two ranges, with a colour bar for what the shades mean."""
    assert table.columns is not None
    up, across = axis_of(table, table.rows), axis_of(table, table.columns)
    are_numbers = isinstance(up.labels, range) and isinstance(across.labels, range)
    are_truths = all(isinstance(value, bool) for value in chain(*values))
    are_whole = all(isinstance(value, int) for value in chain(*values))
    low, high = min(chain(*values)), max(chain(*values))
    colours = _steps(low, high) if are_whole else _shades(low, high)
    if are_truths:
        colours = _of_truths()
    ticks = colours.pop("ticks", None)
    extent = (*across.ends, *up.ends)
    heights = entrywise(float, values)
    image = axes.imshow(heights, origin="lower", extent=extent, aspect="auto", **colours)
    bar = figure.colorbar(image, ax=axes, ticks=ticks)
    bar.set_label(table.query)
    if are_truths:
        bar.set_ticklabels(["false", "true"])
    if are_numbers and not are_whole and low < 0 < high:  # the line where nobody is ahead
        places = (across.places, up.places)
        levels = axes.contour(*places, heights, levels=[0], colors="black", linewidths=1)
        bar.add_lines(levels)
    are_few = max(len(up.places), len(across.places)) <= _most_written(are_whole, are_numbers)
    if are_few and not are_truths and max(-low, high) < LARGEST_WRITTEN:
        _write_numbers(axes, image, up.places, across.places, values)
    up.write(axes.yaxis)
    across.write(axes.xaxis)
    axes.set_xlabel(across.title)
    axes.set_ylabel(up.title)


def _most_written(are_whole: bool, are_numbers: bool) -> int:
    """Up to how many rows and columns the cells show their values; 0 where colours say enough."""
    if are_whole:
        return MOST_WRITTEN
    return 0 if are_numbers else MOST_DECIMALS


def _write_numbers(
    axes: Axes, image: Any, rows: range, columns: range, values: list[list[Exact]]
) -> None:
    """Each cell's number, dark on bright colours and bright on dark ones."""
    # the image is matplotlib's AxesImage, whose types allow its norm arrays alone, not one number
    for row, line in zip(rows, values, strict=True):
        for column, value in zip(columns, line, strict=True):
            red, green, blue, _ = image.cmap(image.norm(float(value)))
            brightness = 0.3 * red + 0.59 * green + 0.11 * blue  # as the eye weighs the three
            ink = "black" if brightness > 0.5 else "white"
            text = decimal(value, 4)
            axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink)


Look = dict[str, Any]  # what matplotlib takes by these names


def _steps(low: Exact, high: Exact) -> Look:
    """One colour for each whole number that occurs, from few (dark) to many (bright)."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm, ListedColormap

    # Neighbouring numbers would look alike: a scale without steps claims no more than it shows.
    if high - low > MOST_COLOURS:
        return {"cmap": "viridis"}
    count = int(high - low) + 1
    palette = colormaps["turbo"].resampled(max(count, 2))
    colours = ListedColormap([palette(k / max(count - 1, 1)) for k in range(count)])
    return {
        "cmap": colours,
        "norm": BoundaryNorm([low - 0.5 + k for k in range(count + 1)], count),
        "ticks": [int(low) + k for k in range(count)],
    }


def _of_truths() -> Look:
    """Where a statement holds, against a pale ground."""
    from matplotlib.colors import BoundaryNorm, ListedColormap

    return {
        "cmap": ListedColormap(["#e9e9e4", "#4477aa"]),
        "norm": BoundaryNorm([-0.5, 0.5, 1.5], 2),
        "ticks": [0, 1],
    }


def _shades(low: Exact, high: Exact) -> Look:
    """Blue to red around 0 when both signs occur, else one hue."""
    if low < 0 < high:
        # As far down as up, so that white stands for 0 and both colours for equal amounts.
        size = float(max(-low, Fraction(high)))
        return {"cmap": "RdBu_r", "vmin": -size, "vmax": size}
    return {"cmap": "viridis", "vmin": float(low), "vmax": float(high)}
