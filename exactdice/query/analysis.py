"""The analysis of a game: all that queries ask of it, over its solver.

What a game is worth and what is best comes from its solver (see `solver`), what strategies earn
from a play of them (see `play`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..exact.errors import QueryError
from ..exact.kept import kept
from ..exact.numbers import Exact, Interval, Value, shown, simplest
from ..exact.session import session
from ..game.optional import hides
from ..game.protocol import (
    MAX,
    MIN,
    OTHER,
    PLAYERS,
    WAITS,
    Action,
    ActionLaw,
    Game,
    JointAction,
    Player,
    State,
    always,
    mover_at,
)
from ..linear.matrices.optimal_laws import OptimalLaws, laws_of_choice, laws_of_matrix
from ..solvers.evaluation import profiles, ties
from ..solvers.evaluation.ties import OpenProfile, Pays, without_ties
from ..solvers.hidden.extremes import NeverReached, OptimalPlans
from ..solvers.hidden.information import Information
from ..solvers.hidden.solution import with_short_ends
from ..solvers.hidden.tree import InformationSet
from ..symbolic.polynomial import holds_symbol
from .play import OfStates, Play, draws_by_symbol, follows_optimal, in_pieces, play_of
from .proving import ledger
from .register import Argument, Word, leaves_ties
from .solver import OPTIMAL, Names, Solver, answered_exactly, solver_of
from .states import (
    action_at,
    action_known,
    as_played,
    as_written,
    fields_of,
    information_at,
    information_sets_of,
    information_written,
    players_knowing,
    state_at,
    tree_of,
)
from .strategies import NO_TIES, enclosed, open_plan, solved


@dataclass(frozen=True)
class Analysis:
    """A game with exact answers; with digits, values are bounds at most 10^-digits apart."""

    game: Game
    digits: int | None = None

    @cached_property
    def solver(self) -> Solver:
        """What finds values and optimal actions."""
        return solver_of(self.game, self.digits)

    # --- the states -------------------------------------------------------------------------------

    def at(self, written: Sequence[Argument]) -> State:
        """The state that these arguments of a query mean."""
        return self.solver.state_of(written)

    def payoff(self, state: State) -> Exact | None:
        """What MAX is paid when the game is over at the state; `QueryError` for no state."""
        self.solver.check(state)
        return self.game.payoff(state)

    def mover(self, state: State) -> Player | None:
        """The player to move at the state; None where both choose. `QueryError` when the game is
        over there.
        """
        if self.payoff(state) is not None:
            raise QueryError(f"the game is over at {as_written(state)}, so nobody moves there")
        return mover_at(self.game, state)

    def information_sets(self, player: Player) -> int:
        """Raises `QueryError`: where all is seen each state is one."""
        raise QueryError(
            f"{shown(self.game)} hides nothing from its players, so that each state where one "
            "chooses is an information set: ask for states()"
        )

    # --- under optimal play -----------------------------------------------------------------------

    def value(self, state: State) -> Value:
        """What MAX is paid on average from the state."""
        payoff = self.payoff(state)
        return self.solver.value(state) if payoff is None else payoff

    def worth(self, state: State) -> Value:
        """What the player to move is paid on average; where both choose, or nobody does, MAX."""
        value = self.value(state)
        is_of_min = self.game.payoff(state) is None and mover_at(self.game, state) == MIN
        return -value if is_of_min else value

    def best(self, state: State) -> tuple[Action, ...]:
        """All optimal actions of the player to move, in their order."""
        if self.mover(state) is None:
            raise QueryError(
                f"both players choose at {as_written(state)}, so optimal play is a mixture: ask "
                "for mixture or mixture_of_min"
            )
        return self.solver.optimal_actions(state)

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """An optimal law of the player's action; one action for certain where only it moves."""
        self.mover(state)
        return self.solver.mixed_action(state, player)

    def mixture_range(self, action: Argument, state: State, player: Player) -> Interval:
        """The least and the largest probability of the player's action over all optimal
        strategies.
        """
        laws = self.optimal_laws(state, player)
        taken = action_at(self.game, state, player, action)
        found = laws.strategies.extent({laws.columns[taken]: 1}, laws.unit)
        assert found is not None  # there is an optimal law at every state
        return found

    def optimal_laws(self, state: State, player: Player) -> OptimalLaws:
        """All optimal laws of the player's action."""
        return self._optimal_laws(state, player, self.mover(state))

    @kept(64)
    def _optimal_laws(self, state: State, player: Player, mover: Player | None) -> OptimalLaws:
        first, second = (tuple(self.game.actions(state, one)) for one in PLAYERS)
        actions, of = (first, second)[player], (self.game, state, player)
        if mover is not None:
            return laws_of_choice(actions, self.best(state) if mover == player else actions, of)
        matrix = [[self.after(state, (one, other)) for other in second] for one in first]
        return laws_of_matrix(matrix, self.value(state), actions, player, of)

    def after(self, state: State, joint: JointAction) -> Value:
        """What MAX is paid on average when these actions are chosen now and play is optimal
        afterwards.
        """
        return self.solver.action_value(state, joint)

    def joint(self, state: State, chosen: Mapping[Player, Action]) -> JointAction:
        """The joint action in which these players choose so."""
        # Who is not to move has one action, which need not be called WAIT.
        first, second = (
            chosen[player] if player in chosen else self.game.actions(state, player)[0]
            for player in PLAYERS
        )
        return first, second

    # --- under strategies -------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many players choose: strategies that a word asks for."""
        return self.solver.players

    def play(self, names: Names) -> Play:
        """The play of the strategies of these names."""
        return play_of(self.game, self.digits, names)

    # exploitability asks for those of both players
    @kept(64)
    def best_response(self, name: Argument, player: Player) -> Value:
        """What MAX is paid on average when `player` plays its best against this strategy of the
        other.
        """
        has_symbol = holds_symbol(self.game)
        if self.digits is not None and (has_symbol or draws_by_symbol(name)):
            raise answered_exactly()
        if has_symbol and follows_optimal(self.game, name):
            # a function, which is calculated with as a number
            return in_pieces(  # type: ignore[return-value]
                self.game, (name,), lambda here: self.best_response(here[0], player)
            )
        bounds = self.solver.response(name, player)
        if bounds is not None:
            return bounds
        solver = Solver(self.game) if draws_by_symbol(name) else self.solver
        plan = solver.strategy(name, OTHER[player])
        found = profiles.best_response(self.game, plan, player, session().progress)
        return self.solver.rounded(found.value)

    def exploitability(self, names: Names) -> Value:
        """How much a player gains on average over both seats by a best response."""
        first, *others = names
        if not others:
            # A game for one: what optimal play would earn more.
            return self.value(self.game.start) - self.play(names).gain()
        most, least = self.best_response(others[0], MAX), self.best_response(first, MIN)
        half = (most - least) / Fraction(2)
        return simplest(half) if isinstance(half, Fraction) else half

    # --- over all ways to break ties --------------------------------------------------------------

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
            return first, without_ties(always(WAITS))
        return first, open_plan(self.game, names[MIN], MIN)

    # those of wins, losses and gains of a table's row are asked for again and again
    @kept(64)
    def payoff_range(self, names: Names, pays: Pays) -> Interval:
        """The least and the largest mean of what is asked about the payoff, from the start."""
        return ties.payoff_range(self.game, self.open_profile(names), pays, session().progress)

    @kept(64)
    def turns_range(self, names: Names) -> Interval:
        """The least and the largest mean number of moves."""
        return ties.length_range(self.game, self.open_profile(names), session().progress)

    def gain_from_range(self, names: Names, state: State) -> Interval:
        """The least and the largest that MAX is paid on average, from the state."""
        self.solver.check(state)
        return self._gain_from_range(names, state)

    @kept(64)
    def _gain_from_range(self, names: Names, state: State) -> Interval:
        return ties.range_from(
            self.game, self.open_profile(names), state, ties.paid, session().progress
        )

    def reach_range(self, names: Names, state: State) -> Interval:
        """The least and the largest chance that play passes through the state."""
        self.solver.check(state)
        return self._reach_range(names, state)

    @kept(64)
    def _reach_range(self, names: Names, state: State) -> Interval:
        return ties.reach_range(self.game, self.open_profile(names), state, session().progress)

    def reach_any_range(self, names: Names, there: OfStates) -> Interval:
        """The least and the largest chance that play passes through a state of which this is
        true.
        """
        return ties.reach_any_range(self.game, self.open_profile(names), there, session().progress)


