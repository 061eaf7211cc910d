"""Laws with symbols, such as the sum of n dice with f faces: what is known of them is their mean
and variance, exactly and in closed form. And distributions whose probabilities are functions of
parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..exact.errors import QueryError
from ..exact.numbers import Exact, as_exact, exact_text, is_symbolic, shown
from ..symbolic.function import Function, PiecewiseFunction
from ..symbolic.written import quotient_text
from .distribution import Distribution, InfiniteDistribution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..symbolic.expressions import (
        Symbolic,  # sympy is slow to import, and this class is asked for often
    )


@dataclass(frozen=True)
class SymbolicDistribution:
    """A law of numbers by its mean and variance, which may hold symbols.

    >>> from exactdice.symbolic.expressions import symbol
    >>> total = law_of(symbol("n")) @ die_of(symbol("f"))
    >>> total.mean(), total.variance()
    (n*(f + 1)/2, n*(f - 1)*(f + 1)/12)
    """

    expectation: Symbolic
    spread: Symbolic

    def mean(self) -> Symbolic:
        """The mean, in lowest terms and factors."""
        import sympy

        return sympy.factor(self.expectation)

    def variance(self) -> Symbolic:
        """The mean of the squared distance from the mean."""
        import sympy

        return sympy.factor(self.spread)

    def sd(self) -> Symbolic:
        """The square root of the variance."""
        import sympy

        return sympy.sqrt(self.variance())

    def __add__(self, other: SymbolicDistribution) -> SymbolicDistribution:
        return SymbolicDistribution(
            self.expectation + other.expectation, self.spread + other.spread
        )

    def __sub__(self, other: SymbolicDistribution) -> SymbolicDistribution:
        return SymbolicDistribution(
            self.expectation - other.expectation, self.spread + other.spread
        )

    def __mul__(self, other: SymbolicDistribution) -> SymbolicDistribution:
        # For independent draws E[(XY)^2] = E[X^2] E[Y^2].
        import sympy

        m = self.expectation
        n = other.expectation
        squares = (self.spread + m**2) * (other.spread + n**2)
        return SymbolicDistribution(m * n, sympy.expand(squares - (m * n) ** 2))

    def __truediv__(self, other: SymbolicDistribution) -> SymbolicDistribution:
        if other.spread != 0:
            raise QueryError(
                "the mean of a quotient does not follow from means: give the symbols values"
            )
        if other.expectation == 0:
            raise QueryError("division by 0 in the query")
        return self * law_of(1 / other.expectation)

    def __matmul__(self, other: SymbolicDistribution) -> SymbolicDistribution:
        """The law of the sum of as many draws from the other law as a draw from this one says, by
        Wald's equations.
        """
        n = self.expectation
        spread = n * other.spread + self.spread * other.expectation**2
        return SymbolicDistribution(n * other.expectation, spread)


def law_of(value: Any) -> SymbolicDistribution:
    """The number, expression or law by its mean and variance."""
    from ..symbolic.expressions import as_expression

    if isinstance(value, SymbolicDistribution):
        return value
    if isinstance(value, Distribution | InfiniteDistribution):
        return SymbolicDistribution(as_expression(value.mean()), as_expression(value.variance()))
    if isinstance(value, Exact) or is_symbolic(value):
        return SymbolicDistribution(as_expression(value), as_expression(0))
    raise QueryError(f"a law with symbols is combined with numbers and laws, got {shown(value)}")


def as_count(value: object) -> SymbolicDistribution:
    """The n of n @ law by its mean and variance; `QueryError` where it is known to be no whole
    number of 0 or more.
    """
    wanted = "n of n @ law must be a whole number of 0 or more"
    if isinstance(value, InfiniteDistribution):
        raise QueryError(f"{wanted}, or a law of these with finitely many outcomes")
    for n in value if isinstance(value, Distribution) else (value,):
        is_whole = isinstance(n, int) and not isinstance(n, bool) and n >= 0
        if isinstance(n, Exact) and not is_whole:
            raise QueryError(f"{wanted}, got {shown(n)}")
    return law_of(value)


def die_of(faces: Symbolic, weights: Sequence[Symbolic] | None = None) -> SymbolicDistribution:
    """The law of one die with faces 1..faces; its weights, when given, are probabilities.

    Raises `QueryError` for weights that do not sum to 1.
    """
    from ..symbolic.expressions import refuse_other_sum

    if weights is None:
        return SymbolicDistribution((faces + 1) / 2, (faces**2 - 1) / 12)
    refuse_other_sum(weights)
    mean, squares = (
        sum(face**k * weight for face, weight in enumerate(weights, 1)) for k in (1, 2)
    )
    return SymbolicDistribution(mean, squares - mean**2)


# --- probabilities that are functions of parameters -----------------------------------------------


@dataclass(frozen=True)
class ParametricDistribution:
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
        """The probability of the outcome; 0 for one that the distribution does not list."""
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
            if isinstance(chance, PiecewiseFunction) and len(chance.pieces) == 1:
                written = quotient_text(chance.pieces[0].value)
            else:
                written = str(chance)
            parts.append(f"{exact_text(outcome)}: {written}")
        return f"{{{', '.join(parts)}}}"
