"""Closed forms with sympy: throws with the number of dice, the score, the faces or the weights left
as symbols.

For a fair die whose faces without the bust are a, a+1, ..., a+n-1 (default: 2..6, so a = 2, n = 5),
Q(d, k) = n^-d sum_j (-1)^j C(d, j) C(k - (a-1) d - n j - 1, d - 1), by inclusion and exclusion.
Exact expressions are enclosed in rational bounds by ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import flint
import sympy
from sympy import Integer, KroneckerDelta, Rational, Sum, Symbol, binomial, floor, log
from sympy.printing.str import StrPrinter

from ..exact.errors import QueryError, RulesError, UndecidedError
from ..exact.numbers import Exact, Interval, integer_text, ratio, shown, simplest, working_precision

# bits at which an irrational number is enclosed, until what is asked of it is clear
REFINEMENTS = (128, 256, 1024, 4096, 16384)

Symbolic = Any  # a sympy expression; sympy's own types are not complete enough to be checked


def as_expression(value: object) -> Symbolic:
    """The exact number or expression as a sympy expression."""
    if isinstance(value, Fraction):
        return Rational(value.numerator, value.denominator)
    if isinstance(value, int):
        return Integer(value)
    return value


def terms_in(expression: Symbolic, where: str, names: Sequence[str]) -> dict[Any, Fraction]:
    """{the powers of the unknowns of these names: coefficient} of a polynomial in them;
    `RulesError` when it is none.
    """
    unknowns = sorted(expression.free_symbols, key=str) or list(map(Symbol, names))
    try:
        terms = sympy.Poly(expression, *unknowns, domain="QQ").terms()
    except sympy.PolynomialError:
        raise RulesError(
            f"{where} must be a polynomial in {', '.join(names)} with exact numbers, got "
            f"{shown(str(expression))}"
        ) from None
    if expression.has(sympy.Float):
        raise RulesError(f"{where} must be exact, got a float in {shown(str(expression))}")
    return {powers: ratio(int(c.p), int(c.q)) for powers, c in terms}


def factored_quotient(top: Any, under: Any, names: Sequence[str]) -> Symbolic:
    """The quotient of two polynomials, each given by its terms, in factors; nothing is assumed of
    the symbols of these names.
    """
    symbols = list(map(Symbol, names))
    above, below = (sympy.Poly.from_dict(terms, *symbols).as_expr() for terms in (top, under))
    return sympy.factor(above / below)


def real_root(coefficients: Sequence[int], index: int) -> Symbolic:
    """A real root of the polynomial with these coefficients, lowest first: rational, or a
    `CRootOf`.
    """
    return sympy.CRootOf(sympy.Poly(coefficients[::-1], Symbol("x")), index)


def piecewise(name: str, pieces: Sequence[tuple[Symbolic, Symbolic]]) -> Symbolic:
    """The function that is each of these up to its upper end, from left to right."""
    *first, (last, _) = pieces
    pairs = [(value, Symbol(name) <= upper) for value, upper in first]
    return sympy.Piecewise(*pairs, (last, True))


def symbol(name: str) -> Symbolic:
    """The unknown of this name: a number that is not negative."""
    return Symbol(name, nonnegative=True)


def square_root(number: Exact) -> Exact | Symbolic:
    """The square root of a number of 0 or more, as an expression where it is not rational.

    >>> square_root(Fraction(9, 4)), square_root(12)
    (Fraction(3, 2), 2*sqrt(3))
    """
    root = sympy.sqrt(as_expression(number))
    return simplest(ratio(int(root.p), int(root.q))) if root.is_Rational else root


@dataclass(frozen=True)
class SymbolicDie:
    """A die whose faces or weights hold symbols: `probabilities` by face, or None for a fair die
    with `faces` faces; a bust of 0 is a face that it does not have.
    """

    faces: Symbolic
    probabilities: tuple[Symbolic, ...] | None
    bust: int
    bust_score: Symbolic

    def __post_init__(self) -> None:
        _refuse_below("faces", self.faces, 2)
        _refuse_below("bust_score", self.bust_score, 0)
        if self.bust < 0 or (self.faces.is_number and self.bust > self.faces):
            raise QueryError(f"bust must be one of the faces 1..{self.faces}, got {self.bust}")
        weights = self.probabilities
        if weights is None:
            # Which faces are left is known only when the bust is the lowest.
            if not self.faces.is_number and self.bust > 1:
                raise QueryError(
                    f"with a symbol for faces the bust face must be 1, got {self.bust}"
                )
            return
        if len(weights) != self.faces:
            raise QueryError(
                f"weights must list one number for each of the {self.faces} faces, got "
                f"{len(weights)}"
            )
        # Of a symbol the sign may be unknown: only what is surely negative is refused.
        if any(p.is_negative for p in weights):
            raise QueryError("weights must not be negative")
        refuse_other_sum(weights)
        # The formulas divide by q and by ln(1/q).
        if self.bust and self.safe in (0, 1):
            raise QueryError("closed forms need a die that busts sometimes but not always")

    @property
    def safe(self) -> Symbolic:
        """q, the probability that one die does not bust."""
        if not self.bust:
            return Integer(1)
        if self.probabilities is None:
            return 1 - 1 / self.faces
        return 1 - self.probabilities[self.bust - 1]

    @property
    def mean(self) -> Symbolic:
        """mu, the mean of one die given that it does not bust."""
        if self.probabilities is None:
            safe_faces = self.faces - 1 if self.bust else self.faces
            return sympy.cancel((self.faces * (self.faces + 1) / 2 - self.bust) / safe_faces)
        rest = sum(face * p for face, p in enumerate(self.probabilities, 1) if face != self.bust)
        return sympy.cancel(rest / self.safe)


def _refuse_below(name: str, number: Symbolic, least: int) -> None:
    """Raise `QueryError` unless it is a symbol or a whole number of `least` or more."""
    if not isinstance(number, sympy.Expr):
        raise QueryError(f"{name} must be one number or symbol, got {shown(number)}")
    if number.is_number and not (number.is_Integer and number >= least):
        raise QueryError(f"{name} must be a whole number of {least} or more, got {number}")


def refuse_other_sum(weights: Sequence[Symbolic]) -> None:
    """Raise `QueryError` unless the probabilities sum to 1."""
    # Simplified, as p + (1 - p) is not written as 1.
    total = sympy.simplify(sum(weights))
    if total != 1:
        raise QueryError(f"weights with symbols must sum to 1, got a sum of {total}")


def expected_score(die: SymbolicDie, d: Symbolic) -> Symbolic:
    """EP(d) = d mu q^d + b (1 - q^d), in points.

    >>> expected_score(SymbolicDie(Integer(6), None, 1, Integer(1)), symbol("d"))
    4*(5/6)**d*d - (5/6)**d + 1
    """
    power = die.safe**d
    # With a number for d all is one fraction; with a symbol the power must stay a factor.
    if d.is_Integer:
        return sympy.cancel(d * die.mean * power - die.bust_score * power + die.bust_score)
    return sympy.expand(d * die.mean) * power - die.bust_score * power + die.bust_score


def expected_score_step(die: SymbolicDie, d: Symbolic) -> Symbolic:
    """EP(d+1) - EP(d) = q^d times a factor that falls with d: its sign proves where EP is largest.

    >>> expected_score_step(SymbolicDie(Integer(6), None, 1, Integer(1)), symbol("d"))
    -(5/6)**d*(4*d - 21)/6
    """
    q = die.safe
    mu = die.mean
    factor = mu * q - (1 - q) * (mu * d - die.bust_score)
    return sympy.factor(sympy.expand(factor)) * q**d


def best_dice_real(die: SymbolicDie) -> Symbolic:
    """The real d at which d mu q^d + b (1 - q^d) is largest: b/mu + 1/ln(1/q).

    >>> best_dice_real(SymbolicDie(Integer(6), None, 1, Integer(1)))
    (log(6/5) + 4)/(4*log(6/5))
    """
    if not die.bust:
        raise QueryError("without a bust the expected score has no largest value: it grows with d")
    return sympy.together(die.bust_score / die.mean + 1 / log(1 / die.safe))


def sum_chance(die: SymbolicDie, d: Symbolic, k: Symbolic) -> Symbolic:
    """Q(d, k), the probability that d dice sum to k given that none busts; `QueryError` where no
    closed form is known.
    """
    if die.probabilities is not None:
        return sympy.cancel(_coefficient(die, d, k) / die.safe**d)
    # With the bust at an end the safe faces are consecutive, which the sum below asks for.
    if die.bust == 0:
        lowest = 1
        count = die.faces
    elif die.bust == 1:
        lowest = 2
        count = die.faces - 1
    elif die.bust == die.faces:
        lowest = 1
        count = die.faces - 1
    else:
        raise QueryError(
            "a closed form needs a bust on the lowest or the highest face, or numbers for both "
            "d and k"
        )
    # The index of the sum needs a name that no unknown has.
    taken = {unknown.name for unknown in (d + k + count).free_symbols}
    j = Symbol(next(name for name in ("j", "m", "t", "x") if name not in taken), integer=True)
    # Dice that show lowest + count or more are left out by inclusion and exclusion.
    rest = k - (lowest - 1) * d - count * j - 1
    term = (-1) ** j * binomial(d, j) * binomial(rest, d - 1)
    return count ** (-d) * Sum(term, (j, 0, floor((k - lowest * d) / count)))


def _coefficient(die: SymbolicDie, d: Symbolic, k: Symbolic) -> Symbolic:
    """The coefficient of z^k in (sum over the safe faces of p_f z^f)^d."""
    if not (d.is_Integer and k.is_Integer):
        raise QueryError(
            f"weights need numbers for the dice and the score, got {d} and {k}: no closed form "
            "is known for a loaded die"
        )
    assert die.probabilities is not None
    # A Dummy is like no unknown of the query, whatever its name.
    z = sympy.Dummy("z")
    safe = sum(p * z**face for face, p in enumerate(die.probabilities, 1) if face != die.bust)
    return sympy.Poly(safe, z).pow(int(d)).coeff_monomial(z ** int(k))


def score_chance(die: SymbolicDie, d: Symbolic, k: Symbolic) -> Symbolic:
    """P(d, k) = q^d Q(d, k) + [k = b] (1 - q^d), the probability that a throw of d dice
    scores k.
    """
    q = die.safe**d
    busted = KroneckerDelta(k, die.bust_score)
    if die.probabilities is not None:
        return sympy.expand(_coefficient(die, d, k)) + busted * sympy.expand(1 - q)
    return q * sum_chance(die, d, k) + busted * (1 - q)


class _Printer(StrPrinter):  # type: ignore[misc]
    """sympy's text, with integers of any size."""

    def _print_Integer(self, number: Symbolic) -> str:
        return integer_text(int(number))

    def _print_Rational(self, number: Symbolic) -> str:
        return f"{integer_text(int(number.p))}/{integer_text(int(number.q))}"


