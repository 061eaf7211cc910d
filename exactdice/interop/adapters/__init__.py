"""Adapters to reinforcement learning (environments of any game on the protocol, and a learner's
policy scored exactly), to OpenSpiel, and to the dice of icepool.

- `aec_env(game)`, `parallel_env(game)`: PettingZoo environments; `table_env(game, player,
  opponent)`: a Gymnasium environment of one player. These need the extra exactdice[adapters].
- `transition_table(game, player, opponent)`: the table that the last one plays over, exact;
  `float_table(table)`: in floats.
- `explore_information(game)`: all that the players may know where they do not see everything, by
  the numbers that the environments of the game observe.
- `strategy_from(graph, player, policy)`: a learner's policy as a strategy with exact distributions,
  for `exploitability`, `profile_values`, ...
- `from_icepool(die)`, `to_icepool(law)`: distributions as dice of icepool and back, exactly. These
  need the extra exactdice[icepool].
- `from_openspiel(name)`: games of OpenSpiel here; `profile_from_openspiel(policy, game)`: a policy
  of OpenSpiel as a profile with exact distributions. These need the extra exactdice[openspiel].

`examples/tabular_learner.py` and `examples/cfr_on_leduc.py` train learners and plot their exact
exploitability.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ...distributions.distribution import Distribution, finite_distribution
from ...distributions.weights import in_order
from ...exact.argument_checks import got
from ...exact.errors import RulesError
from ...exact.loading import needed, on_request
from ...exact.numbers import as_exact, shown
from .openspiel import from_openspiel, profile_from_openspiel
from .tabular import explore_information, float_table, strategy_from, transition_table

if TYPE_CHECKING:
    from .environments import aec_env, parallel_env, table_env

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
    "transition_table",
]


# Imported when they are asked for, so that the rest works without the extra.
__getattr__ = on_request(__name__, {"environments": ("aec_env", "parallel_env", "table_env")})


# --- dice of icepool ------------------------------------------------------------------------------


def from_icepool(die: Any) -> Distribution[Any]:
    """The law of a `Die` of icepool: quantities are weights, brought to lowest terms, and vectors
    are tuples.

    `from_icepool(icepool.d6 + icepool.d6) == 2 @ die(6)`. Raises `RulesError` for anything else
    (a pool or an expression is a die after `.sum()` or another evaluation) and for a die without
    outcomes, `InexactError` for an outcome that is a float.
    """
    with needed("this adapter", "icepool"):
        import icepool
    if not isinstance(die, icepool.Die):
        raise RulesError(f"from_icepool takes a Die of icepool, {got(die)}")
    if die.is_empty():
        raise RulesError("from_icepool takes a Die with outcomes, got the empty one")
    return Distribution({_ours(x, icepool.Vector): int(n) for x, n in die.items()})


def to_icepool(law: Distribution[Any]) -> Any:
    """The law as a `Die` of icepool: the weights are its quantities.

    `to_icepool(die(6) > 3)` has the outcomes False and True. Raises `RulesError` for what is no
    law of finitely many outcomes (clip an endless one), for outcomes without an order, which
    icepool sorts, and for those it takes otherwise, None and its own dice; `InexactError` for an
    outcome that is a float or a Decimal.
    """
    with needed("this adapter", "icepool"):
        import icepool
    finite_distribution(law, "what is turned into a Die of icepool")
    for outcome in law:
        _refuse_other(outcome, icepool.Die)
    # In order, and refused here where there is none.
    return icepool.Die({outcome: law.weights[outcome] for outcome in in_order(law)})


def _ours(outcome: object, vector: type[Sequence[object]]) -> object:
    """An outcome of icepool's as one of ours: a vector is a tuple, of vectors perhaps."""
    if isinstance(outcome, (vector, tuple)):
        return tuple(_ours(part, vector) for part in outcome)
    if isinstance(outcome, (float, Decimal)):
        as_exact(outcome, "an outcome of a die of icepool")  # raises
    return outcome


def _refuse_other(outcome: object, dice: type[object]) -> None:
    """Raise `InexactError` for a float, and `RulesError` for what is no outcome to icepool, in a
    tuple too: None, which the end of its chains means, and its dice, which it would throw.
    """
    if isinstance(outcome, (float, Decimal)):
        as_exact(outcome, "an outcome of a die of icepool")  # raises
    if outcome is None or isinstance(outcome, dice):
        raise RulesError(
            "an outcome of a die of icepool must be neither None nor a die, got "
            f"{shown(outcome)}: map it to something else first"
        )
    for part in outcome if isinstance(outcome, tuple) else ():
        _refuse_other(part, dice)
