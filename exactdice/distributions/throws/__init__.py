"""Throws of dice: expected scores, sums, the tails of many throws, frequencies and how far they may
be off. The law of a throw itself is in `distributions.throwing`.
"""
