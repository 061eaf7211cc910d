"""Options that make each game of the register small, for tests that try every game."""

# Small enough to be solved by every way there is, large enough to have choices.
SMALL = {
    "dice-battle": {"dice": 2, "target": 5, "faces": 4},
    "one-shot-battle": {"dice": 3, "faces": 4},
    "simultaneous-battle": {"dice": 2, "target": 3, "faces": 3},
    "pig": {"target": 4, "faces": 3},
    "piglet": {"target": 3},
    "hog": {"goal": 7, "dice": 2},
    "domineering": {"rows": 2, "columns": 3},
    "phantom-domineering": {"rows": 2, "columns": 2},
    "adaptive-phantom-domineering": {"rows": 2, "columns": 3},
    "blotto": {"units": 5, "fields": 2, "units_of_min": 3},
    "chomp": {"rows": 2, "columns": 3},
    "wythoff": {"column": 2, "row": 3},
    "nim": {"heaps": (1, 2, 2)},
    "subtraction": {"heap": 7, "takes": (1, 3)},
    "connect-four": {"rows": 2, "columns": 3, "line": 2},
    "tokens": {"tokens": 4, "faces": 3},
    "goofspiel": {"cards": 2, "tied": "carried"},
    "farkle": {"target": 100, "dice": 2},
    "snakes-and-ladders": {"squares": 5, "jumps": ((2, 4), (3, 1)), "faces": 3},
    "race": {"squares": 3, "dice": (2, 3)},
    "kuhn": {"bet": 2},
    "leduc": {"ranks": 2, "raises": 1},
    "liars-dice": {"faces": 2, "wild": True},
    "one-card-poker": {"ranks": 2, "raises": 2},
}
