"""The store that the command line names for its queries: words read it instead of solving."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..exact.errors import ExactDiceError
from ..exact.files import named
from ..exact.session import in_session
from ..game.protocol import Game
from ..game.solution import Solution
from .stored import solution_in


class Asked:
    """The store in a folder, opened for the first game that is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.solution: Solution | None = None

    def of(self, game: Game) -> Solution:
        """The solution of this game; `ExactDiceError` when the store is of other rules."""
        if self.solution is None or self.solution.game != game:
            self.solution = solution_in(game, self.folder)
        return self.solution


@contextmanager
def answers_from(folder: Path | None) -> Iterator[None]:
    """While this lasts, queries read solutions from the store in this folder, where one is given.

    `ExactDiceError` at the end when they asked for none.
    """
    if folder is None:
        yield
        return
    asked = Asked(folder)
    with in_session(store=asked):
        yield
    # An option that is passed over in silence would seem to have been obeyed.
    if asked.solution is None:
        raise ExactDiceError(
            f"--store does nothing here, as the query reads no solution of {named(folder)}: leave "
            "it out, or ask for value, worth, best or mixture of a state"
        )
