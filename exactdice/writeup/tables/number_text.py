r"""How exact values are written: exactly, as a decimal, in LaTeX, as JSON; and the styles of table
cells.

The styles: frac `7/3`, dec:N `2.33`, percent:N `233.33 %`, factored `7/(2^2·3)`, repeating `2.(3)`,
symbolic (expressions factored), expanded, powers:1-p (values with a symbol in powers of 1 - p). All
but dec:N and percent:N are exact: `printed.numbers` gets the number back from what is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any

from ...distributions.distribution import Distribution, InfiniteDistribution
from ...distributions.symbolic_distributions import ParametricDistribution
from ...exact.argument_checks import a_text
from ...exact.errors import ExactDiceError, QueryError
from ...exact.numbers import (
    Exact,
    Interval,
    Rounding,
    decimal_text,
    exact_text,
    integer_text,
    is_symbolic,
    round_scaled,
    shown,
)
from ...game.text_of_values import as_written, in_order
from ...query.evaluate import parse_option
from ...query.functions.rolls import named_symbols
from ...query.register import Answer, Multiples
from ...query.syntax import expression_latex
from ...symbolic.algebraic_numbers import AlgebraicNumber
from ...symbolic.function import PiecewiseFunction
from ...symbolic.rational_function import Polynomial, RationalFunction, polynomial_of
from ...symbolic.written import EXPANDED, FACTORED, FORMS, Form
from .output_formats import function_json, function_latex

Braces = tuple[str, str]
BRACES = ("{", "}")
LATEX_BRACES = (r"\{", r"\}")
RESERVED = re.compile(r"[_%#&$]")  # by LaTeX
OF_SYMBOLS = PiecewiseFunction | RationalFunction | ParametricDistribution
WORD = re.compile(r"[A-Za-z][-\w]*")


class Format(StrEnum):
    """How `value` prints."""

    EXACT = "exact"
    DECIMAL = "decimal"
    LATEX = "latex"
    JSON = "json"
    TEXT = "text"  # a law as a table with bars


def spread(value: object, number: Callable[[object], str], brace: Braces = BRACES) -> str:
    """A value of any kind with its numbers written by `number`."""
    if isinstance(value, bool):
        return as_written(value)
    if isinstance(value, Exact):
        return number(value)
    if isinstance(value, Interval):
        return f"[{number(value.lower)}, {number(value.upper)}]"
    if isinstance(value, Distribution | InfiniteDistribution):
        # The outcomes of a law and the actions of a set are names, not amounts: no style rounds
        # them.
        entries = [
            f"{_name(x, brace)}: {number(chance)}" for x, chance in distribution_entries(value)
        ]
        return f"{brace[0]}{', '.join(entries)}{brace[1]}"
    if isinstance(value, tuple):
        parts = [spread(part, number, brace) for part in value]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if isinstance(value, Multiples | OF_SYMBOLS):
        return str(value)
    if isinstance(value, frozenset):
        names = [_name(as_written(outcome), brace) for outcome in in_order(value)]
        return f"{brace[0]}{', '.join(names)}{brace[1]}"
    if is_name(value):
        return _name(as_written(value), brace)
    return number(value)


def _name(text: str, brace: Braces) -> str:
    """The name of an action or an outcome; in LaTeX its words upright, as no product of letters."""
    if brace != LATEX_BRACES:
        return text
    return RESERVED.sub(r"\\\g<0>", WORD.sub(r"\\mathrm{\g<0>}", text))


def distribution_entries(
    law: Distribution[object] | InfiniteDistribution,
) -> list[tuple[str, Fraction]]:
    """[(outcome as it is written, its probability)] in order; of an endless law all but the last
    thousandth, and then the rest.
    """
    if isinstance(law, Distribution):
        return [(as_written(x), law.probability(x)) for x in in_order(law)]
    chances, rest = law.head()
    written = [(as_written(x), chance) for x, chance in chances.items()]
    # Nothing is left of an event that is tried once and always true.
    if rest:
        return [*written, (f"above {as_written(max(chances))}", rest)]
    return written


def is_name(value: object) -> bool:
    """Whether it is an action or an outcome that is no number."""
    return value is None or isinstance(value, str)


def exact(value: object) -> str:
    """One line: `a/b` or an integer, and what is no number in brackets, or the expression.

    `[a, b]` is written for bounds, `{1: 1/3, 2: 2/3}` for a distribution, `{1, 2}` for a set.

    >>> exact(Fraction(-3, 8)), exact(Distribution({2: 2, 1: 1})), exact(frozenset({2, 1}))
    ('-3/8', '{1: 1/3, 2: 2/3}', '{1, 2}')
    """
    return spread(value, _exact_number)


def _exact_number(number: object) -> str:
    if isinstance(number, AlgebraicNumber):
        return str(number)
    if isinstance(number, Exact):
        return exact_text(number)
    return expression_text(number)


def expression_text(expression: object) -> str:
    """The expression as sympy writes it."""
    # Loaded when an expression comes: sympy is slow to load, and most values are numbers.
    from ...symbolic import expressions as symbolic

    return symbolic.expression_text(expression)


def decimal(
    value: object,
    places: int = 6,
    mark: str = ".",
    brace: Braces = BRACES,
    pads: bool = False,
) -> str:
    """The value with every number that is not whole rounded to this many decimals (half to even);
    those that are whole too where it `pads` them.

    Bounds whose ends round alike give that one number, which is the rounded value; others are
    rounded outwards.

    >>> decimal(Fraction(1, 3), 3), decimal(7)
    ('0.333', '7')
    >>> close = Interval(Fraction(33331, 10**5), Fraction(33338, 10**5))
    >>> decimal(close, 3), decimal(close, 4)
    ('0.333', '[0.3333, 0.3334]')
    """

    def rounded(number: Exact, way: Rounding = Rounding.HALF_EVEN) -> str:
        if isinstance(number, int) and not pads:
            return integer_text(number)
        return decimal_text(number, places, way, mark)

    def text(one: object) -> str:
        if isinstance(one, AlgebraicNumber):
            return one.decimal(places)
        return rounded(one if isinstance(one, Exact) else _nearby(one, places))

    if not isinstance(value, Interval):
        return spread(value, text, brace)
    # Rounding is monotone: what lies between two ends that round alike rounds as they do.
    nearest = decimal_text(value.lower, places, mark=mark)
    if nearest == decimal_text(value.upper, places, mark=mark):
        return nearest
    # Outwards, so that the value is certain to lie between the decimals written.
    lower = rounded(value.lower, Rounding.FLOOR)
    upper = rounded(value.upper, Rounding.CEILING)
    return f"[{lower}, {upper}]"


def padded(value: object, places: int, mark: str = ".", brace: Braces = BRACES) -> str:
    """The value with as many decimals on whole numbers too, as the cells of one column have.

    >>> padded(Fraction(13, 18), 3), padded(1, 3)
    ('0.722', '1.000')
    """
    return decimal(value, places, mark, brace, pads=True)


def _nearby(expression: object, places: int) -> Exact:
    """A rational that rounds to the same decimals as the expression.

    Its enclosure is narrowed until both ends round alike.
    """
    from ...symbolic.expressions import enclosure

    # A number that is the middle between two decimals would be narrowed for ever.
    for bits in (64, 256, 1024, 4096, 16384):
        # A decimal holds log2(10) = 3.3 bits, so 4 for each leave the first bits to decide.
        bounds = enclosure(expression, bits + 4 * places)
        if round_scaled(bounds.lower, places) == round_scaled(bounds.upper, places):
            return bounds.lower
    raise QueryError(f"the rounding of {expression} to {places} decimals could not be decided")


def latex(value: object) -> str:
    r"""The value in LaTeX, for math mode.

    >>> latex(Fraction(-3, 8)), latex(frozenset({1, 2}))
    ('-\\frac{3}{8}', '\\{1, 2\\}')
    """

    if isinstance(value, RationalFunction):
        return value.latex()
    if isinstance(value, ParametricDistribution):
        chances = (f"{latex(x)}: {latex(chance)}" for x, chance in value.chances.items())
        return rf"\{{{', '.join(chances)}\}}"
    if isinstance(value, PiecewiseFunction):
        return function_latex(value)
    return spread(value, latex_number, LATEX_BRACES)


def latex_number(one: object) -> str:
    """The exact number or the expression in LaTeX."""
    if isinstance(one, AlgebraicNumber):
        return latex_number(one.expression())
    if not isinstance(one, Exact):
        try:
            return expression_latex(one)
        except ValueError:  # numbers of too many digits for sympy
            return expression_text(one)
    return _fraction_latex(
        one.numerator, integer_text(one.denominator) if one.denominator > 1 else ""
    )


def _fraction_latex(numerator: int, bottom: str) -> str:
    if not bottom:
        return integer_text(numerator)
    sign = "-" if numerator < 0 else ""
    return rf"{sign}\frac{{{integer_text(abs(numerator))}}}{{{bottom}}}"


def as_json(value: object, number: Callable[[object], str] = exact) -> object:
    """The value as JSON can hold it: a distribution as {outcome: text}, a set as a list.

    Numbers are texts such as `a/b`, since readers of JSON may turn its numbers into floats.
    """
    if isinstance(value, Interval):
        return {"lower": number(value.lower), "upper": number(value.upper)}
    if isinstance(value, PiecewiseFunction):
        return function_json(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, Distribution | InfiniteDistribution):
        return {x: number(chance) for x, chance in distribution_entries(value)}
    if isinstance(value, ParametricDistribution):
        return {number(x): str(chance) for x, chance in value.chances.items()}
    if isinstance(value, tuple):
        return [as_json(part, number) for part in value]
    if isinstance(value, frozenset):
        return [_named_in_json(x) for x in in_order(value)]
    if is_name(value):
        return value
    return number(value)


def _named_in_json(outcome: object) -> object:
    """An outcome or an action, which is a name and no amount."""
    if isinstance(outcome, tuple):
        return [_named_in_json(part) for part in outcome]
    if isinstance(outcome, int) or is_name(outcome):
        return outcome
    return as_written(outcome)


# --- the styles of cells --------------------------------------------------------------------------

STYLES = (
    *("frac", "dec:N", "percent:N", "factored", "repeating", "symbolic"),
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
    >>> names = ("frac", "dec:2", "percent:1", "factored", "repeating")
    >>> [cell_style(name, ",").plain(third) for name in names]
    ['7/3', '2,33', '233,3 %', '7/3', '2,(3)']
    """
    a_text(name, "style")
    if a_text(mark, "the decimal mark") not in MARKS:
        raise ExactDiceError(f"the decimal mark must be . or , but is {shown(mark)}")
    if not is_style(name):
        raise ExactDiceError(
            f"style must be one of {', '.join(STYLES)} (N decimals), got {shown(name)}"
        )
    kind, _, places = name.partition(":")
    # LaTeX sets a space after a comma, as in a list, unless it is braced.
    latex_mark = "{,}" if mark == "," else mark
    if kind in ROUNDING:
        write = ROUNDING[kind]
        count = int(places)
        return CellStyle(
            lambda value: write(value, count, mark, BRACES),
            lambda value: write(value, count, latex_mark, LATEX_BRACES),
            rounds=True,
        )
    writers: dict[str, tuple[Writer, Writer]] = {
        "factored": (
            factored,
            lambda x: _fraction_latex(x.numerator, r" \cdot ".join(_prime_powers(x, "^{{{}}}"))),
        ),
        "repeating": (
            partial(repeating, mark=mark),
            partial(repeating, mark=latex_mark, period=r"\overline{{{}}}"),
        ),
    }
    number, number_latex = writers.get(name, (exact_text, latex_number))
    form = form_named(name) if f"{kind}:" == POWERS else EXPANDED
    if name in ("factored", "symbolic"):
        form = FACTORED

    def prepared(expression: object) -> object:
        if name != "symbolic" or isinstance(expression, AlgebraicNumber):
            return expression
        # Only this style needs sympy, which takes longer to load than most tables to compute.
        import sympy

        return sympy.factor(expression)

    # One style serves whole tables, in which numbers and expressions may stand side by side.
    def plain(value: Answer) -> str:
        if isinstance(value, PiecewiseFunction):
            return value.text(form)
        return spread(
            value, lambda x: number(x) if isinstance(x, Exact) else _exact_number(prepared(x))
        )

    def in_latex(value: Answer) -> str:
        if isinstance(value, PiecewiseFunction):
            return function_latex(value, form)
        if isinstance(value, OF_SYMBOLS):
            return latex(value)
        return spread(
            value,
            lambda x: number_latex(x) if isinstance(x, Exact) else latex_number(prepared(x)),
            LATEX_BRACES,
        )

    return CellStyle(plain, in_latex)


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


