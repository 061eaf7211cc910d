"""Values of strategies over all ways to break the ties that they leave: exact ranges.

An optimal strategy may take any of several optimal actions. What optimal play earns in its own game
does not depend on which; nearly everything else does: how long it lasts, what it earns against
another strategy or in another game. Every such mean has a minimum and a maximum.

Let one chooser break all ties, of both players, while everything else is drawn as the plans say.
That leaves a game for one player, and the maximum is its value: a pure choice at each state
reaches it, whatever the chooser might remember. The minimum is minus the value of the game with the
opposite payoffs. Where ties are broken by chance, a mean between the two comes out, and each number
between them does: the mean follows the probabilities without a jump from the one end to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq

from ...exact.errors import NoRange
from ...exact.numbers import Exact, Interval, Progress, shown
from ...game.derived import GameFromGame
from ...game.graph import StateGraph, always_ends, endless, explore
from ...game.protocol import (
    MIN,
    PLAYERS,
    WAIT,
    WAITS,
    Action,
    ActionDistribution,
    Game,
    Joint,
    Player,
    Profile,
    State,
    StateDistribution,
    Strategy,
    always,
    legal_choice,
)
from ..fast_path import by_exact_class
from ..hidden.information import BY_STATES, refuse_imperfect_information
from ..iteration import SHOWN, solve_graph
from ..values import FREE
from .profiles import drawn, mean_length, payoff_distribution

# A strategy that leaves ties: the mixed actions that it may take at a state, one at least.
OpenPlan = Callable[[State], Sequence[ActionDistribution]]
OpenProfile = tuple[OpenPlan, OpenPlan]  # of MAX and of MIN
Pays = Callable[[Exact], Exact]  # of a payoff: itself, or 1 where MAX has won


@dataclass(frozen=True)
class WithoutTies:
    """A strategy as one that leaves no ties."""

    plan: Strategy

    def __call__(self, state: State) -> tuple[ActionDistribution]:
        """The one mixed action at the state."""
        return (self.plan(state),)


def paid(payoff: Exact) -> Exact:
    """The payoff itself: its mean is the gain."""
    return payoff


# Functions of payoffs are data, so that results can be cached by them.
@dataclass(frozen=True)
class OfSign:
    """1 where the payoff has this sign, else 0: its mean is the probability of a win, draw or
    loss.
    """

    sign: int

    def __call__(self, payoff: Exact) -> int:
        """1 where the payoff has the sign."""
        return int((payoff > 0) - (payoff < 0) == self.sign)


@dataclass(frozen=True)
class IsPaid:
    """1 where this is paid, else 0: its mean is the probability of this payoff."""

    payoff: Exact

    def __call__(self, payoff: Exact) -> int:
        """1 where it is paid."""
        return int(payoff == self.payoff)


@by_exact_class
def payoff_range(
    game: Game, plans: OpenProfile, pays: Pays = paid, progress: Progress | None = None
) -> Interval:
    """The minimum and the maximum of the mean of `pays(payoff)` from the start, over all ways to
    break the ties of the plans.

    >>> from exactdice import DiceBattle, Distribution, dice
    >>> game = DiceBattle(dice=3, target=2)
    >>> any_number = lambda state: [Distribution({d: 1}) for d in (1, 2, 3)]
    >>> payoff_range(game, (WithoutTies(dice(3)), any_number))
    Interval(lower=Fraction(193, 648), upper=Fraction(11953, 23328))
    """
    graph = _explore_ties(game, plans, game.start, progress)
    if _has_ties(graph):
        return _range(graph, {k: pays(payoff) for k, payoff in graph.payoffs.items()})
    # Where nothing is left open there may be a faster way.
    mean = payoff_distribution(game, _first_strategies(plans), progress).map(pays).mean()
    return Interval(mean, mean)


def range_from(
    game: Game,
    plans: OpenProfile,
    state: State,
    pays: Pays = paid,
    progress: Progress | None = None,
) -> Interval:
    """The minimum and the maximum of the mean of `pays(payoff)` from a state, reached by play or
    not, over all ways to break the ties of the plans.
    """
    graph = _explore_ties(game, plans, state, progress)
    return _range(graph, {k: pays(payoff) for k, payoff in graph.payoffs.items()})


@by_exact_class
def length_range(game: Game, plans: OpenProfile, progress: Progress | None = None) -> Interval:
    """The minimum and the maximum of the mean number of moves from the start, over all ways to
    break the ties of the plans.
    """
    graph = _explore_ties(game, plans, game.start, progress)
    if _has_ties(graph):
        return _range(graph, dict.fromkeys(graph.payoffs, 0), each_move=1)
    mean = mean_length(game, _first_strategies(plans), progress)
    return Interval(mean, mean)


def reach_range(
    game: Game, plans: OpenProfile, state: State, progress: Progress | None = None
) -> Interval:
    """The minimum and the maximum of the probability that play passes through the state, over all
    ways to break the ties of the plans.
    """
    return reach_any_range(game, plans, lambda one: bool(one == state), progress)


def reach_any_range(
    game: Game,
    plans: OpenProfile,
    there: Callable[[State], bool],
    progress: Progress | None = None,
) -> Interval:
    """The minimum and the maximum of the probability that play passes through a state for which
    this is true, over all ways to break the ties of the plans.
    """
    graph = _explore_ties(game, plans, game.start, progress)
    found = [k for k, state in enumerate(graph.states) if there(state)]
    if not found:
        return Interval(0, 0)
    # Play that comes there may end there: what follows does not matter.
    return _range(graph, dict.fromkeys(graph.payoffs, 0) | dict.fromkeys(found, 1))


# --- the game of one player who breaks all ties ---------------------------------------------------


@dataclass(frozen=True)
class TieBreaking(GameFromGame):
    """The game of one who breaks all ties: an action is a mixed action of each player."""

    game: Game
    plans: OpenProfile

    def __post_init__(self) -> None:
        refuse_imperfect_information(self.game, BY_STATES)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The pairs of mixed actions that the plans leave open, each checked to be of actions that
        the game allows; MIN waits.
        """
        if player == MIN:
            return (WAIT,)
        choices = []
        for one, plan in zip(PLAYERS, self.plans, strict=True):
            mixed = [WAITS]
            # A plan need not answer for the states of the opponent.
            if self.game.actions(state, one) != (WAIT,):
                mixed = [
                    legal_choice(self.game, state, one, always(option)) for option in plan(state)
                ]
            choices.append(mixed)
        return tuple(dict.fromkeys(product(*choices)))

    def outcomes(self, state: State, joint: Joint) -> StateDistribution:
        """The distribution of the next state when each player draws its action."""
        (first, second), _ = joint
        return drawn(self.game, state, first, second)


