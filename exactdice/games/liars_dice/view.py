"""Liar's dice within bounds, as the words of every game see it: what its value costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...solvers.fast_path import fast_path_of
from ...words.register import Argument
from ..view import HiddenEnclosingView, enclosing_view_of
from .fast import learning_cost
from .rules import LiarsDice


@dataclass(frozen=True)
class LearnedView(HiddenEnclosingView):
    """The game with a value within bounds that needs no list of situations."""

    game: LiarsDice

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of learning; what a player may know otherwise is found by listing all."""
        listing = super().state_cost(given)
        return listing if given else min(listing, learning_cost(self.game, self.digits))


@fast_path_of(enclosing_view_of, LiarsDice)
def _enclosing_view(game: LiarsDice, digits: int) -> LearnedView:
    return LearnedView(game, digits)
