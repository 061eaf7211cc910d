"""Dice Battle, one simultaneous throw: the rule sheet.

Both players choose 1..dice dice at once and throw them; the higher score wins, equal scores draw. A
throw scores its sum, or bust_score when any die shows the bust face. Source: questions 10 to 14 of
the assignment answered by Carnielli and Kachaikin and by Huang and Huang.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from ...distributions.distribution import Distribution
from ...distributions.throwing import kept_die, roll
from ...distributions.weights import Order, compared
from ...exact.cost import refuse_costly
from ...exact.numbers import Exact, ratio, shown_when_long, simplest
from ...game.dice_options import check_rolls, refuse_no_rolls
from ...game.protocol import Action, Joint, Player, State


@shown_when_long
@dataclass(frozen=True)
class OneShotBattle:
    """One simultaneous throw of at most `dice` dice each; +1 to MAX when its score is higher, -1
    when MIN's is.

    >>> game = OneShotBattle(dice=2)
    >>> game.outcomes(game.start, (2, 1)).probability(1)
    Fraction(35, 54)
    """

    dice: int = 10
    faces: int | None = None
    weights: tuple[Exact, ...] | None = None
    bust: int = 1
    bust_score: int = 1

    def __post_init__(self) -> None:
        check_rolls(self)

    @property
    def one_die(self) -> Distribution[int]:
        """The distribution of one die."""
        return kept_die(self.faces or 6, self.weights)

    @property
    def exploring_cost(self) -> int:
        """The cost of the distributions of all joint actions: the matrix gives half of them and has
        the others by symmetry.
        """
        return 2 * matrix_steps(self)

    @property
    def start(self) -> str:
        """Nobody has thrown yet; every later state is the payoff."""
        return "choose"

    def payoff(self, state: State) -> Exact | None:
        """The sign of MAX's score minus MIN's, once both have thrown."""
        return None if state == "choose" else int(state)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """How many dice to throw, fewest first, for both players at once."""
        return tuple(range(1, self.dice + 1))

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The distribution of the sign of the difference of the scores."""
        # Only who scores more is paid for, so the joint law of both scores is never made.
        scores = order_of_scores(self, *joint)
        return Distribution({0: scores.equal, -1: scores.less, 1: scores.greater})


def order_of_scores(game: OneShotBattle, first: int, second: int) -> Order:
    """In how many ways `first` dice score less than `second` dice, as much and more."""
    mine, theirs = (roll(game.one_die, d, game.bust, game.bust_score) for d in (first, second))
    return compared(mine.weights, theirs.weights)


def matrix_steps(game: OneShotBattle) -> int:
    """The cost of the matrix and its solution: scores of so many dice for each pair, in numbers of
    so many bits.
    """
    one = game.one_die
    return game.dice**4 * max(one) * one.total.bit_length() // 100


def payoff(game: OneShotBattle, first: int, second: int) -> Exact:
    """P(K1 > K2) - P(K1 < K2) when MAX throws `first` dice and MIN `second`, by cumulative sums.

    >>> payoff(OneShotBattle(dice=3), 1, 3)
    Fraction(-49, 216)
    """
    refuse_no_rolls(game, "payoff")
    scores = order_of_scores(game, first, second)
    return simplest(ratio(scores.greater - scores.less, sum(scores)))


def payoff_matrix(game: OneShotBattle) -> tuple[tuple[Exact, ...], ...]:
    """The antisymmetric matrix of payoffs, MAX's number of dice by MIN's, both from 1."""
    refuse_no_rolls(game, "payoff_matrix")
    refuse_costly(game, matrix_steps(game))  # before any law is worked out
    size = game.dice
    rows: list[list[Exact]] = [[0] * size for _ in range(size)]
    # half of the entries are compared, the others follow by symmetry
    for a, b in combinations(range(size), 2):
        rows[a][b] = payoff(game, a + 1, b + 1)
        rows[b][a] = -rows[a][b]
    return tuple(tuple(row) for row in rows)


GAMES = {"one-shot-battle": OneShotBattle}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"one-shot-battle": {"dice": 3}}
QUERIES = (
    "payoff(1, 2)",
    "one_shot_value()",
    "one_shot_strategy()",
    "one_shot_gain(blind, optimal)",
    "over_ties(one_shot_gain(blind, optimal))",
)
