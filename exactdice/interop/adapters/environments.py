"""Environments of any game on the protocol: of PettingZoo for two agents, of Gymnasium for one.

Agents are "MAX" and "MIN". An agent observes {"observation":
the number of the state in `explore(game)`, "action_mask": 1 for each action it has}. An action is
its place among the agent's actions in the state, in the order of `game.actions`; the agent's
`action_space(agent).sample()` draws one of them. An agent without a
choice (it waits, or has a single action) has the action 0 alone, and what it sends is not read.
Chance is drawn exactly by a generator that `reset(seed=...)` seeds. At the end the reward of MAX is
the payoff and that of MIN minus the payoff, as floats; before it both are 0. Play is never
truncated: a game that players can prolong for ever goes on until they end it.

The game is listed state by state, so it must be small. `env.graph.nodes[number].state` is the state
of a number.

In a game that hides something an agent observes the number of what it knows, its own observations
and actions, and nothing else: the mask goes by that number, nothing is told in `infos`, nothing is
drawn. Chance moves by itself: nobody waits for a deal, unless it may end play before it begins.
`env.graph` is then `explore_information(game)`, and the information of a number is
`env.graph.nodes[player][number].information`. That play is over is told by `terminations`, so what
is known then has numbers of its own. An agent that counts the steps of the other beside what it
observes looks at what the rules do not show it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.errors import RulesError
from ...exact.loading import needed
from ...exact.numbers import no_int, shown, whole_or_none
from ...game.graph import StateGraph, explore
from ...game.optional import hides
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Game, Player, Strategy, checked_player
from .tabular import (
    WAITS,
    After,
    KnownByNumber,
    explore_information,
    float_table,
    graph_against,
    information_table,
    state_table,
)

with needed("this adapter", "adapters"):
    from gymnasium import Env
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import OrderEnforcingWrapper

Mask = npt.NDArray[np.int8]
IntEnv = Env[Any, Any]  # of plain ints, while its `Discrete` says that they are numpy's
# A Gymnasium space says what it holds by an invariant type, and these hold several.
Observation = dict[str, Any]
Info = dict[str, Any]  # Gymnasium's own type of it
Each = TypeVar("Each")


class Actions(Discrete):
    """The numbers that a player's actions can have.

    `sample()` draws one of the actions that it has by what it observes, unless a mask says
    otherwise: the tests of the libraries sample without one, and a number outside the mask is
    refused.
    """

    def __init__(self, most: int, allowed: Callable[[], Mask]) -> None:
        super().__init__(most)
        self._allowed = allowed

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """A number drawn by Gymnasium's own generator."""
        # Its first release with masks does not take probabilities.
        if probability is not None:
            return super().sample(mask, probability)
        return super().sample(self._allowed() if mask is None else mask)


