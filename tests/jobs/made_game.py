"""A game of a person's, whose class a worker finds by the name of this module."""

from dataclasses import dataclass
from typing import NamedTuple

from exactdice import MAX, MIN, WAIT, die, point


class Steps(NamedTuple):
    first: int
    second: int
    mover: int


@dataclass(frozen=True)
class Stairs:
    """Step, or throw a die of three faces; who is first on the top wins."""

    length: int = 40

    @property
    def start(self):
        return Steps(0, 0, MAX)

    def payoff(self, state):
        if max(state[:2]) < self.length:
            return None
        return 1 if state.first >= self.length else -1

    def actions(self, state, player):
        return ("step", "throw") if player == state.mover else (WAIT,)

    def outcomes(self, state, joint):
        steps = point(2) if joint[state.mover] == "step" else die(3)
        if state.mover == MAX:
            return steps.map(lambda n: Steps(state.first + n, state.second, MIN))
        return steps.map(lambda n: Steps(state.first, state.second + n, MAX))


@dataclass(frozen=True)
class Impure(Stairs):
    """Its rules must be asked in one process."""

    pure = False


@dataclass(frozen=True)
class Staying(Stairs):
    """It cannot be pickled."""

    def __reduce__(self):
        raise TypeError("it has an open file")
