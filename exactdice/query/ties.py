"""Queries whose value depends on which of several optimal actions is chosen: the exact range of a
number over all optimal strategies, its values under the tie-breaks that have a name, and all that a
choice may be.

A function says its own range, and one of the table `CHOICES` has a function beside it for all that
it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeGuard

from ..exact.errors import ExactDiceError, NoRange, NoSizes, TooCostly
from ..exact.numbers import Exact, Interval, Value
from .arithmetic import MARKS, combine
from .evaluate import Scope, evaluate_query, node_and_scope, read_call, value_of
from .register import (
    LEAVING_TIES,
    TIE_NAMES,
    TIES_OPTION,
    WORDS,
    Answer,
    Word,
    is_number,
    leaves_ties,
    named_ties,
)
from .syntax import (
    Arithmetic,
    Call,
    Comparison,
    Entries,
    Membership,
    Name,
    Node,
    Number,
    Quantified,
    Query,
    Range,
    below,
    parse,
    rebuilt,
)
from .words import QUANTITIES

ANY = "any"  # of the tie-breaks of a document: every way to break ties is as good
OF_A_DOCUMENT = ("first", "last", "random", ANY)
POLICY = "policy"  # the option of a word that is a strategy


MEANS = {
    "payoff_distribution": "gain",
    "turns_distribution": "turns",
}  # as mean(turns_distribution())
CHOICES = {"OPT": "OPT_all", "tokens_choice": "tokens_choices"}
LAST_CHOICES = {"OPT": "OPT_last", "first": "last"}


# --- the range of a number ------------------------------------------------------------------------


def range_over_ties(query: Query, given: Entries | None = None) -> Interval | None:
    """The least and the largest value of the query over all optimal strategies; None where it does
    not depend on them, and where no exact range is known.

    Known are the functions that say their range, perhaps with numbers added, or multiplied or
    divided by them. Every number between the ends is the value for some optimal strategy. Raises
    `TooCostly` before work that would cost too much, `QueryError` for a query that is wrong.

    >>> range_over_ties("2 * turns(optimal, optimal)", {"game": Word("nim"), "heaps": (2, 2)})
    Interval(lower=4, upper=8)
    >>> range_over_ties("gain(first, random)") is None
    True
    """
    _, found = _range_or_none(query, given)
    return found if found is not None and found.width else None


def ties_matter(query: Query, given: Entries | None = None) -> bool:
    """Whether the query may depend on how ties are broken: it does not where no strategy leaves
    any, nor where its exact range is a single number.

    >>> nim = {"game": Word("nim"), "heaps": (2, 2)}
    >>> ties_matter("turns(optimal, optimal)", nim), ties_matter("gain(optimal, optimal)", nim)
    (True, False)
    """
    is_open, found = _range_or_none(query, given)
    return is_open and (found is None or found.width > 0)


def _range_or_none(query: Query, given: Entries | None) -> tuple[bool, Interval | None]:
    """(whether a strategy leaves ties, the range over them where one is known)."""
    node, scope = node_and_scope(query, given)
    if not depends_on_ties(node, scope):
        return False, None
    try:
        return True, range_of(node, scope)
    except NoRange:
        return True, None


def depends_on_ties(node: Node, scope: Scope) -> bool:
    """Whether a strategy of the query leaves ties: an argument of a call, or its policy."""
    for call in _calls_with_ties(node):
        if any(_leaves_ties(argument, scope) for argument in call.arguments):
            return True
        own = dict(call.options)
        known = QUANTITIES[call.name].options
        if POLICY in known and (
            _leaves_ties(own[POLICY], scope)
            if POLICY in own
            else leaves_ties(scope.options.get(POLICY, known[POLICY]))
        ):
            return True
    return False


def _calls_with_ties(node: Node) -> Iterator[Call]:
    """The calls of quantities, but for those whose range over ties is asked for."""
    match node:
        case Call("over_ties"):
            return
        case Call(name) if name in QUANTITIES:
            yield node
    for part in below(node):
        yield from _calls_with_ties(part)


def _leaves_ties(written: Node, scope: Scope) -> bool:
    """Whether this is a strategy, or one that mixes strategies, that leaves ties."""
    is_strategy = isinstance(written, Call) and written.name in WORDS
    return (is_strategy or isinstance(written, Name)) and leaves_ties(value_of(written, scope))


def range_of(node: Node, scope: Scope) -> Interval | None:
    """The range of a query in which a strategy leaves ties; None where none is known."""
    match node:
        case Call("mean", (Call(name, arguments, own),), ()) if name in MEANS:
            return range_of(Call(MEANS[name], arguments, own), scope)
        case Call(name) if name in QUANTITIES:
            quantity, options, given = read_call(node, scope)
            return quantity.over_ties(options, given)
    if not isinstance(node, Arithmetic) or node.mark not in MARKS:
        return None
    # Two parts that depend on one way to break ties have no range by their own ranges.
    if all(depends_on_ties(side, scope) for side in below(node)):
        return None
    sides = [
        range_of(side, scope) if depends_on_ties(side, scope) else value_of(side, scope)
        for side in below(node)
    ]
    if not all(isinstance(side, Value) for side in sides):
        return None
    try:
        found = combine(node.mark, *sides)
    except TooCostly:
        raise
    except ExactDiceError:  # it is divided by the range, which holds 0
        return None
    return found if isinstance(found, Interval) else None


# --- tie-breaks by name ---------------------------------------------------------------------------


def tie_breaks(query: Query, given: Entries | None = None) -> Iterator[tuple[str, Exact]]:
    """The name and the value of the query for each tie-break that has a name: of several optimal
    actions the first, the last, the one of the fewest dice or tokens, or one at random.

    None where no strategy leaves ties. `fewest` is left out where actions have no size.

    >>> nim = {"game": Word("nim"), "heaps": (2, 2)}
    >>> dict(tie_breaks("turns(optimal, optimal)", nim))
    {'first': 2, 'last': 4, 'fewest': 2, 'random': 3}
    """
    for name, node, broken in broken_queries(query, given):
        try:
            value = evaluate_query(node, broken)
        except NoSizes:
            continue
        if is_number(value):
            yield name, value


def broken_queries(
    query: Query, given: Entries | None = None
) -> Iterator[tuple[str, Node, Entries]]:
    """The name of each tie-break, the query in which every strategy that leaves ties breaks them
    so, and what is given with it; none where no strategy leaves ties.
    """
    known = {} if given is None else given
    node, scope = node_and_scope(query, known)
    if depends_on_ties(node, scope):
        for name in TIE_NAMES:
            broken = {key: _break_word_ties(value, name) for key, value in known.items()}
            yield name, _break_ties(node, name, known, {}), broken


def with_ties(query: Query, ties: str, given: Entries | None = None) -> Node:
    """The query in which every strategy that leaves ties breaks them as a document says, `first`,
    `last` or `random`, and with `last` every choice is the last of the optimal ones; with `any`,
    and with `first`, which is what words mean by themselves, the query as it is.

    What is `given` beside it is changed by `given_with_ties`.

    >>> from exactdice.query.syntax import query_text
    >>> query_text(with_ties("gain(optimal, random) + OPT(0, 0)", "last"))
    'gain(optimal(ties=last), random) + OPT_last(0, 0)'
    """
    node = parse(query)
    if checked_ties(ties) in ("first", ANY):
        return node
    return _break_ties(
        node, ties, {} if given is None else given, LAST_CHOICES if ties == "last" else {}
    )


def given_with_ties(given: Entries, ties: str) -> dict[str, object]:
    """The options and values of a query in which every strategy breaks ties so."""
    if checked_ties(ties) in ("first", ANY):
        return dict(given)
    return {key: _break_word_ties(value, ties) for key, value in given.items()}


def checked_ties(ties: object) -> str:
    """The name of the tie-break of a document; `QueryError` listing them for anything else."""
    return named_ties(ties, OF_A_DOCUMENT)


def _break_word_ties(written: object, ties: str) -> object:
    """The strategy that breaks ties so, when it leaves some."""
    match written:
        case Word(name, _, options) if name in LEAVING_TIES and leaves_ties(written):
            return Word(name, (), (*options, (TIES_OPTION, Word(ties))))
        case Word(_, tuple(arguments)):
            return replace(
                written, arguments=tuple(_break_word_ties(one, ties) for one in arguments)
            )
    return written


def _break_ties(node: Node, ties: str, given: Entries, names: Mapping[str, str]) -> Node:
    """The query in which every strategy that leaves ties breaks them so, with other words for those
    named.
    """
    own = (TIES_OPTION, Name(ties))
    match node:
        case Call("over_ties"):
            return node
        case Name(name) if name in LEAVING_TIES:
            return Call(name, (), (own,))
    part = rebuilt(node, lambda below: _break_ties(below, ties, given, names))
    if not isinstance(part, Call):
        return part
    if part.name in LEAVING_TIES and TIES_OPTION not in dict(part.options):
        return replace(part, options=(*part.options, own))
    # The policy that a call has when none is written is written where it leaves ties.
    known = QUANTITIES[part.name].options if part.name in QUANTITIES else {}
    policy = known.get(POLICY)
    is_given = POLICY in given or POLICY in dict(part.options)
    if isinstance(policy, Word) and leaves_ties(policy) and not is_given:
        written = Call(policy.name, (), (own,))
        part = replace(part, options=(*part.options, (POLICY, written)))
    return replace(part, name=names.get(part.name, part.name)) if is_choice(part) else part


# --- choices --------------------------------------------------------------------------------------


def optimal_choices(query: Query, given: Entries | None = None) -> frozenset[Answer] | None:
    """All that the choice which the query asks for may be, in the form of its own value; None where
    it asks for no choice among optimal ones.

    >>> sorted(optimal_choices("OPT(0, 99)", {"dice": 3}))
    [1, 2, 3]
    """
    node, scope = node_and_scope(query, given)
    if not isinstance(node, Call):
        return None
    if node.name == "best_dice":  # of how many dice the mean score is greatest
        (most,) = node.arguments
        score = Call("EP", (Name("dice thrown"),), node.options)
        every = Quantified("argmax", "dice thrown", Range(Number(1), most), score)
        return frozenset(value_of(every, scope))
    is_tokens = node.name == "tokens_choice"
    if not is_choice(node) or (is_tokens and not depends_on_ties(node, scope)):
        return None
    found = value_of(_all_choices(node), scope)
    # A choice of tokens is a set of them.
    return frozenset(map(frozenset, found) if is_tokens else found)


def by_membership(query: Query) -> Node | None:
    """The statement that a choice is equal to something, or one of this form about all values of a
    variable, as the statement that this is one of all optimal choices; None for any other.

    >>> from exactdice.query.syntax import query_text
    >>> query_text(by_membership("all(i, 90..99, OPT(i, 99) = 10)"))
    'all(i, 90..99, 10 in OPT_all(i, 99))'
    """
    node = parse(query)
    match node:
        case Quantified("all", _, _, part):
            body = by_membership(part)
            return None if body is None else replace(node, body=body)
        case Comparison(("==",), (left, right)):
            sides = ((left, right), (right, left))
            choices = [(one, other) for one, other in sides if is_choice(one)]
            if len(choices) == 1 and choices[0][0].name != "tokens_choice":
                (choice, other), *_ = choices
                return Membership(other, _all_choices(choice))
    return None


def is_choice(node: Node) -> TypeGuard[Call]:
    """Whether the query asks for one of several choices that are optimal."""
    match node:
        case Call("first", (Call("optimal_actions"),)):
            return True
        case Call(name):
            return name in CHOICES
    return False


def _all_choices(choice: Call) -> Node:
    """The query of all that the choice may be."""
    if choice.name in CHOICES:
        return replace(choice, name=CHOICES[choice.name])
    return choice.arguments[0]