class Numbered:
    """A game by numbers, as the environments play it; play starts at state 0.

    Play is in a state, or in a situation where the players do not see the state: its number is for
    the referee alone. Players have the numbers of what they observe and those of their actions, the
    same wherever they observe the same, also where they are not asked for one: the mask would else
    tell more. Raises `RulesError` when the game is over at its start or a payoff has no float.
    """

    def __init__(self, listed: StateGraph | KnownByNumber) -> None:
        self.listed = listed  # what numbers the observations
        self.known = listed if isinstance(listed, KnownByNumber) else None
        self.graph = listed.tree.graph if isinstance(listed, KnownByNumber) else listed
        nodes = self.graph.nodes
        if nodes[0].payoff is not None:
            raise RulesError(
                f"{shown(self.graph.game)} is over at its start, so there is nothing to play"
            )
        # of each player, by the numbers of what it observes
        self.actions = [
            [node.actions for node in self.known.nodes[player]]
            if self.known
            else [node.actions[player] for node in nodes]
            for player in PLAYERS
        ]
        # Spaces have one size for all states; the mask says what of it a state uses.
        self.most_actions = [max(map(len, actions)) for actions in self.actions]
        # All at once, so that a payoff without a float is refused before play begins.
        # To MAX at the end of play as a float; None while play goes on.
        self.paid: list[float | None] = []
        for node in nodes:
            try:
                self.paid.append(None if node.payoff is None else float(node.payoff))
            except OverflowError:
                raise RulesError(
                    f"the payoff of {shown(node.state)} is too large for a float, and rewards are "
                    "floats"
                ) from None
        # Made when first drawn from: most of a large game is never met.
        self._distributions: dict[tuple[int, int, int], Distribution[int]] = {}

    def observed(self, state: int, player: Player) -> int:
        """The number of what the player observes: the state itself, or its information there."""
        return self.known.number(self.graph.nodes[state], player) if self.known else state

    def mask(self, observed: int, player: Player) -> Mask:
        """1 for the numbers of the player's actions by what it observes, 0 for the others."""
        mask = np.zeros(self.most_actions[player], np.int8)
        mask[: len(self.actions[player][observed])] = 1
        return mask

    def check_action(self, observed: int, player: Player, number: object) -> int:
        """The number, when it is that of an action by what the player observes; else `RulesError`.

        A player without a choice plays its only action whatever the number.
        """
        count = len(self.actions[player][observed])
        # Learners send some number where nothing is to be chosen, and none is wrong there.
        index = 0 if count == 1 else whole_or_none(number)
        if index is None or not 0 <= index < count:
            # Of what is hidden it is told what it knows, and nothing of the state.
            where = (
                f"who knows {shown(self.known.nodes[player][observed].information)}"
                if self.known
                else f"in state {observed}, {shown(self.graph.nodes[observed].state)}"
            )
            raise RulesError(
                f"the action of {NAMES[player]} {where}, must be a number from 0 to {count - 1} "
                f"(see action_mask), got {no_int(number)}"
            )
        return index

    def first_state(self, rng: Random) -> int:
        """The start; of what is hidden the first situation in which a player acts, or before which
        chance may end play.
        """
        state = 0
        while self._chance_moves_alone(state) and all(
            self.paid[k] is None for k in self.graph.nodes[state].successors()
        ):
            state = self._draw(state, (0, 0), rng)
        return state

    def next_state(self, state: int, numbers: tuple[int, int], rng: Random) -> int:
        """The next state under MAX's and MIN's actions of these numbers, drawn exactly; of what is
        hidden the next situation in which a player acts or play is over.
        """
        places = list(numbers)
        if self.known:
            for player in PLAYERS:
                actions = self.graph.nodes[state].actions[player]
                # The number of a player who only waits is not read. Rules may list the actions of
                # one information in another order in each of its states.
                places[player] = (
                    0
                    if actions == (WAIT,)
                    else actions.index(
                        self.actions[player][self.observed(state, player)][numbers[player]]
                    )
                )
        state = self._draw(state, (places[MAX], places[MIN]), rng)
        while self._chance_moves_alone(state):
            state = self._draw(state, (0, 0), rng)
        return state

    def _chance_moves_alone(self, state: int) -> bool:
        """Whether chance moves and nobody else, of which players are not told what it does."""
        return self.known is not None and self.graph.nodes[state].actions == ((WAIT,), (WAIT,))

    def _draw(self, state: int, places: tuple[int, int], rng: Random) -> int:
        """The next state under the actions in these places: an integer picks it, no float."""
        key = (state, *places)
        if key not in self._distributions:
            first, second = places
            weights = dict(self.graph.nodes[state].laws[first][second])
            self._distributions[key] = Distribution(weights)
        return self._distributions[key].sample(rng)


# --- Gymnasium ------------------------------------------------------------------------------------


def table_env(game: Game, player: Player = MAX, opponent: Strategy = WAITS) -> IntEnv:
    """The environment of the player when the other follows this strategy.

    It is toy-text with `env.unwrapped.P`, a table of floats. An observation is the number of the
    state, an action its place among the player's actions there; `info["action_mask"]` says which
    numbers are actions, and `env.action_space.sample()` draws one of them. Where the player has a
    single action, as when the other moves, it is played whatever number is sent. Chance and the
    other's actions are drawn exactly, not by the floats of `P`; `reset(seed=...)` seeds them. The
    reward is what the player is paid when play is over; play is never truncated. Errors are those
    of `transition_table`, and `RulesError` at an action outside the mask.

    In a game that hides something an observation is the number of what the player knows
    (`explore_information(game)`, which is `env.unwrapped.graph`), and the strategy goes by what the
    other knows. A step goes on until the player knows something new or play is over: how often the
    other moved meanwhile, or which state was reached, is nowhere told, not in `info` either.

    >>> from exactdice import DiceBattle, dice
    >>> env = table_env(DiceBattle(dice=2, target=3), opponent=dice(1))
    >>> env.reset(seed=1)
    (0, {'action_mask': array([1, 1], dtype=int8)})
    """
    return _TableEnv(game, checked_player(player), opponent)


