"""What strategies are worth.

The value of a profile from every state, best responses, laws of the payoff and the length. The
generic functions follow the explicit graph, also when play can come back to a state. A game with a
fast path registers it on the same function, which then returns the same answer (a test compares
them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, cast

from flint import fmpq

from ...distributions.distribution import (
    Distribution,
    EndlessLaw,
    from_probabilities,
    mixture,
    point,
)
from ...exact.argument_checks import got
from ...exact.cost import LIFTED
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Exact, Progress, as_exact, shown, simplest
from ...game.derived import GameFromGame
from ...game.graph import StateGraph, explore, is_acyclic
from ...game.optional import hides
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAIT,
    Action,
    ActionLaw,
    Game,
    Joint,
    Plans,
    Player,
    Profile,
    State,
    StateLaw,
    Strategy,
    checked_player,
    checked_profile,
    legal_choice,
    refuse_no_game,
    strategy,
)
from ...game.solution import Solution
from ...symbolic.polynomial import HoldsSymbol
from ...symbolic.rational_function import RationalFunction
from ..cyclic import refuse_endless
from ..fast_path import by_exact_class
from ..hidden.information import BY_STATES, informed, refuse_hidden
from ..hidden.solution import best_response_hidden
from ..iteration import strategy_iteration
from ..parametric import solve_pieces
from .memory import has_memory, refuse_memory, remembering
from .visits import visits
from .with_symbols import ProfileFunctions

SHORT = 256  # bits of a common total of all laws
Chances = dict[int, Any]  # of nodes, integers or fractions of flint


@by_exact_class
def profile_values(
    game: Game, profile: Profile, progress: Progress | None = None
) -> Mapping[State, Exact]:
    """{state: what MAX is paid on average from there when both follow the profile}.

    It holds every unfinished state. With a symbol each value is a function of it: a
    `PiecewiseFunction` in one piece, of several a `RationalFunction`; so are the numbers that the
    following functions return. Raises `RulesError` when a strategy plays an action the game
    does not allow, `UnsolvableError` naming states from which play under the profile need not end.

    >>> from exactdice import DiceBattle, dice
    >>> game = DiceBattle(dice=3, target=2)
    >>> profile_values(game, (dice(3), dice(1)))[game.start]
    Fraction(193, 648)
    """
    refuse_hidden(game, "who do not know its states: ask for payoff_law or simulate from the start")
    followed = Following(game, profile)
    refuse_memory(followed.plans)
    try:
        return strategy_iteration(followed, progress).values
    except HoldsSymbol:
        return cast("Mapping[State, Exact]", ProfileFunctions(followed, progress).values())


@by_exact_class
def payoff_law(
    game: Game, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the payoff to MAX from the start.

    For payoffs +1, 0, -1 these are the chances of a win, a draw, a loss.

    >>> from exactdice import DiceBattle, dice
    >>> payoff_law(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Distribution({1: 841, -1: 455})
    """
    followed = following(game, profile)
    try:
        graph = explore(followed, progress=progress)
    except HoldsSymbol:
        return cast("Distribution[Exact]", ProfileFunctions(followed, progress).payoff_law())
    # A finished state is visited at most once in a play, so its mean visits are its chance.
    chances: dict[Exact, Fraction] = defaultdict(Fraction)
    times = visits(graph)
    for k, payoff in graph.payoffs.items():
        chances[payoff] += times[k]
    return from_probabilities(dict(sorted(chances.items(), reverse=True)))


@by_exact_class
def length_law(
    game: Game, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact] | EndlessLaw:
    """The law of the number of moves (in a dice game: throws) from the start to the end.

    Where play can come back to a state the number has no largest value: its law is an
    `EndlessLaw`, read off the generating function, with exact probabilities, mean, variance,
    quantiles and mode. Raises `TooCostly` where that function is too long; `mean_length` gives the
    mean of those too.

    >>> from exactdice import DiceBattle, dice
    >>> length_law(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Distribution({1: 750, 2: 455, 3: 91})

    >>> game = DiceBattle(dice=1, target=2, bust_score=0)  # a 1 adds nothing
    >>> throws = length_law(game, (dice(1), dice(1)))
    >>> throws.mean(), throws.variance(), throws.median(), throws[3]
    (Fraction(6, 5), Fraction(6, 25), 1, Fraction(5, 216))
    """
    followed = following(game, profile)
    try:
        graph = explore(followed, progress=progress)
    except HoldsSymbol:
        law = ProfileFunctions(followed, progress).length_law()
        if law is None:
            raise no_longest(game) from None
        return cast("Distribution[Exact]", law)
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
    # Chances are integers where a common total of all laws is short: each move is one more factor.
    common = lcm(*graph.lists.totals)
    factor = common if common.bit_length() <= SHORT else 1
    ended: list[Exact] = []  # the chance that play ends after 0, 1, 2, ... moves
    chances: Chances = {0: 1}
    scale = 1
    while chances:  # without cycles they run out
        over = sum(chance for k, chance in chances.items() if k in graph.payoffs)
        ended.append(as_exact(fmpq(over) / scale))
        chances, scale = _moved(graph, chances, factor), scale * factor
    return from_probabilities(dict(enumerate(ended)))


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


def no_longest(
    game: Game, ask: str = ": ask for its mean, or for its generating function"
) -> UnsolvableError:
    """The error for a game whose length has no largest value."""
    return UnsolvableError(
        f"play of {shown(game)} can come back to a state, so its length has infinitely many "
        f"values{ask}"
    )


def _moved(graph: StateGraph, chances: Chances, factor: int) -> Chances:
    """The chance of each node one move later, times the factor."""
    after: Chances = defaultdict(int)
    for k, chance in chances.items():
        for law, total in map(graph.move, graph.moves_of(k)):
            share = chance * (factor // total) if factor > 1 else fmpq(chance) / total
            for t, weight in law:
                after[t] += share * weight
    return after


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
        refuse_hidden(self.game, BY_STATES)
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
        """The law of the next state when each plan has drawn its action."""
        first, second = (self._choice(state, player, joint[player]) for player in PLAYERS)
        return drawn(self.game, state, first, second)

    def _choice(self, state: State, player: Player, chosen: Action) -> ActionLaw:
        plan = self.plans[player]
        return point(chosen) if plan is None else legal_choice(self.game, state, player, plan)

    def drawn_with(self, state: State) -> list[int]:
        """The weights with which plans draw an action at the state."""
        laws = (self._choice(state, player, None) for player in PLAYERS)
        return [weight for law in laws if len(law) > 1 for weight in law.weights.values()]


def drawn(game: Game, state: State, first: ActionLaw, second: ActionLaw) -> StateLaw:
    """The law of the next state when MAX and MIN draw their actions from these laws."""
    if len(first) == len(second) == 1:  # most plans draw nothing
        return game.outcomes(state, (*first, *second))
    merged: dict[StateLaw, int] = defaultdict(int)
    for a, weight in first.items():
        for b, other_weight in second.items():
            # several pairs of actions may have one law: the weights add up
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
    """The plans in which `player` chooses and the other follows the plan."""
    return (None, plan) if checked_player(player) == MAX else (plan, None)


# --- best responses -------------------------------------------------------------------------------


@by_exact_class
def best_response(
    game: Game, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best that `player` can do when the other player follows the plan.

    It is the solution of the game so left; in pieces where the game or the plan holds a symbol.

    >>> from exactdice import DiceBattle, dice
    >>> best_response(DiceBattle(dice=3, target=2), dice(1), MAX).value
    Fraction(13, 18)
    """
    if hides(game):
        return best_response_hidden(game, plan, checked_player(player), progress)
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
