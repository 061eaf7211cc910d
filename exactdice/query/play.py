"""A play of strategies by name: what they earn against each other, and how play goes.

`Play` answers exactly, or within bounds where digits are asked for. Where the game or a strategy
holds symbols the answers are functions of these. Under optimal play of a game with a symbol they
are functions in pieces: between the numbers at which optimal actions change they are those of any
number there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..exact.argument_checks import kept
from ..exact.cost import refuse_costly
from ..exact.errors import QueryError
from ..exact.numbers import Exact, as_exact, is_symbolic, shown, simplest
from ..exact.session import session
from ..game.graph import StateGraph, explore
from ..game.optional import exploring_cost, hides
from ..game.protocol import MAX, MIN, WAITS, Game, Player, Profile, State, always
from ..solvers.chain import ProfileFunctions
from ..solvers.evaluation import profiles
from ..solvers.evaluation.profiles import count_moments, least_count, refuse_memory, visits
from ..solvers.parametric import PiecewiseSolution, RationalSolution, solve_with_symbols
from ..symbolic.algebraic_numbers import simple_between
from ..symbolic.function import PiecewiseFunction, joined
from ..symbolic.rational_function import Polynomial, holds_symbol
from .register import (
    Answer,
    Argument,
    Arguments,
    FiniteNumericDistribution,
    Moments,
    NumericDistribution,
    Word,
    is_name,
)
from .states import is_waiting
from .strategies import named_strategy

OPTIMAL = "optimal"
Names = Arguments  # of strategies: MAX's, and MIN's where MIN plays
OfStates = Callable[[State], bool]


@dataclass(frozen=True)
class Play:
    """The play of the strategies of these names in a game; with digits, what they earn is within
    bounds at most 10^-digits apart where exact numbers take too long.
    """

    analysis: Any  # of the game, by an `Analysis`, which makes plays
    names: Names

    @property
    def game(self) -> Game:
        """The game that is played."""
        game: Game = self.analysis.game
        return game

    @property
    def profile(self) -> Profile:
        """The strategies."""
        plans: Profile = self.analysis.profile(self.names)
        return plans

    # --- what is paid -----------------------------------------------------------------------------

    # win, loss and gain of a table's row ask for the same law
    @kept(64)
    def payoff_distribution(self) -> FiniteNumericDistribution:
        """The law of what MAX is paid, from the start."""
        return profiles.payoff_distribution(self.game, self.profile, session().progress)

    def gain(self) -> Answer:
        """MAX's expected payoff, from the start."""
        return self.analysis.rounded(self.payoff_distribution().mean())

    def chance(self, sign: int) -> Answer:
        """The chance that MAX wins (sign 1), that neither does (0), or that MAX loses (-1)."""
        chance = self.payoff_distribution().probability(
            lambda paid: (paid > 0) - (paid < 0) == sign
        )
        return self.analysis.rounded(chance)

    def gain_from(self, state: State) -> Answer:
        """MAX's expected payoff, from the state."""
        payoff = self.payoff_at(state)
        if payoff is not None:
            return payoff
        values = self.state_values()
        # They are known where the strategies lead to from the start.
        if state in values:
            return self.analysis.rounded(values[state])
        following = profiles.Following(self.game, self.profile)
        graph = explore(following, [state], session().progress)
        times = visits(graph)
        paid = sum((paid * times[k] for k, paid in graph.payoffs.items()), Fraction(0))
        return self.analysis.rounded(simplest(paid))

    @kept(2)
    def state_values(self) -> Answer:
        """{state: MAX's expected payoff from there} for the states that play can reach."""
        return profiles.profile_values(self.game, self.profile, session().progress)

    def payoff_at(self, state: State) -> Exact | None:
        """MAX's payoff where the game is over; None where play goes on."""
        if hides(self.game):
            raise QueryError(
                "what strategies earn from a state on depends on what the players know there: ask "
                "gain(a, b), from the start"
            )
        self.analysis.check(state)
        return self.game.payoff(state)

    # --- how play goes ----------------------------------------------------------------------------

    def turns(self) -> Answer:
        """The mean number of moves."""
        return self.analysis.rounded(
            profiles.mean_length(self.game, self.profile, session().progress)
        )

    @kept(64)
    def turns_distribution(self) -> NumericDistribution:
        """The law of the number of moves."""
        return profiles.length_distribution(self.game, self.profile, session().progress)

    def turns_moments(self) -> Moments:
        """Mean and variance of the number of moves, and the least of them."""
        graph = _followed_graph(self)
        return self._count_moments([k not in graph.payoffs for k in range(len(graph))])

    def turns_generating_function(self, name: str) -> Answer:
        """The sum of P(so many moves) name^moves, a function of this symbol too."""
        return _profile_functions(self).generating_function(name)

    def _count_moments(self, counted: Sequence[bool]) -> Moments:
        """Mean, variance and least of how often play is in the states that are counted."""
        graph = _followed_graph(self)
        moments = count_moments(graph, _expected_visits(self), counted)
        return Moments(*moments, least_count(graph, counted))

    def reach(self, state: State) -> Exact:
        """The chance that play passes through the state.

        Play is there n times on average, and n_s times when it begins there; it comes there at all
        with the chance n / n_s, since from then on it is there n_s times.
        """
        self.analysis.check(state)
        if hides(self.game):
            return self.reach_any(lambda one: bool(one == state))
        graph = _followed_graph(self)
        if state not in graph.index:
            return 0
        from_there = explore(graph.game, [state])
        return simplest(_expected_visits(self)[graph.index[state]] / visits(from_there)[0])

    def reach_any(self, there: OfStates) -> Exact:
        """The chance that play passes through a state of which this is true."""
        return simplest(sum(self.entered(there).values(), Fraction(0)))

    def entered(self, there: OfStates) -> dict[State, Fraction]:
        """{state: the chance that it is the first one of play of which this is true}."""
        graph = _followed_graph(self)
        states = list(map(self._game_state, graph.states))
        found = [k for k, state in enumerate(states) if there(state)]
        # Where play is in such a state it ends here, so that it is counted once.
        times = visits(graph.paying({**graph.payoffs, **dict.fromkeys(found, 0)}))
        chances: dict[State, Fraction] = defaultdict(Fraction)
        for k in found:
            chances[states[k]] += times[k]
        return chances

    def visits(self, player: Player) -> Exact:
        """How many decisions the player takes on average: how often it has an action to choose."""
        deciding = zip(self._decision_states(player), _expected_visits(self), strict=True)
        return simplest(sum((often for decides, often in deciding if decides), Fraction(0)))

    def visits_moments(self, player: Player) -> Moments:
        """Mean and variance of the number of decisions that the player takes, and the least."""
        return self._count_moments(self._decision_states(player))

    def _decision_states(self, player: Player) -> list[bool]:
        """Whether the player has an action to choose, in each state that play passes."""
        graph = _followed_graph(self)
        return [
            k not in graph.payoffs and not is_waiting(self.game, self._game_state(state), player)
            for k, state in enumerate(graph.states)
        ]

    def _game_state(self, followed: Any) -> State:
        """The state of the game in one of the game left when strategies are fixed, which may say
        what is known besides.
        """
        return followed.state if hides(self.game) else followed


