"""Pig, as the words of every game see it: every state without a look at the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...cost import bits_for
from ...errors import QueryError
from ...exact import Bounds, Exact, Value, as_exact, whole_or_none
from ...game import MIN, PLAYERS, Action, State
from ...kept import kept
from ...solvers.fast_path import fast_path_of
from ...words.proving import ledger
from ...words.register import Argument, size, watcher
from ..strategies import enclosed, solved
from ..view import EnclosingView, Names, View, enclosing_view_of, view_of
from .bounds import WinBounds, bounds_steps
from .fast import ExactWins, exact_steps
from .profile import turns_steps, value_from
from .rules import Pig, PigState


@kept(2)
def exact_wins(game: Pig) -> ExactWins:
    """The exact chances to win, kept for the questions that follow."""
    return ExactWins(game)


@kept(4)
def bounded_wins(game: Pig, digits: int) -> WinBounds:
    """The chances to win within bounds, kept in the same way."""
    return WinBounds(game, (10**digits).bit_length())


@dataclass(frozen=True)
class PigStates(View):
    """The game, of which every state can be asked."""

    game: Pig

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start."""
        return turns_steps(self.game)

    def length_cost(self) -> int:
        """That of the number of turns, which has infinitely many values where the die can bust."""
        return turns_steps(self.game)

    def contains(self, state: State) -> bool:
        """Whether it is points of both, a turn total and a player, reached by play or not; once the
        total reaches the target the die may have gone beyond it.
        """
        if not isinstance(state, PigState) or state.to_move not in PLAYERS:
            return False
        numbers = [whole_or_none(number) for number in state[:3]]
        if not all(number is not None and number >= 0 for number in numbers):
            return False
        points, beyond = range(self.game.target), max(self.game.one_die)
        is_score = state.own in points and state.other in points
        return is_score and state.own + state.turn_total < self.game.target + beyond

    def payoffs(self) -> frozenset[Exact]:
        """A race in turns is won or lost."""
        return frozenset((1, -1))

    def gain_from(self, names: Names, state: State) -> Value:
        """What MAX is paid on average from the state, followed from there."""
        payoff = self.payoff(state)
        if payoff is not None:
            return payoff
        return value_from(self.game, self.profile(names), state, watcher.get())


def _of_max(win: Any, state: PigState) -> Any:
    """What MAX is paid on average where the mover wins with this chance, of flint or bounds."""
    gain = 2 * win - 1
    return -gain if state.to_move == MIN else gain


def _points(game: Pig, given: Sequence[object]) -> tuple[int, int]:
    """The points among the arguments; what is beyond the target is refused later."""
    first, second, *_ = (*given, 0, 0)
    return min(size(first), game.target), min(size(second), game.target)


@dataclass(frozen=True)
class PigView(PigStates):
    """The game, with exact answers."""

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of the chances to win from these points."""
        return exact_steps(self.game, *_points(self.game, given))

    def value_within(self, state: PigState) -> Exact:
        """What MAX is paid on average where play goes on."""
        # proofs state the starts of turns only
        if state.turn_total == 0 and ledger.get() is not None:
            return solved(self.game).values[state]
        win = exact_wins(self.game).win(state.own, state.other, state.turn_total, watcher.get())
        return as_exact(_of_max(win, state))

    def best_within(self, state: PigState) -> tuple[Action, ...]:
        """Every optimal action, which proofs state for each turn total."""
        if ledger.get() is not None:
            return tuple(solved(self.game).optimal_actions[state])
        return exact_wins(self.game).actions(state.own, state.other, state.turn_total)


@dataclass(frozen=True)
class EnclosedPigView(PigStates, EnclosingView):
    """The game, with values within bounds."""

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of the bounds from these points."""
        return bounds_steps(self.game, bits_for(self.digits), *_points(self.game, given))

    def value_within(self, state: PigState) -> Bounds:
        """Bounds on what MAX is paid on average."""
        if state.turn_total == 0 and ledger.get() is not None:
            return enclosed(self.game, self.digits).bounds[state]
        bounds = self._wins(state)
        found: Bounds = _of_max(bounds.win(state.own, state.other, state.turn_total), state)
        return found

    def _wins(self, state: PigState) -> WinBounds:
        # one digit more, as bounds on what is paid are twice as wide as on a chance
        bounds = bounded_wins(self.game, self.digits + 1)
        bounds.extend(state.own, state.other, watcher.get())
        return bounds

    def best_within(self, state: PigState) -> tuple[Action, ...]:
        """The one optimal action where the bounds prove it; `QueryError` where they do not."""
        found = self._wins(state).actions(state.own, state.other, state.turn_total)
        if len(found) > 1:
            raise QueryError(
                "these bounds do not say which action is optimal: ask for more digits, or leave "
                "digits out"
            )
        return found


@fast_path_of(view_of, Pig)
def _view(game: Pig) -> PigView:
    return PigView(game)


@fast_path_of(enclosing_view_of, Pig)
def _enclosing_view(game: Pig, digits: int) -> EnclosedPigView:
    return EnclosedPigView(game, digits)
