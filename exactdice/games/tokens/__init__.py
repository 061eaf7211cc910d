"""The scores of strategies in the token game, and policies by name from write-ups on Shut the Box.

Each policy removes, among the sets of tokens that sum to the throw:

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
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, cast

from ...distributions.distribution import Distribution
from ...distributions.throwing import total_of
from ...exact.argument_checks import an_instance, got
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, shown, whole_or_none
from ...game.protocol import WAITS, Profile, always, strategy
from ...solvers import solve
from ...solvers.evaluation.profiles import length_distribution, payoff_distribution
from .rules import TokenGame as TokenGame
from .rules import Tokens
from .rules import TokenState as TokenState
from .rules import policy as policy

_solution = lru_cache(maxsize=4)(solve)
Choose = Callable[[tuple[Any, ...]], Tokens]  # among actions, sets with the larger tokens first

# `max` and `min` keep the first of equals, and `actions` lists the larger tokens first.
POLICIES: dict[str, Choose] = {
    "largest_first": itemgetter(0),
    "most_tokens": partial(max, key=len),
    "fewest_tokens": partial(min, key=len),
    "lexicographic": min,
}


# --- scores ---------------------------------------------------------------------------------------


def rolls_distribution(game: TokenGame, plan: object) -> Distribution[int]:
    """The distribution of the number of throws when the player follows the plan.

    >>> from exactdice.games.tokens.rules import policy, choices
    >>> first = policy(lambda left, thrown: choices(left, thrown)[0])
    >>> rolls_distribution(TokenGame(tokens=2), first)
    Distribution({1: 35, 2: 1})
    """
    # a throw and a removal in turn, without a last removal where tokens are left
    moves = cast("Distribution[int]", length_distribution(game, _solo_profile(game, plan)))
    return moves.map(lambda n: (n + 1) // 2)


def score_distribution(game: TokenGame, plan: object) -> Distribution[Exact]:
    """The exact distribution of the final score when the player follows the plan: a strategy, a
    table, or a function made by `policy`.

    >>> from exactdice.games.tokens.rules import policy, choices
    >>> first = policy(lambda left, thrown: choices(left, thrown)[0])
    >>> score_distribution(TokenGame(tokens=2), first)
    Distribution({0: 2, 1: 1, 2: 33})
    """
    check_token_game(game, "score_distribution")
    return payoff_distribution(game, _solo_profile(game, plan)).map(lambda payoff: -payoff)


def expected_score(game: TokenGame, plan: object = None) -> Exact:
    """The expected final score when the player follows the plan; without one, the least that any
    plan reaches.

    >>> expected_score(TokenGame(tokens=3))
    Fraction(883, 432)
    """
    check_token_game(game, "expected_score")
    # the value is the payoff, which is minus the score
    return score_distribution(game, plan).mean() if plan is not None else -solve(game).value


def best_choices(game: TokenGame, thrown: int) -> tuple[Tokens, ...]:
    """All optimal sets of tokens to remove from the start after this throw; none when no tokens sum
    to it.

    Raises `RulesError` for a throw that the dice cannot give.

    >>> best_choices(TokenGame(tokens=3), 3), best_choices(TokenGame(tokens=3), 7)
    (((1, 2),), ())
    """
    check_token_game(game, "best_choices")
    left = game.start.left
    total = whole_or_none(thrown)
    possible = {total for count in game.counts(left) for total in total_of(game.each_die[:count])}
    if total is None or total not in possible:
        raise RulesError(f"a throw must be one of {shown(tuple(sorted(possible)))}, {got(thrown)}")
    state = TokenState(left, total)
    if game.payoff(state) is not None:
        return ()
    return cast("tuple[Tokens, ...]", _solution(game).optimal_actions[state])


def _solo_profile(game: TokenGame, plan: object) -> Profile:
    """The profile of the player who follows the plan; `TooCostly` where a throw may remove too many
    sets of tokens.
    """
    refuse_costly(game, game.exploring_cost)
    return strategy(plan), always(WAITS)


def check_token_game(game: object, where: str) -> None:
    """Refuse what is not a token game; one derived from it is."""
    an_instance(game, TokenGame, f"the game of {where}", "a TokenGame, such as TokenGame(tokens=9)")


GAMES = {"tokens": TokenGame}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"tokens": {"tokens": 4}}
QUERIES = (
    "tokens_score(1, 2, 3, 4)",
    "tokens_distribution(1, 2, 3, 4)",
    "tokens_probability(0, 1, 2, 3, 4)",
    "over_ties(tokens_score(1, 2, 3, 4))",
    "over_ties(tokens_probability(0, 1, 2, 3, 4))",
    "tokens_choice(5, 1, 2, 3, 4)",
    "tokens_choices(5, 1, 2, 3, 4)",
    "tokens_roll(7)",
    "tokens_rolls(1, 2, 3, 4)",
    "tokens_rolls_distribution(1, 2, 3, 4)",
    "off_probability(1/2, 10, 1/10)",
)
