"""Pictures of laws beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..distribution import Distribution
from ..exact import Exact
from .figure import canvas, check_kind, put_title, save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Panel:
    """An exact law, and how often each outcome came in a sample of it."""

    name: str
    law: Distribution[Any]
    counts: Mapping[Exact, int]


def draw_laws(panels: Sequence[Panel], path: Path, title: str, outcome: str) -> None:
    """Write the picture: for each panel, exact probabilities beside simulated frequencies.

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
    save_figure(figure, path)


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
