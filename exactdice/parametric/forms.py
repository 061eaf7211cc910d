"""The forms in which a polynomial is written: expanded, in factors, in powers of 1 - p."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq, fmpq_poly, fmpz_poly

from ..errors import QueryError
from ..exact import Exact, as_exact, exact_text
from .polynomial import Polynomial

FORMS = ("expanded", "factored", "powers:1-p", "powers:p,1-p")  # as they are typed
Powers = tuple[tuple[str, int], ...]  # ((base as it is written, exponent), ...)


@dataclass(frozen=True)
class Form:
    """Expanded; in factors; or in powers of one linear polynomial, or of two.

    Of two, as p and 1 - p, every term has the degree of the whole: the b p^k (1-p)^(n-k) of a
    loaded coin.
    """

    is_factored: bool = False
    bases: tuple[Polynomial, ...] = ()

    def __post_init__(self) -> None:
        linear = all(base.body.degree() == 1 for base in self.bases)
        if linear and len(self.bases) <= 1:
            return
        if not linear or len(self.bases) > 2 or _determinant(*self.bases) == 0:
            told = ", ".join(map(str, self.bases))
            raise QueryError(
                "powers are of a linear polynomial, as powers:1-p, or of two different ones, as "
                f"powers:p,1-p, got {told}"
            )


EXPANDED = Form()
FACTORED = Form(is_factored=True)


def terms(polynomial: fmpz_poly, name: str, form: Form = EXPANDED) -> list[str]:
    """The terms of the polynomial as texts, each with its sign where that is a minus.

    >>> from .polynomial import parameter
    >>> p = parameter("p", 0, 1)
    >>> cubic = fmpz_poly([0, 0, 3, -3])
    >>> terms(cubic, "p"), terms(cubic, "p", FACTORED)
    (['3*p^2', '-3*p^3'], ['3*p^2*(1 - p)'])
    >>> terms(cubic, "p", Form(bases=(1 - p,)))
    ['3*(1 - p)', '-6*(1 - p)^2', '3*(1 - p)^3']
    >>> terms(cubic, "p", Form(bases=(p, 1 - p)))
    ['3*p^2*(1 - p)']
    """
    if form.is_factored and polynomial.degree() > 0 and not _is_itself(polynomial):
        parts = _factors(polynomial, name)
    else:
        parts = _powers(polynomial, name, form)
    return [_term(coefficient, powers) for coefficient, powers in parts] or ["0"]


def joined(parts: list[str]) -> str:
    """The sum of the terms."""
    return " + ".join(parts).replace("+ -", "- ")


def _term(coefficient: Exact, powers: Powers) -> str:
    written = [base + (f"^{exponent}" if exponent > 1 else "") for base, exponent in powers]
    if written and abs(coefficient) == 1:
        return "-" * (coefficient < 0) + "*".join(written)
    return "*".join([exact_text(coefficient), *written])


def _base(text: str) -> str:
    """The base of a power, in brackets where it is a sum."""
    return f"({text})" if " " in text else text


# --- in powers ------------------------------------------------------------------------------------


def _powers(polynomial: fmpz_poly, name: str, form: Form) -> Iterator[tuple[Exact, Powers]]:
    """The coefficients that are not 0, with their powers."""
    for base in form.bases:
        if base.parameter.name != name:
            raise QueryError(
                f"the value holds {name}, so powers are as powers:1-{name}, got {base}"
            )
    degree = polynomial.degree()
    names = [_base(_linear_text(base)) for base in form.bases] or [name]
    for k, coefficient in enumerate(_coefficients(polynomial, form).coeffs()):
        exponents = (k, degree - k)
        powers = tuple((base, e) for base, e in zip(names, exponents, strict=False) if e)
        if coefficient != 0:
            yield as_exact(fmpq(1) * coefficient), powers


def _coefficients(polynomial: fmpz_poly, form: Form) -> fmpq_poly:
    """The coefficients in the powers of the first base, lowest first."""
    if not form.bases:
        return fmpq_poly(polynomial)
    constant, slope = form.bases[0].body.coeffs()
    if len(form.bases) == 1:
        return fmpq_poly(polynomial)(fmpq_poly([-constant / slope, 1 / slope]))
    # With x and y for the bases, p = (c2 x - c1 y) / det and 1 = (s1 y - s2 x) / det. Put into the
    # polynomial, made homogeneous, and y = 1.
    other, other_slope = form.bases[1].body.coeffs()
    determinant = _determinant(*form.bases)
    symbol = fmpq_poly([-constant, other]) / determinant
    unit = fmpq_poly([slope, -other_slope]) / determinant
    found, degree = fmpq_poly([]), polynomial.degree()
    for k, coefficient in enumerate(polynomial.coeffs()):
        found += fmpq(coefficient) * symbol**k * unit ** (degree - k)
    return found


def _linear_text(base: Polynomial) -> str:
    """`1 - p`, and `p - 1/2` where the constant is below 0."""
    constant, slope = base.body.coeffs()
    if not constant < 0 < slope:
        return str(base)
    rest = base - as_exact(constant)
    return f"{rest} - {exact_text(as_exact(-constant))}"


def _determinant(one: Polynomial, other: Polynomial) -> fmpq:
    """0 where one of two linear polynomials is a multiple of the other."""
    (constant, slope), (other_constant, other_slope) = one.body.coeffs(), other.body.coeffs()
    return other_constant * slope - constant * other_slope


# --- in factors -----------------------------------------------------------------------------------


def _is_itself(polynomial: fmpz_poly) -> bool:
    """Whether it is its own only factor, perhaps with the other sign."""
    content, factors = polynomial.factor()
    return abs(content) == 1 and [exponent for _, exponent in factors] == [1]


def _factors(polynomial: fmpz_poly, name: str) -> Iterator[tuple[Exact, Powers]]:
    """The one product, its factors irreducible and with a lowest coefficient above 0."""
    content, factors = polynomial.factor()
    powers = []
    for factor, exponent in factors:
        lowest = next(c for c in factor.coeffs() if c != 0)
        if lowest < 0:
            factor, content = -factor, content * (-1) ** exponent
        powers.append((_base(joined(terms(factor, name))), int(exponent)))
    yield int(content), tuple(sorted(powers, key=_length))


def _length(power: tuple[str, int]) -> int:
    base, _ = power
    return len(base)
