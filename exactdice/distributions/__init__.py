"""Distributions, sums and pools of dice, rolls and their scores."""
