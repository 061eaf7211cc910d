"""Rational functions of several symbols: what strategies are worth where nothing is chosen; and
laws whose probabilities are such functions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz_mpoly_ctx, fmpz_poly

from ..exact.errors import QueryError, nearest
from ..exact.numbers import Exact, as_exact, as_fmpq, exact_text, shown
from .function import PiecewiseFunction
from .polynomial import Calculated, Operation, Quotient, reduced, terms_text
from .written import fraction_text, quotient_expression, quotient_text, text_latex

if TYPE_CHECKING:
    from .expressions import Symbolic  # sympy is slow to import

# A polynomial in several symbols with whole coefficients, `fmpz_mpoly`: a quotient has two of them
# where it is one of several symbols, and its own type names those of one.
Body = Any
Names = Sequence[str]  # of symbols


def ring_of(names: Names) -> Any:  # which makes each `Body`
    """The polynomials with whole coefficients in the symbols of these names."""
    return fmpz_mpoly_ctx.get(list(names), Ordering.lex)


@dataclass(frozen=True, eq=False, repr=False)
class RationalFunction(Calculated["RationalFunction"]):
    """A quotient of two polynomials in some symbols, in lowest terms.

    >>> from exactdice import dice, DiceBattle, parameter, profile_values
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> game = DiceBattle(dice=1, target=2, weights=(p, q, 1 - p - q))
    >>> gain = profile_values(game, (dice(1), dice(1)))[game.start]
    >>> gain, gain.at(p=0), gain.at(p=1, q=0)
    (1 - 2*p + 2*p^2, 1, 1)
    """

    names: tuple[str, ...]
    quotient: Quotient  # of polynomials in all the names

    @property
    def parts(self) -> tuple[Body, Body]:
        """The polynomials above and below."""
        return self.quotient.numerator, self.quotient.denominator

    # --- numbers for the symbols ------------------------------------------------------------------

    def at(self, **numbers: Exact) -> Any:
        """Its exact value where the symbols are these numbers; a function of the symbols that are
        left out.

        Raises `QueryError` for another symbol, and where the denominator is 0 there.
        """
        self._refuse_other_names(numbers)
        exact = {name: as_exact(number, name) for name, number in numbers.items()}
        left = tuple(name for name in self.names if name not in exact)
        context = fmpq_mpoly_ctx.get(list(self.names), Ordering.lex)
        # A number is one of a ring as well, whose symbol nobody sees.
        ring = fmpq_mpoly_ctx.get(list(left) or ["none"], Ordering.lex)
        known: dict[str | int, fmpq] = {name: as_fmpq(number) for name, number in exact.items()}
        top, under = (
            context.from_dict(terms).subs(known).project_to_context(ring)
            for terms in self.quotient.terms
        )
        if under.is_zero():
            at = ", ".join(f"{name} = {exact_text(number)}" for name, number in exact.items())
            raise QueryError(f"{shown(self)} has no value at {at}: its denominator is 0 there")
        if not left:
            # Numbers are polynomials that are constant.
            number, divisor = (sum(part.coeffs(), fmpq(0)) for part in (top, under))
            return as_exact(number / divisor)
        # A quotient is of polynomials with whole coefficients.
        common = lcm(*(int(c.q) for part in (top, under) for c in part.coeffs()))
        whole: list[Body] = [
            ring_of(left).from_dict(
                {powers: int(c * common) for powers, c in part.to_dict().items()}
            )
            for part in (top, under)
        ]
        return RationalFunction(left, reduced(*whole))

    def _refuse_other_names(self, names: Names | Mapping[str, object]) -> None:
        for name in names:
            if name not in self.names:
                raise QueryError(
                    f"{name} is no symbol of the function{nearest(name, self.names)}: they are "
                    f"{', '.join(self.names)}"
                )

    # --- calculating ------------------------------------------------------------------------------

    def _with(self, other: object, operation: Operation) -> RationalFunction:
        if not isinstance(other, RationalFunction):
            context = ring_of(self.names)
            number = as_fmpq(as_exact(other, "what a rational function is combined with"))
            part = Quotient(context.constant(number.p), context.constant(number.q))
            return RationalFunction(self.names, operation(self.quotient, part))
        names = tuple(sorted({*self.names, *other.names}))
        sides = (each.among(names).quotient for each in (self, other))
        return RationalFunction(names, operation(*sides))

    def among(self, names: Names) -> RationalFunction:
        """It as a function of these symbols, which hold its own."""
        context = ring_of(names)
        top, under = (part.project_to_context(context) for part in self.parts)
        return RationalFunction(tuple(names), Quotient(top, under))

    def __neg__(self) -> RationalFunction:
        return RationalFunction(self.names, -self.quotient)

    def __truediv__(self, other: object) -> RationalFunction:
        if other == 0 or (isinstance(other, RationalFunction) and other.quotient.is_zero):
            raise QueryError(f"{shown(self)} is divided by 0")
        return self._with(other, operator.truediv)

    def __rtruediv__(self, other: object) -> RationalFunction:
        return (self * 0 + other) / self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalFunction | Exact):
            return NotImplemented
        return (self - other).quotient.is_zero

    def __hash__(self) -> int:
        return hash(str(self))

    def derivative(self, name: str) -> RationalFunction:
        """Its derivative by the symbol of this name."""
        self._refuse_other_names([name])
        top, under = self.parts
        crossed = top.derivative(name) * under - top * under.derivative(name)
        return RationalFunction(self.names, reduced(crossed, under * under))

    # --- written ----------------------------------------------------------------------------------

    def expression(self) -> Symbolic:
        """The function for sympy, in factors."""
        return quotient_expression(self.quotient, self.names)

    def __repr__(self) -> str:
        top, under = self._texts()
        return top if under == "1" else fraction_text(top, under)

    def _texts(self) -> list[str]:
        return [terms_text(terms, self.names) for terms in self.quotient.terms]

    def latex(self) -> str:
        r"""The function in LaTeX, for math mode."""
        top, under = map(text_latex, self._texts())
        return top if under == "1" else rf"\frac{{{top}}}{{{under}}}"


def one_formula(function: PiecewiseFunction) -> RationalFunction:
    """The function of one symbol as a rational one; `QueryError` when it has several formulas."""
    (piece, *others) = function.pieces.pieces
    if others:
        raise QueryError(
            f"a value in {len(others) + 1} pieces of {function.name} and one with another symbol "
            f"are not combined: give {function.name} a number"
        )
    top, under = map(ring_of([function.name]).from_dict, piece.value.terms)
    return RationalFunction((function.name,), Quotient(top, under))


def of_one_symbol(quotient: Quotient) -> Quotient:
    """A quotient of polynomials in a ring of one symbol, as those that pieces hold."""
    parts = []
    for terms in quotient.terms:
        (degree,) = max(terms, default=(0,))
        parts.append(fmpz_poly([terms.get((k,), 0) for k in range(degree + 1)]))
    return Quotient(*parts)


# --- laws -----------------------------------------------------------------------------------------

Function = PiecewiseFunction | RationalFunction


@dataclass(frozen=True)
class ParametricLaw:
    """A law of numbers by the probability of each, which is a function of symbols.

    >>> from exactdice import dice, DiceBattle, parameter, payoff_distribution
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> game = DiceBattle(dice=1, target=2, weights=(p, q, 1 - p - q))
    >>> law = payoff_distribution(game, (dice(1), dice(1)))
    >>> law, law[-1].at(p=1, q=0), law.mean()
    ({1: 1 - p + p^2, -1: p - p^2}, 0, 1 - 2*p + 2*p^2)
    """

    chances: Mapping[Exact, Function]

    def __iter__(self) -> Iterator[Exact]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def probability(self, outcome: Exact) -> Any:
        """The probability of the outcome; 0 for one that the law does not list."""
        return self.chances.get(as_exact(outcome, "an outcome"), 0)

    __getitem__ = probability

    def chance(self, event: Callable[[Exact], bool]) -> Any:
        """The probability that the event holds."""
        return sum(self.chances[x] for x in self if event(x))

    def at_least(self, least: Exact) -> Any:
        """P(X >= least)."""
        number = as_exact(least, "the least outcome")
        return self.chance(lambda x: x >= number)

    def cdf(self, most: Exact) -> Any:
        """P(X <= most)."""
        number = as_exact(most, "the largest outcome")
        return self.chance(lambda x: x <= number)

    def mean(self) -> Any:
        """The sum of x P(x)."""
        return self._moment(1)

    def variance(self) -> Any:
        """The mean of the squared distance from the mean."""
        mean = self.mean()
        return self._moment(2) - mean * mean

    def _moment(self, k: int) -> Any:
        return sum(chance * x**k for x, chance in self.chances.items())

    def __repr__(self) -> str:
        parts = []
        for outcome, chance in self.chances.items():
            # The function alone, without the interval on which a single one holds.
            if isinstance(chance, PiecewiseFunction) and len(chance.pieces.pieces) == 1:
                written = quotient_text(chance.pieces.pieces[0].value, chance.name)
            else:
                written = str(chance)
            parts.append(f"{exact_text(outcome)}: {written}")
        return f"{{{', '.join(parts)}}}"
