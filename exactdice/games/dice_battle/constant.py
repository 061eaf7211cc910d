"""Players who draw their number of dice from one law all along, as blind, random and dice(n) do.

Neither looks at the other, so the number of throws that each needs has a law of its own, found once
for all its opponents. With S(t) = P(a player has not reached the target after t of its own throws),
the race of two goes on

    after 2t throws with the chance S_1(t) S_2(t), after 2t + 1 throws with S_1(t + 1) S_2(t).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from flint import fmpq, fmpz, fmpz_poly

from ...distributions.sliding_sums import Law
from ...distributions.throwing import throw
from ...exact.cost import refuse_costly
from ...game.protocol import PLAYERS, Profile, law_of_always, legal_choice
from .rules import BattleState, DiceBattle


def tails(game: DiceBattle, profile: Profile) -> list[fmpq] | None:
    """P(more than t throws follow) for t = 0, 1, ... down to the first 0; None where a player may
    look at the points, and where a bust that scores 0 leaves the number of throws without a bound.

    >>> from exactdice.games.dice_battle import dice
    >>> tails(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    [1, 91/216, 91/1296, 0]
    """
    returns = game.bust_score == 0 and game.bust in game.one_die
    if returns or any(law_of_always(plan) is None for plan in profile):
        return None
    laws = []
    for player, plan in zip(PLAYERS, profile, strict=True):
        laws.append(Law.of(legal_choice(game, BattleState(0, 0, player), player, plan)))
    refuse_costly(game, constant_steps(game, laws))
    first, second = (unfinished(game, law) for law in laws)
    found = []
    for (now, after), other in zip(pairwise(first), second, strict=False):
        found += [now * other, after * other]
    return [*takewhile(bool, found), fmpq(0)]


def constant_steps(game: DiceBattle, laws: Sequence[Law]) -> int:
    """What both laws cost: for each throw a product of polynomials, whose numbers gain the bits of
    a throw each time (measured up to target=1000).
    """
    bits = game.one_die.total.bit_length() * sum(law.most for law in laws)
    return int(game.target**3 * bits // 150)


# A table of strategies asks for each of them again and again.
@lru_cache(maxsize=256)
def unfinished(game: DiceBattle, law: Law) -> tuple[fmpq, ...]:
    """S(0), S(1), ... down to the first 0."""
    step = fmpz(game.one_die.total) ** law.most * law.total
    scores = fmpz_poly([])
    for d, share in law.parts:
        # points beyond the target change nothing, and a shorter polynomial multiplies faster
        score = throw(game.one_die, d, game.bust, min(game.bust_score, game.target))
        ways = [score.weights.get(k, 0) for k in range(max(score) + 1)]
        scores += fmpz_poly(ways) * (step // (score.total * law.total) * share)
    points, total, chances = fmpz_poly([1]), fmpz(1), list[fmpq]()
    while points:
        chances.append(fmpq(points(1), total))
        # who has reached the target throws no more
        points = (points * scores).truncate(game.target)
        total *= step
    return (*chances, fmpq(0))
