"""Pictures over one range, bars or a line for one query, a line for each of several; and of values
that depend on a symbol: the curve, where the choice changes, and the choice as a coloured strip.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from ...exact.errors import QueryError
from ...exact.numbers import Exact
from ...game.text_of_values import as_written
from ...symbolic.function import PiecewiseFunction
from ...symbolic.pieces import Piece
from ...symbolic.points import Point
from ..tables.table import Table
from .figure import (
    COLOURS,
    MOST_BARS,
    axis_of,
    dashed,
    new_figure,
    put_legend,
    put_subtitle,
    stroke,
    summary,
    write_titles,
)
from .look import TRUTHS, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


MARKED = 20  # points of a line that bear its mark, about
SAMPLES = 400  # points of a curve
STRIP = 0.035  # of the height
HIGH_STRIP = 0.075  # of the height, for each of several strips
SHADES = (0.55, 0.25)
APART = 0.025  # of the width, between two numbers, and for each letter of a choice


def draw_curves(table: Table, values: list[list[Exact]], look: Look) -> Figure:
    """The figure of the values of each query, those of a row in a list."""
    from .shown import write_numbers

    figure, axes = new_figure(7.2, 4.2, look=look)
    across = axis_of(table, table.rows, look)
    # Exact until here: a float is rounded once and never calculated with.
    columns = [[float(value) for value in column] for column in zip(*values, strict=True)]
    is_one = len(columns) == 1
    if is_one and (len(values) <= MOST_BARS or not across.are_numbers):
        axes.bar(across.places, columns[0], color=COLOURS[0], width=0.8 * across.places.step)
    elif is_one:
        axes.plot(across.places, columns[0], color=COLOURS[0])
    else:
        lines = []
        every = max(1, len(values) // MARKED)
        for k, column in enumerate(columns):
            style = stroke(k) | {"markevery": (k % every, every)}  # so that marks hide few
            # Between words there is nothing that a line leads through: each value has its mark.
            if not across.are_numbers:
                style |= {"linestyle": "none", "markevery": 1}
            lines += axes.plot(across.places, column, **style)
        put_legend(figure, lines, table.queries)
    every_value = [*chain(*values)]
    if all(isinstance(value, bool) for value in every_value):
        axes.set_yticks([0, 1], [look.label(word) for word in TRUTHS[::-1]])
    else:
        write_numbers(axes.yaxis, look.decimal, all(isinstance(x, int) for x in every_value))
    across.write(figure, axes.xaxis, 0.8 * figure.get_figwidth())
    axes.axhline(0, color="black", linewidth=0.6)
    write_titles(figure, axes, across.title, look.label("value", table.query if is_one else ""))
    axes.grid(axis="y", alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    text = summary(table.nodes, look) if is_one else look.labels.get("subtitle", "")
    put_subtitle(figure, axes, text, 0.9)
    return figure


# --- functions of a symbol ------------------------------------------------------------------------


def draw_functions(functions: Sequence[tuple[str, PiecewiseFunction]], look: Look) -> Figure:
    """The figure of functions of one symbol, each with the query that it answers.

    Of one function each first best action has its colour, also in a strip under the curve. Several
    have a colour each, and below a strip each, in two shades, with the choice written in it. Where
    a choice changes is a dotted line with its number.
    """
    from .shown import write_numbers

    names = {function.name for _, function in functions}
    if len(names) > 1:
        raise QueryError(f"a picture has one symbol across, got {', '.join(sorted(names))}")
    figure, axes = new_figure(7.2, 4.2, look=look)
    lines: dict[str, Line2D] = {}
    if len(functions) == 1:
        # The curve in the colours of the choices, with the strip.
        ((_, function),) = functions
        numbers: dict[Hashable, int] = {}
        for piece in function.pieces.pieces:
            chosen = function.chosen(piece.best)[:1]
            style = dashed(numbers.setdefault(chosen, len(numbers)))
            (line,) = axes.plot(*_curve(piece, function), **style)
            if chosen:
                lines.setdefault(f"best: {as_written(chosen[0])}", line)
                ends = _at(piece.lower), _at(piece.upper)
                axes.axvspan(*ends, ymin=0, ymax=STRIP, color=style["color"], linewidth=0)
        _mark_changes(axes, [(function, "black")])
    else:
        for k, (text, function) in enumerate(functions):
            points = [_curve(piece, function) for piece in function.pieces.pieces]
            xs, ys = (list(chain(*parts)) for parts in zip(*points, strict=True))
            (lines[text],) = axes.plot(xs, ys, **dashed(k))
        _draw_strips(axes, [function for _, function in functions])
    write_numbers(axes.xaxis, look.decimal, False)
    write_numbers(axes.yaxis, look.decimal, False)
    upward = look.label("value", functions[0][0] if len(functions) == 1 else "value")
    write_titles(figure, axes, look.label(names.pop()), upward)
    if lines:
        put_legend(figure, list(lines.values()), list(lines))
    return figure


def _draw_strips(axes: Axes, functions: Sequence[PiecewiseFunction]) -> None:
    """Below the curves a strip for each function that has choices, the first one uppermost: each
    choice in a span of its own, with its name where that has room.
    """
    choosing = [(f, COLOURS[k % len(COLOURS)]) for k, f in enumerate(functions) if f.actions]
    low, high = axes.get_ylim()
    axes.set_ylim(low - HIGH_STRIP * len(choosing) * (high - low), high)
    share = HIGH_STRIP / (1 + HIGH_STRIP * len(choosing))  # of the new height
    across = axes.get_xaxis_transform()
    for row, (function, colour) in enumerate(reversed(choosing)):
        bottom = row * share
        top = (row + 0.85) * share
        starts = [function.pieces.pieces[0], *_changes(function)]
        ends = [_at(piece.lower) for piece in starts] + [_at(function.pieces.ends[-1])]
        for k, (piece, (left, right)) in enumerate(zip(starts, pairwise(ends), strict=True)):
            axes.axvspan(left, right, bottom, top, color=colour, alpha=SHADES[k % 2], linewidth=0)
            name = "".join(map(as_written, function.chosen(piece.best)[:1]))
            if name and right - left > APART * (ends[-1] - ends[0]) * len(name):
                place = (left + right) / 2, (bottom + top) / 2
                text = axes.text(*place, name, transform=across, ha="center", va="center")
                text.set_fontsize("x-small")
    _mark_changes(axes, choosing)


def _changes(function: PiecewiseFunction) -> list[Piece]:
    """The pieces at whose lower ends the first best action changes."""
    pairs = pairwise(function.pieces.pieces)
    return [piece for before, piece in pairs if before.best[:1] != piece.best[:1]]


def _at(point: Point) -> float:
    return float(point.root.bounds().middle)


def _mark_changes(axes: Axes, functions: Sequence[tuple[PiecewiseFunction, str]]) -> None:
    """A dotted line of this colour where a first best action changes, with its number; of two
    numbers that would touch the first is written.
    """
    points = [(piece.lower, colour) for f, colour in functions for piece in _changes(f)]
    low, high = axes.get_xlim()
    labelled = low - (high - low)
    for point, colour in sorted(points, key=lambda change: _at(change[0])):
        at = _at(point)
        axes.axvline(at, color=colour, linewidth=0.6, linestyle=":")
        if at - labelled >= APART * (high - low):
            labelled = at
            axes.text(
                at,
                1.01,
                point.decimal(4),
                transform=axes.get_xaxis_transform(),
                rotation=90,
                ha="center",
                va="bottom",
                fontsize="x-small",
            )


def _curve(piece: Piece, function: PiecewiseFunction) -> tuple[list[float], list[float]]:
    """The points of a piece, evaluated exactly and rounded once."""
    low, high = (end.root.bounds().middle for end in (piece.lower, piece.upper))
    ends = [end.root.bounds().middle for end in function.pieces.ends]
    count = max(2, int(SAMPLES * (high - low) / (ends[-1] - ends[0])))
    xs = [low + (high - low) * k / count for k in range(count + 1)]
    return [float(x) for x in xs], [float(piece.value.exactly_at(x)) for x in xs]
