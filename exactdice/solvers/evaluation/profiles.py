"""Values of strategies: of a profile from every state, distributions of the payoff and the length,
best responses, win rates.

The generic functions follow the explicit graph, also when play can come back to a state. A game
with a fast solver registers it on the same function, which then returns the same answer (a test
compares them).

The expected visits of play to each state follow from n(t) = [t is the start] + sum over s of
n(s) P(s -> t): each state hands on what has come to it. Let N be how often play is in a set C of
nodes, and h(s) = [s in C] + sum over t of P(s -> t) h(t) its mean when play begins in s. Each visit
to C is followed by the later ones, so that E[N^2] = sum over s in C of n(s) (2 h(s) - 1).

Strategies with memory are followed exactly: what each remembers stands in the state. That game is
finite where play can bring each memory to finitely many values.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import inf, lcm
from typing import Any, NamedTuple, cast

from flint import fmpq

from ...distributions.distribution import (
    Distribution,
    InfiniteDistribution,
    from_probabilities,
    mixture,
    point,
)
from ...exact.argument_checks import got
from ...exact.cost import LIFTED
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Exact, Progress, as_exact, shown, simplest
from ...game.derived import GameFromGame, GameWithRecords
from ...game.graph import StateGraph, explore, is_acyclic
from ...game.graph.order import units_of
from ...game.optional import hides
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    Joint,
    JointAction,
    Plans,
    Player,
    Profile,
    State,
    StateDistribution,
    Strategy,
    WithMemory,
    checked_player,
    checked_profile,
    legal_choice,
    mover,
    refuse_no_game,
    strategy,
)
from ...game.solution import Solution
from ...symbolic.rational_function import HoldsSymbol, RationalFunction
from ..chain import ProfileFunctions
from ..fast_path import by_exact_class
from ..hidden.information import BY_STATES, informed, refuse_imperfect_information
from ..hidden.solution import best_response_imperfect_information
from ..iteration import (
    GraphSolver,
    refuse_endless,
    solve_graph,
    solve_linear_equations,
    strategy_iteration,
)
from ..parametric import solve_pieces
from ..values import ZERO

SHORT = 256  # bits of a common total of all distributions
Probabilities = dict[int, Any]  # of nodes, integers or fractions of flint


@by_exact_class
def profile_values(
    game: Game, profile: Profile, progress: Progress | None = None
) -> Mapping[State, Exact]:
    """{state: the mean payoff to MAX from there when both follow the profile}.

    It holds every unfinished state. With a symbol each value is a function of it: a
    `PiecewiseFunction` in one piece, of several a `RationalFunction`; so are the numbers that the
    following functions return. Raises `RulesError` when a strategy plays an action the game
    does not allow, `UnsolvableError` naming states from which play under the profile need not end.

    >>> from exactdice import DiceBattle, dice
    >>> game = DiceBattle(dice=3, target=2)
    >>> profile_values(game, (dice(3), dice(1)))[game.start]
    Fraction(193, 648)
    """
    refuse_imperfect_information(
        game, "who do not know its states: ask for payoff_distribution or simulate from the start"
    )
    followed = Following(game, profile)
    refuse_memory(followed.plans)
    try:
        return strategy_iteration(followed, progress).values
    except HoldsSymbol:
        return cast("Mapping[State, Exact]", ProfileFunctions(followed, progress).values())


@by_exact_class
def payoff_distribution(
    game: Game, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The distribution of the payoff to MAX from the start.

    For payoffs +1, 0, -1 these are the probabilities of a win, a draw, a loss.

    >>> from exactdice import DiceBattle, dice
    >>> payoff_distribution(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Distribution({1: 841, -1: 455})
    """
    followed = following(game, profile)
    try:
        graph = explore(followed, progress=progress)
    except HoldsSymbol:
        return cast(
            "Distribution[Exact]", ProfileFunctions(followed, progress).payoff_distribution()
        )
    # A finished state is visited at most once in a play, so its mean visits are its probability.
    probabilities: dict[Exact, Fraction] = defaultdict(Fraction)
    times = visits(graph)
    for k, payoff in graph.payoffs.items():
        probabilities[payoff] += times[k]
    return from_probabilities(dict(sorted(probabilities.items(), reverse=True)))


