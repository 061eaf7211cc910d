"""payoff(d, e), one simultaneous throw of d dice against e, with d or e or both left free; EG near
the target of a race in turns, exact for every target at once.

Of a race the rules see points only through a = target - i and b = target - j. A throw scores at
least 1 and at most M, so the player to throw wins within a throws: EG = 1 once b > (a-1) M. The
other wins within b throws of its own, before which there are b throws: EG = -1 once a > b M.
Between, there are finitely many values, all computed exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import sympy
from sympy import Eq, Integer, Piecewise, Sum, Symbol, binomial, floor

from ..distributions.throws.scores import safe_chance, safe_die
from ..exact.errors import ExactDiceError
from ..exact.numbers import Exact
from ..query.functions.rolls import ScoredDie, score_law, scored_die
from ..query.register import Answer, whole
from ..query.syntax import Entries
from ..query.words import QUANTITIES, Word
from ..symbolic.expressions import Symbolic, as_expression, expression_text, symbol


class Underivable(ExactDiceError):
    """No closed form of the query is derived here; the message says of what."""


@dataclass(frozen=True)
class Derived:
    """An expression that equals the query wherever `domain` holds, and why."""

    expression: Symbolic
    domain: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def expression_of(value: object) -> Symbolic:
    """The number, word or expression for sympy; a word stands for a symbol."""
    if isinstance(value, Word):
        return symbol(str(value))
    return as_expression(value)


# --- one throw ------------------------------------------------------------------------------------

LARGE = 300  # target of a race that is solved within seconds
MOST_LISTED = 30  # values listed one by one before the general form sets in
INDICES = ("j", "u", "v", "w")  # of a sum: the first that is not taken

SYMMETRY = (
    "the sums of dice without a bust are symmetric, so the comparison is one of d1 + d2 "
    "dice with a constant"
)


def derived_payoff(options: Entries, first: object, second: object) -> Derived:
    """The payoff to the first player.

    It is exact when both are numbers, a case distinction when one is, sums when none is.
    """
    if isinstance(first, Exact) and isinstance(second, Exact):
        return Derived(_exact(options, first, second), (), ("the exact value",))
    rolled = scored_die(**{key: value for key, value in options.items() if key != "dice"})
    if isinstance(second, Exact):
        return _against(options, rolled, first, second, 1)
    if isinstance(first, Exact):
        return _against(options, rolled, second, first, -1)
    return _both_free(rolled, first, second)


def _exact(options: Entries, first: Exact, second: Exact) -> Symbolic:
    """The payoff of two numbers of dice."""
    payoff = QUANTITIES["payoff"]
    return as_expression(payoff.value(dict(options), (first, second)))


def _against(options: Entries, rolled: ScoredDie, d: object, other: Exact, sign: int) -> Derived:
    """d free dice against a number; sign is -1 when the number is the first player's.

    With enough dice a throw without a bust always wins, so from there on the payoff is linear in
    q^d, where q is the chance of a die to show no bust.
    """
    parts = (rolled.faces, *(rolled.weights or ()), rolled.bust, rolled.bust_score)
    if not isinstance(d, Symbol) or any(isinstance(part, Word) for part in parts):
        raise Underivable(
            "payoff is derived for a name as the number of dice and numbers as the options"
        )
    one = rolled.one
    (bust, bust_score) = rolled.rules
    law = score_law(rolled, whole(other, "the number of dice", 1))
    # so many dice without a bust show more in all than the other throw ever scores
    least = min(safe_die(one, bust))
    enough = max(law) // least + 1
    if enough > MOST_LISTED + 1:  # the sums are shorter
        number = Integer(other)
        return _both_free(rolled, d, number) if sign > 0 else _both_free(rolled, number, d)
    # no bust (chance q^d): 1, since every such throw wins; a bust: c, whatever the number of dice
    q = as_expression(safe_chance(one, bust))
    wins = law.chance(lambda k: k < bust_score)
    c = as_expression(wins - law.chance(lambda k: k > bust_score))
    general = sign * ((1 - c) * q**d + c)
    before = [sign * _exact(options, n, other) for n in range(1, enough)]
    # the general form may hold earlier than was proven; then the case distinction is shorter
    while before and before[-1] == general.subs(d, len(before)):
        before.pop()
    cases = [(value, Eq(d, n)) for n, value in enumerate(before, 1)]
    cases.append((general, True))
    why = (
        f"from {len(before) + 1} dice on every throw without a bust beats any throw of {other}; "
        "the values before are exact"
    )
    return Derived(Piecewise(*cases), (f"whole {d} >= 1",), (why,))


def _both_free(rolled: ScoredDie, first: object, second: object) -> Derived:
    """q^d - q^e + q^(d+e) (1 - F(c) - F(c-1)) with c = (f + 2) e.

    F(m) is the chance that d + e dice without a bust sum to at most m. One throw alone is spoilt:
    the first two terms. None is: d dice beat e dice by as much as d dice, and e dice turned over
    to show f + 2 - x in place of x, sum to more than c.
    """
    # a bust that scores 0 or 1 loses to every throw without one, which scores 2 or more
    if rolled.weights is not None or rolled.bust != 1 or rolled.bust_score not in (0, 1):
        raise Underivable(
            "payoff with both numbers of dice free is derived for a fair die whose face 1 "
            "busts and scores 0 or 1"
        )
    faces = expression_of(rolled.faces)
    for dice in (first, second):
        if isinstance(dice, Exact):
            whole(dice, "dice", 1)
    d = as_expression(first)
    e = as_expression(second)
    q = 1 - 1 / faces
    centre = (faces + 2) * e
    below = sum(_at_most(most, d + e, faces - 1) for most in (centre, centre - 1))
    payoff = q**d - q**e + q ** (d + e) * (1 - below)
    domain = tuple(f"whole {dice} >= 1" for dice in (d, e) if not dice.is_number)
    return Derived(payoff, domain, (SYMMETRY,))


def _at_most(m: Symbolic, t: Symbolic, n: Symbolic) -> Symbolic:
    """P(S_t <= m) = n^-t sum_j (-1)^j C(t, j) C(m - t - n j, t), for t dice with faces 2..n+1.

    By inclusion and exclusion over the j dice that show more than n + 1.
    """
    taken = {str(unknown) for unknown in (m + t + n).free_symbols}
    # the index of the sum must not be one of the names in the query
    free = next(name for name in INDICES if name not in taken)
    j = Symbol(free, integer=True)
    term = (-1) ** j * (binomial(t, j) * binomial(m - t - n * j, t))
    # beyond this j fewer than t are left to choose t from
    last = floor(sympy.expand(m - 2 * t) / n)
    return n ** (-t) * Sum(term, (j, 0, last))


# --- a race ---------------------------------------------------------------------------------------

DIE = {"faces", "weights", "bust", "bust_score"}  # the options of one die
SAME_EVERYWHERE = "the rules see points only through target - points"


def derived_gain(options: Entries, i: object, j: object) -> Derived:
    """EG(i, j) as a function of what is left to score, where at most one of the two players' rests
    is free.
    """
    options = dict(options)
    target = expression_of(options.pop("target", 100))
    variant = str(options.get("variant", "turns"))
    if variant != "turns" or options.get("digits") is not None:
        raise Underivable("EG is derived for the race in turns, exactly")
    # a name would leave open what a throw scores at most, and with it the bound
    for value in options.values():
        parts = value if isinstance(value, tuple) else (value,)
        if any(isinstance(part, Word) for part in parts):
            raise Underivable("EG is derived for numbers as the options, but for the target")
    own = sympy.expand(target - as_expression(i))
    other = sympy.expand(target - as_expression(j))
    if own.is_number and other.is_number:
        # any target that both rests fit in has this value
        least = max(int(own), int(other), 1)
        value = _gain(options, least, int(own), int(other))
        domain = [] if target.is_number else [f"whole {target} >= {least}"]
        return Derived(as_expression(value), tuple(domain), (SAME_EVERYWHERE,))
    # with both rests free no finite list of values would do
    if not own.is_number and not other.is_number:
        raise Underivable(
            "EG is derived where at least one player is a given number of points below the target"
        )
    mover_known = bool(own.is_number)
    rest, known = (other, own) if mover_known else (own, other)
    return _piecewise(options, rest, int(known), mover_known)


def _gain(options: dict[str, object], target: int, own: int, other: int) -> Exact:
    # the race is over: no game is needed to say who has won
    if own <= 0 or other <= 0:
        return 1 if own <= 0 else -1
    value: Exact = QUANTITIES["EG"].value(
        {**options, "target": target}, (target - own, target - other)
    )
    return value


def _piecewise(
    options: dict[str, object], rest: Symbolic, known: int, mover_known: bool
) -> Derived:
    """The value as the free rest runs over 1, 2, ...: exact values up to a bound, then the constant
    that the bound proves.
    """
    if known <= 0:
        return Derived(Integer(1 if mover_known else -1), (), ("the race is over",))
    most = _most(options)
    # before the last throw of the known player the free one has thrown as often when it begins,
    # once less when it waits
    settled = (known - 1 if mover_known else known) * most
    # all are read from one game: any target will do that is no less than either rest
    target = max(settled, known, 1)
    if target > LARGE:
        raise Underivable(
            f"the value settles only when the rest is above {settled}, which is more than {LARGE}"
        )
    rests = [(known, n) if mover_known else (n, known) for n in range(1, settled + 1)]
    values = [_gain(options, target, own, other) for own, other in rests]
    last = 1 if mover_known else -1
    # with the constant as one more value, a run that already equals it needs no case of its own
    steps = enumerate(pairwise([*values, last]), 1)
    cases = [(as_expression(value), rest <= n) for n, (value, after) in steps if value != after]
    expression = Piecewise(*cases, (Integer(last), True))
    who = "the player to throw wins first" if mover_known else "the other wins first"
    name = expression_text(rest)
    why = [SAME_EVERYWHERE, f"once {name} > {settled} {who}, as a throw scores from 1 to {most}"]
    if cases:
        why.append("the values before are computed exactly")
    return Derived(expression, (f"whole {name} >= 1",), tuple(why))


def _most(options: Mapping[str, Answer]) -> int:
    """The most that one throw scores; `Underivable` unless every throw scores at least 1."""
    rolled = scored_die(**{key: options[key] for key in DIE & options.keys()})
    if rolled.rules[1] < 1:
        raise Underivable("with bust_score=0 no number of throws is sure to end the race")
    # a bust may score more than any throw without one; the bound need not be sharp
    return max(int(options.get("dice", 10)) * max(rolled.one), rolled.rules[1])
