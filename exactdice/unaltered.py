"""Whether a game has the rules of its class as this package wrote them, and results that are kept
only while it has.

Two equal games may differ in a rule that was put in the place of another: on one of the games, on
its class, on the class of its states, or beside them in their module. What was found for the one
says nothing of the other. So the rules of a class are remembered: of a registered one when it is
registered, of any other when a result of its games is first kept. A result is kept for arguments
that are plain data alone, or games made of it, and only together with the rules that it was found
with: when those have changed since, it is never used again.
"""

from __future__ import annotations

import builtins
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, wraps
from itertools import repeat
from types import CellType, CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeVar, cast

from .parametric.polynomial import Polynomial

Function = TypeVar("Function", bound=Callable[..., object])

ABSENT = object()  # what stands for a name that is not there
# data that cannot change and has no rules
PLAIN = {type(None), bool, int, str, Fraction, Polynomial}
# what Python enters in a class by itself when someone asks for it, or copies one of its objects
LATE = {"__annotations__", "__annotations_cache__", "__doc__", "__slotnames__"}
# {what a function may stand within: where it is there}
WITHIN: dict[type, str] = {
    property: "fget",
    staticmethod: "__func__",
    classmethod: "__func__",
    cached_property: "func",
    type(lru_cache(len)): "__wrapped__",
}


@dataclass(frozen=True, eq=False)
class Rules:
    """What a class says of its game, with all that stands beside it, as it was at one time."""

    classes: tuple[tuple[type, dict[str, object]], ...]  # with everything in their bodies
    modules: tuple[tuple[ModuleType, dict[str, object]], ...]  # with what the rules may read there
    cells: tuple[tuple[CellType, object], ...]  # variables of a function in which rules were made

    def hold(self) -> bool:
        """Whether all of it is as it was."""
        try:
            return (
                all(_is_body(kind, body) for kind, body in self.classes)
                and all(_has(module, names) for module, names in self.modules)
                and all(_content(cell) == content for cell, content in self.cells)
            )
        except Exception:  # some values cannot be compared: they are others than before
            return False


def _is_body(kind: type, body: dict[str, object]) -> bool:
    found = vars(kind)
    return found == body or _lasting(found) == _lasting(body)


def _lasting(body: Mapping[str, object]) -> dict[str, object]:
    return {name: member for name, member in body.items() if name not in LATE}


def _has(module: ModuleType, names: dict[str, object]) -> bool:
    found = vars(module)
    return list(map(found.get, names, repeat(ABSENT))) == list(names.values())


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # nothing was entered yet
        return ABSENT


RULES_OF: dict[type, Rules] = {}  # {registered class: its rules when it was registered}
SEEN: dict[type, Rules] = {}  # {another class: its rules when it was last seen}
MOST_SEEN = 256


def remember_rules(kind: type) -> None:
    """Enter the rules that a class has now, unless they are known."""
    if kind not in RULES_OF:
        RULES_OF[kind] = _rules_now(kind)


def _rules_now(kind: type) -> Rules:
    """The rules of a class: all that it and its bases say, the classes beside them in their modules
    and the bases of these; and of the modules every function and each name that some function there
    reads, such as a table. (What a function of another module reads there is not known.)
    """
    names = dict.fromkeys(base.__module__ for base in kind.__mro__ if _may_change(base))
    modules = [sys.modules[name] for name in names if name in sys.modules]
    beside = [one for module in modules for one in _classes_in(module)]
    bases = dict.fromkeys(base for one in (kind, *beside) for base in one.__mro__)
    classes = [base for base in bases if _may_change(base)]
    functions = list(_functions_in(map(vars, (*modules, *classes))))
    read = {name for function in functions for name in _names_of(function.__code__)}
    # Of functions that come from elsewhere it is enough that they are the same.
    own = [function for function in functions if function.__module__ in names]
    cells = [cell for function in own for cell in function.__closure__ or ()]
    return Rules(
        tuple((one, _copied(dict(vars(one)))) for one in classes),
        tuple((module, _names_in(module, read)) for module in modules),
        tuple((cell, _copied(_content(cell))) for cell in cells),
    )


def _may_change(kind: type) -> bool:
    """Whether a class is none of Python's own."""
    return kind.__module__.partition(".")[0] not in sys.stdlib_module_names


def _classes_in(module: ModuleType) -> list[type]:
    """The classes that were made in the module."""
    return [
        member
        for member in tuple(vars(module).values())  # another thread may enter more meanwhile
        if isinstance(member, type) and member.__module__ == module.__name__
    ]


def _names_in(module: ModuleType, read: set[str]) -> dict[str, object]:
    """{name: what it stands for in the module} for every function and for what is read; ABSENT
    where a new entry would take the place of what Python itself calls so.
    """
    found = dict(vars(module))  # another thread may enter more meanwhile
    functions = {name for name, member in found.items() if isinstance(member, FunctionType)}
    wanted = functions | {name for name in read if name in found or hasattr(builtins, name)}
    return {name: _copied(found.get(name, ABSENT)) for name in wanted}


