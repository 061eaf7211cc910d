"""A game as the words of every game see it: what it is worth, what is best, what strategies earn.

`View` answers for any game on the protocol, by the solvers and the evaluation of strategies. A game
with a shorter way to some answers has a view of its own, entered with
`fast_path_of(view_of, TheGame)`, which overrides those answers alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ..distribution import Distribution, EndlessLaw
from ..errors import QueryError
from ..evaluation import profiles, ties
from ..evaluation.profiles import best_response
from ..evaluation.ties import OpenProfile, Pays, paid, without_ties
from ..evaluation.visits import count_moments, least_count, visits
from ..exact import Bounds, Exact, Value, shown, simplest
from ..game import (
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
    Profile,
    State,
    Strategy,
    always,
    mover_at,
    strategy,
)
from ..graph import GrowingSize, StateGraph, explore
from ..hidden.extremes import NeverReached, OptimalPlans
from ..hidden.information import Information
from ..hidden.solution import with_short_ends
from ..hidden.tree import InformationSet
from ..kept import kept
from ..matrices.optimal_laws import OptimalLaws, laws_of_choice, laws_of_matrix
from ..optional import Hiding, SupportsFamily, exploring_cost, hides, is_solo
from ..parametric.polynomial import holds_symbol
from ..parametric.rational_function import RationalFunction
from ..solvers.asked import asked_store
from ..solvers.parametric import PiecewiseSolution, RationalSolution, solve_with_symbols
from .by_game import by_game
from .proving import ledger
from .register import Argument, Moments, Word, leaves_ties, watcher
from .states import (
    action_at,
    action_known,
    as_played,
    as_written,
    fields_of,
    information_at,
    information_sets_of,
    information_written,
    is_waiting,
    players_knowing,
    state_at,
    tree_of,
)
from .strategies import NO_TIES, enclosed, named_strategy, open_plan, solved

Names = tuple[Argument, ...]  # of strategies: MAX's, and MIN's where MIN plays
OfStates = Callable[[State], bool]


@dataclass(frozen=True)
class View:
    """The game, with exact answers."""

    game: Game

    # --- what an answer costs, estimated before any work ------------------------------------------

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of what is best at the state that these arguments of a query mean."""
        return exploring_cost(self.game)

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start; `table_cost` is that of the same
        at every state, `length_cost` that of the law of the number of moves.
        """
        return exploring_cost(self.game)

    table_cost = length_cost = start_cost

    def levels_cost(self, moves: int) -> int:
        """The cost of the states after so many moves: they are counted as they are found."""
        return 0

    # --- the states -------------------------------------------------------------------------------

    def at(self, written: Sequence[Argument]) -> State:
        """The state that these arguments of a query mean."""
        return state_at(self.game, written)

    def contains(self, state: State) -> bool:
        """Whether play can reach the state."""
        # The start needs no search, which for a large game takes longer than its bounds.
        return state == self.game.start or state in graph_of(self.game).index

    def check(self, state: State) -> None:
        """Raise `QueryError` for what is no state of the game."""
        if not self.contains(state):
            raise QueryError(
                f"{as_written(state)} is no state that play of {shown(self.game)} can reach: its "
                f"fields are {', '.join(fields_of(self.game))}"
            )

    def payoff(self, state: State) -> Exact | None:
        """What MAX is paid when the game is over at the state."""
        self.check(state)
        return self.game.payoff(state)

    def payoffs(self) -> frozenset[Exact]:
        """What MAX may be paid when the game is over."""
        ends = (node.payoff for node in graph_of(self.game).nodes)
        return frozenset(payoff for payoff in ends if payoff is not None)

    def mover(self, state: State) -> Player | None:
        """The player to move at the state; None where both choose. `QueryError` when the game is
        over there.
        """
        if self.payoff(state) is not None:
            raise QueryError(f"the game is over at {as_written(state)}, so nobody moves there")
        return mover_at(self.game, state)

    def states(self) -> int:
        """How many states play can reach, finished ones too."""
        return len(graph_of(self.game).nodes)

    def information_sets(self, player: Player) -> int:
        """Raises `QueryError`: where all is seen each state is one."""
        raise QueryError(
            f"{shown(self.game)} hides nothing from its players, so that each state where one "
            "chooses is an information set: ask for states()"
        )

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
        """What MAX is paid on average from the state."""
        payoff = self.payoff(state)
        return self.value_within(state) if payoff is None else payoff

    def value_within(self, state: State) -> Value:
        """The same where play goes on."""
        return solved(self.game).values[state]

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
        return self.best_within(state)

    def best_within(self, state: State) -> tuple[Action, ...]:
        """The same where one player is known to move."""
        return tuple(solved(self.game).optimal_actions[state])

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """An optimal law of the player's action; one action for certain where only it moves."""
        self.mover(state)
        return solved(self.game).strategies[player][state]

    def mixture_range(self, action: Argument, state: State, player: Player) -> Bounds:
        """The least and the largest probability of the player's action over all optimal
        strategies.
        """
        laws = self.optimal_laws(state, player)
        taken = action_at(self.game, state, player, action)
        found = laws.strategies.extent({laws.columns[taken]: 1}, laws.unit)
        assert found is not None  # there is an optimal law at every state
        return found

    @kept(64)
    def optimal_laws(self, state: State, player: Player) -> OptimalLaws:
        """All optimal laws of the player's action."""
        mover = self.mover(state)
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
        law = self.game.outcomes(state, joint)
        mean: Value = Fraction(0)
        for after, weight in law.items():
            payoff = self.game.payoff(after)
            mean += (self.value_within(after) if payoff is None else payoff) * weight
        mean = mean / Fraction(law.total)
        return mean if isinstance(mean, Bounds) else simplest(mean)

    # --- under strategies -------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many players choose: strategies that a word asks for."""
        return 1 if is_solo(self.game) else 2

    def profile(self, names: Names) -> Profile:
        """The strategies of these names."""
        first = self.plan(names[MAX], MAX)
        return (first, always(WAITS) if len(names) == 1 else self.plan(names[MIN], MIN))

    def plan(self, name: Argument, player: Player) -> Strategy:
        """The player's strategy of this name."""
        return named_strategy(self.game, name, player)

    # win, loss and gain of a table's row ask for the same law
    @kept(64)
    def payoff_law(self, names: Names) -> Distribution[Exact]:
        """The law of what MAX is paid, from the start."""
        return profiles.payoff_law(self.game, self.profile(names), watcher.get())

    def chance(self, names: Names, sign: int) -> Value:
        """The chance that MAX wins (sign 1), that neither does (0), or that MAX loses (-1)."""
        return self.payoff_law(names).chance(lambda paid: (paid > 0) - (paid < 0) == sign)

    def gain(self, names: Names) -> Value:
        """What MAX is paid on average, from the start."""
        return self.payoff_law(names).mean()

    @kept(64)
    def gain_from(self, names: Names, state: State) -> Value:
        """What MAX is paid on average, from the state."""
        payoff = self.payoff(state)
        if payoff is not None:
            return payoff
        values = _profile_values(self, names)
        # They are known where the strategies lead to from the start.
        if state in values:
            return values[state]
        following = profiles.Following(self.game, self.profile(names))
        graph = explore(following, [state], watcher.get())
        times = visits(graph)
        return simplest(sum((paid * times[k] for k, paid in graph.payoffs.items()), Fraction(0)))

    def turns(self, names: Names) -> Value:
        """The mean number of moves."""
        return profiles.mean_length(self.game, self.profile(names), watcher.get())

    @kept(64)
    def turns_law(self, names: Names) -> Distribution[Exact] | EndlessLaw:
        """The law of the number of moves."""
        return profiles.length_law(self.game, self.profile(names), watcher.get())

    def turns_moments(self, names: Names) -> Moments:
        """Mean and variance of the number of moves, and the least of them."""
        graph = _followed(self, names)
        going_on = [k not in graph.payoffs for k in range(len(graph))]
        return self._moments(names, going_on)

    def _moments(self, names: Names, counted: Sequence[bool]) -> Moments:
        """Mean, variance and least of how often play is in the states that are counted."""
        graph = _followed(self, names)
        moments = count_moments(graph, _visits(self, names), counted)
        return Moments(*moments, least_count(graph, counted))

    # exploitability asks for those of both players
    @kept(64)
    def best_response(self, name: Argument, player: Player) -> Value:
        """What MAX is paid on average when `player` plays its best against this strategy of the
        other.
        """
        plan = self.plan(name, OTHER[player])
        return best_response(self.game, plan, player, watcher.get()).value

    def exploitability(self, names: Names) -> Value:
        """How much a player gains on average over both seats by a best response."""
        first, *others = names
        if not others:
            # A game for one: what optimal play would earn more.
            return self.value(self.game.start) - self.gain(names)
        most, least = self.best_response(others[0], MAX), self.best_response(first, MIN)
        half = (most - least) / Fraction(2)
        return simplest(half) if isinstance(half, Fraction) else half

    def reach(self, names: Names, state: State) -> Exact:
        """The chance that play passes through the state.

        Play is there n times on average, and n_s times when it begins there; it comes there at all
        with the chance n / n_s, since from then on it is there n_s times.
        """
        self.check(state)
        graph = _followed(self, names)
        if state not in graph.index:
            return 0
        from_there = explore(graph.game, [state])
        times = _visits(self, names)[graph.index[state]]
        return simplest(times / visits(from_there)[0])

    def reach_any(self, names: Names, there: OfStates) -> Exact:
        """The chance that play passes through a state of which this is true."""
        return simplest(sum(self.entered(names, there).values(), Fraction(0)))

    def entered(self, names: Names, there: OfStates) -> dict[State, Fraction]:
        """{state: the chance that it is the first one of play of which this is true}."""
        graph = _followed(self, names)
        states = list(map(self.in_game, graph.states))
        found = [k for k, state in enumerate(states) if there(state)]
        # Where play is in such a state it ends here, so that it is counted once.
        times = visits(graph.paying({**graph.payoffs, **dict.fromkeys(found, 0)}))
        chances: dict[State, Fraction] = defaultdict(Fraction)
        for k in found:
            chances[states[k]] += times[k]
        return chances

    def visits(self, names: Names) -> tuple[Exact, ...]:
        """How many decisions each player takes on average: how often it has an action to choose."""
        times = zip(_followed(self, names).nodes, _visits(self, names), strict=True)
        going_on = [
            (self.in_game(node.state), often) for node, often in times if node.payoff is None
        ]
        counts = []
        for player in PLAYERS[: self.players]:
            deciding = (often for at, often in going_on if not is_waiting(self.game, at, player))
            counts.append(simplest(sum(deciding, Fraction(0))))
        return tuple(counts)

    def visits_moments(self, names: Names, player: Player) -> Moments:
        """Mean and variance of the number of decisions that the player takes, and the least."""
        graph = _followed(self, names)
        deciding = [
            k not in graph.payoffs and not is_waiting(self.game, self.in_game(state), player)
            for k, state in enumerate(graph.states)
        ]
        return self._moments(names, deciding)

    def in_game(self, followed: Any) -> State:
        """The state of the game in one of the game left when strategies are fixed, which may say
        what is known besides.
        """
        return followed.state if hides(self.game) else followed

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
    def payoff_range(self, names: Names, pays: Pays) -> Bounds:
        """The least and the largest mean of what is asked about the payoff, from the start."""
        return ties.payoff_range(self.game, self.open_profile(names), pays, watcher.get())

    @kept(64)
    def turns_range(self, names: Names) -> Bounds:
        """The least and the largest mean number of moves."""
        return ties.length_range(self.game, self.open_profile(names), watcher.get())

    @kept(64)
    def gain_from_range(self, names: Names, state: State) -> Bounds:
        """The least and the largest that MAX is paid on average, from the state."""
        self.check(state)
        return ties.range_from(self.game, self.open_profile(names), state, paid, watcher.get())

    @kept(64)
    def reach_range(self, names: Names, state: State) -> Bounds:
        """The least and the largest chance that play passes through the state."""
        self.check(state)
        return ties.reach_range(self.game, self.open_profile(names), state, watcher.get())

    def reach_any_range(self, names: Names, there: OfStates) -> Bounds:
        """The least and the largest chance that play passes through a state of which this is
        true.
        """
        return ties.reach_any_range(self.game, self.open_profile(names), there, watcher.get())

    # --- joint actions ----------------------------------------------------------------------------

    def joint(self, state: State, chosen: Mapping[Player, Action]) -> JointAction:
        """The joint action in which these players choose so."""
        # Who is not to move has one action, which need not be called WAIT.
        first, second = (
            chosen[player] if player in chosen else self.game.actions(state, player)[0]
            for player in PLAYERS
        )
        return first, second


