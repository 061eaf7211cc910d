"""Near ties: situations in which a choice is worse than the best by next to nothing, exactly.

Numbers of single precision, or of few printed digits, cannot tell such choices apart, so these are
the ones to look at when programmes differ. The solver's floats find the sheets in question, with a
margin wide enough that none is passed over; what is said of them is read off their turns in plain
whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ...errors import RulesError
from ...exact import Exact, Progress, as_exact, shown
from ...game import Action
from .answers import SolvedSheets
from .levels import Levels, Part, Step
from .one_turn import OneTurn
from .rules import SheetState
from .turn import KEY_BITS, MARGIN_UNITS

WITHIN = Fraction(1, 2**27)  # points


@dataclass(frozen=True)
class NearTie:
    """A situation, what is best in it, and what is worse by this many points."""

    state: SheetState
    best: Action
    other: Action
    loss: Fraction


def near_ties(
    solved: SolvedSheets, within: Exact = WITHIN, progress: Progress | None = None
) -> list[NearTie]:
    """All choices in all situations that lose so many points at most, but something; the closest
    first. It takes about as long as to solve the game; `progress` is told the sheets looked at.

    >>> from exactdice.games.yahtzee import Yahtzee
    >>> from exactdice.games.yahtzee.fast import solved_sheets
    >>> game = Yahtzee(dice=2, faces=3, rerolls=1, categories=("ones", "yahtzee"))
    >>> closest = near_ties(solved_sheets(game), within=Fraction(1, 5))[0]
    >>> closest.state.dice, closest.best, closest.other, closest.loss
    ((2, 3), (), (2,), Fraction(1, 9))
    """
    limit = Fraction(as_exact(within, "within"))
    if limit <= 0:
        raise RulesError(f"within must be more than 0 points, got {shown(within)}")
    found: list[NearTie] = []
    for sheet in sheets_in_question(solved, limit, progress):
        found += near_ties_of(solved.turn(sheet), limit)
    return sorted(found, key=lambda tie: tie.loss)


def near_ties_of(turn: OneTurn, within: Fraction) -> Iterator[NearTie]:
    """Those of the turn of one sheet, throw by throw."""
    for left in range(turn.game.rerolls + 1):
        for dice in turn.lattice.throws:
            worth = turn.choices(dice, left)
            best = max(worth, key=worth.__getitem__)
            for action, each in worth.items():
                if 0 < worth[best] - each <= within:
                    state = turn.sheet._replace(dice=dice, left=left)
                    yield NearTie(state, best, action, worth[best] - each)


def sheets_in_question(
    solved: SolvedSheets, within: Fraction, progress: Progress | None = None
) -> Iterator[SheetState]:
    """All sheets in whose turn there is a near tie, and perhaps some more."""
    levels = Levels(solved.game)
    units = ceil(within * 2**KEY_BITS / levels.bound) + MARGIN_UNITS
    levels = Levels(solved.game, margin=units)
    done = 0
    for level in reversed(range(levels.sheets.categories)):
        step = Step(levels, solved.level(level + 1))
        for part in levels.parts(level):
            yield from _sheets_of(step, part)
            done += sum(len(totals) for _, totals in part)
            if progress:
                progress(done, levels.sheets.unfinished)


def _sheets_of(step: Step, part: Part) -> Iterator[SheetState]:
    """The sheets of a part that have two values within the margin, found by halving the part."""
    if not _has_near_ties(step, part):
        return
    if len(part) > 1:
        middle = len(part) // 2
        halves = [part[:middle], part[middle:]]
    else:
        [(group, totals)] = part
        middle = len(totals) // 2
        halves = [[(group, totals[:middle])], [(group, totals[middle:])]]
        if not middle:
            names = step.levels.sheets.names(group.written)
            yield SheetState(names, int(totals[0]), group.extra)
            return
    for half in halves:
        yield from _sheets_of(step, half)


def _has_near_ties(step: Step, part: Part) -> bool:
    """Whether whole numbers found two values within the margin to differ."""
    before = step.levels.counts.differed
    step.values(part)
    return step.levels.counts.differed > before
