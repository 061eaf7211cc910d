"""What the sweeps of Dice Battle in turns share: the results on one antidiagonal, the plans as
tables, and what is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import fmpz, fmpz_poly

from ...by_entry import matrix_of
from ...cost import affordable
from ...distribution import Distribution
from ...evaluation.ties import OpenPlan
from ...exact import Exact, ratio, simplest
from ...game import (
    MAX,
    MIN,
    PLAYERS,
    Plans,
    Player,
    Strategy,
    law_of_always,
    legal_choice,
    strategy,
)
from ...throws.laws import Law
from ...throws.scores import best_dice
from .rules import BattleState, DiceBattle

Best = dict[int, tuple[int, ...]]  # {own points: every best number of dice}


@dataclass(frozen=True)
class Line:
    """One side's results on the antidiagonal i + j = s: h(i, s - i) = numerators[i] / scale."""

    s: int
    numerators: fmpz_poly
    scale: fmpz
    best: Best  # empty when the side follows a plan

    def h(self, i: int) -> Fraction:
        """h(i, s - i)."""
        return ratio(self.numerators[i], self.scale)

    def gain(self, i: int) -> Exact:
        """The mean payoff to the player to throw, 2 h - 1, when the sweep is made at z = -1."""
        return simplest(ratio(2 * self.numerators[i] - self.scale, self.scale))


def points_on(s: int, target: int) -> range:
    """The points that a player of an unfinished race can have on the antidiagonal i + j = s."""
    last = target - 1
    return range(max(0, s - last), min(s, last) + 1)


def least_of(candidates: Sequence[int], worth: Sequence[fmpz]) -> tuple[int, ...]:
    """The candidates of the least worth."""
    least = min(worth)
    return tuple(d for d, value in zip(candidates, worth, strict=True) if value == least)


@lru_cache(maxsize=64)
def race_bits(game: DiceBattle, lines: int) -> int:
    """About how many bits the numbers of a race have after so many antidiagonals: those of as many
    throws as score best.
    """
    one = game.one_die
    throws = lines * best_dice(game.dice, one, game.bust, game.bust_score)
    # W^8 has the bits of W to an eighth, without floats
    return int(throws * (one.total**8).bit_length() // 8)


def sweep_steps(game: DiceBattle, s: int = 0, sides: int = 1) -> int:
    """What a sweep down to the antidiagonal i + j = s costs: sums for each state and number of
    dice, and the lines that they keep.

    Where the throws alone are beyond the limit it is what they cost, as to look at each face would
    take seconds too.
    """
    throws = sides * _kept_steps(game, s, 0)
    return _sweep_steps(game, s, sides) if affordable(throws) else throws


def _kept_steps(game: DiceBattle, s: int, bits: int) -> int:
    """What the lines that a sweep keeps take, two bytes a step, when their numbers have so many
    bits beside those of the throws.
    """
    one = game.one_die
    lines = max(2 * game.target - 1 - s, 0)
    window = max(one) + 1  # how many lines are kept for each number of dice
    numbers = game.dice * window * min(lines, game.target)
    bits_each = bits + game.dice * one.total.bit_length()
    return int(numbers * bits_each // 16)


@lru_cache(maxsize=64)
def _sweep_steps(game: DiceBattle, s: int, sides: int) -> int:
    """The same in full. An addition takes a microsecond, and more as the numbers grow out of the
    caches (measured up to target=900).
    """
    lines = max(2 * game.target - 1 - s, 0)
    bits = race_bits(game, lines)
    # equal weights of neighbouring faces cancel in the sliding sums
    faces = 1 if game.weights is None else len(game.one_die)
    additions = 10 * faces * game.dice * _states_beyond(game.target, s)
    sums = additions * (200 + bits * bits // 10**6) // 200
    # the scale grows ahead of what is needed by up to a quarter
    return int(sides * (sums + _kept_steps(game, s, bits * 5 // 4)))


def _states_beyond(target: int, s: int) -> int:
    """How many unfinished states have i + j >= s."""
    if s < target:
        return target**2 - s * (s + 1) // 2
    lines = max(2 * target - 1 - s, 0)
    return lines * (lines + 1) // 2


def length_steps(game: DiceBattle) -> int:
    """What the law of the length costs: for each throw and each number of points of the other a
    product of long polynomials.

    The numbers gain the bits of a throw of all dice at each throw (measured up to target=100).
    """
    bits = game.dice * game.one_die.total.bit_length()  # of one throw
    return int(game.target**4 * bits // 60)


def plan_tables(game: DiceBattle, plans: Plans) -> list[list[list[Law]] | None]:
    """The plans of both players as tables; None for one who chooses."""
    return [
        None if plan is None else plan_table(game, plan, player)
        for player, plan in zip(PLAYERS, plans, strict=True)
    ]


def plan_table(game: DiceBattle, plan: Strategy, player: Player) -> list[list[Law]]:
    """[i][j]: the checked law of the number of dice, fewest first, with i own points against j."""
    plan, checked = strategy(plan), _checked_once(game, player)
    choice = law_of_always(plan)
    if choice is not None:
        row = [checked(_to_throw(player, 0, 0), choice)] * game.target
        return [row] * game.target

    def law(i: int, j: int) -> Law:
        state = _to_throw(player, i, j)
        return checked(state, plan(state))

    points = range(game.target)
    return matrix_of(law, points, points)


def open_table(game: DiceBattle, plan: OpenPlan, player: Player) -> list[list[tuple[Law, ...]]]:
    """[i][j]: the checked laws of the number of dice among which the plan leaves the choice."""
    checked = _checked_once(game, player)

    def laws(i: int, j: int) -> tuple[Law, ...]:
        state = _to_throw(player, i, j)
        return tuple([checked(state, choice) for choice in plan(state)])

    points = range(game.target)
    return matrix_of(laws, points, points)


def _to_throw(player: Player, i: int, j: int) -> BattleState:
    """The state with i points of the player, who is to throw, against j."""
    return BattleState(i, j, MAX) if player == MAX else BattleState(j, i, MIN)


def _checked_once(
    game: DiceBattle, player: Player
) -> Callable[[BattleState, Distribution[object]], Law]:
    """What makes the law of a choice of the player in a state, checked to be of actions that the
    game allows.
    """
    sorted_law = _sorted_once()
    # The laws that were checked, by their identities: they are held here, so none is taken for
    # another. All states that go on have the same actions.
    legal: dict[int, tuple[Distribution[object], Law]] = {}

    def law_of(state: BattleState, choice: Distribution[object]) -> Law:
        if id(choice) not in legal:
            checked = legal_choice(game, state, player, lambda _: choice)
            legal[id(choice)] = (checked, sorted_law(checked))
        return legal[id(choice)][1]

    return law_of


def _sorted_once() -> Callable[[Distribution[object]], Law]:
    """What makes the law of a choice: many states share one, which is then sorted once."""
    known: dict[Distribution[object], Law] = {}

    def law_of(choice: Distribution[object]) -> Law:
        if choice not in known:
            known[choice] = Law.of(choice)
        return known[choice]

    return law_of
