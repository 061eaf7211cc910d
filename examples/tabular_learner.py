"""A small tabular learner in a PettingZoo environment, and the exact exploitability of its policy
as it learns.

Two players throw 1 to 3 dice at once until someone has the target. The learner knows states by
their numbers alone: it plays at random, keeps for each state a table of what each pair of actions
is worth, and answers that table by regret matching, the average of which is its policy: minimax-Q
(Littman, "Markov games as a framework for multi-agent reinforcement learning", 1994) with regret
matching+ in place of a linear programme. It learns in floats, from samples. How far its policy is
from optimal play is no estimate: each float of the policy is read as the binary fraction that it
is, and both best responses to it are computed exactly.

Run `python examples/tabular_learner.py exploitability.png`, with a number of games behind it for
another than 20000; it needs the extras `adapters` and `plot`.
"""

import sys
from pathlib import Path
from random import Random

import numpy as np

from exactdice import MAX, MIN, SimultaneousBattle, decimal_text, exploitability, uniform
from exactdice.exact.errors import ExactDiceError
from exactdice.exact.files import check_writable
from exactdice.game.protocol import always
from exactdice.interop.adapters import parallel_env, strategy_from
from exactdice.writeup.pictures.figure import new_figure, save_figure

GAME = SimultaneousBattle(dice=3, faces=4, target=4)
SEEDS = (1, 2)
MOST_GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000  # played in training
CHECKED = [  # after how many games the policy is scored
    step * 10**k for k in range(1, 7) for step in (1, 2, 5) if step * 10**k <= MOST_GAMES
]


class Learner:
    """What the learner has learnt: tables by state and actions, first the actions of MAX."""

    def __init__(self, states, actions):
        self.worth = np.zeros((states, actions, actions))  # to MAX, a mean of what was met
        self.tries = np.zeros((states, actions, actions))
        self.regrets = np.zeros((2, states, actions))
        self.weights = np.ones((2, states, actions))  # the policies of MAX and MIN, not normalised

    def value(self, state):
        """What MAX is paid on average from the state under both policies, as far as is known."""
        first, second = self.weights[MAX, state], self.weights[MIN, state]
        return first @ self.worth[state] @ second / (first.sum() * second.sum())

    def learn(self, state, joint, target):
        """Move the worth of the joint action towards the target; then each player regrets what it
        did not play.
        """
        worth, tries = self.worth[state], self.tries[state]
        tries[joint] += 1
        worth[joint] += (target - worth[joint]) * 2 / (1 + tries[joint])
        plans = [matched(self.regrets[player, state]) for player in (MAX, MIN)]
        gains = worth @ plans[MIN], -(plans[MAX] @ worth)
        tried = tries.sum()
        for player, (plan, gain) in enumerate(zip(plans, gains, strict=True)):
            regrets, weights = self.regrets[player, state], self.weights[player, state]
            np.maximum(regrets + gain - plan @ gain, 0, out=regrets)
            weights += tried * plan  # later plans count more


def matched(regrets):
    """Probabilities in proportion to the regrets, uniform where there is none."""
    total = regrets.sum()
    return regrets / total if total else np.full(len(regrets), 1 / len(regrets))


def play(env, learner, rng):
    """One game of random actions, from which the learner learns."""
    observations, _ = env.reset()
    while env.agents:
        state = observations["MAX"]["observation"]
        joint = tuple(rng.randrange(env.action_space(agent).n) for agent in env.agents)
        observations, rewards, over, _, _ = env.step(dict(zip(env.agents, joint, strict=True)))
        learner.learn(
            state,
            joint,
            rewards["MAX"] if over["MAX"] else learner.value(observations["MAX"]["observation"]),
        )


def train(seed):
    """The exact exploitability of the policy after each of the numbers of games in CHECKED, and the
    learner.
    """
    env, rng = parallel_env(GAME), Random(seed)
    env.reset(seed=seed)
    learner, scores = Learner(len(env.graph.nodes), env.action_space("MAX").n), []
    for games in range(1, CHECKED[-1] + 1):
        play(env, learner, rng)
        if games in CHECKED:
            profile = tuple(
                strategy_from(env.graph, player, learner.weights[player]) for player in (MAX, MIN)
            )
            scores.append(exploitability(GAME, profile))
    return scores, learner


def draw(runs, at_random, path):
    """Write the picture of exact exploitability against games played, both axes logarithmic."""
    figure, axes = new_figure(7.2, 4.2)
    for seed, scores, color in zip(SEEDS, runs, ("#4477aa", "#ee6677"), strict=True):
        axes.plot(
            CHECKED,
            [float(score) for score in scores],
            color=color,
            marker="o",
            markersize=4,
            label=f"learner, seed {seed}",
        )
    axes.axhline(
        float(at_random), color="black", linestyle="--", linewidth=1, label="uniformly random play"
    )
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="games played in training",
        ylabel="exact exploitability (mean payoff per game)",
    )
    axes.set_title(
        (
            "simultaneous battle to 4 points, up to 3 dice with 4 faces; optimal play has "
            "exploitability 0"
        ),
        fontsize=9,
    )
    axes.grid(which="both", alpha=0.25)
    axes.legend(fontsize=8)
    figure.suptitle("What best responses gain against a tabular learner", fontsize=12)
    save_figure(figure, path)


path = Path(sys.argv[1] if len(sys.argv) > 1 else "exploitability.png")
try:
    check_writable(path)
except ExactDiceError as error:
    sys.exit(f"error: {error}")
random_play = always(uniform(range(1, GAME.dice + 1)))
at_random = exploitability(GAME, (random_play, random_play))
runs, learners = zip(*map(train, SEEDS), strict=True)
print(f"exact exploitability; uniformly random play: {decimal_text(at_random, 6)}")
print("  games", *(f"  seed {seed}" for seed in SEEDS))
for games, *scores in zip(CHECKED, *runs, strict=True):
    print(f"{games:7}", *(decimal_text(score, 6) for score in scores))
draw(runs, at_random, path)