@dataclass(frozen=True)
class EnclosingView(View):
    """The game, with values within bounds at most 10^-digits apart."""

    digits: int

    def value_within(self, state: State) -> Bounds:
        """Bounds on what MAX is paid on average."""
        return enclosed(self.game, self.digits).bounds[state]

    def best_within(self, state: State) -> tuple[Action, ...]:
        """Raises `QueryError`: within bounds two actions may look alike."""
        raise QueryError(
            "bounds do not say which actions are optimal: leave digits out, or compare what "
            "after gives for two actions"
        )

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """A law of the player's action that is optimal up to 10^-digits."""
        self.mover(state)
        return self._nearly_optimal(state, player)

    def _nearly_optimal(self, known: State, player: Player) -> ActionLaw:
        book = ledger.get()
        # A proof file has no form for a mixture that is nearly optimal: it says what it leaves.
        if book is not None:
            book.uncovered.append("a mixture that is optimal up to 10^-digits alone")
        return enclosed(self.game, self.digits).strategies[player][known]

    def plan(self, name: Argument, player: Player) -> Strategy:
        """The player's strategy of this name; `optimal` guarantees the value up to 10^-digits."""
        if name == Word("optimal"):
            return strategy(enclosed(self.game, self.digits).strategies[player])
        return super().plan(name, player)


