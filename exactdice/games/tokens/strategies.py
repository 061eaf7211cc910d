"""The policies by name of write-ups on Shut the Box, besides the strategies of every game.

Each removes, among the sets of tokens that sum to the throw:

- `largest_first`: the set with the largest token, then the next largest, and so on: 7 before 6+1
  before 5+2 before 4+3 before 4+2+1. Two different sets differ in some token, so no tie is left.
- `most_tokens`: the set of the most tokens; of several such, the first by `largest_first`.
- `fewest_tokens`: the set of the fewest tokens; of several such, the first by `largest_first`.
- `lexicographic`: the first set in the order of a dictionary, each written in ascending order:
  1+2+4 before 1+6 before 2+5 before 3+4 before 7. No tie is left.

Where the rules let the player choose between one die and all (`single=allowed`), these policies
throw the one die; `single=never` and `single=compulsory` are the rules under which nothing is
chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...distribution import Distribution, point
from ...exact import Exact
from ...game import MAX, Action, Player, Strategy, strategy
from ...solvers.fast_path import fast_path_of, the_generic
from ..strategies import Makers, makers_of, solved, worst
from .rules import TokenGame, Tokens, TokenState

Choose = Callable[[tuple[Any, ...]], Tokens]  # among actions, sets with the larger tokens first


def _the_first(sets: tuple[Tokens, ...]) -> Tokens:
    return sets[0]


def _of_most(sets: tuple[Tokens, ...]) -> Tokens:
    return max(sets, key=len)


def _of_fewest(sets: tuple[Tokens, ...]) -> Tokens:
    return min(sets, key=len)


# `max` and `min` keep the first of equals, and `actions` lists the larger tokens first.
POLICIES: dict[str, Choose] = {
    "largest_first": _the_first,
    "most_tokens": _of_most,
    "fewest_tokens": _of_fewest,
    "lexicographic": min,
}


def named_policy(game: TokenGame, name: str) -> Strategy:
    """The policy of this name.

    >>> named_policy(TokenGame(), "most_tokens")(TokenState((1, 2, 4, 6, 7), 7))
    Distribution({(1, 2, 4): 1})
    """
    return partial(_chosen, game, POLICIES[name])


def _chosen(game: TokenGame, choose: Choose, state: TokenState) -> Distribution[Action]:
    offered = game.actions(state, MAX)
    # before a throw there may be a choice of dice, and one die is listed before all of them
    return point(offered[0] if state.thrown is None else choose(offered))


@fast_path_of(makers_of, TokenGame)
def token_makers(game: TokenGame, player: Player) -> Makers:
    """The strategies with a name in the token game."""
    named: Makers = {name: partial(named_policy, game, name) for name in POLICIES}
    return {**named, **the_generic(makers_of)(game, player)}


# --- the worst play -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Negated:
    """Minus the score of the game."""

    game: TokenGame

    def __call__(self, left: Tokens) -> Exact:
        """Minus the score of the tokens left."""
        return -self.game.score_of(left)


@fast_path_of(worst, TokenGame)
def worst_of_tokens(game: TokenGame) -> Strategy:
    """The play with the largest expected score: the best one when minus the score counts."""
    return strategy(solved(replace(game, score=Negated(game))).strategies[MAX])
