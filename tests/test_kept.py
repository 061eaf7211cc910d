"""Results that are kept for arguments that cannot change."""

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

from exactdice import solve
from exactdice.distribution import point
from exactdice.game import MAX, WAIT
from exactdice.kept import kept
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


def test_what_may_change_unseen_is_asked_each_time():
    asked = []

    @kept(4)
    def count(argument):
        asked.append(argument)
        return len(asked)

    class Changing:
        pass

    for argument in (Changing(), [1], {1: 2}, (1, [2]), len):
        assert count(argument) + 1 == count(argument)
    assert count((1, ("a", None))) == count((1, ("a", None)))


class Place(NamedTuple):
    row: int
    column: int


def test_what_python_calls_equal_is_told_apart():
    """Every pair is equal, and the function tells one from the other."""

    @kept(64)
    def written(*arguments):
        return repr(arguments)

    one, two = Place(1, 2), (1, 2)
    assert one == two
    for left, right in [
        ((one, two), (two, one)),
        ((Place(one, 0),), (((1, 2), 0),)),
        ((1,), (True,)),
        ((Place(1, 0),), (Place(True, 0),)),
        ((frozenset([one, two[::-1]]),), (frozenset([two, Place(2, 1)]),)),
    ]:
        assert left == right
        assert written(*left) == repr(left)
        assert written(*right) == repr(right)


@dataclass(frozen=True)
class Alike:
    """All of them are equal, whatever the second field says."""

    first: int
    second: object = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True)
class AllAlike:
    first: object

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


def test_what_a_class_calls_equal_is_told_apart():
    @kept(64)
    def written(*arguments):
        return repr(arguments)

    turned = Alike(1, True)
    vars(turned).clear()
    vars(turned).update(second=True, first=1)  # in another order
    for left, right in [
        (Alike(1, 2), Alike(1, 3)),
        (AllAlike(1), AllAlike("a")),
        (frozenset([Alike(1, 2)]), frozenset([Alike(1, 3)])),
        (turned, Alike(True, 1)),
        ((Alike(1, (2, 3)), 4), (Alike(1, (2,)), 4)),
    ]:
        assert left == right
        assert (written(left), written(right)) == (repr((left,)), repr((right,)))
    # what stands nested is not what stands side by side
    assert written(((1,), 2)) != written(((1, 2),))
