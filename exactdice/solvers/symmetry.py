"""Games with symmetries: of states that are worth the same one is solved for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from ..distribution import Distribution
from ..errors import RulesError
from ..exact import Exact, shown
from ..game import Action, ActionLaw, Game, Joint, Player, State, StateLaw, mover
from ..optional import SupportsCanonical, SupportsLevel, canonical_at, is_pure
from ..solution import OnRequest, Solution

Answer = TypeVar("Answer")
Back = Mapping[Action, Action]  # {action at the state that stands for another: action there}


class Symmetric(Game, SupportsCanonical, Protocol):
    """A game that offers `canonical`."""


@dataclass(frozen=True, repr=False)
class Folded:
    """The game of the states that stand for others."""

    game: Symmetric

    def __repr__(self) -> str:
        return repr(self.game)

    @property
    def pure(self) -> bool:
        """As the game."""
        return is_pure(self.game)

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

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The actions in the game."""
        return self.game.actions(state, player)

    def outcomes(self, state: State, joint: Joint) -> StateLaw:
        """The law of what stands for the next state."""
        law = self.game.outcomes(state, joint)
        return law.map(self.stands_for) if isinstance(law, Distribution) else law

    def stands_for(self, state: State) -> State:
        """The state that stands for this one."""
        return canonical_at(self.game, state)[0]


class Levelled(Symmetric, SupportsLevel, Protocol):
    """One that offers `level` too."""


@dataclass(frozen=True, repr=False)
class FoldedByLevel(Folded):
    """The same of a game that knows its levels."""

    game: Levelled

    def level(self, state: State) -> int:
        """As the game."""
        return self.game.level(state)


def folded(game: Symmetric) -> Folded:
    """The game of the states that stand for others."""
    return FoldedByLevel(game) if isinstance(game, SupportsLevel) else Folded(game)


def unfolded(game: Symmetric, solution: Solution) -> Solution:
    """The solution of the game, which answers for every state and lists those that stand for
    others.
    """
    return Solution(
        game,
        _for_all(game, solution.values, _same),
        _for_all(game, solution.optimal_actions, partial(_in_their_order, game)),
        f"{solution.method}, symmetric states once",
        _for_all(game, solution.mixtures, _mixtures_here),
        _for_all(game, solution.chosen, _action_here),
    )


def _for_all(
    game: Symmetric,
    table: Mapping[State, Answer],
    here: Callable[[Answer, State, Back], Answer],
) -> Mapping[State, Answer]:
    """The table for every state; `here` says what the answer of another state means in this one."""
    return OnRequest(partial(iter, table), partial(_answer, game, table, here)) if table else table


def _answer(
    game: Symmetric,
    table: Mapping[State, Answer],
    here: Callable[[Answer, State, Back], Answer],
    state: State,
) -> Answer:
    stands, back = canonical_at(game, state)
    return here(table[stands], state, back)


def _same(value: Exact, _: State, __: Back) -> Exact:
    return value


def _action_here(action: Action, _: State, back: Back) -> Action:
    return back.get(action, action)


def _in_their_order(
    game: Game, optimal: tuple[Action, ...], state: State, back: Back
) -> tuple[Action, ...]:
    """The optimal actions as they are called here, in the order of all actions here."""
    called = {back.get(action, action) for action in optimal}
    return tuple(action for action in game.actions(state, mover(game, state)) if action in called)


def _mixtures_here(
    pair: tuple[ActionLaw, ActionLaw], _: State, back: Back
) -> tuple[ActionLaw, ActionLaw]:
    first, second = (law.map(lambda action: back.get(action, action)) for law in pair)
    return first, second
