"""The payoff matrix of one simultaneous throw, by cumulative sums over the scores."""

from __future__ import annotations

from itertools import combinations

from ...exact.cost import refuse_costly
from ...exact.numbers import Exact, ratio, simplest
from ...game.dice_options import refuse_no_throws
from ...linear.matrices.solve import Matrix
from .rules import OneShotBattle, matrix_steps, order_of_scores


def payoff(game: OneShotBattle, first: int, second: int) -> Exact:
    """P(K1 > K2) - P(K1 < K2) when MAX throws `first` dice and MIN `second`, by cumulative sums.

    >>> payoff(OneShotBattle(dice=3), 1, 3)
    Fraction(-49, 216)
    """
    refuse_no_throws(game, "payoff")
    scores = order_of_scores(game, first, second)
    return simplest(ratio(scores.greater - scores.less, sum(scores)))


def payoff_matrix(game: OneShotBattle) -> Matrix:
    """The antisymmetric matrix of payoffs, MAX's number of dice by MIN's, both from 1."""
    refuse_no_throws(game, "payoff_matrix")
    refuse_costly(game, matrix_steps(game))  # before any law is worked out
    size = game.dice
    rows: list[list[Exact]] = [[0] * size for _ in range(size)]
    # half of the entries are compared, the others follow by symmetry
    for a, b in combinations(range(size), 2):
        rows[a][b] = payoff(game, a + 1, b + 1)
        rows[b][a] = -rows[a][b]
    return tuple(tuple(row) for row in rows)
