"""One turn of Pig: the best turn in fixed-point integers, what following a plan leads to, exactly,
and the law of what it adds.

A turn is described from the mover's side, who has i points and needs n = target - i. Write P(i, j,
k) for its chance to win with turn total k against j, p = P(i, j, 0) and q = P(j, i, 0). Holding at
k is worth 1 - P(j, i + k, 0), a bust 1 - q, and a total of n or more has won.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.numbers import Exact, ratio
from ...game.protocol import Strategy, legal_choice, strategy
from .rules import ROLL, Pig, PigState


class RolledDie:
    """The die of a game as a turn needs it: weights as ints, faces of the target or more taken as
    one.

    `bust` is the weight of the bust face, `safe` has (face, weight) of the others, `steps` (f, w_f
    - w_{f-1}) where it is not 0; `reach` is the largest f among them.
    """

    def __init__(self, game: Pig) -> None:
        weights = Counter[int]()
        for face, weight in game.one_die.weights.items():
            weights[0 if face == game.bust else min(face, game.target)] += weight
        self.total = game.one_die.total
        self.bust = weights.pop(0, 0)
        self.safe = tuple(weights.items())
        self.reach = max(weights) + 1
        self.steps: list[tuple[int, int]] = []
        for face in range(1, self.reach + 1):
            change = weights[face] - weights[face - 1]
            if change:
                self.steps.append((face, change))


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
    n = len(waiting)
    total = die.total
    steps = die.steps
    worth = [one] * (n + die.reach)
    margins = [0] * n
    # The sum of R(k), here for k = n. From k + 1 to k it changes by the steps alone, since w_f
    # moves from V(k + 1 + f) to V(k + f): few terms for a fair die, however many faces it has.
    window = (total - die.bust) * one + die.bust * (one - q)
    for k in range(n - 1, 0, -1):
        for f, change in steps:
            window += change * worth[k + f]
        roll = window // total
        hold = one - waiting[k]
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


def ending(die: RolledDie, rolls: Sequence[int], start: int = 0, mix: int = 1) -> Ending:
    """How a turn ends that rolls at the total `start` and then rolls at k with probability rolls[k]
    / mix, else holds.

    The chance to come to k is an int over (mix W)^(k - start), as no face is below 1.
    """
    n = len(rolls)
    base = die.total * mix
    reached = [0] * (n + die.reach)  # [k]: the chance to come to k times base^(k - start)
    reached[start] = 1
    forward = [(face, weight * base ** (face - 1)) for face, weight in die.safe]
    holds = {}
    rolled = {}
    last = start
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
    busts = die.bust * rolls_made
    all_rolls = die.total * rolls_made
    common = gcd(total, all_rolls, busts, *held.values())
    lowest = {k: weight // common for k, weight in held.items()}
    return Ending(lowest, busts // common, all_rolls // common, total // common)


def straight(die: RolledDie, points: int) -> Fraction:
    """The chance to gain so many points by rolling on without a bust: no plan of a turn busts more
    often than this one.
    """
    turn = ending(die, [1] * points)
    return 1 - ratio(turn.busts, turn.total)


def followed(game: Pig, plan: Strategy, begin: PigState) -> dict[int, Exact]:
    """{total: the chance to roll there} for the totals that the turn which begins at this state
    reaches under the plan.
    """
    scores = [face for face in game.one_die if face != game.bust]
    chances: dict[int, Exact] = {}
    reached = {0}
    # a total from here on has won, and nothing is chosen there
    for total in range(game.target - begin.own):
        if total in reached:
            state = PigState(begin.first, begin.second, total, begin.to_move)
            law = legal_choice(game, state, begin.to_move, plan)
            weight = law.weights.get(ROLL, 0)
            # most plans do not mix, and this needs no fraction made
            chances[total] = weight if law.total == 1 else ratio(weight, law.total)
            if chances[total]:
                reached.update([total + face for face in scores])
    return chances


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
    reached: dict[int, Fraction] = defaultdict(Fraction, {0: Fraction(1)})
    added: dict[int, Fraction] = defaultdict(Fraction)
    # a roll makes the total larger, so all that lead to a total come before it
    for total, chance in followed(game, strategy(plan), begin).items():
        here = reached.pop(total)
        rolled = here * chance
        added[total] += here - rolled
        for face, weight in game.one_die.items():
            gained = rolled * ratio(weight, game.one_die.total)
            if face == game.bust:
                added[0] += gained
            else:
                reached[total + face] += gained
    # what is left has reached the target
    added |= reached
    return from_probabilities({total: chance for total, chance in sorted(added.items()) if chance})
