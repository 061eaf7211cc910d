"""Games in which the players do not see everything, and all their plays one by one."""

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from random import Random

import oracles

from exactdice import MAX, MIN, WAIT, Distribution, Kuhn, point, uniform
from exactdice.game.protocol import PLAYERS
from exactdice.games.goofspiel import Goofspiel
from exactdice.games.leduc import Leduc
from exactdice.games.liars_dice import LiarsDice


@dataclass(frozen=True)
class Pennies:
    """MAX folds or lays a coin face down, then MIN, who learns nothing of it, names a side."""

    start = ("lay",)

    def payoff(self, state):
        if state == ("lay", "fold"):
            return -1
        return None if len(state) < 3 else 3 * (state[1] != state[2]) - 1

    def actions(self, state, player):
        asked = {1: (MAX, ("fold", "heads", "tails")), 2: (MIN, ("heads", "tails"))}
        mover, actions = asked[len(state)]
        return actions if player == mover else (WAIT,)

    def outcomes(self, state, joint):
        return point((*state, joint[MAX] if len(state) == 1 else joint[MIN]))

    def observation(self, state, player):
        return None


@dataclass(frozen=True)
class Listing:
    """A coin that nobody sees turns the list of MAX's actions round; "good" is paid 1."""

    start = "toss"

    def payoff(self, state):
        return state if state in (0, 1) else None

    def actions(self, state, player):
        listed = {"heads": ("good", "bad"), "tails": ("bad", "good")}
        return listed.get(state, (WAIT,)) if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        if state == "toss":
            return Distribution({"heads": 1, "tails": 1})
        return point(1 if joint[MAX] == "good" else 0)

    def observation(self, state, player):
        return None


@dataclass(frozen=True)
class MayEnd:
    """Chance may end play before anybody has acted."""

    start = "toss"

    def payoff(self, state):
        return state if isinstance(state, int) else None

    def actions(self, state, player):
        return ("win", "lose") if state == "choose" and player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        if state == "toss":
            return Distribution({1: 1, "choose": 3})
        return point(2 if joint[MAX] == "win" else 0)

    def observation(self, state, player):
        return None


SMALL = [
    Kuhn(),
    Goofspiel(cards=3, bids="hidden"),
    LiarsDice(dice=(1, 1), faces=2),
    Pennies(),
    Listing(),
    MayEnd(),
]
HIDDEN = [*SMALL, Leduc(ranks=2, raises=1)]


def by_chance(game):
    """The profile in which both choose at random among the actions of their information."""
    choices = ({}, {})
    for known, state in walked(game):
        for player in PLAYERS:
            choices[player][known[player]] = uniform(game.actions(state, player))
    return choices[MAX].__getitem__, choices[MIN].__getitem__


def walked(game):
    """((what MAX knows, what MIN knows), state) wherever play goes on, from the rules alone."""
    return (
        (known, state)
        for known, state in met(game, game.start, ((), ()))
        if game.payoff(state) is None
    )


def met(game, state, known):
    """The same wherever play comes, also where it is over."""
    known = tuple(learned(game, state, player, known[player]) for player in PLAYERS)
    yield known, state
    if game.payoff(state) is not None:
        return
    for first in game.actions(state, MAX):
        for second in game.actions(state, MIN):
            after = acted(known, (first, second))
            for successor in game.outcomes(state, (first, second)):
                yield from met(game, successor, after)


def learned(game, state, player, known):
    """What the player knows when it has come to the state."""
    seen = game.observation(state, player)
    return known if seen is None else (*known, seen)


def acted(known, joint):
    """What both know once they have acted."""
    return tuple(
        one if action == WAIT else (*one, action) for one, action in zip(known, joint, strict=True)
    )


def mean(game):
    """What MAX is paid on average when both choose at random, from the rules alone."""
    profile = [lambda state, who=who: uniform(game.actions(state, who)) for who in PLAYERS]
    return sum(chance * paid for chance, paid, _ in oracles.every_play(game, profile))


class Chance(Random):
    """Chance that asks `pick` for each number."""

    def __init__(self, pick):
        super().__init__()
        self.pick = pick

    def randrange(self, total):
        return self.pick(total)


def every_play(play):
    """(probability, result) of `play(pick)` for every way in which `pick(count)` can answer."""
    script = []
    while True:
        sizes = []

        def pick(count, sizes=sizes):
            sizes.append(count)
            if len(sizes) > len(script):
                script.append(0)
            return script[len(sizes) - 1]

        result = play(pick)
        yield Fraction(1, prod(sizes)), result
        while script and script[-1] + 1 == sizes[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1
