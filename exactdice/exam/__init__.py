"""Examination papers with their exact answers, and a bandit's approach to an optimal strategy."""
