"""Closed forms derived from the model, with the argument that proves each.

One throw: `symbolic.py`. One simultaneous throw, for a fair die whose lowest face 1 busts and
scores less than 2: S_d the sum of d dice that do not bust, q = (f-1)/f, and by the symmetry of
2..f, S_e and (f+2) e - S_e have one law, so payoff(d, e) = q^d - q^e + q^(d+e) (P(S_(d+e) > (f+2)
e) - P(S_(d+e) < (f+2) e)). Races in turns: the rules see points only through target - points, so
EG(target-a, target-b) is one number for every target.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..exact.errors import QueryError, unknown_option
from ..exact.numbers import Exact, is_symbolic
from ..query.arithmetic import OF_SYMBOLS, OPERATIONS, exact_or_expression
from ..query.evaluate import entries_of, evaluate_query, names_in, options_in, sorted_out
from ..query.syntax import Arithmetic, Call, Entries, Name, Node, Number, query_text, walk
from ..query.words import QUANTITIES, Word
from ..symbolic.expressions import as_expression, symbol
from .payoff import Derived, Underivable, derived_gain, derived_payoff, expression_of

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
    # for its refusals alone: the parts are derived from what was given
    sorted_out(node, given)
    return _derived(node, given)


def _derived(node: Node, given: Entries) -> Derived:
    if isinstance(node, Number):
        return Derived(as_expression(node.value))
    if isinstance(node, Name):
        return Derived(expression_of(given.get(node.name, Word(node.name))))
    if isinstance(node, Arithmetic):
        left = _derived(node.left, given)
        right = _derived(node.right, given)
        return _combined(node, left, right)
    if not isinstance(node, Call):
        raise Underivable("a text, a tuple or a comparison has no closed form")
    if node.name in SPECIAL:
        options, arguments = settings(node, given)
        return SPECIAL[node.name](options, *QUANTITIES[node.name].counted(arguments))
    return _by_value(node, given)


def _combined(node: Arithmetic, left: Derived, right: Derived) -> Derived:
    import sympy

    # sympy would go on with an infinity
    if node.mark == "/" and right.expression == 0:
        raise QueryError("division by 0 in the query")
    if node.mark not in OF_SYMBOLS:
        raise Underivable(f"no closed form is known where {node.mark} stands between symbols")
    # an arithmetic of case distinctions is written as one distinction
    expression = OPERATIONS[node.mark](left.expression, right.expression)
    expression = sympy.piecewise_fold(expression)
    # each reason once, in the order of the query
    domain = tuple(dict.fromkeys(left.domain + right.domain))
    why = tuple(dict.fromkeys(left.why + right.why))
    return Derived(expression, domain, why)


def _by_value(node: Call, given: Entries) -> Derived:
    """What evaluating the call gives when it is an expression or a number, as the quantities of one
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
    domain = tuple(dict.fromkeys(_domains(node, given)))
    why = THROWS.get(node.name, "the exact value")
    return Derived(as_expression(value), domain, (why,))


def _domains(node: Call, given: Entries) -> Iterator[str]:
    """The domain of each name that is left free, in the order of the query."""
    parts = [part for argument in node.arguments for part in walk(argument)]
    faces = list[Node]()
    counts = list[Node]()
    weights = set[str]()
    for part in parts:
        if isinstance(part, Arithmetic) and part.mark == "@":
            counts.append(part.left)
        if isinstance(part, Call):
            faces += part.arguments if part.name == "d" else ()
            weights.update(*(names_in(value) for key, value in part.options if key == "weights"))
    # Of an expression such as n - 3 the whole is what must be a number of dice or of faces.
    inside = set[str]()
    for part in (*faces, *counts):
        names = names_in(part) - set(given)
        if names and not isinstance(part, Name | Call):
            inside |= names
            yield _whole(query_text(part), 2 if part in faces else 0)
    # Options are names of ways to play, such as bust=none.
    for part in parts:
        if isinstance(part, Name) and part.name not in {*given, *weights, *inside}:
            yield _whole(part.name, 2 if part in faces else None)
    if weights.difference(given):
        yield "weights that are probabilities"


def _whole(name: str, least: int | None = None) -> str:
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
    own = {key: _setting(value, given) for key, value in node.options}
    for key in own:
        if key not in known:
            raise QueryError(unknown_option(key, known, node.name))
    options = entries_of(given, known) | own
    # EG(target - 1, 0): the target of the game is the one that the arguments speak of
    speaks = any(Name("target") in walk(argument) for argument in node.arguments)
    if speaks and "target" in known:
        options.setdefault("target", symbol("target"))
    return options, tuple(_setting(argument, given) for argument in node.arguments)


def _setting(node: Node, given: Entries) -> object:
    # an argument may be an arithmetic of names, so it is derived as a query is
    return exact_or_expression(_derived(node, given).expression)
