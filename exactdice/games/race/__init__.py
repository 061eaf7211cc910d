"""A race of two pawns that knock each other back, with a choice of dice: the rule sheet.

Each player has one pawn, which begins on square 0 of the same track. In a turn the mover picks one
of the dice, throws it, and the pawn moves as many squares. A pawn that lands on the square of the
other one sends it back to square 0, where none is knocked. The last square must be reached exactly:
a throw beyond it leaves the pawn where it is, unless the options say otherwise. The first there
wins. It is the smallest of the family of Pachisi, Ludo and Mensch aergere dich nicht: one pawn
each, no safe squares, and the choice of a die instead of a pawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...distributions.distribution import Distribution
from ...distributions.throwing import die
from ...exact.argument_checks import a_truth
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, shown, shown_when_long
from ...game.dice_options import BEYOND, Named, keep_named, keep_whole, moved
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player
from ..dice_battle.rules import BattleState


class RaceState(BattleState):
    """The square of MAX (who moves first), the square of MIN, and who is to move."""

    __slots__ = ()


@shown_when_long
@dataclass(frozen=True)
class Race:
    """The rules for a track of `squares` and dice with these numbers of faces.

    - `dice`: the faces of each die to choose from, in the order that breaks ties; or one number.
    - `knock`: whether a pawn sends back the one it lands on.
    - `beyond`: what a throw beyond the last square does: `stay`, `arrive` or `bounce`.

    Raises `RulesError` naming the option that is off.

    >>> game = Race(squares=8, dice=(4, 6))
    >>> game.actions(game.start, MAX)
    (4, 6)
    >>> game.outcomes(RaceState(2, 5), (4, WAIT)).probability(RaceState(5, 0, MIN))
    Fraction(1, 4)
    """

    squares: int = 8
    dice: tuple[int, ...] | int = (4, 6)
    knock: bool = True
    beyond: str = "stay"

    named: ClassVar[Named] = {"beyond": BEYOND}

    def __post_init__(self) -> None:
        keep_whole(self, "squares", 1)
        dice = self.dice if isinstance(self.dice, (tuple, list)) else (self.dice,)
        if not dice:
            raise RulesError("dice must be the faces of one die or more, got none")
        listed = tuple(as_whole(faces, "the faces of a die", 2) for faces in dice)
        if len(set(listed)) < len(listed):
            raise RulesError(f"dice must differ in their faces, got {shown(listed)}")
        for faces in listed:
            die(faces)  # which refuses one of too many faces
        object.__setattr__(self, "dice", listed)
        object.__setattr__(self, "knock", a_truth(self.knock, "knock"))
        keep_named(self, "beyond")

    @property
    def each_die(self) -> tuple[int, ...]:
        """The faces of each die."""
        return self.dice if isinstance(self.dice, tuple) else (self.dice,)

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states, and the equations between them."""
        return 2 * self.squares**2 * (10 * STEPS_A_STATE + STEPS_A_MOVE * sum(self.each_die))

    @property
    def start(self) -> RaceState:
        """Both pawns on square 0, MAX to move."""
        return RaceState(0, 0)

    def payoff(self, state: RaceState) -> Exact | None:
        """+1 when MAX is on the last square, -1 when MIN is."""
        return state.payoff(self.squares)

    def actions(self, state: RaceState, player: Player) -> tuple[Action, ...]:
        """Which die to throw, by its number of faces."""
        return self.each_die if player == state.to_move else (WAIT,)

    def outcomes(self, state: RaceState, joint: Joint) -> Distribution[RaceState]:
        """The mover's pawn moves as many squares as the die shows, and knocks the other one back
        that stands there.
        """

        def after(thrown: int) -> RaceState:
            reached = moved(state.own, thrown, self.squares, self.beyond)
            left = 0 if self.knock and reached == state.other else state.other
            if state.to_move == MAX:
                return RaceState(reached, left, MIN)
            return RaceState(left, reached, MAX)

        return die(joint[state.to_move]).map(after)


GAMES = {"race": Race}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"race": {"squares": 5, "dice": (2, 4)}}
