"""Dice Battles and plans for them, drawn at random, and the formula they are compared with."""

from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from oracles import Race

from exactdice import MAX, MIN, BattleState, DiceBattle, Distribution, solve, strategy
from exactdice.game.protocol import always


def weights_of(game):
    """The weights of the faces as ints, from the game's options alone."""
    if game.weights is None:
        return [1] * game.faces
    common = lcm(*(Fraction(w).denominator for w in game.weights))
    return [int(w * common) for w in game.weights]


def oracle(game):
    return Race(game.dice, game.target, weights_of(game), game.bust, game.bust_score)


@st.composite
def battles(draw, most_dice=4, most_target=10):
    faces = draw(st.integers(2, 6))
    ints = st.lists(st.integers(0, 6), min_size=faces, max_size=faces).filter(any)
    fractions = ints.filter(lambda ws: len([w for w in ws if w]) > 1).map(
        lambda ws: [Fraction(w, sum(ws)) for w in ws]
    )
    weights = draw(st.none() | (ints | fractions).map(tuple))
    return DiceBattle(
        dice=draw(st.integers(1, most_dice)),
        target=draw(st.integers(1, most_target)),
        faces=faces,
        weights=weights,
        bust=draw(st.integers(1, faces)),
        bust_score=draw(st.integers(1, 8) | st.integers(1, 2 * most_target)),
    )


def some_plan(game, seed, kind):
    """A plan for every state: one number of dice each, or a law each, or one law for all."""
    rng = Random(seed)
    choices = range(1, game.dice + 1)

    def law():
        return Distribution(
            {d: rng.randrange(1, 5) for d in rng.sample(choices, rng.randint(1, game.dice))}
        )

    states = [
        BattleState(i, j, player)
        for i in range(game.target)
        for j in range(game.target)
        for player in (MAX, MIN)
    ]
    if kind == "one law":
        return always(law())
    return strategy({state: law() if kind == "laws" else rng.choice(choices) for state in states})


plan_seeds = st.tuples(st.integers(0, 2**32), st.sampled_from(["pure", "laws", "one law"]))
known = settings(max_examples=40)


@lru_cache(maxsize=1)
def full():
    return solve(DiceBattle())
