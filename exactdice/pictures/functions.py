"""Pictures of values that depend on a symbol: the curve, where the choice changes, and the choice
as a coloured strip under it.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import QueryError
from ..parametric.function import PiecewiseFunction
from ..parametric.pieces import Piece
from ..words.written import as_written
from .axes import write_across, write_upward
from .figure import (
    COLOURS,
    DASHES,
    check_kind,
    new_figure,
    put_legend,
    put_title,
    save_figure,
)
from .look import DEFAULT, Look

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

SAMPLES = 400  # points over the domain
STRIP = 0.035  # of the height
MOST_MARKED = 12  # break points with their numbers


def draw_functions(
    functions: Sequence[tuple[str, PiecewiseFunction]],
    path: Path | None,
    title: str,
    look: Look = DEFAULT,
) -> Figure:
    """The picture of functions of one symbol, each with the query that it answers, written to the
    path.

    Of one function each first best action has its colour, also in a strip under the curve, and
    where it changes is a dotted line with its number; several have a colour each.
    """
    from .ticks import write_numbers

    check_kind(path)
    names = {function.name for _, function in functions}
    if len(names) > 1:
        raise QueryError(f"a picture has one symbol across, got {', '.join(sorted(names))}")
    figure, axes = new_figure(7.2, 4.2, look=look)
    if len(functions) == 1:
        lines = _by_choice(axes, functions[0][1])
    else:
        lines = {text: _line(axes, function, k) for k, (text, function) in enumerate(functions)}
    write_numbers(axes.xaxis, look.decimal, False)
    write_numbers(axes.yaxis, look.decimal, False)
    write_across(figure, axes, look.label(names.pop()))
    upward = functions[0][0] if len(functions) == 1 else "value"
    write_upward(figure, axes, look.label("value", upward))
    put_legend(figure, list(lines.values()), list(lines))
    put_title(figure, title)
    return save_figure(figure, path)


def _line(axes: Axes, function: PiecewiseFunction, number: int) -> Line2D:
    """The whole curve in one colour."""
    points = [_curve(piece, function) for piece in function.pieces.pieces]
    xs = [x for part, _ in points for x in part]
    ys = [y for _, part in points for y in part]
    (line,) = axes.plot(xs, ys, **_style(number))
    return line


def _by_choice(axes: Axes, function: PiecewiseFunction) -> dict[str, Line2D]:
    """The curve in the colours of the choices, with the strip; {choice: one of its lines}."""
    lines: dict[str, Line2D] = {}
    numbers: dict[Hashable, int] = {}
    for piece in function.pieces.pieces:
        chosen = function.chosen(piece.best)[:1]
        number = numbers.setdefault(chosen, len(numbers))
        (line,) = axes.plot(*_curve(piece, function), **_style(number))
        if chosen:
            lines.setdefault(f"best: {as_written(chosen[0])}", line)
            low, high = (float(end.root.bounds().middle) for end in (piece.lower, piece.upper))
            colour = COLOURS[number % len(COLOURS)]
            axes.axvspan(low, high, ymin=0, ymax=STRIP, color=colour, linewidth=0)
    _mark_changes(axes, function)
    return lines


def _mark_changes(axes: Axes, function: PiecewiseFunction) -> None:
    """A dotted line where the first best action changes, with its number where there are few."""
    pieces = function.pieces.pieces
    changes = [
        piece.lower for before, piece in pairwise(pieces) if before.best[:1] != piece.best[:1]
    ]
    for point in changes:
        at = float(point.root.bounds().middle)
        axes.axvline(at, color="black", linewidth=0.6, linestyle=":")
        if len(changes) <= MOST_MARKED:
            axes.annotate(
                point.decimal(4),
                (at, 1.01),
                xycoords=axes.get_xaxis_transform(),
                rotation=90,
                ha="center",
                va="bottom",
                fontsize="x-small",
            )


def _style(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number % len(DASHES)]}


def _curve(piece: Piece, function: PiecewiseFunction) -> tuple[list[float], list[float]]:
    """The points of a piece, evaluated exactly and rounded once."""
    low, high = (end.root.bounds().middle for end in (piece.lower, piece.upper))
    ends = [end.root.bounds().middle for end in function.pieces.ends]
    count = max(2, int(SAMPLES * (high - low) / (ends[-1] - ends[0])))
    xs = [low + (high - low) * k / count for k in range(count + 1)]
    return [float(x) for x in xs], [float(piece.value.exactly_at(x)) for x in xs]
