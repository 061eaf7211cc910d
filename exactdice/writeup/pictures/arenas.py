"""Pictures of games on graphs: an arena, its bipartite double, the steps that build its kernel.

Needs networkx and matplotlib.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import hypot
from operator import itemgetter
from statistics import fmean
from typing import TYPE_CHECKING

from ...exact.loading import needed
from ...game.protocol import NAMES, PLAYERS
from ...solvers.arenas.arena import (
    Arena,
    Vertex,
    doubled,
    grundy_values,
    kernel,
    kernel_steps,
    winning_strategy,
)
from .figure import new_figure, put_note
from .look import Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

IN_KERNEL = "#f2b134"
OUTSIDE = "#d7e3f4"
GONE = "#f0f0f0"
MARKED = "#cc79a7"
WEAK_EDGE = {"width": 0.9, "edge_color": "#9aa5b1", "arrowsize": 10}
STRONG_EDGE = {"width": 2.6, "edge_color": "#1d3557", "arrowsize": 16}
# inches between layers, and between the vertices of one
ACROSS = 1.25
UP = 0.95
# Of an edge, as parts of its length: the least that leads around the vertices in its way is taken.
BENDS = (0.0, 0.1, -0.1, 0.18, -0.18, 0.26, -0.26, 0.36, -0.36, 0.5, -0.5)
# inches between the two columns of a double, and between its rows
APART = 3.6
ROW = 0.62
CLEAR = 0.33  # inches between an edge and a vertex it does not belong to
PARTS = [(1 - k / 24, k / 24) for k in range(1, 24)]  # along a curve


def draw_arena(where: Arena, look: Look, values: bool = False) -> Figure:
    """The figure of an arena: the kernel in gold, a winning strategy in bold.

    With `values` each vertex shows its Sprague-Grundy value too.
    """
    layout = _laid_out(where)
    names = {v: _name(v) for v in where.vertices}
    note = "bold: a winning strategy"
    if values:
        names = {v: f"{names[v]}\n{worth}" for v, worth in grundy_values(where).items()}
        note = "second line: Sprague-Grundy value"
    figure, axes = new_figure(*layout.size, look=look, is_fixed=True)
    _draw(axes, where.as_mapping(), layout, names, _gold(where), winning_strategy(where))
    put_note(figure, f"gold: the kernel, where the player to move loses   ·   {note}")
    return figure


def draw_doubled(where: Arena, look: Look) -> Figure:
    """The figure of the bipartite arena: on the left MAX is to move, on the right MIN.

    A winning strategy of each is in bold.
    """
    both = doubled(where)
    # Each vertex twice in its row.
    places: dict[Vertex, Point] = {
        (v, player): (APART * player, -ROW * k)
        for k, v in enumerate(where.vertices)
        for player in PLAYERS
    }
    # An edge leads from one column to the other, with no vertex between them to avoid.
    straight = dict.fromkeys(_edges(both), 0.0)
    layout = Layout(places, straight, (-0.8, -ROW * len(where.vertices) + 0.2), (4.4, 0.8))
    names: dict[Vertex, str] = {(v, player): _name(v) for v in where.vertices for player in PLAYERS}
    figure, axes = new_figure(*layout.size, look=look, is_fixed=True)
    _draw(axes, both.as_mapping(), layout, names, _gold(both), winning_strategy(both))
    for player in PLAYERS:
        axes.text(APART * player, 0.5, f"{NAMES[player]} to move", ha="center", fontsize=11)
    put_note(
        figure, "gold: the player to move loses   ·   bold: a winning strategy for each player"
    )
    return figure


def draw_kernel_steps(where: Arena, look: Look) -> Figure:
    """The figure of the steps that build the kernel, one panel each.

    A panel shows the vertex taken, and the predecessors that leave with it.
    """
    steps = list(kernel_steps(where))
    layout = _laid_out(where)
    width, height = layout.size
    # A panel for each step and one for the kernel, two in a row.
    rows = len(steps) // 2 + 1
    figure, grid = new_figure(2 * width, height * rows, rows, 2, look, True)
    names = {v: _name(v) for v in where.vertices}
    colours = dict.fromkeys(where.vertices, OUTSIDE)
    left = where.as_mapping()
    panels = list(grid.flat)
    for number, (panel, step) in enumerate(zip(panels, steps, strict=False), 1):
        bold = dict.fromkeys(step.predecessors, step.sink)
        colours |= dict.fromkeys(bold, MARKED) | {step.sink: IN_KERNEL}
        _draw(panel, left, layout, names, colours, bold)
        panel.set_title(f"{number}: {_name(step.sink)} has no successor", fontsize=10)
        # Only now, since a panel shows the graph as the step finds it.
        colours |= dict.fromkeys(bold, GONE)
        gone = {step.sink, *bold}
        left = {
            v: [s for s in below if s not in gone and v not in gone] for v, below in left.items()
        }
    _draw(panels[len(steps)], left, layout, names, colours, {})
    panels[len(steps)].set_title("the kernel", fontsize=10)
    for panel in panels[len(steps) + 1 :]:
        panel.set_axis_off()
    put_note(
        figure,
        "gold: joins the kernel   ·   purple: its predecessors, which leave with it   ·   "
        "pale: gone",
    )
    return figure


# --- where everything goes ------------------------------------------------------------------------


Point = tuple[float, float]
Places = Mapping[Vertex, Point]
Edge = tuple[Vertex, Vertex]


@dataclass(frozen=True)
class Layout:
    """Places of vertices in inches, how much each edge is bent, and the corners of the picture."""

    places: Places
    bends: Mapping[Edge, float]
    low: Point
    high: Point

    @property
    def size(self) -> tuple[float, float]:
        """The inches of a figure, with room for the title and the note."""
        width = self.high[0] - self.low[0]
        height = self.high[1] - self.low[1]
        return max(4.5, width + 0.4), height + 1.2


def _laid_out(where: Arena) -> Layout:
    """Layers from left to right, with edges bent around the vertices in their way."""
    places = _layers(where)
    bends = {edge: _bend(edge, places) for edge in _edges(where)}
    points = [*places.values()]
    for edge, bend in bends.items():  # a bent edge may lead beyond all vertices
        points += _curve(edge, places, bend)
    xs, ys = zip(*points, strict=True)
    margin = 0.45  # half a vertex and some room
    low = (min(xs) - margin, min(ys) - margin)
    high = (max(xs) + margin, max(ys) + margin)
    return Layout(places, bends, low, high)


def _edges(where: Arena) -> list[Edge]:
    return [(v, s) for v, below in where.as_mapping().items() for s in below]


def _layers(where: Arena) -> dict[Vertex, Point]:
    """Places by the longest way to the end, those of a layer above one another.

    In its layer a vertex stands near the mean height of what leads to it, which keeps edges short.
    """
    # The order has successors first, so one pass settles all depths, and edges lead rightwards.
    depth = [0] * len(where.vertices)
    for k in where.order:
        depth[k] = max((depth[s] + 1 for s in where.successors[k]), default=0)
    layers: dict[int, list[int]] = defaultdict(list)
    height: dict[int, list[float]] = defaultdict(list)
    for k in reversed(where.order):
        layers[depth[k]].append(k)
    places: dict[int, Point] = {}
    for level in sorted(layers, reverse=True):
        members = sorted(layers[level], key=lambda k: fmean(height[k] or [0.0]))
        # Neighbouring layers are shifted, so that fewer edges run through a vertex.
        lift = 0.28 if level % 2 else -0.28
        middle = (len(members) - 1) / 2
        for row, k in enumerate(members):
            places[k] = (-ACROSS * level, UP * (row - middle + lift))
            for s in where.successors[k]:
                height[s].append(places[k][1])
    return {where.vertices[k]: place for k, place in places.items()}


def _bend(edge: Edge, places: Places) -> float:
    """The least bend that keeps the edge clear of other vertices, else that farthest from them."""
    # Only vertices are avoided: edges may cross, which is no worse to read.
    others = [place for vertex, place in places.items() if vertex not in edge]

    def clearance(bend: float) -> float:
        points = _curve(edge, places, bend)
        return min((hypot(a - c, b - d) for a, b in points for c, d in others), default=CLEAR)

    for bend in BENDS:
        if clearance(bend) >= CLEAR:
            return bend
    return max(BENDS, key=clearance)


def _curve(edge: Edge, places: Places, bend: float) -> list[Point]:
    """Points along the edge as matplotlib's arc3 bends it."""
    (x, y) = places[edge[0]]
    (u, v) = places[edge[1]]
    # A quadratic Bezier curve; its control point lies beside the middle of the edge.
    a = (x + u) / 2 + bend * (v - y)
    b = (y + v) / 2 - bend * (u - x)
    points = []
    for s, t in PARTS:
        first = s * s
        control = 2 * s * t
        last = t * t
        points.append((first * x + control * a + last * u, first * y + control * b + last * v))
    return points


