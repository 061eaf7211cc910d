"""What is drawn for a query: its table over ranges, or the picture of the quantity it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
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
from ..tables.table import Table, finite, laws_of_queries, make_table
from . import arenas
from .curves import draw_curves, draw_functions
from .figure import MOST_PLACES, check_kind, check_sizes, in_style, put_title, save_figure
from .laws import draw_law, draw_overlaid
from .look import DEFAULT, Look
from .maps import draw_law_map, draw_maps, draw_named_maps

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Here and not beside the quantities, so that to ask for a value loads no picture.
PICTURES: dict[str, Callable[..., Figure]] = {
    "kernel": arenas.draw_arena,
    "grundy": partial(arenas.draw_arena, values=True),
    "kernel_steps": arenas.draw_kernel_steps,
    "winning_moves": arenas.draw_doubled,
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
    and over none laws or functions of a symbol, which are drawn over each other.
    """
    check_shape(look, len(ranges))
    open_names = chain(*(sorted(names_in(parse(query))) for query in queries))
    look.check_labels(dict.fromkeys([*ranges, *open_names]))
    check_kind(path)
    with in_style(look):
        if len(ranges) == 2:
            figure = _drawn([make_table(query, ranges, given, progress) for query in queries], look)
        elif ranges:
            figure = _drawn([make_table(queries, ranges, given, progress)], look)
        elif len(queries) == 1:
            figure = _draw_query(queries[0], given, look)
        elif symbols_held(given):
            found = [(query, evaluate_query(query, given)) for query in queries]
            functions = [(query, f) for query, f in found if isinstance(f, PiecewiseFunction)]
            if len(functions) < len(found):
                raise QueryError("several functions of a symbol are drawn in one, and not values")
            figure = draw_functions(functions, look)
        else:
            laws = dict(zip(queries, laws_of_queries(queries, given), strict=True))
            figure = draw_overlaid(laws, look)
        put_title(figure, title)
        return save_figure(figure, path)


def caption(queries: Sequence[str], options: Sequence[str], look: Look) -> str:
    """The title of a picture that was given none: the queries on one line, and their options; none
    on paper, where the caption says what the picture is of.
    """
    if look.is_paper:
        return ""
    asked = "; ".join(" ".join(query.split()) for query in queries)
    return f"{asked}   ({', '.join(options)})" if options else asked


def _draw_query(query: str, given: Mapping[str, object], look: Look) -> Figure:
    """The figure of a query that is one quantity with a picture of its own, a function of a symbol
    among the weights, or a law; `QueryError` for any other.

    kernel(G): the arena with its kernel and a winning strategy; grundy(G): with values;
    winning_moves(G): the bipartite arena; kernel_steps(G): the steps that build the kernel.
    """
    called = call_in(query, given)
    if called is not None and called[0] in PICTURES:
        name, misere, arguments = called
        # Of misere play the kernel does not decide, and the picture would show it as if it did.
        if misere:
            raise QueryError("the picture shows normal play: leave out misere")
        rules = rules_named(arguments[0])
        # Exploring ends at what a picture can hold, however large the game is.
        return PICTURES[name](explored_arena(rules.options, rules.start, MOST_PLACES), look)
    value = evaluate_query(query, given)
    if isinstance(value, PiecewiseFunction):
        return draw_functions([(query, value)], look)
    if not isinstance(value, Distribution | EndlessLaw):
        raise QueryError(
            f"a plot needs one or two ranges, as in d=1..10 k=1..60, or a law or one of "
            f"{', '.join(PICTURES)} without a range, got {query}"
        )
    return draw_law(finite(value, query), query, look)


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
    check_kind(path)
    with in_style(look):
        figure = _drawn(tables, look)
        put_title(figure, title)
        return save_figure(figure, path)


def check_shape(look: Look, ranges: int) -> None:
    """Raise `QueryError` for level lines where there is no map, before any value is computed."""
    if look.levels is not None and ranges != 2:
        raise QueryError(f"--levels needs two ranges, as in i=0..9 j=0..9, got {ranges}")


def _drawn(tables: Sequence[Table], look: Look) -> Figure:
    """The figure of the tables, without its title."""
    first = tables[0]
    is_map = tables[0].columns is not None
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