@by_exact_class
def length_distribution(
    game: Game, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact] | InfiniteDistribution:
    """The distribution of the number of moves (in a dice game: rolls) from the start to the end.

    Where play can come back to a state the number has no largest value: it is then an
    `InfiniteDistribution`, read off the generating function, with exact probabilities, mean,
    variance, quantiles and mode. Raises `TooCostly` where that function is too long; `mean_length`
    gives the mean of those too.

    >>> from exactdice import DiceBattle, dice
    >>> length_distribution(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Distribution({1: 750, 2: 455, 3: 91})

    >>> game = DiceBattle(dice=1, target=2, bust_score=0)  # a 1 adds nothing
    >>> throws = length_distribution(game, (dice(1), dice(1)))
    >>> throws.mean(), throws.variance(), throws.median(), throws[3]
    (Fraction(6, 5), Fraction(6, 25), 1, Fraction(5, 216))
    """
    followed = following(game, profile)
    try:
        graph = explore(followed, progress=progress)
    except HoldsSymbol:
        distribution = ProfileFunctions(followed, progress).length_distribution()
        if distribution is None:
            raise no_longest(game) from None
        return cast("Distribution[Exact]", distribution)
    if not is_acyclic(graph):
        refuse_endless(graph, MAX)
        try:
            return ProfileFunctions(followed, progress).endless_length()
        except UnsolvableError as error:
            raise type(error)(
                f"{no_longest(game, '')}, and too many states are met for their generating "
                "function: ask for the mean, or for an estimate, which is judged by the variance; "
                f"{LIFTED}"
            ) from error
    # Integers where a common total of all distributions is short: each move is one more factor.
    common = lcm(*graph.lists.totals)
    factor = common if common.bit_length() <= SHORT else 1
    ended: list[Exact] = []  # the probability that play ends after 0, 1, 2, ... moves
    probabilities: Probabilities = {0: 1}
    scale = 1
    while probabilities:  # without cycles they run out
        over = sum(probability for k, probability in probabilities.items() if k in graph.payoffs)
        ended.append(as_exact(fmpq(over) / scale))
        probabilities, scale = _advance(graph, probabilities, factor), scale * factor
    return from_probabilities(dict(enumerate(ended)))


def no_longest(
    game: Game, ask: str = ": ask for its mean, or for its generating function"
) -> UnsolvableError:
    """The error for a game whose length has no largest value."""
    return UnsolvableError(
        f"play of {shown(game)} can come back to a state, so its length has infinitely many "
        f"values{ask}"
    )


