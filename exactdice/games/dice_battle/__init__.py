"""Dice Battle: two players in turns choose how many dice to throw in a race to a target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from . import fast as fast  # which enter the faster ways of the game
from .rules import BattleState as BattleState
from .rules import DiceBattle as DiceBattle
from .rules import blind as blind
from .rules import dice as dice
from .rules import random as random

GAMES = {"dice-battle": DiceBattle}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"dice-battle": {"dice": 3, "target": 10}}
QUERIES = ("EG(0, 0)", "OPT(0, 0)", "OPT_last(0, 0)", "OPT_all(0, 0)", "mixed_over(0, 0)")

PLANS = "blind,optimal,random"
SMALL = (2, 3)  # dice and targets of the examples that are worked out by hand


def questions(_name: str, options: Mapping[str, object]) -> Iterator[str]:
    """The queries that reports on Dice Battle ask with these options; what takes long comes last.

    They are on rolls, scores, optimal play at corners, gains of strategies, the one-shot matrix and
    its mixed strategy, and the simultaneous battle.
    """
    # an option that is no number is left to whoever makes the game
    dice, target = (
        value if isinstance(value, int) else usual
        for value, usual in ((options.get("dice", 10), 10), (options.get("target", 100), 100))
    )
    yield from _queries_of_rolls(dice)
    # play to the target: the value and the best choice at corners, edges and the middle
    corners = {0, 1, target // 2, target - 10, target - 6, target - 2, target - 1}
    points = ",".join(str(point) for point in sorted(corners) if 0 <= point < target)
    for word in ("EG(i, j)", "OPT(i, j)", "(EG(i, j) + 1) / 2"):
        yield f"{word} i={points} j={points}"
    for word in ("gain(a, b)", "win(a, b)", "1 - win(a, b)"):
        yield f"{word} a={PLANS} b={PLANS}"
    constant = f"dice({dice}),dice(1)"
    yield f"gain(a, b) a={constant} b={constant} ask=near"
    yield f"turns(a, b) a={PLANS} b={PLANS} ask=near"
    yield from (f"best_response_value({plan})" for plan in PLANS.split(","))
    # a game to two or three points with few dice, as it is worked out by hand
    for few, small_target in product(SMALL, SMALL):
        constant = ",".join(f"dice({count})" for count in range(1, few + 1))
        for word in ("gain(a, b)", "win(a, b)", "1 - win(a, b)"):
            yield f"{word} a={constant} b={constant} dice={few} target={small_target}"
    targets = sorted({target // 10, target // 4, target // 2, 3 * target // 4, target} - {0})
    if len(targets) > 1:
        listed = ",".join(map(str, targets))
        yield f"gain(a, b, target=t) a={PLANS} b={PLANS} t={listed} ask=near"
    # both throw in every round: exactly to small targets, beyond them within bounds
    for few in SMALL:
        given = f"n=2,3,5,10 dice={few} variant=simultaneous ask=near"
        yield f"EG(0, 0, target=n) {given}"
        yield f"gain(a, b, target=n) a={PLANS} b={PLANS} {given}"
    given = f"dice={dice} variant=simultaneous digits=12 ask=near"
    yield f"EG(0, 0) {given}"
    yield f"gain(a, b) a={PLANS} b={PLANS} {given}"


def _queries_of_rolls(dice: int) -> Iterator[str]:
    """Queries of one roll: its probabilities and mean, and the game of one roll of both players."""
    counts = f"d=1..{dice}"
    yield f"EP(d) {counts}"
    yield f"1 - P(d, 1) {counts}"
    for word in ("P(d, k)", "Q(d, k)"):
        yield f"{word} {counts} k=1..{6 * dice} ask=near"
    yield f"best_dice(d) {counts}"
    yield "best_dice_real()"
    for most in dict.fromkeys([*SMALL, dice]):
        near = "" if most in SMALL else " ask=near"
        yield f"payoff(d, e) d=1..{most} e=1..{most} dice={most}{near}"
        yield f"one_shot_value() dice={most}"
        yield f"probability(one_shot_strategy(), d) d=1..{most} dice={most}"
        yield f"one_shot_gain(a, b) a={PLANS} b={PLANS} dice={most}"
