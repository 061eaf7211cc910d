"""One turn of Pig: the best turn in fixed-point integers, what following a plan leads to, exactly,
and the law of what it adds.

A turn is described from the mover's side, who has i points and needs n = target - i. Write P(i, j,
k) for its chance to win with turn total k against j, p = P(i, j, 0) and q = P(j, i, 0). Holding at
k is worth 1 - P(j, i + k, 0), a bust 1 - q, and a total of n or more has won.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.numbers import ratio
from ...game.protocol import legal_choice, strategy
from .rules import ROLL, Pig, PigState


@dataclass(frozen=True)
class RolledDie:
    """The die as a turn needs it: weights as ints, faces of the target or more taken as one."""

    total: int
    bust: int  # the weight of the bust face
    safe: tuple[tuple[int, int], ...]  # (face, weight) of the others
    steps: tuple[tuple[int, int], ...]  # (f, w_f - w_{f-1}) where it is not 0
    reach: int  # the largest step

    @staticmethod
    def of(game: Pig) -> RolledDie:
        """The die of the game."""
        one = game.one_die
        weights: dict[int, int] = defaultdict(int)  # {face: its weight} without the bust face
        for face, weight in sorted(one.items()):
            if face != game.bust:
                weights[min(face, game.target)] += weight
        reach = max(weights) + 1
        steps = _changes([weights.get(f, 0) for f in range(reach + 1)])
        return RolledDie(
            total=one.total,
            bust=one.weights.get(game.bust, 0),
            safe=tuple(weights.items()),
            steps=steps,
            reach=reach,
        )

    def straight(self, n: int) -> Fraction:
        """The chance to gain n points by rolling on without a bust: no plan of a turn busts more
        often than this one.
        """
        chance = [Fraction(1)] * (n + self.reach)  # [k]: from turn total k
        for k in reversed(range(n)):
            weighted = (weight * chance[k + face] for face, weight in self.safe)
            chance[k] = sum(weighted, Fraction(0)) / self.total
        return chance[0]


def _changes(weights: list[int]) -> tuple[tuple[int, int], ...]:
    """(f, weights[f] - weights[f - 1]) for each f > 0 where it is not 0."""
    changes = ((f, weights[f] - weights[f - 1]) for f in range(1, len(weights)))
    return tuple((f, change) for f, change in changes if change)


def best_turn(die: RolledDie, one: int, waiting: Sequence[int], q: int) -> tuple[int, list[int]]:
    """The worth of the best turn, and for each turn total k > 0 the worth of rolling minus that of
    holding.

    All numbers are ints that stand for themselves divided by `one`: waiting[k] for P(j, i + k, 0),
    q for P(j, i, 0). With V(k) = 1 for k >= n, and below

        R(k) = floor((w_bust (1 - q) + sum over f of w_f V(k + f)) / W),
        V(k) = max(R(k), 1 - waiting[k]),

    each rounding down loses less than one unit and the mean of numbers that are too low by at most
    e is too low by at most e; so V(k), and the worth of rolling at k, are too low by less than n -
    k units and never too high.
    """
    n, total, steps = len(waiting), die.total, die.steps
    worth = [one] * (n + die.reach)
    margins = [0] * n
    # The sum of R(k), here for k = n. From k + 1 to k it changes by the steps alone, since w_f
    # moves from V(k + 1 + f) to V(k + f): few terms for a fair die, however many faces it has.
    window = (total - die.bust) * one + die.bust * (one - q)
    for k in range(n - 1, 0, -1):
        for f, change in steps:
            window += change * worth[k + f]
        roll, hold = window // total, one - waiting[k]
        margins[k] = roll - hold
        worth[k] = roll if roll >= hold else hold  # the innermost loop: faster than max()
    for f, change in steps:
        window += change * worth[f]
    return window // total, margins


@dataclass(frozen=True)
class Ending:
    """How a turn ends under a plan.

    It holds at k with probability holds[k] / total, busts with busts / total, else wins; rolls /
    total is the mean number of rolls in it.
    """

    holds: dict[int, int]
    busts: int
    rolls: int
    total: int

    @property
    def wins(self) -> int:
        """The weight of a turn that wins."""
        return self.total - self.busts - sum(self.holds.values())

    @property
    def moves(self) -> int:
        """The mean number of moves in the turn, rolls and the hold, times the total."""
        return self.rolls + sum(self.holds.values())


def ending(die: RolledDie, rolls: Sequence[int], start: int = 0, mix: int = 1) -> Ending:
    """How a turn ends that rolls at the total `start` and then rolls at k with probability rolls[k]
    / mix, else holds.

    The chance to come to k is an int over (mix W)^(k - start), as no face is below 1.
    """
    n, base = len(rolls), die.total * mix
    reached = [0] * (n + die.reach)  # [k]: the chance to come to k times base^(k - start)
    reached[start] = 1
    forward = [(face, weight * base ** (face - 1)) for face, weight in die.safe]
    holds, rolled, last = {}, {}, start
    for k in range(start, n):
        weight = reached[k]
        if not weight:
            continue
        last = k
        chosen = mix if k == start else rolls[k]
        if chosen:
            rolling = rolled[k] = weight * chosen
            for face, onward in forward:
                reached[k + face] += rolling * onward
        if chosen < mix:
            holds[k] = weight * (mix - chosen)
    # over the least common denominator: low terms keep the linear solves small, as the powers of
    # the base are far larger than what a plan that holds early needs
    total = base ** (last + 1 - start)
    held = {k: weight * die.total * base ** (last - k) for k, weight in holds.items()}
    rolls_made = sum(weight * base ** (last - k) for k, weight in rolled.items())
    busts, all_rolls = die.bust * rolls_made, die.total * rolls_made
    common = gcd(total, all_rolls, busts, *held.values())
    lowest = {k: weight // common for k, weight in held.items()}
    return Ending(lowest, busts // common, all_rolls // common, total // common)


def turn_law(game: Pig, plan: object, begin: PigState) -> Distribution[int]:
    """The law of what the turn that begins at this state adds when its player follows the plan: the
    total that it holds or reaches the target with, 0 after a bust.

    Raises `RulesError` where the game is over.

    >>> from exactdice import decimal_text, hold_at
    >>> law = turn_law(Pig(), hold_at(20), PigState(0, 0))
    >>> decimal_text(law.probability(0), 4), min(k for k in law if k)
    ('0.6245', 20)
    """
    game.refuse_finished(begin.own, begin.other)
    followed, die = strategy(plan), game.one_die
    reached: dict[int, Fraction] = defaultdict(Fraction, {0: Fraction(1)})
    added: dict[int, Fraction] = defaultdict(Fraction)
    # a roll makes the total larger, so all that lead to a total come before it
    for total in range(game.target - begin.own):
        chance = reached.pop(total, Fraction(0))
        if not chance:
            continue
        state = begin._replace(turn_total=total)
        law = legal_choice(game, state, state.to_move, followed)
        rolled = chance * ratio(law.weights.get(ROLL, 0), law.total)
        added[total] += chance - rolled
        for face, weight in die.items():
            if face == game.bust:
                added[0] += rolled * ratio(weight, die.total)
            else:
                reached[total + face] += rolled * ratio(weight, die.total)
    # what is left has reached the target
    for total, chance in reached.items():
        added[total] += chance
    return from_probabilities({total: chance for total, chance in sorted(added.items()) if chance})
