"""Work on a cluster of Dask: `python benchmarks/cluster.py [--quick]`.

Two tables, each of one run. Workers: a sweep of 200 games that have no fast path, by a cluster of
this machine with 1, 2, ... workers, against one worker; more than there are cores gain nothing, and
show what they cost. Portions: tasks that do next to nothing, by their number: what the scheduler is
given, and what each costs. Nothing is asserted about time; a row that differs stops the run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from exactdice.cli.terminal.arguments import load_games_in
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.cluster import Cluster, There, connected
from exactdice.jobs.crew import Crew, Task
from exactdice.query.ranges import split_words
from exactdice.writeup.sweeps import Sweep, plan_sweep, tabulate

sys.path.append(str(Path(__file__).parent))
GAME = f"game={Path(__file__).with_name('cluster_game.py')}:Race"
WORKERS = (1, 2, 4, 8, 16)
GIVE = There.give


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="1 and 2 workers, few tasks")
    is_quick = parser.parse_args().quick
    load_games_in([GAME])
    by_workers(WORKERS[: 2 if is_quick else None])
    by_tasks((100, 1000) if is_quick else (100, 1000, 10_000, 100_000))


def by_workers(counts: tuple[int, ...]) -> None:
    """The sweep by clusters of so many workers."""
    sweep = plan_sweep(["gain(optimal, optimal)"], split_words([GAME, "end=3..12", "sides=2..21"]))
    print(
        f"| workers | {sweep.size} games | against one worker | portions | beside this machine's |"
    )
    print("|---:|---:|---:|---:|---:|")
    alone, table = 0.0, None
    for count in counts:
        processes, expected = timed(sweep, Allowance(count))
        with connected("local", count) as cluster:
            # Begun before, as a cluster is.
            begin(cluster, count)
            portions: list[int] = []
            noted(portions)
            seconds, found = timed(sweep, Allowance(), cluster)
        if found != expected or (table is not None and found != table):
            raise SystemExit("the tables differ")
        alone, table = alone or seconds, found
        faster, of_its_time = f"{alone / seconds:.2f}", f"{seconds / processes:.2f}"
        print(
            f"| {count} | {seconds:.2f} s | {faster} times as fast | {len(portions)} | "
            f"{of_its_time} of its time |",
            flush=True,
        )


def timed(
    sweep: Sweep, allowance: Allowance, cluster: Cluster | None = None
) -> tuple[float, list[Any]]:
    """(the seconds of the sweep, its exact values)."""
    began = perf_counter()
    with Crew(allowance, partial(load_games_in, [GAME]), cluster=cluster) as crew:
        table = tabulate(sweep, crew)
    return perf_counter() - began, list(table.column("gain(optimal, optimal)"))


def crew_of(cluster: Cluster) -> Crew:
    """A crew of the cluster, which knows the game."""
    return Crew(Allowance(), partial(load_games_in, [GAME]), cluster=cluster)


def begin(cluster: Cluster, count: int) -> None:
    """Have the processes of the workers begun."""
    with crew_of(cluster) as crew:
        crew.add(Task(abs, k, str(k)) for k in range(4 * count))
        assert len(list(crew.answers())) == 4 * count


def by_tasks(counts: tuple[int, ...]) -> None:
    """Tasks that do next to nothing, given to two workers."""
    print("\n| tasks | portions | largest | time | each task |")
    print("|---:|---:|---:|---:|---:|")
    with connected("local", 2) as cluster:
        begin(cluster, 2)
        for count in counts:
            portions: list[int] = []
            noted(portions)
            began = perf_counter()
            with crew_of(cluster) as crew:
                crew.add(Task(abs, -k) for k in range(count))
                found = sum(answer for _, answer in crew.answers())
            seconds = perf_counter() - began
            if found != count * (count - 1) // 2:
                raise SystemExit("answers are missing")
            print(
                f"| {count} | {len(portions)} | {max(portions)} | {seconds:.2f} s | "
                f"{1e6 * seconds / count:.0f} us |",
                flush=True,
            )


def noted(portions: list[int]) -> None:
    """Enter the size of every portion from now on."""

    def give(place: There, tasks: Sequence[tuple[object, object]]) -> Future[Any]:
        portions.append(len(tasks))
        return GIVE(place, tasks)

    There.give = give  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
