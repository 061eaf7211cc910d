"""Evaluating queries: what `value`, `table`, `plot` and `verify` have in common."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ..distributions.symbolic_distributions import SymbolicDistribution
from ..exact.cost import refuse_costly
from ..exact.errors import QueryError, UndecidedError, nearest, unknown_option
from ..exact.numbers import Exact, shown, whole_or_none
from ..symbolic.function import Condition
from ..symbolic.rational_function import Polynomial
from .arithmetic import (
    DECIDING,
    STEPS_A_VALUE,
    Ranging,
    combine,
    compare,
    evaluate_quantifier,
    exact_or_expression,
    is_member,
    is_open,
    join_truths,
    listed_values,
    negate,
    values_of_range,
)
from .register import Answer, Answers, OfGame, OfState, Quantity, Unevaluated, Word
from .symbols import (
    LISTED,
    compared_over,
    holds_over,
    holds_ranging,
    symbols_held,
    with_numbers,
)
from .syntax import (
    Arithmetic,
    Call,
    Comparison,
    Entries,
    Known,
    Logic,
    Membership,
    Name,
    Node,
    Number,
    Quantified,
    Query,
    Range,
    Several,
    Text,
    below,
    called_in,
    parse,
    parse_list,
    query_text,
    rebuilt,
    walk,
)
from .syntax import (
    names_in as names_in,
)
from .values import as_die, said
from .words import MIXTURES, OF_CLAIMS, QUANTITIES, RENAMED, is_word, known_words

# --- looking at a query ---------------------------------------------------------------------------


def calls_in(node: Node) -> list[Call]:
    """The calls of quantities in a query."""
    return [call for call in called_in(node) if call.name in QUANTITIES]


def quantities_in(node: Node) -> list[Quantity]:
    """The quantities a query calls."""
    return [QUANTITIES[call.name] for call in calls_in(node)]


def options_in(node: Node, given: Entries | None = None) -> set[str]:
    """The options that the quantities of a query take, when these are given."""
    found = set[str]()
    for call in called_in(node):
        if call.name in QUANTITIES:
            here = dict(given or {})
            if GAME in dict(call.options):
                here[GAME] = _game_word(dict(call.options)[GAME])
            found.update(QUANTITIES[call.name].options_for(here))
    return found


def meaning(node: Node, name: str, given: Entries | None = None) -> str:
    """The meaning of a name in the query, with the name: `own points (i)`; the name alone when
    nothing is known.
    """
    for call in calls_in(node):
        quantity = QUANTITIES[call.name]
        for place, argument in enumerate(call.arguments):
            said = quantity.meaning_of(place, given or {}) if argument == Name(name) else None
            if said is not None:
                return f"{said} ({name})"
    return name


# --- evaluating -----------------------------------------------------------------------------------


GAME = "game"  # the option that names a game
STATEMENTS = (Comparison, Membership, Logic)
MIXED = "mixed"  # the strategy whose probabilities may be symbols


class Scope(NamedTuple):
    """The options of a query's quantities and the values of its names, for its parts."""

    options: Entries
    bindings: Entries
    times: int = 1  # how often the quantifiers around have it evaluated

    def bound(self, name: str, value: Answer) -> Scope:
        """The scope in which a name has this value."""
        return self._replace(bindings={**self.bindings, name: value})


NOTHING = Scope({}, {})


def game_in(given: Entries) -> dict[str, Any]:
    """The entry that names the game; {} when none does."""
    return entries_of(given, (GAME,))


def read_option(key: str, text: str) -> Any:
    """The value of this option as written; the name of a game is taken as it stands.

    >>> read_option("target", "3"), str(read_option("game", "connect-four"))
    (3, 'connect-four')
    """
    return Word(text) if key == GAME else parse_option(text)


def _game_word(node: Node) -> Any:
    """The name of a game in a call; a name with a hyphen reads as a difference of two names."""
    if isinstance(node, Text):
        return Word(node.text)
    return Word("-".join(part.name for part in walk(node) if isinstance(part, Name)))


