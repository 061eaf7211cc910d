"""Hog at goal 100 against plain float dynamic programming, in the same run: `python
benchmarks/hog.py`.

Times are wall-clock times, the best of some calls in alternation, imports left out. The peer
computes the same table of chances in float64, with numpy, state by state. Nothing is asserted about
time, but another answer of the peer stops the run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from exactdice import MAX, Hog, best_response, best_win_rate, dice, solve
from exactdice.games.hog.sweep import kept_board

CLOSE = 1e-9
RULES: dict[str, dict[str, Any]] = {
    "fall 2024 (Boar Brawl, Sus Fuss)": {},
    "fall 2022 (Pig Tail, Square Swine)": {"zero": "pig-tail", "after": "square-swine"},
    "fall 2017 (Free Bacon, Swine Swap)": {"zero": "free-bacon", "after": "swine-swap-multiple"},
}


def float_solution(game: Hog) -> np.ndarray:
    """[own, other]: the chance to win of the player to move, in floats."""
    points = range(1, game.dice * game.faces + 1)
    P = np.array(
        [
            [float(game.points(d, 0, 0).probability(k)) for k in points]
            for d in range(1, game.dice + 1)
        ]
    )
    w = np.zeros((game.goal, game.goal))

    def lost(own: int, other: int) -> float:
        own, other = game.landing(own, other)
        return 0.0 if own >= game.goal else 1.0 if other >= game.goal else float(w[other, own])

    for s in reversed(range(2 * game.goal - 1)):
        for i in range(max(0, s - game.goal + 1), min(s, game.goal - 1) + 1):
            means = P @ np.array([lost(i + k, s - i) for k in points])
            w[i, s - i] = 1 - min(means.min(), lost(i + game.zero_points(i, s - i), s - i))
    return w


def best_of(repetitions: int, call: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest time of the call, and what it returned."""
    best, found = float("inf"), None
    for _ in range(repetitions):
        kept_board.cache_clear()
        begun = time.perf_counter()
        found = call()
        best = min(best, time.perf_counter() - begun)
    return best, found


def main() -> None:
    """Print the table."""
    table = Table(
        "rules",
        "solve",
        "float loop",
        "best response to 6 dice",
        "its win rate, both seats",
        "bits of EG(0,0), of the response",
    )
    for name, rules in RULES.items():
        game = Hog(**rules)
        ours, solution = best_of(3, lambda game=game: solve(game))
        theirs, w = best_of(1, lambda game=game: float_solution(game))
        if any(
            abs((float(solution.values[i, j, MAX]) + 1) / 2 - w[i, j]) > CLOSE
            for i in range(game.goal)
            for j in range(game.goal)
        ):
            raise SystemExit(
                "the float loop and exactdice disagree: one of them is wrong, no time is printed"
            )
        response, found = best_of(3, lambda game=game: best_response(game, dice(6), MAX))
        both, _ = best_of(1, lambda game=game: best_win_rate(game, dice(6)))
        bits = f"{solution.value.denominator.bit_length()}, {found.value.denominator.bit_length()}"
        table.add_row(
            name, *(f"{seconds:.3g} s" for seconds in (ours, theirs, response, both)), bits
        )
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
