"""Claims: the numbers a document prints, each with the query it should equal, in a TOML file.

[document]                 title, decimal ("," or "."; default: either),
                           alpha (level for estimates; default 0.01)
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
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import ClaimsError, ExactDiceError, PlacedError, nearest
from ..exact import Exact, exact_text, no_int, parse_exact, shown, whole_or_none
from ..games.register import usual_game
from ..printed.numbers import Printed, parse_printed
from ..printed.source import Source, read_source
from ..queries.evaluate import GAME, game_in, options_in, sorted_out
from ..queries.ranges import read_value
from ..queries.syntax import Node, parse
from ..queries.words import QUANTITIES
from ..words.register import Argument

MOST_BYTES = 10_000_000  # of a claims file
MOST_DOTS = 100  # of a line of a claims file, those of numbers left out
MOST_GAMES = 10**12  # of an estimate


class Kind(StrEnum):
    """How a printed number is meant."""

    ROUNDED = "rounded"
    EXACT = "exact"
    MONTECARLO = "montecarlo"


KINDS = frozenset(Kind)


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
    given: Mapping[str, object]
    games: int | None = None
    note: str = ""
    # Where the number stands in the source, when the claim was read from the document itself.
    span: tuple[int, int] | None = None
    # Why the printed number could not be read; its value then means nothing.
    unclear: str = ""


@dataclass(frozen=True)
class Document:
    """All claims of one file, and the file's text when the claims stand in the document itself."""

    path: Path
    title: str
    claims: tuple[Claim, ...]
    alpha: Exact = field(default=Fraction(1, 100))
    source: Source | None = None
    tables: tuple[tuple[int, int], ...] = ()  # where tables stand that are bound as a whole
    has_marks: bool = True  # perhaps none that claims a number


def options_text(given: Mapping[str, object]) -> list[str]:
    """`key=value` for each option, every digit of it.

    >>> options_text({"target": 2, "weights": (Fraction(1, 2), 1)})
    ['target=2', 'weights=1/2,1']
    >>> len(options_text({"dice": 10**5000})[0])
    5006
    """
    return [f"{key}={_option_text(value)}" for key, value in given.items()]


def _option_text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_option_text, value))
    return exact_text(value) if isinstance(value, Exact) else str(value)


# --- reading a file -------------------------------------------------------------------------------

TOP = {"document", "given", "claim"}
DOCUMENT = {"title", "decimal", "alpha"}
CLAIM = {"id", "where", "printed", "value", "kind", "n", "given", "note"}


def read_claims(path: Path) -> Document:
    """The claims of the file; `ClaimsError` with file, line, what was required and what came."""
    source = read_source(path, MOST_BYTES)
    _check_dots(source)
    try:
        # A number such as 0.1 is read as the decimal it is, and never becomes a float.
        content = tomllib.loads(source.text.replace("\r\n", "\n"), parse_float=parse_exact)
    except ExactDiceError as error:  # of a number that is written with an exponent, as 1e999 is
        raise ClaimsError(f"{path}: {error}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        kinds = (
            ""
            if path.suffix.lower() == ".toml"
            else "; a document with marks is known by its ending: .md, .tex or .csv"
        )
        raise ClaimsError(f"{path}: not a TOML file: {error}{kinds}") from error
    except ValueError as error:  # what `int` refuses
        raise ClaimsError(
            f"{path}: an int has more digits than can be read: write a long number as a text"
        ) from error
    return _Toml(source).document(content)


def _check_dots(source: Source) -> None:
    """Refuse a line with many dots outside numbers: `tomllib` takes time quadratic in the parts of
    a dotted key.
    """
    for number, line in enumerate(source.text.split("\n"), 1):
        if (
            # The plain count first, since the pattern is slower and few lines have many dots at
            # all.
            line.count(".") > MOST_DOTS
            and re.sub(r"\d\.\d", "", line, flags=re.ASCII).count(".") > MOST_DOTS
        ):
            raise ClaimsError(
                f"{source.path}:{number}: a line of a claims file must have at most "
                f"{MOST_DOTS} dots outside numbers"
            )


read_number = lru_cache(maxsize=4096)(parse_printed)
parsed = lru_cache(maxsize=4096)(parse)  # documents say the same query many times


