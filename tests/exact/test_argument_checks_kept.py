"""Results that are kept for arguments that cannot change."""

from dataclasses import dataclass

import pytest

from exactdice.distributions.distribution import point
from exactdice.exact.argument_checks import kept
from exactdice.game.protocol import MAX, WAIT
from exactdice.query.strategies import Reversed, solved


@dataclass(frozen=True)
class Once:
    most: int = 2
    start = 0

    def payoff(self, state):
        return state or None

    def actions(self, _, player):
        return tuple(range(1, self.most + 1)) if player == MAX else (WAIT,)

    def outcomes(self, _, joint):
        return point(joint[MAX])


def test_frozen_games_are_kept_and_what_may_change_unseen_is_asked_each_time():
    game = type("Changing", (), {"digits": 3})()
    told = []
    count = kept(4)(lambda one: told.append(one) or len(told))
    asked = [game, game, Reversed(game), Reversed(game), [1], [1], Once(), Once(), Once(3), Once()]
    assert [count(argument) for argument in asked] == [1, 2, 3, 4, 5, 6, 7, 7, 8, 7]


def test_an_error_of_the_function_itself_is_raised_without_asking_again():
    told = []

    @kept(4)
    def wrong(one):
        told.append(one)
        return one + "text"

    with pytest.raises(TypeError, match="unsupported operand"):
        wrong(1)
    assert told == [1]


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
