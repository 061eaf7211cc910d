"""The range of a query over all optimal strategies."""

from __future__ import annotations

from ...exact.errors import QueryError
from ...exact.numbers import Value
from ..arithmetic import depends_on_symbol
from ..evaluate import value_of
from ..register import Answer, Argument, Unevaluated, quantity
from ..syntax import query_text
from ..ties import depends_on_ties, range_of


@quantity(called="query", of_queries=True)
def over_ties(query: Argument) -> Answer:
    """The least and the largest exact value of a query over all ways that its optimal strategies
    break their ties, as in `over_ties(win(optimal, random))`; in a game of imperfect information
    over all optimal strategies of one player.
    """
    assert isinstance(query, Unevaluated)
    node, scope = query
    found: Answer = range_of(node, scope) if depends_on_ties(node, scope) else value_of(node, scope)
    if isinstance(found, Value) or depends_on_symbol(found):
        return found
    raise QueryError(
        f"no range over ties is known of {query_text(node)}: it is of one mean such as gain(a, b), "
        "win, draw, loss, turns, reach or gain_from, perhaps with numbers beside it"
    )
