"""Checks a proof file, alone: the standard library only, no import of this package.

Copy this file anywhere, read it, and run `python -I checker.py FILE`. It is written to be read from
top to bottom: what is claimed, the words of a file, then one part for each kind of problem. Beside
each check stands why a false proof could pass without it.

THE CLAIM. When `check` returns, the following holds of the problem that the file states, under its
`family`:

- graph. Two players, MAX who is paid and MIN who pays, move on the listed states, in turn or both
  at once, and are both told the state. From every unfinished state the value of the game lies
  between the ends of its claimed value (an exact value: both ends the same). In an exact file the
  actions listed where one player moves are all those that are worth the value. A matrix is such a
  graph, with one state where both choose; so is a game whose winner's other moves are left out,
  whatever payoff within its bounds stands for them.
- hidden. The same of the first of the listed states, when the players are told no more of the state
  than what the file says that they observe, and forget nothing.
- pieces. The same as of a graph, exactly, when the weights and payoffs hold a symbol: for every
  number of the domain that it may stand for, the value is the quotient claimed on its piece, and
  the actions listed there, or at this point, are all that are worth it. Where play may come back,
  the numbers at which some weight is 0 are left out.
- race, pig, simultaneous. The same of the game whose rules `check_race`, `check_pig` and
  `check_at_once` state: of every pair of points below the target.
- arena. The values are the Sprague-Grundy values of every vertex, and the moves listed are all
  that win.
- lp. The programme has this optimal value; or no point satisfies its constraints; or its objective
  has no limit on them.

WHY IT HOLDS. Games: let v be the claimed values, the payoff where play has ended. The file lists
what MAX plays in every state, an action or a law of them (a mixture), and what MIN plays. Checked
is, in every state, that

(1) by what MAX plays the mean of v over the next state is v or more, whatever MIN does;
(2) by what MIN plays it is v or less, whatever MAX does;
(3) by what MAX plays the end is reached from every state with positive probability, whatever MIN
    does; and by what MIN plays, whatever MAX does.

Let MAX play so, drawing where several actions are listed. By (3), as there are finitely many
states, play ends within some number of moves with a probability above some positive number, from
wherever it is: hence with probability 1. By (1) the mean of v never falls as play goes on; v is
bounded, so the mean payoff at the end is v or more. So MAX can make sure of v, and by (2) MIN makes
sure that no more is paid: v is the value, and no other number is. With bounds, (1) is checked of
the lower ends and (2) of the upper ones, each with its own player's argument. Without (3) the
equations have other solutions: on a circle of states every number satisfies (1) and (2).

Hidden information: what a state is worth depends on what the players believe there, so the value
is proved of the start alone. A player's plan says what it does by what it knows; the best that the
other can do against it, by what that one knows, is found in one pass (`best_response`). If MAX's
plan leaves MIN no less than the lower end, and MIN's plan leaves MAX no more than the upper end,
the value lies between them. Play ends, as it only goes on to later states. What the players know
is derived from what they observe and do: no information set is taken from the file.

A symbol: at a number between two points the claims are those of a graph. The equations are
identities of polynomials; two sides of an inequality that are equal nowhere on an interval, as
their difference has no root there, compare everywhere as they do at one number. At the points they
hold by continuity. Where play cannot come back, they determine the values one by one from the end;
where it can, (3) is checked between any two neighbouring points, and says the same of each point
at which all weights are positive, as the same moves are possible there.

Arenas: a vertex comes after its successors, so their definition determines the values one by one.
Programmes: weak duality, told at `check_lp`.

WHAT IS ASSUMED. That Python computes with whole numbers as it should (`fractions`, `json`), and
that `-I` let it import its own modules. Nothing is rounded: no float takes part in a verdict.

WHAT IS NOT CLAIMED. That the rules in the file are those of the game that you have in mind: names
of states and actions are labels, which nothing checks; read the line that is printed, or let the
package compare the file with a game (`exactdice check FILE GAME`). Who wrote the file: the digest
is a guard against accidents, and no signature, as anyone can compute it anew. That strategies other
than those listed are worse, where the file has bounds, mixtures or plans.
"""

import hashlib
import json
import math
import os
import re
import stat
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from fractions import Fraction
from itertools import accumulate, chain, groupby, pairwise, product, zip_longest
from typing import Any, NamedTuple, TextIO, TypeVar

FORMAT = "exactdice proof 2"

# Larger files could be true, but would only keep the checker busy: they are refused.
MOST_POINTS = 2_000  # the target of a race, the dice of a throw
MOST_STEPS = 10**9  # about a minute of work
MOST_DIGITS = 300_000  # of a number

Said = Any  # by a document, as JSON reads it: nothing is assumed, each reader checks what it takes
Number = Any  # an int or a Fraction, whose common type would have no abs and no lists of either
Ends = tuple[Number, Number]  # a lower and an upper bound, the same number twice when it is exact

Entry = TypeVar("Entry")  # of a table

WRONG_SHAPE = (  # what Python raises when a document is not built as was expected
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    MemoryError,
)


class Rejected(ValueError):
    """The file is not a proof: the message says where and why."""


def check(document: object) -> str:
    """One line saying what is proved; raises `Rejected` otherwise."""
    LEFT.set(MOST_STEPS)
    try:
        return verdict(document)
    except Rejected:
        raise
    except WRONG_SHAPE as error:
        message = f"the document is incomplete or of the wrong shape: {error!r:.200}"
        raise Rejected(message) from error


def verdict(document: Said) -> str:
    """The same, for a document of the right shape."""
    version = member(document, "format", "a proof")
    # Another version may mean something else by the same words.
    require(version == FORMAT, f"format must be {FORMAT!r}, got {version!r:.80}")
    names = ("format", "problem", "values", "optimal", "digest")
    _, problem, values, optimal, seal = parts(document, "a proof", *names)
    # Accidents only: whoever changes a file on purpose computes its digest anew.
    changed = "the digest does not match: the file was changed after it was written"
    require(seal == digest(document), changed)
    family = member(problem, "family", "problem")
    known = f"problem.family must be one of {sorted(FAMILIES)}, got {family!r:.80}"
    # A list or an object is no key of a dict, not even one that is missing.
    require(isinstance(family, str) and family in FAMILIES, known)
    rules = {key: rule for key, rule in problem.items() if key != "family"}
    return FAMILIES[family](rules, entries(values), optimal)


# --- how much work a file may be ------------------------------------------------------------------

LEFT: ContextVar[int] = ContextVar("left", default=MOST_STEPS)  # steps, each thread its own
LINES = 30  # steps that some lines of Python take, such as those of an operation with fractions


def spend(steps: int) -> None:
    """Count steps, before they are done; `Rejected` where a file would take too many."""
    left = LEFT.get() - steps
    require(left >= 0, f"too costly to check: it would take more than {MOST_STEPS} steps")
    LEFT.set(left)


