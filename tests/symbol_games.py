"""Random games whose weights and payoffs hold a symbol, and the same games with a number."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import ClassVar

from exactdice import WAIT, Distribution
from exactdice.parametric.polynomial import Polynomial

KINDS = ("in turns", "one player", "at once", "cycles")


@dataclass(frozen=True)
class SymbolGame:
    """States 0..6 go on and 7..9 are over; `p` is a symbol or a number from 0 to 1."""

    p: object
    seed: int
    kind: str

    going_on: ClassVar = 7
    last: ClassVar = 9
    start: ClassVar = 0

    def random(self, *place):
        return Random(f"{self.seed} {place}")

    def payoff(self, state):
        if state < self.going_on:
            return None
        drawn = self.random(state)
        paid = drawn.randint(-3, 3)
        return paid + drawn.randint(-1, 1) * self.p if drawn.random() < 0.3 else paid

    def actions(self, state, player):
        drawn = self.random("actions", state)
        mover = 0 if self.kind == "one player" else drawn.randint(0, 1)
        counts = drawn.randint(1, 3), drawn.randint(1, 3)
        if self.kind == "at once" and drawn.random() < 0.5:
            return tuple(range(counts[player]))
        return tuple(range(counts[0])) if player == mover else (WAIT,)

    def outcomes(self, state, joint):
        drawn = self.random("outcomes", state, joint)
        p = self.p
        forms = [p, 1 - p, 1, 2, p * p, 1 - p * p, 2 * p + 1, 3 - 2 * p, p * (1 - p) + 1]
        # One weight is never 0, ends play sooner or later, and holds the symbol.
        weights = {drawn.randint(state + 1, self.last): 1 + p}
        for _ in range(drawn.randint(1, 3)):
            back = self.kind == "cycles" and drawn.random() < 0.4
            after = drawn.randint(0 if back else state + 1, self.last)
            weights[after] = weights.get(after, 0) + drawn.choice(forms)
        return Distribution(whole(weights))


def whole(weights):
    """The weights as ints, where they are numbers."""
    if any(isinstance(weight, Polynomial) for weight in weights.values()):
        return weights
    common = lcm(*(Fraction(weight).denominator for weight in weights.values()))
    return {state: int(weight * common) for state, weight in weights.items()}
