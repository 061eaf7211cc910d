"""Pictures of queries over one or two ranges.

Floats appear here because a picture is made of them; needs matplotlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..by_entry import entrywise
from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Bounds, Exact
from ..tables.number_text import exact
from ..tables.table import Table
from .figure import check_kind, check_sizes, put_title, save_figure
from .look import DEFAULT, Look

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(table: Table, path: Path | None, title: str, look: Look = DEFAULT) -> Figure:
    """The picture, written to the path: over two ranges a heat map or a surface, over one bars, a
    line for each query or a map of laws.

    The first of two ranges goes upward, the second across.
    """
    return draw_beside([table], path, title, look)


def draw_beside(
    tables: Sequence[Table], path: Path | None, title: str, look: Look = DEFAULT
) -> Figure:
    """The picture of tables over the same two ranges beside each other, with one scale, or of one
    table over any.
    """
    check_kind(path)
    figure = _drawn(tables, look)
    put_title(figure, title)
    return save_figure(figure, path)


def check_shape(look: Look, ranges: int) -> None:
    """Raise `QueryError` for what is drawn on maps alone where there is none, before any value is
    computed.
    """
    if look.surface and look.levels is not None:
        raise QueryError("level lines are drawn on a map: leave one of --levels and --surface out")
    asked = _of_maps(look)
    if asked and ranges != 2:
        raise QueryError(f"{asked[0]} needs two ranges, as in i=0..9 j=0..9, got {ranges}")


def _of_maps(look: Look) -> list[str]:
    """What is asked for that maps of numbers alone have."""
    asked = {
        "--surface": look.surface,
        "--levels": look.levels is not None,
        "--scale": look.scale is not None,
    }
    return [option for option, is_asked in asked.items() if is_asked]


def _check_named(look: Look, query: str) -> None:
    """Raise `QueryError` for what a map of actions or sets cannot have."""
    for option in _of_maps(look):
        raise QueryError(
            f"{option} needs a map of numbers, but {query} has actions or sets: leave it out"
        )


def _drawn(tables: Sequence[Table], look: Look) -> Figure:
    """The figure, without its title."""
    from .curves import draw_curves
    from .heat_map import draw_maps
    from .law_map import draw_law_map
    from .named_map import are_named, draw_named_maps
    from .surface import draw_surfaces

    first = tables[0]
    if _holds_laws(first):
        return draw_law_map(first, look)
    if first.columns is not None and are_named(tables):
        _check_named(look, first.query)
        return draw_named_maps(tables, look)
    every = [_numbers(table) for table in tables]
    if first.columns is None:
        return draw_curves(first, every[0], look)
    return (draw_surfaces if look.surface else draw_maps)(tables, every, look)


def _holds_laws(table: Table) -> bool:
    """Whether the table is one of laws over one range."""
    if table.columns is not None or len(table.queries) > 1:
        return False
    return all(isinstance(cell, Distribution) for cell in chain(*table.cells))


def _numbers(table: Table) -> list[list[Exact]]:
    """The values of the table; `QueryError` for others than numbers that can be drawn."""
    values = entrywise(lambda cell: _number(cell, table.query), table.cells)
    check_sizes([*chain(*values)], f"{table.query} has values")
    return values


def _number(value: object, query: str) -> Exact:
    if isinstance(value, Exact):
        return value
    # A picture shows three digits at most, so bounds that agree in them are one number.
    if isinstance(value, Bounds) and 1000 * value.width < max(Fraction(1), abs(value.middle)):
        return value.middle
    raise QueryError(
        f"only numbers can be drawn, but {query} has a value of another kind: {exact(value)}"
    )
