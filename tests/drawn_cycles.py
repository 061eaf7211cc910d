"""Games on cycles, drawn at random, and what brute force says of them."""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st
from oracles import listed, positional_values

from exactdice import MAX, MIN
from exactdice.game.graph import explore
from exactdice.testing import exact_numbers

MOVERS = st.sampled_from([MAX, MIN])


def some(elements, most):
    """One or more of them, not more than most."""
    return st.lists(elements, min_size=1, max_size=most)


ENDS = some(exact_numbers(-2, 2, 4), 3)


@cache  # to make a strategy takes longer than to draw from it
def moves_to(names, most):
    """So many laws of as many of these states, at most."""
    law = st.dictionaries(st.sampled_from(names), st.integers(1, 3), min_size=1, max_size=most)
    return some(law, most)


@st.composite
def small_games(draw, most_states=5, most_moves=3, ends=ENDS):
    """A random game in turns with few states, each of which may lead anywhere; payoffs are small
    fractions.
    """
    size = draw(st.integers(1, most_states))
    paid = draw(ends)
    names = [f"s{k}" for k in range(size)] + [f"end{k}" for k in range(len(paid))]
    game = {}
    for k in range(size):
        moves = draw(moves_to(tuple(names), most_moves))
        game[f"s{k}"] = (
            draw(MOVERS),
            {f"a{n}": weights for n, weights in enumerate(moves)},
        )
    return game | {f"end{k}": payoff for k, payoff in enumerate(paid)}


def brute_force(game):
    """What each player guarantees at each state of the game as written, by `positional_values`."""
    index = {name: k for k, name in enumerate(game)}
    nodes = []
    for rule in game.values():
        if isinstance(rule, tuple):
            player, moves = rule
            laws = [
                {index[t]: Fraction(w, sum(law.values())) for t, w in law.items()}
                for law in moves.values()
            ]
            nodes.append((player, laws))
        else:
            nodes.append(rule)
    low, high = positional_values(nodes)
    return dict(zip(game, low, strict=True)), dict(zip(game, high, strict=True))


def reachable(game):
    """The states of the game as written that play can reach from s0."""
    return [node.state for node in explore(listed(game)).nodes]


POLITE = {
    "s0": (MAX, {"take": {"win": 1}, "pass": {"t": 1}}),
    "t": (MIN, {"take": {"loss": 1}, "pass": {"s0": 1}}),
    "win": 1,
    "loss": -1,
}
