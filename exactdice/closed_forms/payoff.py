"""payoff(d, e), one simultaneous throw of d dice against e, with d or e or both left free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Eq, Integer, Piecewise, Sum, Symbol, binomial, floor

from ..exact import Exact
from ..queries.names import QUANTITIES, Word
from ..symbolic import as_expression
from ..throws.scores import safe_chance, safe_die
from ..throws.words import MOST_DICE, score_law, scored_die
from ..words.register import whole
from .derivation import Derived, Underivable, expression_of

MOST_LISTED = 30  # values listed one by one before the general form sets in

SYMMETRY = (
    "the sums of dice without a bust are symmetric, so the comparison is one of d1 + d2 "
    "dice with a constant"
)


def derived_payoff(options: Mapping[str, Any], first: Any, second: Any) -> Derived:
    """The payoff to the first player; exact when both are numbers, a case distinction when one is,
    sums when none is.
    """
    if isinstance(first, Exact) and isinstance(second, Exact):
        return Derived(
            as_expression(QUANTITIES["payoff"].value(dict(options), (first, second))),
            (),
            ("the exact value",),
        )
    if isinstance(second, Exact):
        return _against(options, first, second, 1)
    if isinstance(first, Exact):
        return _against(options, second, first, -1)
    return _both_free(options, first, second)


def _rolled(options: Mapping[str, Any]) -> Any:
    return scored_die(**{key: value for key, value in options.items() if key != "dice"})


def _against(options: Mapping[str, Any], d: Any, other: Exact, sign: int) -> Derived:
    """d free dice against a number: with enough dice a throw without a bust always wins, so the
    payoff is linear in q^d.
    """
    rolled = _rolled(options)
    if not isinstance(d, Symbol) or any(
        isinstance(part, Word) for part in (*rolled[:1], *(rolled.weights or ()), *rolled[2:])
    ):
        raise Underivable(
            "payoff is derived for a name as the number of dice and numbers as the options"
        )
    one, (bust, bust_score) = rolled.one, rolled.rules
    law = score_law(rolled, whole(other, "the number of dice", 1, MOST_DICE))
    enough = max(law) // min(safe_die(one, bust)) + 1
    if enough > MOST_LISTED + 1:
        return _both_free(options, *((d, Integer(other)) if sign > 0 else (Integer(other), d)))
    after_bust = law.chance(lambda k: k < bust_score) - law.chance(lambda k: k > bust_score)
    q, c = as_expression(safe_chance(one, bust)), as_expression(after_bust)
    general = sign * ((1 - c) * q**d + c)
    values = {
        n: sign * as_expression(QUANTITIES["payoff"].value(dict(options), (n, other)))
        for n in range(1, enough)
    }
    while enough > 1 and values[enough - 1] == general.subs(d, enough - 1):
        enough -= 1
        del values[enough]
    listed = [(value, Eq(d, n)) for n, value in values.items()]
    why = (
        f"from {enough} dice on every throw without a bust beats any throw of {other}; the "
        "values before are exact"
    )
    return Derived(
        Piecewise(*listed, (general, True)) if listed else general, (f"whole {d} >= 1",), (why,)
    )


def _both_free(options: Mapping[str, Any], first: Any, second: Any) -> Derived:
    """q^d - q^e + q^(d+e) (1 - F(c) - F(c-1)), F the chance that d+e dice without a bust sum to at
    most that, c = (f+2) e.
    """
    rolled = _rolled(options)
    if rolled.weights is not None or rolled.bust != 1 or rolled.bust_score not in (0, 1):
        raise Underivable(
            "payoff with both numbers of dice free is derived for a fair die whose face 1 "
            "busts and scores 0 or 1"
        )
    faces = expression_of(rolled.faces)
    d, e = (
        as_expression(whole(dice, "dice", 1) if isinstance(dice, Exact) else dice)
        for dice in (first, second)
    )
    q, centre = 1 - 1 / faces, (faces + 2) * e
    below = _at_most(centre, d + e, faces - 1) + _at_most(centre - 1, d + e, faces - 1)
    domain = tuple(f"whole {dice} >= 1" for dice in (d, e) if not dice.is_number)
    return Derived(q**d - q**e + q ** (d + e) * (1 - below), domain, (SYMMETRY,))


def _at_most(m: Any, t: Any, n: Any) -> Any:
    """P(S_t <= m) = n^-t sum_j (-1)^j C(t, j) C(m - t - n j, t), for t dice with faces 2..n+1."""
    j = next(
        Symbol(name, integer=True)
        for name in ("j", "u", "v", "w")
        if name not in {str(s) for s in (m + t + n).free_symbols}
    )
    term = (-1) ** j * binomial(t, j) * binomial(m - t - n * j, t)
    return n ** (-t) * Sum(term, (j, 0, floor(sympy.expand(m - 2 * t) / n)))
