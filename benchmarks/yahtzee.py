"""Yahtzee exactly beside floats, in the same run: `python benchmarks/yahtzee.py [--quick]`.

- exact: all sheets, in whole numbers, into a store.
- plain numpy: what one would write first, a dense matrix of throws and keeps, group by group.
- a question: what is best in a situation of a solved store, another sheet each time.
- the first question: the same at the command line's door, of a process that has imported all, and
  has neither opened the store nor made a table.
- the law of the final score, as a command that has the values from the store; and its memory.

Times are those of the processor, on one core, as other work may go on beside; imports are left out.
Nothing is asserted about time, but another answer of the floats stops the run. `--quick` has seven
categories instead of thirteen.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from exactdice.games.yahtzee import SheetState, Yahtzee
from exactdice.games.yahtzee.answers import sheets_behind, sheets_in, solved_sheets
from exactdice.games.yahtzee.rules import keep_choices
from exactdice.games.yahtzee.solver import NOT_ALLOWED, Group, Sheets, sheets_of

Floats = npt.NDArray[np.float64]
QUICK = ("ones", "twos", "threes", "full_house", "small_straight", "yahtzee", "chance")
CLOSE = 1e-9
Answer = TypeVar("Answer")
QUESTIONS = 50


def bonuses(game: Yahtzee, groups: list[Group]) -> Floats:
    """What full sheets are worth."""
    totals = np.concatenate([group.totals for group in groups])
    return np.array([float(game.bonus_at(int(total))) for total in totals])


def written(sheets: Sheets, after: Floats, group: Group) -> Floats:
    """[throw, sheet]: what throws are worth in their best category."""
    points = sheets.points(group.written, group.extra)
    best = np.zeros((len(sheets.lattice.throws), len(group.totals)))
    for category in sheets.free(group.written):
        _, added, begins = sheets.ways[sheets.way_of[category]].T[:, :, None]
        totals = np.minimum(group.totals + added, sheets.game.cap)
        extra = group.extra | begins
        worth = after[sheets.place[group.written | 1 << category, extra, totals]]
        scored = np.where(points[category] == NOT_ALLOWED, -np.inf, points[category])
        np.maximum(best, worth + scored[:, None], out=best)
    return best


# --- what one would write first -------------------------------------------------------------------


def plain_numpy(game: Yahtzee) -> float:
    """The value of the empty sheet, by a dense matrix of the chances of throws after keeps."""
    sheets = sheets_of(game)
    chances, parts = dense(sheets)
    after = bonuses(game, sheets.levels[-1])
    for level in reversed(range(sheets.categories)):
        found = [
            plain_group(sheets, after, group, chances, parts) for group in sheets.levels[level]
        ]
        after = np.concatenate(found)
    return float(after[0])


def dense(sheets: Sheets) -> tuple[Floats, list[npt.NDArray[np.intp]]]:
    """[keep, throw]: the chances; and what may be kept of every throw."""
    lattice, game = sheets.lattice, sheets.game
    chances = np.zeros((len(lattice.kept), len(lattice.throws)))
    for row, kept in enumerate(lattice.kept):
        if len(kept) == game.dice:
            chances[row, row - lattice.sizes[game.dice].start] = 1
            continue
        law = game.outcomes(SheetState(dice=kept, left=1), (kept, "wait"))
        for state, weight in law.items():
            column = lattice.place[state.dice] - lattice.sizes[game.dice].start
            chances[row, column] = weight / law.total
    return chances, [
        np.array([lattice.place[kept] for kept in keep_choices(thrown)])
        for thrown in lattice.throws
    ]


def plain_group(
    sheets: Sheets,
    after: Floats,
    group: Group,
    chances: Floats,
    parts: list[npt.NDArray[np.intp]],
) -> Floats:
    """The values of the sheets of a group."""
    values = written(sheets, after, group)
    for _ in range(sheets.game.rerolls):
        kept = chances @ values
        values = np.array([kept[part].max(axis=0) for part in parts])
    means: Floats = chances[0] @ values
    return means


# --- the table ------------------------------------------------------------------------------------


def timed(call: Callable[[], Answer]) -> tuple[float, Answer]:
    """The processor's seconds of the call, and what it returned."""
    begun = time.process_time()
    found = call()
    return time.process_time() - begun, found


def questions(folder: Path, game: Yahtzee) -> float:
    """The mean seconds of a question, each about another sheet, after the store was opened."""
    solved, rng = sheets_behind(sheets_in(game, folder)), Random(1)
    for level in range(len(game.sheet) + 1):
        solved.level(level)
    sheets = list(solved.unfinished_sheets())
    drawn = [rng.choice(sheets) for _ in range(QUESTIONS)]
    begun = time.process_time()
    for sheet in drawn:
        dice = tuple(sorted(rng.randint(1, game.faces) for _ in range(game.dice)))
        solved.worth(sheet._replace(dice=dice, left=game.rerolls))
    return (time.process_time() - begun) / QUESTIONS


FIRST = """
import sys, time
from pathlib import Path
from exactdice.query.games import yahtzee
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers.stored import answers_from
with answers_from(Path(sys.argv[1])):
    begun = time.process_time()
    evaluate_query(sys.argv[2])
    print(time.process_time() - begun)
"""


def first_question(folder: Path, game: Yahtzee) -> float:
    """The seconds of the first question that a process asks."""
    query = (
        f"optimal_actions((ones,), 2, 0, (1, 2, 3, 4, 4), 1, game=yahtzee, categories={game.names})"
    )
    asked = query.replace("'", "")
    run = subprocess.run(
        [sys.executable, "-c", FIRST, str(folder), asked],
        capture_output=True,
        check=True,
        text=True,
    )
    return float(run.stdout)


def law(folder: Path, game: Yahtzee) -> tuple[float, float]:
    """The seconds and the gigabytes of the law of the final score."""
    names = ",".join(game.names)
    asked = [
        "sd(payoff_distribution(optimal))",
        "game=yahtzee",
        f"categories={names}",
        "limit=none",
    ]
    words = [sys.executable, "-m", "exactdice", "value", *asked, "--store", str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit("the law was not found")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1e6


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    game = Yahtzee(categories=QUICK) if parser.parse_args().quick else Yahtzee()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "sheets"
        exact, solved = timed(lambda: solved_sheets(game, store=folder, cores=1))
        plain, value = timed(lambda: plain_numpy(game))
        asked, first = questions(folder, game), first_question(folder, game)
        law_seconds, gigabytes = law(folder, game)
        true = float(solved.value(game.start))
        size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
    if abs(true - value) > CLOSE:
        sys.exit(f"the values differ: {true}, {value}")
    table = Table("what", "seconds", "times plain numpy")
    rows = {
        "exact, into a store": exact,
        "plain numpy": plain,
        f"law, {gigabytes:.2g} GB": law_seconds,
    }
    for what, seconds in rows.items():
        table.add_row(what, f"{seconds:.3g}", f"{seconds / plain:.3g}")
    table.add_row("a question", f"{asked:.3g}", "")
    table.add_row("the first question", f"{first:.3g}", "")
    Console().print(table, f"{sheets_of(game).unfinished} sheets, {size:.1f} MB, value {true:.10f}")


if __name__ == "__main__":
    main()
