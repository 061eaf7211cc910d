"""Distributions with exact weights: dice, throws, the chance moves of a game, mixed strategies.

A `Distribution` holds positive integer weights in lowest terms; the probability of an outcome is
weight / total. Laws are calculated with as people do with dice: `die(6) + die(6)`, `10 @ die(6)`,
`die(20) > die(12)`. Each law that is written is a draw of its own, independent of all others:
`one + one` is the sum of two draws, `2 * one` twice a single one.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import floor, gcd, lcm, prod
from numbers import Number
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, overload

from flint import fmpq, fmpz_poly

from ..exact.argument_checks import a_source_of_chance, a_truth, an_instance, got, listed, takes
from ..exact.cost import refuse_costly
from ..exact.errors import InexactError, RulesError
from ..exact.numbers import (
    Exact,
    as_exact,
    as_fmpq,
    as_whole,
    no_int,
    place,
    ratio,
    shown,
    simplest,
    whole_or_none,
)
from ..symbolic.rational_function import Polynomial, exact_or_polynomials, in_lowest_terms
from . import weights as calculate
from .distribution_text import Rows, rows_by_chance, rows_of, text_table
from .series import (
    coefficients,
    factorial_moments,
    finite_series,
    homogeneous,
    lowest_terms,
    repeated_series,
    stretched,
)
from .weights import Weights, common_spacing, sum_of_draws, sum_of_some_draws, sum_of_two

if TYPE_CHECKING:
    from ..symbolic.expressions import Symbolic  # sympy is slow to import

# A law of ints is one of exact numbers too: laws never change, so they vary with their outcomes.
T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
U = TypeVar("U")

# How an endless law is made one of finitely many outcomes.
MADE_FINITE = "clip(high=20), or in a query clip(law, none, 20), makes it finite"
STEPS_A_TUPLE = 100  # of a joint law: about 200 bytes
STEPS_A_TERM = 30  # of polynomials that are brought to lowest terms
AT_ONCE = 16  # probabilities that are worked out at first
BITS_A_STEP = 10**4  # squared, of two weights whose greatest common divisor is looked for


class WrittenOut:
    """What every law can be written as, from its rows."""

    __slots__ = ()

    # what each kind of law knows
    variance: Any
    quantile: Any
    _rows: Any  # of a table, by whether its columns ask for an order
    _order: Any  # the weights of a draw that is less than, equal to and greater than another

    def __str__(self) -> str:
        return self.text()

    def text(self, at_least: bool = False, at_most: bool = False) -> str:
        """The law as an aligned table with bars; `at_least` and `at_most` add the columns
        P(X >= x) and P(X <= x). Of an endless law the last thousandth is one row.

        >>> from exactdice import die
        >>> print(die(2).text(at_least=True))
        outcome  probability  at least   rounded
              1          1/2         1  0.500000  ██████████████████████████████
              2          1/2       1/2  0.500000  ██████████████████████████████
        """
        columns = a_truth(at_least, "at_least"), a_truth(at_most, "at_most")
        return text_table(self._rows(any(columns)), *columns)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def sd(self) -> Exact | Symbolic:
        """The standard deviation: the square root of the variance, exactly, as an expression of
        sympy where it is not rational.

        >>> from exactdice import die
        >>> die(6).sd(), Distribution({0: 1, 2: 1}).sd()
        (sqrt(105)/6, 1)
        """
        from ..symbolic.expressions import square_root

        return square_root(self.variance())

    def median(self) -> Any:
        """The least outcome x with P(X <= x) >= 1/2."""
        return self.quantile(Fraction(1, 2))

    def _compared(self, other: object, *places: int) -> Event:
        """Whether a draw is less than (place 0), equal to (1) or greater than (2) the other."""
        order = self._order(other)
        if order is None:
            return NotImplemented  # type: ignore[no-any-return]
        return _build_event(sum(order[place] for place in places), sum(order))

    def __lt__(self, other: Comparable) -> Event:
        return self._compared(other, 0)

    def __le__(self, other: Comparable) -> Event:
        return self._compared(other, 0, 1)

    def __gt__(self, other: Comparable) -> Event:
        return self._compared(other, 2)

    def __ge__(self, other: Comparable) -> Event:
        return self._compared(other, 1, 2)


def _operator(
    doing: str, calculation: Callable[[Weights, Weights], Weights], from_left: bool = False
) -> Callable[[Distribution[Any], Operand], NumberDistribution]:
    """The operator of a distribution and what stands on its right, or on its left: the calculation
    with the weights of both.
    """

    def operator(law: Distribution[Any], other: Operand) -> NumberDistribution:
        operand = _operand(other)
        if operand is None:
            return NotImplemented  # type: ignore[no-any-return]
        own = law._numbers(doing)
        others = operand._numbers(doing)
        return Distribution(calculation(others, own) if from_left else calculation(own, others))

    return operator


class Distribution(WrittenOut, Generic[T_co]):
    """A law on finitely many outcomes, from {outcome: weight} with weights that are non-negative
    ints.

    Weights are divided by their greatest common divisor and outcomes of weight 0 are dropped, so
    equal distributions are equal objects. Raises `RulesError` when a weight is not a non-negative
    int or when all weights are 0.

    >>> coin = Distribution({"heads": 2, "tails": 2})
    >>> coin, coin.total, coin.probability("heads")
    (Distribution({'heads': 1, 'tails': 1}), 2, Fraction(1, 2))

    Operators take distributions and exact numbers, and their operands are independent; comparisons
    are distributions of True and False, and `==` alone asks whether two distributions are the same.

    >>> from exactdice import die
    >>> two = die(6) + die(6)
    >>> two[7], (two >= 7)[True], (10 @ die(6)).mean(), 2 @ die(6) == two
    (Fraction(1, 6), Fraction(7, 12), 35, True)
    """

    __slots__ = ("_cumulative", "total", "weights")
    weights: Mapping[T_co, int]
    total: int
    _cumulative: list[int]

    # numpy leaves `np.int64(2) * law` to the law.
    __array_ufunc__ = None

    def __init__(self, weights: Mapping[T_co, int]) -> None:
        if not isinstance(weights, Mapping):
            raise RulesError(f"a distribution must be given as {{outcome: weight}}, {got(weights)}")
        kinds = set(map(type, weights.values()))
        # In lowest terms, so that equal laws have equal weights and the same hash.
        if Polynomial in kinds:
            lowest = in_lowest_terms(weights)
        else:
            if kinds != {int} or min(weights.values()) < 0:
                weights = {
                    outcome: _check_weight(outcome, weight) for outcome, weight in weights.items()
                }
            common = gcd(*weights.values())
            if common == 0:
                raise RulesError("a distribution needs at least one outcome with a positive weight")
            lowest = {x: w // common for x, w in weights.items() if w}
        self._store_weights(lowest, sum(lowest.values()))

    def _store_weights(self, lowest: Mapping[Any, int], total: int) -> None:
        # Its own __setattr__ refuses: laws are keys of dicts, so they never change.
        object.__setattr__(self, "weights", MappingProxyType(lowest))
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "_cumulative", [])

    def __reduce__(self) -> tuple[object, ...]:
        return (Distribution, (dict(self.weights),))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Distribution cannot be changed: {name}")

    def __iter__(self) -> Iterator[T_co]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.weights == other.weights

    def __hash__(self) -> int:
        # Of a set, since equal laws may list their outcomes in different orders.
        return hash(frozenset(self.weights.items()))

    def __repr__(self) -> str:
        listed = [f"{shown(x)}: {shown(w)}" for x, w in self.weights.items()]
        return f"Distribution({{{', '.join(listed)}}})"

    def __str__(self) -> str:
        # The chances of a law with a symbol are no numbers, of which there are bars.
        return repr(self) if isinstance(self.total, Polynomial) else self.text()

    def __bool__(self) -> bool:
        # `if die(6) > 3:` would otherwise always be so.
        if not all(isinstance(outcome, bool) for outcome in self):
            return True
        raise RulesError(
            "a law of True and False is neither: ask for (law).probability(True), or combine such "
            "laws by & | ~"
        )

    # Nor is it a sequence, though it has a length.
    __reversed__ = None

    def items(self) -> Iterable[tuple[T_co, int]]:
        """The pairs (outcome, weight); divide by `total` for probabilities."""
        return self.weights.items()

    def probability(self, outcome: object) -> Fraction:
        """The probability of the outcome, weight / total, 0 for one outside the distribution; or of
        an event, a function that is true of some outcomes. `InexactError` for a float.

        >>> from exactdice import die
        >>> die(6).probability(3), die(6).probability(lambda face: face % 2 == 0)
        (Fraction(1, 6), Fraction(1, 2))
        """
        if isinstance(outcome, float):
            as_exact(outcome, "an outcome")  # raises
        if callable(outcome) and an_outcome(outcome) not in self.weights:
            return ratio(self._weight_of(outcome), self.total)
        # Any object may be asked for, though the keys of a Mapping have one type.
        weights: Mapping[Any, int] = self.weights
        try:
            return ratio(weights.get(outcome, 0), self.total)
        except TypeError:
            an_outcome(outcome)
            raise

    # one is drawn by `sample(rng)`, where random.choice would take the law for a list
    __getitem__ = probability

    def _weight_of(self, event: Callable[[Any], bool]) -> int:
        _check_function(event, "an event")
        return sum(w for x, w in self.items() if event(x))

    def mean(self, number: Callable[[T_co], Exact] | None = None) -> Exact:
        """E[number(outcome)], or E[outcome] when the outcomes are numbers.

        >>> from exactdice import die
        >>> die(6).mean(), die(6).mean(lambda face: face * face)
        (Fraction(7, 2), Fraction(91, 6))
        """
        if number is not None:
            _check_function(number, "what is averaged")
        worths = []
        for x in self:
            value = number(x) if number else x
            worths.append(value if type(value) is int else as_exact(value, f"worth of {shown(x)}"))
        # Summed as integers over one denominator: a Fraction would be reduced at every step.
        common = lcm(*{worth.denominator for worth in worths})
        summed = 0
        for worth, weight in zip(worths, self.weights.values(), strict=True):
            summed += weight * worth.numerator * (common // worth.denominator)
        return simplest(ratio(summed, self.total * common))

    def variance(self) -> Exact:
        """E[X^2] - E[X]^2 for outcomes that are numbers."""
        mean = self.mean()
        return simplest(self.mean(_square) - mean * mean)

    def map(self, function: Callable[[T_co], U]) -> Distribution[U]:
        """The law of function(outcome); outcomes sent to the same place add up."""
        weights = self.weights
        try:
            places = [*map(function, weights)]
            image = dict(zip(places, weights.values(), strict=True))
        except TypeError:
            # Looked at here alone, as games map laws at every state.
            _check_function(function, "what maps a law")
            raise
        if Distribution in {*map(type, places)}:
            raise RulesError(
                "what maps a law must return an outcome, got a law: law.bind(function) draws from "
                "the law that the function returns"
            )
        if len(image) == len(places):
            # Each weight stands alone still, so they are in lowest terms as before.
            return _build_reduced(image, self.total)
        added = dict.fromkeys(image, 0)
        for outcome, weight in zip(places, weights.values(), strict=True):
            added[outcome] += weight
        return Distribution(added)

    def bind(self, function: Callable[[T_co], Distribution[U]]) -> Distribution[U]:
        """The law of an outcome drawn from function(outcome), which is a distribution itself: what
        is thrown after one has seen the first throw.

        >>> from exactdice import die
        >>> die(2).bind(lambda first: die(2) if first == 1 else point(first))
        Distribution({1: 1, 2: 3})
        """
        _check_function(function, "what binds a law")
        drawn: dict[Distribution[U], int] = defaultdict(int)
        for outcome, weight in self.items():
            law = function(outcome)
            finite_distribution(law, f"what follows {shown(outcome)}")
            # Two outcomes may lead to one law.
            drawn[law] += weight
        return mixture(Distribution(drawn))

    def sample(self, rng: Random) -> T_co:
        """One outcome drawn exactly: an integer below `total` picks it, no float is involved."""
        if not self._cumulative:  # made at the first draw, as most laws are never drawn from
            self._cumulative.extend(accumulate(self.weights.values()))
        # Whole numbers of any size are uniform here, while a float has 53 bits only.
        try:
            drawn = rng.randrange(self.total)
        except AttributeError:
            a_source_of_chance(rng)
            raise
        return tuple(self.weights)[bisect_right(self._cumulative, drawn)]

    # --- statistics -------------------------------------------------------------------------------

    def cdf(self, x: object) -> Fraction:
        """P(X <= x), for outcomes that have an order.

        >>> from exactdice import die
        >>> die(6).cdf(2)
        Fraction(1, 3)
        """
        order = calculate.compared(self.weights, _point_weights(x))
        return ratio(order.less + order.equal, self.total)

    def at_least(self, x: object) -> Fraction:
        """P(X >= x), for outcomes that have an order."""
        order = calculate.compared(self.weights, _point_weights(x))
        return ratio(order.greater + order.equal, self.total)

    def quantile(self, q: Exact) -> T_co:
        """The least outcome x with P(X <= x) >= q, for 0 < q <= 1.

        >>> from exactdice import die
        >>> die(6).quantile(Fraction(1, 2)), die(6).quantile(1)
        (3, 6)
        """
        return calculate.quantile(self.weights, q)

    def modes(self) -> frozenset[T_co]:
        """The most likely outcomes."""
        most = max(self.weights.values())
        return frozenset(outcome for outcome, weight in self.items() if weight == most)

    # --- operators --------------------------------------------------------------------------------

    __add__ = __radd__ = _operator("added", sum_of_two)

    def __sub__(self, other: Operand) -> NumberDistribution:
        operand = _operand(other)
        return NotImplemented if operand is None else self + -operand

    def __rsub__(self, other: Exact) -> NumberDistribution:
        return -self + other

    def __neg__(self) -> NumberDistribution:
        return Distribution({-x: w for x, w in self._numbers("negated").items()})

    def __pos__(self) -> NumberDistribution:
        return Distribution(self._numbers("signed"))

    def __abs__(self) -> NumberDistribution:
        return Distribution(self._numbers("made absolute")).map(calculate.absolute)

    __mul__ = __rmul__ = _operator("multiplied", calculate.products)
    __truediv__ = _operator("divided", calculate.quotients)
    __floordiv__ = _operator("divided", calculate.whole_quotients)
    __mod__ = _operator("divided", calculate.remainders)
    __rtruediv__ = _operator("a divisor", calculate.quotients, from_left=True)
    __rfloordiv__ = _operator("a divisor", calculate.whole_quotients, from_left=True)
    __rmod__ = _operator("a divisor", calculate.remainders, from_left=True)
    __pow__ = _operator("raised to a power", calculate.powers)

    def __rpow__(self, other: Exact) -> NumberDistribution:
        if isinstance(other, float):
            # Nor can it be known which Fraction it was.
            raise InexactError(
                f"the base of a power of a law must be exact, got the float {other!r}, which "
                "Python also makes of a Fraction here: write point(Fraction(1, 2)) ** law"
            )
        operand = _operand(other)
        return NotImplemented if operand is None else operand**+self

    def __rmatmul__(self, count: int) -> NumberDistribution:
        """The law of the sum of `count` draws."""
        draws = as_whole(count, "n of n @ law, the number of draws,", 0)
        return Distribution(sum_of_draws(self._numbers("summed"), draws))

    @overload
    def __matmul__(self, other: NumberDistribution) -> NumberDistribution: ...

    @overload
    def __matmul__(self, other: InfiniteDistribution) -> FiniteNumericDistribution: ...

    def __matmul__(self, other: FiniteNumericDistribution) -> FiniteNumericDistribution:
        """The law of the sum of as many draws from the other law as a draw from this one says.

        >>> from exactdice import die
        >>> (die(6) @ die(6)).mean(), (die(6) @ die(6).explode()).mean()
        (Fraction(49, 4), Fraction(147, 10))
        """
        if not isinstance(other, InfiniteDistribution):
            finite_distribution(
                other, "n @ law sums n draws from the law: what stands on its right"
            )
        counts = {as_whole(n, "an outcome of n in n @ law", 0): w for n, w in self.items()}
        if isinstance(other, InfiniteDistribution):
            return other._sum_of_some(counts) if any(counts) else point(0)
        return Distribution(sum_of_some_draws(counts, other._numbers("summed")))

    def _numbers(self, doing: str) -> Weights:
        """The weights of outcomes that are numbers; True counts as 1."""
        return calculate.numbers(self.weights, doing)

    # --- events: laws of True and False -----------------------------------------------------------

    def equals(self, other: object) -> Event:
        """Whether a draw equals one from the other law, or the outcome that is given.

        >>> from exactdice import die
        >>> die(6).equals(die(6)), die(6).equals(1)[True]
        (Distribution({True: 1, False: 5}), Fraction(1, 6))
        """
        if isinstance(other, InfiniteDistribution):
            return other.equals(self)
        weights = other.weights if isinstance(other, Distribution) else _point_weights(other)
        equal = sum(w * weights.get(outcome, 0) for outcome, w in self.items())
        return _build_event(equal, self.total * sum(weights.values()))

    def _order(self, other: Comparable) -> calculate.Order | None:
        operand = _operand(other)
        return None if operand is None else calculate.compared(self.weights, operand.weights)

    def __and__(self, other: Event) -> Event:
        return self._combine_events(other, operator.and_)

    def __or__(self, other: Event) -> Event:
        return self._combine_events(other, operator.or_)

    __rand__ = __and__
    __ror__ = __or__

    def __invert__(self) -> Event:
        return Distribution({not x: w for x, w in self._events().items()})

    def _events(self) -> Mapping[bool, int]:
        """The weights of True and False; `RulesError` for other outcomes."""
        for outcome in self:
            if not isinstance(outcome, bool):
                raise RulesError(
                    "& | ~ combine laws of True and False, such as die(6) > 3, got one with the "
                    f"outcome {shown(outcome)}"
                )
        return self.weights  # type: ignore[return-value]

    def _combine_events(self, other: Event, function: Callable[[bool, bool], bool]) -> Event:
        if isinstance(other, bool):
            raise RulesError(
                "& | combine two laws of True and False, such as die(6) > 3, got a law and "
                f"{other}: a comparison of numbers needs no law"
            )
        if not isinstance(other, Distribution):
            return NotImplemented
        return Distribution(calculate.combined(function, self._events(), other._events()))

    # --- drawing again and otherwise --------------------------------------------------------------

    def given(self, event: Callable[[T_co], bool]) -> Distribution[T_co]:
        """The law of a draw given that the event holds of it.

        >>> from exactdice import die
        >>> die(6).given(lambda face: face % 2 == 0)
        Distribution({2: 1, 4: 1, 6: 1})
        """
        _check_function(event, "an event")
        return Distribution(
            _refuse_impossible({x: w for x, w in self.items() if event(x)}, "the event")
        )

    def marginal(self, place: int) -> Distribution[Any]:
        """The law of one part of outcomes that are tuples, counted from 0.

        >>> from exactdice import die
        >>> joint(die(2), die(6)).marginal(0) == die(2)
        True
        """
        index = as_whole(place, "the place of a marginal law", 0)

        def part(outcome: object) -> Any:
            if not isinstance(outcome, tuple) or index >= len(outcome):
                raise RulesError(
                    f"marginal({index}) needs outcomes that are tuples of more than {index} parts, "
                    f"as those of joint(...), got {shown(outcome)}"
                )
            return outcome[index]

        return self.map(part)

    def reroll(self, outcomes: Iterable[object], times: int | None = None) -> Distribution[T_co]:
        """The law when these outcomes are drawn again: until another comes, or so many times at
        most.

        >>> from exactdice import die
        >>> die(6).reroll([1, 2]), die(2).reroll([1], 1)
        (Distribution({3: 1, 4: 1, 5: 1, 6: 1}), Distribution({1: 1, 2: 3}))
        """
        again = self._check_outcomes(outcomes, "the outcomes to be drawn again")
        if times is None:
            rest, _ = calculate.split(self.weights, again)
            return Distribution(
                _refuse_impossible(rest, "another outcome than those that are drawn again")
            )
        most = as_whole(times, "how often an outcome is drawn again", 0)
        # Numbers with that exponent are brought to lowest terms.
        steps = (most * self.total.bit_length()) ** 2 // BITS_A_STEP
        refuse_costly(f"{shown(most)} draws again", steps)
        return Distribution(calculate.rerolled(self.weights, again, most))

    def explode(
        self, depth: int | None = None, outcomes: Iterable[Exact] | None = None
    ) -> FiniteNumericDistribution:
        """The law of the total when an outcome, the greatest unless said otherwise, adds another
        draw: so many at most, or without end as an `InfiniteDistribution`.

        >>> from exactdice import die
        >>> die(6).explode(1)[12], die(6).explode().mean()
        (Fraction(1, 36), Fraction(21, 5))
        """
        faces = self._numbers("exploded")
        chosen = [max(faces)] if outcomes is None else outcomes
        again = self._check_outcomes(chosen, "the outcomes that explode")
        if depth is None:
            return InfiniteDistribution(*repeated_series(*calculate.split(faces, again)))
        most = as_whole(depth, "the depth of an explosion", 0)
        spread = (most + 1) * self.total.bit_length() * (len(faces) * most + 1)
        refuse_costly(f"an explosion of depth {shown(most)}", most * spread // 8)
        return Distribution(calculate.exploded(faces, again, most))

    def repeat_until(self, event: Callable[[T_co], bool]) -> InfiniteDistribution:
        """The law of the number of draws up to the first of which the event holds.

        >>> from exactdice import die
        >>> wait = die(6).repeat_until(lambda face: face == 6)
        >>> wait.mean(), wait[2]
        (6, Fraction(5, 36))
        """
        holds = self._weight_of(event)
        _refuse_impossible({True: holds}, "the event")
        fails = self.total - holds
        return InfiniteDistribution(*repeated_series({1: holds}, {1: fails} if fails else {}))

    def clip(self, low: Exact | None = None, high: Exact | None = None) -> NumberDistribution:
        """The law of a draw that counts as `low` when it is less, as `high` when it is more.

        >>> from exactdice import die
        >>> die(6).clip(2, 4)
        Distribution({2: 2, 3: 1, 4: 3})
        """
        least, most = _check_ends(low, high)
        numbers = Distribution(self._numbers("clipped"))
        raised = numbers if least is None else numbers.map(lambda x: max(x, least))
        return raised if most is None else raised.map(lambda x: min(x, most))

    def _check_outcomes(self, outcomes: Iterable[object], what: str) -> frozenset[Any]:
        chosen = frozenset(map(an_outcome, listed(outcomes, what, "listed")))
        for outcome in chosen:
            if isinstance(outcome, float):
                as_exact(outcome, f"each of {what}")  # raises
            if outcome not in self.weights:
                raise RulesError(
                    f"{what} must be outcomes of the law, got {shown(outcome)}, which it has not"
                )
        return chosen

    # --- written out ------------------------------------------------------------------------------

    def _rows(self, ordered: bool = False, /) -> Rows:
        """The rows of a table, in order where there is one; `RulesError` where there is none but
        the columns ask for it.
        """
        try:
            outcomes = calculate.in_order(self.weights)
        except (RulesError, InexactError):
            if ordered:
                raise
            return rows_by_chance([(x, ratio(w, self.total)) for x, w in self.items()])
        return rows_of([(x, ratio(self.weights[x], self.total)) for x in outcomes])


# What can be asked of a law of finitely many outcomes.
PUBLIC = frozenset(name for name in vars(Distribution) if not name.startswith("_"))


@dataclass(frozen=True)
class InfiniteDistribution(WrittenOut):
    """The law of a number with infinitely many outcomes, from a least one on, such as the total of
    a die that explodes without end; probabilities, mean and variance are exact.

    It is added to distributions and numbers, multiplied by positive numbers, summed by n @ law and
    compared with numbers and with distributions of finitely many outcomes; `clip(high=...)` makes
    it one of those, for everything else. The probability of first + step * k is the coefficient of
    z^k in the power series of numerator / denominator, which are equal at 1 and do not vanish at 0
    or 1.

    >>> from exactdice import die
    >>> total = die(6).explode()
    >>> total[7], (total >= 10)[True], (2 @ total).mean(), total + 1 == 1 + total
    (Fraction(1, 36), Fraction(1, 12), Fraction(42, 5), True)
    """

    first: Exact
    step: Exact
    numerator: fmpz_poly
    denominator: fmpz_poly
    __array_ufunc__ = None

    # Nor does it list its outcomes, though it has __getitem__.
    __iter__ = __reversed__ = None

    def __post_init__(self) -> None:
        an_instance(
            self.denominator, fmpz_poly, "the denominator of an endless law", "a fmpz_poly of flint"
        )
        # In lowest terms, so that equal distributions are equal objects.
        reduced = lowest_terms(self.first, self.step, self.numerator, self.denominator)
        for field, part in zip(fields(self), reduced, strict=True):
            object.__setattr__(self, field.name, part)

    def __hash__(self) -> int:
        # Of ints, since flint's polynomials have no hash and texts of huge numbers are refused.
        coefficients = (tuple(map(int, p.coeffs())) for p in (self.numerator, self.denominator))
        return hash((self.first, self.step, *coefficients))

    if not TYPE_CHECKING:  # which knows that these are no attributes

        def __getattr__(self, name: str) -> NoReturn:
            if name in PUBLIC:
                raise AttributeError(
                    f"an endless law has no {name}, as its outcomes cannot be gone through: "
                    f"{MADE_FINITE}"
                )
            raise AttributeError(f"'InfiniteDistribution' object has no attribute {name!r}")

    def __repr__(self) -> str:
        (first, chance), *_ = self.up_to(self.first)[0].items()
        return (
            f"InfiniteDistribution({shown(first)}: {shown(chance)}, ..., mean {shown(self.mean())})"
        )

    def probability(self, outcome: object) -> Fraction:
        """The probability of the outcome, exactly."""
        place = self._place(as_exact(outcome, "an outcome of a law of numbers"))
        if place.denominator != 1 or place < 0:
            return Fraction(0)
        last = self._probabilities(int(place) + 1)[-1]
        return ratio(last.p, last.q)

    __getitem__ = probability

    def _place(self, outcome: Exact) -> Fraction:
        """k such that the outcome is first + step * k; whole for what may be an outcome."""
        return (Fraction(outcome) - self.first) / self.step

    def _outcome(self, k: int) -> Exact:
        return simplest(self.first + self.step * k)

    def _probabilities(self, count: int) -> list[fmpq]:
        """The probabilities of the first so many outcomes."""
        return coefficients(self.numerator, self.denominator, count)

    def up_to(self, most: Exact) -> tuple[dict[Exact, Fraction], Fraction]:
        """({outcome: probability} for the outcomes up to the most, the probability of all others).

        >>> Distribution({0: 1, 1: 1}).explode().up_to(1)  # heads before the first tails
        ({0: Fraction(1, 2), 1: Fraction(1, 4)}, Fraction(1, 4))
        """
        count = floor(self._place(as_exact(most, "the most of up_to"))) + 1
        known = [ratio(p.p, p.q) for p in self._probabilities(count)] if count > 0 else []
        chances = {self._outcome(k): chance for k, chance in enumerate(known) if chance}
        return chances, 1 - sum(known, Fraction(0))

    def mean(self) -> Exact:
        """E[X], exactly."""
        once, _ = factorial_moments(self.numerator, self.denominator)
        return simplest(self.first + self.step * once)

    def variance(self) -> Exact:
        """E[X^2] - E[X]^2, exactly."""
        once, twice = factorial_moments(self.numerator, self.denominator)
        return simplest(self.step * self.step * (twice + once - once * once))

    def cdf(self, x: Exact) -> Fraction:
        """P(X <= x)."""
        return 1 - self.up_to(x)[1]

    def at_least(self, x: Exact) -> Fraction:
        """P(X >= x)."""
        known, rest = self.up_to(x)
        return rest + known.get(x, 0)

    def quantile(self, q: Exact) -> Exact:
        """The least outcome x with P(X <= x) >= q, for 0 < q < 1."""
        share = as_exact(q, "the q of a quantile")
        if not 0 < share < 1:
            raise RulesError(
                "the q of a quantile of an endless law must be above 0 and below 1, got "
                f"{shown(share)}"
            )
        # Divided by 1 - z, the series of the probabilities is that of their sums.
        sums = self.denominator * fmpz_poly([1, -1])
        count = AT_ONCE
        wanted = as_fmpq(share)
        # Worked out anew for twice as many: all of them together cost twice the last.
        while (known := coefficients(self.numerator, sums, count))[-1] < wanted:
            count *= 2
        return self._outcome(bisect_left(known, wanted))

    def modes(self) -> frozenset[Exact]:
        """The most likely outcomes: as soon as all that follow are together less likely than the
        most likely one, they are known.

        >>> sorted((2 @ Distribution({0: 1, 1: 1}).explode()).modes())  # (k + 1) / 2^(k + 2)
        [0, 1]
        """
        count = AT_ONCE
        while True:
            known = self._probabilities(count)
            most = max(known)
            if 1 - sum(known, fmpq(0)) < most:
                return frozenset(self._outcome(k) for k, p in enumerate(known) if p == most)
            count *= 2

    def clip(self, low: Exact | None = None, high: Exact | None = None) -> NumberDistribution:
        """The law of a draw that counts as `low` when it is less, as `high` when it is more; `high`
        must be given.
        """
        least, most = _check_ends(low, high)
        if most is None:
            raise RulesError(
                "an endless law is clipped from above: give high, as in clip(high=20), or in a "
                "query clip(law, none, 20)"
            )
        chances, rest = self.up_to(most)
        chances[most] = chances.get(most, Fraction(0)) + rest
        return from_probabilities(chances, "the probabilities of an endless law").clip(least)

    def head(self) -> tuple[dict[Exact, Fraction], Fraction]:
        """What `up_to` gives for all but the last thousandth of the distribution."""
        return self.up_to(self.quantile(Fraction(999, 1000)))

    def _rows(self, _: bool = False, /) -> Rows:
        """All but the last thousandth of the distribution, and a row for the rest: numbers have an
        order.
        """
        chances, rest = self.head()
        return rows_of(list(chances.items()), rest or None)

    # --- operators --------------------------------------------------------------------------------

    def __add__(self, other: Operand | InfiniteDistribution) -> InfiniteDistribution:
        if not isinstance(other, InfiniteDistribution):
            operand = _operand(other)
            if operand is None:
                return NotImplemented
            other = InfiniteDistribution(*finite_series(operand._numbers("added")))
        step = common_spacing(self.step, other.step)
        terms = sum(
            (len(one.numerator) + len(one.denominator)) * int(one.step // step)
            for one in (self, other)
        )
        refuse_costly(f"an endless law over {shown(terms)} equal steps", STEPS_A_TERM * terms)
        n, d = self._stretched(step)
        m, e = other._stretched(step)
        return InfiniteDistribution(self.first + other.first, step, n * m, d * e)

    def _stretched(self, step: Exact) -> tuple[fmpz_poly, fmpz_poly]:
        """Numerator and denominator for a step that divides its own."""
        factor = int(self.step // step)
        return stretched(self.numerator, factor), stretched(self.denominator, factor)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> InfiniteDistribution:
        if isinstance(other, InfiniteDistribution):
            self._refused()
        operand = _operand(other)
        return NotImplemented if operand is None else self + -operand

    def __mul__(self, other: Exact) -> InfiniteDistribution:
        if isinstance(other, (Distribution, InfiniteDistribution)):
            self._refused()
        if not isinstance(other, Number):
            return NotImplemented
        factor = as_exact(other, "the factor of an endless law")
        if factor <= 0:
            raise RulesError(
                "an endless law is multiplied by numbers above 0, as it has a least outcome and no "
                f"greatest, got {shown(factor)}: {MADE_FINITE}"
            )
        return replace(self, first=self.first * factor, step=self.step * factor)

    __rmul__ = __mul__

    def __truediv__(self, other: Exact) -> InfiniteDistribution:
        if isinstance(other, Number):
            other = calculate.quotient(1, as_exact(other, "the divisor of an endless law"))
        return self.__mul__(other)

    def __rmatmul__(self, count: int) -> FiniteNumericDistribution:
        draws = as_whole(count, "n of n @ law, the number of draws of an endless law,", 0)
        if not draws:
            return point(0)
        degree = max(self.numerator.degree(), self.denominator.degree(), 1)
        bits = self.denominator(1).bit_length()
        refuse_costly(f"the sum of {shown(draws)} draws", draws * degree * (draws * bits // 4 + 20))
        first = self.first * draws
        return InfiniteDistribution(
            first, self.step, self.numerator**draws, self.denominator**draws
        )

    def _sum_of_some(self, counts: Mapping[int, int]) -> InfiniteDistribution:
        """The distribution of the sum of as many samples as a first sample says, whose weights are
        `counts`, the greatest above 0.

        Of n / d it is the sum over k of c_k (z^first n)^k d^(most - k) over d^most times the total
        of the counts; with a negative first, all exponents of z are raised together.
        """
        most = max(counts)
        # A sum of no sample is 0, so that 0 stands among the outcomes.
        step = common_spacing(self.step, self.first)
        shift = int(self.first / step)
        numerator, denominator = self._stretched(step)
        bits = self.denominator(1).bit_length()
        degree = max(numerator.degree(), denominator.degree()) + abs(shift)
        work = most * degree * (most * bits // 4 + 20)
        refuse_costly(f"the sum of up to {shown(most)} draws", work)
        drawn = numerator.left_shift(max(shift, 0))
        none = denominator.left_shift(max(-shift, 0))
        return InfiniteDistribution(
            min(self.first, 0) * most,
            step,
            homogeneous([counts.get(k, 0) for k in range(most + 1)], none, drawn),
            sum(counts.values()) * denominator**most,
        )

    def _refused(self, *_: object) -> NoReturn:
        raise RulesError(
            "an endless law is added to laws and numbers, multiplied by positive numbers, summed "
            f"by n @ law, and compared with finite laws: for anything else, {MADE_FINITE}"
        )

    __neg__ = __abs__ = __rsub__ = __rtruediv__ = __matmul__ = _refused
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _refused

    def equals(self, other: Comparable) -> Event:
        """Whether a draw equals one from the other law, or the number that is given."""
        return self._compared(other, 1)

    def _order(self, other: Comparable) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities that a draw is less than, equal to and greater than one from a
        distribution of finitely many numbers.
        """
        operand = _operand(other)
        if operand is None:
            self._refused()
        weights = operand._numbers("compared")
        known, _ = self.up_to(max(weights))
        less = equal = below = Fraction(0)
        for outcome in sorted({*known, *weights}):
            share = ratio(weights.get(outcome, 0), operand.total)
            here = known.get(outcome, Fraction(0))
            less = less + share * below
            equal = equal + share * here
            below += here
        return less, equal, 1 - less - equal


