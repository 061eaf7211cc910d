"""Proofs of solved games: by their family, by the winner's chosen actions, by a strategy for each
player, by the tree of what is hidden, or by an explicit graph; and the files that hold them.

A proof of imperfect information lists no information sets: it says state by state what each player
observes, and the checker finds out what they know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import product
from pathlib import Path

from .. import checker
from ..distributions.distribution import Distribution, point
from ..exact.argument_checks import a_path, an_instance, got, no_progress
from ..exact.errors import RulesError, UnsolvableError
from ..exact.files import named as named_file
from ..exact.files import write_atomically
from ..exact.numbers import Exact, Progress, name_shown, shown
from ..game.derived import GameFromGame
from ..game.graph import explore
from ..game.optional import Hiding, hides
from ..game.protocol import (
    MAX,
    MIN,
    NAMES,
    OTHER,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    Joint,
    Player,
    State,
    mover,
)
from ..game.solution import Enclosure, Solution
from ..solvers.evaluation.profiles import Following, against
from ..solvers.hidden.information import (
    NOTHING,
    ByInformation,
    Informed,
    Situation,
    information_strategy,
)
from ..solvers.hidden.solution import ImperfectInformationSolution
from ..solvers.hidden.tree import GameTree, game_tree
from ..solvers.parametric import PiecewiseSolution, RationalSolution
from ..symbolic.rational_function import HoldsSymbol, holds_symbol
from . import (
    BOUNDED,
    LEFT_OUT,
    Document,
    action_names,
    family_of,
    graph_problem,
    mixtures_text,
    named,
    number_text,
    plain,
    proof_document,
    searched_of,
    with_left_out,
)


def imperfect_information_proof(
    game: Hiding, solution: Solution | Enclosure, progress: Progress | None = None
) -> Document:
    """The proof that the strategy of each player makes sure of the value, or of its end of it.

    A best response is proved as the solution of the game in which the other's strategy is chance.
    """
    if isinstance(solution, ImperfectInformationSolution) and solution.responder is not None:
        responder = solution.responder
        opponent = OTHER[solution.responder]
        known = Informed(game)
        plan = information_strategy(game, solution.strategies[opponent])
        followed = ByInformation(known, opponent, plan)
        game = GameAgainstPlan(known, against(followed, responder))
    # Made anew, since a solution keeps no tree.
    tree = game_tree(game, progress)
    plans: Document = {}
    for player in PLAYERS:
        record = PlayerRecord(tree, player)
        # in the order in which the states of the file come to the information sets
        sets = dict.fromkeys(place for k in tree.order if (place := record.place(k)) is not None)
        weights = []
        for place in sets:
            law = dict(solution.strategies[player][tree.information(place, player)].items())
            actions = tree.information_sets[player][place].actions
            weights.append([record.information(place), [hex(law.get(one, 0)) for one in actions]])
        plans[NAMES[player]] = weights
    return proof_document(hidden_problem(tree), [number_text(solution.value)], plans)


@dataclass(frozen=True)
class GameAgainstPlan(Following):
    """The game left to one player when the other follows a plan of what it knows."""

    game: Informed

    def observation(self, state: Situation, player: Player) -> Hashable:
        """The observation of the player who chooses; for the other, chance acts."""
        chooses = self.plans[player] is None
        return self.game.game.observation(state.state, player) if chooses else None


def hidden_problem(tree: GameTree) -> Document:
    """The rules of the game: its states, each before all that may come after it."""
    records = PlayerRecord(tree, MAX), PlayerRecord(tree, MIN)
    at = {k: place for place, k in enumerate(tree.order)}
    states = []
    for k in tree.order:
        node = tree.graph.nodes[k]
        state = tree.graph.nodes[k].state
        while isinstance(state, Situation):  # the state of the game, without what players know
            state = state.state
        observed = [record.observed(k) for record in records]
        found: Document = {"state": name_shown(state), "observed": observed}
        states.append(found)
        if node.payoff is not None:
            found["payoff"] = checker.ratio_text(node.payoff)
            continue
        (names, rows), (other_names, columns) = (record.actions(k) for record in records)
        found["actions"] = [names, other_names]
        found["laws"] = [
            [[[at[after], hex(weight)] for after, weight in node.laws[a][b]] for b in columns]
            for a in rows
        ]
    return {"family": "hidden", "states": states}


@dataclass(frozen=True)
class PlayerRecord:
    """The observations and actions of one player, in words that JSON can hold."""

    tree: GameTree
    player: Player

    def place(self, k: int) -> int | None:
        """The place of the information set of situation k; None where the player does not move."""
        node = self.tree.graph.nodes[k]
        if node.payoff is not None or node.actions[self.player] == (WAIT,):
            return None
        return self.tree.known(k, self.player)

    def observed(self, k: int) -> str | None:
        """The observation of the player in situation k."""
        seen = self.tree.game.observation(self.tree.graph.nodes[k].state.state, self.player)
        return None if seen is None else self._observations[seen]

    def actions(self, k: int) -> tuple[list[int | str], list[int]]:
        """The names of the player's actions in situation k, in the order of the information set,
        and their places among the actions of the situation.
        """
        place = self.place(k)
        if place is None:
            return ["wait"], [0]
        names = self._names[place]
        # States with one information may list the same actions in different orders.
        actions = self.tree.graph.nodes[k].actions[self.player]
        return list(names.values()), list(map(actions.index, names))

    def information(self, place: int) -> list[int | str]:
        """The information of the player at the place."""
        knowledge = self.tree.knowledge(self.player)
        parts: list[int | str] = []
        while place != NOTHING:
            latest = knowledge.latest[place]
            before = knowledge.before[place]
            is_action = knowledge.acted[place]
            parts.append(self._names[before][latest] if is_action else self._observations[latest])
            place = before
        return parts[::-1]

    @cached_property
    def _observations(self) -> dict[Hashable, str]:
        """A text for each observation, numbered where two would have the same."""
        knowledge = self.tree.knowledge(self.player)
        latest = zip(knowledge.latest, knowledge.acted, strict=True)
        different = dict.fromkeys(part for part, acted in latest if not acted)
        texts = action_names([str(plain(part)) for part in different])
        return {part: str(text) for part, text in zip(different, texts, strict=True)}

    @cached_property
    def _names(self) -> dict[int, dict[Action, int | str]]:
        """{place of an information set: {action: its name}}."""
        return {
            place: dict(zip(info.actions, action_names(info.actions), strict=True))
            for place, info in self.tree.information_sets[self.player].items()
        }


def refuse_symbols(about: object) -> None:
    """Raise `HoldsSymbol` for a game that holds a symbol, and for a solution that has functions of
    symbols as values.
    """
    if isinstance(about, (PiecewiseSolution, RationalSolution)) or holds_symbol(about):
        game = shown(getattr(about, "game", about))
        raise HoldsSymbol(
            f"{game} holds a symbol, and a proof file is of numbers alone: give the symbol a "
            "number, as p=1/3, and prove that game"
        )


def proof(solution: Solution | Enclosure, progress: Progress | None = None) -> Document:
    """The proof as a JSON document: the rules, each state's value or bounds, what is optimal there,
    and a digest.

    A game that is searched has a graph in which the winner has a chosen action and its others lead
    to a state known within bounds; one that is too large to list has a graph of two strategies. A
    game with hidden information has its tree, and a strategy for each player of what it knows.
    """
    refuse_symbols(solution)
    an_instance(
        solution,
        (Solution, Enclosure),
        "what is proved",
        "a Solution or an Enclosure, as solve(game) gives one",
    )
    no_progress(progress)
    # Bounds made by rounding an exact solution outwards are proved by that solution, which says
    # more.
    if isinstance(solution, Enclosure) and solution.exact is not None:
        return proof(solution.exact, progress)
    if hides(solution.game):
        return imperfect_information_proof(solution.game, solution, progress)
    game = solution.game
    family = family_of(game)
    known = solution.bounds if isinstance(solution, Enclosure) else solution.values
    # The shortest proof first: a family lists no state, a pursuit few, a graph all of them.
    if family and (isinstance(solution, Solution) or family.family()["family"] in BOUNDED):
        states = list(family.family_states())
        # A family says of each state what is optimal in a shorter way than the names of all
        # actions; a solution of the reachable states alone lacks one of its states.
        with suppress(KeyError):
            values = [number_text(known[state]) for state in states]
            optimal = [
                family.family_optimal(state, partial(_optimal, solution)) for state in states
            ]
            return proof_document(family.family(), values, optimal)
    searched = searched_of(game)
    if searched and isinstance(solution, Solution):
        return _pursuit_proof(solution, searched.extremes, progress)
    # Explored anew, since a solution keeps no graph; the values go in the order of its states.
    rules, states = graph_problem(explore(game, progress=progress))
    values = [number_text(known[state]) for state in states]
    return proof_document(rules, values, [_optimal(solution, state) for state in states])


def _optimal(solution: Solution | Enclosure, state: State) -> object:
    """The names of all optimal actions, for bounds of the one that guarantees its end; where both
    choose a mixed action for each.
    """
    game = solution.game
    rows, columns = (game.actions(state, player) for player in PLAYERS)
    # Where one has no choice the checker takes actions of the other: bounds, which come with laws
    # everywhere, name a single one there, and a solver of matrix games a mixture of best ones.
    is_mixed = isinstance(solution, Enclosure) or state in solution.mixtures
    if is_mixed and min(len(rows), len(columns)) > 1:
        first, second = (
            solution.mixtures[state]
            if isinstance(solution, Solution)
            else [strategy[state] for strategy in solution.strategies]
        )
        return mixtures_text(map(first.probability, rows), map(second.probability, columns))
    if isinstance(solution, Enclosure):
        return named(game, state, tuple(solution.strategies[mover(game, state)][state]))
    if state in solution.optimal_actions:
        return named(game, state, solution.optimal_actions[state])

    def value(after: State) -> Exact:
        paid = game.payoff(after)
        return solution.values[after] if paid is None else paid

    # All actions of the only player with a choice that are worth the value of the state
    best = []
    for row, column in product(rows, columns):
        if game.outcomes(state, (row, column)).map(value).mean() == solution.values[state]:
            best.append(row if mover(game, state) == MAX else column)
    return named(game, state, tuple(best))


@dataclass(frozen=True, repr=False)
class Pursuit(GameFromGame):
    """The game where every action of the player but its strategy's leads to LEFT_OUT, for which the
    least payoff stands.
    """

    game: Game
    player: Player
    strategy: Callable[[State], ActionDistribution]
    left_out: Exact

    def payoff(self, state: State) -> Exact | None:
        """The game's own, and the one that stands for what is left out."""
        return self.left_out if state == LEFT_OUT else self.game.payoff(state)

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The game's own where the player follows its strategy."""
        followed = joint[self.player] in self.strategy(state)
        return self.game.outcomes(state, joint) if followed else point(LEFT_OUT)


