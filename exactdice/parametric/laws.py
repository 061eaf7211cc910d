"""Laws whose probabilities are functions of symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from ..exact import Exact, as_exact, exact_text
from .function import PiecewiseFunction
from .rational_function import RationalFunction
from .written import quotient_text

Function = PiecewiseFunction | RationalFunction


@dataclass(frozen=True)
class ParametricLaw:
    """A law of numbers by the probability of each, which is a function of symbols.

    >>> from exactdice import dice, DiceBattle, parameter, payoff_law
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> game = DiceBattle(dice=1, target=2, weights=(p, q, 1 - p - q))
    >>> law = payoff_law(game, (dice(1), dice(1)))
    >>> law, law[-1].at(p=1, q=0), law.mean()
    ({1: 1 - p + p^2, -1: p - p^2}, 0, 1 - 2*p + 2*p^2)
    """

    chances: Mapping[Exact, Function]

    def __iter__(self) -> Iterator[Exact]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def __getitem__(self, outcome: Exact) -> Any:
        """The probability of the outcome."""
        return self.probability(outcome)

    def probability(self, outcome: Exact) -> Any:
        """The same; 0 for one that the law does not list."""
        return self.chances.get(as_exact(outcome, "an outcome"), 0)

    def chance(self, event: Callable[[Exact], bool]) -> Any:
        """The probability that the event holds."""
        return reduce(add, (self.chances[x] for x in self if event(x)), 0)

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
        return reduce(add, (chance * x for x, chance in self.chances.items()))

    def variance(self) -> Any:
        """The mean of the squared distance from the mean."""
        squares = reduce(add, (chance * (x * x) for x, chance in self.chances.items()))
        mean = self.mean()
        return squares - mean * mean

    def __repr__(self) -> str:
        parts = (f"{exact_text(x)}: {_written(chance)}" for x, chance in self.chances.items())
        return f"{{{', '.join(parts)}}}"


def _written(chance: Function) -> str:
    """The function alone, without the interval on which a single one holds."""
    if isinstance(chance, PiecewiseFunction) and len(chance.pieces.pieces) == 1:
        return quotient_text(chance.pieces.pieces[0].value, chance.name)
    return str(chance)
