"""The picture of a searched tree: what alpha-beta visited, what it left out, and best play.

Needs matplotlib.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from ..arenas.search import Search, Searchable, Tree, alpha_beta
from ..errors import ExactDiceError
from ..exact import Exact, exact_text
from ..game import MAX, Action, Player, State
from .figure import check_kind, check_own_size, new_figure, put_note, put_title, save_figure
from .look import DEFAULT, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NODES = 150  # that can still be told apart
BEST, VISITED, LEFT_OUT, LINE = "#f2b134", "#d7e3f4", "#f4f4f4", "#8a94a0"
LEGEND = "triangle up: MAX moves, down: MIN   ·   gold: best play   ·   dashed: left out"
TrailPlaces = dict[tuple[Action, ...], tuple[float, float]]


@dataclass(frozen=True)
class Trails:
    """The game whose states are the moves made so far: each node of its tree is another state."""

    game: Searchable
    root: State
    start: tuple[Action, ...] = ()

    def reached(self, trail: tuple[Action, ...]) -> State:
        """The state after these moves from the root."""
        # Played anew each time: the trees drawn are small, and a trail then needs no memory.
        state = self.root
        for move in trail:
            state = self.game.play(state, move)
        return state

    def payoff(self, trail: tuple[Action, ...]) -> Exact | None:
        """That of the state."""
        return self.game.payoff(self.reached(trail))

    def mover(self, trail: tuple[Action, ...]) -> Player:
        """That of the state."""
        return self.game.mover(self.reached(trail))

    def moves(self, trail: tuple[Action, ...]) -> list[Action]:
        """Those of the state; none when the game is over."""
        return [] if self.payoff(trail) is not None else list(self.game.moves(self.reached(trail)))

    def play(self, trail: tuple[Action, ...], move: Action) -> tuple[Action, ...]:
        """The trail with one more move."""
        return (*trail, move)

    def heuristic(self, trail: tuple[Action, ...]) -> Exact:
        """That of the state."""
        return self.game.heuristic(self.reached(trail))


def draw_tree(
    game: Searchable,
    path: Path | None,
    depth: int | None = None,
    title: str = "",
    root: State | None = None,
    look: Look = DEFAULT,
) -> Figure:
    """The picture of an alpha-beta search `depth` moves deep (None: to the end) from the root
    (default: the start), written to the path.

    Triangles point up where MAX moves and down where MIN does; each visited node shows what the
    search returned for it: at a cut, and below one, that is a bound. Branches that a cut leaves out
    are dashed; best play is in gold.
    """
    check_kind(path)
    check_own_size(look)
    trails = Trails(game, game.start if root is None else root)
    seen: dict[tuple[Action, ...], Exact] = {}
    found = alpha_beta(trails, None, depth, seen=seen.__setitem__)
    places = _places(trails, depth)
    figure, axes = new_figure(*_size(places), look=look, is_fixed=True)
    _branches(axes, places, seen, found)
    if not isinstance(game, Tree):
        _moves(axes, places)
    _nodes(axes, trails, places, seen, found)
    axes.margins(0.05, 0.12)
    axes.set_axis_off()
    put_title(figure, title)
    put_note(figure, f"{_counts(found, places)}\n{LEGEND}")
    return save_figure(figure, path)


def _size(places: TrailPlaces) -> tuple[float, float]:
    """The width and height of the figure, in inches."""
    leaves = {x for x, _ in places.values() if x.is_integer()}
    levels = {y for _, y in places.values()}
    return max(5.0, 0.42 * len(leaves) + 1), 1.2 + 1.1 * len(levels)


def _counts(found: Search, places: TrailPlaces) -> str:
    # The whole tree is the measure of what alpha-beta saved.
    return (
        f"value {exact_text(found.value)}, {found.nodes} of {len(places)} positions "
        f"visited, {found.cuts} cuts"
    )


def _places(trails: Trails, depth: int | None) -> TrailPlaces:
    """A place for each node of the whole tree: leaves side by side, a parent above the middle of
    its branches.
    """
    # What the cuts left out is laid out too, for the picture shows how much that is.
    places: TrailPlaces = {}
    leaves = count(1)

    def settle(trail: tuple[Action, ...]) -> float:
        """Place the node after all below it; how far to the right it stands."""
        moves = [] if len(trail) == depth else trails.moves(trail)
        below = [settle(trails.play(trail, move)) for move in moves]
        # After its branches, whose ends decide where the middle is.
        across = (below[0] + below[-1]) / 2 if below else float(next(leaves))
        places[trail] = across, -float(len(trail))
        if len(places) > MOST_NODES:
            raise ExactDiceError(
                f"a tree of more than {MOST_NODES} positions cannot be drawn readably: search "
                "less deep"
            )
        return across

    settle(())
    return places


def _branches(axes: Axes, places: TrailPlaces, seen: dict[State, Exact], found: Search) -> None:
    """The lines from each node to those below, each with its move; a stroke through those that a
    cut leaves out.
    """
    for trail, (x, y) in places.items():
        if trail:
            a, b = places[trail[:-1]]
            best = trail == found.variation[: len(trail)]
            out = trail not in seen
            colour, width = (BEST, 3.0) if best else (LINE, 1.0)
            stroke = (0, (2, 3)) if out else "-"
            axes.plot([a, x], [b, y], zorder=1, linestyle=stroke, color=colour, linewidth=width)
            # Once where the cut was made; what lies below is left out for the same reason.
            if out and trail[:-1] in seen:
                axes.text(
                    a + 0.5 * (x - a),
                    b + 0.5 * (y - b),
                    "×",
                    ha="center",
                    va="center",
                    color="#c0392b",
                    fontsize=12,
                    zorder=2,
                )


def _moves(axes: Axes, places: TrailPlaces) -> None:
    """The move that leads to each node, on its branch."""
    for trail, (x, y) in places.items():
        if trail:
            a, b = places[trail[:-1]]
            place = x + 0.22 * (a - x), y + 0.22 * (b - y)
            axes.text(
                *place,
                str(trail[-1]),
                ha="center",
                va="center",
                fontsize=7,
                color="#444444",
                zorder=2,
                backgroundcolor="white",
            )


def _nodes(
    axes: Axes, trails: Trails, places: TrailPlaces, seen: dict[State, Exact], found: Search
) -> None:
    """Triangles for the positions with moves, squares for the others, with what the search
    returned.
    """
    inner = {trail[:-1] for trail in places if trail}
    for trail, (x, y) in places.items():
        best = trail == found.variation[: len(trail)]
        up = trail in inner and trails.mover(trail) == MAX
        mark, size, shift = ("^", 520, -0.035) if up else ("v", 520, 0.035)
        if trail not in inner:
            mark, size, shift = "s", 330, 0.0
        face, edge = (VISITED, "#555555") if trail in seen else (LEFT_OUT, "#cccccc")
        if best:
            face = BEST
        axes.scatter([x], [y], marker=mark, s=size, color=face, edgecolors=edge, zorder=3)
        if trail in seen:
            axes.text(
                x,
                y + shift,
                exact_text(seen[trail]),
                ha="center",
                va="center",
                fontsize=8,
                zorder=4,
            )
