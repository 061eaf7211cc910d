"""The picture of how a bandit comes near an optimal strategy."""

from __future__ import annotations

from pathlib import Path

from ..exact import Exact
from ..matrices.bandit import BanditRun
from ..pictures.figure import check_kind, new_figure, put_title, save_figure


def draw_approach(run: BanditRun, value: Exact, path: Path, title: str) -> None:
    """Write the picture of a run: its mean reward, the exact value, and the proven bound."""
    check_kind(path)
    figure, axes = new_figure(7.2, 4.2)
    rounds = [n for n, _ in run.trace]
    at = float(value)
    bounds = [run.bound_after(n) for n in rounds]
    # Rewards are between 0 and 1, so bounds beyond say nothing.
    low = [max(at - bound, 0) for bound in bounds]
    high = [min(at + bound, 1) for bound in bounds]
    axes.fill_between(rounds, low, high, color="#dddddd", label="proven bound on the expected mean")
    axes.axhline(at, color="black", linewidth=0.8, label="exact value")
    axes.plot(rounds, [won / n for n, won in run.trace], color="#4477aa", label="mean reward")
    # The bound falls like a power of the number of rounds, which a linear axis would hide.
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    axes.set_xlabel("rounds")
    axes.legend(fontsize=8)
    put_title(figure, title)
    save_figure(figure, path)
