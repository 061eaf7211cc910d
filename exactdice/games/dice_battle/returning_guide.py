"""The float guide where a bust scores 0: it proposes numbers of dice, and rules out those that are
certainly worse.

Let w and l = 1 - w be the chances of the player to throw, b and p = 1 - b the chances that its
throw busts and scores, w_s and l_s its chances to win and to lose given that it scores, and ' mark
the partner: the mirrored state of the other side. Then w = p w_s + b l' and l' = p' l'_s + b' w,
and the player to throw is the first of the two to score with chance r = p / (p + b p'). So

    w = r w_s + (1 - r) l'_s,      r = 1 / (1 + b p'/p),
    l = r l_s + (1 - r) w'_s,      1 - r = b / (b + p/p').

Only non-negative numbers are added, multiplied and divided. Each p is kept as a mantissa and an
exponent, so p'/p is as precise as any number however small both are, and r and 1 - r are relatively
within 7 u. A term of w_s costs 2 u, the additions (reach + 1) u, the mixture of a plan (dice + 2)
u, the pair 9 u, and the worth p w_s + b l' of a number of dice 4 u more. So a line adds at most
(reach + dice + 18) u to the relative error; `step` allows for more. What underflows take (less than
1e-307 on each line) is passed on by averages, which do not enlarge it: beside `SMALLEST` it is
nothing.

The floats of a line are those of the numbers of dice chosen on it. One that is ruled out is,
exactly, not the best answer to them; that nothing else is better either is decided on integers, in
`returning`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...throws.laws import Law
from ...throws.sums_of_dice import Throws
from .guide import UNIT, Floats, Guide, Truths
from .rules import DiceBattle

Whole = npt.NDArray[np.int64]
ROUNDS = 50  # of improvement on a line, after which the integers go on alone


class Chances(NamedTuple):
    """Of laws of the number of dice: the chance that the throw busts, and that it scores as
    mantissa * 2^exponent.
    """

    bust: Floats
    mantissa: Floats
    exponent: npt.NDArray[np.intc]

    @property
    def score(self) -> Floats:
        """The chance that the throw scores."""
        return np.ldexp(self.mantissa, self.exponent)

    def at(self, rows: Whole | slice) -> Chances:
        """The same for these rows."""
        return Chances(self.bust[rows], self.mantissa[rows], self.exponent[rows])


class Turn(NamedTuple):
    """The throws of the states of a line: their chances, and the chances to win and to lose given
    that they score.
    """

    chances: Chances
    win: Floats
    lose: Floats

    def mirrored(self) -> Turn:
        """The same, each state at the place of its mirror image."""
        backwards = slice(None, None, -1)
        return Turn(self.chances.at(backwards), self.win[backwards], self.lose[backwards])


class Mix(NamedTuple):
    """A law of the number of dice: its chances, and the law of the number of dice given that the
    throw scores.
    """

    chances: tuple[float, float, int]
    dice: Floats


class Proposal(NamedTuple):
    """For each state of a line the number of dice (less 1) chosen in floats, and which numbers may
    be the best against it.
    """

    chosen: Whole
    possible: Truths


class ReturnGuide(Guide):
    """The float tables of one side, and its line at work: `turn` is what it throws there."""

    turn: Turn

    def __init__(self, game: DiceBattle, throws: Throws) -> None:
        super().__init__(game, throws)
        # (reach + dice + 18) u, with room for terms of second order
        self.step = 1.01 * (throws.reach + game.dice + 24) * UNIT
        self.powers = [int(power) for power in throws.powers]
        self.safe = [ways - busts for ways, busts in zip(self.powers, throws.busts, strict=True)]
        counts = range(1, game.dice + 1)
        self.pure = _stacked([_chances(self.safe[d], self.powers[d]) for d in counts])
        self.mixes: dict[Law, Mix] = {}
        # the choice last made against j points, which is a good start on the next line
        self.last: Whole = np.zeros(game.target, dtype=np.int64)

    def mix(self, law: Law) -> Mix:
        """The law as floats, each correctly rounded: the quotient of two ints is."""
        if law not in self.mixes:
            self.mixes[law] = self._mix(law)
        return self.mixes[law]

    def _mix(self, law: Law) -> Mix:
        safe = {}
        for d, weight in law.parts:
            lift = self.powers[law.most - d]
            safe[d] = weight * self.safe[d] * lift
        all_safe = sum(safe.values())
        dice = np.zeros(len(self.pure.bust))
        for d, ways in safe.items():
            dice[d - 1] = ways / all_safe
        return Mix(_chances(all_safe, law.total * self.powers[law.most]), dice)

    def begin(self, s: int, js: range, laws: list[Law] | None, other: ReturnGuide) -> None:
        """Take up line s: the plan's laws, or the numbers of dice chosen on the line before."""
        # the other's chance to win is this side's to lose
        self.lose_each, self.win_each = other.means(s, js)
        self.proposal: Proposal | None = None
        if laws is not None:
            self._follow(laws)
            return
        every = np.ones(self.win_each.shape, dtype=np.bool_)
        self.proposal = Proposal(self.last[js.start : js.stop].copy(), every)
        self.choose()

    def _follow(self, laws: list[Law]) -> None:
        """Let the throws be those of a plan."""
        mixes = [self.mix(law) for law in laws]
        dice = np.array([mix.dice for mix in mixes])
        win = (self.win_each * dice).sum(axis=1)
        lose = (self.lose_each * dice).sum(axis=1)
        self.turn = Turn(_stacked([mix.chances for mix in mixes]), win, lose)

    def choose(self) -> None:
        """Let the throws be those of the proposal."""
        if self.proposal is None:
            return
        chosen = self.proposal.chosen
        places = np.arange(len(chosen)), chosen
        win, lose = self.win_each[places], self.lose_each[places]
        self.turn = Turn(self.pure.at(chosen), win, lose)

    def improve(self, s: int, win: Floats, lose: Floats) -> bool:
        """Whether some number of dice was certainly not the best against a partner with these w and
        l; it is then replaced.
        """
        if self.proposal is None:
            return False
        chosen = self.proposal.chosen
        score, bust = self.pure.score, self.pure.bust
        # after a bust the partner is to throw, whose chance to lose is this side's to win
        wins = self.win_each * score + lose[:, None] * bust
        loses = self.lose_each * score + win[:, None] * bust
        possible = self.possible(s, wins, loses)
        wrong = ~possible[np.arange(len(chosen)), chosen]
        better = np.where(wrong, possible.argmax(axis=1), chosen)
        self.proposal = Proposal(better, possible)
        self.choose()
        return bool(wrong.any())

    def finish(self, s: int, js: range, other: ReturnGuide) -> None:
        """Enter w and l of the line as the throws now stand."""
        if self.proposal:
            self.last[js.start : js.stop] = self.proposal.chosen
        self.enter(s, js, *meet(self.turn, other.turn.mirrored()))


