"""One symbol in the numbers of a game: polynomials as weights, exact points at which something
changes, functions in pieces between them.
"""
