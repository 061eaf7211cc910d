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

from exactdice.arenas.arena import arena, explored_arena
from exactdice.arenas.kernels import grundy_values, kernel
from exactdice.arenas.search import Search, alpha_beta, minimax
from exactdice.games.chomp.fast import chomp_values
from exactdice.games.chomp.rules import Chomp
from exactdice.games.connect_four.fast import bitboard, value
from exactdice.games.connect_four.rules import ConnectFour
from exactdice.games.connect_four.table import solved_from
from exactdice.games.wythoff.fast import losing_square, wythoff_values

NAIVE = "networkx, sink by sink"
TOPOLOGICAL = "networkx topological_sort"
GENERIC = "explicit arena"
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


def chomp_small(side: int) -> Iterator[Measurement]:
    """All values of Chomp; the peer builds the arena first."""
    rules = Chomp(side, side)
    seconds, values = timed(lambda: chomp_values(rules))
    theirs, expected = timed(lambda: grundy_values(explored_arena(rules.options, rules.start)))
    require(values == expected, GENERIC)
    yield Measurement(
        f"Chomp({side},{side}) Grundy values",
        seconds,
        GENERIC,
        theirs,
        note=f"{len(values)} positions",
    )


def chomp_large(side: int) -> Iterator[Measurement]:
    """The same on a bar too large for the peer."""
    seconds, values = timed(lambda: chomp_values(Chomp(side, side)))
    note = f"{len(values)} positions, largest value {max(values.values())}"
    yield Measurement(
        f"Chomp({side},{side}) Grundy values", seconds, "", 0, "20 s", seconds < 20, note
    )


def wythoff(size: int) -> Iterator[Measurement]:
    """A table of Wythoff's values; the peer is the definition, on a tenth of the board's side."""

    def by_definition(side: int) -> list[list[int]]:
        table = [[0] * side for _ in range(side)]
        for a in range(side):
            for b in range(side):
                seen = (
                    {table[k][b] for k in range(a)}
                    | {table[a][k] for k in range(b)}
                    | {table[a - k][b - k] for k in range(1, min(a, b) + 1)}
                )
                table[a][b] = next(n for n in range(len(seen) + 1) if n not in seen)
        return table

    small = size // 10
    require(
        [list(line) for line in wythoff_values(small, small)] == by_definition(small),
        "the definition",
    )
    seconds, table = timed(lambda: wythoff_values(size, size))
    require(
        all(table[a][b] == 0 for a, b in map(losing_square, range(size // 3))), "the golden ratio"
    )
    yield Measurement(
        f"Wythoff {size} x {size} Grundy values", seconds, "", 0, "30 s", seconds < 30
    )
    ours, theirs = best_of(1, lambda: wythoff_values(small, small), lambda: by_definition(small))
    yield Measurement(f"the same, {small} x {small}", ours, "the definition", theirs)


def connect_four() -> Iterator[Measurement]:
    """Searches from the empty board of 6 x 7, with and without a table, against minimax where that
    is possible.
    """
    rules = bitboard(ConnectFour())
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
    rules = bitboard(ConnectFour())
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
    """Boards solved by levels of positions, beside alpha-beta with a table; C. Steininger's table
    says draw for all of them.
    """
    for size in ((4, 4), (4, 5), (5, 4)):
        rules = ConnectFour(*size)
        seconds, table = timed(lambda rules=rules: solved_from(rules))
        theirs, found = timed(
            lambda rules=rules: alpha_beta(bitboard(rules), window=(-1, 1), table={})
        )
        require(value(rules) == found.value == 0, WITH_A_TABLE)
        note = f"{rate(len(table), seconds)}; alpha-beta {rate(found.nodes, theirs)}"
        yield Measurement(f"Connect Four {told(rules)}", seconds, WITH_A_TABLE, theirs, note=note)


def solved_large() -> Iterator[Measurement]:
    """The boards of 24 and 25 squares in J. Tromp's table, each in a process of its own, whose peak
    memory is told.
    """
    for rows, columns, won, aim in ((4, 6, -1, 600), (5, 5, 0, 600)):
        rules = ConnectFour(rows, columns)
        with ProcessPoolExecutor(1) as apart:
            seconds, positions, found, megabytes = apart.submit(solved_apart, rules).result()
        require(found == won, "the table of J. Tromp")
        note = f"value {found}, {rate(positions, seconds)}, {megabytes} MB at most"
        what = f"Connect Four {told(rules)}"
        met = seconds < aim and megabytes < 4000
        yield Measurement(what, seconds, "", 0, f"{aim} s, 4 GB", met, note)


def solved_apart(rules: ConnectFour) -> tuple[float, int, int, int]:
    """Seconds, positions listed, value, and the most megabytes that the process took."""
    seconds, table = timed(lambda: solved_from(rules))
    (found,) = table.values(table.board.keys([rules.start]), 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return seconds, len(table), int(found), peak


def told(rules: ConnectFour) -> str:
    """The size of the board, in words that say which side is which."""
    return f"{rules.columns} columns, {rules.rows} rows"


def rate(positions: int, seconds: float) -> str:
    """Positions, and how many a second."""
    return f"{positions} positions, {positions / seconds / 1000:.0f} thousand a second"


ROWS: dict[str, Row] = {
    "kernel": Row(small_kernel),
    "graph": Row(large_graph),
    "chomp-8": Row(lambda: chomp_small(8)),
    "chomp-10": Row(lambda: chomp_large(10)),
    "wythoff": Row(lambda: wythoff(1000)),
    "search": Row(connect_four),
    "solved": Row(solved),
    "solved-25": Row(solved_large, slow=True),
    "search-8": Row(minimax_eight, slow=True),
}


if __name__ == "__main__":
    run(ROWS, __doc__)
