"""The quantities of Dice Battle, in turns and simultaneous."""

from __future__ import annotations

from ...distribution import Distribution
from ...errors import QueryError, nearest
from ...exact import Exact, Value
from ...throws.words import MOST_DICE, checked_numbers, scored_die
from ...words.proving import read_off
from ...words.register import Argument, digits_asked, quantity, sized, whole
from ..simultaneous_battle.at_once import EnclosedAtOnce, ExactAtOnce
from ..simultaneous_battle.rules import SimultaneousBattle
from .in_turns import EnclosedInTurns, ExactInTurns
from .rules import DiceBattle

MOST_POINTS = 5000  # target of a race in a query
VARIANTS = ("turns", "simultaneous")

# The views of exact numbers give each word an exact number, the others give it bounds.
Battle = ExactInTurns | EnclosedInTurns | ExactAtOnce | EnclosedAtOnce


def battle(
    dice: Argument = 10,
    target: Argument = 100,
    faces: Argument = None,
    weights: Argument = None,
    bust: Argument = 1,
    bust_score: Argument = 1,
    variant: Argument = "turns",
    digits: Argument = None,
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
    # both sheets have the same options in the same order
    options = sized(dice, "dice", 1, MOST_DICE), sized(target, "target", 1, MOST_POINTS), *rolled
    if str(variant) == "turns":
        return _in_turns(DiceBattle(*options), digits_asked(digits))
    return _at_once(SimultaneousBattle(*options), digits_asked(digits))


def _in_turns(game: DiceBattle, digits: int | None) -> Battle:
    return ExactInTurns(game) if digits is None else EnclosedInTurns(game, digits)


def _at_once(game: SimultaneousBattle, digits: int | None) -> Battle:
    return ExactAtOnce(game) if digits is None else EnclosedAtOnce(game, digits)


def state_cost(setting: Battle, i: Argument, j: Argument) -> int:
    """The cost of what is best at one state."""
    return setting.state_cost(i, j)


def start_cost(setting: Battle, *_: Argument) -> int:
    """The cost of what two strategies are worth at the start."""
    return setting.start_cost()


def table_cost(setting: Battle, *_: Argument) -> int:
    """The cost of what two strategies are worth at every state."""
    return setting.table_cost()


def length_cost(setting: Battle, *_: Argument) -> int:
    """The cost of the law of the number of throws."""
    return setting.length_cost()


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def EG(setting: Battle, i: Argument, j: Argument) -> Value:
    """Expected gain, under optimal play, of the player with i points (in turns: who is to throw)
    against j points.
    """
    own, other = whole(i, "i"), whole(j, "j")
    known = setting.settled(own, other)
    return setting.expected_gain(own, other) if known is None else known


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT(setting: Battle, i: Argument, j: Argument) -> int:
    """The first optimal number of dice with i points against j."""
    # actions are in ascending order, so the least is the first
    return int(min(setting.best(i, j)))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def OPT_all(setting: Battle, i: Argument, j: Argument) -> frozenset[int]:
    """All optimal numbers of dice with i points against j."""
    return frozenset(setting.best(i, j))


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def mixture(setting: Battle, i: Argument, j: Argument) -> Distribution[int]:
    """An optimal law of the number of dice with i points against j, in the simultaneous game."""
    return setting.mixture(i, j)


@read_off
@quantity(battle, cost=state_cost, i="own points", j="points of the other")
def mixed_over(setting: Battle, i: Argument, j: Argument) -> int:
    """How many numbers of dice that law mixes."""
    return len(setting.mixture(i, j))


def gain_law(setting: Battle, first: Argument, second: Argument) -> Distribution[Exact]:
    """The law of the first player's payoff."""
    return setting.outcome(first, second)


def _indicator(setting: Battle, first: Argument, second: Argument, paid: int) -> Distribution[int]:
    """The law of 1 when the first player is paid this, else 0."""
    return setting.outcome(first, second).map(lambda payoff: int(payoff == paid))


def win_law(setting: Battle, first: Argument, second: Argument) -> Distribution[int]:
    """The law of 1 when the first player wins, else 0."""
    return _indicator(setting, first, second, 1)


def draw_law(setting: Battle, first: Argument, second: Argument) -> Distribution[int]:
    """The law of 1 when the battle is a draw, else 0."""
    return _indicator(setting, first, second, 0)


def loss_law(setting: Battle, first: Argument, second: Argument) -> Distribution[int]:
    """The law of 1 when the first player loses, else 0."""
    return _indicator(setting, first, second, -1)


def turns_law_of(setting: Battle, first: Argument, second: Argument) -> Distribution[int]:
    """The law of the number of throws or rounds."""
    return setting.length_law(first, second)


@quantity(battle, law=gain_law, cost=start_cost)
def gain(setting: Battle, a: Argument, b: Argument) -> Value:
    """Expected payoff to the first player when it plays a against b, from no points."""
    known = setting.settled_gain(a, b, 0, 0)
    return setting.gain(a, b) if known is None else known


@quantity(battle, law=win_law, cost=start_cost)
def win(setting: Battle, a: Argument, b: Argument) -> Value:
    """Probability that the first player wins when it plays a against b, from no points."""
    return setting.chance(a, b, 1)


@quantity(battle, law=draw_law, cost=start_cost)
def draw(setting: Battle, a: Argument, b: Argument) -> Value:
    """Probability of a draw when the first player plays a against b, from no points."""
    return setting.chance(a, b, 0)


@quantity(battle, law=loss_law, cost=start_cost)
def loss(setting: Battle, a: Argument, b: Argument) -> Value:
    """Probability that the first player loses when it plays a against b, from no points."""
    return setting.chance(a, b, -1)


@quantity(battle, law=turns_law_of, cost=start_cost)
def turns(setting: Battle, a: Argument, b: Argument) -> Value:
    """Mean number of throws (simultaneous: rounds) of a race in which the first player plays a and
    the second b.
    """
    return setting.mean_length(a, b)


@quantity(battle, cost=length_cost)
def turns_law(setting: Battle, a: Argument, b: Argument) -> Distribution[int]:
    """Law of the number of throws (simultaneous: rounds) of a race in which the first player plays
    a and the second b.
    """
    return turns_law_of(setting, a, b)


@quantity(battle, cost=table_cost)
def gain_from(setting: Battle, a: Argument, b: Argument, i: Argument, j: Argument) -> Value:
    """Expected payoff of the player with i points (in turns: who is to throw), who plays a against
    b with j points.
    """
    known = setting.settled_gain(a, b, i, j)
    return setting.gain_from(a, b, i, j) if known is None else known


@quantity(battle, cost=table_cost)
def best_response(setting: Battle, b: Argument) -> Value:
    """The best expected payoff to the first player against b."""
    return setting.best_response(b)
