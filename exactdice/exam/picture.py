"""The picture of how a bandit comes near an optimal strategy."""

from __future__ import annotations

from pathlib import Path

from ..exact import Exact
from ..matrices.bandit import BanditRun
from ..pictures.figure import check_kind, new_figure, put_title, save_figure


def draw_approach(run: BanditRun, value: Exact, path: Path, title: str) -> None:
    """Write a picture of the mean reward of a run on its way to the exact value, with the proven
    bound on its expectation.
    """
    check_kind(path)
    figure, axes = new_figure(7.2, 4.2)
    rounds = [n for n, _ in run.trace]
    at, bounds = float(value), [run.bound_after(n) for n in rounds]
    low, high = ([min(max(at + sign * bound, 0), 1) for bound in bounds] for sign in (-1, 1))
    axes.fill_between(rounds, low, high, color="#dddddd", label="proven bound on the expected mean")
    axes.axhline(at, color="black", linewidth=0.8, label="exact value")
    axes.plot(rounds, [won / n for n, won in run.trace], color="#4477aa", label="mean reward")
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    axes.set_xlabel("rounds")
    axes.legend(fontsize=8)
    put_title(figure, title)
    save_figure(figure, path)
