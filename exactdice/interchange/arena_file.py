"""Arenas as JSON: an object {vertex: [successors]}, the token starting at its first vertex."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from ..arenas.arena import Arena, arena
from ..argument_checks import a_text
from ..checker import whole_number
from ..errors import RulesError
from .tokens import read_as


def read_arena(path: Path | str) -> Arena:
    """The arena in the file; `RulesError` naming the file when it is no arena."""
    return read_as(parse_arena, path)


def parse_arena(text: str) -> Arena:
    """The arena of the text; `RulesError` when it is none.

    >>> parse_arena('{"a": ["b"], "b": []}').start
    'a'
    """
    try:
        described = json.loads(
            a_text(text, "an arena to be read"), object_pairs_hook=_unique, parse_int=whole_number
        )
        if not isinstance(described, dict):
            raise RulesError(
                "an arena must be an object {vertex: [successors]}, got a "
                f"{type(described).__name__}"
            )
        # Both are JSON objects, and a proof file is the one most likely taken for an arena.
        if str(described.get("format")).startswith("exactdice proof"):
            raise RulesError("it is a proof file, for `exactdice check`")
        return arena(described)
    # RulesError is a ValueError too; deep brackets make the reader of JSON recurse.
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not an arena: {error}") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of these pairs; `RulesError` when a vertex stands there twice."""
    # JSON lets a key stand twice and Python keeps the last: half of the moves would be lost
    # unseen.
    counted = Counter(vertex for vertex, _ in pairs)
    twice = [vertex for vertex, times in counted.items() if times > 1]
    if twice:
        raise RulesError(f"the vertex {twice[0]!r} is there twice")
    return dict(pairs)
