"""One entry of claims, `{key: value}`, whether of a claims file or of a mark in a document.

What is wrong is a `ClaimsError` without a place: whoever reads the file knows the line.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError
from ...exact.numbers import Exact, as_exact, no_int, shown, whole_or_none
from ...exact.session import session
from ...query.evaluate import GAME, as_statement, game_in, options_in, sorted_out
from ...query.optimal_mixtures import mixtures_in
from ...query.symbols import symbols_held
from ...query.syntax import Entries, Node, parse, query_text
from ...query.ties import given_with_ties, with_ties
from .claim import SAMPLED, UNKNOWN_GAMES, Claim, Kind, Tolerance, no_number
from .settings import Settings, check_keys, options_read, settings_read, table_in
from .sources import read_origin
from .what_is_printed import read_number, with_nearness, with_number

KEYS = ("id", "where", "printed", "value", "statement", "kind", "given", "note")
# Keys that belong to certain kinds.
KINDS_OF = {
    "n": (Kind.MONTECARLO,),
    "games": (Kind.MONTECARLO,),  # the same, where n is the name of an index
    "run": SAMPLED,
    "tolerance": (Kind.ABOUT, Kind.CONVERGED),
    "level": SAMPLED,  # at which a printed error is meant
    "source": (Kind.ROUNDED, Kind.EXACT, Kind.TRUNCATED, Kind.CONVERGED, *SAMPLED),
}
UNKNOWN = "unknown"  # n, where no number of games is printed

parsed = lru_cache(maxsize=4096)(parse)  # documents say the same query many times


def claim_from(
    words: Entries,
    name: str,
    line: int,
    settings: Settings,
    span: tuple[int, int] | None = None,
    before: str = "",
) -> Claim:
    """The claim of an entry, whose number stands at `span` behind the text `before`.

    A number that cannot be read is noted in the claim; whatever else is wrong is raised.
    """
    kind = _kind(words)
    is_sentence = kind == Kind.STATEMENT
    wanted, other = ("statement", "value") if is_sentence else ("value", "statement")
    if other in words:
        raise ClaimsError(
            f"it has {other}, but a claim of kind {kind} has {wanted}: a number has "
            "`value`, a sentence has `statement`"
        )
    origin = None  # where the number stands in the author's own result file, as a query names it
    if "source" in words:
        try:
            origin = read_origin(_text(words, "source"))
        except ExactDiceError as error:
            raise ClaimsError(f"source: {error}") from error
    names_source_alone = origin is not None and wanted not in words
    query = query_text(origin) if origin and names_source_alone else _text(words, wanted)
    node = as_statement(parsed(query)) if is_sentence else parsed(query)
    options = _options(node, table_in(words, "given"), settings.given)
    if settings.ties:
        node = with_ties(node, settings.ties, options)
        options = given_with_ties(options, settings.ties)
    # Of a sentence that is not given its statement is printed.
    text = _text(words, "printed") if "printed" in words or not is_sentence else query
    size, tolerance = _size(words, "tolerance"), None
    if size is not None:
        is_relative = "%" in str(words["tolerance"])
        if is_relative and kind == Kind.CONVERGED:
            raise ClaimsError('the tolerance of an iteration must be a number such as "1e-9"')
        if is_relative and size >= 1:
            raise ClaimsError(f"tolerance must be below 100 %, got {words['tolerance']}")
        tolerance = Tolerance(size, is_relative)
    level = _size(words, "level")
    if level is not None and level >= 1:
        raise ClaimsError(f"level must be below 1, as 0.95, got {shown(words['level'])}")
    claim = Claim(
        name,
        line,
        str(words.get("where", "")),
        no_number(text),
        query,
        node,
        kind,
        options,
        _games(words) if kind == Kind.MONTECARLO else None,
        str(words.get("note", "")),
        span,
        tolerance=tolerance,
        level=level,
        run=str(words.get("run", "")),
        ties=settings.ties,
        origin=None if names_source_alone else origin,
        says_rounded=words.get("kind") == Kind.ROUNDED,
    )
    if is_sentence:
        return claim
    found = with_number(claim, text, settings)
    if level is not None and not found.unreadable and found.printed.error is None:
        raise ClaimsError(
            "level belongs to a printed error, as in 0.0672 ± 0.001 or 0.0672(10), got "
            f"{shown(found.printed.text)}"
        )
    is_open = "kind" not in words or found.kind == Kind.MONTECARLO
    return with_nearness(found, before) if is_open else found


def _kind(words: Entries) -> Kind:
    """How the number is meant, where the entry has no key that is unknown or of another kind."""
    check_keys(words, {*KEYS, *KINDS_OF})
    kind = words.get("kind", Kind.STATEMENT if "statement" in words else Kind.ROUNDED)
    if not isinstance(kind, str) or kind not in set(Kind):
        raise ClaimsError(f"kind must be one of {', '.join(Kind)}, got {shown(kind)}")
    value = words.get("value")
    for key, kinds in KINDS_OF.items():
        if key in words and kind not in kinds:
            # Of a mixture `run` says which of several optimal strategies an entry is of.
            if key == "run" and isinstance(value, str) and mixtures_in(parsed(value)):
                continue
            belongs = " or ".join(f'kind = "{one}"' for one in kinds)
            raise ClaimsError(f"{key} belongs to {belongs}")
    return Kind(kind)


def _text(words: Entries, key: str) -> str:
    """The text under this key."""
    value = words.get(key)
    if not isinstance(value, str):
        # A number would have lost its digits: 0.50 says two decimals, and 0.5 one.
        came = f"got {shown(value)}" if key in words else "it is missing"
        raise ClaimsError(f"{key} must be given as a text in quotes; {came}")
    return value


def _games(words: Entries) -> int:
    """n, for an estimate; UNKNOWN_GAMES where its author does not say."""
    games = words.get("n", words.get("games"))
    if "games" in words and words["games"] != games:
        raise ClaimsError(
            f"n and games are the same number, got {shown(games)} and {shown(words['games'])}"
        )
    if games == UNKNOWN:
        return UNKNOWN_GAMES
    number = whole_or_none(games)
    if number is None or number < 2:
        required = f'must be an int of 2 or more, or "{UNKNOWN}"'
        raise ClaimsError(f"n, the number of random games, {required}, got {no_int(games)}")
    return number


def _size(words: Entries, key: str) -> Exact | None:
    """A number above 0, as 0.05, "5 %" or "1e-9"; None where it is left open."""
    given = words.get(key)
    if given is None:
        return None
    try:
        number = read_number(given).value if isinstance(given, str) else as_exact(given)
    except ExactDiceError as error:
        raise ClaimsError(f"{key}: {error}") from error
    if number <= 0:
        raise ClaimsError(f"{key} must be above 0, got {shown(given)}")
    return number


def _options(node: Node, table: Entries, given: Entries) -> dict[str, object]:
    """The options of the document where they apply to this query, overridden by the claim's own,
    which must apply.
    """
    own = options_read(table, symbols=symbols_held(given))
    # What its quantities take, and the symbols that these options hold.
    every = {**given, **own}
    taken = _options_of(node, every.get(GAME, session().game))
    applicable = taken | symbols_held({key: every[key] for key in taken if key in every})
    common = {key: value for key, value in given.items() if key in applicable}
    # The document's options are for whichever queries take them; one that a claim gives itself
    # and its query does not take is a slip.
    if own:
        holding = {
            key: value
            for key, value in common.items()
            if not symbols_held({key: value}).isdisjoint(own)
        }
        sorted_out(node, game_in(common) | holding | own)
    return common | own


@lru_cache(maxsize=4096)  # the same queries, of each game
def _options_of(node: Node, game: object) -> frozenset[str]:
    return frozenset(options_in(node, {GAME: game}))


# --- of one file ----------------------------------------------------------------------------------


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
        head: Entries,
        words: Entries,
        given: Entries,
        line: int = 0,
    ) -> Settings:
        """What the head in this line says for all claims: its own keys, its words that mean numbers
        and its options.
        """
        try:
            return settings_read(head, words, given)
        except ExactDiceError as error:
            raise self.error(line, str(error)) from error

    def title(self, head: Entries) -> str:
        """The title that the head says, else the name of the file."""
        return str(head.get("title", self.path.name))

    def claim(
        self,
        entry: Entries,
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
        where = f"claim {number}"
        if isinstance(entry.get("id"), str):
            where += f" ({name})"
        try:
            return claim_from(entry, name, line, settings, span, before)
        except ExactDiceError as error:
            raise self.error(line, f"{where}: {error}") from error

    def one_name_each(self, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """The claims, those unclear whose name an earlier one has."""
        first = dict[str, Claim]()
        for claim in claims:
            # The first keeps its name: what is said of it does not depend on later lines.
            first.setdefault(claim.name, claim)
        return tuple(
            claim
            if claim is first[claim.name]
            else replace(
                claim, unclear=claim.unclear or f"the id {claim.name!r} is used more than once"
            )
            for claim in claims
        )
