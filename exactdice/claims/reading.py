"""What claims files and documents with marks have in common: claims are read entry by entry, and
complaints say the file and the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..cost import LIFTED, at_most
from ..errors import ClaimsError, ExactDiceError, PlacedError
from .claim import Claim
from .entry import claim_from
from .settings import Settings, settings_read

MOST_CLAIMS = 100_000  # of a document
LONGEST_TITLE = 1000  # characters: some formats repeat it at each claim
LONGEST_NAME = 500  # characters of the id of a claim


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

    def refuse_too_many(self, claims: int, line: int) -> None:
        """Raise the complaint when so many claims, the last of them in this line, are too many."""
        most = at_most(MOST_CLAIMS)
        if claims > most:
            raise ClaimsError(
                f"{self.path}:{line}: a document must have at most {most} claims, and has more "
                f"from here on: split it; {LIFTED}"
            )

    def title(self, head: Mapping[str, object]) -> str:
        """The title that the head says, else the name of the file."""
        title = str(head.get("title", self.path.name))
        most = at_most(LONGEST_TITLE)
        if len(title) > most:
            raise self.error(
                0, f"title must have at most {most} characters, got {len(title)}; {LIFTED}"
            )
        return title

    def claim(
        self,
        entry: Mapping[str, object],
        number: int,
        line: int,
        settings: Settings,
        span: tuple[int, int] | None = None,
        before: str = "",
    ) -> Claim:
        """The claim of this entry, the number-th of its document, whose number stands at `span`
        behind the text `before`.
        """
        name = str(entry.get("id", number))
        if len(name) > at_most(LONGEST_NAME):
            raise self.error(
                line,
                f"claim {number}: id must have at most {LONGEST_NAME} characters, got "
                f"{len(name)}; {LIFTED}",
            )
        where = f"claim {number}" + (f" ({name})" if isinstance(entry.get("id"), str) else "")
        try:
            return claim_from(entry, name, line, settings, span, before)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error

    def one_name_each(self, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """The claims, those unclear whose name an earlier one has."""
        first: dict[str, int] = {}
        for k, claim in enumerate(claims):
            # The first keeps its name: what is said of it does not depend on later lines.
            first.setdefault(claim.name, k)
        named = list[Claim]()
        for k, claim in enumerate(claims):
            is_taken = first[claim.name] != k
            twice = f"the id {claim.name!r} is used more than once"
            named.append(replace(claim, unclear=claim.unclear or twice) if is_taken else claim)
        return tuple(named)