def is_style(name: str) -> bool:
    """Whether there is a style of this name.

    >>> [is_style(name) for name in ("frac", "percent:1", "dec:N", "EP(5)")]
    [True, True, False, False]
    """
    kind, _, places = name.partition(":")
    # isdigit() alone holds for ² too, which int() refuses; four digits are more than a page shows.
    is_count = places.isascii() and places.isdigit() and len(places) <= 4
    return name in EXACT_STYLES or f"{kind}:" == POWERS or (kind in ROUNDING and is_count)


def percent(value: object, places: int, mark: str, brace: Braces) -> str:
    """The value with its numbers in percent: `64.89 %`, in LaTeX with a thin space."""
    sign = r"\,\%" if brace == LATEX_BRACES else " %"
    # Bounds first, since those whose ends round alike are written as one number.
    if isinstance(value, Interval):
        return padded(Interval(100 * value.lower, 100 * value.upper), places, mark, brace) + sign

    def hundredfold(number: Any) -> str:
        if isinstance(number, AlgebraicNumber):
            number = Fraction(number.decimal(places + 2))
        return padded(100 * number, places, mark) + sign

    return spread(value, hundredfold, brace)


ROUNDING = {"dec": padded, "percent": percent}


# --- each style ---------------------------------------------------------------------------------


