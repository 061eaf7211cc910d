"""The part of each game in queries, beside its rules: its own functions, its short forms, and its
strategies by name. A module has the name of the game's folder in `exactdice.games`.
"""

# Games of which queries know strategies by name alone share a module.
SHARED = dict.fromkeys(("farkle", "goofspiel", "hog"), "strategies")
