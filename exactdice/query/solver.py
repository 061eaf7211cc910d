"""Solvers: how an analysis finds what optimal play of a game is worth, and what that costs.

`Solver` serves every game: exactly, within bounds where digits are asked for, and from a store
where one is read. A game with a shorter way to some answers has a solver of its own that overrides
these alone and is entered in `SOLVERS` by its module in `query.games`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

from ..exact.errors import QueryError
from ..exact.kept import kept
from ..exact.numbers import Exact, Interval, Value, shown, simplest
from ..exact.session import session
from ..game.graph import GrowingSize, StateGraph, explore
from ..game.optional import SupportsFamily, exploring_cost, hides, is_solo
from ..game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAITS,
    Action,
    ActionLaw,
    Game,
    JointAction,
    Player,
    Profile,
    State,
    Strategy,
    always,
    mover_at,
    strategy,
)
from ..solvers.asked import asked_store
from ..solvers.parametric import PiecewiseSolution, RationalSolution, solve_with_symbols
from ..symbolic.polynomial import holds_symbol
from ..symbolic.rational_function import RationalFunction
from .by_game import load_module_of
from .proving import ledger
from .register import Argument, Word
from .states import as_written, fields_of, state_at
from .strategies import enclosed, named_strategy, solved

Names = tuple[Argument, ...]  # of strategies: MAX's, and MIN's where MIN plays

OPTIMAL = "optimal"


@dataclass(frozen=True)
class Solver:
    """The game, solved exactly, or within bounds at most 10^-digits apart."""

    game: Game
    digits: int | None = None

    # Whether exact numbers are quick to find: bounds are then these, rounded outwards.
    is_quick: ClassVar[bool] = False
    # Whether it answers from a store where one is read: elsewhere the generic solver does.
    knows_stores: ClassVar[bool] = True

    # --- what an answer costs, estimated before any work ------------------------------------------

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of what is best at the state that these arguments of a query mean."""
        return 0 if self.is_stored else exploring_cost(self.game)

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start."""
        return exploring_cost(self.game)

    def table_cost(self) -> int:
        """The cost of what two strategies are worth at every state."""
        return exploring_cost(self.game)

    def length_cost(self) -> int:
        """The cost of the law of the number of moves."""
        return exploring_cost(self.game)

    def levels_cost(self, moves: int) -> int:
        """The cost of the states after so many moves: they are counted as they are found."""
        return 0

    # --- the states -------------------------------------------------------------------------------

    @property
    def is_stored(self) -> bool:
        """Whether answers are read from a store."""
        return self.digits is None and asked_store() is not None and not hides(self.game)

    def state_of(self, written: Sequence[Argument]) -> State:
        """The state that these arguments of a query mean."""
        return state_at(self.game, written)

    def is_state(self, state: State) -> bool:
        """Whether play can reach the state."""
        # The start needs no search, which for a large game takes longer than its bounds.
        if state == self.game.start:
            return True
        # A store does not hold what is finished.
        is_stored = self.is_stored and state in solved(self.game).values
        return is_stored or state in graph_of(self.game).index

    def check(self, state: State) -> None:
        """Raise `QueryError` for what is no state of the game."""
        if not self.is_state(state):
            raise QueryError(
                f"{as_written(state)} is no state that play of {shown(self.game)} can reach: its "
                f"fields are {', '.join(fields_of(self.game))}"
            )

    def payoffs(self) -> frozenset[Exact]:
        """What MAX may be paid when the game is over."""
        ends = (node.payoff for node in graph_of(self.game).nodes)
        return frozenset(payoff for payoff in ends if payoff is not None)

    def count_states(self) -> int:
        """How many states play can reach, finished ones too."""
        return len(graph_of(self.game).nodes)

    def positions_at(self, moves: int) -> int:
        """How many different states there can be after so many moves, finished ones too."""
        level: dict[State, None] = {self.game.start: None}
        size = GrowingSize(self.game)
        for _ in range(moves):
            after: dict[State, None] = {}
            for state in level:
                if self.game.payoff(state) is not None:
                    continue
                rows, columns = (tuple(self.game.actions(state, one)) for one in PLAYERS)
                for joint in product(rows, columns):
                    after.update(dict.fromkeys(self.game.outcomes(state, joint)))
                size.count(state)
            level = after
            if not level:  # no play is so long
                break
        return len(level)

    # --- under optimal play -----------------------------------------------------------------------

    def value(self, state: State) -> Value:
        """What MAX is paid on average from a state where play goes on."""
        if self.digits is None or self.is_quick:
            return self.rounded(self.exact_value(state))
        return enclosed(self.game, self.digits).bounds[state]

    def exact_value(self, state: State) -> Exact:
        """The exact value of a state where play goes on."""
        return solved(self.game).values[state]

    def rounded(self, number: Value) -> Value:
        """The number, or the bounds around it where digits are asked for and exact numbers are
        quick to find.
        """
        if self.digits is not None and self.is_quick and isinstance(number, Exact):
            return Interval.around(number, self.digits)
        return number

    def optimal_actions(self, state: State) -> tuple[Action, ...]:
        """All optimal actions where one player moves."""
        if self.digits is not None and not self.is_quick:
            raise QueryError(
                "bounds do not say which actions are optimal: leave digits out, or compare what "
                "after gives for two actions"
            )
        return tuple(solved(self.game).optimal_actions[state])

    def mixed_action(self, state: State, player: Player) -> ActionLaw:
        """An optimal law of the player's action at a state, or at what it knows; with digits one
        that is optimal up to 10^-digits.
        """
        if self.digits is None or self.is_quick:
            return solved(self.game).strategies[player][state]
        book = ledger()
        # A proof file has no form for a mixture that is nearly optimal: it says what it leaves.
        if book is not None:
            book.uncovered.append("a mixture that is optimal up to 10^-digits alone")
        return enclosed(self.game, self.digits).strategies[player][state]

    def action_value(self, state: State, joint: JointAction) -> Value:
        """What MAX is paid on average when these actions are chosen now and play is optimal
        afterwards.
        """
        law = self.game.outcomes(state, joint)
        mean: Value = Fraction(0)
        for after, weight in law.items():
            payoff = self.game.payoff(after)
            mean += (self.value(after) if payoff is None else payoff) * weight
        mean = mean / Fraction(law.total)
        return mean if isinstance(mean, Interval) else simplest(mean)

    # --- strategies by name -----------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many players choose: strategies that a word asks for."""
        return 1 if is_solo(self.game) else 2

    def profile(self, names: Names) -> Profile:
        """The strategies of these names."""
        first = self.strategy(names[MAX], MAX)
        return (first, always(WAITS) if len(names) == 1 else self.strategy(names[MIN], MIN))

    def strategy(self, name: Argument, player: Player) -> Strategy:
        """The player's strategy of this name; with digits `optimal` guarantees the value up to
        10^-digits.
        """
        if self.digits is not None and not self.is_quick and name == Word(OPTIMAL):
            return strategy(enclosed(self.game, self.digits).strategies[player])
        return named_strategy(self.game, name, player)

    # Bounds on what strategies are worth, of a game for which exact numbers take too long: None
    # elsewhere.

    def gains(self, names: Names) -> Mapping[State, Interval] | None:
        """{state: bounds on what MAX is paid on average from there}."""
        return None

    def chances(self, names: Names) -> Mapping[int, Interval] | None:
        """Bounds on the chances that MAX wins (1), that neither does (0), and that MAX loses
        (-1).
        """
        return None

    def response(self, name: Argument, player: Player) -> Interval | None:
        """Bounds on what MAX is paid when `player` plays its best against this strategy of the
        other.
        """
        return None