def expression_text(expression: Symbolic) -> str:
    """The expression as sympy writes it, however long its numbers.

    >>> expression_text(symbol("d") / 3 + 1)
    'd/3 + 1'
    """
    return str(_Printer().doprint(expression))


# --- enclosures -----------------------------------------------------------------------------------


def refuse_unknowns(expression: Symbolic) -> None:
    """Raise `QueryError` when the expression is no number, as it has unknowns."""
    if expression.free_symbols:
        raise QueryError(f"{expression} has unknowns: give them values first")


def enclosure(expression: Symbolic, bits: int = 128) -> Interval:
    """Rational bounds on a real expression without unknowns, by ball arithmetic at this precision.

    >>> bounds = enclosure(log(Rational(6, 5)))
    >>> round(float(bounds.lower), 12), bounds.width < Fraction(1, 2**120)
    (0.182321556794, True)
    """
    refuse_unknowns(expression)
    with working_precision(bits):
        ball = _ball(expression)
    if not ball.is_finite():
        raise QueryError(f"{expression} cannot be enclosed at {bits} bits")
    return Interval.of_ball(ball)


def sign(expression: Symbolic) -> int:
    """-1, 0 or 1, as the real number that the expression is.

    Balls tell it from 0 where it is another number; that it is 0 is proved by its minimal
    polynomial. Raises `UndecidedError` when neither does.

    >>> sign(sympy.sqrt(2) - Rational(3, 2)), sign(sympy.sqrt(8) / 2 - sympy.sqrt(2))
    (-1, 0)
    """
    if expression == 0:
        return 0
    for bits in REFINEMENTS:
        bounds = enclosure(expression, bits)
        if bounds.lower > 0 or bounds.upper < 0:
            return 1 if bounds.lower > 0 else -1
    x = Symbol("x")
    if expression.is_algebraic and sympy.minimal_polynomial(expression, x) == x:
        return 0
    raise UndecidedError(
        f"{expression} cannot be told from 0 with {REFINEMENTS[-1]} bits of precision"
    )


def _ball(expression: Symbolic) -> flint.arb:
    if expression.is_Rational:
        return flint.arb(flint.fmpq(int(expression.p), int(expression.q)))
    # Every operation of balls encloses its result, so the nested one encloses the expression.
    parts = [_ball(part) for part in expression.args]
    if expression.is_Add:
        return sum(parts, flint.arb(0))
    if expression.is_Mul:
        return prod(parts, start=flint.arb(1))
    if expression.is_Pow:
        return parts[0] ** parts[1]
    if isinstance(expression, log):
        return parts[0].log()
    raise QueryError(
        f"cannot enclose {expression}: only sums, products, powers and logarithms of rationals "
        "are known"
    )