def parse_option(text: str) -> Answer:
    """The value of an option as written: a number, a word, or a tuple for `a,b,c`.

    >>> parse_option("3"), parse_option("1/4,0.25,1/2"), str(parse_option("turns"))
    (3, (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)), 'turns')
    """
    values = list[Answer](hyphenated_names(text))
    for node in () if values else parse_list(text):
        # A strategy may be an option: it is called, but computes nothing.
        called = [call.name for call in called_in(node)]
        if called and not (isinstance(node, Call) and all(map(is_word, called))):
            raise QueryError(
                "an option must be a number, a name, or several separated by commas, not a call"
            )
        values.append(value_of(node, NOTHING))
    return values[0] if len(values) == 1 else tuple(values)


# A name of several words such as connect-four or boar-brawl, which is no difference of symbols:
# those have one letter, and perhaps digits.
HYPHENATED = re.compile(r"[A-Za-z]{2}[A-Za-z0-9_]*(?:-[A-Za-z][A-Za-z0-9_]+)+")


def hyphenated_names(text: str) -> tuple[Word, ...]:
    """The names of several words in the text, separated by commas; () when it is anything else.

    >>> [str(word) for word in hyphenated_names("boar-brawl,sus-fuss")], hyphenated_names("p-q")
    (['boar-brawl', 'sus-fuss'], ())
    """
    parts = [part.strip() for part in text.split(",")]
    if not any(map(HYPHENATED.fullmatch, parts)):
        return ()
    is_named = all(HYPHENATED.fullmatch(part) or part.isidentifier() for part in parts)
    return tuple(map(Word, parts)) if is_named else ()


def parse_values(text: str) -> Answers:
    """The values that a name of a query may have, separated by commas: numbers, and words such as
    strategies.

    >>> [str(value) for value in parse_values("1/2, blind, dice(3)")]
    ['1/2', 'blind', 'dice(3)']
    """
    named = hyphenated_names(text)
    if named:
        return named
    nodes = parse_list(text)
    called = [call.name for node in nodes for call in calls_in(node)]
    if called:
        raise QueryError(
            "a value must be a number, or a word such as blind or dice(3), not the quantity "
            f"{called[0]}"
        )
    return tuple(value_of(node, NOTHING) for node in nodes)


def options_of_call(text: str) -> dict[str, Any]:
    """The options of a game called with them, such as `Farkle(target=500)`; {} of a name alone.

    >>> options_of_call("Farkle(target=500, score=sum)")["target"], options_of_call("Farkle")
    (500, {})
    """
    node = parse(text)
    if isinstance(node, Call) and node.arguments:
        raise QueryError(f"the options of a game are written option=value, got {text}")
    written = node.options if isinstance(node, Call) else ()
    return {key: value_of(value, NOTHING) for key, value in written}


def parse_word(text: str) -> Answer:
    """The word written, such as a strategy: `blind` or `dice(3)`."""
    return value_of(parse(text), NOTHING)


def evaluate_query(query: Query, given: Entries | None = None) -> Answer:
    """The exact value of a query; `given` holds options of its quantities and values of its names.

    Returns an int or a Fraction, a `Distribution`, a frozenset, or a sympy expression. Raises
    `QueryError`.

    >>> evaluate_query("EP(d)", {"d": 5}), evaluate_query("EG(0, 0)", {"dice": 1, "target": 2})
    (Fraction(67151, 7776), Fraction(13, 18))
    """
    node, given = parse(query), {} if given is None else given
    check_calls(node)  # also of what is not asked, as the other side of an `or` that is true
    value = value_of(node, sorted_out(node, given))
    if isinstance(value, Exact):
        return value
    # a lone name is a word, good for an argument but no answer; most often it is misspelt
    die = as_die(value)
    if isinstance(value, Word):
        if value.name in QUANTITIES:
            called = QUANTITIES[value.name].signature
            raise QueryError(f"{value} is a quantity that is called as {called}")
        why = die or ": a query reads, for instance, EG(0,0); see `exactdice games`"
        meant = "" if die else nearest(value.name, [*QUANTITIES, *known_words()])
        raise QueryError(f"{value} is not a quantity{meant}{why}")
    if isinstance(value, SymbolicDistribution):
        raise QueryError(
            "of a law with symbols only its mean, variance and sd are known, as in mean(n @ d(f))"
        )
    if isinstance(value, Condition):
        raise QueryError(
            f"whether it holds depends on {value.name}: ask all({value.name}, 0..1, ...) or "
            "solve_for(...)"
        )
    # d20 + 5 would be the sum of a name and 5
    if die and not called_in(node):
        raise QueryError(f"the query is an expression of names{die}")
    return exact_or_expression(value)


