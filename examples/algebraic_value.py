"""A dice game whose value is not a fraction. Run it: python examples/algebraic_value.py

Both players throw one or two fair three-sided dice at once, a throw with a 1 scores nothing, and
the larger total wins once someone has 2 points or more. MAX has 1 point, MIN none. Both may score
nothing and are then where they were, so the value v solves v = value of (A + v B), and the best
mixtures depend on v itself.
"""

from exactdice import SimultaneousBattle, check, decimal_text
from exactdice.games.simultaneous_battle.algebraic import algebraic_value
from exactdice.solvers import enclose

STATE = (1, 0)


def main() -> None:
    """Print the value as the root of a polynomial, and the certified bounds around it."""
    game = SimultaneousBattle(dice=2, target=2, faces=3, bust_score=0)
    print("exactly:", algebraic_value(game, STATE))
    found = enclose(game, digits=40)
    print(
        "bounds: ",
        *(decimal_text(end, 36) for end in (found.bounds[STATE].lower, found.bounds[STATE].upper)),
    )
    print(
        "MAX throws one die with probability",
        decimal_text(found.strategies[0][STATE].probability(1), 12),
    )
    print(check(found))


if __name__ == "__main__":
    main()
