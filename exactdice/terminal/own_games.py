"""Games in files that the command line names: `./farkle.py:Farkle`, or with its options
`./farkle.py:Farkle(target=500)`.

Code is loaded for the words of the command line alone, never because a document names a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import ExactDiceError
from ..exact import shown

# the file or the folder, the class or function in it, its options
REFERENCE = re.compile(r"(?P<path>[^:]+):(?P<call>(?P<name>[A-Za-z_]\w*)(?:\(.*\))?)", re.ASCII)
GAME = "game="
MOST_CHECKED = 2000  # states at which the rules of a game are looked at before it is used


def load_games_in(words: Iterable[str]) -> None:
    """Load the game of every word that names one in a file, alone or as `game=FILE.py:CLASS`."""
    for word in words:
        reference = word.removeprefix(GAME)
        if is_reference(reference):
            load_game(reference)


def is_reference(text: str) -> bool:
    """Whether the text names a class in a Python file or in a folder."""
    match = REFERENCE.fullmatch(text)
    if match is None:
        return False
    return match["path"].endswith(".py") or Path(match["path"]).is_dir()


def load_game(reference: str) -> None:
    """Enter the game in the register under the reference, once its rules are found to be kept."""
    from ..games.register import game_named, load, needs_options
    from ..testing.game_rules import check_game

    match = REFERENCE.fullmatch(reference)
    if match is None:
        raise ExactDiceError(f"a game in a file is named FILE.py:CLASS, got {shown(reference)}")
    load(Path(match["path"]), match["name"], _options(match["call"]), reference)
    # Without values for all its options there is no game to look at yet.
    if not needs_options(reference):
        try:
            check_game(game_named(reference, {}), MOST_CHECKED)
        except ExactDiceError as error:
            said = str(error).removeprefix(f"{reference} ")
            # The report of several broken rules has a line for each.
            one_line = said.replace(":\n", ": ").replace("\n", "; ")
            raise ExactDiceError(f"{reference}: {one_line}") from error


def _options(call: str) -> dict[str, Any]:
    """The options in `Farkle(target=500, score=sum)`."""
    from ..queries.evaluate import options_of_call

    return options_of_call(call)
