"""Hog once more, as a recursion over the scores."""

from fractions import Fraction
from functools import cache
from itertools import product

from oracles import mean

from exactdice.games.hog.rules import AFTER_RULES, ZERO_RULES

PLAIN = {"zero": None, "after": None}
FALL_2024: dict[str, object] = {}
FALL_2022 = {"zero": "pig-tail", "after": "square-swine"}
FALL_2017 = {"zero": "free-bacon", "after": "swine-swap-multiple"}
RULES = [
    PLAIN,
    FALL_2024,
    FALL_2022,
    FALL_2017,
    {"zero": "picky-piggy", "after": ("hog-pile", "sus-fuss")},
    {"sow_sad": False},
]


# --- an independent recursion ---------------------------------------------------------------------


@cache
def throws(count, faces, sad):
    law = {}
    for shown in product(range(1, faces + 1), repeat=count):
        score = 1 if sad and 1 in shown else sum(shown)
        law[score] = law.get(score, 0) + Fraction(1, faces**count)
    return law


def recursion(game, mine=None, theirs=None):
    """w(own, other) for the player to move, and its best actions, straight from the rules; a plan
    is a function (own, other) -> dice.
    """
    zero = ZERO_RULES[game.zero] if isinstance(game.zero, str) else game.zero
    after = [AFTER_RULES[rule] if isinstance(rule, str) else rule for rule in game.after]

    @cache
    def reached(own, other, plans):
        for rule in after:
            own, other = rule(own, other)
        if own >= game.goal:
            return Fraction(1)
        return Fraction(0) if other >= game.goal else 1 - w(other, own, plans[::-1])[0]

    @cache
    def w(own, other, plans):
        found = {}
        for count in [plans[0](own, other)] if plans[0] else range(zero is None, game.dice + 1):
            law = {zero(own, other): 1} if count == 0 else throws(count, game.faces, game.sow_sad)
            found[count] = mean((p, reached(own + k, other, plans)) for k, p in law.items())
        best = max(found.values())
        return best, tuple(count for count, chance in found.items() if chance == best)

    return lambda own, other: w(own, other, (mine, theirs))
