"""Claims: the numbers a document prints, each with the query it should equal, read from a TOML file.

[document]                 title, decimal ("," or "."; default: either), alpha (level for estimates; default 0.01)
[given]                    options for every query below, where they apply
[[claim]]                  printed (a text) and value (a query); id, where, note
    kind = "rounded"       the number is rounded (the default)
    kind = "exact"         the number is meant exactly
    kind = "montecarlo"    the number is the mean of n random games; needs n
    given = {target = 2}   options for this claim alone
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import ClaimsError, ExactDiceError, nearest
from ..exact import Exact, parse_exact, shown
from ..quantities import QUANTITIES
from ..query import parse_option, sorted_out
from ..syntax import Node, parse, walk

MOST_BYTES = 10_000_000  # of a claims file
MOST_CHARACTERS = 10_000  # of a printed number
MOST_GAMES = 10**12  # of an estimate


class Kind(StrEnum):
    """How a printed number is meant."""

    ROUNDED = "rounded"
    EXACT = "exact"
    MONTECARLO = "montecarlo"


@dataclass(frozen=True)
class Printed:
    """A printed number: its text, its exact value, and how many decimals it shows (None for a fraction)."""

    text: str
    value: Exact
    places: int | None
    mark: str = "."


@dataclass(frozen=True)
class Claim:
    """One printed number and the query it should equal."""

    name: str
    line: int
    where: str
    printed: Printed
    query: str
    node: Node
    kind: Kind
    given: Mapping[str, Any]
    games: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Document:
    """All claims of one file."""

    path: Path
    title: str
    claims: tuple[Claim, ...]
    alpha: Exact = field(default=Fraction(1, 100))


def parse_printed(text: str, decimal: str | None = None) -> Printed:
    """The printed number; `decimal` is the document's decimal mark, None when either is accepted.

    >>> parse_printed("\u22120,0316", ",").value
    Fraction(-79, 2500)
    """
    if len(text) > MOST_CHARACTERS:
        raise ClaimsError(f"a printed number must have at most {MOST_CHARACTERS} characters, got {len(text)}")
    compact = text.strip().replace("\u2212", "-")
    if len(re.findall(r"[.,]", compact)) > 1:
        raise ClaimsError(f"a printed number must have at most one decimal mark, got {shown(text)}")
    match = re.fullmatch(r"([+-]?)(\d+)(?:([.,])(\d+))?(/\d+)?", compact, re.ASCII)
    if match is None or (match[3] and match[5]):
        raise ClaimsError(f"a printed number must look like 12, -0{decimal or '.'}25 or 3/8, got {shown(text)}")
    if match[3] and decimal and match[3] != decimal:
        raise ClaimsError(f"this document's decimal mark is {decimal!r}, but {shown(text)} uses {match[3]!r}")
    value = parse_exact(compact.replace(",", ".").removeprefix("+"))
    return Printed(text, value, None if match[5] else len(match[4] or ""), match[3] or decimal or ".")


# --- reading a file ---------------------------------------------------------------------------------------------------

TOP = {"document", "given", "claim"}
DOCUMENT = {"title", "decimal", "alpha"}
CLAIM = {"id", "where", "printed", "value", "kind", "n", "given", "note"}


def read_claims(path: Path) -> Document:
    """The claims of the file; `ClaimsError` with file, line, what was required and what came."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ClaimsError(f"{path}: a claims file must have at most {MOST_BYTES} bytes, got {path.stat().st_size}")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ClaimsError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ClaimsError(f"{path}: must be UTF-8 text: {error.reason} at byte {error.start}") from error
    try:
        content = tomllib.loads(text, parse_float=parse_exact)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ClaimsError(f"{path}: not a TOML file: {error}") from error
    return _Source(path, text).document(content)