class _TableEnv(IntEnv):
    """See `table_env`."""

    def __init__(self, game: Game, player: Player, opponent: Strategy) -> None:
        if hides(game):
            known = explore_information(game)
            self._numbered = Numbered(known)
            self._table = information_table(known, player, opponent)
        else:
            graph = graph_against(game, player, opponent)
            self._numbered = Numbered(graph)
            self._table = state_table(graph, player)
        self._player = player
        # Exact distributions for the draws; the table of floats is for learners to read.
        self.P = float_table(self._table)
        self.graph = self._numbered.listed
        self.observation_space = Discrete(len(self._table))
        self.action_space = Actions(self._numbered.most_actions[player], self._mask)
        # Made when first drawn from: most of a large game is never met.
        self._distributions: dict[tuple[int, int], Distribution[After]] = {}
        # Over until reset is called, as Gymnasium asks for.
        self.reached = 0
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[int, Info]:
        """Back to the start; a seed makes chance repeat itself."""
        super().reset(seed=seed)
        # From Gymnasium's own generator, so that one seed settles all; Random draws whole numbers
        # of any size, which exact distributions need.
        self.rng = Random(int(self.np_random.integers(2**63 - 1)))
        self.reached = 0
        self.over = False
        return 0, {"action_mask": self._mask()}

    def step(self, action: object) -> tuple[int, float, bool, bool, Info]:
        """The player acts: the next observation, the reward, whether play is over."""
        if self.over:
            raise RulesError("play is over or has not begun: call reset first")
        number = self._numbered.check_action(self.reached, self._player, action)
        key = (self.reached, number)
        if key not in self._distributions:
            steps = self._table[self.reached][number]
            self._distributions[key] = from_probabilities({step[1:]: step[0] for step in steps})
        self.reached, reward, self.over = self._distributions[key].sample(self.rng)
        # never truncated
        return self.reached, float(reward), self.over, False, {"action_mask": self._mask()}

    def _mask(self) -> Mask:
        return self._numbered.mask(self.reached, self._player)


# --- PettingZoo -----------------------------------------------------------------------------------


def aec_env(game: Game) -> AECEnv:
    """The environment in which agents act one at a time.

    The agent selected is the player to move. Where both choose at once MAX acts first, then MIN,
    who does not observe what MAX chose. Raises `RulesError` when the game is over at
    its start or breaks a rule of the protocol, and at an action outside the mask.

    >>> from exactdice import DiceBattle
    >>> env = aec_env(DiceBattle(dice=2, target=3))
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("MAX")["action_mask"].tolist()
    ('MAX', [1, 1])
    >>> env.observe("MIN")["action_mask"].tolist()
    [1, 0]
    """
    return OrderEnforcingWrapper(_AlternatingEnv(game))


def parallel_env(game: Game) -> ParallelEnv:
    """The environment in which both agents act at once; one that is not to move waits.

    Errors are those of `aec_env`.

    >>> from exactdice import OneShotBattle
    >>> env = parallel_env(OneShotBattle(dice=3))
    >>> observations, _ = env.reset(seed=1)
    >>> _, rewards, terminations, _, _ = env.step({"MAX": 2, "MIN": 0})     # three dice against one
    >>> rewards["MAX"] == -rewards["MIN"], terminations, env.agents
    (True, {'MAX': True, 'MIN': True}, [])
    """
    return _ParallelEnv(game)