@dataclass(frozen=True)
class RoundedView(View):
    """The game within bounds 10^-digits apart around the exact numbers of another view, where those
    are quick to find.
    """

    exactly: View
    digits: int


def _of_exact(name: str) -> Any:
    """The method of the exact view, its number within bounds."""

    def asked(self: RoundedView, *arguments: Any) -> Any:
        found = getattr(self.exactly, name)(*arguments)
        is_number = name in ROUNDED and isinstance(found, Exact)
        return Bounds.around(found, self.digits) if is_number else found

    return asked


ROUNDED = ("value_within", "chance", "gain", "gain_from", "turns", "best_response")
AS_THEY_ARE = (
    *("state_cost", "start_cost", "table_cost", "length_cost", "levels_cost"),
    *("contains", "payoffs", "states", "positions_at", "mixture", "best_within"),
)
for _name in (*ROUNDED, *AS_THEY_ARE):
    setattr(RoundedView, _name, _of_exact(_name))


# --- games in which the players do not see everything ---------------------------------------------


@dataclass(frozen=True)
class HiddenView(View):
    """A game in which the players do not see everything: where another view has a state, this one
    has what a player knows.
    """

    game: Hiding

    def at(self, written: Sequence[Argument]) -> Information:
        """What the arguments of a query say that a player knows."""
        return information_written(written)

    def mover(self, state: State) -> Player | None:
        """Raises `QueryError`: what follows an action depends on what is not seen."""
        raise QueryError(
            "what an action leads to depends on what the player does not see: ask for mixture or "
            "mixture_of_min, which say what is best by what it knows"
        )

    # --- under optimal play -----------------------------------------------------------------------

    def value(self, state: State) -> Value:
        """What MAX is paid on average from the start, and at an end of play; `QueryError` from
        anywhere else.
        """
        end = self._paid_at(state)
        return solved(self.game).value if end is None else end

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
        paid = self.game.payoff(state) if self.contains(state) else None
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
        players = players_knowing(self.game, state)
        if len(players) != 1:
            raise QueryError(
                f"{'both players' if players else 'no player'} may know {as_written(state)} where "
                "an action is chosen: ask for mixture or mixture_of_min"
            )
        (player,) = players
        info = self._set_at(player, state)
        book = ledger.get()
        # A proof file has one strategy of each player: it does not say what all others play.
        if book is not None:
            book.uncovered.append("all actions that optimal strategies play by what is known")
        return tuple(one for one in info.actions if self._range_at(player, info, one).upper > 0)

    def _set_at(self, player: Player, written: Information) -> InformationSet:
        """The set of states in which the player knows what is written so."""
        known = information_at(self.game, player, written)
        return information_sets_of(self.game, player)[known]

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """An optimal law of the player's action by what it knows."""
        known = information_at(self.game, player, state)
        return solved(self.game).strategies[player][known]

    def mixture_range(self, action: Argument, state: State, player: Player) -> Bounds:
        """The least and the largest probability of the player's action over all optimal
        strategies.
        """
        known = information_at(self.game, player, state)
        info = information_sets_of(self.game, player)[known]
        taken = action_known(self.game, player, known, as_played(action))
        return self._range_at(player, info, taken)

    def optimal_laws(self, state: State, player: Player) -> OptimalLaws:
        """All optimal laws of the player's action by what it knows."""
        info = self._set_at(player, state)
        return self._optimal_plans(player).laws(info, (self.game, player))

    def _range_at(self, player: Player, info: InformationSet, action: Action) -> Bounds:
        try:
            return self._optimal_plans(player).probability(info, action)
        except NeverReached as error:
            raise QueryError(str(error)) from error

    def information_sets(self, player: Player) -> int:
        """How many information sets the player has where it chooses."""
        return len(information_sets_of(self.game, player))

    @kept(2)
    def _optimal_plans(self, player: Player) -> OptimalPlans:
        return OptimalPlans.of(tree_of(self.game), player, self.value(()))

    # --- under strategies -------------------------------------------------------------------------

    def gain_from(self, names: Names, state: State) -> Value:
        """Raises `QueryError`: from a state on, what the players know is not said."""
        raise QueryError(
            "what strategies earn from a state on depends on what the players know there: ask "
            "gain(a, b), from the start"
        )

    def reach(self, names: Names, state: State) -> Exact:
        """The chance that play passes through the state, whatever the players know there."""
        self.check(state)
        return self.reach_any(names, lambda one: bool(one == state))

    # --- over all optimal strategies --------------------------------------------------------------

    def payoff_range(self, names: Names, pays: Pays) -> Bounds:
        """The least and the largest mean of what is asked about the payoff, when one player plays
        any of its optimal strategies and the other one that leaves no choice.
        """
        if pays == paid and names == (Word("optimal"), Word("optimal")):
            value = solved(self.game).value
            return Bounds(value, value)  # optimal strategies earn the value against each other
        opens = [player for player in PLAYERS[: len(names)] if names[player] == Word("optimal")]
        if len(opens) != 1 or sum(map(leaves_ties, names)) > 1:
            raise QueryError(
                "this range is over the optimal strategies of one player against a strategy that "
                f"leaves no choice, as in (optimal, random), got {', '.join(map(str, names))}"
            )
        other = OTHER[opens[0]]
        plan = self.plan(names[other], other) if len(names) > 1 else always(WAITS)
        return self._optimal_plans(opens[0]).paid(plan, pays)

    def turns_range(self, *_: Any, **__: Any) -> Bounds:
        """Raises `QueryError`, and so do ranges at a state."""
        raise QueryError(NO_TIES)

    gain_from_range = reach_range = reach_any_range = turns_range


