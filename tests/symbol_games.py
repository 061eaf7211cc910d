"""Random games whose weights and payoffs hold a symbol, and the same games with a number."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from random import Random
from typing import ClassVar

from exactdice import WAIT, Distribution
from exactdice.symbolic.rational_function import Polynomial

KINDS = ("in turns", "one player", "at once", "cycles")
FORMS = (
    lambda p: p,
    lambda p: 1 - p,
    lambda p: 1,
    lambda p: 2,
    lambda p: p * p,
    lambda p: 1 - p * p,
    lambda p: 2 * p + 1,
    lambda p: 3 - 2 * p,
    lambda p: p * (1 - p) + 1,
)


def first_form(p):
    return 1 + p


@dataclass(frozen=True)
class SymbolGame:
    """States 0..6 go on and 7..9 are over; `p` is a symbol or a number from 0 to 1."""

    p: object
    seed: int
    kind: str

    going_on: ClassVar = 7
    last: ClassVar = 9
    start: ClassVar = 0

    def payoff(self, state):
        if state < self.going_on:
            return None
        paid, more = drawn_payoff(self.seed, state)
        return paid if more is None else paid + more * self.p

    def actions(self, state, player):
        return drawn_actions(self.seed, self.kind, state)[player]

    def outcomes(self, state, joint):
        weights = {}
        for after, form in drawn_law(self.seed, self.kind, state, joint):
            weights[after] = weights.get(after, 0) + form(self.p)
        return Distribution(whole(weights))


# What is drawn is the same for the symbol and for every number in its place.


@cache
def drawn_payoff(seed, state):
    """A number, and how often the symbol is added to it; None for never."""
    drawn = Random(f"{seed} {(state,)}")
    paid = drawn.randint(-3, 3)
    return paid, drawn.randint(-1, 1) if drawn.random() < 0.3 else None


@cache
def drawn_actions(seed, kind, state):
    """The actions of both players."""
    drawn = Random(f"{seed} {('actions', state)}")
    mover = 0 if kind == "one player" else drawn.randint(0, 1)
    counts = drawn.randint(1, 3), drawn.randint(1, 3)
    if kind == "at once" and drawn.random() < 0.5:
        return tuple(tuple(range(count)) for count in counts)
    return tuple(tuple(range(counts[0])) if player == mover else (WAIT,) for player in (0, 1))


@cache
def drawn_law(seed, kind, state, joint):
    """[(state after, form of its weight)], the weights of a state to be added up."""
    drawn = Random(f"{seed} {('outcomes', state, joint)}")
    # One weight is never 0, ends play sooner or later, and holds the symbol.
    law = [(drawn.randint(state + 1, SymbolGame.last), first_form)]
    for _ in range(drawn.randint(1, 3)):
        back = kind == "cycles" and drawn.random() < 0.4
        after = drawn.randint(0 if back else state + 1, SymbolGame.last)
        law.append((after, drawn.choice(FORMS)))
    return law


def whole(weights):
    """The weights as ints, where they are numbers."""
    if any(isinstance(weight, Polynomial) for weight in weights.values()):
        return weights
    common = lcm(*(Fraction(weight).denominator for weight in weights.values()))
    return {state: int(weight * common) for state, weight in weights.items()}


@dataclass(frozen=True)
class Loop:
    """From "on" play stays with weight 1 - p, so at p = 0 it never ends."""

    p: object
    start = "on"

    def payoff(self, state):
        return None if state == "on" else 1

    def actions(self, state, player):
        return (WAIT,)

    def outcomes(self, state, joint):
        return Distribution({"on": 1 - self.p, "over": self.p})
