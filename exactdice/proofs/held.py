"""Proofs by two strategies, one for each player that makes sure of the value, where the states of a
game are too many to list.

Where MAX holds the value from below, MIN may do anything and MAX has one action in each state;
where MIN holds it from above, it is the other way round. Along the one play of both strategies the
value is exact; who leaves it is met by the strategy of the other. What a strategy leaves out is one
finished state, of which nothing is claimed but that its payoff is one of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cost import refuse_costly, rounded
from ..distribution import Distribution, point
from ..exact import Bounds, Exact, Progress, shown
from ..game import (
    MAX,
    NAMES,
    OTHER,
    PLAYERS,
    Action,
    Game,
    Joint,
    Player,
    State,
    StateLaw,
    mover,
)
from ..graph import explore
from ..solvers.fast_path import by_exact_class
from .parts import LEFT_OUT, Document, named, number_text, proof_document, with_left_out

STEPS_A_STATE_OF_A_PROOF = 2000  # written, read and checked: some 0.2 ms


@dataclass(frozen=True)
class Holders:
    """How the proofs of a game are found.

    - `rules`: the game itself, or one that answers as it does and is faster.
    - `extremes`: the least and the greatest payoff.
    - `strategy(player, least)`: {state: action} of a strategy by which the player makes sure of
      gaining `least` or more, for all states of its turn that can come up.
    """

    rules: Game
    extremes: tuple[Exact, Exact]
    strategy: Callable[[Player, Exact], Mapping[State, Action]]


@by_exact_class
def holders_of(game: Game) -> Holders | None:  # noqa: ARG001
    """The holders of a game that registers them here; None for others."""
    return None


class Held(NamedTuple):
    """A state that was reached by leaving the one play of both strategies."""

    by: str  # the player who holds the value
    state: State


@dataclass(frozen=True)
class Holding:
    """The game in which each player holds the value by the chosen actions, as it is listed.

    `chosen` says the action of who holds; `idle` are the players for whom the value is the worst
    payoff, who need not do anything for it.
    """

    game: Game
    chosen: Callable[[State], Action]
    idle: tuple[Player, ...]
    left_out: Exact  # some payoff

    @property
    def start(self) -> State:
        """The game's own, from which both hold."""
        return self.game.start

    def payoff(self, state: State) -> Exact | None:
        """The game's own."""
        return self.left_out if state == LEFT_OUT else self.game.payoff(played_in(state))

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The game's own."""
        return self.game.actions(played_in(state), player)

    def holds(self, state: State) -> bool:
        """Whether the player to move has to play the chosen action."""
        return not isinstance(state, Held) or state.by == NAMES[mover(self.game, state.state)]

    def outcomes(self, state: State, joint: Joint) -> StateLaw:
        """The game's own, as long as anyone holds the value there."""
        player = mover(self.game, played_in(state))
        follows = not self.holds(state) or joint[player] == self.chosen(state)
        if not follows and isinstance(state, Held):
            return point(LEFT_OUT)
        law = self.game.outcomes(played_in(state), joint)
        if follows:
            return self._marked(law, state.by) if isinstance(state, Held) else law
        # who leaves the play of both is met by the other
        other = OTHER[player]
        return point(LEFT_OUT) if other in self.idle else self._marked(law, NAMES[other])

    def _marked(self, law: StateLaw, holder: str) -> StateLaw:
        # what is finished needs nobody to hold it
        return Distribution(
            {
                state if self.game.payoff(state) is not None else Held(holder, state): weight
                for state, weight in law.items()
            }
        )


def played_in(state: State) -> State:
    """The state of the game."""
    return state.state if isinstance(state, Held) else state


def holding(
    game: Game, value: Exact, extremes: tuple[Exact, Exact], chosen: Callable[[State], Action]
) -> Holding:
    """The game in which both players hold the value."""
    return Holding(game, chosen, idle_at(value, extremes), extremes[0])


def idle_at(value: Exact, extremes: tuple[Exact, Exact]) -> tuple[Player, ...]:
    """The players for whom the value is the worst payoff."""
    return tuple(player for player in PLAYERS if value == extremes[player])


def held_proof(
    game: Game, value: Exact, holders: Holders, progress: Progress | None = None
) -> Document:
    """The proof that both players make sure of the value.

    `TooCostly` when it would be too long to write and check.
    """
    idle = idle_at(value, holders.extremes)
    strategies = {
        player: holders.strategy(player, value if player == MAX else -value)
        for player in PLAYERS
        if player not in idle
    }
    # of each strategy half the states are of the other player's turn
    positions = 2 * sum(map(len, strategies.values()))
    refuse_costly(
        f"a proof for {shown(game)}, of about {rounded(positions)} states,",
        positions * STEPS_A_STATE_OF_A_PROOF,
        "a smaller game",
    )

    def chosen(state: State) -> Action:
        played = played_in(state)
        player = mover(holders.rules, played)
        # who is idle may play anything
        anything = holders.rules.actions(played, player)[0]
        return strategies[player][played] if player in strategies else anything

    rules = holding(holders.rules, value, holders.extremes, chosen)
    problem, states = with_left_out(explore(rules, progress=progress), holders.extremes)
    values = [number_text(_claimed(state, value, holders.extremes)) for state in states]
    optimal = [_optimal(rules, state) for state in states]
    return proof_document(problem, values, optimal)


def _claimed(state: State, value: Exact, extremes: tuple[Exact, Exact]) -> Exact | Bounds:
    """The value, or what its holder makes sure of."""
    if not isinstance(state, Held):
        return value
    least, most = extremes
    ends = (value, most) if state.by == NAMES[MAX] else (least, value)
    return value if ends[0] == ends[1] else Bounds(*ends)


def _optimal(rules: Holding, state: State) -> Sequence[object]:
    """The chosen action of who holds; of the other player all are followed."""
    played = played_in(state)
    actions = rules.game.actions(played, mover(rules.game, played))
    return named(rules.game, played, (rules.chosen(state),) if rules.holds(state) else actions)
