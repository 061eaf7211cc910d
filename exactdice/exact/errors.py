"""Every error this library raises on purpose; each message says where, what was required, what
came, what to do.
"""

import copyreg
from collections.abc import Iterable
from difflib import get_close_matches


class ExactDiceError(ValueError):
    """Base of all errors raised on purpose; a copy, or one that comes from another process, says
    the same.
    """

    def __reduce__(self) -> tuple[object, ...]:
        # Python would make it again from its message, which is not what some are made from.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class InexactError(ExactDiceError):
    """A float (or another inexact number) came where an exact one is required."""


class RulesError(ExactDiceError):
    """The options or the rules of a game break what the protocol requires."""


class UnsolvableError(ExactDiceError):
    """A solver met a game it cannot solve exactly."""


class TooCostly(UnsolvableError):
    """Work was refused before it began, or as it grew, since it would cost more steps than the
    limit allows.
    """


class NoRange(UnsolvableError):
    """A range over ties cannot be found exactly."""


class QueryError(ExactDiceError):
    """A query cannot be read, or names something unknown."""


class UndecidedError(QueryError):
    """A comparison is of bounds that overlap, or of numbers that no enclosure tells apart."""


class NoSizes(QueryError):
    """Actions have no number or size by which one takes the fewest."""


class AskedFor(QueryError):
    """An argument of a word is of another kind than the word asks for: the message says what it
    asks for, and the word is put before it where it is known.
    """

    def __init__(self, wanted: str, asking: str = "this") -> None:
        super().__init__(f"{asking} asks for {wanted}")
        self.wanted = wanted


class ClaimsError(ExactDiceError):
    """A claims file cannot be read, or a claim in it is incomplete."""


class PlacedError(ClaimsError):
    """What is wrong in one line of a document or a claims file: `path:line: message`, or
    `path:place: message` where a place is no line of the file, as in a cell of a notebook.
    """

    def __init__(self, path: object, line: int, message: str, place: str = "") -> None:
        super().__init__(f"{path}:{place or line}: {message}")
        self.line = line
        self.message = message


class SeveralErrors(ClaimsError):
    """What is wrong in several lines of a document, a complaint for each."""

    def __init__(self, complaints: Iterable[str]) -> None:
        self.complaints = tuple(complaints)
        super().__init__("\n".join(self.complaints))


def unknown_option(key: str, known: Iterable[str], of: str = "") -> str:
    """The complaint about an option that is none of the known ones, and what takes it.

    >>> unknown_option("fces", ["faces", "weights"], "EP")
    'unknown option fces of EP (did you mean faces?): the options are faces, weights'
    >>> unknown_option("dice", [])
    'unknown option dice: it takes none'
    """
    listed = list(known)
    whose = f" of {of}" if of else ""
    offered = f"the options are {', '.join(listed)}" if listed else "it takes none"
    return f"unknown option {key}{whose}{nearest(key, listed)}: {offered}"


def nearest(name: str, known: Iterable[str]) -> str:
    """` (did you mean X?)` for the closest known name, or nothing.

    >>> nearest("optimall", ["blind", "optimal"]), nearest("min", ["win", "min_of"])
    (' (did you mean optimal?)', ' (did you mean min_of?)')
    """
    listed = list(known)
    # A whole first part says more than letters that are alike: min means min_of, not win.
    begun = [one for one in listed if one.startswith(f"{name}_")]
    close = begun[:1] or get_close_matches(name, listed, n=1)
    return f" (did you mean {close[0]}?)" if close else ""