def _functions_in(spaces: Iterable[Mapping[str, Any]]) -> Iterator[FunctionType]:
    """The functions in these namespaces and in the tables there, of properties the one that reads,
    and those that others were made of.
    """
    for space in spaces:
        members = list(space.values())
        tables = [member for member in members if type(member) in (dict, list, tuple)]
        for table in tables:
            members += table.values() if isinstance(table, dict) else table
        for member in members:
            within = WITHIN.get(type(member))
            function = getattr(member, within) if within else member
            while isinstance(function, FunctionType):
                yield function
                function = vars(function).get("__wrapped__")


def _names_of(code: CodeType) -> Iterator[str]:
    """The names that are read in a function and in those that it makes."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_of(constant)


def _copied(value: Any, deep: int = 4) -> Any:
    """The value, its tables and lists copied so deep, as these may change in place. (What else may,
    such as an object with attributes, is not looked into.)
    """
    if deep and isinstance(value, dict | MappingProxyType):
        return {key: _copied(entry, deep - 1) for key, entry in value.items()}
    if deep and isinstance(value, list):
        return [_copied(entry, deep - 1) for entry in value]
    if deep and isinstance(value, tuple):
        return tuple([_copied(entry, deep - 1) for entry in value])
    if isinstance(value, set | deque):
        return copy(value)
    return value


def is_unaltered(game: object) -> bool:
    """Whether a game of a registered class has the rules with which the class was registered: none
    of its own, none exchanged since.
    """
    rules = RULES_OF.get(type(game))
    return (
        _has_fields_alone(game)
        and (rules is None or rules.hold())
        and are_unaltered(vars(game).values())  # a game may be made of the rules of another
    )


def _has_fields_alone(game: object) -> bool:
    """Whether nothing else was entered in a game than the fields of its class."""
    fields = getattr(type(game), "__dataclass_fields__", {})
    return getattr(game, "__dict__", {}).keys() <= fields.keys()


def are_unaltered(given: Iterable[object]) -> bool:
    """Whether every game of a registered class among these is unaltered."""
    return all(is_unaltered(one) for one in given if type(one) in RULES_OF)


# --- kept results ---------------------------------------------------------------------------------


class Changeable(Exception):
    """A result for this argument cannot be kept, as it may change unseen."""


def kept(size: int) -> Callable[[Function], Function]:
    """Keep so many results of the decorated function for arguments that are plain data or games
    made of it, until the rules of these change; for others the function is called each time.
    """

    def decorate(function: Function) -> Function:
        """The function with its results kept."""

        @lru_cache(maxsize=size)
        def remembered(_: tuple[object, ...], given: _Given) -> object:
            return function(*given.arguments)

        @wraps(function)
        def asked(*arguments: object) -> object:
            try:
                made_of = tuple(map(_made_of, arguments))
            except Changeable:
                return function(*arguments)
            return remembered(made_of, _Given(arguments))

        asked.cache_clear = remembered.cache_clear  # type: ignore[attr-defined]  # as lru_cache
        return cast("Function", asked)

    return decorate


class _Given:
    """Arguments, for a cache the same as any others: what they are made of tells them apart, and
    not what their own classes call equal.
    """

    def __init__(self, arguments: tuple[object, ...]) -> None:
        self.arguments = arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given)

    def __hash__(self) -> int:
        return 0


def _made_of(argument: object) -> tuple[object, ...]:
    """The class of an argument, or the rules of one that has some, with all its parts, each as this
    says what it is made of; `Changeable` unless it is plain data, or a named tuple or a frozen
    dataclass made of it, without a rule of its own.

    So 1 and true differ, and so do a named tuple and a plain one, which Python calls equal.
    """
    kind = type(argument)
    if kind in PLAIN:
        return kind, argument
    if kind is tuple:
        return kind, *map(_made_of, cast("tuple[object, ...]", argument))
    if kind is frozenset:
        return kind, frozenset(map(_made_of, cast("frozenset[object]", argument)))
    if isinstance(argument, tuple) and not hasattr(argument, "__dict__"):
        return _current_rules(kind), *map(_made_of, argument)  # as states are
    is_frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)
    if not is_frozen or not hasattr(argument, "__dict__") or not _has_fields_alone(argument):
        raise Changeable
    fields = sorted(vars(argument))
    return _current_rules(kind), *((name, _made_of(getattr(argument, name))) for name in fields)


def _current_rules(kind: type) -> Rules:
    """The remembered rules, while they hold. When those of a class that is not registered have
    changed, they are remembered anew, and no result that was kept with the others is found again.
    """
    registered = RULES_OF.get(kind)
    if registered is not None:
        if not registered.hold():
            raise Changeable
        return registered
    # Taken once: another thread may forget it meanwhile.
    seen = SEEN.get(kind)
    if seen is None or not seen.hold():
        seen = _rules_now(kind)
        if len(SEEN) >= MOST_SEEN:
            SEEN.clear()
        SEEN[kind] = seen
    return seen
