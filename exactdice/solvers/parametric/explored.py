"""All states of a game whose weights or payoffs hold a symbol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flint import fmpz_poly

from ...argument_checks import raise_rule_failed
from ...by_entry import entrywise
from ...cost import at_most, refuse_costly
from ...distribution import Distribution
from ...errors import RulesError, UnsolvableError
from ...exact import Progress, is_symbolic, shown
from ...game import MAX, RULES, Action, Game, Player, State, mover_among
from ...graph import actions_at, hashable, law_at, start_of
from ...optional import exploring_cost
from ...parametric.polynomial import (
    Parameter,
    Polynomial,
    body_of,
    one_parameter,
    polynomial_of,
    whole_body,
)
from ...parametric.rational import Quotient, quotient_of

MOST_STATES = 50_000  # unless cost has no limit
Law = tuple[tuple[int, fmpz_poly], ...]  # ((successor, weight), ...)


@dataclass(frozen=True)
class SymbolNode:
    """One state: its payoff when the game is over there, else its actions and, under MAX's action a
    and MIN's action b, `laws[a][b]` with the total weight `totals[a][b]`.
    """

    state: State
    payoff: Quotient | None
    actions: tuple[tuple[Action, ...], tuple[Action, ...]] = ((), ())
    laws: tuple[tuple[Law, ...], ...] = ()
    totals: tuple[tuple[fmpz_poly, ...], ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        """Its parts, polynomials as their coefficients: python-flint neither copies nor pickles
        one.
        """
        laws = entrywise(_listed_law, self.laws)
        totals = entrywise(_listed, self.totals)
        return _restored, (self.state, self.payoff, self.actions, laws, totals)

    @property
    def mover(self) -> Player | None:
        """The player to move; None where both have a choice."""
        return mover_among(*self.actions)

    @property
    def choices(self) -> tuple[Action, ...]:
        """The actions of the player to move."""
        return self.actions[self.mover or MAX]

    def moves(self) -> Iterator[tuple[Law, fmpz_poly]]:
        """The law of the successors and its total weight for each action of the player to move."""
        for row, totals in zip(self.laws, self.totals, strict=True):
            yield from zip(row, totals, strict=True)

    def successors(self) -> list[int]:
        """The numbers of all states that can follow."""
        return list({k: None for row in self.laws for law in row for k, _ in law})


def _listed_law(law: Law) -> list[tuple[int, list[int]]]:
    return [(k, _listed(weight)) for k, weight in law]


def _listed(polynomial: fmpz_poly) -> list[int]:
    return [int(c) for c in polynomial.coeffs()]


def _restored(
    state: State,
    payoff: Quotient | None,
    actions: tuple[tuple[Action, ...], tuple[Action, ...]],
    laws: list[list[list[tuple[int, list[int]]]]],
    totals: list[list[list[int]]],
) -> SymbolNode:
    """The node from what it is pickled to."""
    rows = tuple(map(tuple, entrywise(_law, laws)))
    sums = tuple(map(tuple, entrywise(fmpz_poly, totals)))
    return SymbolNode(state, payoff, actions, rows, sums)


def _law(law: list[tuple[int, list[int]]]) -> Law:
    return tuple((k, fmpz_poly(weight)) for k, weight in law)


@dataclass(frozen=True)
class SymbolGraph:
    """All states that can be reached from the start (node 0), and the symbol."""

    game: Game
    nodes: tuple[SymbolNode, ...]
    index: dict[State, int]
    parameter: Parameter

    @property
    def successors(self) -> list[list[int]]:
        """Where each node leads."""
        return [node.successors() for node in self.nodes]


def explore_symbols(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> SymbolGraph:
    """The graph of all states that are reached from the start, or from `starts`.

    Raises `RulesError` where a rule of the protocol is broken, and when the game holds no symbol or
    two.
    """
    refuse_costly(game, exploring_cost(game))
    search = _Search(game, [start_of(game)] if starts is None else starts)
    nodes: list[SymbolNode] = []
    for state in search.pending:  # it grows while it is read
        nodes.append(search.node(state))
        if len(search.pending) > at_most(MOST_STATES):
            raise UnsolvableError(
                f"more than {MOST_STATES} states of {shown(game)} can be reached: too many with a "
                "symbol; limit=none lists all"
            )
        if progress and len(nodes) % 1000 == 0:
            progress(len(nodes), None)
    if search.parameter is None:
        raise RulesError(f"{shown(game)} holds no symbol")
    return SymbolGraph(game, tuple(nodes), search.index, search.parameter)


def weights_of(nodes: Iterable[SymbolNode]) -> list[fmpz_poly]:
    """The different weights in the laws of the nodes, all but the constant ones."""
    found: dict[str, fmpz_poly] = {}
    for node in nodes:
        for law, _ in node.moves():
            found.update((str(weight), weight) for _, weight in law if weight.degree() > 0)
    return list(found.values())


class _Search:
    """The states that are found, with their numbers, and the symbol that came up."""

    def __init__(self, game: Game, starts: Iterable[State]) -> None:
        self.game = game
        self.pending = list(dict.fromkeys(map(hashable, starts)))
        self.index = {state: k for k, state in enumerate(self.pending)}
        self.parameter: Parameter | None = None

    def node(self, state: State) -> SymbolNode:
        """The node of the state; a rule of the user's that fails there is a `RulesError`."""
        try:
            return self._node(state)
        except Exception as error:
            raise_rule_failed(self.game, state, RULES, error)

    def _node(self, state: State) -> SymbolNode:
        payoff = self.game.payoff(state)
        if payoff is not None:
            return SymbolNode(state, self._payoff(state, payoff))
        actions = (actions_at(self.game, state, 0), actions_at(self.game, state, 1))
        laws, totals = [], []
        for a in actions[0]:
            row = [law_at(self.game, state, (a, b)) for b in actions[1]]
            laws.append(tuple(map(self._numbered, row)))
            totals.append(tuple(whole_body(law.total) for law in row))
        return SymbolNode(state, None, actions, tuple(laws), tuple(totals))

    def _payoff(self, state: State, payoff: object) -> Quotient:
        if is_symbolic(payoff):
            payoff = polynomial_of(payoff, f"the payoff of {shown(state)}", self.parameter)
        self._meet(payoff)
        return quotient_of(body_of(payoff))

    def _meet(self, number: object) -> None:
        """Keep the symbol of the number; `RulesError` for a second one."""
        if isinstance(number, Polynomial) and number.parameter is not self.parameter:
            known = [] if self.parameter is None else [variable_of(self.parameter)]
            self.parameter = one_parameter([number, *known])

    def _numbered(self, law: Distribution[State]) -> Law:
        self._meet(law.total)
        return tuple((self._number(state), whole_body(weight)) for state, weight in law.items())

    def _number(self, state: State) -> int:
        if state not in self.index:
            self.index[state] = len(self.pending)
            self.pending.append(state)
        return self.index[state]


def variable_of(parameter: Parameter) -> Polynomial:
    """The symbol itself as a polynomial."""
    return Polynomial(parameter, fmpz_poly([0, 1]) * body_of(1))
