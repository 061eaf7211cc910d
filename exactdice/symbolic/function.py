"""What a query or a person asks of a value that depends on a symbol: where it changes, its slope,
its largest value, where it equals a number, its sign; and statements about such values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from flint import fmpq, fmpq_mat, fmpq_poly

from ..exact.errors import QueryError
from ..exact.numbers import (
    Exact,
    Interval,
    as_exact,
    ends_of,
    exact_text,
    working_precision,
)
from .algebraic_numbers import (
    AlgebraicNumber,
    Line,
    Number,
    by_low,
    in_order,
    rational_point,
    real_roots,
    simple_between,
)
from .pieces import Best, Cell, Gathered, Piece, cells, steps_of
from .rational_function import Operation, Parameter, Polynomial, RationalFunction, function_of
from .written import EXPANDED, Form, function_html, quotient_text

if TYPE_CHECKING:
    from .expressions import Symbolic  # sympy is slow to import

# a point, the function, and its value there
Extreme = tuple[AlgebraicNumber, RationalFunction, Exact | Interval]
WIDTH = fmpq(1, 10**40)  # of bounds on a value at an irrational point
Signs = tuple[int, ...]  # -1, 0 or 1 for each function
NEGATED = {
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "==": "!=",
    "!=": "==",
    "and": "or",
    "or": "and",
}
COMPARISONS: dict[str, Operation] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


Made = TypeVar("Made", covariant=True)


class Calculated(Generic[Made]):
    """The operators of what is calculated with as with a number, by `_with` for each."""

    __slots__ = ()

    def _with(self, other: object, operation: Operation) -> Made:
        raise NotImplementedError

    def __add__(self, other: object) -> Made:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: object) -> Made:
        return self._with(other, operator.sub)

    def __rsub__(self, other: object) -> Made:
        return (-self) + other  # type: ignore[operator,no-any-return]

    def __mul__(self, other: object) -> Made:
        return self._with(other, operator.mul)

    __rmul__ = __mul__


@dataclass(frozen=True, repr=False)
class PiecewiseFunction(Calculated["PiecewiseFunction"]):
    """A function of one parameter that is a rational function on each of its pieces, from left to
    right; `actions` are what its pieces choose from, where it is the value of a state in which one
    player moves, and `at_ends` the best of them at the ends of the pieces, one more than these.

    >>> from exactdice import DiceBattle, solve
    >>> from exactdice.symbolic.rational_function import parameter
    >>> p = parameter("p", 0, 1)
    >>> gain = solve(DiceBattle(dice=1, target=2, weights=(p, 1 - p))).value
    >>> print(gain)
    {0..1: 1 - 2*p + 2*p^2}
    """

    line: Line
    pieces: tuple[Piece, ...]
    at_ends: tuple[Best, ...]
    actions: tuple[Hashable, ...] = ()
    is_continuous: bool = True

    # --- pieces -----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.pieces[0].value.names[0]

    @property
    def ends(self) -> tuple[AlgebraicNumber, ...]:
        """The ends of all pieces, those of the domain included."""
        return (self.pieces[0].lower, *(piece.upper for piece in self.pieces))

    @property
    def domain(self) -> tuple[Number, Number]:
        """The ends between which the parameter lies."""
        return self.ends[0].number, self.ends[-1].number

    @property
    def breaks(self) -> tuple[Number, ...]:
        """The points inside of the domain at which the value or what is best changes."""
        return tuple(point.number for point in self.ends[1:-1])

    @property
    def degree(self) -> int:
        """The largest degree of a value."""
        return max(piece.value.degree for piece in self.pieces)

    def numbered(self) -> Iterator[tuple[int, Piece, Best]]:
        """Each piece by its number, with the best actions at its upper end."""
        return zip(count(1), self.pieces, self.at_ends[1:], strict=False)

    def _piece_at(self, value: Exact) -> tuple[Piece, Best]:
        """The piece of a rational number of the domain, the left one at a break, and the best
        actions at the number itself.
        """
        point = self.line.rational(value)
        first, *_, last = self.ends
        if point.high < first.low or last.high < point.low:
            raise QueryError(f"the value must be from {first} to {last}, got {exact_text(value)}")
        if point is first:
            return self.pieces[0], self.at_ends[0]
        for piece, joint in zip(self.pieces, self.at_ends[1:], strict=True):
            if point is piece.upper:
                return piece, joint
            if point.high < piece.upper.low:
                return piece, piece.best
        raise AssertionError("the pieces cover the domain")

    def at(self, value: Exact) -> Exact:
        """The exact value where the parameter is this number."""
        piece, _ = self._piece_at(value)
        point = self.line.rational(value)
        for left, right in () if self.is_continuous else pairwise(self.pieces):
            if left.upper is point and _jumps(left, right):
                before = exact_text(left.value.at(value))
                behind = exact_text(right.value.at(value))
                raise QueryError(
                    f"the function jumps at {self.name} = {exact_text(value)}, from {before} to "
                    f"{behind}: give the symbol of the game that number"
                )
        return piece.value.at(value)  # type: ignore[no-any-return]

    def best_at(self, value: Exact) -> tuple[Hashable, ...]:
        """All best actions where the parameter is this number."""
        _, best = self._piece_at(value)
        return self.chosen(best)

    def chosen(self, best: Best) -> tuple[Hashable, ...]:
        """The actions of these numbers."""
        return tuple(self.actions[c] for c in best) if self.actions else ()

    def stable(self, value: Exact, action: Hashable = None) -> tuple[Number, Number]:
        """The ends of the interval around the number in which the action (the first best one
        there) stays best.
        """
        here = self.best_at(value)
        if not here:
            raise QueryError("nothing is chosen there, so no choice is stable")
        wanted = here[0] if action is None else action
        if wanted not in here:
            raise QueryError(
                f"{wanted} is not best at {self.name} = {exact_text(value)}: best are "
                f"{', '.join(map(str, here))}"
            )
        point = self.line.rational(value)
        number = self.actions.index(wanted)
        holding = [piece for piece in self.pieces if number in piece.best]
        # A choice that is best between two points is so at both, as values are continuous.
        low = high = point
        for piece in [*holding, *reversed(holding)]:
            if piece.lower.low <= high.low and low.low <= piece.upper.low:
                low = min(low, piece.lower, key=by_low)
                high = max(high, piece.upper, key=by_low)
        return low.number, high.number

    def formula(self) -> RationalFunction:
        """The rational function where it is one; `QueryError` when it has several formulas."""
        (piece, *others) = self.pieces
        if others:
            raise QueryError(
                f"a value in {len(others) + 1} pieces of {self.name} and one with another symbol "
                f"are not combined: give {self.name} a number"
            )
        return piece.value

    # --- calculating ------------------------------------------------------------------------------

    def _map(
        self, function: Callable[[RationalFunction], RationalFunction], continuous: bool
    ) -> PiecewiseFunction:
        """The function applied to each value, without the actions."""
        pieces = [Piece(p.lower, p.upper, function(p.value)) for p in self.pieces]
        return _build_function(self.line, pieces, continuous)

    def __neg__(self) -> PiecewiseFunction:
        values = tuple(replace(piece, value=-piece.value) for piece in self.pieces)
        return replace(self, pieces=values)

    def polynomial(self, polynomial: Polynomial) -> PiecewiseFunction:
        """The polynomial in the same parameter, on the same domain."""
        value = function_of(polynomial, self.pieces[0].value.parameters)
        return _build_function(self.line, [Piece(self.ends[0], self.ends[-1], value)])

    def derivative(self) -> PiecewiseFunction:
        """The derivative, which may jump at the ends of pieces."""
        return self._map(RationalFunction.derivative, False)

    def slopes(self, value: Exact) -> tuple[Exact, ...]:
        """The derivative at a number; at a break the one from the left and the one from the right,
        where they differ.
        """
        point = self.line.rational(value)
        self.at(value)  # refuses what lies outside of the domain
        found = [
            piece.value.at(value)
            for piece in self.derivative().pieces
            if piece.lower.low <= point.low <= piece.upper.low
        ]
        return tuple(dict.fromkeys(found))

    def _with(self, other: object, operation: Operation) -> PiecewiseFunction:
        if isinstance(other, PiecewiseFunction):
            if self.name != other.name:
                raise QueryError(f"the sides hold two symbols, {self.name} and {other.name}")
            line = Line()
            pieces = [
                Piece(lower, upper, operation(*values))
                for lower, upper, values in cells_of((self, other), line)
            ]
            return _build_function(line, pieces, self.is_continuous and other.is_continuous)
        number = as_exact(other, f"what {self.name} is combined with")
        return self._map(lambda value: operation(value, number), self.is_continuous)

    def __truediv__(self, other: object) -> PiecewiseFunction:
        if isinstance(other, PiecewiseFunction) or other == 0:
            raise QueryError(f"a function of {self.name} is divided by numbers other than 0 alone")
        return self._with(other, operator.truediv)

    # --- questions --------------------------------------------------------------------------------

    def solve_for(self, number: Exact) -> tuple[Number, ...]:
        """All points at which the value is the number; `QueryError` where it is so on a whole
        piece.
        """
        found: list[AlgebraicNumber] = []
        for lower, upper, (sign,) in signs_of([self - number]):
            if sign == 0 and lower is not upper:
                raise QueryError(
                    f"the value is {exact_text(number)} everywhere from {lower} to {upper}"
                )
            if sign == 0:
                found.append(lower)
        return tuple(point.number for point in dict.fromkeys(found))  # a jump has two sides

    def between(self, low: Exact, high: Exact) -> PiecewiseFunction:
        """The function on a part of its domain alone."""
        lower = self.line.rational(low)
        upper = self.line.rational(high)
        first, *_, last = self.ends
        if not first.low <= lower.low < upper.high <= last.high:
            raise QueryError(
                f"{self.name} must be in an interval within {first}..{last}, got "
                f"{exact_text(low)}..{exact_text(high)}"
            )
        pieces = tuple(_clip_pieces(self.pieces, lower, upper))
        return replace(self, pieces=pieces, at_ends=((),) * (len(pieces) + 1))

    def holds(self, mark: str, low: Exact | None = None, high: Exact | None = None) -> bool:
        """Whether the value compares so with 0 for every number of the domain, or of the part of it
        from low to high.
        """
        return Condition(mark, (self,)).holds(low, high)

    def maximum(self) -> Exact | Interval:
        """The largest value; a certified interval around it where it is reached at irrational
        points alone.
        """
        ends = [ends_of(value) for _, _, value in self._extremes()]
        return Interval(max(low for low, _ in ends), max(high for _, high in ends)).collapsed

    def minimum(self) -> Exact | Interval:
        """The least value, in the same way."""
        return -(-self).maximum()

    def maximum_at(self) -> tuple[Number, ...]:
        """The points at which the largest value is reached."""
        least, _ = ends_of(self.maximum())
        near = [extreme for extreme in self._extremes() if ends_of(extreme[2])[1] >= least]
        found = [point for point, _, _ in near]
        is_close = any(isinstance(value, Interval) for _, _, value in near)
        if is_close and len(near) > 1:
            # Close values, as algebraic numbers: they are told apart, or known to be equal.
            roots = [root_at(value, point) for point, value, _ in near]
            *_, largest = in_order(roots)
            found = [point for point, root in zip(found, roots, strict=True) if root == largest]
        return tuple(point.number for point in dict.fromkeys(found))

    def _extremes(self) -> list[Extreme]:
        """The points where the largest value can lie, with the function and its value there."""
        found: dict[object, Extreme] = {}
        for number, piece in enumerate(self.pieces):
            slope = piece.value.derivative().numerator
            flat = slope.is_zero()
            turns = [] if flat else self.line.roots_inside([slope], piece.lower, piece.upper)
            for point in (piece.lower, *turns, piece.upper):
                # At the end of two pieces both agree, unless the function jumps there.
                key = point if self.is_continuous else (point, number)
                found[key] = point, piece.value, value_at_point(piece.value, point)
        return list(found.values())

    # --- written ----------------------------------------------------------------------------------

    def expression(self) -> Symbolic:
        """The whole function for sympy, as a Piecewise."""
        from .expressions import piecewise

        # By continuity either side may own the break point.
        return piecewise(
            self.name,
            [(piece.value.expression(), piece.upper.expression()) for piece in self.pieces],
        )

    def text(self, form: Form = EXPANDED) -> str:
        """The function on one line: the intervals with the values on them."""
        rows = []
        for piece in self.pieces:
            low, high = (end.text(self.name) for end in (piece.lower, piece.upper))
            rows.append(f"{low}..{high}: {quotient_text(piece.value, form)}")
        return f"{{{'; '.join(rows)}}}"

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return function_html(self.numbered(), self.name, self.actions)


Function = PiecewiseFunction | RationalFunction


def polynomial_on(polynomial: Polynomial, low: Exact, high: Exact) -> PiecewiseFunction:
    """The polynomial in one parameter, on the interval from low to high."""
    line = Line()
    value = function_of(polynomial, (Parameter(polynomial.parameter.name),))
    return _build_function(line, [Piece(line.rational(low), line.rational(high), value)])


def _build_function(
    line: Line, pieces: Sequence[Piece], is_continuous: bool = True
) -> PiecewiseFunction:
    """The function of these pieces, for which nothing is chosen."""
    nowhere = ((),) * (len(pieces) + 1)
    return PiecewiseFunction(line, tuple(pieces), nowhere, (), is_continuous)


def _clip_pieces(
    pieces: Sequence[Piece], low: AlgebraicNumber, high: AlgebraicNumber
) -> Iterator[Piece]:
    for piece in pieces:
        lower = max(piece.lower, low, key=by_low)
        upper = min(piece.upper, high, key=by_low)
        if lower.low < upper.low:
            yield replace(piece, lower=lower, upper=upper)


def cells_of(functions: Sequence[PiecewiseFunction], line: Line) -> Iterator[Cell]:
    """The intervals of the line on which each function is one rational function, with these."""
    moved = [_move_pieces(function.pieces, line) for function in functions]
    domains = dict.fromkeys((pieces[0].lower, pieces[-1].upper) for pieces in moved)
    if len(domains) > 1:
        name = functions[0].name
        written = [f"{low.number}..{high.number}" for low, high in domains]
        raise QueryError(
            f"the sides have different domains of {name}, {' and '.join(written)}: state the one "
            f"that is meant, as by {name}=0..1/2"
        )
    return cells(moved[0][0].lower, list(map(steps_of, moved)))


def _move_pieces(pieces: Sequence[Piece], line: Line) -> list[Piece]:
    """The pieces with their ends on another line."""
    lower = line.point(pieces[0].lower.copy())
    found = []
    for piece in pieces:
        upper = line.point(piece.upper.copy())
        found.append(Piece(lower, upper, piece.value))
        lower = upper
    return found


def joined(
    line: Line, parts: Sequence[tuple[AlgebraicNumber, AlgebraicNumber, PiecewiseFunction]]
) -> PiecewiseFunction:
    """The function that is each of these between two points of the line, from left to right."""
    found = Gathered()
    for low, high, function in parts:
        for piece in _clip_pieces(_move_pieces(function.pieces, line), low, high):
            found.add(piece, ())
    is_continuous = not any(_jumps(*pair) for pair in pairwise(found.pieces))
    return _build_function(line, found.pieces, is_continuous)


def _jumps(left: Piece, right: Piece) -> bool:
    """Whether the values of two neighbours differ where they meet."""
    return not left.upper.is_root_of((left.value - right.value).numerator)


def signs_of(
    functions: Sequence[PiecewiseFunction],
) -> Iterator[tuple[AlgebraicNumber, AlgebraicNumber, Signs]]:
    """The signs of all functions on open intervals and, where both ends are one, at the points
    between them, from left to right; at a jump on either side.
    """
    line = Line()
    is_told = False  # what the signs are at the lower end
    for lower, upper, values in cells_of(functions, line):
        numerators = [value.numerator for value in values if not value.is_zero]
        points = [lower, *line.roots_inside(numerators, lower, upper), upper]
        asked = [] if is_told else [(lower, lower, lower)]
        for left, right in pairwise(points):
            inside = rational_point(simple_between(left, right))
            asked += [(left, right, inside), (right, right, right)]
        for left, right, at in asked:
            yield left, right, tuple(sign_at_point(value, at) for value in values)
        is_told = all(function.is_continuous for function in functions)


def sign_at_point(value: RationalFunction, point: AlgebraicNumber) -> int:
    """The sign at a point."""
    if point.is_root_of(value.numerator):
        return 0
    width = WIDTH
    while True:  # it is not 0, so bounds that are close enough tell its sign
        low, high = ends_of(value_at_point(value, point, width))
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        width *= width


def value_at_point(
    value: RationalFunction, point: AlgebraicNumber, width: fmpq = WIDTH
) -> Exact | Interval:
    """The value at a point: exact where that is rational, else bounds from an interval of this
    width around the point.
    """
    if point.rational is not None:
        return value.at(point.rational)  # type: ignore[no-any-return]
    point.narrow_to(width)
    height = value.numerator.height_bits() + value.denominator.height_bits()
    bits = int((1 / width).ceil()).bit_length()
    with working_precision(height + 64 + 2 * bits):
        ball = value.near(point.ball())
    return Interval.of_ball(ball).collapsed


# --- values that are algebraic numbers ------------------------------------------------------------

FIRST_WIDTH = fmpq(1, 1 << 128)  # of an interval around the point


def root_at(value: RationalFunction, point: AlgebraicNumber) -> AlgebraicNumber:
    """The value at the point, where it is finite."""
    candidates = real_roots(_minimal_polynomial(value, fmpq_poly(point.minimal)))
    for halvings in count():
        # Among the roots of its own polynomial only the value itself stays near for ever.
        low, high = ends_of(value_at_point(value, point, FIRST_WIDTH ** (1 << halvings)))
        bounds = [(root, root.bounds(128 << halvings)) for root in candidates]
        candidates = [root for root, b in bounds if b.lower <= high and low <= b.upper]
        if len(candidates) == 1:
            return candidates[0]
    raise AssertionError("the value is one of the roots")


def _minimal_polynomial(value: RationalFunction, minimal: fmpq_poly) -> fmpq_poly:
    """The polynomial of least degree with the value as a root, at the roots of an irreducible one.

    It is that of the matrix by which the value multiplies 1, x, ..., x^(n-1) in the field that a
    root x spans.
    """
    degree = minimal.degree()
    shared, inverse, _ = (fmpq_poly(value.denominator) % minimal).xgcd(minimal)
    power = fmpq_poly(value.numerator) * inverse / shared[0] % minimal
    rows = []
    for _ in range(degree):
        rows += [power[k] for k in range(degree)]
        power = power * fmpq_poly([0, 1]) % minimal
    return fmpq_mat(degree, degree, rows).minpoly()


# --- statements about values ----------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Condition:
    """A statement that depends on the signs of functions of one parameter alone: that a function
    compares so with 0 (a mark of COMPARISONS), that all of some conditions are true (the mark
    "and"), or one of them at least ("or").
    """

    mark: str
    parts: tuple[PiecewiseFunction | Condition, ...]

    @property
    def functions(self) -> tuple[PiecewiseFunction, ...]:
        """The functions that it compares with 0, those of all parts one after the other."""
        listed = [part.functions if isinstance(part, Condition) else (part,) for part in self.parts]
        return tuple(chain.from_iterable(listed))

    def is_true(self, signs: Iterator[int]) -> bool:
        """Whether it is so where its functions have these signs, which are taken from all."""
        truths = [
            part.is_true(signs)
            if isinstance(part, Condition)
            else COMPARISONS[self.mark](next(signs), 0)
            for part in self.parts
        ]
        return any(truths) if self.mark == "or" else all(truths)

    def negated(self) -> Condition:
        """The statement that is true where this one is false, by De Morgan's laws."""
        opposite = (part.negated() if isinstance(part, Condition) else part for part in self.parts)
        return Condition(NEGATED[self.mark], tuple(opposite))

    def __repr__(self) -> str:
        if self.mark in COMPARISONS:
            return f"{self.parts[0]} {self.mark} 0"
        return f" {self.mark} ".join(f"({part})" for part in self.parts)

    @property
    def name(self) -> str:
        """The symbol."""
        return self.functions[0].name

    def holds(self, low: Exact | None = None, high: Exact | None = None) -> bool:
        """Whether it is true of every number of the domain, or of the part from low to high."""
        return self.failure(low, high) is None

    def failure(self, low: Exact | None = None, high: Exact | None = None) -> Number | None:
        """A number from low to high, or of the domain, of which it is not true; a rational one
        where there is one, None when there is none.
        """
        functions = self.functions
        if (low is None) is not (high is None):
            raise QueryError(f"a part of the domain of {self.name} has two ends: low and high")
        if low is not None and high is not None:
            functions = tuple(function.between(low, high) for function in functions)
        single = None
        for lower, upper, signs in signs_of(functions):
            if self.is_true(iter(signs)):
                continue
            if lower is not upper:
                return as_exact(simple_between(lower, upper))
            single = single or lower
        return None if single is None else single.number


def joined_by(mark: str, parts: Sequence[Condition]) -> Condition:
    """The conditions with this mark between them; `QueryError` unless all are about one symbol."""
    names = {part.name: None for part in parts}
    if len(names) > 1:
        raise QueryError(
            f"whether it holds depends on {', '.join(names)}: give numbers to all but one"
        )
    return Condition(mark, tuple(parts)) if len(parts) > 1 else parts[0]