def _pursuit_proof(
    solution: Solution, extremes: tuple[Exact, Exact], progress: Progress | None
) -> Document:
    """The proof that the winner is paid the value, the best that any payoff gives, whatever the
    other does.
    """
    game = solution.game
    # A searched game is won or lost, so its value is an extreme payoff: the player who gets its
    # best needs to show one action a state, and of the other player all are followed.
    winner: Player = MIN if solution.value == extremes[0] else MAX
    # The search behind a strategy is asked once a state, by the graph and again for the names;
    # a proof of more states has no end.
    strategy = lru_cache(1 << 20)(solution.strategies[winner].__getitem__)
    # What the winner leaves out counts as the least payoff. The checker is told bounds of both
    # extremes for it, so no number that is not proved is claimed.
    pursuit = Pursuit(game, winner, strategy, extremes[0])
    rules, states = with_left_out(explore(pursuit, progress=progress), extremes)
    optimal = []
    for state in states:
        player = mover(game, state)
        chosen = tuple(strategy(state)) if player == winner else game.actions(state, player)
        optimal.append(named(game, state, chosen))
    return proof_document(rules, [number_text(solution.value)] * len(states), optimal)


# --- files ----------------------------------------------------------------------------------------


def write_proof(
    solved: Solution | Enclosure | Document, path: Path | str, progress: Progress | None = None
) -> None:
    """Write the proof file of the solution, or a proof that is a document already, whole or not at
    all.
    """
    write_atomically(a_path(path), _proof_text(solved, progress))


def write_checked_proof(
    solved: Solution | Enclosure | Document, path: Path | str, progress: Progress | None = None
) -> str:
    """Write the same file when the checker accepts its very text, and say what it proves; else
    `UnsolvableError`, nothing written.
    """
    # The text that is written is the one that was checked: what JSON makes of a number is in it.
    text = _proof_text(solved, progress)
    try:
        said = checker.check(json.loads(text, object_pairs_hook=checker.unique))
    except checker.Rejected as error:
        raise UnsolvableError(
            f"nothing is written to {named_file(path)}, as the checker rejects the proof: {error}"
        ) from error
    write_atomically(a_path(path), text)
    return said


def _proof_text(solved: Solution | Enclosure | Document, progress: Progress | None) -> str:
    # The digest is what every document of a proof has and a mapping of something else has not.
    if isinstance(solved, dict) and "digest" not in solved:
        raise RulesError(
            "what is written must be a Solution, an Enclosure or the document of a proof, "
            f"{got(solved)}"
        )
    no_progress(progress)
    document = solved if isinstance(solved, dict) else proof(solved, progress)
    # Without blanks: proofs run to many megabytes, and nobody reads them by eye.
    return json.dumps(document, separators=(",", ":")) + "\n"
