"""Pictures of a query over one or two ranges.

Floats appear here because a picture is made of them; needs matplotlib.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Bounds, Exact
from ..queries.evaluate import meaning
from ..queries.ranges import Labels
from ..tables.number_text import decimal
from ..tables.table import Table, label_text
from .figure import check_kind, new_figure, put_title, save_figure, summary

FEW = 25  # whole numbers along an axis that are all written
MOST_TICKS = 40  # labels of a list along an axis
MOST_DECIMALS = 8  # rows and columns of a map of words whose cells also show their decimals
MOST_WRITTEN = 24  # rows and columns of a map whose cells also show their whole numbers
LARGEST_WRITTEN = 1000  # a cell has room for 3 digits
MOST_BARS = 60  # more are drawn as a line
MOST_COLOURS = 40  # that can still be told apart
MOST_OUTCOMES = 1000  # along the axis of a map of laws
LARGEST = 10**300  # a larger value is no float


def draw(table: Table, path: Path, title: str) -> None:
    """Write the picture: over two ranges a heat map, over one bars, a line or a map of laws.

    The first of two ranges goes upward, the second across.
    """
    check_kind(path)
    figure, axes = _law_map(table) if _holds_laws(table) else _number_map(table)
    axes.set_title(summary(table.nodes), fontsize=9)
    put_title(figure, title)
    save_figure(figure, path)


def _holds_laws(table: Table) -> bool:
    """Whether the table is over one range and each of its values is a law."""
    if table.columns is not None:
        return False
    return all(isinstance(cell, Distribution) for cell in chain(*table.cells))


def _number_map(table: Table) -> tuple[Any, Any]:
    """The figure and axes of a table of numbers."""
    values = [[_number(cell, table.query) for cell in row] for row in table.cells]
    if not all(-LARGEST < value < LARGEST for value in chain(*values)):
        raise QueryError(f"{table.query} has values too large to draw")
    figure, axes = new_figure(7.2, 4.2 if table.columns is None else 6)
    if table.columns is None:
        _curve(axes, table, [row[0] for row in values])
    else:
        _heat_map(figure, axes, table, values)
    return figure, axes


@dataclass(frozen=True)
class Axis:
    """The labels along an axis: whole numbers a..b stand at themselves, a list's side by side."""

    title: str
    labels: Labels

    @property
    def places(self) -> range:
        """The place of each label."""
        return self.labels if isinstance(self.labels, range) else range(len(self.labels))

    @property
    def ends(self) -> tuple[float, float]:
        """Where the first label's place begins and the last one's ends."""
        half = self.places.step / 2
        return self.places[0] - half, self.places[-1] + half

    def write(self, axis: Any) -> None:
        """Write the labels along matplotlib's axis, which does well by long ranges itself."""
        if isinstance(self.labels, range) and len(self.labels) > FEW:
            return
        apart = 1 + (len(self.labels) - 1) // MOST_TICKS
        written = [label_text(label) for label in self.labels[::apart]]
        axis.set_ticks(self.places[::apart], written)


def _axis(table: Table, over: tuple[str, Labels]) -> Axis:
    name, labels = over
    return Axis(meaning(table.nodes[0], name) if table.nodes else name, labels)


def _number(value: Any, query: str) -> Exact:
    if isinstance(value, Exact):
        return value
    # A picture shows three digits at most, so bounds that agree in them are one number.
    if isinstance(value, Bounds) and 1000 * value.width < max(Fraction(1), abs(value.middle)):
        return value.middle
    raise QueryError(f"only numbers can be drawn, but {query} has a value of another kind: {value}")


def _curve(axes: Any, table: Table, values: list[Exact]) -> None:
    across, ys = _axis(table, table.rows), [float(v) for v in values]
    if len(ys) <= MOST_BARS:
        axes.bar(across.places, ys, color="#4477aa", width=0.8 * across.places.step)
    else:
        axes.plot(across.places, ys, color="#4477aa")
    across.write(axes.xaxis)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xlabel(across.title)
    axes.set_ylabel(table.query)
    axes.grid(axis="y", alpha=0.3)


