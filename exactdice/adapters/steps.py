"""The parts of a transition table: what may follow an action, in the form of Gymnasium's."""

from __future__ import annotations

from ..exact import Exact
from ..game import MAX, Player

After = tuple[int, Exact, bool]  # next state, reward, whether play is over there
Step = tuple[Exact, int, Exact, bool]  # the probability, then what is so likely
ExactTable = dict[int, dict[int, list[Step]]]


def paid_to(player: Player, paid: Exact) -> Exact:
    """The reward of the player when MAX is paid this much."""
    return paid if player == MAX else -paid
