"""All states of a game with what can follow each of them, for those who show the whole game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from ..exact.numbers import Progress
from ..game.graph import explore
from ..game.protocol import PLAYERS, Action, Game, State
from ..proofs.parts import itself
from ..solvers.fast_path import by_exact_class

Law = tuple[tuple[State, int], ...]  # the next states with their weights


@dataclass(frozen=True)
class Moves:
    """The actions of MAX and of MIN at a state, and the law of the next state for each pair of
    them, by MAX's action and then by MIN's.
    """

    actions: tuple[tuple[Action, ...], tuple[Action, ...]]
    laws: tuple[Law, ...]


@dataclass(frozen=True)
class Listing:
    """The states of a game, finished ones too, and `moves(state)` for those that are not.

    States of one `kind` move alike: they have the same actions, which change the numbers in the
    state by the same amounts with the same chances.
    """

    states: Sequence[State]
    kind: Callable[[State], Hashable]
    moves: Callable[[State], Moves]


@by_exact_class
def listing(game: Game, most: int, progress: Progress | None = None) -> Listing:
    """The listing of all states that play can reach; `UnsolvableError` when they are more than
    `most`.
    """
    graph = explore(game, progress=progress, most=most)
    states = [node.state for node in graph.nodes]
    # no other state is known to move like it
    return Listing(states, itself, partial(moves_at, game))


def moves_at(game: Game, state: State) -> Moves:
    """What can follow the state, as the rules say."""
    rows, columns = (tuple(game.actions(state, player)) for player in PLAYERS)
    laws = [tuple(game.outcomes(state, joint).items()) for joint in product(rows, columns)]
    return Moves((rows, columns), tuple(laws))
