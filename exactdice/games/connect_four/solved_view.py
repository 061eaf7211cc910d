"""Connect Four as the words of every game see it: positions are valued level by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...cost import affordable
from ...errors import RulesError
from ...exact import Exact
from ...game import WAITS, Action, ActionLaw, Player, State
from ...solvers.fast_path import fast_path_of
from ...words.register import Argument
from ..view import RoundedView, View, enclosing_view_of, view_of
from .answers import best_columns, checked_position, value
from .counts import counting_steps, positions_at, positions_by_moves, solving_steps
from .fast import perfect
from .rules import ConnectFour


@dataclass(frozen=True)
class SolvedByLevels(View):
    """The game, with exact answers."""

    game: ConnectFour

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of a solution; what is too large is refused by the solver, which says how many
        positions it would list.
        """
        steps = 0 if given else solving_steps(self.game)
        return steps if affordable(steps) else 0

    def start_cost(self) -> int:
        """Counted by the solver itself: it depends on what the strategies reach."""
        return 0

    def table_cost(self) -> int:
        """Counted by the solver itself."""
        return 0

    def length_cost(self) -> int:
        """Counted by the solver itself."""
        return 0

    def levels_cost(self, moves: int) -> int:
        """The cost of counting the positions after so many moves."""
        return counting_steps(self.game, moves)

    def contains(self, state: State) -> bool:
        """Whether discs lie on each other and who moves first has as many or one more."""
        try:
            checked_position(self.game, state)
        except RulesError:
            return False
        return True

    def payoffs(self) -> frozenset[Exact]:
        """A game is won, drawn or lost."""
        return frozenset((1, 0, -1))

    def value_within(self, state: State) -> Exact:
        """What MAX is paid from the position."""
        return value(self.game, state)

    def best_within(self, state: State) -> tuple[Action, ...]:
        """All optimal columns."""
        return best_columns(self.game, state)

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """One optimal column, or waiting."""
        return perfect(self.game)(state) if self.mover(state) == player else WAITS

    def states(self) -> int:
        """How many positions play can reach."""
        return sum(positions_by_moves(self.game))

    def positions_at(self, moves: int) -> int:
        """How many different positions there can be after so many moves."""
        return positions_at(self.game, moves)


@fast_path_of(view_of, ConnectFour)
def _view(game: ConnectFour) -> SolvedByLevels:
    return SolvedByLevels(game)


@fast_path_of(enclosing_view_of, ConnectFour)
def _enclosing_view(game: ConnectFour, digits: int) -> RoundedView:
    # values are whole numbers, so bounds around them are the numbers
    return RoundedView(game, SolvedByLevels(game), digits)
