"""Best responses in a game with hidden information, in one pass.

When the other player follows a plan, each end of play pays the responder its payoff times the
chance of all that is not its own choice. These sums belong to its sequences; what an information
set is worth is the best of its actions, each worth the sums of its own sequence and of the sets
that come right after it. Sets that come later have larger places, so one pass from the last to the
first finds them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from ..argument_checks import no_progress
from ..distribution import point
from ..errors import RulesError
from ..exact import Exact, Progress, as_exact, as_fmpq, shown
from ..game import MAX, NAMES, OTHER, Action, ActionLaw, Player, Strategy
from ..optional import Hiding
from .information import NOTHING, by_what_is_known
from .solution import HiddenSolution, solution_of
from .tree import GameTree, InformationSet, Paid, game_tree

Weights = Mapping[int, Exact]  # of a player's sequences: the chance that its own choices come there
Sums = Mapping[
    int, fmpq
]  # {sequence: what MAX is paid there}, chances of all but own choices in it


def best_response_hidden(
    game: Hiding, plan: Strategy, player: Player, progress: Progress | None = None
) -> HiddenSolution:
    """The best that `player` can do, by what it knows, when the other follows the plan.

    Both strategies are in it: the best response, and the plan wherever it comes by its own choices.
    """
    no_progress(progress)
    tree = game_tree(game, progress)
    other = OTHER[player]
    followed = Followed.of(tree, other, plan)
    response = best_against(tree, player, followed.weights)
    answers = {
        tree.information(place, player): point(action) for place, action in response.chosen.items()
    }
    given = {tree.information(place, other): law for place, law in followed.laws.items()}
    both = (answers, given) if player == MAX else (given, answers)
    return solution_of(tree, response.value, both, "best response", player)


@dataclass(frozen=True)
class Followed:
    """A plan as the laws it gives at the information sets where its own choices come, and as the
    weights of its sequences: the products of the chances of its actions.
    """

    laws: Mapping[int, ActionLaw]
    weights: Weights

    @staticmethod
    def of(tree: GameTree, player: Player, plan: object) -> Followed:
        """The plan of this player."""
        followed = by_what_is_known(tree.game, plan)
        return Followed._asked(tree, player, partial(_allowed, tree, player, plan=followed))

    @staticmethod
    def by_laws(tree: GameTree, player: Player, laws: Mapping[int, ActionLaw]) -> Followed:
        """The plan with these laws at the places of the information sets."""
        return Followed._asked(tree, player, lambda info: laws[info.place])

    @staticmethod
    def _asked(
        tree: GameTree, player: Player, law_at: Callable[[InformationSet], ActionLaw]
    ) -> Followed:
        laws: dict[int, ActionLaw] = {}
        weights: dict[int, Exact] = {NOTHING: 1}
        # Places are in the order of play, so the sequence before a set has its weight already.
        for place, info in tree.information_sets[player].items():
            before = weights.get(tree.sequence(place, player), 0)
            if before:
                laws[place] = law_at(info)
                for action in laws[place]:
                    chance = laws[place].probability(action)
                    weights[tree.after(place, action, player)] = before * chance
        return Followed(laws, weights)


def _allowed(tree: GameTree, player: Player, info: InformationSet, plan: Strategy) -> ActionLaw:
    """The law of the player's action at the information set; `RulesError` naming an action that the
    game does not allow.
    """
    known = tree.information(info.place, player)
    law = plan(known)
    for action in law:
        if action not in info.actions:
            raise RulesError(
                f"the strategy of {NAMES[player]} plays {shown(action)} at {shown(known)}, "
                f"where the actions are {', '.join(map(shown, info.actions))}"
            )
    return law


def paid_against(paid: Paid, player: Player, weights: Weights) -> Sums:
    """What MAX is paid at each of the player's sequences when the other's have these weights."""
    exact = {s: as_fmpq(w) for s, w in weights.items() if w}
    sums: dict[int, fmpq] = {}
    for (of_max, of_min), share in paid.items():
        mine, theirs = (of_max, of_min) if player == MAX else (of_min, of_max)
        if theirs in exact:
            sums[mine] = sums.get(mine, fmpq(0)) + share * exact[theirs]
    return sums


@dataclass(frozen=True)
class Response:
    """What a player does best at each of its information sets, and what MAX is paid then.

    `worth[sequence]` is what MAX is paid where play goes on behind the player's sequence, times the
    chance of all that is not the player's own choice on the way.
    """

    chosen: Mapping[int, Action]
    value: Exact
    worth: Mapping[int, fmpq]


def best_against(tree: GameTree, player: Player, weights: Weights) -> Response:
    """The best that the player can do when the other's sequences have these weights."""
    worth = dict(paid_against(tree.paid, player, weights))
    chosen: dict[int, Action] = {}
    best = max if player == MAX else min
    sets = tree.information_sets[player]
    for place in reversed(list(sets)):
        values = {}
        for action in sets[place].actions:
            values[action] = worth.get(tree.after(place, action, player), fmpq(0))
        # The first of several best ones, as everywhere.
        chosen[place] = best(values, key=values.__getitem__)
        before = tree.sequence(place, player)
        worth[before] = worth.get(before, fmpq(0)) + values[chosen[place]]
    value = as_exact(worth.get(NOTHING, fmpq(0)))
    return Response(dict(reversed(chosen.items())), value, worth)
