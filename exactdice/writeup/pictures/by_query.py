"""The picture of a query: its table over ranges, or the picture of the quantity it names; and games
on graphs drawn: an arena and its bipartite double.

An arena needs networkx besides matplotlib.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from ...distributions.distribution import Distribution, InfiniteDistribution
from ...exact.errors import QueryError
from ...exact.loading import needed
from ...exact.numbers import Exact, Interval, Progress, entrywise
from ...game.protocol import NAMES, PLAYERS
from ...game.text_of_values import in_order
from ...query.evaluate import call_in, evaluate_query, names_in
from ...query.games.on_graphs import rules_named
from ...query.ranges import Labels
from ...query.symbols import symbols_held
from ...query.syntax import parse
from ...solvers.arenas.arena import (
    Arena,
    Vertex,
    doubled,
    explored_arena,
    grundy_values,
    kernel,
    winning_strategy,
)
from ...symbolic.function import PiecewiseFunction
from ..tables.number_text import exact, is_name
from ..tables.table import Table, evaluate_distributions, make_table, require_distribution
from .curves import draw_curves, draw_distribution, draw_functions, draw_overlaid
from .figure import (
    DEFAULT,
    MOST_PLACES,
    PlotStyle,
    check_kind,
    check_sizes,
    new_figure,
    put_note,
    put_title,
    save_figure,
    styled,
)
from .maps import draw_distribution_map, draw_maps

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_over(
    queries: Sequence[str],
    ranges: Mapping[str, Labels],
    given: Mapping[str, object],
    path: Path | None,
    title: str,
    progress: Progress | None = None,
    look: PlotStyle = DEFAULT,
) -> Figure:
    """The picture of a query: of its table over one range or two, its own over none; written to the
    path where there is one.

    Several queries over two ranges are maps beside each other with one scale, over one range lines,
    and over none distributions or functions of a symbol, which are drawn over each other.
    """
    open_names = chain(*(sorted(names_in(parse(query))) for query in queries))

    def draw() -> Figure:
        if not ranges:
            return _draw_quantities(queries, given, look)
        apart = queries if len(ranges) == 2 else [queries]
        return _draw_tables([make_table(query, ranges, given, progress) for query in apart], look)

    return _draw_styled(draw, ranges, path, title, look, open_names)


def draw_made(
    tables: Sequence[Table], path: Path | None, title: str, look: PlotStyle = DEFAULT
) -> Figure:
    """The picture of tables that are made already, written to the path: of several over the same
    two ranges, or of one; over two ranges a heat map, over one bars, a line for each
    query or a map of distributions.

    The first of two ranges goes upward, the second across.
    """
    ranges = [name for name, _ in filter(None, (tables[0].rows, tables[0].columns))]
    return _draw_styled(partial(_draw_tables, tables, look), ranges, path, title, look)


def _draw_styled(
    draw: Callable[[], Figure],
    ranges: Collection[str],
    path: Path | None,
    title: str,
    look: PlotStyle,
    open_names: Iterable[str] = (),
) -> Figure:
    """What is drawn with this look, under its title, and written to the path where there is one;
    what cannot be is refused before any value is computed.
    """
    if look.levels is not None and len(ranges) != 2:
        raise QueryError(f"--levels needs two ranges, as in i=0..9 j=0..9, got {len(ranges)}")
    look.check_labels(dict.fromkeys([*ranges, *open_names]))
    check_kind(path)
    with styled(look):
        figure = draw()
        put_title(figure, title)
        return save_figure(figure, path)


def caption(queries: Sequence[str], options: Sequence[str], look: PlotStyle) -> str:
    """The title of a picture that was given none: the queries on one line, and their options; none
    on paper, where the caption says what the picture is of.
    """
    if look.is_paper:
        return ""
    asked = "; ".join(" ".join(query.split()) for query in queries)
    return f"{asked}   ({', '.join(options)})" if options else asked


def _draw_quantities(
    queries: Sequence[str], given: Mapping[str, object], look: PlotStyle
) -> Figure:
    """The figure of one quantity that has a picture of its own, of functions of a symbol among the
    weights, or of distributions; `QueryError` for anything else.

    kernel(G): the arena with its kernel and a winning strategy; grundy(G): with values;
    winning_moves(G): the bipartite arena.
    """
    if len(queries) > 1 and not symbols_held(given):
        laws = evaluate_distributions(queries, given)
        return draw_overlaid(dict(zip(queries, laws, strict=True)), look)
    called = call_in(queries[0], given) if len(queries) == 1 else None
    if called is not None and called[0] in PICTURES:
        name, misere, arguments = called
        # Of misere play the kernel does not decide, and the picture would show it as if it did.
        if misere:
            raise QueryError("the picture shows normal play: leave out misere")
        rules = rules_named(arguments[0])
        # Exploring ends at what a picture can hold, however large the game is.
        return PICTURES[name](explored_arena(rules.options, rules.start, MOST_PLACES), look)
    found = [(query, evaluate_query(query, given)) for query in queries]
    functions = [(query, f) for query, f in found if isinstance(f, PiecewiseFunction)]
    if len(functions) == len(found):
        return draw_functions(functions, look)
    if len(found) > 1:
        raise QueryError("several functions of a symbol are drawn in one, and not values")
    ((query, value),) = found
    if not isinstance(value, Distribution | InfiniteDistribution):
        raise QueryError(
            f"a plot needs one or two ranges, as in d=1..10 k=1..60, or a law or one of "
            f"{', '.join(PICTURES)} without a range, got {query}"
        )
    return draw_distribution(require_distribution(value, query), query, look)


def _draw_tables(tables: Sequence[Table], look: PlotStyle) -> Figure:
    """The figure of the tables, without its title."""
    first = tables[0]
    is_map = first.columns is not None
    cells = [cell for table in tables for cell in chain(*table.cells)]
    every: list[list[list[Exact]]] = []
    if not is_map and len(first.queries) == 1 and all(isinstance(x, Distribution) for x in cells):
        return draw_distribution_map(first, look)
    if is_map and all(is_name(cell) or isinstance(cell, frozenset) for cell in cells):
        if look.levels is not None:
            raise QueryError(
                f"--levels needs a map of numbers, but {first.query} has actions or sets: leave it "
                "out"
            )
        names = [exact(name) for name in in_order(set(cells))]
        number = {name: k for k, name in enumerate(names)}
        every += (entrywise(lambda cell: number[exact(cell)], table.cells) for table in tables)
        return draw_maps(tables, every, look, names)
    for table in tables:
        every.append(entrywise(partial(_drawn_number, table.query), table.cells))
        check_sizes([*chain(*every[-1])], f"{table.query} has values")
    return draw_maps(tables, every, look) if is_map else draw_curves(first, every[0], look)


def _drawn_number(query: str, value: object) -> Exact:
    if isinstance(value, Exact):
        return value
    # A picture shows three digits at most, so bounds that agree in them are one number.
    if isinstance(value, Interval) and 1000 * value.width < max(Fraction(1), abs(value.middle)):
        return value.middle
    raise QueryError(
        f"only numbers can be drawn, but {query} has a value of another kind: {exact(value)}"
    )


# --- games on graphs -----------------------------------------------------------------------------

IN_KERNEL = "#f2b134"
OUTSIDE = "#d7e3f4"
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


def draw_arena(arena: Arena, look: PlotStyle, values: bool = False) -> Figure:
    """The figure of an arena: the kernel in gold, a winning strategy in bold.

    With `values` each vertex shows its Sprague-Grundy value too.
    """
    names = {v: _name(v) for v in arena.vertices}
    note = "bold: a winning strategy"
    if values:
        names = {v: f"{_name(v)}\n{number}" for v, number in grundy_values(arena).items()}
        note = "second line: Sprague-Grundy value"
    note = f"gold: the kernel, where the player to move loses   ·   {note}"
    return _draw_graph(arena, _lay_out(arena), names, note, look)


def draw_doubled(arena: Arena, look: PlotStyle) -> Figure:
    """The figure of the bipartite arena: on the left MAX is to move, on the right MIN.

    A winning strategy of each is in bold.
    """
    both = doubled(arena)
    # Each vertex twice in its row.
    rows = list(enumerate(arena.vertices))
    places: dict[Vertex, complex] = {
        (v, player): complex(APART * player, -ROW * k) for k, v in rows for player in PLAYERS
    }
    # An edge leads from one column to the other, with no vertex between them to avoid.
    straight = dict.fromkeys(_edges(both), 0.0)
    layout = Layout(places, straight, complex(-0.8, -ROW * len(rows) + 0.2), 4.4 + 0.8j)
    names: dict[Vertex, str] = {(v, player): _name(v) for _, v in rows for player in PLAYERS}
    note = "gold: the player to move loses   ·   bold: a winning strategy for each player"
    figure = _draw_graph(both, layout, names, note, look)
    for player in PLAYERS:
        title = f"{NAMES[player]} to move"
        figure.axes[0].text(APART * player, 0.5, title, ha="center", fontsize=11)
    return figure


# --- where everything goes ------------------------------------------------------------------------


Places = Mapping[Vertex, complex]  # the inches across and, as the imaginary part, upward
Edge = tuple[Vertex, Vertex]


@dataclass(frozen=True)
class Layout:
    """Places of vertices in inches, how much each edge is bent, and the corners of the picture."""

    places: Places
    bends: Mapping[Edge, float]
    low: complex
    high: complex

    @property
    def size(self) -> tuple[float, float]:
        """The inches of a figure, with room for the title and the note."""
        room = self.high - self.low
        return max(4.5, room.real + 0.4), room.imag + 1.2


def _lay_out(arena: Arena) -> Layout:
    """Layers from left to right, with edges bent around the vertices in their way."""
    places = _place_in_layers(arena)
    bends = {edge: _bend(edge, places) for edge in _edges(arena)}
    points = [*places.values()]
    for edge, bend in bends.items():  # a bent edge may lead beyond all vertices
        points += _curve(edge, places, bend)
    xs = [point.real for point in points]
    ys = [point.imag for point in points]
    margin = 0.45 + 0.45j  # half a vertex and some room
    low = complex(min(xs), min(ys)) - margin
    return Layout(places, bends, low, complex(max(xs), max(ys)) + margin)


def _edges(arena: Arena) -> list[Edge]:
    return [(v, s) for v, below in arena.as_mapping().items() for s in below]


def _place_in_layers(arena: Arena) -> Places:
    """Places by the longest way to the end, those of a layer above one another.

    In its layer a vertex stands near the mean height of what leads to it, which keeps edges short.
    """
    # The order has successors first, so one pass settles all depths, and edges lead rightwards.
    depth = [0] * len(arena.vertices)
    for k in arena.order:
        depth[k] = max((depth[s] + 1 for s in arena.successors[k]), default=0)
    layers: dict[int, list[int]] = defaultdict(list)
    heights: dict[int, list[float]] = defaultdict(list)
    for k in reversed(arena.order):
        layers[depth[k]].append(k)
    places = {}
    for level in sorted(layers, reverse=True):
        members = sorted(layers[level], key=lambda k: fmean(heights[k] or [0.0]))
        # Neighbouring layers are shifted, so that fewer edges run through a vertex.
        lift = 0.28 if level % 2 else -0.28
        middle = (len(members) - 1) / 2
        for row, k in enumerate(members):
            places[k] = complex(-ACROSS * level, UP * (row - middle + lift))
            for s in arena.successors[k]:
                heights[s].append(places[k].imag)
    return {arena.vertices[k]: place for k, place in places.items()}


def _bend(edge: Edge, places: Places) -> float:
    """The least bend that keeps the edge clear of other vertices, else that farthest from them."""
    # Only vertices are avoided: edges may cross, which is no worse to read.
    others = [place for vertex, place in places.items() if vertex not in edge]

    def clearance(bend: float) -> float:
        points = _curve(edge, places, bend)
        return min((abs(point - other) for point in points for other in others), default=CLEAR)

    for bend in BENDS:
        if clearance(bend) >= CLEAR:
            return bend
    return max(BENDS, key=clearance)


def _curve(edge: Edge, places: Places, bend: float) -> list[complex]:
    """Points along the edge as matplotlib's arc3 bends it."""
    start, end = (places[vertex] for vertex in edge)
    # A quadratic Bezier curve; its control point lies beside the middle of the edge.
    control = (start + end) / 2 - 1j * bend * (end - start)
    return [s * s * start + 2 * s * t * control + t * t * end for s, t in PARTS]


