"""What work costs, estimated from its options before any of it is done, and the limit above which
it is refused.

Cost is counted in steps. A step is about 10^-7 s on a common machine, or two bytes that must be
kept: the usual limit is thus some two minutes, or 2 GB. An estimate is a rough one, rather too low
than too high, and made of whole numbers in a few operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .errors import ExactDiceError, TooCostly
from .exact import shown

MOST_STEPS = 10**9
STEPS_A_STATE = 300  # a state that is met and listed
STEPS_A_MOVE = 50  # a way from one state to another
BOUNDLESS = 10**100  # stands for every larger cost, where to work it out would be work itself
_limit: ContextVar[int | None] = ContextVar("limit", default=MOST_STEPS)


@contextmanager
def limit(steps: int | None) -> Iterator[None]:
    """Inside the `with` block, work of up to so many steps is begun; with None work of any cost.

    >>> from exactdice import die
    >>> with limit(10**4):
    ...     die(1000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactdice.errors.TooCostly: a die of 1000 faces would cost 10^5 steps ... the limit is 10^4...
    """
    if steps is not None and (not isinstance(steps, int) or isinstance(steps, bool) or steps < 1):
        raise ExactDiceError(
            f"the limit of cost must be None or an int of 1 or more, got {shown(steps)}"
        )
    token = _limit.set(steps)
    try:
        yield
    finally:
        _limit.reset(token)


def allowed() -> int | None:
    """The most steps that work may cost here; None when it may cost any number."""
    return _limit.get()


def affordable(steps: int) -> bool:
    """Whether so many steps are allowed here."""
    most = _limit.get()
    return most is None or steps <= most


def refuse_costly(work: object, steps: int, smaller: str = "something smaller") -> None:
    """Raise `TooCostly` when the work, described by a text or by the game to be solved, takes more
    steps than are allowed.

    `smaller` says what to ask for instead.
    """
    most = _limit.get()
    if most is not None and steps > most:
        what = work if isinstance(work, str) else shown(work)
        raise TooCostly(
            f"{what} would cost {rounded(steps)} steps (of about 10^-7 s, or 2 bytes) and the "
            f"limit is {rounded(most)}: ask for {smaller}, "
            "or raise the limit by limit=none at the command line, `with "
            "exactdice.cost.limit(None):` in Python"
        )


def bits_for(digits: int) -> int:
    """About how many bits so many decimal digits take."""
    return digits * 10 // 3


def rounded(steps: int) -> str:
    """The number of steps with two digits and a power of ten, rounded up.

    >>> rounded(10**9), rounded(27_000_001), rounded(7), rounded(3 * BOUNDLESS)
    ('10^9', '2.8*10^7', '7', 'more than 10^100')
    """
    if steps > BOUNDLESS:
        return "more than 10^100"
    if steps < 1000:
        return str(steps)
    power = len(str(steps)) - 1
    tenths = -(-steps // 10 ** (power - 1))
    lead = f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
    return f"10^{power}" if lead == "1" else f"{lead}*10^{power}"
