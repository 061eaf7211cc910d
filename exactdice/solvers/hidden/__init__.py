"""Games in which the players do not see everything: what each knows, the exact equilibrium, best
responses.
"""
