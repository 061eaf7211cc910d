"""Counterfactual regret minimisation, from scratch, on Leduc poker, and the exact exploitability of
its average policy as it learns.

The learner walks the tree of the game again and again; at each information set it plays actions in
proportion to what it regrets not having played, and the average of all its policies tends to an
equilibrium (Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with
incomplete information", 2007). The second one, CFR+, forgets regrets below 0, updates one player at
a time, and lets later policies count more (Tammelin, "Solving large imperfect information games
using CFR+", 2014). Both learn in floats. How far they are from the equilibrium is no estimate: each
float of the policy is read as the binary fraction that it is, both best responses to it are
computed exactly, and so is the equilibrium that they fall to.

Run `python examples/cfr_on_leduc.py cfr.png`; it needs the extra `plot` and takes a minute or so.
`python examples/cfr_on_leduc.py cfr.png kuhn 100` plays Kuhn poker, 100 times.
"""

import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

from exactdice import MAX, MIN, Kuhn, Leduc, best_response, decimal_text, payoff_distribution, solve
from exactdice.distributions.distribution import from_probabilities
from exactdice.exact.errors import ExactDiceError
from exactdice.exact.files import check_writable
from exactdice.exact.numbers import shown
from exactdice.game.protocol import WAIT
from exactdice.writeup.pictures.figure import new_figure, save_figure

CHANCE = 2  # who moves, beside MAX and MIN
GAMES = {"leduc": Leduc(), "kuhn": Kuhn()}
LEARNERS = {"CFR": False, "CFR+": True}
COLORS = {"CFR": "#4477aa", "CFR+": "#ee6677"}


def unfold(game, state, known=((), ())):
    """The tree below a state: what MAX is paid at its end, else (CHANCE, chances, {state: tree})
    where chance moves, (player, information, {action: tree}) where a player does.
    """
    seen = [game.observation(state, player) for player in (MAX, MIN)]
    known = tuple(k if s is None else (*k, s) for k, s in zip(known, seen, strict=True))
    paid = game.payoff(state)
    if paid is not None:
        return float(paid)
    if game.actions(state, MAX) == game.actions(state, MIN) == (WAIT,):
        law = game.outcomes(state, (WAIT, WAIT))
        chances = [float(law.probability(after)) for after in law]
        return CHANCE, chances, {after: unfold(game, after, known) for after in law}
    mover = MAX if game.actions(state, MIN) == (WAIT,) else MIN
    below = {}
    for action in game.actions(state, mover):
        (after,) = game.outcomes(state, (action, WAIT) if mover == MAX else (WAIT, action))
        known_then = [(*k, action) if p == mover else k for p, k in enumerate(known)]
        below[action] = unfold(game, after, known_then)
    return mover, known[mover], below


class Learner:
    """The learner, and what it has learnt: tables by player and information."""

    def __init__(self, tree, plus):
        self.tree, self.plus, self.rounds = tree, plus, 0
        self.regrets = defaultdict(lambda: defaultdict(float))
        self.weights = defaultdict(lambda: defaultdict(float))  # the average policy, not normalised

    def learn(self):
        """One walk through the tree; for CFR+ one for each player."""
        self.rounds += 1
        for updated in ((MAX,), (MIN,)) if self.plus else ((MAX, MIN),):
            self.policies = {}  # of this walk
            self.walk(self.tree, [1.0, 1.0, 1.0], updated)
            if self.plus:
                for row in self.regrets.values():
                    row.update((action, max(regret, 0.0)) for action, regret in row.items())

    def policy(self, known, actions):
        """Each action in proportion to its regret, where that is above 0; all alike if none is."""
        if known not in self.policies:
            positive = [max(self.regrets[known][action], 0.0) for action in actions]
            total = sum(positive)
            self.policies[known] = [p / total if total else 1 / len(positive) for p in positive]
        return self.policies[known]

    def walk(self, tree, reach, updated):
        """What MAX is paid below here; `reach` is what MAX, MIN and chance do to come here."""
        if isinstance(tree, float):
            return tree
        mover, known, below = tree
        policy = known if mover == CHANCE else self.policy((mover, known), below)
        worth = []
        for chance, after in zip(policy, below.values(), strict=True):
            reached = [r * chance if k == mover else r for k, r in enumerate(reach)]
            worth.append(self.walk(after, reached, updated))
        value = sum(p * w for p, w in zip(policy, worth, strict=True))
        if mover in updated:
            regrets, weights = self.regrets[mover, known], self.weights[mover, known]
            others = reach[CHANCE] * reach[1 - mover] * (1 if mover == MAX else -1)
            counted = reach[mover] * (self.rounds if self.plus else 1)
            for action, p, w in zip(below, policy, worth, strict=True):
                regrets[action] += others * (w - value)
                weights[action] += counted * p
        return value


