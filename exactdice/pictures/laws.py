"""Pictures of laws beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Exact
from .figure import canvas, check_kind, new_figure, put_title, save_figure
from .plot import MOST_OUTCOMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


MOST_POINTS = 60  # more are drawn as a line alone


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
        _beside(axes, panel)
    every[-1].set_xlabel(outcome)
    return save_figure(figure, path)


def draw_overlaid(laws: Mapping[str, Distribution[Any]], path: Path | None, title: str) -> Figure:
    """The picture of several laws of numbers over each other, written to the path, each a line
    with a point for each of its outcomes; the names of the laws are the legend.

    Raises `QueryError` for a law of anything but numbers.
    """
    check_kind(path)
    figure, axes = new_figure(7.2, 4.2)
    for name, law in laws.items():
        _line(axes, name, law)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xlabel("outcome")
    axes.set_ylabel("probability")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(fontsize=8)
    put_title(figure, title)
    return save_figure(figure, path)


def _line(axes: Axes, name: str, law: Distribution[Any]) -> None:
    """The probabilities of one law; its mean stands in the legend."""
    outcomes = law_outcomes(law, name)
    across = [float(outcome) for outcome in outcomes]
    chances = [float(law.probability(outcome)) for outcome in outcomes]
    # Points would hide each other where there are many.
    mark = "o" if len(outcomes) <= MOST_POINTS else ""
    label = f"{name}   (mean {float(law.mean()):.4g})"
    axes.plot(across, chances, marker=mark, markersize=4, linewidth=1.2, label=label)


def law_outcomes(law: Distribution[Any], name: str) -> range | list[Exact]:
    """The outcomes in order, for whole numbers those of probability 0 between them too.

    Raises `QueryError` for outcomes that are no numbers.
    """
    if not all(isinstance(x, Exact) and not isinstance(x, bool) for x in law):
        raise QueryError(f"only a law of numbers can be drawn, got {name}")
    outcomes = sorted(law)
    first, last = outcomes[0], outcomes[-1]
    are_whole = all(isinstance(outcome, int) for outcome in outcomes)
    if are_whole and last - first < MOST_OUTCOMES:
        return range(first, last + 1)
    return outcomes


def _beside(axes: Axes, panel: Panel) -> None:
    outcomes = sorted({*panel.law, *panel.counts})
    gaps = [float(b - a) for a, b in pairwise(outcomes)]
    # Two bars for each outcome, with a gap of a fifth before the bars of the nearest one.
    width, draws = 0.4 * min(gaps, default=1.0), sum(panel.counts.values())
    exact = [float(panel.law.probability(x)) for x in outcomes]
    shares = [panel.counts.get(x, 0) / draws for x in outcomes]
    left = [float(x) - width / 2 for x in outcomes]
    right = [float(x) + width / 2 for x in outcomes]
    axes.bar(left, exact, width, color="#4477aa", label="exact probability")
    axes.bar(right, shares, width, color="#ccbb44", label=f"frequency in {draws} games")
    axes.set_title(f"{panel.name}: exact mean {float(panel.law.mean()):.4f}", fontsize=10)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(fontsize=8)
