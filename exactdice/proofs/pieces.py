"""Proofs of solutions in pieces, in the words of the checker: polynomials in the symbol of the game
as weights, and the points at which a value or what is best changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import floor

from flint import fmpq, fmpz_poly

from .. import checker
from ..acyclic import components
from ..by_entry import entrywise
from ..exact import as_exact, name_shown
from ..game import PLAYERS, Game
from ..parametric.isolation import changes_between
from ..parametric.pieces import Piece, Pieces
from ..parametric.points import Line, Point, simple_between
from ..parametric.rational import Quotient
from ..solvers.parametric import PiecewiseSolution
from ..solvers.parametric.domain import Ends, domain
from ..solvers.parametric.explored import Law, SymbolGraph, SymbolNode, explore_symbols, weights_of
from .graphs import names_in
from .parts import Document, Json, proof_document

# Of the interval of a point: two numbers that differ by less, as where two sides are equal just
# beside it, are hardly ever met, and the checker rejects what it cannot tell apart.
BITS = 128


def pieces_proof(solution: PiecewiseSolution) -> Document:
    """The proof of a solution in pieces."""
    graph, order = solution.graph, _order(solution.graph)
    first = next(iter(solution.found.values()))
    ends = first.ends[0], first.ends[-1]
    unfinished = [graph.nodes[k] for k in order if graph.nodes[k].payoff is None]
    found = [solution.found[node.state] for node in unfinished]
    # The checker wants every weight to keep its sign between points; it may touch 0 at one.
    marks = _touching(solution, ends).union(*(pieces.ends for pieces in found))
    points = sorted(marks, key=_low)
    places = {point: place for place, point in enumerate(points)}
    return proof_document(
        _problem(graph, order, ends),
        [[_value_text(piece, places) for piece in pieces.pieces] for pieces in found],
        {
            "breaks": [_point_text(point) for point in points[1:-1]],
            "best": [_best_text(*pair) for pair in zip(unfinished, found, strict=True)],
        },
    )


def _touching(solution: PiecewiseSolution, ends: Ends) -> set[Point]:
    """The points inside of the domain at which a weight is 0."""
    found: set[Point] = set()
    for weight in weights_of(solution.graph.nodes):
        found.update(solution.line.roots_inside(weight, *ends))
    return found


def pieces_problem(game: Game) -> Document:
    """The rules of a game that holds a symbol, in the words of the checker."""
    graph = explore_symbols(game)
    return _problem(graph, _order(graph), domain(graph, Line()))


def _order(graph: SymbolGraph) -> list[int]:
    """The states, each before what it leads to where play cannot come back, so that the checker
    sees that it cannot.
    """
    layers = components(graph.successors)
    return list(chain.from_iterable(sorted(layer) for layer in reversed(layers)))


def _problem(graph: SymbolGraph, order: Sequence[int], ends: Ends) -> Document:
    place = {k: number for number, k in enumerate(order)}
    return {
        "family": "pieces",
        "symbol": graph.parameter.name,
        "domain": [_point_text(end) for end in ends],
        "states": [_state_text(graph.nodes[k], place) for k in order],
    }


def _state_text(node: SymbolNode, place: dict[int, int]) -> Document:
    name = name_shown(node.state)
    if node.payoff is not None:
        return {"state": name, "payoff": _quotient_text(node.payoff)}

    def law_text(law: Law) -> Json:
        return [[place[k], _polynomial_text(weight)] for k, weight in law]

    actions = [names_in(node, player) for player in PLAYERS]
    return {"state": name, "actions": actions, "laws": entrywise(law_text, node.laws)}


def _polynomial_text(polynomial: fmpz_poly) -> list[str]:
    return [hex(int(c)) for c in polynomial.coeffs()]


def _quotient_text(value: Quotient) -> list[list[str]]:
    return [_polynomial_text(value.numerator), _polynomial_text(value.denominator)]


def _value_text(piece: Piece, places: dict[Point, int]) -> Json:
    return [places[piece.upper], _quotient_text(_with_positive(piece, piece.value))]


def _with_positive(piece: Piece, value: Quotient) -> Quotient:
    """The same function with a denominator that is positive on the piece."""
    if value.denominator(simple_between(piece.lower, piece.upper)) > 0:
        return value
    return Quotient(-value.numerator, -value.denominator)


def _best_text(node: SymbolNode, pieces: Pieces) -> Json:
    """What is best at the first end, in the first piece, at the next end, and so on; where both
    choose the mixtures of each piece.
    """
    if node.mover is None:
        return [_mixtures_text(piece) for piece in pieces.pieces]
    names = names_in(node, node.mover)
    inside = [piece.best for piece in pieces.pieces]
    first, *others = pieces.at_ends
    in_turn = [first, *chain.from_iterable(zip(inside, others, strict=True))]
    return [[names[c] for c in best] for best in in_turn]


def _mixtures_text(piece: Piece) -> Json:
    assert piece.mixtures is not None
    row, column = (_shares_text(piece, shares) for shares in piece.mixtures)
    return {"row": row, "column": column}


def _shares_text(piece: Piece, shares: Iterable[Quotient]) -> Json:
    return [_quotient_text(_with_positive(piece, share)) for share in shares]


def _point_text(point: Point) -> Json:
    """A rational point as its number, another as its polynomial with an interval around it."""
    root = point.root
    if root.rational is not None:
        return checker.ratio_text(root.rational)
    bits = BITS
    while True:
        low, high = _interval(point, bits)
        # Descartes' rule sees a single root once the others are far enough, complex ones too.
        if changes_between(root.polynomial, low, high) == 1:
            ends = [checker.ratio_text(as_exact(end)) for end in (low, high)]
            return [_polynomial_text(root.polynomial), *ends]
        bits *= 2


def _interval(point: Point, bits: int) -> tuple[fmpq, fmpq]:
    """Two numbers of so many bits around the point, which do not depend on how it was found."""
    found, grid = point.root.bounds(2 * bits), 1 << bits
    low = floor(found.lower * grid)
    high = floor(found.upper * grid) + 1
    return fmpq(low, grid), fmpq(high, grid)


def _low(point: Point) -> fmpq:
    return point.low
