"""Words like dice=10 and d=1..6, as a command and a mark in a document write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..errors import ExactDiceError
from ..exact import shown
from ..query import parse_option
from .table import parse_range


def queries_and_words(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words that are queries, and those that are key=value.

    >>> queries_and_words(["EP(d)", "d=1..6", "P(d, 1, faces=4)"])
    (['EP(d)', 'P(d, 1, faces=4)'], ['d=1..6'])
    """
    queries: list[str] = []
    keyed: list[str] = []
    for word in words:
        (keyed if re.match(r"\w*=", word) or not re.search(r"\W", word) else queries).append(word)
    return queries, keyed


def split_words(words: Iterable[str] | None) -> dict[str, str]:
    """{key: value} from words like dice=10; each key once."""
    pairs: dict[str, str] = {}
    for word in words or []:
        key, mark, value = word.partition("=")
        if not mark or not key or not value:
            raise ExactDiceError(f"expected key=value, as in dice=10, got {shown(word)}")
        if key in pairs:
            raise ExactDiceError(f"{key} is given twice")
        pairs[key] = value
    return pairs


def ranges_and_options(words: Iterable[str] | None) -> tuple[dict[str, range], dict[str, Any]]:
    """The words as ({name: range}, {option: value})."""
    pairs = {key: (parse_range(text), text) for key, text in split_words(words).items()}
    ranges = {key: found for key, (found, _) in pairs.items() if found is not None}
    return ranges, {key: parse_option(text) for key, (found, text) in pairs.items() if found is None}
