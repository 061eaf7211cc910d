"""The PuLP back end: exact problems as PuLP users write them, and our solver for plain PuLP
problems.
"""
