"""Stores: solutions on the disk, written as they are found, gone on with after any end, and read a
state at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ExactDiceError
from ..exact import Exact, as_exact
from ..files import named
from ..game import Action, ActionLaw, Game, State
from ..solution import Lazy, Solution
from .base import Base, Busy, Entry, damaged
from .plain import Encoding, NotPlain, classes_beside
from .rules import Said, refuse_other_rules, rules_said

NAME = "store.sqlite"
STATE, CHOSEN, LEVEL, DONE = "state", "chosen", "level", "done"  # kinds of entries
FINISHED = "finished with"  # in place of how many levels are done: how many entries there are


class Row(NamedTuple):
    """What a store says of one state.

    The states after it are of smaller levels, or of the same where play can come back. `optimal`
    are all optimal actions of the player to move, `mixtures` where both choose the laws of MAX's
    and MIN's actions.
    """

    state: State
    level: int
    value: Exact
    optimal: tuple[Action, ...] = ()
    mixtures: tuple[ActionLaw, ActionLaw] | tuple[()] = ()


def found_in(folder: Path) -> tuple[Said, str] | None:
    """What the store in the folder is about, and how many of its levels are done or that it is
    finished; None where there is none.
    """
    if not (folder / NAME).is_file():
        return None
    base = _opened(folder, is_read=True)
    about, done = _about(base), base.content(DONE, "") or "0"
    base.close()
    return None if about is None else (about, done)


def _about(base: Base) -> Said | None:
    # As its digest says, it is what was written.
    about: Said | None = json.loads(base.about) if base.about else None
    return about


def _opened(folder: Path, *, alone: bool = False, is_read: bool = False) -> Base:
    try:
        return Base(folder / NAME, alone=alone, is_read=is_read)
    except Busy as error:
        raise ExactDiceError(
            f"{named(folder)}: another run writes this store: wait for its end, or choose another "
            "folder"
        ) from error


# --- written --------------------------------------------------------------------------------------


@contextmanager
def writing_into(folder: Path) -> Iterator[Base]:
    """While this lasts the folder is there and no other run writes its store.

    Raises `ExactDiceError` when it is a file or holds anything but a store. What was made here and
    is still empty is taken away again.
    """
    is_new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        others = sorted(path.name for path in folder.iterdir() if not path.name.startswith(NAME))
    except OSError as error:
        raise ExactDiceError(
            f"{named(folder)}: no store can be made there: {error.strerror}: name a folder "
            "that is empty, or one to be made in a folder that is there"
        ) from error
    if others and not (folder / NAME).exists():
        raise ExactDiceError(
            f"{named(folder)}: this is no store and not empty, as {named(others[0])} is in it: "
            "name an empty folder, or one that is to be made"
        )
    base = None
    try:
        base = _opened(folder, alone=True)
        yield base
    finally:
        if base is not None:
            is_empty = not base.about
            base.close()
            if is_empty:
                base.file.unlink(missing_ok=True)
        if is_new and not any(folder.iterdir()):
            folder.rmdir()


def begun(base: Base, about: Said) -> int:
    """How many levels are done of the store, which is begun where there is none.

    Raises `ExactDiceError` where it is about something else.
    """
    stored = _about(base)
    if stored is None:
        base.begin(json.dumps(about))
    else:
        refuse_other(base.file.parent, stored, about)
    return int(base.content(DONE, "") or 0)


def refuse_other(folder: Path, stored: Said, about: Said) -> None:
    """Raise `ExactDiceError` when the store is of other rules, or of another graph."""
    refuse_other_rules(folder, stored, about)
    if stored != about:
        raise ExactDiceError(
            f"{named(folder)}: the store is of other rules: its states or their moves are not "
            "those of this game; solve again into an empty folder"
        )


def finish(base: Base, levels: int, entries: Iterable[Entry] = ()) -> None:
    """Keep the last entries, and that the store is finished with as many as it has then."""
    base.keep([*entries, (DONE, "", f"{levels}")])
    base.keep([(DONE, "", f"{FINISHED} {len(base)}")])


# --- read -----------------------------------------------------------------------------------------


class Store:
    """A finished store; with its game, which it must be of, its states too."""

    def __init__(self, folder: Path, game: Game | None = None) -> None:
        found = found_in(folder)
        if found is None:
            raise ExactDiceError(
                f"{named(folder)}: cannot be read: this is no store: a folder with a {NAME} is "
                "one, as solve writes it with --store"
            )
        self.about, done = found
        if game is not None:
            refuse_other_rules(folder, self.about, rules_said(game))
        if not done.startswith(FINISHED):
            raise ExactDiceError(
                f"{named(folder)}: the store is not finished, {done} of {self.about['levels']} "
                "levels are written: solve the same game into it again, which goes on where it was "
                "ended"
            )
        self.base = _opened(folder, is_read=True)
        if done != f"{FINISHED} {len(self.base)}":
            raise damaged(self.base.file, "some of what it held has gone")
        self.encoding = Encoding(classes_beside(game))

    def __len__(self) -> int:
        return int(self.about["states"])

    def check_whole(self) -> None:
        """Raise `ExactDiceError` where an entry was changed."""
        self.base.check()

    def row(self, state: State) -> Row:
        """What is said of the state; `KeyError` where it is not there."""
        try:
            text = self.base.content(STATE, self.encoding.key(state))
        except NotPlain:
            text = None
        if text is None:
            raise KeyError(state)
        return self._row(text)

    def rows(self) -> Iterator[Row]:
        """All rows, in the order in which they were solved."""
        return (self._row(text) for _, text in self.base.entries(STATE))

    def _row(self, text: str) -> Row:
        try:
            row = Row(*self.encoding.value(text))
        except TypeError as error:
            raise damaged(self.base.file, "it has an entry that is no row") from error
        return row._replace(value=as_exact(row.value))

    # --- as a solution ----------------------------------------------------------------------------

    def solution(self, game: Game) -> Solution:
        """The solution of the game, whose states are read when they are asked for."""
        return Solution(
            game,
            _Values(self),
            Lazy(partial(self.states, "optimal"), partial(self._said, "optimal")),
            self.about["method"],
            Lazy(partial(self.states, "mixtures"), partial(self._said, "mixtures")),
            Lazy(self._choosing, self._chosen),
        )

    def states(self, part: str) -> Iterator[State]:
        """Those of which this part is said."""
        return (row.state for row in self.rows() if getattr(row, part) or part == "value")

    def _said(self, part: str, state: State) -> Any:
        said = getattr(self.row(state), part)
        if not said:
            raise KeyError(state)
        return said

    def _choosing(self) -> Iterator[State]:
        return (self.encoding.value(text)[0] for _, text in self.base.entries(CHOSEN))

    def _chosen(self, state: State) -> Action:
        self.row(state)  # which says what is no state
        text = self.base.content(CHOSEN, self.encoding.key(state))
        if text is None:
            raise KeyError(state)
        action: Action = self.encoding.value(text)[1]
        return action


class _Values(Lazy[State, Exact]):
    """Of as many states as the store says, which are not listed to be counted."""

    def __init__(self, store: Store) -> None:
        super().__init__(partial(store.states, "value"), lambda state: store.row(state).value)
        self._count = len(store)

    def __len__(self) -> int:
        return self._count
