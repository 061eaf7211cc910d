"""Proofs that a game has no end of states: numbers in its state grow for ever.

Play leads from one state to another that differs from it in some numbers alone. The rules are asked
again on the way between them, with each such number v that grows by r replaced by v + r*t, where t
stands for 0, 1, 2, ... at once. Where they look at it only in ways whose answer is the same for
every t, play comes from t to t + 1, whatever t is: so it never runs out of states. Where an answer
could differ, as when `turn >= 500` is asked at 20, nothing is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from itertools import pairwise, product
from numbers import Number
from typing import Any, NoReturn

import numpy as np

from ..exact import shown
from ..game import PLAYERS, Game, JointAction, State
from .compiling import Compiler

LONGEST = 256  # moves from a state to the one that differs in what grows
ENDS, TRIED = 3, 40  # last states, and pairs of states, that are tried
WALKED = 10_000  # moves that are made with the numbers themselves


class Unclear(Exception):
    """The answer depends on how far the number has grown."""


class Grown:
    """The number value + rate * t for every t = 0, 1, 2, ... at once."""

    __slots__ = ("rate", "value")

    def __init__(self, value: int, rate: int) -> None:
        self.value, self.rate = value, rate

    def __add__(self, other: object) -> Any:
        value, rate = _parts(other)
        return _number(self.value + value, self.rate + rate)

    def __mul__(self, other: object) -> Any:
        value, rate = _parts(other)
        return _unclear() if rate else _number(self.value * value, self.rate * value)

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __mod__(self, other: object) -> int:
        self._refuse_no_divisor(other)
        return self.value % _parts(other)[0]

    def __floordiv__(self, other: object) -> Any:
        self._refuse_no_divisor(other)
        value, _ = _parts(other)
        return _number(self.value // value, self.rate // value)

    def _refuse_no_divisor(self, other: object) -> None:
        """Remainders and quotients of a number by which the growth can be divided alone."""
        value, rate = _parts(other)
        if rate or not value or self.rate % value:
            _unclear()

    def _sign(self, other: object) -> int:
        """Whether this is less than, equal to or greater than the other, for every t."""
        value, rate = _parts(other)
        value, rate = self.value - value, self.rate - rate
        if value * rate < 0 or (rate and not value):
            _unclear()
        return (value > 0) - (value < 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Number, Grown)) and self._sign(other) == 0

    def __lt__(self, other: object) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: object) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._sign(other) >= 0

    def __bool__(self) -> bool:
        return self._sign(0) != 0

    def __repr__(self) -> str:
        _unclear()

    def __hash__(self) -> int:
        return hash((self.value, self.rate))


def _parts(number: object) -> tuple[int, int]:
    """The value and the rate; of other numbers than whole ones nothing is known."""
    if isinstance(number, Grown):
        return number.value, number.rate
    return (number, 0) if isinstance(number, int) else _unclear()


def _number(value: int, rate: int) -> Any:
    return Grown(value, rate) if rate else value


def _unclear() -> NoReturn:
    raise Unclear


# --- states and the numbers in them ---------------------------------------------------------------


def _opened(state: State) -> tuple[Sequence[str], Sequence[Any], Callable[..., State]] | None:
    """The names of the parts of a state, the parts, and what makes a state of such; None for what
    has none.
    """
    if isinstance(state, tuple):
        names = getattr(state, "_fields", [f"[{k}]" for k in range(len(state))])
        make = type(state) if hasattr(state, "_fields") else lambda *parts: parts
        return names, state, make
    if is_dataclass(state) and not isinstance(state, type):
        names = [field.name for field in fields(state)]
        return names, [getattr(state, name) for name in names], type(state)
    return None


def _leaves(state: State, name: str = "") -> Iterator[tuple[str, Any]]:
    """The name and the value of all that a state holds, of what is within others too."""
    opened = _opened(state)
    if opened is None:
        yield name, state
        return
    for part, value in zip(opened[0], opened[1], strict=True):
        yield from _leaves(
            value, f"{name}{part}" if part[0] == "[" or not name else f"{name}.{part}"
        )


def _changed(state: State, change: Callable[[Any], Any]) -> State:
    """The state with every leaf changed so, asked in their order."""
    opened = _opened(state)
    if opened is None:
        return change(state)
    return opened[2](*[_changed(part, change) for part in opened[1]])


def _at(t: int, state: State) -> State:
    """The state for this t."""
    return _changed(
        state, lambda leaf: leaf.value + t * leaf.rate if isinstance(leaf, Grown) else leaf
    )


def _later(leaf: Any) -> Any:
    """The leaf for one t more."""
    return leaf + leaf.rate if isinstance(leaf, Grown) else leaf


def _growing_to(before: State, after: State) -> State:
    """The state before, in which each number is Grown by what it differs from the one after."""
    rates = (
        later - value if type(value) is int and type(later) is int else 0
        for (_, value), (_, later) in zip(_leaves(before), _leaves(after), strict=True)
    )
    return _changed(before, lambda leaf: _number(leaf, rate) if (rate := next(rates)) else leaf)


# --- the proof ------------------------------------------------------------------------------------


def what_grows(compiler: Compiler, starts: int) -> str:
    """Which numbers grow without end, and between which states, where that can be proved; nothing
    where it cannot. The first `starts` states are those where play begins.
    """
    try:
        return _what_grows(compiler.game, _line(compiler, starts))
    # Whatever states and rules of others raise that were not made for this: nothing is proved.
    except Exception:
        return ""


def _what_grows(game: Game, line: Sequence[State]) -> str:
    # Asked as they are needed, since most ways are given up at their first move.
    joint_from = lru_cache(maxsize=512)(lambda k: _joint(game, line[k], line[k + 1]))
    for before, after in _pairs(line):
        joints = partial(map, joint_from, range(before, after))
        states = _grown_states(game, line[before : after + 1], joints)
        if states:
            is_so = _is_walked(game, states, [*joints()])
            return _told(line[before], line[after]) if is_so else ""
    return ""


def _line(compiler: Compiler, starts: int) -> list[State]:
    """The shortest way to the last state that was looked at and in which play goes on."""
    done = compiler.done
    found = np.maximum.accumulate(np.array(compiler.successors, dtype=np.int64))
    begins = np.maximum.accumulate(np.array(compiler.start))
    moves = np.array(compiler.first_move)
    k = next((k for k in range(done - 1, -1, -1) if k not in compiler.payoffs), 0)
    line = [k]
    # States have numbers in the order in which they were found: so the first list with a number as
    # large is that in which this one was.
    while k >= starts and len(line) <= LONGEST + ENDS:
        list_of_it = begins[np.searchsorted(begins, np.searchsorted(found, k), "right") - 1]
        k = int(np.searchsorted(moves, np.searchsorted(begins, list_of_it), "right")) - 1
        line.append(k)
    return [compiler.states[k] for k in reversed(line)]


def _pairs(line: Sequence[State]) -> list[tuple[int, int]]:
    """Places of two states on the line that differ in whole numbers alone, first those that differ
    in few and lie near each other.
    """
    leaves = [tuple(_leaves(state)) for state in line]
    found = []
    for after in range(len(line) - 1, max(len(line) - 1 - ENDS, 0), -1):
        for before in range(after):
            differing = _differing(leaves[before], leaves[after])
            if differing:
                found.append((len(differing), after - before, before, after))
    return [(before, after) for *_, before, after in sorted(found)[:TRIED]]


def _differing(before: Sequence[tuple[str, Any]], after: Sequence[tuple[str, Any]]) -> list[str]:
    """The names of the whole numbers in which two states differ; none where other things do."""
    if len(before) != len(after):
        return []
    pairs = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    if any(one[0] != other[0] or {type(one[1]), type(other[1])} != {int} for one, other in pairs):
        return []
    return [one[0] for one, _ in pairs]


def _grown_states(
    game: Game, way: Sequence[State], joints: Callable[[], Iterator[JointAction]]
) -> list[State]:
    """The states on the way with the numbers Grown, where play can go it again and again, the
    numbers ever further; none where that is not proved. `joints` gives the actions on the way.
    """
    try:
        states = [_growing_to(way[0], way[-1])]
        for joint, after in zip(joints(), way[1:], strict=True):
            following = _outcomes(game, states[-1], joint)
            states.append(next(state for state in following if _at(0, state) == after))
        return states if states[-1] == _changed(states[0], _later) else []
    except Exception:  # another way may be clearer
        return []


def _is_walked(game: Game, states: Sequence[State], joints: Sequence[JointAction]) -> bool:
    """Whether play can go this way with the numbers themselves, WALKED moves far: rules may look a
    number up in a set or ask for its type, which no Grown notices.
    """
    return all(
        _at(t, after) in _outcomes(game, _at(t, before), joint)
        for t in range(1, 1 + WALKED // len(joints))
        for (before, after), joint in zip(pairwise(states), joints, strict=True)
    )


def _joint(game: Game, before: State, after: State) -> JointAction:
    """The first actions under which the one state can follow the other."""
    rows, columns = (game.actions(before, player) for player in PLAYERS)
    return next(joint for joint in product(rows, columns) if after in game.outcomes(before, joint))


def _outcomes(game: Game, state: State, joint: JointAction) -> Sequence[State]:
    """What can follow under these actions; nothing where play is over or the actions are others."""
    if game.payoff(state) is not None:
        return []
    allowed = all(joint[player] in game.actions(state, player) for player in PLAYERS)
    return [*game.outcomes(state, joint)] if allowed else []


def _told(before: State, after: State) -> str:
    names = _differing(tuple(_leaves(before)), tuple(_leaves(after)))
    several = len(names) > 1
    what = f"{' and '.join(names)} grow" if several else f"{names[0] or 'the number'} grows"
    return (
        f"{what} without end, as from {shown(before)} to {shown(after)}; "
        f"leave {'them' if several else 'it'} out of the state, or end play at some number"
    )
