"""Exact numbers: what is accepted as one, how one is rounded, how one is printed.

An exact number is an `int` or a `fractions.Fraction`. Floats are refused: they may leave this
library, never enter it. Printing goes through python-flint, so numbers of any size print without
touching the interpreter's limit of 4300 digits.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial, wraps
from math import ceil, floor, isfinite
from numbers import Rational
from operator import index
from threading import RLock
from typing import Any, TypeVar

from flint import Ordering, ctx, fmpq, fmpq_mpoly, fmpq_poly, fmpz, fmpz_mpoly, fmpz_poly

from .errors import ExactDiceError, InexactError, RulesError, nearest
from .session import refuse_digits

Exact = int | Fraction
Word = TypeVar("Word", bound=str)
A = TypeVar("A")
B = TypeVar("B")
Entry = TypeVar("Entry")
# Called with (steps done, steps in all); None for all while nobody knows how many there will be.
Progress = Callable[[int, int | None], None]


def as_fmpq(number: Exact | fmpq) -> fmpq:
    """The number as flint's fraction, which computes faster.

    >>> as_fmpq(Fraction(3, 8)), as_fmpq(2)
    (3/8, 2)
    """
    return fmpq(number.numerator, number.denominator)


def as_exact(value: object, where: str = "value") -> Exact:
    """The same number as an `int` or a `Fraction`; a float, a bool or anything else raises
    `InexactError`.

    >>> as_exact(Fraction(6, 3)), as_exact(7)
    (2, 7)
    >>> as_exact(0.5, "probability of a")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdice.exact.errors.InexactError: probability of a must ... 0.5: write Fraction(1, 2)
    """
    if type(value) is int:
        return value
    if type(value) is Fraction:
        return value.numerator if value.denominator == 1 else value
    if type(value) is fmpq:  # in lowest terms already
        return int(value.p) if value.q == 1 else _coprime(int(value.p), int(value.q))
    number = whole_or_none(value)
    if number is not None:
        return number
    if isinstance(value, Rational) and not isinstance(value, bool):
        return simplest(Fraction(int(value.numerator), int(value.denominator)))
    came = shown(value)
    if isinstance(value, float):
        came = f"the float {value!r}"
        if isfinite(value):  # numpy's floats have another repr
            came += f": write {simplest(Fraction(repr(float(value))))!r}"
    raise InexactError(f"{place(where)} must be exact (an int or a Fraction), got {came}")


def whole_or_none(value: object) -> int | None:
    """The same number as a plain `int`, when it is of a type for whole numbers (one with
    `__index__`) and no bool; else None.

    >>> whole_or_none(7), whole_or_none(Fraction(7)), whole_or_none(True)
    (7, None, None)
    """
    if type(value) is int:
        return value
    # By name, since numpy's bool is a whole number to older releases of numpy.
    if type(value).__name__ in ("bool", "bool_") or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except Exception:  # a class, an array of several numbers, a thing whose __index__ fails
        return None


def as_whole(
    value: object, where: str, least: int | None = None, error: type[ExactDiceError] = RulesError
) -> int:
    """The same number as a plain `int`; the error (`RulesError` unless said otherwise) when it is
    not whole or below `least`.

    >>> as_whole(Fraction(2), "dice", 1)
    Traceback (most recent call last):
    exactdice.exact.errors.RulesError: dice must be an int of 1 or more, got Fraction(2, 1)
    """
    number = whole_or_none(value)
    if number is None or (least is not None and number < least):
        wanted = "an int" if least is None else f"an int of {least} or more"
        raise error(f"{place(where)} must be {wanted}, got {no_int(value)}")
    return number


def no_int(value: object) -> str:
    """The short text of a value that is no whole number, with its type where the text alone would
    look like one.
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return f"Fraction({shown(value.numerator)}, 1)"
    return shown(value)


def is_symbolic(value: object) -> bool:
    """Whether it is a sympy expression, a number of sympy's included.

    >>> from sympy import Symbol
    >>> is_symbolic(Symbol("d") / 2), is_symbolic(Fraction(1, 2))
    (True, False)
    """
    # Not asked of its class: sympy takes long to import, and most queries do without it.
    return hasattr(value, "free_symbols")


def simplest(number: Exact) -> Exact:
    """The number as an `int` when it is whole, else as the `Fraction` it is."""
    return number.numerator if number.denominator == 1 else number


