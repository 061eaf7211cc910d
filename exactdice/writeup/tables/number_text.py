"""How an exact value of any kind is written: exactly, as a decimal, in LaTeX, as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction

from ...distributions.distribution import Distribution, EndlessLaw
from ...exact.errors import QueryError
from ...exact.numbers import (
    Exact,
    Interval,
    Rounding,
    decimal_text,
    exact_text,
    integer_text,
    round_scaled,
)
from ...game.text_of_values import as_written, in_order
from ...query.register import Multiples
from ...query.syntax import expression_latex
from ...symbolic.function import PiecewiseFunction
from ...symbolic.points import AlgebraicNumber
from ...symbolic.rational_function import ParametricLaw, RationalFunction

Braces = tuple[str, str]
BRACES = ("{", "}")
LATEX_BRACES = (r"\{", r"\}")
RESERVED = re.compile(r"[_%#&$]")  # by LaTeX
OF_SYMBOLS = PiecewiseFunction | RationalFunction | ParametricLaw
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
    if isinstance(value, Distribution | EndlessLaw):
        # The outcomes of a law and the actions of a set are names, not amounts: no style rounds
        # them.
        entries = [f"{_name(x, brace)}: {number(chance)}" for x, chance in law_entries(value)]
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


def law_entries(law: Distribution[object] | EndlessLaw) -> list[tuple[str, Fraction]]:
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

    `[a, b]` is written for bounds, `{1: 1/3, 2: 2/3}` for a law, `{1, 2}` for a set.

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
    """The same with every number that is not whole rounded to this many decimals (half to even);
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
    """The same with as many decimals on whole numbers too, as the cells of one column have.

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
    r"""The same in LaTeX, for math mode.

    >>> latex(Fraction(-3, 8)), latex(frozenset({1, 2}))
    ('-\\frac{3}{8}', '\\{1, 2\\}')
    """

    if isinstance(value, RationalFunction):
        return value.latex()
    if isinstance(value, ParametricLaw):
        chances = (f"{latex(x)}: {latex(chance)}" for x, chance in value.chances.items())
        return rf"\{{{', '.join(chances)}\}}"
    if isinstance(value, PiecewiseFunction):
        from .function_rows import function_latex

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
    if one.denominator == 1:
        return integer_text(one.numerator)
    sign = "-" if one < 0 else ""
    return rf"{sign}\frac{{{integer_text(abs(one.numerator))}}}{{{integer_text(one.denominator)}}}"


def as_json(value: object, number: Callable[[object], str] = exact) -> object:
    """The value as JSON can hold it: a law as {outcome: text}, a set as a list.

    Numbers are texts such as `a/b`, since readers of JSON may turn its numbers into floats.
    """
    if isinstance(value, Interval):
        return {"lower": number(value.lower), "upper": number(value.upper)}
    if isinstance(value, PiecewiseFunction):
        from .function_rows import function_json

        return function_json(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, Distribution | EndlessLaw):
        return {x: number(chance) for x, chance in law_entries(value)}
    if isinstance(value, ParametricLaw):
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