@kept(4)
def _followed_graph(play: Play) -> StateGraph:
    follow = profiles.following if hides(play.game) else profiles.Following
    return explore(follow(play.game, play.profile), progress=session().progress)


@kept(4)
def _expected_visits(play: Play) -> list[Fraction]:
    return visits(_followed_graph(play))


@kept(8)
def _profile_functions(play: Play, *start: State) -> ProfileFunctions:
    followed = profiles.following(play.game, play.profile)
    return ProfileFunctions(followed, session().progress, *start)


# --- with symbols ---------------------------------------------------------------------------------


class PlayOfFunctions(Play):
    """Strategies in a game with symbols, or with symbols of their own: functions of all of them."""

    @property
    def profile(self) -> Profile:
        """The strategies by their names alone, of which nobody makes tables of numbers."""
        first = named_strategy(self.game, self.names[MAX], MAX)
        is_solo = len(self.names) == 1
        return first, always(WAITS) if is_solo else named_strategy(self.game, self.names[MIN], MIN)

    def payoff_distribution(self) -> Answer:
        """The law of what MAX is paid, from the start."""
        return _profile_functions(self).payoff_distribution()

    def gain(self) -> Answer:
        """MAX's expected payoff, from the start."""
        return _profile_functions(self).value()

    def chance(self, sign: int) -> Answer:
        """The chance that MAX wins (sign 1), that neither does (0), or that MAX loses (-1)."""
        return _profile_functions(self).chance(sign)

    def gain_from(self, state: State) -> Answer:
        """MAX's expected payoff, from the state."""
        values = self._state_functions().values()
        if state in values:
            return values[state]
        payoff = self.payoff_at(state)
        return _profile_functions(self, state).value() if payoff is None else payoff

    def turns(self) -> Answer:
        """The mean number of moves."""
        return _profile_functions(self).mean_length()

    def turns_distribution(self) -> Answer:
        """The law of the number of moves."""
        law = _profile_functions(self).length_distribution()
        if law is None:
            raise profiles.no_longest(self.game)
        return law

    def reach(self, state: State) -> Answer:
        """The chance that play passes through the state."""
        functions = self._state_functions()
        if state not in map(self._game_state, functions.chain.states):
            self.analysis.check(state)
        return functions.reach(lambda known: bool(self._game_state(known) == state))

    def reach_any(self, there: OfStates) -> Answer:
        """The chance that play passes through a state of which this is true."""
        return self._state_functions().reach(lambda known: there(self._game_state(known)))

    def entered(self, there: OfStates) -> Answer:
        """Raises `QueryError`: the chances are functions of symbols."""
        raise QueryError(
            "the law at the first such state depends on symbols: give them numbers, or ask for "
            "reach_probability(a, b, event)"
        )

    def visits(self, player: Player) -> Answer:
        """How many decisions the player takes on average."""
        return self._state_functions().mean_visits(
            lambda known: not is_waiting(self.game, self._game_state(known), player)
        )

    def _state_functions(self) -> ProfileFunctions:
        """The answers, where strategies look at the state alone."""
        refuse_memory(self.profile)
        return _profile_functions(self)