# Fraction(a, b) would look for a common divisor once more; Python 3.12 gave this a name.
_coprime: Callable[[int, int], Fraction] = getattr(
    Fraction, "_from_coprime_ints", partial(Fraction, _normalize=False)
)


def ratio(numerator: int | fmpz, denominator: int | fmpz) -> Fraction:
    """numerator / denominator in lowest terms, reduced by python-flint: `Fraction` alone is slow on
    huge numbers.
    """
    try:
        reduced = fmpq(fmpz(numerator), fmpz(denominator))
    except TypeError:
        index(numerator), index(denominator)  # which says of a symbol that it is no number
        raise
    return _coprime(int(reduced.p), int(reduced.q))


def parse_exact(text: str) -> Exact:
    """The exact number written as an integer, a fraction `3/8` or a decimal `0.25`.

    >>> parse_exact("-3/8"), parse_exact("0.250"), parse_exact("7")
    (Fraction(-3, 8), Fraction(1, 4), 7)
    """
    if not isinstance(text, str):
        raise ExactDiceError(
            f"a number to be read must be a text such as '3/8', got {no_int(text)}"
        )
    # ASCII, as \d would else take the digits of every script.
    match = re.fullmatch(r"([+-]?)(\d+)(?:/(\d+)|\.(\d+))?", text.strip(), re.ASCII)
    if match is None:
        raise ExactDiceError(f"a number must look like 12, 3/8 or 0.25, got {shown(text)}")
    sign, whole, denominator, decimals = match.groups()
    if denominator is not None and fmpz(denominator) == 0:
        raise ExactDiceError(f"the denominator of {shown(text)} is 0")
    digits = decimals or ""
    number = ratio(fmpz(whole + digits), fmpz(denominator or 1) * fmpz(10) ** len(digits))
    return simplest(-number if sign == "-" else number)


def one_of(
    words: Iterable[Word],
    given: object,
    what: str,
    error: type[ExactDiceError] = ExactDiceError,
) -> Word:
    """The one of the words that is given; else the error that lists them.

    >>> one_of(["frac", "mixed"], "fraction", "style")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdice.exact.errors.ExactDiceError: style must be one of frac, ... (did you mean frac?)
    """
    known = list(words)
    for word in known:
        if isinstance(given, str) and given == word:
            return word
    hint = nearest(given, known) if isinstance(given, str) else ""
    # A mark such as a comma would else be read as one between the words.
    listed = ", ".join(word if word[:1].isalnum() else shown(word) for word in known)
    raise error(f"{what} must be one of {listed}, got {shown(given)}{hint}")


# --- rounding -------------------------------------------------------------------------------------


class Rounding(StrEnum):
    """The eight rounding modes of the `decimal` module, under the same names."""

    HALF_EVEN = "half-even"
    HALF_UP = "half-up"
    HALF_DOWN = "half-down"
    UP = "up"
    DOWN = "down"
    CEILING = "ceiling"
    FLOOR = "floor"
    UP_05 = "05up"


MARKS = (".", ",", "{,}")  # of decimals; the last one is LaTeX's comma
NEAREST = (Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.HALF_DOWN)


def round_to_integer(number: Exact, mode: Rounding = Rounding.HALF_EVEN) -> int:
    """The integer the mode rounds to, decided on integers alone.

    >>> half = Fraction(5, 2)
    >>> round_to_integer(half), round_to_integer(half, Rounding.HALF_UP)
    (2, 3)
    """
    number = as_exact(number, "number")
    if type(mode) is not Rounding:
        mode = one_of(Rounding, mode, "the rounding mode")
    # Sign and size apart, since six of the eight modes are symmetric about 0.
    size, rest = divmod(abs(number.numerator), number.denominator)
    negative = number < 0
    over_half = 2 * rest - number.denominator  # 0 for a tie
    away = {  # whether a size with a rest goes up
        Rounding.HALF_EVEN: over_half > 0 or (over_half == 0 and size % 2 == 1),
        Rounding.HALF_UP: over_half >= 0,
        Rounding.HALF_DOWN: over_half > 0,
        Rounding.UP: True,
        Rounding.DOWN: False,
        Rounding.CEILING: not negative,
        Rounding.FLOOR: negative,
        Rounding.UP_05: size % 5 == 0,
    }
    if rest and away[mode]:
        size += 1
    return -size if negative else size


