"""A store being read: a level is read when it is asked for, its SHA-256 first."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..distribution import Distribution
from ..errors import ExactDiceError
from ..exact import Exact, shown
from ..files import named, read_bytes
from ..game import MAX, MIN, Action, ActionLaw, Game, Player, State, mover_at
from ..solution import Lazy, Solution
from .format import INDEX, MOST_LEVEL_BYTES, NO_CHOICE, damaged, level_name
from .level_file import LevelTable, index_schema, level_table, read_table
from .manifest import Manifest, digest_of, is_finished, read_manifest
from .rules import refuse_other_rules
from .states import classes_beside, key_of_text, plain_of_text, plain_text, state_of

V = TypeVar("V")
KEPT_BYTES = 256_000_000  # of levels that are kept in memory; the last that was read is always kept


class Place(NamedTuple):
    """Where a state is found, and which action strategies play where it is not the first optimal
    one.
    """

    file: int
    row: int
    chosen: int


def read_level(folder: Path, manifest: Manifest, number: int) -> LevelTable:
    """The rows of the file of this number; `ExactDiceError` where it is missing or was changed."""
    entry = manifest["levels"][number]
    file = folder / level_name(number)
    return level_table(whole_file(file, entry["sha256"]), file, entry["states"])


def whole_file(file: Path, digest: str) -> bytes:
    """What the file holds, when that is what was written."""
    if not file.is_file():
        raise damaged(file, "the file is missing")
    data = read_bytes(file, MOST_LEVEL_BYTES)
    if digest_of(data) != digest:
        raise damaged(file, "its SHA-256 is not that of the manifest")
    return data


class Store:
    """The levels of a finished store, of which the last ones that were read are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)
        if not is_finished(self.manifest):
            done, planned = len(self.manifest["levels"]), self.manifest["planned"]
            raise ExactDiceError(
                f"{named(folder)}: the store is not finished, {done} of {planned} levels are "
                "written: solve the same game into it again, which goes on where it was ended"
            )
        self._kept: OrderedDict[int, LevelTable] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return int(self.manifest["states"])

    def file(self, number: int) -> LevelTable:
        """The rows of the file of this number; `ExactDiceError` where it was changed."""
        if number in self._kept:
            self._kept.move_to_end(number)
            return self._kept[number]
        table = read_level(self.folder, self.manifest, number)
        self._kept[number] = table
        self._size += table.size
        while self._size > KEPT_BYTES and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.size
        return table

    def files(self) -> Iterator[LevelTable]:
        """All files, in the order in which they were solved."""
        return map(self.file, range(len(self.manifest["levels"])))

    @cached_property
    def index(self) -> Any:
        """The columns of the index by their names, as arrays of numpy."""
        file = self.folder / INDEX
        table = read_table(whole_file(file, self.manifest["index"]["sha256"]), file)
        if not table.schema.equals(index_schema()) or table.num_rows != len(self):
            raise damaged(file, "its columns or rows are not those of an index")
        return {name: table.column(name).to_numpy() for name in table.column_names}

    def place(self, state: State) -> Place:
        """Where the state is found; `KeyError` where it is not."""
        plain = plain_text(state)
        keys = self.index["key"]
        at = bisect_left(keys, key_of_text(plain))
        # Different states may have one key, so the text decides.
        while at < len(keys) and keys[at] == key_of_text(plain):
            found = self.place_at(at)
            if plain_of_text(self.file(found.file).text(found.row)) == plain:
                return found
            at += 1
        raise KeyError(state)

    def place_at(self, entry: int) -> Place:
        """What this entry of the index says."""
        file, row, chosen = (int(self.index[name][entry]) for name in ("file", "row", "chosen"))
        levels = self.manifest["levels"]
        if file >= len(levels) or row >= levels[file]["states"]:
            raise damaged(self.folder / INDEX, f"there is no row {row} of file {file}")
        return Place(file, row, chosen)

    def check_files(self) -> None:
        """Raise `ExactDiceError` naming the first file that is not as it was written."""
        before = self.manifest["graph"]
        for entry in self.manifest["levels"]:
            if entry["before"] != before:
                raise damaged(self.folder / entry["file"], "the file before it is another one")
            before = entry["sha256"]
        for number in range(len(self.manifest["levels"])):
            read_level(self.folder, self.manifest, number)
        _ = self.index