def _draw_graph(
    arena: Arena, layout: Layout, names: Mapping[Vertex, str], note: str, look: PlotStyle
) -> Figure:
    """The figure of the arena with this note: its kernel in gold, a winning strategy in bold."""
    from matplotlib import rcParams

    with needed("a picture of an arena", "plot"):
        import networkx as nx
    figure, axes = new_figure(*layout.size, look=look, is_fixed=True)
    drawn = nx.DiGraph(arena.as_mapping())
    # In matplotlib's square points, with room for the longest name. Found by looking: a size is an
    # area, and the name needs its length in width.
    lines = "\n".join(names.values()).split("\n")
    size = 420 + 95 * max(0, max(map(len, lines)) - 2) ** 1.55
    at = {v: (place.real, place.imag) for v, place in layout.places.items()}
    if len(lines) > len(names):
        size = max(size, 700)
    inside = kernel(arena)
    colours = [IN_KERNEL if v in inside else OUTSIDE for v in arena.vertices]
    filled = {"node_color": colours, "edgecolors": "#555555", "node_size": size}
    nx.draw_networkx_nodes(drawn, at, ax=axes, nodelist=list(arena.vertices), **filled)
    # networkx draws edges of one look at a time; the strong ones come last, above the others.
    strategy = winning_strategy(arena)
    looks: dict[tuple[bool, float], list[Edge]] = defaultdict(list)
    for vertex, successor in drawn.edges:
        is_strong = vertex in strategy and strategy[vertex] == successor
        looks[is_strong, layout.bends[vertex, successor]].append((vertex, successor))
    for is_strong, bend in sorted(looks):
        edge = {"connectionstyle": f"arc3,rad={bend}", **(STRONG_EDGE if is_strong else WEAK_EDGE)}
        edges = looks[is_strong, bend]
        # Arrows end at the rim of a vertex of this size.
        nx.draw_networkx_edges(drawn, at, ax=axes, edgelist=edges, node_size=size, **edge)
    letters = {"font_size": 9, "font_family": rcParams["font.family"]}
    nx.draw_networkx_labels(drawn, at, {v: names[v] for v in arena.vertices}, ax=axes, **letters)
    # Not what networkx chose by the vertices alone: bent edges lead beyond them.
    low, high = layout.low, layout.high
    axes.set(xlim=(low.real, high.real), ylim=(low.imag, high.imag), aspect="equal")
    axes.set_axis_off()
    put_note(figure, note)
    return figure


def _name(vertex: object) -> str:
    """A vertex in few characters: (3, 1) is 3 1."""
    return " ".join(map(str, vertex)) if isinstance(vertex, tuple) else str(vertex)


# Here and not beside the quantities, so that to ask for a value loads no picture.
PICTURES: dict[str, Callable[..., Figure]] = {
    "kernel": draw_arena,
    "grundy": partial(draw_arena, values=True),
    "winning_moves": draw_doubled,
}