# --- the pieces -----------------------------------------------------------------------------------


def _draw(
    axes: Axes,
    graph: Mapping[Vertex, Collection[Vertex]],
    layout: Layout,
    names: Mapping[Vertex, str],
    colours: Mapping[Vertex, str],
    bold: Mapping[Vertex, Vertex],
) -> None:
    """Draw the graph {vertex: its successors}; `bold` holds {vertex: successor}, strong edges."""
    from matplotlib import rcParams

    with needed("a picture of an arena", "plot"):
        import networkx as nx
    drawn = nx.DiGraph()
    drawn.add_nodes_from(graph)
    drawn.add_edges_from((v, s) for v, below in graph.items() for s in below)
    # In matplotlib's square points, with room for the longest name. Found by looking: a size is an
    # area, and the name needs its length in width.
    lines = "\n".join(names.values()).split("\n")
    size = 420 + 95 * max(0, max(map(len, lines)) - 2) ** 1.55
    at = layout.places
    if len(lines) > len(names):
        size = max(size, 700)
    filled = {"node_color": [colours[v] for v in graph], "edgecolors": "#555555"}
    nx.draw_networkx_nodes(drawn, at, ax=axes, nodelist=list(graph), node_size=size, **filled)
    # networkx draws edges of one look at a time; the strong ones come last, above the others.
    looks: dict[tuple[bool, float], list[Edge]] = defaultdict(list)
    for vertex, successor in drawn.edges:
        is_strong = vertex in bold and bold[vertex] == successor
        looks[is_strong, layout.bends[vertex, successor]].append((vertex, successor))
    for (is_strong, bend), edges in sorted(looks.items(), key=itemgetter(0)):
        look = {"connectionstyle": f"arc3,rad={bend}", **(STRONG_EDGE if is_strong else WEAK_EDGE)}
        # Arrows end at the rim of a vertex of this size.
        nx.draw_networkx_edges(drawn, at, ax=axes, edgelist=edges, node_size=size, **look)
    letters = {"font_size": 9, "font_family": rcParams["font.family"]}
    nx.draw_networkx_labels(drawn, at, {v: names[v] for v in graph}, ax=axes, **letters)
    # Not what networkx chose by the vertices alone: bent edges lead beyond them.
    (left, bottom) = layout.low
    (right, top) = layout.high
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
    axes.set_axis_off()


def _gold(where: Arena) -> dict[Vertex, str]:
    """The colour of each vertex: whether it is in the kernel."""
    inside = kernel(where)
    return {v: IN_KERNEL if v in inside else OUTSIDE for v in where.vertices}


def _name(vertex: object) -> str:
    """A vertex in few characters: (3, 1) is 3 1."""
    return " ".join(map(str, vertex)) if isinstance(vertex, tuple) else str(vertex)
