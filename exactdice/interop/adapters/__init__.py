"""Adapters to reinforcement learning (environments of any game on the protocol, and a learner's
policy scored exactly), to OpenSpiel, and to the dice of icepool.

- `aec_env(game)`, `parallel_env(game)`: PettingZoo environments; `table_env(game, player,
  opponent)`: a Gymnasium environment of one player. These need the extra exactdice[adapters].
- `transition_table(game, player, opponent)`: the table that the last one plays over, exact;
  `float_table(table)`: in floats.
- `explore_information(game)`: all that the players may know where they do not see everything, by
  the numbers that the environments of the game observe.
- `strategy_from(graph, player, policy)`: a learner's policy as a strategy with exact laws, for
  `exploitability`, `profile_values`, ...
- `from_icepool(die)`, `to_icepool(law)`: laws as dice of icepool and back, exactly. These need the
  extra exactdice[icepool].
- `from_openspiel(name)`: games of OpenSpiel here; `to_openspiel(game)`: games of ours there;
  `profile_from_openspiel(policy, game)`: a policy of OpenSpiel as a profile with exact laws. These
  need the extra exactdice[openspiel].

`examples/tabular_learner.py` and `examples/cfr_on_leduc.py` train learners and plot their exact
exploitability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...exact.loading import on_request
from .icepool import from_icepool, to_icepool
from .numbered import explore_information
from .openspiel import from_openspiel, profile_from_openspiel, to_openspiel
from .policy import strategy_from
from .transitions import float_table, transition_table

if TYPE_CHECKING:
    from .gymnasium import table_env
    from .pettingzoo import aec_env, parallel_env

__all__ = [
    "aec_env",
    "explore_information",
    "float_table",
    "from_icepool",
    "from_openspiel",
    "parallel_env",
    "profile_from_openspiel",
    "strategy_from",
    "table_env",
    "to_icepool",
    "to_openspiel",
    "transition_table",
]


# Imported when they are asked for, so that the rest works without the extra.
__getattr__ = on_request(
    __name__, {"pettingzoo": ("aec_env", "parallel_env"), "gymnasium": ("table_env",)}
)
