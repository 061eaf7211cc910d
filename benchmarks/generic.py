"""The generic engine on games that have no way of their own, each task in a fresh process:
`python benchmarks/generic.py [--quick] [--only ROW] [--markdown]`.

Times are of the processor, of the processes that look for states too. The peer is value iteration
in numpy floats over the same arrays in the same run: sweeps over all moves until no value changes.
The fast path of Dice Battle and one core against two are peers too. Nothing is asserted about time,
but a peer that finds another value stops the run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from fresh import peak_megabytes
from rows import Measurement, Row, require, run
from storm_peer import DecidedByOne, chance_to_win

from exactdice import MAX, MIN, WAIT, DiceBattle, Distribution, die, solve
from exactdice.exact import cost
from exactdice.game.graph import explore
from exactdice.game.graph.arrays import StateGraph, ranges
from exactdice.solvers.iteration import solve_graph

FLOATS = "numpy value iteration"
FAST = "the fast path"
ONE_CORE = "one core"
STORM = "Storm, exact"


class Place(NamedTuple):
    """How far both players have come, and who moves."""

    first: int
    second: int
    to_move: int


@dataclass(frozen=True)
class UsersRace:
    """A race as a user writes it: throw 1 to 6 dice, move by their sum; first to the end wins."""

    end: int

    @property
    def start(self) -> Place:
        """Nobody has moved."""
        return Place(0, 0, MAX)

    def payoff(self, state: Place) -> int | None:
        """Who is at the end has won."""
        if state.first >= self.end:
            return 1
        return -1 if state.second >= self.end else None

    def actions(self, state: Place, player: int) -> tuple[Any, ...]:
        """How many dice."""
        return (1, 2, 3, 4, 5, 6) if player == state.to_move else (WAIT,)

    def outcomes(self, state: Place, joint: tuple[Any, Any]) -> Distribution[Place]:
        """The mover goes on by the sum."""
        thrown = THROWS[joint[state.to_move]]
        if state.to_move == MAX:
            return thrown.map(lambda k: Place(state.first + k, state.second, MIN))
        return thrown.map(lambda k: Place(state.first, state.second + k, MAX))


THROWS = {count: count @ die(6) for count in range(1, 7)}
GAMES = {
    "battle": lambda size: DiceBattle(dice=10, target=size),
    "race": UsersRace,
    "alone": lambda size: DecidedByOne(DiceBattle(dice=10, target=size)),
}


# --- tasks, each in a process of its own ----------------------------------------------------------


def solved_generic(game: str, size: int, jobs: int) -> dict[str, float]:
    """Explored and solved, by so many processes; the float peer after that."""
    begun, used = time.perf_counter(), processor()
    graph = explore(GAMES[game](size), jobs=jobs)
    explored, explored_on_wall = processor() - used, time.perf_counter() - begun
    used = processor()
    solution = solve_graph(graph)
    solving, wall = processor() - used, time.perf_counter() - begun
    megabytes = peak_megabytes()
    return {
        "states": len(graph),
        "ways": int(graph.width.sum()),
        "explored": explored,
        "explored_on_wall": explored_on_wall,
        "solved": solving,
        "wall": wall,
        "megabytes": megabytes,
        "value": float(solution.value),
    }


def solved_in_floats(game: str, size: int, jobs: int) -> dict[str, float]:
    """Value iteration over the arrays of the graph, which are made before."""
    graph = explore(GAMES[game](size), jobs=jobs)
    used = processor()
    value = value_iteration(graph)
    return {"solved": processor() - used, "value": value}


def solved_fast(game: str, size: int, _: int) -> dict[str, float]:
    """By the fast path of the game, for every state."""
    used = processor()
    solution = solve(GAMES[game](size))
    for state in solution.values:
        solution.values[state], solution.optimal_actions[state]
    return {"solved": processor() - used, "value": float(solution.value)}


def solved_by_storm(game: str, size: int, _: int) -> dict[str, Any]:
    """By the exact model checker, from the same graph: the time of its checking alone."""
    graph = explore(GAMES[game](size))
    ours = solve_graph(graph).value
    chance, seconds = chance_to_win(graph)
    return {"solved": seconds, "agrees": ours == 2 * chance - 1}


def value_iteration(graph: StateGraph) -> float:
    """The value of the start: all states anew in each sweep, until none changes."""
    values = np.zeros(len(graph))
    for k, payoff in graph.payoffs.items():
        values[k] = payoff
    going_on = np.flatnonzero(graph.menu >= 0)
    first, sizes = graph.first_move[going_on], graph.sizes
    reads = graph.successors[ranges(graph.start, sizes)]
    chances = graph.lists.chances[ranges(graph.lists.first[graph.law], sizes)]
    begun = np.cumsum(sizes) - sizes
    sign = np.where(graph.to_move[going_on] == MAX, 1.0, -1.0)
    signs = np.repeat(sign, np.diff(graph.first_move)[going_on])
    while True:
        means = np.add.reduceat(values[reads] * chances, begun)
        best = sign * np.maximum.reduceat(signs * means, first)
        if np.array_equal(best, values[going_on]):
            return float(values[0])
        values[going_on] = best


def processor() -> float:
    """Seconds of the processor so far, of this process and of those it began that ended."""
    import resource

    both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, both))


TASKS = {
    "generic": solved_generic,
    "floats": solved_in_floats,
    "fast": solved_fast,
    "storm": solved_by_storm,
}


def fresh(task: str, game: str, size: int, jobs: int = 1) -> dict[str, float]:
    """What the task found, in a new process."""
    command = [sys.executable, __file__, "--task", task, game, str(size), str(jobs)]
    folder = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


# --- rows -----------------------------------------------------------------------------------------


def battle() -> Iterator[Measurement]:
    """Dice Battle by its rules alone."""
    ours, floats, fast = (fresh(task, "battle", 100) for task in ("generic", "floats", "fast"))
    require(abs(ours["value"] - floats["value"]) < 1e-9, FLOATS)
    require(ours["value"] == fast["value"], FAST)
    size = f"{ours['states']:,} states, {ours['ways']:,} transitions"
    whole = ours["explored"] + ours["solved"]
    what = "Dice Battle D = 10, N = 100, generic"
    yield Measurement(
        f"{what}, solved from its graph",
        ours["solved"],
        FLOATS,
        floats["solved"],
        "at most 2 s and 4 times it",
        ours["solved"] <= min(2, 4 * floats["solved"]),
        size,
    )
    yield Measurement(
        f"{what}, explored and solved",
        whole,
        FAST,
        fast["solved"],
        "at most 9 s, 300 MB",
        whole <= 9 and ours["megabytes"] <= 300,
        f"{ours['megabytes']:.0f} MB; {ours['explored']:.2g} s to ask the rules",
    )


def race() -> Iterator[Measurement]:
    """A user's race with 10^7 transitions on two cores."""
    two = fresh("generic", "race", 215, 2)
    floats = fresh("floats", "race", 215, 2)
    require(abs(two["value"] - floats["value"]) < 1e-9, FLOATS)
    whole = two["explored"] + two["solved"]
    yield Measurement(
        "a user's race of 10^7 transitions, explored by two processes and solved",
        whole,
        f"{FLOATS} alone",
        floats["solved"],
        "at most 25 s, 1 GB",
        whole <= 25 and two["megabytes"] <= 1000,
        f"{two['states']:,} states, {two['ways']:,} transitions; {two['megabytes']:.0f} MB",
    )


