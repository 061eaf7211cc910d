"""What a document says for all its claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..errors import ClaimsError, ExactDiceError
from ..exact import Exact, as_exact, shown
from ..printed.numbers import check_words, parse_printed
from ..queries.evaluate import game_in
from ..queries.ties import checked_ties
from ..queries.words import QUANTITIES
from .options import options_read

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