@dataclass(frozen=True)
class HiddenEnclosingView(HiddenView, EnclosingView):
    """The same with values within bounds at most 10^-digits apart."""

    def value(self, state: State) -> Value:
        """Bounds on what MAX is paid on average from the start, and what it is at an end."""
        end = self._paid_at(state)
        if end is not None:
            return end
        # What the strategies prove exactly are fractions that nobody can read.
        return with_short_ends(enclosed(self.game, self.digits).value, self.digits)

    def best(self, state: State) -> tuple[Action, ...]:
        """Raises `QueryError`: within bounds two actions may look alike."""
        raise QueryError("bounds do not say which actions are optimal: leave digits out")

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """A law of the player's action that is optimal up to 10^-digits."""
        return self._nearly_optimal(information_at(self.game, player, state), player)


class StoredView(View):
    """The game, with answers from a store: no state is looked for that is in it."""

    def state_cost(self, given: Sequence[Argument]) -> int:
        """One level is read."""
        return 0

    def contains(self, state: State) -> bool:
        """Whether play can reach the state."""
        # A store does not hold what is finished.
        return state in solved(self.game).values or super().contains(state)


@dataclass(frozen=True)
class SymbolView(View):
    """A game whose weights or payoffs hold a symbol: what it is worth is a function of it."""

    def start_cost(self) -> int:
        """What functions of strategies cost is counted as they are found, too."""
        return 0

    table_cost = length_cost = start_cost

    def contains(self, state: State) -> bool:
        """Whether play can reach the state; the states of a family are known for all."""
        if state == self.game.start:
            return True
        if isinstance(self.game, SupportsFamily) and state in set(self.game.family_states()):
            return True
        return state in pieces_of(self.game).values

    def value_within(self, state: State) -> Any:  # no number, but it is calculated with as one
        """What MAX is paid on average from the state, as a function of the symbol."""
        solution = pieces_of(self.game)
        if state not in solution.values:
            solution = pieces_of(self.game, state)
        return solution.values[state]

    def after(self, state: State, joint: JointAction) -> Value:
        """Raises `QueryError`: which state follows depends on the symbol."""
        raise QueryError(
            f"what follows an action at {as_written(state)} depends on a symbol: give it a number, "
            "or ask for worth(...)"
        )

    def best_within(self, state: State) -> tuple[Action, ...]:
        """The only action where nobody has a choice; else refused, as what is best depends on the
        symbol.
        """
        function = self.value_within(state)
        if isinstance(function, RationalFunction):
            return self.game.actions(state, mover_at(self.game, state) or MAX)
        raise QueryError(
            f"what is best at {as_written(state)} depends on {function.name}: give it a number, as "
            f"in {function.name}=1/3, or ask for breaks(worth(...)) and choices(worth(...))"
        )