def propose(guides: Sequence[ReturnGuide], s: int) -> None:
    """Improve the proposals until no number of dice is certainly not the best answer to the others.

    All improve at once, which need not end; after `ROUNDS` the integers compare every number.
    """
    for _ in range(ROUNDS):
        partners = [_mirrored_worth(*pair) for pair in zip(reversed(guides), guides, strict=True)]
        # all of them improve: `any` over the calls themselves would stop at the first
        improved = [
            guide.improve(s, *partner) for guide, partner in zip(guides, partners, strict=True)
        ]
        if not any(improved):
            return
    for guide in guides:
        if guide.proposal:
            guide.proposal.possible[:] = True


def _mirrored_worth(guide: ReturnGuide, other: ReturnGuide) -> tuple[Floats, Floats]:
    """(w, l) of the guide's line, each state at the place of its partner."""
    win, lose = meet(guide.turn, other.turn.mirrored())
    return win[::-1], lose[::-1]


def meet(own: Turn, partner: Turn) -> tuple[Floats, Floats]:
    """(w, l) of each state under its own throw and its partner's."""
    p, q, bust = own.chances, partner.chances, own.chances.bust
    # a ratio may pass the range of floats; then r or 1 - r is 0 or 1, as it should be
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        partner_to_own = np.ldexp(q.mantissa / p.mantissa, q.exponent - p.exponent)
        own_to_partner = np.ldexp(p.mantissa / q.mantissa, p.exponent - q.exponent)
        first = 1 / (1 + bust * partner_to_own)
        second = bust / (bust + own_to_partner)
    win = first * own.win + second * partner.lose
    lose = first * own.lose + second * partner.win
    return win, lose


def _chances(safe: int, total: int) -> tuple[float, float, int]:
    """(chance to bust, mantissa and exponent of the chance to score) for so many safe ways of
    all.
    """
    # shifted by whole powers of 2, the quotient of the two ints is rounded once, however small
    exponent = safe.bit_length() - total.bit_length()
    up, down = max(exponent, 0), max(-exponent, 0)
    mantissa = (safe << down) / (total << up)
    return (total - safe) / total, mantissa, exponent


def _stacked(chances: Sequence[tuple[float, float, int]]) -> Chances:
    bust, mantissa, exponent = zip(*chances, strict=True)
    return Chances(np.array(bust), np.array(mantissa), np.array(exponent, dtype=np.intc))