def _advance(graph: StateGraph, probabilities: Probabilities, factor: int) -> Probabilities:
    """The probability of each node one move later, times the factor."""
    after: Probabilities = defaultdict(int)
    for k, probability in probabilities.items():
        for transitions, total in map(graph.move, graph.moves_of(k)):
            share = probability * (factor // total) if factor > 1 else fmpq(probability) / total
            for t, weight in transitions:
                after[t] += share * weight
    return after


@by_exact_class
def length_generating_function(
    game: Game, profile: Profile, name: str = "z", progress: Progress | None = None
) -> RationalFunction:
    """The sum over k of P(k moves) z^k, as a rational function of z, the symbol of this name, and
    of all symbols that the game or the strategies hold; also when play can come back to a state.

    >>> from exactdice import DiceBattle, dice
    >>> length = length_generating_function(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    >>> length, length.derivative("z").at(z=1)
    ((750*z + 455*z^2 + 91*z^3)/1296, Fraction(1933, 1296))
    """
    return ProfileFunctions(following(game, profile), progress).generating_function(name)


@by_exact_class
def mean_length(game: Game, profile: Profile, progress: Progress | None = None) -> Exact:
    """The mean number of moves from the start to the end.

    >>> from exactdice import DiceBattle, dice
    >>> mean_length(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Fraction(1933, 1296)
    """
    followed = following(game, profile)
    try:
        graph = explore(followed, progress=progress)
    except HoldsSymbol:
        return cast("Exact", ProfileFunctions(followed, progress).mean_length())
    moves = (times for k, times in enumerate(visits(graph)) if k not in graph.payoffs)
    return simplest(sum(moves, Fraction(0)))


# --- expected visits ------------------------------------------------------------------------------


def visits(graph: StateGraph) -> list[Fraction]:
    """The expected visits of play from node 0 to each node, in a graph without choices.

    Raises `UnsolvableError` when play need not end.
    """
    refuse_endless(graph, MAX)
    times = [ZERO] * len(graph)
    times[0] = fmpq(1)
    for unit in reversed(units_of(graph)):  # each after all that lead to it
        states = unit.states.tolist()
        inside = set(states if unit.is_cyclic else ())
        if inside:
            rows: dict[int, dict[int, fmpq]] = {t: {} for t in states}
            for s in states:
                for t, probability in _transitions(graph, s):
                    if t in inside:
                        rows[t][s] = probability
            for t, often in solve_linear_equations(rows, {t: times[t] for t in states}).items():
                times[t] = often
        for s in states:
            often = times[s]
            if often and s not in graph.payoffs:
                for t, probability in _transitions(graph, s):
                    if t not in inside:
                        times[t] += often * probability
    return [Fraction(as_exact(often)) for often in times]


def _transitions(graph: StateGraph, node: int) -> Iterator[tuple[int, fmpq]]:
    """Where the one move at the node leads, with the probabilities."""
    ((transitions, total),) = map(graph.move, graph.moves_of(node))
    return ((t, fmpq(weight, total)) for t, weight in transitions)


def count_moments(
    graph: StateGraph, times: Sequence[Fraction], counted: Sequence[bool]
) -> tuple[Exact, Exact]:
    """The mean and the variance of how often play is at counted nodes, none of them finished;
    `times` is what `visits` finds of the graph.
    """
    # How often play is at counted nodes on average, from each node on: each of them pays 1.
    pays = {k: fmpq(-1) for k, is_counted in enumerate(counted) if is_counted}
    solver = GraphSolver(graph.paying(dict.fromkeys(graph.payoffs, 0)), pays)
    solver.values.budget = inf  # however long the fractions are
    for _ in solver.solve_units():
        pass
    later = solver.values.exact
    here = [k for k, is_counted in enumerate(counted) if is_counted and times[k]]
    mean = sum((times[k] for k in here), Fraction(0))
    square = sum((times[k] * (2 * as_exact(later[k]) - 1) for k in here), Fraction(0))
    return simplest(mean), simplest(square - mean * mean)


def least_count(graph: StateGraph, counted: Sequence[bool]) -> int:
    """The least number of counted nodes on a way of play from node 0 to an end."""
    led_to = graph.all_successors()
    least, near = {0: 0}, deque([0])  # nodes, those with the fewest counted before them first
    while near:
        k = near.popleft()
        if k in graph.payoffs:
            return least[k]
        here = least[k] + counted[k]
        for after in led_to[k]:
            if here < least.get(after, inf):
                least[after] = here
                near.append(after) if counted[k] else near.appendleft(after)
    raise AssertionError("play comes to an end, as `visits` found")


# --- the game left when strategies are fixed ------------------------------------------------------


@dataclass(frozen=True)
class Following(GameFromGame):
    """The game left when players follow plans.

    One with a plan waits while chance acts for it, one with None chooses.
    """

    game: Game
    plans: Plans

    def __post_init__(self) -> None:
        refuse_no_game(self.game)
        # Plans would be asked by the state, which says more than the players know.
        refuse_imperfect_information(self.game, BY_STATES)
        if not isinstance(self.plans, (tuple, list)) or len(self.plans) != 2:
            raise RulesError(
                "plans must be a pair of strategies, with None for a player who chooses, "
                f"{got(self.plans)}"
            )
        first, second = (None if plan is None else strategy(plan) for plan in self.plans)
        object.__setattr__(self, "plans", (first, second))  # the class is frozen

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The actions of the game for a player who chooses, WAIT for one who follows a plan."""
        return self.game.actions(state, player) if self.plans[player] is None else (WAIT,)

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The distribution of the next state when each plan has drawn its action."""
        first, second = (self._choice(state, player, joint[player]) for player in PLAYERS)
        return drawn(self.game, state, first, second)

    def _choice(self, state: State, player: Player, chosen: Action) -> ActionDistribution:
        plan = self.plans[player]
        return point(chosen) if plan is None else legal_choice(self.game, state, player, plan)

    def drawn_with(self, state: State) -> list[int]:
        """The weights with which plans draw an action at the state."""
        mixed_actions = (self._choice(state, player, None) for player in PLAYERS)
        return [
            weight for mixed in mixed_actions if len(mixed) > 1 for weight in mixed.weights.values()
        ]


def drawn(
    game: Game, state: State, first: ActionDistribution, second: ActionDistribution
) -> StateDistribution:
    """The distribution of the next state when MAX and MIN draw from these mixed actions."""
    if len(first) == len(second) == 1:  # most plans draw nothing
        return game.outcomes(state, (*first, *second))
    merged: dict[StateDistribution, int] = defaultdict(int)
    for a, weight in first.items():
        for b, other_weight in second.items():
            # several pairs of actions may have one distribution: the weights add up
            merged[game.outcomes(state, (a, b))] += weight * other_weight
    return mixture(Distribution(merged))


def following(game: Game, plans: Plans) -> Game:
    """The game left when players follow plans.

    Its states hold what a plan remembers, and what the players know where not all is seen.
    """
    if hides(game):
        return Following(*informed(game, plans))
    followed = Following(game, plans)
    if has_memory(followed.plans):
        return Following(*remembering(game, followed.plans))
    return followed


def against(plan: Strategy, player: Player) -> Plans:
    """The plans in which `player` chooses and the opponent follows the plan."""
    return (None, plan) if checked_player(player) == MAX else (plan, None)


# --- strategies with memory -----------------------------------------------------------------------

Memories = tuple[Hashable, Hashable]  # of MAX and of MIN; None for a plan without one


class Remembered(NamedTuple):
    """A state of the rules, and what each player remembers there."""

    state: State
    memories: Memories


def has_memory(plans: Plans) -> bool:
    """Whether one of the plans remembers something."""
    return any(isinstance(plan, WithMemory) for plan in plans)


def refuse_memory(plans: Plans) -> None:
    """Raise `RulesError` for a plan with a memory, where only the state is known."""
    for plan in plans:
        if isinstance(plan, WithMemory):
            raise RulesError(
                f"{plan.name} remembers what happened before, so what it is worth at a state is "
                "not known by the state alone: ask for gain, win or turns from the start"
            )


def remembering(game: Game, plans: Plans) -> tuple[Remembering, Plans]:
    """The game whose states also tell what each player remembers, and the plans as strategies of
    it; a player who chooses in it knows what the opponent remembers.
    """
    first, second = (
        None if plan is None else partial(_choice, plan, player)
        for player, plan in enumerate(plans)
    )
    return Remembering(game, plans), (first, second)


def _choice(plan: Strategy, player: int, state: Remembered) -> ActionDistribution:
    if isinstance(plan, WithMemory):
        return plan.law(state.memories[player], state.state)
    return plan(state.state)


@dataclass(frozen=True, repr=False)
class Remembering(GameWithRecords):
    """The game whose states also tell what each player remembers who follows one of the plans."""

    game: Game
    plans: Plans

    @property
    def start(self) -> Remembered:
        """The start of the game, with the first memories."""
        first, second = (
            plan.initial if isinstance(plan, WithMemory) else None for plan in self.plans
        )
        return Remembered(self.game.start, (first, second))

    def outcomes(self, state: Remembered, joint: JointAction) -> StateDistribution:
        """The distribution of the next state and memories."""

        def remembered(after: State) -> Remembered:
            first, second = (
                plan.update(memory, state.state, joint, after)
                if isinstance(plan, WithMemory)
                else None
                for plan, memory in zip(self.plans, state.memories, strict=True)
            )
            return Remembered(after, (first, second))

        return self.game.outcomes(state.state, joint).map(remembered)


# --- best responses -------------------------------------------------------------------------------


@by_exact_class
def best_response(
    game: Game, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best that `player` can do when the opponent follows the plan.

    It is the solution of the game so left; in pieces where the game or the plan holds a symbol.

    >>> from exactdice import DiceBattle, dice
    >>> best_response(DiceBattle(dice=3, target=2), dice(1), MAX).value
    Fraction(13, 18)
    """
    if hides(game):
        return best_response_imperfect_information(game, plan, checked_player(player), progress)
    # With one player left to choose, what is left is a game like any other, with values of its own.
    left = following(game, against(plan, player))
    try:
        return strategy_iteration(left, progress)
    except HoldsSymbol:
        return cast("Solution", solve_pieces(left, progress))


def exploitability(game: Game, profile: Profile, progress: Progress | None = None) -> Exact:
    """How much a player gains on average over both seats by a best response to the profile.

    0 for optimal play, else more. (what MAX is paid by its best response to MIN's strategy - what
    MIN's best response to MAX's strategy leaves MAX) / 2, from the start. That is NashConv / 2:
    NashConv sums what each player gains by deviating alone (Lanctot et al., "A unified
    game-theoretic approach to multiagent reinforcement learning", 2017); OpenSpiel divides it by
    the number of players, as here. Exactly 0 if and only if both strategies are optimal from the
    start. Errors are those of `best_response`.

    >>> from exactdice import DiceBattle, dice, solve
    >>> game = DiceBattle(dice=3, target=2)
    >>> exploitability(game, (dice(3), dice(1))), exploitability(game, solve(game).strategies)
    (Fraction(275, 1296), 0)
    """
    # Looked at before the first response, which may take long.
    first, second = checked_profile(profile)
    most = best_response(game, second, MAX, progress).value
    least = best_response(game, first, MIN, progress).value
    half = (most - least) / Fraction(2)
    return simplest(half) if isinstance(half, Fraction) else half  # a function of a symbol


# --- win rates, as classroom projects measure them ------------------------------------------------


def win_rate(game: Game, plan: object, opponent: object) -> Exact:
    """The mean of the probabilities to win moving first and moving second, playing the plan against
    the opponent's.

    A plan here serves in both seats: a function of the state (`state.own`, `state.other`) or a
    table with the states of both players. A draw is no win. Raises `RulesError` when play can end
    with another payoff than +1, 0 or -1.

    >>> from exactdice import DiceBattle, dice
    >>> win_rate(DiceBattle(target=2), dice(3), dice(1))
    Fraction(161, 432)
    """
    mine, theirs = strategy(plan), strategy(opponent)
    # Wins moving first pay MAX +1; moving second, where the plan is MIN's, a win is -1.
    won = []
    for profile, win in (((mine, theirs), 1), ((theirs, mine), -1)):
        payoffs = payoff_distribution(game, profile)
        for payoff in payoffs:
            if payoff not in (1, 0, -1):
                raise RulesError(
                    "a win rate needs a game that is won, drawn or lost, with payoffs +1, 0 and "
                    f"-1, but {shown(game)} pays {shown(payoff)}"
                )
        won.append(payoffs.probability(win))
    return simplest(sum(won, Fraction(0)) / 2)


def best_win_rate(game: Game, opponent: object) -> tuple[Exact, dict[State, Action]]:
    """The highest win rate against the opponent, and a table for both seats that reaches it.

    The table holds the first best action at each state. For games that end with a win or a loss:
    `RulesError` when a payoff is not +1 or -1.

    >>> from exactdice import DiceBattle, dice
    >>> rate, table = best_win_rate(DiceBattle(dice=3, target=2), dice(3))
    >>> rate, table[0, 0, MAX], win_rate(DiceBattle(dice=3, target=2), table, dice(3)) == rate
    (Fraction(271, 432), 1, True)
    """
    refuse_no_game(game)
    # One opponent in both seats: a table of its must hold the states of both players.
    answered = strategy(opponent)
    gains: Exact = 0
    table: dict[State, Action] = {}
    for seat in PLAYERS:
        found = winning_response(game, answered, seat)
        gains += found.value if seat == MAX else -found.value
        plan = found.strategies[seat]
        # The seats have different states to move in, so the two halves of the table never meet.
        for state in found.optimal_actions:
            if mover(game, state) == seat:
                (table[state],) = plan[state]
    # A win and a loss pay +1 and -1, so the probability to win is (1 + gain) / 2, and the mean
    # over both seats is 1/2 + (sum of gains) / 4. A draw would break this, and is refused.
    return simplest(Fraction(gains + 2) / 4), table


@by_exact_class
def winning_response(game: Game, opponent: Strategy, seat: Player) -> Solution:
    """The best response, after a look at every payoff that play can end with.

    A game in which somebody always wins registers `best_response` itself here.
    """
    # Listed once, for the look at the payoffs and for the solver.
    graph = explore(Following(game, against(opponent, seat)))
    for k, payoff in graph.payoffs.items():
        if payoff not in (1, -1):
            where = f"{shown(game)} pays {shown(payoff)} at {shown(graph.states[k])}"
            raise RulesError(
                "the best win rate needs a game that is won or lost, with payoffs +1 and -1 "
                f"alone, but {where}"
            )
    return solve_graph(graph)
