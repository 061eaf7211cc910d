"""What printed estimates say of the number of random games.

The likelihood of an estimate is the chance that the mean of n games prints so: for two outcomes
that of the counts that do, else by the normal approximation to the sums that do. What tells for
another n is the quotient of the likelihood with that n and the one with the printed n. When the
printed n is right, each quotient has a mean of at most 1, or 2 where a number may be printed
rounded or cut off. So has the average of the quotients of estimates of the same games, whatever
depends on what; and the product of the averages of k different games, which are independent, has a
mean of at most 2^k. By Markov the product is F or more with a chance of at most 2^k / F.

One number that is mistyped is far likelier with fewer games as well. So another n is only named
where every estimate of the run is consistent with it, and where the others tell for it too when the
most telling estimate is left out.

Where no n is printed, an estimate is consistent with some numbers of games: not with too few, of
which no mean prints so, nor with too many, whose mean would be nearer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from flint import arb

from ..distribution import Distribution
from ..exact import Bounds, Exact, Rounding, round_to_integer
from ..precision import working_precision
from ..printed.numbers import Printed
from ..queries.laws import Sampled
from ..throws.binomial import at_least, ball, lower_end, upper_end
from ..words.register import Moments
from .claim import Claim
from .montecarlo import Doubt, Estimate, Range, estimate, means_of
from .runs import games_of
from .tail_bounds import PRECISION, chernoff, counts_within

OTHERS = (Fraction(1, 100), Fraction(1, 10), Fraction(10), Fraction(100))  # times the printed n
FEWEST_ESTIMATES = 3  # that together say something of their number of games
MOST_ESTIMATES = 100  # of one number of games, whose likelihoods are worked out
FACTOR = 1000  # by which they must be likelier with another number
FACTOR_OF_OTHERS = 20  # and by which the others must be, when the most telling one is left out
FEWEST_NORMAL = 100  # games of whose mean the normal approximation is taken
MANY = 10**12  # games: the most that an estimate may have
MOST_TERMS = 5000  # of a binomial law that are summed
MOST_SHORT = 1000  # terms of a tail that are summed sooner than integrated
DIGITS_KEPT = 64  # binary digits of a quotient of likelihoods
FEW = 200  # numbers of games that are tried one by one


# --- another number than the printed one ----------------------------------------------------------


Quotients = Sequence[Fraction | None]  # of estimates; None: impossible with the printed n


def doubt_of(
    run: str, games: int, estimates: Sequence[tuple[Claim, Estimate]], level: Fraction
) -> Doubt | None:
    """The likeliest other number of games, where all estimates are consistent with it at this level
    and far likelier than with the printed one.
    """
    doubts = []
    for times in OTHERS:
        other = games * times
        if other.denominator == 1 and 2 <= other <= MANY:
            factor = _telling_factor(estimates[:MOST_ESTIMATES], games, int(other))
            doubts.append(Doubt(run, games, int(other), factor))
    telling = [one for one in doubts if one.factor != 0]
    fitting = [one for one in telling if _all_fit(estimates, one.other, level)]
    return max(fitting, key=_strength, default=None)


def _strength(doubt: Doubt) -> tuple[bool, Fraction]:
    return doubt.factor is None, doubt.factor or Fraction(0)


def _all_fit(estimates: Sequence[tuple[Claim, Estimate]], games: int, level: Fraction) -> bool:
    """Whether every estimate is consistent with so many games."""
    laws = ((found.law, claim.printed) for claim, found in estimates)
    return all(
        law is None or _is_consistent(law, means_of(printed, law, games), level, games)
        for law, printed in laws
    )


def _telling_factor(
    estimates: Sequence[tuple[Claim, Estimate]], games: int, other: int
) -> Fraction | None:
    """How many times likelier all are with the other number, at least; None for impossible with
    the printed one, and 0 where that tells too little.
    """
    by_games: dict[tuple[str, ...], list[Fraction | None]] = {}
    for claim, found in estimates:
        quotient = _quotient(claim, found, games, other)
        if quotient == 0:  # impossible with the other number
            return Fraction(0)
        by_games.setdefault(games_of(claim), []).append(quotient)
    factor = _product(list(by_games.values()))
    of_others = _product(_without_most_telling(list(by_games.values())))
    is_telling = factor is None or factor >= FACTOR
    do_others_tell = of_others is None or of_others >= FACTOR_OF_OTHERS
    return factor if is_telling and do_others_tell else Fraction(0)


def _product(by_games: Sequence[Quotients]) -> Fraction | None:
    """The product of the averages."""
    product = Fraction(1)
    for quotients in by_games:
        average = _average(quotients)
        if average is None:
            return None
        product *= average
    return product


def _average(quotients: Quotients) -> Fraction | None:
    """Their arithmetic mean; 1, which tells nothing, where there are none."""
    known = [one for one in quotients if one is not None]
    if len(known) < len(quotients):
        return None
    return sum(known, Fraction(0)) / len(known) if known else Fraction(1)


def _without_most_telling(by_games: Sequence[Quotients]) -> list[Quotients]:
    """The quotients without the one that tells most for the other number."""
    losing = max(range(len(by_games)), key=lambda k: _loss(by_games[k]))
    return [_rest(one) if k == losing else one for k, one in enumerate(by_games)]


def _rest(quotients: Quotients) -> Quotients:
    """All but the largest."""
    return sorted(quotients, key=lambda one: (one is None, one or 0))[:-1]


def _loss(quotients: Quotients) -> tuple[bool, Fraction]:
    """How many times less the average is without the largest quotient; beyond all numbers where it
    is then no longer impossible.
    """
    average, rest = _average(quotients), _average(_rest(quotients))
    if average is None or rest is None:
        return rest is not None, Fraction(1)
    return False, average / rest


def _quotient(claim: Claim, found: Estimate, games: int, other: int) -> Fraction | None:
    """The likelihood with the other number over that with the printed one, at least; None when that
    is 0.
    """
    law = found.law
    if not isinstance(law, Distribution):
        return Fraction(1)  # nothing is known that would tell
    printed = likelihood(law, games, means_of(claim.printed, law, games))
    otherwise = likelihood(law, other, means_of(claim.printed, law, other))
    if printed is None or otherwise is None or otherwise.lower == printed.upper == 0:
        return Fraction(1)
    if not printed.upper:
        return None
    return _rounded_down(Fraction(otherwise.lower) / printed.upper)


def _rounded_down(number: Fraction) -> Fraction:
    """The number with some 20 digits, as products of a hundred long ones take long."""
    bits = number.numerator.bit_length() - number.denominator.bit_length() - DIGITS_KEPT
    unit = Fraction(2) ** bits
    return math.floor(number / unit) * unit


@lru_cache(maxsize=4096)  # many cells of a table print the same number
def likelihood(law: Distribution[Exact], games: int, cell: Bounds) -> Bounds | None:
    """Bounds on the chance that the mean of the games is in the cell; None where too few games for
    the normal approximation, or no law, would say.

    >>> half = Bounds(Fraction(1, 2), Fraction(1, 2))
    >>> float(likelihood(Distribution({0: 1, 1: 1}), 2, half).lower)  # one head in two throws
    0.5
    """
    if len(law) == 1 or (len(law) > 2 and games < FEWEST_NORMAL):
        return None
    least, step = _lattice(law)
    first = round_to_integer((cell.lower - least) * games / step, Rounding.CEILING)
    last = round_to_integer((cell.upper - least) * games / step, Rounding.FLOOR)
    # A mean beyond all outcomes has no count: what is impossible has likelihood 0.
    first, last = max(first, 0), min(last, int((max(law) - least) / step) * games)
    if first > last:
        return Bounds(0, 0)
    with working_precision(PRECISION):
        if len(law) == 2:
            found = _counted(Fraction(law.probability(max(law))), games, first, last)
        else:
            half = Fraction(1, 2)
            edges = [least + count * step / games for count in (first - half, last + half)]
            found = _normal(law, games, *edges)
        return Bounds(lower_end(found), upper_end(found))


def _lattice(law: Distribution[Exact]) -> tuple[Fraction, Fraction]:
    """The least outcome, and the step of which all others are multiples from there."""
    least = Fraction(min(law))
    off = [Fraction(x) - least for x in law]
    common = math.lcm(*(number.denominator for number in off))
    return least, Fraction(math.gcd(*(int(number * common) for number in off)), common)


def _counted(chance: Fraction, games: int, first: int, last: int) -> arb:
    """P(first <= X <= last) for X binomial: few terms summed, else by the tails on the side where
    they are small.
    """
    if last - first < MOST_TERMS:
        return _summed(chance, games, first, last)
    if last < chance * games:
        chance, first, last = 1 - chance, games - last, games - first
    found: arb = at_least(chance, games, first) - at_least(chance, games, last + 1)
    return found


def _summed(chance: Fraction, games: int, first: int, last: int) -> arb:
    """The same term by term: P(X = k + 1) = P(X = k) (n - k) / (k + 1) p / (1 - p)."""
    # The logarithms grow with the games and nearly cancel.
    with working_precision(PRECISION + 2 * games.bit_length()):
        p, q = ball(chance), ball(1 - chance)
        log_ways = arb(games + 1).lgamma() - arb(first + 1).lgamma()
        log_ways -= arb(games - first + 1).lgamma()
        term = total = (log_ways + first * p.log() + (games - first) * q.log()).exp()
        for count in range(first, last):
            term = term * (games - count) / (count + 1) * p / q
            total += term
        return total


def _normal(law: Distribution[Exact], games: int, lower: Fraction, upper: Fraction) -> arb:
    """The chance of a mean between these by the normal approximation."""
    mean = Fraction(law.mean())
    if upper < mean:
        lower, upper = 2 * mean - upper, 2 * mean - lower
    scale = (ball(Fraction(law.variance()) * 2) / games).sqrt()
    near, far = (ball(edge - mean) / scale for edge in (lower, upper))
    return (near.erfc() - far.erfc()) / 2


# --- no number printed ----------------------------------------------------------------------------


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
        is_short = games - first < MOST_SHORT
        tail = _summed(chance, games, first, games) if is_short else at_least(chance, games, first)
        return upper_end(2 * tail)


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
