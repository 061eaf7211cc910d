"""Claims files: the numbers and the sentences a document prints, each with its query, in TOML.

[document]                 title, decimal ("," or "."; default: either),
                           alpha (level for estimates; default 0.01),
                           ties (first, last, random, any: how strategies of the author's programme
                           choose among optimal actions),
                           words = { "Tie" = 0 } (texts that mean numbers)
[given]                    options for every query below, where they apply
[[claim]]                  printed (a text) and value (a query), or statement; id, where, note
    kind = "rounded"       the number is rounded (the default)
    kind = "exact"         the number is meant exactly
    kind = "truncated"     its decimals are cut off
    kind = "about"         it is near, within tolerance = 0.05
    kind = "interval"      two numbers, as 0.33 and 0.34, between which the value is
    kind = "at-most"       the value is at most the number; so "at-least"
    kind = "converged"     an iteration found it, within tolerance = "1e-9"
    kind = "montecarlo"    the number is the mean of n random games; needs n (or games);
                           run names the sample that several estimates are of
    kind = "uncertain"     the number has a printed error, 0.0672 ± 0.001 or 0.0672(10); level is
                           the chance with which it holds (default: one standard deviation)
    given = {target = 2}   options for this claim alone
    source = "a.csv row=3 column=mean"   where the number stands in the author's own result file
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError, nearest
from ...exact.numbers import Exact, as_exact, no_int, parse_exact, shown, whole_or_none
from ...exact.session import session
from ...query.evaluate import GAME, as_statement, game_in, options_in, sorted_out
from ...query.optimal_mixtures import mixtures_in
from ...query.ranges import read_value
from ...query.register import Argument
from ...query.symbols import symbols_held, symbols_written
from ...query.syntax import Entries, Node, parse, query_text
from ...query.ties import checked_ties, given_with_ties, with_ties
from ...query.words import QUANTITIES
from ..printed.numbers import is_empty_cell, parse_printed, plain_word
from ..printed.source import read_source
from .claim import (
    ALPHA,
    SAMPLED,
    SUGGESTED,
    Claim,
    Document,
    Kind,
    Settings,
    Tolerance,
    no_claim,
    no_number,
    not_accepted,
    unaccepted,
)
from .printed_value import read_claimed_number, read_nearness, read_number
from .references import read_origin

HEAD = ("title", "decimal", "alpha", "ties", "words")  # keys of a document's head


def parse_settings(head: Entries, words: Entries, given: Entries) -> Settings:
    """The settings that the head of a document says, its words with a meaning and its options;
    `ClaimsError` without a place for one that is wrong.
    """
    decimal, alpha = head.get("decimal"), head.get("alpha", ALPHA)
    if decimal not in (None, ",", "."):
        raise ClaimsError(f'decimal must be "," or ".", got {shown(decimal)}')
    if not isinstance(alpha, Exact) or not 0 < alpha < 1:
        raise ClaimsError(
            f"alpha must be a number between 0 and 1, such as 0.01, got {shown(alpha)}"
        )
    meanings, seen = {}, dict[str, str]()  # markup and case aside
    try:
        for word, value in words.items():
            read = parse_printed(value).value if isinstance(value, str) else value
            meanings[word] = as_exact(read, f"the meaning of {shown(word)}")
            plain = plain_word(word)
            if not plain and not is_empty_cell(word):
                raise ClaimsError(f"a word with a meaning must not be empty, got {shown(word)}")
            if plain in seen:
                raise ClaimsError(f"the words {shown(seen[plain])} and {shown(word)} are the same")
            seen[plain] = word
    except ExactDiceError as error:
        raise ClaimsError(f"words: {error}") from error
    # Without options, as in most documents, no list of all known ones is made.
    options = parse_options(given, known_options(given)) if given else {}
    ties = checked_ties(head["ties"]) if "ties" in head else ""
    return Settings(str(decimal) if decimal else None, options, meanings, ties, alpha)


def known_options(given: Entries) -> set[str]:
    """Options that queries take, when the game is the one given here: as many as are needed to find
    those that are given.
    """
    known = set[str]()
    try:
        game = game_in(given)
        # To load every word takes long, and those of Dice Battle come first.
        for quantity in QUANTITIES.one_by_one():
            known.update(quantity.options_for(game))
            if given.keys() <= known:
                break
    except ExactDiceError as error:
        raise ClaimsError(f"game: {error}") from error
    return known


# --- options --------------------------------------------------------------------------------------


def parse_options(
    table: Entries,
    known: Collection[str] | None = None,
    symbols: Collection[str] = (),
) -> dict[str, object]:
    """The options of a table, their values read; `known` are the names allowed, when only some
    are, and `symbols` those that other options hold.
    """
    # The keys that stand as names in the values of others, which may be lists; no number holds one.
    texts = {}
    for key, value in table.items():
        parts = value if isinstance(value, list) else [value]
        texts[key] = ",".join(part for part in parts if isinstance(part, str) and key != GAME)
    held = {*symbols, *symbols_written(texts)}
    if known is not None:
        check_keys(table, {*known, *held}, "option", "[given] has ")
    return {key: parse_option(key, value, held) for key, value in table.items()}


def parse_option(key: str, value: object, symbols: Collection[str] = ()) -> Argument:
    """The value of one option: an exact number, or what its text says, for a symbol its domain."""
    if isinstance(value, list):
        return tuple(parse_option(key, part) for part in value)
    # In Python True is an int; in a claims file it is the word that a mark writes `true`.
    if isinstance(value, bool):
        value = str(value).lower()
    if isinstance(value, Exact):
        return value
    if not isinstance(value, str):
        raise ClaimsError(
            f'option {key} must be a number or a text such as "1/10", got {shown(value)}'
        )
    try:
        return read_value(key, value, symbols)
    except ExactDiceError as error:
        raise ClaimsError(f"option {key}: {error}") from error


def table_in(content: Entries, key: str) -> dict[str, object]:
    """The table under this key, empty when it is missing."""
    table = content.get(key, {})
    if not isinstance(table, dict):
        raise ClaimsError(f"{key} must be a table, got {shown(table)}")
    return table


def check_keys(table: Entries, known: Collection[str], what: str = "key", whose: str = "") -> None:
    """Refuse an unknown key."""
    for key in table:
        if key not in known:
            listed = ", ".join(sorted(known))
            article = "the " if whose else ""
            raise ClaimsError(
                f"{whose}{article}unknown {what} {key}{nearest(key, known)}: known are {listed}"
            )


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
    kind = _read_kind(words)
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
            origin = read_origin(_require_text(words, "source"))
        except ExactDiceError as error:
            raise ClaimsError(f"source: {error}") from error
    names_source_alone = origin is not None and wanted not in words
    query = query_text(origin) if origin and names_source_alone else _require_text(words, wanted)
    node = as_statement(parsed(query)) if is_sentence else parsed(query)
    options = _read_options(node, table_in(words, "given"), settings.given)
    if settings.ties:
        node = with_ties(node, settings.ties, options)
        options = given_with_ties(options, settings.ties)
    # Of a sentence that is not given its statement is printed.
    text = _require_text(words, "printed") if "printed" in words or not is_sentence else query
    claim = Claim(
        name,
        line,
        str(words.get("where", "")),
        no_number(text),
        query,
        node,
        kind,
        options,
        _read_games(words) if kind == Kind.MONTECARLO else None,
        str(words.get("note", "")),
        span,
        tolerance=_read_tolerance(words, kind) if "tolerance" in words else None,
        level=_read_size(words, "level") if "level" in words else None,
        run=str(words.get("run", "")),
        ties=settings.ties,
        origin=None if names_source_alone else origin,
        says_rounded=words.get("kind") == Kind.ROUNDED,
    )
    if is_sentence:
        return claim
    found = read_claimed_number(claim, text, settings)
    if claim.level is not None and not found.unreadable and found.printed.error is None:
        raise ClaimsError(
            "level belongs to a printed error, as in 0.0672 ± 0.001 or 0.0672(10), got "
            f"{shown(found.printed.text)}"
        )
    is_open = "kind" not in words or found.kind == Kind.MONTECARLO
    return read_nearness(found, before) if is_open else found


def _read_kind(words: Entries) -> Kind:
    """How the number is meant, where the entry has no key that is unknown or of another kind."""
    check_keys(words, {*KEYS, *KINDS_OF})
    kind = words.get("kind", Kind.STATEMENT if "statement" in words else Kind.ROUNDED)
    if not isinstance(kind, str) or kind not in set(Kind):
        meant = nearest(kind, Kind) if isinstance(kind, str) else ""
        raise ClaimsError(f"kind must be one of {', '.join(Kind)}, got {shown(kind)}{meant}")
    value = words.get("value")
    for key, kinds in KINDS_OF.items():
        if key in words and kind not in kinds:
            # Of a mixture `run` says which of several optimal strategies an entry is of.
            if key == "run" and isinstance(value, str) and mixtures_in(parsed(value)):
                continue
            belongs = " or ".join(f'kind = "{one}"' for one in kinds)
            raise ClaimsError(f"{key} belongs to {belongs}")
    return Kind(kind)


def _require_text(words: Entries, key: str) -> str:
    """The text under this key."""
    value = words.get(key)
    if not isinstance(value, str):
        # A number would have lost its digits: 0.50 says two decimals, and 0.5 one.
        came = f"got {shown(value)}" if key in words else "it is missing"
        raise ClaimsError(f"{key} must be given as a text in quotes; {came}")
    return value


def _read_games(words: Entries) -> int:
    """n, for an estimate."""
    games = words.get("n", words.get("games"))
    if "games" in words and words["games"] != games:
        raise ClaimsError(
            f"n and games are the same number, got {shown(games)} and {shown(words['games'])}"
        )
    number = whole_or_none(games)
    if number is None or number < 2:
        raise ClaimsError(
            f"n, the number of random games, must be an int of 2 or more, got {no_int(games)}"
        )
    return number


def _read_size(words: Entries, key: str) -> Exact:
    """A number above 0, as 0.05, "5 %" or "1e-9"."""
    given = words[key]
    try:
        number = read_number(given).value if isinstance(given, str) else as_exact(given)
    except ExactDiceError as error:
        raise ClaimsError(f"{key}: {error}") from error
    if number <= 0:
        raise ClaimsError(f"{key} must be above 0, got {shown(given)}")
    if key == "level" and number >= 1:
        raise ClaimsError(f"level must be below 1, as 0.95, got {shown(given)}")
    return number


def _read_tolerance(words: Entries, kind: Kind) -> Tolerance:
    size, is_relative = _read_size(words, "tolerance"), "%" in str(words["tolerance"])
    if is_relative and kind == Kind.CONVERGED:
        raise ClaimsError('the tolerance of an iteration must be a number such as "1e-9"')
    if is_relative and size >= 1:
        raise ClaimsError(f"tolerance must be below 100 %, got {words['tolerance']}")
    return Tolerance(size, is_relative)


def _read_options(node: Node, table: Entries, given: Entries) -> dict[str, object]:
    """The options of the document where they apply to this query, overridden by the claim's own,
    which must apply.
    """
    if not (table or given):
        return {}
    own = parse_options(table, symbols=symbols_held(given))
    # What its quantities take, and the symbols that these options hold.
    every = {**given, **own}
    taken = _options_taken(node, every.get(GAME, session().game))
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
def _options_taken(node: Node, game: object) -> frozenset[str]:
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
        """The settings of the head in this line: its own keys, its words that mean numbers
        and its options.
        """
        try:
            return parse_settings(head, words, given)
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
        try:
            return claim_from(entry, name, line, settings, span, before)
        except ExactDiceError as error:
            named = f" ({name})" if isinstance(entry.get("id"), str) else ""
            raise self.error(line, f"claim {number}{named}: {error}") from error

    def one_name_each(self, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """The claims, those unclear whose name an earlier one has."""
        names, found = set[str](), list[Claim]()
        for claim in claims:
            # The first keeps its name: what is said of it does not depend on later lines.
            if claim.name in names and not claim.unclear:
                why = f"the id {claim.name!r} is used more than once"
                claim = replace(claim, unclear=why)
            names.add(claim.name)
            found.append(claim)
        return tuple(found)


MOST_DOTS = 100  # of a line of a claims file, those of numbers left out

# Texts and numbers, whose dots part no keys.
WITHOUT_KEYS = re.compile(r"\"[^\"]*\"|'[^']*'|\d\.\d", re.ASCII)

HEADING = re.compile(r"\s*\[\[\s*claim\s*\]\]")
PROPOSED = re.compile(rf"#{SUGGESTED}{HEADING.pattern}")
TOP = {"document", "given", "claim"}


def read_claims(path: Path) -> Document:
    """The claims of the file; `ClaimsError` with file, line, what was required and what came."""
    source = read_source(path)
    for number, line in enumerate(source.text.split("\n"), 1):
        # `tomllib` takes time quadratic in the parts of a dotted key. The plain count first, since
        # the pattern is slower and few lines have many dots at all.
        if line.count(".") > MOST_DOTS and WITHOUT_KEYS.sub("", line).count(".") > MOST_DOTS:
            raise ClaimsError(
                f"{source.path}:{number}: a line of a claims file must have at most "
                f"{MOST_DOTS} dots outside numbers"
            )
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
    return _read_document(ClaimReader(source.path), source.text.splitlines(), content)


def _read_document(reader: ClaimReader, lines: list[str], content: dict[str, object]) -> Document:
    """The claims of the file; `ClaimsError` naming the line of what is no claim."""
    try:
        check_keys(content, TOP, whose="the file has ")
        head, given = table_in(content, "document"), table_in(content, "given")
        check_keys(head, HEAD, whose="[document] has ")
        words = table_in(head, "words")
    except ExactDiceError as error:
        raise reader.error(0, str(error)) from error
    settings = reader.settings(head, words, given)
    # tomllib tells no lines, so they are those of the headings.
    starts = [n for n, line in enumerate(lines, 1) if HEADING.match(line)]
    proposed = [n for n, line in enumerate(lines, 1) if PROPOSED.match(line)]
    entries: Any = content.get("claim")
    is_list = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    if not entries or not is_list:
        left = f", {unaccepted(len(proposed))}" if proposed else ""
        raise reader.error(0, f"the file must hold at least one [[claim]]{left}")
    # A heading within a text of several lines, or claims written as one array, would put the
    # lines out of step: then no line is better than a wrong one.
    if len(starts) != len(entries):
        starts = [0] * len(entries)
    claims = list[Claim]()
    for k, (entry, line) in enumerate(zip(entries, starts, strict=True), 1):
        try:
            claims.append(reader.claim(entry, k, line, settings))
        except ClaimsError as error:  # one bad claim: the others are judged all the same
            why = error.message if isinstance(error, PlacedError) else str(error)
            printed = entry.get("printed", "")
            text = printed if isinstance(printed, str) else shown(printed)
            claims.append(no_claim(str(entry.get("id", k)), line, text, why))
    title, named = reader.title(head), reader.one_name_each(tuple(claims))
    text = f"#{SUGGESTED}[[claim]]"
    proposals = tuple(not_accepted(k, line, text) for k, line in enumerate(proposed, 1))
    return Document(reader.path, title, named, settings.alpha, proposals=proposals)
