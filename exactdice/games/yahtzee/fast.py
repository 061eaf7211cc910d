"""The fast path of Yahtzee and yatzy: levels of sheets, whatever was scored before them.

The generic solver tells states apart by the points scored so far. These are added to whatever comes
and change no choice, so a sheet without them stands for all. `levels` says why the values are
exact; the tests compare them with the generic solver.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from ...argument_checks import a_path
from ...cost import refuse_costly
from ...errors import RulesError
from ...exact import Progress
from ...game import State
from ...jobs.allowance import cores as processors
from ...solution import Enclosure, OnRequest, Solution
from ...solvers import enclose, solve
from ...solvers.bounds import rounded_outwards
from ...solvers.fast_path import fast_path_of
from ...solvers.stored import solution_in, solve_into
from .answers import SolvedSheets, checked_state
from .levels import Level, Levels
from .rules import SheetGame, SheetState, Yahtzee, Yatzy
from .sheets import sheets_of
from .store import SheetStore, refuse_other_sheets, write_levels

METHOD = "levels of sheets"
STEPS_A_SHEET = 450  # of the sheets that there could be, of which some two in three there are
Found = TypeVar("Found")


def solving_cost(game: SheetGame) -> int:
    """The steps that solving all sheets takes, from the number of sheets there could be at most."""
    most = (game.cap + 1) << len(game.sheet)
    return STEPS_A_SHEET * most * (game.rerolls + 1) // 3


def solved_sheets(
    game: SheetGame,
    progress: Progress | None = None,
    store: Path | None = None,
    cores: int | None = None,
) -> SolvedSheets:
    """The game solved: in memory, or in the folder of a store, which is gone on with.

    >>> from exactdice.games.yahtzee import Yahtzee
    >>> game = Yahtzee(dice=2, categories=("ones", "yahtzee"))
    >>> solved_sheets(game).value(game.start)
    Fraction(21717343, 419904)
    """
    refuse_costly(game, solving_cost(game))
    cores = cores or processors()
    if store is not None:
        write_levels(store, game, progress, cores)
        return SolvedSheets(game, SheetStore(store).level)
    found = [Levels(game).last()]
    while found[0].written:
        found.insert(0, Levels(game).before(found[0], progress, cores))
    return SolvedSheets(game, partial(_level, found))


def _level(levels: list[Level], written: int) -> Level:
    return levels[written]


def stored_sheets(folder: Path) -> SolvedSheets:
    """The answers of a store; levels that it lacks are refused when they are asked for."""
    store = SheetStore(folder)
    return SolvedSheets(store.game, store.level)


class SheetAnswers(OnRequest[State, Found]):
    """A mapping that answers for every unfinished state, with any points scored before, and lists
    the states without.
    """

    def __init__(self, solved: SolvedSheets, get: Callable[[State], Found]) -> None:
        super().__init__(solved.states, get)
        self.solved = solved

    def __len__(self) -> int:
        # Half a million sheets with hundreds of situations each: counted without listing them.
        sheets = sheets_of(self.solved.game)
        situations = (self.solved.game.rerolls + 1) * len(sheets.lattice.throws)
        return sheets.unfinished * (1 + situations)

    def __reduce__(self) -> tuple[object, ...]:
        return SheetAnswers, (self.solved, self._get)


def as_solution(solved: SolvedSheets) -> Solution:
    """The solution at every sheet and situation."""
    return Solution(
        solved.game,
        SheetAnswers(solved, partial(_unfinished, solved, SolvedSheets.value)),
        SheetAnswers(solved, partial(_unfinished, solved, SolvedSheets.best)),
        METHOD,
    )


def sheets_behind(solution: Solution) -> SolvedSheets:
    """The solved sheets that a solution reads."""
    values = solution.values
    assert isinstance(values, SheetAnswers)
    return values.solved


def _unfinished(
    solved: SolvedSheets, answer: Callable[[SolvedSheets, SheetState], Found], state: State
) -> Found:
    """The answer for the state; `KeyError` where the game is over or never comes to it."""
    try:
        known = checked_state(solved.game, state)
    except RulesError:
        raise KeyError(state) from None
    if len(known.filled) == len(solved.game.sheet):
        raise KeyError(state)
    return answer(solved, known)


@fast_path_of(solve, Yahtzee)
@fast_path_of(solve, Yatzy)
def solve_sheets(game: SheetGame, progress: Progress | None = None) -> Solution:
    """The solution at every sheet and situation."""
    return as_solution(solved_sheets(game, progress))


@fast_path_of(solve_into, Yahtzee)
@fast_path_of(solve_into, Yatzy)
def solve_sheets_into(
    game: SheetGame, store: Path | str, progress: Progress | None = None, jobs: int | None = None
) -> Solution:
    """The solution, from the store in this folder, which is written or gone on with."""
    return as_solution(solved_sheets(game, progress, Path(a_path(store)), jobs))


@fast_path_of(solution_in, Yahtzee)
@fast_path_of(solution_in, Yatzy)
def sheets_in(game: SheetGame, folder: Path) -> Solution:
    """The solution in the store, which must be of this game."""
    refuse_other_sheets(folder, game)
    # the game as it was asked for, though the store names its categories: one set of tables
    return as_solution(SolvedSheets(game, SheetStore(folder).level))


@fast_path_of(enclose, Yahtzee)
@fast_path_of(enclose, Yatzy)
def enclose_sheets(game: SheetGame, digits: int, progress: Progress | None = None) -> Enclosure:
    """The exact solution, rounded outwards."""
    return rounded_outwards(solve_sheets(game, progress), digits)
