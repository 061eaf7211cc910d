"""Polynomials and rational functions as text, in LaTeX, for sympy and in notebooks: expanded, in
factors, or in powers of 1 - p.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from ..exact.errors import QueryError
from ..exact.numbers import as_exact, exact_text
from .algebraic_numbers import AlgebraicNumber
from .pieces import Best, Piece
from .rational_function import (
    POWER,
    Polynomial,
    RationalFunction,
    fraction_text,
    sum_text,
    term_text,
    text_latex,
)

FORMS = ("expanded", "factored", "powers:1-p", "powers:p,1-p")  # as they are typed
WIDE = 10**9  # characters of a line that is not broken


@dataclass(frozen=True)
class Form:
    """Expanded; in factors; or in powers of one linear polynomial, or of two.

    Of two, as p and 1 - p, every term has the degree of the whole: the b p^k (1-p)^(n-k) of a
    loaded coin.
    """

    is_factored: bool = False
    bases: tuple[Polynomial, ...] = ()

    def __post_init__(self) -> None:
        are_linear = all(
            len(base.names) == 1 and base.numerator.degree() == 1 for base in self.bases
        )
        count = len(self.bases)
        if not are_linear or count > 2 or (count == 2 and _determinant(self) == 0):
            told = ", ".join(map(str, self.bases))
            raise QueryError(
                "powers are of a linear polynomial, as powers:1-p, or of two different ones, as "
                f"powers:p,1-p, got {told}"
            )


EXPANDED = Form()
FACTORED = Form(is_factored=True)


def terms(polynomial: fmpz_poly, name: str, form: Form = EXPANDED) -> list[str]:
    """The terms of the polynomial as texts, each with its sign where that is a minus.

    >>> from .rational_function import parameter
    >>> p = parameter("p", 0, 1)
    >>> cubic = fmpz_poly([0, 0, 3, -3])
    >>> terms(cubic, "p"), terms(cubic, "p", FACTORED)
    (['3*p^2', '-3*p^3'], ['3*p^2*(1 - p)'])
    >>> terms(cubic, "p", Form(bases=(1 - p,)))
    ['3*(1 - p)', '-6*(1 - p)^2', '3*(1 - p)^3']
    >>> terms(cubic, "p", Form(bases=(p, 1 - p)))
    ['3*p^2*(1 - p)']
    """
    if form.is_factored:
        content, factors = polynomial.factor()
        # Nothing is gained where it is its own only factor, perhaps with the other sign.
        is_itself = abs(content) == 1 and [exponent for _, exponent in factors] == [1]
        if polynomial.degree() > 0 and not is_itself:
            return [_product_text(content, factors, name)]
    for base in form.bases:
        if base.parameter.name != name:
            raise QueryError(
                f"the value holds {name}, so powers are as powers:1-{name}, got {base}"
            )
    degree = polynomial.degree()
    names = [_base(_linear_text(base)) for base in form.bases] or [name]
    found = []
    for k, coefficient in enumerate(_coefficients(polynomial, form).coeffs()):
        if coefficient != 0:
            powers = zip(names, (k, degree - k), strict=False)
            found.append(term_text(coefficient, _powers_text(powers)))
    return found or ["0"]


def _base(text: str) -> str:
    """The base of a power, in brackets where it is a sum."""
    return f"({text})" if " " in text else text


def _powers_text(powers: Iterable[tuple[str, int]]) -> str:
    """The product of the powers, each given as its base in writing and its exponent."""
    return "*".join(base + (f"^{k}" if k > 1 else "") for base, k in powers if k)


def _coefficients(polynomial: fmpz_poly, form: Form) -> fmpq_poly:
    """The coefficients in the powers of the first base, lowest first."""
    if not form.bases:
        return fmpq_poly(polynomial)
    # With x and y for the bases, p = (c2 x - c1 y) / det and 1 = (s1 y - s2 x) / det. Put into the
    # polynomial, made homogeneous, and y = 1.
    (constant, slope), (other, other_slope) = _linear_pair(form)
    determinant = _determinant(form)
    symbol = fmpq_poly([-constant, other]) / determinant
    unit = fmpq_poly([slope, -other_slope]) / determinant
    found = fmpq_poly([])
    power = fmpq_poly([1])
    for coefficient in reversed(polynomial.coeffs()):
        found = found * symbol + power * coefficient
        power *= unit
    return found


def _linear_text(base: Polynomial) -> str:
    """`1 - p`, and `p - 1/2` where the constant is below 0."""
    constant, slope = _line(base)
    if not constant < 0 < slope:
        return str(base)
    return f"{base - as_exact(constant)} - {exact_text(as_exact(-constant))}"


def _linear_pair(form: Form) -> list[list[fmpq]]:
    """The constants and the slopes of both bases; with a single one the other is 1."""
    return [*map(_line, form.bases), [fmpq(1), fmpq(0)]][:2]


def _line(base: Polynomial) -> list[fmpq]:
    """The constant and the slope."""
    (below,) = base.denominator.coeffs()
    return [fmpq(c, below) for c in base.numerator.coeffs()]


def _determinant(form: Form) -> fmpq:
    """0 where one of two linear polynomials is a multiple of the other."""
    (constant, slope), (other, other_slope) = _linear_pair(form)
    return other * slope - constant * other_slope


def _product_text(content: fmpz, factors: Sequence[tuple[fmpz_poly, int]], name: str) -> str:
    """The product, its factors irreducible and with a lowest coefficient above 0."""
    powers = []
    for factor, exponent in factors:
        if next(c for c in factor.coeffs() if c != 0) < 0:
            factor = -factor
            content = content * (-1) ** exponent
        powers.append((_base(sum_text(terms(factor, name))), int(exponent)))
    powers.sort(key=lambda power: len(power[0]))
    return term_text(content, _powers_text(powers))


# --- text -----------------------------------------------------------------------------------------


def polynomial_text(polynomial: fmpz_poly, name: str, form: Form = EXPANDED) -> str:
    """The polynomial with the lowest power first: `1 - 2*p + p^3`.

    >>> polynomial_text(fmpz_poly([1, -2, 0, 1]), "p")
    '1 - 2*p + p^3'
    """
    return sum_text(terms(polynomial, name, form))


def quotient_text(value: RationalFunction, form: Form = EXPANDED) -> str:
    """The function of one parameter as a polynomial, or as (polynomial)/(polynomial)."""
    top, under = _normalise(value)
    above = polynomial_text(top, value.names[0], form)
    if under.is_one():
        return above
    return fraction_text(above, polynomial_text(under, value.names[0], form))


def _normalise(value: RationalFunction) -> tuple[fmpz_poly, fmpz_poly]:
    """The polynomials above and below, whose lowest coefficient is above 0."""
    lowest = next(c for c in value.denominator.coeffs() if c != 0)
    sign = 1 if lowest > 0 else -1
    return sign * value.numerator, sign * value.denominator


# --- LaTeX ----------------------------------------------------------------------------------------


def polynomial_latex(
    polynomial: fmpz_poly, name: str, form: Form = EXPANDED, width: int = WIDE
) -> str:
    r"""The polynomial in LaTeX: `1 - 2 p + p^{12}`; on lines of about so many characters, where it
    is longer than one.

    >>> print(polynomial_latex(fmpz_poly([1, -2, 0, 1]), "p", width=7))
    \begin{aligned} & 1 - 2 p \\ & {} + p^{3} \end{aligned}
    """
    first, *others = terms(polynomial, name, form)
    return aligned_latex(list(map(text_latex, lines_of([first, *map(signed, others)], width))))


def signed(term: str) -> str:
    """The term as it is added to others: `+ 2*p`, `- 2*p`."""
    if term.startswith("-"):
        return f"- {term[1:].lstrip()}"
    return f"+ {term}"


def lines_of(parts: Sequence[str], width: int, shown: Sequence[str] | None = None) -> list[str]:
    """The parts on lines of about so many characters; what is `shown` of them may have others.

    >>> lines_of(["1", "- p", "+ p^2"], 7)
    ['1 - p', '+ p^2']
    """
    lines: list[list[str]] = []
    used = width
    for part, as_shown in zip(parts, shown or parts, strict=True):
        if used + len(part) < width:
            lines[-1].append(as_shown)
            used += len(part) + 1
        else:
            lines.append([as_shown])
            used = len(part)
    return list(map(" ".join, lines))


def aligned_latex(lines: Sequence[str]) -> str:
    """The lines of LaTeX below each other, where there are several."""
    if len(lines) == 1:
        return lines[0]
    # Fractions of neighbouring lines would touch.
    end = r"\\[4pt]" if any(r"\frac" in line for line in lines) else r"\\"
    below = f" {end} & {{}} ".join(lines)
    return rf"\begin{{aligned}} & {below} \end{{aligned}}"


def quotient_latex(value: RationalFunction, form: Form = EXPANDED, width: int = WIDE) -> str:
    r"""The function of one parameter in LaTeX, a long one on several lines."""
    top, under = _normalise(value)
    above = polynomial_latex(top, value.names[0], form, width)
    if under.is_one():
        return above
    return rf"\frac{{{above}}}{{{polynomial_latex(under, value.names[0], form, width)}}}"


def quotient_inline(value: RationalFunction, form: Form = EXPANDED) -> str:
    r"""The function in LaTeX for running text, which may break the line at any sign."""
    return text_latex(quotient_text(value, form))


# --- notebooks ------------------------------------------------------------------------------------


def function_html(
    numbered: Iterable[tuple[int, Piece, Best]], name: str, actions: Sequence[Hashable]
) -> str:
    """The numbered pieces with their ends, the best actions between and at them, and the values."""
    titles = ["", f"{name} from", f"{name} to", "value"]
    if actions:
        titles[3:3] = ["best", f"best at {name} to"]
    heading = _row_html("th", map(escape, titles))
    lines = []
    for number, piece, joint in numbered:
        cells = [str(number), _end_html(piece.lower, name), _end_html(piece.upper, name)]
        if actions:
            cells += [_actions_html(piece.best, actions), _actions_html(joint, actions)]
        value = POWER.sub(r"<sup>\1</sup>", escape(quotient_text(piece.value)))
        lines.append(_row_html("td", [*cells, value.replace("*", "\N{NO-BREAK SPACE}")]))
    return f"<table>{heading}{''.join(lines)}</table>"


def _row_html(tag: str, cells: Iterable[str]) -> str:
    marked = "".join(f'<{tag} style="text-align:left">{cell}</{tag}>' for cell in cells)
    return f"<tr>{marked}</tr>"


def _end_html(root: AlgebraicNumber, name: str) -> str:
    """The end; of an irrational one six decimals, and its polynomial where the pointer rests."""
    if root.rational is not None:
        return escape(root.text(name))
    return f'<span title="{escape(root.text(name))}">{root.decimal(6)}…</span>'


def _actions_html(best: Best, actions: Sequence[Hashable]) -> str:
    return escape(", ".join(str(actions[c]) for c in best))
