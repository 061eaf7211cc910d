"""Lines and bars: tables over one range, values that depend on a symbol, and distributions.

A table over one range has bars or a line for one query, a line for each of several. A function of a
symbol is a curve, with dotted lines where the choice changes and the choice as a coloured strip.
Distributions are bars with the mean and the quartiles, or several beside or over each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...distributions.distribution import Distribution
from ...exact.errors import QueryError
from ...exact.numbers import Exact, exact_text
from ...game.text_of_values import as_written
from ...symbolic.algebraic_numbers import AlgebraicNumber
from ...symbolic.function import PiecewiseFunction
from ...symbolic.pieces import Piece
from ..tables.number_text import decimal
from ..tables.table import Table, are_numbers
from .figure import (
    COLOURS,
    FEW,
    MOST_BARS,
    TRUTHS,
    Axis,
    PlotStyle,
    check_kind,
    check_sizes,
    dash_style,
    line_style,
    new_figure,
    put_legend,
    put_subtitle,
    put_title,
    save_figure,
    summary,
    table_axis,
    write_titles,
)
from .maps import MOST_OUTCOMES

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


def draw_curves(table: Table, values: list[list[Exact]], look: PlotStyle) -> Figure:
    """The figure of the values of each query, those of a row in a list."""
    from .shown import write_numbers

    figure, axes = new_figure(7.2, 4.2, look=look)
    across = table_axis(table, table.rows, look)
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
            style = line_style(k) | {"markevery": (k % every, every)}  # so that marks hide few
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
    write_titles(figure, axes, across.title, look.label("value", table.query if is_one else ""))
    _draw_ground(axes)
    text = summary(table.nodes, look) if is_one else look.labels.get("subtitle", "")
    put_subtitle(figure, axes, text, 0.9)
    return figure


def _draw_ground(axes: Axes) -> None:
    """The line at 0, and pale lines behind at the numbers upward."""
    axes.axhline(0, color="black", linewidth=0.6)
    axes.grid(axis="y", alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)


# --- functions of a symbol ------------------------------------------------------------------------


def draw_functions(functions: Sequence[tuple[str, PiecewiseFunction]], look: PlotStyle) -> Figure:
    """The figure of functions of one symbol, each with the query that it answers.

    Of one function each first best action has its colour, also in a strip under the curve. Several
    have a colour each, and below a strip each, in two shades, with the choice written in it. Where
    a choice changes is a dotted line with its number.
    """
    from .shown import write_numbers

    names = sorted({function.name for _, function in functions})
    if len(names) > 1:
        raise QueryError(f"a picture has one symbol across, got {', '.join(names)}")
    figure, axes = new_figure(7.2, 4.2, look=look)
    lines: dict[str, Line2D] = {}
    if len(functions) == 1:
        # The curve in the colours of the choices, with the strip.
        ((_, function),) = functions
        numbers: dict[Hashable, int] = {}
        for piece in function.pieces:
            chosen = function.chosen(piece.best)[:1]
            style = dash_style(numbers.setdefault(chosen, len(numbers)))
            (line,) = axes.plot(*zip(*_curve(piece, function), strict=True), **style)
            if chosen:
                lines.setdefault(f"best: {as_written(chosen[0])}", line)
                ends = _position(piece.lower), _position(piece.upper)
                axes.axvspan(*ends, ymin=0, ymax=STRIP, color=style["color"], linewidth=0)
        _mark_changes(axes, [(function, "black")])
    else:
        for k, (text, function) in enumerate(functions):
            points = chain(*(_curve(piece, function) for piece in function.pieces))
            (lines[text],) = axes.plot(*zip(*points, strict=True), **dash_style(k))
        _draw_strips(axes, [function for _, function in functions])
    for axis in (axes.xaxis, axes.yaxis):
        write_numbers(axis, look.decimal, False)
    upward = look.label("value", functions[0][0] if len(functions) == 1 else "value")
    write_titles(figure, axes, look.label(names[0]), upward)
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
        starts = [function.pieces[0], *_changes(function)]
        ends = [_position(piece.lower) for piece in starts] + [_position(function.ends[-1])]
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
    pairs = pairwise(function.pieces)
    return [piece for before, piece in pairs if before.best[:1] != piece.best[:1]]


def _position(point: AlgebraicNumber) -> float:
    return float(point.bounds().middle)


def _mark_changes(axes: Axes, functions: Sequence[tuple[PiecewiseFunction, str]]) -> None:
    """A dotted line of this colour where a first best action changes, with its number; of two
    numbers that would touch the first is written.
    """
    points = [(piece.lower, colour) for f, colour in functions for piece in _changes(f)]
    low, high = axes.get_xlim()
    labelled = low - (high - low)
    for point, colour in sorted(points, key=lambda change: _position(change[0])):
        at = _position(point)
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


def _curve(piece: Piece, function: PiecewiseFunction) -> list[tuple[float, float]]:
    """The points of a piece, evaluated exactly and rounded once."""
    ends = function.ends
    first, low, high, last = (
        end.bounds().middle for end in (ends[0], piece.lower, piece.upper, ends[-1])
    )
    count = max(2, int(SAMPLES * (high - low) / (last - first)))
    xs = [low + (high - low) * k / count for k in range(count + 1)]
    return [(float(x), float(piece.value.at(x))) for x in xs]


# --- distributions --------------------------------------------------------------------------------

SEEN = Fraction(1, 1000)  # of the highest bar: a lower one is no dot high
LEFT_OUT = "without the ends, each below a thousandth of the highest"
QUARTILES = (Fraction(1, 4), Fraction(3, 4))
PLACES = 4  # decimals of a mean
SHORT = 7  # characters of a number that is written out
# Between these a number is written in decimals, beyond them with a power of 10.
LOW = Fraction(1, 1000)
HIGH = 10**9
FIVE_DIGITS = Context(prec=PLACES + 1)
BARS = "#8ec6ea"  # bright, so that the lines before them are seen
# The lines at the mean, the median and the two quartiles: colour, width and dashes.
QUARTILE = ("#555555", 1.2, ":")
MARK_STYLES = ((COLOURS[1], 1.6, "-"), ("black", 1.2, "--"), QUARTILE, QUARTILE)


@dataclass(frozen=True)
class Panel:
    """An exact law, and how often each outcome came in a sample of it."""

    name: str
    law: Distribution[Any]
    counts: Mapping[Exact, int]


def draw_distributions(
    panels: Sequence[Panel], path: Path | None, title: str, outcome: str
) -> Figure:
    """The picture, written to the path: for each panel, exact probabilities beside
    simulated frequencies.

    The panels have common axes. The outcomes are numbers; the errors are those of `draw`.
    """
    check_kind(path)
    # Common axes, since laws are compared by eye.
    figure, _ = new_figure(7.2, 0.8 + 2.7 * len(panels), len(panels), are_shared=True)
    put_title(figure, title)
    for axes, panel in zip(figure.axes, panels, strict=True):
        outcomes = sorted({*panel.law, *panel.counts})
        # Two bars for each outcome, with a gap of a fifth before the bars of the nearest one.
        width = 0.4 * min((float(b - a) for a, b in pairwise(outcomes)), default=1.0)
        draws = sum(panel.counts.values())
        exact = [float(panel.law.probability(x)) for x in outcomes]
        simulated = [panel.counts.get(x, 0) / draws for x in outcomes]
        for side, heights, colour, label in (
            (-0.5, exact, COLOURS[0], "exact probability"),
            (0.5, simulated, COLOURS[4], f"frequency in {draws} games"),
        ):
            places = [float(x) + side * width for x in outcomes]
            axes.bar(places, heights, width, color=colour, label=label)
        axes.set_title(f"{panel.name}: exact mean {float(panel.law.mean()):.4f}", fontsize=10)
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize=8)
    figure.axes[-1].set_xlabel(outcome)
    return save_figure(figure, path)


def draw_distribution(law: Distribution[Any], name: str, look: PlotStyle) -> Figure:
    """The figure of a distribution of numbers: a bar for each outcome, and lines at the mean, the
    median and the quartiles, whose values the legend has.

    Raises `QueryError` for a distribution of anything but numbers.
    """
    check_numbers(law, name)
    figure, axes = new_figure(7.2, 4.2, look=look)
    outcomes = sorted(law)
    across = [float(outcome) for outcome in outcomes]
    chances = [float(law.probability(outcome)) for outcome in outcomes]
    if len(outcomes) <= MOST_BARS:
        axes.bar(across, chances, 0.8 * _gap(outcomes), color=BARS)
    else:
        axes.vlines(across, 0, chances, color=BARS, linewidth=1)
    marks = (law.mean(), law.median(), *(law.quantile(part) for part in QUARTILES))
    handles = [
        axes.axvline(float(at), color=colour, linewidth=width, linestyle=dashes)
        for at, (colour, width, dashes) in zip(marks, MARK_STYLES, strict=True)
    ]
    mean, median, low, high = (_text(at, look) for at in marks)
    texts = [
        f"{look.label('mean')} {mean}",
        f"{look.label('median')} {median}",
        f"{look.label('quartiles')} {low}; {high}",
    ]
    shown = outcomes
    if len(outcomes) > MOST_BARS:  # those between the first and the last that are seen as a bar
        least = max(law.weights.values()) * SEEN
        seen = [k for k, outcome in enumerate(outcomes) if law.weights[outcome] >= least]
        shown = outcomes[seen[0] : seen[-1] + 1]
    note = f"   ({LEFT_OUT})" if len(shown) < len(outcomes) else ""
    axes.set_xlim(float(shown[0]) - _gap(shown), float(shown[-1]) + _gap(shown))
    _label_axes(figure, axes, shown, look, note, f"probability under {name}")
    put_legend(figure, handles[:3], texts)
    return figure


def _gap(outcomes: Sequence[Exact]) -> float:
    """The room of a bar: between the nearest outcomes, but wide enough to be seen."""
    least = min([b - a for a, b in pairwise(outcomes)], default=1)
    return float(max(least, Fraction(outcomes[-1] - outcomes[0]) / 400))


def _text(number: Exact, look: PlotStyle) -> str:
    """The number in a few characters: `7`, `7/2`, `3.5e30`, or `≈ 8.6365` where it is rounded."""
    text = exact_text(number)
    if len(text) <= SHORT:
        return text
    if LOW <= max(number, -number) < HIGH:
        text = decimal(number, PLACES)
    else:  # rounded once to five digits, with a power of 10
        rounded = FIVE_DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))
        text = f"{rounded.normalize(FIVE_DIGITS):e}".replace("e+", "e")
    sign = "" if Fraction(text) == number else "≈ "
    return sign + text.replace(".", look.decimal)


def _label_axes(
    figure: Figure,
    axes: Axes,
    outcomes: Sequence[Exact],
    look: PlotStyle,
    note: str = "",
    upward: str | None = None,
) -> None:
    """The numbers along both axes, and what stands along them."""
    from .shown import write_numbers

    are_whole = all(isinstance(x, int) for x in outcomes)
    write_numbers(axes.xaxis, look.decimal, are_whole)
    if are_whole and max(outcomes) - min(outcomes) < FEW:
        whole = range(int(min(outcomes)), int(max(outcomes)) + 1)
        Axis("", whole).write(figure, axes.xaxis, 0.8 * figure.get_figwidth())
    write_numbers(axes.yaxis, look.decimal, False)
    across = look.label("outcome") + note
    write_titles(figure, axes, across, look.label("probability", upward))
    _draw_ground(axes)
    axes.set_ylim(bottom=0)


def draw_overlaid(laws: Mapping[str, Distribution[Any]], look: PlotStyle) -> Figure:
    """The figure of several distributions of numbers over each other, each a line with a point for
    each of its outcomes; the names of the distributions are the legend.

    Raises `QueryError` for a distribution of anything but numbers.
    """
    figure, axes = new_figure(7.2, 4.2, look=look)
    lines = []
    for number, (name, law) in enumerate(laws.items()):
        check_numbers(law, name)
        places: Sequence[Exact] = sorted(law)
        # Whole numbers that never come between others too.
        if all(isinstance(x, int) for x in law) and places[-1] - places[0] < MOST_OUTCOMES:
            places = range(int(places[0]), int(places[-1]) + 1)
        chances = [float(law.probability(outcome)) for outcome in places]
        # Marks would hide each other where there are many.
        every = max(1, len(places) // MOST_BARS)
        lines += axes.plot(list(map(float, places)), chances, markevery=every, **line_style(number))
    texts = [
        f"{name}   ({look.label('mean')} {_text(law.mean(), look)})" for name, law in laws.items()
    ]
    _label_axes(figure, axes, [outcome for law in laws.values() for outcome in law], look)
    put_legend(figure, lines, texts)
    return figure


def check_numbers(law: Distribution[Any], name: str) -> None:
    """Raise `QueryError` unless the outcomes are numbers that can be drawn."""
    if not are_numbers(law):
        raise QueryError(f"only a law of numbers can be drawn, got {name}")
    check_sizes([*law], f"{name} has outcomes")
