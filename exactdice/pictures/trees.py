"""The picture of a searched tree: what alpha-beta visited, what it left out, and best play.

Needs matplotlib.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..arenas.search import Search, Searchable, Tree, alpha_beta
from ..errors import ExactDiceError
from ..exact import Exact, exact_text
from ..game import MAX, Action, Player, State
from .figure import MOST_PLACES, check_kind, new_figure, put_note, put_title, save_figure
from .look import DEFAULT, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    trails = Trails(game, game.start if root is None else root)
    seen: dict[tuple[Action, ...], Exact] = {}
    found = alpha_beta(trails, None, depth, seen=seen.__setitem__)
    places = _places(trails, depth)
    leaves = {x for x, _ in places.values() if x.is_integer()}
    levels = {y for _, y in places.values()}
    width, height = max(5.0, 0.42 * len(leaves) + 1), 1.2 + 1.1 * len(levels)
    figure, axes = new_figure(width, height, look=look, is_fixed=True)
    _branches(axes, places, seen, found, has_moves=not isinstance(game, Tree))
    _nodes(axes, trails, places, seen, found)
    axes.margins(0.05, 0.12)
    axes.set_axis_off()
    put_title(figure, title)
    # The whole tree is the measure of what alpha-beta saved.
    counts = f"{found.nodes} of {len(places)} positions visited, {found.cuts} cuts"
    put_note(figure, f"value {exact_text(found.value)}, {counts}\n{LEGEND}")
    return save_figure(figure, path)


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
        if len(places) > MOST_PLACES:
            raise ExactDiceError(
                f"a tree of more than {MOST_PLACES} positions cannot be drawn readably: search "
                "less deep"
            )
        return across

    settle(())
    return places


def _branches(
    axes: Axes, places: TrailPlaces, seen: dict[State, Exact], found: Search, has_moves: bool
) -> None:
    """The lines from each node to those below, each with its move; a stroke through those that a
    cut leaves out.
    """
    written: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 2}
    for trail, (x, y) in places.items():
        if not trail:
            continue
        a, b = places[trail[:-1]]
        best = trail == found.variation[: len(trail)]
        out = trail not in seen
        colour, width = (BEST, 3.0) if best else (LINE, 1.0)
        stroke = (0, (2, 3)) if out else "-"
        axes.plot([a, x], [b, y], zorder=1, linestyle=stroke, color=colour, linewidth=width)
        # Once where the cut was made; what lies below is left out for the same reason.
        if out and trail[:-1] in seen:
            middle = (a + x) / 2, (b + y) / 2
            axes.text(*middle, "×", color="#c0392b", fontsize=12, **written)
        if has_moves:
            near = x + 0.22 * (a - x), y + 0.22 * (b - y)
            text = axes.text(*near, str(trail[-1]), fontsize=7, color="#444444", **written)
            text.set_backgroundcolor("white")


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
        face = BEST if best else face
        axes.scatter([x], [y], marker=mark, s=size, color=face, edgecolors=edge, zorder=3)
        if trail in seen:
            text = exact_text(seen[trail])
            axes.text(x, y + shift, text, ha="center", va="center", fontsize=8, zorder=4)