def node_and_scope(query: Query, given: Entries | None) -> tuple[Node, Scope]:
    """The query as a tree, and what its parts know."""
    node = parse(query)
    return node, sorted_out(node, {} if given is None else given)


def sorted_out(node: Node, given: Entries) -> Scope:
    """The given entries as options of the query's quantities and values of its names; `QueryError`
    for any other.
    """
    is_named = isinstance(given, Mapping) and (
        set(map(type, given)) <= {str} or all(isinstance(name, str) for name in given)
    )
    if not is_named:
        raise QueryError(
            f"the options of a query must be given as {{name: value}}, got {shown(given)}"
        )
    open_names = names_in(node)
    if symbols_held(given):
        given = with_numbers(given, open_names, options_in(node, given))
    known = options_in(node, given)
    options, values = dict[str, Answer](), dict[str, Answer]()
    for key, value in given.items():
        # fixed-width numbers such as those of numpy would overflow in silence
        plain = _plain_ints(value)
        # a key may be both: target in EG(target - 1, 0)
        if key in known:
            options[key] = plain
        if key in open_names:
            values[key] = plain
            # several values suit an option such as weights, but no name of an arithmetic
            if isinstance(plain, tuple) and key not in known:
                raise QueryError(f"{key} must have one value, got {len(plain)}")
        # whatever is not known is refused: a misspelt option must not be ignored
        elif key not in known:
            check_calls(node)  # before complaining about its options
            for call in calls_in(node) if key == GAME else ():
                _refuse_another_game(QUANTITIES[call.name], str(given[GAME]))
            raise QueryError(unknown_option(key, sorted(known)))
    # A symbol stands for itself: its domain is that of the weights that hold it.
    for key in values.keys() & symbols_held(options):
        if isinstance(values[key], Polynomial) and str(values[key]) == key:
            del values[key]
    return Scope(options, values)


def entries_of(given: Entries, names: Container[str]) -> dict[str, Any]:
    """The entries of these names: what is given is for the whole query, of which a part refuses
    what it does not take.
    """
    return {key: value for key, value in given.items() if key in names}


def _refuse_another_game(found: Quantity, named: str) -> None:
    if isinstance(found.setting, OfGame):
        game = found.setting.game
        raise QueryError(
            f"{found.name} is about the game {game}, got game={shown(named)[1:-1]}: leave "
            "game out, or ask for a word of every game"
        )


def _plain_ints(value: object) -> Answer:
    """The value with every whole number, numpy's too, as a plain int."""
    if isinstance(value, (tuple, list)):
        # results are kept by their options, and a list is no key
        return tuple(map(_plain_ints, value))
    number = whole_or_none(value)
    return value if number is None else number


def check_calls(node: Node) -> None:
    """Raise `QueryError` where the query calls what is no quantity and no word."""
    for call in called_in(node):
        # Not looked for in a list of all, which would load every game.
        if call.name not in OF_CLAIMS and call.name not in QUANTITIES:
            _refuse_unknown_word(call.name)


def _refuse_unknown_word(name: str) -> None:
    """Raise `QueryError` unless a query may call the name although it is no quantity."""
    if name in OF_CLAIMS:
        raise QueryError(f"{name}(...) is known in claims files and in marks alone")
    if not is_word(name):
        if name in RENAMED:
            raise QueryError(f"unknown quantity {name}: it is called {RENAMED[name]} now")
        mean = name.removesuffix("_range")
        if mean != name and mean in QUANTITIES:
            raise QueryError(f"unknown quantity {name}: ask for over_ties({mean}(...))")
        meant = nearest(name, [*QUANTITIES, *known_words()])
        raise QueryError(f"unknown quantity {name}{meant}")


def call_in(query: str, given: Entries) -> tuple[str, Any, Answers] | None:
    """(name, setting, arguments) of a query that is the call of one quantity; None for
    any other.
    """
    node = parse(query)
    scope = sorted_out(node, given)
    if not isinstance(node, Call) or node.name not in QUANTITIES:
        return None
    quantity, options, arguments = read_call(node, scope)
    quantity.given(options, arguments)  # which says what is wrong with them
    return node.name, quantity.setting(**options), arguments


