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

import sympy
from flint import arb, arb_mat, fmpq

from ...by_entry import matrix_of, submatrix
from ...errors import UnsolvableError
from ...exact import Bounds, shown
from ...game import PLAYERS, Player
from ...precision import working_precision
from ...symbolic import Symbolic
from .fast import SimultaneousEnclosure, enclose_simultaneous
from .rules import SimultaneousBattle, SimultaneousState

DIGITS = 60  # of the enclosure, which is to leave a single root
BALL_BITS = 400  # to compute with
NEARBY = Fraction(1, 2**300)  # how close roots are known, far coarser than what the balls lose
V = sympy.Symbol("v")

Rational = Symbolic  # of sympy's numbers one that is a fraction
Grid = list[list[Rational]]
Balls = list[list[arb]]


def algebraic_value(game: SimultaneousBattle, state: tuple[int, int]) -> Symbolic:
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
    # sympy, too, refines roots with a precision and tables of the whole process
    with working_precision(BALL_BITS):
        return _Search(game, found).value(SimultaneousState(*state))


@dataclass
class _Search:
    """Values found so far."""

    game: SimultaneousBattle
    found: SimultaneousEnclosure
    known: dict[SimultaneousState, Symbolic] = field(default_factory=dict)

    def value(self, state: SimultaneousState) -> Symbolic:
        """The value of a state, finished or not."""
        payoff = self.game.payoff(state)
        if payoff is not None:
            return sympy.Integer(payoff)
        if state.first == state.second:
            return sympy.Integer(0)
        if state not in self.known:
            self.known[state] = self._solved(state)
        return self.known[state]

    def _solved(self, state: SimultaneousState) -> Symbolic:
        rest, back = self._matrices(state)
        rows, columns = (self._support(player, state) for player in PLAYERS)
        equation = _determinant(rest, back, rows, columns)
        roots = _roots_within(equation, self.found.bounds[state])
        # where several roots lie within the bounds, nothing here says which one is the value
        if len(roots) != 1 or not _proved(rest, back, rows, columns, roots[0]):
            raise UnsolvableError(
                f"the value of {shown(state)} is not proved by the mixtures of its enclosure: "
                "enclose(game, digits=50)"
            )
        return roots[0]

    def _support(self, player: Player, state: SimultaneousState) -> list[int]:
        """The places of the numbers of dice that the player's mixture uses."""
        return [d - 1 for d in self.found.strategies[player][state]]

    def _matrices(self, state: SimultaneousState) -> tuple[Grid, Grid]:
        """A and B, rational."""
        size = self.game.dice
        rest = [[sympy.Integer(0)] * size for _ in range(size)]
        back = [[sympy.Integer(0)] * size for _ in range(size)]
        for a, b in product(range(size), repeat=2):
            law = self.game.outcomes(state, (a + 1, b + 1))
            for follower, weight in law.items():
                chance = sympy.Rational(weight, law.total)
                if follower == state:
                    back[a][b] = chance
                else:
                    rest[a][b] += chance * self._rational(state, follower)
        return rest, back

    def _rational(self, state: SimultaneousState, follower: SimultaneousState) -> Rational:
        value = self.value(follower)
        if not value.is_Rational:
            raise UnsolvableError(
                f"the value of {shown(follower)}, which can follow {shown(state)}, is "
                "irrational: enclose(game, digits=50) gives bounds"
            )
        return value


def _roots_within(equation: Symbolic, bounds: Bounds) -> list[Symbolic]:
    """The real roots of the polynomial that may lie within the bounds."""
    if equation.degree() <= 0:
        return []
    lower, upper = bounds.lower - NEARBY, bounds.upper + NEARBY
    roots = equation.real_roots(radicals=False)
    return [root for root in roots if lower <= _approximate(root) <= upper]


def _determinant(rest: Grid, back: Grid, rows: list[int], columns: list[int]) -> Symbolic:
    """det(A - v (J - B)) on the rows and columns, as a sympy polynomial; 0 when these are not as
    many.
    """
    if len(rows) != len(columns):
        return sympy.Poly(0, V)
    lines = matrix_of(lambda a, b: rest[a][b] - V * (1 - back[a][b]), rows, columns)
    return sympy.Poly(sympy.Matrix(lines).det(method="berkowitz"), V)


def _proved(rest: Grid, back: Grid, rows: list[int], columns: list[int], root: object) -> bool:
    """Whether p guarantees the root and q concedes it, by ball arithmetic around the root."""
    with working_precision(BALL_BITS):
        balls = _excesses(rest, back, _ball(root))
        square = submatrix(balls, rows, columns)
        p, q = _null(square), _null(_transposed(square))
        if p is None or q is None:
            return False
        guaranteed = _outside_means(balls, p, rows, columns)
        conceded = _outside_means(_transposed(balls), q, columns, rows)
        # a comparison of balls holds only when it holds for all that they hold
        return all(mean > 0 for mean in guaranteed) and all(mean < 0 for mean in conceded)


def _excesses(rest: Grid, back: Grid, r: arb) -> Balls:
    """A - r (J - B), in balls."""
    size = range(len(rest))
    return matrix_of(lambda a, b: _arb(rest[a][b]) - r * (1 - _arb(back[a][b])), size, size)


def _transposed(matrix: Balls) -> Balls:
    return [list(line) for line in zip(*matrix, strict=True)]


def _outside_means(
    matrix: Balls, mixture: list[arb], rows: list[int], columns: list[int]
) -> list[arb]:
    """The mixture of the rows times each column that is not among these."""
    means = []
    for b in range(len(matrix[0])):
        if b not in columns:
            terms = (x * matrix[a][b] for x, a in zip(mixture, rows, strict=True))
            means.append(sum(terms, arb(0)))
    return means


def _null(square: Balls) -> list[arb] | None:
    """p > 0 with p' M = 0 for a singular M, from the cofactors of its first column; None unless
    they are certainly of one sign.
    """
    cofactors = [_minor(square, a) * (-1) ** a for a in range(len(square))]
    for sign in (1, -1):
        signed = [sign * x for x in cofactors]
        if all(x > 0 for x in signed):
            return signed
    return None


def _minor(square: Balls, a: int) -> arb:
    """The determinant without row a and the first column."""
    left = [line[1:] for k, line in enumerate(square) if k != a]
    return arb_mat(left).det() if left else arb(1)


def _ball(root: Symbolic) -> arb:
    """A ball that certainly holds the root: a rational, or a number within NEARBY of it with that
    radius.
    """
    if root.is_Rational:
        return _arb(root)
    return _arb(_approximate(root)) + arb(0, float(NEARBY))


def _approximate(root: Symbolic) -> Symbolic:
    """The rational root, or a rational number closer than NEARBY to a root that is not."""
    if root.is_Rational:
        return root
    factor, core = root.as_coeff_Mul()  # sympy takes a common factor out of some roots
    nearby = sympy.Rational(NEARBY.numerator, NEARBY.denominator)
    # an error of the core is multiplied by the factor
    return factor * core.eval_rational(dx=nearby / (1 + abs(factor)))


def _arb(x: Rational) -> arb:
    return arb(fmpq(int(x.p), int(x.q)))
