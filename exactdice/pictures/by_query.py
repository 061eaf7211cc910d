"""What is drawn for a query: its table over ranges, or the picture of the quantity it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..arenas.arena import explored_arena
from ..distribution import Distribution, EndlessLaw
from ..errors import QueryError
from ..exact import Progress
from ..games.connect_four.fast import bitboard
from ..games.connect_four.rules import ConnectFour
from ..games.on_graphs.words import rules_named
from ..queries.evaluate import call_in, evaluate_query
from ..queries.ranges import Labels
from ..tables.of_laws import finite, laws_of_queries
from ..tables.table import Table, make_table
from ..words.register import whole
from . import arenas
from .laws import draw_overlaid, law_outcomes
from .plot import draw
from .trees import draw_tree

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Drawn = Callable[..., "Figure"]


def _of_arena(draw: Drawn, **options: object) -> Drawn:
    """The picture of the game on a graph that is the quantity's argument."""

    def drawn(
        misere: object, arguments: tuple[object, ...], path: Path | None, title: str
    ) -> Figure:
        # Of misere play the kernel does not decide, and the picture would show it as if it did.
        if misere:
            raise QueryError("the picture shows normal play: leave out misere")
        rules = rules_named(arguments[0])
        # Exploring ends at what a picture can hold, however large the game is.
        arena = explored_arena(rules.options, rules.start, arenas.MOST_VERTICES)
        return draw(arena, path, title, **options)

    return drawn


def _of_search(
    game: ConnectFour, arguments: tuple[object, ...], path: Path | None, title: str
) -> Figure:
    return draw_tree(bitboard(game), path, whole(arguments[0], "n", 0), title)


# Here and not beside the quantities, so that to ask for a value loads no picture.
PICTURES: dict[str, Drawn] = {
    "kernel": _of_arena(arenas.draw_arena),
    "grundy": _of_arena(arenas.draw_arena, values=True),
    "kernel_steps": _of_arena(arenas.draw_kernel_steps),
    "winning_moves": _of_arena(arenas.draw_doubled),
    "connect_four_search": _of_search,
}


def draw_over(
    queries: Sequence[str],
    ranges: Mapping[str, Labels],
    given: Mapping[str, object],
    path: Path | None,
    title: str,
    progress: Progress | None = None,
) -> Figure:
    """The picture of a query: of its table over one range or two, its own over none; written to the
    path where there is one.

    Several queries are laws, which are drawn over each other.
    """
    query, *more = queries
    if more and ranges:
        raise QueryError("several queries in one picture are laws, which have no range")
    if more:
        laws = dict(zip(queries, laws_of_queries(queries, given), strict=True))
        return draw_overlaid(laws, path, title)
    if ranges:
        return draw(make_table(query, ranges, given, progress), path, title)
    return draw_query(query, given, path, title)


def draw_query(query: str, given: Mapping[str, object], path: Path | None, title: str) -> Figure:
    """The picture of a query that is one quantity with a picture of its own, or a law: its
    probabilities as bars; written to the path where there is one.

    Raises `QueryError` for any other.

    kernel(G): the arena with its kernel and a winning strategy; grundy(G): with values;
    winning_moves(G): the bipartite arena; kernel_steps(G): the steps that build the kernel;
    connect_four_search(n): the searched tree with its cuts.
    """
    called = call_in(query, given)
    if called is not None and called[0] in PICTURES:
        name, setting, arguments = called
        return PICTURES[name](setting, arguments, path, title)
    law = evaluate_query(query, given)
    if not isinstance(law, Distribution | EndlessLaw):
        names = ", ".join(PICTURES)
        raise QueryError(
            f"a plot needs one or two ranges, as in d=1..10 k=1..60, or a law or one of {names} "
            f"without a range, got {query}"
        )
    return draw(_table_of(finite(law, query), query, given), path, title)


def _table_of(law: Distribution[object], query: str, given: Mapping[str, object]) -> Table:
    """The law as a table over its outcomes."""
    outcomes = law_outcomes(law, query)
    labels = outcomes if isinstance(outcomes, range) else tuple(outcomes)
    cells = tuple((law.probability(outcome),) for outcome in labels)
    return Table((f"probability under {query}",), ("outcome", labels), None, cells, given)
