"""The working precision of python-flint's balls: one for the whole process, so it is changed here
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from flint import ctx

# One thread at a time computes with balls, or it would compute with the precision of another.
_TURN = RLock()


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """A block that computes with balls of so many bits, alone among all threads; the precision is
    put back at its end.

    Everything that rounds to the working precision belongs into the block, also the ends of a ball.
    Blocks may lie inside each other.

    >>> from flint import arb
    >>> with working_precision(20):
    ...     third = arb(1) / 3
    >>> third
    [0.333333 +/- 4.93e-7]
    """
    with _TURN, ctx.workprec(bits):
        yield
