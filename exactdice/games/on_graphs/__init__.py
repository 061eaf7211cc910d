"""What Chomp, Nim and Wythoff's game share: their arenas by name, the words for kernels and Grundy
values.
"""

from .by_name import chomp, nim, subtraction, wythoff

GAMES = {"chomp": chomp, "nim": nim, "subtraction": subtraction, "wythoff": wythoff}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {
    "chomp": {"rows": 2, "columns": 3},
    "nim": {"heaps": (1, 2, 2)},
    "subtraction": {"heap": 7},
    "wythoff": {"column": 2, "row": 3},
}
QUERIES = (
    "grundy(nim(1, 2, 2))",
    "kernel(wythoff(2, 3))",
    "kernel_steps(wythoff(2, 3))",
    "winning_moves(nim(1, 2, 2))",
    "wins(nim(1, 2, 2))",
    "positions(chomp(2, 3))",
)
