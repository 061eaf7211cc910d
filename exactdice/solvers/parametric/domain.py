"""The interval in which the symbol of a game lies, on which every weight is a weight."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from flint import fmpq, fmpz_poly

from ...errors import RulesError
from ...exact import as_exact, exact_text, shown
from ...game import Game, State
from ...optional import SupportsDrawn
from ...parametric.isolation import sign_at
from ...parametric.points import Line, Point, simple_between
from ...parametric.polynomial import Parameter, Polynomial, body_of, whole_body
from .explored import SymbolGraph, SymbolNode

Ends = tuple[Point, Point]


def domain(graph: SymbolGraph, line: Line) -> Ends:
    """The stated domain, or else the one interval on which no weight is negative.

    Raises `RulesError` naming the state where a weight is negative in the stated domain, or all
    weights are 0; and when no domain is stated and the weights allow none, several or an endless
    one.
    """
    parameter = graph.parameter
    if parameter.low is None or parameter.high is None:
        ends = _found(graph, line)
    else:
        ends = line.rational(parameter.low), line.rational(parameter.high)
        _refuse_negative(graph, line, ends)
    _refuse_no_weight(graph, line, ends)
    return ends


def _weights(graph: SymbolGraph) -> dict[str, tuple[SymbolNode, fmpz_poly]]:
    """The different weights that vary, each with a state where it is used."""
    start = graph.nodes[0]
    found: dict[str, tuple[SymbolNode, fmpz_poly]] = {}
    for weight in of_options(graph.game, graph.parameter):
        found[str(weight)] = start, weight
    for node in graph.nodes:
        for drawn in drawn_with(graph.game, node.state) if node.payoff is None else ():
            found.setdefault(str(drawn), (node, whole_body(drawn)))
        for law, _ in node.moves():
            for _, weight in law:
                found.setdefault(str(weight), (node, weight))
    return found


def of_options(game: Game, parameter: Parameter) -> list[fmpz_poly]:
    """The weights with this symbol of a die among the options of the game, or of the game in which
    strategies are followed, as polynomials with the same signs: a score may add up those of several
    throws.
    """
    weights = getattr(game, "weights", None)
    if weights is None and hasattr(game, "game"):
        return of_options(game.game, parameter)
    listed = weights if isinstance(weights, tuple) else ()
    return [body_of(weight).numer() for weight in listed if holds_only(weight, parameter)]


def holds_only(weight: object, parameter: Parameter) -> bool:
    """Whether this is a polynomial in the symbol alone."""
    if not isinstance(weight, Polynomial):
        return False
    return [held.name for held in weight.parameters] == [parameter.name]


def drawn_with(game: Game, state: State) -> Iterable[int]:
    """The weights with which strategies draw an action at the state, where some are followed."""
    return game.drawn_with(state) if isinstance(game, SupportsDrawn) else ()


def _found(graph: SymbolGraph, line: Line) -> Ends:
    """The only interval on which no weight is negative."""
    name = graph.parameter.name
    # A weight that is 0 everywhere, as that of a face that never falls, sets no end.
    weights = [weight for _, weight in _weights(graph).values() if weight.degree() >= 0]
    bound = max((_root_bound(weight) for weight in weights), default=fmpq(1))
    outer = line.rational(-bound), line.rational(bound)
    roots = {point for w in weights for point in line.roots(w, -bound, bound)}
    ends = sorted({*roots, *outer}, key=lambda point: point.low)
    good = [pair for pair in pairwise(ends) if _are_weights(weights, simple_between(*pair))]
    state_it = (
        f'state its domain by {name}=0..1 at the command line, parameter("{name}", 0, 1) in Python'
    )
    if not good:
        raise RulesError(f"no interval of {name} makes every weight 0 or more")
    # Intervals that join are one: at their common end a weight only touches 0.
    if any(left[1] is not right[0] for left, right in pairwise(good)):
        raise RulesError(f"the weights allow more than one interval of {name}: {state_it}")
    low, high = good[0][0], good[-1][1]
    if low is outer[0] or high is outer[1]:
        raise RulesError(f"the weights set no end to {name}: {state_it}")
    return low, high


def _root_bound(weight: fmpz_poly) -> fmpq:
    """A number beyond all roots, by Cauchy, as a power of 2."""
    leading = abs(weight.leading_coefficient())
    largest = max(abs(c) for c in weight.coeffs())
    return fmpq(2 << int(2 + largest // leading).bit_length())


def _are_weights(weights: Iterable[fmpz_poly], at: fmpq) -> bool:
    return all(weight(at) >= 0 for weight in weights)


def _refuse_negative(graph: SymbolGraph, line: Line, ends: Ends) -> None:
    """Raise `RulesError` naming where in the domain a weight is negative."""
    for node, weight in _weights(graph).values():
        inside = line.roots_inside(weight, *ends)
        for left, right in pairwise([ends[0], *inside, ends[1]]):
            at = simple_between(left, right)
            if sign_at(weight, at) < 0:
                name = graph.parameter.name
                raise RulesError(
                    f"a weight at {shown(node.state)} is negative for {name} from "
                    f"{left.root.text(name)} to {right.root.text(name)}, as at {name} = "
                    f"{exact_text(as_exact(at))}: state a smaller domain"
                )


def _refuse_no_weight(graph: SymbolGraph, line: Line, ends: Ends) -> None:
    """Raise `RulesError` where all weights of a law are 0 at a point of the domain."""
    seen: set[str] = set()
    for node in graph.nodes:
        for _, total in node.moves():
            if total.degree() <= 0 or str(total) in seen:
                continue
            seen.add(str(total))
            for point in _roots_from(line, total, ends):
                name = graph.parameter.name
                raise RulesError(
                    f"every weight of a law at {shown(node.state)} is 0 at {name} = "
                    f"{point.root.text(name)}: state a domain without it"
                )


def _roots_from(line: Line, total: fmpz_poly, ends: Ends) -> list[Point]:
    """The roots in the domain, its ends included: as points of the line, or one beside an end,
    within the interval by which that is known, would be taken for it.
    """
    inside = line.roots_inside(total, *ends)
    return [end for end in ends if end.is_root_of(total)] + inside
