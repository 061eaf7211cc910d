"""Bounds of liar's dice from its tree of bids: `python benchmarks/liars_dice.py [--quick]
[--only ROW] [--markdown]`.

The peer, where there is one, is the exact solution by the sequence form; a value outside the bounds
stops the run. Two dice against one are too many situations to list.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator

from rows import Measurement, Row, best_of, require, run

from exactdice import LiarsDice, cost, decimal_text, enclose, solve
from exactdice.solution import Enclosure


def dudo(dice: tuple[int, int], digits: int, listed: bool = False) -> Iterator[Measurement]:
    """Dudo with these dice of six faces; the peer lists all situations and solves exactly."""
    game = LiarsDice(dice, wild=True)
    found: list[Enclosure] = []
    rounds: list[int] = []
    with cost.limit(None):
        (ours,) = best_of(
            1, lambda: found.append(enclose(game, digits, lambda done, _: rounds.append(done)))
        )
    bounds = found[0].value
    theirs = 0.0
    if listed:
        (theirs,) = best_of(1, lambda: solve(game))
        require(bounds.lower <= solve(game).value <= bounds.upper, "the sequence form")
    note = (
        f"dice {dice}: the value lies in [{decimal_text(bounds.lower, 7)}, "
        f"{decimal_text(bounds.upper, 7)}], {rounds[-1]} rounds of learning, "
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"
    )
    what = f"Dudo, {dice[0]} against {dice[1]}, {digits} digits"
    yield Measurement(what, ours, "the exact sequence form", theirs, note=note)


ROWS: dict[str, Row] = {
    "dudo-1-1": Row(lambda: dudo((1, 1), 3, listed=True)),
    "dudo-2-1": Row(lambda: dudo((2, 1), 3), slow=True),
    "dudo-1-2": Row(lambda: dudo((1, 2), 3), slow=True),
    "dudo-2-1-fine": Row(lambda: dudo((2, 1), 4), slow=True),
}


if __name__ == "__main__":
    run(ROWS, __doc__)
