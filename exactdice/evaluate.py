"""What strategies are worth: the value of a profile from every state, best responses, laws of the payoff and the length.

The generic functions follow the explicit graph. A game with a fast path registers it on the same function, which then
returns the same answer (a test compares them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from typing import Any

from .distribution import Distribution, from_probabilities, mixture, point
from .errors import RulesError
from .exact import Exact, Progress, shown
from .game import MAX, PLAYERS, WAIT, Action, Game, Plans, Player, Profile, State, Strategy, legal_choice, strategy
from .graph import StateGraph, backward_order, explore
from .solution import Solution
from .solve.backward import backward_induction


@singledispatch
def profile_values(game: Game, profile: Profile, progress: Progress | None = None) -> Mapping[State, Exact]:
    """{state: what MAX is paid on average from there when both follow the profile}, for every unfinished state.

    Raises `RulesError` when a strategy plays an action the game does not allow, `UnsolvableError` when play can come
    back to a state.

    >>> from exactdice import DiceBattle, dice
    >>> game = DiceBattle(dice=3, target=2)
    >>> profile_values(game, (dice(3), dice(1)))[game.start]
    Fraction(193, 648)
    """
    return backward_induction(Following(game, profile), progress).values


@singledispatch
def best_response(game: Game, plan: Strategy, player: Player, progress: Progress | None = None) -> Solution:
    """The best that `player` can do when the other player follows the plan, as the solution of the game so left.

    >>> from exactdice import DiceBattle, dice
    >>> best_response(DiceBattle(dice=3, target=2), dice(1), MAX).value
    Fraction(13, 18)
    """
    return backward_induction(Following(game, against(plan, player)), progress)


@singledispatch
def payoff_law(game: Game, profile: Profile, progress: Progress | None = None) -> Distribution[Exact]:
    """The law of the payoff to MAX from the start: for payoffs +1, 0, -1 the chances of a win, a draw, a loss.

    >>> from exactdice import DiceBattle, dice
    >>> payoff_law(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Distribution({1: 841, -1: 455})
    """
    chances: dict[Exact, Fraction] = defaultdict(Fraction)
    for _, payoff, chance in _endings(game, profile, progress):
        chances[payoff] += chance
    return from_probabilities(dict(sorted(chances.items(), reverse=True)))


@singledispatch
def length_law(game: Game, profile: Profile, progress: Progress | None = None) -> Distribution[int]:
    """The law of the number of moves (in a dice game: throws) from the start to the end.

    >>> from exactdice import DiceBattle, dice
    >>> length_law(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Distribution({1: 750, 2: 455, 3: 91})
    """
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for length, _, chance in _endings(game, profile, progress):
        chances[length] += chance
    return from_probabilities(dict(sorted(chances.items())))


@singledispatch
def mean_length(game: Game, profile: Profile, progress: Progress | None = None) -> Exact:
    """The mean number of moves from the start to the end.

    >>> from exactdice import DiceBattle, dice
    >>> mean_length(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    Fraction(1933, 1296)
    """
    return length_law(game, profile, progress).mean()


def _endings(game: Game, profile: Profile, progress: Progress | None) -> Iterator[tuple[int, Exact, Fraction]]:
    """(length, payoff, chance) of the ways to end, from the chances of each state after each number of moves."""
    graph = explore(Following(game, profile), progress=progress)
    backward_order(graph)  # refuses play that can come back
    chances, length = {0: Fraction(1)}, 0
    while chances:
        for k, chance in chances.items():
            payoff = graph.nodes[k].payoff
            if payoff is not None:
                yield length, payoff, chance
        chances, length = _moved(graph, chances), length + 1


def _moved(graph: StateGraph, chances: dict[int, Fraction]) -> dict[int, Fraction]:
    after: dict[int, Fraction] = defaultdict(Fraction)
    for k, chance in chances.items():
        node = graph.nodes[k]
        if node.payoff is None:
            for successor, weight in node.laws[0][0]:
                after[successor] += chance * Fraction(weight, node.totals[0][0])
    return after


# --- the game left when strategies are fixed ------------------------------------------------------------------------


@dataclass(frozen=True)
class Following:
    """The game left when players follow plans: one with a plan waits while chance acts for it, one with None chooses."""

    game: Game
    plans: Plans

    def __post_init__(self) -> None:
        first, second = (None if plan is None else strategy(plan) for plan in self.plans)
        object.__setattr__(self, "plans", (first, second))

    @property
    def start(self) -> State:
        """The start of the game."""
        return self.game.start

    def payoff(self, state: State) -> Exact | None:
        """The payoff in the game."""
        return self.game.payoff(state)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The actions of the game for a player who chooses, WAIT for one who follows a plan."""
        return self.game.actions(state, player) if self.plans[player] is None else (WAIT,)

    def outcomes(self, state: State, joint: Any) -> Distribution[Any]:
        """The law of the next state when each plan has drawn its action."""
        first, second = (self._choice(state, player, joint[player]) for player in PLAYERS)
        merged: dict[Distribution[Any], int] = defaultdict(int)
        for a, weight in first.items():
            for b, other_weight in second.items():
                merged[self.game.outcomes(state, (a, b))] += weight * other_weight
        return mixture(Distribution(merged))

    def _choice(self, state: State, player: Player, chosen: Action) -> Distribution[Any]:
        plan = self.plans[player]
        return point(chosen) if plan is None else legal_choice(self.game, state, player, plan)


def against(plan: Strategy, player: Player) -> Plans:
    """The plans in which `player` chooses and the other follows the plan."""
    if player not in PLAYERS:
        raise RulesError(f"the player must be MAX or MIN, got {shown(player)}")
    return (None, plan) if player == MAX else (plan, None)