def cores() -> Iterator[Measurement]:
    """Two cores against one, where rules in Python take the time."""
    one, two = (fresh("generic", "race", 215, jobs) for jobs in (1, 2))
    require(one["value"] == two["value"], ONE_CORE)
    yield Measurement(
        "a user's race explored on two cores (wall)",
        two["explored_on_wall"],
        ONE_CORE,
        one["explored_on_wall"],
        "1.6 times one core",
        one["explored_on_wall"] >= 1.6 * two["explored_on_wall"],
        f"processor time {two['explored']:.3g} s in all, {one['explored']:.3g} s on one core",
    )


def storm() -> Iterator[Measurement]:
    """Dice Battle where one player decides all, which Storm can be asked, too."""
    what = "Dice Battle D = 10, N = 100, one player deciding all"
    ours = fresh("generic", "alone", 100)
    if find_spec("stormpy") is None:
        yield Measurement(what, ours["solved"], "no peer: stormpy is not installed", 0)
        return
    theirs = fresh("storm", "alone", 100)
    require(bool(theirs["agrees"]), STORM)
    whole = ours["explored"] + ours["solved"]
    note = f"from the graph alone ours takes {ours['solved']:.2g} s; Storm's time is its checking"
    yield Measurement(f"{what}, explored and solved", whole, STORM, theirs["solved"], note=note)


ROWS = {
    "battle": Row(battle, slow=True),
    "race": Row(race, slow=True),
    "cores": Row(cores, slow=True),
    "storm": Row(storm, slow=True),
}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--task"]:
        _, _, task, game, size, jobs = sys.argv
        with cost.limit(None):
            print(json.dumps(TASKS[task](game, int(size), int(jobs))))
    else:
        run(ROWS, __doc__)
