"""The quantities of Dice Battle, in turns and simultaneous."""

from __future__ import annotations

from typing import Any

from ...distribution import Distribution
from ...errors import QueryError, nearest
from ...exact import Bounds, Exact
from ...throws.words import MOST_DICE, checked_numbers, scored_die
from ...words.proving import read_off
from ...words.register import digits_asked, quantity, sized, whole
from ..simultaneous_battle.at_once import AtOnce
from ..simultaneous_battle.rules import SimultaneousBattle
from .in_turns import InTurns
from .rules import DiceBattle

MOST_POINTS = 5000  # target of a race in a query
VARIANTS = ("turns", "simultaneous")

Battle = InTurns | AtOnce


def battle(
    dice: Any = 10,
    target: Any = 100,
    faces: Any = None,
    weights: Any = None,
    bust: Any = 1,
    bust_score: Any = 1,
    variant: Any = "turns",
    digits: Any = None,
) -> Battle:
    """The setting of the quantities of Dice Battle; with `digits` they are bounds at most
    10^-digits apart.
    """
    if str(variant) not in VARIANTS:
        raise QueryError(
            f"variant must be one of {', '.join(VARIANTS)}, got "
            f"{variant}{nearest(str(variant), VARIANTS)}"
        )
    rolled = scored_die(faces, weights, bust, bust_score)
    checked_numbers(dice=dice, target=target, **rolled._asdict())
    dice, target = sized(dice, "dice", 1, MOST_DICE), sized(target, "target", 1, MOST_POINTS)
    # both sheets have the same options in the same order
    if str(variant) == "turns":
        return InTurns(DiceBattle(dice, target, *rolled), digits_asked(digits))
    return AtOnce(SimultaneousBattle(dice, target, *rolled), digits_asked(digits))


def state_cost(setting: Battle, i: Any, j: Any) -> int:
    """The cost of what is best at one state."""
    return setting.state_cost(i, j)


def start_cost(setting: Battle, *_: Any) -> int:
    """The cost of what two strategies are worth at the start."""
    return setting.start_cost()


def table_cost(setting: Battle, *_: Any) -> int:
    """The cost of what two strategies are worth at every state."""
    return setting.table_cost()


def length_cost(setting: Battle, *_: Any) -> int:
    """The cost of the law of the number of throws."""
    return setting.length_cost()


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def EG(setting: Battle, i: Any, j: Any) -> Exact | Bounds:
    """Expected gain, under optimal play, of the player with i points (in turns: who is to throw)
    against j points.
    """
    return setting.expected_gain(whole(i, "i"), whole(j, "j"))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT(setting: Battle, i: Any, j: Any) -> int:
    """The first optimal number of dice with i points against j."""
    # actions are in ascending order, so the least is the first
    return int(min(setting.best(i, j)))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT_all(setting: Battle, i: Any, j: Any) -> frozenset[int]:
    """All optimal numbers of dice with i points against j."""
    return frozenset(setting.best(i, j))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def mixture(setting: Battle, i: Any, j: Any) -> Distribution[int]:
    """An optimal law of the number of dice with i points against j, in the simultaneous game."""
    return setting.mixture(i, j)


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def mixed_over(setting: Battle, i: Any, j: Any) -> int:
    """How many numbers of dice that law mixes."""
    return len(setting.mixture(i, j))


def gain_law(setting: Battle, first: Any, second: Any) -> Distribution[Exact]:
    """The law of the first player's payoff."""
    return setting.outcome(first, second)


def _indicator(setting: Battle, first: Any, second: Any, paid: int) -> Distribution[int]:
    """The law of 1 when the first player is paid this, else 0."""
    return setting.outcome(first, second).map(lambda payoff: int(payoff == paid))


def win_law(setting: Battle, first: Any, second: Any) -> Distribution[int]:
    """The law of 1 when the first player wins, else 0."""
    return _indicator(setting, first, second, 1)


def draw_law(setting: Battle, first: Any, second: Any) -> Distribution[int]:
    """The law of 1 when the battle is a draw, else 0."""
    return _indicator(setting, first, second, 0)


def loss_law(setting: Battle, first: Any, second: Any) -> Distribution[int]:
    """The law of 1 when the first player loses, else 0."""
    return _indicator(setting, first, second, -1)


def turns_law_of(setting: Battle, first: Any, second: Any) -> Distribution[int]:
    """The law of the number of throws or rounds."""
    return setting.length_law(first, second)


@quantity(battle, law=gain_law, cost=start_cost)
def gain(setting: Battle, a: Any, b: Any) -> Exact | Bounds:
    """Expected payoff to the first player when it plays a against b, from no points."""
    return setting.gain(a, b)


@quantity(battle, law=win_law, cost=start_cost)
def win(setting: Battle, a: Any, b: Any) -> Exact | Bounds:
    """Probability that the first player wins when it plays a against b, from no points."""
    return setting.chance(a, b, 1)


@quantity(battle, law=draw_law, cost=start_cost)
def draw(setting: Battle, a: Any, b: Any) -> Exact | Bounds:
    """Probability of a draw when the first player plays a against b, from no points."""
    return setting.chance(a, b, 0)


@quantity(battle, law=loss_law, cost=start_cost)
def loss(setting: Battle, a: Any, b: Any) -> Exact | Bounds:
    """Probability that the first player loses when it plays a against b, from no points."""
    return setting.chance(a, b, -1)


@quantity(battle, law=turns_law_of, cost=start_cost)
def turns(setting: Battle, a: Any, b: Any) -> Exact | Bounds:
    """Mean number of throws (simultaneous: rounds) of a race in which the first player plays a and
    the second b.
    """
    return setting.mean_length(a, b)


@quantity(battle, cost=length_cost)
def turns_law(setting: Battle, a: Any, b: Any) -> Distribution[int]:
    """Law of the number of throws (simultaneous: rounds) of a race in which the first player plays
    a and the second b.
    """
    return turns_law_of(setting, a, b)


@quantity(battle, cost=table_cost)
def gain_from(setting: Battle, a: Any, b: Any, i: Any, j: Any) -> Exact | Bounds:
    """Expected payoff of the player with i points (in turns: who is to throw), who plays a against
    b with j points.
    """
    return setting.gain_from(a, b, i, j)


@quantity(battle, cost=table_cost)
def best_response(setting: Battle, b: Any) -> Exact | Bounds:
    """The best expected payoff to the first player against b."""
    return setting.best_response(b)
