"""Solving with and without a store, and reading one, in the same run: `python benchmarks/store.py
[--quick] [--only ROW] [--markdown]`.

Times are of the processor, all of them with one process, since the machine may be busy and the disk
may be slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rows import Measurement, Row, require, run

from exactdice import DiceBattle, solve, strategy_iteration
from exactdice.solvers.stores.equations import check_equations
from exactdice.solvers.stores.store import Store

GAME = DiceBattle(dice=10, target=60)
REPETITIONS = 3
SAMPLE = 100  # states that are checked


def processor(*calls: Callable[[], Any]) -> list[float]:
    """The shortest processor time of each call, the calls taking turns."""
    best = [float("inf")] * len(calls)
    for _ in range(REPETITIONS):
        for k, call in enumerate(calls):
            begun = time.process_time()
            call()
            best[k] = min(best[k], time.process_time() - begun)
    return best


def written_and_read() -> Iterator[Measurement]:
    """Dice Battle by the generic solver, each level written."""
    plain = strategy_iteration(GAME, jobs=1)
    with TemporaryDirectory() as folder:
        names = iter(range(REPETITIONS))

        def stored() -> None:
            solve(GAME, store=Path(folder) / f"{next(names)}", jobs=1)

        without, written = processor(lambda: strategy_iteration(GAME, jobs=1), stored)
        store = Path(folder) / "0"
        size = sum(file.stat().st_size for file in store.iterdir())
        read, start = processor(
            lambda: dict(solve(GAME, store=store).values), lambda: solve(GAME, store=store).value
        )
        require(dict(solve(GAME, store=store).values) == dict(plain.values), "the generic solver")
        found = processor(lambda: check_equations(Store(store, GAME), GAME, SAMPLE, Random(1)))[0]
    what = f"Dice Battle, D = {GAME.dice}, N = {GAME.target}"
    note = f"{len(plain.values)} states, {size / 1e6:.3g} MB"
    peer = "without a store"
    yield Measurement(f"{what}, listed and solved into a store", written, peer, without, note=note)
    yield Measurement(f"{what}, its value read from the store", start, peer, without)
    yield Measurement(f"{what}, all values read from the store", read, peer, without)
    yield Measurement(f"{what}, {SAMPLE} states of the store checked", found, peer, without)


ROWS: dict[str, Row] = {"store": Row(written_and_read, slow=True)}


if __name__ == "__main__":
    run(ROWS, __doc__)