def _explore_ties(
    game: Game, plans: OpenProfile, state: State, progress: Progress | None
) -> StateGraph:
    """The graph of that game from the state; `NoRange` where some ways to break ties need not end
    play.
    """
    graph = explore(TieBreaking(game, plans), [state], progress)
    if not always_ends(graph):
        stuck, _ = endless(graph)
        names = ", ".join(shown(graph.states[k]) for k in stuck[:SHOWN])
        raise NoRange(
            f"some ways to break ties never end play from {names}, so there is no range over all "
            "of them: name one, as in optimal(ties=last)"
        )
    return graph


def _has_ties(graph: StateGraph) -> bool:
    """Whether a choice is left somewhere in the graph of that game."""
    return len(graph.law) > len(graph) - len(graph.payoffs)


def _first_strategies(plans: OpenProfile) -> Profile:
    """The strategies that take the first of the mixed actions."""
    first, second = plans
    return lambda state: first(state)[0], lambda state: second(state)[0]


def _range(graph: StateGraph, paid: Mapping[int, Exact], each_move: int = 0) -> Interval:
    """The minimum and the maximum of the mean from the first node of what is paid at these nodes,
    where play ends, and for each move.
    """
    if 0 in paid:
        return Interval(paid[0], paid[0])
    ends = []
    for sign in (1, -1) if _has_ties(graph) else (1,):
        tolls = FREE
        if each_move:
            tolls = dict.fromkeys(range(len(graph)), fmpq(-sign * each_move))
        signed = graph.paying({k: sign * payoff for k, payoff in paid.items()})
        solution = solve_graph(signed, tolls=tolls, keep="start")
        ends.append(sign * solution.values[graph.states[0]])
    return Interval(ends[-1], ends[0])
