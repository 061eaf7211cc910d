"""Pictures of games on graphs: the arena with its kernel and a winning strategy, its bipartite
double, the steps that build the kernel.

Needs networkx and matplotlib.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

from ..arenas.arena import (
    Arena,
    KernelStep,
    doubled,
    grundy_values,
    kernel,
    kernel_steps,
    winning_strategy,
)
from ..errors import ExactDiceError
from ..game import NAMES, PLAYERS
from .figure import check_kind, new_figure, put_title, save_figure

MOST_VERTICES = 60  # that can still be told apart
MOST_STEPS = 8  # panels in one picture
IN_KERNEL, OUTSIDE, GONE, MARKED = "#f2b134", "#d7e3f4", "#f0f0f0", "#e07a5f"
EDGE, STRONG = "#9aa5b1", "#1d3557"
ACROSS, UP = 1.25, 0.95  # inches between layers, and between the vertices of one
BENDS = (0.0, 0.1, -0.1, 0.18, -0.18, 0.26, -0.26, 0.36, -0.36, 0.5, -0.5)
CLEAR = 0.33  # inches between an edge and a vertex it does not belong to
PARTS = [(1 - k / 24, k / 24) for k in range(1, 24)]  # along a curve


def draw_arena(where: Arena, path: Path, title: str = "", values: bool = False) -> None:
    """Write the picture of an arena: the kernel in gold, a winning strategy in bold; with `values`
    the Sprague-Grundy values too.
    """
    _check(where, path)
    layout = _laid_out(where)
    figure, axes = new_figure(*layout.size)
    worth = grundy_values(where)
    names = {v: f"{_name(v)}\n{worth[v]}" if values else _name(v) for v in where.vertices}
    _draw(axes, where.as_mapping(), layout, names, _gold(where), winning_strategy(where))
    note = "second line: Sprague-Grundy value" if values else "bold: a winning strategy"
    _finish(figure, path, title, f"gold: the kernel, where the player to move loses   ·   {note}")


def draw_doubled(where: Arena, path: Path, title: str = "") -> None:
    """Write the picture of the bipartite arena: on the left MAX is to move, on the right MIN; a
    winning strategy of each in bold.
    """
    _check(where, path)
    both, count = doubled(where), len(where.vertices)
    places = {
        (v, player): (3.6 * player, -0.62 * k)
        for k, v in enumerate(where.vertices)
        for player in PLAYERS
    }
    straight = {(v, s): 0.0 for v, below in both.as_mapping().items() for s in below}
    layout = Layout(places, straight, (-0.8, -0.62 * count + 0.2), (4.4, 0.8))
    figure, axes = new_figure(*layout.size)
    _draw(
        axes,
        both.as_mapping(),
        layout,
        {pair: _name(pair[0]) for pair in places},
        _gold(both),
        winning_strategy(both),
    )
    for player in PLAYERS:
        axes.text(3.6 * player, 0.5, f"{NAMES[player]} to move", ha="center", fontsize=11)
    _finish(
        figure,
        path,
        title,
        "gold: the player to move loses   ·   bold: a winning strategy for each player",
    )


def draw_kernel_steps(where: Arena, path: Path, title: str = "") -> None:
    """Write the picture of the steps that build the kernel, one panel each: the vertex taken, and
    the predecessors that leave with it.
    """
    _check(where, path)
    steps = list(kernel_steps(where))
    if len(steps) > MOST_STEPS:
        raise ExactDiceError(
            f"the kernel is built in {len(steps)} steps: a picture shows up to {MOST_STEPS}, "
            "choose a smaller game"
        )
    layout = _laid_out(where)
    width, height = layout.size
    figure, grid = new_figure(2 * width, height * (len(steps) // 2 + 1), len(steps) // 2 + 1, 2)
    panels = list(grid.flat)
    gone: set[Any] = set()
    taken: list[Any] = []
    for number, step in enumerate([*steps, None]):
        _draw_step(panels[number], where, layout, step, gone, taken)
        if step is not None:
            taken.append(step.sink)
            gone |= {step.sink, *step.predecessors}
            panels[number].set_title(
                f"{number + 1}: {_name(step.sink)} has no successor", fontsize=10
            )
    panels[len(steps)].set_title("the kernel", fontsize=10)
    if len(panels) > len(steps) + 1:
        panels[-1].set_axis_off()
    _finish(
        figure,
        path,
        title,
        "gold: joins the kernel   ·   red: its predecessors, which leave with it   ·   pale: gone",
    )


def _draw_step(
    axes: Any,
    where: Arena,
    layout: Layout,
    step: KernelStep | None,
    gone: Collection[Any],
    taken: Collection[Any],
) -> None:
    """One panel: what is left of the graph, and what this step takes away."""
    removed = () if step is None else step.predecessors
    colours = {
        v: GONE if v in gone else MARKED if v in removed else OUTSIDE for v in where.vertices
    }
    colours |= dict.fromkeys(taken if step is None else (*taken, step.sink), IN_KERNEL)
    left = {
        v: [s for s in below if v not in gone and s not in gone]
        for v, below in where.as_mapping().items()
    }
    _draw(
        axes,
        left,
        layout,
        {v: _name(v) for v in where.vertices},
        colours,
        {v: step.sink for v in removed if step},
    )


# --- where everything goes ------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """Places of vertices and how much each edge is bent, in inches, with the corners of the
    picture.
    """

    places: Mapping[Any, tuple[float, float]]
    bends: Mapping[tuple[Any, Any], float]
    low: tuple[float, float]
    high: tuple[float, float]

    @property
    def size(self) -> tuple[float, float]:
        """The inches of a figure, with room for the title and the note."""
        return max(4.5, self.high[0] - self.low[0] + 0.4), self.high[1] - self.low[1] + 1.2


def _laid_out(where: Arena) -> Layout:
    """Layers from left to right, with edges bent around the vertices in their way."""
    places = _layers(where)
    bends = {
        (v, s): _bend((v, s), places) for v, below in where.as_mapping().items() for s in below
    }
    points = [
        *places.values(),
        *(point for edge, bend in bends.items() for point in _curve(edge, places, bend)),
    ]
    (left, right), (bottom, top) = (
        (min(c) - 0.45, max(c) + 0.45) for c in zip(*points, strict=True)
    )
    return Layout(places, bends, (left, bottom), (right, top))


def _layers(where: Arena) -> dict[Any, tuple[float, float]]:
    """Vertices from left to right by the longest way to the end, those of a layer above one another
    near what leads to them.
    """
    depth = [0] * len(where.vertices)
    for k in where.order:
        depth[k] = max((depth[s] + 1 for s in where.successors[k]), default=0)
    layers: dict[int, list[int]] = defaultdict(list)
    height: dict[int, list[float]] = defaultdict(list)
    for k in reversed(where.order):
        layers[depth[k]].append(k)
    places: dict[int, tuple[float, float]] = {}
    for level in sorted(layers, reverse=True):
        members = sorted(
            layers[level], key=lambda k: sum(height[k]) / len(height[k]) if height[k] else 0.0
        )
        lift = (
            0.28 if level % 2 else -0.28
        )  # neighbouring layers are shifted, so that fewer edges run through a vertex
        for row, k in enumerate(members):
            places[k] = (-ACROSS * level, UP * (row - (len(members) - 1) / 2 + lift))
            for s in where.successors[k]:
                height[s].append(places[k][1])
    return {where.vertices[k]: place for k, place in places.items()}


def _bend(edge: tuple[Any, Any], places: Mapping[Any, tuple[float, float]]) -> float:
    """How much to bend the edge: the least that keeps it clear of the other vertices, else what
    keeps it farthest from them.
    """
    others = [place for vertex, place in places.items() if vertex not in edge]

    def clearance(bend: float) -> float:
        return min(
            (hypot(a - c, b - d) for a, b in _curve(edge, places, bend) for c, d in others),
            default=CLEAR,
        )

    return next((bend for bend in BENDS if clearance(bend) >= CLEAR), max(BENDS, key=clearance))


def _curve(
    edge: tuple[Any, Any], places: Mapping[Any, tuple[float, float]], bend: float
) -> list[tuple[float, float]]:
    """Points along the edge as matplotlib's arc3 bends it."""
    (x, y), (u, v) = places[edge[0]], places[edge[1]]
    a, b = (x + u) / 2 + bend * (v - y), (y + v) / 2 - bend * (u - x)
    return [
        (s * s * x + 2 * s * t * a + t * t * u, s * s * y + 2 * s * t * b + t * t * v)
        for s, t in PARTS
    ]


