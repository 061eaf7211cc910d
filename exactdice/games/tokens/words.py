"""The quantities of the token game (Shut the Box), and of estimated probabilities."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...cost import LIFTED, at_most
from ...distribution import Distribution, sum_steps, total_of, uniform
from ...errors import QueryError
from ...exact import Exact, shown
from ...game import MAX
from ...solvers.fast_path import fast_path_of
from ...throws.empirical import MOST_EXACT
from ...throws.empirical import off_chance as chance_to_be_off
from ...throws.words import MOST_FACES, checked_numbers
from ...unaltered import kept
from ...words.proving import read_off
from ...words.register import Argument, Word, quantity, size, sized, whole
from ..strategies import is_checked_soon, named_strategy, solved
from .fast import best_choices, score_law
from .rules import TokenGame, choices
from .table import sweep_steps

MOST_TOKENS = 20
MOST_CHECKED_TOKENS = 12  # of a game whose proof is checked for a query
MOST_DICE = 50
STEPS_A_CONFIGURATION = 300  # of the law of a policy
POLICIES = ("optimal", "random")


@fast_path_of(is_checked_soon, TokenGame)
def _has_few_tokens(game: TokenGame) -> bool:
    # the proof states the value of every configuration, and they double with each token
    return len(game.start.left) <= MOST_CHECKED_TOKENS


class Rules(NamedTuple):
    """The options of the token game but for its tokens, and who plays."""

    options: tuple[tuple[str, Any], ...]
    policy: str


def token_rules(
    score: Argument = "count",
    policy: Argument = "optimal",
    dice: Argument = 2,
    faces: Argument = None,
    weights: Argument = None,
    single: Argument = "never",
    single_when: Argument = "high_gone",
) -> Rules:
    """The setting of the quantities of the token game."""
    names = {"score": str(score), "single": str(single), "single_when": str(single_when)}
    if str(policy) not in POLICIES:
        raise QueryError(f"policy must be one of {', '.join(POLICIES)}, got {policy}")
    checked_numbers(dice=dice, faces=faces, weights=weights)
    # what each die is, to check its faces here, where the message speaks of the query
    every = dice if isinstance(dice, tuple) else (6 if faces is None else faces,)
    for number in every:
        sized(number, "faces", 2, MOST_FACES)
    sized(len(dice) if isinstance(dice, tuple) else dice, "dice", 1, MOST_DICE)
    return Rules(
        (*names.items(), ("dice", dice), ("faces", faces), ("weights", weights)), str(policy)
    )


def _game(rules: Rules, tokens: tuple[Any, ...]) -> TokenGame:
    """The game with these tokens; the options are checked by the game."""
    for token in tokens:
        whole(token, "a token", 1)
    if len(tokens) > at_most(MOST_TOKENS):
        raise QueryError(f"a query takes at most {MOST_TOKENS} tokens, got {len(tokens)}; {LIFTED}")
    return TokenGame(tokens, **dict(rules.options))


def tokens_law_of(rules: Rules, *tokens: Argument) -> Distribution[Exact]:
    """The law of the final score."""
    return _law(_game(rules, tokens), rules.policy)


@kept(64)
def _law(game: TokenGame, player: str) -> Distribution[Exact]:
    return score_law(game, named_strategy(game, Word(player), MAX))


def sweep_cost(rules: Rules, *tokens: Argument) -> int:
    """The cost of the table of all configurations, and of what follows from it."""
    # the cost is asked before the tokens are checked, so anything may stand here
    asked = tuple(size(token) for token in tokens)
    return (
        sweep_steps(asked, largest_total(rules))
        + STEPS_A_CONFIGURATION * (1 << min(len(asked), 300))
        + throw_cost(rules)
    )


def after_throw_cost(rules: Rules, _: Argument, *tokens: Argument) -> int:
    """The same, when the first argument is the throw or the score."""
    return sweep_cost(rules, *tokens)


def throw_cost(rules: Rules, *_: Argument) -> int:
    """The cost of the law of a throw of all dice."""
    return sum_steps(_game(rules, ()).each_die)


def largest_total(rules: Rules) -> int:
    """The most that all dice can sum to."""
    return sum(max(one) for one in _game(rules, ()).each_die)


@read_off
@quantity(token_rules, law=tokens_law_of, cost=sweep_cost)
def tokens_score(rules: Rules, *tokens: Argument) -> Exact:
    """Expected final score of the token game with these tokens, by default the number of tokens
    left.
    """
    if rules.policy == "optimal":
        return -solved(_game(rules, tokens)).value
    return tokens_law_of(rules, *tokens).mean()


@quantity(token_rules, cost=sweep_cost)
def tokens_law(rules: Rules, *tokens: Argument) -> Distribution[Exact]:
    """Law of the final score of the token game with these tokens."""
    return tokens_law_of(rules, *tokens)


@quantity(token_rules, cost=after_throw_cost)
def tokens_chance(rules: Rules, score: Argument, *tokens: Argument) -> Exact:
    """Probability that the token game with these tokens ends with this score."""
    return tokens_law_of(rules, *tokens).probability(whole(score, "the score"))


@quantity(token_rules, cost=after_throw_cost)
def tokens_choice(rules: Rules, throw: Argument, *tokens: Argument) -> Any:
    """The tokens to remove after this throw: the first optimal choice, or for policy=random the law
    of the choice.
    """
    found = _choices(rules, throw, tokens)
    return uniform(found) if rules.policy == "random" else frozenset(found[0])


@quantity(token_rules, cost=after_throw_cost)
def tokens_choices(rules: Rules, throw: Argument, *tokens: Argument) -> frozenset[Any]:
    """All optimal choices of tokens to remove after this throw, or for policy=random
    all choices.
    """
    return frozenset(_choices(rules, throw, tokens))


def _choices(rules: Rules, throw: Argument, tokens: tuple[Argument, ...]) -> tuple[Any, ...]:
    game, thrown = _game(rules, tokens), whole(throw, "the throw")
    found = best_choices(game, thrown)
    # a law of no choices would be empty, and the first choice missing
    if not found:
        raise QueryError(
            f"no tokens among {shown(game.start.left)} sum to {thrown}: the game is over"
        )
    # random play chooses among all sets, optimal or not
    return choices(game.start.left, thrown) if rules.policy == "random" else found


@quantity(token_rules, cost=throw_cost, total="sum of the dice")
def tokens_throw(rules: Rules, total: Argument) -> Exact:
    """Probability that all dice of the token game sum to this."""
    return total_of(_game(rules, ()).each_die).probability(whole(total, "the sum"))


def _no_options() -> None:
    """The setting of a quantity without options."""


def binomial_cost(_: None, p: Argument, draws: Argument, tolerance: Argument) -> int:
    """The cost of the exact chance: a whole number of all draws for each of its terms; beyond
    MOST_EXACT draws there are bounds.
    """
    return (
        min(size(draws), MOST_EXACT) ** 2 * p.denominator.bit_length() // 800
        if isinstance(p, Exact)
        else 0
    )


@quantity(_no_options, cost=binomial_cost)
def off_chance(_: None, p: Any, draws: Any, tolerance: Any) -> Any:
    """Probability that the frequency of an event of probability p in this many draws differs from p
    by more than the tolerance.
    """
    checked_numbers(p=p, tolerance=tolerance)
    return chance_to_be_off(p, whole(draws, "draws", 1), tolerance)