def round_scaled(number: Exact, places: int, mode: Rounding = Rounding.HALF_EVEN) -> int:
    """n such that n / 10^places is the number rounded to that many decimal places (places < 0
    rounds to tens).
    """
    refuse_digits(abs(places))
    return round_to_integer(as_exact(number, "number") * Fraction(10) ** places, mode)


# --- printing -------------------------------------------------------------------------------------


def integer_text(number: int) -> str:
    """All decimal digits of the integer, however many.

    >>> len(integer_text(10**10_000))
    10001
    """
    return str(fmpz(number))


def exact_text(number: Exact) -> str:
    """`a/b` in lowest terms, or the integer: every digit."""
    number = as_exact(number, "number")
    if number.denominator == 1:
        return integer_text(number.numerator)
    return f"{integer_text(number.numerator)}/{integer_text(number.denominator)}"


def decimal_text(
    number: Exact, places: int, mode: Rounding = Rounding.HALF_EVEN, mark: str = "."
) -> str:
    """The number rounded once, on integers, to `places` decimals (0 or more).

    >>> decimal_text(Fraction(-1, 3), 4), decimal_text(Fraction(1, 8), 2, mark=",")
    ('-0.3333', '0,12')
    """
    places = as_whole(places, "places")
    if places < 0:
        raise ExactDiceError(f"places must be 0 or more, got {places}")
    one_of(MARKS, mark, "the decimal mark")
    scaled = round_scaled(number, places, mode)
    sign = "-" if scaled < 0 else ""
    # With a 0 before the mark of a number below 1.
    digits = integer_text(abs(scaled)).rjust(places + 1, "0")
    if places == 0:
        return sign + digits
    return f"{sign}{digits[:-places]}{mark}{digits[-places:]}"


