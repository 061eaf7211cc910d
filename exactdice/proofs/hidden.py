"""Games with hidden information in the words of the checker: the tree, and a plan of each player.

The file lists no information sets: it says state by state what each player observes, and the
checker finds out what they know.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from .. import checker
from ..exact.numbers import Progress, name_shown
from ..game.optional import Hiding
from ..game.protocol import MAX, MIN, NAMES, OTHER, PLAYERS, WAIT, Action, Player, State
from ..game.solution import Enclosure, Solution
from ..solvers.evaluation.profiles import Following, against
from ..solvers.hidden.information import (
    NOTHING,
    ByInformation,
    Informed,
    Knowledge,
    Situation,
    by_what_is_known,
)
from ..solvers.hidden.solution import HiddenSolution
from ..solvers.hidden.tree import GameTree, InformationSet, game_tree
from .parts import Document, action_names, number_text, plain, proof_document

Name = int | str


def hidden_proof(
    game: Hiding, solution: Solution | Enclosure, progress: Progress | None = None
) -> Document:
    """The proof that the strategy of each player makes sure of the value, or of its end of it.

    A best response is proved as the solution of the game in which the other's strategy is chance.
    """
    if isinstance(solution, HiddenSolution) and solution.responder is not None:
        game = answered(game, solution.strategies[OTHER[solution.responder]], solution.responder)
    # Made anew, since a solution keeps no tree.
    tree = game_tree(game, progress)
    plans: Document = {}
    for player in PLAYERS:
        # What the player knows when it acts, and the weights of its actions then: in the order in
        # which the states of the file come to it
        words = InWords(tree, player)
        met: dict[int, InformationSet] = {}
        for k in words.tree.order:
            info = words.set_at(k)
            if info is not None:
                met.setdefault(info.place, info)
        plan: list[object] = []
        for place, info in met.items():
            law = dict(
                solution.strategies[player][words.tree.information(place, words.player)].items()
            )
            weights = [hex(law.get(action, 0)) for action in info.actions]
            plan.append([words.information(place), weights])
        plans[NAMES[player]] = plan
    return proof_document(hidden_problem(tree), [number_text(solution.value)], plans)


@dataclass(frozen=True)
class Answered(Following):
    """The game left to one player when the other follows a plan of what it knows."""

    game: Informed

    def observation(self, state: Situation, player: Player) -> Hashable:
        """What the player who chooses observes; for the other, chance acts."""
        chooses = self.plans[player] is None
        return self.game.game.observation(state.state, player) if chooses else None


def answered(game: Hiding, plan: object, player: Player) -> Answered:
    """The game left to the player when the other follows the plan."""
    known = Informed(game)
    followed = ByInformation(known, OTHER[player], by_what_is_known(game, plan))
    return Answered(known, against(followed, player))


def hidden_problem(tree: GameTree) -> Document:
    """The rules of the game: its states, each before all that may come after it."""
    both = InWords(tree, MAX), InWords(tree, MIN)
    place = {k: at for at, k in enumerate(tree.order)}
    states = []
    for k in tree.order:
        node = tree.graph.nodes[k]
        observed = [words.observed(k) for words in both]
        said: Document = {"state": name_shown(_bare(node.state)), "observed": observed}
        states.append(said)
        if node.payoff is not None:
            said["payoff"] = checker.ratio_text(node.payoff)
            continue
        rows, columns = (words.order(k) for words in both)
        said["actions"] = [words.names(k) for words in both]
        said["laws"] = [
            [[[place[after], hex(w)] for after, w in node.laws[a][b]] for b in columns]
            for a in rows
        ]
    return {"family": "hidden", "states": states}


@dataclass(frozen=True)
class InWords:
    """What one player observes and does, in words that JSON can hold."""

    tree: GameTree
    player: Player

    @property
    def knowledge(self) -> Knowledge:
        """All that the player may come to know."""
        return self.tree.knowledge(self.player)

    def set_at(self, k: int) -> InformationSet | None:
        """The information set of the player in situation k; None where it does not move."""
        node = self.tree.graph.nodes[k]
        if node.payoff is not None or node.actions[self.player] == (WAIT,):
            return None
        return self.tree.information_sets[self.player][self.tree.known(k, self.player)]

    def observed(self, k: int) -> str | None:
        """What the player observes in situation k."""
        seen = self.tree.game.observation(self.tree.graph.nodes[k].state.state, self.player)
        return None if seen is None else self._observations[seen]

    @cached_property
    def _observations(self) -> dict[Hashable, str]:
        """A text for each observation, numbered where two would have the same."""
        latest = zip(self.knowledge.latest, self.knowledge.acted, strict=True)
        different = dict.fromkeys(part for part, acted in latest if not acted)
        texts = action_names([str(plain(part)) for part in different])
        return {part: str(text) for part, text in zip(different, texts, strict=True)}

    def names(self, k: int) -> list[Name]:
        """The names of the player's actions in situation k."""
        info = self.set_at(k)
        return ["wait"] if info is None else list(self._actions[info.place].values())

    @cached_property
    def _actions(self) -> dict[int, dict[Action, Name]]:
        """{place of an information set: {action: its name}}."""
        named = {}
        for place, info in self.tree.information_sets[self.player].items():
            named[place] = dict(zip(info.actions, action_names(info.actions), strict=True))
        return named

    def order(self, k: int) -> list[int]:
        """The places of the actions of situation k, in the order of the information set."""
        info = self.set_at(k)
        # States with one information may list the same actions in different orders.
        actions = self.tree.graph.nodes[k].actions[self.player]
        return [0] if info is None else [actions.index(action) for action in info.actions]

    def information(self, place: int) -> list[Name]:
        """What the player knows at the place."""
        parts: list[Name] = []
        while place != NOTHING:
            latest = self.knowledge.latest[place]
            before = self.knowledge.before[place]
            acted = self.knowledge.acted[place]
            parts.append(self._actions[before][latest] if acted else self._observations[latest])
            place = before
        return parts[::-1]


def _bare(state: State) -> State:
    """The state of the game, without the places of what the players know."""
    return _bare(state.state) if isinstance(state, Situation) else state
