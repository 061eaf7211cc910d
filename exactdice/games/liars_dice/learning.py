"""Plans for liar's dice that come close to optimal ones, in floats.

Both players learn by counterfactual regret minimisation: at every history and throw, an action is
played in proportion to what it would have gained so far over what was played, where that is
positive. The plans averaged over the rounds come closer and closer to optimal ones. Later rounds
count for more, and early regrets are forgotten: O. Tammelin, "Solving large imperfect information
games using CFR+" (2014), arXiv:1407.5042; N. Brown and T. Sandholm, "Solving imperfect-information
games via discounted regret minimization", AAAI 33 (2019), 1829-1836.

Nothing here is a proof: `plans` makes exact plans of these and proves what they guarantee.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...game import MAX, MIN, Player
from .bidding import Bidding, Plan

Floats = npt.NDArray[np.float64]
# The least regret: what has none is played evenly, and where another has some next to never.
LEAST = 1e-20
FORGETTING = 1.5  # regrets of the rounds before round t are multiplied by t^1.5 / (t^1.5 + 1)


class Learner:
    """One player: its regrets, how it plays by them, and its average plan."""

    def __init__(self, bidding: Bidding, player: Player) -> None:
        self.bidding, self.player = bidding, player
        # of an action: a bid at the history after it, a call at the history where it is made
        self.regrets, self.laws, self.plan, self.total = (self._zeros() for _ in range(4))
        self.own, self.one, self.other = (np.zeros(bidding.shape(player)) for _ in range(3))
        self.own[0] = 1
        self.regrets.bids[:], self.regrets.calls[:] = LEAST, LEAST
        self._leave_out()
        self.choose()

    def _zeros(self) -> Plan[np.float64]:
        shape = self.bidding.shape(self.player)
        return Plan(np.zeros(shape), np.zeros(shape))

    def _leave_out(self) -> None:
        """There is no call at the start, and MIN does not make the lowest bid."""
        if self.player == MAX:
            self.regrets.calls[0] = 0
        else:
            self.regrets.bids[0] = 0

    def choose(self) -> None:
        """Play every action in proportion to its regret."""
        regrets, laws, share = self.regrets, self.laws, self.one
        share[:] = regrets.calls
        share[0] += regrets.bids[0]
        for _, after, before in self.bidding.blocks():
            share[before] += regrets.bids[after]
        np.reciprocal(share, out=share)
        np.multiply(regrets.calls, share, out=laws.calls)
        laws.bids[0] = regrets.bids[0] * share[0] if self.player == MAX else 1
        for _, after, before in self.bidding.blocks():
            np.multiply(regrets.bids[after], share[before], out=laws.bids[after])
        self._follow()

    def _follow(self) -> None:
        """Work out the plan from the laws of the actions."""
        laws, plan, own = self.laws, self.plan, self.own
        plan.bids[0] = laws.bids[0]
        for _, after, before in self.bidding.blocks():
            np.multiply(own[before], laws.bids[after], out=plan.bids[after])
            own[after] = plan.bids[before]  # the other's bid does not change it
        np.multiply(own, laws.calls, out=plan.calls)

    def average(self, weight: float) -> None:
        """Enter the plan into the average with this weight."""
        for total, plan in ((self.total.bids, self.plan.bids), (self.total.calls, self.plan.calls)):
            np.multiply(plan, weight, out=self.one)
            np.add(total, self.one, out=total)

    def learn(self, other: Plan[np.float64], kept: float) -> None:
        """Add the regrets of a round against this plan to what is kept of those before."""
        laws = self.laws
        calls, bids = self.bidding.paid(self.player, other)
        here = np.multiply(laws.calls, calls, out=self.one)  # at each history of its own
        for _, after, before in reversed(list(self.bidding.blocks())):
            bids[before] += here[after]
            np.multiply(laws.bids[after], bids[after], out=self.other[after])
            here[before] += self.other[after]
        if self.player == MAX:
            here[0] += laws.bids[0] * bids[0]
        np.subtract(calls, here, out=calls)
        bids[0] -= here[0]
        for _, after, before in self.bidding.blocks():
            np.subtract(bids[after], here[before], out=bids[after])
        for regrets, added in ((self.regrets.bids, bids), (self.regrets.calls, calls)):
            np.multiply(regrets, kept, out=regrets)
            np.add(regrets, added, out=regrets)
            np.maximum(regrets, LEAST, out=regrets)
        self._leave_out()
        self.choose()


class Learning:
    """Both players, learning against each other in turns."""

    def __init__(self, bidding: Bidding) -> None:
        self.players = (Learner(bidding, MAX), Learner(bidding, MIN))
        self.rounds = 0

    def play_round(self) -> None:
        """Both learn from what the other plays, MIN from what MAX has just learned."""
        first, second = self.players
        self.rounds += 1
        forgetting = self.rounds**FORGETTING
        kept = forgetting / (forgetting + 1)
        first.learn(second.plan, kept)
        second.learn(first.plan, kept)
        for learner in self.players:
            learner.average(float(self.rounds**2))

    def average(self, player: Player) -> Plan[np.float64]:
        """The player's average plan so far, times some number."""
        return self.players[player].total
