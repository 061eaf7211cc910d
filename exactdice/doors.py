"""What public functions ask of their arguments: each check raises `RulesError` in one line that says what was wanted and what came."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from .errors import RulesError
from .exact import no_int, shown

Wanted = TypeVar("Wanted")


def got(given: object) -> str:
    """The end of a message: what came."""
    return f"got the class {given.__name__}" if isinstance(given, type) else f"got {no_int(given)}"


def an_instance(given: object, wanted: type[Wanted] | tuple[type[Wanted], ...], where: str, what: str) -> Wanted:
    """The thing, when it is an instance of a class that is wanted; `what` says so in words."""
    if not isinstance(given, wanted):
        hint = _instance_of(given) if isinstance(given, type) and issubclass(given, wanted) else ""
        raise RulesError(f"{where} must be {what}, {got(given)}{hint}")
    return given


def _instance_of(given: type) -> str:
    """A hint for who gives a class."""
    return f": one of its instances is meant, such as {given.__name__}()"


def a_function(given: Any, where: str, what: str) -> Callable[..., Any]:
    """The thing, when it can be called and is no class."""
    if not callable(given) or isinstance(given, type):
        raise RulesError(f"{where} must be {what}, {got(given)}")
    function: Callable[..., Any] = given
    return function


def no_progress(given: object, where: str = "progress") -> None:
    """Refuse what cannot be told of progress: anything but None and a function."""
    if given is not None:
        a_function(given, where, "a function of (steps done, steps in all), or None")


def listed(given: Any, where: str, what: str) -> tuple[Any, ...]:
    """What an iterable gives, as a tuple."""
    if isinstance(given, type) or not isinstance(given, Iterable):
        raise RulesError(f"{where} must be {what}, {got(given)}")
    try:
        return tuple(given)
    except OverflowError:
        raise RulesError(f"{where} must be {what}, and not so many, {got(given)}") from None


def members(given: object, names: Sequence[str], where: str, what: str) -> None:
    """Refuse a class, and what lacks one of these attributes."""
    missing = next((name for name in names if not hasattr(given, name)), None)
    if isinstance(given, type):
        raise RulesError(f"{where} must be {what}, {got(given)}{_instance_of(given) if missing is None else ''}")
    if missing is not None:
        raise RulesError(f"{where} must be {what}, but {shown(given)} has no {missing}")


def a_truth(given: Any, where: str) -> bool:
    """The thing as a bool, when it is True or False, or the 1 or 0 that stand for them."""
    if not (isinstance(given, Hashable) and given in (True, False)):
        raise RulesError(f"{where} must be True or False, {got(given)}")
    return bool(given)


def a_text(given: object, where: str) -> str:
    """The text; refuses anything else."""
    return an_instance(given, str, where, "a text")


def a_path(given: object) -> Path:
    """The path of a file, given as one or as a text."""
    if not isinstance(given, (str, Path)):
        raise RulesError(f"the path of a file must be a text or a pathlib.Path, {got(given)}")
    if "\0" in str(given):
        raise RulesError(f"the path of a file must not hold a byte 0, {got(given)}")
    return Path(given)


def a_source_of_chance(given: object) -> None:
    """Refuse what does not draw numbers as `random.Random` does."""
    if isinstance(given, type) or not hasattr(given, "randrange"):
        raise RulesError(f"rng must be a random.Random, such as Random(1), {got(given)}")