class ParametricSolver(Solver):
    """A game whose weights or payoffs hold a symbol: what it is worth is a function of it."""

    def start_cost(self) -> int:
        """What functions of strategies cost is counted as they are found, too."""
        return 0

    table_cost = length_cost = start_cost

    def is_state(self, state: State) -> bool:
        """Whether play can reach the state; the states of a family are known for all."""
        if state == self.game.start:
            return True
        if isinstance(self.game, SupportsFamily) and state in set(self.game.family_states()):
            return True
        return state in pieces_of(self.game).values

    def value(self, state: State) -> Value:
        """What MAX is paid on average from the state, as a function of the symbol."""
        if self.digits is not None:
            raise answered_exactly()
        solution = pieces_of(self.game)
        if state not in solution.values:
            solution = pieces_of(self.game, state)
        # no number, but it is calculated with as one
        return solution.values[state]  # type: ignore[return-value]

    def optimal_actions(self, state: State) -> tuple[Action, ...]:
        """The only action where nobody has a choice; else refused, as what is best depends on the
        symbol.
        """
        function: object = self.value(state)
        if isinstance(function, RationalFunction):
            return self.game.actions(state, mover_at(self.game, state) or MAX)
        name = function.name  # type: ignore[attr-defined]  # of a function in pieces
        raise QueryError(
            f"what is best at {as_written(state)} depends on {name}: give it a number, as in "
            f"{name}=1/3, or ask for breaks(worth(...)) and choices(worth(...))"
        )

    def mixed_action(self, state: State, player: Player) -> ActionLaw:
        """Raises `QueryError`: an optimal law depends on the symbol."""
        raise QueryError(
            f"optimal play at {as_written(state)} depends on a symbol: give it a number, or ask "
            "for value(...)"
        )

    def action_value(self, state: State, joint: JointAction) -> Value:
        """Raises `QueryError`: which state follows depends on the symbol."""
        raise QueryError(
            f"what follows an action at {as_written(state)} depends on a symbol: give it a number, "
            "or ask for worth(...)"
        )


def answered_exactly() -> QueryError:
    """The error for bounds on a function of a symbol."""
    return QueryError("what depends on a symbol is answered exactly: leave digits out")


# {the exact class of a game: its solver}; any other game has the generic one.
SOLVERS: dict[type, type[Solver]] = {}


def solver_of(game: Game, digits: int | None = None) -> Solver:
    """The solver of the game; with digits within bounds at most 10^-digits apart."""
    if holds_symbol(game) and not hides(game):
        return ParametricSolver(game, digits)
    load_module_of(game)
    known = SOLVERS.get(type(game), Solver)(game, digits)
    return known if known.knows_stores or not known.is_stored else Solver(game)


@kept(2)
def graph_of(game: Game) -> StateGraph:
    """All states of the game."""
    return explore(game, progress=session().progress)


@kept(16)
def pieces_of(game: Game, *start: State) -> PiecewiseSolution | RationalSolution:
    """The solution as functions of symbols, from the start or another state, kept for the queries
    that follow.
    """
    return solve_with_symbols(game, session().progress, start or None)
