"""The token game, as the words of every game see it: every configuration by the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...game import State
from ...kept import kept
from ...solvers.fast_path import fast_path_of
from ...throwing import sum_steps, total_of
from ...words.register import Argument
from ..view import RoundedView, View, enclosing_view_of, view_of
from .rules import TokenGame, Tokens, TokenState
from .table import MOST_TOKENS, sweep_steps

STEPS_A_CONFIGURATION = 7000  # of the law of a policy


def law_steps(tokens: Tokens) -> int:
    """The cost of the law of a policy."""
    return STEPS_A_CONFIGURATION << min(len(tokens), 300)  # more are too many in any case


@dataclass(frozen=True)
class TokenView(View):
    """The game, with exact answers for every configuration, reached by play or not."""

    game: TokenGame

    def state_cost(self, given: Sequence[Argument]) -> int:
        """That of the table."""
        every = self.game.each_die
        return sweep_steps(self.game.start.left, sum(map(max, every))) + sum_steps(every)

    def start_cost(self) -> int:
        """That of the table, and of the law of a policy."""
        return self.state_cost(()) + law_steps(self.game.start.left)

    def length_cost(self) -> int:
        """The same."""
        return self.start_cost()

    def contains(self, state: State) -> bool:
        """Whether it is some of the tokens in ascending order, and nothing or what their dice may
        throw.
        """
        if not isinstance(state, TokenState) or not isinstance(state.left, tuple):
            return False
        if tuple(token for token in self.game.start.left if token in state.left) != state.left:
            return False
        return state.thrown is None or state.thrown in self._totals(state.left)

    def _totals(self, left: Tokens) -> set[int]:
        """What can be thrown when these tokens are left; nothing once none is."""
        counts = self.game.counts(left) if left else ()
        return {total for count in counts for total in _sums(self.game, count)}


@kept(64)
def _sums(game: TokenGame, count: int) -> frozenset[int]:
    return frozenset(total_of(game.each_die[:count]))


@fast_path_of(view_of, TokenGame)
def _view(game: TokenGame) -> View:
    # a larger box is explored, as its table does not fit in memory
    return TokenView(game) if len(game.start.left) <= MOST_TOKENS else View(game)


@fast_path_of(enclosing_view_of, TokenGame)
def _enclosing_view(game: TokenGame, digits: int) -> View:
    return RoundedView(game, _view(game), digits)