def read_call(node: Call, scope: Scope) -> tuple[Quantity, dict[str, Answer], Answers]:
    """The quantity that is called, its options and its arguments.

    The options are those given that the quantity takes, overridden by the call's own.
    """
    quantity = QUANTITIES[node.name]
    own = dict[str, Answer]()
    for key, value in node.options:
        own[key] = _game_word(value) if key == GAME else value_of(value, scope)
    known = quantity.options_for({**scope.options, **own})
    for key in own:
        if key not in known:
            if key == GAME:
                _refuse_another_game(quantity, str(own[GAME]))
            hint = f": a field is compared by ==, as {key} == 1" if quantity.of_states else ""
            raise QueryError(unknown_option(key, known, node.name) + hint)
    # what was given is for the whole query: a call takes what it knows, and its own options win
    for key in scope.options:
        if key in known:
            own.setdefault(key, scope.options[key])
    if quantity.of_queries:
        return quantity, own, tuple(Unevaluated(part, scope) for part in node.arguments)
    # what is asked of states is left open, from the first comparison on
    values_end = False
    arguments = list[Answer]()
    for part in node.arguments:
        values_end = values_end or (quantity.of_states and isinstance(part, STATEMENTS))
        arguments.append(_open_question(part, scope) if values_end else value_of(part, scope))
    return quantity, own, tuple(arguments)


def _open_question(node: Node, scope: Scope) -> OfState:
    """The part as it is asked of states; `QueryError` for a field that has a value besides."""
    bound = names_in(node) & scope.bindings.keys()

    def ask(fields: Mapping[str, Answer]) -> Answer:
        for name in bound & fields.keys():
            raise QueryError(f"{name} is a field of the state, and is given a value besides")
        return value_of(node, scope._replace(bindings={**scope.bindings, **fields}))

    return OfState(query_text(node), ask)


def value_of(node: Node, scope: Scope) -> Answer:
    """The value of the node under these options, where its names have these values; a name without
    one stands for itself.
    """
    match node:
        case Number(value) | Known(value):
            return value
        case Name(name):
            # an open name may be a strategy or a symbol: the quantity around it decides
            return scope.bindings.get(name, Word(name))
        case Text(text):
            return Word(text)
        case Several():
            return values_below(node, scope)
        case Arithmetic(mark, first, second):
            left, right = value_of(first, scope), value_of(second, scope)
            # p/p and p*p**(-1) are no numbers where p is 0.
            is_inverse = mark == "**" and isinstance(right, Exact) and right < 0
            divisor = right if mark == "/" else left
            if (is_inverse or mark == "/") and holds_ranging(divisor, scope.bindings):
                raise QueryError(
                    f"nothing is divided by {said(divisor)}, which stands for all numbers of an "
                    "interval: multiply the other side by it"
                )
            return combine(mark, left, right)
        case Comparison(marks, sides, of_laws):
            parts = [value_of(part, scope) for part in sides]
            if Ranging not in map(type, scope.bindings.values()):
                return compare(marks, parts, of_laws=of_laws)
            return compared_over(node, parts, scope.bindings)
        case Logic():
            return _evaluate_logic(node, scope)
        case Range():
            return values_of_range(*values_below(node, scope))
        case Membership():
            element, container = values_below(node, scope)
            members = container if isinstance(container, tuple | frozenset) else ()
            for one in (element, *members):
                if is_open(one):
                    raise QueryError(
                        f"in asks for numbers and names, got what depends on a symbol: {said(one)}"
                    )
            return is_member(element, container)
        case Quantified():
            return _evaluate_quantified(node, scope)
        case Call(name) if name in QUANTITIES:
            quantity, options, given = read_call(node, scope)
            return quantity.value(options, given)
        case Call(name, arguments, options):
            _refuse_unknown_word(name)
            words = tuple(value_of(part, scope) for part in arguments)
            own = tuple((key, value_of(option, scope)) for key, option in options)
            # To Python, true is 1: results that are kept by the words would not tell them apart.
            for one in (*words, *(option for _, option in own)):
                if isinstance(one, bool):
                    raise QueryError(f"{query_text(node)} needs numbers and names, got {said(one)}")
            return Word(name, words, own)