NumberDistribution = Distribution[Exact]
FiniteNumericDistribution = NumberDistribution | InfiniteDistribution
Operand = Exact | NumberDistribution
Comparable = Exact | Distribution[Any]
Event = Distribution[bool]


def _operand(given: object) -> Distribution[Any] | None:
    """What stands beside a distribution as a distribution: a number is drawn always; None for
    anything else.
    """
    if isinstance(given, Distribution):
        return given
    if isinstance(given, Number):
        return point(as_exact(given, "a number beside a law"))
    return None


def _point_weights(x: object) -> Mapping[Any, int]:
    is_number = isinstance(x, Number) and not isinstance(x, bool)
    return {as_exact(x, "an outcome") if is_number else an_outcome(x): 1}


def _build_event(weight: Any, total: Any) -> Event:
    """True with this weight of the total, a whole number or of 1 a fraction, False with the
    rest.
    """
    if isinstance(weight, Fraction):
        total = weight.denominator
        weight = weight.numerator
    return Distribution({True: weight, False: total - weight})


def _refuse_impossible(weights: Mapping[T, int], what: str) -> Mapping[T, int]:
    if not any(weights.values()):
        raise RulesError(f"{what} has probability 0: nothing is left to be drawn")
    return weights


def _check_ends(low: Exact | None, high: Exact | None) -> tuple[Exact | None, Exact | None]:
    least = None if low is None else as_exact(low, "the low end of a clip")
    most = None if high is None else as_exact(high, "the high end of a clip")
    if least is not None and most is not None and least > most:
        raise RulesError(
            f"low must be at most high in clip(low, high), got {shown(least)} and {shown(most)}"
        )
    return least, most


