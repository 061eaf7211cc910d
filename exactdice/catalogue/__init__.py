"""The catalogue of exactly solved games: each question with its rules, its exact value, its proof
and what the literature prints.
"""
