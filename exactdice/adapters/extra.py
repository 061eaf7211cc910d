"""What is said when a library of an extra for adapters is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import ExactDiceError


@contextmanager
def needed(extra: str = "adapters") -> Iterator[None]:
    """Turn a failed import inside the block into one line that says what to install."""
    try:
        yield
    # Only what is not there: a library that fails in another way must say so itself.
    except ModuleNotFoundError as error:
        raise ExactDiceError(
            f"this adapter needs {error.name}: install exactdice[{extra}]"
        ) from error
