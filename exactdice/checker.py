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
- race, pig, simultaneous. The same of the game whose rules `check_race`, `check_pig` and
  `check_at_once` state: of every pair of points below the target.
- arena. The values are the Sprague-Grundy values of every vertex, and the moves listed are all
  that win.
- lp. The programme has this optimal value; or no point satisfies its constraints; or its objective
  has no limit on them.

WHY IT HOLDS. Games: let v be the claimed values, the payoff where play has ended. The file lists
what MAX plays in every state, an action or a distribution of them (a mixture), and what MIN plays.
Checked is, in every state, that

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
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextvars import ContextVar
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TextIO, TypeVar

FORMAT = "exactdice proof 2"

# Larger files could be true, but would only keep the checker busy: they are refused.
MOST_POINTS = 2_000  # the target of a race, the dice of a throw
MOST_STEPS = 10**9  # about a minute of work
MOST_DIGITS = 300_000  # of a number

Said = Any  # by a document, as JSON reads it: nothing is assumed, each reader checks what it takes
Number = Any  # an int or a Fraction, whose common type would have no abs and no lists of either
Ends = tuple[Number, Number]  # a lower and an upper bound, the same number twice when it is exact
Fractions = list[Fraction]
Ints = list[int]
Pairs = list[tuple[int, int]]  # of a state, a score or a place each with a weight or another place

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


def mixtures_in(where: str, best: Said, sizes: tuple[int, int]) -> list[Fractions]:
    """The mixtures of MAX and of MIN."""
    row, column = parts(best, f"{where}, where both choose,", "row", "column")
    found = [numbers(row), numbers(column)]
    for mixture, size in zip(found, sizes):
        # Shares that are no probabilities could weigh the good actions as much as they like.
        right = len(mixture) == size and min(mixture) >= 0 and sum(mixture) == 1
        require(right, f"{where}: a mixture must be {size} probabilities")
    return found


def numbers(texts: object) -> Fractions:
    """The numbers of a list."""
    return [number(text) for text in entries(texts)]


