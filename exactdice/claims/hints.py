"""Hints on wrong numbers and on estimates that are rare: by which slip of an author the printed
number comes from the right one.

A hint is given only where the printed number is the correct rounding of what it names, or would be
a consistent estimate of it; the likeliest slip stands first. The unit and the sign are matters of
convention, which an author and a query may choose differently with every number right; the
complement answers the opposite question. The decimal mark and the digits slip when numbers are
copied by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from ..distribution import Distribution
from ..exact import NEAREST, Exact, simplest
from ..printed.numbers import Printed
from ..queries.syntax import Call
from ..queries.ties import CHOICES, LAST_CHOICES
from .claim import Claim, Kind
from .montecarlo import Estimate, estimate, means_of
from .verdict import WRONG, Finding

SIGN = "the sign is flipped"
COMPLEMENT = "it is the complement, 1 minus the value"
Slip = Callable[[Exact], Exact]
SLIPS: tuple[tuple[str, Slip], ...] = (
    ("it is the value in percent", lambda x: x * 100),
    ("it is a hundredth of the value, as of a percentage", lambda x: x * Fraction(1, 100)),
    (SIGN, lambda x: -x),
    (COMPLEMENT, lambda x: 1 - x),
    ("it is ten times the value: the decimal mark is one place off", lambda x: x * 10),
    (
        "it is a tenth of the value: the decimal mark is one place off",
        lambda x: x * Fraction(1, 10),
    ),
)
OF_CHOICES = {*CHOICES, *LAST_CHOICES.values(), "best_dice"}  # of which no share or sign is meant


def with_hints(found: Finding) -> Finding:
    """The finding; where it is on a number that is wrong, with the slips that give it."""
    claim, value = found.claim, found.value
    is_number = claim.kind != Kind.STATEMENT and isinstance(value, Exact)
    if not is_number or found.estimate or found.verdict not in WRONG:
        return found
    is_choice = isinstance(claim.node, Call) and claim.node.name in OF_CHOICES
    return replace(found, hints=() if is_choice else tuple(hints(claim.printed, value)))


def hints(printed: Printed, value: Exact) -> Iterator[str]:
    """By which slips the number is printed where the value is this one."""
    for said, slip in SLIPS:
        other = slip(value)
        may_be = said != COMPLEMENT or 0 <= value <= 1
        is_another = may_be and other != value and _tells(printed, said)
        if is_another and any(printed.shows(other, mode) for mode in NEAREST):
            yield said
    if _swapped(printed.text, printed.spelled(value)):
        yield "two neighbouring digits are swapped"


def _tells(printed: Printed, said: str) -> bool:
    """Whether the number says something of such a slip: any small number is printed as 0, and the
    complement of any as 1; the 1 of few digits is the rounding of much, but its sign is a sign.
    """
    if abs(printed.value) != 1:
        return printed.value != 0
    shows_little = len(re.findall(r"\d", printed.text, re.ASCII)) < 3
    return said == SIGN if shows_little else said != COMPLEMENT


def _swapped(one: str, other: str) -> bool:
    """Whether the texts differ by two digits side by side exchanged, and by nothing else."""
    if len(one) != len(other):
        return False
    places = [k for k in range(len(one)) if one[k] != other[k]]
    if len(places) != 2 or places[1] != places[0] + 1:
        return False
    both = slice(places[0], places[1] + 1)
    return one[both].isdecimal() and one[both][::-1] == other[both]


def estimate_hints(claim: Claim, found: Estimate, alpha: Exact) -> tuple[str, ...]:
    """By which slips the printed mean of random games would be consistent, the likeliest first."""
    law, games = found.law, found.games
    if not isinstance(law, Distribution) or games is None:
        return ()
    consistent = []
    for said, slip in SLIPS:
        other = law.map(partial(_slipped, slip))
        if other.mean() != law.mean():
            p = estimate(other, games, means_of(claim.printed, other, games)).p
            if p >= alpha:
                consistent.append((p, f"{said}: so the estimate would be consistent"))
    return tuple(said for _, said in sorted(consistent, key=lambda one: -one[0]))


def _slipped(slip: Slip, number: Exact) -> Exact:
    return simplest(slip(number))
