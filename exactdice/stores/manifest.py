"""The manifest of a store: what it is of, and the SHA-256 of every file in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import ExactDiceError
from ..files import json_text, named, read_bytes, write_atomically
from .format import FORMAT, MANIFEST, damaged, is_store

Manifest = dict[str, Any]
# {name: the type that it has}, in the order in which they are written
PARTS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "version": str,
    "rules": dict,
    "method": str,
    "states": int,
    "graph": str,
    "planned": int,
    "levels": list,
    "index": (dict, type(None)),
}
RULES_PARTS = {"class": str, "options": dict, "sources": dict}
LEVEL_PARTS = {"file": str, "states": int, "sha256": str, "before": str}
INDEX_PARTS = {"file": str, "sha256": str}


def digest_of(data: bytes) -> str:
    """The SHA-256 of the data."""
    return sha256(data).hexdigest()


def manifest_text(manifest: Manifest) -> str:
    """The manifest as it is written: its parts in their order, then the digest of all of them."""
    parts = {name: manifest[name] for name in PARTS}
    return json_text(parts | {"digest": digest_of(json_text(parts).encode())})


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, whole or not at all."""
    write_atomically(folder / MANIFEST, manifest_text(manifest))


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the store in this folder.

    `ExactDiceError` where the folder is no store, or one of another format, or a byte of the
    manifest has changed.
    """
    if not is_store(folder):
        raise ExactDiceError(
            f"{named(folder)}: cannot be read: this is no store: a folder with a {MANIFEST} is "
            "one, as solve writes it with --store"
        )
    file = folder / MANIFEST
    data = read_bytes(file)
    manifest = parsed(data, file)
    _refuse_other_format(file, manifest)
    # Compared as bytes, since a file with other blanks would say the same and yet be another.
    if set(manifest) != {*PARTS, "digest"} or manifest_text(manifest).encode() != data:
        raise damaged(file, "its digest is not that of what it says")
    if not _is_well_formed(manifest):
        raise damaged(file, "it does not say what a manifest says")
    return manifest


def _is_well_formed(manifest: Manifest) -> bool:
    """Whether every part is of its type."""
    levels, index = manifest["levels"], manifest["index"]
    return (
        all(isinstance(manifest[name], kind) for name, kind in PARTS.items())
        and all(_has(entry, LEVEL_PARTS) and entry["states"] >= 0 for entry in levels)
        and (index is None or _has(index, INDEX_PARTS))
        and _has(manifest["rules"], RULES_PARTS)
    )


def _has(entry: object, parts: Mapping[str, type]) -> bool:
    """Whether this is an object of JSON with these parts."""
    return (
        isinstance(entry, dict)
        and set(entry) == set(parts)
        and all(type(entry[name]) is kind for name, kind in parts.items())
    )


def parsed(data: bytes, file: Path) -> Manifest:
    """The object of JSON that the file holds."""
    try:
        manifest = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(file, f"it is no JSON ({error})") from error
    if not isinstance(manifest, dict):
        raise damaged(file, "it is no object of JSON")
    return manifest


def _refuse_other_format(file: Path, manifest: Manifest) -> None:
    """Raise `ExactDiceError` where this is the manifest of something else."""
    found = manifest.get("format")
    if found != FORMAT and is_as_written(manifest):
        raise ExactDiceError(
            f"{named(file)}: the format must be {FORMAT}, got {found}: solve again into an "
            "empty folder"
        )


def is_as_written(manifest: Manifest) -> bool:
    """Whether the digest is that of the other parts."""
    parts = {name: part for name, part in manifest.items() if name != "digest"}
    return manifest.get("digest") == digest_of(json_text(parts).encode())


def level_entry(name: str, states: int, data: bytes, before: str) -> Manifest:
    """What the manifest says of the file of a level; `before` is the SHA-256 of the one before it,
    of the first the digest of the graph.
    """
    return {"file": name, "states": states, "sha256": digest_of(data), "before": before}


def digest_before(manifest: Manifest) -> str:
    """What the next level names as the one before it."""
    levels = manifest["levels"]
    return str(levels[-1]["sha256"] if levels else manifest["graph"])


def is_finished(manifest: Manifest) -> bool:
    """Whether all levels are written, and the index of their states."""
    return manifest["index"] is not None
