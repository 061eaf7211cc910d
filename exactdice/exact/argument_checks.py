"""What public functions require of their arguments: each check raises `RulesError` in one line that
says what was wanted and what came. And results kept for arguments that cannot change.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial, wraps
from inspect import signature
from pathlib import Path
from traceback import walk_tb
from types import FunctionType, MethodType
from typing import Any, Final, NoReturn, TypeGuard, TypeVar, cast

from .errors import ExactDiceError, RulesError
from .numbers import no_int, shown

Wanted = TypeVar("Wanted")
Function = TypeVar("Function", bound=Callable[..., object])
HERE = __name__.partition(".")[0]  # the name of this package
# what a function of the user's raises by mistake; our own errors are values too, and go before
FAILURES: Final = (
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    ArithmeticError,
    AssertionError,
    RuntimeError,
    NameError,
)
NOT_THEIRS: Final = {HERE, *sys.stdlib_module_names}  # packages whose code is no user's
PACKAGES: Final = {"site-packages", "dist-packages"}  # folders of what is installed


def got(given: object) -> str:
    """The end of a message: what came."""
    return f"got the class {given.__name__}" if isinstance(given, type) else f"got {no_int(given)}"


def an_instance(
    given: object, wanted: type[Wanted] | tuple[type[Wanted], ...], where: str, what: str
) -> Wanted:
    """The thing, when it is an instance of a class that is wanted; `what` says so in words."""
    if not isinstance(given, wanted):
        # People forget the brackets: the class is given where one of its objects is meant.
        hint = _class_hint(given) if isinstance(given, type) and issubclass(given, wanted) else ""
        raise RulesError(f"{where} must be {what}, {got(given)}{hint}")
    return given


def _class_hint(given: type) -> str:
    return f": one of its instances is meant, such as {given.__name__}()"


def a_function_of(count: int, given: object, where: str, what: str) -> Callable[..., object]:
    """The thing, when it can be called with so many arguments and is no class."""
    if not callable(given) or isinstance(given, type):
        raise RulesError(f"{where} must be {what}, {got(given)}")
    function: Callable[..., object] = given
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
    plain = function.__func__ if type(function) is MethodType else function
    if (
        type(plain) is FunctionType
        and plain.__code__.co_argcount == count + (plain is not function)
        and not plain.__code__.co_kwonlyargcount
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


def place_of(error: BaseException) -> str:
    """` (thirteen.py, line 41)`: the line of the user's files at which the error was raised, or at
    which it was made by what was called there; nothing where it came from no file of theirs.
    """
    theirs = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__", "").partition(".")[0] not in NOT_THEIRS
    ]
    # What an installed package does for them is told by the line that asks for it.
    beside = [place for place in theirs if not PACKAGES & {*Path(place[0]).parts}]
    file, line = (beside or theirs or [("", 0)])[-1]
    if not Path(file).is_file():
        return ""
    path = Path(file)
    nearby = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f" ({nearby}, line {line})"


def said_by(error: BaseException) -> str:
    """`KeyError: 2 (thirteen.py, line 41)`: what a message says of an error of the user's."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return said[:200].rstrip(": ") + place_of(error)


def raise_failed(what: str, where: object, error: Exception, hint: str = "") -> NoReturn:
    """Raise what tells that a function of the user's fails at a state; `what` names the function.

    An error of this package says already what is wrong: it is raised again, with the line of the
    user's that led to it. Memory that is over and a defect of this package are raised as they are.
    """
    if isinstance(error, ExactDiceError):
        place = place_of(error)
        if not str(error).endswith(place):
            error.args = (f"{error}{place}", *error.args[1:])
        raise error
    if isinstance(error, MemoryError) or not (isinstance(error, FAILURES) or place_of(error)):
        raise error
    raise RulesError(f"{what} fails at {shown(where)}: {said_by(error)}{hint}") from error


def raise_rule_failed(
    game: object, state: object, rules: Sequence[str], error: Exception
) -> NoReturn:
    """The same for a rule of a game: the innermost one at work when the error was raised."""
    names = [frame.f_code.co_name for frame, _ in walk_tb(error.__traceback__)]
    # Innermost last in the traceback; the first entry stands in when none is a rule.
    at_work = ["a rule", *(name for name in names if name in rules)][-1]
    hint = ": the rules must answer for every state that play can reach"
    # What is left of a game when plans are followed names the game itself.
    played = getattr(game, "game", game)
    raise_failed(f"{at_work} of {shown(played)}", state, error, hint)


def no_progress(given: object) -> None:
    """Refuse what cannot be told of progress: anything but None and a function."""
    if given is not None:
        a_function_of(2, given, "progress", "a function of (steps done, steps in all), or None")


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
            f"{where} must be {what}, {got(given)}{_class_hint(given) if missing is None else ''}"
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


# --- results that are kept ------------------------------------------------------------------------


def kept(size: int) -> Callable[[Function], Function]:
    """`functools.lru_cache` of so many results, with the types of the function.

    Games of one class that are equal are one game; a class that is patched is not told apart. An
    object that is equal to itself alone, or has no hash, may change unseen: with one, or with what
    is about such a game, the function is called each time.
    """

    def decorate(function: Function) -> Function:
        remembered = lru_cache(maxsize=size, typed=True)(function)

        @wraps(function)
        def asked(*arguments: object) -> object:
            if any(map(_may_change, arguments)):
                return function(*arguments)
            try:
                return remembered(*arguments)
            except TypeError:
                try:
                    hash(arguments)
                except TypeError:
                    return function(*arguments)  # what has no hash may change, too
                raise  # it is the error of the function

        asked.cache_clear = remembered.cache_clear  # type: ignore[attr-defined]  # as lru_cache
        return cast("Function", asked)

    return decorate


def _may_change(argument: object) -> bool:
    if argument is None or type(argument).__eq__ is not object.__eq__:
        return hasattr(argument, "game") and _may_change(argument.game)
    return True
