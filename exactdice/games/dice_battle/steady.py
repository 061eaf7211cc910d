"""Players who draw their number of dice from one law all along, as blind, random and dice(n) do.

Neither looks at the other, so the number of throws that each needs is a law of its own, found once
for all its opponents. With S(t) = P(a player has not reached the target after t of its own throws),
the race of two goes on

    after 2t throws with the chance S_1(t) S_2(t), after 2t + 1 throws with S_1(t + 1) S_2(t),

and the tail generating function of its length, which `sweep` finds for players who do look at the
points, is h = sum over t of S_2(t) (S_1(t) + z S_1(t + 1)) for z = -1 and z = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from flint import fmpz, fmpz_poly

from ...cost import refuse_costly
from ...exact import ratio
from ...game import PLAYERS, Profile, law_of_always
from ...throwing import throw
from ...throws.laws import Law
from .line import plan_table
from .rules import DiceBattle


class Unfinished(NamedTuple):
    """S(t) = counts[t] / step^t, up to the first t at which it is 0."""

    counts: tuple[fmpz, ...]
    step: fmpz


def steady_laws(game: DiceBattle, profile: Profile) -> list[Law] | None:
    """The checked laws of the number of dice of both players; None where one of them may look at
    the points, and where a bust that scores 0 leaves the number of throws without a bound.
    """
    if game.bust_score == 0 and game.bust in game.one_die:
        return None
    if any(law_of_always(plan) is None for plan in profile):
        return None
    return [plan_table(game, profile[player], player)[0][0] for player in PLAYERS]


def steady_steps(game: DiceBattle, laws: Sequence[Law]) -> int:
    """What both laws cost: for each throw a product of polynomials, whose numbers gain the bits of
    a throw each time (measured up to target=1000).
    """
    bits = game.one_die.total.bit_length() * sum(law.most for law in laws)
    return int(game.target**3 * bits // 150)


def steady_h(game: DiceBattle, laws: Sequence[Law], z: int) -> Fraction:
    """h at the start, for z = -1 the chance to win of the player with the first law, who begins,
    and for z = 1 the mean number of throws.

    >>> from exactdice.throws.laws import pure_laws
    >>> three, one = pure_laws(3)[3], pure_laws(3)[1]
    >>> steady_h(DiceBattle(dice=3, target=2), (three, one), -1)
    Fraction(841, 1296)
    """
    refuse_costly(game, steady_steps(game, laws))
    first, second = (unfinished(game, law) for law in laws)
    step = first.step * second.step
    summed, scale = fmpz(0), first.step
    for now, after, other in zip(first.counts, first.counts[1:], second.counts, strict=False):
        # brought to the scale of the next term, step by step from the first
        summed = summed * step + other * (now * first.step + after * z)
        scale *= step
    return ratio(summed * step, scale)


# A table of strategies asks for each of them again and again.
@lru_cache(maxsize=256)
def unfinished(game: DiceBattle, law: Law) -> Unfinished:
    """The chances that a player is below the target after its first throws."""
    step = fmpz(game.one_die.total) ** law.most * law.total
    scores = scores_over(game, law, step)
    points, counts = fmpz_poly([1]), []
    while points:
        counts.append(points(1))
        # who has reached the target throws no more
        points = (points * scores).truncate(game.target)
    return Unfinished((*counts, fmpz(0)), step)


def scores_over(game: DiceBattle, law: Law, total: int | fmpz) -> fmpz_poly:
    """The scores of a throw as a polynomial, when the number of dice is drawn from the law: its
    weights are brought to the total, a multiple of that of the law and of all throws in it.
    """
    scores = fmpz_poly([])
    for d, share in law.parts:
        # points beyond the target change nothing, and a shorter polynomial multiplies faster
        score = throw(game.one_die, d, game.bust, min(game.bust_score, game.target))
        weights = [score.weights.get(k, 0) for k in range(max(score) + 1)]
        scores += fmpz_poly(weights) * (total // (score.total * law.total) * share)
    return scores