class _TwoAgentEnv:
    """Spaces, observations, and the state that play has reached, for both kinds of environment."""

    def __init__(self, game: Game) -> None:
        # PettingZoo's classes come after this one among the bases, and begin in ways of their own.
        super().__init__()
        self.metadata = {"name": f"exactdice_{type(game).__name__}", "render_modes": []}
        self.render_mode = None
        self.possible_agents = list(NAMES)
        self.agents = list[str]()
        self.rng = Random()
        self.reached = 0
        self._numbered = Numbered(explore_information(game) if hides(game) else explore(game))
        self.action_spaces: dict[str, Space[Any]] = {}
        self.observation_spaces: dict[str, Space[Any]] = {}
        for player, name in zip(PLAYERS, NAMES, strict=True):
            most = self._numbered.most_actions[player]
            self.action_spaces[name] = Actions(most, partial(self._mask, player))
            seen = Discrete(len(self._numbered.actions[player]))
            mask = Box(0, 1, (most,), np.int8)
            self.observation_spaces[name] = Dict({"observation": seen, "action_mask": mask})

    @property
    def graph(self) -> StateGraph | KnownByNumber:
        """The graph of the states, or all that players may know, which numbers the observations."""
        return self._numbered.listed

    def action_space(self, agent: str) -> Space[Any]:
        """The numbers that the agent's actions can have."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Space[Any]:
        """The number of a state, or of what the agent knows, and a mask."""
        return self.observation_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """The number of the state reached, or of what the agent knows there, and the mask of its
        actions.
        """
        player = _player(agent)
        number = self._numbered.observed(self.reached, player)
        return {"observation": np.int64(number), "action_mask": self._mask(player)}

    def _mask(self, player: Player) -> Mask:
        return self._numbered.mask(self._numbered.observed(self.reached, player), player)

    def _check_action(self, player: Player, action: object) -> int:
        """The number of the player's action, checked by what it observes."""
        observed = self._numbered.observed(self.reached, player)
        return self._numbered.check_action(observed, player, action)

    def _restart(self, seed: int | None) -> None:
        self.agents = list(NAMES)
        # Without a seed chance goes on from where it was.
        if seed is not None:
            self.rng = Random(int(seed))
        self.reached = self._numbered.first_state(self.rng)

    def _move(self, first: int, second: int) -> tuple[dict[str, float], dict[str, bool]]:
        """Play on by these actions: the rewards, and whether play is over."""
        self.reached = self._numbered.next_state(self.reached, (first, second), self.rng)
        paid = self._numbered.paid[self.reached]
        return _by_agent(paid or 0.0, -(paid or 0.0)), dict.fromkeys(NAMES, paid is not None)


class _AlternatingEnv(_TwoAgentEnv, AECEnv):
    """See `aec_env`."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Back to the start; a seed makes chance repeat itself."""
        self._restart(seed)
        self.rewards = dict.fromkeys(NAMES, 0.0)
        self._cumulative_rewards = dict.fromkeys(NAMES, 0.0)
        self.terminations = dict.fromkeys(NAMES, False)
        self.truncations = dict.fromkeys(NAMES, False)
        self.infos: dict[str, Info] = _by_agent({}, {})
        self._select_mover()

    def step(self, action: int | None) -> None:
        """The agent selected acts; one whose play is over can only send None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            # PettingZoo's own way of letting agents leave one after the other.
            self._was_dead_step(action)
            return
        number = self._check_action(_player(agent), action)
        # An agent has seen its rewards by the time it acts, so they begin anew.
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if agent == NAMES[MAX] and self._mover() is None:
            # kept until MIN has chosen too; MIN does not observe it
            self._first = number
            self.agent_selection = NAMES[MIN]
        else:
            first, second = (self._first, number) if agent == NAMES[MIN] else (number, 0)
            self.rewards, self.terminations = self._move(first, second)
            self._accumulate_rewards()
            self._select_mover()

    def _mover(self) -> Player | None:
        """The player to move; None where both have a choice."""
        return self._numbered.graph.nodes[self.reached].mover

    def _select_mover(self) -> None:
        """Select MAX unless MIN alone is to move; MAX's action is 0 until it has chosen another."""
        self._first = 0
        self.agent_selection = NAMES[MIN if self._mover() == MIN else MAX]


class _ParallelEnv(_TwoAgentEnv, ParallelEnv):
    """See `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Back to the start, what each agent observes there; a seed makes chance repeat itself."""
        self._restart(seed)
        return _by_agent(*map(self.observe, NAMES)), _by_agent({}, {})

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Both agents act: what each observes then, its reward, whether play is over."""
        # A parallel environment says that play is over by having no agents.
        if not self.agents:
            raise RulesError("play is over or has not begun: call reset first")
        first, second = (
            self._check_action(player, actions.get(NAMES[player])) for player in PLAYERS
        )
        rewards, over = self._move(first, second)
        if over[NAMES[MAX]]:
            self.agents = []
        truncations = dict.fromkeys(NAMES, False)
        return _by_agent(*map(self.observe, NAMES)), rewards, over, truncations, _by_agent({}, {})


def _by_agent(first: Each, second: Each) -> dict[str, Each]:
    return {NAMES[MAX]: first, NAMES[MIN]: second}


def _player(agent: str) -> Player:
    return PLAYERS[NAMES.index(agent)]
