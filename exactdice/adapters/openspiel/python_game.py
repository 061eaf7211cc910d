"""A game on the protocol as a Python game of OpenSpiel.

The game is listed first, so it must be small, and play must end. There a state is the number of a
situation here, with the choices whose outcome chance has still to draw. An action has one number
wherever it is played. What a player knows, as Python writes it, is its information-state string and
its observation string; its number, one-hot, is the tensor. In a game that hides nothing that is the
state itself.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import RulesError
from ...exact import shown
from ...extras import needed
from ...game import MAX, MIN, PLAYERS, WAIT, Action, Game, Player, refuse_no_game
from ...graph import Node, StateGraph, backward_order, explore
from ...hidden.information import Informed
from ...hidden.tree import game_tree
from ...optional import hides
from ..numbered import reward
from .game import Spiel

WAITS = ((WAIT,), (WAIT,))


def to_openspiel(game: Game) -> Spiel:
    """The game as a `pyspiel.Game`, which is entered in OpenSpiel's register under its name there.

    Its player 0 is MAX. The name is made of how Python writes the game, as in
    `exactdice_kuhn_cards_3_ante_1_bet_1`; a second call finds the game again. Both choosing at once
    is a simultaneous node; what is hidden here is hidden there. Chances and payoffs there are
    floats, the nearest to those here. A strategy learnt there is one here by `policy_of`.

    Raises `ExactDiceError` when OpenSpiel is not installed, `UnsolvableError` when play can come
    back to a state, and `RulesError` when the game is over at its start.
    """
    with needed("this adapter", "openspiel"):
        import pyspiel
    refuse_no_game(game)
    taken = set(pyspiel.registered_names())
    # The name that it has, unless others have it first.
    written = re.sub(r"[^a-z0-9]+", "_", repr(game).lower()).strip("_")
    first = f"exactdice_{written}"
    for name in chain([first], (f"{first}_{number}" for number in count(2))):
        if name not in taken:
            break
        found = pyspiel.load_game(name)
        if found.listed.game == game:
            return found
    listed = Listed.of(game)
    kind = _kind(name, listed)
    payoffs = [reward(node) for node in listed.graph.nodes if node.payoff is not None]
    # Of either player, so with both signs.
    most = max(map(abs, payoffs))
    info = pyspiel.GameInfo(
        num_distinct_actions=max(1, len(listed.actions)),
        max_chance_outcomes=listed.most_outcomes,
        num_players=len(PLAYERS),
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=listed.longest,
    )
    # Classes of its own: OpenSpiel copies all that a state has, but not what its class has.
    state = type("StateOfOurs", (_State, pyspiel.State), {"listed": listed})
    of_game = {"listed": listed, "kind": kind, "info": info, "state": state}
    pyspiel.register_game(kind, type("GameOfOurs", (_Game, pyspiel.Game), of_game))
    return pyspiel.load_game(name)


def _kind(name: str, listed: Listed) -> Any:
    """What OpenSpiel calls a type of game."""
    import pyspiel

    kinds = pyspiel.GameType
    nodes = listed.graph.nodes
    at_once = any(node.payoff is None and node.mover is None for node in nodes)
    hidden = isinstance(listed.graph.game, Informed)
    chance, information = kinds.ChanceMode, kinds.Information
    return kinds(
        short_name=name,
        long_name=shown(listed.game),
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if listed.most_outcomes else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION
        if hidden
        else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(PLAYERS),
        min_num_players=len(PLAYERS),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


# --- the game, listed -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """All situations of the game, by number, and its actions, each with one number."""

    game: Game
    graph: StateGraph
    order: tuple[int, ...]  # of the situations: each after all that it leads to

    @staticmethod
    def of(game: Game) -> Listed:
        """The game, explored."""
        # The tree looks at what is hidden as well: actions must be the same where a player cannot
        # tell states apart.
        graph = game_tree(game).graph if hides(game) else explore(game)
        if graph.nodes[0].payoff is not None:
            raise RulesError(f"{shown(game)} is over at its start, so there is nothing to play")
        return Listed(game, graph, tuple(backward_order(graph)))

    @cached_property
    def most_outcomes(self) -> int:
        """The most outcomes that chance has; 0 without chance."""
        counts = [len(law) for node in self.graph.nodes for row in node.laws for law in row]
        most = max(counts)
        return most if most > 1 else 0

    @cached_property
    def longest(self) -> int:
        """The most choices of players on any way through the game."""
        longest = [0] * len(self.graph.nodes)
        for k in self.order:
            node = self.graph.nodes[k]
            after = max((longest[successor] for successor in node.successors()), default=0)
            longest[k] = after + int(node.payoff is None and node.actions != WAITS)
        return max(1, longest[0])

    @cached_property
    def actions(self) -> Mapping[Action, int]:
        """{action: its number}, in the order in which they are met."""
        met: dict[Action, int] = {}
        for node in self.graph.nodes:
            for player in PLAYERS:
                for action in node.actions[player]:
                    if action != WAIT:
                        met.setdefault(action, len(met))
        return met

    @cached_property
    def in_order(self) -> tuple[Action, ...]:
        """The actions by their numbers."""
        return tuple(self.actions)

    @cached_property
    def words(self) -> list[str]:
        """OpenSpiel's word for each action, by its number."""
        return list(_texts(self.actions).values())

    def numbers(self, k: int, player: Player) -> list[int]:
        """The numbers of the player's actions in the situation, in the order of its actions."""
        return [self.actions[action] for action in self.graph.nodes[k].actions[player]]

    def information(self, k: int, player: Player) -> Hashable:
        """What the player knows in the situation."""
        if isinstance(self.graph.game, Informed):
            return self.graph.game.information(self.graph.nodes[k].state, player)
        state: Hashable = self.graph.nodes[k].state
        return state

    @cached_property
    def known(self) -> tuple[Mapping[Hashable, tuple[int, str]], ...]:
        """For each player {what it may know: its number and its text}."""
        found = []
        for player in PLAYERS:
            informations = (self.information(k, player) for k in range(len(self.graph.nodes)))
            texts = _texts(dict.fromkeys(informations))
            found.append({known: (n, text) for n, (known, text) in enumerate(texts.items())})
        return tuple(found)


