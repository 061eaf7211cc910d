"""A game as a user writes it, for the benchmark of clusters."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from exactdice import MAX, MIN, WAIT, Distribution, die


class Place(NamedTuple):
    """How far both players have come, and who moves."""

    first: int
    second: int
    mover: int


@dataclass(frozen=True)
class Race:
    """Throw one die, or two and move by one less than the sum; who is first at the end wins."""

    end: int = 10
    sides: int = 6

    @property
    def start(self) -> Place:
        """Nobody has moved."""
        return Place(0, 0, MAX)

    def payoff(self, state: Place) -> int | None:
        """Who is at the end first has won."""
        if state.first >= self.end:
            return 1
        return -1 if state.second >= self.end else None

    def actions(self, state: Place, player: int) -> tuple[Any, ...]:
        """One die or two."""
        return (1, 2) if player == state.mover else (WAIT,)

    def outcomes(self, state: Place, joint: tuple[Any, Any]) -> Distribution[Place]:
        """The places after the throw."""
        one = die(self.sides)
        thrown = one if joint[state.mover] == 1 else one + one - 1
        if state.mover == MAX:
            return thrown.map(lambda n: Place(state.first + n, state.second, MIN))
        return thrown.map(lambda n: Place(state.first, state.second + n, MAX))
