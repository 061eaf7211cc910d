"""The forms of a value with a symbol by the names that people type."""

from __future__ import annotations

from ..errors import QueryError
from ..exact import is_symbolic, shown
from ..parametric.polynomial import Polynomial, polynomial_of
from ..parametric.written import EXPANDED, FACTORED, FORMS, Form
from ..queries.evaluate import parse_option
from ..throws.words import named_symbols

POWERS = "powers:"


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
    return Form(bases=tuple(_base(part, name) for part in parts))


def _base(part: object, name: str) -> Polynomial:
    if is_symbolic(part):
        part = polynomial_of(part, "the base of a power")
    if isinstance(part, Polynomial):
        return part
    raise QueryError(f"powers are of polynomials in the symbol, as powers:1-p, got {shown(name)}")