# --- as a solution --------------------------------------------------------------------------------


class StoredTable(Lazy[State, V]):
    """What a store says of each state, read when it is asked for."""

    def __init__(
        self,
        count: Callable[[], int] | None,
        keys: Callable[[], Iterator[State]],
        get: Callable[[State], V],
    ) -> None:
        super().__init__(keys, get)
        self._count = count

    def __len__(self) -> int:
        return super().__len__() if self._count is None else self._count()


def stored_solution(folder: Path, game: Game) -> Solution:
    """The solution in this store, which must be of this game; a level is read when a state of it is
    asked for.
    """
    store = Store(folder)
    refuse_other_rules(folder, store.manifest, game)
    return _Stored(store, game).solution()


class _Stored:
    """The game beside its store."""

    def __init__(self, store: Store, game: Game) -> None:
        self.store, self.game = store, game

    def solution(self) -> Solution:
        listed = partial(StoredTable, None)
        return Solution(
            self.game,
            StoredTable(partial(len, self.store), partial(self._states, _any), self._value),
            listed(partial(self._states, _has_optimal), self._optimal),
            self.store.manifest["method"],
            listed(partial(self._states, _has_mixtures), self._mixtures),
            listed(self._choosing, self._chosen),
        )

    @cached_property
    def classes(self) -> Any:
        return classes_beside(self.game)

    def _states(self, wanted: Callable[[LevelTable, int], bool]) -> Iterator[State]:
        for level in self.store.files():
            for row in range(level.states):
                if wanted(level, row):
                    yield state_of(level.text(row), self.classes)

    def _choosing(self) -> Iterator[State]:
        for entry, chosen in enumerate(self.store.index["chosen"]):
            if chosen != NO_CHOICE:
                place = self.store.place_at(entry)
                yield state_of(self.store.file(place.file).text(place.row), self.classes)

    def _value(self, state: State) -> Exact:
        place = self.store.place(state)
        return self.store.file(place.file).value(place.row)

    def _optimal(self, state: State) -> tuple[Action, ...]:
        place = self.store.place(state)
        optimal = self.store.file(place.file).optimal(place.row)
        if not optimal:
            raise KeyError(state)
        return tuple(self._action(state, one) for one in optimal)

    def _action(self, state: State, place: int) -> Action:
        """The action at this place among those of the player to move."""
        player = mover_at(self.game, state)
        actions = self.game.actions(state, MAX if player is None else player)
        if not 0 <= place < len(actions):
            raise self._misfit(state)
        return actions[place]

    def _misfit(self, state: State) -> ExactDiceError:
        return damaged(self.store.folder, f"it has other actions at {shown(state)} than the rules")

    def _mixtures(self, state: State) -> tuple[ActionLaw, ActionLaw]:
        place = self.store.place(state)
        mixtures = self.store.file(place.file).mixtures(place.row)
        if not mixtures:
            raise KeyError(state)
        return self._law(state, MAX, mixtures[MAX]), self._law(state, MIN, mixtures[MIN])

    def _law(self, state: State, player: Player, weights: tuple[int, ...]) -> ActionLaw:
        actions = self.game.actions(state, player)
        if len(actions) != len(weights):
            raise self._misfit(state)
        return Distribution(dict(zip(actions, weights, strict=True)))

    def _chosen(self, state: State) -> Action:
        chosen = self.store.place(state).chosen
        if chosen == NO_CHOICE:
            raise KeyError(state)
        return self._action(state, chosen)


def _any(level: LevelTable, row: int) -> bool:  # noqa: ARG001
    return True


def _has_optimal(level: LevelTable, row: int) -> bool:
    return bool(level.optimal(row))


def _has_mixtures(level: LevelTable, row: int) -> bool:
    return bool(level.mixtures(row))
