"""The value of a game that hides something, by a programme of its own: the sequence form written
down from the rules, for the tests of games that are dealt or thrown in secret.

Source: D. Koller, N. Megiddo and B. von Stengel, "Fast algorithms for finding randomized strategies
in game trees", STOC 1994, 750-759.
"""

from collections import defaultdict
from fractions import Fraction

from exactdice.game.protocol import WAIT
from exactdice.linear.lp import Program, Row, Variable, optimum


class Sequences:
    """The sequences of one player: its information and the action there, numbered from 1; 0 is the
    empty one. `before[information]` is the sequence that leads to it.
    """

    def __init__(self):
        self.numbers = {}
        self.before = {}
        self.of = {}
        self.states = defaultdict(set)

    def enter(self, information, sequence, actions):
        """The number of the sequence after each action."""
        known = self.before.setdefault(information, sequence)
        assert known == sequence, f"{information} is reached by two sequences"
        offered = self.of.setdefault(information, actions)
        assert offered == actions, f"{information} offers two lists of actions"
        for action in actions:
            self.numbers.setdefault((information, action), len(self.numbers) + 1)
        return {action: self.numbers[information, action] for action in actions}


class Tree:
    """The sequences of both players, and {(of MAX, of MIN): payoff times the chance of it}."""

    def __init__(self, game):
        self.game = game
        self.sequences = Sequences(), Sequences()
        self.payoffs = defaultdict(Fraction)
        self.histories = 0
        start = game.start
        known = tuple(self._seen((), start, player) for player in (0, 1))
        self._walk(start, Fraction(1), known, (0, 0))

    def _seen(self, information, state, player):
        observed = self.game.observation(state, player)
        return information if observed is None else (*information, observed)

    def _walk(self, state, chance, known, sequences):
        self.histories += 1
        paid = self.game.payoff(state)
        if paid is not None:
            self.payoffs[sequences] += chance * paid
            return
        ways = [self._ways(state, player, known, sequences) for player in (0, 1)]
        for a, first in ways[0].items():
            for b, second in ways[1].items():
                law = self.game.outcomes(state, (a, b))
                for after, weight in law.items():
                    then = tuple(
                        self._seen((*known[p], act) if act != WAIT else known[p], after, p)
                        for p, act in ((0, a), (1, b))
                    )
                    share = chance * Fraction(weight, law.total)
                    self._walk(after, share, then, (first, second))

    def _ways(self, state, player, known, sequences):
        """{action: the sequence after it}."""
        actions = tuple(self.game.actions(state, player))
        if actions == (WAIT,):
            return {WAIT: sequences[player]}
        own = self.sequences[player]
        own.states[known[player]].add(state)
        return own.enter(known[player], sequences[player], actions)


def value_of(tree):
    """The most that MAX secures: over its realisation weights x and a bound for each information of
    MIN, the bound at the root, where no sequence of MIN does better than the bounds.
    """
    mine, theirs = tree.sequences
    count = len(mine.numbers) + 1
    places = {information: count + 1 + k for k, information in enumerate(theirs.before)}
    variables = [Variable(f"x{k}") for k in range(count)]
    variables += [Variable(f"v{k}", None) for k in range(len(places) + 1)]
    rows = [Row("root", {0: 1}, 1, 1)]
    for information, before in mine.before.items():
        form = {mine.numbers[information, action]: 1 for action in mine.of[information]}
        rows.append(Row("plan", {**form, before: -1}, 0, 0))
    forms = defaultdict(lambda: defaultdict(Fraction))
    forms[0][count] += 1
    for (information, _), number in theirs.numbers.items():
        forms[number][places[information]] += 1
    for information, before in theirs.before.items():
        forms[before][places[information]] -= 1
    for (first, second), paid in tree.payoffs.items():
        forms[second][first] -= paid
    rows += [Row("reply", dict(form), None, 0) for form in forms.values()]
    outcome = optimum(Program(tuple(variables), tuple(rows), {count: 1}, maximise=True))
    return outcome.value


def paid_on_average(game, plans):
    """What MAX is paid on average when both follow tables {information: {action: chance}}."""
    tree = Tree(game)
    weights = [realised(own, plan) for own, plan in zip(tree.sequences, plans, strict=True)]
    return sum(paid * weights[0][a] * weights[1][b] for (a, b), paid in tree.payoffs.items())


def realised(sequences, plan):
    """{sequence: the product of the chances along it}."""
    weights = {0: Fraction(1)}
    for (information, action), number in sequences.numbers.items():
        before = weights[sequences.before[information]]
        weights[number] = before * plan[information].get(action, 0)
    return weights
