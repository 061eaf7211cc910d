"""Farkle for two, in a race to a target: the rule sheet.

In a turn the mover throws all dice. When none of them scores, the turn is over and its points are
lost (a farkle). Otherwise the mover sets aside one or more dice that all score, and their points
are added to the turn total; then the mover throws the dice that are left, or banks the turn total,
which ends the turn. Who has set all dice aside may throw all of them again (hot dice). The first
whose points and turn total together reach the target wins at once.

A 1 scores 100 and a 5 scores 50; three alike in one throw score 100 times their face, three 1s
1000. The rules differ from table to table on the rest, and options name the common ones. Points are
counted in one throw only: dice that were set aside earlier add nothing to later ones. No points are
needed to get on the board, and nobody has a last turn after the target is reached.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, product
from typing import ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.cost import STEPS_A_STATE
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, shown, shown_when_long
from ...game.dice_options import Named, keep_named, keep_whole
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player, Strategy

DICE_OF_A_SET = 6  # Farkle is played with no more
UNIT = 50  # every score is a multiple of it
THROW = "throw"
BANK = "bank"


# --- dice that score ------------------------------------------------------------------------------

Dice = tuple[int, ...]  # faces in ascending order

FACES = range(1, 7)
SINGLE = {1: 100, 5: 50}  # the faces of which one die alone scores
# Four or more alike score as three of them and the others apart, or double with each die more.
ALIKE = ("three", "doubled")


def points_alike(face: int, count: int, alike: str = "three") -> int | None:
    """The points of so many dice that all show the face; None unless each of them scores.

    >>> points_alike(1, 2), points_alike(1, 3), points_alike(4, 3), points_alike(4, 2)
    (200, 1000, 400, None)
    >>> points_alike(4, 5, "doubled"), points_alike(5, 4)
    (1600, 550)
    """
    triple = 1000 if face == 1 else 100 * face
    if alike == "doubled" and count >= 3:
        return int(triple * 2 ** (count - 3))
    triples, singles = divmod(count, 3)
    if singles and face not in SINGLE:
        return None
    return triples * triple + singles * SINGLE.get(face, 0)


# of six dice 923 choices, for some values of the options
@lru_cache(maxsize=4096)
def score(aside: Dice, alike: str = "three", straight: int = 0) -> int | None:
    """The points of dice that are set aside together; None unless each of them scores.

    >>> score((1, 4, 4, 4)), score((1, 4)), score((1, 2, 3, 4, 5, 6), straight=1500)
    (500, None, 1500)
    """
    if straight and aside == tuple(FACES):
        return straight
    total = 0
    for face, count in Counter(aside).items():
        points = points_alike(face, count, alike)
        if points is None:
            return None
        total += points
    return total


# of six dice 462 throws, and fewer of fewer, for some values of the options
@lru_cache(maxsize=4096)
def choices(thrown: Dice, alike: str = "three", straight: int = 0) -> tuple[Dice, ...]:
    """The choices of dice to set aside of a throw: one or more dice that all score, fewer dice
    first.

    >>> choices((1, 2, 5)), choices((2, 3, 4))
    (((1,), (5,), (1, 5)), ())
    """
    # dice that are alike are not told apart
    parts = {part for size in range(len(thrown)) for part in combinations(thrown, size + 1)}
    found = [part for part in parts if score(part, alike, straight) is not None]
    return tuple(sorted(found, key=lambda aside: (len(aside), aside)))


@lru_cache(maxsize=64)
def scoring_distribution(dice: int, alike: str, straight: int) -> Distribution[Dice]:
    """The distribution of the dice that score, of a throw of so many fair dice."""
    throws = Distribution(Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=dice)))
    # dice that score stay so beside others: the longest choice has all of them
    return throws.map(lambda thrown: max(choices(thrown, alike, straight), key=len, default=()))


# --- the game -------------------------------------------------------------------------------------


class FarkleState(NamedTuple):
    """The points of MAX (who moves first), the points of MIN, the turn total, how many dice are to
    be thrown, the dice of the throw that score (none before the throw), and who is to move.
    """

    first: int
    second: int
    turn_total: int
    dice: int
    scoring: Dice = ()
    to_move: Player = MAX

    @property
    def own(self) -> int:
        """The points of the player to move."""
        return self.second if self.to_move else self.first


@shown_when_long
@dataclass(frozen=True)
class Farkle:
    """Farkle with so many dice, to so many points, a multiple of 50.

    - `alike`: four or more alike score as `three` of them and the others apart, or are `doubled`
      with each die beyond three.
    - `straight`: what the throw 1-2-3-4-5-6 scores, a multiple of 50; 0 for nothing special.

    Raises `RulesError` naming the option that is off.

    >>> game = Farkle(target=500, dice=2)
    >>> game.outcomes(game.start, (THROW, WAIT)).probability(FarkleState(0, 0, 0, 2, (), MIN))
    Fraction(4, 9)
    >>> game.actions(FarkleState(0, 0, 0, 2, (1, 5)), MAX)
    ((1,), (5,), (1, 5))
    """

    target: int = 300
    dice: int = 3
    alike: str = "three"
    straight: int = 0

    named: ClassVar[Named] = {"alike": ALIKE}

    def __post_init__(self) -> None:
        keep_whole(self, "target", 1)
        keep_whole(self, "dice", 1)
        keep_named(self, "alike")
        keep_whole(self, "straight", 0)
        if self.dice > DICE_OF_A_SET:
            raise RulesError(f"dice must be at most {DICE_OF_A_SET}, got {shown(self.dice)}")
        for name in ("target", "straight"):
            if getattr(self, name) % UNIT:
                raise RulesError(
                    f"{name} must be a multiple of {UNIT}, got {shown(getattr(self, name))}"
                )

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states, and the equations between those of both players: the
        points of both, the turn total, and the dice with what they show.
        """
        return 10 * STEPS_A_STATE * self.dice**2 * (self.target // UNIT) ** 3

    @property
    def start(self) -> FarkleState:
        """No points yet, MAX to throw all dice."""
        return FarkleState(0, 0, 0, self.dice)

    def payoff(self, state: FarkleState) -> Exact | None:
        """+1 when MAX has reached the target, the turn total included; -1 when MIN has."""
        if state.own + state.turn_total < self.target:
            return None
        return 1 if state.to_move == MAX else -1

    def actions(self, state: FarkleState, player: Player) -> tuple[Action, ...]:
        """The dice to set aside after a throw; before it to throw, or to bank a turn total."""
        if player != state.to_move:
            return (WAIT,)
        if state.scoring:
            return choices(state.scoring, self.alike, self.straight)
        return (THROW, BANK) if state.turn_total else (THROW,)

    def outcomes(self, state: FarkleState, joint: Joint) -> Distribution[FarkleState]:
        """The distribution of the throw, the turn of the opponent, or the dice that are left."""
        action = joint[state.to_move]
        if action == BANK:
            return point(self._pass_turn(state, state.turn_total))
        if action != THROW:
            total = state.turn_total + (score(action, self.alike, self.straight) or 0)
            # all dice are thrown again once none is left
            left = state.dice - len(action) or self.dice
            return point(state._replace(turn_total=total, dice=left, scoring=()))
        return scoring_distribution(state.dice, self.alike, self.straight).map(
            lambda scoring: (
                state._replace(scoring=scoring) if scoring else self._pass_turn(state, 0)
            )
        )

    def _pass_turn(self, state: FarkleState, banked: int) -> FarkleState:
        """The state after the mover gets these points and the turn passes."""
        if state.to_move == MAX:
            return FarkleState(state.first + banked, state.second, 0, self.dice, (), MIN)
        return FarkleState(state.first, state.second + banked, 0, self.dice, (), MAX)


# --- a strategy -----------------------------------------------------------------------------------


def bank_at(total: int) -> Strategy:
    """The strategy that sets aside all that scores, and throws until the turn total is `total` or
    more.

    >>> bank_at(200)(FarkleState(0, 0, 150, 2)), bank_at(200)(FarkleState(0, 0, 150, 2, (1, 5)))
    (Distribution({'throw': 1}), Distribution({(1, 5): 1}))
    """
    return partial(_bank_or_throw, as_whole(total, "the turn total to bank at", 1))


def _bank_or_throw(total: int, state: FarkleState) -> Distribution[Action]:
    if state.scoring:
        return point(state.scoring)
    return point(BANK if state.turn_total >= total else THROW)


GAMES = {"farkle": Farkle}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"farkle": {"target": 100, "dice": 2}}
