"""Games on graphs in normal play as the words of every game see them: by Sprague-Grundy values,
which need no list of the positions where there is a closed form or a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...arenas.normal_play import NormalPlay, NormalPlayState
from ...argument_checks import FAILURES
from ...cost import affordable
from ...exact import Exact
from ...game import MAX, PLAYERS, Action, State
from ...optional import exploring_cost
from ...solvers.fast_path import fast_path_of
from ...words.proving import ledger
from ...words.register import Argument
from ..view import RoundedView, View, enclosing_view_of, view_of
from .by_name import grundy, grundy_steps, winning_moves

FEW_STEPS = 10_000_000  # about a second, to list all positions


@dataclass(frozen=True)
class ByGrundyValues(View):
    """The game, with exact answers."""

    game: NormalPlay

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of the Sprague-Grundy value."""
        return grundy_steps(self.game.rules)

    def contains(self, state: State) -> bool:
        """Whether play can reach the position; where the positions are too many to list, whether
        the rules answer for it.
        """
        if not (isinstance(state, NormalPlayState) and state.to_move in PLAYERS):
            return False
        if exploring_cost(self.game) <= FEW_STEPS and affordable(exploring_cost(self.game)):
            return super().contains(state)
        try:
            list(self.game.rules.options(state.position))
        except FAILURES:
            return False
        return True

    def payoffs(self) -> frozenset[Exact]:
        """Who cannot move loses, so nobody draws."""
        return frozenset((1, -1))

    def value_within(self, state: NormalPlayState) -> int:
        """+1 where MAX wins, -1 where MIN does: who moves from a value that is not 0 wins."""
        mover_wins = grundy(self.game.rules, state.position) != 0
        return 1 if mover_wins == (state.to_move == MAX) else -1

    def best_within(self, state: NormalPlayState) -> tuple[Action, ...]:
        """All winning moves; every move where all lose."""
        found = winning_moves(self.game.rules, state.position)
        return found or tuple(self.game.rules.options(state.position))


def _is_quick(game: NormalPlay) -> bool:
    """Whether the Sprague-Grundy values decide, and no proof is asked for."""
    # The checker proves a list of all positions, not a closed form.
    return not game.misere and ledger.get() is None


@fast_path_of(view_of, NormalPlay)
def _view(game: NormalPlay) -> View:
    return ByGrundyValues(game) if _is_quick(game) else View(game)


@fast_path_of(enclosing_view_of, NormalPlay)
def _enclosing_view(game: NormalPlay, digits: int) -> RoundedView:
    # values are whole numbers, so bounds around them are the numbers
    return RoundedView(game, _view(game), digits)
