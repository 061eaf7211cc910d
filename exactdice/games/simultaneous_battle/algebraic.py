"""The exact value of one state of a simultaneous battle in which a bust scores nothing: an
algebraic number, with its proof.

At a state that comes back v = value of (A + v B), B_ab being the chance that both bust. When the
mixtures of the solution use S rows and T columns, as many of each, these matrices are singular on
them: det(A - v (J - B)) on S x T is 0, J all ones. So v is a root of that polynomial, of degree at
most |S|; the enclosure says which.

**Proof.** Let r be a root, and take balls of high precision that hold r. The cofactors of A - r (J
- B) on S x T, along a row and a column, are the null vectors p and q. When all their entries are
certainly of one sign and p' (A - r (J - B)) > 0 on the columns outside T, < 0 for q on the rows
outside S, then p guarantees r and q concedes r at v = r: r is a fixed point, and the only one, as v
-> value of (A + v B) shrinks distances.

Only states whose other successors have rational values are solved: the sheet of a small battle has
many.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb, arb_mat, fmpq

from ...errors import UnsolvableError
from ...exact import shown
from ...precision import working_precision
from .fast import SimultaneousEnclosure, enclose_simultaneous
from .rules import SimultaneousBattle, SimultaneousState

DIGITS = 60
BALL_BITS = 400
NEARBY = Fraction(1, 2**300)
V = sympy.Symbol("v")

Rational = Any  # sympy's Rational
Grid = list[list[Rational]]


def algebraic_value(game: SimultaneousBattle, state: tuple[int, int]) -> Any:
    """The value of the state as a sympy number: rational, or `CRootOf` a polynomial with integer
    coefficients.

    Raises `UnsolvableError` when the value of another state that can follow is irrational, or when
    the mixtures are not the only ones and the proof does not go through.

    >>> algebraic_value(SimultaneousBattle(dice=1, target=2, bust_score=0), (1, 0))
    9/35
    >>> algebraic_value(SimultaneousBattle(dice=2, target=2, faces=3, bust_score=0), (1, 0))
    CRootOf(18*x**2 + 113*x - 16, 1)
    """
    found = enclose_simultaneous(game, DIGITS)
    with working_precision(
        BALL_BITS
    ):  # sympy refines roots with a precision and tables of the whole process, too
        return _Search(game, found).value(SimultaneousState(*state))


@dataclass
class _Search:
    """Values found so far."""

    game: SimultaneousBattle
    found: SimultaneousEnclosure
    known: dict[SimultaneousState, Any] = field(default_factory=dict)

    def value(self, state: SimultaneousState) -> Any:
        """The value of a state, finished or not."""
        payoff = self.game.payoff(state)
        if payoff is not None:
            return sympy.Integer(payoff)
        if state.first == state.second:
            return sympy.Integer(0)
        if state not in self.known:
            self.known[state] = self._solved(state)
        return self.known[state]

    def _solved(self, state: SimultaneousState) -> Any:
        rest, back = self._matrices(state)
        rows, columns = ([d - 1 for d in self.found.strategies[player][state]] for player in (0, 1))
        equation = _determinant(rest, back, rows, columns)
        bounds = self.found.bounds[state]
        roots = equation.real_roots(radicals=False) if equation.degree() > 0 else []
        roots = [
            root
            for root in roots
            if bounds.lower - NEARBY <= _approximate(root) <= bounds.upper + NEARBY
        ]
        if len(roots) != 1 or not _proved(rest, back, rows, columns, roots[0]):
            raise UnsolvableError(
                f"the value of {shown(state)} is not proved by the mixtures of its enclosure: "
                "enclose(game, digits=50)"
            )
        return roots[0]

    def _matrices(self, state: SimultaneousState) -> tuple[Grid, Grid]:
        """A and B, rational."""
        dice = range(1, self.game.dice + 1)
        rest = [[sympy.Integer(0) for _ in dice] for _ in dice]
        back = [[sympy.Integer(0) for _ in dice] for _ in dice]
        for a, b in product(dice, repeat=2):
            law = self.game.outcomes(state, (a, b))
            for follower, weight in law.items():
                chance = sympy.Rational(weight, law.total)
                if follower == state:
                    back[a - 1][b - 1] = chance
                else:
                    rest[a - 1][b - 1] += chance * self._rational(state, follower)
        return rest, back

    def _rational(self, state: SimultaneousState, follower: SimultaneousState) -> Rational:
        value = self.value(follower)
        if not value.is_Rational:
            raise UnsolvableError(
                f"the value of {shown(follower)}, which can follow {shown(state)}, is "
                "irrational: enclose(game, digits=50) gives bounds"
            )
        return value


def _determinant(rest: Grid, back: Grid, rows: list[int], columns: list[int]) -> Any:
    """det(A - v (J - B)) on the rows and columns, as a sympy polynomial; 0 when these are not as
    many.
    """
    if len(rows) != len(columns):
        return sympy.Poly(0, V)
    lines = [[rest[a][b] - V * (1 - back[a][b]) for b in columns] for a in rows]
    return sympy.Poly(sympy.Matrix(lines).det(method="berkowitz"), V)


def _proved(rest: Grid, back: Grid, rows: list[int], columns: list[int], root: Any) -> bool:
    """Whether p guarantees the root and q concedes it, by ball arithmetic around the root."""
    with working_precision(BALL_BITS):
        r = _ball(root)
        balls = [
            [_arb(x) - r * (1 - _arb(y)) for x, y in zip(line, other, strict=True)]
            for line, other in zip(rest, back, strict=True)
        ]
        square = [[balls[a][b] for b in columns] for a in rows]
        p, q = _null(square), _null([list(line) for line in zip(*square, strict=True)])
        if p is None or q is None:
            return False
        guarantees = all(
            sum((x * balls[a][b] for x, a in zip(p, rows, strict=True)), arb(0)) > 0
            for b in _outside(columns, rest)
        )
        concedes = all(
            sum((y * balls[a][b] for y, b in zip(q, columns, strict=True)), arb(0)) < 0
            for a in _outside(rows, rest)
        )
        return guarantees and concedes


def _outside(support: list[int], matrix: Grid) -> list[int]:
    return [k for k in range(len(matrix)) if k not in support]


def _null(square: list[list[arb]]) -> list[arb] | None:
    """p > 0 with p' M = 0 for a singular M, from the cofactors of its first column; None unless
    they are certainly of one sign.
    """
    size = len(square)
    minors = [
        arb_mat([line[1:] for k, line in enumerate(square) if k != a]).det() if size > 1 else arb(1)
        for a in range(size)
    ]
    signed = [minor * (-1) ** a for a, minor in enumerate(minors)]
    for sign in (1, -1):
        if all(sign * x > 0 for x in signed):
            return [sign * x for x in signed]
    return None


def _ball(root: Any) -> arb:
    """A ball that certainly holds the root: a rational, or a number within NEARBY of it with that
    radius.
    """
    if root.is_Rational:
        return _arb(root)
    return _arb(_approximate(root)) + arb(0, float(NEARBY))


def _approximate(root: Any) -> Any:
    """The rational root, or a rational number closer than NEARBY to a root that is not."""
    if root.is_Rational:
        return root
    factor, core = root.as_coeff_Mul()  # sympy takes a common factor out of some roots
    return factor * core.eval_rational(
        dx=sympy.Rational(NEARBY.numerator, NEARBY.denominator) / (1 + abs(factor))
    )


def _arb(x: Rational) -> arb:
    return arb(fmpq(int(x.p), int(x.q)))
