"""The fast path of the token game: solve by the table of all configurations.

It returns what the generic solver returns, also at configurations that play does not reach; the
tests compare the two. Boxes of more than 22 tokens go to the generic solver, which explores what
can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

from ...argument_checks import an_instance, got
from ...cost import refuse_costly
from ...distribution import Distribution, point
from ...errors import RulesError
from ...evaluation.profiles import length_law, payoff_law
from ...exact import Exact, Progress, shown, whole_or_none
from ...game import WAIT, Action, Profile, State, always, strategy
from ...solution import Lazy, Solution
from ...solvers import solve
from ...solvers.fast_path import fast_path_of
from .rules import TokenGame, Tokens, TokenState
from .table import Box, SweptBox, TooMany, count_states, sweep

V = TypeVar("V")
METHOD = "exact sweep over sets of tokens"


@fast_path_of(solve, TokenGame, TooMany)
def solve_tokens(game: TokenGame, progress: Progress | None = None) -> Solution:
    """The solution of the token game at every configuration, reachable from the start or not."""
    solved = Solved(sweep(game, progress))
    return Solution(
        game,
        Counted(solved.table.box, solved.value),
        Counted(solved.table.box, solved.best),
        METHOD,
    )


class Counted(Lazy[TokenState, V]):
    """A mapping of every unfinished state, counted without listing them."""

    def __init__(self, box: Box, get: Callable[[TokenState], V]) -> None:
        super().__init__(lambda: _unfinished(box), get)
        self._box = box

    def __len__(self) -> int:
        return count_states(self._box)


@dataclass(frozen=True)
class Solved:
    """The table, asked by state."""

    table: SweptBox

    def value(self, state: TokenState) -> Exact:
        """Minus the expected score."""
        mask, thrown = _place(self.table.box, state)
        expected = self.table.worth[mask] if thrown is None else self.table.after(mask, thrown)
        return self.table.number(-int(expected))

    def best(self, state: TokenState) -> tuple[Action, ...]:
        """Every optimal action."""
        mask, thrown = _place(self.table.box, state)
        if thrown is not None:
            return self.table.best_removals(mask, thrown)
        if len(self.table.box.game.counts(state[0])) > 1:
            return self.table.best_counts(mask)
        return (WAIT,)


def _unfinished(box: Box) -> Iterator[TokenState]:
    for mask in range(1, 1 << len(box.tokens)):
        left = box.left(mask)
        yield TokenState(left)
        yield from (
            TokenState(left, total)
            for total in sorted(box.totals(left))
            if box.choices(mask, total)
        )


def _place(box: Box, state: State) -> tuple[int, int | None]:
    """The mask and the throw of an unfinished state; KeyError for anything else."""
    # a state comes from outside: whatever is no state is no key, as in a dict
    if not (isinstance(state, tuple) and len(state) == 2):
        raise KeyError(state)
    left, thrown = state
    if not (isinstance(left, tuple) and left):
        raise KeyError(state)
    mask = box.mask(left)
    # the tokens must stand in ascending order, as the generic states have them
    if box.left(mask) != left:
        raise KeyError(state)
    goes_on = thrown is None or (thrown in box.totals(left) and box.choices(mask, thrown))
    if not goes_on:
        raise KeyError(state)
    return mask, thrown


# --- policies -------------------------------------------------------------------------------------


def throws_law(game: TokenGame, plan: object) -> Distribution[int]:
    """The law of the number of throws when the player follows the plan.

    >>> from exactdice.games.tokens.rules import policy, choices
    >>> throws_law(TokenGame(tokens=2), policy(lambda left, thrown: choices(left, thrown)[0]))
    Distribution({1: 35, 2: 1})
    """
    a_token_game(game, "throws_law")
    # a throw and a removal in turn, without a last removal where tokens are left
    moves = length_law(game, _alone(game, plan))
    return cast("Distribution[int]", moves).map(lambda n: (n + 1) // 2)


def score_law(game: TokenGame, plan: object) -> Distribution[Exact]:
    """The exact law of the final score when the player follows the plan: a strategy, a table, or a
    function made by `policy`.

    >>> from exactdice.games.tokens.rules import policy, choices
    >>> score_law(TokenGame(tokens=2), policy(lambda left, thrown: choices(left, thrown)[0]))
    Distribution({0: 2, 1: 1, 2: 33})
    """
    a_token_game(game, "score_law")
    law = payoff_law(game, _alone(game, plan))
    return law.map(lambda payoff: -payoff)


def expected_score(game: TokenGame, plan: object = None) -> Exact:
    """The expected final score when the player follows the plan; without one, the least that any
    plan reaches.

    >>> expected_score(TokenGame(tokens=3))
    Fraction(883, 432)
    """
    a_token_game(game, "expected_score")
    # the value is the payoff, which is minus the score
    return score_law(game, plan).mean() if plan is not None else -solve(game).value


def best_choices(game: TokenGame, thrown: int) -> tuple[Tokens, ...]:
    """All optimal sets of tokens to remove from the start after this throw; none when no tokens sum
    to it.

    Raises `RulesError` for a throw that the dice cannot give.

    >>> best_choices(TokenGame(tokens=3), 3), best_choices(TokenGame(tokens=3), 7)
    (((1, 2),), ())
    """
    a_token_game(game, "best_choices")
    table = sweep(game)
    possible = sorted(table.box.totals(game.start.left))
    total = whole_or_none(thrown)
    if total is None or total not in possible:
        raise RulesError(f"a throw must be one of {shown(tuple(possible))}, {got(thrown)}")
    # the largest mask has all tokens: it is the start
    return table.best_removals(len(table.worth) - 1, total)


def _alone(game: TokenGame, plan: object) -> Profile:
    """The profile of the player who follows the plan; `TooCostly` where a throw may remove too many
    sets of tokens.
    """
    refuse_costly(game, game.exploring_cost)
    return strategy(plan), _waits


def a_token_game(game: object, where: str) -> None:
    """Refuse what is not a token game; one derived from it is."""
    an_instance(game, TokenGame, f"the game of {where}", "a TokenGame, such as TokenGame(tokens=9)")


_waits = always(point(WAIT))