def applicable_options(node: Node, given: Mapping[str, object]) -> frozenset[str]:
    """The options that the quantities of a query take, when these are given."""
    return _options_of(node, given.get(GAME, usual_game()))


@lru_cache(maxsize=4096)
def _options_of(node: Node, game: object) -> frozenset[str]:
    return frozenset(options_in(node, {GAME: game}))


class ClaimReader:
    """Makes claims from entries `{key: value}`, checking each key; its errors say the file and the
    line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def error(self, line: int, message: str) -> ClaimsError:
        """The complaint about this line; 0 stands for the whole file."""
        if line:
            return PlacedError(self.path, line, message)
        return ClaimsError(f"{self.path}: {message}")

    def decimal(self, head: Mapping[str, object], line: int = 0) -> str | None:
        """The decimal mark of the document."""
        decimal = head.get("decimal")
        if decimal not in (None, ",", "."):
            raise self.error(line, f'decimal must be "," or ".", got {shown(decimal)}')
        return decimal

    def common_options(self, table: Mapping[str, object], line: int = 0) -> dict[str, object]:
        """The options for every query of the document."""
        if not table:
            return {}  # as in most documents: no list of all known options is made
        try:
            known = {
                option
                for quantity in QUANTITIES.values()
                for option in quantity.options_for(game_in(table))
            }
        except ExactDiceError as error:
            raise self.error(line, f"game: {error}") from error
        return self.options(table, line, known)

    def named_once(self, claims: tuple[Claim, ...]) -> None:
        """Raise the complaint about a name that two claims have."""
        # Reports and tests refer to a claim by its name.
        names = Counter(claim.name for claim in claims)
        for claim in claims:
            if names[claim.name] > 1:
                raise self.error(claim.line, f"the id {claim.name!r} is used more than once")

    def alpha(self, head: Mapping[str, object], line: int = 0) -> Exact:
        """The level of the document's estimates."""
        alpha = head.get("alpha", Fraction(1, 100))
        if not isinstance(alpha, Exact) or not 0 < alpha < 1:
            raise self.error(
                line, f"alpha must be a number between 0 and 1, such as 0.01, got {shown(alpha)}"
            )
        return alpha

    def claim(
        self,
        entry: dict[str, Any],
        number: int,
        line: int,
        decimal: str | None,
        given: dict[str, object],
        span: tuple[int, int] | None = None,
    ) -> Claim:
        """The claim of this entry, the number-th of its document, whose number stands at `span`."""
        where = f"claim {number}"
        if isinstance(entry.get("id"), str):
            where += f" ({entry['id']})"
        self.keys(entry, CLAIM, line, where)
        self.texts(entry, line, where)
        kind = self.kind(entry, line, where)
        try:
            printed, node = read_number(entry["printed"], decimal), parsed(entry["value"])
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error
        options = self.claim_options(entry, node, given, line, where)
        games = self.games(entry, kind, line, where)
        name, query = str(entry.get("id", number)), entry["value"]
        place, note = str(entry.get("where", "")), str(entry.get("note", ""))
        return Claim(name, line, place, printed, query, node, kind, options, games, note, span)

    def texts(self, entry: dict[str, object], line: int, where: str) -> None:
        """Raise the complaint about a number or a query that is no text."""
        for key in ("printed", "value"):
            if not isinstance(entry.get(key), str):
                # A number would have lost its digits: 0.50 says two decimals, and 0.5 one.
                came = f"got {shown(entry[key])}" if key in entry else "it is missing"
                raise self.error(line, f"{where}: {key} must be given as a text in quotes; {came}")

    def kind(self, entry: dict[str, object], line: int, where: str) -> Kind:
        """How the number of this entry is meant."""
        kind = entry.get("kind", "rounded")
        if not isinstance(kind, str) or kind not in KINDS:
            raise self.error(
                line, f"{where}: kind must be one of {', '.join(Kind)}, got {shown(kind)}"
            )
        return Kind(kind)

    def claim_options(
        self, entry: dict[str, object], node: Node, given: dict[str, object], line: int, where: str
    ) -> dict[str, object]:
        """The file's options where they apply to this query, overridden by the claim's own, which
        must apply.
        """
        own = self.options(self.table(entry, "given", line), line, None)
        try:
            applicable = applicable_options(node, {**given, **own})
            # The file's options are for whichever queries take them; one that a claim gives itself
            # and its query does not take is a slip.
            if own:
                game = {key: given[key] for key in game_in(given) if key in applicable}
                sorted_out(node, game | own)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error
        return {key: value for key, value in given.items() if key in applicable} | own

    def games(self, entry: dict[str, object], kind: Kind, line: int, where: str) -> int | None:
        """n, for an estimate."""
        games = entry.get("n")
        if kind != Kind.MONTECARLO:
            if games is not None:
                raise self.error(line, f'{where}: n belongs to kind = "montecarlo"')
            return None
        number = whole_or_none(games)
        if number is None or not 2 <= number <= MOST_GAMES:
            required = "must be an int of 2 or more, at most 10^12"
            raise self.error(
                line, f"{where}: n, the number of random games, {required}, got {no_int(games)}"
            )
        return number

    def options(
        self, table: Mapping[str, object], line: int, known: set[str] | None
    ) -> dict[str, object]:
        """The options of a table, their values read; `known` are the names allowed, when only some
        are.
        """
        options = {}
        for key, value in table.items():
            if known is not None and key not in known:
                raise self.error(
                    line,
                    (
                        f"[given] has the unknown option {key}{nearest(key, known)}: known are "
                        f"{', '.join(sorted(known))}"
                    ),
                )
            options[key] = self.option(key, value, line)
        return options

    def option(self, key: str, value: object, line: int) -> Argument:
        """The value of one option: an exact number, or what its text says."""
        if isinstance(value, list):
            return tuple(self.option(key, part, line) for part in value)
        # In Python True is an int, in a claims file it is no number.
        if isinstance(value, Exact) and not isinstance(value, bool):
            return value
        if isinstance(value, str):
            try:
                return read_value(key, value)
            except ExactDiceError as error:
                raise self.error(line, f"option {key}: {error}") from error
        raise self.error(
            line, f'option {key} must be a number or a text such as "1/10", got {shown(value)}'
        )

    def table(self, content: dict[str, object], key: str, line: int) -> dict[str, object]:
        """The table under this key, empty when it is missing."""
        table = content.get(key, {})
        if not isinstance(table, dict):
            raise self.error(line, f"{key} must be a table, got {shown(table)}")
        return table

    def keys(self, table: dict[str, object], known: set[str], line: int, where: str) -> None:
        """Raise the complaint about an unknown key."""
        for key in table:
            if key not in known:
                raise self.error(
                    line,
                    (
                        f"{where} has the unknown key {key}{nearest(key, known)}: known are "
                        f"{', '.join(sorted(known))}"
                    ),
                )


