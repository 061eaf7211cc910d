"""The analysis of a game: all that queries ask of it, and what that costs.

`Analysis` serves every game: exactly, within bounds where digits are asked for, and from a store
where one is read. A game with a shorter way to some answers has an analysis of its own that
overrides these alone and is entered in `ANALYSES` by its module in `query.games`. What strategies
earn comes from a play of them (see `play`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import methodcaller
from typing import Any, ClassVar

from ..exact.argument_checks import kept
from ..exact.errors import QueryError
from ..exact.numbers import Exact, Interval, Value, shown, simplest
from ..exact.session import session
from ..game.graph import GrowingSize, StateGraph, explore
from ..game.optional import SupportsFamily, exploring_cost, hides, is_solo
from ..game.protocol import (
    MAX,
    MIN,
    OTHER,
    PLAYERS,
    WAITS,
    Action,
    ActionDistribution,
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
from ..linear.matrices.optimal_mixed_actions import (
    OptimalMixedActions,
    mixed_actions_of_choice,
    mixed_actions_of_matrix,
)
from ..solvers.evaluation import profiles, ties
from ..solvers.evaluation.ties import OpenProfile, WithoutTies
from ..solvers.hidden.information import Information
from ..solvers.hidden.solution import NeverReached, OptimalPlans, with_short_ends
from ..solvers.hidden.tree import InformationSet
from ..solvers.stored import Asked
from ..symbolic.rational_function import RationalFunction, holds_symbol
from .games_by_name import load_module_of
from .play import (
    OPTIMAL,
    Names,
    Play,
    PlayOfFunctions,
    draws_by_symbol,
    follows_optimal,
    in_pieces,
    pieces_of,
)
from .proving import ledger
from .register import Argument, Arguments, Word, leaves_ties
from .states import (
    Actions,
    action_at,
    action_known,
    as_played,
    as_written,
    fields_of,
    information_at,
    information_sets_of,
    players_knowing,
    state_at,
    tree_of,
)
from .strategies import NO_TIES, enclosed, named_strategy, open_plan, solved

# Of what a range over ties is asked, by its name.
RANGES: Mapping[str, Callable[..., Interval]] = {
    "payoff": ties.payoff_range,
    "payoff from": ties.range_from,
    "length": ties.length_range,
    "reach": ties.reach_range,
    "reach any": ties.reach_any_range,
}


@dataclass(frozen=True)
class Analysis:
    """A game with exact answers; with digits, values are bounds at most 10^-digits apart. Where a
    store is read, answers about optimal play come from it.
    """

    game: Game
    digits: int | None = None
    store: Asked | None = None
    player: Player = MAX  # whose strategies a function asks about that may ask about either

    # Whether exact numbers are quick to find: bounds are then these, rounded outwards.
    is_quick: ClassVar[bool] = False
    # Whether it answers from a store where one is read: elsewhere the generic analysis does.
    knows_stores: ClassVar[bool] = True

    # --- what an answer costs, estimated before any work ------------------------------------------

    def state_cost(self, given: Arguments) -> int:
        """The cost of what is best at the state that these arguments of a query mean."""
        return 0 if self.store else exploring_cost(self.game)

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start, at every state, and of the
        distribution of the number of moves.
        """
        return exploring_cost(self.game)

    table_cost = length_cost = start_cost

    def levels_cost(self, moves: int) -> int:
        """The cost of the states after so many moves: they are counted as they are found."""
        return 0

    # --- the states -------------------------------------------------------------------------------

    def state_of(self, written: Arguments) -> State:
        """The state that these arguments of a query mean, reached by play or not."""
        return state_at(self.game, written)

    def checked_state(self, written: Arguments) -> State:
        """The state that these arguments mean; `QueryError` for one that play cannot reach."""
        state = self.state_of(written)
        self.check(state)
        return state

    def at(self, written: Arguments) -> State:
        """Where these arguments of a query are: at a state that play can reach."""
        return self.checked_state(written)

    def is_state(self, state: State) -> bool:
        """Whether play can reach the state."""
        # The start needs no search, which for a large game takes longer than its bounds. A store
        # does not hold what is finished.
        return (
            state == self.game.start
            or (self.store is not None and state in solved(self.game).values)
            or state in graph_of(self.game).index
        )

    def check(self, state: State) -> None:
        """Raise `QueryError` for what is no state of the game."""
        if not self.is_state(state):
            raise QueryError(
                f"{as_written(state)} is no state that play of {shown(self.game)} can reach: its "
                f"fields are {', '.join(fields_of(self.game))}"
            )

    def mover(self, state: State) -> Player | None:
        """The player to move at the state; None where both choose. `QueryError` when the game is
        over there.
        """
        if self.game.payoff(state) is not None:
            raise QueryError(f"the game is over at {as_written(state)}, so nobody moves there")
        return mover_at(self.game, state)

    def payoffs(self) -> frozenset[Exact]:
        """All payoffs that MAX may get when the game is over."""
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

    def information_sets(self, player: Player) -> int:
        """Raises `QueryError`: where all is seen each state is one."""
        raise QueryError(
            f"{shown(self.game)} hides nothing from its players, so that each state where one "
            "chooses is an information set: ask for states()"
        )

    # --- under optimal play -----------------------------------------------------------------------

    def value(self, state: State) -> Value:
        """MAX's expected payoff from the state."""
        payoff = self.game.payoff(state)
        return self.continuation_value(state) if payoff is None else payoff

    def continuation_value(self, state: State) -> Value:
        """MAX's expected payoff from a state where play goes on."""
        if self.digits is None:
            return self.exact_value(state)
        if self.is_quick:
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

    def value_to_mover(self, state: State) -> Value:
        """The expected payoff of the player to move; where both choose, or nobody does, MAX."""
        value = self.value(state)
        return -value if self.is_of_min(state) else value

    def is_of_min(self, state: State) -> bool:
        """Whether MIN alone is to move."""
        return self.game.payoff(state) is None and mover_at(self.game, state) == MIN

    def optimal_actions(self, state: State) -> Actions:
        """All optimal actions of the player to move, in their order."""
        if self.mover(state) is None:
            raise QueryError(
                f"both players choose at {as_written(state)}, so optimal play is mixed: ask for "
                "strategy(...), of MIN with player=min"
            )
        return self.best_actions(state)

    def best_actions(self, state: State) -> Actions:
        """All optimal actions where one player moves."""
        if self.digits is not None and not self.is_quick:
            raise QueryError(
                "bounds do not say which actions are optimal: leave digits out, or compare what "
                "action_value gives for two actions"
            )
        return tuple(solved(self.game).optimal_actions[state])

    def mixture(self, state: State, player: Player) -> ActionDistribution:
        """An optimal law of the player's action; one action for certain where only it moves."""
        self.mover(state)
        return self.mixed_action(state, player)

    def mixed_action(self, state: State, player: Player) -> ActionDistribution:
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

    def probability_range(self, action: Argument, state: State, player: Player) -> Interval:
        """The least and the largest probability of the player's action over all optimal
        strategies.
        """
        laws = self.optimal_mixed_actions(state, player)
        taken = action_at(self.game, state, player, action)
        found = laws.strategies.extent({laws.columns[taken]: 1}, laws.unit)
        assert found is not None  # there is an optimal law at every state
        return found

    @kept(64)
    def optimal_mixed_actions(self, state: State, player: Player) -> OptimalMixedActions:
        """All optimal distributions of the player's action."""
        mover = self.mover(state)
        first, second = (tuple(self.game.actions(state, one)) for one in PLAYERS)
        actions, of = (first, second)[player], (self.game, state, player)
        if mover is not None:
            return mixed_actions_of_choice(
                actions, self.optimal_actions(state) if mover == player else actions, of
            )
        matrix = [[self.action_value(state, (one, other)) for other in second] for one in first]
        return mixed_actions_of_matrix(matrix, self.value(state), actions, player, of)

    def action_value(self, state: State, joint: JointAction) -> Value:
        """MAX's expected payoff when these actions are chosen now and play is optimal
        afterwards.
        """
        law = self.game.outcomes(state, joint)
        mean: Value = Fraction(0)
        for after, weight in law.items():
            mean += self.value(after) * weight
        mean = mean / Fraction(law.total)
        return mean if isinstance(mean, Interval) else simplest(mean)

    # --- under strategies -------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many players choose: strategies that a word asks for."""
        return 1 if is_solo(self.game) else 2

    def strategy(self, name: Argument, player: Player) -> Strategy:
        """The player's strategy of this name; with digits `optimal` guarantees the value up to
        10^-digits.
        """
        if self.digits is not None and not self.is_quick and name == Word(OPTIMAL):
            return strategy(enclosed(self.game, self.digits).strategies[player])
        return named_strategy(self.game, name, player)

    def profile(self, names: Names) -> Profile:
        """The strategies of these names."""
        first = self.strategy(names[MAX], MAX)
        return (first, always(WAITS) if len(names) == 1 else self.strategy(names[MIN], MIN))

    def refuse_digits(self) -> None:
        """Raise `QueryError` for bounds on a function of a symbol."""
        if self.digits is not None:
            raise QueryError("what depends on a symbol is answered exactly: leave digits out")

    def is_in_pieces(self, names: Names) -> bool:
        """Whether one of the strategies follows optimal play that depends on a symbol."""
        return holds_symbol(self.game) and any(follows_optimal(self.game, name) for name in names)

    def play(self, names: Names) -> Play:
        """The play of the strategies of these names: of functions where the game or one of them
        holds symbols.
        """
        if self.is_in_pieces(names):
            self.refuse_digits()
            raise QueryError(
                f"optimal play of {shown(self.game)} changes with its symbol, and so does this "
                "law: ask for gain, win, draw, loss or turns, or give the symbol a number"
            )
        if not holds_symbol(self.game) and not any(map(draws_by_symbol, names)):
            return Play(self, names)
        self.refuse_digits()
        return PlayOfFunctions(self, names)

    def earned(self, names: Names, what: str, *asked: object) -> Any:
        """The answer of the play of these strategies to the question, by the name of a method of
        `Play`: a function in pieces where one of them follows optimal play that depends on a
        symbol.
        """
        ask = methodcaller(what, *asked)
        if not self.is_in_pieces(names):
            return ask(self.play(names))
        self.refuse_digits()
        return in_pieces(self.game, names, lambda here: ask(PlayOfFunctions(self, here)))

    # exploitability asks for those of both players
    @kept(64)
    def best_response_value(self, name: Argument, player: Player) -> Value:
        """MAX's expected payoff when `player` plays its best against this strategy of the
        other.
        """
        has_symbols = draws_by_symbol(name)
        if has_symbols or holds_symbol(self.game):
            self.refuse_digits()
        if self.is_in_pieces((name,)):
            # a function, which is calculated with as a number
            return in_pieces(  # type: ignore[return-value]
                self.game, (name,), lambda here: self.best_response_value(here[0], player)
            )
        other = OTHER[player]
        plan = named_strategy(self.game, name, other) if has_symbols else self.strategy(name, other)
        return self.rounded(self.reply_value(plan, player))

    def reply_value(self, plan: Strategy, player: Player) -> Value:
        """MAX's expected payoff when `player` replies to the plan of the other."""
        return profiles.best_response(self.game, plan, player, session().progress).value

    def exploitability(self, names: Names) -> Value:
        """How much a player gains on average over both seats by a best response."""
        first, *others = names
        if not others:
            # A game for one: what optimal play would earn more.
            earned: Value = self.earned(names, "gain")
            return self.value(self.game.start) - earned
        most, least = self.best_response_value(others[0], MAX), self.best_response_value(first, MIN)
        half = (most - least) / Fraction(2)
        return simplest(half) if isinstance(half, Fraction) else half

    def open_profile(self, names: Names) -> OpenProfile:
        """The strategies of these names, with the ties that they leave; `QueryError` for a game
        with a symbol.
        """
        if holds_symbol(self.game):
            raise QueryError(
                f"ties of {shown(self.game)} depend on its symbol: give it a number for a range "
                "over them"
            )
        first = open_plan(self.game, names[MAX], MAX)
        if len(names) == 1:
            return first, WithoutTies(always(WAITS))
        return first, open_plan(self.game, names[MIN], MIN)

    # those of wins, losses and gains of a table's row are asked for again and again
    @kept(64)
    def range_over_ties(self, names: Names, what: str, *asked: object) -> Interval:
        """The least and the largest of one of the `RANGES` over all ways to break ties."""
        return RANGES[what](self.game, self.open_profile(names), *asked, session().progress)


