"""A rule exchanged anywhere the rules of a game are read: on the class of its states, in a table
beside it, on a class that is not registered. No answer rests on the rules from before.
"""

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

import pytest

import exactdice.games.hog.rules as hog_rules
import exactdice.games.pig.rules as pig_rules
import exactdice.games.tokens.rules as token_rules
from exactdice import DiceBattle, solve
from exactdice.arenas.normal_play import NormalPlay
from exactdice.distribution import point
from exactdice.game import MAX, WAIT
from exactdice.games.dice_battle.rules import BattleState
from exactdice.games.domineering import Domineering
from exactdice.games.hog import Hog
from exactdice.games.nim import Nim
from exactdice.games.pig import Pig, PigState
from exactdice.games.strategies import optimal, solved
from exactdice.games.tokens import TokenGame
from exactdice.proofs.checking import check
from exactdice.solvers import strategy_iteration
from exactdice.solvers.fast_path import the_generic
from exactdice.unaltered import is_unaltered, kept

generic = the_generic(solve)
FACTOR = 1  # read by a rule below


# --- the class of the states ----------------------------------------------------------------------


def test_a_helper_exchanged_on_the_states_of_pig(monkeypatch):
    """Who holds gains twice: the generic solver, which reads the rules alone, gives 29/43."""
    passed = PigState.passed
    monkeypatch.setattr(PigState, "passed", lambda self, gained: passed(self, 2 * gained))
    solution = solve(Pig(target=6))
    assert solution.value == strategy_iteration(Pig(target=6)).value == Fraction(29, 43)
    assert "29/43" in check(solution)


def test_a_helper_exchanged_on_a_base_of_the_states_of_hog(monkeypatch):
    """The states of Hog are those of Dice Battle, in another module."""
    game = Hog(goal=5, dice=2, after="hog-pile")
    before = solve(game).value
    monkeypatch.setattr(BattleState, "own", property(lambda self: 0))
    for altered in (game, DiceBattle(dice=2, target=3)):
        assert not is_unaltered(altered)
    assert solve(game).value == generic(game).value != before
    monkeypatch.undo()
    assert solve(game).value == before


@pytest.mark.parametrize("name", ["own", "other", "passed", "__eq__", "anything_new"])
def test_whatever_is_entered_on_the_states_is_seen(monkeypatch, name):
    monkeypatch.setattr(PigState, name, property(lambda self: 0), raising=False)
    assert not is_unaltered(Pig(target=3))
    monkeypatch.undo()
    assert is_unaltered(Pig(target=3))


def test_asking_a_class_for_its_annotations_is_no_change():
    """Python enters them in the class when it is asked for the first time."""
    assert Pig.__annotations__ is not None
    assert hog_rules.HogState.__annotations__ is not None
    assert is_unaltered(Pig(target=3))
    assert is_unaltered(Hog(goal=3, dice=2))


# --- tables and constants beside the class --------------------------------------------------------


def test_a_score_exchanged_in_the_table_of_scores(monkeypatch):
    """Twice the score, twice the value."""
    first, kept_one = solve(TokenGame(4)).value, solved(TokenGame(4)).value
    monkeypatch.setitem(token_rules.SCORES, "count", lambda left: 2 * len(left))
    assert solve(TokenGame(4)).value == solved(TokenGame(4)).value == 2 * first
    monkeypatch.undo()
    assert solved(TokenGame(4)).value == kept_one == first


def test_a_rule_exchanged_in_the_table_of_hog(monkeypatch):
    """A table of boards is kept by the names of the rules: none is read with another rule."""
    game = Hog(goal=6, dice=2, zero="pig-tail", after="square-swine")
    first = solve(game).value
    monkeypatch.setitem(hog_rules.AFTER_RULES, "square-swine", lambda own, other: (own + 1, other))
    value = solve(game).value
    assert (
        value == solve(dataclasses.replace(game, after=lambda own, other: (own + 1, other))).value
    )
    assert value != first
    monkeypatch.undo()
    assert solve(game).value == first


def test_a_constant_exchanged_and_a_name_of_python_that_is_taken(monkeypatch):
    game = Pig(target=3)
    for name, value in (("ROLL", "throw"), ("PLAYERS", (1, 0)), ("range", lambda n: [])):
        monkeypatch.setattr(pig_rules, name, value, raising=False)
        assert not is_unaltered(game), name
        monkeypatch.undo()
        assert is_unaltered(game)


# --- classes that are not registered --------------------------------------------------------------


def exchanged(kind, sign):
    """The payoff of the class, times the sign."""
    paid = kind.payoff

    def payoff(self, state):
        found = paid(self, state)
        return found if found is None else sign * found

    return payoff


