"""A Gymnasium environment over the transition table of one player.

Only the adapters import gymnasium.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..errors import RulesError
from ..game import MAX, Game, Player, Strategy
from ..graph import StateGraph
from .extra import needed
from .numbered import Numbered
from .transitions import WAITS, float_table, left_to, table_of

with needed():
    from gymnasium import Env
    from gymnasium.spaces import Discrete


Info = dict[str, Any]  # Gymnasium's own type of it
IntEnv = Env[Any, Any]  # of plain ints, while its `Discrete` says that they are numpy's


def table_env(game: Game, player: Player = MAX, opponent: Strategy = WAITS) -> IntEnv:
    """The environment of the player when the other follows this strategy.

    It is toy-text with `env.unwrapped.P`, a table of floats. An observation is the number of the
    state, an action its place among the player's actions there; `info["action_mask"]` says which
    numbers are actions. Where the player has a single action, as when the other moves, it is played
    whatever number is sent. Chance and the other's actions are drawn exactly, not by the floats of
    `P`; `reset(seed=...)` seeds them. The reward is what the player is paid when play is over; play
    is never truncated. Errors are those of `transition_table`, and `RulesError` at an action
    outside the mask.

    >>> from exactdice import DiceBattle, dice
    >>> env = table_env(DiceBattle(dice=2, target=3), opponent=dice(1))
    >>> env.reset(seed=1)
    (0, {'action_mask': array([1, 1], dtype=int8)})
    """
    return _TableEnv(left_to(game, player, opponent), player)


class _TableEnv(IntEnv):
    """See `table_env`."""

    def __init__(self, graph: StateGraph, player: Player) -> None:
        # Exact laws for the draws; the table of floats is for learners to read.
        self._numbered, self._player = Numbered(graph), player
        self.P = float_table(table_of(graph, player))
        self.graph = graph
        self.observation_space = Discrete(len(graph.nodes))
        self.action_space = Discrete(self._numbered.most_actions[player])
        # Over until reset is called, as Gymnasium asks for.
        self.reached, self.over = 0, True

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[int, Info]:
        """Back to the start; a seed makes chance repeat itself."""
        super().reset(seed=seed)
        # From Gymnasium's own generator, so that one seed settles all; Random draws whole numbers
        # of any size, which exact laws need.
        self.rng = Random(int(self.np_random.integers(2**63 - 1)))
        self.reached, self.over = 0, False
        return 0, self._info()

    def step(self, action: object) -> tuple[int, float, bool, bool, Info]:
        """The player acts: the next state, the reward, whether play is over."""
        if self.over:
            raise RulesError("play is over or has not begun: call reset first")
        number = self._numbered.chosen(self.reached, self._player, action)
        # The other player's plan is part of the graph already, so its only action is 0.
        joint = (number, 0) if self._player == MAX else (0, number)
        self.reached = self._numbered.next_state(self.reached, *joint, self.rng)
        paid = self._numbered.paid(self.reached)
        self.over = paid is not None
        reward = (paid or 0.0) if self._player == MAX else -(paid or 0.0)
        return self.reached, reward, self.over, False, self._info()  # never truncated

    def _info(self) -> dict[str, object]:
        return {"action_mask": self._numbered.mask(self.reached, self._player)}