def factored(number: Exact) -> str:
    """The denominator as a product of prime powers: `-49/(2^3·3^3)`; a factor without small primes
    stays as it is.

    >>> factored(Fraction(-49, 216)), factored(Fraction(1, 8))
    ('-49/(2^3·3^3)', '1/2^3')
    """
    powers = _prime_powers(number, "^{}")
    if not powers:
        return integer_text(number.numerator)
    bottom = "·".join(powers)
    if len(powers) > 1:
        bottom = f"({bottom})"
    return f"{integer_text(number.numerator)}/{bottom}"


def _prime_powers(number: Exact, exponent: str) -> list[str]:
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
            left //= divisor
            power += 1
        if power:
            powers.append(f"{divisor}" + (exponent.format(power) if power > 1 else ""))
    return powers if left == 1 else [*powers, integer_text(left)]


def repeating(number: Exact, mark: str = ".", period: str = "({})") -> str:
    """The decimal expansion with its period in parentheses; `ExactDiceError` when the period is
    very long.

    >>> repeating(Fraction(1, 6)), repeating(Fraction(-9, 8)), repeating(Fraction(1, 7), ",")
    ('0.1(6)', '-1.125', '0,(142857)')
    """
    # Of the size, since divmod rounds down: -3/2 would fall into -2 and 1/2.
    bottom = number.denominator
    whole, rest = divmod(abs(number.numerator), bottom)
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
    sign = "-" if number < 0 else ""
    return f"{sign}{integer_text(whole)}" + (mark + decimals if decimals else "")
