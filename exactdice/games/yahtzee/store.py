"""Solved sheets on the disk: a folder with a file for each level and a manifest of SHA-256s.

`level-07.values` holds the sheets with 7 categories written, in their order: the numerators of
their values over faces ** (dice * (rerolls + 1) * turns left), each in as many bytes as the
manifest says, the lowest first. A level is written whole once it is solved, and then named in the
manifest; so work that was ended goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from ... import __version__
from ...errors import ExactDiceError
from ...exact import Progress, shown
from ...files import json_text, named, read_bytes, write_atomically
from ...stores.format import LOCK, MANIFEST, damaged
from ...stores.lock import locked
from ...stores.manifest import digest_of
from .levels import Level, Levels
from .limbs import BYTES, from_bytes, to_bytes
from .rules import SheetGame, Yahtzee, Yatzy

FORMAT = "exactdice sheets 1"
MOST_LEVEL_BYTES = 10**9
GAMES: dict[str, type[SheetGame]] = {"yahtzee": Yahtzee, "yatzy": Yatzy}
Manifest = dict[str, Any]


def is_sheet_store(folder: Path) -> bool:
    """Whether the folder has the manifest of a store of sheets."""
    try:
        return bool(_parsed(folder).get("format") == FORMAT)
    except ExactDiceError:
        return False


def rules_said(game: SheetGame) -> dict[str, object]:
    """The game's name and its options; the categories always by name."""
    name = next(name for name, kind in GAMES.items() if type(game) is kind)
    options = {each.name: getattr(game, each.name) for each in fields(game)}
    return {"game": name, **options, "categories": list(game.names)}


def game_of(rules: dict[str, Any], file: Path) -> SheetGame:
    """The game of these rules."""
    options = {name: option for name, option in rules.items() if name != "game"}
    try:
        options["categories"] = tuple(options["categories"])
        return GAMES[rules["game"]](**options)
    except (KeyError, TypeError) as error:
        raise damaged(file, f"its rules are those of no game ({error})") from error


def level_name(written: int) -> str:
    """The name of the file of a level."""
    return f"level-{written:02d}.values"


# --- writing --------------------------------------------------------------------------------------


def write_levels(
    folder: Path, game: SheetGame, progress: Progress | None = None, cores: int = 1
) -> None:
    """Write the levels that are not written yet, from full sheets to the empty one.

    `progress` is told the sheets that are done, and how many there are. Raises `ExactDiceError`
    when the folder holds something else, or a store of other rules or with a changed file.
    """
    _make(folder)
    with locked(folder):
        manifest = _begun(folder, game)
        levels = Levels(game)
        after = _last_written(folder, manifest, levels)
        while after.written:
            after = levels.before(after, progress, cores)
            _write_level(folder, manifest, after)


