"""Games on graphs and tree search, with peers in the same run: `python benchmarks/graphs.py
[--quick] [--only ROW] [--markdown]`.

The peers: the chapter's construction of the kernel on a networkx graph, the plain definition of
Sprague-Grundy values on one, and minimax. Nothing is asserted about time, but a peer that finds
another answer stops the run.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import networkx as nx
from rows import Measurement, Row, best_of, require, run

from exactdice.games.connect_four import value
from exactdice.games.connect_four.rules import ConnectFour
from exactdice.solvers.arenas.arena import arena, grundy_values, kernel
from exactdice.solvers.arenas.search import Search, alpha_beta, minimax

NAIVE = "networkx, sink by sink"
TOPOLOGICAL = "networkx topological_sort"
MINIMAX = "minimax"
WITH_A_TABLE = "alpha-beta with a table"


def random_graph(vertices: int, degree: int, seed: int = 1) -> dict[int, list[int]]:
    """A random acyclic graph: about `degree` edges from each vertex to larger ones."""
    rng = Random(seed)
    return {
        v: [rng.randrange(v + 1, vertices) for _ in range(degree)] if v < vertices - 1 else []
        for v in range(vertices)
    }


def naive_kernel(graph: dict[int, list[int]]) -> set[int]:
    """The chapter's construction as it stands: look for a vertex without successors, remove it and
    its predecessors, again.
    """
    left, found = nx.DiGraph(graph), set()
    while left:
        sink = next(v for v in left if left.out_degree(v) == 0)
        found.add(sink)
        left.remove_nodes_from([sink, *left.predecessors(sink)])
    return found


def networkx_values(graph: dict[int, list[int]]) -> dict[int, int]:
    """Sprague-Grundy values in reverse topological order."""
    drawn, values = nx.DiGraph(graph), {}
    for v in reversed(list(nx.topological_sort(drawn))):
        below = {values[s] for s in drawn.successors(v)}
        values[v] = next(n for n in range(len(below) + 1) if n not in below)
    return values


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds and result of one call."""
    begun = time.perf_counter()
    found = call()
    return time.perf_counter() - begun, found


def small_kernel() -> Iterator[Measurement]:
    """The kernel against the chapter's way, on a graph that is small enough for it."""
    graph = random_graph(4000, 5)
    require(kernel(arena(graph)) == naive_kernel(graph), NAIVE)
    ours, theirs = best_of(3, lambda: kernel(arena(graph)), lambda: naive_kernel(graph))
    yield Measurement("kernel, 20 000 edges", ours, NAIVE, theirs)


def large_graph() -> Iterator[Measurement]:
    """Kernel and values of a graph of a million edges, from the mapping on."""
    graph = random_graph(200_000, 5)
    seconds, (lost, values) = timed(lambda: (kernel(where := arena(graph)), grundy_values(where)))
    theirs, expected = timed(lambda: networkx_values(graph))
    require(
        values == expected and lost == {v for v, value in expected.items() if value == 0},
        TOPOLOGICAL,
    )
    edges = sum(len(set(below)) for below in graph.values())
    note = (
        f"{len(graph)} vertices and {edges} different edges; {len(lost)} vertices in the "
        f"kernel, largest value {max(values.values())}"
    )
    yield Measurement(
        "kernel and Grundy values, 10^6 edges",
        seconds,
        TOPOLOGICAL,
        theirs,
        "5 s",
        seconds < 5,
        note,
    )


def connect_four() -> Iterator[Measurement]:
    """Searches from the empty board of 6 x 7, with and without a table, against minimax where that
    is possible.
    """
    rules = ConnectFour()
    for depth in (4, 6):
        ours, found = timed(lambda depth=depth: alpha_beta(rules, None, depth))
        theirs, full = timed(lambda depth=depth: minimax(rules, None, depth))
        require((found.value, found.variation) == (full.value, full.variation), MINIMAX)
        yield Measurement(
            f"Connect Four, depth {depth}", ours, MINIMAX, theirs, note=counted(found, full)
        )
    seconds, found = timed(lambda: alpha_beta(rules, None, 8))
    kept_seconds, kept = timed(lambda: alpha_beta(rules, None, 8, table={}))
    require(found.value == kept.value, "the search with a table")
    note = f"{counted(found)}; with a table of positions {kept.nodes}"
    yield Measurement(
        "Connect Four, depth 8", seconds, "with a table", kept_seconds, "10 s", seconds < 10, note
    )


def minimax_eight() -> Iterator[Measurement]:
    """Depth 8 by minimax too: minutes."""
    rules = ConnectFour()
    seconds, found = timed(lambda: alpha_beta(rules, None, 8))
    theirs, full = timed(lambda: minimax(rules, None, 8))
    require((found.value, found.variation) == (full.value, full.variation), MINIMAX)
    yield Measurement("Connect Four, depth 8", seconds, MINIMAX, theirs, note=counted(found, full))


def counted(found: Search, full: Search | None = None) -> str:
    """Nodes and cuts, beside the nodes of minimax."""
    return f"value {found.value}, {found.nodes} nodes, {found.cuts} cuts" + (
        f"; minimax {full.nodes} nodes" if full else ""
    )


def solved() -> Iterator[Measurement]:
    """Boards searched to the end, beside alpha-beta with a table; C. Steininger's table says draw
    for all of them.
    """
    for size in ((4, 4), (4, 5), (5, 4)):
        rules = ConnectFour(*size)
        seconds, worth = timed(lambda rules=rules: value(rules))
        theirs, found = timed(lambda rules=rules: alpha_beta(rules, window=(-1, 1), table={}))
        require(worth == found.value == 0, WITH_A_TABLE)
        yield Measurement(f"Connect Four {told(rules)}", seconds, WITH_A_TABLE, theirs)


def solved_large() -> Iterator[Measurement]:
    """The boards of 24 and 25 squares in J. Tromp's table, each in a process of its own, whose peak
    memory is told.
    """
    for rows, columns, won, aim in ((4, 6, -1, 600), (5, 5, 0, 600)):
        rules = ConnectFour(rows, columns)
        with ProcessPoolExecutor(1) as apart:
            seconds, found, megabytes = apart.submit(solved_apart, rules).result()
        require(found == won, "the table of J. Tromp")
        note = f"value {found}, {megabytes} MB at most"
        what = f"Connect Four {told(rules)}"
        met = seconds < aim and megabytes < 4000
        yield Measurement(what, seconds, "", 0, f"{aim} s, 4 GB", met, note)


def solved_apart(rules: ConnectFour) -> tuple[float, int, int]:
    """Seconds, value, and the most megabytes that the process took."""
    seconds, found = timed(lambda: value(rules))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return seconds, found, peak


def told(rules: ConnectFour) -> str:
    """The size of the board, in words that say which side is which."""
    return f"{rules.columns} columns, {rules.rows} rows"


ROWS: dict[str, Row] = {
    "kernel": Row(small_kernel),
    "graph": Row(large_graph),
    "search": Row(connect_four),
    "solved": Row(solved),
    "solved-25": Row(solved_large, slow=True),
    "search-8": Row(minimax_eight, slow=True),
}


if __name__ == "__main__":
    run(ROWS, __doc__)