class ParametricAnalysis(Analysis):
    """A game whose weights or payoffs hold a symbol: what it is worth is a function of it."""

    def start_cost(self) -> int:
        """The cost of functions of strategies, which is counted as they are found, too."""
        return 0

    table_cost = length_cost = start_cost

    def is_state(self, state: State) -> bool:
        """Whether play can reach the state; the states of a family are known for all."""
        return (
            state == self.game.start
            or (isinstance(self.game, SupportsFamily) and state in set(self.game.family_states()))
            or state in pieces_of(self.game).values
        )

    def continuation_value(self, state: State) -> Value:
        """MAX's expected payoff from the state, as a function of the symbol."""
        self.refuse_digits()
        solution = pieces_of(self.game)
        if state not in solution.values:
            solution = pieces_of(self.game, state)
        # no number, but it is calculated with as one
        return solution.values[state]  # type: ignore[return-value]

    def best_actions(self, state: State) -> Actions:
        """The only action where nobody has a choice; else refused, as what is best depends on the
        symbol.
        """
        function: object = self.continuation_value(state)
        if isinstance(function, RationalFunction):
            return self.game.actions(state, mover_at(self.game, state) or MAX)
        name = function.name  # type: ignore[attr-defined]  # of a function in pieces
        raise QueryError(
            f"what is best at {as_written(state)} depends on {name}: give it a number, as in "
            f"{name}=1/3, or ask for breakpoints(value(...)) and actions_by_interval(value(...))"
        )

    def mixed_action(self, state: State, player: Player) -> ActionDistribution:
        """Raises `QueryError`: an optimal distribution depends on the symbol."""
        raise QueryError(
            f"optimal play at {as_written(state)} depends on a symbol: give it a number, or ask "
            "for value(...)"
        )

    def action_value(self, state: State, joint: JointAction) -> Value:
        """Raises `QueryError`: which state follows depends on the symbol."""
        raise QueryError(
            f"what follows an action at {as_written(state)} depends on a symbol: give it a number, "
            "or ask for value(...)"
        )


