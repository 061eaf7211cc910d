"""Dice Battle in turns between two who always throw the same numbers of dice: chances and lengths
as diagonals, and the proof that they keep a recurrence with polynomial coefficients in the target.

Let a(x) and b(y) be the generating functions of what a throw of each scores. As nobody chooses, the
throws are independent, and with the target n the value is the coefficient of x^(n-1) y^(n-1) in

    G = top / ((1 - x) (1 - y) (1 - a(x) b(y))),

where top is 1 - a(x) for the chance of the first player and 1 + a(x) for the number of throws: 1 /
(1 - x) sums the chances of all points below n. So the values are the Taylor coefficients of

    (1 / 2 pi i) (integral of F dx),  F = G(x, t/x) / x,

over a small circle on which F has no pole, for all small t. Let V be what F has below, without x,
and q_j its irreducible factors, of whose roots k_j tend to 0 with t. A recurrence is a differential
operator L in t; it holds for all n >= first + order once

    L F = (d/dx) (N / (x^(E-1) V^d)) + sum of c_j ((d/dx) q_j / q_j - k_j / x) + h / x

for some N, c_j rational in t, where h is made of the first values: the integral of the right side
is h. That is a linear system over the rational functions of t. It has a solution when at enough
numbers t its matrix has the same rank with and without the right side (see `_is_solvable`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd, lcm
from typing import Any

from flint import Ordering, fmpq, fmpz_mat, fmpz_mpoly_ctx, fmpz_poly

from ..distribution import Distribution
from ..exact import as_fmpq
from ..queries.evaluate import options_in, options_of
from ..queries.syntax import Call, Node, Number
from .models import Asked
from .polynomial_fit import PolynomialFit

Bivariate = Any  # a polynomial in x and t, which flint types by its context
RING = fmpz_mpoly_ctx.get(("x", "t"), Ordering.lex)
X, T = RING.gens()
MOST_ENTRIES = 2_000_000  # of all matrices of a proof
WHY = (
    "the values are the diagonal of a rational function of x and y, as the throws of both are "
    "independent, and the recurrence applied to it is a derivative, whose integral is 0"
)
QUANTITIES_PROVED = ("win", "loss", "gain", "turns")
RULES_IN_TURNS = {"game": "dice-battle", "variant": "turns", "digits": "None"}


@dataclass(frozen=True)
class Integrand:
    """F = top / (x^power bottom), without a common factor, x no factor of the bottom."""

    top: Bivariate
    bottom: Bivariate
    power: int


def is_proved(found: PolynomialFit, node: Node, asked: Asked) -> bool:
    """Whether the query is such a value in the target, and the recurrence is proved to hold for all
    targets from its order after the first on.
    """
    if asked.name != "target" or found.indices[0] != 1 or not isinstance(node, Call):
        return False
    laws = _laws(node, asked)
    if laws is None:
        return False
    system = _system(_diagonal(node.name, *laws), found)
    return system is not None and _is_solvable(system)


def _laws(call: Call, asked: Asked) -> tuple[Distribution[int], Distribution[int]] | None:
    """What a throw of each player scores; None for another query."""
    if call.name not in QUANTITIES_PROVED or len(call.arguments) != 2:
        return None
    given = {key: value for key, value in asked.given.items() if key in options_in(call)}
    options = options_of(call, given, {})
    if "target" in options or set(given) != set(asked.given):
        return None
    if any(str(options.get(key, usual)) != usual for key, usual in RULES_IN_TURNS.items()):
        return None
    laws = [_law(strategy, call, asked) for strategy in call.arguments]
    return None if None in laws else (laws[0], laws[1])


def _law(strategy: Node, call: Call, asked: Asked) -> Any:
    """The law of a throw of `dice(k)`; None for another strategy."""
    if not isinstance(strategy, Call) or strategy.name != "dice":
        return None
    if len(strategy.arguments) != 1 or not isinstance(strategy.arguments[0], Number):
        return None
    throw = Call("throw_law", strategy.arguments)
    own = [(key, value) for key, value in call.options if key in options_in(throw)]
    law = asked.constant(Call("throw_law", strategy.arguments, tuple(own)))
    whole = isinstance(law, Distribution) and all(type(w) is int for w in law.weights.values())
    return law if whole else None


def _diagonal(name: str, first: Distribution[int], second: Distribution[int]) -> Integrand:
    """F for the value of this name."""
    most = max(second)
    in_x = (w * X**score for score, w in first.weights.items())
    in_t_over_x = (w * T**score * X ** (most - score) for score, w in second.weights.items())
    a, b = sum(in_x, 0 * X), sum(in_t_over_x, 0 * X)
    # 1, a(x) and a(x) b(t/x) times the totals of both laws and x^most
    one = first.total * second.total * X**most
    a_alone = second.total * X**most * a
    both = a * b
    # of equal players either may be called the first, which leaves a smaller system
    twice_first = a_alone + first.total * b if first == second else 2 * a_alone
    won = 2 * one - twice_first
    either = 2 * (one - both)
    top = {
        "win": won,
        "loss": either - won,
        "gain": 2 * won - either,
        "turns": 2 * one + twice_first,
    }[name]
    return _averaged(top, either)


def _averaged(top: Bivariate, core: Bivariate) -> Integrand:
    """F = top / ((1 - x) (x - t) core), without what the integral of is 0.

    A core in powers of x^g, as where all scores differ by multiples of g, is made to have nothing
    else beside it below; of the terms above only those count that leave a power x^-1 modulo g.
    """
    exponents = [x for x, _ in core.to_dict()]
    g = reduce(gcd, (x - exponents[0] for x in exponents), 0) or 1
    ends = (1 - X**g) * (X**g - T**g)
    top *= ends // ((1 - X) * (X - T))
    kept: Any = {
        (x, t): c for (x, t), c in top.to_dict().items() if (x - exponents[0] + 1) % g == 0
    }
    return _reduced(RING.from_dict(kept), ends * core)


def _reduced(top: Bivariate, bottom: Bivariate) -> Integrand:
    shared = top.gcd(bottom)
    top, bottom = top // shared, bottom // shared
    power = min(x for x, _ in bottom.to_dict())
    return Integrand(top, bottom // X**power, power)


# --- the linear system ----------------------------------------------------------------------------


@dataclass(frozen=True)
class System:
    """Columns and right side, polynomials in x and t: the coefficients of each power of x are one
    equation over the rational functions of t.
    """

    columns: Sequence[Bivariate]
    right: Bivariate

    @property
    def rows(self) -> int:
        """How many powers of x there are."""
        return 1 + max(int(one.degrees()[0]) for one in (*self.columns, self.right))

    @property
    def degree(self) -> int:
        """A bound on the degree in t of the minors."""
        return sum(int(one.degrees()[1]) for one in (*self.columns, self.right))


def _system(form: Integrand, found: PolynomialFit) -> System | None:
    """The system over the common denominator x^E V^(d+1); None when it is too large."""
    bottom, degree = form.bottom, found.degree
    power, all_below = max(form.power, 1), form.bottom ** (degree + 1)
    scale, start = _start(found)
    right = scale * _applied(form, found) * X ** (power - form.power)
    right -= start * X ** (power - 1) * all_below
    lost, slope = int(bottom.degrees()[0]), bottom.derivative(0)
    highest = max(int(right.degrees()[0]) - lost, power - 1 + degree * lost) + 1
    below = (power - 1) * bottom + degree * X * slope
    columns = [k * X**k * bottom - X**k * below for k in range(highest + 1)]
    for factor, _ in bottom.factor()[1]:
        if factor.degrees()[0]:
            near = min(x for x, t in factor.to_dict() if t == 0)
            logarithm = factor.derivative(0) * (X**power * all_below // factor)
            columns.append(logarithm - near * X ** (power - 1) * all_below)
    system = System(columns, right)
    entries = (system.degree + 1) * system.rows * (len(columns) + 1)
    return system if entries <= MOST_ENTRIES else None


def _applied(form: Integrand, found: PolynomialFit) -> Bivariate:
    """x^power V^(d+1) L F, where L is the sum of t^i p_i(theta + i + 1), theta = t d/dt."""
    top, bottom, slope = form.top, form.bottom, form.bottom.derivative(1)
    tops = [top]
    for k in range(found.degree):
        top = T * (top.derivative(1) * bottom - (k + 1) * top * slope)
        tops.append(top)
    total = 0 * X
    for i, coefficients in enumerate(found.coefficients):
        moved = fmpz_poly(list(coefficients))(fmpz_poly([i + 1, 1]))
        for k, c in enumerate(moved.coeffs()):
            total += T**i * int(c) * tops[k] * bottom ** (found.degree - k)
    return total


def _start(found: PolynomialFit) -> tuple[int, Bivariate]:
    """(a whole number s, s h): what the recurrence leaves of the first values, where those before
    are 0.
    """
    values = [as_fmpq(value) for value in found.continued(found.order)]
    parts = [fmpz_poly(list(c)) for c in found.coefficients]
    left = [
        sum((fmpq(parts[i](m + 1)) * values[m - i] for i in range(m + 1)), fmpq(0))
        for m in range(found.order)
    ]
    scale = reduce(lcm, (int(value.q) for value in left), 1)
    return scale, sum((int((scale * c).p) * T**m for m, c in enumerate(left)), 0 * X)


def _is_solvable(system: System) -> bool:
    """Whether the system has a solution over the rational functions of t.

    Let r be the largest rank of the matrix at some numbers. If beside the right side the rank is
    never above r at more numbers than the degree of a minor, all minors of order r + 1 vanish, and
    the right side is a combination of the columns.
    """
    rank = _rank_at(system, system.columns, 2)
    numbers = range(2, system.degree + 4)
    for number in numbers:
        beside = _rank_at(system, (*system.columns, system.right), number)
        rank = max(rank, _rank_at(system, system.columns, number)) if beside > rank else rank
        if beside > rank:
            return False
    return True


def _rank_at(system: System, columns: Sequence[Bivariate], number: int) -> int:
    """The rank of these columns where t is the number."""
    entries = [0] * (system.rows * len(columns))
    powers = [number**k for k in range(1 + max(int(one.degrees()[1]) for one in columns))]
    for place, column in enumerate(columns):
        for (x, t), c in column.to_dict().items():
            entries[int(x) * len(columns) + place] += int(c) * powers[t]
    return int(fmpz_mat(system.rows, len(columns), entries).rank())
