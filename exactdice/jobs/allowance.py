"""The limits of work that others ask for."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..exact.errors import ExactDiceError
from ..exact.numbers import shown
from ..exact.processes import cores

SECONDS = 60.0
MEGABYTES = 1000


@dataclass(frozen=True)
class Allowance:
    """The limits of work: so many processes at once; for each question so many seconds, and so many
    megabytes beyond what a process needs to begin; so many seconds for all questions together.

    Raises `ExactDiceError` for a limit that is not above 0.

    >>> Allowance(jobs=2, seconds=2.5)
    Allowance(jobs=2, seconds=2.5, megabytes=1000, total_seconds=inf)
    """

    jobs: int
    seconds: float
    megabytes: int
    total_seconds: float

    def __init__(
        self,
        jobs: int | None = None,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        total_seconds: float | None = None,
    ) -> None:
        # Frozen, so that no limit is lifted while work goes on.
        entries = {
            "jobs": cores() if jobs is None else jobs,
            "seconds": seconds,
            "megabytes": megabytes,
            "total_seconds": inf if total_seconds is None else total_seconds,
        }
        for name, most in entries.items():
            if not most > 0:
                raise ExactDiceError(f"{name} must be above 0, got {shown(most)}")
            object.__setattr__(self, name, most)
