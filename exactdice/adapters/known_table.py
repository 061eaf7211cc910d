"""The transition table of a player who does not see the states, by what it knows.

When the other follows a strategy, what the player comes to know next has a law that depends on what
it knows and on its action alone: the states that it cannot tell apart have the chances of chance
and of the other's strategy on the way (Bayes; as it forgets nothing, what it did itself is the same
on all these ways). So its information is the state of a decision problem for one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

from flint import fmpq

from ..exact import as_exact, as_fmpq
from ..game import MAX, OTHER, WAIT, WAITS, Action, ActionLaw, Player, Strategy
from ..graph import Node
from ..hidden.solution import Followed
from .known import KnownByNumber
from .steps import After, ExactTable, Step, paid_to

Shares = dict[After, fmpq]


def known_table(known: KnownByNumber, player: Player, opponent: Strategy) -> ExactTable:
    """`P[number][action]` = [(probability, next number, reward, over), ...], exact, for the numbers
    of what the player knows.

    A step goes on until the player knows something new or play is over, however often the other
    moves meanwhile. The action is what the player does where it is asked with what it knows; where
    it is not asked before it knows more, the number is not read. What is known when play is over,
    or never known against this strategy, leads to itself and is over. Raises `RulesError` when the
    strategy of the other plays what the game does not allow.
    """
    shares = _Shares(known, player, opponent)
    return {number: shares.row(number) for number in range(len(known.nodes[player]))}


class _Shares:
    """How often, of all plays in which the player does what leads there, each step is taken."""

    def __init__(self, known: KnownByNumber, player: Player, opponent: Strategy) -> None:
        self.known, self.player = known, player
        self.laws = Followed.of(known.tree, OTHER[player], opponent).laws
        # {number: shares of steps in which the player was not asked}, {(number, action): others}
        self.unasked: dict[int, Shares] = defaultdict(partial(defaultdict, fmpq))
        self.asked: dict[tuple[int, Action], Shares] = defaultdict(partial(defaultdict, fmpq))
        weights = [fmpq(0)] * len(known.tree.graph.nodes)
        weights[0] = fmpq(1)
        # Each situation after those that lead to it, so its weight is whole when it is left.
        for k in known.tree.order:
            if weights[k] and known.tree.graph.nodes[k].payoff is None:
                self._leave(k, weights)

    def row(self, number: int) -> dict[int, list[Step]]:
        """The row of the table for the number."""
        actions = self.known.nodes[self.player][number].actions
        return {place: self._steps(number, action) for place, action in enumerate(actions)}

    def _steps(self, number: int, action: Action) -> list[Step]:
        shares = dict(self.unasked.get(number, {}))
        for after, share in self.asked.get((number, action), {}).items():
            shares[after] = shares.get(after, fmpq(0)) + share
        total = sum(shares.values(), fmpq(0))
        if not total:  # play is over, or never leads here
            return [(1, number, 0, True)]
        return [(as_exact(share / total), *after) for after, share in shares.items()]

    def _leave(self, k: int, weights: list[fmpq]) -> None:
        """Follow every move from a situation, with the law of the other's action."""
        graph = self.known.tree.graph
        node = graph.nodes[k]
        here = self.known.number(node, self.player)
        for action, law, chance in self._moves(node):
            for successor, weight in law:
                share = weights[k] * chance * weight
                weights[successor] += share
                after = self._after(graph.nodes[successor])
                if action != WAIT:
                    self.asked[here, action][after] += share
                elif after[0] != here:
                    self.unasked[here][after] += share

    def _moves(self, node: Node) -> Iterator[tuple[Action, Iterable[tuple[int, int]], fmpq]]:
        """(the player's action, the law of the successors, the other's chance over its total)."""
        law_of_other = self._law_of_other(node)
        mine, theirs = node.actions[self.player], node.actions[OTHER[self.player]]
        for m, action in enumerate(mine):
            for t, answer in enumerate(theirs):
                chance = as_fmpq(law_of_other.probability(answer))
                a, b = (m, t) if self.player == MAX else (t, m)
                if chance:
                    yield action, node.laws[a][b], chance / node.totals[a][b]

    def _law_of_other(self, node: Node) -> ActionLaw:
        other = OTHER[self.player]
        if node.actions[other] == (WAIT,):
            return WAITS
        return self.laws[node.state.known[other]]

    def _after(self, node: Node) -> After:
        """What the player knows in the situation, its reward on the way in, and whether it is the
        last.
        """
        reward = paid_to(self.player, node.payoff or 0)
        return self.known.number(node, self.player), reward, node.payoff is not None
