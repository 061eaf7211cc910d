"""Exact values as an oracle: computed numbers, actions, tables and sample means are compared with
the value of a query.

`exact.close(x, "EG(0,0)", dice=3, target=20)` passes or raises `AssertionError` with one line
saying how far off x is. Floats are compared as the exact numbers they are, in units in the last
place (ulps): the distance between neighbouring floats there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from numbers import Integral
from typing import Any, NamedTuple

from ..distributions.distribution import Distribution
from ..exact.errors import InexactError, QueryError, RulesError
from ..exact.numbers import Exact, Interval, as_exact, as_whole, decimal_text, is_symbolic, shown
from ..query.evaluate import evaluate_query, read_option
from ..query.laws import distribution_of_query
from ..query.register import Answer, Argument
from ..report.claims.montecarlo import estimate
from ..writeup.tables.table import make_table
from .game_rules import first_of

MILLIONTH = Fraction(1, 10**6)


class ExactOracle:
    """Comparisons with exact values, the fixture `exact`; without pytest use the `exact` of
    `exactdice.testing`.
    """

    def close(
        self,
        value: object,
        query: str,
        /,
        ulps: Exact = 1,
        scale: Exact | None = None,
        tolerance: Exact | float | None = None,
        **given: object,
    ) -> None:
        """Pass when the value is within so many ulps of the query's exact value.

        An ulp is the distance of neighbouring floats (of the value's own type) at the exact value,
        or at `scale`: a sum of terms of size 1 that nearly cancel is judged by scale=1. An int or a
        Fraction must be equal. With `tolerance` in place of ulps any number may be off by so much,
        absolutely; a float, such as `1 / 10**9`, stands for the number that it is. A mapping is
        compared with a distribution outcome by outcome; a set must be the same set. `given` are the
        query's options and names.

        >>> exact.close(0.1, "P(1,2) * 3/5")
        >>> exact.close(0.17, "P(1,2)")  # doctest: +NORMALIZE_WHITESPACE
        Traceback (most recent call last):
        AssertionError: 0.17 for P(1,2): the exact value is 1/6, about 0.16666666666666666667;
            off by 1.2e+14 ulps, where 1 may be
        >>> exact.close(0.17, "P(1,2)", tolerance=1 / 10**2)
        """
        __tracebackhide__ = True
        near = _near(ulps, scale, tolerance)
        wrong = _difference(value, evaluate_query(query, _options(given)), near)
        if wrong:
            raise AssertionError(f"{_text(value)} for {query}{_where(given)}: {wrong}")

    def optimal(self, action: object, query: str, /, **given: object) -> None:
        """Pass when the action is optimal by a query such as OPT_all(i,j) (one of them), OPT(i,j)
        (the first of them) or strategy(i,j).

        An action is optimal by a mixture when the mixture may draw it.

        >>> exact.optimal(1, "OPT(98,50)")
        """
        __tracebackhide__ = True
        wrong = _no_best(evaluate_query(query, _options(given)), action)
        if wrong:
            raise AssertionError(f"{_text(action)} for {query}{_where(given)}: {wrong}")

    def table(
        self,
        computed: object,
        query: str,
        /,
        ulps: Exact = 1,
        scale: Exact | None = None,
        tolerance: Exact | float | None = None,
        **given: object,
    ) -> None:
        """Pass when every cell of a computed table is close to the query's value there, or optimal
        where that is a set or a distribution; `ulps`, `scale` and `tolerance` are those of `close`.

        One or two of `given` are ranges, rows first: the cell of the k-th row and the l-th column
        is computed[k][l].

        >>> exact.table([[1 / 6, 1 / 6, 1 / 6]], "P(d,k)", d=range(1, 2), k=range(1, 4))
        """
        __tracebackhide__ = True
        # A range asks for a table, any other value is an option.
        ranges = {name: labels for name, labels in given.items() if isinstance(labels, range)}
        options = {name: value for name, value in given.items() if name not in ranges}
        found = make_table(query, ranges, _options(options))
        near = _near(ulps, scale, tolerance)
        cells = list(_cells(computed, list(ranges.values()), found.cells))
        wrong = []
        for place, cell, value in cells:
            # An action is compared with what is optimal.
            is_best = isinstance(value, (frozenset, Distribution))
            if is_best and not isinstance(cell, (set, frozenset, Mapping)):
                difference = _no_best(value, cell)
            else:
                difference = _difference(cell, value, near)
            if difference:
                indices = zip(ranges, place, strict=True)
                at = ", ".join(f"{name}={index}" for name, index in indices)
                wrong.append(f"{at}: {_text(cell)}: {difference}")
        if wrong:
            heading = f"{len(wrong)} of {len(cells)} cells of {query}{_where(options)} are wrong:"
            raise AssertionError("\n  ".join([heading, *first_of(wrong)]))

    def consistent(
        self, mean: object, query: str, /, games: int, alpha: Exact = MILLIONTH, **given: object
    ) -> None:
        """Pass unless the mean of so many random games would be off as far as this with a
        probability below alpha.

        The query is a mean, such as EP(d) or gain(a,b); a proven bound on p is found from its exact
        law, as for a claim of kind "montecarlo".

        >>> exact.consistent(8.6, "EP(5)", games=1000)
        """
        __tracebackhide__ = True
        number, unit = _number(mean)
        if number is None:
            raise AssertionError(f"the mean is {_text(mean)}, which no games give")
        # Refused before the law is computed, which may take long.
        count = as_whole(games, "games", 2)
        if not 0 < as_exact(alpha, "alpha") < 1:
            raise QueryError(
                f"alpha must be a number between 0 and 1, such as 1/1000, got {shown(alpha)}"
            )
        law = distribution_of_query(query, _options(given))
        # A mean that was summed in floats is off by some rounding: only bounds on it are known.
        # By one rounding of the largest term in each game.
        half = 0 if unit is None else _ulp(unit, max(max(law), -min(law))) * count
        found = estimate(law, count, Interval(number - half, number + half))
        # By the proven bound on p and not by the normal p, so that no fair test fails more often
        # than alpha says.
        if found.bound < alpha:
            raise AssertionError(
                f"{_text(mean)} for {query}{_where(given)} over {games} games: the exact mean is "
                f"{_exact_text(law.mean())}, z = {decimal_text(found.z or 0, 2)}, p at most "
                f"{float(found.bound):.2g}"
            )


exact = ExactOracle()


# --- comparing ------------------------------------------------------------------------------------


class Near(NamedTuple):
    """How far off a number may be: so many ulps, at this size where one is given; or so much."""

    ulps: Exact
    scale: Exact | None
    tolerance: Exact | None = None


def _near(ulps: object, scale: object, tolerance: object) -> Near:
    near = Near(as_exact(ulps, "ulps"), None if scale is None else as_exact(scale, "scale"))
    if near.ulps < 0:
        raise RulesError(f"ulps must be 0 or more, got {shown(ulps)}")
    if tolerance is None:
        return near
    if ulps != 1 or scale is not None:
        raise RulesError("a tolerance stands alone: give ulps and scale, or tolerance")
    most, _ = _number(tolerance, "tolerance")
    if most is None or most < 0:
        raise RulesError(f"tolerance must be a number of 0 or more, got {shown(tolerance)}")
    return near._replace(tolerance=most)


def _difference(value: object, exact_value: object, near: Near) -> str:
    """The complaint about the value, "" when it is close."""
    if isinstance(exact_value, frozenset):
        is_same = isinstance(value, (set, frozenset)) and value == exact_value
        return "" if is_same else f"the exact value is {shown(exact_value)}"
    if isinstance(exact_value, Distribution):
        if not isinstance(value, Mapping):
            raise InexactError(
                f"a law must be given as a mapping {{outcome: probability}}, got {shown(value)}"
            )
        # In the order of the law, so that the first difference told is always the same.
        for outcome in dict.fromkeys([*exact_value, *value]):
            wrong = _difference(value.get(outcome, 0), exact_value.probability(outcome), near)
            # Outcomes that never come may be listed with 0, as arrays of probabilities have them.
            if wrong and (outcome in exact_value or value[outcome] != 0):
                return f"at {shown(outcome)}, {wrong}"
        return ""
    number, unit = _number(value)
    if number is None:
        return f"the exact value is {_exact_text(exact_value)}"
    lower, upper = _ends(exact_value)
    # The unit in which it is told how far off a float is; 0 for none.
    ulp: Exact = 0
    if unit is not None and near.tolerance is None:
        ulp = _ulp(unit, lower if near.scale is None else near.scale)
    off = sorted((abs(number - lower), abs(number - upper)))
    most = near.ulps * ulp if near.tolerance is None else near.tolerance
    if off[-1] <= most:
        return ""
    # Close to some of the numbers that the value may be, and not to all.
    if lower < upper and (lower <= number <= upper or off[0] <= most):
        raise QueryError(
            f"the value is known only to lie in [{shown(lower)}, {shown(upper)}], which "
            "does not decide: ask for more digits"
        )
    how_far = f"off by {shown(off[0])}"
    if near.tolerance is not None:
        how_far = f"off by {_count(off[0])}, where {_count(near.tolerance)} may be"
    elif ulp:
        how_far = f"off by {_count(Fraction(off[0]) / ulp)} ulps, where {_count(near.ulps)} may be"
    return f"the exact value is {_exact_text(exact_value)}; {how_far}"


def _no_best(best: object, action: object) -> str:
    """The complaint about an action that is not optimal, "" where it is."""
    # A mixture may draw whatever has a positive probability, and a law holds no other outcome.
    known = best if isinstance(best, (frozenset, Distribution)) else (best,)
    if action in known:
        return ""
    return f"optimal is {shown(set(best) if isinstance(best, frozenset) else best)}"


def _ends(value: object) -> tuple[Exact, Exact]:
    """The exact value twice, or the ends of bounds on it."""
    if isinstance(value, Interval):
        return value.lower, value.upper
    if is_symbolic(value):
        from ..symbolic.expressions import enclosure

        # 2000 bits are far beyond any float, so the ends decide unless the values are equal.
        return _ends(enclosure(value, 2000))
    return (as_exact(value, "the value of the query"),) * 2


def _cells(
    computed: Any, ranges: list[range], values: tuple[tuple[Answer, ...], ...]
) -> Iterator[tuple[tuple[int, ...], object, Answer]]:
    """(indices, computed cell, exact value) of every cell; `QueryError` when the table has another
    shape.
    """
    _check_length(computed, "the computed table", len(ranges[0]))
    for k, (index, row) in enumerate(zip(ranges[0], values, strict=True)):
        if len(ranges) == 1:
            yield (index,), computed[k], row[0]
            continue
        _check_length(computed[k], f"row {k} of the computed table", len(row))
        for m, (column, value) in enumerate(zip(ranges[1], row, strict=True)):
            yield (index, column), computed[k][m], value


def _check_length(part: object, what: str, length: int) -> None:
    # Asked by len(), since rows may be lists, tuples or arrays.
    given = len(part) if hasattr(part, "__len__") else shown(part)
    if given != length:
        raise QueryError(f"{what} must have a length of {length}, got {given}")


# --- numbers that are not exact -------------------------------------------------------------------


def _number(value: Any, where: str = "a number to compare") -> tuple[Any, type | None]:
    """The exact number that a value is, None for nan and infinities; and its type when it is a
    float, which has ulps.
    """
    # True is an int in Python, but a result that is True is a slip.
    if isinstance(value, bool):
        raise InexactError(f"{where} must be a float, an int or a Fraction, got {value}")
    if isinstance(value, Integral):
        return int(value), None
    if isinstance(value, Fraction):
        return value, None
    # Known by the name of its module, so that comparing needs no numpy.
    if isinstance(value, float) or (
        type(value).__module__ == "numpy" and hasattr(value, "as_integer_ratio")
    ):
        if not math.isfinite(value):
            return None, type(value)
        # A float is compared as the very number it is: nothing is lost by this.
        return Fraction(*value.as_integer_ratio()), type(value)
    raise InexactError(f"{where} must be a float, an int or a Fraction, got {shown(value)}")


def _ulp(kind: type[Any], at: Exact) -> Fraction:
    """The distance of neighbouring floats of this type at the number."""
    try:
        nearest = abs(at.numerator) / at.denominator
    except OverflowError:
        nearest = math.inf
    # math.ulp of infinity is infinite: the largest float stands for all beyond it.
    nearest = min(nearest, 1.7976931348623157e308)
    if issubclass(kind, float):
        return Fraction(math.ulp(nearest))
    # A numpy float64 is a float and was answered above; this is for the narrower and wider types.
    import numpy

    distance = numpy.spacing(min(kind(nearest), numpy.finfo(kind).max))
    return Fraction(*distance.as_integer_ratio())


# --- words ----------------------------------------------------------------------------------------


def _options(given: Mapping[str, object]) -> dict[str, Argument]:
    """The options and names of a query: texts are read as on the command line, numpy's ints are
    ints, floats are refused.
    """
    return {name: _option(name, value) for name, value in given.items()}


def _option(name: str, value: object) -> Argument:
    if isinstance(value, str):
        return read_option(name, value)
    if isinstance(value, (tuple, list)):
        return tuple(_option(name, part) for part in value)
    if value is None:
        return value
    return as_exact(value, name)


def _where(given: Mapping[str, object]) -> str:
    options = ", ".join(f"{name}={value}" for name, value in given.items())
    return f" ({options})" if options else ""


def _text(value: object) -> str:
    return str(value) if type(value).__module__ == "numpy" else shown(value)


def _exact_text(value: object) -> str:
    if is_symbolic(value):
        return str(value)
    if not isinstance(value, Exact) or value.denominator == 1:
        return shown(value)
    return f"{shown(value)}, about {decimal_text(value, 20)}"


def _count(much: Exact) -> str:
    # No float is computed from a number that may be too large for one.
    if much > 10**15:
        return "more than 10^15"
    return shown(much) if much.denominator == 1 else f"{float(much):.2g}"