# --- the pieces -----------------------------------------------------------------------------------


def _draw(
    axes: Any,
    graph: Any,
    layout: Layout,
    names: Mapping[Any, str],
    colours: Mapping[Any, str],
    bold: Mapping[Any, Any],
) -> None:
    """The graph: {vertex: its successors}, each vertex with its name and colour; `bold` holds
    {vertex: successor} for strong edges.
    """
    nx = _networkx()
    drawn = nx.DiGraph()
    drawn.add_nodes_from(graph)
    looks: dict[tuple[bool, float], list[Any]] = defaultdict(list)
    for vertex, below in graph.items():
        for s in below:
            drawn.add_edge(vertex, s)
            looks[vertex in bold and bold[vertex] == s, layout.bends[vertex, s]].append((vertex, s))
    longest = max(len(line) for name in names.values() for line in name.split("\n"))
    size = 420 + 95 * max(0, longest - 2) ** 1.55
    if any("\n" in name for name in names.values()):
        size = max(size, 700)  # for two lines
    at, filled = layout.places, [colours[v] for v in graph]
    nx.draw_networkx_nodes(
        drawn,
        at,
        ax=axes,
        nodelist=list(graph),
        node_color=filled,
        edgecolors="#555555",
        node_size=size,
    )
    for (strong, bend), edges in sorted(looks.items(), key=lambda item: item[0]):
        look = (
            {"width": 2.6, "edge_color": STRONG, "arrowsize": 16}
            if strong
            else {"width": 0.9, "edge_color": EDGE, "arrowsize": 10}
        )
        nx.draw_networkx_edges(
            drawn,
            at,
            ax=axes,
            edgelist=edges,
            node_size=size,
            connectionstyle=f"arc3,rad={bend}",
            **look,
        )
    nx.draw_networkx_labels(drawn, at, {v: names[v] for v in graph}, ax=axes, font_size=9)
    axes.set(
        xlim=(layout.low[0], layout.high[0]), ylim=(layout.low[1], layout.high[1]), aspect="equal"
    )
    axes.set_axis_off()


def _gold(where: Arena) -> dict[Any, str]:
    """The colour of each vertex: whether it is in the kernel."""
    inside = kernel(where)
    return {v: IN_KERNEL if v in inside else OUTSIDE for v in where.vertices}


def _name(vertex: Any) -> str:
    """A vertex in few characters: (3, 1) is 3 1."""
    return " ".join(map(str, vertex)) if isinstance(vertex, tuple) else str(vertex)


def _check(where: Arena, path: Path) -> None:
    check_kind(path)
    if len(where.vertices) > MOST_VERTICES:
        raise ExactDiceError(
            f"an arena of {len(where.vertices)} vertices cannot be drawn readably, "
            f"{MOST_VERTICES} is the most"
        )


def _finish(figure: Any, path: Path, title: str, note: str) -> None:
    put_title(figure, title)
    figure.supxlabel(note, fontsize=9)
    save_figure(figure, path)


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise ExactDiceError("pictures of arenas need networkx: install exactdice[plot]") from None
    return networkx
