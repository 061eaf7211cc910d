"""The names a query may use: a quantity is a name for an exact number."""

from ..games.connect_four import words as connect_four
from ..games.dice_battle import words as battle
from ..games.domineering import words as domineering
from ..games.on_graphs import words as graph_games
from ..games.one_shot_battle import words as one_shot
from ..games.phantom_domineering import words as phantom
from ..games.pig import words as pig
from ..games.tokens import words as tokens
from ..throws import words as throws
from ..words.register import QUANTITIES, Quantity, Word, watcher

__all__ = [
    "QUANTITIES",
    "Quantity",
    "Word",
    "battle",
    "connect_four",
    "domineering",
    "graph_games",
    "one_shot",
    "phantom",
    "pig",
    "throws",
    "tokens",
    "watcher",
]
