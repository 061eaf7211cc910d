"""The functions of queries that belong to no single game: of dice, distributions, numbers,
parameters, and of every game.
"""
