"""Claims read from entries `{key: value}`, whether of a claims file or of a mark in a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import ClaimsError, ExactDiceError, PlacedError, nearest
from ..exact import Exact, as_exact, no_int, shown, whole_or_none
from ..games.register import usual_game
from ..printed.decimals import UnclearMark
from ..printed.declared import check_words, printed_word
from ..printed.intervals import parse_interval
from ..printed.numbers import Printed, parse_printed, readings
from ..printed.uncertain import parse_uncertain
from ..queries.evaluate import GAME, game_in, options_in, sorted_out
from ..queries.ranges import read_value
from ..queries.syntax import Node, Number, parse, query_text
from ..queries.ties import checked_ties, given_with_ties, with_ties
from ..queries.words import QUANTITIES
from ..words.register import Argument
from .claim import SAMPLED, UNKNOWN_GAMES, Claim, Kind, no_number
from .sources import read_origin

MOST_GAMES = 10**12  # of an estimate
CLAIM = {"id", "where", "printed", "value", "statement", "kind", "given", "note"}
# Keys of a claim that belong to certain kinds.
KINDS_OF = {
    "n": (Kind.MONTECARLO,),
    "games": (Kind.MONTECARLO,),  # the same, where n is the name of an index
    "run": SAMPLED,
    "tolerance": (Kind.ABOUT, Kind.CONVERGED),
    "level": SAMPLED,  # at which a printed error is meant
    "source": (Kind.ROUNDED, Kind.EXACT, Kind.TRUNCATED, Kind.CONVERGED, *SAMPLED),
}
UNKNOWN = "unknown"  # n, where no number of games is printed


@dataclass(frozen=True)
class Settings:
    """What a document says for all its claims."""

    decimal: str | None = None  # its decimal mark; None: either
    given: Mapping[str, object] = field(default_factory=dict)  # options of its queries
    words: Mapping[str, Exact] = field(default_factory=dict)  # texts that mean numbers
    ties: str = ""  # how its strategies choose among optimal actions, where it says


read_number = lru_cache(maxsize=4096)(parse_printed)
parsed = lru_cache(maxsize=4096)(parse)  # documents say the same query many times


def applicable_options(node: Node, given: Mapping[str, object]) -> frozenset[str]:
    """The options that the quantities of a query take, when these are given."""
    return _options_of(node, given.get(GAME, usual_game()))


@lru_cache(maxsize=4096)
def _options_of(node: Node, game: object) -> frozenset[str]:
    return frozenset(options_in(node, {GAME: game}))


def _with_number(claim: Claim, text: str, settings: Settings) -> Claim:
    """The claim with the number that the text prints, or why that cannot be read."""
    try:
        return _with_printed(claim, text, settings)
    except UnclearMark as error:
        both = readings(text, settings.decimal)
        return replace(claim, printed=both[0], readings=both, unreadable=str(error))
    except ExactDiceError as error:
        return replace(claim, unreadable=str(error))


def _with_printed(claim: Claim, text: str, settings: Settings) -> Claim:
    """The claim with what the text prints: two numbers of an interval, one of any other."""
    if claim.kind == Kind.INTERVAL:
        low, high = parse_interval(text, settings.decimal)
        whole = replace(low, text=" ".join(text.split()))
        return replace(claim, printed=whole, upper=high)
    if claim.kind in SAMPLED:
        return replace(claim, printed=read_estimate(text, claim.kind, settings.decimal))
    declared = printed_word(text, settings.words) if settings.words else None
    printed = declared or read_number(text, settings.decimal)
    # An error that is printed is meant: only as a mean of n games it has another test.
    is_uncertain = printed.error is not None and claim.kind == Kind.ROUNDED
    return replace(claim, printed=printed, kind=Kind.UNCERTAIN if is_uncertain else claim.kind)


def read_estimate(text: str, kind: Kind, decimal: str | None) -> Printed:
    """The printed number with its error; an estimate of so many games may have none."""
    try:
        return parse_uncertain(text, decimal)
    except ExactDiceError:
        if kind == Kind.UNCERTAIN:
            raise
        return read_number(text, decimal)


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

    def ties(self, head: Mapping[str, object], line: int = 0) -> str:
        """How strategies choose among optimal actions; "" where the document leaves it open."""
        if "ties" not in head:
            return ""
        try:
            return checked_ties(head["ties"])
        except ExactDiceError as error:
            raise self.error(line, str(error)) from error

    def words(self, table: Mapping[str, object], line: int = 0) -> dict[str, Exact]:
        """The texts of the document that mean numbers."""
        words = {}
        try:
            for word, value in table.items():
                read = read_number(value).value if isinstance(value, str) else value
                words[word] = as_exact(read, f"the meaning of {shown(word)}")
            check_words(words)
        except ExactDiceError as error:
            raise self.error(line, f"words: {error}") from error
        return words

    def claim(
        self,
        entry: Mapping[str, Any],
        number: int,
        line: int,
        settings: Settings,
        span: tuple[int, int] | None = None,
    ) -> Claim:
        """The claim of this entry, the number-th of its document, whose number stands at `span`.

        A number that cannot be read is noted in the claim; whatever else is wrong is raised.
        """
        where = f"claim {number}"
        if isinstance(entry.get("id"), str):
            where += f" ({entry['id']})"
        self.keys(entry, CLAIM | set(KINDS_OF), line, where)
        kind = self.kind(entry, line, where)
        query = self.query(entry, kind, line, where)
        try:
            node = parsed(query)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error
        options = self.claim_options(entry, node, settings.given, line, where)
        if settings.ties:
            node = with_ties(node, settings.ties, options)
            options = given_with_ties(options, settings.ties)
        text = self.text(entry, "printed", query, line, where)
        claim = Claim(
            str(entry.get("id", number)),
            line,
            str(entry.get("where", "")),
            no_number(text),
            query,
            node,
            kind,
            options,
            self.games(entry, kind, line, where),
            str(entry.get("note", "")),
            span,
            tolerance=self.size(entry, "tolerance", line, where),
            level=self.level(entry, line, where),
            run=str(entry.get("run", "")),
            ties=settings.ties,
            origin=self.origin(entry, line, where) if "value" in entry else None,
        )
        if kind == Kind.STATEMENT:
            return claim
        found = _with_number(claim, text, settings)
        self.refuse_no_error(found, where)
        return found

    def refuse_no_error(self, claim: Claim, where: str) -> None:
        """Raise the complaint about a level or a kind that speaks of an error which is not
        printed.
        """
        if claim.unreadable or claim.printed.error is not None:
            return
        speaks = "level belongs" if claim.level is not None else 'kind = "uncertain" belongs'
        if claim.level is not None or claim.kind == Kind.UNCERTAIN:
            raise self.error(
                claim.line,
                f"{where}: {speaks} to a printed error, as in 0.0672 ± 0.001 or 0.0672(10), got "
                f"{shown(claim.printed.text)}",
            )

    def query(self, entry: Mapping[str, object], kind: Kind, line: int, where: str) -> str:
        """The query of a number, or the statement of a sentence."""
        wanted, other = ("statement", "value") if kind == Kind.STATEMENT else ("value", "statement")
        if other in entry:
            raise self.error(
                line,
                f"{where}: it has {other}, but a claim of kind {kind} has {wanted}: a number has "
                "`value`, a sentence has `statement`",
            )
        if wanted == "value" and "source" in entry and "value" not in entry:
            return query_text(self.origin(entry, line, where) or Number(0))
        return self.text(entry, wanted, None, line, where)

    def origin(self, entry: Mapping[str, object], line: int, where: str) -> Node | None:
        """Where the number stands in the author's own result file, as a query names it."""
        if "source" not in entry:
            return None
        text = self.text(entry, "source", None, line, where)
        try:
            return read_origin(text)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: source: {error}") from error

    def text(
        self, entry: Mapping[str, object], key: str, default: str | None, line: int, where: str
    ) -> str:
        """The text under this key; where only a sentence may do without it, the default."""
        is_optional = key == "printed" and "statement" in entry
        value = entry.get(key, default) if is_optional else entry.get(key)
        if not isinstance(value, str):
            # A number would have lost its digits: 0.50 says two decimals, and 0.5 one.
            came = f"got {shown(value)}" if key in entry else "it is missing"
            raise self.error(line, f"{where}: {key} must be given as a text in quotes; {came}")
        return value

    def kind(self, entry: Mapping[str, object], line: int, where: str) -> Kind:
        """How the number of this entry is meant."""
        usual = Kind.STATEMENT if "statement" in entry else Kind.ROUNDED
        kind = entry.get("kind", usual)
        if not isinstance(kind, str) or kind not in set(Kind):
            raise self.error(
                line, f"{where}: kind must be one of {', '.join(Kind)}, got {shown(kind)}"
            )
        for key, kinds in KINDS_OF.items():
            if key in entry and kind not in kinds:
                belongs = " or ".join(f'kind = "{one}"' for one in kinds)
                raise self.error(line, f"{where}: {key} belongs to {belongs}")
        return Kind(kind)

    def claim_options(
        self,
        entry: Mapping[str, object],
        node: Node,
        given: Mapping[str, object],
        line: int,
        where: str,
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

    def games(self, entry: Mapping[str, object], kind: Kind, line: int, where: str) -> int | None:
        """n, for an estimate; UNKNOWN_GAMES where its author does not say."""
        if kind != Kind.MONTECARLO:
            return None
        games = entry.get("n", entry.get("games"))
        if "games" in entry and entry["games"] != games:
            raise self.error(
                line,
                f"{where}: n and games are the same number, got {shown(games)} and "
                f"{shown(entry['games'])}",
            )
        if games == UNKNOWN:
            return UNKNOWN_GAMES
        number = whole_or_none(games)
        if number is None or not 2 <= number <= MOST_GAMES:
            required = f'must be an int of 2 or more, at most 10^12, or "{UNKNOWN}"'
            raise self.error(
                line, f"{where}: n, the number of random games, {required}, got {no_int(games)}"
            )
        return number

    def size(self, entry: Mapping[str, object], key: str, line: int, where: str) -> Exact | None:
        """A number above 0, as 0.05, "5 %" or "1e-9"; None where it is left open."""
        given = entry.get(key)
        if given is None:
            return None
        try:
            number = read_number(given).value if isinstance(given, str) else as_exact(given)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {key}: {error}") from error
        if number <= 0:
            raise self.error(line, f"{where}: {key} must be above 0, got {shown(given)}")
        return number

    def level(self, entry: Mapping[str, object], line: int, where: str) -> Exact | None:
        """The chance with which a printed error holds; None where it is left open."""
        level = self.size(entry, "level", line, where)
        if level is not None and level >= 1:
            raise self.error(
                line, f"{where}: level must be below 1, as 0.95, got {shown(entry['level'])}"
            )
        return level

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

    def table(self, content: Mapping[str, object], key: str, line: int) -> dict[str, object]:
        """The table under this key, empty when it is missing."""
        table = content.get(key, {})
        if not isinstance(table, dict):
            raise self.error(line, f"{key} must be a table, got {shown(table)}")
        return table

    def keys(self, table: Mapping[str, object], known: set[str], line: int, where: str) -> None:
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
