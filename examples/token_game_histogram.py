"""Optimal play against uniformly random choice in the token game: the exact laws of the score
beside 1000 simulated games of each.

Run `python examples/token_game_histogram.py scores.png`; it needs matplotlib.
"""

import sys
from pathlib import Path
from random import Random

from exactdice import (
    MAX,
    WAIT,
    TokenGame,
    decimal_text,
    point,
    policy,
    score_distribution,
    simulate_many,
    solve,
    strategy,
    uniform,
)
from exactdice.game.protocol import always
from exactdice.games.tokens.rules import choices
from exactdice.writeup.pictures.curves import Panel, draw_distributions

GAMES = 1000
game = TokenGame(tokens=9, dice=2, score="count")
plans = {
    "optimal play": strategy(solve(game).strategies[MAX]),
    "a choice at random": policy(lambda left, thrown: uniform(choices(left, thrown))),
}

waits = always(point(WAIT))  # the other player of the protocol
panels = []
for name, plan in plans.items():
    law = score_distribution(game, plan)
    sample = simulate_many(game, (plan, waits), GAMES, Random(9))
    panels.append(Panel(name, law, {-payoff: count for payoff, count in sample.payoffs.items()}))
    print(
        f"{name}: {decimal_text(law.mean(), 6)} tokens left on average, "
        f"{decimal_text(-sample.mean, 3)} in {GAMES} games"
    )

draw_distributions(
    panels,
    Path(sys.argv[1] if len(sys.argv) > 1 else "throws.scores.png"),
    "Tokens 1 to 9, two dice",
    "tokens left",
)
