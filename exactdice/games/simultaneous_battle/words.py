"""The words of the simultaneous Dice Battle: those of every game, and of Dice Battle with
variant=simultaneous.
"""

from . import at_once  # which enters the view of the game

__all__ = ["at_once"]
