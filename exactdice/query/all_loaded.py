"""Every game of this package and every word: loaded with this module, for a process that others
are copied from.
"""

from __future__ import annotations

from .games_by_name import GAMES, load_own_words

load_own_words()
NAMES = tuple(GAMES)
