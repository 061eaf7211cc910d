"""Pig against float value iteration, in the same run: `python benchmarks/pig.py [--quick] [--only
ROW] [--markdown]`.

The peer finds floats of no proven accuracy. Nothing is asserted about time, but a peer that finds
another answer stops the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from battle import CLOSE
from rows import Measurement, Row, best_of, require, run

from exactdice import Pig, solve
from exactdice.games.pig.fast import ExactWins, win_bounds

STILL = 1e-12  # the largest change in the last sweep of the peer
PEER = "numpy value iteration"


def float_wins(target: int) -> npt.NDArray[np.float64]:
    """[k, i, j]: P(i, j, k) of Pig with a fair die by value iteration in floats, every (i, j) at
    once, k from the top down.
    """
    own = np.arange(target)[:, None]
    wins = np.array(
        [np.broadcast_to(own + k >= target, (target, target)) for k in range(target + 6)],
        dtype=float,
    )
    change = 1.0
    while change > STILL:
        before, other = wins[0].copy(), wins[0].T.copy()  # other[i, j] = P(j, i, 0)
        for k in range(target - 1, -1, -1):
            left = target - k
            roll = (1 - other + wins[k + 2 : k + 7].sum(axis=0))[:left] / 6
            wins[k, :left] = np.maximum(roll, 1 - other[k:]) if k else roll
        change = np.abs(wins[0] - before).max()
    return wins


def exact(target: int, aim: float) -> Iterator[Measurement]:
    """Every choice proven and P(0, 0, 0) exact."""
    game, solved = Pig(target), solve(Pig(target))
    require(abs(Fraction(solved.value + 1, 2) - float_wins(target)[0, 0, 0]) < CLOSE, PEER)
    ours, floats = best_of(3, lambda: solve(game), lambda: float_wins(target))
    note = (
        "P(0,0,0) has a denominator of "
        f"{Fraction(solved.value + 1, 2).denominator.bit_length()} bits"
    )
    what = f"every choice proven, P(0,0,0) exact, N = {target}"
    yield Measurement(what, ours, PEER, floats, f"{aim:g} s", ours < aim, note)


def complete(target: int) -> Iterator[Measurement]:
    """P(i, j, 0) as a fraction for every (i, j)."""

    def ours() -> ExactWins:
        wins = ExactWins(Pig(target))
        for i in range(target):
            for j in range(target):
                wins.extend(i, j)
        return wins

    found, floats = ours(), float_wins(target)
    close = [
        abs(float(p.p * 10**20 // p.q) / 1e20 - floats[0, i, j]) < CLOSE
        for (i, j), p in found.start.items()
    ]
    require(all(close) and len(close) == target**2, PEER)
    seconds, theirs = best_of(1, ours, lambda: float_wins(target))
    yield Measurement(f"the same, every P(i,j,0) a fraction, N = {target}", seconds, PEER, theirs)


def bounds(target: int, digits: int, aim: float) -> Iterator[Measurement]:
    """Bounds at every (i, j, k)."""
    game, floats = Pig(target), float_wins(target)
    found = win_bounds(game, digits)
    points = range(0, target, 7)
    require(
        all(
            abs(found.win(i, j, k).lower - floats[k, i, j]) < CLOSE
            for i in points
            for j in points
            for k in range(0, target - i, 5)
        ),
        PEER,
    )
    ours, theirs = best_of(3, lambda: win_bounds(game, digits), lambda: float_wins(target))
    note = f"{sum(map(len, found.open.values()))} choices left open by the bounds"
    yield Measurement(
        f"bounds of {digits} digits everywhere, N = {target}",
        ours,
        PEER,
        theirs,
        f"{aim:g} s",
        ours < aim,
        note,
    )


ROWS: dict[str, Row] = {
    "exact-60": Row(lambda: exact(60, 2)),
    "exact-100": Row(lambda: exact(100, 15), slow=True),
    "complete-100": Row(lambda: complete(100), slow=True),
    "bounds-100": Row(lambda: bounds(100, 50, 10)),
}


if __name__ == "__main__":
    run(ROWS, __doc__)