def over_one_denominator(values: Fractions) -> tuple[int, Ints]:
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
    return value.numerator * (multiple // value.denominator)


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
    numerator = value.numerator
    denominator = value.denominator
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


def value_said(value: Ends, states: list[Said], paid: list[Ends], what: str) -> str:
    """What is proved of the first of the listed states, of which some are paid, in one line."""
    least = min(low for low, _ in paid)
    most = max(high for _, high in paid)
    require_news(value, least, most)
    name = states[0]["state"]
    payoffs = f"{len(paid)} payoffs of {exactly(least)} to {exactly(most)}"
    listed = f"{len(states) - len(paid)} states of {what} from {name!a:.80} to {payoffs}"
    return f"value {shown(value)} to MAX, over {listed}"


# --- what the player to move guarantees -----------------------------------------------------------

Name = int | str  # of an action


def chosen(where: str, worth: list[Ends], actions: Sequence[Name], best: Said, exact: bool) -> Ends:
    """What the listed actions of the player who is paid guarantee, and what no action exceeds."""
    lows = [low for low, _ in worth]
    most = max(high for _, high in worth)
    # In an exact file all actions that are worth as much as any, else those that are listed.
    right = [k for k, low in enumerate(lows) if low == most] if exact else places(actions, best)
    # Compared as JSON, since to Python [True] equals [1]. An empty list would guarantee nothing.
    names = [actions[place] for place in right]
    if not right or json.dumps(names) != json.dumps(best):
        raise Rejected(f"{where}: the best actions are {names!r:.80}, not {best!r:.80}")
    # The least of them, as the player may draw any: `can_end` counts on every listed action.
    return min(lows[place] for place in right), most


def places(names: Sequence[Name], best: Said) -> Ints:
    """The places of the listed names."""
    # As texts: many ints can be found that have one hash, and a set of them would take hours.
    listed = set(map(json.dumps, best))
    return [place for place, name in enumerate(names) if json.dumps(name) in listed]


# --- graph: every state is listed -----------------------------------------------------------------

Played = tuple[Ints, Ints]  # the places of the actions that MAX and that MIN may play


def check_graph(rules: Said, claimed: Said, optimal: Said) -> str:
    """Every state is listed: with its payoff, or with the actions of both players and a
    distribution of the next state for each pair.
    """
    (states,) = parts(rules, "a graph", "states")
    unfinished = unfinished_in(states)
    # `zip` would leave out the states for which nothing is claimed.
    right = len(claimed) == len(entries(optimal)) == len(unfinished)
    require(right, "values and optimal must have one entry for each unfinished state")
    # The value of each state, paid or claimed
    claims = iter(claimed)
    written = [state["payoff"] if "payoff" in state else next(claims) for state in states]
    value = [bounds(text) for text in written]
    exact = all_exact(written)
    played = {}
    for k, best in zip(unfinished, optimal):
        where = f"state {k} {states[k]['state']!r:.80}"
        guaranteed, played[k] = guarantee(where, states[k], value, best, exact)
        require_guaranteed(where, value[k], guaranteed)
    for player, name in enumerate(("MAX", "MIN")):
        # (3) in the claim above: without it, going in a circle could be worth any number.
        stuck = f"play need not end: by its listed actions {name} cannot end it from every state"
        require(can_end(states, played, player), stuck)
    paid = [ends for state, ends in zip(states, value) if "payoff" in state]
    return value_said(value[0], states, paid, "an explicit graph")


def unfinished_in(states: list[Said], *more: str) -> Ints:
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
    # Against a mixture some single action is as good as any: each of the other's is tried.
    against_columns = [weighted(p, [low for low, _ in column]) for column in zip(*worth)]
    against_rows = [weighted(q, [high for _, high in row]) for row in worth]
    return (min(against_columns), max(against_rows)), (support(p), support(q))


def lost(ends: Ends) -> Ends:
    """The value to the one who pays: with the sign the ends change places."""
    low, high = ends
    return -high, -low


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
    """The means of both ends of the values over a distribution of the next state."""
    pairs = law_in(law, f"{where}: a law must lead to states of the file", 0, len(value))
    weights = [w for _, w in pairs]
    total = sum(weights)
    lows, highs = zip(*[value[t] for t, _ in pairs])
    low = weighted(weights, lows) / total
    return low, low if highs == lows else weighted(weights, highs) / total


def law_in(law: Said, wanted: str, least: int, count: int) -> Pairs:
    """The law [[state, weight], ...] of one of `count` states, of none before the `least`."""
    problem = f"{wanted}, with positive weights"
    found = []
    for t, text in law:
        w = weight(text)
        # Place -1 would be the last state; a state of weight 0 would count as one that can be
        # reached when the end is looked for.
        require(w > 0 and is_int(t, least, count - 1), problem)
        found.append((t, w))
    # Without a next state play would be nowhere.
    require(found, problem)
    return found


def support(mixture: Fractions) -> Ints:
    """The places of the actions that have a share in the mixture."""
    return [place for place, share in enumerate(mixture) if share]


def require_guaranteed(where: str, value: Ends, guaranteed: Ends) -> None:
    """Raise `Rejected` unless MAX makes sure of the lower end, and MIN of the upper one."""
    # (1) and (2) in the claim above.
    least, most = guaranteed
    if value[0] <= least and most <= value[1]:
        return
    found = f"guarantees {exactly(least)} and {exactly(most)}"
    raise Rejected(f"{where}: what is optimal {found}, not the value")


def can_end(states: list[Said], played: dict[int, Played], player: int) -> bool:
    """Whether the player, by these actions, reaches the end from every state with positive
    probability, whatever the other does.

    States are found backwards from the finished ones: a state is found when each action of the
    other (a demand) meets one of the player's that may lead to a state found before.
    """
    # For each state the (state, demand) that it answers, for each unfinished one its demands
    entering: list[Pairs] = [[] for _ in states]
    missing = {}
    for k, allowed in played.items():
        rows = states[k]["laws"]
        by_own_action = rows if player == 0 else list(zip(*rows))
        missing[k] = set(range(len(by_own_action[0])))
        for own in allowed[player]:
            for demand, law in enumerate(by_own_action[own]):
                spend(len(law))
                for t, _ in law:
                    entering[t].append((k, demand))
    found = [k for k in range(len(states)) if k not in played]
    for reached in found:  # the list grows as states are found
        for k, demand in entering[reached]:
            if demand in missing[k]:
                missing[k].remove(demand)
                if not missing[k]:
                    found.append(k)
    return len(found) == len(states)


# --- hidden: the players do not see everything ----------------------------------------------------

Known = tuple[int, int]  # the places of what MAX and of what MIN knows


class Knowledge(NamedTuple):
    """All that one player may come to know, as a tree of places: at place 0 it knows nothing yet,
    at any other one observation or own action more than at the place before, a smaller number.
    """

    before: Ints
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
    chance: Fractions
    paid: dict[int, Fraction]


def check_hidden(rules: Said, claimed: Said, optimal: Said) -> str:
    """Every state is listed, before all that may come after it: with what each player observes
    there, and with its payoff, or the actions of both and a distribution of the next state for each
    pair.

    `optimal` has a plan of each player: a distribution of its action for all that it may know when
    it acts.
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
    paid = [(payoff, payoff) for payoff in game.paid.values()]
    said = value_said(value, states, paid, "a game with hidden information")
    sets = " and ".join(str(len(known.actions)) for known in game.knowledge)
    return f"{said}, MAX and MIN deciding by {sets} kinds of information"


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
        if k not in unfinished:
            game.paid[k] = number(state["payoff"])
            continue
        where = place_of(game, k)
        of_max, of_min = (
            acted(where, known, place, names)
            for known, place, names in zip(knowledge, game.known[k], action_names(where, state))
        )
        laws = [law for row in state["laws"] for law in row]
        for after, law in zip(product(of_max, of_min), laws):
            # Only later ones: play ends, and when a state is gone through all ways to it are known.
            wanted = f"{where}: a law must lead to later states"
            pairs = law_in(entries(law), wanted, k + 1, len(states))
            total = sum(w for _, w in pairs)
            for t, w in pairs:
                come_to(game, t, after, chance[k] * ratio(w, total))
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


def acted(where: str, known: Knowledge, place: int, actions: list[Name]) -> Ints:
    """The place after each of the actions; the same place for who does not move."""
    if actions == ["wait"]:
        return [place]
    # Other actions would tell a player more than it is said to know, or leave its plan open.
    same = known.actions.setdefault(place, actions) == actions
    require(same, f"{where}: who knows the same must have the same actions in the same order")
    return [one_more(known, place, True, name) for name in actions]


def plan_shares(game: Hidden, player: int, plan: Said) -> list[Number]:
    """The probability that the player, by its plan, does all that leads to each of its places."""
    known = game.knowledge[player]
    name = ("MAX", "MIN")[player]
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
        weights = [weight(text) for text in entries(texts)]
        total = sum(weights)
        # Shares that do not sum to 1 could be worth as much as one likes.
        required = f"{where} must have {len(actions)} weights, not all 0"
        require(len(weights) == len(actions) and total > 0, required)
        for action, w in zip(actions, weights):
            law[one_more(known, place, True, action)] = ratio(w, total)
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
        worth[here[player]] += game.chance[k] * shares[here[1 - player]] * payoff
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


# --- turns of a race and of Pig -------------------------------------------------------------------

Law = tuple[Sequence[tuple[Hashable, int]], int]  # [(what comes next, weight), ...], their total
Throw = tuple[Pairs, int]  # a law of the score
EndsOf = dict[Hashable, Ends]  # of what comes next
Choice = tuple[Hashable, Sequence[Name], list[Law]]  # its name, the actions, a law for each of them


class Turn(NamedTuple):
    """A player's turn: `choices`, each leading to earlier ones or to `ends`, what is won by the
    turn's end, numbers over `common`. The total of every law divides `rolls`.
    """

    choices: list[Choice]
    ends: EndsOf
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
        ends[name] = chosen(where, list(zip(lows, highs)), actions, best, exact)
    # The turn guarantees least / unit, and no action in it is worth more than most / unit.
    least, most = ends[name]
    unit = scale * turn.common
    lower, upper = value
    enough = lower.numerator * unit <= least * lower.denominator
    no_more = most * upper.denominator <= upper.numerator * unit
    require(enough and no_more, f"{where}: what is optimal does not guarantee the value")


def averages(laws: list[Law], ends: EndsOf, side: int) -> Ints:
    """The mean of the lower (side 0) or the upper ends over each law."""
    found = []
    for law, total in laws:
        found.append(sum(w * ends[to][side] for to, w in law) // total)
    return found


# --- the rules that races and Pig share -----------------------------------------------------------


class Race(NamedTuple):
    """Who has `target` points wins. `throws` are the distributions of the score of 1, 2, ... dice,
    whose totals divide `rolls`; `told` is the rules in words.
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
    require(small and bust_right, "dice, target, bust or bust_score is out of its limits")
    throw_bits = dice * sum(weights).bit_length()
    spend(dice * min(dice * len(weights), most) * len(weights) * longer(throw_bits, throw_bits))
    # A list too long would seem to prove more than is checked.
    wanted = target * target
    if not len(claimed) == len(optimal) == wanted:
        raise Rejected(f"values and optimal must have {wanted} entries")
    throws = scores(dice, weights, bust, score, most)
    # Otherwise play would not end. One number of dice that can score means that any can: all may
    # show the face that scores, or all may bust for the bust score.
    scored = {points for law, _ in throws for points, _ in law}
    require(sum(weights) and any(scored), "some throw must score")
    told = race_told(dice, target, weights, bust, score)
    return Race(dice, target, throws, sum(weights) ** dice, told)


def scores(dice: int, weights: Ints, bust: int, bust_score: int, most: int) -> list[Throw]:
    """The law of the score of a throw of 1, of 2, ... dice."""
    throws = []
    total = 1
    sums = Counter({0: 1})  # of the throws so far in which no die shows the bust face
    for _ in range(dice):
        grown = Counter[int]()
        for (before, ways), (face, w) in product(sums.items(), enumerate(weights, 1)):
            if face != bust:
                grown[min(before + face, most)] += ways * w
        sums = grown
        total *= sum(weights)
        busts = total - sums.total()
        # The sum of two counters leaves out what cannot happen.
        law = sums + Counter({min(bust_score, most): busts})
        throws.append((list(law.items()), total))
    return throws


def race_told(dice: int, target: int, weights: Ints, bust: int, score: int) -> str:
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
        # The choice of the number of dice, scores above those needed to win counting as them
        laws: list[Law] = []
        for law, total in race.throws:
            laws.append(([(min(k, needed), w) for k, w in law], total))
        choice: Choice = "", range(1, race.dice + 1), laws
        for j, later in enumerate(rows):
            # After k points the other moves, at (j, i + k): what it is paid is lost.
            ends: EndsOf = {k: (-v, -v) for k, v in enumerate(later[i:])}
            ends[needed] = common, common
            turn = Turn([choice], ends, common, race.rolls)
            place = i * race.target + j
            claim = values[place], values[place]
            check_turn(f"state ({i}, {j})", claim, turn, [optimal[place]], True)
    states = f"{len(claimed)} states of a race to {race.told}"
    return f"value {exactly(values[0])} to the first player, over {states}"


def in_rows(table: list[Entry], size: int) -> list[list[Entry]]:
    """The table of size * size entries, row by row."""
    return [table[start : start + size] for start in range(0, size * size, size)]


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
    target, _, _ = parts(rules, "pig", "target", "weights", "bust")
    rolled = rules | {"dice": 1, "bust_score": 0}  # rolls are throws of one die
    race = race_rules(rolled, claimed, optimal, target)
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
    best = [LETTERS[letter] for letter in letters[::-1]]
    # With a letter too few the turn would be checked up to another total only.
    wanted = needed - 1
    right = isinstance(letters, str) and len(letters) == wanted
    require(right, f"{where} needs {wanted} letters")
    return [*best, ["r"]]


def pig_turn(race: Race, held: Held) -> Turn:
    """The turn of a player who needs len(held.ends) points; its choices are at the turn totals."""
    needed = len(held.ends)
    ends: EndsOf = {}
    ends["won"] = held.common, held.common
    for k, other in enumerate(held.ends):
        ends["held", k] = lost(other)
    choices: list[Choice] = []
    for k in reversed(range(1, needed)):
        hold = [(("held", k), 1)]
        choices.append((k, ["h", "r"], [(hold, 1), roll(race, k, needed)]))
    # Who has not rolled yet cannot hold: play could go on for ever.
    choices.append((0, ["r"], [roll(race, 0, needed)]))
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
    first = []
    second = []
    for k, best in enumerate(optimal):
        state = divmod(k, race.target)
        row, column = mixtures_in(f"state {state}", best, (race.dice, race.dice))
        first.append(row)
        second.append(column)
    check_guarantees(race, [low for low, _ in value], first)
    # The second player is paid what the first loses, at most the upper end.
    paid = turned([-high for _, high in value], race.target)
    check_guarantees(race, paid, turned(second, race.target))
    require_news(value[0], -1, 1)
    states = f"{len(claimed)} states of a simultaneous race to {race.told}"
    return f"value {shown(value[0])} to the first player, over {states}"


def turned(table: list[Entry], size: int) -> list[Entry]:
    """The table of size * size entries with its columns as rows: the other's points first."""
    found = []
    for j in range(size):
        found += table[j::size]
    return found


def check_guarantees(race: Race, worth: Fractions, mixtures: list[Fractions]) -> None:
    """Raise `Rejected` unless the mixture at own points i and other points j is worth
    worth[i * target + j] or more against every throw of the other.
    """
    common, scaled = over_one_denominator(worth)
    # What each pair of points is worth to its first, times `common`: all that can be reached
    reach = range(race.target + max(k for law, _ in race.throws for k, _ in law))
    grid = [[common * ((i > j) - (i < j)) for j in reach] for i in reach]
    # Where neither has the target, play goes on.
    for i, row in enumerate(in_rows(scaled, race.target)):
        grid[i][: race.target] = row
    met = [met_by_throws(race, row) for row in grid]
    for place, mixture in enumerate(mixtures):
        i, j = divmod(place, race.target)
        # The law of the score of a player that draws its number of dice from the mixture
        score: dict[int, Fraction] = {}
        for share, (law, total) in zip(mixture, race.throws):
            if share:
                for k, w in law:
                    score[k] = score.get(k, Fraction(0)) + share * w / total
        over, weights = over_one_denominator(list(score.values()))
        reached = [met[i + k][j] for k in score]
        # Against a mixture some single throw is as good as any mixture: each is tried.
        spend(len(weights) * race.dice * longer(common.bit_length(), over.bit_length()))
        against = [weighted(weights, means) for means in zip(*reached)]
        claimed = scaled[place] * over * race.rolls
        if claimed > min(against):
            where = f"at {i} points against {j}"
            raise Rejected(f"{where} a mixture does not guarantee its end of the value")


def met_by_throws(race: Race, row: Ints) -> list[Ints]:
    """The mean of a row of the grid after each throw of the other, from each of its points, times
    `rolls`: the total of every law divides it.
    """
    met: list[Ints] = [[] for _ in range(race.target)]
    long = max(map(int.bit_length, row))
    for law, total in race.throws:
        spend(len(law) * race.target * longer(long, race.rolls.bit_length()))
        factor = race.rolls // total
        for j, means in enumerate(met):
            means.append(sum(w * row[j + k] for k, w in law) * factor)
    return met


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
        winning = json.dumps(moves) == json.dumps(optimal[k])
        if value[k] != least or not winning:
            required = f"value {least} and the moves to value 0 {moves!r:.80}"
            raise Rejected(f"{where} has {required}")
    require(is_int(start, 0, count - 1), "start must be the place of a vertex")
    name, _ = vertices[start]
    kernel = f"{value.count(0)} of them in the kernel"
    return f"Grundy value {value[start]}, over {count} vertices, {kernel}, at {name!a:.80}"


# --- lp: a linear programme -----------------------------------------------------------------------

Form = dict[str, Fraction]  # {name of a variable: number}, without those that are 0


def check_lp(rules: Said, claimed: Said, optimal: Said) -> str:
    """Maximise (or not: minimise) constant + objective . x subject to form . x <= limit for each of
    the constraints.

    Proofs: {x, y} of an optimum, as the constraints' sum weighted by y >= 0 bounds the objective by
    just its worth at x; {y} that no x is feasible, as that sum says 0 . x <= a negative number; {x,
    ray} that there is no limit, as the ray always improves.
    """
    names = ("maximise", "constant", "objective", "constraints")
    maximise, constant, objective, constraints = parts(rules, "a programme", *names)
    # The text "false" is true to Python.
    if not isinstance(maximise, bool):
        raise Rejected(f"maximise must be true or false, got {maximise!r:.80}")
    # Maximise sign * goal . x where form . x <= limit for each of the forms.
    forms = []
    limits = []
    for _, form, limit in entries(constraints):
        forms.append(linear(form))
        limits.append(number(limit))
    goal = linear(objective)
    fixed = number(constant)
    sign, aim = (1, "maximised") if maximise else (-1, "minimised")
    variables = set(goal).union(*forms)
    told = f"a programme of {len(forms)} constraints on {len(variables)} variables, {aim}"
    x = linear(optimal.get("x", {}))
    ray = linear(optimal.get("ray", {}))
    y = numbers(optimal.get("y", []))
    given = set(optimal)
    if "x" in given:
        # Beyond the constraints the objective could be better than the optimum, or have no limit.
        for form, limit in zip(forms, limits):
            require(dot(form, x) <= limit, "x breaks a constraint")
    if "y" in given:
        # A negative weight would turn a constraint round.
        right = len(y) == len(forms) and all(w >= 0 for w in y)
        require(right, "y must be a number of 0 or more for each constraint")
    if given == {"x", "y"}:
        # sign * objective . x' = form . x' <= limit for every feasible x', and x reaches the limit.
        form, limit = weighted_sum(forms, limits, y)
        bounded = {name: sign * c for name, c in form.items()}
        best = dot(goal, x)
        right = bounded == goal and sign * limit == best
        require(right, "y does not show that no other x is better")
        value = fixed + best
        require(numbers(claimed) == [value], "the value is not that of x")
        return f"optimal value {exactly(value)} of {told}"
    require(claimed == [], "only an optimum has a value")
    if given == {"x", "ray"}:
        # x + t ray keeps all constraints for every t >= 0, and the objective improves with t.
        gain = sign * dot(goal, ray)
        within = all(dot(form, ray) <= 0 for form in forms)
        require(gain > 0 and within, "the ray must improve within the constraints")
        return f"no limit to the objective of {told}"
    # What is left must be y alone: with other keys, none of the arguments is complete.
    require(given == {"y"}, "y does not show that no x is feasible")
    form, limit = weighted_sum(forms, limits, y)
    # A feasible x would satisfy 0 = form . x <= limit < 0 (Farkas).
    require(not form and limit < 0, "y does not show that no x is feasible")
    return f"no x satisfies the constraints of {told}"


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


def weighted_sum(forms: list[Form], limits: list[Number], y: Fractions) -> tuple[Form, Number]:
    """The form and the limit of the constraints' sum weighted by y, which every feasible x keeps
    when y >= 0.
    """
    summed: Form = {}
    for w, form in zip(y, forms):
        if w == 0:
            continue
        for name, c in form.items():
            summed[name] = summed.get(name, Fraction(0)) + w * c
    form = {name: c for name, c in summed.items() if c}
    return form, weighted(y, limits)


# --- the file and the command ---------------------------------------------------------------------

FAMILIES: dict[str, Callable[[Said, Said, Said], str]] = {
    "graph": check_graph,
    "hidden": check_hidden,
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
    if not stat.S_ISREG(os.stat(name).st_mode):
        raise OSError(f"{name!r} is no regular file, as a folder, a device or a pipe is none")
    with open(name, encoding="utf-8-sig") as file:
        return json.load(file, object_pairs_hook=unique, parse_int=whole_number)


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