class ImperfectInformationAnalysis(Analysis):
    """A game of imperfect information: where another analysis has a state, this one has what a
    player knows.
    """

    def at(self, written: Sequence[Argument]) -> Information:
        """What the arguments of a query say that a player knows."""
        return information_written(written)

    def mover(self, state: State) -> Player | None:
        """Raises `QueryError`: what follows an action depends on what is not seen."""
        raise QueryError(
            "what an action leads to depends on what the player does not see: ask for mixture or "
            "mixture_of_min, which say what is best by what it knows"
        )

    def information_sets(self, player: Player) -> int:
        """How many information sets the player has where it chooses."""
        return len(information_sets_of(self.game, player))

    # --- under optimal play -----------------------------------------------------------------------

    def value(self, state: State) -> Value:
        """What MAX is paid on average from the start, and at an end of play; `QueryError` from
        anywhere else.
        """
        end = self._paid_at(state)
        if end is not None:
            return end
        if self.digits is None:
            return solved(self.game).value
        # What the strategies prove exactly are fractions that nobody can read.
        return with_short_ends(enclosed(self.game, self.digits).value, self.digits)

    def _paid_at(self, written: Information) -> Exact | None:
        """What MAX is paid where play ends at the state that is written so; None at the start;
        `QueryError` saying what may be asked for any other.
        """
        if not written:
            return None
        try:
            state = state_at(self.game, written)
        except QueryError:
            state = None
        paid = self.game.payoff(state) if self.solver.is_state(state) else None
        if paid is None:
            raise QueryError(
                "what a state is worth depends on what the players believe there: ask value() or "
                f"worth() at the start, value({', '.join(fields_of(self.game))}) at an end, and "
                "mixture(...) or mixture_of_min(...) by what a player knows"
            )
        return paid

    def worth(self, state: State) -> Value:
        """The same, of MIN where it is to move at the start."""
        value = self.value(state)
        start = self.game.start
        is_going_on = not state and self.game.payoff(start) is None
        return -value if is_going_on and mover_at(self.game, start) == MIN else value

    def best(self, state: State) -> tuple[Action, ...]:
        """All actions that some optimal strategy plays by what is known, in their order."""
        if self.digits is not None:
            raise QueryError("bounds do not say which actions are optimal: leave digits out")
        players = players_knowing(self.game, state)
        if len(players) != 1:
            raise QueryError(
                f"{'both players' if players else 'no player'} may know {as_written(state)} where "
                "an action is chosen: ask for mixture or mixture_of_min"
            )
        (player,) = players
        info = self._set_at(player, state)
        book = ledger()
        # A proof file has one strategy of each player: it does not say what all others play.
        if book is not None:
            book.uncovered.append("all actions that optimal strategies play by what is known")
        return tuple(one for one in info.actions if self._range_at(player, info, one).upper > 0)

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """An optimal law of the player's action by what it knows."""
        return self.solver.mixed_action(information_at(self.game, player, state), player)

    def mixture_range(self, action: Argument, state: State, player: Player) -> Interval:
        """The least and the largest probability of the player's action over all optimal
        strategies.
        """
        known = information_at(self.game, player, state)
        info = information_sets_of(self.game, player)[known]
        taken = action_known(self.game, player, known, as_played(action))
        return self._range_at(player, info, taken)

    def optimal_laws(self, state: State, player: Player) -> OptimalLaws:
        """All optimal laws of the player's action by what it knows."""
        return self._optimal_plans(player).laws(self._set_at(player, state), (self.game, player))

    def _set_at(self, player: Player, written: Information) -> InformationSet:
        """The set of states in which the player knows what is written so."""
        known = information_at(self.game, player, written)
        return information_sets_of(self.game, player)[known]

    def _range_at(self, player: Player, info: InformationSet, action: Action) -> Interval:
        try:
            return self._optimal_plans(player).probability(info, action)
        except NeverReached as error:
            raise QueryError(str(error)) from error

    @kept(2)
    def _optimal_plans(self, player: Player) -> OptimalPlans:
        return OptimalPlans(tree_of(self.game), player, self.value(()))

    # --- over all optimal strategies --------------------------------------------------------------

    def payoff_range(self, names: Names, pays: Pays) -> Interval:
        """The least and the largest mean of what is asked about the payoff, when one player plays
        any of its optimal strategies and the other one that leaves no choice.
        """
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
        plan = self.solver.strategy(names[other], other) if len(names) > 1 else always(WAITS)
        return self._optimal_plans(opens[0]).paid(plan, pays)

    def turns_range(self, *_: Any, **__: Any) -> Interval:
        """Raises `QueryError`, and so do ranges at a state."""
        raise QueryError(NO_TIES)

    gain_from_range = reach_range = reach_any_range = turns_range


def analysis_of(game: Game, digits: int | None = None) -> Analysis:
    """The analysis of the game; with digits within bounds."""
    return (ImperfectInformationAnalysis if hides(game) else Analysis)(game, digits)
