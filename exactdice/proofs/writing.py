"""Proof files written: as they are, or only once the checker has accepted them."""

from __future__ import annotations

import json
from pathlib import Path

from .. import checker
from ..argument_checks import a_path, got, no_progress
from ..errors import RulesError, UnsolvableError
from ..exact import Progress
from ..files import named, write_atomically
from ..solution import Enclosure, Solution
from .parts import Document
from .solutions import proof


def write_proof(
    solved: Solution | Enclosure | Document, path: Path | str, progress: Progress | None = None
) -> None:
    """Write the proof file of the solution, or a proof that is a document already, whole or not at
    all.
    """
    write_atomically(a_path(path), _proof_text(solved, progress))


def write_checked_proof(
    solved: Solution | Enclosure | Document, path: Path | str, progress: Progress | None = None
) -> str:
    """Write the same file when the checker accepts its very text, and say what it proves; else
    `UnsolvableError`, nothing written.
    """
    # The text that is written is the one that was checked: what JSON makes of a number is in it.
    text = _proof_text(solved, progress)
    try:
        said = checker.check(json.loads(text, object_pairs_hook=checker.unique))
    except checker.Rejected as error:
        raise UnsolvableError(
            f"nothing is written to {named(path)}, as the checker rejects the proof: {error}"
        ) from error
    write_atomically(a_path(path), text)
    return said


def _proof_text(solved: Solution | Enclosure | Document, progress: Progress | None) -> str:
    # The digest is what every document of a proof has and a mapping of something else has not.
    if isinstance(solved, dict) and "digest" not in solved:
        raise RulesError(
            "what is written must be a Solution, an Enclosure or the document of a proof, "
            f"{got(solved)}"
        )
    no_progress(progress)
    document = solved if isinstance(solved, dict) else proof(solved, progress)
    # Without blanks: proofs run to many megabytes, and nobody reads them by eye.
    return json.dumps(document, separators=(",", ":")) + "\n"
