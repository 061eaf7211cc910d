"""Hog, the dice game of the course CS 61A at UC Berkeley: the rule sheet, with its special rules by
name.

Two players in turn choose 0 to `dice` dice. A throw scores its sum, or 1 when any die shows a 1
(Sow Sad, called Pig Out in earlier terms). No dice at all score by a rule that looks at both
scores. When the points are added a rule may change the scores. Who first ends a turn with `goal`
points wins. The rules change every year; each rule here names the terms in which its wording was
found in the project's page or in copies of it. A rule of your own is a function with the same
arguments and results.

Left out, as they need more than the two scores: Time Trot, Feral Hogs, Hog Tied, extra turns. Left
out, as they change the dice or the throw's score: Hog Wild (four-sided dice when the sum of the
scores is a multiple of 7), Hogtimus Prime, Pigs Fly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import Any, ClassVar, TypeGuard

from ...distributions.distribution import Distribution, point
from ...distributions.throwing import kept_die, roll, throw_steps
from ...exact.argument_checks import a_function_of, a_truth, raise_failed
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError, nearest
from ...exact.numbers import Exact, shown, shown_when_long, whole_or_none
from ...game.dice_options import Named, keep_whole
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player
from ..dice_battle.rules import BattleState

ZeroRule = Callable[[int, int], int]  # (own score, other score) -> points
Rule = Callable[[int, int], object]  # as anyone may write it: its results are checked
# (own score with the points, other score) -> (own score, other score)
AfterRule = Callable[[int, int], tuple[int, int]]


class HogState(BattleState):
    """The score of MAX (who moves first), the score of MIN, and who is to move."""

    __slots__ = ()


# --- rules for no dice ----------------------------------------------------------------------------


def digits(score: int) -> tuple[int, int]:
    """The tens digit and the ones digit of a score.

    >>> digits(7), digits(112)
    ((0, 7), (1, 2))
    """
    return score // 10 % 10, score % 10


def free_bacon(own: int, other: int) -> int:
    """1 + the largest digit of the other score (fall 2017, spring 2018 and the terms with Hog
    Wild).
    """
    return 1 + max(map(int, str(other)))


def free_bacon_doubled_tens(own: int, other: int) -> int:
    """Twice the tens digit of the other score minus its ones digit, at least 1 (fall 2018)."""
    tens, ones = digits(other)
    return max(2 * tens - ones, 1)


def free_bacon_least(own: int, other: int) -> int:
    """1 + the smaller of the tens and ones digits of the other score (spring 2019)."""
    return 1 + min(digits(other))


def free_bacon_product(own: int, other: int) -> int:
    """1 + the last digit of the product of the tens and ones digits of the other score (term not
    found).
    """
    tens, ones = digits(other)
    return 1 + tens * ones % 10


def picky_piggy(own: int, other: int) -> int:
    """Digit number n of the decimals of 1/7 = 0.142857..., where n is the other score; 7 when n is
    0 (fall 2021).
    """
    # the decimals repeat every six places, and 0 falls on the last of them
    return (1, 4, 2, 8, 5, 7)[(other - 1) % 6]


def pig_tail(own: int, other: int) -> int:
    """1 + twice the difference of the tens and ones digits of the other score (fall 2022)."""
    tens, ones = digits(other)
    return 1 + 2 * abs(tens - ones)


def boar_brawl(own: int, other: int) -> int:
    """3 times the difference of the other score's tens digit and the own score's ones digit, at
    least 1 (summer 2023 to fall 2024).
    """
    return max(3 * abs(digits(other)[0] - digits(own)[1]), 1)


# --- rules for after the turn ---------------------------------------------------------------------


def sus_fuss(own: int, other: int) -> tuple[int, int]:
    """A score with exactly 3 or 4 factors becomes the next prime (summer 2023 to fall 2024)."""
    if len(_factors(own)) in (3, 4):
        own += 1
        while len(_factors(own)) != 2:
            own += 1
    return own, other


def square_swine(own: int, other: int) -> tuple[int, int]:
    """A perfect square becomes the next one (fall 2022)."""
    root = isqrt(own)
    return ((root + 1) ** 2 if root * root == own else own), other


def hog_pile(own: int, other: int) -> tuple[int, int]:
    """A score equal to the other one doubles (fall 2021)."""
    return (2 * own if own == other else own), other


def swine_swap(own: int, other: int) -> tuple[int, int]:
    """The scores are swapped when one is exactly double the other (the terms with Hog Wild)."""
    return _swap_scores(own, other, own == 2 * other or other == 2 * own)


def swine_swap_multiple(own: int, other: int) -> tuple[int, int]:
    """The scores are swapped when both are above 1 and one is a multiple of the other (fall 2017,
    spring 2018).
    """
    return _swap_scores(own, other, own > 1 < other and (own % other == 0 or other % own == 0))


def swine_swap_difference(own: int, other: int) -> tuple[int, int]:
    """The scores are swapped when the tens and ones digits of each differ by the same
    (fall 2018).
    """
    tens, ones = digits(own)
    other_tens, other_ones = digits(other)
    return _swap_scores(own, other, abs(tens - ones) == abs(other_tens - other_ones))


def swine_swap_digit(own: int, other: int) -> tuple[int, int]:
    """The scores are swapped when they have the same digit in the same place; 0 has no digits
    (spring 2019).
    """
    # from the ones digit upwards, as far as both have digits
    pairs = zip(str(own)[::-1], str(other)[::-1], strict=False)
    return _swap_scores(own, other, own > 0 < other and any(a == b for a, b in pairs))


def swine_swap_ones_tens(own: int, other: int) -> tuple[int, int]:
    """The scores are swapped when the own ones digit is the other score's tens digit (term not
    found).
    """
    return _swap_scores(own, other, digits(own)[1] == digits(other)[0])


def _swap_scores(own: int, other: int, swap: bool) -> tuple[int, int]:
    return (other, own) if swap else (own, other)


def _factors(number: int) -> set[int]:
    # a factor above the root is the number over one below it
    small = {k for k in range(1, isqrt(number) + 1) if number % k == 0}
    return small | {number // k for k in small}


STEPS_A_RESULT = 13  # explored and valued, of the results of all throws in all states
ZERO_RULES: dict[str, ZeroRule] = {
    "boar-brawl": boar_brawl,
    "pig-tail": pig_tail,
    "picky-piggy": picky_piggy,
    "free-bacon": free_bacon,
    "free-bacon-doubled-tens": free_bacon_doubled_tens,
    "free-bacon-least": free_bacon_least,
    "free-bacon-product": free_bacon_product,
}
AFTER_RULES: dict[str, AfterRule] = {
    "sus-fuss": sus_fuss,
    "square-swine": square_swine,
    "hog-pile": hog_pile,
    "swine-swap": swine_swap,
    "swine-swap-multiple": swine_swap_multiple,
    "swine-swap-difference": swine_swap_difference,
    "swine-swap-digit": swine_swap_digit,
    "swine-swap-ones-tens": swine_swap_ones_tens,
}


# --- the game -------------------------------------------------------------------------------------


@shown_when_long
@dataclass(frozen=True)
class Hog:
    """Hog with a rule for no dice (`zero`; None: at least one die) and rules applied in order when
    the points are added (`after`).

    A rule is a name in ZERO_RULES or AFTER_RULES or a function of (own score, other score); `after`
    is None, one rule or a tuple of them. Without `sow_sad` a throw always scores its sum. Raises
    `RulesError` naming the option that is off, and later the rule and the scores when a rule
    returns what is no score. Source: https://cs61a.org/proj/hog/, fall 2024, for the defaults.

    >>> game = Hog(zero="pig-tail", after="square-swine")
    >>> game.outcomes(HogState(20, 46), (0, WAIT))    # 1 + 2 |4 - 6| = 5 points: 25, a square
    Distribution({HogState(36, 46, 1): 1})
    """

    goal: int = 100
    dice: int = 10
    faces: int = 6
    sow_sad: bool = True
    zero: str | ZeroRule | None = "boar-brawl"
    after: str | AfterRule | tuple[str | AfterRule, ...] | None = ("sus-fuss",)

    # options that are names
    named: ClassVar[Named] = {
        "zero": tuple(ZERO_RULES),
        "after": tuple(AFTER_RULES),
    }
    bust_score = 1

    def __post_init__(self) -> None:
        keep_whole(self, "goal", 1)
        keep_whole(self, "dice", 1)
        keep_whole(self, "faces", 2)
        refuse_costly(f"the throws of up to {shown(self.dice)} dice", self.dice**2 // 4)
        object.__setattr__(self, "sow_sad", a_truth(self.sow_sad, "sow_sad"))
        after = () if self.after is None else self.after
        rules = tuple(after) if isinstance(after, (tuple, list)) else (after,)
        object.__setattr__(self, "after", rules)
        if self.zero is not None:
            _check_rule("zero", self.zero, ZERO_RULES)
        for rule in rules:
            _check_rule("after", rule, AFTER_RULES)

    @property
    def one_die(self) -> Distribution[int]:
        """The distribution of one die."""
        return kept_die(self.faces)

    @property
    def bust(self) -> int:
        """The face that spoils a throw: 1, or 0, which no die shows."""
        return 1 if self.sow_sad else 0

    @property
    def exploring_cost(self) -> int:
        """The cost of the distributions of all throws, and of the points of each throw in each
        state.
        """
        laws = self.dice * throw_steps(self.one_die, self.dice) // 3
        return laws + STEPS_A_RESULT * self.goal**2 * self.dice**2 * self.faces

    @property
    def start(self) -> HogState:
        """No points yet, MAX to move."""
        return HogState(0, 0, MAX)

    def payoff(self, state: HogState) -> Exact | None:
        """+1 when MAX has reached the goal, -1 when MIN has."""
        return state.payoff(self.goal)

    def actions(self, state: HogState, player: Player) -> tuple[Action, ...]:
        """How many dice to throw, fewest first; 0 only with a rule for it."""
        if player != state.to_move:
            return (WAIT,)
        fewest = 1 if self.zero is None else 0
        return tuple(range(fewest, self.dice + 1))

    def outcomes(self, state: HogState, joint: Joint) -> Distribution[HogState]:
        """The points are added, the rules for after the turn change the scores, and the turn
        passes.
        """
        before = state.own
        other = state.other
        is_of_max = state.to_move == MAX

        def reached(points: int) -> HogState:
            # rules speak of own and other: afterwards the scores go back to MAX and MIN
            own, others = apply_rules(self.after, self.goal, before + points, other)
            return HogState(own, others, MIN) if is_of_max else HogState(others, own, MAX)

        return self.points(joint[state.to_move], before, other).map(reached)

    def points(self, count: int, own: int, other: int) -> Distribution[int]:
        """The distribution of the points for this number of dice at these scores; `RulesError`
        naming the rule for no dice when it gives no whole number of 0 or more.
        """
        if count:
            return roll(self.one_die, count, self.bust)
        if self.zero is None:
            raise RulesError("at least one die must be thrown, as zero=None")
        points = _result(self.zero, ZERO_RULES, own, other)
        if not _is_score(points):
            raise RulesError(
                f"{_rule_name(self.zero)}({own}, {other}) must give whole points of 0 or more, "
                f"got {shown(points)}"
            )
        return point(int(points))


# The same scores are reached by every number of dice.
@lru_cache(maxsize=2**16)
def apply_rules(after: tuple[object, ...], goal: int, own: int, other: int) -> tuple[int, int]:
    """The scores after the rules for after the turn; `RulesError` naming the rule when they are no
    scores or both reach the goal.
    """
    for rule in after:
        scores = _result(rule, AFTER_RULES, own, other)
        if not (isinstance(scores, tuple) and len(scores) == 2 and all(map(_is_score, scores))):
            raise RulesError(
                f"{_rule_name(rule)}({own}, {other}) must give (own score, other score), two whole "
                f"numbers of 0 or more, got {shown(scores)}"
            )
        # with both there the rules would not say who has won
        if min(scores) >= goal:
            raise RulesError(
                f"{_rule_name(rule)}({own}, {other}) must leave at most one score at the goal of "
                f"{goal}, got {shown(scores)}"
            )
        own, other = scores
    return own, other


def _is_score(value: object) -> TypeGuard[int]:
    number = whole_or_none(value)
    return number is not None and number >= 0


def _check_rule(option: str, rule: object, known: Mapping[str, object]) -> None:
    """`RulesError` unless the rule is known by its name, or a function."""
    if callable(rule) and not isinstance(rule, type):
        a_function_of(2, rule, option, "a function of (own, other)")
    elif not isinstance(rule, str) or rule not in known:
        hint = nearest(rule, known) if isinstance(rule, str) else ""
        raise RulesError(
            f"{option} must be None, a function of (own, other) or one of {', '.join(known)}, "
            f"got {shown(rule)}{hint}"
        )


def _result(rule: Any, known: Mapping[str, Rule], own: int, other: int) -> object:
    """The result of the rule at these scores; `RulesError` naming it when it fails."""
    try:
        return (known[rule] if isinstance(rule, str) else rule)(own, other)
    except Exception as error:
        raise_failed(_rule_name(rule), (own, other), error)


def _rule_name(rule: object) -> str:
    return rule if isinstance(rule, str) else getattr(rule, "__name__", shown(rule))


GAMES = {"hog": Hog}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"hog": {"goal": 10, "dice": 2}}
