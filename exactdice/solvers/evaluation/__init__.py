"""Evaluation of strategies: values, best responses, exploitability, distributions, win rates,
simulation.
"""
