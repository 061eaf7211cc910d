"""Pictures of a query over one or two ranges, and of exact laws beside samples.

Floats appear here because a picture is made of them; needs matplotlib.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Bounds, Exact
from ..queries.arguments import Labels
from ..queries.evaluate import meaning
from ..tables.style import decimal
from ..tables.table import Table, label_text
from .figure import check_kind, new_figure, put_title, save_figure, summary

FEW = 25  # whole numbers along an axis that are all written
MOST_TICKS = 40  # labels of a list along an axis
MOST_DECIMALS = 8  # rows and columns of a map of words whose cells also show their decimals
MOST_WRITTEN = (
    24  # rows and columns of a map whose cells also show their whole numbers, of up to 3 digits
)
LARGEST = 10**300  # a larger value is no float


def draw(table: Table, path: Path, title: str) -> None:
    """Write the picture: a heat map over two ranges (first range upward, second across), bars or a
    line over one.
    """
    check_kind(path)
    if table.columns is None and all(
        isinstance(cell, Distribution) for row in table.cells for cell in row
    ):
        figure, axes = _law_map(table)
        put_title(figure, title)
        axes.set_title(summary(table.nodes), fontsize=9)
        save_figure(figure, path)
        return
    values = [[_number(cell, table.query) for cell in row] for row in table.cells]
    if any(not -LARGEST < v < LARGEST for row in values for v in row):
        raise QueryError(f"{table.query} has values too large to draw")
    figure, axes = new_figure(7.2, 4.2 if table.columns is None else 6)
    if table.columns is None:
        _curve(axes, table, [row[0] for row in values])
    else:
        _heat_map(figure, axes, table, values)
    axes.set_title(summary(table.nodes), fontsize=9)
    put_title(figure, title)
    save_figure(figure, path)


@dataclass(frozen=True)
class Axis:
    """The labels along an axis, and where they stand: whole numbers a..b at themselves, the labels
    of a list side by side.
    """

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
        """Write the labels of a list along matplotlib's axis, and of a few numbers each; it does
        well by longer ranges itself.
        """
        if not isinstance(self.labels, range) or len(self.labels) <= FEW:
            apart = 1 + (len(self.labels) - 1) // MOST_TICKS
            axis.set_ticks(
                self.places[::apart], [label_text(label) for label in self.labels[::apart]]
            )


def _axis(table: Table, over: tuple[str, Labels]) -> Axis:
    return Axis(meaning(table.nodes[0], over[0]) if table.nodes else over[0], over[1])


def _number(value: Any, query: str) -> Exact:
    if isinstance(value, Exact):
        return value
    if isinstance(value, Bounds) and 1000 * value.width < max(
        Fraction(1), abs(value.middle)
    ):  # a picture shows no more digits
        return value.middle
    raise QueryError(f"only numbers can be drawn, but {query} has a value of another kind: {value}")


def _curve(axes: Any, table: Table, values: list[Exact]) -> None:
    across, ys = _axis(table, table.rows), [float(v) for v in values]
    if len(ys) <= 60:
        axes.bar(across.places, ys, color="#4477aa", width=0.8 * across.places.step)
    else:
        axes.plot(across.places, ys, color="#4477aa")
    across.write(axes.xaxis)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xlabel(across.title)
    axes.set_ylabel(table.query)
    axes.grid(axis="y", alpha=0.3)


def _law_map(table: Table) -> tuple[Any, Any]:
    """The figure and axes of a map of laws: the label across, the outcomes upward, the darker the
    more probable.
    """
    across = _axis(table, table.rows)
    laws: list[Distribution[Any]] = [row[0] for row in table.cells]
    outcomes = sorted({outcome for law in laws for outcome in law})
    if (
        not all(isinstance(outcome, int) for outcome in outcomes)
        or outcomes[-1] - outcomes[0] > 1000
    ):
        raise QueryError(
            f"only laws of whole numbers, at most 1000 apart, can be drawn, but {table.query} "
            "has others"
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
    whole = all(isinstance(v, int) for row in values for v in row)
    colours = _steps(values) if whole else _shades(values)
    ticks = colours.pop("ticks", None)
    extent = (*across.ends, *up.ends)
    heights = [[float(v) for v in row] for row in values]
    image = axes.imshow(heights, origin="lower", extent=extent, aspect="auto", **colours)
    bar = figure.colorbar(image, ax=axes, ticks=ticks)
    bar.set_label(table.query)
    if are_numbers and not whole and min(map(min, values)) < 0 < max(map(max, values)):
        levels = axes.contour(
            across.places,
            up.places,
            [[float(v) for v in row] for row in values],
            levels=[0],
            colors="black",
            linewidths=1,
        )
        bar.add_lines(levels)
    most = MOST_WRITTEN if whole else 0 if are_numbers else MOST_DECIMALS
    if max(len(up.places), len(across.places)) <= most and all(
        -1000 < v < 1000 for row in values for v in row
    ):
        _write_numbers(axes, image, up.places, across.places, values)
    up.write(axes.yaxis)
    across.write(axes.xaxis)
    axes.set_xlabel(across.title)
    axes.set_ylabel(up.title)


def _write_numbers(
    axes: Any, image: Any, rows: range, columns: range, values: list[list[Exact]]
) -> None:
    """Each cell's number, dark on bright colours and bright on dark ones."""
    for row, line in zip(rows, values, strict=True):
        for column, value in zip(columns, line, strict=True):
            red, green, blue, _ = image.cmap(image.norm(float(value)))
            ink = "black" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "white"
            axes.text(
                column, row, decimal(value, 4), ha="center", va="center", fontsize=8, color=ink
            )


def _steps(values: list[list[Exact]]) -> dict[str, Any]:
    """One colour for each whole number that occurs, from few (dark) to many (bright)."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm, ListedColormap

    low, high = min(map(min, values)), max(map(max, values))
    if high - low > 40:
        return {"cmap": "viridis"}
    count = int(high - low) + 1
    palette = colormaps["turbo"].resampled(max(count, 2))
    colours = ListedColormap([palette(k / max(count - 1, 1)) for k in range(count)])
    return {
        "cmap": colours,
        "norm": BoundaryNorm([low - 0.5 + k for k in range(count + 1)], count),
        "ticks": [int(low) + k for k in range(count)],
    }


def _shades(values: list[list[Exact]]) -> dict[str, Any]:
    """Blue to red around 0 when both signs occur, else one hue."""
    low, high = min(map(min, values)), max(map(max, values))
    if low < 0 < high:
        size = float(max(-low, Fraction(high)))
        return {"cmap": "RdBu_r", "vmin": -size, "vmax": size}
    return {"cmap": "viridis", "vmin": float(low), "vmax": float(high)}


# --- exact laws beside samples --------------------------------------------------------------------


# --- pieces of a parametric race ------------------------------------------------------------------
