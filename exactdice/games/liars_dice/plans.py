"""Exact plans for liar's dice and what they guarantee, all in whole numbers.

A plan is written in units of 2^-bits: a throw comes to the first history as `whole` = 2^bits units,
and at each history the units that came there are shared out among the actions without a rest. The
law of an action is its share, so a plan of whole numbers is a strategy as it stands, and no chance
is ever rounded. What the other is paid at best against it is a sum, with a maximum at each of its
histories, of stakes times units. At no history is it more in size than the ways in which the dice
fall times the units that come there, so nothing exceeds (all throws) * whole < 2^62.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ...distribution import Distribution, point
from ...exact import Exact, simplest
from ...game import MAX, Action, ActionLaw, Player
from ...hidden.information import Information
from ...solution import Lazy
from .bidding import Bidding, Plan
from .rules import CALL

Wholes = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
WORD = 62  # bits of a machine word that sums may take
EXACT = 52  # bits of the whole numbers that are floats, all of them


def units(bidding: Bidding) -> int:
    """How many units a throw is: a power of two, the largest whose sums fit a machine word."""
    return 1 << min(EXACT, WORD - bidding.all_throws.bit_length())


def exact_plan(bidding: Bidding, player: Player, proposed: Plan[np.float64]) -> Plan[np.int64]:
    """A plan in units that plays about as proposed.

    At each history the units are cut where the proposed shares of the bids, in rising order, add up
    to: at floor(units * sum of these / sum of all). In floats, too, such sums rise, and so do the
    cuts, never beyond the units: every bid gets the units between two cuts, the call all above the
    last one, and nothing less than none.
    """
    sums = _all_shares(bidding, player, proposed)
    own = np.zeros(bidding.shape(player), dtype=np.int64)
    own[0] = units(bidding)
    plan = Plan(np.zeros_like(own), np.zeros_like(own))
    plan.bids[0] = own[0]
    shared, cut = np.zeros_like(sums), np.zeros_like(own)
    if player == MAX:
        shared[0] = proposed.bids[0]
        plan.bids[0] = cut[0] = _part(own[0], shared[0], sums[0])
    for _, after, before in bidding.blocks():
        shared[before] += proposed.bids[after]
        up_to = _part(own[before], shared[before], sums[before])
        plan.bids[after] = up_to - cut[before]
        cut[before] = up_to
        own[after] = plan.bids[before]  # the other's bid does not change what comes there
    np.subtract(own, cut, out=plan.calls)
    if player == MAX:
        # There is no call at the start: what is left there, if anything, goes to the highest bid.
        plan.bids[bidding.histories // 2] += plan.calls[0]
        plan.calls[0] = 0
    return plan


def _all_shares(bidding: Bidding, player: Player, proposed: Plan[np.float64]) -> Floats:
    """The sum of the shares of all actions at each history, in the order in which they are cut: a
    call of share 0 then leaves the last sum as it is, and gets nothing.
    """
    sums: Floats = np.zeros(bidding.shape(player))
    if player == MAX:
        sums[0] = proposed.bids[0]
    for _, after, before in bidding.blocks():
        sums[before] += proposed.bids[after]
    sums += proposed.calls
    # Where nothing is proposed everything is called.
    sums[sums == 0] = 1
    return sums


def _part(own: Wholes, shared: Floats, sums: Floats) -> Wholes:
    """floor(own * shared / sums), which lies between 0 and own since shared <= sums."""
    return np.floor(own * (shared / sums)).astype(np.int64)


def best_paid(bidding: Bidding, player: Player, other: Plan[np.int64]) -> Exact:
    """What the player is paid on average by a best response to the exact plan of the other.

    At each history the player makes the bid or the call that pays its throw most; histories after a
    higher bid are done before.
    """
    here, after_bid = bidding.paid(player, other)
    if player == MAX:
        here[0] = np.iinfo(np.int64).min  # there is no call at the start
    for _, after, before in reversed(list(bidding.blocks())):
        after_bid[before] += here[after]
        np.maximum(here[before], after_bid[after], out=here[before])
    # The lowest bid is MAX's, and leads to the first history of MIN.
    best = np.maximum(here[0], after_bid[0]) if player == MAX else after_bid[0] + here[0]
    total = sum(best.tolist())
    return simplest(Fraction(total, bidding.all_throws * units(bidding)))


# --- a plan as a strategy -------------------------------------------------------------------------


@dataclass(frozen=True)
class PlanTable:
    """An exact plan as the strategy of its player, {information: law of the action}."""

    bidding: Bidding
    player: Player
    plan: Plan[np.int64]

    def table(self) -> Lazy[Information, ActionLaw]:
        """The mapping, whose laws are made when asked for."""
        return Lazy(self.known, self.law)

    def known(self) -> Iterator[Information]:
        """All that the player may know where it moves."""
        bids = self.bidding.bids
        for history in range(2 * self.bidding.histories):
            if history.bit_count() % 2 == self.player:
                made = tuple(bid for b, bid in enumerate(bids) if history >> b & 1)
                for throw in self.bidding.throws[self.player]:
                    yield (throw, *made)

    def law(self, known: Information) -> ActionLaw:
        """The law of the action there; `KeyError` where the player never moves."""
        throw, history = self._place(known)
        if history >= self.bidding.histories:
            return point(CALL)
        weights = dict(self._weights(throw, history))
        # Where its own choices never lead it may do anything.
        return Distribution(weights) if any(weights.values()) else point(CALL)

    def _place(self, known: Information) -> tuple[int, int]:
        """The number of the throw, and the set of the bids."""
        try:
            own, *made = known
            throw = self.bidding.throws[self.player].index(own)
            numbers = [self.bidding.bids.index(bid) for bid in made]
        except (TypeError, ValueError):
            raise KeyError(known) from None
        if numbers != sorted(set(numbers)) or len(numbers) % 2 != self.player:
            raise KeyError(known)
        return throw, sum(1 << number for number in numbers)

    def _weights(self, throw: int, history: int) -> Iterator[tuple[Action, int]]:
        """The units of each action at the history."""
        m = history >> 1
        for number in range(history.bit_length(), len(self.bidding.bids)):
            yield self.bidding.bids[number], int(self.plan.bids[m + (1 << number >> 1), throw])
        if history:
            yield CALL, int(self.plan.calls[m, throw])
