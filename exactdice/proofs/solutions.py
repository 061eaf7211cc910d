"""Proofs of solved games: by their family, by the winner's chosen actions, by a strategy for each
player, by the tree of what is hidden, or by an explicit graph; and the files that hold them.

A proof of imperfect information lists no information sets: it says state by state what each player
observes, and the checker finds out what they know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

from .. import checker
from ..distributions.distribution import Distribution, point
from ..exact.argument_checks import a_path, an_instance, got, no_progress
from ..exact.errors import RulesError, UnsolvableError
from ..exact.files import named as named_file
from ..exact.files import write_atomically
from ..exact.numbers import Exact, Progress, Value, name_shown, shown
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
    ActionLaw,
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
    Knowledge,
    Situation,
    by_what_is_known,
)
from ..solvers.hidden.solution import HiddenSolution
from ..solvers.hidden.tree import GameTree, InformationSet, game_tree
from ..solvers.parametric import PiecewiseSolution, RationalSolution
from ..symbolic.polynomial import HoldsSymbol, holds_symbol
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
        return hidden_proof(solution.game, solution, progress)
    family = family_of(solution.game)
    searched = searched_of(solution.game)
    # The shortest proof first: a family lists no state, a pursuit few, a graph all of them.
    if family and (isinstance(solution, Solution) or family.family()["family"] in BOUNDED):
        states = list(family.family_states())
        with suppress(KeyError):  # a solution of the reachable states alone
            # The proof in the words of the family; `KeyError` when the solution lacks one of its
            # states. A family says of each state what is optimal in a shorter way than the names of
            # all actions.
            known = _known(solution)
            values = [number_text(known[state]) for state in states]
            optimal = [
                family.family_optimal(state, partial(_optimal, solution)) for state in states
            ]
            return proof_document(family.family(), values, optimal)
    if searched and isinstance(solution, Solution):
        return _pursued(solution, searched.extremes, progress)
    known = _known(solution)
    # Explored anew, since a solution keeps no graph; the values go in the order of its states.
    rules, states = graph_problem(explore(solution.game, progress=progress))
    values = [number_text(known[state]) for state in states]
    return proof_document(rules, values, [_optimal(solution, state) for state in states])


def _known(solution: Solution | Enclosure) -> Mapping[State, Value]:
    """What is known of the worth of each state."""
    return solution.bounds if isinstance(solution, Enclosure) else solution.values


def _optimal(solution: Solution | Enclosure, state: State) -> object:
    """The names of all optimal actions, for bounds of the one that guarantees its end; where both
    choose a mixture for each.
    """
    both = [solution.game.actions(state, player) for player in PLAYERS]
    # Where one has no choice the checker takes actions of the other: bounds, which come with laws
    # everywhere, name a single one there, and a solver of matrix games a mixture of best ones.
    is_mixed = isinstance(solution, Enclosure) or state in solution.mixtures
    if not is_mixed or min(map(len, both)) == 1:
        return named(solution.game, state, _chosen(solution, state))
    laws = (
        solution.mixtures[state]
        if isinstance(solution, Solution)
        else [strategy[state] for strategy in solution.strategies]
    )
    row, column = (
        [law.probability(action) for action in actions]
        for law, actions in zip(laws, both, strict=True)
    )
    return mixtures_text(row, column)


def _chosen(solution: Solution | Enclosure, state: State) -> tuple[Action, ...]:
    """All optimal actions of the player to move, for bounds the one that guarantees its end."""
    if isinstance(solution, Solution):
        if state in solution.optimal_actions:
            return solution.optimal_actions[state]
        # All actions of the only player with a choice that are worth the value of the state
        game = solution.game
        player = mover(game, state)
        best = []
        for action in game.actions(state, player):
            (other,) = game.actions(state, OTHER[player])
            joint = (action, other) if player == MAX else (other, action)
            worth = game.outcomes(state, joint).map(partial(_worth, solution)).mean()
            if worth == solution.values[state]:
                best.append(action)
        return tuple(best)
    return tuple(solution.strategies[mover(solution.game, state)][state])


def _worth(solution: Solution, state: State) -> Exact:
    """What MAX is paid at the state, on average where play goes on."""
    paid = solution.game.payoff(state)
    return solution.values[state] if paid is None else paid


@dataclass(frozen=True)
class Pursuit:
    """The game where every action of the player but its strategy's leads to LEFT_OUT, for which the
    least payoff stands.
    """

    game: Game
    player: Player
    strategy: Callable[[State], ActionLaw]
    left_out: Exact

    @property
    def start(self) -> State:
        """The game's own."""
        return self.game.start

    def payoff(self, state: State) -> Exact | None:
        """The game's own."""
        return self.left_out if state == LEFT_OUT else self.game.payoff(state)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The game's own."""
        return self.game.actions(state, player)

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The game's own where the player follows its strategy."""
        followed = joint[self.player] in self.strategy(state)
        return self.game.outcomes(state, joint) if followed else point(LEFT_OUT)


def _pursued(
    solution: Solution, extremes: tuple[Exact, Exact], progress: Progress | None
) -> Document:
    """The proof that the winner is paid the value, the best that any payoff gives, whatever the
    other does.
    """
    game = solution.game
    value = number_text(solution.value)
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
    movers = [mover(game, state) for state in states]
    chosen = [
        tuple(strategy(s)) if player == winner else game.actions(s, player)
        for s, player in zip(states, movers, strict=True)
    ]
    return proof_document(
        rules,
        [value] * len(states),
        [named(game, s, actions) for s, actions in zip(states, chosen, strict=True)],
    )


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
