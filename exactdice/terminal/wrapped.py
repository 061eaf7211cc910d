"""What people read of a game at the terminal: actions and endings in words, text that fits 80
columns.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ..exact import Exact, printable
from ..game import MAX, Action, Game, Player
from ..optional import SupportsEnding

WIDTH = 80  # columns of a terminal that nobody has made wider
CUT = "..."


def action_text(action: Action) -> str:
    """An action for people: `1 6` for a tuple."""
    return " ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def ending(game: Game, payoff: Exact, player: Player) -> str:
    """How play ended: the game's own words (`game.ending`), else a win, a loss or a draw."""
    if isinstance(game, SupportsEnding):
        return game.ending(payoff)
    # Values are to MAX, and the games are zero-sum.
    won = payoff if player == MAX else -payoff
    if won == 0:
        return "a draw"
    return "you win" if won > 0 else "you lose"


def shortened(text: str, width: int) -> str:
    """The text, cut with dots where it is longer.

    >>> shortened("first 0, second 0", 10), shortened("roll", 10)
    ('first 0...', 'roll')
    """
    return text if len(text) <= width else text[: width - len(CUT)] + CUT


def fitted(line: str, width: int = WIDTH, hanging: int = 2) -> Iterator[str]:
    """The line, continued below with `hanging` more blanks in front where it is longer than the
    width. It is broken at blanks alone: a number or a query without one is never cut.

    >>> list(fitted("  options: dice, target, faces", 20))
    ['  options: dice,', '    target, faces']
    """
    indent = line[: len(line) - len(line.lstrip())]
    if len(line) <= width:
        yield line
        return
    yield from textwrap.wrap(
        printable(line),
        width,
        subsequent_indent=indent + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
