"""Sums of rational functions of any number of symbols, without a common divisor at every step.

A denominator is kept as a whole number and powers of polynomials that are not taken apart: the
common one of several is read off, and only what is asked for is brought to lowest terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from ...exact import as_exact
from ...parametric.polynomial import Parameter, Polynomial, lifted
from ...parametric.rational import Quotient, reduced
from ...parametric.rational_function import Body, ring_of

Powers = Mapping[int, int]  # {the number of a polynomial: its power}


@dataclass(frozen=True)
class Weight:
    """A weight as a whole number times a polynomial without a common divisor, and the text of
    that.
    """

    number: int
    part: Body
    text: str


@dataclass(frozen=True)
class Scaled:
    """numerator / (number * the product of polynomials to their powers)."""

    numerator: Body
    number: int = 1
    powers: Powers = field(default_factory=dict)

    @property
    def size(self) -> tuple[int, int]:
        """By which denominators are sorted: later ones are multiples of the earlier most often."""
        return sum(self.powers.values()), self.number


class Ring:
    """The polynomials in some symbols, with those that stand in denominators."""

    def __init__(self, parameters: Sequence[Parameter], *more: str) -> None:
        self.parameters = (*parameters, *map(Parameter, more))
        # A number is one of a ring as well, whose symbol nobody sees.
        self.names = tuple(parameter.name for parameter in self.parameters) or ("none",)
        self.context = ring_of(self.names)
        self.one: Body = self.context.constant(1)
        self.atoms: list[Body] = []
        self._numbers: dict[str, int] = {}
        # By their identities: laws of many states hold the same weights. Kept, so that none is
        # taken for another.
        self._weights: dict[int, tuple[object, Weight]] = {}

    def scaled(self, number: object) -> Scaled:
        """A number or polynomial."""
        if not isinstance(number, Polynomial):
            exact = as_exact(number)
            return Scaled(self.context.constant(exact.numerator), exact.denominator)
        body = lifted(number, self.parameters)
        common = lcm(*(int(c.q) for c in body.coeffs()))
        terms = {powers: int(c * common) for powers, c in body.to_dict().items()}
        return Scaled(self.context.from_dict(terms), common)

    def weight(self, given: object) -> Weight:
        """The weight of a law in lowest terms, in which coefficients are whole."""
        known = self._weights.get(id(given))
        if known is None:
            known = self._weights[id(given)] = given, self.split(self.scaled(given).numerator)
        return known[1]

    def split(self, body: Body) -> Weight:
        """The polynomial, which is not 0, as a weight."""
        number, part = body.primitive()
        return Weight(int(number), part, str(part))

    def times(self, weight: Weight, factor: Body) -> Weight:
        """The product with a polynomial without a common divisor."""
        part = weight.part * factor
        return Weight(weight.number, part, str(part))

    def over(self, value: Scaled, weight: Weight) -> Scaled:
        """The quotient by a weight."""
        number = value.number * weight.number
        if weight.part.is_one():
            return Scaled(value.numerator, number, value.powers)
        sign, factors = self._factors(weight.part)
        powers = dict(value.powers)
        for part, power in factors:
            atom = self._atom(part)
            powers[atom] = powers.get(atom, 0) + power
        return Scaled(value.numerator, number * sign, powers)

    def _factors(self, part: Body) -> tuple[int, list[tuple[Body, int]]]:
        """The polynomial as a sign and powers of others, of which it is one most often."""
        if str(part) in self._numbers:
            return 1, [(part, 1)]
        sign, factors = part.factor_squarefree()
        return int(sign), [(each, int(power)) for each, power in factors]

    def _atom(self, part: Body) -> int:
        """The number of the polynomial among those of denominators."""
        text = str(part)
        if text not in self._numbers:
            self._numbers[text] = len(self.atoms)
            self.atoms.append(part)
        return self._numbers[text]

    def raised(self, value: Scaled, number: int, powers: Powers) -> Any:
        """What its numerator is multiplied by for this multiple of its denominator."""
        factor = number // value.number
        missing = {k: power - value.powers.get(k, 0) for k, power in powers.items()}
        if not any(missing.values()):
            return factor
        product = self.one * factor
        for k, power in missing.items():
            product = product * self.atoms[k] ** power
        return product

    def added(self, one: Scaled, other: Scaled, times: int) -> Scaled:
        """The one plus so many times the other."""
        number = lcm(one.number, other.number)
        powers = _joined(one.powers, other.powers)
        mine, theirs = (self.raised(value, number, powers) for value in (one, other))
        left = one.numerator if isinstance(mine, int) and mine == 1 else one.numerator * mine
        return Scaled(left + other.numerator * (theirs * times), number, powers)

    def mean(self, parts: Iterable[tuple[Weight, Scaled]], total: Weight) -> Scaled:
        """The sum of weight times value, divided by the total.

        Values with proportional weights are added first, which takes products by numbers alone.
        """
        sums: dict[str, tuple[Body, Scaled]] = {}
        for weight, value in sorted(parts, key=lambda part: part[1].size):
            part, summed = sums.get(weight.text, (weight.part, Scaled(self.one * 0)))
            sums[weight.text] = part, self.added(summed, value, weight.number)
        whole = Scaled(self.one * 0)
        for part, summed in sums.values():
            whole = self.added(
                whole, Scaled(summed.numerator * part, summed.number, summed.powers), 1
            )
        return self.over(whole, total)

    def lowest(self, value: Scaled) -> Quotient:
        """The value in lowest terms."""
        under = self.one * value.number
        for k, power in value.powers.items():
            under = under * self.atoms[k] ** power
        return reduced(value.numerator, under)

    def of_quotient(self, quotient: Quotient) -> Scaled:
        """The quotient as such a value."""
        denominator = self.split(quotient.denominator)
        return self.over(Scaled(quotient.numerator), denominator)


def _joined(one: Powers, other: Powers) -> Powers:
    """The larger power of each."""
    if one == other:
        return one
    return {k: max(one.get(k, 0), other.get(k, 0)) for k in {*one, *other}}
