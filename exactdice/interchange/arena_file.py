"""Arenas as JSON: an object {vertex: [successors]}, the token starting at its first vertex."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from ..errors import RulesError
from ..impartial import Arena, arena
from .words import read_text


def read_arena(path: Path) -> Arena:
    """The arena in the file; `RulesError` naming the file when it is no arena."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = [vertex for vertex, times in Counter(vertex for vertex, _ in pairs).items() if times > 1]
        if twice:
            raise RulesError(f"the vertex {twice[0]!r} is there twice")
        return dict(pairs)

    text = read_text(path)
    try:
        described = json.loads(text, object_pairs_hook=unique)
        if not isinstance(described, dict):
            raise RulesError(f"an arena must be an object {{vertex: [successors]}}, got a {type(described).__name__}")
        return arena(described)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"{path}: not an arena: {error}") from error
