"""What is said when a package of an extra is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import ExactDiceError


@contextmanager
def needed(what: str, extra: str) -> Iterator[None]:
    """Turn a failed import inside the block into one line, which says what to install.

    >>> with needed("this page", "web"):
    ...     import no_such_package
    Traceback (most recent call last):
    exactdice.exact.errors.ExactDiceError: this page needs the package no_such_package: pip ...
    """
    try:
        yield
    # Only what is not there: a package that fails in another way must say so itself.
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "exactdice"):
            raise
        raise ExactDiceError(
            f"{what} needs the package {package}: pip install 'exactdice[{extra}]'"
        ) from error
