"""What is drawn for a query: its table over ranges, or the picture of the quantity it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..arenas.arena import explored_arena
from ..distribution import Distribution, EndlessLaw
from ..errors import QueryError
from ..exact import Progress
from ..games.connect_four.fast import bitboard
from ..games.connect_four.rules import ConnectFour
from ..games.on_graphs.words import rules_named
from ..parametric.function import PiecewiseFunction
from ..queries.evaluate import call_in, evaluate_query, names_in
from ..queries.ranges import Labels
from ..queries.symbols import symbols_held
from ..queries.syntax import parse
from ..tables.of_laws import finite, laws_of_queries
from ..tables.table import Table, make_table
from ..words.register import Answer, whole
from . import arenas
from .figure import in_style
from .functions import draw_functions
from .laws import draw_law, draw_overlaid
from .look import DEFAULT, Look
from .plot import check_shape, draw, draw_beside
from .trees import draw_tree

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Drawn = Callable[..., "Figure"]


def _of_arena(draw: Drawn, **options: object) -> Drawn:
    """The picture of the game on a graph that is the quantity's argument."""

    def drawn(
        misere: object, arguments: tuple[object, ...], path: Path | None, title: str, look: Look
    ) -> Figure:
        # Of misere play the kernel does not decide, and the picture would show it as if it did.
        if misere:
            raise QueryError("the picture shows normal play: leave out misere")
        rules = rules_named(arguments[0])
        # Exploring ends at what a picture can hold, however large the game is.
        arena = explored_arena(rules.options, rules.start, arenas.MOST_VERTICES)
        return draw(arena, path, title, look=look, **options)

    return drawn


def _of_search(
    game: ConnectFour, arguments: tuple[object, ...], path: Path | None, title: str, look: Look
) -> Figure:
    return draw_tree(bitboard(game), path, whole(arguments[0], "n", 0), title, look=look)


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
    look: Look = DEFAULT,
) -> Figure:
    """The picture of a query: of its table over one range or two, its own over none; written to the
    path where there is one.

    Several queries over two ranges are maps beside each other with one scale, over one range lines,
    and over none laws, which are drawn over each other.
    """
    check_shape(look, len(ranges))
    open_names = chain(*(sorted(names_in(parse(query))) for query in queries))
    look.check_labels(dict.fromkeys([*ranges, *open_names]))
    with in_style(look):
        if len(ranges) == 2:
            tables = [make_table(query, ranges, given, progress) for query in queries]
            return draw_beside(tables, path, title, look)
        if ranges:
            return draw(make_table(queries, ranges, given, progress), path, title, look)
        if len(queries) > 1 and symbols_held(given):
            return draw_functions(_functions_of(queries, given), path, title, look)
        if len(queries) > 1:
            laws = dict(zip(queries, laws_of_queries(queries, given), strict=True))
            return draw_overlaid(laws, path, title, look)
        return draw_query(queries[0], given, path, title, look)


def draw_made(
    tables: Sequence[Table], path: Path | None, title: str, look: Look = DEFAULT
) -> Figure:
    """The same picture of tables that are made already, such as those of a sweep's file: of several
    over the same two ranges, or of one.
    """
    ranges = 1 if tables[0].columns is None else 2
    check_shape(look, ranges)
    look.check_labels([table.rows[0] for table in tables[:1]] + _across(tables[0]))
    with in_style(look):
        return draw_beside(tables, path, title, look)


def _across(table: Table) -> list[str]:
    """The name of the second range, where there is one."""
    return [] if table.columns is None else [table.columns[0]]


def _functions_of(
    queries: Sequence[str], given: Mapping[str, object]
) -> list[tuple[str, PiecewiseFunction]]:
    """The queries, each with its value as a function of a symbol; `QueryError` where there is
    none.
    """
    found = []
    for query in queries:
        value = evaluate_query(query, given)
        if not isinstance(value, PiecewiseFunction):
            raise QueryError(f"several functions of a symbol are drawn in one, and {query} is none")
        found.append((query, value))
    return found


def caption(queries: Sequence[str], options: Sequence[str], look: Look) -> str:
    """The title of a picture that was given none: the queries on one line, and their options; none
    on paper, where the caption says what the picture is of.
    """
    if look.is_paper:
        return ""
    asked = "; ".join(" ".join(query.split()) for query in queries)
    return f"{asked}   ({', '.join(options)})" if options else asked


def draw_query(
    query: str,
    given: Mapping[str, object],
    path: Path | None,
    title: str,
    look: Look = DEFAULT,
) -> Figure:
    """The picture of a query that is one quantity with a picture of its own, a function of a
    symbol among the weights, or a law; written to the path where there is one.

    Raises `QueryError` for any other.

    kernel(G): the arena with its kernel and a winning strategy; grundy(G): with values;
    winning_moves(G): the bipartite arena; kernel_steps(G): the steps that build the kernel;
    connect_four_search(n): the searched tree with its cuts.
    """
    called = call_in(query, given)
    if called is not None and called[0] in PICTURES:
        name, setting, arguments = called
        return PICTURES[name](setting, arguments, path, title, look)
    return _draw_value(query, evaluate_query(query, given), path, title, look)


def _draw_value(query: str, value: Answer, path: Path | None, title: str, look: Look) -> Figure:
    """The picture of a function or a law, which is the value of the query; `QueryError` for any
    other value.
    """
    if isinstance(value, PiecewiseFunction):
        return draw_functions([(query, value)], path, title, look)
    if not isinstance(value, Distribution | EndlessLaw):
        names = ", ".join(PICTURES)
        raise QueryError(
            f"a plot needs one or two ranges, as in d=1..10 k=1..60, or a law or one of {names} "
            f"without a range, got {query}"
        )
    return draw_law(finite(value, query), query, path, title, look)
