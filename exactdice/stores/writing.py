"""A store being written, level by level: what is written already is not solved again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ExactDiceError
from ..exact import Progress
from ..files import named, write_atomically
from ..game import Game
from .format import FORMAT, INDEX, LOCK, NO_CHOICE, arrow, damaged, is_store, level_name
from .level_file import index_schema, level_bytes, table_bytes
from .lock import locked
from .manifest import (
    Manifest,
    digest_before,
    digest_of,
    is_finished,
    level_entry,
    read_manifest,
    write_manifest,
)
from .plan import Found, FoundOf, LevelSolver, Plan
from .reading import read_level
from .rules import refuse_other_rules, rules_said
from .states import key_of_text, plain_of_text

TEMPORARY = ".exactdice-"  # how the files begin that are renamed once they are whole


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """While this lasts the folder is there and no other run writes it.

    Raises `ExactDiceError` when it is a file or holds anything but a store. A folder that was made
    here and is still empty is taken away again.
    """
    arrow()
    is_new = _made(folder)
    try:
        with locked(folder):
            _refuse_other_things(folder)
            for left in folder.glob(f"{TEMPORARY}*"):
                left.unlink()
            yield
    finally:
        if is_new and not any(folder.iterdir()):
            folder.rmdir()


def without_lock(folder: Path) -> None:
    """Take away the lock that a run has left which was killed when all was written."""
    if (folder / LOCK).exists():
        # Where another run has it, or nothing can be written, it stays.
        with suppress(ExactDiceError), locked(folder):
            pass


def _made(folder: Path) -> bool:
    """Make the folder where there is none; whether it was made."""
    if folder.is_dir():
        return False
    try:
        folder.mkdir()
    except OSError as error:
        raise ExactDiceError(
            f"{named(folder)}: no store can be made there: {error.strerror}: name a folder "
            "that is empty, or one to be made in a folder that is there"
        ) from error
    return True


def _refuse_other_things(folder: Path) -> None:
    """Raise `ExactDiceError` when the folder is not empty and has no manifest."""
    if is_store(folder):
        return
    others = sorted(
        path.name
        for path in folder.iterdir()
        if path.name != LOCK and not path.name.startswith(TEMPORARY)
    )
    if others:
        raise ExactDiceError(
            f"{named(folder)}: this is no store and not empty, as {named(others[0])} is in it: "
            "name an empty folder, or one that is to be made"
        )


def write_store(
    folder: Path, game: Game, plan: Plan, solver: LevelSolver, progress: Progress | None = None
) -> None:
    """Write the levels that are not written yet, and then the index.

    `progress` is told the files that are done, and how many there are. Raises `ExactDiceError` when
    what is there is of other rules or was changed, or when nothing can be written.
    """
    manifest = _begun(folder, game, plan, solver.method)
    done = len(manifest["levels"])
    tell = progress or _nobody
    known = _known(folder, manifest, plan, tell)
    for place, found in enumerate(solver.files(known, done), done):
        _write_level(folder, manifest, plan, place, found)
        tell(place + 1, len(plan.files))
    if not is_finished(manifest):
        _write_index(folder, manifest, plan, solver.chosen())


def _nobody(done: int, total: int | None) -> None:
    """Nobody wants to know how far it is."""


def _begun(folder: Path, game: Game, plan: Plan, method: str) -> Manifest:
    """The manifest as it stands, for these rules; the first is written here."""
    if is_store(folder):
        manifest = read_manifest(folder)
        refuse_other_rules(folder, manifest, game)
        refuse_other_graph(folder, manifest, plan)
        return manifest
    manifest = {
        "format": FORMAT,
        "version": __version__,
        "rules": rules_said(game),
        "method": method,
        "states": len(plan.texts),
        "graph": plan.digest,
        "planned": len(plan.files),
        "levels": [],
        "index": None,
    }
    write_manifest(folder, manifest)
    return manifest


def refuse_other_graph(folder: Path, manifest: Manifest, plan: Plan) -> None:
    """Raise `ExactDiceError` when the store is of another graph."""
    if manifest["graph"] != plan.digest:
        raise ExactDiceError(
            f"{named(folder)}: the store is of other rules: its states or their moves are not "
            "those of this game; solve again into an empty folder"
        )


def _known(folder: Path, manifest: Manifest, plan: Plan, tell: Progress) -> Iterator[FoundOf]:
    """What is written of each file that is whole."""
    for place in range(len(manifest["levels"])):
        rows = read_level(folder, manifest, place).rows()
        found: dict[int, Found] = {}
        for k, row in zip(plan.files[place].states, rows, strict=True):
            if row.state != plan.texts[k]:
                raise damaged(folder / level_name(place), "its states are not those of the level")
            found[k] = Found(row.value, row.optimal, row.mixtures)
        tell(place + 1, len(plan.files))
        yield found


def _write_level(folder: Path, manifest: Manifest, plan: Plan, place: int, found: FoundOf) -> None:
    """Write the file, then the manifest that names it."""
    before, name = digest_before(manifest), level_name(place)
    about = {"format": FORMAT, "file": f"{place}", "before": before}
    data = level_bytes(plan.rows(place, found), about)
    write_atomically(folder / name, data)
    manifest["levels"].append(level_entry(name, len(found), data, before))
    write_manifest(folder, manifest)


def _write_index(folder: Path, manifest: Manifest, plan: Plan, chosen: Mapping[int, int]) -> None:
    """Write where each state is found, then the manifest that names the file."""
    data = table_bytes(_index(plan, chosen))
    write_atomically(folder / INDEX, data)
    manifest["index"] = {"file": INDEX, "sha256": digest_of(data)}
    write_manifest(folder, manifest)


def _index(plan: Plan, chosen: Mapping[int, int]) -> Any:
    """The table of the keys of all states in their order, with the file and row of each."""
    pa = arrow()
    entries = [
        (key_of_text(plain_of_text(plan.texts[k])), place, row, chosen.get(k, NO_CHOICE))
        for place, file in enumerate(plan.files)
        for row, k in enumerate(file.states)
    ]
    schema = index_schema()
    columns = zip(*sorted(entries), strict=True) if entries else ((),) * len(schema)
    arrays = [pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
    return pa.table(arrays, schema=schema)
