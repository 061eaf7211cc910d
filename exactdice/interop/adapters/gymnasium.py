"""A Gymnasium environment over the transition table of one player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.errors import RulesError
from ...exact.loading import needed
from ...game.optional import hides
from ...game.protocol import MAX, Game, Player, Strategy, checked_player
from .numbered import Numbered, explore_information
from .transitions import WAITS, After, ExactTable, float_table, left_to, table_of, table_of_known

with needed("this adapter", "adapters"):
    from gymnasium import Env
    from gymnasium.spaces import Discrete


Info = dict[str, Any]  # Gymnasium's own type of it
IntEnv = Env[Any, Any]  # of plain ints, while its `Discrete` says that they are numpy's
Mask = npt.NDArray[np.int8]


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
    player = checked_player(player)
    if hides(game):
        known = explore_information(game)
        return _TableEnv(Numbered(known), table_of_known(known, player, opponent), player)
    graph = left_to(game, player, opponent)
    return _TableEnv(Numbered(graph), table_of(graph, player), player)


class _TableEnv(IntEnv):
    """See `table_env`."""

    def __init__(self, seen: Numbered, table: ExactTable, player: Player) -> None:
        self._numbered = seen
        self._table = table
        self._player = player
        # Exact laws for the draws; the table of floats is for learners to read.
        self.P = float_table(table)
        self.graph = seen.listed
        self.observation_space = Discrete(len(table))
        self.action_space = Actions(seen.most_actions[player], self._mask)
        # Made when first drawn from: most of a large game is never met.
        self._laws: dict[tuple[int, int], Distribution[After]] = {}
        # Over until reset is called, as Gymnasium asks for.
        self.reached = 0
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[int, Info]:
        """Back to the start; a seed makes chance repeat itself."""
        super().reset(seed=seed)
        # From Gymnasium's own generator, so that one seed settles all; Random draws whole numbers
        # of any size, which exact laws need.
        self.rng = Random(int(self.np_random.integers(2**63 - 1)))
        self.reached = 0
        self.over = False
        return 0, self._info()

    def step(self, action: object) -> tuple[int, float, bool, bool, Info]:
        """The player acts: the next observation, the reward, whether play is over."""
        if self.over:
            raise RulesError("play is over or has not begun: call reset first")
        number = self._numbered.chosen(self.reached, self._player, action)
        key = (self.reached, number)
        if key not in self._laws:
            steps = self._table[self.reached][number]
            self._laws[key] = from_probabilities({step[1:]: step[0] for step in steps})
        self.reached, reward, self.over = self._laws[key].sample(self.rng)
        return self.reached, float(reward), self.over, False, self._info()  # never truncated

    def _info(self) -> dict[str, object]:
        return {"action_mask": self._mask()}

    def _mask(self) -> Mask:
        return self._numbered.mask(self.reached, self._player)