def values_below(node: Node, scope: Scope) -> Answers:
    """The values of the nodes just below."""
    return tuple([value_of(part, scope) for part in below(node)])


def _evaluate_quantified(node: Quantified, scope: Scope) -> Answer:
    """The value of a quantifier over numbers that are listed or an interval."""
    if is_over_symbol(node, scope):
        ends = interval_in(node.values, scope)
        condition = value_of(node.body, with_symbol(node, scope))
        return holds_over(node.quantifier, ends, condition, node.variable)
    values = listed_values(value_of(node.values, scope))
    for value in () if isinstance(values, range) else values:
        if holds_ranging(value, scope.bindings):
            raise QueryError(f"a variable takes numbers and names, got {shown(str(value))}")
    body = as_statement(node.body) if node.quantifier in DECIDING else node.body

    # Of quantifiers within each other the innermost is asked so often.
    times = scope.times * len(values)
    together = f"quantifiers within each other with about {shown(times)} values together"
    refuse_costly(together, STEPS_A_VALUE * times)
    within = scope._replace(times=max(times, 1))
    return evaluate_quantifier(
        node.quantifier,
        node.variable,
        values,
        lambda value: value_of(body, within.bound(node.variable, value)),
    )


def is_over_symbol(node: Quantified, scope: Scope) -> bool:
    """Whether the variable is a symbol, which takes all numbers of an interval: one of the options,
    or in a probability of `mixed` or in weights of a call, where it is to lie within 0..1.
    """
    if node.variable in symbols_held(scope.options):
        return True
    if node.quantifier not in ("all", "any") or not isinstance(node.values, Range):
        return False
    names = set[str]()
    for call in called_in(node.body):
        chances = [value for key, value in call.options if key == LISTED]
        chances += call.arguments[1::2] if call.name == MIXED else ()
        names.update(*map(names_in, chances))
    if node.variable not in names:
        return False
    # Of a longer range the whole numbers are meant, as in mixed(dice(1), k/10, ...) for k to 10.
    ends = values_below(node.values, scope)
    return all(isinstance(end, Exact) and 0 <= end <= 1 for end in ends)


def with_symbol(node: Quantified, scope: Scope) -> Scope:
    """The scope where the variable of the quantifier is a symbol."""
    bound = scope.bindings.get(node.variable)
    # A number bound around the quantifier, or a symbol, is another of the same name.
    if bound is not None and not isinstance(bound, Exact | Ranging):
        return scope
    low, high = interval_in(node.values, scope)
    return scope.bound(node.variable, Ranging(node.variable, low=low, high=high))


def interval_in(node: Node, scope: Scope) -> tuple[Exact, Exact]:
    """The ends of an interval low..high of a symbol."""
    if not isinstance(node, Range):
        raise QueryError("a symbol takes the numbers of an interval, as 0..1")
    low, high = values_below(node, scope)
    if isinstance(low, Exact) and isinstance(high, Exact) and low < high:
        return low, high
    raise QueryError(f"an interval of a symbol needs low < high, got {said(low)}..{said(high)}")


def as_statement(node: Node) -> Node:
    """The statement that a sentence makes: distributions that `=` and `!=` compare are meant as
    such, and not what is drawn from them.
    """
    match node:
        case Logic():
            return rebuilt(node, as_statement)
        case Quantified():
            return replace(node, body=as_statement(node.body))
        # Of several optimal mixtures one is found, which another need not be equal to.
        case Comparison() if not any(call.name in MIXTURES for call in called_in(node)):
            return replace(node, of_laws=True)
    return node


def _evaluate_logic(node: Logic, scope: Scope) -> Answer:
    """Whether what the node says of its parts is so; the first that decides it ends it, although
    bounds leave others open, and what stands behind is not asked.
    """
    if node.mark == "not":
        return negate(value_of(node.parts[0], scope))
    deciding = node.mark == "or"
    parts = list[Answer]()
    undecided = None
    for part in node.parts:
        try:
            parts.append(value_of(part, scope))
        except UndecidedError as error:
            undecided = error
            continue
        if parts[-1] is deciding:
            return deciding
    if undecided is not None:
        raise undecided
    return join_truths(node.mark, parts)