@by_game
def view_of(game: Game) -> View:
    """The exact view of the game."""
    if hides(game):
        return HiddenView(game)
    return SymbolView(game) if holds_symbol(game) else View(game)


@by_game
def stored_view_of(game: Game) -> View:
    """The exact view of the game, with answers from a store."""
    return StoredView(game)


@by_game
def enclosing_view_of(game: Game, digits: int) -> View:
    """The view of the game within bounds."""
    if hides(game):
        return HiddenEnclosingView(game, digits)
    return EnclosingView(game, digits)


def view_within(game: Game, digits: int | None) -> View:
    """The exact view of the game, by the store where one is read; with digits the one
    within bounds.
    """
    if digits is not None:
        return enclosing_view_of(game, digits)
    return stored_view_of(game) if asked_store() and not hides(game) else view_of(game)


# --- results that several questions need ----------------------------------------------------------


@kept(2)
def graph_of(game: Game) -> StateGraph:
    """All states of the game."""
    return explore(game, progress=watcher.get())


@kept(8)
def _profile_values(view: View, names: Names) -> Mapping[State, Exact]:
    return profiles.profile_values(view.game, view.profile(names), watcher.get())


@kept(4)
def _followed(view: View, names: Names) -> StateGraph:
    follow = profiles.following if hides(view.game) else profiles.Following
    return explore(follow(view.game, view.profile(names)), progress=watcher.get())


@kept(4)
def _visits(view: View, names: Names) -> list[Fraction]:
    return visits(_followed(view, names))


@kept(16)
def pieces_of(game: Game, *start: State) -> PiecewiseSolution | RationalSolution:
    """The solution as functions of symbols, from the start or another state, kept for the queries
    that follow.
    """
    return solve_with_symbols(game, watcher.get(), start or None)
