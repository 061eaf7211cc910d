"""What is drawn for a query: its table over ranges, or the picture of the quantity it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ...distributions.distribution import Distribution, EndlessLaw
from ...exact.errors import QueryError
from ...exact.numbers import Exact, Interval, Progress
from ...query.evaluate import call_in, evaluate_query, names_in
from ...query.games.on_graphs import rules_named
from ...query.ranges import Labels
from ...query.symbols import symbols_held
from ...query.syntax import parse
from ...solvers.arenas.arena import explored_arena
from ...symbolic.function import PiecewiseFunction
from ..tables.number_text import exact, is_name
from ..tables.of_laws import finite, laws_of_queries
from ..tables.table import Table, make_table
from . import arenas
from .curves import draw_curves, draw_functions
from .figure import MOST_PLACES, check_kind, check_sizes, in_style, put_title, save_figure
from .laws import draw_law, draw_overlaid
from .look import DEFAULT, Look
from .maps import draw_law_map, draw_maps, draw_named_maps

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
        arena = explored_arena(rules.options, rules.start, MOST_PLACES)
        return draw(arena, path, title, look=look, **options)

    return drawn


# Here and not beside the quantities, so that to ask for a value loads no picture.
PICTURES: dict[str, Drawn] = {
    "kernel": _of_arena(arenas.draw_arena),
    "grundy": _of_arena(arenas.draw_arena, values=True),
    "kernel_steps": _of_arena(arenas.draw_kernel_steps),
    "winning_moves": _of_arena(arenas.draw_doubled),
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
            return _draw_tables(tables, path, title, look)
        if ranges:
            table = make_table(queries, ranges, given, progress)
            return _draw_tables([table], path, title, look)
        if len(queries) > 1 and symbols_held(given):
            found = [(query, evaluate_query(query, given)) for query in queries]
            functions = [(query, f) for query, f in found if isinstance(f, PiecewiseFunction)]
            if len(functions) < len(found):
                raise QueryError("several functions of a symbol are drawn in one, and not values")
            return draw_functions(functions, path, title, look)
        if len(queries) > 1:
            laws = dict(zip(queries, laws_of_queries(queries, given), strict=True))
            return draw_overlaid(laws, path, title, look)
        return draw_query(queries[0], given, path, title, look)


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
    winning_moves(G): the bipartite arena; kernel_steps(G): the steps that build the kernel.
    """
    called = call_in(query, given)
    if called is not None and called[0] in PICTURES:
        name, setting, arguments = called
        return PICTURES[name](setting, arguments, path, title, look)
    value = evaluate_query(query, given)
    if isinstance(value, PiecewiseFunction):
        return draw_functions([(query, value)], path, title, look)
    if not isinstance(value, Distribution | EndlessLaw):
        names = ", ".join(PICTURES)
        raise QueryError(
            f"a plot needs one or two ranges, as in d=1..10 k=1..60, or a law or one of {names} "
            f"without a range, got {query}"
        )
    return draw_law(finite(value, query), query, path, title, look)


def draw_made(
    tables: Sequence[Table], path: Path | None, title: str, look: Look = DEFAULT
) -> Figure:
    """The picture of tables that are made already, written to the path: of several over the same
    two ranges, or of one; over two ranges a heat map, over one bars, a line for each
    query or a map of laws.

    The first of two ranges goes upward, the second across.
    """
    ranges = [name for name, _ in filter(None, (tables[0].rows, tables[0].columns))]
    check_shape(look, len(ranges))
    look.check_labels(ranges)
    with in_style(look):
        return _draw_tables(tables, path, title, look)


def check_shape(look: Look, ranges: int) -> None:
    """Raise `QueryError` for level lines where there is no map, before any value is computed."""
    if look.levels is not None and ranges != 2:
        raise QueryError(f"--levels needs two ranges, as in i=0..9 j=0..9, got {ranges}")


def _draw_tables(tables: Sequence[Table], path: Path | None, title: str, look: Look) -> Figure:
    """The picture of the tables, in the style that is set, written to the path."""
    check_kind(path)
    figure = _drawn(tables, look)
    put_title(figure, title)
    return save_figure(figure, path)


def _drawn(tables: Sequence[Table], look: Look) -> Figure:
    """The figure, without its title."""
    first = tables[0]
    is_map = first.columns is not None
    cells = [cell for table in tables for cell in chain(*table.cells)]
    if not is_map and len(first.queries) == 1 and all(isinstance(x, Distribution) for x in cells):
        return draw_law_map(first, look)
    if is_map and all(is_name(cell) or isinstance(cell, frozenset) for cell in cells):
        if look.levels is not None:
            raise QueryError(
                f"--levels needs a map of numbers, but {first.query} has actions or sets: leave it "
                "out"
            )
        return draw_named_maps(tables, look)
    every = [[[_number(cell, t.query) for cell in row] for row in t.cells] for t in tables]
    for table, values in zip(tables, every, strict=True):
        check_sizes([*chain(*values)], f"{table.query} has values")
    return draw_maps(tables, every, look) if is_map else draw_curves(first, every[0], look)


def _number(value: object, query: str) -> Exact:
    if isinstance(value, Exact):
        return value
    # A picture shows three digits at most, so bounds that agree in them are one number.
    if isinstance(value, Interval) and 1000 * value.width < max(Fraction(1), abs(value.middle)):
        return value.middle
    raise QueryError(
        f"only numbers can be drawn, but {query} has a value of another kind: {exact(value)}"
    )
