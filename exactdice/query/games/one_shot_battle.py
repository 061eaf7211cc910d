"""The quantities of Dice Battle with one simultaneous throw."""

from __future__ import annotations

from typing import Any

from ...distributions.distribution import Distribution
from ...distributions.throwing import roll_steps
from ...exact.numbers import Exact, Interval, as_exact
from ...game.protocol import MAX, MIN, OTHER, ActionDistribution, Player
from ...games.one_shot_battle import OneShotBattle, matrix_steps, order_of_scores, payoff_matrix
from ...games.one_shot_battle import payoff as payoff_of
from ...solvers.fast_path import fast_path_of
from ..analysis import analysis_of
from ..functions.games import OfRules
from ..proving import read_off
from ..register import Answer, Argument, Law, Outcomes, Positive, leaves_ties, quantity
from ..strategies import makers_of, named_strategy, solved
from ..strategy_table import with_files
from .dice_battle import battle_makers

one_shot = OfRules("one-shot-battle", OneShotBattle)


def two_rolls(game: OneShotBattle, d1: int, d2: int) -> int:
    """The cost of comparing the scores of two throws."""
    return sum(roll_steps(game.one_die, d) for d in (d1, d2))


def matrix_cost(game: OneShotBattle, *_: Argument) -> int:
    """The cost of the payoffs of all numbers of dice."""
    return matrix_steps(game)


WON_OR_LOST = Outcomes(-1, 1)  # or 0, a draw


def one_shot_payoff_distribution(game: OneShotBattle, d1: int, d2: int) -> Distribution[int]:
    """The law of what the first player is paid."""
    scores = order_of_scores(game, d1, d2)
    return Distribution({1: scores.greater, 0: scores.equal, -1: scores.less})


@quantity(
    one_shot,
    cost=two_rolls,
    law=one_shot_payoff_distribution,
    d1="dice of the first player",
    d2="dice of the second",
)
def payoff(game: OneShotBattle, d1: Positive, d2: Positive) -> Exact:
    """Expected payoff to the first player when it throws d1 dice once and the second d2."""
    return payoff_of(game, d1, d2)


@read_off
@quantity(one_shot, cost=matrix_cost, outcomes=WON_OR_LOST)
def one_shot_value(game: OneShotBattle) -> Exact:
    """Value of the game of one simultaneous throw: 0, as it is symmetric."""
    # solved all the same: the number that is read off is one that the checker has proved
    return solved(game).value


@read_off
@quantity(one_shot, cost=matrix_cost)
def one_shot_strategy(game: OneShotBattle) -> ActionDistribution:
    """An optimal mixture of the numbers of dice in one simultaneous throw."""
    return solved(game).strategies[MAX][game.start]


def gain_over_ties(game: OneShotBattle, a: Argument, b: Argument) -> Interval:
    """The range of the expected payoff over all optimal mixtures."""
    if leaves_ties(a) == leaves_ties(b):  # two optimal mixtures earn the value
        mean = as_exact(one_shot_gain(game, a, b))
        return Interval(mean, mean)
    player: Player = MAX if leaves_ties(a) else MIN
    law: Law = named_strategy(game, b if player == MAX else a, OTHER[player])(game.start)
    laws = analysis_of(game).optimal_mixed_actions(game.start, player)
    matrix = payoff_matrix(game)

    def earned(count: Any) -> Exact:
        mine = law.map(lambda other: matrix[count - 1][other - 1]).mean()
        return mine if player == MAX else -mine  # the game is symmetric

    asked = {column: earned(count) for count, column in laws.columns.items()}
    found = laws.strategies.extent(asked, laws.unit)
    assert found is not None  # there is an optimal mixture
    return found


@quantity(one_shot, cost=matrix_cost, outcomes=WON_OR_LOST, ties=gain_over_ties)
def one_shot_gain(game: OneShotBattle, a: Argument, b: Argument) -> Answer:
    """Expected payoff to the first player of one simultaneous throw when it plays a against b."""
    return analysis_of(game).play(with_files((a, b))).gain()


fast_path_of(makers_of, OneShotBattle)(battle_makers)
