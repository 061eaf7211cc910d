"""The half of the second checker that knows no family: numbers, a graph of small states, and what
proves the values of its states.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

MAX, MIN = 0, 1
Interval = tuple[Fraction, Fraction]  # of what MAX is paid; the same number twice when it is exact
Law = dict  # {key of the next state: probability}
WON: dict = {
    MAX: (Fraction(1),) * 2,
    MIN: (Fraction(-1),) * 2,
    "drawn": (Fraction(0),) * 2,
}  # {who won: payoff}


# --- what the parts of a document must look like --------------------------------------------------


class Wrong(Exception):
    """The document is no proof."""


def need(condition, reason) -> None:
    if not condition:
        raise Wrong(reason)


def an_object(value, keys):
    need(
        type(value) is dict and set(value) == keys,
        f"an object with the keys {sorted(keys)} was required",
    )
    return value


def a_list(value, length=None) -> list:
    need(
        type(value) is list and length in (None, len(value)),
        f"a list of {length or 'any number of'} entries was required",
    )
    return value


def an_int(value, low, high=None) -> int:
    need(
        type(value) is int and low <= value and (high is None or value <= high),
        f"an int from {low} to {high} was required",
    )
    return value


def number(value) -> Fraction:
    need(type(value) is str and len(value) <= 300_000, "a number is a text")
    parts = re.fullmatch(r"(-?)0x(0|[1-9a-f][0-9a-f]*)(?:/0x([1-9a-f][0-9a-f]*))?", value)
    need(parts and value != "-0x0", "this is no number")
    top, bottom = int(parts[2], 16), int(parts[3] or "1", 16)
    need(
        parts[3] is None or (bottom >= 2 and gcd(top, bottom) == 1),
        "a fraction must be in lowest terms",
    )
    return Fraction(-top if parts[1] else top, bottom)


def weight(value) -> int:
    found = number(value)
    need(found.denominator == 1 and found >= 0, "a weight is whole and not negative")
    return found.numerator


def bounds(value) -> Interval:
    lower, upper = (
        number(end) for end in (a_list(value, 2) if type(value) is list else [value, value])
    )
    need(lower <= upper, "the lower end is above the upper end")
    return lower, upper


def are_exact(values) -> bool:
    return not any(type(value) is list for value in values)


# --- states ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """A state of a graph: laws[a][b] for a pair of actions (none when play is over), the places of
    the actions each player is said to use, their probabilities where both choose, and who moves
    alone, if anyone.
    """

    claim: Interval
    laws: tuple = ()
    used: tuple = ((), ())
    mixtures: tuple | None = None
    mover: int | None = None


def alone(player, laws, listed, claim) -> State:
    """A state in which one player moves: a law for each action, the places of those listed as
    optimal.
    """
    pairs, used = (
        ([[law] for law in laws], (listed, [0])) if player == MAX else ([laws], ([0], listed))
    )
    return State(claim, pairs, used, mover=player)


def at_once(laws, answer, claim) -> State:
    """A state in which both players choose, by the mixtures of the answer."""
    an_object(answer, {"row", "column"})
    found = [
        [number(entry) for entry in a_list(answer[key], size)]
        for key, size in (("row", len(laws)), ("column", len(laws[0])))
    ]
    need(
        all(sum(mixture) == 1 and min(mixture) >= 0 for mixture in found),
        "these are no probabilities",
    )
    return State(
        claim,
        laws,
        tuple([a for a, share in enumerate(mixture) if share] for mixture in found),
        tuple(found),
    )


# --- what proves a value, and that play ends ------------------------------------------------------


def mean(law, graph, end) -> Fraction:
    return sum((chance * graph[key].claim[end] for key, chance in law.items()), Fraction(0))


def verify(graph, exact) -> None:
    """Raise Wrong unless the claims of all states are proved by their equations, and play ends."""
    for state in graph.values():
        if state.mixtures:
            verify_mixtures(state, graph)
        elif state.laws:
            (verify_exact if exact else verify_within)(state, graph)
    need(can_end(graph, MAX) and can_end(graph, MIN), "a player cannot end play")


def say_something(start, finished) -> None:
    """Raise Wrong when the bounds at the start hold whatever happens, though different
    things may.
    """
    low, high = min(state.claim[0] for state in finished), max(state.claim[1] for state in finished)
    lower, upper = start.claim
    need(
        lower == upper or low == high or not (lower <= low and high <= upper),
        "the bounds say nothing",
    )


def verify_mixtures(state, graph) -> None:
    row, column = state.mixtures
    for b in range(len(column)):
        need(
            sum(row[a] * mean(state.laws[a][b], graph, 0) for a in range(len(row)))
            >= state.claim[0],
            "the row guarantees less",
        )
    for a in range(len(row)):
        need(
            sum(column[b] * mean(state.laws[a][b], graph, 1) for b in range(len(column)))
            <= state.claim[1],
            "the column concedes more",
        )


def verify_exact(state, graph) -> None:
    means, best = (
        [mean(law, graph, 0) for line in state.laws for law in line],
        max if state.mover == MAX else min,
    )
    need(state.claim[0] == best(means), "no action has the value, or one is better")
    need(
        state.used[state.mover] == [a for a, found in enumerate(means) if found == best(means)],
        "not the list of the optimal actions",
    )


def verify_within(state, graph) -> None:
    laws, listed = [law for line in state.laws for law in line], state.used[state.mover]
    need(listed and listed == sorted(set(listed)), "the listed actions are out of order")
    for a, law in enumerate(laws):
        if a in listed or state.mover == MIN:
            need(mean(law, graph, 0) >= state.claim[0], "an action may pay less than the lower end")
        if a in listed or state.mover == MAX:
            need(mean(law, graph, 1) <= state.claim[1], "an action may pay more than the upper end")


def can_end(graph, player) -> bool:
    """Whether the player ends play for sure by the actions it uses: states are found backwards from
    the finished ones.
    """
    found = {key for key, state in graph.items() if not state.laws}
    while True:
        more = {
            key for key, state in graph.items() if key not in found and leads(state, player, found)
        }
        if not more:
            return len(found) == len(graph)
        found |= more


def leads(state, player, found) -> bool:
    """Whether for each action of the other player one that this player uses may lead to a state
    found before.
    """
    lines = (
        state.laws if player == MIN else list(zip(*state.laws, strict=True))
    )  # by the action of the other player
    return all(
        any(key in found for own in state.used[player] for key in line[own]) for line in lines
    )