def in_pieces(game: Game, names: Names, ask: Callable[[Names], Any]) -> PiecewiseFunction:
    """The function that answers in each piece of optimal play as `ask` does with the names of the
    strategies there, on one line.
    """
    solution = pieces_of(game)
    if not isinstance(solution, PiecewiseSolution):
        raise QueryError(
            f"optimal play of {shown(game)} holds several symbols: give numbers to all but one"
        )
    changes = set()
    for function in solution.values.values():
        if any(piece.mixtures for piece in function.pieces):
            raise QueryError(
                f"both players choose at once in {shown(game)}, where optimal play is a mixture "
                "that changes with the symbol: give the symbol a number"
            )
        pairs = pairwise(function.pieces)
        changes |= {left.upper for left, right in pairs if left.best != right.best}
    first, *_, last = next(iter(solution.values.values())).ends
    ends = [first, *sorted(changes, key=lambda point: point.low), last]
    count, watch = len(ends) - 1, session().progress
    refuse_costly(f"optimal play of {shown(game)} in {count} pieces", count * exploring_cost(game))
    parts = []
    for done, (lower, upper) in enumerate(pairwise(ends)):
        if watch:
            watch(done, count)
        number = as_exact(simple_between(lower, upper))
        found = ask(tuple(_strategy_at_number(game, name, number) for name in names))
        if not isinstance(found, PiecewiseFunction):
            raise QueryError(
                "under optimal play that changes with the symbol a value needs to be one on all of "
                f"its domain, of this symbol alone, got {shown(found)}: state a smaller domain, as "
                "p=1/4..1/2, and give numbers to others"
            )
        parts.append((lower, upper, found))
    return joined(solution.line, parts)


def follows_optimal(game: Game, name: Argument) -> bool:
    """Whether the strategy of this name follows, or mixes in, optimal play that depends on a symbol
    of the game.
    """
    if not isinstance(name, Word) or not is_dataclass(game):
        return False
    if name.name == OPTIMAL:
        return not any(key in _symbolic_options(game) for key, _ in name.options)
    return any(follows_optimal(game, part) for part in name.arguments or ())


def _symbolic_options(game: Any) -> dict[str, Any]:
    options = {field.name: getattr(game, field.name) for field in fields(game)}
    return {key: value for key, value in options.items() if holds_symbol(value)}


def _substitute_number(value: Any, number: Exact) -> Answer:
    """The value of an option where its symbol is the number."""
    if isinstance(value, tuple):
        return tuple(_substitute_number(part, number) for part in value)
    return value.at(number) if isinstance(value, Polynomial) else value


def _strategy_at_number(game: Game, name: Argument, number: Exact) -> Argument:
    """The name of the same strategy with the optimal play of this number."""
    if not isinstance(name, Word) or not follows_optimal(game, name):
        return name
    if name.name == OPTIMAL:
        held = _symbolic_options(game)
        numbers = tuple((key, _substitute_number(value, number)) for key, value in held.items())
        return Word(OPTIMAL, (), (*name.options, *numbers))
    parts = tuple(_strategy_at_number(game, part, number) for part in name.arguments or ())
    return Word(name.name, parts, name.options)


def draws_by_symbol(name: object) -> bool:
    """Whether it is a mixture of strategies with a symbol among its probabilities."""
    if not isinstance(name, Word) or name.name != "mixed" or not name.arguments:
        return False
    # A name, or an expression of symbols.
    draws = any(is_symbolic(chance) or is_name(chance) for chance in name.arguments[1::2])
    return draws or any(map(draws_by_symbol, name.arguments[::2]))


def symbol_named(given: Arguments) -> str:
    """The name of the symbol that a word is given last, z without one."""
    if not given:
        return "z"
    match given:
        case (Word(name, None),):
            return name
    raise QueryError(
        "the generating function takes the name of its symbol last, as z, got "
        f"{', '.join(map(str, given))}"
    )


@kept(16)
def pieces_of(game: Game, *start: State) -> PiecewiseSolution | RationalSolution:
    """The solution as functions of symbols, from the start or another state, kept for the queries
    that follow.
    """
    return solve_with_symbols(game, session().progress, start or None)
