"""Pictures of games on graphs: the arena with its kernel and a winning strategy, its bipartite double, the steps that build the kernel.

Needs networkx and matplotlib.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import ExactDiceError
from ..game import MAX, NAMES
from ..impartial import Arena, KernelStep, doubled, grundy_values, kernel, kernel_steps, winning_strategy
from .plot import check_kind, new_figure, save_figure

MOST_VERTICES = 60  # that can still be told apart
MOST_STEPS = 8  # panels in one picture
IN_KERNEL, OUTSIDE, GONE, MARKED = "#f2b134", "#d7e3f4", "#f0f0f0", "#e07a5f"
EDGE, STRONG, FAINT = "#9aa5b1", "#1d3557", "#e3e3e3"
Places = Mapping[Any, tuple[float, float]]


def draw_arena(where: Arena, path: Path, title: str = "", values: bool = False) -> None:
    """Write the picture of an arena: the kernel in gold, a winning strategy in bold; with `values` the Sprague-Grundy values too."""
    _check(where, path)
    figure, axes = new_figure(*_size(where))
    worth = grundy_values(where)
    names = {v: f"{_name(v)}\n{worth[v]}" if values else _name(v) for v in where.vertices}
    _draw(axes, where.as_mapping(), _layers(where), kernel(where), winning_strategy(where), names=names, arc=0.16)
    note = "second line: Sprague-Grundy value" if values else "bold: a winning strategy"
    _finish(figure, path, title, f"gold: the kernel, where the player to move loses   ·   {note}")


def draw_doubled(where: Arena, path: Path, title: str = "") -> None:
    """Write the picture of the bipartite arena: on the left MAX is to move, on the right MIN; a winning strategy of each in bold."""
    _check(where, path)
    both = doubled(where)
    figure, axes = new_figure(6.4, 1.6 + 0.62 * len(where.vertices))
    places = {(v, player): (float(player), -float(k)) for k, v in enumerate(where.vertices) for player in (0, 1)}
    names = {vertex: _name(vertex[0]) for vertex in both.vertices}
    _draw(axes, both.as_mapping(), places, kernel(both), winning_strategy(both), names=names, arc=0.0)
    for player in (0, 1):
        axes.text(player, 0.8, f"{NAMES[player]} to move", ha="center", fontsize=11)
    axes.set_xlim(-0.35, 1.35)
    axes.set_ylim(0.7 - len(where.vertices), 1.2)
    _finish(figure, path, title, "gold: the player to move loses   ·   bold: a winning strategy for each player")


def draw_kernel_steps(where: Arena, path: Path, title: str = "") -> None:
    """Write the picture of the steps that build the kernel, one panel each: the vertex taken, and the predecessors that leave with it."""
    _check(where, path)
    steps = list(kernel_steps(where))
    if len(steps) > MOST_STEPS:
        raise ExactDiceError(f"the kernel is built in {len(steps)} steps: a picture shows up to {MOST_STEPS}, choose a smaller game")
    width, height = _size(where)
    figure, panels = new_figure(0.8 * width * (len(steps) + 1), height, len(steps) + 1)
    gone: set[Any] = set()
    taken: list[Any] = []
    for number, step in enumerate([*steps, None]):
        _draw_step(panels[number], where, step, gone, taken)
        if step is not None:
            taken.append(step.sink)
            gone |= {step.sink, *step.predecessors}
            panels[number].set_title(f"{number + 1}: {_name(step.sink)} has no successor", fontsize=10)
    panels[-1].set_title("the kernel", fontsize=10)
    _finish(figure, path, title, "gold: joins the kernel   ·   red: its predecessors, which leave with it   ·   pale: gone")


def _draw_step(axes: Any, where: Arena, step: KernelStep | None, gone: Collection[Any], taken: Collection[Any]) -> None:
    """One panel: what is left of the graph, and what this step takes away."""
    removed = () if step is None else step.predecessors
    colours = {v: GONE if v in gone else MARKED if v in removed else OUTSIDE for v in where.vertices}
    colours |= {v: IN_KERNEL for v in (*taken, *(() if step is None else (step.sink,)))}
    left = {v: [s for s in below if v not in gone and s not in gone] for v, below in where.as_mapping().items()}
    bold = {} if step is None else dict.fromkeys(removed, step.sink)
    _draw(axes, left, _layers(where), (), bold, names={v: _name(v) for v in where.vertices}, arc=0.16, colours=colours)


# --- the pieces -------------------------------------------------------------------------------------------------------


def _draw(
    axes: Any,
    successors: Mapping[Any, Iterable[Any]],
    places: Places,
    gold: Collection[Any],
    bold: Mapping[Any, Any],
    *,
    names: Mapping[Any, str],
    arc: float,
    colours: Mapping[Any, str] | None = None,
) -> None:
    """The graph with its vertices at these places."""
    nx = _networkx()
    graph = nx.DiGraph([(v, s) for v, below in successors.items() for s in below])
    graph.add_nodes_from(successors)
    longest = max(len(line) for name in names.values() for line in name.split("\n"))
    size = 420 + 95 * max(0, longest - 2) ** 1.55
    chosen = colours or {v: IN_KERNEL if v in gold else OUTSIDE for v in successors}
    nx.draw_networkx_nodes(
        graph, places, ax=axes, nodelist=list(successors), node_color=[chosen[v] for v in successors], edgecolors="#555555", node_size=size
    )
    for strong in (False, True):
        edges = [edge for edge in graph.edges if (bold.get(edge[0], edge) == edge[1]) == strong]
        look = {"width": 2.6, "edge_color": STRONG, "arrowsize": 16} if strong else {"width": 0.9, "edge_color": EDGE, "arrowsize": 10}
        nx.draw_networkx_edges(graph, places, ax=axes, edgelist=edges, node_size=size, connectionstyle=f"arc3,rad={arc}", **look)
    nx.draw_networkx_labels(graph, places, {v: names[v] for v in successors}, ax=axes, font_size=9)
    axes.margins(0.12)
    axes.set_axis_off()


def _layers(where: Arena) -> Places:
    """Vertices from left to right by the longest way to the end, those of a layer above one another near what leads to them."""
    depth = [0] * len(where.vertices)
    for k in where.order:
        depth[k] = max((depth[s] + 1 for s in where.successors[k]), default=0)
    layers: dict[int, list[int]] = defaultdict(list)
    height: dict[int, list[float]] = defaultdict(list)
    for k in reversed(where.order):
        layers[depth[k]].append(k)
    places: dict[int, tuple[float, float]] = {}
    for level in sorted(layers, reverse=True):
        members = sorted(layers[level], key=lambda k: sum(height[k]) / len(height[k]) if height[k] else 0.0)
        lift = 0.28 if level % 2 else -0.28  # neighbouring layers are shifted, so that fewer edges run through a vertex
        for row, k in enumerate(members):
            places[k] = (-float(level), row - (len(members) - 1) / 2 + lift)
            for s in where.successors[k]:
                height[s].append(places[k][1])
    return {where.vertices[k]: place for k, place in places.items()}


def _size(where: Arena) -> tuple[float, float]:
    """Inches that leave room for every layer."""
    places = _layers(where).values()
    wide, high = len({x for x, _ in places}), max(y for _, y in places) - min(y for _, y in places)
    return max(4.5, 1.25 * wide), max(3.6, 1.5 + 0.95 * high)


def _name(vertex: Any) -> str:
    """A vertex in few characters: (3, 1) is 3 1."""
    return " ".join(map(str, vertex)) if isinstance(vertex, tuple) else str(vertex)


def _check(where: Arena, path: Path) -> None:
    check_kind(path)
    if len(where.vertices) > MOST_VERTICES:
        raise ExactDiceError(f"an arena of {len(where.vertices)} vertices cannot be drawn readably, {MOST_VERTICES} is the most")


def _finish(figure: Any, path: Path, title: str, note: str) -> None:
    figure.suptitle(title, fontsize=12)
    figure.text(0.5, -0.03, note, ha="center", fontsize=9)
    figure.savefig  # noqa: B018
    save_figure(figure, path)


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise ExactDiceError("pictures of arenas need networkx: install exactdice[plot]") from None
    return networkx


Picture = Callable[[Arena, Path, str], None]
PICTURES: dict[str, Picture] = {  # what is drawn for a query that is one of these quantities
    "kernel": draw_arena,
    "grundy": lambda where, path, title: draw_arena(where, path, title, values=True),
    "winning_moves": draw_doubled,
    "kernel_steps": draw_kernel_steps,
}
_ = MAX, FAINT
