"""Numbers with a printed error: 0.0672 ± 0.001 at some level.

The author says: the exact value lies within the error e with the chance L, the level (one standard
deviation, 68.27 %, unless another is named, as 0.0672(10) is usually meant). So a standard
deviation is sigma = e / z with P(|Z| <= z) = L for a normal Z, and p = P(|Z| >= off / sigma) for
the distance `off` of the exact value from the nearest number that prints so. The proven bound is
Chebyshev's, (sigma / off)^2, true for every law with the author's own sigma.

The error is itself a rounded number: half a unit of its last digit that is not 0 is allowed.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from ..errors import QueryError
from ..exact import Bounds, Exact, decimal_text
from ..precision import working_precision
from ..printed.numbers import Printed
from ..throws.binomial import BITS, ball
from .montecarlo import ALL_PLACES, Estimate, normal_p, rounded_root
from .tail_bounds import chebyshev

OF_ERROR = "normal approximation of the printed error"
TOO_FAR = 2  # times a standard error at which a printed one is not that of n games


def error_of(printed: Printed) -> Bounds:
    """What the printed error may be before rounding; `QueryError` where none is printed."""
    if printed.error is None:
        raise QueryError(
            f"an uncertain number needs a printed error, as in 0.0672 ± 0.001, got {printed.text}"
        )
    error, half = Fraction(printed.error), _unit(printed.error) / 2
    return Bounds(max(error - half, error / 2), error + half)


def _unit(error: Exact) -> Fraction:
    """The decimal place of the last digit that is not 0; the number itself of a fraction."""
    unit = Fraction(1)
    while (error / unit).denominator > 1 and unit > Fraction(1, 10**30):
        unit /= 10
    while (error / (unit * 10)).denominator == 1:
        unit *= 10
    return unit


def deviation_of(printed: Printed, level: Exact | None) -> Bounds:
    """The standard deviations that the printed error may stand for."""
    error = error_of(printed)
    if level is None:
        return error
    least, greatest = _normal_quantile(Fraction(level))
    return Bounds(error.lower / greatest, error.upper / least)


def _normal_quantile(level: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds on the z with P(|Z| <= z) = level for a normal Z."""
    with working_precision(BITS):
        z = ball(level).erfinv() * arb(2).sqrt()  # as P(|Z| <= z) = erf(z / sqrt 2)
        return _fraction(z.lower()), _fraction(z.upper())


def _fraction(end: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in end.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def uncertain(printed: Printed, level: Exact | None, value: Bounds, cell: Bounds) -> Estimate:
    """What the printed number, which stands for all of the cell, with its error says against the
    value, known within these bounds.
    """
    sigma = deviation_of(printed, level).upper
    near, far = sorted(_off(end, cell) for end in (value.lower, value.upper))
    is_inside = value.lower <= cell.upper and cell.lower <= value.upper
    z_squared = Fraction(0) if is_inside else (near / sigma) ** 2
    return Estimate(
        None,
        rounded_root(z_squared) * (-1 if cell.upper < value.lower else 1),
        normal_p(z_squared),
        OF_ERROR,
        ALL_PLACES,
        bound=chebyshev(z_squared),
        least=normal_p((far / sigma) ** 2) if value.width else None,
    )


def _off(value: Exact, cell: Bounds) -> Fraction:
    """How far the value is from the nearest number of the cell."""
    return Fraction(max(cell.lower - value, value - cell.upper, 0))


def error_doubt(printed: Printed, level: Exact | None, square: Fraction) -> str:
    """What is wrong with the printed error of a mean whose squared standard error is known; ""
    where it may be right: a sample knows its own deviation only roughly.
    """
    sigma = deviation_of(printed, level)
    greatest, least = (Fraction(end) ** 2 / square for end in (sigma.upper, sigma.lower))
    if least > TOO_FAR**2:
        return f"the printed error is {_times(least)} times the standard error of so many games"
    if greatest and greatest < Fraction(1, TOO_FAR**2):
        return (
            f"the standard error of so many games is {_times(1 / greatest)} times the printed error"
        )
    return ""


def _times(square: Fraction) -> str:
    return decimal_text(rounded_root(square), 1)
