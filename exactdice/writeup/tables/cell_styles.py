r"""The styles of table cells: how a number is written in each, as text and in LaTeX.

frac `7/3`, dec:N `2.33`, percent:N `233.33 %`, mixed `2 1/3`, factored `7/(2^2·3)`, repeating
`2.(3)`, cf `[2; 3]`, symbolic (expressions factored), expanded, powers:1-p (values with a symbol in
powers of 1 - p). All but dec:N and percent:N are exact:
`printed.numbers` gets the number back from what is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ...exact.argument_checks import a_text
from ...exact.errors import ExactDiceError, QueryError
from ...exact.numbers import Exact, Interval, exact_text, integer_text, is_symbolic, ratio, shown
from ...query.evaluate import parse_option
from ...query.functions.rolls import named_symbols
from ...query.register import Answer
from ...symbolic.function import PiecewiseFunction
from ...symbolic.polynomial import Polynomial, polynomial_of
from ...symbolic.written import EXPANDED, FACTORED, FORMS, Form
from .function_rows import function_latex
from .number_text import (
    BRACES,
    LATEX_BRACES,
    Braces,
    as_json,
    exact,
    expression_text,
    latex,
    latex_number,
    padded,
    spread,
)

STYLES = (
    *("frac", "dec:N", "percent:N", "mixed", "factored", "repeating", "cf", "symbolic"),
    *("expanded", "powers:1-p", "powers:p,1-p"),
)
EXACT_STYLES = tuple(name for name in STYLES if not name.endswith(":N"))
MARKS = (".", ",")
POWERS = "powers:"
Writer = Callable[[Exact], str]
LONGEST_PERIOD = 2000  # digits of a repeating decimal; a longer one is refused


@dataclass(frozen=True)
class CellStyle:
    """A style: the functions that write a value of any kind as text and in LaTeX (for
    math mode).
    """

    plain: Callable[[Answer], str]
    latex: Callable[[Answer], str]
    rounds: bool = False

    def json(self, value: object) -> object:
        """The value as JSON can hold it, its numbers as texts in this style; rounded bounds are one
        text.
        """
        # Rounded bounds may be a single number, when both ends round alike: a pair would hide that.
        if self.rounds and isinstance(value, Interval):
            return self.plain(value)
        return as_json(value, self.plain)


def cell_style(name: str, mark: str = ".") -> CellStyle:
    """The style of this name with this decimal mark; `ExactDiceError` listing the names otherwise.

    >>> third = Fraction(7, 3)
    >>> names = ("frac", "dec:2", "percent:1", "mixed", "factored", "repeating", "cf")
    >>> [cell_style(name, ",").plain(third) for name in names]
    ['7/3', '2,33', '233,3 %', '2 1/3', '7/3', '2,(3)', '[2; 3]']
    """
    a_text(name, "style")
    if a_text(mark, "the decimal mark") not in MARKS:
        raise ExactDiceError(f"the decimal mark must be . or , but is {shown(mark)}")
    if name == "frac":
        return CellStyle(exact, latex)
    if name == "expanded" or name.startswith(POWERS):
        return _with_form(CellStyle(exact, latex), form_named(name))
    kind, _, places = name.partition(":")
    # LaTeX sets a space after a comma, as in a list, unless it is braced.
    latex_mark = "{,}" if mark == "," else mark
    if kind in ROUNDING and _is_places(places):
        write = ROUNDING[kind]
        count = int(places)
        return CellStyle(
            lambda value: write(value, count, mark, BRACES),
            lambda value: write(value, count, latex_mark, LATEX_BRACES),
            rounds=True,
        )
    if name == "repeating":
        tex = partial(repeating, mark=latex_mark, period=r"\overline{{{}}}")
        return _of_numbers(partial(repeating, mark=mark), tex)
    if name == "symbolic":
        return _with_form(_of_numbers(exact_text, latex_number, _factored_expression), FACTORED)
    writers: dict[str, tuple[Writer, Writer]] = {
        "mixed": (mixed, partial(mixed, apart=r"\,", text=latex)),
        "factored": (factored, _latex_factored),
        "cf": (continued_fraction, continued_fraction),
    }
    if name not in writers:
        expected = f"one of {', '.join(STYLES)} (N decimals)"
        raise ExactDiceError(f"style must be {expected}, got {shown(name)}")
    style = _of_numbers(*writers[name])
    return _with_form(style, FACTORED) if name == "factored" else style


def form_named(name: str) -> Form:
    """The form of this name; `QueryError` listing the names otherwise.

    >>> form_named("powers:1-p").bases
    (1 - p,)
    """
    plain = {"expanded": EXPANDED, "factored": FACTORED}
    if name in plain:
        return plain[name]
    if not name.startswith(POWERS):
        raise QueryError(f"the form must be one of {', '.join(FORMS)}, got {shown(name)}")
    written = parse_option(name.removeprefix(POWERS))
    parts = named_symbols(written if isinstance(written, tuple) else (written,))
    assert isinstance(parts, tuple)
    bases = [polynomial_of(p, "the base of a power") if is_symbolic(p) else p for p in parts]
    if not all(isinstance(base, Polynomial) for base in bases):
        raise QueryError(
            f"powers are of polynomials in the symbol, as powers:1-p, got {shown(name)}"
        )
    return Form(bases=tuple(bases))


def _with_form(style: CellStyle, form: Form) -> CellStyle:
    """The style that writes values with a symbol in this form."""
    in_latex = partial(function_latex, form=form)
    return CellStyle(
        _for_kind(PiecewiseFunction, lambda value: value.text(form), style.plain),
        _for_kind(PiecewiseFunction, in_latex, style.latex),
    )


def _for_kind(
    kind: Any, write: Callable[[Any], str], otherwise: Callable[[Any], str]
) -> Callable[[Any], str]:
    """What writes values of this kind one way, and all others the other way."""
    return lambda value: write(value) if isinstance(value, kind) else otherwise(value)


def is_style(name: str) -> bool:
    """Whether there is a style of this name.

    >>> [is_style(name) for name in ("frac", "percent:1", "dec:N", "EP(5)")]
    [True, True, False, False]
    """
    kind, _, places = name.partition(":")
    if f"{kind}:" == POWERS:
        return True
    return name in EXACT_STYLES or (kind in ROUNDING and _is_places(places))


def _is_places(text: str) -> bool:
    """Whether the text is a number of decimals."""
    # isdigit() alone holds for ² too, which int() refuses; four digits are more than a page shows.
    return text.isascii() and text.isdigit() and len(text) <= 4


def _percent(value: object, places: int, mark: str, brace: Braces) -> str:
    """The value with its numbers in percent: `64.89 %`, in LaTeX with a thin space."""
    sign = r"\,\%" if brace == LATEX_BRACES else " %"
    # Bounds first, since those whose ends round alike are written as one number.
    if isinstance(value, Interval):
        return padded(Interval(100 * value.lower, 100 * value.upper), places, mark, brace) + sign

    def hundred(number: Any) -> str:
        return padded(100 * number, places, mark) + sign

    return spread(value, hundred, brace)


ROUNDING = {
    "dec": padded,
    "percent": _percent,
}


def _of_numbers(
    plain: Writer,
    tex: Writer,
    prepare: Callable[[Answer], Answer] = lambda expression: expression,
) -> CellStyle:
    """The style that writes numbers so, and expressions as they are once prepared."""

    # One style serves whole tables, in which numbers and expressions may stand side by side.
    text = _for_kind(Exact, plain, lambda value: expression_text(prepare(value)))
    in_latex = _for_kind(Exact, tex, lambda value: latex_number(prepare(value)))
    return CellStyle(
        lambda value: spread(value, text), lambda value: spread(value, in_latex, LATEX_BRACES)
    )


def _factored_expression(expression: object) -> object:
    # Only this style needs sympy, which takes longer to load than most tables to compute.
    import sympy

    return sympy.factor(expression)


# --- each style -----------------------------------------------------------------------------------


def _parts(number: Exact) -> tuple[str, int, Fraction]:
    """The sign, the whole part and the proper fraction of the size."""
    # Of the size, since divmod rounds down: -3/2 would fall into -2 and 1/2.
    whole, rest = divmod(abs(number.numerator), number.denominator)
    return "-" if number < 0 else "", whole, ratio(rest, number.denominator)


def mixed(number: Exact, apart: str = " ", text: Writer = exact_text) -> str:
    """The whole part and the proper fraction: `2 1/3`, `-1 1/2`."""
    sign, whole, rest = _parts(number)
    if not whole or not rest:
        return text(number)
    return f"{sign}{integer_text(whole)}{apart}{text(rest)}"


def factored(number: Exact) -> str:
    """The denominator as a product of prime powers: `-49/(2^3·3^3)`; a factor without small primes
    stays as it is.

    >>> factored(Fraction(-49, 216)), factored(Fraction(1, 8))
    ('-49/(2^3·3^3)', '1/2^3')
    """
    powers = _powers(number, "^{}")
    if not powers:
        return integer_text(number.numerator)
    bottom = "·".join(powers)
    if len(powers) > 1:
        bottom = f"({bottom})"
    return f"{integer_text(number.numerator)}/{bottom}"


def _latex_factored(number: Exact) -> str:
    powers = _powers(number, "^{{{}}}")
    if not powers:
        return integer_text(number.numerator)
    sign = "-" if number < 0 else ""
    top = integer_text(abs(number.numerator))
    product = r" \cdot ".join(powers)
    return rf"{sign}\frac{{{top}}}{{{product}}}"


def _powers(number: Exact, exponent: str) -> list[str]:
    """The prime powers of the denominator as texts, for the primes below 1000, then what is left;
    none of a whole number.
    """
    left = number.denominator
    powers = []
    # No larger prime is tried, since to factor a large number may take for ever. The product is
    # right all the same: what is left stands in it as one factor.
    for divisor in range(2, 1000):  # of which the primes before have left primes alone
        power = 0
        while left % divisor == 0:
            left = left // divisor
            power = power + 1
        if power:
            powers.append(f"{divisor}" + (exponent.format(power) if power > 1 else ""))
    return powers if left == 1 else [*powers, integer_text(left)]


def repeating(number: Exact, mark: str = ".", period: str = "({})") -> str:
    """The decimal expansion with its period in parentheses; `ExactDiceError` when the period is
    very long.

    >>> repeating(Fraction(1, 6)), repeating(Fraction(-9, 8)), repeating(Fraction(1, 7), ",")
    ('0.1(6)', '-1.125', '0,(142857)')
    """
    sign, whole, fraction = _parts(number)
    rest, bottom = fraction.as_integer_ratio()
    # Long division: the digits repeat from the first remainder that comes back.
    places = dict[int, int]()
    decimals = ""
    while rest and rest not in places:
        places[rest] = len(decimals)
        digit, rest = divmod(10 * rest, bottom)
        decimals += str(digit)
        # Asked after each digit: a period may be nearly as long as the denominator is large.
        if len(decimals) > LONGEST_PERIOD:
            raise ExactDiceError(
                f"{shown(number)} repeats only after more than {LONGEST_PERIOD} decimals: use "
                "another style, such as frac or dec:6"
            )
    if rest:
        first = places[rest]
        decimals = decimals[:first] + period.format(decimals[first:])
    return f"{sign}{integer_text(whole)}" + (mark + decimals if decimals else "")


def continued_fraction(number: Exact) -> str:
    """`[a; b, c]` for a + 1/(b + 1/c), all but the first positive, the last above 1.

    >>> continued_fraction(Fraction(-3, 8)), continued_fraction(5)
    ('[-1; 1, 1, 1, 2]', '[5]')
    """
    top = number.numerator
    bottom = number.denominator
    terms = []
    # Euclid's algorithm. Floored division makes every quotient after the first positive, and the
    # last one above 1 since remainders fall.
    while bottom:
        whole, rest = divmod(top, bottom)
        terms.append(integer_text(whole))
        top = bottom
        bottom = rest
    first, *others = terms
    if others:
        return f"[{first}; {', '.join(others)}]"
    return f"[{first}]"
