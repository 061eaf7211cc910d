"""How a sequence grows, as text and in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from flint import arb

from ..exact import Exact, as_exact, as_fmpq, decimal_text
from ..parametric.algebraic import Root, dyadic
from ..precision import working_precision
from ..queries.syntax import expression_latex
from ..symbolic import Symbolic, as_expression, expression_text, symbol
from .growth import PLACES, Growth, Remainder, rounded_up, short

LONGEST_FACTOR = 60  # characters of the factor of an irrational root, beyond which it is left out


def leading_terms(growth: Growth, name: str) -> Symbolic:
    """The leading terms as an expression in n; of an irrational root with c and r in place of the
    factor and of the root.
    """
    n = symbol(name)
    m = (n - growth.first) / growth.period
    if growth.terms is None:
        return sympy.Symbol("c") * m**growth.power * sympy.Symbol("r") ** m
    root = as_expression(growth.root.rational)
    polynomial = sum(
        (as_expression(c) * m**k for k, c in enumerate(growth.terms)), sympy.Integer(0)
    )
    if growth.period == 1:
        return sympy.expand(polynomial * root ** (-growth.first)) * root**n
    return sympy.expand(polynomial) * root**m


def bound_in_n(growth: Growth) -> Remainder | None:
    """The bound on the rest as factor * (n + 1)^power * base^n, for all n from the first on; None
    where nothing is left.
    """
    left = growth.remainder
    if left is None:
        return None
    base = as_fmpq(left.base)
    if growth.period > 1:
        with working_precision(64):
            widest = dyadic((arb(base) ** (arb(1) / growth.period)).abs_upper())
        base = as_fmpq(rounded_up(widest, PLACES))
    # m <= n, and base^m = base_n^(n - first)
    factor = short(as_fmpq(left.factor) / base**growth.first)
    return Remainder(factor, left.power, as_exact(base))


def growth_lines(growths: Sequence[Growth], name: str) -> list[str]:
    """One line for each part of the sequence.

    >>> from .growth import growth_of
    >>> growth_lines(growth_of((3, -2), (0, 1), 0), "n")
    ['as n grows: f(n) = 2**n + e(n), |e(n)| <= 1']
    """
    if not growths:
        return [f"as {name} grows: no root is proved to be the largest, so no term leads"]
    return [f"as {name} grows{_where(one, name)}: {_text(one, name)}" for one in growths]


def growth_latex(growths: Sequence[Growth], name: str) -> list[str]:
    """The same in LaTeX, for math mode."""
    return [_latex(one, name) for one in growths]


def _where(growth: Growth, name: str) -> str:
    if growth.period == 1:
        return ""
    return f" ({name} mod {growth.period} = {growth.residue})"


def _text(growth: Growth, name: str) -> str:
    leading = expression_text(leading_terms(growth, name))
    bound = bound_in_n(growth)
    rest = "" if bound is None else " + e(n)".replace("n", name)
    parts = [f"f({name}) = {leading}{_of_order(growth, rest)}", *_meant(growth)]
    if bound is not None and growth.power_is_all:
        parts.append(f"|e({name})| <= {_bound_text(bound, name)}")
    return ", ".join(parts)


def _of_order(growth: Growth, rest: str) -> str:
    """What stands behind the leading terms."""
    return rest if growth.power_is_all else " * (1 + o(1))"


def _meant(growth: Growth) -> list[str]:
    """What r and c stand for."""
    if growth.factor is None:
        return []
    about = f"about {_decimal(growth.factor, growth.root)}"
    exact = expression_text(_in_root(growth.factor))
    said = f"c = {exact} ({about})" if len(exact) <= LONGEST_FACTOR else f"c {about}"
    return [f"r the {growth.root.text()}", said]


def _in_root(factor: Sequence[Exact]) -> Symbolic:
    r = sympy.Symbol("r")
    return sum((as_expression(c) * r**k for k, c in enumerate(factor)), sympy.Integer(0))


def _decimal(factor: Sequence[Exact], root: Root) -> str:
    """The polynomial at the root, rounded."""
    bits = 64
    while True:
        ends = root.bounds(bits)
        with working_precision(2 * bits):
            x = arb(as_fmpq(ends.middle), arb(as_fmpq(ends.width)))
            ball = arb(0)
            for c in reversed(factor):
                ball = ball * x + arb(as_fmpq(c))
            low, high = (dyadic(end) for end in (ball.lower(), ball.upper()))
        texts = {decimal_text(as_exact(end), PLACES) for end in (low, high)}
        if len(texts) == 1:
            return texts.pop()
        bits *= 2


def _bound_text(bound: Remainder, name: str) -> str:
    power = _raised(f"({name} + 1)", bound.power, "^{}")
    base = "" if bound.base == 1 else f"{_plain(bound.base)}^{name}"
    number = _plain(bound.factor)
    shown = "" if number == "1" and (power or base) else number
    return "*".join(filter(None, [shown, power, base]))


def _raised(text: str, power: int, mark: str) -> str:
    """The text with an exponent; nothing for the power 0."""
    if power < 2:
        return text * power
    return text + mark.format(power)


def _plain(number: Exact) -> str:
    """The decimals of a number that has few, without zeros at the end."""
    places = 0
    while (10**places * number).denominator > 1:
        places += 1
    return decimal_text(number, places)


def _latex(growth: Growth, name: str) -> str:
    leading = expression_latex(leading_terms(growth, name))
    bound = bound_in_n(growth)
    shown = expression_latex(symbol(name))
    rest = "" if bound is None else f" + e({shown})"
    if not growth.power_is_all:
        rest = r" \, (1 + o(1))"
    parts = [f"f({shown}) = {leading}{rest}"]
    if growth.period > 1:
        parts.append(rf"{shown} \equiv {growth.residue} \pmod{{{growth.period}}}")
    if growth.factor is not None:
        parts.append(rf"r \approx {growth.root.decimal()}")
        parts.append(rf"c \approx {_decimal(growth.factor, growth.root)}")
    if bound is not None and growth.power_is_all:
        parts.append(rf"|e({shown})| \le {_bound_latex(bound, shown)}")
    return r", \quad ".join(parts)


def _bound_latex(bound: Remainder, name: str) -> str:
    power = _raised(f"({name} + 1)", bound.power, "^{{{}}}")
    base = "" if bound.base == 1 else f"{_plain(bound.base)}^{{{name}}}"
    number = _plain(bound.factor)
    return r" \cdot ".join(filter(None, [number, power, base]))
