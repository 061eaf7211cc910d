"""Solved sheets on the disk: a folder with a file for each level and a manifest of SHA-256s.

`level-07.values` holds the sheets with 7 categories written, in their order: the numerators of
their values over faces ** (dice * (rerolls + 1) * turns left), each in as many bytes as the
manifest says, the lowest first. A level is written whole once it is solved, and then named in the
manifest; so work that was ended goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np

from ... import __version__
from ...errors import ExactDiceError
from ...exact import Progress, shown
from ...files import json_text, named, read_bytes, write_atomically
from ...stores.format import LOCK, MANIFEST, damaged, is_store
from ...stores.lock import locked
from ...stores.manifest import Manifest, digest_of, is_as_written, parsed
from ...stores.reading import whole_file
from .rules import SheetGame, Yahtzee, Yatzy
from .solver import BYTES, Level, Levels, from_bytes, to_bytes

FORMAT = "exactdice sheets 1"
NAMES: dict[type, str] = {Yahtzee: "yahtzee", Yatzy: "yatzy"}


def is_sheet_store(folder: Path) -> bool:
    """Whether the folder has the manifest of a store of sheets."""
    try:
        return _manifest(folder).get("format") == FORMAT
    except ExactDiceError:
        return False


def _manifest(folder: Path) -> Manifest:
    if not is_store(folder):
        raise ExactDiceError(
            f"{named(folder)}: this is no store: a folder with a {MANIFEST} is one, as solve "
            "writes it with --store"
        )
    return parsed(read_bytes(folder / MANIFEST), folder / MANIFEST)


def read_manifest(folder: Path) -> Manifest:
    """The manifest; `ExactDiceError` where the folder is no store of sheets, or a byte of the
    manifest has changed.
    """
    manifest, file = _manifest(folder), folder / MANIFEST
    if manifest.get("format") != FORMAT:
        raise ExactDiceError(
            f"{named(file)}: the format must be {FORMAT}, got {shown(manifest.get('format'))}"
        )
    if not is_as_written(manifest):
        raise damaged(file, "its digest is not that of what it says")
    return manifest


def rules_said(game: SheetGame) -> dict[str, object]:
    """The game's name and its options; the categories always by name."""
    options = {each.name: getattr(game, each.name) for each in fields(game)}
    return {"game": NAMES[type(game)], **options, "categories": list(game.names)}


def refuse_other_sheets(folder: Path, manifest: Manifest, game: object) -> None:
    """Raise `ExactDiceError` unless the store is of this game."""
    stored = manifest["rules"]
    asked: dict[str, object] = rules_said(game) if isinstance(game, SheetGame) else {"game": None}
    if stored == asked:
        return
    if stored["game"] == asked["game"]:
        differ = [name for name in stored if stored[name] != asked[name]]
        theirs, mine = (f"{type(game).__name__}{_with(rules, differ)}" for rules in (stored, asked))
    else:
        theirs, mine = f"{stored['game']}".capitalize(), shown(game)
    raise ExactDiceError(
        f"{named(folder)}: the store is of {theirs}, not of {mine}: name its options, or another "
        "folder"
    )


def _with(rules: dict[str, object], options: list[str]) -> str:
    """These options: ` with dice=2 joker=free`."""
    words = []
    for name in options:
        said = rules[name]
        words.append(f" {name}={','.join(said) if isinstance(said, list) else said}")
    return f" with{''.join(words)}"


# --- writing --------------------------------------------------------------------------------------


def write_levels(
    folder: Path, game: SheetGame, progress: Progress | None = None, cores: int = 1
) -> None:
    """Write the levels that are not written yet, from full sheets to the empty one.

    `progress` is told the sheets that are done, and how many there are. Raises `ExactDiceError`
    when the folder holds something else, or a store of other rules or with a changed file.
    """
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ExactDiceError(
            f"{named(folder)}: no store can be made there: {error.strerror}"
        ) from error
    with locked(folder):
        manifest, levels = _begun(folder, game), Levels(game)
        if manifest["levels"]:
            after = SheetStore(folder, game).level(manifest["levels"][-1]["written"])
        else:
            after = levels.last()
            _write_level(folder, manifest, after)
        while after.written:
            after = levels.before(after, progress, cores)
            _write_level(folder, manifest, after)


def _begun(folder: Path, game: SheetGame) -> Manifest:
    """The manifest as it stands; the first is written here."""
    if is_store(folder):
        manifest = read_manifest(folder)
        refuse_other_sheets(folder, manifest, game)
        return manifest
    if any(path.name != LOCK for path in folder.iterdir()):
        raise ExactDiceError(
            f"{named(folder)}: this is no store and not empty: name an empty folder, or one that "
            "is to be made"
        )
    manifest = {"format": FORMAT, "version": __version__, "rules": rules_said(game), "levels": []}
    _write_manifest(folder, manifest)
    return manifest


def _write_level(folder: Path, manifest: Manifest, level: Level) -> None:
    """Write the file of the level, then the manifest that names it."""
    data = to_bytes(level.limbs)
    name = f"level-{level.written:02d}.values"
    write_atomically(folder / name, data)
    limbs, sheets = level.limbs.shape
    entry = {"written": level.written, "file": name, "sheets": sheets, "bytes": BYTES * limbs}
    manifest["levels"].append(entry | {"sha256": digest_of(data)})
    _write_manifest(folder, manifest)


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    parts = {name: part for name, part in manifest.items() if name != "digest"}
    digest = digest_of(json_text(parts).encode())
    write_atomically(folder / MANIFEST, json_text(parts | {"digest": digest}))


# --- reading --------------------------------------------------------------------------------------


class SheetStore:
    """The levels in a folder, read and compared with their SHA-256 as they are asked for.

    Raises `ExactDiceError` where the store is not of this game.
    """

    def __init__(self, folder: Path, game: SheetGame) -> None:
        self.folder, self.game, self.manifest = folder, game, read_manifest(folder)
        refuse_other_sheets(folder, self.manifest, game)
        self._entries = {entry["written"]: entry for entry in self.manifest["levels"]}
        self._levels: dict[int, Level] = {}

    def level(self, written: int) -> Level:
        """The level with so many categories written; `ExactDiceError` before it is solved."""
        if written not in self._levels:
            if written not in self._entries:
                raise ExactDiceError(
                    f"{named(self.folder)}: the sheets with {written} categories written are not "
                    "solved yet: go on with solve --store"
                )
            entry = self._entries[written]
            data = whole_file(self.folder / entry["file"], entry["sha256"])
            limbs = from_bytes(data, entry["bytes"] // BYTES)
            self._levels[written] = Level(written, limbs, Levels(self.game).denominator(written))
        return self._levels[written]

    def wrong_levels(self, progress: Progress | None = None, cores: int = 1) -> Iterator[int]:
        """The levels whose values are not those that the turns of their sheets make of the level
        after them, by the solver; of the full sheets their bonus.
        """
        levels = Levels(self.game)
        due = levels.last()
        for written in reversed(range(levels.sheets.categories + 1)):
            found = self.level(written)
            if not np.array_equal(found.limbs, due.limbs):
                yield written
            if written:
                due = levels.before(found, progress, cores)


def check_files(folder: Path) -> tuple[int, int]:
    """How many levels and sheets the store has; `ExactDiceError` where a byte has changed."""
    entries = read_manifest(folder)["levels"]
    for entry in entries:
        whole_file(folder / entry["file"], entry["sha256"])
    return len(entries), sum(entry["sheets"] for entry in entries)