def _square(outcome: object) -> Exact:
    return as_exact(outcome) ** 2


def _check_function(function: object, where: str) -> None:
    """Refuse what is no function of one argument; a class, such as `bool`, may be one."""
    if not (callable(function) and takes(1, function)):
        raise RulesError(
            f"{where} must be a function of the outcome, {got(function)}: write one, "
            "as in law.repeat_until(lambda face: face == 6)"
        )


def _check_weight(outcome: object, weight: object) -> int:
    number = whole_or_none(weight)
    if number is None or number < 0:
        raise RulesError(
            f"weight of {shown(outcome)} must be a non-negative int, got {no_int(weight)}"
        )
    return number


def finite_distribution(given: object, where: str) -> None:
    """Raise `RulesError` unless it is a `Distribution`."""
    if isinstance(given, InfiniteDistribution):
        raise RulesError(
            f"{place(where)} must have finitely many outcomes, got an endless law: {MADE_FINITE}"
        )
    an_instance(given, Distribution, where, "a Distribution, as die(6) gives one")


def point(outcome: T) -> Distribution[T]:
    """The law that gives this outcome always."""
    # Games without dice make one for each move.
    return _build_reduced({an_outcome(outcome): 1}, 1)


def _build_reduced(lowest: dict[T, int], total: int) -> Distribution[T]:
    """The law of weights that are known to be positive ints in lowest terms, with this total."""
    law: Distribution[T] = object.__new__(Distribution)
    law._store_weights(lowest, total)
    return law


