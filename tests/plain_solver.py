"""Games solved in the plainest way, from their rules alone: fractions of Python, one state after
the other; and random games to try solvers on.

Nothing is asked of the package but the rules, and the value of a matrix game where both players
choose.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from oracles import listed

from exactdice import MAX, MIN, WAIT
from exactdice.linear.matrices.solve import solve_matrix_game

# Among them numbers that floats cannot tell apart, beyond the floats, and below them.
PAYOFFS = [
    *(-1, 0, 1, 1, Fraction(1, 3), Fraction(1, 3) + Fraction(1, 2**70), Fraction(-2, 7)),
    *(10**20, Fraction(1, 10**400)),
]
WEIGHTS = [1, 1, 1, 2, 3, 5, 7, 6**10, 2**70]


def plain_values(game):
    """{state: (value, optimal actions)} of the unfinished states that play can reach; None for the
    actions where both players choose. Play must always move on.
    """
    found = {}

    @cache
    def value(state):
        paid = game.payoff(state)
        if paid is not None:
            return Fraction(paid)
        rows, columns = (tuple(game.actions(state, player)) for player in (MAX, MIN))
        means = {joint: mean(game.outcomes(state, joint)) for joint in product(rows, columns)}
        if len(rows) > 1 and len(columns) > 1:
            matrix = [[means[a, b] for b in columns] for a in rows]
            found[state] = Fraction(solve_matrix_game(matrix).value), None
        else:
            found[state] = best_of(rows, columns, means)
        return found[state][0]

    def mean(law):
        return sum((value(t) * w for t, w in law.weights.items()), Fraction(0)) / law.total

    value(game.start)
    return found


def best_of(rows, columns, means):
    """What the best of the means is, and the actions of the one who moves that reach it."""
    is_of_max = len(columns) == 1 and (len(rows) > 1 or rows != (WAIT,) or columns == (WAIT,))
    best = max(means.values()) if is_of_max else min(means.values())
    return best, tuple(joint[0 if is_of_max else 1] for joint in means if means[joint] == best)


def random_game(seed):
    """A game of some states, in turns or with both choosing at once, that always moves on or comes
    back, by the seed.
    """
    rng = Random(seed)
    count, both, back = rng.randint(2, 14), seed % 3 == 0, seed % 3 == 1
    table = {}
    for k in range(count):
        if k == count - 1 or (k and rng.random() < 0.2):
            table[k] = rng.choice(PAYOFFS)
        else:
            table[k] = random_stage(rng, k, count, both, back)
    return listed(table)


def random_stage(rng, k, count, both, back):
    """(who moves, {action: law}) in turns, {(a, b): law} where both choose."""

    def law():
        on = rng.randint(k + 1, count - 1)
        others = rng.sample(
            range(0 if back else k + 1, count), rng.randint(0, min(3, count - k - 1))
        )
        return {t: rng.choice(WEIGHTS) for t in dict.fromkeys([on, *others])}

    names = "abcd"[: rng.randint(1, 4)]
    if not both or rng.random() < 0.5:
        return rng.choice([MAX, MIN]), {name: law() for name in names}
    return {joint: law() for joint in product(names, "xyz"[: rng.randint(1, 3)])}
