"""What work costs, estimated from its options before any of it is done, and the limit above which
it is refused.

Cost is counted in steps. A step is about 10^-7 s on a common machine, or two bytes that must be
kept: the usual limit is thus some two minutes, or 2 GB. An estimate is a rough one, rather too low
than too high, and made of whole numbers in a few operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import ExactDiceError
from .numbers import shown
from .session import BOUNDLESS as BOUNDLESS
from .session import MOST_STEPS as MOST_STEPS
from .session import digits_steps as digits_steps
from .session import in_session, refuse_beyond_limit, session
from .session import refuse_digits as refuse_digits
from .session import rounded as rounded

LIFTED = "limit=none lifts this limit"  # the end of a message about a size

STEPS_A_STATE = 300  # a state that is met and listed
STEPS_A_MOVE = 50  # a way from one state to another


@contextmanager
def limit(steps: int | None) -> Iterator[None]:
    """Inside the `with` block, work of up to so many steps is begun; with None work of any cost.

    >>> from exactdice import die
    >>> with limit(10**4):
    ...     die(1000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactdice.exact.errors.TooCostly: a die of 1000 faces would cost 10^5 steps ... limit is 10^4...
    """
    if steps is not None and (not isinstance(steps, int) or isinstance(steps, bool) or steps < 1):
        raise ExactDiceError(
            f"the limit of cost must be None or an int of 1 or more, got {shown(steps)}"
        )
    with in_session(limit=steps):
        yield


def allowed() -> int | None:
    """The most steps that work may cost here; None when it may cost any number."""
    return session().limit


def affordable(steps: int) -> bool:
    """Whether so many steps are allowed here."""
    most = session().limit
    return most is None or steps <= most


def refuse_costly(work: object, steps: int, smaller: str = "something smaller") -> None:
    """Raise `TooCostly` when the work, described by a text or by the game to be solved, takes more
    steps than are allowed.

    `smaller` says what to ask for instead.
    """
    if not affordable(steps):
        refuse_beyond_limit(work if isinstance(work, str) else shown(work), steps, smaller)


def at_most(size: int) -> int:
    """The largest size that is begun here: any where work may cost any, so that what lifts the
    limit of cost lifts every limit that guards time or memory by a size.
    """
    return BOUNDLESS if allowed() is None else size


def bits_for(digits: int) -> int:
    """About how many bits so many decimal digits take."""
    return digits * 10 // 3
