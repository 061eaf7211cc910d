"""What a choice costs in a game in which the players do not see everything: the worth of the best
action by what the player knows, less that of the one that was chosen.

What an action is worth is its mean payoff over all that the player cannot tell apart, against the
other's strategy in the solution and with the player's own best play from there on. The states have
the weights that the player must give them by that strategy, by chance and by what it did (Bayes).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flint import fmpq

from ..errors import RulesError
from ..exact import Exact, as_exact, as_fmpq, shown
from ..game import MAX, NAMES, OTHER, PLAYERS, WAIT, Action, ActionLaw, Game, Player, State
from ..hidden.information import Situation
from ..hidden.solution import Followed, HiddenSolution, Response, best_against
from ..hidden.tree import GameTree
from .choices import Choice


@dataclass(frozen=True, eq=False)
class HiddenKnown:
    """What is known of choices in a game that has this tree and this solution."""

    tree: GameTree
    solution: HiddenSolution

    @property
    def game(self) -> Game:
        """The game that is played: its states tell what each player knows."""
        return self.tree.informed

    def worth_at(self, state: State) -> Exact:
        """What the start is worth to MAX; `RulesError` for any other state."""
        if state != self.game.start:
            raise RulesError("what a state is worth depends on what the players believe there")
        return self.solution.value

    def optimal_law(self, situation: Situation, player: Player) -> ActionLaw:
        """The law of the player's action in the solution."""
        known = self.tree.information(situation.known[player], player)
        return self.solution.strategies[player][known]

    def judged(self, state: Situation, player: Player, action: Action) -> Choice:
        """What the player's action costs by what it knows in this situation.

        Raises `RulesError` where optimal play of the other never leads to this information.
        """
        values = self.action_values(state, player)
        best = max(values.values())
        optimal = tuple(other for other, value in values.items() if value == best)
        return Choice(state, player, action, optimal, best - values[action])

    def action_values(self, situation: Situation, player: Player) -> dict[Action, Exact]:
        """{action: what the player is paid on average after it} by what it knows.

        Raises `RulesError` where optimal play of the other never leads to this information.
        """
        place = situation.known[player]
        info = self.tree.information_sets[player][place]
        chance = self._chances[player].get(place, fmpq(0))
        if not chance:
            known = self.tree.information(place, player)
            raise RulesError(
                f"optimal play of {NAMES[OTHER[player]]} never leads to {shown(known)}, so it does "
                "not say what to believe there"
            )
        worth = self._responses[player].worth
        sign = 1 if player == MAX else -1
        values = {}
        for action in info.actions:
            paid = worth.get(self.tree.after(place, action, player), fmpq(0))
            values[action] = as_exact(sign * paid / chance)
        return values

    @cached_property
    def _followed(self) -> tuple[Followed, ...]:
        """Of each player the solution's strategy."""
        plans = self.solution.strategies
        return tuple(Followed.of(self.tree, player, plans[player]) for player in PLAYERS)

    @cached_property
    def _responses(self) -> tuple[Response, ...]:
        """Of each player the best response to the other's strategy."""
        return tuple(
            best_against(self.tree, player, self._followed[OTHER[player]].weights)
            for player in PLAYERS
        )

    @cached_property
    def _chances(self) -> tuple[dict[int, fmpq], ...]:
        """Of each player {place: the chance that play comes there when it does all for that}."""
        return tuple(self._chances_of(player) for player in PLAYERS)

    def _chances_of(self, player: Player) -> dict[int, fmpq]:
        tree, other = self.tree, OTHER[player]
        weights = self._followed[other].weights
        found: dict[int, fmpq] = {}
        for node, here in zip(tree.states.nodes, tree.chances, strict=True):
            if node.payoff is not None or node.actions[player] == (WAIT,):
                continue
            for places, chance in here.items():
                weight = weights.get(tree.sequence(places[other], other), 0)
                before = found.get(places[player], fmpq(0))
                share = as_fmpq(weight)
                found[places[player]] = before + chance * share
        return found
