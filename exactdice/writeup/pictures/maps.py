"""Maps: tables over two ranges as shades, with few of their numbers in the cells and lines of equal
values; as colours of actions with a legend; and distributions over a range.

What colours mean: one scale for all values, which the bar beside it shows. They are ordered in
brightness too (viridis), or around 0 (blue to red), so that the colour-blind and printers without
colours keep their order. Floats are made of the exact values last of all, to be looked up in a
table of colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from ...exact.errors import QueryError
from ...exact.numbers import Exact, entrywise, matrix_of
from ...query.evaluate import quantities_in
from ...query.syntax import Call
from ...query.ties import LAST_CHOICES, optimal_choices
from ..tables.number_text import decimal
from ..tables.table import Table
from .figure import (
    LINE,
    MOST_BARS,
    POINTS,
    Axis,
    PlotStyle,
    font_points,
    new_figure,
    put_legend,
    put_subtitle,
    summary,
    table_axis,
    text_inches,
    write,
    write_titles,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colorbar import Colorbar
    from matplotlib.figure import Figure

NEVER = "#e9e9e4"  # a pale ground, where a statement is false, or a probability 0
HOLDS = "#0072b2"
ORDERED = "viridis"
AROUND_ZERO = "RdBu_r"
ROOT = 1 / 3  # the power of a scale on which small values are seen beside large ones
# Half of the values lie below this part of the largest: a linear scale would show them as one.
CROWDED = 8
APART = 0.075  # between two ticks of the bar, as a part of its length


@dataclass(frozen=True)
class Colours:
    """A table of colours, which values have which of them, and what the bar says of it."""

    table: Any  # of matplotlib: a Colormap
    norm: Any  # of matplotlib: a Normalize
    ticks: Sequence[float] | None = None
    tick_labels: Sequence[str] | None = None
    are_whole: bool = False
    is_root: bool = False


def choose_colours(values: Sequence[Exact], look: PlotStyle, are_gains: bool) -> Colours:
    """The colours of these values: two for true and false, one for each of a few whole numbers,
    else shades; those of gains are around 0, even where one player alone is ahead.
    """
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm, ListedColormap, Normalize

    low = min(values)
    high = max(values)
    if all(isinstance(value, bool) for value in values):
        words = [look.label("false"), look.label("true")]
        norm = BoundaryNorm([-0.5, 0.5, 1.5], 2)
        return Colours(ListedColormap([NEVER, HOLDS]), norm, [0, 1], words)
    are_whole = all(isinstance(value, int) for value in values)
    if are_whole and high - low <= MOST_BARS:
        return step_colours(int(low), int(high))
    if low < 0 < high or (are_gains and low != high):
        # White at 0, as far down as up, so that both colours stand for equal amounts.
        size = float(max(-low, low, -high, high))
        return Colours(colormaps[AROUND_ZERO], Normalize(-size, size), are_whole=are_whole)
    # Whether most values lie at the dark end of a linear scale.
    ordered = sorted(value for value in values if value)
    is_crowded = not are_whole and CROWDED * ordered[len(ordered) // 2] < high if ordered else False
    if low >= 0 and is_crowded:
        return root_colours(high, look)
    if low == high:  # a bar of one value would have no length
        half = abs(float(low)) / 2 or 0.5
        around = Normalize(float(low) - half, float(low) + half)
        return Colours(colormaps[ORDERED], around, [float(low)])
    return Colours(colormaps[ORDERED], Normalize(float(low), float(high)), are_whole=are_whole)


def step_colours(low: int, high: int) -> Colours:
    """One colour for each whole number, from few (dark) to many (bright)."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm, ListedColormap

    count = high - low + 1
    table = ListedColormap([colormaps[ORDERED](k / max(count - 1, 1)) for k in range(count)])
    norm = BoundaryNorm([low - 0.5 + k for k in range(count + 1)], count)
    return Colours(table, norm, list(range(low, high + 1, 1 + count // 21)), None, True)


def root_colours(high: Exact, look: PlotStyle) -> Colours:
    """Shades of the cube root, on which a thousandth of the largest value is a tenth of the way up;
    0 itself is pale, for what never happens.
    """
    from matplotlib import colormaps
    from matplotlib.colors import PowerNorm

    table = colormaps[ORDERED].with_extremes(bad=NEVER)
    ticks = root_ticks(float(high))
    labels = [f"{tick:g}".replace(".", look.decimal) for tick in ticks]
    return Colours(table, PowerNorm(ROOT, 0, float(high)), ticks, labels, is_root=True)


def root_ticks(high: float) -> list[float]:
    """Round numbers from 0 up, which stand clear of each other on a scale of the cube root.

    >>> root_ticks(1.0)
    [0.0, 0.001, 0.006, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 1.0]
    """
    from math import floor, log10

    top = floor(log10(high))
    digits = (1, 2, 4, 5, 6, 8)
    exponents = range(top - 4, top + 1)
    numbers = [float(f"{digit}e{exponent}") for exponent in exponents for digit in digits]
    # From above, since there the numbers stand close.
    found = []
    last = 2.0
    for number in reversed([number for number in numbers if number <= high]):
        place = (number / high) ** ROOT
        if last - place >= APART and place >= APART:
            found.append(number)
            last = place
    return [0.0, *reversed(found)]


def ink_colour(colours: Colours, value: Exact) -> str:
    """The colour of ink that is read on the value's colour."""
    red, green, blue, _ = colours.table(colours.norm(float(value)))
    brightness = 0.3 * red + 0.59 * green + 0.11 * blue  # as the eye weighs the three
    return "black" if brightness > 0.5 else "white"


def put_bar(
    figure: Figure,
    image: Any,
    axes: Axes | Sequence[Axes],
    colours: Colours,
    look: PlotStyle,
    what: str,
) -> Colorbar:
    """Draw the bar that says what the colours mean, beside the axes; and what it is of, and how its
    scale is bent.
    """
    from .shown import write_numbers

    bar = figure.colorbar(image, ax=axes, ticks=colours.ticks)
    if colours.tick_labels is not None:
        bar.set_ticklabels(list(colours.tick_labels))
    elif colours.ticks is None or not colours.are_whole:
        write_numbers(bar.ax.yaxis, look.decimal, colours.are_whole and colours.ticks is None)
    # As an image: in a vector format each of its shades would be a path.
    if bar.solids is not None:
        bar.solids.set_rasterized(True)
        bar.solids.set_edgecolor("face")
    scale = "   (cube-root scale; pale: 0)" if colours.is_root else ""
    write(bar.set_label, figure, what + scale, 0.7 * figure.get_figheight())
    return bar


MOST_OUTCOMES = 1000  # along the axis of a map of laws
Values = list[list[Exact]]
GAINS = {"EG", "gain", "one_shot_gain", "payoff"}
SEVERAL = "one of several choices that are equally good"
FIRST = {last: first for first, last in LAST_CHOICES.items()}
TRIANGLE: Any = ((-1, -1), (-1, 1), (1, 1))  # the filled corner, in the legend
# Options of matplotlib.
CELLS: dict[str, Any] = {"origin": "lower", "aspect": "auto", "interpolation": "nearest"}
CLEAR: dict[str, Any] = {"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.6}


@dataclass(frozen=True)
class Map:
    """A table over two ranges, the axes of matplotlib that it is drawn on, and its own axes."""

    table: Table
    values: Values
    axes: Axes
    up: Axis
    across: Axis

    def are_whole(self) -> bool:
        """Whether all values are whole numbers."""
        return all(isinstance(value, int) for value in chain(*self.values))


def draw_maps(
    tables: Sequence[Table], every: Sequence[Values], look: PlotStyle, names: Sequence[str] = ()
) -> Figure:
    """The figure of a map for each table, beside each other where there are several, with one scale
    for all of them; of actions or sets of them, by their numbers among the `names`, with a legend.
    """
    from matplotlib.patches import Patch

    if names:
        colours = step_colours(0, len(names) - 1)
    else:
        # Whether all are gains, each of which is one player's loss below 0.
        asked = {
            one.name for table in tables for node in table.nodes for one in quantities_in(node)
        }
        are_gains = bool(asked) and asked <= GAINS
        colours = choose_colours([*chain(*chain(*every))], look, are_gains)
    figure, maps, image, signs = _draw_cells(tables, every, colours, look, bool(names))
    if names:
        patches = [Patch(facecolor=colours.table(k), edgecolor="black") for k in range(len(names))]
        signs = [*zip(patches, names, strict=True), *signs]
    else:
        query = tables[0].query if len(tables) == 1 else look.label("value")
        bar = put_bar(figure, image, figure.axes, colours, look, look.label("value", query))
        lines = [_draw_levels(one, look) for one in maps]
        if lines[0] is not None and len(tables) == 1:
            bar.add_lines(lines[0])
    for one in maps:
        text = one.table.query if len(maps) > 1 else summary(one.table.nodes, look)
        put_subtitle(figure, one.axes, text, 0.8 / _panels(len(maps))[1])
    if signs:
        put_legend(figure, *zip(*signs, strict=True))
    return figure


def _draw_cells(
    tables: Sequence[Table],
    every: Sequence[Values],
    colours: Colours,
    look: PlotStyle,
    are_named: bool,
) -> tuple[Figure, list[Map], Any, list[tuple[Any, str]]]:
    """The figure with its maps and the image of the first one; and the sign of a cell that shows
    one of several equally good choices, with its meaning, where there is such a cell.
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.lines import Line2D

    rows, columns = _panels(len(tables))
    # The inches of a figure of so many panels.
    width, height = (7.2, 6) if columns == 1 else (1.5 + 4.2 * columns, 0.6 + 3.9 * rows)
    figure, _ = new_figure(width, height, rows, columns, look)
    # About how many inches the axes of a map have.
    width = 0.72 * figure.get_figwidth() / columns
    height = 0.72 * figure.get_figheight()
    maps = []
    images = []
    signs = []
    for axes, table, values in zip(figure.axes, tables, every, strict=False):
        assert table.columns is not None
        up, across = (table_axis(table, side, look) for side in (table.rows, table.columns))
        maps.append(Map(table, values, axes, up, across))
        images.append(_draw_image(axes, values, (*across.ends, *up.ends), colours))
        tied = _tied_cells(table)
        if tied:  # the upper left corner of such a cell is filled
            wide = 0.43 * across.places.step
            high = 0.43 * up.places.step
            inks = [ink_colour(colours, values[row][column]) for row, column in tied]
            places = [(across.places[column], up.places[row]) for row, column in tied]
            corners: Any = [[(x - wide, y), (x - wide, y + high), (x, y + high)] for x, y in places]
            triangles = PolyCollection(corners, facecolors=inks, linewidths=0)
            axes.add_collection(triangles, autolim=False)
            sign = Line2D([], [], color="black", marker=TRIANGLE, linestyle="none")
            signs = [(sign, look.label("ties", SEVERAL))]
        if not are_named:
            room = width / len(across.places), height / len(up.places)
            _write_cells(figure, maps[-1], colours, look, room)
        up.write(figure, axes.yaxis, height)
        across.write(figure, axes.xaxis, width)
        write_titles(figure, axes, across.title, up.title, 0.8 / columns)
    for axes in figure.axes[len(tables) :]:
        axes.set_axis_off()
    return figure, maps, images[0], signs


def _draw_image(
    axes: Axes,
    values: Sequence[Sequence[Exact]],
    ends: tuple[float, float, float, float],
    colours: Colours,
) -> Any:
    """Draw the values between these ends as colours, each rounded once."""
    from numpy import array, ma

    heights: Any = array(entrywise(float, values))
    if colours.is_root:  # what is masked has the colour of no value
        heights = ma.masked_equal(heights, 0)
    return axes.imshow(heights, extent=ends, cmap=colours.table, norm=colours.norm, **CELLS)


def _panels(count: int) -> tuple[int, int]:
    """The rows and columns of so many panels."""
    columns = min(count, 2 if count in (2, 4) else 3)
    return -(-count // columns), columns


def _write_cells(
    figure: Figure, one: Map, colours: Colours, look: PlotStyle, room: tuple[float, float]
) -> None:
    """Each cell's number, dark on bright colours and bright on dark ones, where each has this room;
    decimals are written where words stand along the axes, as elsewhere colours say enough.
    """
    points = font_points("small")
    are_decimals = not one.are_whole() and one.up.are_numbers and one.across.are_numbers
    is_low = room[1] < LINE * points / POINTS
    are_truths = all(isinstance(value, bool) for value in chain(*one.values))
    if is_low or are_decimals or look.levels or are_truths:
        return
    texts = entrywise(lambda value: decimal(value, 4, look.decimal), one.values)
    if max(text_inches(figure, text, "small") for text in chain(*texts)) > room[0]:
        return
    for row, line, written in zip(one.up.places, one.values, texts, strict=True):
        for column, value, text in zip(one.across.places, line, written, strict=True):
            ink = ink_colour(colours, value)
            one.axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=points)


# --- lines of equal values ------------------------------------------------------------------------


def _draw_levels(one: Map, look: PlotStyle) -> Any:
    """Draw the lines of equal values with their values, else that of 0, where nobody is ahead; what
    matplotlib draws, None without a line.
    """
    from matplotlib.ticker import MaxNLocator

    low = min(chain(*one.values))
    high = max(chain(*one.values))
    map_of = (one.across.places, one.up.places, entrywise(float, one.values))
    # Whether lines lead between the cells: two numbers or more on both axes, at even steps.
    can_be_crossed = all(axis.is_even and len(axis.places) > 1 for axis in (one.up, one.across))
    if look.level_values is None:
        if one.are_whole() or not low < 0 < high or not can_be_crossed:
            return None
        return one.axes.contour(*map_of, levels=[0], colors="black", linewidths=1)
    if not can_be_crossed or low == high:
        raise QueryError(
            "level lines need a map over two ranges of numbers, each with two or more, as in "
            "i=0..9 j=0..9, and of values that differ"
        )
    for value in look.level_values:
        if not low <= value <= high:
            raise QueryError(
                f"there is no line at the level {decimal(value)}: the values of {one.table.query} "
                f"are between {decimal(low)} and {decimal(high)}"
            )
    # Without any, about seven round numbers.
    round_ones = MaxNLocator(8).tick_values(float(low), float(high))
    given = {float(value): decimal(value, 4, look.decimal) for value in look.level_values}
    levels = list(given) or [float(level) for level in round_ones if low < level < high]
    lines = one.axes.contour(*map_of, levels=levels, colors="black", linewidths=0.8)
    texts = {}
    for level in lines.levels:
        text = given.get(float(level), f"{level:g}".replace(".", look.decimal))
        texts[level] = text.rstrip("0").rstrip(look.decimal) if look.decimal in text else text
    one.axes.clabel(lines, fmt=texts, fontsize=font_points("small"), inline=True)
    for label in lines.labelTexts:
        label.set_bbox(CLEAR)
    return lines


# --- ties -----------------------------------------------------------------------------------------


def _tied_cells(table: Table) -> list[tuple[int, int]]:
    """The numbers of row and column of each cell that names one of several optimal choices; none
    where the query asks for no choice.
    """
    if not table.nodes or table.columns is None:
        return []
    node = table.nodes[0]
    if isinstance(node, Call):  # where the first choice is one of several, the last one is
        node = replace(node, name=FIRST.get(node.name, node.name))
    (row_name, rows) = table.rows
    (column_name, columns) = table.columns
    found = []
    for (k, row), (n, column) in product(enumerate(rows), enumerate(columns)):
        choices = optimal_choices(node, {**table.given, row_name: row, column_name: column})
        if choices is None:
            return []
        if len(choices) > 1:
            found.append((k, n))
    return found


# --- laws over a range ----------------------------------------------------------------------------


def draw_distribution_map(table: Table, look: PlotStyle) -> Figure:
    """The figure of a table of distributions, one for each place of the range: outcomes upward, the
    brighter the more probable.
    """
    from .shown import WholePlaces

    across = table_axis(table, table.rows, look)
    laws = [row[0] for row in table.cells]
    outcomes = {outcome for law in laws for outcome in law}
    numbers = [outcome for outcome in outcomes if isinstance(outcome, int)]
    first = min(numbers, default=0)
    last = max(numbers, default=0)
    if len(numbers) < len(outcomes) or last - first > MOST_OUTCOMES:
        raise QueryError(
            f"only laws of whole numbers, at most {MOST_OUTCOMES} apart, can be drawn, but "
            f"{table.query} has others"
        )
    # Those that never come too: the rows of an image are equally high, gaps and all.
    upward = range(first, last + 1)
    figure, axes = new_figure(7.2, 6, look=look)
    chances = matrix_of(lambda outcome, law: law.probability(outcome), upward, laws)
    # The scale is that of all probabilities, so that the shades of two pictures mean the same.
    colours = root_colours(1, look)
    image = _draw_image(axes, chances, (*across.ends, first - 0.5, last + 0.5), colours)
    put_bar(figure, image, axes, colours, look, look.label("probability"))
    axes.yaxis.set_major_locator(WholePlaces())
    across.write(figure, axes.xaxis, 0.72 * figure.get_figwidth())
    write_titles(figure, axes, across.title, look.label("outcome"))
    put_subtitle(figure, axes, summary(table.nodes, look))
    return figure
