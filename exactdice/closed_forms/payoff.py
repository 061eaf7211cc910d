"""payoff(d, e), one simultaneous throw of d dice against e, with d or e or both left free."""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from sympy import Eq, Integer, Piecewise, Sum, Symbol, binomial, floor

from ..distribution import Distribution
from ..exact import Exact
from ..queries.words import QUANTITIES, Word
from ..symbolic import Symbolic, as_expression
from ..throws.scores import safe_chance, safe_die
from ..throws.words import ScoredDie, score_law, scored_die
from ..words.register import whole
from .derived_form import Derived, Underivable, expression_of

MOST_LISTED = 30  # values listed one by one before the general form sets in
INDICES = ("j", "u", "v", "w")  # of a sum: the first that is not taken

SYMMETRY = (
    "the sums of dice without a bust are symmetric, so the comparison is one of d1 + d2 "
    "dice with a constant"
)


def derived_payoff(options: Mapping[str, object], first: object, second: object) -> Derived:
    """The payoff to the first player.

    It is exact when both are numbers, a case distinction when one is, sums when none is.
    """
    if isinstance(first, Exact) and isinstance(second, Exact):
        return Derived(_exact(options, first, second), (), ("the exact value",))
    if isinstance(second, Exact):
        return _against(options, first, second, 1)
    if isinstance(first, Exact):
        return _against(options, second, first, -1)
    return _both_free(options, first, second)


def _exact(options: Mapping[str, object], first: Exact, second: Exact) -> Symbolic:
    """The payoff of two numbers of dice."""
    payoff = QUANTITIES["payoff"]
    return as_expression(payoff.value(dict(options), (first, second)))


def _rolled(options: Mapping[str, object]) -> ScoredDie:
    of_one_die = {key: value for key, value in options.items() if key != "dice"}
    return scored_die(**of_one_die)


def _has_names(rolled: ScoredDie) -> bool:
    """Whether an option of the die is a name."""
    weights = rolled.weights or ()
    parts = (rolled.faces, *weights, rolled.bust, rolled.bust_score)
    return any(isinstance(part, Word) for part in parts)


def _against(options: Mapping[str, object], d: object, other: Exact, sign: int) -> Derived:
    """d free dice against a number; sign is -1 when the number is the first player's.

    With enough dice a throw without a bust always wins, so from there on the payoff is linear in
    q^d, where q is the chance of a die to show no bust.
    """
    rolled = _rolled(options)
    if not isinstance(d, Symbol) or _has_names(rolled):
        raise Underivable(
            "payoff is derived for a name as the number of dice and numbers as the options"
        )
    one, (bust, bust_score) = rolled.one, rolled.rules
    law = score_law(rolled, whole(other, "the number of dice", 1))
    # so many dice without a bust show more in all than the other throw ever scores
    enough = max(law) // min(safe_die(one, bust)) + 1
    if enough > MOST_LISTED + 1:  # the sums are shorter
        number = Integer(other)
        return _both_free(options, d, number) if sign > 0 else _both_free(options, number, d)
    # no bust (chance q^d): 1, since every such throw wins; a bust: c, whatever the number of dice
    q = as_expression(safe_chance(one, bust))
    c = as_expression(_after_bust(law, bust_score))
    general = sign * ((1 - c) * q**d + c)
    before = [sign * _exact(options, n, other) for n in range(1, enough)]
    return _by_cases(d, other, before, general)


def _by_cases(d: Symbol, other: Exact, before: list[object], general: Symbolic) -> Derived:
    """The values for 1, 2, ... dice one by one, then the general form."""
    # the general form may hold earlier than was proven; then the case distinction is shorter
    while before and before[-1] == general.subs(d, len(before)):
        before = before[:-1]
    listed = [(value, Eq(d, n)) for n, value in enumerate(before, 1)]
    found = Piecewise(*listed, (general, True)) if listed else general
    why = (
        f"from {len(before) + 1} dice on every throw without a bust beats any throw of {other}; "
        "the values before are exact"
    )
    return Derived(found, (f"whole {d} >= 1",), (why,))


def _after_bust(law: Distribution[int], bust_score: int) -> Exact:
    """The payoff to a player whose throw is spoilt, against this law."""
    wins = law.chance(lambda k: k < bust_score)
    loses = law.chance(lambda k: k > bust_score)
    return wins - loses


def _both_free(options: Mapping[str, object], first: object, second: object) -> Derived:
    """q^d - q^e + q^(d+e) (1 - F(c) - F(c-1)) with c = (f + 2) e.

    F(m) is the chance that d + e dice without a bust sum to at most m. One throw alone is spoilt:
    the first two terms. None is: d dice beat e dice by as much as d dice, and e dice turned over
    to show f + 2 - x in place of x, sum to more than c.
    """
    rolled = _rolled(options)
    # a bust that scores 0 or 1 loses to every throw without one, which scores 2 or more
    if rolled.weights is not None or rolled.bust != 1 or rolled.bust_score not in (0, 1):
        raise Underivable(
            "payoff with both numbers of dice free is derived for a fair die whose face 1 "
            "busts and scores 0 or 1"
        )
    faces = expression_of(rolled.faces)
    d = _number_of_dice(first)
    e = _number_of_dice(second)
    q = 1 - 1 / faces
    centre = (faces + 2) * e
    all_dice = d + e
    below = _at_most(centre, all_dice, faces - 1) + _at_most(centre - 1, all_dice, faces - 1)
    one_spoilt = q**d - q**e
    none_spoilt = q**all_dice * (1 - below)
    payoff = one_spoilt + none_spoilt
    domain = tuple(f"whole {dice} >= 1" for dice in (d, e) if not dice.is_number)
    return Derived(payoff, domain, (SYMMETRY,))


def _number_of_dice(dice: object) -> Symbolic:
    return as_expression(whole(dice, "dice", 1) if isinstance(dice, Exact) else dice)


def _at_most(m: Symbolic, t: Symbolic, n: Symbolic) -> Symbolic:
    """P(S_t <= m) = n^-t sum_j (-1)^j C(t, j) C(m - t - n j, t), for t dice with faces 2..n+1.

    By inclusion and exclusion over the j dice that show more than n + 1.
    """
    taken = {str(unknown) for unknown in (m + t + n).free_symbols}
    # the index of the sum must not be one of the names in the query
    free = next(name for name in INDICES if name not in taken)
    j = Symbol(free, integer=True)
    term = (-1) ** j * binomial(t, j) * binomial(m - t - n * j, t)
    # beyond this j fewer than t are left to choose t from
    last = floor(sympy.expand(m - 2 * t) / n)
    return n ** (-t) * Sum(term, (j, 0, last))
