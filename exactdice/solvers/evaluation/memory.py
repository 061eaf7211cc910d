"""Strategies with memory, followed exactly: what each remembers stands in the state.

The game left is a game like any other, whose state is the state of the rules with the memory of
both players. It is finite where play can bring each memory to finitely many values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ...distributions.distribution import Distribution, mixture, point
from ...exact.errors import RulesError
from ...exact.numbers import Exact
from ...game.protocol import (
    PLAYERS,
    WAIT,
    Action,
    ActionLaw,
    Game,
    Joint,
    JointAction,
    Plans,
    Player,
    State,
    WithMemory,
    legal_choice,
)

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


@dataclass(frozen=True)
class Remembering:
    """The game left when players follow plans, some with a memory; one with None chooses, and knows
    what the other remembers.
    """

    game: Game
    plans: Plans

    @property
    def start(self) -> Remembered:
        """The start of the game, with the first memories."""
        first, second = (
            plan.initial if isinstance(plan, WithMemory) else None for plan in self.plans
        )
        return Remembered(self.game.start, (first, second))

    def payoff(self, state: Remembered) -> Exact | None:
        """The payoff in the game."""
        return self.game.payoff(state.state)

    def actions(self, state: Remembered, player: Player) -> tuple[Action, ...]:
        """The actions of the game for a player who chooses, WAIT for one who follows a plan."""
        if self.plans[player] is not None:
            return (WAIT,)
        return self.game.actions(state.state, player)

    def outcomes(self, state: Remembered, joint: Joint) -> Distribution[Remembered]:
        """The law of the next state and memories when each plan has drawn its action."""
        first, second = (self._choice(state, player, joint[player]) for player in PLAYERS)
        merged: dict[Distribution[Remembered], int] = defaultdict(int)
        for a, weight in first.items():
            for b, other_weight in second.items():
                merged[self._after(state, (a, b))] += weight * other_weight
        return mixture(Distribution(merged))

    def _choice(self, state: Remembered, player: Player, chosen: Action) -> ActionLaw:
        plan = self.plans[player]
        if plan is None:
            return point(chosen)
        if isinstance(plan, WithMemory):
            plan = partial(plan.law, state.memories[player])
        return legal_choice(self.game, state.state, player, plan)

    def drawn_with(self, state: Remembered) -> list[int]:
        """The weights with which plans draw an action."""
        laws = (self._choice(state, player, None) for player in PLAYERS)
        return [weight for law in laws if len(law) > 1 for weight in law.weights.values()]

    def _after(self, state: Remembered, joint: JointAction) -> Distribution[Remembered]:
        """The law of the next state and memories after these actions."""

        def remembered(after: State) -> Remembered:
            first, second = (
                plan.update(memory, state.state, joint, after)
                if isinstance(plan, WithMemory)
                else None
                for plan, memory in zip(self.plans, state.memories, strict=True)
            )
            return Remembered(after, (first, second))

        return self.game.outcomes(state.state, joint).map(remembered)
