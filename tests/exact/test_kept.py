"""Results that are kept for arguments that cannot change."""

from dataclasses import dataclass

from exactdice import solve
from exactdice.distributions.distribution import point
from exactdice.exact.kept import kept
from exactdice.game.protocol import MAX, WAIT
from exactdice.query.strategies import solved


@dataclass(frozen=True)
class Once:
    """One choice of a number, which is paid."""

    most: int = 2
    start = 0

    def payoff(self, state):
        return state or None

    def actions(self, _, player):
        return tuple(range(1, self.most + 1)) if player == MAX else (WAIT,)

    def outcomes(self, _, joint):
        return point(joint[MAX])


def test_a_game_of_the_user_is_solved_once():
    asked = []

    @kept(4)
    def value(game):
        asked.append(game)
        return solve(game).value

    assert (value(Once()), value(Once()), len(asked)) == (2, 2, 1)
    assert (value(Once(3)), len(asked)) == (3, 2)


def test_a_derived_class_is_solved_by_its_own_rules():
    """Also where it says that its games equal those of its parent."""

    class Twice(Once):
        def payoff(self, state):
            return 2 * state or None

        def __eq__(self, other):
            return True

        def __hash__(self):
            return hash(Once(self.most))

    assert (solved(Once()).value, solved(Twice()).value, solved(Once()).value) == (2, 4, 2)
