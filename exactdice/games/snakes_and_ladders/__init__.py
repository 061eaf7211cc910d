"""Snakes and ladders (Chutes and Ladders), alone or as a race of two: the rule sheet.

A piece begins off the board, on square 0. In a turn a die is thrown and the piece moves as many
squares; at the foot of a ladder it climbs to the top, at the head of a snake it slides to the tail.
The last square must be reached exactly: a throw beyond it leaves the piece where it is, unless the
options say otherwise. Nobody has a choice: what is asked is how long it takes, and of two players,
who throw in turn, which is there first. Pieces do not hinder each other.

The board `milton-bradley` is that of Chutes and Ladders, as in S. C. Althoen, L. King and
K. Schilling, "How long is a game of Snakes and Ladders?", The Mathematical Gazette 77 (1993),
71-76.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from ...distributions.distribution import Distribution
from ...distributions.throwing import die
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, shown, shown_when_long
from ...game.dice_options import BEYOND, Named, keep_named, keep_whole, moved
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player

Jumps = tuple[tuple[int, int], ...]  # (from, to): a ladder upwards, a snake downwards

THROW = "throw"
LADDERS = ((1, 38), (4, 14), (9, 31), (21, 42), (28, 84), (36, 44), (51, 67), (71, 91), (80, 100))
CHUTES = (
    *((16, 6), (47, 26), (49, 11), (56, 53), (62, 19)),
    *((64, 60), (87, 24), (93, 73), (95, 75), (98, 78)),
)
JUMPS: dict[str, Jumps] = {"milton-bradley": tuple(sorted(LADDERS + CHUTES))}
ALONE = 1
TWO = 2  # players


class SnakesState(NamedTuple):
    """The square of MAX (who moves first), the square of MIN, and who is to move."""

    first: int
    second: int = 0
    to_move: Player = MAX


@shown_when_long
@dataclass(frozen=True)
class SnakesAndLadders:
    """The rules for a board of `squares` with these `jumps`.

    - `jumps`: `milton-bradley`, or a tuple of (from, to) for the ladders and snakes; None for none.
    - `faces`: of the die or the spinner.
    - `beyond`: what a throw beyond the last square does: `stay`, `arrive` or `bounce`.
    - `players`: 1, who is paid 1 on the last square, or 2, of whom the first there wins.

    Raises `RulesError` naming the option that is off.

    >>> game = SnakesAndLadders(squares=10, jumps=((2, 7), (8, 3)))
    >>> game.outcomes(SnakesState(6), (THROW, WAIT)).probability(SnakesState(3))
    Fraction(1, 6)
    """

    squares: int = 100
    jumps: str | Jumps | None = "milton-bradley"
    faces: int = 6
    beyond: str = "stay"
    players: int = ALONE

    named: ClassVar[Named] = {"jumps": tuple(JUMPS), "beyond": BEYOND}

    def __post_init__(self) -> None:
        keep_whole(self, "squares", 1)
        keep_whole(self, "faces", 2)
        die(self.faces)  # which refuses one of too many faces
        keep_named(self, "beyond")
        keep_whole(self, "players", ALONE)
        if self.players > TWO:
            raise RulesError(f"players must be 1 or 2, got {shown(self.players)}")
        if isinstance(self.jumps, str):
            keep_named(self, "jumps")
        else:
            object.__setattr__(self, "jumps", _parse_jumps(self.jumps))
        ends = self.all_jumps
        for begin, end in self._pairs:
            if ends[begin] != end:
                raise RulesError(
                    f"one jump may begin on a square, but several do on {shown(begin)}"
                )
            if begin >= self.squares or end > self.squares or begin == end:
                raise RulesError(
                    f"a jump must lead from a square before {shown(self.squares)} to another "
                    f"square up to it, got {shown((begin, end))}"
                )
            # tables differ on whether a piece then jumps again
            if end in ends:
                raise RulesError(
                    f"a jump must not end where another begins, got {shown((begin, end))}"
                )

    @property
    def _pairs(self) -> Jumps:
        return JUMPS[self.jumps] if isinstance(self.jumps, str) else self.jumps or ()

    @property
    def solo(self) -> bool:
        """Whether one plays alone."""
        return self.players == ALONE

    @property
    def all_jumps(self) -> dict[int, int]:
        """{square: where its ladder or snake leads}."""
        return dict(self._pairs)

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states, and the equations between them."""
        places = self.squares if self.solo else 2 * self.squares**2
        return places * (10 * STEPS_A_STATE + STEPS_A_MOVE * self.faces)

    @property
    def start(self) -> SnakesState:
        """All pieces off the board."""
        return SnakesState(0)

    def payoff(self, state: SnakesState) -> Exact | None:
        """+1 when MAX is on the last square, -1 when MIN is."""
        if state.first == self.squares:
            return 1
        return -1 if state.second == self.squares else None

    def actions(self, state: SnakesState, player: Player) -> tuple[Action, ...]:
        """To throw, for the player to move."""
        return (THROW,) if player == state.to_move else (WAIT,)

    def outcomes(self, state: SnakesState, joint: Joint) -> Distribution[SnakesState]:
        """The piece moves as many squares as the die shows, and up a ladder or down a snake."""
        square = state.second if state.to_move else state.first
        jumps = self.all_jumps

        def after(thrown: int) -> SnakesState:
            reached = moved(square, thrown, self.squares, self.beyond)
            stands = jumps.get(reached, reached)
            if self.solo:
                return SnakesState(stands)
            if state.to_move == MAX:
                return SnakesState(stands, state.second, MIN)
            return SnakesState(state.first, stands, MAX)

        return die(self.faces).map(after)


def _parse_jumps(jumps: object) -> Jumps | None:
    """The jumps as a tuple of pairs in the order of their squares; one pair may stand alone."""
    if jumps is None:
        return None
    pairs = jumps if isinstance(jumps, (tuple, list)) else (jumps,)
    if pairs and not any(isinstance(pair, (tuple, list)) for pair in pairs):
        pairs = (pairs,)
    listed = []
    for jump in pairs:
        if not isinstance(jump, (tuple, list)) or len(jump) != 2:
            raise RulesError(
                f"a jump must be a pair (from, to), such as (1, 38), got {shown(jump)}"
            )
        begin = as_whole(jump[0], "where a jump begins", 1)
        listed.append((begin, as_whole(jump[1], "where a jump ends", 1)))
    return tuple(sorted(listed))


GAMES = {"snakes-and-ladders": SnakesAndLadders}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"snakes-and-ladders": {"squares": 10, "jumps": ((2, 7), (8, 3))}}