def longer(one: int, other: int) -> int:
    """How many times as long as with small numbers a step takes with numbers of so many bits."""
    return (1 + one // 200) * (1 + other // 200)


def bits(value: Number) -> int:
    """The bits of numerator and denominator."""
    return int(value.numerator.bit_length() + value.denominator.bit_length())


def counted(operation: Callable[..., Any]) -> Callable[..., Any]:
    """The operation of `Fraction`, of which the steps are counted first."""

    def count(*operands: Number) -> Number:
        spend(LINES + 2 * longer(bits(operands[0]), bits(operands[-1])))
        result = operation(*operands)
        return Exact(result) if isinstance(result, Fraction) else result

    return count


class Exact(Fraction):
    """A fraction that counts the steps of its arithmetic, whose results are those of `Fraction`.
    All numbers of a file are read as such, and so is all that is computed of them: no family has to
    count these steps itself.
    """

    __slots__ = ()


ARITHMETIC = "add radd sub rsub mul rmul truediv rtruediv neg abs lt le gt ge"
for name in ARITHMETIC.split():
    setattr(Exact, f"__{name}__", counted(getattr(Fraction, f"__{name}__")))


def ratio(top: int, under: int) -> Exact:
    """The quotient."""
    spend(LINES + longer(top.bit_length(), under.bit_length()))
    return Exact(top, under)


# --- the words of a file --------------------------------------------------------------------------


def require(condition: object, message: str) -> None:
    """Raise `Rejected` with the message unless the condition holds."""
    if not condition:
        raise Rejected(message)


def member(thing: object, name: str, what: str) -> Said:
    """The value of one key of an object, whatever its other keys."""
    if not (isinstance(thing, dict) and name in thing):
        required = f"{what} must be an object with the key {name!r}"
        raise Rejected(
            f"the document is incomplete or of the wrong shape: {required}, got {thing!r:.80}"
        )
    return thing[name]


def parts(thing: Said, what: str, *names: str) -> list[Said]:
    """The values of an object that has just these keys."""
    # A key that nothing reads could tell its reader of a rule that is not the one checked.
    same = isinstance(thing, dict) and set(thing) == set(names)
    if not same:
        raise Rejected(f"{what} must have the keys {names}, got {thing!r:.200}")
    return [thing[name] for name in names]


def entries(thing: Said) -> Said:
    """The same, when it is a list."""
    # Python would go through the keys of an object and the letters of a text as well.
    if not isinstance(thing, (list, tuple)):
        raise Rejected(f"a list was required, got {thing!r:.80}")
    return thing


def is_int(value: object, least: int, most: float) -> bool:
    """Whether the value is an int within the limits."""
    # To Python true is 1 and 2.0 is 2; to the reader of a file they are not. And -1 is a place in
    # a list, counted from its end.
    return type(value) is int and least <= value <= most


NUMBER = re.compile("-?0x[0-9a-f]+(/0x[1-9a-f][0-9a-f]*)?")


def number(text: Said) -> Fraction:
    """The exact number written as hexadecimal `a/b` in lowest terms, or `a`."""
    short = isinstance(text, str) and len(text) <= MOST_DIGITS
    if not (short and NUMBER.fullmatch(text)):
        required = f"a text such as '-0x3/0x8', of {MOST_DIGITS} characters at most"
        raise Rejected(f"a number must be {required}, got {text!r:.80}")
    numerator, _, denominator = text.partition("/")
    value = ratio(int(numerator, 16), int(denominator or "1", 16))
    # One text for each number, so that two files of the same rules are the same.
    if ratio_text(value) != text:
        raise Rejected(f"the number {text!r:.80} must be in lowest terms")
    return value


def ratio_text(value: Number) -> str:
    """The number as hexadecimal `a/b` in lowest terms, or `a` when whole."""
    # Hexadecimal, as Python refuses to read or write decimal numbers of more than 4300 digits.
    numerator = hex(value.numerator)
    if value.denominator == 1:
        return numerator
    return f"{numerator}/{hex(value.denominator)}"


def weight(text: object) -> int:
    """The whole number of 0 or more."""
    value = number(text)
    # A negative weight would be a negative probability: a mean could then be anything.
    if value.denominator != 1 or value < 0:
        raise Rejected(f"a weight must be whole and not negative, got {text!r:.80}")
    return value.numerator


def bounds(claim: object) -> Ends:
    """The two ends of a value."""
    if not isinstance(claim, list):
        value = number(claim)
        return value, value
    lower, upper = map(number, claim)
    # No number lies between crossed ends, while each player's argument may hold of its own end.
    require(lower <= upper, "the lower bound must be at most the upper")
    return lower, upper


def all_exact(claims: Iterable[object]) -> bool:
    """Whether none of them is written as bounds."""
    return not any(isinstance(claim, list) for claim in claims)


def mixtures_in(where: str, best: Said, sizes: tuple[int, int]) -> list[list[Fraction]]:
    """The mixtures of MAX and of MIN."""
    where_both = f"{where}, where both choose,"
    row, column = parts(best, where_both, "row", "column")
    found = [numbers(row), numbers(column)]
    for mixture, size in zip(found, sizes):
        require_probabilities(where, mixture, size)
    return found


def require_probabilities(where: str, mixture: list[Fraction], size: int) -> None:
    """Raise `Rejected` unless the mixture has a probability for each action."""
    # Shares that are no probabilities could weigh the good actions as much as they like.
    complete = len(mixture) == size
    right = complete and min(mixture) >= 0 and sum(mixture) == 1
    require(right, f"{where}: a mixture must be {size} probabilities")


def numbers(texts: object) -> list[Fraction]:
    """The numbers of a list."""
    return [number(text) for text in entries(texts)]


def over_one_denominator(values: list[Fraction]) -> tuple[int, list[int]]:
    """The common denominator, and the values times it."""
    common = 1
    for value in values:
        spend(LINES + 10 * longer(common.bit_length(), bits(value)))
        if common % value.denominator:
            common = math.lcm(common, value.denominator)
    # A step for each byte: so many multiples of one long number would not fit into the memory.
    spend(len(values) * common.bit_length() // 8)
    return common, [times(value, common) for value in values]


def times(value: Fraction, multiple: int) -> int:
    """The value times a multiple of its denominator."""
    factor = multiple // value.denominator
    return value.numerator * factor


# --- what is printed ------------------------------------------------------------------------------

SHORT = 2**100  # numbers below are printed whole


def shown(ends: Ends) -> str:
    """The value in short; of bounds the lower one, and how far above it the upper one is."""
    lower, upper = ends
    width = upper - lower
    if not width:
        return short_text(lower)
    exponent = width.numerator.bit_length() - width.denominator.bit_length() + 1
    return f"{short_text(lower)} or more by at most 2^{exponent}"


def exactly(value: Number) -> str:
    """The exact value in short."""
    return shown((value, value))


def short_text(value: Number) -> str:
    """The value when small, else its size and a decimal marked as rounded."""
    numerator, denominator = value.numerator, value.denominator
    if max(abs(numerator), denominator) < SHORT:
        return str(value)
    size = f"of {numerator.bit_length()} over {denominator.bit_length()} bits"
    if abs(value) >= 10**9:
        return size
    return f"{size}, about {decimal_text(value)}"


def decimal_text(value: Number) -> str:
    """The value rounded to ten decimal places."""
    sign = "-" if value < 0 else ""
    units = round(abs(value) * 10**10)
    whole, rest = divmod(units, 10**10)
    return f"{sign}{whole}.{rest:010}"


def require_news(ends: Ends, least: Number, most: Number) -> None:
    """Raise `Rejected` when the bounds on the value leave out none of the possible payoffs."""
    # Such bounds are true of any game: a file would be said to prove a value and prove nothing.
    lower, upper = ends
    excludes = least < lower or upper < most
    certain = lower == upper or least == most
    require(excludes or certain, "bounds that leave out no payoff prove nothing")


# --- what the player to move guarantees -----------------------------------------------------------

Name = int | str  # of an action


def chosen(where: str, worth: list[Ends], actions: Sequence[Name], best: Said, exact: bool) -> Ends:
    """What the listed actions of the player who is paid guarantee, and what no action exceeds."""
    lows = [low for low, _ in worth]
    most = max(high for _, high in worth)
    right = worth_the_most(lows) if exact else places(actions, best)
    # Compared as JSON, since to Python [True] equals [1]. An empty list would guarantee nothing.
    names = [actions[place] for place in right]
    if not right or json.dumps(names) != json.dumps(best):
        raise Rejected(f"{where}: the best actions are {names!r:.80}, not {best!r:.80}")
    # The least of them, as the player may draw any: `can_end` counts on every listed action.
    return min(lows[place] for place in right), most


def worth_the_most(worth: list[Number]) -> list[int]:
    """The places of all actions that are worth as much as any."""
    most = max(worth)
    return [place for place, number in enumerate(worth) if number == most]


def places(names: Sequence[Name], best: Said) -> list[int]:
    """The places of the listed names."""
    # As texts: many ints can be found that have one hash, and a set of them would take hours.
    listed = set(map(json.dumps, best))
    return [place for place, name in enumerate(names) if json.dumps(name) in listed]


# --- graph: every state is listed -----------------------------------------------------------------

Played = tuple[list[int], list[int]]  # the places of the actions that MAX and that MIN may play


def check_graph(rules: Said, claimed: Said, optimal: Said) -> str:
    """Every state is listed: with its payoff, or with the actions of both players and a law of the
    next state for each pair.
    """
    (states,) = parts(rules, "a graph", "states")
    unfinished = unfinished_in(states)
    # `zip` would leave out the states for which nothing is claimed.
    right = len(claimed) == len(entries(optimal)) == len(unfinished)
    require(right, "values and optimal must have one entry for each unfinished state")
    value, exact = graph_values(states, claimed)
    played = {}
    for k, best in zip(unfinished, optimal):
        where = f"state {k} {states[k]['state']!r:.80}"
        guaranteed, played[k] = guarantee(where, states[k], value, best, exact)
        require_guaranteed(where, value[k], guaranteed)
    for player, name in enumerate(("MAX", "MIN")):
        # (3) in the claim above: without it, going in a circle could be worth any number.
        stuck = f"play need not end: by its listed actions {name} cannot end it from every state"
        require(can_end(states, played, player), stuck)
    return graph_said(states, value, len(unfinished))


def unfinished_in(states: list[Said], *more: str) -> list[int]:
    """The places of the states in which play goes on; all states have these keys more."""
    unfinished = []
    for k, state in enumerate(states):
        where = f"state {k}"
        # Either or: what has a payoff and actions could be read both ways.
        if "payoff" in state:
            parts(state, where, "state", *more, "payoff")
        else:
            parts(state, where, "state", *more, "actions", "laws")
            unfinished.append(k)
        # Who compares the file with a game finds its states by their names.
        named = type(state["state"]) in (str, int, float)
        require(named, f"the name of state {k} must be a text or a number")
    return unfinished


def graph_values(states: list[Said], claimed: Said) -> tuple[list[Ends], bool]:
    """The value of each state, paid or claimed; and whether all are exact."""
    claims = iter(claimed)
    written = []
    for state in states:
        paid = "payoff" in state
        written.append(state["payoff"] if paid else next(claims))
    value = [bounds(text) for text in written]
    return value, all_exact(written)


def guarantee(
    where: str, state: Said, value: list[Ends], best: Said, exact: bool
) -> tuple[Ends, Played]:
    """What MAX makes sure of by what is optimal in the state, and MIN; and what they may play."""
    rows, columns = action_names(where, state)
    worth = []
    for row in state["laws"]:
        means = [mean(where, law, value) for law in row]
        worth.append(means)
    if columns == ["wait"]:
        own = [ends for (ends,) in worth]
        guaranteed = chosen(where, own, rows, best, exact)
        return guaranteed, (places(rows, best), [0])
    if rows == ["wait"]:
        own = [lost(ends) for ends in worth[0]]
        guaranteed = chosen(where, own, columns, best, exact)
        return lost(guaranteed), ([0], places(columns, best))
    sizes = len(rows), len(columns)
    p, q = mixtures_in(where, best, sizes)
    return both_guarantee(worth, p, q), (support(p), support(q))


def lost(ends: Ends) -> Ends:
    """The value to the one who pays: with the sign the ends change places."""
    low, high = ends
    return -high, -low


def both_guarantee(worth: list[list[Ends]], p: list[Fraction], q: list[Fraction]) -> Ends:
    """What MAX makes sure of by its mixture p, and MIN by q."""
    # Against a mixture some single action is as good as any: each of the other's is tried.
    against_columns = []
    for column in zip(*worth):
        lows = [low for low, _ in column]
        against_columns.append(weighted(p, lows))
    against_rows = []
    for row in worth:
        highs = [high for _, high in row]
        against_rows.append(weighted(q, highs))
    return min(against_columns), max(against_rows)


def weighted(shares: Iterable[Number], numbers: Iterable[Number]) -> Number:
    """The sum of share * number over both in step."""
    return sum(share * number for share, number in zip(shares, numbers) if share)


def action_names(where: str, state: Said) -> tuple[list[Name], list[Name]]:
    """The names of MAX's and of MIN's actions in an unfinished state."""
    rows, columns = map(entries, state["actions"])
    # Two actions of one name could not be told apart in the list of the optimal ones.
    named = are_names(rows) and are_names(columns)
    # With a law too few an action would go unchecked.
    sizes = {len(row) for row in state["laws"]}
    complete = len(state["laws"]) == len(rows) and sizes == {len(columns)}
    if not (named and complete):
        problem = "must have different actions, texts or ints, and a law for each pair of them"
        raise Rejected(f"{where} {problem}")
    return rows, columns


def are_names(actions: list[object]) -> bool:
    """Whether they are different texts and ints, one or more."""
    for action in actions:
        if type(action) not in (int, str):
            return False
    return 0 < len(set(map(repr, actions))) == len(actions)  # texts, as told at `places`


def mean(where: str, law: Said, value: list[Ends]) -> Ends:
    """The means of both ends of the values over a law [[state, weight], ...]."""
    weights: list[int] = []
    following: list[Ends] = []
    for t, text in law:
        w = weight(text)
        # Place -1 would be the last state; a state of weight 0 would count as one that can be
        # reached when the end is looked for.
        if w == 0 or not is_int(t, 0, len(value) - 1):
            following = []
            break
        weights.append(w)
        following.append(value[t])
    # Without a next state play would be nowhere.
    if not following:
        raise Rejected(f"{where}: a law must lead to states of the file, with positive weights")
    total = sum(weights)
    lows, highs = zip(*following)
    low = weighted(weights, lows) / total
    return low, low if highs == lows else weighted(weights, highs) / total


def support(mixture: list[Fraction]) -> list[int]:
    """The places of the actions that have a share in the mixture."""
    found = []
    for place, share in enumerate(mixture):
        if share:
            found.append(place)
    return found


def require_guaranteed(where: str, value: Ends, guaranteed: Ends) -> None:
    """Raise `Rejected` unless MAX makes sure of the lower end, and MIN of the upper one."""
    # (1) and (2) in the claim above.
    least, most = guaranteed
    if value[0] <= least and most <= value[1]:
        return
    found = f"guarantees {exactly(least)} and {exactly(most)}"
    raise Rejected(f"{where}: what is optimal {found}, not the value")


def can_end(states: list[object], played: dict[int, Played], player: int) -> bool:
    """Whether the player, by these actions, reaches the end from every state with positive
    probability, whatever the other does.

    States are found backwards from the finished ones: a state is found when each action of the
    other (a demand) meets one of the player's that may lead to a state found before.
    """
    entering, missing = demands(states, played, player)
    found = [k for k in range(len(states)) if k not in played]
    for reached in found:  # the list grows as states are found
        for k, demand in entering[reached]:
            if demand in missing[k]:
                missing[k].remove(demand)
                if not missing[k]:
                    found.append(k)
    return len(found) == len(states)


def demands(
    states: list[Said], played: dict[int, Played], player: int
) -> tuple[list[list[tuple[int, int]]], dict[int, set[int]]]:
    """For each state the (state, demand) that it answers, and for each unfinished state its
    demands.
    """
    entering: list[list[tuple[int, int]]] = [[] for _ in states]
    missing = {}
    for k, allowed in played.items():
        rows = states[k]["laws"]
        by_own_action = rows if player == 0 else list(zip(*rows))
        answers = [by_own_action[own] for own in allowed[player]]
        missing[k] = set(range(len(by_own_action[0])))
        for laws in answers:
            for demand, law in enumerate(laws):
                spend(len(law))
                for t, _ in law:
                    entering[t].append((k, demand))
    return entering, missing


def graph_said(states: list[Said], value: list[Ends], unfinished: int) -> str:
    """What is proved, in one line."""
    paid = []
    for state, ends in zip(states, value):
        if "payoff" in state:
            paid.append(ends)
    least = min(low for low, _ in paid)
    most = max(high for _, high in paid)
    require_news(value[0], least, most)
    name = states[0]["state"]
    payoffs = f"{len(paid)} payoffs of {exactly(least)} to {exactly(most)}"
    graph = f"an explicit graph from {name!a:.80} to {payoffs}"
    return f"value {shown(value[0])} to MAX, over {unfinished} states of {graph}"


# --- hidden: the players do not see everything ----------------------------------------------------

Known = tuple[int, int]  # the places of what MAX and of what MIN knows


class Knowledge(NamedTuple):
    """All that one player may come to know, as a tree of places: at place 0 it knows nothing yet,
    at any other one observation or own action more than at the place before, a smaller number.
    """

    before: list[int]
    latest: list[Name]  # what was observed or done last
    acted: list[bool]  # whether that is an own action
    after: dict[tuple[int, bool, str], int]
    actions: dict[int, list[Name]]  # at the places where the player has to act


class Hidden(NamedTuple):
    """What follows from the states of a game: what both players may come to know, and for each
    state what they know there, its chance when both do all that leads there, and what is paid.
    """

    states: list[Said]
    knowledge: tuple[Knowledge, Knowledge]
    known: dict[int, Known]
    chance: list[Fraction]
    paid: dict[int, Fraction]


def check_hidden(rules: Said, claimed: Said, optimal: Said) -> str:
    """Every state is listed, before all that may come after it: with what each player observes
    there, and with its payoff, or the actions of both and a law of the next state for each pair.

    `optimal` has a plan of each player: a law of its action for all that it may know when it acts.
    """
    (states,) = parts(rules, "a game with hidden information", "states")
    # What any other state is worth depends on what the players believe there.
    require(len(claimed) == 1, "values must have one entry: the value at the first state")
    value = bounds(claimed[0])
    game = hidden_game(states)
    of_max, of_min = parts(optimal, "optimal", "MAX", "MIN")
    # What a plan makes sure of is what the best response of the other player leaves.
    least = best_response(game, 1, plan_shares(game, 0, of_max))
    most = best_response(game, 0, plan_shares(game, 1, of_min))
    require_guaranteed("the first state", value, (least, most))
    return hidden_said(game, value)


def hidden_game(states: list[Said]) -> Hidden:
    """What follows from the states, found by going from each to those that come after it."""
    unfinished = set(unfinished_in(states, "observed"))
    knowledge = (nothing_known(), nothing_known())
    chance = [Fraction(0) for _ in states]
    game = Hidden(states, knowledge, {}, chance, {})
    come_to(game, 0, (0, 0), Fraction(1))
    for k, state in enumerate(states):
        # Where nothing leads, it is open what the players know.
        if k not in game.known:
            raise Rejected(f"no state before {place_of(game, k)} leads to it")
        if k in unfinished:
            go_on(game, k)
        else:
            game.paid[k] = number(state["payoff"])
    return game


def nothing_known() -> Knowledge:
    """The knowledge of a player before anything has happened."""
    return Knowledge([0], [""], [False], {}, {})


def place_of(game: Hidden, k: int) -> str:
    """How messages name a state."""
    return f"state {k} {game.states[k]['state']!r:.80}"


def come_to(game: Hidden, k: int, done: Known, chance: Number) -> None:
    """Enter a way to state k: what the players knew and did before it, and its chance."""
    seen_by_max, seen_by_min = entries(game.states[k]["observed"])
    of_max, of_min = game.knowledge
    here = observed(of_max, done[0], seen_by_max), observed(of_min, done[1], seen_by_min)
    # Who knew more on one way than on the other would have to forget it.
    if game.known.setdefault(k, here) != here:
        raise Rejected(f"the ways to {place_of(game, k)} differ in what a player knows")
    game.chance[k] += chance


def observed(known: Knowledge, place: int, seen: Said) -> int:
    """The place after the observation; the same place when nothing is observed."""
    if seen is None:
        return place
    # To Python 1, 1.0 and true are one key: two observations could be taken for one.
    if not isinstance(seen, str):
        raise Rejected(f"an observation must be a text or null, got {seen!r:.80}")
    return one_more(known, place, False, seen)


def one_more(known: Knowledge, place: int, acted: bool, latest: Name) -> int:
    """The place with one more observation or own action."""
    # By its text, as told at `places`.
    found = known.after.setdefault((place, acted, repr(latest)), len(known.before))
    if found == len(known.before):
        known.before.append(place)
        known.latest.append(latest)
        known.acted.append(acted)
    return found


def go_on(game: Hidden, k: int) -> None:
    """Enter all ways from state k to the next."""
    where, state, here = place_of(game, k), game.states[k], game.known[k]
    rows, columns = action_names(where, state)
    of_max, of_min = game.knowledge
    done_by_max = acted(where, of_max, here[0], rows)
    done_by_min = acted(where, of_min, here[1], columns)
    both = product(done_by_max, done_by_min)
    laws = [law for row in state["laws"] for law in row]
    for done, law in zip(both, laws):
        for t, share in later(where, law, k, len(game.states)):
            come_to(game, t, done, game.chance[k] * share)


def acted(where: str, known: Knowledge, place: int, actions: list[Name]) -> list[int]:
    """The place after each of the actions; the same place for who does not move."""
    if actions == ["wait"]:
        return [place]
    # Other actions would tell a player more than it is said to know, or leave its plan open.
    same = known.actions.setdefault(place, actions) == actions
    require(same, f"{where}: who knows the same must have the same actions in the same order")
    return [one_more(known, place, True, name) for name in actions]


def later(where: str, law: Said, k: int, count: int) -> list[tuple[int, Number]]:
    """The next states of a law [[state, weight], ...], with their probabilities."""
    weights: list[tuple[int, int]] = []
    for t, text in entries(law):
        w = weight(text)
        # Only later ones: play ends, and when a state is gone through all ways to it are known.
        if w == 0 or not is_int(t, k + 1, count - 1):
            weights = []
            break
        weights.append((t, w))
    # Without a next state play would be nowhere.
    require(weights, f"{where}: a law must lead to later states, with positive weights")
    total = sum(w for _, w in weights)
    return [(t, ratio(w, total)) for t, w in weights]


def plan_shares(game: Hidden, player: int, plan: Said) -> list[Number]:
    """The probability that the player, by its plan, does all that leads to each of its places."""
    known, name = game.knowledge[player], ("MAX", "MIN")[player]
    # `zip` would leave out what the plan does not say.
    complete = len(entries(plan)) == len(known.actions)
    required = f"{len(known.actions)} entries, one for all that it may know when it acts"
    require(complete, f"the plan of {name} must have {required}")
    law: dict[int, Number] = {}  # the share of the action after which the player is at a place
    for (place, actions), (information, texts) in zip(known.actions.items(), plan):
        where = f"the plan of {name} at {information!a:.80}"
        # Who reads the plan takes it for a law of what stands beside it.
        right = is_known(known, place, information)
        require(right, f"{where}: that is not what the player knows there")
        for action, share in zip(actions, action_law(where, texts, len(actions))):
            law[one_more(known, place, True, action)] = share
    shares: list[Number] = [Fraction(1)]
    for place, before in enumerate(known.before[1:], 1):
        shares.append(shares[before] * law.get(place, 1))
    return shares


def is_known(known: Knowledge, place: int, information: Said) -> bool:
    """Whether this is the list of all that was observed and done up to the place."""
    for latest in reversed(entries(information)):
        # Compared with its type, since to Python true is 1.
        same = type(latest) is type(known.latest[place]) and latest == known.latest[place]
        if place == 0 or not same:
            return False
        place = known.before[place]
    return place == 0


def action_law(where: str, texts: Said, size: int) -> list[Number]:
    """The probabilities of the actions, given as weights."""
    weights = [weight(text) for text in entries(texts)]
    total = sum(weights)
    # Shares that do not sum to 1 could be worth as much as one likes.
    require(len(weights) == size and total > 0, f"{where} must have {size} weights, not all 0")
    return [ratio(w, total) for w in weights]


def best_response(game: Hidden, player: int, shares: list[Number]) -> Number:
    """What MAX is paid when the player does its best against a plan with these shares.

    Each end is worth its payoff times its chance and the other's share. A place is worth the ends
    there, the places that come after it by an observation, and the best of its actions: whatever
    the player does elsewhere does not change what these are worth.
    """
    known = game.knowledge[player]
    worth: list[Number] = [Fraction(0) for _ in known.before]
    for k, payoff in game.paid.items():
        here = game.known[k]
        probability = game.chance[k] * shares[here[1 - player]]
        worth[here[player]] += probability * payoff
    best = (max, min)[player]
    choices: dict[int, list[Number]] = {place: [] for place in known.actions}
    # From the last place to the first: what comes after a place has a larger number.
    for place in reversed(range(len(worth))):
        if place in choices:
            worth[place] += best(choices[place])
        if place == 0:
            break
        before = known.before[place]
        if known.acted[place]:
            choices[before].append(worth[place])
        else:
            worth[before] += worth[place]
    return worth[0]


def hidden_said(game: Hidden, value: Ends) -> str:
    """What is proved, in one line."""
    payoffs = game.paid.values()
    require_news(value, min(payoffs), max(payoffs))
    paid = f"{len(payoffs)} payoffs of {exactly(min(payoffs))} to {exactly(max(payoffs))}"
    name = game.states[0]["state"]
    sets = " and ".join(str(len(known.actions)) for known in game.knowledge)
    hidden = f"a game with hidden information from {name!a:.80} to {paid}"
    unfinished = len(game.states) - len(payoffs)
    deciding = f"MAX and MIN deciding by {sets} kinds of information"
    return f"value {shown(value)} to MAX, over {unfinished} states of {hidden}, {deciding}"


# --- pieces: values as functions of a symbol ------------------------------------------------------

Polynomial = tuple[int, ...]  # its coefficients, that of the lowest power first, the last not 0
Quotient = tuple[Polynomial, Polynomial]  # numerator and denominator

FINE = 6  # bits by which ends are finer than an interval is wide, when they are rounded


class Point(NamedTuple):
    """A real number between low and high: the only root there of the polynomial, a simple one. It
    is known to be rational where low = high.
    """

    polynomial: Polynomial
    low: Fraction
    high: Fraction


Line = list[Point]  # between which pieces lie, in ascending order


class Function(NamedTuple):
    """A function of the symbol: one quotient between each two neighbouring ends, which are places
    of points.
    """

    ends: list[int]
    values: list[Quotient]


class SymbolLaw(NamedTuple):
    """A law of the next state whose weights are polynomials."""

    states: list[int]
    weights: list[Polynomial]
    total: Polynomial


Laws = list[list[SymbolLaw]]  # one for each pair of actions
Cell = tuple[int, int, list[list[Quotient]]]  # places of two points, and the means between them


def check_pieces(rules: Said, claimed: Said, optimal: Said) -> str:
    """Every state is listed as in a graph, with polynomials in one symbol as weights and quotients
    of them as payoffs. The symbol lies in `domain`, between two points.

    Each value is a quotient of polynomials on each of its pieces. All means are quotients too, so
    an equation is one of polynomials; and an inequality holds on all of a piece when it does at
    one number in it, and the two sides are equal at none (Sturm counts the roots).
    """
    symbol, domain, states = parts(rules, "a game with a symbol", "symbol", "domain", "states")
    require(isinstance(symbol, str), "the symbol must be a text")
    breaks, best = parts(optimal, "optimal", "breaks", "best")
    line = line_of(domain, breaks)
    unfinished = unfinished_in(entries(states))
    # `zip` would leave out the states for which nothing is claimed.
    right = len(claimed) == len(entries(best)) == len(unfinished)
    require(right, "values and best must have one entry for each unfinished state")
    functions = functions_in(line, states, claimed)
    laws = {k: laws_in(states, k) for k in unfinished}
    gaps = vanishing_weights(line, laws)
    played = {}
    for k, said in zip(unfinished, best):
        cells = cells_of(functions, functions[k], laws[k])
        where = f"state {k} {states[k]['state']!r:.80}"
        played[k] = check_state(line, where, states[k], functions[k], cells, said)
    recurs = can_recur(laws)
    if recurs:
        check_ends(line, states, functions, played)
    return pieces_said(line, rules, functions, gaps if recurs else None)


# the parts of such a file


def line_of(domain: Said, breaks: Said) -> Line:
    """The points of a file: the ends of the domain, and what lies between."""
    least, most = entries(domain)
    points = [point(said) for said in (least, *entries(breaks), most)]
    for before, after in pairwise(points):
        # Pieces go from one point to a later one: in another order some would be empty, and what
        # is claimed on them would not be checked.
        require(before.high < after.low, "points must be in ascending order, each by itself")
    for found in points:
        if found.low < found.high:
            low, high = found.low, found.high
            # By Descartes' rule one change of sign means just one root, and a simple one. With two
            # roots there, it would be open which of them is meant.
            single = changes(found.polynomial, low, high) == 1
            ends = [sign_at(found.polynomial, end) for end in (low, high)]
            clear = ends[0] * ends[1] < 0
            require(
                single and clear,
                "a point must be the only root in its interval, with one change of sign",
            )
    return points


def point(said: Said) -> Point:
    """The point that is a number, or [polynomial, low, high]."""
    if isinstance(said, str):
        exact = number(said)
        return Point((-exact.numerator, exact.denominator), exact, exact)
    texts, low, high = entries(said)
    found = Point(polynomial(texts), number(low), number(high))
    require(found.polynomial and found.low < found.high, "a point must lie in an interval")
    return found


def polynomial(texts: Said) -> Polynomial:
    """The polynomial with these coefficients."""
    found = tuple([whole(text) for text in entries(texts)])
    # One list for each polynomial; its length is its degree and 1.
    require(not found or found[-1], "the last coefficient of a polynomial must not be 0")
    return found


def whole(text: Said) -> int:
    """The whole number written as hexadecimal."""
    # `number` would do, but there may be millions of coefficients.
    short = isinstance(text, str) and len(text) <= MOST_DIGITS
    found = int(text, 16) if short else 0
    require(hex(found) == text, "a coefficient must be a text such as '-0x3'")
    return found


def quotient(said: Said) -> Quotient:
    """The quotient [numerator, denominator]."""
    numerator, denominator = entries(said)
    return polynomial(numerator), polynomial(denominator)


def functions_in(line: Line, states: list[Said], claimed: Said) -> list[Function]:
    """The value of each state, paid or claimed."""
    claims = iter(claimed)
    found = []
    for state in states:
        if "payoff" in state:
            function = Function([0, len(line) - 1], [quotient(state["payoff"])])
        else:
            function = function_in(line, entries(next(claims)))
        for i, j, (_, under) in zip(function.ends, function.ends[1:], function.values):
            # Where a denominator is 0, there is no value; where it is negative, inequalities turn
            # round when they are multiplied by it.
            require_positive(line, under, i, j, "a denominator")
        found.append(function)
    return found


def function_in(line: Line, pieces: Said) -> Function:
    """The function from its pieces [place of the upper end, quotient]."""
    ends, values = [0], []
    for upper, value in pieces:
        # The first piece begins at the first point, each other one where the one before it ends.
        require(is_int(upper, ends[-1] + 1, len(line) - 1), "pieces must go on to later points")
        ends.append(upper)
        values.append(quotient(value))
    # Beyond the last piece nothing would be claimed, and nothing be checked.
    require(ends[-1] == len(line) - 1, "pieces must cover the domain")
    return Function(ends, values)


def value_from(function: Function, i: int) -> Quotient:
    """The value between point i and the next."""
    return function.values[bisect_right(function.ends, i) - 1]


def laws_in(states: list[Said], k: int) -> Laws:
    """The laws of an unfinished state."""
    where = f"state {k} {states[k]['state']!r:.80}"
    count = len(states)
    return [[symbol_law(where, law, count) for law in row] for row in states[k]["laws"]]


def symbol_law(where: str, pairs: Said, count: int) -> SymbolLaw:
    """The law [[state, weight], ...]."""
    following, weights = [], []
    total: Polynomial = ()
    for t, texts in entries(pairs):
        w = polynomial(texts)
        # Place -1 would be the last state; a state of weight 0 would count as one that can be
        # reached when the end is looked for.
        right = w and is_int(t, 0, count - 1)
        require(
            right, f"{where}: a law must lead to states of the file, with weights that are not 0"
        )
        following.append(t)
        weights.append(w)
        total = added(total, w)
    return SymbolLaw(following, weights, total)


def vanishing_weights(line: Line, laws: dict[int, Laws]) -> set[int]:
    """The places of the points at which some weight is 0; between points all are positive."""
    every = [law for rows in laws.values() for law in chain(*rows)]
    for total in distinct([law.total for law in every]):
        # Where all weights are 0, play would be nowhere.
        require_positive(line, total, 0, len(line) - 1, "the sum of the weights of a law")
    found: set[int] = set()
    weights = distinct([w for law in every for w in law.weights])
    for w, i in product(weights, range(len(line) - 1)):
        at_ends = roots_at_ends(line, w, i, i + 1)
        # A negative weight would be a negative probability: a mean could then be anything.
        require(sign_between(line, w, i, i + 1) > 0, "a weight must not be negative")
        found.update(end for end, is_root in zip((i, i + 1), at_ends) if is_root)
    return found


# what is checked in a state


def cells_of(functions: list[Function], own: Function, laws: Laws) -> Iterator[Cell]:
    """The intervals on which the state and all that can follow have one quotient each, from left
    to right, with the mean of each law.
    """
    marks = set(own.ends)
    for law in chain(*laws):
        marks.update(*(functions[t].ends for t in law.states))
    in_order = sorted(marks)
    known: dict[tuple[int, int], tuple[list[Quotient], Quotient]] = {}
    for i, j in pairwise(in_order):
        means: list[list[Quotient]] = [[] for _ in laws]
        for a, row in enumerate(laws):
            for b, law in enumerate(row):
                spend(LINES * len(law.states))
                values = [value_from(functions[t], i) for t in law.states]
                # Most laws have the same mean as in the cell before.
                if known.get((a, b), ([], ()))[0] != values:
                    known[a, b] = values, mean_quotient(law, values)
                means[a].append(known[a, b][1])
        yield i, j, means


def mean_quotient(law: SymbolLaw, values: list[Quotient]) -> Quotient:
    """The mean of the values over the law."""
    parts = []
    for w, (top, under) in zip(law.weights, values):
        parts.append((multiplied(w, top), under))
    top, under = summed(parts)
    return top, multiplied(under, law.total)


def check_state(
    line: Line, where: str, state: Said, own: Function, cells: Iterable[Cell], said: Said
) -> list[Played]:
    """What the players may play on each piece of the state, when that is optimal there."""
    rows, columns = action_names(where, state)
    # One entry too few, and `zip` would leave out a piece.
    complete = f"{where} must have what is optimal for each piece"
    if ["wait"] not in (rows, columns):
        require(len(entries(said)) == len(own.values), complete)
        return check_mixtures(line, where, own, cells, said)
    require(len(entries(said)) == 2 * len(own.values) + 1, complete)
    if columns == ["wait"]:
        inside = check_choices(line, where, 1, rows, own, cells, said)
        return [(best, [0]) for best in inside]
    inside = check_choices(line, where, -1, columns, own, cells, said)
    return [([0], best) for best in inside]


def check_choices(
    line: Line,
    where: str,
    sign: int,
    actions: list[Name],
    own: Function,
    cells: Iterable[Cell],
    said: Said,
) -> list[list[int]]:
    """The places of the best actions inside of each piece; they and those that are best at its
    ends must be those listed, in turn from the first end to the last. The sign is that of what the
    player wants: MIN loses what MAX is paid.
    """
    inside = []
    at_end: list[int] = []
    for i, j, means in cells:
        piece = bisect_right(own.ends, i) - 1
        flat = list(chain(*means))
        at_start, between, at_end = best_in(line, where, sign, own.values[piece], flat, (i, j))
        begins = own.ends[piece] == i
        # Where no piece of its own begins, the best actions must be those of all the piece.
        require_listed(where, i, actions, at_start, said[2 * piece + (not begins)])
        require_listed(where, i, actions, between, said[2 * piece + 1])
        if begins:
            inside.append(between)
    require_listed(where, len(line) - 1, actions, at_end, said[-1])
    return inside


def best_in(
    line: Line, where: str, sign: int, value: Quotient, means: list[Quotient], ends: tuple[int, int]
) -> tuple[list[int], list[int], list[int]]:
    """The places of the actions that are worth the value at the first end, between, and at the last
    end; no other is worth more anywhere.
    """
    places: tuple[list[int], list[int], list[int]] = ([], [], [])
    for a, mean in enumerate(means):
        gap = less(value, mean)
        if not gap:
            best = (True, True, True)
        else:
            first, last = roots_at_ends(line, gap, *ends)
            # Not 0 between the ends, and so better or worse than the value everywhere there.
            worse = sign * sign_between(line, gap, *ends) > 0
            require(worse, f"{where}: action {a} is better than the value from point {ends[0]}")
            best = (first, False, last)
        for found, is_best in zip(places, best):
            if is_best:
                found.append(a)
    # With none the value would be too high: all actions could be worse.
    require(places[1], f"{where}: no action is worth the value from point {ends[0]}")
    return places


def require_listed(where: str, i: int, actions: list[Name], best: list[int], said: Said) -> None:
    """Raise `Rejected` unless just the best actions are listed."""
    names = [actions[a] for a in best]
    # Compared as JSON, since to Python [True] equals [1].
    same = json.dumps(names) == json.dumps(said)
    found = f"{names!r:.80}, not {said!r:.80}"
    require(same, f"{where}: the best actions at point {i} or from there are {found}")


def check_mixtures(
    line: Line, where: str, own: Function, cells: Iterable[Cell], said: Said
) -> list[Played]:
    """What both players may play on each piece, by mixtures that guarantee the value."""
    p: list[Quotient] = []
    q: list[Quotient] = []
    played = []
    for i, j, means in cells:
        piece = bisect_right(own.ends, i) - 1
        if own.ends[piece] == i:
            sizes = len(means), len(means[0])
            p, q = shares_in(line, where, said[piece], sizes, (i, own.ends[piece + 1]))
            played.append((used(p), used(q)))
        value = own.values[piece]
        # Against a mixture some single action is as good as any: each of the other's is tried.
        for column in zip(*means):
            over = less(weighted_quotient(p, column), value)
            require_not_negative(line, over, i, j, f"{where}: what MAX's mixture wins")
        for row in means:
            over = less(value, weighted_quotient(q, row))
            require_not_negative(line, over, i, j, f"{where}: what MIN's mixture saves")
    return played


def shares_in(
    line: Line, where: str, said: Said, sizes: tuple[int, int], ends: tuple[int, int]
) -> list[list[Quotient]]:
    """The mixtures of MAX and of MIN on a piece."""
    found = []
    for texts, size in zip(parts(said, f"{where}, where both choose,", "row", "column"), sizes):
        shares = [quotient(text) for text in entries(texts)]
        for top, under in shares:
            require_positive(line, under, *ends, "a denominator")
            # Shares that are no probabilities could weigh the good actions as much as they like.
            require_not_negative(line, top, *ends, f"{where}: a share")
        right = len(shares) == size and not less(summed(shares), ((1,), (1,)))
        require(right, f"{where}: a mixture must be {size} shares that sum to 1")
        found.append(shares)
    return found


def weighted_quotient(shares: list[Quotient], means: Sequence[Quotient]) -> Quotient:
    """The sum of share * mean over both in step."""
    products = []
    for (top, under), (other, below) in zip(shares, means):
        products.append((multiplied(top, other), multiplied(under, below)))
    return summed(products)


def used(mixture: list[Quotient]) -> list[int]:
    """The places of the actions that have a share in the mixture."""
    return [place for place, (top, _) in enumerate(mixture) if top]


# that play ends


def can_recur(laws: dict[int, Laws]) -> bool:
    """Whether some law leads to a state that is not later in the list."""
    for k, rows in laws.items():
        for law in chain(*rows):
            if min(law.states) <= k:
                return True
    return False


def check_ends(
    line: Line, states: list[Said], functions: list[Function], played: dict[int, list[Played]]
) -> None:
    """Raise `Rejected` unless both players can end play from every state between any two
    neighbouring points.
    """
    before = None
    for i in range(len(line) - 1):
        spend(LINES * len(played))
        now = {}
        for k, by_piece in played.items():
            # A share may be 0 at a point, and then play need not end there.
            turns = ["wait"] in states[k]["actions"]
            require(turns, f"state {k}: both choose where play may come back")
            now[k] = by_piece[bisect_right(functions[k].ends, i) - 1]
        # All weights are positive between points: where they lead is the same everywhere there.
        if now != before:
            for player, name in enumerate(("MAX", "MIN")):
                stuck = f"from point {i} {name} cannot end play from every state"
                require(can_end(states, now, player), f"play need not end: {stuck}")
        before = now


def pieces_said(line: Line, rules: Said, functions: list[Function], gaps: set[int] | None) -> str:
    """What is proved, in one line."""
    states, name = rules["states"], rules["states"][0]["state"]
    going_on = [state for state in states if "payoff" not in state]
    ends = " to ".join(point_text(line[place]) for place in (0, len(line) - 1))
    domain = f"for every {rules['symbol']!a:.80} from {ends}"
    if gaps:
        domain += f" but {len(gaps)} where a weight is 0"
    pieces = f"value in {len(functions[0].values)} pieces to MAX"
    graph = f"{len(going_on)} states of an explicit graph from {name!a:.80}"
    return f"{pieces}, {domain}, over {graph} to {len(states) - len(going_on)} payoffs"


def point_text(found: Point) -> str:
    """The point in short."""
    if found.low == found.high:
        return short_text(found.low)
    return f"about {decimal_text(found.low)}"


# polynomials


def added(one: Polynomial, other: Polynomial) -> Polynomial:
    """The sum."""
    spend(LINES + len(one) + len(other))
    return trimmed([a + b for a, b in zip_longest(one, other, fillvalue=0)])


def trimmed(found: list[int]) -> Polynomial:
    """The polynomial without the highest coefficients that are 0."""
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product."""
    if len(one) > len(other):
        one, other = other, one
    spend(LINES + len(one) * len(other) * longer(bits_in(one), bits_in(other)))
    if one == (1,):
        return other
    found = [0] * (len(one) + len(other) - 1) if one else []
    for k, c in enumerate(one):
        if c:
            end = k + len(other)
            found[k:end] = [before + c * d for before, d in zip(found[k:end], other)]
    return tuple(found)


def distinct(polynomials: list[Polynomial]) -> list[Polynomial]:
    """Each of the polynomials once, sorted: a set could take long, as told at `places`."""
    return [one for one, _ in groupby(sorted(polynomials))]


def bits_in(of: Polynomial) -> int:
    """The bits of its longest coefficient."""
    return max(map(int.bit_length, of), default=0)


def summed(terms: Sequence[Quotient]) -> Quotient:
    """The sum, over the product of the different denominators."""
    unders = distinct([under for _, under in terms])
    spend(len(terms) * len(unders))
    common: Polynomial = (1,)
    for under in unders:
        common = multiplied(common, under)
    total: Polynomial = ()
    for top, own in terms:
        for under in unders:
            if under != own:
                top = multiplied(top, under)
        total = added(total, top)
    return total, common


def less(one: Quotient, other: Quotient) -> Polynomial:
    """A polynomial with the sign of the one less the other wherever both denominators are
    positive; empty when the two are the same.
    """
    (top, under), (less_top, less_under) = one, other
    if under != less_under:
        top = multiplied(top, less_under)
        less_top = multiplied(less_top, under)
    return added(top, tuple([-c for c in less_top]))


def sign_at(of: Polynomial, at: Fraction) -> int:
    """-1, 0 or 1, as the polynomial is at the number."""
    above, under = at.numerator, at.denominator
    long = len(of) * bits(at) + bits_in(of)
    spend(LINES + len(of) * longer(long, bits(at) + bits_in(of)))
    value, power = 0, 1
    # Times a power of the denominator, so that all is whole.
    for c in reversed(of):
        value = value * above + c * power
        power *= under
    return (value > 0) - (value < 0)


# roots of polynomials


def require_positive(line: Line, of: Polynomial, i: int, j: int, what: str) -> None:
    """Raise `Rejected` unless the polynomial is positive from one point to the other."""
    right = of and roots_at_ends(line, of, i, j) == (False, False)
    require(right and sign_between(line, of, i, j) > 0, f"{what} must be positive")


def require_not_negative(line: Line, of: Polynomial, i: int, j: int, what: str) -> None:
    """Raise `Rejected` unless the polynomial is 0, or positive between the points."""
    if of:
        roots_at_ends(line, of, i, j)
        require(sign_between(line, of, i, j) > 0, f"{what} must not be negative")


def sign_between(line: Line, of: Polynomial, i: int, j: int) -> int:
    """The sign between the points, where there is no root: that at a number there."""
    low, high = line[i].high, line[j].low
    grid = 1 << math.ceil(1 / (high - low)).bit_length()
    return sign_at(of, ratio(math.floor(low * grid) + 1, grid))


def roots_at_ends(line: Line, of: Polynomial, i: int, j: int) -> tuple[bool, bool]:
    """Whether the polynomial, which is not 0 everywhere, is 0 at point i and at point j; `Rejected`
    if it has any other root from the low end of i to the high end of j.
    """
    left, right = line[i], line[j]
    rest, first = without_root(of, left)
    rest, last = without_root(rest, right)
    most = changes(rest, *rounded(left.low, right.high))
    # By Descartes' rule there are no more roots than changes of sign; most often there are none.
    if most:
        irrational = [is_irrational_root(rest, end) for end in (left, right)]
        if most > sum(irrational):
            found = roots_between(rest, left.low, right.high)
            another = f"what must keep its sign is 0 between the points {i} and {j}, or near one"
            require(found == sum(irrational), another)
        first, last = first or irrational[0], last or irrational[1]
    return first, last


def without_root(of: Polynomial, at: Point) -> tuple[Polynomial, bool]:
    """The polynomial without its root at the point, if that is rational; and whether it had one."""
    if at.low < at.high:
        return of, False
    rest = of
    while sign_at(rest, at.low) == 0:
        # By q x - p, from the highest coefficient down; each division is exact (Gauss).
        p, q = at.low.numerator, at.low.denominator
        carried, found = 0, []
        for c in reversed(rest[1:]):
            carried = (c + p * carried) // q
            found.append(carried)
        rest = tuple(reversed(found))
    return rest, rest != of


def rounded(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers with few digits just below and above, which keep the arithmetic fast."""
    grid = 1 << (math.ceil(1 / (high - low)).bit_length() + FINE)
    return ratio(math.ceil(low * grid) - 1, grid), ratio(math.floor(high * grid) + 1, grid)


def is_irrational_root(of: Polynomial, at: Point) -> bool:
    """Whether the polynomial is 0 at a point that is not known to be rational."""
    if at.low == at.high:
        return False
    shared = euclid(of, at.polynomial)[-1]
    # A divisor of the point's polynomial: it has no other root in the interval, and this one at
    # most once.
    return sign_at(shared, at.low) * sign_at(shared, at.high) < 0


def roots_between(of: Polynomial, low: Fraction, high: Fraction) -> int:
    """How many different roots the polynomial has between the numbers, by Sturm's theorem."""
    slope = trimmed([k * c for k, c in enumerate(of)][1:])
    sequence = euclid(of, slope)
    counts = []
    for end in (low, high):
        signs = [sign_at(each, end) for each in sequence]
        # A root at an end is none between, and would be missed.
        require(signs[0], "a polynomial is 0 at the end of a point's interval")
        counts.append(sign_changes(signs))
    return counts[0] - counts[1]


def euclid(one: Polynomial, other: Polynomial) -> list[Polynomial]:
    """The sequence of Sturm: each the remainder of the two before it with its sign turned, up to a
    positive factor; the last divides all.
    """
    sequence = [one]
    while other:
        sequence.append(other)
        # Each of so many steps of the division makes the coefficients longer.
        divisions = max(len(one) - len(other) + 1, 0)
        long = bits_in(one) + divisions * bits_in(other)
        spend(LINES + (divisions + 3) * len(one) * longer(long, long))
        one, other = other, tuple([-c for c in remainder(one, other)])
    return sequence


def remainder(one: Polynomial, other: Polynomial) -> Polynomial:
    """The remainder of the one divided by the other, times a positive number that makes it whole
    and short.
    """
    rest = list(one)
    lead, below = other[-1], other[:-1]
    while len(rest) > len(below):
        top = rest.pop()
        shared = math.gcd(top, lead)
        factor, share = abs(lead) // shared, top // shared
        if lead < 0:
            share = -share
        start = len(rest) - len(below)
        rest = [factor * c for c in rest]
        rest[start:] = [c - share * d for c, d in zip(rest[start:], below)]
    content = math.gcd(*rest) or 1
    return trimmed([c // content for c in rest])


def changes(of: Polynomial, low: Fraction, high: Fraction) -> int:
    """The changes of sign after low..high is mapped to 0..infinity: as many as there are roots
    between, each as often as it is one, or an even number more (Descartes).
    """
    grid = math.lcm(low.denominator, high.denominator)
    first, last = times(low, grid), times(high, grid)
    size = max(abs(first), abs(last), grid).bit_length()
    long = bits_in(of) + len(of) * size
    spend(10 * LINES + len(of) ** 2 * longer(long, long))
    # Of x = first / grid + t: scaled, moved, and the other way round to (0, infinity).
    scaled = [c * grid**k for k, c in enumerate(reversed(of))]
    scaled = (
        moved([c * first**k for k, c in enumerate(reversed(scaled))]) if first else scaled[::-1]
    )
    stretched = []
    for k, c in enumerate(scaled):
        stretched.append(c * (last - first) ** k // (first**k if first else 1))
    return sign_changes(moved(stretched[::-1]))


def moved(of: list[int]) -> list[int]:
    """The coefficients of the polynomial in x + 1."""
    rest, found = of[::-1], []
    while rest:
        # Divided by x - 1: the sums from the top are the quotient, the last one what is left.
        rest = list(accumulate(rest))
        found.append(rest.pop())
    return found


def sign_changes(numbers: Iterable[int]) -> int:
    """How often the sign changes, zeros left out."""
    positive = [number > 0 for number in numbers if number]
    return sum(a != b for a, b in pairwise(positive))


# --- turns of a race and of Pig -------------------------------------------------------------------

Law = tuple[Sequence[tuple[Hashable, int]], int]  # [(what comes next, weight), ...], their total
Throw = tuple[list[tuple[int, int]], int]  # a law of the score
Choice = tuple[Hashable, Sequence[Name], list[Law]]  # its name, the actions, a law for each of them


class Turn(NamedTuple):
    """A player's turn: `choices`, each leading to earlier ones or to `ends`, what is won by the
    turn's end, numbers over `common`. The total of every law divides `rolls`.
    """

    choices: list[Choice]
    ends: dict[Hashable, Ends]
    common: int
    rolls: int


def check_turn(where: str, value: Ends, turn: Turn, optimal: Said, exact: bool) -> None:
    """Raise `Rejected` unless the last of the turn's choices is worth the value."""
    # Each choice divides by the total of a law, which divides `rolls`: with one factor of it for
    # each choice all means are whole, and // loses nothing. (Fractions would take far longer.)
    scale = turn.rolls ** len(turn.choices)
    steps = len(turn.ends) + LINES * len(turn.choices)
    for _, _, laws in turn.choices:
        steps += sum(len(law) for law, _ in laws)
    long = (scale * turn.common).bit_length()
    spend(steps * (2 - exact) * longer(long, turn.rolls.bit_length()))
    ends = {}
    for name, (low, high) in turn.ends.items():
        ends[name] = low * scale, high * scale
    for choice, best in zip(turn.choices, optimal):
        name, actions, laws = choice
        lows = averages(laws, ends, 0)
        highs = lows if exact else averages(laws, ends, 1)
        worth = list(zip(lows, highs))
        ends[name] = chosen(where, worth, actions, best, exact)
    # The turn guarantees least / unit, and no action in it is worth more than most / unit.
    least, most = ends[name]
    unit = scale * turn.common
    lower, upper = value
    enough = lower.numerator * unit <= least * lower.denominator
    no_more = most * upper.denominator <= upper.numerator * unit
    require(enough and no_more, f"{where}: what is optimal does not guarantee the value")


def averages(laws: list[Law], ends: dict[Hashable, Ends], side: int) -> list[int]:
    """The mean of the lower (side 0) or the upper ends over each law."""
    found = []
    for law, total in laws:
        summed = sum(w * ends[to][side] for to, w in law)
        found.append(summed // total)
    return found


# --- the rules that races and Pig share -----------------------------------------------------------


class Race(NamedTuple):
    """Who has `target` points wins. `throws` are the laws of the score of 1, 2, ... dice, whose
    totals divide `rolls`; `told` is the rules in words.
    """

    dice: int
    target: int
    throws: list[Throw]
    rolls: int
    told: str


def race_rules(rules: Said, claimed: Said, optimal: Said, most: int) -> Race:
    """The rules of a race: a throw scores its sum, or `bust_score` when any die shows the bust
    face; scores above `most` count as `most`.
    """
    names = ("dice", "target", "weights", "bust", "bust_score")
    dice, target, texts, bust, score = parts(rules, "a race", *names)
    weights = [weight(text) for text in entries(texts)]
    small = is_int(dice, 1, MOST_POINTS) and is_int(target, 1, MOST_POINTS)
    bust_right = is_int(score, 0, math.inf) and is_int(bust, 1, len(weights))
    problem = "dice, target, bust or bust_score is out of its limits"
    require(small and bust_right, problem)
    throw_bits = dice * sum(weights).bit_length()
    spend(dice * min(dice * len(weights), most) * len(weights) * longer(throw_bits, throw_bits))
    # A list too long would seem to prove more than is checked.
    wanted = target * target
    if not len(claimed) == len(optimal) == wanted:
        raise Rejected(f"values and optimal must have {wanted} entries")
    throws = scores(dice, weights, bust, score, most)
    require_score(weights, throws)
    told = race_told(dice, target, weights, bust, score)
    rolls = sum(weights) ** dice
    return Race(dice, target, throws, rolls, told)


def require_score(weights: list[int], throws: list[Throw]) -> None:
    """Raise `Rejected` unless some throw may score."""
    # Otherwise play would not end. One number of dice that can score means that any can: all may
    # show the face that scores, or all may bust for the bust score.
    scored = set()
    for law, _ in throws:
        scored |= {points for points, _ in law}
    require(sum(weights) and any(scored), "some throw must score")


def scores(dice: int, weights: list[int], bust: int, bust_score: int, most: int) -> list[Throw]:
    """The law of the score of a throw of 1, of 2, ... dice."""
    throws = []
    total = 1
    sums = Counter({0: 1})  # of the throws so far in which no die shows the bust face
    for _ in range(dice):
        sums = one_die_more(sums, weights, bust, most)
        total *= sum(weights)
        busts = total - sums.total()
        # The sum of two counters leaves out what cannot happen.
        law = sums + Counter({min(bust_score, most): busts})
        throws.append((list(law.items()), total))
    return throws


def one_die_more(sums: Counter[int], weights: list[int], bust: int, most: int) -> Counter[int]:
    """The sums with another die, bust faces left out."""
    grown = Counter[int]()
    faces = list(enumerate(weights, 1))
    for (before, ways), (face, w) in product(sums.items(), faces):
        if face != bust:
            after = min(before + face, most)
            grown[after] += ways * w
    return grown


def race_told(dice: int, target: int, weights: list[int], bust: int, score: int) -> str:
    """The rules in words: all of them, since a loaded die has proofs as good as a fair one's."""
    texts = [str(w) if w < SHORT else hex(w) for w in weights]
    listed = ":".join(texts)
    if len(listed) > 200:
        hashed = hashlib.sha256(listed.encode())
        listed = f"of SHA-256 {hashed.hexdigest()}"
    faces = f"{len(weights)} faces weighted {listed}"
    thrown = f"up to {dice} dice of {faces}"
    return f"{target} with {thrown}, a throw with a {bust} scoring {score}"


# --- race: Dice Battle in turns -------------------------------------------------------------------


def check_race(rules: Said, claimed: Said, optimal: Said) -> str:
    """Two players in turn throw 1..dice dice, whose score is added to their points; the first to
    reach the target is paid 1 by the other.

    States are (i, j), i major: the points of the mover, who is paid, and of the other. Play ends,
    as a throw may always score.
    """
    race = race_rules(rules, claimed, optimal, rules["target"])
    values = [number(text) for text in claimed]
    common, scaled = over_one_denominator(values)
    rows = in_rows(scaled, race.target)
    for i in range(race.target):
        needed = race.target - i
        choice = throw_choice(race, needed)
        for j, later in enumerate(rows):
            # After k points the other moves, at (j, i + k): what it is paid is lost.
            ends: dict[Hashable, Ends] = {k: (-v, -v) for k, v in enumerate(later[i:])}
            ends[needed] = common, common
            turn = Turn([choice], ends, common, race.rolls)
            place = i * race.target + j
            claim = values[place], values[place]
            check_turn(f"state ({i}, {j})", claim, turn, [optimal[place]], True)
    states = f"{len(claimed)} states of a race to {race.told}"
    return f"value {exactly(values[0])} to the first player, over {states}"


def in_rows(table: list[Entry], size: int) -> list[list[Entry]]:
    """The table of size * size entries, row by row."""
    starts = range(0, size * size, size)
    return [table[start : start + size] for start in starts]


def throw_choice(race: Race, needed: int) -> Choice:
    """The choice of the number of dice, scores above those needed to win counting as them."""
    laws: list[Law] = []
    for law, total in race.throws:
        capped = [(min(k, needed), w) for k, w in law]
        laws.append((capped, total))
    return "", range(1, race.dice + 1), laws


# --- pig ------------------------------------------------------------------------------------------

LETTERS = {"h": ["h"], "r": ["r"], "b": ["h", "r"]}  # hold, roll, both


def check_pig(rules: Said, claimed: Said, optimal: Said) -> str:
    """A turn is rolls of one die: the bust face ends it with nothing, another is added to its
    total; holding scores the total.

    Points and turn total together at the target win. Values are those of the starts of turns
    (i, j); `optimal` has one letter for each turn total from 1 to target - i - 1. Play ends: each
    turn begins with a roll, which may score, and then is held or goes on scoring to the target,
    with positive probability.
    """
    race = pig_rules(rules, claimed, optimal)
    target = race.target
    value = [bounds(claim) for claim in claimed]
    exact = all_exact(claimed)
    rows = in_rows(value, target)
    for j, row in enumerate(rows):
        held = Held(1, [])
        for i in reversed(range(target)):
            held = one_more_held(held, row[i])
            where = f"the turn at ({i}, {j})"
            best = turn_actions(where, optimal[i * target + j], target - i)
            check_turn(where, rows[i][j], pig_turn(race, held), best, exact)
    require_news(value[0], -1, 1)
    turns = f"{len(claimed)} turns of Pig to {race.told}"
    return f"value {shown(value[0])} to the first player, over {turns}"


def pig_rules(rules: Said, claimed: Said, optimal: Said) -> Race:
    """The rules of Pig, whose rolls are throws of one die."""
    target, _, _ = parts(rules, "pig", "target", "weights", "bust")
    rolled = rules | {"dice": 1, "bust_score": 0}
    return race_rules(rolled, claimed, optimal, target)


class Held(NamedTuple):
    """The values of (j, i), (j, i + 1), ..., at which the other's turn begins, over `common`."""

    common: int
    ends: list[Ends]


def one_more_held(held: Held, value: Ends) -> Held:
    """The same with one more value, that of the state before."""
    low, high = value
    spend(LINES + 10 * longer(held.common.bit_length(), bits(low) + bits(high)))
    common = math.lcm(held.common, low.denominator, high.denominator)
    spend(len(held.ends) * longer(common.bit_length(), 0))
    grown = common // held.common
    ends = [(times(low, common), times(high, common))]
    for low, high in held.ends:
        ends.append((low * grown, high * grown))
    return Held(common, ends)


def turn_actions(where: str, letters: Said, needed: int) -> list[list[str]]:
    """The optimal actions at the turn totals needed - 1, ..., 1, 0: at 0 the first roll."""
    downwards = letters[::-1]
    best = [LETTERS[letter] for letter in downwards]
    # With a letter too few the turn would be checked up to another total only.
    wanted = needed - 1
    right = isinstance(letters, str) and len(letters) == wanted
    require(right, f"{where} needs {wanted} letters")
    return [*best, ["r"]]


def pig_turn(race: Race, held: Held) -> Turn:
    """The turn of a player who needs len(held.ends) points; its choices are at the turn totals."""
    needed = len(held.ends)
    ends: dict[Hashable, Ends] = {}
    ends["won"] = held.common, held.common
    for k, other in enumerate(held.ends):
        ends["held", k] = lost(other)
    choices: list[Choice] = []
    for k in reversed(range(1, needed)):
        hold = [(("held", k), 1)]
        laws = [(hold, 1), roll(race, k, needed)]
        choices.append((k, ["h", "r"], laws))
    # Who has not rolled yet cannot hold: play could go on for ever.
    first = roll(race, 0, needed)
    choices.append((0, ["r"], [first]))
    return Turn(choices, ends, held.common, race.rolls)


def roll(race: Race, k: int, needed: int) -> Law:
    """The law of what comes after a roll at turn total k."""
    ((throw, total),) = race.throws
    law: list[tuple[Hashable, int]] = []
    for face, w in throw:
        after = k + face
        if face == 0:  # a bust, which scores nothing
            law.append((("held", 0), w))
        else:
            law.append(("won" if after >= needed else after, w))
    return law, total


# --- simultaneous: both throw at once -------------------------------------------------------------


def check_at_once(rules: Said, claimed: Said, optimal: Said) -> str:
    """The same race when both throw at once: once someone has the target the larger total is paid 1
    by the other, equal ones draw.

    Values are the first player's. Each mixture over 1..dice guarantees its player's end of the
    value by the same ends of the next ones. Play ends, as a throw may always score.
    """
    # A bust that scores more than this beats all other throws, as this does. `range` refuses texts.
    most_thrown = len(range(rules["dice"])) * len(rules["weights"])
    most = len(range(rules["target"])) + most_thrown
    require(most <= MOST_POINTS, f"target + dice x faces must be at most {MOST_POINTS}")
    race = race_rules(rules, claimed, optimal, most)
    value = [bounds(claim) for claim in claimed]
    first, second = mixtures_at_once(race, optimal)
    check_guarantees(race, [low for low, _ in value], first)
    # The second player is paid what the first loses, at most the upper end.
    paid = turned([-high for _, high in value], race.target)
    check_guarantees(race, paid, turned(second, race.target))
    require_news(value[0], -1, 1)
    states = f"{len(claimed)} states of a simultaneous race to {race.told}"
    return f"value {shown(value[0])} to the first player, over {states}"


def mixtures_at_once(
    race: Race, optimal: Said
) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """The first and the second player's mixture at every pair of points."""
    first, second = [], []
    for k, best in enumerate(optimal):
        state = divmod(k, race.target)
        row, column = mixtures_in(f"state {state}", best, (race.dice, race.dice))
        first.append(row)
        second.append(column)
    return first, second


def turned(table: list[Entry], size: int) -> list[Entry]:
    """The table of size * size entries with its columns as rows: the other's points first."""
    found = []
    for j in range(size):
        column = table[j::size]
        found += column
    return found


def check_guarantees(race: Race, worth: list[Fraction], mixtures: list[list[Fraction]]) -> None:
    """Raise `Rejected` unless the mixture at own points i and other points j is worth
    worth[i * target + j] or more against every throw of the other.
    """
    common, scaled = over_one_denominator(worth)
    grid = worth_of_points(race, common, scaled)
    met = [met_by_throws(race, row) for row in grid]
    for place, mixture in enumerate(mixtures):
        i, j = divmod(place, race.target)
        score = own_score(race, mixture)
        shares = list(score.values())
        over, weights = over_one_denominator(shares)
        reached = [met[i + k][j] for k in score]
        # Against a mixture some single throw is as good as any mixture: each is tried.
        spend(len(weights) * race.dice * longer(common.bit_length(), over.bit_length()))
        against = [weighted(weights, means) for means in zip(*reached)]
        claimed = scaled[place] * over * race.rolls
        if claimed > min(against):
            where = f"at {i} points against {j}"
            raise Rejected(f"{where} a mixture does not guarantee its end of the value")


def worth_of_points(race: Race, common: int, scaled: list[int]) -> list[list[int]]:
    """What each pair of points is worth to its first, times `common`: all that can be reached."""
    most_scored = 0
    for law, _ in race.throws:
        most_scored = max(most_scored, *(k for k, _ in law))
    reach = range(race.target + most_scored)
    grid = []
    for i in reach:
        signs = [(i > j) - (i < j) for j in reach]
        grid.append([common * sign for sign in signs])
    # Where neither has the target, play goes on.
    for i, row in enumerate(in_rows(scaled, race.target)):
        grid[i][: race.target] = row
    return grid


def met_by_throws(race: Race, row: list[int]) -> list[list[int]]:
    """The mean of a row of the grid after each throw of the other, from each of its points, times
    `rolls`: the total of every law divides it.
    """
    met: list[list[int]] = [[] for _ in range(race.target)]
    long = max(map(int.bit_length, row))
    for law, total in race.throws:
        spend(len(law) * race.target * longer(long, race.rolls.bit_length()))
        factor = race.rolls // total
        for j, means in enumerate(met):
            summed = sum(w * row[j + k] for k, w in law)
            means.append(summed * factor)
    return met


def own_score(race: Race, mixture: list[Fraction]) -> dict[int, Fraction]:
    """The law of the score of a player that draws its number of dice from the mixture."""
    score: dict[int, Fraction] = {}
    for share, (law, total) in zip(mixture, race.throws):
        if not share:
            continue
        for k, w in law:
            before = score.get(k, Fraction(0))
            score[k] = before + share * w / total
    return score


# --- arena: a token on a graph --------------------------------------------------------------------


def check_arena(rules: Said, claimed: Said, optimal: Said) -> str:
    """A token moves along edges, and who cannot move loses. `vertices` are [name, successors], each
    after its successors.

    The Sprague-Grundy value is the least whole number that no successor has, 0 where the player to
    move loses; the moves to 0 win.
    """
    vertices, start = parts(rules, "an arena", "vertices", "start")
    count = len(vertices)
    # A longer list would claim more than is checked.
    complete = count == len(claimed) == len(optimal)
    require(complete, f"values and optimal must have {count} entries")
    value = [weight(text) for text in claimed]
    for k, (name, below) in enumerate(vertices):
        where = f"vertex {k} {name!r:.80}"
        check_vertex(where, k, below, value, optimal[k])
    require(is_int(start, 0, count - 1), "start must be the place of a vertex")
    name, _ = vertices[start]
    kernel = f"{value.count(0)} of them in the kernel"
    return f"Grundy value {value[start]}, over {count} vertices, {kernel}, at {name!a:.80}"


def check_vertex(where: str, k: int, below: Said, value: list[int], best: Said) -> None:
    """Raise `Rejected` unless the k-th value is right, given those of its successors."""
    # Earlier places only: on a circle the definition determines no values.
    earlier = all(is_int(s, 0, k - 1) for s in entries(below))
    if not earlier or len(set(below)) < len(below):
        raise Rejected(f"{where} must come after its successors, none of them twice")
    taken = {value[s] for s in below}
    least = 0
    while least in taken:
        least += 1
    moves = [s for s in below if value[s] == 0]
    # Compared as JSON, since to Python [False] equals [0].
    winning = json.dumps(moves) == json.dumps(best)
    if value[k] != least or not winning:
        required = f"value {least} and the moves to value 0 {moves!r:.80}"
        raise Rejected(f"{where} has {required}")


# --- lp: a linear programme -----------------------------------------------------------------------

Form = dict[str, Fraction]  # {name of a variable: number}, without those that are 0


class Programme(NamedTuple):
    """Maximise sign * objective . x where form . x <= limit for each of the forms."""

    sign: int
    objective: Form
    constant: Fraction
    forms: list[Form]
    limits: list[Fraction]
    told: str


def check_lp(rules: Said, claimed: Said, optimal: Said) -> str:
    """Maximise (or not: minimise) constant + objective . x subject to form . x <= limit for each of
    the constraints.

    Proofs: {x, y} of an optimum, as the constraints' sum weighted by y >= 0 bounds the objective by
    just its worth at x; {y} that no x is feasible, as that sum says 0 . x <= a negative number; {x,
    ray} that there is no limit, as the ray always improves.
    """
    programme = programme_in(rules)
    x = linear(optimal.get("x", {}))
    ray = linear(optimal.get("ray", {}))
    y = numbers(optimal.get("y", []))
    given = set(optimal)
    if "x" in given:
        require_feasible(programme, x)
    if "y" in given:
        require_weights(programme, y)
    if given == {"x", "y"}:
        return optimum_said(programme, x, y, claimed)
    require(claimed == [], "only an optimum has a value")
    if given == {"x", "ray"}:
        return no_limit_said(programme, ray)
    # What is left must be y alone: with other keys, none of the arguments is complete.
    require(given == {"y"}, "y does not show that no x is feasible")
    return infeasible_said(programme, y)


def require_feasible(programme: Programme, x: Form) -> None:
    """Raise `Rejected` unless x satisfies all constraints."""
    # Beyond them the objective could be better than the optimum, or have no limit.
    for form, limit in zip(programme.forms, programme.limits):
        require(dot(form, x) <= limit, "x breaks a constraint")


def require_weights(programme: Programme, y: list[Fraction]) -> None:
    """Raise `Rejected` unless y has a weight for each constraint."""
    complete = len(y) == len(programme.forms)
    # A negative weight would turn a constraint round.
    right = complete and all(w >= 0 for w in y)
    require(right, "y must be a number of 0 or more for each constraint")


def programme_in(rules: Said) -> Programme:
    """The programme that the rules state."""
    names = ("maximise", "constant", "objective", "constraints")
    maximise, constant, objective, constraints = parts(rules, "a programme", *names)
    # The text "false" is true to Python.
    if not isinstance(maximise, bool):
        raise Rejected(f"maximise must be true or false, got {maximise!r:.80}")
    forms, limits = [], []
    for _, form, limit in entries(constraints):
        forms.append(linear(form))
        limits.append(number(limit))
    goal = linear(objective)
    variables = set(goal).union(*forms)
    sign, aim = (1, "maximised") if maximise else (-1, "minimised")
    told = f"a programme of {len(forms)} constraints on {len(variables)} variables, {aim}"
    return Programme(sign, goal, number(constant), forms, limits, told)


def linear(form: dict[str, object]) -> Form:
    """The numbers of a form or a point, without those that are 0."""
    found = {}
    for name, text in form.items():
        if text != "0x0":
            found[name] = number(text)
    return found


def dot(form: Form, x: Form) -> Fraction:
    """form . x"""
    total = Fraction(0)
    for name, c in form.items():
        if name in x:
            total += c * x[name]
    return total


def weighted_sum(programme: Programme, y: list[Fraction]) -> tuple[Form, Number]:
    """The form and the limit of the constraints' sum weighted by y, which every feasible x keeps
    when y >= 0.
    """
    summed: Form = {}
    for w, form in zip(y, programme.forms):
        if w == 0:
            continue
        for name, c in form.items():
            before = summed.get(name, Fraction(0))
            summed[name] = before + w * c
    form = {name: c for name, c in summed.items() if c}
    return form, weighted(y, programme.limits)


def optimum_said(programme: Programme, x: Form, y: list[Fraction], claimed: object) -> str:
    """What is proved, in one line, of a feasible x and weights y >= 0."""
    sign, goal = programme.sign, programme.objective
    # sign * objective . x' = form . x' <= limit for every feasible x', and x reaches the limit.
    form, limit = weighted_sum(programme, y)
    bounded = {name: sign * c for name, c in form.items()}
    best = dot(goal, x)
    right = bounded == goal and sign * limit == best
    require(right, "y does not show that no other x is better")
    value = programme.constant + best
    require(numbers(claimed) == [value], "the value is not that of x")
    return f"optimal value {exactly(value)} of {programme.told}"


def no_limit_said(programme: Programme, ray: Form) -> str:
    """What is proved, in one line, of a ray from a feasible x."""
    # x + t ray keeps all constraints for every t >= 0, and the objective improves with t.
    gain = programme.sign * dot(programme.objective, ray)
    within = all(dot(form, ray) <= 0 for form in programme.forms)
    require(gain > 0 and within, "the ray must improve within the constraints")
    return f"no limit to the objective of {programme.told}"


def infeasible_said(programme: Programme, y: list[Fraction]) -> str:
    """What is proved, in one line, of weights y >= 0 (Farkas)."""
    form, limit = weighted_sum(programme, y)
    # A feasible x would satisfy 0 = form . x <= limit < 0.
    require(not form and limit < 0, "y does not show that no x is feasible")
    return f"no x satisfies the constraints of {programme.told}"


# --- the file and the command ---------------------------------------------------------------------

FAMILIES: dict[str, Callable[[Said, Said, Said], str]] = {
    "graph": check_graph,
    "hidden": check_hidden,
    "pieces": check_pieces,
    "race": check_race,
    "simultaneous": check_at_once,
    "pig": check_pig,
    "arena": check_arena,
    "lp": check_lp,
}


def digest(document: dict[str, object]) -> str:
    """SHA-256 of the document without its digest, in a canonical layout."""
    rest = dict(document)
    rest.pop("digest", None)
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The JSON object; a repeated key is refused."""
    # Python keeps the last one, another reader of the file may see the first.
    found = dict(pairs)
    require(len(found) == len(pairs), "a key is repeated")
    return found


def main(arguments: list[str]) -> int:
    """Check the file named on the command line: exit status 0 when proved, 1 when rejected, 2 when
    unreadable.
    """
    if len(arguments) != 1:
        print("usage: python -I checker.py FILE", file=sys.stderr)
        return 2
    try:
        return say(f"proved: {check(read(arguments[0]))}", sys.stdout, 0)
    except OSError as error:
        return say(f"cannot read: {error}", sys.stderr, 2)
    except MemoryError:
        return say("cannot read: the file is too large for this machine", sys.stderr, 2)
    except Rejected as error:
        return say(f"rejected: {error}", sys.stderr, 1)
    except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, too deep
        return say(f"rejected: not a JSON file: {error}", sys.stderr, 1)
    except KeyboardInterrupt:
        return say("interrupted", sys.stderr, 130)


def read(name: str) -> Said:
    """The JSON value in a regular file: a device may have no end, and a pipe may never begin."""
    require_regular(os.stat(name), name)
    with open(name, encoding="utf-8-sig") as file:
        return json.load(file, object_pairs_hook=unique, parse_int=whole_number)


def require_regular(status: os.stat_result, name: str) -> None:
    """Raise `OSError` unless this is the status of a regular file."""
    if not stat.S_ISREG(status.st_mode):
        raise OSError(f"{name!r} is no regular file, as a folder, a device or a pipe is none")


def whole_number(digits: str) -> int:
    """The int of these digits; `Rejected` beyond what every Python reads."""
    require(len(digits) <= 640, f"an int has {len(digits)} digits, and 640 are the most here")
    return int(digits)


def say(line: str, where: TextIO, status: int) -> int:
    """Print one line and flush it; the exit status, which is 2 when it could not be printed."""
    try:
        print(line, file=where, flush=True)
    except (OSError, ValueError) as error:  # a full disc, a reader that went away, a closed stream
        discard(where)
        return 2 if where is sys.stderr else say(f"cannot print: {error}", sys.stderr, 2)
    return status


def discard(where: TextIO) -> None:
    """Let what is left in a stream go nowhere, or Python would try again at its end."""
    if where is not None and not where.closed:
        os.dup2(os.open(os.devnull, os.O_WRONLY), where.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
