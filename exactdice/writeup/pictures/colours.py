"""What the colours of a map mean: one scale for all its values, which the bar beside it shows.

The colours are ordered in brightness too (viridis), or around 0 (blue to red), so that the
colour-blind and printers without colours keep their order. Floats are made of the exact values
last of all, to be looked up in a table of colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...exact.numbers import Exact
from .figure import MOST_BARS, write
from .look import Look

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

    def options(self) -> dict[str, Any]:
        """Those of the functions of matplotlib that draw with colours."""
        return {"cmap": self.table, "norm": self.norm}


def colours_of(values: Sequence[Exact], look: Look, are_gains: bool = False) -> Colours:
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
        return steps(int(low), int(high))
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


def steps(low: int, high: int) -> Colours:
    """One colour for each whole number, from few (dark) to many (bright)."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm, ListedColormap

    count = high - low + 1
    table = ListedColormap([colormaps[ORDERED](k / max(count - 1, 1)) for k in range(count)])
    norm = BoundaryNorm([low - 0.5 + k for k in range(count + 1)], count)
    return Colours(table, norm, list(range(low, high + 1, 1 + count // 21)), None, True)


def root_colours(high: Exact, look: Look) -> Colours:
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
    found: list[float] = []
    last = 2.0
    for number in reversed([number for number in numbers if number <= high]):
        place = (number / high) ** ROOT
        if last - place >= APART and place >= APART:
            found.append(number)
            last = place
    return [0.0, *reversed(found)]


def shade(colours: Colours, value: Exact) -> str:
    """The colour of ink that is read on the value's colour."""
    red, green, blue, _ = colours.table(colours.norm(float(value)))
    brightness = 0.3 * red + 0.59 * green + 0.11 * blue  # as the eye weighs the three
    return "black" if brightness > 0.5 else "white"


def put_bar(
    figure: Figure,
    image: Any,
    axes: Axes | Sequence[Axes],
    colours: Colours,
    look: Look,
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
