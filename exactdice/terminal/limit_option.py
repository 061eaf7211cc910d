"""What every command takes: the word `limit=none` or `limit=10^12`, how many steps it may take, and
games in files such as `./farkle.py:Farkle`, which are loaded first.

No document can say either, since whoever checks a document decides what that may cost, and what
code it may run.
"""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperGroup

from .. import cost
from ..errors import ExactDiceError
from ..exact import shown
from .own_games import load_games_in

WORD = "limit="
Context = Any  # of click, or of what typer has in its place since


class LimitedCommands(TyperGroup):
    """The commands, run under the limit of cost and with the games that the command line names."""

    def parse_args(self, context: Context, args: list[str]) -> list[str]:
        """Take the word out of the arguments, whatever command follows.

        What stands after `--` is a name.
        """
        # Before typer sees the words, since every command would else need this option.
        end = args.index("--") if "--" in args else len(args)
        asked = [word for word in args[:end] if word.startswith(WORD)]
        if len(asked) > 1:
            raise ExactDiceError("limit is given twice")
        for word in asked:
            # The limit ends with the context: a second run in this process starts afresh.
            context.with_resource(cost.limit(steps_in(word.removeprefix(WORD))))
        left = [word for word in args[:end] if word not in asked]
        load_games_in(left)
        return super().parse_args(context, left + args[end:])


def steps_in(text: str) -> int | None:
    """The number of steps as written, 5000000, 10^12 or 2*10^9; None for `none`.

    >>> steps_in("none"), steps_in("10^12"), steps_in("2*10^9")
    (None, 1000000000000, 2000000000)
    """
    # With so few digits no number is built that takes long itself.
    match = re.fullmatch(r"(?:([1-9]\d{0,29})\*)?10\^(\d{1,2})|([1-9]\d{0,29})", text, re.ASCII)
    if text == "none":
        return None
    if match is None:
        raise ExactDiceError(
            f"limit must be none or a number of steps such as 10^12, got {shown(text)}"
        )
    factor, power, plain = match.groups()
    return int(plain) if plain else int(factor or 1) * 10 ** int(power)
