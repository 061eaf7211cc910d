"""How unlikely it is that a printed number agrees with one of the values that were tried by chance.

The number is taken for one that has nothing to do with the game. Of such a number its sign, its
size (the power of ten) and how many digits it has are taken as they are printed; its digits follow
Benford's law, the only one that does not depend on the unit in which something is measured: they
are those of the whole number m with chance

    log10(1 + 1/m) < 1 / (m ln 10) < 0.4343 / m.

So the chance that it agrees with a value that was tried is below the sum of 0.4343/m over the
distinct m that the values, rounded as it is, have with its sign and its size. Zeros at its end are
left out, since round numbers are frequent. A fraction keeps its denominator b; each of the phi(b)
numerators that leave it in lowest terms is equally likely.

These are bounds under a model, and no proof: documents print 0.5 and 1/2 oftener than it says.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb, gcd, isqrt, prod

from ...exact.numbers import Exact
from ..printed.spellings import Printed

BENFORD = Fraction(4343, 10_000)  # more than 1 / ln 10
MOST_COUNTED = 10_000  # denominators up to which the numerators are counted


def digits_of(printed: Printed) -> tuple[int, int] | None:
    """(m, places): the digits of a rounded number without the zeros at its end, with its sign, and
    the decimal place of the last; None for 0 and for a fraction.

    >>> from exactdice.report.printed.numbers import parse_printed
    >>> digits_of(parse_printed("8.70")), digits_of(parse_printed("-0,0316"))
    ((87, 1), (-316, 4))
    """
    if printed.places is None or printed.value == 0:
        return None
    places = printed.places
    digits = int(printed.value * Fraction(10) ** places)
    while digits % 10 == 0:
        digits = digits // 10
        places = places - 1
    return digits, places


def chance_of_digits(digits: int, tried: Iterable[int]) -> Fraction:
    """More than the chance that a number of as many digits as these agrees with one of those that
    were tried, all at one decimal place.

    >>> chance_of_digits(636, [636, 703, -120, 3]) < Fraction(1, 700)
    True
    """
    size = len(str(abs(digits)))
    alike = {abs(m) for m in tried if m * digits > 0 and len(str(abs(m))) == size}
    return at_most_one(sum((BENFORD / m for m in alike), Fraction(0)))


def chance_of_fraction(value: Exact, tried: Iterable[Exact]) -> Fraction:
    """More than the chance that a fraction of this denominator agrees with one of those that were
    tried.
    """
    whole = value.numerator // value.denominator
    alike = {
        other
        for other in tried
        if other.denominator == value.denominator and other.numerator // other.denominator == whole
    }
    return at_most_one(Fraction(len(alike), numerators(value.denominator)))


def numerators(denominator: int) -> int:
    """How many fractions between 0 and 1 have this denominator in lowest terms; fewer where it is
    large.

    >>> numerators(6), numerators(36)
    (2, 12)
    """
    if denominator > MOST_COUNTED:
        return isqrt(denominator // 2)  # phi(b) >= sqrt(b / 2)
    return sum(gcd(k, denominator) == 1 for k in range(1, denominator + 1))


def chance_of_one(printed: Printed) -> Fraction:
    """More than the chance that the number agrees with one given value."""
    if printed.places is None:
        return chance_of_fraction(printed.value, [printed.value])
    found = digits_of(printed)
    return chance_of_digits(found[0], [found[0]]) if found else Fraction(1)


def chance_near(printed: Printed, tolerance: Fraction) -> Fraction:
    """More than the chance that the number lies within the tolerance of one given value: Benford's
    law gives an interval of numbers of one size no more than 1/ln 10 times its length over its
    lower end.
    """
    low = abs(Fraction(printed.value)) - 2 * tolerance
    if low <= 0:
        return Fraction(1)
    return at_most_one(BENFORD * 4 * tolerance / low)


def chance_of_table(cells: Iterable[Fraction], agreeing: int, tried: int) -> Fraction:
    """More than the chance that so many cells of a table agree with one of the tables that were
    tried, when each agrees by chance with at most these chances, independently: the number of ways
    to choose the cells times the product of the largest chances.

    >>> chance_of_table([Fraction(1, 100)] * 3, 2, 5)
    Fraction(3, 2000)
    """
    largest = sorted(cells, reverse=True)
    together = prod(largest[:agreeing], start=Fraction(1))
    return at_most_one(tried * comb(len(largest), agreeing) * together)


def at_most_one(chance: Fraction) -> Fraction:
    """The chance, 1 where the bound is more."""
    return min(chance, Fraction(1))


def rounded_at(value: Exact, places: int) -> set[int]:
    """The value rounded to nearest at this place, with both answers where it is half way.

    >>> rounded_at(Fraction(1, 8), 2), rounded_at(Fraction(-2, 3), 1)
    ({12, 13}, {-7})
    """
    # In whole numbers without lowest terms, since every candidate is rounded at every place.
    above = 2 * value.numerator * 10 ** max(places, 0)
    below = value.denominator * 10 ** max(-places, 0)
    return {(above + below) // (2 * below), -((below - above) // (2 * below))}


def chance_text(chance: Fraction) -> str:
    """The bound in words, rounded up.

    >>> chance_text(Fraction(1, 4321)), chance_text(Fraction(2, 3))
    ('1 in 4300', '2 in 3')
    """
    if chance > Fraction(1, 2):
        return "2 in 3" if chance <= Fraction(2, 3) else "more than 2 in 3"
    times = int(1 / chance)
    power = max(len(str(times)) - 2, 0)
    kept = times // 10**power
    if power <= 4:
        return f"1 in {kept * 10**power}"
    return f"1 in {kept // 10}.{kept % 10}*10^{power + 1}"