def average(learner):
    """The average policies of both, {information: exact law}, each float read as it is."""
    tables = ({}, {})
    for (player, information), row in learner.weights.items():
        # Where its own policies never came any law will do.
        weights = {a: Fraction(w) for a, w in row.items()} if any(row.values()) else {}
        weights = weights or dict.fromkeys(row, Fraction(1))
        total = sum(weights.values())
        law = from_probabilities({action: w / total for action, w in weights.items()})
        tables[player][information] = law
    return tables


def train(game, plus, checked):
    """After each of these numbers of iterations, exactly: what MAX can get against MIN's policy,
    what MAX's policy is sure of, what MAX is paid; and the learner.
    """
    learner, scores = Learner(unfold(game, game.start), plus), []
    while learner.rounds < checked[-1]:
        learner.learn()
        if learner.rounds in checked:
            first, second = average(learner)
            most = best_response(game, second, MAX).value
            least = best_response(game, first, MIN).value
            scores.append((most, least, payoff_distribution(game, (first, second)).mean()))
    return scores, learner


def draw(runs, checked, value, path):
    """Write the picture: exploitability above, what MAX is paid below, against iterations."""
    figure, (above, below) = new_figure(7.2, 7.2, rows=2)
    for name, scores in runs.items():
        style = {"color": COLORS[name], "marker": "o", "markersize": 4, "label": name}
        most, least, paid = (list(map(float, column)) for column in zip(*scores, strict=True))
        above.plot(checked, [gap(*score) for score in scores], **style)
        below.plot(checked, paid, **style)
        below.fill_between(checked, least, most, color=COLORS[name], alpha=0.15, linewidth=0)
    gaps = [gap(*score) for scores in runs.values() for score in scores]
    smallest, largest = min(gaps), max(gaps)
    above.axhline(0, color="black", linestyle="--", linewidth=1, label="exact equilibrium: 0")
    # Logarithmic down to the smallest number, and below it the way to 0.
    above.set_yscale("symlog", linthresh=smallest)
    above.set(xscale="log", ylim=(-smallest / 4, 2 * largest), ylabel="exact exploitability")
    exact = f"exact value: {decimal_text(value, 6)}"
    below.axhline(float(value), color="black", linestyle="--", linewidth=1, label=exact)
    below.set(
        xscale="log", xlabel="iterations", ylabel="paid to MAX (band: against best responses)"
    )
    for axes in (above, below):
        axes.grid(which="both", alpha=0.25)
        axes.legend(fontsize=8)
    figure.suptitle("Regret minimisation falls to the exact equilibrium", fontsize=12)
    above.set_title(shown(game), fontsize=9)
    save_figure(figure, path)


def row(most, least, paid):
    """The exploitability and what MAX is paid, in decimals."""
    return f"{decimal_text((most - least) / 2, 6):>10}{decimal_text(paid, 6):>10}"


def gap(most, least, _):
    """The exploitability as a float, for the picture."""
    return float(most - least) / 2


path = Path(sys.argv[1] if len(sys.argv) > 1 else "cfr.png")
game = GAMES[sys.argv[2] if len(sys.argv) > 2 else "leduc"]
iterations = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
checked = [n for k in range(5) for n in (10**k, 2 * 10**k, 5 * 10**k) if n <= iterations]
try:
    check_writable(path)
except ExactDiceError as error:
    sys.exit(f"error: {error}")
value = solve(game).value
runs, learners = {}, {}
for name, plus in LEARNERS.items():
    runs[name], learners[name] = train(game, plus, checked)
print(f"exact value of {shown(game)}: {decimal_text(value, 12)}")
print("exact exploitability of the average policies, and what MAX is paid when they meet")
print("iterations", *(f"{name:>20}" for name in runs))
for k, rounds in enumerate(checked):
    print(f"{rounds:10}", *(row(*scores[k]) for scores in runs.values()))
draw(runs, checked, value, path)
