"""Dice Battle, one simultaneous throw: the rule sheet.

Both players choose 1..dice dice at once and throw them; the higher score wins, equal scores draw. A
throw scores its sum, or bust_score when any die shows the bust face. Source: questions 10 to 14 of
the assignment answered by Carnielli and Kachaikin and by Huang and Huang.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...distributions.distribution import Distribution
from ...distributions.throwing import kept_die, throw
from ...distributions.weights import Order, compared
from ...exact.numbers import Exact, shown_when_long
from ...game.dice_options import check_throws
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
        check_throws(self)

    @property
    def one_die(self) -> Distribution[int]:
        """The law of one die."""
        return kept_die(self.faces or 6, self.weights)

    @property
    def exploring_cost(self) -> int:
        """What the laws of all joint actions cost: the matrix gives half of them and has the others
        by symmetry.
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
        """The law of the sign of the difference of the scores."""
        # Only who scores more is paid for, so the joint law of both scores is never made.
        scores = order_of_scores(self, *joint)
        return Distribution({0: scores.equal, -1: scores.less, 1: scores.greater})


def order_of_scores(game: OneShotBattle, first: int, second: int) -> Order:
    """In how many ways `first` dice score less than `second` dice, as much and more."""
    mine, theirs = (throw(game.one_die, d, game.bust, game.bust_score) for d in (first, second))
    return compared(mine.weights, theirs.weights)


def matrix_steps(game: OneShotBattle) -> int:
    """What the matrix and its solution cost: scores of so many dice for each pair, in numbers of so
    many bits.
    """
    one = game.one_die
    return game.dice**4 * max(one) * one.total.bit_length() // 100
