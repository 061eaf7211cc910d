"""The simultaneous battle against float peers: `python benchmarks/simultaneous.py [--quick] [--only
ROW] [--markdown]`.

The float peers need scipy (the extra `peers`); without it their rows are left out with a note. As
in `battle.py` nothing is asserted about time, but a peer that finds another answer stops the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from battle import DICE, TARGET
from peers import float_throws
from rows import Measurement, Row, best_of, require, run

from exactdice import SimultaneousBattle, blind, dice, payoff_distribution, solve
from exactdice.games.simultaneous_battle.fast import enclose_simultaneous, outcome_bounds
from exactdice.solvers import backward_induction

DIGITS = 50
CLOSE = 1e-6  # linprog calls a constraint kept when it is broken by no more than 1e-7
PEERS = ("numpy products, linprog at each state", "the same, linprog only without a saddle point")


# --- the float peers ------------------------------------------------------------------------------


def float_value(matrix: np.ndarray, always: bool) -> float:
    """The value of one matrix game in floats, by scipy's linprog (HiGHS) unless it has a saddle
    point and `always` is False.
    """
    from scipy.optimize import linprog

    low, high = matrix.min(axis=1).max(), matrix.max(axis=0).min()
    if not always and high - low < 1e-12:
        return float(low)
    m, n = matrix.shape
    cost, above = np.append(np.zeros(m), -1.0), np.column_stack([-matrix.T, np.ones(n)])
    whole = np.append(np.ones(m), 0.0)[None, :]
    found = linprog(
        cost, above, np.zeros(n), whole, [1.0], [(0, None)] * m + [(None, None)], method="highs"
    )
    return float(-found.fun)


def float_table(dice: int, target: int, always: bool) -> np.ndarray:
    """EG(i, j) for all states, one product P E P' for each state with j < i; the others by
    antisymmetry.
    """
    P = float_throws(dice)
    width = P.shape[1]
    points = np.arange(target + width)
    EG = np.sign(points[:, None] - points[None, :]).astype(float)
    for i in reversed(range(target)):
        EG[i, i] = 0
        for j in reversed(range(i)):
            EG[i, j] = float_value(P @ EG[i : i + width, j : j + width] @ P.T, always)
            EG[j, i] = -EG[i, j]
    return EG[:target, :target]


# --- the rows -------------------------------------------------------------------------------------


def enclosed() -> Iterator[Measurement]:
    """All states of the default game to 50 digits with proof, against both float peers."""
    game = SimultaneousBattle(dice=DICE, target=TARGET)
    found = enclose_simultaneous(game, DIGITS)
    kinds = Counter(found.kinds[i, j].value for i, j in product(range(TARGET), repeat=2) if j <= i)
    note = (
        f"{sum(kinds.values())} states with j <= i: "
        f"{', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}"
    )
    try:
        import scipy
    except ImportError:
        (ours,) = best_of(5, lambda: enclose_simultaneous(game, DIGITS))
        yield Measurement(
            f"all states, {DIGITS} digits", ours, "no peer: scipy is not installed", ours, note=note
        )
        return
    tables = []
    ours, sparing = best_of(
        3,
        lambda: enclose_simultaneous(game, DIGITS),
        lambda: tables.append(float_table(DICE, TARGET, False)),
    )
    (everywhere,) = best_of(1, lambda: tables.append(float_table(DICE, TARGET, True)))
    middle = np.array(
        [[float(found.bounds[i, j].middle) for j in range(TARGET)] for i in range(TARGET)]
    )
    off = [np.abs(table - middle).max() for table in (tables[-1], tables[0])]
    require(max(off) < CLOSE, f"scipy {scipy.__version__}")
    note += f"; the float tables are off by up to {off[0]:.1e} and {off[1]:.1e}"
    what = f"all states, {DIGITS} digits, proved"
    yield Measurement(
        what, ours, PEERS[0], everywhere, "5 times faster", ours * 5 <= everywhere, note
    )
    yield Measurement(what, ours, PEERS[1], sparing, "3 times its time", ours <= 3 * sparing)


def returning() -> Iterator[Measurement]:
    """A bust score of 0, where states come back, against a bust score of 1."""
    games = [SimultaneousBattle(dice=DICE, target=TARGET, bust_score=score) for score in (0, 1)]
    zero, one = best_of(
        3, *(lambda game=game: enclose_simultaneous(game, DIGITS) for game in games)
    )
    yield Measurement(f"bust score 0, {DIGITS} digits, proved", zero, "bust score 1", one)


def exact(dice: int, target: int, limit: float) -> Callable[[], Iterator[Measurement]]:
    """The exact solution within so many seconds, beside bounds of the same game."""

    def measure() -> Iterator[Measurement]:
        game = SimultaneousBattle(dice=dice, target=target)
        ours, bounds = best_of(1, lambda: solve(game), lambda: enclose_simultaneous(game, DIGITS))
        bits = max(value.denominator.bit_length() for value in solve(game).values.values())
        what = f"exact, D = {dice}, N = {target}"
        yield Measurement(
            what,
            ours,
            f"its bounds to {DIGITS} digits",
            bounds,
            f"{limit:g} s",
            ours <= limit,
            f"denominators of up to {bits} bits",
        )

    return measure


def generic() -> Iterator[Measurement]:
    """The exact solution against the generic solver, at a size that it can do."""
    game = SimultaneousBattle(dice=3, target=10)
    ours, theirs = best_of(3, lambda: solve(game), lambda: backward_induction(game))
    solution = solve(game)
    require(
        all(
            solution.values[state] == value
            for state, value in backward_induction(game).values.items()
        ),
        "backward_induction",
    )
    yield Measurement("exact, D = 3, N = 10", ours, "backward_induction", theirs)


def profiles() -> Iterator[Measurement]:
    """Chances of win, draw and loss of two strategies from the start, exactly and to 50 digits."""
    game = SimultaneousBattle(dice=DICE, target=TARGET)
    profile = (blind(game), dice(3))
    ours, bounds = best_of(
        2, lambda: payoff_distribution(game, profile), lambda: outcome_bounds(game, profile, DIGITS)
    )
    yield Measurement(
        "win, draw, loss of blind against dice(3), exactly",
        ours,
        f"bounds to {DIGITS} digits",
        bounds,
    )


ROWS = {
    "enclose": Row(enclosed, slow=True),
    "bust-0": Row(returning),
    "exact-10-14": Row(exact(10, 14, 5)),
    "exact-10-18": Row(exact(10, 18, 60)),
    "exact-3-60": Row(exact(3, 60, 5)),
    "generic": Row(generic),
    "profiles": Row(profiles),
}


if __name__ == "__main__":
    run(ROWS, __doc__, f"D = {DICE}, N = {TARGET} unless said")
