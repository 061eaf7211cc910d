"""EG near the target of a race in turns: exact for every target at once.

The rules see points only through a = target - i and b = target - j. A throw scores at least 1 and
at most M, so the player to throw wins within a throws: EG = 1 once b > (a-1) M. The other wins
within b throws of its own, before which there are b throws: EG = -1 once a > b M. Between, there
are finitely many values, all computed exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import sympy
from sympy import Piecewise

from ..exact import Exact
from ..queries.words import QUANTITIES, Word
from ..symbolic import Symbolic, as_expression, expression_text
from ..throws.words import scored_die
from ..words.register import Answer
from .derived_form import Derived, Underivable, expression_of

MOST_PIECES = 60  # of one formula
LARGE = 300  # target of a race that is solved within seconds
SAME_EVERYWHERE = "the rules see points only through target - points"


def derived_gain(options: Mapping[str, object], i: object, j: object) -> Derived:
    """EG(i, j) as a function of what is left to score, where at most one of the two players' rests
    is free.
    """
    options = dict(options)
    target = expression_of(options.pop("target", 100))
    if str(options.get("variant", "turns")) != "turns" or options.get("digits") is not None:
        raise Underivable("EG is derived for the race in turns, exactly")
    # a name would leave open what a throw scores at most, and with it the bound
    if any(_holds_name(value) for value in options.values()):
        raise Underivable("EG is derived for numbers as the options, but for the target")
    own, other = (sympy.expand(target - as_expression(points)) for points in (i, j))
    if own.is_number and other.is_number:
        return _constant(options, int(own), int(other), target)
    # with both rests free no finite list of values would do
    if not own.is_number and not other.is_number:
        raise Underivable(
            "EG is derived where at least one player is a given number of points below the target"
        )
    if not own.is_number:
        return _piecewise(options, own, int(other), False)
    return _piecewise(options, other, int(own), True)


def _holds_name(value: object) -> bool:
    """Whether an option is a name, or one of its parts is."""
    parts = value if isinstance(value, tuple) else (value,)
    return any(isinstance(part, Word) for part in parts)


def _constant(options: dict[str, object], own: int, other: int, target: Symbolic) -> Derived:
    # any target that both rests fit in has this value
    value = _gain(options, max(own, other, 1), own, other)
    domain = () if target.is_number else (f"whole {target} >= {max(own, other, 1)}",)
    return Derived(as_expression(value), domain, (SAME_EVERYWHERE,))


def _gain(options: dict[str, object], target: int, own: int, other: int) -> Exact:
    # the race is over: no game is needed to say who has won
    if own <= 0 or other <= 0:
        return 1 if own <= 0 else -1
    value: Exact = QUANTITIES["EG"].value(
        {**options, "target": target}, (target - own, target - other)
    )
    return value


def _piecewise(
    options: dict[str, object], rest: Symbolic, known: int, mover_known: bool
) -> Derived:
    """The value as the free rest runs over 1, 2, ...: exact values up to a bound, then the constant
    that the bound proves.
    """
    if known <= 0:
        return Derived(sympy.Integer(1 if mover_known else -1), (), ("the race is over",))
    most = _most(options)
    # before the last throw of the known player the free one has thrown as often when it begins,
    # once less when it waits
    settled = (known - 1 if mover_known else known) * most
    values = _values_before(options, settled, known, mover_known)
    last = 1 if mover_known else -1
    # with the constant as one more value, a run that already equals it needs no case of its own
    runs = _runs([*values, last])
    if len(runs) > MOST_PIECES:
        raise Underivable(
            f"EG takes {len(runs)} values there, too many for a formula (at most "
            f"{MOST_PIECES}): make a table, or take fewer dice"
        )
    cases = [(as_expression(value), rest <= end) for value, end in runs[:-1]]
    expression = Piecewise(*cases, (sympy.Integer(last), True)) if cases else sympy.Integer(last)
    who = "the player to throw wins first" if mover_known else "the other wins first"
    certain = f"once {expression_text(rest)} > {settled} {who}, as a throw scores from 1 to {most}"
    computed = ("the values before are computed exactly",) if cases else ()
    why = (SAME_EVERYWHERE, certain, *computed)
    return Derived(expression, (f"whole {expression_text(rest)} >= 1",), why)


def _values_before(
    options: dict[str, object], settled: int, known: int, mover_known: bool
) -> list[Exact]:
    """EG for the free rests 1, 2, ..., settled; `Underivable` when these are too many."""
    # all are read from one game: any target will do that is no less than either rest
    target = max(settled, known, 1)
    if target > LARGE:
        raise Underivable(
            f"the value settles only when the rest is above {settled}, which is more than {LARGE}"
        )
    free = range(1, settled + 1)
    rests = [(known, rest) if mover_known else (rest, known) for rest in free]
    return [_gain(options, target, own, other) for own, other in rests]


def _runs(values: list[Exact]) -> list[tuple[Exact, int]]:
    """(value, last place) of each run of equal values, at the places 1, 2, ..."""
    ends: list[tuple[Exact, int]] = []
    end = 0
    for value, run in groupby(values):
        end += len(list(run))
        ends.append((value, end))
    return ends


def _most(options: Mapping[str, Answer]) -> int:
    """The most that one throw scores; `Underivable` unless every throw scores at least 1."""
    faces, weights = options.get("faces"), options.get("weights")
    rolled = scored_die(faces, weights, options.get("bust", 1), options.get("bust_score", 1))
    if rolled.rules[1] < 1:
        raise Underivable("with bust_score=0 no number of throws is sure to end the race")
    # a bust may score more than any throw without one; the bound need not be sharp
    dice = options.get("dice", 10)
    return max(int(dice) * max(rolled.one), rolled.rules[1])