class ImperfectInformationAnalysis(Analysis):
    """A game of imperfect information: where another analysis has a state, this one has what a
    player knows.
    """

    def at(self, written: Arguments) -> Information:
        """The information of a player that the arguments of a query mean."""
        return tuple(map(as_played, written))

    def mover(self, state: State) -> Player | None:
        """Raises `QueryError`: what follows an action depends on what is not seen."""
        raise QueryError(
            "what an action leads to depends on what the player does not see: ask for "
            "strategy(...), which says what is best by what it knows"
        )

    def information_sets(self, player: Player) -> int:
        """How many information sets the player has where it chooses."""
        return len(information_sets_of(self.game, player))

    # --- under optimal play -----------------------------------------------------------------------

    def value(self, state: State) -> Value:
        """MAX's expected payoff from the start, and at an end of play; `QueryError` from
        anywhere else.
        """
        if not state:
            if self.digits is None:
                return solved(self.game).value
            # What the strategies prove exactly are fractions that nobody can read.
            return with_short_ends(enclosed(self.game, self.digits).value, self.digits)
        try:
            end = state_at(self.game, state)
        except QueryError:
            end = None
        paid = self.game.payoff(end) if self.is_state(end) else None
        if paid is None:
            raise QueryError(
                "what a state is worth depends on what the players believe there: ask value() or "
                f"value_to_mover() at the start, value({', '.join(fields_of(self.game))}) at an "
                "end, and strategy(...) by what a player knows"
            )
        return paid

    def value_to_mover(self, state: State) -> Value:
        """The expected payoff of the player to move at the start; elsewhere the value."""
        value = self.value(state)
        return -value if not state and self.is_of_min(self.game.start) else value

    def optimal_actions(self, state: State) -> Actions:
        """All actions that some optimal strategy plays by what is known, in their order."""
        if self.digits is not None:
            raise QueryError("bounds do not say which actions are optimal: leave digits out")
        players = players_knowing(self.game, state)
        if len(players) != 1:
            raise QueryError(
                f"{'both players' if players else 'no player'} may know {as_written(state)} where "
                "an action is chosen: ask for strategy(...), of MIN with player=min"
            )
        (player,) = players
        info = self._information_set(player, state)
        book = ledger()
        # A proof file has one strategy of each player: it does not say what all others play.
        if book is not None:
            book.uncovered.append("all actions that optimal strategies play by what is known")
        return tuple(
            one for one in info.actions if self._probability_range(player, info, one).upper > 0
        )

    def mixture(self, state: State, player: Player) -> ActionDistribution:
        """An optimal law of the player's action by what it knows."""
        return self.mixed_action(information_at(self.game, player, state), player)

    def probability_range(self, action: Argument, state: State, player: Player) -> Interval:
        """The least and the largest probability of the player's action over all optimal
        strategies.
        """
        known = information_at(self.game, player, state)
        taken = action_known(self.game, player, known, as_played(action))
        return self._probability_range(player, self._information_set(player, known), taken)

    def optimal_mixed_actions(self, state: State, player: Player) -> OptimalMixedActions:
        """All optimal distributions of the player's action by what it knows."""
        return self._optimal_plans(player).laws(
            self._information_set(player, state), (self.game, player)
        )

    def _information_set(self, player: Player, written: Information) -> InformationSet:
        known = information_at(self.game, player, written)
        return information_sets_of(self.game, player)[known]

    def _probability_range(self, player: Player, info: InformationSet, action: Action) -> Interval:
        try:
            return self._optimal_plans(player).probability(info, action)
        except NeverReached as error:
            raise QueryError(str(error)) from error

    @kept(2)
    def _optimal_plans(self, player: Player) -> OptimalPlans:
        return OptimalPlans(tree_of(self.game), player, self.value(()))

    # --- over all optimal strategies --------------------------------------------------------------

    def range_over_ties(self, names: Names, what: str, *asked: Any) -> Interval:
        """The least and the largest mean of what is asked about the payoff, when one player plays
        any of its optimal strategies and the other one that leaves no choice; `QueryError` for
        what is asked besides.
        """
        if what != "payoff":
            raise QueryError(NO_TIES)
        (pays,) = asked
        if pays == ties.paid and names == (Word(OPTIMAL), Word(OPTIMAL)):
            value = solved(self.game).value
            return Interval(value, value)  # optimal strategies earn the value against each other
        opens = [player for player in PLAYERS[: len(names)] if names[player] == Word(OPTIMAL)]
        if len(opens) != 1 or sum(map(leaves_ties, names)) > 1:
            raise QueryError(
                "this range is over the optimal strategies of one player against a strategy that "
                f"leaves no choice, as in (optimal, random), got {', '.join(map(str, names))}"
            )
        other = OTHER[opens[0]]
        plan = self.strategy(names[other], other) if len(names) > 1 else always(WAITS)
        return self._optimal_plans(opens[0]).paid(plan, pays)


# {the exact class of a game: its analysis}; any other game has the generic one.
ANALYSES: dict[type, type[Analysis]] = {}


def analysis_of(game: Game, digits: int | None = None) -> Analysis:
    """The analysis of the game; with digits within bounds at most 10^-digits apart."""
    load_module_of(game)
    kind = ANALYSES.get(type(game))
    if kind is None and hides(game):
        return ImperfectInformationAnalysis(game, digits)
    store: Asked | None = session().store if digits is None else None
    if holds_symbol(game):
        return ParametricAnalysis(game, digits, store)
    if kind is None or not (kind.knows_stores or store is None):
        kind = Analysis
    return kind(game, digits, store)


@kept(2)
def graph_of(game: Game) -> StateGraph:
    """All states of the game."""
    return explore(game, progress=session().progress)
