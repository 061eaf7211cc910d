"""One throw: expected score, and the number of dice that maximises it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from operator import mul

from ...exact.cost import affordable, digits_steps, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, ratio, shown, simplest
from ..distribution import Distribution
from ..throwing import throw

Die = Distribution[int]


def safe_chance(one: Die, bust: int = 1) -> Fraction:
    """q, the probability that one die does not bust.

    >>> from exactdice import die
    >>> safe_chance(die(6))
    Fraction(5, 6)
    """
    return ratio(one.total - one.weights.get(bust, 0), one.total)


def safe_mean(one: Die, bust: int = 1) -> Exact:
    """mu, the mean of one die given that it does not bust; `RulesError` when it always busts.

    >>> from exactdice import die
    >>> safe_mean(die(6))
    4
    """
    return safe_die(one, bust).mean()


def safe_die(one: Die, bust: int = 1) -> Die:
    """The law of one die given that it does not bust."""
    if set(one) == {bust}:
        raise RulesError(
            f"the die always shows the bust face {bust}: nothing is known about a throw "
            "without a bust"
        )
    return Distribution({face: w for face, w in one.items() if face != bust})


def safe_throw(one: Die, count: int, bust: int = 1) -> Die:
    """Q(d, .): the law of the sum of `count` dice given that none busts."""
    return throw(safe_die(one, bust), count, bust)


def expected_score(one: Die, count: int, bust: int = 1, bust_score: int = 1) -> Exact:
    """EP(d) = d mu q^d + b (1 - q^d), in points.

    >>> from exactdice import die
    >>> expected_score(die(6), 1)
    Fraction(7, 2)
    """
    steps = power_steps(one, count)
    if not affordable(steps):
        refuse_costly(f"the expected score of {shown(count)} dice", steps)
    busts = one.weights.get(bust, 0)
    safe = one.total - busts
    if not safe:  # then mu is not defined, and not needed
        return bust_score
    points = sum(map(mul, one.weights, one.weights.values())) - bust * busts
    better = Fraction(count * points, safe) - bust_score  # than a bust, on average
    return simplest(bust_score + better * ratio(safe, one.total) ** count)


def power_steps(one: Die, count: int) -> int:
    """What the `count`th power of a chance of one die costs, by its bits."""
    return digits_steps(count * one.total.bit_length() * 3 // 10)


def last_improvement(one: Die, bust: int = 1, bust_score: int = 1) -> Fraction | None:
    """The t such that EP(d+1) > EP(d) exactly when d < t; None when another die always helps (the
    die never busts).

    EP(d+1) - EP(d) = q^d (mu q - (1-q)(mu d - b)), whose second factor falls with d and is 0 at t =
    q/(1-q) + b/mu. For the default die EP(d+1) - EP(d) = (5/6)^d (21 - 4d)/6, so t = 21/4.

    >>> from exactdice import die
    >>> last_improvement(die(6))
    Fraction(21, 4)
    """
    q = safe_chance(one, bust)
    if q == 1:
        return None
    if q == 0:  # every throw busts, so that no die helps
        return Fraction(0)
    return q / (1 - q) + Fraction(bust_score) / safe_mean(one, bust)


def best_dice(most: int, one: Die, bust: int = 1, bust_score: int = 1) -> int:
    """d*(D): the first d in 1..D that maximises EP(d); min(D, 6) for the default die.

    >>> from exactdice import die
    >>> [best_dice(most, die(6)) for most in (1, 3, 6, 10)]
    [1, 3, 6, 6]
    """
    limit = last_improvement(one, bust, bust_score)
    if limit is None:
        return most
    # EP rises up to d = ceil(t): the step from d to d + 1 is the last one for the largest d < t
    return min(most, max(1, ceil(limit)))