def an_outcome(given: T) -> T:
    """The outcome; `RulesError` when it cannot be hashed."""
    try:
        hash(given)
    except TypeError:
        raise RulesError(
            f"an outcome of a law must be hashable, such as a tuple, {got(given)}"
        ) from None
    return given


def uniform(outcomes: Iterable[T]) -> Distribution[T]:
    """The law that gives each of these outcomes the same weight (an outcome listed twice counts
    twice).
    """
    drawn = listed(outcomes, "the outcomes of a uniform law", "listed")
    return Distribution(Counter(map(an_outcome, drawn)))


def from_probabilities(
    probabilities: Mapping[T, Exact], where: str = "probabilities"
) -> Distribution[T]:
    """The law with these exact probabilities, which must be non-negative and sum to 1.

    >>> from_probabilities({"a": Fraction(1, 3), "b": Fraction(2, 3)})
    Distribution({'a': 1, 'b': 2})
    """
    if not isinstance(probabilities, Mapping):
        raise RulesError(
            f"{place(where)} must be given as {{outcome: probability}}, {got(probabilities)}"
        )
    if any(isinstance(p, Polynomial) for p in probabilities.values()):
        # Where they are negative depends on what the symbols are.
        held = exact_or_polynomials(probabilities.values(), "probability")
        summed = sum(held)
        if not (summed - 1).is_zero:  # type: ignore[union-attr]  # one holds a symbol
            raise RulesError(f"{place(where)} must sum to 1, got a sum of {summed}")
        weights: dict[T, Any] = dict(zip(probabilities, held, strict=True))
        return Distribution(weights)
    exact = {x: as_exact(p, f"probability of {shown(x)}") for x, p in probabilities.items()}
    for x, p in exact.items():
        if p < 0:
            raise RulesError(f"{place(where)} must be non-negative, got {shown(p)} for {shown(x)}")
    if sum(exact.values()) != 1:
        raise RulesError(f"{place(where)} must sum to 1, got a sum of {shown(sum(exact.values()))}")
    common = lcm(*(p.denominator for p in exact.values()))
    return Distribution({x: p.numerator * (common // p.denominator) for x, p in exact.items()})


def mixture(laws: Distribution[Distribution[T]]) -> Distribution[T]:
    """The law of an outcome drawn from a distribution that is itself drawn.

    >>> from exactdice import die
    >>> mixture(Distribution({die(2): 1, point(2): 1}))
    Distribution({1: 1, 2: 3})
    """
    finite_distribution(laws, "what is mixed")
    for law in laws:
        finite_distribution(law, "each outcome of a law that is mixed")
    # On a common total the weights of all the laws can be added; with symbols it is their product.
    totals = {law.total for law in laws}
    if any(isinstance(total, Polynomial) for total in totals):
        factors = {total: prod(totals - {total}) for total in totals}
    else:
        common = lcm(*totals)
        factors = {total: common // total for total in totals}
    weights: dict[T, int] = defaultdict(int)
    for law, outer in laws.items():
        for outcome, inner in law.items():
            weights[outcome] += outer * inner * factors[law.total]
    return Distribution(weights)


def joint(*laws: Distribution[Any]) -> Distribution[tuple[Any, ...]]:
    """The law of independent draws from these distributions beside each other, as a tuple.

    >>> from exactdice import die
    >>> joint(die(2), point("heads"))
    Distribution({(1, 'heads'): 1, (2, 'heads'): 1})
    """
    for law in laws:
        finite_distribution(law, "each law that is joined")
    refuse_costly(f"a joint law of {len(laws)} laws", STEPS_A_TUPLE * prod(map(len, laws)))
    weights: dict[tuple[Any, ...], int] = {(): 1}
    for law in laws:
        weights = calculate.combined(lambda parts, part: (*parts, part), weights, law.weights)
    return Distribution(weights)


def max_of(*laws: Distribution[Any] | Exact) -> Distribution[Any]:
    """The law of the largest of independent draws, one from each of these distributions.

    >>> from exactdice import die
    >>> max_of(die(20), die(20)).mean(), max_of(die(6), 3)[3]
    (Fraction(553, 40), Fraction(1, 2))
    """
    return Distribution(calculate.last_of(_compared(laws)))


def min_of(*laws: Distribution[Any] | Exact) -> Distribution[Any]:
    """The law of the smallest of independent draws, one from each of these distributions.

    >>> from exactdice import die
    >>> min_of(die(20), die(20)).mean()
    Fraction(287, 40)
    """
    return Distribution(calculate.last_of(_compared(laws), backwards=True))


def _compared(laws: tuple[Distribution[Any] | Exact, ...]) -> list[Mapping[Any, int]]:
    """The weights of the distributions, of which there must be one."""
    if not laws:
        raise RulesError("the largest or smallest of laws needs at least one law, got none")
    operands: list[Any] = [_operand(law) for law in laws]
    for operand, given in zip(operands, laws, strict=True):
        finite_distribution(given if operand is None else operand, "each law that is compared")
    return [operand.weights for operand in operands]
