"""Liar's dice for two, one round of it: the rule sheet.

Both players throw their dice once and see only their own. MAX bids first: a bid (count, face) says
that at least so many of all dice show the face. The other then makes a higher bid, of more dice or
of as many with a higher face, or calls the bid. A called bid is true when at least as many dice of
both players show the face. Who called a true bid, or whose bid was false, loses 1 to the other.

In Dudo ones are wild: they count as the face of any bid, and they rank above the other faces, so
that the bids of one count rise from twos to the highest face and then to ones. Source: T. W. Neller
and S. Hnath, "Approximating optimal Dudo play with fixed-strategy iteration counterfactual regret
minimization", Advances in Computer Games 13 (2012), LNCS 7168, 170-183.

Nobody can call before there is a bid. Rules for a whole table differ on who else may call: the next
player alone, or anyone. With two players the one who did not bid is both, so there is no such
option. Dice that are lost from one round to the next are no part of it either.

Dice are thrown as sorted throws, each with the number of orders in which it may come: bids and
calls depend on how many dice show a face, never on which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import ClassVar, NamedTuple

from ...distributions.distribution import Distribution, joint, point
from ...exact.argument_checks import a_truth
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE, refuse_costly
from ...exact.numbers import Exact, shown, shown_when_long
from ...game.dice_options import Named, keep_named, keep_two, keep_whole
from ...game.protocol import MAX, NAMES, OTHER, WAIT, Action, Joint, Player

Dice = tuple[int, ...]  # what they show, in ascending order
Bid = tuple[int, int]  # how many dice at least, and the face that they show

CALL = "call"
WILD_RANKS = ("high", "low")
COUNTED = (
    60  # the cost of more dice or faces than these is as good as that of these: nobody pays it
)


class LiarsDiceState(NamedTuple):
    """The dice of MAX and those of MIN (none before the throw), the last bid, who is to move, and
    whether it has called that bid.
    """

    dice_of_max: Dice
    dice_of_min: Dice
    bid: Bid | None = None
    to_move: Player = MAX
    called: bool = False


@shown_when_long
@dataclass(frozen=True)
class LiarsDice:
    """The rules for so many `dice` of MAX and of MIN, with the same number of `faces`.

    - `wild`: ones count as the face of any bid.
    - `wild_rank`: bids of wild ones rank above those of the other faces (`high`, as in Dudo) or
      below them (`low`, where ones that are not wild always are).

    A player observes its dice, in ascending order, and what the other does. Raises `RulesError`
    naming the option that is off.

    >>> from exactdice import MIN
    >>> game = LiarsDice(dice=(2, 1), faces=3, wild=True)
    >>> game.actions(LiarsDiceState((1, 3), (2,), (2, 3), MIN), MIN)
    ((2, 1), (3, 2), (3, 3), (3, 1), 'call')
    >>> game.payoff(LiarsDiceState((1, 3), (2,), (2, 3), MIN, called=True))
    1
    >>> game.observation(LiarsDiceState((1, 3), (2,)), MAX)
    (1, 3)
    """

    dice: tuple[int, int] = (1, 1)
    faces: int = 6
    wild: bool = False
    wild_rank: str = "high"

    named: ClassVar[Named] = {"wild_rank": WILD_RANKS}

    def __post_init__(self) -> None:
        keep_two(self, "dice", "MAX's and MIN's")
        keep_whole(self, "faces", 2)
        object.__setattr__(self, "wild", a_truth(self.wild, "wild"))
        keep_named(self, "wild_rank")
        what = f"the throws of {shown(sum(self.dice))} dice of {shown(self.faces)} faces"
        refuse_costly(what, STEPS_A_MOVE * self._count_throws(), "fewer dice or faces")

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all courses of play: the throws, with every rising sequence of bids,
        called or not.
        """
        bids = min(sum(self.dice) * self.faces, COUNTED)
        return 2 * STEPS_A_STATE * self._count_throws() * (1 << bids)

    def _count_throws(self) -> int:
        """How many pairs of sorted throws there are."""
        of_max, of_min = self.dice
        return count_sorted_throws(of_max, self.faces) * count_sorted_throws(of_min, self.faces)

    @property
    def start(self) -> LiarsDiceState:
        """Nobody has thrown."""
        return LiarsDiceState((), ())

    def payoff(self, state: LiarsDiceState) -> Exact | None:
        """-1 or 1 once a bid is called: who called a true bid loses, and so does whose bid was
        false.
        """
        if state.bid is None or not state.called:
            return None
        count, face = state.bid
        showing = {face, 1} if self.wild else {face}
        is_true = sum(die in showing for die in state.dice_of_max + state.dice_of_min) >= count
        # the caller loses when the bid is true
        return -1 if is_true == (state.to_move == MAX) else 1

    def actions(self, state: LiarsDiceState, player: Player) -> tuple[Action, ...]:
        """The higher bids, lowest first, then to call the bid there is."""
        if not state.dice_of_max or player != state.to_move:
            return (WAIT,)
        bids = tuple(self.bids())
        if state.bid is None:
            return bids
        return (*bids[bids.index(state.bid) + 1 :], CALL)

    def bids(self) -> Iterator[Bid]:
        """All bids, lowest first."""
        ones_are_high = self.wild and self.wild_rank == "high"
        faces = (*range(2, self.faces + 1), 1) if ones_are_high else range(1, self.faces + 1)
        return ((count, face) for count in range(1, sum(self.dice) + 1) for face in faces)

    def outcomes(self, state: LiarsDiceState, joint_action: Joint) -> Distribution[LiarsDiceState]:
        """The distribution of the throws, or what the mover says."""
        if not state.dice_of_max:
            laws = []
            for count in self.dice:
                throws = combinations_with_replacement(range(1, self.faces + 1), count)
                laws.append(Distribution({throw: count_orders(throw) for throw in throws}))
            return joint(*laws).map(lambda dice: LiarsDiceState(*dice))
        bid = joint_action[state.to_move]
        if bid == CALL:
            return point(state._replace(called=True))
        return point(state._replace(bid=bid, to_move=OTHER[state.to_move]))

    def observation(self, state: LiarsDiceState, player: Player) -> Action | None:
        """The player's dice once they are thrown, then each bid of the other, or its call."""
        if state.called:
            return CALL if player != state.to_move else None
        if state.bid is not None:
            return state.bid if player == state.to_move else None
        return (state.dice_of_max, state.dice_of_min)[player] or None

    def text(self, state: LiarsDiceState) -> str:
        """The dice of both, the last bid, and who is to move.

        >>> from exactdice import MIN
        >>> print(LiarsDice(dice=(2, 1)).text(LiarsDiceState((1, 3), (2,), (2, 3), MIN)))
        MAX 1 3, MIN 2
        MAX bids 2 dice of face 3
        MIN to move
        """
        if not state.dice_of_max:
            return "no dice yet"
        of_max, of_min = (" ".join(map(str, dice)) for dice in state[:2])
        lines = [f"MAX {of_max}, MIN {of_min}"]
        if state.bid is not None:
            count, face = state.bid
            dice = "die" if count == 1 else "dice"
            lines.append(f"{NAMES[1 - state.to_move]} bids {count} {dice} of face {face}")
        lines.append(f"{NAMES[state.to_move]} {'calls' if state.called else 'to move'}")
        return "\n".join(lines)


def count_sorted_throws(dice: int, faces: int) -> int:
    """How many sorted throws there are, or too many of them."""
    # Of dice and faces that are both large a smaller number, which can be written down.
    return comb(dice + faces - 1, min(dice, faces - 1, COUNTED))


def count_orders(throw: Dice) -> int:
    """In how many orders dice may show this."""
    return factorial(len(throw)) // prod(factorial(throw.count(face)) for face in set(throw))


GAMES = {"liars-dice": LiarsDice}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"liars-dice": {"faces": 3}}
