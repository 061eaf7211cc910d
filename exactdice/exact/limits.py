"""The limit of cost that holds here, and how work beyond it is refused.

`cost` is the module to read and to use: this one is what it shares with `exact`, which stands
before it.
"""

from __future__ import annotations

from math import isqrt

from .errors import TooCostly
from .session import session

BOUNDLESS = 10**100  # stands for every larger cost, where to work it out would be work itself
SURELY_CHEAP = 1000  # digits that are not worth an estimate


def refuse_beyond_limit(what: str, steps: int, smaller: str) -> None:
    """Raise `TooCostly` when the work takes more steps than are allowed; `smaller` says what to ask
    for instead.
    """
    most = session().limit
    if most is not None and steps > most:
        raise TooCostly(
            f"{what} would cost {rounded(steps)} steps (of about 10^-7 s, or 2 bytes) and the "
            f"limit is {rounded(most)}: ask for {smaller}, "
            "or raise the limit by limit=none at the command line, `with "
            "exactdice.exact.cost.limit(None):` in Python"
        )


def rounded(steps: int) -> str:
    """The number of steps with two digits and a power of ten, rounded up.

    >>> rounded(10**9), rounded(27_000_001), rounded(9_990_000), rounded(3 * BOUNDLESS)
    ('10^9', '2.8*10^7', '10^7', 'more than 10^100')
    """
    if steps > BOUNDLESS:
        return "more than 10^100"
    if steps < 1000:
        return str(steps)
    power = len(str(steps)) - 1
    # Rounded up, so that a cost beyond the limit is never shown as the limit itself.
    tenths = -(-steps // 10 ** (power - 1))
    if tenths == 100:  # rounded up to the next power
        power = power + 1
        tenths = 10
    whole, tenth = divmod(tenths, 10)
    lead = f"{whole}.{tenth}" if tenth else f"{whole}"
    return f"10^{power}" if lead == "1" else f"{lead}*10^{power}"


def digits_steps(digits: int) -> int:
    """About what the power of ten with so many digits costs.

    Measured: 0.6 s for a million, 17 s for ten million.
    """
    known = min(digits, BOUNDLESS)
    return known * isqrt(known) // 150 + known


def refuse_digits(digits: int) -> None:
    """Raise `TooCostly` for more digits than can be had."""
    if digits > SURELY_CHEAP:
        refuse_beyond_limit(f"{rounded(digits)} digits", digits_steps(digits), "fewer digits")