class _Toml(ClaimReader):
    """A TOML file being read."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.path)
        # tomllib tells no lines, so they are those of the headings.
        self.starts = [
            n
            for n, line in enumerate(source.text.splitlines(), 1)
            if re.match(r"\s*\[\[\s*claim\s*\]\]", line)
        ]

    def document(self, content: dict[str, object]) -> Document:
        """The claims of the file; `ClaimsError` naming the line of what is no claim."""
        self.keys(content, TOP, 0, "the file")
        head = self.table(content, "document", 0)
        self.keys(head, DOCUMENT, 0, "[document]")
        decimal = self.decimal(head)
        given = self.common_options(self.table(content, "given", 0))
        entries = self.entries(content)
        # A heading within a text of several lines, or claims written as one array, would put the
        # lines out of step: then no line is better than a wrong one.
        lines = self.starts if len(self.starts) == len(entries) else [0] * len(entries)
        claims = tuple(
            self.claim(entry, k, line, decimal, given)
            for k, (entry, line) in enumerate(zip(entries, lines, strict=True), 1)
        )
        self.named_once(claims)
        title = str(head.get("title", self.path.name))
        return Document(self.path, title, claims, self.alpha(head))

    def entries(self, content: dict[str, object]) -> list[dict[str, object]]:
        """The tables [[claim]] of the file, at least one."""
        entries = content.get("claim", [])
        if (
            not isinstance(entries, list)
            or not entries
            or not all(isinstance(entry, dict) for entry in entries)
        ):
            raise self.error(0, "the file must hold at least one [[claim]]")
        return entries