def _law_map(table: Table) -> tuple[Any, Any]:
    """The figure and axes of a map of laws: outcomes upward, the darker the more probable."""
    across = _axis(table, table.rows)
    laws: list[Distribution[Any]] = [row[0] for row in table.cells]
    outcomes = sorted({outcome for law in laws for outcome in law})
    are_whole = all(isinstance(outcome, int) for outcome in outcomes)
    if not are_whole or outcomes[-1] - outcomes[0] > MOST_OUTCOMES:
        raise QueryError(
            f"only laws of whole numbers, at most {MOST_OUTCOMES} apart, can be drawn, but "
            f"{table.query} has others"
        )
    figure, axes = new_figure(7.2, 6)
    upward = range(outcomes[0], outcomes[-1] + 1)
    chances = [[float(law.probability(outcome)) for law in laws] for outcome in upward]
    extent = (*across.ends, upward[0] - 0.5, upward[-1] + 0.5)
    image = axes.imshow(
        chances,
        origin="lower",
        extent=extent,
        aspect="auto",
        cmap="magma_r",
        vmin=0,
        vmax=1,
        interpolation="nearest",
    )
    figure.colorbar(image, ax=axes).set_label("probability")
    if len(upward) <= FEW:
        axes.set_yticks(list(upward))
    across.write(axes.xaxis)
    axes.set_xlabel(across.title)
    axes.set_ylabel("outcome")
    return figure, axes


def _heat_map(figure: Any, axes: Any, table: Table, values: list[list[Exact]]) -> None:
    assert table.columns is not None
    up, across = _axis(table, table.rows), _axis(table, table.columns)
    are_numbers = isinstance(up.labels, range) and isinstance(across.labels, range)
    are_whole = all(isinstance(value, int) for value in chain(*values))
    low, high = min(chain(*values)), max(chain(*values))
    colours = _steps(low, high) if are_whole else _shades(low, high)
    ticks = colours.pop("ticks", None)
    extent = (*across.ends, *up.ends)
    heights = [[float(value) for value in row] for row in values]
    image = axes.imshow(heights, origin="lower", extent=extent, aspect="auto", **colours)
    bar = figure.colorbar(image, ax=axes, ticks=ticks)
    bar.set_label(table.query)
    if are_numbers and not are_whole and low < 0 < high:  # the line where nobody is ahead
        places = (across.places, up.places)
        levels = axes.contour(*places, heights, levels=[0], colors="black", linewidths=1)
        bar.add_lines(levels)
    are_few = max(len(up.places), len(across.places)) <= _most_written(are_whole, are_numbers)
    if are_few and max(-low, high) < LARGEST_WRITTEN:
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
    axes: Any, image: Any, rows: range, columns: range, values: list[list[Exact]]
) -> None:
    """Each cell's number, dark on bright colours and bright on dark ones."""
    for row, line in zip(rows, values, strict=True):
        for column, value in zip(columns, line, strict=True):
            red, green, blue, _ = image.cmap(image.norm(float(value)))
            brightness = 0.3 * red + 0.59 * green + 0.11 * blue  # as the eye weighs the three
            ink = "black" if brightness > 0.5 else "white"
            text = decimal(value, 4)
            axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink)


def _steps(low: Exact, high: Exact) -> dict[str, Any]:
    """One colour for each whole number that occurs, from few (dark) to many (bright)."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm, ListedColormap

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


def _shades(low: Exact, high: Exact) -> dict[str, Any]:
    """Blue to red around 0 when both signs occur, else one hue."""
    if low < 0 < high:
        size = float(max(-low, Fraction(high)))
        return {"cmap": "RdBu_r", "vmin": -size, "vmax": size}
    return {"cmap": "viridis", "vmin": float(low), "vmax": float(high)}
