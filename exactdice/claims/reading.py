"""What claims files and documents with marks have in common: claims are read entry by entry, and
complaints say the file and the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ..errors import ClaimsError, ExactDiceError, PlacedError
from .claim import Claim
from .entry import claim_from
from .settings import Settings, settings_read


class ClaimReader:
    """Reads the claims of one file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def error(self, line: int, message: str) -> ClaimsError:
        """The complaint about this line; 0 stands for the whole file."""
        if line:
            return PlacedError(self.path, line, message)
        return ClaimsError(f"{self.path}: {message}")

    def settings(
        self,
        head: Mapping[str, object],
        words: Mapping[str, object],
        given: Mapping[str, object],
        line: int = 0,
    ) -> Settings:
        """What the head in this line says for all claims: its own keys, its words that mean numbers
        and its options.
        """
        try:
            return settings_read(head, words, given)
        except ExactDiceError as error:
            raise self.error(line, str(error)) from error

    def claim(
        self,
        entry: Mapping[str, object],
        number: int,
        line: int,
        settings: Settings,
        span: tuple[int, int] | None = None,
    ) -> Claim:
        """The claim of this entry, the number-th of its document, whose number stands at `span`."""
        name = str(entry.get("id", number))
        where = f"claim {number}" + (f" ({name})" if isinstance(entry.get("id"), str) else "")
        try:
            return claim_from(entry, name, line, settings, span)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error

    def named_once(self, claims: tuple[Claim, ...]) -> None:
        """Raise the complaint about a name that two claims have."""
        # Reports and tests refer to a claim by its name.
        names = Counter(claim.name for claim in claims)
        for claim in claims:
            if names[claim.name] > 1:
                raise self.error(claim.line, f"the id {claim.name!r} is used more than once")
