"""The operations of a query: the marks + - * / // % ** @, comparisons, in, and, or, not, between
numbers, bounds, distributions and symbols; the quantifiers all, any, count, first, sum, max_over,
min_over, argmax and argmin over a bound variable.

Each law that is written is a draw of its own: `d(6) + d(6)` is the sum of two dice. A comparison of
distributions is a distribution of true and false, as are `and`, `or` and `not` of such
distributions.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce
from itertools import chain, pairwise

from ..distributions.distribution import Distribution, InfiniteDistribution, joint, point
from ..distributions.symbolic_distributions import SymbolicDistribution, as_count, law_of
from ..distributions.weights import powers, quotient, remainder, whole_quotient
from ..exact.cost import refuse_costly
from ..exact.errors import QueryError, RulesError, UndecidedError
from ..exact.numbers import (
    Exact,
    Interval,
    Value,
    ends_of,
    is_symbolic,
    lower_end,
    ratio,
    shown,
    simplest,
    upper_end,
)
from ..game.text_of_values import in_order
from ..symbolic.function import (
    COMPARISONS,
    Condition,
    Function,
    PiecewiseFunction,
    joined_by,
)
from ..symbolic.rational_function import Operation, Polynomial, RationalFunction, polynomial_of
from .register import Answer, Multiples, Word, is_name, whole
from .values import LAWS, as_die, as_outcome, is_distribution, refuse_other_kind, said

OPERATIONS: Mapping[str, Operation] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
}
OF_NUMBERS: Mapping[str, Operation] = {
    **OPERATIONS,
    "/": quotient,
    "//": whole_quotient,
    "%": remainder,
    # refused before any work when it has too many digits
    "**": lambda base, exponent: next(iter(powers({base: 1}, {exponent: 1}))),
}
MARKS = ("+", "-", "*", "/")  # which bounds and functions of symbols know
OF_SYMBOLS = (*MARKS, "**")
OF_SYMBOLS_KNOWN = "of a law with symbols only mean, variance and sd are known"


def combine(mark: str, left: Answer, right: Answer) -> Answer:
    """left mark right, exactly; `QueryError` where that has no value."""
    if isinstance(left, bool) or isinstance(right, bool):
        raise _operand_error(mark, left, right)
    if mark == "@" and not is_distribution(right):
        raise QueryError(f"n @ law needs a law on its right, got {said(right)}{as_die(right)}")
    if is_distribution(left) or is_distribution(right):
        return _combine_distributions(mark, left, right)
    if isinstance(left, Exact) and isinstance(right, Exact):
        return combine_numbers(mark, left, right)
    operation = OPERATIONS[mark]
    if depends_on_symbol(left) or depends_on_symbol(right):
        functions = _aligned_functions(left, right)
        if mark not in MARKS or functions is None:
            raise _operand_error(mark, left, right)
        if mark == "/" and isinstance(functions[1], PiecewiseFunction):
            raise QueryError("a value that depends on a symbol divides nothing")
        return operation(*functions)
    # bounds know their own arithmetic
    is_power = mark == "**" and type(right) is int and right >= 0
    if isinstance(left, Value) and isinstance(right, Value) and (mark in MARKS or is_power):
        return operation(left, right)
    import sympy  # slow to import, and needed for symbols alone

    from ..symbolic.expressions import as_expression

    sides = as_expression(side(left)), as_expression(side(right))
    if mark not in OF_SYMBOLS or not all(isinstance(one, sympy.Expr) for one in sides):
        raise _operand_error(mark, left, right)
    return exact_or_expression(operation(*sides))


def combine_numbers(mark: str, left: Exact, right: Exact) -> Exact:
    """left mark right for two exact numbers."""
    is_inverse = mark == "**" and left == 0 and right < 0
    if is_inverse or (right == 0 and mark in ("/", "//", "%")):
        raise QueryError("division by 0 in the query")
    return simplest(OF_NUMBERS[mark](left, right))


@dataclass(frozen=True, kw_only=True)
class Ranging(Word):
    """The name of a symbol that takes all numbers from `low` to `high`."""

    low: Exact
    high: Exact


def is_open(value: Answer) -> bool:
    """Whether the value depends on a symbol that stands for numbers."""
    if isinstance(value, Exact):
        return False
    if depends_on_symbol(value) or isinstance(value, Ranging | Polynomial):
        return True
    return is_symbolic(value) and bool(value.free_symbols)


def depends_on_symbol(value: Answer) -> bool:
    """Whether the value is a function of symbols."""
    return isinstance(value, Function) and not isinstance(value, Polynomial)


def _aligned_functions(left: Answer, right: Answer) -> list[Answer] | None:
    """A function of symbols and what stands beside it, as numbers and functions that combine; None
    where that is something else.
    """
    are_several = _hold_several_symbols(left, right)
    function = left if isinstance(left, PiecewiseFunction) else right
    sides = [left, right]
    for place, one in enumerate(sides):
        expression = side(one)
        if are_several:
            sides[place] = one.formula() if isinstance(one, PiecewiseFunction) else one
        # A polynomial in the symbol of the function has its domain.
        elif is_symbolic(expression) and {*map(str, expression.free_symbols)} == {function.name}:
            with suppress(RulesError):
                sides[place] = function.polynomial(polynomial_of(expression, "a side"))
    are_known = all(isinstance(one, Exact) or depends_on_symbol(one) for one in sides)
    return sides if are_known else None


def _hold_several_symbols(left: Answer, right: Answer) -> bool:
    """Whether a side is a function of several symbols, or both are of one symbol each."""
    if isinstance(left, PiecewiseFunction) and isinstance(right, PiecewiseFunction):
        return left.name != right.name
    sides = [one for one in (left, right) if depends_on_symbol(one)]
    return any(isinstance(one, RationalFunction) for one in sides)


def _operand_error(mark: str, left: Answer, right: Answer) -> QueryError:
    sides = f"{said(left)} {mark} {said(right)}"
    return QueryError(f"{mark} needs numbers or laws on both sides, got {sides}")


def _combine_distributions(mark: str, left: Answer, right: Answer) -> Answer:
    for one in (left, right):
        hint = as_die(one)
        if hint:
            raise QueryError(f"{mark} needs numbers or laws on both sides, got {one}{hint}")
    first = side(left)
    second = side(right)
    if any(is_symbolic(one) or isinstance(one, SymbolicDistribution) for one in (first, second)):
        first = as_count(first) if mark == "@" else law_of(first)
        second = law_of(second)
        if mark not in (*MARKS, "@"):
            raise QueryError(f"{OF_SYMBOLS_KNOWN}, which {mark} does not leave known")
    if not all(isinstance(one, Exact) or is_distribution(one) for one in (first, second)):
        raise _operand_error(mark, left, right)
    return OPERATIONS[mark](first, second)


def side(value: Answer) -> Answer:
    """One side of an arithmetic: a name is a symbol, a number stands for itself beside a
    distribution.
    """
    if is_name(value):
        from ..symbolic.expressions import symbol

        return symbol(value.name)
    return value


def exact_or_expression(value: Answer) -> Answer:
    """The value, as an exact number when it is an expression of sympy that is rational;
    `QueryError` when that is infinite or undefined.
    """
    if not is_symbolic(value):
        return value
    import sympy

    # sympy carries a division by 0 along as one of these, anywhere in the expression
    if value.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise QueryError("the query divides by 0")
    if value.is_Rational:
        return simplest(ratio(int(value.p), int(value.q)))
    return value


# --- comparisons ----------------------------------------------------------------------------------


def compare(marks: Sequence[str], parts: Sequence[Answer], *, of_laws: bool = False) -> Answer:
    """Whether each part compares with the next as its mark says: true or false, or a distribution
    of them when a part is a distribution; with `of_laws`, where all are, whether the distributions
    are the same.
    """
    if any(isinstance(part, SymbolicDistribution) for part in parts):
        raise QueryError(f"{OF_SYMBOLS_KNOWN}: give the symbols values to compare it")
    pairs = list(zip(marks, pairwise(parts), strict=True))
    are_laws = [isinstance(part, LAWS) for part in parts]
    if of_laws and all(are_laws) and set(marks) <= {"==", "!="}:
        if any(
            isinstance(one, Distribution) and isinstance(one.total, Polynomial) for one in parts
        ):
            raise QueryError(f"{OF_SYMBOLS_KNOWN}: give the symbols values to compare it")
        for mark, (law, other) in pairs:
            if isinstance(law, Distribution) and isinstance(other, Distribution):
                refuse_other_kind(law, *other)  # 1 is not true, although Python says so
            if (law == other) is not (mark == "=="):
                return False
        return True
    if len(parts) > 2 and any(are_laws):
        return _compare_chain(marks, parts)
    return join_truths("and", [_compare_pair(mark, *pair) for mark, pair in pairs])


def _compare_pair(mark: str, left: Answer, right: Answer) -> Answer:
    if isinstance(left, LAWS) or isinstance(right, LAWS):
        return _compare_distributions(mark, left, right)
    if _hold_several_symbols(left, right):
        names = ", ".join(combine("-", left, right).names)
        raise QueryError(f"whether it holds depends on {names}: give numbers to all but one")
    if isinstance(left, PiecewiseFunction) or isinstance(right, PiecewiseFunction):
        if _aligned_functions(left, right) is None:
            raise _comparison_error(mark, left, right)
        return Condition(mark, (combine("-", left, right),))
    if isinstance(left, Exact) and isinstance(right, Exact):
        return COMPARISONS[mark](left, right)
    if isinstance(left, Value) and isinstance(right, Value):
        # All numbers within the bounds must compare so, or none.
        low, high = ends_of(left - right)
        may_differ = low != high and low <= 0 <= high
        holds, *others = {COMPARISONS[mark](end, 0) for end in (low, high)}
        if others or (may_differ and mark in ("==", "!=")):
            raise UndecidedError(
                f"the bounds are too wide to decide {mark}: ask for more by digits=N"
            )
        return holds
    if isinstance(left, frozenset) or isinstance(right, frozenset):
        return _compare_sets(mark, left, right)
    if all(is_symbolic(part) or isinstance(part, Exact) for part in (left, right)):
        # Two real numbers, one of them irrational.
        from ..symbolic.expressions import as_expression, sign

        return COMPARISONS[mark](sign(as_expression(left) - as_expression(right)), 0)
    raise _comparison_error(mark, left, right)


def _comparison_error(mark: str, left: Answer, right: Answer) -> QueryError:
    hint = as_die(left) or as_die(right)
    names = [one.name for one in (left, right) if is_name(one)]
    if names and not hint:
        hint = f": give {names[0]} a value, or bind it as in all({names[0]}, 0..9, ...)"
    if not hint and any(isinstance(one, PiecewiseFunction) for one in (left, right)):
        hint = ": what depends on a symbol is compared with rational numbers and polynomials in it"
    sides = f"{said(left)} {mark} {said(right)}"
    return QueryError(f"{mark} compares numbers and laws, got {sides}{hint}")


def _compare_sets(mark: str, left: Answer, right: Answer) -> bool:
    """Whether two sets are the same: argmax(d, 1..10, EP(d)) = 6 says that 6 is all of it."""
    if mark not in ("==", "!="):
        raise QueryError(
            f"sets are equal or not: {mark} compares numbers and laws, got {said(left)} {mark} "
            f"{said(right)}"
        )
    # Several are a set, and a single value is the set of it.
    listed = [one if isinstance(one, frozenset | tuple) else (one,) for one in (left, right)]
    for member in chain(*listed):
        if is_open(member):
            raise QueryError(
                f"sets hold numbers and names, got what depends on a symbol: {said(member)}"
            )
    one, other = (frozenset(map(_member_name, members)) for members in listed)
    if any(isinstance(member, Interval) for member in one | other):
        if len(one) == len(other) == 1:
            return bool(_compare_pair(mark, *one, *other))
        raise UndecidedError("the bounds are too wide to decide whether the sets are equal")
    return (one == other) == (mark == "==")


def _compare_distributions(mark: str, left: Answer, right: Answer) -> Answer:
    """The law of whether draws compare so, or whether a draw compares so with an outcome."""
    # An endless law knows how it compares with what is on its other side.
    is_right = isinstance(right, InfiniteDistribution) or not isinstance(left, LAWS)
    law, other = (right, left) if is_right else (left, right)
    if mark not in ("==", "!="):
        if not isinstance(other, (Exact, *LAWS)):
            raise QueryError(f"{mark} compares laws and numbers, got {said(other)}{as_die(other)}")
        return COMPARISONS[mark](left, right)
    if as_die(other):
        raise QueryError(f"two laws are compared, got {other}{as_die(other)}")
    beside = other if isinstance(other, LAWS) else as_outcome(other)
    if isinstance(law, InfiniteDistribution) and not isinstance(beside, (Exact, *LAWS)):
        raise QueryError(f"an endless law is compared with numbers and laws, got {said(other)}")
    if isinstance(law, Distribution):
        # Otherwise 1 would equal true, and a misspelt name be an outcome of probability 0.
        refuse_other_kind(law, *(beside if isinstance(beside, Distribution) else [beside]))
    same = law.equals(beside)
    return same if mark == "==" else ~same


def _compare_chain(marks: Sequence[str], parts: Sequence[Answer]) -> Distribution[bool]:
    """The law of a chain such as 2 <= d(6) < 5, in which each law is drawn once."""
    laws = [part if isinstance(part, LAWS) else point(part) for part in parts]
    finite = [law for law in laws if not isinstance(law, InfiniteDistribution)]
    if len(laws) - len(finite) > 1:
        raise QueryError(
            "a chain of comparisons takes one endless law: clip(law, none, 20) makes another finite"
        )
    for outcome in chain(*finite):
        if not isinstance(outcome, Exact):
            raise QueryError(f"a chain of comparisons needs numbers, got {said(outcome)}")
    # By how much a draw is above all others does not matter.
    above = max(map(max, finite)) + 1
    drawn = [law.clip(high=above) if isinstance(law, InfiniteDistribution) else law for law in laws]

    def holds(outcomes: tuple[Exact, ...]) -> bool:
        pairs = zip(marks, pairwise(outcomes), strict=True)
        return all(COMPARISONS[mark](*pair) for mark, pair in pairs)

    return joint(*drawn).map(holds)


def _member_name(value: Answer) -> Answer:
    """The value as it stands in a set or a distribution: a name as its text."""
    return value.name if isinstance(value, Word) else value


# --- and, or, not ---------------------------------------------------------------------------------


def negate(part: Answer) -> Answer:
    """Whether the part is false."""
    if isinstance(part, Condition):
        return part.negated()
    event = _checked_event(part, "not")
    return ~event if isinstance(event, Distribution) else not event


def join_truths(mark: str, parts: Sequence[Answer]) -> Answer:
    """Whether all parts are true, for `and`, or some part is, for `or`."""
    conditions = [part for part in parts if isinstance(part, Condition)]
    if conditions:
        # Of a statement about a symbol a part that is true or false anyway may decide.
        decided = [part for part in parts if not isinstance(part, Condition)]
        for part in decided:
            if not isinstance(part, bool):
                raise QueryError(f"{mark} joins no law with what depends on a symbol: {said(part)}")
        if (mark == "or") in decided:
            return mark == "or"
        return joined_by(mark, conditions)
    events = [_checked_event(part, mark) for part in parts]
    if any(isinstance(event, Distribution) for event in events):
        events = [event if isinstance(event, Distribution) else point(event) for event in events]
    return reduce(operator.and_ if mark == "and" else operator.or_, events)


def _checked_event(part: Answer, mark: str) -> Answer:
    """The part, when it is true, false or a distribution of these."""
    is_event = isinstance(part, bool) or (
        isinstance(part, Distribution) and all(isinstance(outcome, bool) for outcome in part)
    )
    if not is_event:
        raise QueryError(f"{mark} joins comparisons, such as d(6) > 3, got {said(part)}")
    return part


# --- quantifiers ----------------------------------------------------------------------------------

STEPS_A_VALUE = 1000  # of a bound variable
DECIDING = ("all", "any", "count", "first")  # the quantifiers of what is true or false

Ask = Callable[[Answer], Answer]  # the body of a quantifier at a value of its variable
# Whether the body is true, which may depend on a symbol, or why bounds leave it open.
Truth = bool | Condition | UndecidedError


def extreme(pick: Callable[[Iterable[Exact]], Exact], numbers: Sequence[Value]) -> Value:
    """The least or the greatest number; of bounds their lower and their upper ends each."""
    lower = pick(map(lower_end, numbers))
    upper = pick(map(upper_end, numbers))
    return lower if all(isinstance(one, Exact) for one in numbers) else Interval(lower, upper)


def values_of_range(first: Answer, last: Answer) -> range:
    """The whole numbers first..last; `QueryError` where there are none, `TooCostly` for many."""
    low, high = (
        end if type(end) is int else whole(end, f"the {which} number of a range")
        for end, which in ((first, "first"), (last, "last"))
    )
    if high < low:
        raise QueryError(f"a range first..last needs first <= last, got {low}..{high}")
    count = high - low + 1
    refuse_costly(f"a range of {shown(count)} values", STEPS_A_VALUE * count, "a shorter one")
    return range(low, high + 1)


def listed_values(values: Answer) -> Sequence[Answer]:
    """The values of a variable, in order: those of a tuple, a set, or the outcomes of a
    distribution.
    """
    if isinstance(values, range | tuple):
        return values
    if isinstance(values, frozenset | Distribution):
        return [Word(x) if isinstance(x, str) else x for x in in_order(values)]
    raise QueryError(
        "a variable takes the values of a range such as 0..9, of several such as (1, 2, 5), of a "
        f"set or of a law, got {said(values)}"
    )


def is_member(element: Answer, container: Answer) -> bool:
    """Whether the element is one of a range, of several, of a set, or of the outcomes of a
    distribution; `UndecidedError` where bounds leave it open.
    """
    if isinstance(container, Multiples):
        if isinstance(element, Interval) and container.counts(element):
            raise UndecidedError("the bounds are too wide to decide in: they hold some such number")
        return element in container
    listed = container if isinstance(container, tuple | frozenset) else ()
    if any(isinstance(one, Interval) for one in (element, *listed)):
        values = listed_values(container)
        if isinstance(values, range):
            first, last = max(values[0], math.ceil(element.lower)), math.floor(element.upper)
            values = range(first, min(values[-1], last) + 1)
            if len(values) > 1:
                raise UndecidedError("the bounds are too wide to decide which number it is")
        truths = _evaluate_truths(lambda one: compare(("==",), (element, one)), "in", values)
        return bool(_find_truth(truths, True))
    plain = element.name if is_name(element) else element
    if isinstance(container, range):
        return isinstance(plain, Exact) and plain in container
    if isinstance(container, tuple | frozenset | Distribution):
        return plain in container or element in container
    raise QueryError(
        "in asks for a range such as 0..9, several such as (1, 2, 5), a set or a law, got "
        f"{said(container)}"
    )


def evaluate_quantifier(
    quantifier: str, variable: str, values: Iterable[Answer], ask: Ask
) -> Answer:
    """The value of a quantifier over these values of its variable."""
    if quantifier in DECIDING:
        truths = _evaluate_truths(ask, variable, values)
        if quantifier in ("all", "any"):
            found = _find_truth(truths, quantifier == "any")
            return found if quantifier == "any" else negate(found)
        if quantifier == "count":
            return sum(holds for _, holds in _refuse_undecided(truths))
        for value, holds in _refuse_undecided(truths):
            if holds:
                return value
        raise QueryError(f"there is no first {variable}: it is false at every value")
    numbers = []
    for value in values:
        number = ask(value)
        if is_symbolic(number):
            from ..symbolic.expressions import refuse_unknowns

            refuse_unknowns(number)
        elif not isinstance(number, Value) or isinstance(number, bool):
            raise QueryError(
                f"this asks for a number, got {said(number)} at {variable} = {said(value)}"
            )
        numbers.append((value, number))
    plain = [number for _, number in numbers]
    if quantifier == "sum":
        return reduce(partial(combine, "+"), plain)
    mark = ">" if "max" in quantifier else "<"
    if any(map(is_symbolic, plain)):
        # That before which no other comes, as irrational numbers compare by their signs.
        best = reduce(lambda best, one: one if compare((mark,), (one, best)) else best, plain)
    else:
        best = extreme(max if mark == ">" else min, plain)
    if quantifier.endswith("_over"):
        return best
    # Bounds that overlap the best decide nothing, which the comparison says.
    return frozenset(
        _member_name(value)
        for value, number in numbers
        if number is best or compare((f"{mark}=",), (number, best))
    )


def _evaluate_truths(
    ask: Ask, variable: str, values: Iterable[Answer]
) -> Iterator[tuple[Answer, Truth]]:
    """Each value with whether the body is true there."""
    for value in values:
        try:
            answer = ask(value)
        except UndecidedError as error:
            answer = error
        if not isinstance(answer, Truth):
            raise QueryError(
                f"this asks for a comparison, which is true or false, got {said(answer)} at "
                f"{variable} = {said(value)}"
            )
        yield value, answer


def _find_truth(truths: Iterable[tuple[Answer, Truth]], wanted: bool) -> Answer:
    """Whether some is as wanted: then it does not matter which of the others bounds leave open."""
    undecided = None
    found: list[Answer] = [False]
    for _, holds in truths:
        if isinstance(holds, UndecidedError):
            undecided = holds
        elif isinstance(holds, Condition):
            found.append(holds if wanted else holds.negated())
        elif holds == wanted:
            return True
    if undecided is not None:
        raise undecided
    return join_truths("or", found)


def _refuse_undecided(truths: Iterable[tuple[Answer, Truth]]) -> Iterator[tuple[Answer, bool]]:
    """The truths, where all must be known."""
    for value, holds in truths:
        if isinstance(holds, UndecidedError):
            raise holds
        if isinstance(holds, Condition):
            raise QueryError(f"whether it is true at {said(value)} depends on {holds.name}")
        yield value, holds
