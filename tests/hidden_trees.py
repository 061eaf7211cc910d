"""Random small games with random information, and what they are worth by all pure strategies.

Nothing here is taken from the package under test: what each player knows is kept along the way from
the start, and the matrix of the normal form is filled by playing every pair of pure strategies.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random

from exactdice.distributions.distribution import Distribution, point
from exactdice.game.protocol import MAX, MIN, WAIT
from exactdice.linear.matrices.solve import solve_matrix_game


@dataclass(frozen=True, eq=False)
class RandomGame:
    """A game drawn from a seed; its states are the ways to them, as tuples of whole numbers."""

    seed: int
    depth: int = 4
    most_decisions: int = 5  # information sets of a player
    start: tuple = ()
    ends: dict = field(default_factory=dict)  # {state: payoff}
    able: dict = field(default_factory=dict)  # {state: (MAX's actions, MIN's actions)}
    laws: dict = field(default_factory=dict)  # {(state, joint): law}
    seen: dict = field(default_factory=dict)  # {(state, player): what is observed}
    sets: tuple = field(default_factory=lambda: ({}, {}))  # {information: actions}
    known: dict = field(default_factory=dict)  # {state: (MAX's information, MIN's information)}

    def __post_init__(self):
        self._grow(Random(self.seed), (), ((), ()), self.depth)

    def _grow(self, rng, state, known, depth):
        labels = [rng.choice([None, None, "x", "y"]) for _ in (MAX, MIN)]
        for player in (MAX, MIN):
            self.seen[state, player] = labels[player]
        known = tuple(known[p] if labels[p] is None else (*known[p], labels[p]) for p in (MAX, MIN))
        self.known[state] = known
        kind = rng.choice(["chance", "first", "second", "both"]) if depth else "end"
        moving = {"first": (MAX,), "second": (MIN,), "both": (MAX, MIN)}.get(kind, ())
        if kind == "end" or any(self._full(known[p], p) for p in moving):
            self.ends[state] = Fraction(rng.randint(-6, 6), rng.randint(1, 3))
            return
        able = [(WAIT,), (WAIT,)]
        for player in moving:
            count = rng.choice([1, 2, 2, 3])
            named = tuple("abc"[:count]) if player == MAX else tuple("uvw"[:count])
            able[player] = self.sets[player].setdefault(known[player], named)
        self.able[state] = tuple(able)
        for k, joint in enumerate(product(*able)):
            weights = [rng.randint(1, 3) for _ in range(2 if kind == "chance" else 1)]
            after = {(*state, k, j): weight for j, weight in enumerate(weights)}
            self.laws[state, joint] = Distribution(after)
            then = tuple(
                known[p] if able[p] == (WAIT,) else (*known[p], joint[p]) for p in (MAX, MIN)
            )
            for following in after:
                self._grow(rng, following, then, depth - 1)

    def _full(self, information, player):
        sets = self.sets[player]
        return information not in sets and len(sets) >= self.most_decisions

    def payoff(self, state):
        return self.ends.get(state)

    def actions(self, state, player):
        return self.able[state][player]

    def outcomes(self, state, joint):
        return self.laws[state, joint]

    def observation(self, state, player):
        return self.seen[state, player]


class SeeingAll(RandomGame):
    """The same game, in which both players see the state."""

    def observation(self, state, player):
        return state


class Open:
    """The same game without a word about what is observed."""

    def __init__(self, game):
        self.game, self.start = game, game.start
        self.payoff, self.actions, self.outcomes = game.payoff, game.actions, game.outcomes


def pure_strategies(game, player):
    """All tables {information: action}."""
    sets = game.sets[player]
    return [dict(zip(sets, chosen, strict=True)) for chosen in product(*sets.values())]


def paid(game, tables, state=()):
    """What MAX is paid on average when both follow tables {information: action or law}."""
    if state in game.ends:
        return game.ends[state]
    laws = []
    for player in (MAX, MIN):
        waits = game.able[state][player] == (WAIT,)
        choice = WAIT if waits else tables[player][game.known[state][player]]
        laws.append(choice if isinstance(choice, Distribution) else point(choice))
    total = Fraction(0)
    for joint in product(*laws):
        chance = laws[MAX].probability(joint[MAX]) * laws[MIN].probability(joint[MIN])
        law = game.laws[state, joint]
        for after in law:
            total += chance * law.probability(after) * paid(game, tables, after)
    return total


def normal_form(game):
    """The matrix of all pairs of pure strategies."""
    rows, columns = pure_strategies(game, MAX), pure_strategies(game, MIN)
    return [[paid(game, (row, column)) for column in columns] for row in rows]


def brute_value(game):
    """The value of the normal form."""
    return solve_matrix_game(normal_form(game)).value
