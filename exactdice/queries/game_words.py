"""A game with its options, and the digits of bounds, as a command line writes them:
`pig target=100 digits=50`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import ExactDiceError, unknown_option
from ..exact import shown
from ..words.register import MOST_DIGITS
from .evaluate import read_option
from .ranges import split_words
from .symbols import read_domain, symbols_written, with_numbers


def game_from(name: str, words: Sequence[str] | None) -> Any:
    """The game of this name, and so of its class, with the options in the words; a game in a file
    is loaded.
    """
    from ..games.register import game_named, maker_named, options_of

    if not name:
        raise ExactDiceError("the name of the game is empty: see `exactdice games`")
    # Checked before the values are read: a word typed wrong is answered with the nearest right one.
    options = split_words(words)
    known = options_of(maker_named(name))
    symbols = symbols_written(options) - set(known)
    for key in options:
        if key not in known and key not in symbols:
            raise ExactDiceError(unknown_option(key, known, name))
    values = {key: read_option(key, text) for key, text in options.items() if key in known}
    stated = {key: _stated(key, options[key]) for key in symbols}
    return game_named(name, with_numbers({**values, **stated}, (), known))


def _stated(key: str, text: str) -> object:
    """The domain or the number of a symbol."""
    return read_domain(key, text) or read_option(key, text)


def digits_in(words: Sequence[str] | None) -> tuple[int | None, list[str]]:
    """The digits asked for by digits=N (None without it), and the other words."""
    asked = [word for word in words or [] if word.startswith("digits=")]
    rest = [word for word in words or [] if word not in asked]
    if not asked:
        return None, rest
    text = split_words(asked)["digits"]
    # Only nine digits are read: more are beyond MOST_DIGITS, and Python refuses thousands.
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_DIGITS):
        raise ExactDiceError(
            f"digits must be a whole number from 1 to {MOST_DIGITS}, got {shown(text)}"
        )
    return int(text), rest
