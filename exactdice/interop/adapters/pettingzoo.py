"""PettingZoo environments of any game on the protocol.

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

from functools import partial
from random import Random
from typing import Any, TypeVar

import numpy as np

from ...exact.errors import RulesError
from ...exact.loading import needed
from ...game.graph import StateGraph, explore
from ...game.optional import hides
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, Game, Player
from .gymnasium import Actions, Mask
from .numbered import KnownByNumber, Numbered, explore_information

with needed("this adapter", "adapters"):
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import OrderEnforcingWrapper

# A Gymnasium space says what it holds by an invariant type, and these hold several.
Observation = dict[str, Any]
Info = dict[str, object]  # nothing is told
Each = TypeVar("Each")


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
    return OrderEnforcingWrapper(_OneAtATime(game))


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
    return _BothAtOnce(game)


class _Played:
    """What both kinds of environment share.

    Spaces, observations, and the state that play has reached.
    """

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
            seen = Discrete(self._numbered.observations(player))
            mask = Box(0, 1, (most,), np.int8)
            self.observation_spaces[name] = Dict({"observation": seen, "action_mask": mask})

    @property
    def graph(self) -> StateGraph | KnownByNumber:
        """What numbers the observations: the graph of the states, or what players may know."""
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
        return {"observation": np.int64(self._observed(player)), "action_mask": self._mask(player)}

    def _observed(self, player: Player) -> int:
        return self._numbered.observed(self.reached, player)

    def _mask(self, player: Player) -> Mask:
        return self._numbered.mask(self._observed(player), player)

    def _chosen(self, player: Player, action: object) -> int:
        """The number of the player's action, checked by what it observes."""
        return self._numbered.chosen(self._observed(player), player, action)

    def _restart(self, seed: int | None) -> None:
        self.agents = list(NAMES)
        # Without a seed chance goes on from where it was.
        if seed is not None:
            self.rng = Random(int(seed))
        self.reached = self._numbered.first_state(self.rng)

    def _move(self, first: int, second: int) -> tuple[dict[str, float], dict[str, bool]]:
        """Play on by these actions: the rewards, and whether play is over."""
        self.reached = self._numbered.next_state(self.reached, first, second, self.rng)
        paid = self._numbered.paid[self.reached]
        return _each(paid or 0.0, -(paid or 0.0)), _each(paid is not None, paid is not None)


class _OneAtATime(_Played, AECEnv):
    """See `aec_env`."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Back to the start; a seed makes chance repeat itself."""
        self._restart(seed)
        self.rewards = _each(0.0, 0.0)
        self._cumulative_rewards = _each(0.0, 0.0)
        self.terminations = _each(False, False)
        self.truncations = _each(False, False)
        self.infos: dict[str, Info] = _each({}, {})
        self._select()

    def step(self, action: int | None) -> None:
        """The agent selected acts; one whose play is over can only send None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            # PettingZoo's own way of letting agents leave one after the other.
            self._was_dead_step(action)
            return
        number = self._chosen(_player(agent), action)
        # An agent has seen its rewards by the time it acts, so they begin anew.
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if agent == NAMES[MAX] and self._numbered.mover(self.reached) is None:
            # kept until MIN has chosen too; MIN does not observe it
            self._first = number
            self.agent_selection = NAMES[MIN]
        else:
            first, second = (self._first, number) if agent == NAMES[MIN] else (number, 0)
            self.rewards, self.terminations = self._move(first, second)
            self._accumulate_rewards()
            self._select()

    def _select(self) -> None:
        """MAX is selected unless MIN alone is to move.

        MAX's action is 0 until it has chosen another.
        """
        self._first = 0
        self.agent_selection = NAMES[MIN if self._numbered.mover(self.reached) == MIN else MAX]


class _BothAtOnce(_Played, ParallelEnv):
    """See `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Back to the start, what each agent observes there; a seed makes chance repeat itself."""
        self._restart(seed)
        return _each(*map(self.observe, NAMES)), _each({}, {})

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Both agents act: what each observes then, its reward, whether play is over."""
        # A parallel environment says that play is over by having no agents.
        if not self.agents:
            raise RulesError("play is over or has not begun: call reset first")
        first, second = (self._chosen(player, actions.get(NAMES[player])) for player in PLAYERS)
        rewards, over = self._move(first, second)
        if over[NAMES[MAX]]:
            self.agents = []
        return _each(*map(self.observe, NAMES)), rewards, over, _each(False, False), _each({}, {})


def _each(first: Each, second: Each) -> dict[str, Each]:
    return {NAMES[MAX]: first, NAMES[MIN]: second}


def _player(agent: str) -> Player:
    return PLAYERS[NAMES.index(agent)]
