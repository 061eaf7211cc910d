"""Dice Battle, one simultaneous throw: the rule sheet.

Both players choose 1..dice dice at once and throw them; the higher score wins, equal scores draw. A
throw scores its sum, or bust_score when any die shows the bust face. Source: questions 10 to 14 of
the assignment answered by Carnielli and Kachaikin and by Huang and Huang.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from ...distribution import Distribution
from ...exact import Exact, shown_when_long
from ...game import Action, Joint, Player, State
from ...throwing import kept_die, throw
from ...throws.options import check_throws


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
        # only who scores more is paid for, so the joint law of both scores is never made
        above, below, total = compared(self, *joint)
        ways = {0: total - above - below, -1: below, 1: above}
        # a distribution holds only what can happen
        return Distribution({sign: count for sign, count in ways.items() if count})


def compared(game: OneShotBattle, first: int, second: int) -> tuple[int, int, int]:
    """In how many ways `first` dice score more than `second` dice, in how many less, and how many
    there are; by cumulative sums.
    """
    mine, theirs = (throw(game.one_die, d, game.bust, game.bust_score) for d in (first, second))
    # each score of mine is placed once among theirs: the pairs of scores are never listed
    scores = sorted(theirs)
    upto = [0, *accumulate(theirs.weights[k] for k in scores)]  # the ways of the first n scores
    above = below = 0
    for score, ways in mine.items():
        above += ways * upto[bisect_left(scores, score)]
        below += ways * (theirs.total - upto[bisect_right(scores, score)])
    return above, below, mine.total * theirs.total


def matrix_steps(game: OneShotBattle) -> int:
    """What the matrix and its solution cost: scores of so many dice for each pair, in numbers of so
    many bits.
    """
    one = game.one_die
    return game.dice**4 * max(one) * one.total.bit_length() // 100
