"""What public functions ask of their arguments: each check raises `RulesError` in one line that
says what was wanted and what came.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any, Final, TypeGuard, TypeVar

from .errors import RulesError
from .exact import no_int, shown

Wanted = TypeVar("Wanted")
HERE = __name__.partition(".")[0]  # the name of this package
# what a function of the user's raises by mistake; our own errors are values too, and go before
FAILURES: Final = (
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    ArithmeticError,
    NameError,
)


def got(given: object) -> str:
    """The end of a message: what came."""
    return f"got the class {given.__name__}" if isinstance(given, type) else f"got {no_int(given)}"


def an_instance(
    given: object, wanted: type[Wanted] | tuple[type[Wanted], ...], where: str, what: str
) -> Wanted:
    """The thing, when it is an instance of a class that is wanted; `what` says so in words."""
    if not isinstance(given, wanted):
        # People forget the brackets: the class is given where one of its objects is meant.
        hint = _instance_of(given) if isinstance(given, type) and issubclass(given, wanted) else ""
        raise RulesError(f"{where} must be {what}, {got(given)}{hint}")
    return given


def _instance_of(given: type) -> str:
    """A hint for who gives a class."""
    return f": one of its instances is meant, such as {given.__name__}()"


def a_function(given: object, where: str, what: str) -> Callable[..., object]:
    """The thing, when it can be called and is no class."""
    if not callable(given) or isinstance(given, type):
        raise RulesError(f"{where} must be {what}, {got(given)}")
    function: Callable[..., object] = given
    return function


def a_function_of(count: int, given: object, where: str, what: str) -> Callable[..., object]:
    """The thing, when it can be called with so many arguments and is no class."""
    function = a_function(given, where, what)
    if not takes(count, function):
        raise RulesError(
            f"{where} must be {what}, but {shown(given)} does not take {arguments(count)}"
        )
    return function


def arguments(count: int) -> str:
    """`1 argument`, `2 arguments`."""
    return f"{count} argument{'s' * (count > 1)}"


def takes(count: int, function: Callable[..., object]) -> bool:
    """Whether the function can be called with so many arguments; true of what does not say, as of
    some functions written in C.
    """
    if (
        type(function) is FunctionType
        and function.__code__.co_argcount == count
        and not function.__code__.co_kwonlyargcount
    ):
        return True  # the common case, without the slow signature
    if (
        count == 1
        and type(function) is partial
        and getattr(function.func, "__module__", "").partition(".")[0] == HERE
    ):
        return True  # a strategy, made by this package, which looked then
    try:
        said = signature(function)
    except (TypeError, ValueError):
        return True
    try:
        said.bind(*range(count))
    except TypeError:
        return False
    return True


def failed(what: str, where: object, error: Exception) -> RulesError:
    """What is raised when a function of the user's fails at a state; `what` names the function."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return RulesError(f"{what} fails at {shown(where)}: {said[:200]}")


def rule_failed(game: object, state: object, rules: Sequence[str], error: Exception) -> RulesError:
    """The same for a rule of a game: the innermost one at work when the error was raised."""
    names = [frame.f_code.co_name for frame, _ in walk_tb(error.__traceback__)]
    # Innermost last in the traceback; the first entry stands in when none is a rule.
    at_work = ["a rule", *(name for name in names if name in rules)][-1]
    hint = "the rules must answer for every state that play can reach"
    # What is left of a game when plans are followed names the game itself.
    played = getattr(game, "game", game)
    return RulesError(f"{failed(f'{at_work} of {shown(played)}', state, error)}: {hint}")


def no_progress(given: object, where: str = "progress") -> None:
    """Refuse what cannot be told of progress: anything but None and a function."""
    if given is not None:
        a_function_of(2, given, where, "a function of (steps done, steps in all), or None")


def is_several(given: object) -> TypeGuard[Iterable[object]]:
    """Whether the thing lists others: an array of no dimension only looks so, nor does a class."""
    if isinstance(given, type) or not isinstance(given, Iterable):
        return False
    try:
        iter(given)
    except TypeError:
        return False
    return True


def listed(given: object, where: str, what: str) -> tuple[Any, ...]:
    """What an iterable gives, as a tuple."""
    if not is_several(given):
        raise RulesError(f"{where} must be {what}, {got(given)}")
    try:
        return tuple(given)
    except OverflowError:
        raise RulesError(f"{where} must be {what}, and not so many, {got(given)}") from None


def members(given: object, names: Sequence[str], where: str, what: str) -> None:
    """Refuse a class, and what lacks one of these attributes."""
    missing = next((name for name in names if not hasattr(given, name)), None)
    if isinstance(given, type):
        raise RulesError(
            f"{where} must be {what}, {got(given)}{_instance_of(given) if missing is None else ''}"
        )
    if missing is not None:
        raise RulesError(f"{where} must be {what}, but {shown(given)} has no {missing}")


def a_truth(given: object, where: str) -> bool:
    """The thing as a bool, when it is True or False, or the 1 or 0 that stand for them."""
    # Hashable first: comparing an array with True gives an array, whose truth is an error.
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
    try:
        os.fsencode(given)
    except UnicodeEncodeError:
        raise RulesError(
            f"the path of a file must be a text that the system can encode, {got(given)}"
        ) from None
    return Path(given)


def a_source_of_chance(given: object) -> None:
    """Refuse what does not draw numbers as `random.Random` does."""
    if isinstance(given, type) or not hasattr(given, "randrange"):
        raise RulesError(f"rng must be a random.Random, such as Random(1), {got(given)}")
