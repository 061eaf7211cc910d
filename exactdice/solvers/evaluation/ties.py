"""What strategies are worth over all ways to break the ties that they leave: exact ranges.

An optimal strategy may take any of several optimal actions. What optimal play earns in its own game
does not depend on which; nearly everything else does: how long it lasts, what it earns against
another strategy or in another game. Of every such mean there is a least and a largest one.

Let one chooser break all ties, of both players, while everything else is drawn as the plans say.
What is left is a game for one, and the largest mean is its value: a pure choice at each state
reaches it, whatever the chooser might remember. The least is minus the value of the game with the
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
    ActionLaw,
    Game,
    Joint,
    Player,
    Profile,
    State,
    StateLaw,
    Strategy,
    always,
    legal_choice,
)
from ..cyclic import FREE, SHOWN
from ..fast_path import by_exact_class
from ..hidden.information import BY_STATES, refuse_hidden
from ..iteration import solve_by_layers
from .profiles import drawn, mean_length, payoff_law

# A strategy that leaves ties: the laws of the action that it may take at a state, one at least.
OpenPlan = Callable[[State], Sequence[ActionLaw]]
OpenProfile = tuple[OpenPlan, OpenPlan]  # of MAX and of MIN
Pays = Callable[[Exact], Exact]  # what is asked about a payoff: itself, or 1 where MAX has won


def without_ties(plan: Strategy) -> OpenPlan:
    """The strategy as one that leaves no ties."""
    return lambda state: (plan(state),)


# What is asked about payoffs: data rather than functions, so that results can be kept by it.
@dataclass(frozen=True)
class Paid:
    """The payoff itself: its mean is the gain."""

    def __call__(self, payoff: Exact) -> Exact:
        """The payoff."""
        return payoff


paid = Paid()


@dataclass(frozen=True)
class OfSign:
    """1 where the payoff has this sign, else 0: its mean is the chance of a win, draw or loss."""

    sign: int

    def __call__(self, payoff: Exact) -> int:
        """1 where the payoff has the sign."""
        return int((payoff > 0) - (payoff < 0) == self.sign)


@dataclass(frozen=True)
class IsPaid:
    """1 where this is paid, else 0: its mean is the chance of this payoff."""

    payoff: Exact

    def __call__(self, payoff: Exact) -> int:
        """1 where it is paid."""
        return int(payoff == self.payoff)


@by_exact_class
def payoff_range(
    game: Game, plans: OpenProfile, pays: Pays = paid, progress: Progress | None = None
) -> Interval:
    """The least and the largest mean of `pays(payoff)` from the start, over all ways to break the
    ties of the plans.

    >>> from exactdice import DiceBattle, Distribution, dice
    >>> game = DiceBattle(dice=3, target=2)
    >>> any_number = lambda state: [Distribution({d: 1}) for d in (1, 2, 3)]
    >>> payoff_range(game, (without_ties(dice(3)), any_number))
    Interval(lower=Fraction(193, 648), upper=Fraction(11953, 23328))
    """
    graph = settling(game, plans, game.start, progress)
    if _has_ties(graph):
        return _range(graph, {k: pays(payoff) for k, payoff in graph.payoffs.items()})
    # Where nothing is left open there may be a faster way.
    mean = payoff_law(game, _first_of(plans), progress).map(pays).mean()
    return Interval(mean, mean)


def range_from(
    game: Game,
    plans: OpenProfile,
    state: State,
    pays: Pays = paid,
    progress: Progress | None = None,
) -> Interval:
    """The same from a state, reached by play or not."""
    graph = settling(game, plans, state, progress)
    return _range(graph, {k: pays(payoff) for k, payoff in graph.payoffs.items()})


@by_exact_class
def length_range(game: Game, plans: OpenProfile, progress: Progress | None = None) -> Interval:
    """The least and the largest mean number of moves from the start, over all ways to break the
    ties of the plans.
    """
    graph = settling(game, plans, game.start, progress)
    if _has_ties(graph):
        return _range(graph, dict.fromkeys(graph.payoffs, 0), each_move=1)
    mean = mean_length(game, _first_of(plans), progress)
    return Interval(mean, mean)


def reach_range(
    game: Game, plans: OpenProfile, state: State, progress: Progress | None = None
) -> Interval:
    """The least and the largest chance that play passes through the state, over all ways to break
    the ties of the plans.
    """
    return reach_any_range(game, plans, lambda one: bool(one == state), progress)


def reach_any_range(
    game: Game,
    plans: OpenProfile,
    there: Callable[[State], bool],
    progress: Progress | None = None,
) -> Interval:
    """The same for the states of which this is true: the chance to pass through one of them."""
    graph = settling(game, plans, game.start, progress)
    found = [k for k, state in enumerate(graph.states) if there(state)]
    if not found:
        return Interval(0, 0)
    # Play that comes there may end there: what follows does not matter.
    return _range(graph, dict.fromkeys(graph.payoffs, 0) | dict.fromkeys(found, 1))


# --- the game of who breaks the ties --------------------------------------------------------------


@dataclass(frozen=True)
class Settling(GameFromGame):
    """The game of one who breaks all ties: an action is a law of each player's action."""

    game: Game
    plans: OpenProfile

    def __post_init__(self) -> None:
        refuse_hidden(self.game, BY_STATES)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The pairs of laws that the plans leave open; MIN waits."""
        if player == MIN:
            return (WAIT,)
        # Each law checked to be of actions that the game allows.
        plans = zip(PLAYERS, self.plans, strict=True)
        first, second = (legal_laws(self.game, state, one, plan) for one, plan in plans)
        return tuple(dict.fromkeys(product(first, second)))

    def outcomes(self, state: State, joint: Joint) -> StateLaw:
        """The law of the next state when each player draws its action."""
        (first, second), _ = joint
        return drawn(self.game, state, first, second)


def legal_laws(game: Game, state: State, player: Player, plan: OpenPlan) -> tuple[ActionLaw, ...]:
    """The laws of the player's action among which the plan leaves the choice, each checked to be of
    actions that the game allows.
    """
    # Who is not to move is not asked, as a plan need not answer for the states of the other.
    if game.actions(state, player) == (WAIT,):
        return (WAITS,)
    return tuple(legal_choice(game, state, player, always(law)) for law in plan(state))


def settling(
    game: Game, plans: OpenProfile, state: State, progress: Progress | None = None
) -> StateGraph:
    """The graph of that game from the state; `NoRange` where some ways to break ties need not end
    play.
    """
    graph = explore(Settling(game, plans), [state], progress)
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


def _first_of(plans: OpenProfile) -> Profile:
    """The strategies that take the first of the laws."""
    first, second = plans
    return lambda state: first(state)[0], lambda state: second(state)[0]


def _range(graph: StateGraph, paid: Mapping[int, Exact], each_move: int = 0) -> Interval:
    """The least and the largest mean from the first node of what is paid at these nodes, where play
    ends, and for each move.
    """
    top = _largest(graph, paid, each_move)
    if not _has_ties(graph):
        return Interval(top, top)
    opposite = {k: -payoff for k, payoff in paid.items()}
    return Interval(-_largest(graph, opposite, -each_move), top)


def _largest(graph: StateGraph, paid: Mapping[int, Exact], each_move: int) -> Exact:
    if 0 in paid:
        return paid[0]
    tolls = dict.fromkeys(range(len(graph)), fmpq(-each_move)) if each_move else FREE
    found = solve_by_layers(graph.paying(paid), tolls=tolls, keep="start")
    return found.values[graph.states[0]]
