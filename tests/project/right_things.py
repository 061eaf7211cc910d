"""Games, plans and what else functions are rightly given, for tests that give them wrong things."""

from exactdice import ConnectFour, DiceBattle, Pig, TokenGame, Tree, dice, solve
from exactdice.solvers.arenas.search import searchable
from exactdice.testing import Listed

SOLVED_PIG = solve(Pig(target=3))
BATTLE = DiceBattle(dice=1, target=2)
PROFILE = (dice(1), dice(1))
TREE = Tree([[3, 4], 4])
TOKENS = TokenGame(tokens=3)
FOUR = searchable(ConnectFour(4, 4, 3))
LISTED = Listed(
    {"toss": {("heads", "wait"): {1: 1, -1: 1}, ("pass", "wait"): {0: 1}}, 1: 1, -1: -1, 0: 0}
)
