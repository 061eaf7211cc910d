"""What reports on Dice Battle ask: throws, scores, optimal play at corners, gains of strategies,
the one-shot matrix and its mixture, and the simultaneous battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

PLANS = "blind,optimal,random"
SMALL = (2, 3)  # dice and targets of the examples that are worked out by hand


def questions(_name: str, options: Mapping[str, object]) -> Iterator[str]:
    """The questions as texts, for these options of the game; what takes long comes last."""
    dice, target = _whole(options, "dice", 10), _whole(options, "target", 100)
    # one throw: its chances, its mean, and the number of dice that scores most
    throws = f"d=1..{dice} k=1..{6 * dice}"
    yield f"EP(d) d=1..{dice}"
    yield f"1 - P(d, 1) d=1..{dice}"
    yield f"P(d, k) {throws} ask=near"
    yield f"Q(d, k) {throws} ask=near"
    yield f"best_dice(d) d=1..{dice}"
    yield "best_dice_real()"
    for most in dict.fromkeys([*SMALL, dice]):
        yield from _of_one_throw(most)
    yield from _of_play(dice, target)
    # a game to two or three points with few dice, as it is worked out by hand
    for few, points in product(SMALL, SMALL):
        throws = ",".join(f"dice({count})" for count in range(1, few + 1))
        for word in ("gain(a, b)", "win(a, b)", "1 - win(a, b)"):
            yield f"{word} a={throws} b={throws} dice={few} target={points}"
    targets = sorted({target // 10, target // 4, target // 2, 3 * target // 4, target} - {0})
    if len(targets) > 1:
        listed = ",".join(map(str, targets))
        yield f"gain(a, b, target=t) a={PLANS} b={PLANS} t={listed} ask=near"
    yield from _at_once(dice)


def _whole(options: Mapping[str, object], key: str, default: int) -> int:
    value = options.get(key, default)
    return value if isinstance(value, int) else default


def _of_one_throw(dice: int) -> Iterator[str]:
    """One throw of both at the same time."""
    near = "" if dice in SMALL else " ask=near"
    yield f"payoff(d, e) d=1..{dice} e=1..{dice} dice={dice}{near}"
    yield f"one_shot_value() dice={dice}"
    yield f"chance(one_shot_strategy(), d) d=1..{dice} dice={dice}"
    yield f"one_shot_gain(a, b) a={PLANS} b={PLANS} dice={dice}"


def corners(target: int) -> str:
    """Points at the corners, the middle and the edges of the board."""
    points = {0, 1, target // 2, target - 10, target - 6, target - 2, target - 1}
    return ",".join(str(point) for point in sorted(points) if 0 <= point < target)


def _of_play(dice: int, target: int) -> Iterator[str]:
    """Play to the target: what a state is worth, what is best there, and what strategies gain."""
    points = corners(target)
    throws = f"dice({dice}),dice(1)"
    for word in ("EG(i, j)", "OPT(i, j)", "(EG(i, j) + 1) / 2"):
        yield f"{word} i={points} j={points}"
    for word in ("gain(a, b)", "win(a, b)", "1 - win(a, b)"):
        yield f"{word} a={PLANS} b={PLANS}"
    yield f"gain(a, b) a={throws} b={throws} ask=near"
    yield f"turns(a, b) a={PLANS} b={PLANS} ask=near"
    yield from (f"best_response({plan})" for plan in PLANS.split(","))


def _at_once(dice: int) -> Iterator[str]:
    """The battle in which both throw in every round, beyond small targets within bounds."""
    for few in SMALL:
        options = f"n=2,3,5,10 dice={few} variant=simultaneous"
        yield f"EG(0, 0, target=n) {options} ask=near"
        yield f"gain(a, b, target=n) a={PLANS} b={PLANS} {options} ask=near"
    options = f"dice={dice} variant=simultaneous digits=12"
    yield f"EG(0, 0) {options} ask=near"
    yield f"gain(a, b) a={PLANS} b={PLANS} {options} ask=near"