def _make(folder: Path) -> None:
    """Make the folder where there is none."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ExactDiceError(
            f"{named(folder)}: no store can be made there: {error.strerror}"
        ) from error


def _begun(folder: Path, game: SheetGame) -> Manifest:
    """The manifest as it stands; the first is written here."""
    if (folder / MANIFEST).exists():
        manifest = read_manifest(folder)
        _refuse_other_rules(folder, manifest, game)
        return manifest
    if any(path.name != LOCK for path in folder.iterdir()):
        raise ExactDiceError(
            f"{named(folder)}: this is no store and not empty: name an empty folder, or one that "
            "is to be made"
        )
    manifest = {
        "format": FORMAT,
        "version": __version__,
        "rules": rules_said(game),
        "levels": [],
    }
    _write_manifest(folder, manifest)
    return manifest


def refuse_other_sheets(folder: Path, game: object) -> None:
    """Raise `ExactDiceError` unless the store is of this game."""
    _refuse_other_rules(folder, read_manifest(folder), game)


def _refuse_other_rules(folder: Path, manifest: Manifest, game: object) -> None:
    found = game_of(manifest["rules"], folder / MANIFEST)
    if not isinstance(game, SheetGame) or type(game) is not type(found):
        raise _other_store(folder, type(found).__name__, shown(game))
    stored, asked = rules_said(found), rules_said(game)
    if stored != asked:
        differ = [name for name in stored if stored[name] != asked[name]]
        raise _other_store(folder, *(_with(each, differ) for each in (found, game)))


def _other_store(folder: Path, stored: str, asked: str) -> ExactDiceError:
    return ExactDiceError(
        f"{named(folder)}: the store is of {stored}, not of {asked}: name its options, or another "
        "folder"
    )


def _with(game: SheetGame, options: list[str]) -> str:
    """The game with these options: `Yahtzee with dice=2 joker=free`."""
    said = rules_said(game)
    words = [f"{name}={','.join(game.names)}" for name in options if name == "categories"]
    words += [f"{name}={said[name]}" for name in options if name != "categories"]
    return f"{type(game).__name__} with {' '.join(words)}"


def _last_written(folder: Path, manifest: Manifest, levels: Levels) -> Level:
    """The level that was written last; full sheets are written here."""
    if manifest["levels"]:
        return read_level(folder, manifest, manifest["levels"][-1])
    last = levels.last()
    _write_level(folder, manifest, last)
    return last


def _write_level(folder: Path, manifest: Manifest, level: Level) -> None:
    """Write the file of the level, then the manifest that names it."""
    data = to_bytes(level.limbs)
    name = level_name(level.written)
    write_atomically(folder / name, data)
    manifest["levels"].append(
        {
            "written": level.written,
            "file": name,
            "sheets": level.limbs.shape[1],
            "bytes": BYTES * len(level.limbs),
            "sha256": digest_of(data),
        }
    )
    _write_manifest(folder, manifest)


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    parts = {name: part for name, part in manifest.items() if name != "digest"}
    digest = digest_of(json_text(parts).encode())
    write_atomically(folder / MANIFEST, json_text(parts | {"digest": digest}))


# --- reading --------------------------------------------------------------------------------------


def _parsed(folder: Path) -> Manifest:
    file = folder / MANIFEST
    if not file.is_file():
        raise ExactDiceError(
            f"{named(folder)}: this is no store: a folder with a {MANIFEST} is one, as solve "
            "writes it with --store"
        )
    try:
        manifest = json.loads(read_bytes(file))
    except (ValueError, RecursionError) as error:
        raise damaged(file, f"it is no JSON ({error})") from error
    if not isinstance(manifest, dict):
        raise damaged(file, "it is no object of JSON")
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """The manifest; `ExactDiceError` where the folder is no store of sheets, or a byte of the
    manifest has changed.
    """
    manifest, file = _parsed(folder), folder / MANIFEST
    if manifest.get("format") != FORMAT:
        raise ExactDiceError(
            f"{named(file)}: the format must be {FORMAT}, got {shown(manifest.get('format'))}"
        )
    parts = {name: part for name, part in manifest.items() if name != "digest"}
    if manifest.get("digest") != digest_of(json_text(parts).encode()):
        raise damaged(file, "its digest is not that of what it says")
    return manifest


def read_level(folder: Path, manifest: Manifest, entry: Manifest) -> Level:
    """A level, as the manifest names it; `ExactDiceError` where a byte has changed."""
    file = folder / entry["file"]
    data = read_bytes(file, MOST_LEVEL_BYTES)
    if digest_of(data) != entry["sha256"]:
        raise damaged(file, "its SHA-256 is not that of the manifest")
    game = game_of(manifest["rules"], folder / MANIFEST)
    limbs = from_bytes(np.frombuffer(data, dtype=np.uint8), entry["bytes"] // BYTES)
    return Level(entry["written"], limbs, Levels(game).denominator(entry["written"]))


class SheetStore:
    """The levels in a folder, read and compared with their SHA-256 as they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)
        self.game = game_of(self.manifest["rules"], folder / MANIFEST)
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
            self._levels[written] = read_level(self.folder, self.manifest, entry)
        return self._levels[written]

    def levels(self) -> Iterator[Level]:
        """All that are written."""
        return map(self.level, self._entries)
