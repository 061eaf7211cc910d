"""A cell of a map that shows one of several equally good choices has a corner filled."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from ..queries.syntax import Call
from ..queries.ties import LAST_CHOICES, optimal_choices
from ..tables.table import Table
from .axes import Axis
from .look import Look

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes

SEVERAL = "one of several choices that are equally good"
FIRST = {last: first for first, last in LAST_CHOICES.items()}
TRIANGLE = ((-1, -1), (-1, 1), (1, 1))  # the corner, in the legend


def tied_cells(table: Table) -> list[tuple[int, int]]:
    """The numbers of row and column of each cell that names one of several optimal choices; none
    where the query asks for no choice.
    """
    if not table.nodes or table.columns is None:
        return []
    node = table.nodes[0]
    if isinstance(node, Call):  # where the first choice is one of several, the last one is
        node = replace(node, name=FIRST.get(node.name, node.name))
    (row_name, rows), (column_name, columns) = table.rows, table.columns
    found = []
    for (k, row), (n, column) in product(enumerate(rows), enumerate(columns)):
        given = {**table.given, row_name: row, column_name: column}
        choices = optimal_choices(node, given)
        if choices is None:
            return []
        if len(choices) > 1:
            found.append((k, n))
    return found


def mark_ties(
    axes: Axes,
    cells: Sequence[tuple[int, int]],
    up: Axis,
    across: Axis,
    ink: Callable[[int, int], str],
) -> None:
    """Fill the upper left corner of each of these cells with the ink that is seen on its colour."""
    if not cells:
        return
    from matplotlib.collections import PolyCollection

    wide, high = 0.43 * across.places.step, 0.43 * up.places.step
    corners: list[Any] = []
    for row, column in cells:
        x, y = across.places[column], up.places[row]
        corners.append([(x - wide, y), (x - wide, y + high), (x, y + high)])
    inks = [ink(row, column) for row, column in cells]
    axes.add_collection(PolyCollection(corners, facecolors=inks, linewidths=0), autolim=False)


def sign_of_ties(look: Look) -> tuple[Any, str]:
    """What the legend says of a filled corner."""
    from matplotlib.lines import Line2D

    sign = Line2D([], [], color="black", marker=TRIANGLE, linestyle="none")  # type: ignore[arg-type]
    return sign, look.label("ties", SEVERAL)
