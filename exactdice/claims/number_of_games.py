"""With which numbers of random games an estimate is consistent that does not print its own: not
with too few, of which no mean prints so, nor with too many, whose mean would be nearer.
"""

from __future__ import annotations

import math
from fractions import Fraction

from ..distribution import Distribution
from ..exact import Bounds, Exact
from ..precision import working_precision
from ..printed.numbers import Printed
from ..queries.laws import Sampled
from ..throws.binomial import at_least, upper_end
from ..words.register import Moments
from .montecarlo import Range, estimate, means_of
from .tail_bounds import PRECISION, chernoff, counts_within

MANY = 10**12  # games: the most that an estimate may have
FEW = 200  # numbers of games that are tried one by one


def consistent_games(
    law: Distribution[Exact] | Moments, printed: Printed, level: Fraction
) -> Range:
    """The numbers of games with which the printed mean is consistent at this level.

    >>> from exactdice.printed.numbers import parse_printed
    >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
    >>> consistent_games(die, parse_printed("3.52"), Fraction(1, 100)).least  # 60/17 = 3.529
    17
    """
    cell = means_of(printed, law, MANY)  # its ends serve for every number up to MANY
    least = _least_printing(law, cell)
    if least is None:
        return Range(level, None, none_from=1)
    none_from = _none_from(law, cell, level)
    first = _first_consistent(law, cell, level, least, none_from)
    if first is None:
        return _none_consistent(law, cell, level, least, none_from)
    if none_from is None:
        return Range(level, first)
    return Range(level, first, _last_consistent(law, cell, level, first, none_from), none_from)


def _least_printing(law: Distribution[Exact] | Moments, cell: Bounds) -> int | None:
    """The fewest games of which a mean may be in the cell; None where no number of games does."""
    if isinstance(law, Moments):
        return 1
    start, step = _lattice(law)
    if step == 0:  # one outcome
        return 1 if cell.lower <= start <= cell.upper else None
    lower = max(Fraction(cell.lower), start)
    upper = min(Fraction(cell.upper), Fraction(max(law)))
    if lower > upper:
        return None
    # A mean is start + step * k/n, and the simplest fraction there has the least n.
    return _simplest_between((lower - start) / step, (upper - start) / step).denominator


def _lattice(law: Distribution[Exact]) -> tuple[Fraction, Fraction]:
    """The least outcome, and the step of which all others are multiples from there."""
    least = Fraction(min(law))
    off = [Fraction(x) - least for x in law]
    common = math.lcm(*(number.denominator for number in off))
    return least, Fraction(math.gcd(*(int(number * common) for number in off)), common)


def _simplest_between(lower: Fraction, upper: Fraction) -> Fraction:
    """The fraction with the least denominator in lower..upper, both 0 or more."""
    whole = math.ceil(lower)
    if whole <= upper:
        return Fraction(whole)
    below = math.floor(lower)
    return below + 1 / _simplest_between(1 / (upper - below), 1 / (lower - below))


def _is_consistent(law: Sampled, cell: Bounds, level: Fraction, games: int) -> bool:
    if isinstance(law, Distribution) and len(law) == 2 and not _holds_mean(law, cell):
        return _p_aside(law, games, cell) >= level
    return estimate(law, games, cell).p >= level


def _holds_mean(law: Distribution[Exact], cell: Bounds) -> bool:
    return cell.lower <= law.mean() <= cell.upper


def _p_aside(law: Distribution[Exact], games: int, cell: Bounds) -> Fraction:
    """The p-value of two outcomes whose mean lies outside the cell, by one tail: that of the count
    in the cell that is nearest to the mean (see `montecarlo._between`).
    """
    first, last = counts_within(law, games, cell)
    if first > last:
        return Fraction(0)
    chance = Fraction(law.probability(max(law)))
    if last < chance * games:
        chance, first = 1 - chance, games - last
    with working_precision(PRECISION):
        return upper_end(2 * at_least(chance, games, first))


def _none_from(law: Distribution[Exact] | Moments, cell: Bounds, level: Fraction) -> int | None:
    """The fewest games from which on a proven bound is below the level; None where the exact mean
    is in the cell.
    """
    mean = law.mean if isinstance(law, Moments) else law.mean()
    seen = min(max(mean, cell.lower), cell.upper)
    if seen == mean:
        return None
    if isinstance(law, Moments):
        return int(law.variance / ((seen - mean) ** 2 * level)) + 1
    low, high = 0, 1
    # Chernoff's bound is a power with the number of games as exponent, so it only falls.
    while chernoff(law, high, seen) >= level:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if chernoff(law, middle, seen) >= level:
            low = middle
        else:
            high = middle
    return high


def _first_consistent(
    law: Sampled, cell: Bounds, level: Fraction, least: int, none_from: int | None
) -> int | None:
    end = least + FEW if none_from is None else min(none_from, least + FEW)
    tried = (n for n in range(least, end) if _is_consistent(law, cell, level, n))
    return next(tried, None)


def _none_consistent(
    law: Sampled, cell: Bounds, level: Fraction, least: int, none_from: int | None
) -> Range:
    """No number of games, which is proved when all from the fewest on have proven bounds."""
    if none_from is None or none_from > least + FEW:
        return Range(level, None, none_from=none_from, is_proved=False)
    bounds = (estimate(law, n, cell).bound for n in range(least, none_from))
    return Range(level, None, none_from=none_from, is_proved=all(one < level for one in bounds))


def _last_consistent(
    law: Sampled, cell: Bounds, level: Fraction, first: int, none_from: int
) -> int:
    """The most games found: the very most below FEW; beyond, the p-values fall but for the steps
    of the counts, and halving finds where they pass the level.
    """
    low, high = first, none_from
    while high - low > FEW:
        middle = (low + high) // 2
        if _is_consistent(law, cell, level, middle):
            low = middle
        else:
            high = middle
    numbers = range(high - 1, low, -1)
    return next((n for n in numbers if _is_consistent(law, cell, level, n)), low)
