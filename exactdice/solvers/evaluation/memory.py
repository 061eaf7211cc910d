"""Strategies with memory, followed exactly: what each remembers stands in the state.

The game left is a game like any other, whose state is the state of the rules with the memory of
both players. It is finite where play can bring each memory to finitely many values.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ...exact.errors import RulesError
from ...game.derived import GameWithRecords
from ...game.protocol import (
    ActionLaw,
    Game,
    JointAction,
    Plans,
    State,
    StateLaw,
    Strategy,
    WithMemory,
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


def remembering(game: Game, plans: Plans) -> tuple[Remembering, Plans]:
    """The game whose states also tell what each player remembers, and the plans as strategies of
    it; who chooses in it knows what the other remembers.
    """
    first, second = (
        None if plan is None else partial(_choice, plan, player)
        for player, plan in enumerate(plans)
    )
    return Remembering(game, plans), (first, second)


def _choice(plan: Strategy, player: int, state: Remembered) -> ActionLaw:
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

    def outcomes(self, state: Remembered, joint: JointAction) -> StateLaw:
        """The law of the next state and memories."""

        def remembered(after: State) -> Remembered:
            first, second = (
                plan.update(memory, state.state, joint, after)
                if isinstance(plan, WithMemory)
                else None
                for plan, memory in zip(self.plans, state.memories, strict=True)
            )
            return Remembered(after, (first, second))

        return self.game.outcomes(state.state, joint).map(remembered)
