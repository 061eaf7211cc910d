"""What sheets and situations are worth and what is best in them, read off solved levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from ...argument_checks import got
from ...errors import RulesError
from ...exact import Exact, shown, simplest, whole_or_none
from ...game import MAX, Action
from .levels import Level
from .limbs import to_int
from .one_turn import OneTurn
from .rules import THROW, SheetGame, SheetState, in_order
from .sheets import sheets_of

MOST_TURNS = 256  # that are kept


@dataclass(frozen=True, eq=False)
class SolvedSheets:
    """The answers about a game whose levels are solved; `level(written)` gives one of them."""

    game: SheetGame
    level: Callable[[int], Level]

    def value(self, state: SheetState) -> Exact:
        """The points of the state and those still to come on average."""
        paid = self.game.payoff(state)
        if paid is not None:
            return paid
        if not state.dice:
            found = Fraction(self._numerator(state), self.level(len(state.filled)).denominator)
        else:
            found = max(self._choices(state).values())
        return simplest(state.points + found)

    def best(self, state: SheetState) -> tuple[Action, ...]:
        """All optimal actions, in the order of the rules."""
        if not state.dice:
            return self.game.actions(state, MAX)
        worth = self._choices(state)
        most = max(worth.values())
        return tuple(action for action, each in worth.items() if each == most)

    def worth(self, state: SheetState) -> dict[Action, Exact]:
        """{action: the points on average when it is chosen and play is optimal afterwards}."""
        if not state.dice:
            return {THROW: self.value(state)}
        return {
            action: simplest(state.points + each) for action, each in self._choices(state).items()
        }

    def losses(self, state: SheetState) -> dict[Action, Exact]:
        """{action: the points that it loses on average}, 0 for those that are optimal."""
        worth = self.worth(state)
        most = max(worth.values())
        return {action: most - each for action, each in worth.items()}

    def states(self) -> Iterator[SheetState]:
        """All unfinished states, as if nothing was scored before them."""
        throws = sheets_of(self.game).lattice.throws
        kinds = list(product(range(self.game.rerolls + 1), throws))
        for sheet in self.unfinished_sheets():
            yield sheet
            for left, dice in kinds:
                yield sheet._replace(dice=dice, left=left)

    def unfinished_sheets(self) -> Iterator[SheetState]:
        """All sheets before the first throw of a turn."""
        sheets = sheets_of(self.game)
        for groups in sheets.levels[:-1]:
            for group in groups:
                names = sheets.names(group.written)
                for total in group.totals.tolist():
                    yield SheetState(names, total, group.extra)

    def _choices(self, state: SheetState) -> Mapping[Action, Fraction]:
        turn = turn_of(self, SheetState(state.filled, state.upper, state.extra))
        return turn.choices(state.dice, state.left)

    def _numerator(self, sheet: SheetState) -> int:
        place = place_of(self.game, sheet)
        return to_int(self.level(len(sheet.filled)).limbs[:, place])

    def turn(self, sheet: SheetState) -> OneTurn:
        """The turn of a sheet before its first throw, without points."""
        after = self.level(len(sheet.filled) + 1)
        return OneTurn(self.game, sheet, after.denominator, self._numerator)


@lru_cache(maxsize=MOST_TURNS)  # tables of some 10 kB each
def turn_of(solved: SolvedSheets, sheet: SheetState) -> OneTurn:
    """The turn of a sheet, kept for the questions that follow."""
    return solved.turn(sheet)


def place_of(game: SheetGame, sheet: SheetState) -> int:
    """The place of the sheet in its level; -1 where play never comes to it."""
    sheets = sheets_of(game)
    written = sum(1 << game.names.index(name) for name in sheet.filled)
    return int(sheets.place[written, sheet.extra, sheet.upper])


def checked_state(game: SheetGame, state: object) -> SheetState:
    """The state, its categories and dice in order; `RulesError` saying what is off where play never
    comes to it. Any points from 0 on are taken: they are added to what is still to come.
    """
    if not isinstance(state, tuple) or len(state) != len(SheetState._fields):
        raise RulesError(f"a state must have {', '.join(SheetState._fields)}, {got(state)}")
    given = SheetState(*state)
    for name in ("upper", "extra", "left", "points"):
        if whole_or_none(getattr(given, name)) is None or getattr(given, name) < 0:
            raise RulesError(
                f"{name} must be a whole number of 0 or more, {got(getattr(given, name))}"
            )
    found = given._replace(filled=in_order(game.names, given.filled))
    _check_sheet(game, found)
    return _with_checked_dice(game, found)


def _check_sheet(game: SheetGame, state: SheetState) -> None:
    written = ", ".join(state.filled) or "nothing"
    if state.extra > 1 or state.upper > game.cap or place_of(game, state) < 0:
        reason = f"at most {game.cap} counts, which stands for more" if game.cap else "0 stands"
        raise RulesError(
            f"no throws give an upper total of {shown(state.upper)} with {written} written and "
            f"extra {shown(state.extra)} ({reason})"
        )


def _with_checked_dice(game: SheetGame, state: SheetState) -> SheetState:
    """The state with its dice in order."""
    dice = (state.dice,) if isinstance(state.dice, int) else state.dice
    if not isinstance(dice, tuple):
        raise RulesError(f"the dice must be listed, as in (1, 1, 2), {got(dice)}")
    if len(dice) not in (0, game.dice):
        raise RulesError(
            f"a hand has {game.dice} dice, or none before the first throw, got {len(dice)}: "
            f"{shown(dice)}"
        )
    for face in dice:
        if whole_or_none(face) is None or not 1 <= face <= game.faces:
            raise RulesError(f"a die shows 1 to {game.faces}, {got(face)}")
    if state.left > (game.rerolls if dice else 0):
        raise RulesError(
            f"at most {game.rerolls} throws are left once dice are thrown, and 0 is written before,"
            f" got {shown(state.left)}"
        )
    if dice and len(state.filled) == len(game.sheet):
        raise RulesError("the sheet is full, so no dice are thrown")
    return state._replace(dice=tuple(sorted(dice)))
