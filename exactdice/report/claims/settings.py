"""What a document says for all its claims."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ...exact.errors import ClaimsError, ExactDiceError, nearest
from ...exact.numbers import Exact, as_exact, shown
from ...query.evaluate import GAME, game_in
from ...query.ranges import read_value
from ...query.register import Argument
from ...query.symbols import symbols_written
from ...query.syntax import Entries
from ...query.ties import checked_ties
from ...query.words import QUANTITIES
from ..printed.numbers import is_empty_cell, parse_printed, plain_word

HEAD = ("title", "decimal", "alpha", "ties", "words")  # keys of a document's head
ALPHA = Fraction(1, 100)


@dataclass(frozen=True)
class Settings:
    """What a document says for all its claims."""

    decimal: str | None = None  # its decimal mark; None: either
    given: Entries = field(default_factory=dict)  # options of its queries
    words: Mapping[str, Exact] = field(default_factory=dict)  # texts that mean numbers
    ties: str = ""  # how its strategies choose among optimal actions, where it says
    alpha: Exact = ALPHA  # the level of its estimates


def settings_read(head: Entries, words: Entries, given: Entries) -> Settings:
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
    options = options_read(given, known_options(given)) if given else {}
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


def options_read(
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
    return {key: option_read(key, value, held) for key, value in table.items()}


def option_read(key: str, value: object, symbols: Collection[str] = ()) -> Argument:
    """The value of one option: an exact number, or what its text says, for a symbol its domain."""
    if isinstance(value, list):
        return tuple(option_read(key, part) for part in value)
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