class _Source:
    """A file being read; its errors say the file and the line."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.starts = [n for n, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*claim\s*\]\]", line)]

    def error(self, line: int, message: str) -> ClaimsError:
        return ClaimsError(f"{self.path}:{line}: {message}" if line else f"{self.path}: {message}")

    def document(self, content: dict[str, Any]) -> Document:
        self.keys(content, TOP, 0, "the file")
        head = self.table(content, "document", 0)
        self.keys(head, DOCUMENT, 0, "[document]")
        decimal = head.get("decimal")
        if decimal not in (None, ",", "."):
            raise self.error(0, f'decimal must be "," or ".", got {shown(decimal)}')
        given = self.options(self.table(content, "given", 0), 0, {o for q in QUANTITIES.values() for o in q.options})
        entries = content.get("claim", [])
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            raise self.error(0, "the file must hold at least one [[claim]]")
        lines = self.starts if len(self.starts) == len(entries) else [0] * len(entries)
        claims = tuple(self.claim(entry, k, line, decimal, given) for k, (entry, line) in enumerate(zip(entries, lines, strict=True), 1))
        names = Counter(claim.name for claim in claims)
        for claim in claims:
            if names[claim.name] > 1:
                raise self.error(claim.line, f"the id {claim.name!r} is used more than once")
        return Document(self.path, str(head.get("title", self.path.name)), claims, self.alpha(head))

    def alpha(self, head: dict[str, Any]) -> Exact:
        alpha = head.get("alpha", Fraction(1, 100))
        if not isinstance(alpha, Exact) or not 0 < alpha < 1:
            raise self.error(0, f"alpha must be a number between 0 and 1, such as 0.01, got {shown(alpha)}")
        return alpha

    def claim(self, entry: dict[str, Any], number: int, line: int, decimal: str | None, given: dict[str, Any]) -> Claim:
        where = f"claim {number}"
        if isinstance(entry.get("id"), str):
            where += f" ({entry['id']})"
        self.keys(entry, CLAIM, line, where)
        for key in ("printed", "value"):
            if not isinstance(entry.get(key), str):
                came = f"got {shown(entry[key])}" if key in entry else "it is missing"
                raise self.error(line, f"{where}: {key} must be given as a text in quotes; {came}")
        kind = entry.get("kind", "rounded")
        if kind not in list(Kind):
            raise self.error(line, f"{where}: kind must be one of {', '.join(Kind)}, got {shown(kind)}")
        try:
            printed, node = parse_printed(entry["printed"], decimal), parse(entry["value"])
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error
        options = self.claim_options(entry, node, given, line, where)
        games = self.games(entry, Kind(kind), line, where)
        text = {key: str(entry.get(key, "")) for key in ("where", "note")}
        return Claim(
            str(entry.get("id", number)), line, text["where"], printed, entry["value"], node, Kind(kind), options, games, text["note"]
        )

    def claim_options(self, entry: dict[str, Any], node: Node, given: dict[str, Any], line: int, where: str) -> dict[str, Any]:
        """The file's options where they apply to this query, overridden by the claim's own, which must apply."""
        applicable: set[str] = set()
        for part in walk(node):
            applicable |= set(QUANTITIES[getattr(part, "name", "")].options) if getattr(part, "name", "") in QUANTITIES else set()
        own = self.options(self.table(entry, "given", line), line, None)
        try:
            sorted_out(node, own)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error
        return {key: value for key, value in given.items() if key in applicable} | own

    def games(self, entry: dict[str, Any], kind: Kind, line: int, where: str) -> int | None:
        games = entry.get("n")
        if kind != Kind.MONTECARLO:
            if games is not None:
                raise self.error(line, f'{where}: n belongs to kind = "montecarlo"')
            return None
        if not isinstance(games, int) or isinstance(games, bool) or not 2 <= games <= MOST_GAMES:
            raise self.error(
                line, f"{where}: n, the number of random games, must be an int of 2 or more, at most 10^12, got {shown(games)}"
            )
        return games

    def options(self, table: dict[str, Any], line: int, known: set[str] | None) -> dict[str, Any]:
        options = {}
        for key, value in table.items():
            if known is not None and key not in known:
                raise self.error(line, f"[given] has the unknown option {key}{nearest(key, known)}: known are {', '.join(sorted(known))}")
            options[key] = self.option(key, value, line)
        return options

    def option(self, key: str, value: Any, line: int) -> Any:
        if isinstance(value, list):
            return tuple(self.option(key, part, line) for part in value)
        if isinstance(value, Exact) and not isinstance(value, bool):
            return value
        if isinstance(value, str):
            try:
                return parse_option(value)
            except ExactDiceError as error:
                raise self.error(line, f"option {key}: {error}") from error
        raise self.error(line, f'option {key} must be a number or a text such as "1/10", got {shown(value)}')

    def table(self, content: dict[str, Any], key: str, line: int) -> dict[str, Any]:
        table = content.get(key, {})
        if not isinstance(table, dict):
            raise self.error(line, f"{key} must be a table, got {shown(table)}")
        return table

    def keys(self, table: dict[str, Any], known: set[str], line: int, where: str) -> None:
        for key in table:
            if key not in known:
                raise self.error(line, f"{where} has the unknown key {key}{nearest(key, known)}: known are {', '.join(sorted(known))}")
