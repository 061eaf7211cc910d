"""The short words of Dice Battle, in turns and simultaneous."""

from __future__ import annotations

from inspect import Signature, signature

from ...exact import Value
from ...game import MAX, State
from ...words.proving import read_off
from ...words.register import Argument, digits_asked, of_game, quantity, whole
from ..simultaneous_battle import at_once
from ..view import View, view_within
from ..words import paid_to_mover
from . import in_turns
from .variants import battle_rules

VIEWS = (in_turns, at_once)  # which enter the views of both variants


@of_game("dice-battle")
def battle(*, digits: Argument = None, **options: Argument) -> View:
    """The setting of the words of Dice Battle; with `digits` they are bounds at most 10^-digits
    apart.
    """
    return view_within(battle_rules(**options), digits_asked(digits))


def _with_digits() -> Signature:
    """The options of the rules, and `digits`."""
    rules = signature(battle_rules)
    digits = signature(battle.setting).parameters["digits"]
    return rules.replace(parameters=[*rules.parameters.values(), digits])


# The options of a word are read off the signature of its setting: so they stand in one place.
battle.setting.__signature__ = _with_digits()  # type: ignore[attr-defined]


def state_cost(view: View, i: Argument, j: Argument) -> int:
    """The cost of what is best at one state."""
    return view.state_cost((i, j))


def state_of(view: View, i: Argument, j: Argument) -> State:
    """The state with i points of the player (in turns: who is to throw) against j points."""
    kind = type(view.game.start)
    return kind(whole(i, "i"), whole(j, "j"))


@read_off
@quantity(battle, cost=state_cost, outcomes=paid_to_mover, i="own points", j="points of the other")
def EG(view: View, i: Argument, j: Argument) -> Value:
    """Expected gain, under optimal play, of the player with i points (in turns: who is to throw)
    against j points; short for worth(i, j).
    """
    return view.worth(state_of(view, i, j))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT(view: View, i: Argument, j: Argument) -> int:
    """The first optimal number of dice with i points against j; short for first_best(i, j)."""
    # actions are in ascending order, so the least is the first
    return min(_best(view, i, j))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT_last(view: View, i: Argument, j: Argument) -> int:
    """The last optimal number of dice with i points against j; short for last_best(i, j)."""
    return max(_best(view, i, j))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT_all(view: View, i: Argument, j: Argument) -> frozenset[int]:
    """All optimal numbers of dice with i points against j; short for best(i, j)."""
    return frozenset(_best(view, i, j))


def _best(view: View, i: Argument, j: Argument) -> list[int]:
    return [whole(action, "a number of dice") for action in view.best(state_of(view, i, j))]


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def mixed_over(view: View, i: Argument, j: Argument) -> int:
    """How many numbers of dice the law mixture(i, j) mixes."""
    return len(view.mixture(state_of(view, i, j), MAX))
