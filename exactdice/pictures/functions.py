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
from ..parametric.points import Point
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
HIGH_STRIP = 0.075  # of the height, for each of several strips
SHADES = (0.55, 0.25)
LEAST_NAMED = 0.025  # of the width, for each letter of a choice
LEAST_APART = 0.025  # of the width, between two numbers


def draw_functions(
    functions: Sequence[tuple[str, PiecewiseFunction]],
    path: Path | None,
    title: str,
    look: Look = DEFAULT,
) -> Figure:
    """The picture of functions of one symbol, each with the query that it answers, written to the
    path.

    Of one function each first best action has its colour, also in a strip under the curve. Several
    have a colour each, and below a strip each, in two shades, with the choice written in it. Where
    a choice changes is a dotted line with its number.
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
        _draw_strips(axes, [function for _, function in functions])
    write_numbers(axes.xaxis, look.decimal, False)
    write_numbers(axes.yaxis, look.decimal, False)
    write_across(figure, axes, look.label(names.pop()))
    upward = functions[0][0] if len(functions) == 1 else "value"
    write_upward(figure, axes, look.label("value", upward))
    if lines:
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
    _mark_changes(axes, [(function, "black")])
    return lines


# --- where the choice changes ---------------------------------------------------------------------


def _draw_strips(axes: Axes, functions: Sequence[PiecewiseFunction]) -> None:
    """Below the curves a strip for each function that has choices, the first one uppermost."""
    choosing = [(f, COLOURS[k % len(COLOURS)]) for k, f in enumerate(functions) if f.actions]
    low, high = axes.get_ylim()
    axes.set_ylim(low - HIGH_STRIP * len(choosing) * (high - low), high)
    share = HIGH_STRIP / (1 + HIGH_STRIP * len(choosing))  # of the new height
    for k, (function, colour) in enumerate(reversed(choosing)):
        _draw_strip(axes, function, colour, (k * share, (k + 0.85) * share))
    _mark_changes(axes, choosing)


def _draw_strip(
    axes: Axes, function: PiecewiseFunction, colour: str, heights: tuple[float, float]
) -> None:
    """The choices of one function, each in a span of its own with its name where that has room."""
    across = axes.get_xaxis_transform()
    spans = _spans(function)
    whole = spans[-1][1] - spans[0][0]
    for k, (low, high, chosen) in enumerate(spans):
        axes.axvspan(low, high, *heights, color=colour, alpha=SHADES[k % 2], linewidth=0)
        if chosen and high - low > LEAST_NAMED * whole * len(chosen):
            place = (low + high) / 2, sum(heights) / 2
            axes.text(*place, chosen, transform=across, size="x-small", ha="center", va="center")


def _spans(function: PiecewiseFunction) -> list[tuple[float, float, str]]:
    """Where each first best action is so: from, to, its name."""
    ends = [_at(point) for point in (*_changes(function), function.pieces.ends[-1])]
    low, spans = _at(function.pieces.ends[0]), []
    for high in ends:
        piece = next(p for p in function.pieces.pieces if _at(p.upper) > (low + high) / 2)
        chosen = function.chosen(piece.best)[:1]
        spans.append((low, high, as_written(chosen[0]) if chosen else ""))
        low = high
    return spans


def _changes(function: PiecewiseFunction) -> list[Point]:
    """The points at which the first best action changes."""
    pairs = pairwise(function.pieces.pieces)
    return [piece.lower for before, piece in pairs if before.best[:1] != piece.best[:1]]


def _at(point: Point) -> float:
    return float(point.root.bounds().middle)


def _mark_changes(axes: Axes, functions: Sequence[tuple[PiecewiseFunction, str]]) -> None:
    """A dotted line of this colour where a first best action changes, with its number where there
    are few; of two that would touch the first has one.
    """
    changes = [(_at(point), point, colour) for f, colour in functions for point in _changes(f)]
    low, high = axes.get_xlim()
    labelled = low - (high - low)
    for at, point, colour in sorted(changes, key=_place):
        axes.axvline(at, color=colour, linewidth=0.6, linestyle=":")
        if len(changes) > MOST_MARKED or at - labelled < LEAST_APART * (high - low):
            continue
        labelled = at
        axes.annotate(
            point.decimal(4),
            (at, 1.01),
            xycoords=axes.get_xaxis_transform(),
            rotation=90,
            ha="center",
            va="bottom",
            fontsize="x-small",
        )


def _place(change: tuple[float, Point, str]) -> float:
    at, _, _ = change
    return at


def _style(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number % len(DASHES)]}


def _curve(piece: Piece, function: PiecewiseFunction) -> tuple[list[float], list[float]]:
    """The points of a piece, evaluated exactly and rounded once."""
    low, high = (end.root.bounds().middle for end in (piece.lower, piece.upper))
    ends = [end.root.bounds().middle for end in function.pieces.ends]
    count = max(2, int(SAMPLES * (high - low) / (ends[-1] - ends[0])))
    xs = [low + (high - low) * k / count for k in range(count + 1)]
    return [float(x) for x in xs], [float(piece.value.exactly_at(x)) for x in xs]