def test_a_rule_exchanged_on_a_derived_class_is_played(monkeypatch):
    class MyPig(Pig):
        pass

    held = PigState(0, 0, 3, MAX)
    before = optimal(MyPig(5), MAX)(held)
    monkeypatch.setattr(MyPig, "payoff", exchanged(MyPig, -1), raising=False)
    assert optimal(MyPig(5), MAX)(held) == generic(MyPig(5)).strategies[MAX][held]
    monkeypatch.undo()
    assert optimal(MyPig(5), MAX)(held) == before


@pytest.mark.parametrize("heaps", list(product((1, 2), (1, 3))))
def test_a_rule_of_one_game_on_a_graph_alone(heaps):
    game = NormalPlay(Nim(heaps))
    first = solved(game).value
    other = NormalPlay(Nim(heaps))
    object.__setattr__(other, "payoff", lambda state: exchanged(NormalPlay, -1)(game, state))
    assert solved(other).value == generic(other).value
    assert solved(game).value == first


@dataclass(frozen=True)
class Once:
    """One choice of a number, which is paid."""

    most: int = 2
    start = 0

    def payoff(self, state):
        return state * FACTOR or None

    def actions(self, _, player):
        return tuple(range(1, self.most + 1)) if player == MAX else (WAIT,)

    def outcomes(self, _, joint):
        return point(joint[MAX])


def test_a_game_of_the_user_is_solved_once_until_its_rules_change(monkeypatch):
    asked = []

    @kept(4)
    def value(game):
        asked.append(game)
        return generic(game).value

    assert (value(Once()), value(Once()), len(asked)) == (2, 2, 1)
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 5)  # what a rule reads in its module
    assert (value(Once()), value(Once()), len(asked)) == (10, 10, 2)
    monkeypatch.setattr(Once, "payoff", lambda self, state: 7 if state else None)
    assert (value(Once()), value(Once()), len(asked)) == (7, 7, 3)
    monkeypatch.undo()
    assert value(Once()) == 2


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

    @property
    def sum(self):
        return self.row + self.column


def test_what_a_state_says_is_kept_until_its_class_changes(monkeypatch):
    asked = []

    @kept(4)
    def total(argument):
        asked.append(argument)
        return sum(argument) if type(argument) is tuple else argument.sum

    assert (total(Place(1, 2)), total(Place(1, 2)), len(asked)) == (3, 3, 1)
    monkeypatch.setattr(Place, "sum", 7)
    assert (total(Place(1, 2)), total((1, 2)), len(asked)) == (7, 3, 3)
    assert total(Place(1, [2])) == 7
    assert total(Place(1, [2])) == 7
    assert len(asked) == 5  # a list may change unseen


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
        ((Place(one, two),), (Place(two, one),)),
        ((1,), (True,)),
        (((1,),), ((Fraction(1),),)),
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


COUNTED, SUPPOSED = Counter(a=1), defaultdict(int, a=1)
QUEUE, SHOWN = deque([1]), {"a": 1}
READ = MappingProxyType(SHOWN)


@dataclass(frozen=True)
class Reading:
    where: str

    def read(self):
        tables = {
            "counted": COUNTED.get("a"),
            "supposed": SUPPOSED.get("a"),
            "queue": QUEUE[0],
            "read": READ.get("a"),
        }
        return tables[self.where]


@pytest.mark.parametrize(
    ("where", "table", "key"),
    [
        ("counted", COUNTED, "a"),
        ("supposed", SUPPOSED, "a"),
        ("queue", QUEUE, 0),
        ("read", SHOWN, "a"),
    ],
)
def test_a_table_of_any_kind_that_changes_in_place_is_seen(where, table, key):
    @kept(4)
    def found(reading):
        return reading.read()

    assert (found(Reading(where)), found(Reading(where))) == (1, 1)
    table[key] = 2
    assert found(Reading(where)) == 2
    table[key] = 1


def test_a_rule_in_a_function_is_solved_anew_when_a_variable_around_it_changes():
    factor = 1

    @dataclass(frozen=True)
    class Around(Once):
        def payoff(self, state):
            return state * factor or None

    assert solved(Around()).value == 2
    factor = 3
    assert solved(Around()).value == 6


def test_rules_exchanged_before_the_faster_ways_are_entered():
    """The faster ways of games on graphs are entered when queries are first needed."""
    code = (
        "from exactdice.games.nim import Nim\n"
        "Nim.options = lambda self, heaps: iter(())\n"
        "from exactdice.games.on_graphs.by_name import grundy\n"
        "print(grundy(Nim((1, 2))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0"]  # without a move the value is the mex of nothing


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_game_that_was_copied_has_its_rules(again):
    """Python enters something in the class of what it copies."""
    game = Domineering(2, 3)
    assert again(game) == game
    assert is_unaltered(game)
    assert is_unaltered(again(game))
