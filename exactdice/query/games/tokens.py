"""The quantities of the token game (Shut the Box), and of estimated probabilities."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ...distributions.binomial import MOST_EXACT
from ...distributions.binomial import off_probability as chance_to_be_off
from ...distributions.distribution import Distribution, point
from ...distributions.throwing import sum_steps, total_of
from ...exact.argument_checks import kept
from ...exact.errors import QueryError
from ...exact.numbers import Exact, Interval, Value, shown
from ...game.protocol import MAX, Action, Player, legal_choice
from ...games.tokens import POLICIES, Choose, best_choices, rolls_distribution, score_distribution
from ...games.tokens.rules import (
    STEPS_A_CONFIGURATION,
    TokenGame,
    Tokens,
    TokenState,
)
from ...solvers.evaluation.ties import IsPaid, paid
from ...solvers.fast_path import fast_path_of, generic_function
from ..analysis import analysis_of
from ..functions.distributions import Rational
from ..functions.games import OfRules
from ..proving import ledger, read_off
from ..register import (
    CHANCE,
    Argument,
    FiniteNumericDistribution,
    Options,
    Positive,
    Whole,
    Word,
    quantity,
)
from ..strategies import Makers, makers_of, named_strategy, solved
from ..strategy_table import with_files

OPTIMAL = Word("optimal")


class Rules(NamedTuple):
    """The token game as the options describe it, who plays, and whether its tokens are given."""

    box: TokenGame
    policy: Word
    are_given: bool


class TokenSetting(OfRules):
    """The setting of the quantities of the token game; `policy` is any strategy by its name."""

    def __call__(
        self, *, game: Argument = None, policy: Argument = OPTIMAL, **options: Argument
    ) -> Rules:
        """The rules and the policy, with the file of a table as it is now, since results are kept
        by it.
        """
        if isinstance(policy, str):  # as Python writes a name
            policy = Word(policy)
        if not isinstance(policy, Word):
            raise QueryError(
                f"policy must be the name of a strategy, as in policy=largest_first, got {policy}"
            )
        box = self.made(tuple(options), *options.values())
        assert isinstance(box, TokenGame)
        return Rules(box, with_files(policy), "tokens" in options)

    def options_for(self, given: Options) -> Options:
        """{option: default}, with the policy."""
        return {**super().options_for(given), "policy": OPTIMAL}


token_rules = TokenSetting("tokens", TokenGame)


def _game_with_tokens(rules: Rules, tokens: Tokens) -> TokenGame:
    """The game with these tokens left; with all that are there at the start where a query says
    none.
    """
    if not tokens:
        return rules.box
    there = rules.box.start.left
    for token in tokens:
        if rules.are_given and token not in there:
            raise QueryError(f"a token must be one of {shown(there)}, got {token}")
    return replace(rules.box, tokens=tokens)


def distribution_cost(rules: Rules, *tokens: Positive) -> int:
    """The cost of every configuration, solved or under a policy, and of the distribution of a
    throw.
    """
    count = min(len(tokens or rules.box.start.left), 300)  # more are too many in any case
    return (STEPS_A_CONFIGURATION << count) + roll_cost(rules)


def after_cost(rules: Rules, _: Argument, *tokens: Positive) -> int:
    """The cost where the first argument is a score or a throw."""
    return distribution_cost(rules, *tokens)


def roll_cost(rules: Rules, *_: Argument) -> int:
    """The cost of the distribution of a throw of all dice."""
    return sum_steps(rules.box.each_die)


def score_over_ties(rules: Rules, *tokens: Positive) -> Interval:
    """The range of the mean score over ties of the policy: the payoff is minus the score."""
    return -analysis_of(_game_with_tokens(rules, tokens)).range_over_ties(
        (rules.policy,), "payoff", paid
    )


def chance_over_ties(rules: Rules, score: Whole, *tokens: Positive) -> Interval:
    """The range of the chance of this score over ties of the policy."""
    pays = IsPaid(-score)
    return analysis_of(_game_with_tokens(rules, tokens)).range_over_ties(
        (rules.policy,), "payoff", pays
    )


@quantity(token_rules, cost=distribution_cost)
@kept(64)
def tokens_distribution(rules: Rules, *tokens: Positive) -> FiniteNumericDistribution:
    """Distribution of the final score of the token game with these tokens."""
    game = _game_with_tokens(rules, tokens)
    return score_distribution(game, named_strategy(game, rules.policy, MAX))


@quantity(token_rules, cost=distribution_cost)
@kept(64)
def tokens_rolls_distribution(rules: Rules, *tokens: Positive) -> Distribution[int]:
    """Distribution of the number of throws of the token game with these tokens."""
    game = _game_with_tokens(rules, tokens)
    return rolls_distribution(game, named_strategy(game, rules.policy, MAX))


@read_off
@quantity(token_rules, law=tokens_distribution, cost=distribution_cost, ties=score_over_ties)
def tokens_score(rules: Rules, *tokens: Positive) -> Exact:
    """Expected final score of the token game with these tokens, without any with all that are there
    at the start; by default the number of tokens left.
    """
    if rules.policy == OPTIMAL:
        return -solved(_game_with_tokens(rules, tokens)).value
    book = ledger()
    # A policy may come from a solution that was checked; what it scores is in no proof.
    if book is not None:
        book.uncovered.append("the score of a policy")
    return tokens_distribution(rules, *tokens).mean()


@quantity(token_rules, outcomes=CHANCE, cost=after_cost, ties=chance_over_ties)
def tokens_probability(rules: Rules, score: Whole, *tokens: Positive) -> Exact:
    """Probability that the token game with these tokens ends with this score."""
    return tokens_distribution(rules, *tokens).probability(score)


@quantity(token_rules, law=tokens_rolls_distribution, cost=distribution_cost)
def tokens_rolls(rules: Rules, *tokens: Positive) -> Exact:
    """Mean number of throws of the token game with these tokens, the last one too, which may remove
    nothing.
    """
    return tokens_rolls_distribution(rules, *tokens).mean()


@quantity(token_rules, cost=after_cost)
def tokens_choice(
    rules: Rules, throw: Whole, *tokens: Positive
) -> Distribution[Tokens] | frozenset[int]:
    """The tokens that the policy removes after this throw, of several optimal sets the first; the
    law of them where it draws.
    """
    law = _choice_distribution(rules, throw, tokens)
    if len(law) > 1:
        return law
    (chosen,) = law
    return frozenset(chosen)


@quantity(token_rules, cost=after_cost)
def tokens_choices(rules: Rules, throw: Whole, *tokens: Positive) -> frozenset[Tokens]:
    """All optimal sets of tokens to remove after this throw; under another policy all that it may
    remove.
    """
    if rules.policy == OPTIMAL:
        return frozenset(_best_choices(_game_with_tokens(rules, tokens), throw))
    return frozenset(_choice_distribution(rules, throw, tokens))


def _choice_distribution(rules: Rules, throw: Whole, tokens: Tokens) -> Distribution[Tokens]:
    """The law of the tokens that the policy removes."""
    game = _game_with_tokens(rules, tokens)
    best = _best_choices(game, throw)
    if rules.policy == OPTIMAL:
        return point(best[0])
    plan = named_strategy(game, rules.policy, MAX)
    return legal_choice(game, TokenState(game.start.left, throw), MAX, plan)


def _best_choices(game: TokenGame, thrown: int) -> tuple[Tokens, ...]:
    """All optimal sets; `QueryError` when the throw ends the game."""
    found = best_choices(game, thrown)
    # a law of no choices would be empty, and the first choice missing
    if not found:
        few = "" if game.most is None else f", {game.most} at most,"
        raise QueryError(
            f"no tokens{few} among {shown(game.start.left)} sum to {thrown}: the game is over"
        )
    return found


@quantity(token_rules, outcomes=CHANCE, cost=roll_cost, total="sum of the dice")
def tokens_roll(rules: Rules, total: Whole) -> Exact:
    """Probability that all dice of the token game sum to this."""
    return total_of(rules.box.each_die).probability(total)


def binomial_cost(p: Exact, draws: int, tolerance: Exact) -> int:
    """The cost of the exact chance: a whole number of all draws for each of its terms; beyond
    MOST_EXACT draws there are bounds.
    """
    return min(draws, MOST_EXACT) ** 2 * p.denominator.bit_length() // 800


@quantity(outcomes=CHANCE, cost=binomial_cost)
def off_probability(p: Rational, draws: Positive, tolerance: Rational) -> Value:
    """Probability that the frequency of an event of probability p in this many draws differs from p
    by more than the tolerance.
    """
    return chance_to_be_off(p, draws, tolerance)


def _choose_tokens(game: TokenGame, choose: Choose, state: TokenState) -> Distribution[Action]:
    offered = game.actions(state, MAX)
    # before a throw there may be a choice of dice, and one die is listed before all of them
    return point(offered[0] if state.thrown is None else choose(offered))


@fast_path_of(makers_of, TokenGame)
def token_makers(game: TokenGame, player: Player) -> Makers:
    """The strategies with a name in the token game."""
    named: Makers = {
        name: lambda choose=choose: partial(_choose_tokens, game, choose)
        for name, choose in POLICIES.items()
    }
    return {**named, **generic_function(makers_of)(game, player)}
