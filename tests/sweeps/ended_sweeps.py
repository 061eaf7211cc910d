"""Sweeps that are ended at random, and begun again."""

import multiprocessing
import os
import random
import signal

from exactdice.jobs.allowance import Allowance
from exactdice.sweeps.cells import InCrew, here
from exactdice.sweeps.questions import grid_of
from exactdice.sweeps.running import journal_of, opened, run

QUERIES = ["EG(0,0)", "best(0,0)"]
RANGES = {"dice": "1..3", "target": "2..8"}
GRID = grid_of(QUERIES, RANGES, "dice < target", has_seconds=False)


def made(path, executor=here, grid=GRID):
    """(the bytes of the file, what became of the sweep)."""
    with opened(path, grid, False) as journal:
        outcome = run(grid, executor, journal, path)
    return path.read_bytes(), outcome


def killed(path, seconds, executor):
    """Run the sweep in another process that is ended after so many seconds; whether it was."""
    process = multiprocessing.get_context("fork").Process(target=made, args=(path, executor))
    process.start()
    process.join(seconds)
    was_running = process.is_alive()
    if was_running:
        os.kill(process.pid, signal.SIGKILL)
    process.join()
    return was_running


def check_kills(path, kills, longest, seed):
    """After so many kills, each of a sweep that is new or was killed before, the file has the bytes
    of an undisturbed run.
    """
    expected, _ = made(path.with_name(f"expected{path.suffix}"))
    source = random.Random(seed)
    done = 0
    while done < kills:
        executor = source.choice([here, InCrew(Allowance(2))])
        was_killed = killed(path, source.uniform(0, longest), executor)
        done += was_killed
        if not was_killed:
            assert path.read_bytes() == expected
            path.unlink()
            journal_of(path).unlink()
    data, _ = made(path)
    assert data == expected
