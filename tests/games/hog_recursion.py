"""Hog once more, as a recursion over the scores."""

from fractions import Fraction
from functools import cache
from math import isqrt

from oracles import enumerated_throw, mean

from exactdice.games.hog import AFTER_RULES, ZERO_RULES


def free_bacon(own, other):
    return 1 + max(map(int, str(other)))


def square_swine(own, other):
    root = isqrt(own)
    return ((root + 1) ** 2 if root * root == own else own), other


def swine_swap(own, other):
    swapped = own > 1 < other and (own % other == 0 or other % own == 0)
    return (other, own) if swapped else (own, other)


PLAIN = {"zero": None, "after": None}
FALL_2024: dict[str, object] = {}
FALL_2017 = {"zero": free_bacon, "after": swine_swap}
RULES = [PLAIN, FALL_2024, FALL_2017, {"after": (square_swine, "sus-fuss"), "sow_sad": False}]


throws = cache(enumerated_throw)  # no face is a bust where it is called 0


def recursion(game, mine=None, theirs=None):
    """w(own, other) for the player to move, and its best actions, straight from the rules; a plan
    is a function (own, other) -> dice.
    """
    faces = (1,) * game.faces
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
            law = throws(faces, count, int(game.sow_sad)) if count else {zero(own, other): 1}
            found[count] = mean((p, reached(own + k, other, plans)) for k, p in law.items())
        best = max(found.values())
        return best, tuple(count for count, chance in found.items() if chance == best)

    return lambda own, other: w(own, other, (mine, theirs))
