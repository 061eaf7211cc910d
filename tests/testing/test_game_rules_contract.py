"""The contract of every game: kept by a game as it is written, and each part of it that is broken
on purpose is named.
"""

from dataclasses import dataclass, replace

import pytest
from made_game import Stairs

from exactdice import Pig
from exactdice.exact.errors import RulesError
from exactdice.query import games_by_name as register
from exactdice.query.analysis import ANALYSES, Analysis
from exactdice.solvers import solve
from exactdice.solvers.fast_path import fast_path_of, generic_function
from exactdice.testing import check_contract


@dataclass(frozen=True)
class FastWalk(Stairs):
    """The same, for fast ways that are wrong."""


@dataclass(frozen=True)
class Unequal(Stairs):
    """Two of them are never equal."""

    def __eq__(self, other):
        return self is other

    __hash__ = Stairs.__hash__


@pytest.fixture
def fast_ways(monkeypatch):
    """What is entered for FastWalk is forgotten after the test."""
    # Not under a name of this module, which is among the rules of the games here.
    from exactdice.solvers import fast_path

    monkeypatch.setitem(fast_path.FAST_PATHS[solve], FastWalk, None)
    monkeypatch.setitem(ANALYSES, FastWalk, Analysis)


def test_a_game_as_it_is_written_keeps_it():
    """3 x 3 squares on which play goes on, and the ends: what was counted by hand is only that all
    words answer.
    """
    before = dict(register.LOADED)
    assert check_contract(Stairs(3)).endswith("20 words answered, 0 refused")
    assert before == register.LOADED  # the name that it had for the words is gone


def test_play_that_can_come_back_answers_every_word():
    assert check_contract(Pig(target=3, faces=2)).endswith("20 words answered, 0 refused")


def test_broken_rules_come_first():
    with pytest.raises(RulesError, match="broken rule"):
        check_contract(replace(Stairs(3), length="x"))


def test_a_game_that_is_too_large_is_refused_with_the_number():
    with pytest.raises(RulesError, match=r"at most 10 states, and Stairs\(length=8\) has more"):
        check_contract(Stairs(8), most_states=10)


def test_a_fast_way_to_another_value_is_named(fast_ways):
    fast_path_of(solve, FastWalk)(lambda game, *rest: generic_function(solve)(Stairs(2)))
    with pytest.raises(RulesError, match=r"the value is .* the fast way and .* the generic way"):
        check_contract(FastWalk(3))


def test_copies_that_are_not_equal_are_named():
    with pytest.raises(RulesError, match=r"copy\.copy gives a game that is not equal"):
        check_contract(Unequal(3))


def test_a_class_that_pickle_cannot_find_is_named():
    @dataclass(frozen=True)
    class Inside(Stairs):
        """Defined in a function."""

    with pytest.raises(RulesError, match="pickle does not find the class"):
        check_contract(Inside(3))


class Failing(Analysis):
    """A solver one of whose answers is no answer."""

    def earned(self, names, what, *asked):
        return [][0] if what == "gain" else super().earned(names, what, *asked)


class Wrong(Analysis):
    """A solver whose answers do not fit together."""

    def earned(self, names, what, *asked):
        return 1 if what == "chance" else super().earned(names, what, *asked)


@pytest.mark.parametrize(
    ("solver", "named"),
    [
        (Failing, r"gain\(optimal, random\) fails: IndexError"),
        (Wrong, "win, draw and loss must sum to 1, but they differ by 2"),
    ],
)
def test_a_word_that_fails_or_lies_is_named(fast_ways, solver, named):
    fast_path_of(solve, FastWalk)(lambda game, *rest: generic_function(solve)(game))
    ANALYSES[FastWalk] = solver
    with pytest.raises(RulesError, match=named):
        check_contract(FastWalk(3))
