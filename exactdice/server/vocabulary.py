"""What the page completes and offers: words of queries, options, games and strategies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ..errors import ExactDiceError
from ..games.register import GAMES, Maker, doubly_named, installed_games, maker_named, options_of
from ..pages.description import example_options, limits_of, option_text
from ..queries.words import EVERY_NAME, QUANTITIES
from ..words.register import summary_of


@cache
def vocabulary() -> dict[str, object]:
    """All that the page offers, as JSON can hold it."""
    games = list(_games())  # first, as games enter words of their own
    return {
        "games": games,
        "words": [_word(name) for name in sorted(QUANTITIES, key=str.lower)],
        "strategies": list(EVERY_NAME),
    }


def _games() -> Iterator[Mapping[str, object]]:
    names = [*GAMES, *(one.name for one in installed_games() if one.name not in doubly_named())]
    for name in names:
        try:
            maker = maker_named(name)
        except ExactDiceError:  # a package that cannot be loaded
            continue
        options = list(_options(name, maker))
        yield {"name": name, "summary": _first_sentence(summary_of(maker)), "options": options}


def _first_sentence(text: str) -> str:
    sentence, _, more = text.partition(". ")
    return f"{sentence}." if more else sentence


def _options(name: str, maker: Maker) -> Iterator[dict[str, str]]:
    """Each option with its default, what it may be, and a value that makes the game small."""
    examples = example_options(name, maker)
    for key, default in options_of(maker).items():
        yield {
            "name": key,
            "default": _value(key, default),
            "limits": limits_of(maker, key),
            "example": _value(key, examples[key]) if key in examples else "",
        }


def _value(key: str, value: object) -> str:
    """The value as it is typed behind `key=`; "" where there is none."""
    return option_text(key, value).removeprefix(key).removeprefix("=")


def _word(name: str) -> dict[str, object]:
    word = QUANTITIES[name]
    return {
        "name": name,
        "call": word.signature,
        "means": word.summary,
        "options": list(word.options),
    }
