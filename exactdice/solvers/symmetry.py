"""Games with symmetries: of states that are worth the same one is solved for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from ..distributions.distribution import Distribution
from ..exact.errors import RulesError
from ..exact.numbers import Exact, shown
from ..game.derived import GameFromGame
from ..game.optional import SupportsCanonical, SupportsLevel, canonical_at
from ..game.protocol import Action, ActionLaw, Game, Joint, State, StateLaw, mover
from ..game.solution import OnRequest, Solution

Answer = TypeVar("Answer")


class Symmetric(Game, SupportsCanonical, Protocol):
    """A game that offers `canonical`."""


@dataclass(frozen=True, repr=False)
class Folded(GameFromGame):
    """The game of the states that stand for others."""

    game: Symmetric

    @property
    def start(self) -> State:
        """The state that stands for the start."""
        return self.stands_for(self.game.start)

    def payoff(self, state: State) -> Exact | None:
        """The payoff in the game; asked once of each state, whose place is looked at here."""
        if self.stands_for(state) != state:
            raise RulesError(
                f"canonical({shown(state)}) must be this state itself, as it stands for others, "
                f"got {shown(self.stands_for(state))}"
            )
        return self.game.payoff(state)

    def outcomes(self, state: State, joint: Joint) -> StateLaw:
        """The law of what stands for the next state."""
        law = self.game.outcomes(state, joint)
        return law.map(self.stands_for) if isinstance(law, Distribution) else law

    def stands_for(self, state: State) -> State:
        """The state that stands for this one."""
        return canonical_at(self.game, state)[0]


@dataclass(frozen=True, repr=False)
class FoldedByLevel(Folded):
    """The same of a game that knows its levels."""

    def level(self, state: State) -> int:
        """As the game."""
        level: int = self.game.level(state)  # type: ignore[attr-defined]
        return level


def folded(game: Game) -> Game:
    """The game of the states that stand for others; without symmetries the game itself."""
    if not isinstance(game, SupportsCanonical):
        return game
    return FoldedByLevel(game) if isinstance(game, SupportsLevel) else Folded(game)


def unfolded(game: Game, solution: Solution) -> Solution:
    """The solution of the game, which answers for every state and lists those that stand for
    others.
    """
    if not isinstance(game, SupportsCanonical):
        return solution

    def for_all(
        table: Mapping[State, Answer], answer: Callable[..., Answer]
    ) -> Mapping[State, Answer]:
        return OnRequest(partial(iter, table), partial(answer, game, table)) if table else table

    return Solution(
        game,
        for_all(solution.values, _value),
        for_all(solution.optimal_actions, _optimal_actions),
        f"{solution.method}, symmetric states once",
        for_all(solution.mixtures, _mixtures),
        for_all(solution.chosen, _action),
    )


# What the table says of the state that stands for another means there. Functions of the module, as
# solutions are sent to other processes.


def _value(game: Symmetric, table: Mapping[State, Exact], state: State) -> Exact:
    stands, _ = canonical_at(game, state)
    return table[stands]


def _action(game: Symmetric, table: Mapping[State, Action], state: State) -> Action:
    stands, back = canonical_at(game, state)
    return back.get(table[stands], table[stands])


def _optimal_actions(
    game: Symmetric, table: Mapping[State, tuple[Action, ...]], state: State
) -> tuple[Action, ...]:
    stands, back = canonical_at(game, state)
    called = {back.get(action, action) for action in table[stands]}
    # In the order of all actions here.
    return tuple(action for action in game.actions(state, mover(game, state)) if action in called)


def _mixtures(
    game: Symmetric, table: Mapping[State, tuple[ActionLaw, ActionLaw]], state: State
) -> tuple[ActionLaw, ActionLaw]:
    stands, back = canonical_at(game, state)
    first, second = (law.map(lambda action: back.get(action, action)) for law in table[stands])
    return first, second
