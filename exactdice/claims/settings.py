"""What a document says for all its claims."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..errors import ClaimsError, ExactDiceError, nearest
from ..exact import Exact, as_exact, shown
from ..printed.numbers import check_words, parse_printed
from ..queries.evaluate import GAME, game_in
from ..queries.ranges import read_value
from ..queries.symbols import symbols_written
from ..queries.ties import checked_ties
from ..queries.words import QUANTITIES
from ..words.register import Argument

HEAD = ("title", "decimal", "alpha", "ties", "words")  # keys of a document's head
ALPHA = Fraction(1, 100)


@dataclass(frozen=True)
class Settings:
    """What a document says for all its claims."""

    decimal: str | None = None  # its decimal mark; None: either
    given: Mapping[str, object] = field(default_factory=dict)  # options of its queries
    words: Mapping[str, Exact] = field(default_factory=dict)  # texts that mean numbers
    ties: str = ""  # how its strategies choose among optimal actions, where it says
    alpha: Exact = ALPHA  # the level of its estimates


def settings_read(
    head: Mapping[str, object], words: Mapping[str, object], given: Mapping[str, object]
) -> Settings:
    """The settings that the head of a document says, its words with a meaning and its options;
    `ClaimsError` without a place for one that is wrong.
    """
    return Settings(
        _decimal(head), _common_options(given), _meanings(words), _ties(head), _alpha(head)
    )


def _decimal(head: Mapping[str, object]) -> str | None:
    decimal = head.get("decimal")
    if decimal is None or decimal in (",", "."):
        return decimal if isinstance(decimal, str) else None
    raise ClaimsError(f'decimal must be "," or ".", got {shown(decimal)}')


def _alpha(head: Mapping[str, object]) -> Exact:
    alpha = head.get("alpha", ALPHA)
    if not isinstance(alpha, Exact) or not 0 < alpha < 1:
        raise ClaimsError(
            f"alpha must be a number between 0 and 1, such as 0.01, got {shown(alpha)}"
        )
    return alpha


def _ties(head: Mapping[str, object]) -> str:
    """How strategies choose among optimal actions; "" where the document leaves it open."""
    return checked_ties(head["ties"]) if "ties" in head else ""


def _meanings(words: Mapping[str, object]) -> dict[str, Exact]:
    """The texts that mean numbers."""
    meanings = {}
    try:
        for word, value in words.items():
            read = parse_printed(value).value if isinstance(value, str) else value
            meanings[word] = as_exact(read, f"the meaning of {shown(word)}")
        check_words(meanings)
    except ExactDiceError as error:
        raise ClaimsError(f"words: {error}") from error
    return meanings


def _common_options(given: Mapping[str, object]) -> dict[str, object]:
    """The options for every query of the document."""
    if not given:
        return {}  # as in most documents: no list of all known options is made
    return options_read(given, known_options(given))


def known_options(given: Mapping[str, object]) -> set[str]:
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
    table: Mapping[str, object],
    known: Collection[str] | None = None,
    symbols: Collection[str] = (),
) -> dict[str, object]:
    """The options of a table, their values read; `known` are the names allowed, when only some
    are, and `symbols` those that other options hold.
    """
    held = {*symbols, *_symbols_of(table)}
    if known is not None:
        check_keys(table, {*known, *held}, "option", "[given] has ")
    return {key: option_read(key, value, held) for key, value in table.items()}


def _symbols_of(table: Mapping[str, object]) -> set[str]:
    """The keys that stand as names in the values of others, which may be lists."""
    texts = {key: _text_of(value) for key, value in table.items() if key != GAME}
    return symbols_written(texts)


def _text_of(value: object) -> str:
    """What is written as text; no number holds a name, and some have too many digits to write."""
    parts = value if isinstance(value, list) else [value]
    return ",".join(part for part in parts if isinstance(part, str))


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


def table_in(content: Mapping[str, object], key: str) -> dict[str, object]:
    """The table under this key, empty when it is missing."""
    table = content.get(key, {})
    if not isinstance(table, dict):
        raise ClaimsError(f"{key} must be a table, got {shown(table)}")
    return table


def check_keys(
    table: Mapping[str, object], known: Collection[str], what: str = "key", whose: str = ""
) -> None:
    """Refuse an unknown key."""
    for key in table:
        if key not in known:
            listed = ", ".join(sorted(known))
            article = "the " if whose else ""
            raise ClaimsError(
                f"{whose}{article}unknown {what} {key}{nearest(key, known)}: known are {listed}"
            )
