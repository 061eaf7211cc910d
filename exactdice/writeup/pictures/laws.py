"""Pictures of laws: one as bars with its mean and quartiles, several beside or over each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...distributions.distribution import Distribution
from ...exact.errors import QueryError
from ...exact.numbers import Exact, exact_text
from ..tables.number_text import decimal
from ..tables.table import are_numbers
from .figure import (
    COLOURS,
    FEW,
    MOST_BARS,
    Axis,
    canvas,
    check_kind,
    check_sizes,
    new_figure,
    put_legend,
    put_title,
    save_figure,
    stroke,
    write_titles,
)
from .look import Look
from .maps import MOST_OUTCOMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
QUARTILE = "#555555"


@dataclass(frozen=True)
class Panel:
    """An exact law, and how often each outcome came in a sample of it."""

    name: str
    law: Distribution[Any]
    counts: Mapping[Exact, int]


def draw_laws(panels: Sequence[Panel], path: Path | None, title: str, outcome: str) -> Figure:
    """The picture, written to the path: for each panel, exact probabilities beside
    simulated frequencies.

    The panels have common axes. The outcomes are numbers; the errors are those of `draw`.
    """
    check_kind(path)
    figure = canvas(7.2, 0.8 + 2.7 * len(panels))
    put_title(figure, title)
    # Common axes, since laws are compared by eye.
    every = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for axes, panel in zip(every, panels, strict=True):
        outcomes = sorted({*panel.law, *panel.counts})
        # Two bars for each outcome, with a gap of a fifth before the bars of the nearest one.
        width = 0.4 * min((float(b - a) for a, b in pairwise(outcomes)), default=1.0)
        draws = sum(panel.counts.values())
        chances = [float(panel.law.probability(x)) for x in outcomes]
        shares = [panel.counts.get(x, 0) / draws for x in outcomes]
        left = [float(x) - width / 2 for x in outcomes]
        right = [float(x) + width / 2 for x in outcomes]
        axes.bar(left, chances, width, color=COLOURS[0], label="exact probability")
        axes.bar(right, shares, width, color=COLOURS[4], label=f"frequency in {draws} games")
        axes.set_title(f"{panel.name}: exact mean {float(panel.law.mean()):.4f}", fontsize=10)
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize=8)
    every[-1].set_xlabel(outcome)
    return save_figure(figure, path)


def draw_law(law: Distribution[Any], name: str, look: Look) -> Figure:
    """The figure of a law of numbers: a bar for each outcome, and lines at the mean, the median and
    the quartiles, whose values the legend has.

    Raises `QueryError` for a law of anything but numbers.
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
    mean = law.mean()
    median = law.median()
    low, high = (law.quantile(part) for part in QUARTILES)
    handles = [
        axes.axvline(float(mean), color=COLOURS[1], linewidth=1.6),
        axes.axvline(float(median), color="black", linewidth=1.2, linestyle="--"),
        axes.axvline(float(low), color=QUARTILE, linewidth=1.2, linestyle=":"),
    ]
    axes.axvline(float(high), color=QUARTILE, linewidth=1.2, linestyle=":")
    texts = [
        f"{look.label('mean')} {_text(mean, look)}",
        f"{look.label('median')} {_text(median, look)}",
        f"{look.label('quartiles')} {_text(low, look)}; {_text(high, look)}",
    ]
    shown = outcomes
    note = ""
    if len(outcomes) > MOST_BARS:  # those between the first and the last that are seen as a bar
        least = max(law.weights.values()) * SEEN
        seen = [k for k, outcome in enumerate(outcomes) if law.weights[outcome] >= least]
        shown = outcomes[seen[0] : seen[-1] + 1]
        note = f"   ({LEFT_OUT})" if len(shown) < len(outcomes) else ""
    axes.set_xlim(float(shown[0]) - _gap(shown), float(shown[-1]) + _gap(shown))
    _label_law(figure, axes, shown, look, note, f"probability under {name}")
    put_legend(figure, handles, texts)
    return figure


def _gap(outcomes: Sequence[Exact]) -> float:
    """The room of a bar: between the nearest outcomes, but wide enough to be seen."""
    least = float(min([b - a for a, b in pairwise(outcomes)], default=1))
    return max(least, float(outcomes[-1] - outcomes[0]) / 400)


def _text(number: Exact, look: Look) -> str:
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


def _label_law(
    figure: Figure,
    axes: Axes,
    outcomes: Sequence[Exact],
    look: Look,
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
    axes.axhline(0, color="black", linewidth=0.6)
    axes.grid(axis="y", alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_ylim(bottom=0)


def draw_overlaid(laws: Mapping[str, Distribution[Any]], look: Look) -> Figure:
    """The figure of several laws of numbers over each other, each a line with a point for each of
    its outcomes; the names of the laws are the legend.

    Raises `QueryError` for a law of anything but numbers.
    """
    figure, axes = new_figure(7.2, 4.2, look=look)
    lines: list[Any] = []
    for number, (name, law) in enumerate(laws.items()):
        check_numbers(law, name)
        places: Sequence[Exact] = sorted(law)
        # Whole numbers that never come between others too.
        if all(isinstance(x, int) for x in law) and places[-1] - places[0] < MOST_OUTCOMES:
            places = range(int(places[0]), int(places[-1]) + 1)
        chances = [float(law.probability(outcome)) for outcome in places]
        # Marks would hide each other where there are many.
        every = max(1, len(places) // MOST_BARS)
        lines += axes.plot(list(map(float, places)), chances, markevery=every, **stroke(number))
    texts = [
        f"{name}   ({look.label('mean')} {_text(law.mean(), look)})" for name, law in laws.items()
    ]
    _label_law(figure, axes, [outcome for law in laws.values() for outcome in law], look)
    put_legend(figure, lines, texts)
    return figure


def check_numbers(law: Distribution[Any], name: str) -> None:
    """Raise `QueryError` unless the outcomes are numbers that can be drawn."""
    if not are_numbers(law):
        raise QueryError(f"only a law of numbers can be drawn, got {name}")
    check_sizes([*law], f"{name} has outcomes")
