"""What both players bid, as arrays: the histories of bids, and what calls pay.

Bids only rise, so a history of bids is the set of them: a number whose bit b says whether bid b was
made. MAX moves after an even number of bids, MIN after an odd one, and of the two histories 2m and
2m + 1 one is even and one is odd. So the histories of one mover are numbered by m, from 0 to
2^(bids - 1) - 1, and what a player holds for each history and each throw of its own is an array of
two dimensions.

In these numbers a bid b of 1 or more leads from m, where m < 2^(b-1), to m + 2^(b-1) among the
histories of the other mover: one block of rows follows from the rows before it, all at once. Bid 0
can only be the first: it leads from the start, which is history 0 of MAX, to history 0 of MIN.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import prod
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from ...game import MAX, MIN, Player
from .rules import Bid, Dice, LiarsDice, LiarsDiceState, orders

Number = TypeVar("Number", np.float64, np.int64)


@dataclass(frozen=True)
class Plan(Generic[Number]):
    """How much of each throw of a player comes to each history by the player's own choices.

    - `bids[m, throw]`: to history m of the other player, where this one has just bid (where MIN has
      yet to move, all of it: `bids[0]`).
    - `calls[m, throw]`: to a call at history m of its own (nobody can call at the start).
    """

    bids: npt.NDArray[Number]
    calls: npt.NDArray[Number]


@dataclass(frozen=True)
class Bidding:
    """The bids of a game, lowest first, and the throws of both players."""

    game: LiarsDice

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """All bids, lowest first."""
        return tuple(self.game.bids())

    @cached_property
    def throws(self) -> tuple[tuple[Dice, ...], tuple[Dice, ...]]:
        """The sorted throws of MAX and of MIN."""
        faces = range(1, self.game.faces + 1)
        of_max, of_min = self.game.dice
        return (
            tuple(combinations_with_replacement(faces, of_max)),
            tuple(combinations_with_replacement(faces, of_min)),
        )

    @property
    def histories(self) -> int:
        """How many there are of each mover."""
        return 1 << (len(self.bids) - 1)

    @property
    def all_throws(self) -> int:
        """In how many ways the dice of both may fall."""
        return prod([self.game.faces] * sum(self.game.dice))

    def shape(self, player: Player) -> tuple[int, int]:
        """Of an array of the player's: its histories, or the other's, by its throws."""
        return self.histories, len(self.throws[player])

    def blocks(self) -> Iterator[tuple[int, slice, slice]]:
        """Every bid but the lowest: the bid, the histories after it, and those before it in the
        same order.
        """
        for bid in range(1, len(self.bids)):
            half = 1 << (bid - 1)
            yield bid, slice(half, 2 * half), slice(half)

    @cached_property
    def stakes(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """[MAX][bid, throw of MAX, throw of MIN]: in how many ways the dice fall so, positive where
        the bid is true; for MIN the throws change places.
        """
        of_max = np.array([[self._stakes(bid, x) for x in self.throws[MAX]] for bid in self.bids])
        return of_max, of_max.transpose(0, 2, 1)

    def _stakes(self, bid: Bid, own: Dice) -> list[int]:
        found = []
        for other in self.throws[MIN]:
            ways = orders(own) * orders(other)
            found.append(ways if self.game.is_true(LiarsDiceState(own, other), bid) else -ways)
        return found

    def paid(
        self, player: Player, other: Plan[Number]
    ) -> tuple[npt.NDArray[Number], npt.NDArray[Number]]:
        """What the player is paid when the other follows the plan, summed over all that the dice of
        the other may be: (by its own call at each of its histories, by the other's call at each of
        the other's), for each throw of its own.

        Who bid is paid when the bid is true, and who called it when it is false.
        """
        stakes = self.stakes[player].astype(other.bids.dtype)
        by_own = np.zeros(self.shape(player), dtype=other.bids.dtype)
        by_other = np.zeros_like(by_own)
        for bid, after, _ in self.blocks():
            np.matmul(other.bids[after], -stakes[bid].T, out=by_own[after])
            np.matmul(other.calls[after], stakes[bid].T, out=by_other[after])
        # History 0 of MIN comes after bid 0, and history 0 of MAX after none.
        if player == MAX:
            by_other[0] = stakes[0] @ other.calls[0]
        else:
            by_own[0] = -stakes[0] @ other.bids[0]
        return by_own, by_other
