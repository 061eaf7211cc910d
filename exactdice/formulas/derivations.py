"""Closed forms derived from the model, with the argument that proves each.

One throw: `symbolic.py`. One simultaneous throw of d dice against a number of them: from some d on
every throw without a bust wins. Races in turns: the rules see points only through target - points,
so EG(target-a, target-b) is one number for every target. A throw scores at least 1 and at most M,
so the player to throw wins within a throws: EG = 1 once b > (a-1) M. Before, there are finitely
many values, all computed exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import sympy
from sympy import Eq, Integer, Piecewise, Symbol

from ..distributions.throwing import safe_chance, safe_die
from ..exact.errors import ExactDiceError, QueryError, unknown_option
from ..exact.numbers import Exact, is_symbolic
from ..query.arithmetic import OF_SYMBOLS, OPERATIONS, exact_or_expression
from ..query.evaluate import entries_of, evaluate_query, names_in, options_in
from ..query.functions.rolls import score_distribution, scored_die
from ..query.register import Answer, whole
from ..query.syntax import Arithmetic, Call, Entries, Name, Node, Number, query_text, walk
from ..query.values import as_several
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


def derived_payoff(options: Entries, first: object, second: object) -> Derived | None:
    """The payoff to the first player, where one number of dice is a name: a case distinction. None
    where both are numbers.

    With enough dice a throw without a bust always wins, so from there on the payoff is linear in
    q^d, where q is the chance of a die to show no bust.
    """
    # The sign is -1 when the number is the first player's.
    d, other, sign = (first, second, 1) if isinstance(second, Exact) else (second, first, -1)
    if isinstance(d, Exact):
        return None
    rolled = scored_die(**{key: value for key, value in options.items() if key != "dice"})
    parts = (rolled.faces, *(rolled.weights or ()), rolled.bust, rolled.bust_score)
    is_of_numbers = isinstance(other, Exact) and not any(isinstance(part, Word) for part in parts)
    if not isinstance(d, Symbol) or not is_of_numbers:
        raise Underivable(
            "payoff is derived for a name as one number of dice, and numbers as the other and as "
            "the options"
        )
    one = rolled.one
    (bust, bust_score) = rolled.rules
    law = score_distribution(rolled, whole(other, "the number of dice", 1))
    # so many dice without a bust show more in all than the other throw ever scores
    least = min(safe_die(one, bust))
    enough = max(law) // least + 1
    if enough > MOST_LISTED + 1:
        raise Underivable(
            f"payoff is derived from {enough} dice on, and at most {MOST_LISTED} values before are "
            f"listed, which are too few for {other} dice"
        )
    # no bust (chance q^d): 1, since every such throw wins; a bust: c, whatever the number of dice
    q = as_expression(safe_chance(one, bust))
    wins = law.probability(lambda k: k < bust_score)
    c = as_expression(wins - law.probability(lambda k: k > bust_score))
    general = sign * ((1 - c) * q**d + c)
    payoff = QUANTITIES["payoff"]
    exact = (payoff.value(dict(options), (n, other)) for n in range(1, enough))
    before = [sign * as_expression(value) for value in exact]
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


# --- a race ---------------------------------------------------------------------------------------

DIE = {"faces", "weights", "bust", "bust_score"}  # the options of one die


def derived_gain(options: Entries, i: object, j: object) -> Derived | None:
    """EG(i, j) of a mover who is a number of points below the target, as in EG(target - 1, j), as
    what is left to the other runs over 1, 2, ...: exact values up to a bound, then 1, which the
    bound proves. None where nothing is left free.
    """
    options = dict(options)
    target = expression_of(options.pop("target", 100))
    own = sympy.expand(target - as_expression(i))
    rest = sympy.expand(target - as_expression(j))
    if target.is_number and own.is_number and rest.is_number:
        return None
    variant = str(options.get("variant", "turns"))
    if variant != "turns" or options.get("digits") is not None:
        raise Underivable("EG is derived for the race in turns, exactly")
    # a name would leave open what a throw scores at most, and with it the bound
    for value in options.values():
        if any(isinstance(part, Word) for part in as_several(value)):
            raise Underivable("EG is derived for numbers as the options, but for the target")
    if not own.is_number or rest.is_number:
        raise Underivable(
            "EG is derived where the player to throw is a given number of points below the target, "
            "and the other is not, as in EG(target - 1, j)"
        )
    rolled = scored_die(**{key: options[key] for key in DIE & options.keys()})
    _, bust_score = rolled.rules
    if bust_score < 1:
        raise Underivable("with bust_score=0 no number of throws is sure to end the race")
    # A bust may score more than any throw without one; the bound need not be sharp.
    dice: Answer = options.get("dice", 10)
    most = max(int(dice) * max(rolled.one), bust_score)
    # before the mover's last throw the other has thrown once less
    settled = max(int(own) - 1, 0) * most
    # all are read from one game: any target will do that is no less than either rest
    target = max(settled, int(own), 1)
    if target > LARGE:
        raise Underivable(
            f"the value settles only when the rest is above {settled}, which is more than {LARGE}"
        )
    gain, rules = QUANTITIES["EG"], {**options, "target": target}
    values = [gain.value(rules, (target - int(own), target - n)) for n in range(1, settled + 1)]
    # with the constant as one more value, a run that already equals it needs no case of its own
    steps = enumerate(pairwise([*values, 1]), 1)
    cases = [(as_expression(value), rest <= n) for n, (value, after) in steps if value != after]
    name = expression_text(rest)
    why = [
        "the rules see points only through target - points",
        f"once {name} > {settled} the player to throw wins first, as a throw scores from 1 to "
        f"{most}",
    ]
    if cases:
        why.append("the values before are computed exactly")
    return Derived(Piecewise(*cases, (Integer(1), True)), (f"whole {name} >= 1",), tuple(why))


SPECIAL = {"payoff": derived_payoff, "EG": derived_gain}


THROWS = {
    "P": "inclusion and exclusion over the faces",
    "Q": "inclusion and exclusion over the faces",
    "EP": "EP(d) = d mu q^d + b (1 - q^d), by linearity of the mean",
    "EP_step": "the difference of EP(d) = d mu q^d + b (1 - q^d)",
    "best_dice_real": "the only zero of the derivative of EP",
    "mean": "linearity of the mean",
    "variance": "variances of independent draws add up",
    "sd": "variances of independent draws add up",
}


def derive(node: Node, given: Entries) -> Derived:
    """The closed form of the query; `Underivable` when there is none here, `QueryError` when the
    query is in error.
    """
    if isinstance(node, Number):
        return Derived(as_expression(node.value))
    if isinstance(node, Name):
        return Derived(expression_of(given.get(node.name, Word(node.name))))
    if isinstance(node, Arithmetic):
        left = derive(node.left, given)
        right = derive(node.right, given)
        # sympy would go on with an infinity
        if node.mark == "/" and right.expression == 0:
            raise QueryError("division by 0 in the query")
        if node.mark not in OF_SYMBOLS:
            raise Underivable(f"no closed form is known where {node.mark} stands between symbols")
        # an arithmetic of case distinctions is written as one distinction
        found = sympy.piecewise_fold(OPERATIONS[node.mark](left.expression, right.expression))
        # each reason once, in the order of the query
        domain = tuple(dict.fromkeys(left.domain + right.domain))
        return Derived(found, domain, tuple(dict.fromkeys(left.why + right.why)))
    if not isinstance(node, Call):
        raise Underivable("a text, a tuple or a comparison has no closed form")
    if node.name in SPECIAL:
        options, arguments = settings(node, given)
        derived = SPECIAL[node.name](options, *QUANTITIES[node.name].counted(arguments))
        if derived is not None:
            return derived
    return _derive_by_value(node, given)


def _derive_by_value(node: Call, given: Entries) -> Derived:
    """The value of the call when it is an expression or a number, as the quantities of one
    throw do.
    """
    # what was given is for the whole query; a call refuses what it does not know
    known = names_in(node) | options_in(node, given)
    try:
        value = evaluate_query(node, entries_of(given, known))
    except QueryError as error:
        # with a name left free the quantity may just have no form in symbols; else it is wrong
        named = {key for key, value in given.items() if isinstance(value, Word)}
        free = (names_in(node) - set(given)) | named
        if node.name not in QUANTITIES or not free:
            raise
        raise Underivable(str(error)) from None
    if not isinstance(value, Exact) and not is_symbolic(value):
        raise QueryError(f"{node.name} is no number, so it has no closed form")
    domain = tuple(dict.fromkeys(_free_domains(node, given)))
    return Derived(as_expression(value), domain, (THROWS.get(node.name, "the exact value"),))


def _free_domains(node: Call, given: Entries) -> Iterator[str]:
    """The domain of each name that is left free, in the order of the query."""
    parts = [part for argument in node.arguments for part in walk(argument)]
    faces, counts, weights = list[Node](), list[Node](), set[str]()
    for part in parts:
        if isinstance(part, Arithmetic) and part.mark == "@":
            counts.append(part.left)
        elif isinstance(part, Call):
            faces += part.arguments if part.name == "d" else ()
            weights.update(*(names_in(value) for key, value in part.options if key == "weights"))
    # Of an expression such as n - 3 the whole is what must be a number of dice or of faces.
    inside = set[str]()
    for part in (*faces, *counts):
        names = names_in(part) - set(given)
        if names and not isinstance(part, Name | Call):
            inside |= names
            yield _domain_text(query_text(part), 2 if part in faces else 0)
    # Options are names of ways to play, such as bust=none.
    for part in parts:
        if isinstance(part, Name) and part.name not in {*given, *weights, *inside}:
            yield _domain_text(part.name, 2 if part in faces else None)
    if weights.difference(given):
        yield "weights that are probabilities"


def _domain_text(name: str, least: int | None = None) -> str:
    """The domain of a name or an expression: a number of faces is 2 or more, one of dice 1, points
    are 0 or more.
    """
    if least is None:
        least = 1 if name in ("d", "n") else 0
    return f"whole {name} >= {least}"


def settings(node: Call, given: Entries) -> tuple[Entries, tuple[object, ...]]:
    """The options of the call and its arguments, as exact numbers or expressions where a symbol is
    left.
    """
    known = QUANTITIES[node.name].options_for(given)
    own = {key: _exact_setting(value, given) for key, value in node.options}
    for key in own:
        if key not in known:
            raise QueryError(unknown_option(key, known, node.name))
    options = entries_of(given, known) | own
    # EG(target - 1, 0): the target of the game is the one that the arguments speak of
    speaks = any(Name("target") in walk(argument) for argument in node.arguments)
    if speaks and "target" in known:
        options.setdefault("target", symbol("target"))
    return options, tuple(_exact_setting(argument, given) for argument in node.arguments)


def _exact_setting(node: Node, given: Entries) -> object:
    # an argument may be an arithmetic of names, so it is derived as a query is
    return exact_or_expression(derive(node, given).expression)