UNPRINTABLE = re.compile(
    r"[\x00-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""The text with every character that a terminal would obey (controls, ends of lines, turns of
    direction) as its escape.

    >>> print(printable("a\x1b[31m\u202eb"))
    a\x1b[31m\u202eb
    """
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def shown(value: object, width: int = 60, of_one: str = ",") -> str:
    """A short text for messages: huge numbers and long texts keep their ends, and say how much is
    left out. `of_one` stands behind the only part of a tuple.

    >>> shown(10**5000)
    '10000000...(5001 digits)...00000000'
    """
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        numerator = _abbreviate(integer_text(value.numerator), width)
        if value.denominator == 1:
            return numerator
        return f"{numerator}/{_abbreviate(integer_text(value.denominator), width)}"
    text = _contents_text(value, width, of_one)
    return text if len(text) <= 4 * width else f"{text[:width]}...({len(text)} characters)"


def name_shown(value: object) -> str:
    """The name of a state or an action in a proof file: what is `shown`, without the comma in a
    tuple of one, as in all the files that there are.

    >>> shown((3,)), name_shown((3,))
    ('(3,)', '(3)')
    """
    return shown(value, of_one="")


def place(where: object) -> str:
    """Where something is wrong, for messages: the text that says it, and anything else in short."""
    return where if isinstance(where, str) else shown(where)


Kind = TypeVar("Kind")


def shown_when_long(kind: type[Kind]) -> type[Kind]:
    """The dataclass with a short repr where Python refuses to write one, as a number in it is
    longer than Python writes.
    """
    written = kind.__repr__

    @wraps(written)
    def __repr__(self: Kind) -> str:
        try:
            return written(self)
        except ValueError:
            return shown(self)

    kind.__repr__ = __repr__  # type: ignore[method-assign,assignment]
    return kind


BRACKETS = {
    "tuple": ("(", ")"),
    "list": ("[", "]"),
    "set": ("{", "}"),
    "frozenset": ("{", "}"),
}


def items_in_order(values: Iterable[object]) -> list[Any]:
    """The items, those of a set from the least to the greatest, so that equal sets have one text;
    what does not compare by what is shown of it.

    >>> items_in_order(frozenset({3, 1, 2})), items_in_order((3, 1))
    ([1, 2, 3], [3, 1])
    """
    listed: list[Any] = list(values)
    if not isinstance(values, (set, frozenset)):
        return listed
    # Sets within a set compare by inclusion, which is no order of them.
    nested = any(isinstance(item, (set, frozenset)) for item in listed)
    try:
        return sorted(listed, key=shown if nested else None)
    except TypeError:
        return sorted(listed, key=shown)


def _contents_text(value: object, width: int, of_one: str) -> str:
    """The text of anything but a number, with the numbers inside it abbreviated."""
    if isinstance(value, (tuple, list, set, frozenset)):
        inside = ", ".join(shown(item, width, of_one) for item in items_in_order(value))
        name = type(value).__name__
        inside += of_one * (name == "tuple" and len(value) == 1)
        # By the name of its class, as a NamedTuple or another subclass says more than brackets do.
        before, after = BRACKETS.get(name, (f"{name}(", ")"))
        return before + inside + after
    if isinstance(value, Mapping):
        pairs = [
            f"{shown(key, width, of_one)}: {shown(item, width, of_one)}"
            for key, item in value.items()
        ]
        return "{" + ", ".join(pairs) + "}"
    # One whose class was made with `repr=False` has a text of its own.
    made = getattr(value, "__dataclass_params__", None)
    if is_dataclass(value) and not isinstance(value, type) and made is not None and made.repr:
        named = [(field.name, getattr(value, field.name)) for field in fields(value)]
        inside = ", ".join(f"{name}={shown(item, width, of_one)}" for name, item in named)
        return f"{type(value).__name__}({inside})"
    # What Python says of an object that says nothing is where it lies in memory.
    if type(value).__repr__ is object.__repr__:
        return f"a {type(value).__name__}"
    try:
        text = repr(value)
    except Exception:  # whatever a class of someone else's raises
        return f"a {type(value).__name__}"
    return " ".join(text.split()) if "\n" in text else text


def _abbreviate(digits: str, width: int) -> str:
    if len(digits) <= width:
        return digits
    return f"{digits[:8]}...({len(digits.lstrip('-'))} digits)...{digits[-8:]}"


# --- bounds ---------------------------------------------------------------------------------------


@shown_when_long
@dataclass(frozen=True)
class Interval:
    """A number known to lie in [lower, upper], both ends exact; arithmetic gives bounds on the
    result.

    >>> third = Interval(Fraction(33, 100), Fraction(34, 100))
    >>> third.width, 1 - third
    (Fraction(1, 100), Interval(lower=Fraction(33, 50), upper=Fraction(67, 100)))
    >>> third * -2
    Interval(lower=Fraction(-17, 25), upper=Fraction(-33, 50))
    """

    lower: Exact
    upper: Exact

    def __post_init__(self) -> None:
        for name in ("lower", "upper"):
            object.__setattr__(self, name, as_exact(getattr(self, name), name))
        if self.lower > self.upper:
            raise ExactDiceError(
                f"lower must be at most upper, got [{shown(self.lower)}, {shown(self.upper)}]"
            )

    @staticmethod
    def around(value: Exact, digits: int) -> Interval:
        """The value rounded outwards to dyadic ends at most 10^-digits apart, most often far less.

        >>> third = Interval.around(Fraction(1, 3), 2)
        >>> third.width < Fraction(1, 100), third.lower <= Fraction(1, 3) <= third.upper
        (True, True)
        """
        refuse_digits(digits)
        # Finer than 10^-digits by 16 bits more than needed, so that sums of many bounds stay close.
        grid = (1 << (10**digits).bit_length()) << 16
        return Interval(
            simplest(Fraction(floor(value * grid), grid)),
            simplest(Fraction(ceil(value * grid), grid)),
        )

    @staticmethod
    def of_ball(ball: Any) -> Interval:
        """The ends of a ball of flint's."""
        middle, radius = (as_exact(part.fmpq()) for part in (ball.mid(), ball.rad()))
        return Interval(middle - radius, middle + radius)

    @property
    def width(self) -> Exact:
        """upper - lower."""
        return self.upper - self.lower

    @property
    def middle(self) -> Fraction:
        """The number half way between the ends."""
        return Fraction(self.lower + self.upper) / 2

    @property
    def collapsed(self) -> Value:
        """The number itself where both ends are one, else the interval."""
        return self if self.width else self.lower

    def __neg__(self) -> Interval:
        return Interval(-self.upper, -self.lower)

    def __add__(self, other: Value) -> Interval:
        low, high = ends_of(other)
        return Interval(self.lower + low, self.upper + high)

    def __sub__(self, other: Value) -> Interval:
        return self + -other

    def __rsub__(self, other: Exact) -> Interval:
        return -self + other

    def __mul__(self, other: Value) -> Interval:
        # The signs may be anything, so the extremes are among the four products of the ends.
        products = [a * b for a in ends_of(self) for b in ends_of(other)]
        return Interval(min(products), max(products))

    def __truediv__(self, other: Value) -> Interval:
        low, high = ends_of(other)
        if low <= 0 <= high:
            raise ExactDiceError(f"division by bounds that hold 0: [{shown(low)}, {shown(high)}]")
        return self * Interval(Fraction(1) / high, Fraction(1) / low)

    def __rtruediv__(self, other: Exact) -> Interval:
        return Interval(other, other) / self

    def __pow__(self, exponent: int) -> Interval:
        exponent = as_whole(exponent, "the exponent of bounds", 0)
        ends = self.lower**exponent, self.upper**exponent
        # A power turns at 0 alone, and there only an even one, whose least value it is.
        turns = exponent > 0 and exponent % 2 == 0 and self.lower < 0 < self.upper
        return Interval(0 if turns else min(ends), max(ends))

    __radd__ = __add__
    __rmul__ = __mul__


# What is known of a number: the number itself, or bounds. Matrices and queries hold either kind.
Value = Exact | Interval


def lower_end(value: Value) -> Exact:
    """The number itself; of bounds the lower one."""
    return value.lower if isinstance(value, Interval) else value


def upper_end(value: Value) -> Exact:
    """The number itself; of bounds the upper one."""
    return value.upper if isinstance(value, Interval) else value


def ends_of(value: object) -> tuple[Exact, Exact]:
    """Between which numbers the value lies: its bounds, or twice the number that is known."""
    return (value.lower, value.upper) if isinstance(value, Interval) else (as_exact(value),) * 2


# --- balls ----------------------------------------------------------------------------------------

# One thread at a time computes with balls, or it would compute with the precision of another.
_TURN = RLock()


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """A block that computes with balls of so many bits, alone among all threads; the precision is
    put back at its end.

    Everything that rounds to the working precision belongs into the block, also the ends of a ball.
    Blocks may lie inside each other.

    >>> from flint import arb
    >>> with working_precision(20):
    ...     third = arb(1) / 3
    >>> third
    [0.333333 +/- 4.93e-7]
    """
    with _TURN, ctx.workprec(bits):
        yield


# --- matrices -------------------------------------------------------------------------------------


def matrix_of(
    entry: Callable[[A, B], Entry], rows: Iterable[A], columns: Sequence[B]
) -> list[list[Entry]]:
    """The entry of each row with each column, asked for row by row.

    >>> matrix_of(pow, [2, 3], [1, 2, 3])
    [[2, 4, 8], [3, 9, 27]]
    """
    return [[entry(row, column) for column in columns] for row in rows]


def entrywise(function: Callable[[A], Entry], matrix: Iterable[Iterable[A]]) -> list[list[Entry]]:
    """What the function makes of each entry, in its place.

    >>> entrywise(abs, [[-1, 2], [3, -4]])
    [[1, 2], [3, 4]]
    """
    return [list(map(function, row)) for row in matrix]


def submatrix(
    matrix: Sequence[Sequence[Entry]], rows: Iterable[int], columns: Sequence[int]
) -> list[list[Entry]]:
    """The entries in these rows and these columns, in their order.

    >>> submatrix([[1, 2, 3], [4, 5, 6]], [1, 0], [0, 2])
    [[4, 6], [1, 3]]
    """
    return [[matrix[i][j] for j in columns] for i in rows]


# --- copies ---------------------------------------------------------------------------------------


def _reduce_coefficients(polynomial: Any) -> Any:
    return type(polynomial), (polynomial.coeffs(),)


def _reduce_terms(polynomial: Any) -> Any:
    context = polynomial.context()
    return _rebuild_polynomial, (type(context), context.names(), polynomial.to_dict())


def _rebuild_polynomial(
    context: Any, names: tuple[str, ...], terms: dict[tuple[int, ...], object]
) -> Any:
    return context.get(names, Ordering.lex).from_dict(terms)


# The polynomials of flint can neither be copied nor pickled by themselves.
copyreg.pickle(fmpz_poly, _reduce_coefficients)
copyreg.pickle(fmpq_poly, _reduce_coefficients)
copyreg.pickle(fmpz_mpoly, _reduce_terms)
copyreg.pickle(fmpq_mpoly, _reduce_terms)
