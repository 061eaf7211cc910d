"""Matrix games: value and optimal mixtures exactly; games too large to write down; bandits."""
