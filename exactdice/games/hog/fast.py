"""The fast path of Hog: solve, best responses, values and laws of profiles by a sweep over the sums
of the scores.

Every function here returns what the generic one returns, over all states and not only those
reachable from the start; `hog_sweep` says why it is right, and the tests compare the two. Rules
that may lower the sum of the scores go to the generic solvers, and so does a plan that is a table
of the reachable states alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm

from ...cost import refuse_costly
from ...distribution import Distribution, from_probabilities
from ...evaluation.best_response import best_response
from ...evaluation.profiles import Following, against, payoff_law, profile_values
from ...evaluation.rates import winning_response
from ...exact import Exact, Progress, simplest
from ...game import (
    MAX,
    MIN,
    PLAYERS,
    Action,
    Game,
    Plans,
    Player,
    Profile,
    State,
    Strategy,
    legal_choice,
    strategy,
)
from ...solution import Enclosure, Lazy, Solution
from ...solvers import enclose, solve
from ...solvers.bounds import rounded_outwards
from ...solvers.fast_path import fast_path_of
from .rules import Hog, HogState
from .sweep import Law, NotCovered, Side

METHOD = "exact sweep over the sums of the scores"


@dataclass(frozen=True)
class SweptSides:
    """Both sides, swept."""

    game: Hog
    sides: tuple[Side, Side]

    def value(self, state: HogState) -> Exact:
        """The mean payoff to MAX."""
        state = self._known(state)
        gain = simplest(2 * self.sides[state.to_move].chance(state) - 1)
        return gain if state.to_move == MAX else -gain

    def best(self, state: HogState) -> tuple[Action, ...]:
        """Every best number of dice for the player to move; (WAIT,) when it follows a plan."""
        state = self._known(state)
        return self.sides[state.to_move].best[state.own * self.game.goal + state.other]

    def states(self) -> Iterator[HogState]:
        """All unfinished states, MAX to move first."""
        scores = range(self.game.goal)
        return (HogState(i, j, player) for player in PLAYERS for i in scores for j in scores)

    def _known(self, state: State) -> HogState:
        scores = range(self.game.goal)
        if not (
            isinstance(state, tuple)
            and len(state) == 3
            and state[0] in scores
            and state[1] in scores
            and state[2] in PLAYERS
        ):
            raise KeyError(state)
        return HogState(*state)


def table(game: Hog, plans: Plans, progress: Progress | None = None) -> SweptSides:
    """Both sides swept over all sums of scores; when both choose the game is symmetric and one side
    stands for both.
    """
    refuse_costly(game, game.goal**2 * game.dice**2 * game.faces // 2)
    laws = [
        None if plan is None else _laws(game, strategy(plan), player)
        for plan, player in zip(plans, PLAYERS, strict=True)
    ]
    base = game.faces * lcm(*{law.total for plan in laws if plan is not None for law in plan})
    first = Side(game, laws[MAX], base)
    second = first if plans == (None, None) else Side(game, laws[MIN], base)
    first.other, second.other = second, first
    sides = [first] if second is first else [first, second]
    lines = 2 * game.goal - 1
    for s in reversed(range(lines)):
        for side in sides:
            for found in side.advance(s):
                side.enter(*found)
        if progress:
            progress(lines - s, lines)
    return SweptSides(game, (first, second))


def _laws(game: Hog, plan: Strategy, player: Player) -> list[Law]:
    """[place]: the checked law of the number of dice."""
    scores = range(game.goal)
    states = (
        HogState(i, j, MAX) if player == MAX else HogState(j, i, MIN)
        for i in scores
        for j in scores
    )
    return [legal_choice(game, state, player, plan) for state in states]


def _solution(game: Game, swept: SweptSides) -> Solution:
    return Solution(game, Lazy(swept.states, swept.value), Lazy(swept.states, swept.best), METHOD)


@fast_path_of(solve, Hog, NotCovered)
def solve_hog(game: Hog, progress: Progress | None = None) -> Solution:
    """The solution of Hog at every state, reachable from the start or not."""
    return _solution(game, table(game, (None, None), progress))


@fast_path_of(enclose, Hog, NotCovered)
def enclose_hog(game: Hog, digits: int, progress: Progress | None = None) -> Enclosure:
    """The exact solution, rounded outwards."""
    return rounded_outwards(_solution(game, table(game, (None, None), progress)), digits)


@fast_path_of(best_response, Hog, NotCovered)
def best_response_hog(
    game: Hog, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best response to a plan, at every state."""
    plans = against(plan, player)
    return _solution(Following(game, plans), table(game, plans, progress))


@fast_path_of(profile_values, Hog, NotCovered)
def profile_values_hog(
    game: Hog, profile: Profile, progress: Progress | None = None
) -> Mapping[HogState, Exact]:
    """The value of a profile at every state."""
    swept = table(game, profile, progress)
    return Lazy(swept.states, swept.value)


@fast_path_of(payoff_law, Hog, NotCovered)
def payoff_law_hog(
    game: Hog, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the payoff from the start: a win or a loss."""
    win = table(game, profile, progress).sides[MAX].chance(game.start)
    return from_probabilities({1: win, -1: 1 - win})


# Somebody always wins.
fast_path_of(winning_response, Hog)(best_response)
