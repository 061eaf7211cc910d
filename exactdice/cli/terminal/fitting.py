"""Text for people: lines that fit a terminal, and what a game is called in words."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ...exact.numbers import Exact
from ...game.optional import SupportsEnding, part_text
from ...game.protocol import MAX, Action, Game, Player
from ...game.text_of_values import in_quotes

WIDTH = 80  # columns of a terminal that nobody has made wider
NARROWEST = 20  # columns; for less nothing is laid out
CUT = "..."
MOST_ROWS = 12  # of a list that nobody asked for


def terminal_width() -> int:
    """The columns of the terminal, 80 where they are not known."""
    return max(shutil.get_terminal_size((WIDTH, 24)).columns, NARROWEST)


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
    if len(line) <= width:
        yield line
        return
    indent = line[: len(line) - len(line.lstrip())]
    yield from textwrap.wrap(
        line,
        width,
        subsequent_indent=indent + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def aligned(*columns: Sequence[str]) -> Iterator[str]:
    """The rows of a table whose columns are these, each as wide as its longest cell."""
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


# --- games in words -------------------------------------------------------------------------------


def action_text(action: Action) -> str:
    """An action for people: `1 6` for a tuple, `{2, 3}` for a set."""
    return " ".join(map(part_text, action)) if isinstance(action, tuple) else part_text(action)


def actions_in_words(actions: Iterable[Action]) -> dict[Action, str]:
    """Each of the actions for people, with quotes where it would read as another one: 1 and
    "1".
    """
    texts = {action: action_text(action) for action in actions}
    times = Counter(texts.values())
    return {
        action: in_quotes(action) if times[text] > 1 else text for action, text in texts.items()
    }


def ending(game: Game, payoff: Exact, player: Player) -> str:
    """How play ended: the game's own words (`game.ending`), else a win, a loss or a draw."""
    if isinstance(game, SupportsEnding):
        return game.ending(payoff)
    # Values are to MAX, and the games are zero-sum.
    won = payoff if player == MAX else -payoff
    if won == 0:
        return "a draw"
    return "you win" if won > 0 else "you lose"
