"""A game of your own: its rules, its solution, the check and a table. Run it: python
examples/how_to_add_a_game.py

Two players in turn add one die or two to a common counter. Whoever makes it exactly `top` wins;
beyond the top it falls back to 0, so play can come back to a state, as in many dice games.
"""

from dataclasses import dataclass

from exactdice import MAX, MIN, WAIT, check, die, solve
from exactdice.testing import check_game
from exactdice.writeup.tables.table import Table, TableFormat, render


@dataclass(frozen=True)
class Exactly:
    """The rules. A state is (counter, player to move); when the counter is at the top, the player
    before has won.
    """

    top: int = 10
    start = (0, MAX)

    def payoff(self, state):
        """What MAX is paid when the game is over."""
        counter, to_move = state
        return None if counter < self.top else 1 if to_move == MIN else -1

    def actions(self, state, player):
        """How many dice to throw."""
        return (1, 2) if player == state[1] else (WAIT,)

    def outcomes(self, state, actions):
        """The law of the next state."""
        counter, to_move = state
        reached = counter + actions[to_move] @ die(6)  # a number of dice @ a die is their sum
        return reached.map(
            lambda total: (total if total <= self.top else 0, MIN if to_move == MAX else MAX)
        )


def main() -> None:
    """Solve the game and print what was found."""
    game = Exactly()
    print(check_game(game))  # every broken rule in one report, with its state
    solution = solve(game)
    print(check(solution))  # proved from the rules alone
    states = [(counter, MAX) for counter in range(game.top)]
    table = Table(
        ("value to who moves",),
        ("counter", range(game.top)),
        None,
        tuple((solution.values[state],) for state in states),
    )
    print(render(table, TableFormat.MARKDOWN))
    print("dice to throw:", *(solution.optimal_actions[state] for state in states))


if __name__ == "__main__":
    main()