def _texts(things: Iterable[Hashable]) -> dict[Hashable, str]:
    """{thing: how Python writes it}, with its place before it where two have one text."""
    texts = {thing: str(thing) if isinstance(thing, str) else repr(thing) for thing in things}
    if len(set(texts.values())) == len(texts):
        return texts
    return {thing: f"{place}: {text}" for place, (thing, text) in enumerate(texts.items())}


# --- what OpenSpiel asks for; the names are its own -----------------------------------------------


class _Game:
    """What `pyspiel.Game` leaves to a game."""

    listed: Listed
    kind: Any
    info: Any
    state: Any

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        # The class of OpenSpiel's that comes after this one among the bases.
        super().__init__(self.kind, self.info, params or {})  # type: ignore[call-arg]

    def __reduce__(self) -> tuple[Any, ...]:
        # Its class has no place in a module, and its name in the register finds it.
        import pyspiel

        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> Any:
        """The start of the game."""
        return self.state(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> _Observer:
        """What tells a player what it knows."""
        return _Observer(self.listed)


class _State:
    """What `pyspiel.State` leaves to a state.

    OpenSpiel copies states with all that they have: here two numbers and a pair of them.
    """

    listed: Listed

    def __init__(self, game: Any) -> None:
        super().__init__(game)  # type: ignore[call-arg]
        self.reached = 0
        # the places of both players' actions, until chance has drawn what they lead to
        self.chosen: tuple[int, int] | None = None
        self._settle()

    def __reduce__(self) -> tuple[Any, ...]:
        import pyspiel

        return _read_again, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    if TYPE_CHECKING:

        def get_game(self) -> Spiel:
            """The game, as OpenSpiel's class of states has it."""

    @property
    def node(self) -> Node:
        """The situation, as listed."""
        return self.listed.graph.nodes[self.reached]

    def current_player(self) -> int:
        """Who is to move, by OpenSpiel's numbers."""
        import pyspiel

        if self.node.payoff is not None:
            number: int = pyspiel.PlayerId.TERMINAL
        elif self.chosen is not None:
            number = pyspiel.PlayerId.CHANCE
        elif self.node.mover is None:
            number = pyspiel.PlayerId.SIMULTANEOUS
        else:
            number = self.node.mover
        return number

    def _legal_actions(self, player: Player) -> list[int]:
        """The numbers of the player's actions, in ascending order, as OpenSpiel asks for them."""
        return sorted(self.listed.numbers(self.reached, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome of chance by its place, with the nearest float to its chance."""
        law, total = self._law()
        return [(place, weight / total) for place, (_, weight) in enumerate(law)]

    def _apply_action(self, action: int) -> None:
        """What chance draws, or the one mover chooses."""
        if self.chosen is not None:
            law, _ = self._law()
            self.reached, self.chosen = law[action][0], None
            self._settle()
            return
        # MAX or MIN, where one is to move; the other has nothing to choose.
        mover = self.node.mover
        if mover is not None:
            place = self._place(mover, action)
            self._move((place, 0) if mover == MAX else (0, place))

    def _apply_actions(self, actions: list[int]) -> None:
        """What both choose at once."""
        self._move((self._place(MAX, actions[MAX]), self._place(MIN, actions[MIN])))

    def _action_to_string(self, player: int, action: int) -> str:
        """The action, or the situation that chance leads to, as Python writes it."""
        if player in PLAYERS:
            return self.listed.words[action]
        law, _ = self._law()
        return f"{action}: {shown(self.listed.graph.nodes[law[action][0]].state)}"

    def is_terminal(self) -> bool:
        """Whether play is over."""
        return self.node.payoff is not None

    def returns(self) -> list[float]:
        """What both are paid; nothing before the end."""
        return [0.0, 0.0] if self.node.payoff is None else [reward(self.node, p) for p in PLAYERS]

    def __str__(self) -> str:
        state = shown(self.node.state)
        if self.chosen is None:
            return state
        # What the players did, and chance has still to answer.
        done = [self.node.actions[player][self.chosen[player]] for player in PLAYERS]
        return f"{state}, after {shown(tuple(done))}"

    def _place(self, player: Player, number: int) -> int:
        return self.listed.numbers(self.reached, player).index(number)

    def _law(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """The law of the next situation under what was chosen, and its total weight."""
        a, b = self.chosen or (0, 0)
        return self.node.laws[a][b], self.node.totals[a][b]

    def _move(self, chosen: tuple[int, int]) -> None:
        self.chosen = chosen
        law, _ = self._law()
        # What is certain is no move of chance.
        if len(law) == 1:
            self.reached, self.chosen = law[0][0], None
            self._settle()

    def _settle(self) -> None:
        """Go on where nobody has anything to do, until chance or a player has."""
        while self.chosen is None and self.node.payoff is None and self.node.actions == WAITS:
            self._move((0, 0))


def _read_again(written: str) -> _State:
    """The state that OpenSpiel wrote."""
    import pyspiel

    state: _State
    _, state = pyspiel.deserialize_game_and_state(written)
    return state


class _Observer:
    """What OpenSpiel asks what a player knows: a tensor, its parts by name, and a text."""

    def __init__(self, listed: Listed) -> None:
        self._listed = listed
        self.tensor = np.zeros(max(len(known) for known in listed.known), np.float32)
        self.dict = {"information": self.tensor}

    def set_from(self, state: _State, player: Player) -> None:
        """The number of what the player knows, one-hot."""
        self.tensor.fill(0)
        number, _ = self._known(state, player)
        self.tensor[number] = 1

    def string_from(self, state: _State, player: Player) -> str:
        """What the player knows, as Python writes it."""
        _, text = self._known(state, player)
        return text

    def _known(self, state: _State, player: Player) -> tuple[int, str]:
        return self._listed.known[player][self._listed.information(state.reached, player)]
