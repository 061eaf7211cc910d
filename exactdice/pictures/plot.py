"""Pictures of a query over one or two ranges.

Floats appear here because a picture is made of them; needs matplotlib.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..by_entry import entrywise, matrix_of
from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Bounds, Exact
from ..tables.number_text import exact
from ..tables.table import Table
from .axes import FEW, axis_of
from .figure import check_kind, new_figure, put_title, save_figure, summary
from .heat_map import draw_heat_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS = 60  # more are drawn as a line
MOST_OUTCOMES = 1000  # along the axis of a map of laws
LARGEST = 10**300  # a larger value is no float


def draw(table: Table, path: Path | None, title: str) -> Figure:
    """The picture, written to the path: over two ranges a heat map, over one bars, a line or
    a map of laws.

    The first of two ranges goes upward, the second across.
    """
    check_kind(path)
    figure, axes = _law_map(table) if _holds_laws(table) else _number_map(table)
    axes.set_title(summary(table.nodes), fontsize=9)
    put_title(figure, title)
    return save_figure(figure, path)


def _holds_laws(table: Table) -> bool:
    """Whether the table is over one range and each of its values is a law."""
    if table.columns is not None:
        return False
    return all(isinstance(cell, Distribution) for cell in chain(*table.cells))


def _number_map(table: Table) -> tuple[Figure, Axes]:
    """The figure and axes of a table of numbers."""
    values = entrywise(lambda cell: _number(cell, table.query), table.cells)
    # Compared exactly, before float() would raise an OverflowError.
    if not all(-LARGEST < value < LARGEST for value in chain(*values)):
        raise QueryError(f"{table.query} has values too large to draw")
    figure, axes = new_figure(7.2, 4.2 if table.columns is None else 6)
    if table.columns is None:
        _curve(axes, table, [row[0] for row in values])
    else:
        draw_heat_map(figure, axes, table, values)
    return figure, axes


def _number(value: object, query: str) -> Exact:
    if isinstance(value, Exact):
        return value
    # A picture shows three digits at most, so bounds that agree in them are one number.
    if isinstance(value, Bounds) and 1000 * value.width < max(Fraction(1), abs(value.middle)):
        return value.middle
    raise QueryError(
        f"only numbers can be drawn, but {query} has a value of another kind: {exact(value)}"
    )


def _curve(axes: Axes, table: Table, values: list[Exact]) -> None:
    # Exact until here: a float is rounded once and never calculated with.
    across, ys = axis_of(table, table.rows), [float(v) for v in values]
    if len(ys) <= MOST_BARS:
        axes.bar(across.places, ys, color="#4477aa", width=0.8 * across.places.step)
    else:
        axes.plot(across.places, ys, color="#4477aa")
    across.write(axes.xaxis)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xlabel(across.title)
    axes.set_ylabel(table.query)
    axes.grid(axis="y", alpha=0.3)


def _law_map(table: Table) -> tuple[Figure, Axes]:
    """The figure and axes of a map of laws: outcomes upward, the darker the more probable."""
    across = axis_of(table, table.rows)
    laws: list[Distribution[object]] = [row[0] for row in table.cells]
    upward = _outcomes(laws, table.query)
    figure, axes = new_figure(7.2, 6)
    chances = matrix_of(lambda outcome, law: float(law.probability(outcome)), upward, laws)
    extent = (*across.ends, upward[0] - 0.5, upward[-1] + 0.5)
    # The scale is that of all probabilities, so that the shades of two pictures mean the same.
    shades = {"cmap": "magma_r", "vmin": 0, "vmax": 1, "interpolation": "nearest"}
    image = axes.imshow(chances, origin="lower", extent=extent, aspect="auto", **shades)
    figure.colorbar(image, ax=axes).set_label("probability")
    if len(upward) <= FEW:
        axes.set_yticks(list(upward))
    across.write(axes.xaxis)
    axes.set_xlabel(across.title)
    axes.set_ylabel("outcome")
    return figure, axes


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
