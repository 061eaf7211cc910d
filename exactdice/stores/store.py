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

from ..distribution import Distribution
from ..errors import ExactDiceError
from ..exact import Exact, as_exact, shown
from ..files import named
from ..game import MAX, MIN, Action, ActionLaw, Game, Player, State, mover_at
from ..solution import Lazy, Solution
from .base import Base, Busy, Entry, damaged
from .plain import Encoding, NotPlain, classes_beside
from .rules import Said, refuse_other_rules, rules_said

Weights = tuple[int, ...]
NAME = "store.sqlite"
STATE, CHOSEN, LEVEL, DONE = "state", "chosen", "level", "done"  # kinds of entries
FINISHED = "finished with"  # in place of how many levels are done: how many entries there are


class Row(NamedTuple):
    """What a store says of one state.

    The states after it are of smaller levels, or of the same where play can come back; `optimal`
    are the places of all optimal actions of the player to move, and `mixtures` the weights of MAX's
    and MIN's actions where both choose.
    """

    state: State
    level: int
    value: Exact
    optimal: tuple[int, ...] = ()
    mixtures: tuple[Weights, Weights] | tuple[()] = ()


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


class _Values(Lazy[State, Exact]):
    """Of as many states as the store says, which are not listed to be counted."""

    def __init__(self, stored: _Stored) -> None:
        super().__init__(partial(stored.states, "state"), stored.value)
        self._count = len(stored.store)

    def __len__(self) -> int:
        return self._count


def stored_solution(folder: Path, game: Game) -> Solution:
    """The solution in this store, which must be of this game; a state is read when it is asked
    for.
    """
    stored = _Stored(Store(folder, game), game)
    return Solution(
        game,
        _Values(stored),
        Lazy(partial(stored.states, "optimal"), stored.optimal),
        stored.store.about["method"],
        Lazy(partial(stored.states, "mixtures"), stored.mixtures),
        Lazy(stored.choosing, stored.chosen),
    )


class _Stored:
    """The game beside its store."""

    def __init__(self, store: Store, game: Game) -> None:
        self.store, self.game = store, game

    def states(self, part: str) -> Iterator[State]:
        """Those of which this part is said."""
        return (row.state for row in self.store.rows() if part == "state" or getattr(row, part))

    def value(self, state: State) -> Exact:
        """What the state is worth to MAX."""
        return self.store.row(state).value

    def optimal(self, state: State) -> tuple[Action, ...]:
        """The optimal actions of the player to move."""
        return tuple(self._action(state, place) for place in self._said(state, "optimal"))

    def mixtures(self, state: State) -> tuple[ActionLaw, ActionLaw]:
        """The laws of both players' actions."""
        rows, columns = self._said(state, "mixtures")
        return self._law(state, MAX, rows), self._law(state, MIN, columns)

    def _said(self, state: State, part: str) -> tuple[Any, ...]:
        said: tuple[Any, ...] = getattr(self.store.row(state), part)
        if not said:
            raise KeyError(state)
        return said

    def choosing(self) -> Iterator[State]:
        """The states where strategies play another than the first optimal action."""
        for _, text in self.store.base.entries(CHOSEN):
            yield self.store.encoding.value(text)[0]

    def chosen(self, state: State) -> Action:
        """The action that they play there."""
        self.store.row(state)  # which says what is no state
        text = self.store.base.content(CHOSEN, self.store.encoding.key(state))
        if text is None:
            raise KeyError(state)
        return self._action(state, self.store.encoding.value(text)[1])

    def _action(self, state: State, place: int) -> Action:
        """The action at this place among those of the player to move."""
        player = mover_at(self.game, state)
        actions = self.game.actions(state, MAX if player is None else player)
        if not 0 <= place < len(actions):
            raise self._misfit(state)
        return actions[place]

    def _law(self, state: State, player: Player, weights: Weights) -> ActionLaw:
        actions = self.game.actions(state, player)
        if len(actions) != len(weights):
            raise self._misfit(state)
        return Distribution(dict(zip(actions, weights, strict=True)))

    def _misfit(self, state: State) -> ExactDiceError:
        return damaged(
            self.store.base.file, f"it has other actions at {shown(state)} than the rules"
        )
